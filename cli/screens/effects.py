"""What came of a command: the events, what moved, and what to type next."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import TypeGuard

from cli.desk.desk import Desk
from cli.json.events import ripple_json
from cli.screens import penalties
from cli.screens.events import print_ripple
from cli.screens.tournaments import ripples as overall
from cli.words.events import case_of
from cli.words.headlines import headline, judged_ruling, judgement_lines
from cli.words.match_rows import played_lines, worth_lines
from cli.words.movement_lines import movement_lines
from cli.words.next_steps import look_again_step, next_step
from cli.words.rulings import kind_text
from cli.words.scores import compared_lines, same_way_lines, score_text
from cli.words.vocabulary import quoted
from ledger.errors import OTHERS_UNREAD, WorkerAway
from ledger.exchange.evidence import EvidenceFile
from ledger.facts import Command, Event
from ledger.facts.appeals import Decision, DecisionRecalled
from ledger.facts.casebook import CaseClassified
from ledger.facts.matches import Finding, OfMatch
from ledger.facts.movement import MovementSet
from ledger.facts.office import JudgementSigned
from ledger.facts.participation import SatOut
from ledger.facts.play import CarryOverSet, ContestantsEntered, ResultCorrected, ResultRecorded, ResultVoided
from ledger.facts.rulings import (
    Judgement,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingReinstated,
    RulingWithdrawn,
)
from ledger.facts.seating import SeatingCorrected
from ledger.laws.adjustment import Artificial
from ledger.laws.advice import ADVICE, fits
from ledger.laws.disallowed import disallowed_call, is_play
from ledger.laws.rounding import Rounding
from ledger.projections.doubts import impossible_text
from ledger.projections.overtaken import overtaken_text
from ledger.projections.planned import deviation_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.session import Stream, Tournament, session_of
from ledger.session.movement import plan_of
from ledger.session.overtaken import Overtaken, newly_overtaken
from ledger.session.places import sits_once, turned

_LOOKED_FOR = (
    Judgement | Decision | DecisionRecalled | RulingWithdrawn | RulingReinstated | ResultCorrected | ResultVoided
)
"""What somebody waits to see the scores of: that none moves is told."""

OfTotals = PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated | CarryOverSet | Decision | DecisionRecalled | SatOut

_HEADLINES = 40
"""So many events are told one by one: more come only with a file."""


def record(
    desk: Desk,
    command: Command,
    *,
    session_id: str | None = None,
    shown: Effect | None = None,
    file: EvidenceFile | None = None,
) -> Effect:
    """Hand a command to the office, and print what came of it; `shown`: what somebody saw of it, and agreed to;
    `file`: what it files as evidence.
    """
    effect = submit(desk, command, session_id=session_id, shown=shown, file=file)
    report(desk, effect)
    return effect


def submit(
    desk: Desk,
    command: Command,
    *,
    session_id: str | None = None,
    supposing: Stream | None = None,
    consented: bool = False,
    shown: Effect | None = None,
    file: EvidenceFile | None = None,
) -> Effect:
    """Hand a command to the office; what changes scores that are out is shown and asked first, whatever the command.

    `supposing`: what a trial is decided on, instead of the session as it is; `consented`: it was asked already;
    `shown`: and what would come of it shown. What was shown is what is recorded, or it is handed back.
    """
    if not (consented or shown):
        shown = ask_first(desk, command, session_id or desk.session_id)
    return desk.submit(command, session_id=session_id, supposing=supposing, shown=shown, file=file)


def report(desk: Desk, effect: Effect, **more: object) -> None:
    """Print what came of a command, with its ripple; `more` stands in the JSON only."""
    if desk.settings.json:
        desk.json_at("recorded/1", effect.after, effect_json(effect) | more)
    else:
        show(desk, effect)


def verb(effect: Effect) -> str:
    """Whether it was recorded, now or before, or would be."""
    if effect.supposed:
        return "Would record"
    return "Already recorded" if effect.repeated else "Recorded"


def effect_json(effect: Effect) -> dict[str, object]:
    """What came of a command, as JSON."""
    recorded = [{"number": each.number, "name": each.name.partition("/")[0]} for each in effect.events]
    cases = (case_of(envelope.event) for envelope in effect.events)
    head = {
        "recorded": recorded,
        "dry_run": effect.supposed,
        "case": next(filter(None, cases), None),
        "advice": _advice(effect),
    }
    in_tournament: dict[str, object] = {"tournament": overall.effect_json(effect.overall)} if effect.overall else {}
    if effect.overall_untold:
        in_tournament = {"tournament_untold": effect.overall_untold.message}
    return head | ripple_json(effect.ripple(), _rounding(effect)) | in_tournament


def _rounding(effect: Effect) -> Rounding:
    return effect.scores_after.totals.rounding if effect.scores_after else Rounding.HALF_UP


def _judgements(effect: Effect) -> list[Judgement | Decision]:
    return [each.event for each in effect.events if isinstance(each.event, Judgement | Decision)]


def _advice(effect: Effect) -> list[str]:
    return [code for event in _judgements(effect) for code in event.advice]


def _advice_lines(event: Judgement | Decision) -> Iterator[str]:
    """The advice a judgement draws, and under it what of the judgement draws it."""
    for code in event.advice:
        yield f"advice: {code}: {ADVICE[code]}"
        yield from (f"  {text}" for text in _drawn_by(code, event))


def _drawn_by(code: str, event: Judgement | Decision) -> Iterator[str]:
    """What draws an advice, where a judgement has several things that may."""
    if code == "DISALLOWED_NOT_CHECKED":
        yield from (_unchecked_text(words) for words in event.disallowed if disallowed_call(words) is None)
    if code == "LAW_AND_SCORE" and (score := event.adjustment):
        yield from (f"Law {law} is not for this: {kind_text(score)}" for law in event.laws if not fits(law, score))


def _unchecked_text(words: str) -> str:
    """Why no outcome is compared with what was disallowed."""
    if is_play(words):
        return f"{quoted(words)} is a play, and no outcome says what was led or played"
    return f"in {quoted(words)} no call is found: write 4S, 4SN, 4SN=, or who called what: S 4S over the slow double"


def show(desk: Desk, effect: Effect) -> None:
    """Print what came of a command, or what would."""
    shown = effect.events if desk.settings.verbose else effect.events[:_HEADLINES]
    for envelope in shown:
        # where there are several sessions, `use` may have been of another one than somebody thinks
        desk.say(f"{verb(effect)} {headline(envelope, effect.after, named=bool(desk.settings.several))}")
        if not desk.settings.quiet:
            for line in judgement_lines(envelope.event, effect.after, desk.symbols):
                desk.say(line)
    if len(shown) < len(effect.events):
        desk.say(f"  … and {len(effect.events) - len(shown)} more events (-v shows them)")
    if not desk.settings.quiet:
        _print_consequences(desk, effect)
    if effect.events and not effect.supposed:
        desk.say(digest_line(effect.after))
    if effect.events and not (desk.settings.quiet or effect.supposed or effect.repeated):
        _print_next(desk, effect)


def show_beside(desk: Desk, effect: Effect) -> None:
    """What else was recorded, in a stream beside the one that was typed to: a line each, with its name."""
    for envelope in effect.events:
        desk.say(f"{verb(effect)} {headline(envelope, effect.after, named=True)}")
    if effect.events and not effect.supposed:
        desk.say(digest_line(effect.after))


def _print_consequences(desk: Desk, effect: Effect) -> None:
    """Who is new, the advice on what was judged, and who moved."""
    lines = (_new_lines, _impossible_lines, _movement_lines, _otherwise_lines, _undrawn_lines)
    for line in chain.from_iterable(each(effect) for each in lines):
        desk.say(line)
    for event in _judgements(effect):
        for line in _advice_lines(event):
            desk.hint(line)
        for line in _compared_lines(event, effect):
            desk.say(line)
    _print_moves(desk, effect)
    if found := list(penalties.earlier_lines(desk, effect)):
        desk.hint("", *found)
    _print_look_again(desk, effect)
    if effect.overall:
        overall.print_effect(desk, effect.overall, moved_here=bool(effect.ripple()))
    if unread := effect.overall_untold:
        where = "`doctor` names it" if isinstance(unread, WorkerAway) else "`verify` tells where"
        desk.hint_aside(f"warning: what it moves in a tournament cannot be told: {unread.message}", f"hint: {where}")
    _print_same_way(desk, effect)


def doubt_lines(effect: Effect) -> Iterator[str]:
    """What may be a slip of the pen in what was recorded: a line each."""
    yield from chain.from_iterable(each(effect) for each in _DOUBTS)


def _new_lines(effect: Effect) -> Iterator[str]:
    """Who a result enters though another contestant is written nearly so: two digits the other way round."""
    entered = [each.event for each in effect.events if isinstance(each.event, ContestantsEntered)]
    for label in chain.from_iterable(each.contestants for each in entered if len(effect.events) > 1):
        if meant := turned(label, session_of(effect.before).contestants):
            yield f"note: {label} was in no line before; is it {meant[0]}?"


def _impossible_lines(effect: Effect) -> Iterator[str]:
    """Which score was typed that no contract gives on its board: mostly it is another board's."""
    typed = [each.event for each in effect.events[:_HEADLINES]]
    for each in typed:
        if isinstance(each, ResultRecorded | ResultCorrected) and (text := impossible_text(each.result, each.board)):
            yield f"note: {text}: is it of another board?"


_AT_TABLES = ResultRecorded | ResultCorrected | SeatingCorrected


def _otherwise_lines(effect: Effect) -> Iterator[str]:
    """What of it is otherwise than planned, with what is planned there."""
    told = {each.event.board for each in effect.events[:_HEADLINES] if isinstance(each.event, _AT_TABLES)}
    if not told:
        return
    session, numbers = session_of(effect.after), {each.number for each in effect.events}
    plan = plan_of(session)
    for played in (each for board in sorted(told) for each in session.boards.get(board, {}).values()):
        if numbers & {*played.events} and (deviation := deviation_of(session, played, plan)):
            yield f"note: otherwise than planned: {deviation}"


def _undrawn_lines(effect: Effect) -> Iterator[str]:
    """Which match of it nobody drew, at the first of its slips."""
    yield from (f"note: {each.text}" for each in effect.undrawn)


_DOUBTS = (_new_lines, _impossible_lines, _otherwise_lines, _undrawn_lines)


def look_again(effect: Effect) -> list[Overtaken]:
    """The rulings that are to be looked at again since: what they rest on was corrected."""
    if effect.scores_after is None:
        return []
    before, after = session_of(effect.before), effect.scores_after.session
    return newly_overtaken(before, after) if before.opened else []


def _print_look_again(desk: Desk, effect: Effect) -> None:
    """Which rulings are to be looked at again, what they were given on, and what hangs on it."""
    if (found := look_again(effect)) and effect.scores_after:
        desk.say("", *(f"  {overtaken_text(effect.scores_after, each)}" for each in found))


def _movement_lines(effect: Effect) -> Iterator[str]:
    """What a movement that is laid down is, who sits out, and what was played otherwise."""
    for event in (each.event for each in effect.events):
        if isinstance(event, MovementSet):
            told = movement_lines(event, session_of(effect.after), session_of(effect.before))
            yield from (f"  {line}" for line in told)


def _print_next(desk: Desk, effect: Effect) -> None:
    said = [envelope for envelope in effect.events if not isinstance(envelope.event, JudgementSigned)]
    said = [envelope for envelope in said if not isinstance(envelope.event, CaseClassified)] or said  # of a ruling
    again = (look_again_step(session_of(effect.after), each) for each in look_again(effect))
    if lines := (*again, *next_step(said[-1], effect.after)):
        desk.hint("", *lines)


def digest_line(after: Stream) -> str:
    """What the log is after it: whoever writes it down can tell whether it was kept so."""
    return f"  digest up to #{after.number}: {after.digest.hex()[:16]}"


def _compared_lines(event: Judgement | Decision, effect: Effect) -> Iterator[str]:
    """Which of two scores counts, where the one judged may give way to the other."""
    ruling = judged_ruling(event, effect.after)
    if ruling and effect.scores_after and isinstance(event.adjustment, Artificial) and event.adjustment.unless:
        yield from compared_lines(session_of(effect.after).boards[ruling.board][ruling.seating], effect.scores_after)


def _print_moves(desk: Desk, effect: Effect) -> None:
    """Who moved; that nobody did, where somebody looks for it; and the totals that changed by themselves."""
    moved = effect.ripple()
    print_ripple(desk, moved, effect.events)
    totals = list(_totals(effect))
    if not moved and not totals and any(isinstance(each.event, _LOOKED_FOR) for each in effect.events):
        desk.say("", "  nobody's score moves")
    for line in totals:
        desk.say(line)


def _print_same_way(desk: Desk, effect: Effect) -> None:
    """That a board's two rooms now sit the same way round, where just this brought it about."""
    if effect.scores_after is None or sits_once(session_of(effect.after)):
        return
    before = set(same_way_lines(effect.scores_before)) if effect.scores_before else set()
    for lines in same_way_lines(effect.scores_after):
        if lines not in before:
            desk.hint("", *lines)


def _totals(effect: Effect) -> Iterator[str]:
    """What a penalty, a carry-over or a match missed does to a total, or a finding to a match: no board shows it."""
    for envelope in effect.events:
        if isinstance(envelope.event, Finding) and effect.scores_after:
            yield from worth_lines(envelope.event, effect.scores_after)
        if isinstance(envelope.event, OfMatch) and effect.scores_after:
            yield from played_lines(envelope.event, effect.scores_after)
        if _of_totals(envelope.event, effect.after):
            whose = _whose(envelope.event, effect.after)
            before, after = (_total(scores, whose) for scores in (effect.scores_before, effect.scores_after))
            same = before == after and (after is None or isinstance(envelope.event, Decision | SatOut))
            if not same:
                yield f"  total of {whose}: {score_text(before)}, now {score_text(after)}"


def _of_totals(event: Event, after: Stream) -> TypeGuard[OfTotals]:
    """Whether an event is of a contestant's total only: a penalty, a decision on one, a carry-over, a match missed."""
    if isinstance(event, Decision | DecisionRecalled):
        session = session_of(after)
        return session.appeals[event.case].against in session.penalties
    return isinstance(event, PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated | CarryOverSet | SatOut)


def _whose(event: OfTotals, after: Stream) -> str:
    if isinstance(event, PenaltyImposed | CarryOverSet | SatOut):
        return event.contestant
    session = session_of(after)
    case = event.case if event.case in session.penalties else session.appeals[event.case].against
    return session.penalties[case].imposed.contestant


def _total(scoreboard: Scoreboard | None, contestant: str) -> Fraction | None:
    fields = standings(scoreboard) if scoreboard else ()
    return next((row.total for field in fields for row in field.rows if row.contestant == contestant), None)


def ask_first(desk: Desk, command: Command, session_id: str) -> Effect | None:
    """Show what a command would do, and ask, where it changes scores that are out, or its facts were asked for.

    What was shown and agreed to; None where nothing was.
    """
    wanted = desk.settings.show_first or anything_out(desk, desk.office.stream(session_id))
    if not wanted or _need_not_ask(desk, session_id):
        return None
    supposed = desk.submit(command, session_id=session_id, dry_run=True)
    if not (desk.settings.show_first or what_is_out(supposed)):
        return None
    return _shown_and_asked(desk, supposed, "Record it?")


def anything_out(desk: Desk, stream: Stream) -> bool:
    """Whether the scores of a session were given out, or the standing of the tournament it belongs to."""
    if stream.given_out:
        return True
    try:
        tournament = desk.office.tournaments.of_session(stream.id)
    except OTHERS_UNREAD:
        return False  # what comes of it says that nobody knows
    return tournament is not None and desk.office.tournaments.stream(tournament).given_out


def what_is_out(supposed: Effect) -> str:
    """What was given out that a command changes, in a sentence; '' where it changes nothing of that.

    What was seen stays seen, also where it was taken back.
    """
    stream = supposed.given_out_and_changed
    if stream is None:
        return ""
    if isinstance(stream, Tournament):
        when = "is out" if stream.publications else "was out until it was taken back"
        return f"The standing of {stream.id} {when}, and this changes it."
    when = "are out" if stream.publications else "were out until they were taken back"
    return f"The scores {when}, and this changes them."


def ask_and_record(desk: Desk, command: Command, question: str) -> Effect:
    """Show what a command would do, ask whatever it changes, and record it."""
    need_not = _need_not_ask(desk, desk.session_id)
    shown = None if need_not else _shown_and_asked(desk, desk.submit(command, dry_run=True), question)
    return record(desk, command, shown=shown)


def _need_not_ask(desk: Desk, session_id: str) -> bool:
    asked = desk.settings
    return asked.yes or asked.dry_run or bool(desk.office.recorded_with(session_id, asked.command_id))


def _shown_and_asked(desk: Desk, supposed: Effect, question: str) -> Effect:
    if not desk.settings.json:
        show(desk, supposed)
    if out := what_is_out(supposed):
        desk.confirm(f"{out} {question}")
    else:
        desk.confirm(question, default=desk.settings.show_first)
    return supposed
