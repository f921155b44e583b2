"""Import of a whole result file: the lines that the log does not have yet.

A line is new, changed, or unchanged since the last import. Only new and changed lines are recorded: a file imported
twice records nothing twice, and an unchanged line never overwrites what directors and scorers recorded by hand.
"""

from collections.abc import Iterable, Iterator

from ledger.decide.sheet import devices
from ledger.decide.sheet.lines import SheetLines
from ledger.errors import Refusal
from ledger.guards.entering import enter_new, name_players_of_file
from ledger.labels import counted
from ledger.session.response import Actor, ProposedEvent, Response
from ledger.session.state import Session
from ledger.subjects.deals import SheetDeals
from ledger.subjects.play.facts import BoardsAdded, ResultCorrected, ResultVoided
from ledger.subjects.play.opening import open_session
from ledger.subjects.queue.decide import not_queued, queue_events, queue_for_director
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.sheets import ImportSheet

_MOST_CORRECTIONS, _NAMED = 5, 3


def import_sheet(command: ImportSheet, session: Session, actor: Actor) -> Response:
    """Return the events of a result file, with the session's opening if needed.

    Refusal: lines need a person (bad-lines), or the file contradicts the session (other-event, regulations-pinned).
    """
    opening = _opening_events(command, session, actor)
    opened = devices.session_after(session, opening)
    deals, erased = SheetDeals(opened, command.deals), devices.VoidedByDevice(opened, command)
    deals.check_same_evening()
    before = [
        *erased.uncommitted,
        *devices.correct_switched(opened, command.lines),
        *devices.correct_overwritten_seats(opened, command),
    ]
    sheet = SheetLines(devices.session_after(opened, before), command, erased.about)
    lines = [*before, *sheet.uncommitted()]
    contradicted = [
        *_list_corrections(session, lines),
        *(f"{remark.where}: {remark.why}" for remark in sheet.elsewhere),
    ]
    results = sum(1 for played in session.table_boards() if played.results)
    if len(contradicted) > _MOST_CORRECTIONS and 2 * len(contradicted) > results:  # it is another evening's file
        of_results = f"{len(contradicted)} of the {results} results of session {session.id}"
        message = f"the file contradicts {of_results}: {'; '.join(contradicted[:_NAMED])}"
        raise Refusal("other-event", message, "--session NAME records it as a session of its own")
    skipped = [*erased.skipped, *sheet.skipped]
    nothing_left = session.opened is None and not lines and not sheet.undecided
    stopping = not_queued(session, skipped)
    if stopping and not command.only_show and (nothing_left or not command.skip_bad):
        first = "; ".join(f"{remark.where}: {remark.why}" for remark in stopping[:3])
        more = f"; and {len(stopping) - 3} more" if len(stopping) > 3 else ""
        hint = "--skip-bad records the rest; --dry-run lists everything"
        raise Refusal("bad-lines", f"{counted(len(stopping), 'line', 'needs')} a person: {first}{more}", hint)
    if command.device:
        aside = queue_events(session, opened, command, [*skipped, *sheet.undecided, *sheet.beneath])
    else:
        aside = queue_for_director(session, opened, command, sheet.beneath)
    calls = devices.device_calls(session, command.calls)
    notes = [*sheet.notes, *deals.notes(), *([] if command.device else sheet.undecided)]
    names = name_players_of_file(command.players, session)
    return Response(
        (*opening, *names, *deals.uncommitted(), *lines, *calls, *aside),
        tuple(skipped),
        tuple(notes),
        sheet.tally(sum(1 for line in command.lines if line.erased), len(erased.skipped)),
    )


def _opening_events(command: ImportSheet, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    wanted = command.opening
    if session.opened is None:
        return open_session(wanted, session, actor)
    same = (
        ("date", session.opening.date, wanted.date),
        ("number of winners", session.opening.winners, wanted.winners),
        ("form of scoring", session.opening.scoring, wanted.scoring),
    )
    for what, ours, theirs in () if command.partial else same:
        if ours != theirs:
            differs = f"its {what} is {ours or 'not stated'}, the file's {theirs or 'not stated'}"
            message = f"session {session.id} holds another event: {differs}"
            raise Refusal("other-event", message, "--session NAME records the file as a session of its own")
    if command.profile_stated and wanted.regulations != session.regulations:
        message = f"session {session.id} is under {session.regulations.profile}, not {wanted.regulations.profile}"
        hint = "leave --profile out, or import into a new session: --session NAME"
        raise Refusal("regulations-pinned", message, hint)
    new_boards = tuple(sorted(set(wanted.boards) - set(session.boards)))
    boards = (ProposedEvent(BoardsAdded(new_boards)),) if new_boards else ()
    return *boards, *enter_new(wanted.contestants, session)


def _list_corrections(session: Session, uncommitted: Iterable[ProposedEvent]) -> Iterator[str]:
    for event in (each.event for each in uncommitted):
        if isinstance(event, ResultCorrected | ResultVoided) and (played := session.line(event.board, event.seating)):
            theirs = event.result if isinstance(event, ResultCorrected) else "nothing"
            yield f"{played.name} has {played.result} here, and {theirs} there"
        if isinstance(event, SeatingCorrected):
            moved = (each for each in event.tables if each.was.match != each.now.match)
            yield from (f"board {event.board} has {each.was} here, and {each.now} there" for each in moved)
