"""A whole result file: what it says and the log does not yet say.

A line is new, changed, or as it was when it was last imported. Only new and changed lines are recorded,
so a file imported twice records nothing twice, and what directors and scorers recorded by hand since is
never overwritten by a line that did not change.
"""

from collections.abc import Iterable, Iterator, Sequence

from ledger.decide.sheet.devices import ErasedLines, device_calls, supposing, turned, written_over
from ledger.decide.sheet.lines import SheetLines
from ledger.errors import Refusal
from ledger.guards.entering import enter, named_by_file
from ledger.session.response import Actor, Handlers, ProposedEvent, Remark, Response
from ledger.session.state import Session
from ledger.subjects.deals import SheetDeals
from ledger.subjects.play.facts import BoardsAdded, ResultCorrected, ResultVoided
from ledger.subjects.play.opening import open_session
from ledger.subjects.queue.decide import not_queued, put_to_a_director, queued
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.sheets import ImportSheet

_MOST_CORRECTIONS, _NAMED = 5, 3


def import_sheet(command: ImportSheet, session: Session, actor: Actor) -> Response:
    """Open the session if need be, then record what is new in the file. Refused while lines need a person."""
    opening = _opening(command, session, actor)
    opened = supposing(session, opening)
    deals, erased = SheetDeals(opened, command.deals), ErasedLines(opened, command)
    deals.check_same_evening()
    before = [*erased.uncommitted, *turned(opened, command.lines), *written_over(opened, command)]
    sheet = SheetLines(supposing(opened, before), command, erased.about)
    lines = [*before, *sheet.uncommitted()]
    _check_same_evening(session, lines, sheet.elsewhere)
    skipped = [*erased.skipped, *sheet.skipped]
    nothing_left = session.opened is None and not lines and not sheet.undecided
    stopping = not_queued(session, skipped)
    if stopping and not command.only_show and (nothing_left or not command.skip_bad):
        first = "; ".join(f"{remark.where}: {remark.why}" for remark in stopping[:3])
        more = f"; and {len(stopping) - 3} more" if len(stopping) > 3 else ""
        need = "1 line needs" if len(stopping) == 1 else f"{len(stopping)} lines need"
        hint = "--skip-bad records the rest; --dry-run lists everything"
        raise Refusal("bad-lines", f"{need} a person: {first}{more}", hint)
    if command.device:
        aside = queued(session, opened, command, [*skipped, *sheet.undecided, *sheet.beneath])
    else:
        aside = put_to_a_director(session, opened, command, sheet.beneath)
    calls = device_calls(session, command.calls)
    notes = [*sheet.notes, *deals.notes(), *([] if command.device else sheet.undecided)]
    names = named_by_file(command.players, session)
    return Response(
        (*opening, *names, *deals.uncommitted(), *lines, *calls, *aside),
        tuple(skipped),
        tuple(notes),
        sheet.tally(sum(1 for line in command.lines if line.erased), len(erased.skipped)),
    )


def _opening(command: ImportSheet, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    wanted, opened = command.opening, session.opened
    if opened is None:
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
    newcomers = [contestant for contestant in wanted.contestants if contestant not in session.contestants]
    return *boards, *enter(newcomers, opened)


def _check_same_evening(session: Session, uncommitted: Sequence[ProposedEvent], elsewhere: Sequence[Remark]) -> None:
    """A file that would correct most of what is recorded, or has most pairs elsewhere, is another evening's."""
    found = [*_corrections(session, uncommitted), *(f"{remark.where}: {remark.why}" for remark in elsewhere)]
    results = sum(1 for played in session.table_boards() if played.results)
    if len(found) > _MOST_CORRECTIONS and 2 * len(found) > results:
        named = "; ".join(found[:_NAMED])
        message = f"the file contradicts {len(found)} of the {results} results of session {session.id}: {named}"
        raise Refusal("other-event", message, "--session NAME records it as a session of its own")


def _corrections(session: Session, uncommitted: Iterable[ProposedEvent]) -> Iterator[str]:
    for event in (each.event for each in uncommitted):
        if isinstance(event, ResultCorrected | ResultVoided) and (played := session.line(event.board, event.seating)):
            theirs = event.result if isinstance(event, ResultCorrected) else "nothing"
            yield f"{played.name} has {played.result} here, and {theirs} there"
        if isinstance(event, SeatingCorrected):
            others = (each for each in event.tables if each.was.match != each.now.match)
            yield from (f"board {event.board} has {each.was} here, and {each.now} there" for each in others)


HANDLERS: Handlers = {ImportSheet: import_sheet}
