"""A whole result file: what it says and the log does not yet say.

A line is new, changed, or as it was when it was last imported. Only new and changed lines are recorded,
so a file imported twice records nothing twice, and what directors and scorers recorded by hand since is
never overwritten by a line that did not change.
"""

from collections.abc import Iterator, Sequence

from ledger.commands import ImportSheet, OpenSession
from ledger.decide.deals import SheetDeals
from ledger.decide.opening import enter, open_session
from ledger.decide.people import named
from ledger.decide.response import Actor, Handlers, Remark, Response, Uncommitted
from ledger.decide.sheet_lines import SheetLines
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.events.play import BoardsAdded, ResultCorrected
from ledger.session import Session, evolve

_MOST_CORRECTIONS = 5


def import_sheet(command: ImportSheet, session: Session, actor: Actor) -> Response:
    """Open the session if need be, then record what is new in the file. Refused while lines need a person."""
    opening = _opening(command, session, actor)
    opened = _opened(session, opening)
    sheet, deals = SheetLines(opened, command), SheetDeals(opened, command.deals)
    deals.check_same_evening()
    lines = sheet.uncommitted()
    players = named(command.players, session, imported=True)
    uncommitted = (*opening, *players, *deals.uncommitted(), *lines)
    _check_same_evening(session, uncommitted)
    nothing_left = session.opened is None and not command.lines[len(sheet.skipped) - len(command.problems) :]
    if sheet.skipped and not command.only_show and (nothing_left or not command.skip_bad):
        raise _bad_lines(sheet.skipped)
    return Response(uncommitted, tuple(sheet.skipped), (*sheet.notes, *deals.notes()))


def _bad_lines(skipped: Sequence[Remark]) -> Refusal:
    first = "; ".join(f"{remark.where}: {remark.why}" for remark in skipped[:3])
    more = f"; and {len(skipped) - 3} more" if len(skipped) > 3 else ""
    lines = "1 line needs" if len(skipped) == 1 else f"{len(skipped)} lines need"
    hint = "--skip-bad records the rest; --dry-run lists everything"
    return Refusal("bad-lines", f"{lines} a person: {first}{more}", hint)


def _opening(command: ImportSheet, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    wanted, opened = command.opening, session.opened
    if opened is None:
        return open_session(wanted, session, actor)
    _check_same_event(wanted, session)
    if command.profile_stated and wanted.regulations != session.regulations:
        raise Refusal(
            "regulations-pinned",
            f"session {session.id} is under {session.regulations.profile}, not {wanted.regulations.profile}",
            "leave --profile out, or import into a new session: --session NAME",
        )
    new_boards = tuple(sorted(set(wanted.boards) - set(session.boards)))
    boards = (Uncommitted(BoardsAdded(new_boards)),) if new_boards else ()
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


def _check_same_evening(session: Session, uncommitted: Sequence[Uncommitted]) -> None:
    """A file that would correct most of what is recorded is another evening's."""
    corrections = sum(1 for each in uncommitted if isinstance(each.event, ResultCorrected))
    results = sum(1 for played in session.table_boards() if played.results)
    if corrections > _MOST_CORRECTIONS and 2 * corrections > results:
        raise Refusal(
            "other-event",
            f"the file contradicts {corrections} of the {results} results of session {session.id}",
            "--session NAME records it as a session of its own",
        )


def _identity(wanted: OpenSession, session: Session) -> Iterator[tuple[str, object, object]]:
    opened = session.opening
    yield "date", opened.date, wanted.date
    yield "number of winners", opened.winners, wanted.winners
    yield "form of scoring", opened.scoring, wanted.scoring


def _opened(session: Session, opening: tuple[Uncommitted, ...]) -> Session:
    """The session as it will be when the opening events are recorded, which the lines are checked against."""
    supposed = [Envelope(session.id, 0, "", each.event, "", 0, 0, 0, "", ()) for each in opening]
    return evolve(session, *supposed)


HANDLERS: Handlers = {ImportSheet: import_sheet}
