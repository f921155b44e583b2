"""A whole result file: what it says and the log does not yet say. What it says besides its results is recorded as if it
were said at the desk, unless it was said here before.

A line is new, changed, or as it was when it was last imported. Only new and changed lines are recorded,
so a file imported twice records nothing twice, and what directors and scorers recorded by hand since is
never overwritten by a line that did not change.
"""

from collections.abc import Iterable, Iterator, Sequence

from ledger.decide import matches, participation, penalties, play, rulings, sitting_out
from ledger.decide.deals import SheetDeals
from ledger.decide.entering import enter
from ledger.decide.opening import open_session
from ledger.decide.people import named_by_file
from ledger.decide.queue import not_queued, put_to_a_director, queued
from ledger.decide.response import Actor, Handlers, ProposedEvent, Remark, Response
from ledger.decide.sheet.devices import ErasedLines, device_calls, turned, written_over
from ledger.decide.sheet.lines import SheetLines
from ledger.decide.sheet.supposing import supposing
from ledger.errors import Refusal
from ledger.facts import Command, ImportSheet, OpenSession
from ledger.facts.play import BoardsAdded, ResultCorrected, ResultVoided
from ledger.facts.seating import SeatingCorrected
from ledger.projections.as_commands import bare, ever_said
from ledger.session import Session

_HANDLERS: Handlers = {
    **matches.HANDLERS,
    **participation.HANDLERS,
    **penalties.HANDLERS,
    **play.HANDLERS,
    **rulings.HANDLERS,
    **sitting_out.HANDLERS,
}


class CompanionImport:
    """What is recorded of it, in a session that has the results already, and what is refused there.

    What was taken back here stays so: it was said once.
    """

    def __init__(self, session: Session, command: ImportSheet, actor: Actor) -> None:
        self.uncommitted: list[ProposedEvent] = []
        self.skipped: list[Remark] = []
        known = ever_said(session) if command.besides else []
        for place, said in command.besides:
            if bare(said) in known:
                continue
            try:
                found = _events(said, session, actor)
            except Refusal as refusal:
                self.skipped.append(Remark(place, refusal.message))
                continue
            self.uncommitted += found
            session = supposing(session, found)


def _events(said: Command, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    answer = _HANDLERS[type(said)](said, session, actor)
    return answer.uncommitted if isinstance(answer, Response) else answer


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
    more = CompanionImport(supposing(opened, lines), command, actor)
    skipped = [*erased.skipped, *sheet.skipped, *more.skipped]
    nothing_left = session.opened is None and not lines and not sheet.undecided
    stopping = not_queued(session, skipped)
    if stopping and not command.only_show and (nothing_left or not command.skip_bad):
        raise _bad_lines(stopping)
    if command.device:
        aside = queued(session, opened, command, [*skipped, *sheet.undecided, *sheet.beneath])
    else:
        aside = put_to_a_director(session, opened, command, sheet.beneath)
    calls = device_calls(session, command.calls)
    notes = [*sheet.notes, *deals.notes(), *([] if command.device else sheet.undecided)]
    names = named_by_file(command.players, session)
    return Response(
        (*opening, *names, *deals.uncommitted(), *lines, *more.uncommitted, *calls, *aside),
        tuple(skipped),
        tuple(notes),
    )


def _bad_lines(skipped: Sequence[Remark]) -> Refusal:
    first = "; ".join(f"{remark.where}: {remark.why}" for remark in skipped[:3])
    more = f"; and {len(skipped) - 3} more" if len(skipped) > 3 else ""
    lines = "1 line needs" if len(skipped) == 1 else f"{len(skipped)} lines need"
    hint = "--skip-bad records the rest; --dry-run lists everything"
    return Refusal("bad-lines", f"{lines} a person: {first}{more}", hint)


def _opening(command: ImportSheet, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    wanted, opened = command.opening, session.opened
    if opened is None:
        return open_session(wanted, session, actor)
    if not command.partial:
        _check_same_event(wanted, session)
    if command.profile_stated and wanted.regulations != session.regulations:
        raise Refusal(
            "regulations-pinned",
            f"session {session.id} is under {session.regulations.profile}, not {wanted.regulations.profile}",
            "leave --profile out, or import into a new session: --session NAME",
        )
    new_boards = tuple(sorted(set(wanted.boards) - set(session.boards)))
    boards = (ProposedEvent(BoardsAdded(new_boards)),) if new_boards else ()
    newcomers = [contestant for contestant in wanted.contestants if contestant not in session.contestants]
    return *boards, *enter(newcomers, opened)


def _check_same_event(wanted: OpenSession, session: Session) -> None:
    """Refuse a file of another evening, event or form of scoring than the session's."""
    for what, ours, theirs in _identity(wanted, session):
        if ours != theirs:
            differs = f"its {what} is {ours or 'not stated'}, the file's {theirs or 'not stated'}"
            raise Refusal(
                "other-event",
                f"session {session.id} holds another event: {differs}",
                "--session NAME records the file as a session of its own",
            )


def _check_same_evening(session: Session, uncommitted: Sequence[ProposedEvent], elsewhere: Sequence[Remark]) -> None:
    """A file that would correct most of what is recorded, or has most pairs elsewhere, is another evening's."""
    found = [*_corrections(session, uncommitted), *(f"{remark.where}: {remark.why}" for remark in elsewhere)]
    results = sum(1 for played in session.table_boards() if played.results)
    if len(found) > _MOST_CORRECTIONS and 2 * len(found) > results:
        raise Refusal(
            "other-event",
            f"the file contradicts {len(found)} of the {results} results of session {session.id}: "
            + "; ".join(found[:_NAMED]),
            "--session NAME records it as a session of its own",
        )


def _corrections(session: Session, uncommitted: Iterable[ProposedEvent]) -> Iterator[str]:
    """What the file says otherwise than the session, in a few words each."""
    for event in (each.event for each in uncommitted):
        if isinstance(event, ResultCorrected | ResultVoided) and (played := session.line(event.board, event.seating)):
            theirs = event.result if isinstance(event, ResultCorrected) else "nothing"
            yield f"{played.name} has {played.result} here, and {theirs} there"
        if isinstance(event, SeatingCorrected):
            others = (each for each in event.tables if each.was.match != each.now.match)
            yield from (f"board {event.board} has {each.was} here, and {each.now} there" for each in others)


def _identity(wanted: OpenSession, session: Session) -> Iterator[tuple[str, object, object]]:
    opened = session.opening
    yield "date", opened.date, wanted.date
    yield "number of winners", opened.winners, wanted.winners
    yield "form of scoring", opened.scoring, wanted.scoring


HANDLERS: Handlers = {ImportSheet: import_sheet}
