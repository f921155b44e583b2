"""What came of a command: the events, what moved, and what to type next."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeGuard

from cli.desk.desk import Desk
from cli.screens.events import print_ripple
from cli.screens.tournaments import ripples as overall
from cli.views.answers import as_json, fields
from cli.views.events import ripple_value
from cli.words.events import case_of, headline, judged_ruling, judgement_lines
from cli.words.matches import played_lines, worth_lines
from cli.words.movement import movement_lines
from cli.words.next_steps import look_again_step, next_step
from cli.words.notation import and_text
from cli.words.rulings import kind_text
from cli.words.scores import compared_lines, same_way_lines, score_text
from cli.words.vocabulary import quoted
from ledger.errors import OTHERS_UNREAD, Unavailable
from ledger.kernel.fact import Event, TakenBack
from ledger.laws.adjustment import Artificial
from ledger.laws.advice import ADVICE, disallowed_call, fits, is_play
from ledger.laws.rounding import Rounding
from ledger.projections.concerns import impossible_text
from ledger.projections.finality import OutdatedRuling, newly_outdated, outdated_text
from ledger.projections.lone_results import elsewhere, leaving_out, one_silences_the_other, silenced
from ledger.projections.planned import deviation_of
from ledger.projections.standings import standings
from ledger.recording import AS_USUAL, TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS
from ledger.session import Session, Stream
from ledger.session.places import sits_once, turned
from ledger.subjects.appeals.facts import DecideAppeal, Decision, ReviewDecision
from ledger.subjects.casebook import CaseClassified
from ledger.subjects.commands import Command
from ledger.subjects.matches.facts import Finding, OfMatch
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.movement.state import plan_of
from ledger.subjects.office.facts import JudgementSigned
from ledger.subjects.participation.facts import BoardNotPlayed, SatOut
from ledger.subjects.play.facts import CarryOverSet, ContestantsEntered, ResultCorrected, ResultRecorded, ResultVoided
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Judgement,
    PenaltyImposed,
    PenaltyWithdrawn,
    RulingWithdrawn,
)
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.tournaments.state import Tournament, is_standing_out, session_of

_DECISIONS = ("appeal-decided", "decision-reviewed")

OfTotals = PenaltyImposed | PenaltyWithdrawn | CarryOverSet | Decision | SatOut | TakenBack

_HEADLINES = 40
"""So many events are told one by one: more come only with a file."""


def record(desk: Desk, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Effect:
    """Hand a command to the office, and print what came of it."""
    effect = submit(desk, command, session_id, how)
    report(desk, effect)
    return effect


def submit(
    desk: Desk, command: Command, session_id: str | None = None, how: Submission = AS_USUAL, *, consented: bool = False
) -> Effect:
    """Hand a command to the office; what changes scores that are out is shown and asked first, whatever the command.

    `consented`: it was asked already. What was shown is what is recorded, or it is handed back.
    """
    if not (consented or how.shown):
        how = how._replace(shown=ask_first(desk, command, session_id or desk.session_id))
    return desk.submit(command, session_id, how)


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
    recorded = [
        {
            "number": each.number,
            "name": each.name.partition("/")[0],
            **(fields(each.event, "of", "kind", "again") if isinstance(each.event, TakenBack) else {}),
        }
        for each in effect.events
    ]
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
    rounding = effect.scores_after.totals.rounding if effect.scores_after else Rounding.HALF_UP
    return head | as_json(ripple_value(effect.ripple(), rounding)) | in_tournament


def _judgements(effect: Effect) -> list[Judgement | Decision]:
    return [each.event for each in effect.events if isinstance(each.event, Judgement | Decision)]


def _advice(effect: Effect) -> list[str]:
    return [code for event in _judgements(effect) for code in event.advice]


def _drawn_by(code: str, event: Judgement | Decision, session: Session) -> Iterator[str]:
    if code == "RULING_WITHOUT_EFFECT" and (ruling := judged_ruling(event, session)) and event.adjustment:
        for other in silenced(session, ruling.board, ruling.seating, event.adjustment):
            yield f"{other.case}, {kind_text(session.in_force(other).adjustment)}, is in force in the other room"
    if code == "DISALLOWED_NOT_CHECKED":
        how = "write 4S, 4SN, 4SN=, or who called what: S 4S over the slow double"
        for words in (each for each in event.disallowed if disallowed_call(each) is None):
            if is_play(words):
                yield f"{quoted(words)} is a play, and no outcome says what was led or played"
            else:
                yield f"in {quoted(words)} no call is found: {how}"
    if code == "LAW_AND_SCORE" and (score := event.adjustment):
        yield from (f"Law {law} is not for this: {kind_text(score)}" for law in event.laws if not fits(law, score))


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
        said = [envelope for envelope in effect.events if not isinstance(envelope.event, JudgementSigned)]
        said = [envelope for envelope in said if not isinstance(envelope.event, CaseClassified)] or said  # of a ruling
        again = (look_again_step(session_of(effect.after), each) for each in look_again(effect))
        if lines := (*again, *next_step(said[-1], effect.after)):
            desk.hint("", *lines)


def show_beside(desk: Desk, effect: Effect) -> None:
    """What else was recorded, in a stream beside the one that was typed to: a line each, with its name."""
    for envelope in effect.events:
        desk.say(f"{verb(effect)} {headline(envelope, effect.after, named=True)}")
    if effect.events and not effect.supposed:
        desk.say(digest_line(effect.after))


def _print_consequences(desk: Desk, effect: Effect) -> None:
    lines = (_new_lines, _impossible_lines, _movement_lines, _otherwise_lines, _left_out_lines, _undrawn_lines)
    for line in chain.from_iterable(each(effect) for each in lines):
        desk.say(line)
    for event in _judgements(effect):
        for code in event.advice:
            desk.hint(f"advice: {code}: {ADVICE[code]}")
            for text in _drawn_by(code, event, session_of(effect.after)):
                desk.hint(f"  {text}")
        ruling, scores = judged_ruling(event, effect.after), effect.scores_after
        if ruling and scores and isinstance(event.adjustment, Artificial) and event.adjustment.unless:
            for line in compared_lines(session_of(effect.after).boards[ruling.board][ruling.seating], scores):
                desk.say(line)
    moved = effect.ripple()
    print_ripple(desk, moved, effect.events)
    totals = list(_totals(effect))
    if not moved and not totals and any(_is_looked_for(each.event) for each in effect.events):
        desk.say("", "  nobody's score moves")
    for line in totals:
        desk.say(line)
    if any(isinstance(each.event, PenaltyImposed) for each in effect.events):
        from cli.screens import cases  # what was imposed before is looked for only where somebody is penalised

        if earlier := list(cases.earlier_lines(desk, effect)):
            desk.hint("", *earlier)
    if (found := look_again(effect)) and effect.scores_after:
        desk.say("", *(f"  {outdated_text(effect.scores_after, each)}" for each in found))
    if effect.overall:
        overall.print_effect(desk, effect.overall, moved_here=bool(effect.ripple()))
    if unread := effect.overall_untold:
        where = "`doctor` names it" if isinstance(unread, Unavailable) else "`verify` tells where"
        desk.hint_aside(f"warning: what it moves in a tournament cannot be told: {unread.message}", f"hint: {where}")
    if effect.scores_after is None or sits_once(session_of(effect.after)):
        return
    before = set(same_way_lines(effect.scores_before)) if effect.scores_before else set()
    for boards in same_way_lines(effect.scores_after):
        if boards not in before:
            desk.hint("", *boards)


def concern_lines(effect: Effect) -> Iterator[str]:
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
    told = {each.event.board for each in effect.events[:_HEADLINES] if isinstance(each.event, _AT_TABLES)}
    if not told:
        return
    session, numbers = session_of(effect.after), {each.number for each in effect.events}
    plan = plan_of(session)
    for played in (each for board in sorted(told) for each in session.boards.get(board, {}).values()):
        if numbers & {*played.events} and (deviation := deviation_of(session, played, plan)):
            yield f"note: otherwise than planned: {deviation}"


def _left_out_lines(effect: Effect) -> Iterator[str]:
    """Say what gives a board an artificial score though a room has a result, where the one or the other is new."""
    for envelope in effect.events[:_HEADLINES]:
        if isinstance(envelope.event, ResultRecorded | BoardNotPlayed):
            session, event = session_of(effect.after), envelope.event
            own = session.line(event.board, event.seating)
            for played in [*([own] if own else []), *elsewhere(session, event.board, event.seating)]:
                if names := leaving_out(session, played):
                    yield f"note: {played.name} has a result, and {and_text(names)} gives the board an artificial score"
                    yield f"advice: OTHER_ROOM_HAS_RESULT: {ADVICE['OTHER_ROOM_HAS_RESULT']}"


def _undrawn_lines(effect: Effect) -> Iterator[str]:
    yield from (f"note: {each.text}" for each in effect.undrawn)


_DOUBTS = (_new_lines, _impossible_lines, _otherwise_lines, _left_out_lines, _undrawn_lines)


def look_again(effect: Effect) -> list[OutdatedRuling]:
    """The rulings that are to be looked at again since: what they rest on was corrected."""
    if effect.scores_after is None:
        return []
    before, after = session_of(effect.before), effect.scores_after.session
    return newly_outdated(before, after) if before.opened else []


def _movement_lines(effect: Effect) -> Iterator[str]:
    for event in (each.event for each in effect.events):
        if isinstance(event, MovementSet):
            told = movement_lines(event, session_of(effect.after), session_of(effect.before))
            yield from (f"  {line}" for line in told)


def digest_line(after: Stream) -> str:
    """What the log is after it: whoever writes it down can tell whether it was kept so."""
    return f"  digest up to #{after.number}: {after.digest.hex()[:16]}"


def _totals(effect: Effect) -> Iterator[str]:
    for envelope in effect.events:
        if isinstance(envelope.event, Finding) and effect.scores_after:
            yield from worth_lines(envelope.event, effect.scores_after)
        if isinstance(envelope.event, OfMatch) and effect.scores_after:
            yield from played_lines(envelope.event, effect.scores_after)
        if _of_totals(envelope.event, effect.after):
            whose = _whose(envelope.event, effect.after)
            before, after = (
                next((row.total for field in ranked for row in field.rows if row.contestant == whose), None)
                for ranked in (standings(each) if each else () for each in (effect.scores_before, effect.scores_after))
            )
            same = before == after and (after is None or isinstance(envelope.event, Decision | SatOut))
            if not same:
                yield f"  total of {whose}: {score_text(before)}, now {score_text(after)}"


def _of_totals(event: Event, after: Stream) -> TypeGuard[OfTotals]:
    """Whether an event is of a contestant's total only: a penalty, a decision on one, a carry-over, a match missed."""
    if isinstance(event, Decision) or (isinstance(event, TakenBack) and event.kind in _DECISIONS):
        session = session_of(after)
        return session.appeals[event.case].against in session.penalties
    if isinstance(event, TakenBack):
        return event.kind == "penalty-withdrawn"
    return isinstance(event, PenaltyImposed | PenaltyWithdrawn | CarryOverSet | SatOut)


def _is_looked_for(event: Event) -> bool:
    """Whether somebody waits to see the scores of an event: that none moves is told."""
    if isinstance(event, TakenBack):
        return event.kind in (*_DECISIONS, "ruling-withdrawn")
    return isinstance(event, Judgement | Decision | RulingWithdrawn | ResultCorrected | ResultVoided)


def _whose(event: OfTotals, after: Stream) -> str:
    if isinstance(event, PenaltyImposed | CarryOverSet | SatOut):
        return event.contestant
    session = session_of(after)
    case = event.case if event.case in session.penalties else session.appeals[event.case].against
    return session.penalties[case].imposed.contestant


def ask_first(desk: Desk, command: Command, session_id: str) -> Effect | None:
    """Show what a command would do, and ask, where it changes scores that are out, or its facts were asked for.

    A ruling that leaves another in force without effect is asked about too. What was shown and agreed to; None where
    nothing was.
    """
    stream = desk.office.stream(session_id)
    wanted = desk.settings.show_first or _may_silence(command, stream) or anything_out(desk, stream)
    if not wanted or _need_not_ask(desk, session_id):
        return None
    supposed = desk.submit(command, session_id, TRIAL)
    without_effect = "RULING_WITHOUT_EFFECT" in _advice(supposed)
    if not (desk.settings.show_first or without_effect or what_is_out(supposed)):
        return None
    return _shown_and_asked(desk, supposed, "Record it all the same?" if without_effect else "Record it?")


def _may_silence(command: Command, stream: Stream) -> bool:
    """Whether a judgement, beside another ruling on its board, would leave one of the two without effect."""
    if not isinstance(stream, Session) or not stream.opened or FORMS[stream.opening.scoring].rooms < 2:
        return False
    own, board, score = None, None, None
    if isinstance(command, GiveRuling):
        board, score = command.where.board, command.adjustment
    elif isinstance(command, AmendRuling | DecideAppeal | ReviewDecision):
        appeal = stream.appeals.get(command.case)
        own = stream.rulings.get(appeal.against if appeal else command.case)
        board = own.board if own else None
        score = command.adjustment if isinstance(command, AmendRuling) else command.adjudication.adjustment
    tables = stream.boards.get(board, {}).values() if board else ()
    others = (ruling for table in tables for ruling in stream.rulings_of(table) if ruling is not own)
    return score is not None and any(
        one_silences_the_other(stream, score, stream.in_force(each).adjustment) for each in others
    )


def anything_out(desk: Desk, stream: Stream) -> bool:
    """Whether the scores of a session were given out, or the standing of a stage that rests on them."""
    if stream.given_out:
        return True
    try:
        tournament = desk.office.tournaments.of_session(stream.id)
    except OTHERS_UNREAD:
        return False  # what comes of it says that nobody knows
    return tournament is not None and is_standing_out(desk.office.tournaments.stream(tournament), stream.id)


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
    shown = None if need_not else _shown_and_asked(desk, desk.submit(command, how=TRIAL), question)
    return record(desk, command, how=Submission(shown=shown))


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
