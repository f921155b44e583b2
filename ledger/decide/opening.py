"""Opening and closing a session, and who takes part."""

import re
from calendar import monthrange
from collections.abc import Iterable

from ledger.bounds.tournaments import BOARD
from ledger.bridge import Unreadable
from ledger.decide.entering import enter
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.errors import Refusal
from ledger.facts import AddBoards, AmendRegulations, CloseSession, OpenSession, RemoveBoards
from ledger.facts.play import BoardsAdded, BoardsRemoved, RegulationsAmended, SessionClosed, SessionOpened
from ledger.labels import require_session_name
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import short_text
from ledger.scoring.forms import FORMS, FormName
from ledger.session import Session, Stream
from ledger.session.case_numbers import provisional_rulings
from ledger.session.participation import still_to_play
from ledger.session.places import require_board

_DAY = re.compile(r"([1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


def open_session(command: OpenSession, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Open a session and enter its contestants."""
    require_session_name(session.id)
    if session.opened:
        raise Refusal(
            "session-exists", f"session {session.id} is open already", "choose another name, or record into it"
        )
    _check_one_field(command.scoring, command.winners, command.regulations)
    _check_day(command.date)
    _check_boards(command.boards)
    opened = SessionOpened(
        command.title,
        command.date,
        command.scoring,
        command.winners,
        "listed" if command.contestants else "open",
        tuple(sorted(set(command.boards))),
        command.regulations,
    )
    return ProposedEvent(opened), *enter(command.contestants, command)


def _check_day(text: str | None) -> None:
    """Unreadable (bad-time) where the day of play is none of the calendar's."""
    day = _DAY.fullmatch(text or "")
    if text is None or (day and int(day[3]) <= monthrange(int(day[1]), int(day[2]))[1]):
        return
    raise Unreadable("bad-time", f"{text!r} is no day", text=text, marks=((0, len(text)),), hint="write 2026-03-05")


def add_boards(command: AddBoards, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Add boards that are not in the session yet."""
    _check_boards(command.boards)
    new = tuple(sorted(set(command.boards) - set(session.boards)))
    if not new:
        raise Refusal("nothing-to-change", "they are all in the session already", "`session show`")
    return (ProposedEvent(BoardsAdded(new)),)


def remove_boards(command: RemoveBoards, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Boards that were not played are taken out; refused where somebody recorded anything on one."""
    boards = tuple(sorted(set(command.boards)))
    for board in boards:
        require_board(session, board)
        if recorded := recorded_on(session, board):
            message = f"{recorded} is on board {board}"
            raise Refusal("has-dependants", message, "what was recorded on a board stays in its log, and so does it")
    return (ProposedEvent(BoardsRemoved(boards, command.reason)),)


def recorded_on(session: Session, board: int) -> str:
    """What somebody recorded on a board, even if it was taken back; '' where nobody did."""
    found = [f"#{played.events[0]}" for played in session.boards[board].values()]
    found += [f"#{played.events[0]}" for played in session.voided.values() if played.board == board]
    found += [ruling.case for ruling in session.rulings.values() if ruling.board == board]
    found += [f"#{history[0].number}" for history in (session.deals.get(board),) if history]
    found += [call.case for call in session.calls.values() if call.called.board == board]
    return next(iter(found), "")


def _check_boards(boards: Iterable[int]) -> None:
    for board in boards:
        if not BOARD.hold(board):
            raise Refusal("no-such-board", f"there is no board {board}", f"boards are numbered 1 to {BOARD.most}")


def close_session(command: CloseSession, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Close a session or a tournament."""
    if isinstance(stream, Session):
        _check_over(stream)
    return (ProposedEvent(SessionClosed(command.reason), (stream.number,)),)


def _check_over(session: Session) -> None:
    """Refuse a session where appeals are to be decided, rulings to be given, boards to be played."""
    if undecided := [appeal.case for appeal in session.appeals.values() if appeal.open]:
        raise Refusal(
            "cases-open", f"{', '.join(undecided)} still to be decided", "`appeal decide`, or `appeal withdraw`, first"
        )
    if provisional := provisional_rulings(session):
        raise Refusal("cases-open", f"{', '.join(provisional)} still provisional", "`ruling amend` gives the ruling")
    if late := still_to_play(session):
        message = f"{', '.join(each.name for each in late)} still to be played"
        raise Refusal("cases-open", message, "`result add`; or `result not-played`, where it was not played after all")


def amend_regulations(command: AmendRegulations, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Other regulations from now on; every score follows them, and the ripple shows what moved."""
    if command.regulations == session.regulations:
        raise Refusal(
            "nothing-to-change",
            f"session {session.id} is under {session.regulations.profile} already",
            "`session show`",
        )
    _check_one_field(session.opening.scoring, session.opening.winners, command.regulations)
    check_penalties_kept(session, command.regulations)
    return (ProposedEvent(RegulationsAmended(command.regulations, command.reason)),)


def check_penalties_kept(session: Session, regulations: Regulations) -> None:
    """Refuse regulations under which a penalty in force would take nothing: in victory points, where there are none."""
    if FORMS[session.opening.scoring].victory_points(regulations) is not None:
        return
    lost = [each for each in session.penalties_in_force() if each.imposed.unit == "VP" and each.imposed.amount]
    for penalty in lost:
        case, amount = penalty.imposed.case, short_text(penalty.imposed.amount)
        raise Refusal(
            "wrong-unit",
            f"{regulations.profile} has no victory points, and {case} takes {amount} VP from "
            f"{penalty.imposed.contestant}",
            f"`penalty withdraw {case}`, and impose it in another unit, first",
        )


def _check_one_field(scoring: FormName, winners: int, regulations: Regulations) -> None:
    """Refuse directions ranked apart where pairs are ranked by their matches: they sit both ways."""
    if winners == 2 and FORMS[scoring].in_matches(regulations):
        raise Refusal(
            "needs-one-field",
            f"{regulations.profile} converts matches of pairs, who are ranked together",
            "--winners 1, and contestants without a direction: 1-12",
        )


HANDLERS: Handlers = {
    OpenSession: open_session,
    AddBoards: add_boards,
    RemoveBoards: remove_boards,
    AmendRegulations: amend_regulations,
    CloseSession: close_session,
}
