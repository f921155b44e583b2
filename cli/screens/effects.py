"""Submit commands; print the events recorded, the scores moved, and the next step."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeGuard

from cli.desk.desk import Desk
from cli.screens.events import print_ripple
from cli.views.answers import as_json, fields
from cli.views.checks import place_text
from cli.views.events import ripple_value
from cli.words.events import case_of_event, headline, judged_ruling, judgement_lines
from cli.words.matches import voided_play_lines, worth_lines
from cli.words.movement import movement_lines
from cli.words.next_steps import next_step, outdated_ruling_step
from cli.words.notation import and_text
from cli.words.rulings import kind_text
from cli.words.scores import compared_lines, same_direction_lines, score_text
from cli.words.vocabulary import counted, put_in_quotes
from ledger.errors import UNREADABLE_STREAM, Unavailable
from ledger.kernel.fact import Command, Event, TakenBack
from ledger.laws.adjustment import Artificial
from ledger.laws.advice import ADVICE, disallowed_call, is_play
from ledger.laws.rounding import Rounding
from ledger.projections.concerns import impossible_text
from ledger.projections.finality import OutdatedRuling, newly_outdated, outdated_text
from ledger.projections.lone_results import (
    artificial_score_sources,
    is_one_without_effect,
    list_other_tables,
    rulings_without_effect,
)
from ledger.projections.planned import deviation_of
from ledger.projections.standings import standings
from ledger.recording import AS_USUAL, TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS
from ledger.session import Session, Stream
from ledger.session.places import exchange_letters, sits_at_one_table
from ledger.subjects.appeals.facts import DecideAppeal, Decision, ReviewDecision
from ledger.subjects.casebook import CaseClassified
from ledger.subjects.matches.facts import Finding, MatchFinding
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.movement.state import plan_of
from ledger.subjects.office.facts import SigningEvent
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
from ledger.subjects.tournaments.state import Tournament, session_of, was_standing_published

_DECISIONS = ("appeal-decided", "decision-reviewed")

TotalChange = PenaltyImposed | PenaltyWithdrawn | CarryOverSet | Decision | SatOut | TakenBack

_HEADLINES = 40
"""The most events that are printed one by one; only a file brings more."""


def record(desk: Desk, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Effect:
    """Submit a command and print its effect."""
    effect = submit(desk, command, session_id, how)
    report(desk, effect)
    return effect


def submit(
    desk: Desk, command: Command, session_id: str | None = None, how: Submission = AS_USUAL, *, consented: bool = False
) -> Effect:
    """Submit a command; before a change of published scores, show the effect and ask.

    `consented`: the user has agreed already. If the effect is no longer the one shown, the office refuses the command.
    """
    if not (consented or how.shown):
        how = how._replace(shown=confirm_if_needed(desk, command, session_id or desk.session_id))
    return desk.submit(command, session_id, how)


def report(desk: Desk, effect: Effect, **more: object) -> None:
    """Print the effect of a command, with the scores it moved; `more` goes into the JSON only."""
    if desk.settings.json:
        desk.print_json_of_state("recorded/1", effect.after, effect_json(effect) | more)
    else:
        show(desk, effect)


def verb(effect: Effect) -> str:
    """Return 'Recorded', 'Already recorded' or 'Would record'."""
    if effect.supposed:
        return "Would record"
    return "Already recorded" if effect.repeated else "Recorded"


def effect_json(effect: Effect) -> dict[str, object]:
    """Return the effect of a command as JSON."""
    recorded = []
    for each in effect.events:
        taken_back = fields(each.event, "of", "kind", "again") if isinstance(each.event, TakenBack) else {}
        recorded.append({"number": each.number, "name": each.name.partition("/")[0], **taken_back})
    case = next(filter(None, (case_of_event(envelope.event) for envelope in effect.events)), None)
    head = {"recorded": recorded, "dry_run": effect.supposed, "case": case, "advice": _advice(effect)}
    in_tournament: dict[str, object] = {}
    if effect.overall:
        from cli.screens.tournaments.ripples import effect_json

        in_tournament = {"tournament": effect_json(effect.overall)}
    if effect.overall_trouble:
        in_tournament = {"tournament_untold": effect.overall_trouble.message}
    rounding = effect.scores_after.totals.rounding if effect.scores_after else Rounding.HALF_UP
    return {**head, **as_json(ripple_value(effect.ripple(), rounding)), **in_tournament}


def _judgements(effect: Effect) -> list[Judgement | Decision]:
    return [each.event for each in effect.events if isinstance(each.event, Judgement | Decision)]


def _advice(effect: Effect) -> list[str]:
    return [code for event in _judgements(effect) for code in event.advice]


def _advice_details(code: str, event: Judgement | Decision, session: Session) -> Iterator[str]:
    edition = session.regulations.edition
    if code == "RULING_WITHOUT_EFFECT" and (ruling := judged_ruling(event, session)) and event.adjustment:
        for second in rulings_without_effect(session, ruling.board, ruling.seating, event.adjustment):
            kind = kind_text(session.in_force(second).adjustment, edition)
            yield f"{second.case}, {kind}, is in force in the other room"
    if code == "DISALLOWED_NOT_CHECKED":
        how = "write 4S, 4SN, 4SN=, or who called what: S 4S over the slow double"
        for words in (each for each in event.disallowed if disallowed_call(each) is None):
            if is_play(words):
                yield f"{put_in_quotes(words)} is a play, and no outcome says what was led or played"
            else:
                yield f"in {put_in_quotes(words)} no call is found: {how}"
    if code == "LAW_AND_SCORE" and (score := event.adjustment):
        yield from (
            f"Law {law} is not for this: {kind_text(score, edition)}"
            for law in event.laws
            if not edition.fits(law, score)
        )


def show(desk: Desk, effect: Effect) -> None:
    """Print the effect of a command, whether it was recorded or only tried."""
    envelopes = effect.events if desk.settings.verbose else effect.events[:_HEADLINES]
    for envelope in envelopes:
        # with several sessions in the ledger, `use` may point to another than the user thinks: name it
        desk.say(f"{verb(effect)} {headline(envelope, effect.after, named=bool(desk.settings.several))}")
        if not desk.settings.quiet:
            for line in judgement_lines(envelope.event, effect.after, desk.symbols):
                desk.say(line)
    if len(envelopes) < len(effect.events):
        desk.say(f"  … and {counted(len(effect.events) - len(envelopes), 'more event')} (-v shows them)")
    if not desk.settings.quiet:
        _print_consequences(desk, effect)
    if effect.events and not effect.supposed:
        desk.say(digest_line(effect.after))
    if effect.events and not (desk.settings.quiet or effect.supposed or effect.repeated):
        # a signature or a classification only accompanies the ruling that the next step is about
        events = [each for each in effect.events if not isinstance(each.event, SigningEvent)]
        events = [each for each in events if not isinstance(each.event, CaseClassified)] or events
        again = (outdated_ruling_step(session_of(effect.after), each) for each in find_newly_outdated(effect))
        if lines := (*again, *next_step(events[-1], effect.after)):
            desk.hint("", *lines)


def print_second_stream(desk: Desk, effect: Effect) -> None:
    """Print the events that a command also recorded in another session or tournament, with its name."""
    for envelope in effect.events:
        desk.say(f"{verb(effect)} {headline(envelope, effect.after, named=True)}")
    if effect.events and not effect.supposed:
        desk.say(digest_line(effect.after))


def _advice_line(code: str, session: Session) -> str:
    return f"advice: {code}: {session.regulations.edition.fill(ADVICE[code])}"


def _print_consequences(desk: Desk, effect: Effect) -> None:
    for line in chain.from_iterable(each(effect) for each in (*_OF_TYPING, _movement_lines, *_AT_THE_TABLE)):
        desk.say(line)
    for event in _judgements(effect):
        for code in event.advice:
            desk.hint(_advice_line(code, session_of(effect.after)))
            for text in _advice_details(code, event, session_of(effect.after)):
                desk.hint(f"  {text}")
        ruling, scores = judged_ruling(event, effect.after), effect.scores_after
        if ruling and scores and isinstance(event.adjustment, Artificial) and event.adjustment.unless:
            for line in compared_lines(session_of(effect.after).boards[ruling.board][ruling.seating], scores):
                desk.say(line)
    moved = effect.ripple()
    print_ripple(desk, moved, effect.events)
    totals = list(_totals(effect))
    if not moved and not totals and any(_needs_score_line(each.event) for each in effect.events):
        desk.say("", "  nobody's score moves")
    for line in totals:
        desk.say(line)
    if any(isinstance(each.event, PenaltyImposed) for each in effect.events):
        from cli.screens import cases  # imported late: only a penalty needs it

        if earlier := list(cases.earlier_lines(desk, effect)):
            desk.hint("", *earlier)
    if (outdated := find_newly_outdated(effect)) and effect.scores_after:
        desk.say("", *(f"  {outdated_text(effect.scores_after, each)}" for each in outdated))
    if effect.overall:
        from cli.screens.tournaments.ripples import print_effect

        print_effect(desk, effect.overall, moved_here=bool(effect.ripple()))
    if unread := effect.overall_trouble:
        where = "`doctor` names it" if isinstance(unread, Unavailable) else "`verify` tells where"
        desk.hint_aside(f"warning: the effect on a tournament is unknown: {unread.message}", f"hint: {where}")
    if effect.scores_after is None or sits_at_one_table(session_of(effect.after)):
        return
    # only boards that this command turned: the earlier ones were reported when they were recorded
    before = set(same_direction_lines(effect.scores_before)) if effect.scores_before else set()
    for boards in same_direction_lines(effect.scores_after):
        if boards not in before:
            desk.hint("", *boards)


def concern_lines(effect: Effect) -> Iterator[str]:
    """Return a line for each possible slip of the pen in the events recorded."""
    return chain.from_iterable(each(effect) for each in (*_OF_TYPING, *_AT_THE_TABLE))


def _new_contestant_lines(effect: Effect) -> Iterator[str]:
    """Yield a note if a result enters a contestant whose number is a known one with two digits swapped."""
    entered = [each.event for each in effect.events if isinstance(each.event, ContestantsEntered)]
    for label in chain.from_iterable(each.contestants for each in entered if len(effect.events) > 1):
        if similar := exchange_letters(label, session_of(effect.before).contestants):
            yield f"note: {label} is a new contestant; is {similar[0]} meant?"


def _impossible_lines(effect: Effect) -> Iterator[str]:
    """Yield a note for each score that no contract gives on its board: the result may be of another board."""
    typed = [each.event for each in effect.events[:_HEADLINES]]
    for event in typed:
        if isinstance(event, ResultRecorded | ResultCorrected) and (text := impossible_text(event.result, event.board)):
            yield f"note: {text}: is it of another board?"


_AT_TABLES = ResultRecorded | ResultCorrected | SeatingCorrected


def _deviation_lines(effect: Effect) -> Iterator[str]:
    boards = {each.event.board for each in effect.events[:_HEADLINES] if isinstance(each.event, _AT_TABLES)}
    if not boards:
        return
    session, numbers = session_of(effect.after), {each.number for each in effect.events}
    plan = plan_of(session)
    for played in (each for board in sorted(boards) for each in session.boards.get(board, {}).values()):
        if numbers & {*played.events} and (deviation := deviation_of(session, played, plan)):
            yield f"note: not as planned: {deviation}"


def _overridden_result_lines(effect: Effect) -> Iterator[str]:
    """Yield a note for each board just recorded whose result, in either room, an artificial score overrides."""
    for envelope in effect.events[:_HEADLINES]:
        if isinstance(envelope.event, ResultRecorded | BoardNotPlayed):
            session, event = session_of(effect.after), envelope.event
            line = session.line(event.board, event.seating)
            for played in [*([line] if line else []), *list_other_tables(session, event.board, event.seating)]:
                if names := artificial_score_sources(session, played):
                    yield f"note: {played.name} has a result, and {and_text(names)} gives the board an artificial score"
                    yield _advice_line("OTHER_ROOM_HAS_RESULT", session)


def _doubt_lines(effect: Effect) -> Iterator[str]:
    yield from (f"look again: {place_text(each)}: {each.text}" for each in effect.doubts[:_HEADLINES])


def _undrawn_lines(effect: Effect) -> Iterator[str]:
    yield from (f"note: {each.text}" for each in effect.undrawn)


_OF_TYPING = (_new_contestant_lines, _impossible_lines)
_AT_THE_TABLE = (_doubt_lines, _deviation_lines, _overridden_result_lines, _undrawn_lines)


def find_newly_outdated(effect: Effect) -> list[OutdatedRuling]:
    """Return the rulings that a command made outdated by correcting the results they rest on."""
    if effect.scores_after is None:
        return []
    before, after = session_of(effect.before), effect.scores_after.session
    return newly_outdated(before, after) if before.opened else []


def _movement_lines(effect: Effect) -> Iterator[str]:
    for event in (each.event for each in effect.events):
        if isinstance(event, MovementSet):
            lines = movement_lines(event, session_of(effect.after), session_of(effect.before))
            yield from (f"  {line}" for line in lines)


def digest_line(after: Stream) -> str:
    """Return a line with the log's digest; kept on paper, it proves later that the log up to here is unchanged."""
    return f"  digest up to #{after.number}: {after.digest.hex()[:16]}"


def _totals(effect: Effect) -> Iterator[str]:
    for envelope in effect.events:
        if isinstance(envelope.event, Finding) and effect.scores_after:
            yield from worth_lines(envelope.event, effect.scores_after)
        if isinstance(envelope.event, MatchFinding) and effect.scores_after:
            yield from voided_play_lines(envelope.event, effect.scores_after)
        if _is_total_change(envelope.event, effect.after):
            whose = _contestant_of(envelope.event, effect.after)
            before, after = (
                next((row.total for field in ranked for row in field.rows if row.contestant == whose), None)
                for ranked in (standings(each) if each else () for each in (effect.scores_before, effect.scores_after))
            )
            unchanged = before == after and (after is None or isinstance(envelope.event, Decision | SatOut))
            if not unchanged:
                yield f"  total of {whose}: {score_text(before)}, now {score_text(after)}"


def _is_total_change(event: Event, after: Stream) -> TypeGuard[TotalChange]:
    """Return True if an event changes only a total: a penalty, a decision on one, a carry-over, a missed match."""
    if isinstance(event, Decision) or (isinstance(event, TakenBack) and event.kind in _DECISIONS):
        session = session_of(after)
        return session.appeals[event.case].against in session.penalties
    if isinstance(event, TakenBack):
        return event.kind == "penalty-withdrawn"
    return isinstance(event, PenaltyImposed | PenaltyWithdrawn | CarryOverSet | SatOut)


def _needs_score_line(event: Event) -> bool:
    """Return True if people wait for an event's effect on scores, so that even 'nobody's score moves' is printed."""
    if isinstance(event, TakenBack):
        return event.kind in (*_DECISIONS, "ruling-withdrawn")
    return isinstance(event, Judgement | Decision | RulingWithdrawn | ResultCorrected | ResultVoided)


def _contestant_of(event: TotalChange, after: Stream) -> str:
    if isinstance(event, PenaltyImposed | CarryOverSet | SatOut):
        return event.contestant
    session = session_of(after)
    case = event.case if event.case in session.penalties else session.appeals[event.case].against
    return session.penalties[case].imposed.contestant


def confirm_if_needed(desk: Desk, command: Command, session_id: str) -> Effect | None:
    """Show the effect of a command and ask, if published scores change or the facts were typed at prompts.

    A ruling that leaves another without effect is asked about too. Return the effect agreed to; None if unasked.
    """
    stream = desk.office.stream(session_id)
    may_need_consent = desk.settings.show_first or _may_silence(command, stream) or was_published(desk, stream)
    if not may_need_consent or is_unasked(desk, session_id):
        return None
    supposed = desk.submit(command, session_id, TRIAL)
    without_effect = "RULING_WITHOUT_EFFECT" in _advice(supposed)
    if not (desk.settings.show_first or without_effect or published_change_text(supposed)):
        return None
    return _show_and_ask(desk, supposed, "Record it all the same?" if without_effect else "Record it?")


def _may_silence(command: Command, stream: Stream) -> bool:
    """Return True if a command's score and another ruling on the board may leave one of the two without effect."""
    # only with two rooms can a ruling on the whole board silence one on its own table
    if not isinstance(stream, Session) or not stream.opened or FORMS[stream.opening.scoring].rooms < 2:
        return False
    ruling, board, score = None, None, None
    if isinstance(command, GiveRuling):
        board, score = command.where.board, command.adjustment
    elif isinstance(command, AmendRuling | DecideAppeal | ReviewDecision):
        appeal = stream.appeals.get(command.case)
        ruling = stream.rulings.get(appeal.against if appeal else command.case)
        board = ruling.board if ruling else None
        score = command.adjustment if isinstance(command, AmendRuling) else command.adjudication.adjustment
    tables = stream.boards.get(board, {}).values() if board else ()
    second = (stream.in_force(each) for table in tables for each in stream.rulings_of(table) if each is not ruling)
    return score is not None and any(is_one_without_effect(stream, score, each.adjustment) for each in second)


def was_published(desk: Desk, stream: Stream) -> bool:
    """Return True if the scores of a session, or the standings of a stage built on them, were ever published."""
    if stream.given_out:
        return True
    try:
        tournament = desk.office.tournaments.of_session(stream.id)
    except UNREADABLE_STREAM:
        return False  # the effect warns that the tournament cannot be read
    return tournament is not None and was_standing_published(desk.office.tournaments.stream(tournament), stream.id)


def published_change_text(supposed: Effect) -> str:
    """Return a sentence on the published scores that a command changes; '' if it changes none."""
    stream = supposed.publication_changed
    if stream is None:
        return ""
    if isinstance(stream, Tournament):
        when = "is out" if stream.publications else "was out until it was taken back"
        return f"The standing of {stream.id} {when}, and this changes it."
    when = "are out" if stream.publications else "were out until they were taken back"
    return f"The scores {when}, and this changes them."


def ask_and_record(desk: Desk, command: Command, question: str) -> Effect:
    """Show the effect of a command, ask whether to record it, and record it."""
    unasked = is_unasked(desk, desk.session_id)
    effect_shown = None if unasked else _show_and_ask(desk, desk.submit(command, how=TRIAL), question)
    return record(desk, command, how=Submission(shown=effect_shown))


def is_unasked(desk: Desk, session_id: str) -> bool:
    """Return True if a command asks no question: with --yes or --dry-run, or if it is a repeated one."""
    settings = desk.settings
    return settings.yes or settings.dry_run or bool(desk.office.events_recorded_under(session_id, settings.command_id))


def _show_and_ask(desk: Desk, supposed: Effect, question: str) -> Effect:
    if not desk.settings.json:
        show(desk, supposed)
    if change_text := published_change_text(supposed):
        desk.confirm(f"{change_text} {question}")
    else:
        # Enter means yes only after a dialogue
        desk.confirm(question, default=desk.settings.show_first)
    return supposed
