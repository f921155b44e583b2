"""Decide the opening and closing of a session, its contestants, boards and regulations."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator

from msgspec.structs import astuple

from ledger.bounds.tournaments import BOARD
from ledger.bridge import Unreadable
from ledger.errors import Refusal
from ledger.guards.entering import check_each_once, enter, enter_new, name_players_at_entry
from ledger.guards.offices import check_amendment
from ledger.labels import require_session_name
from ledger.laws.regulations import Regulations
from ledger.overall.people import people_of
from ledger.scoring.forms import FORMS, FormName
from ledger.session.case_numbers import provisional_rulings
from ledger.session.places import require_board, require_contestant
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of
from ledger.session.settled import replacements
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.movement.state import seats
from ledger.subjects.participation.facts import AtTableFact
from ledger.subjects.participation.state import postponed_boards
from ledger.subjects.play import facts
from ledger.subjects.rulings.facts import Undo

_DAY = re.compile(r"([1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


def open_session(command: facts.OpenSession, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Open a session and enter its contestants; refused if it exists, or if a board, a label or the day is wrong."""
    require_session_name(session.id)
    if session.opened:
        message = f"session {session.id} is open already"
        raise Refusal("session-exists", message, "choose another name, or record into it")
    _check_one_field(command.scoring, command.winners, command.regulations)
    day = _DAY.fullmatch(text := command.date or "")
    if command.date is not None and not (day and int(day[3]) <= monthrange(int(day[1]), int(day[2]))[1]):
        raise Unreadable("bad-time", f"{text!r} is no day", text=text, marks=((0, len(text)),), hint="write 2026-03-05")
    _check_boards(command.boards)
    entry, boards = "listed" if command.contestants else "open", tuple(sorted(set(command.boards)))
    opened = event_of(facts.SessionOpened, command, entry=entry, boards=boards)
    return ProposedEvent(opened), *enter(command.contestants, command)


def add_boards(command: facts.AddBoards, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Add those of the given boards that a session does not have yet; refused if it has them all."""
    _check_boards(command.boards)
    new = tuple(sorted(set(command.boards) - set(session.boards)))
    if not new:
        raise Refusal("nothing-to-change", "these boards are all in the session already", "`session show`")
    return (ProposedEvent(facts.BoardsAdded(new)),)


def remove_boards(command: facts.RemoveBoards, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Remove boards from a session; refused if an event is about one, or if it replaced another board."""
    boards = tuple(sorted(set(command.boards)))
    for board in boards:
        require_board(session, board)
        check_unused(session, board)
    return (ProposedEvent(facts.BoardsRemoved(boards, command.reason)),)


def check_unused(session: Session, board: int) -> None:
    """Refuse to remove a board that an event is about, or that a match played in place of another."""
    recorded = [f"#{played.events[0]}" for played in session.boards[board].values()]
    recorded += [f"#{played.events[0]}" for played in session.voided.values() if played.board == board]
    recorded += [ruling.case for ruling in session.rulings.values() if ruling.board == board]
    recorded += [f"#{history[0].number}" for history in (session.deals.get(board),) if history]
    recorded += [call.case for call in session.calls.values() if call.called.board == board]
    if recorded:
        message = f"{recorded[0]} is on board {board}"
        raise Refusal("has-dependants", message, "a board with events in the log cannot be removed")
    for number, fact in replacements(session):
        if fact.replaced_by == board:
            message = f"{fact.seating} played board {board} in the place of board {fact.board} (#{number})"
            raise Refusal("has-dependants", message, f"`undo {number}` first, if they did not")


def _check_boards(boards: Iterable[int]) -> None:
    for board in boards:
        if not BOARD.hold(board):
            raise Refusal("no-such-board", f"there is no board {board}", f"boards are numbered 1 to {BOARD.most}")


def close_session(command: facts.CloseSession, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Close a session or a tournament; refused for an open appeal, a provisional ruling or a postponed board."""
    closed = (ProposedEvent(facts.SessionClosed(command.reason), (stream.number,)),)
    if not isinstance(stream, Session):
        return closed
    if undecided := [appeal.case for appeal in stream.appeals.values() if appeal.open]:
        message = f"{', '.join(undecided)} still to be decided"
        raise Refusal("cases-open", message, "`appeal decide`, or `appeal withdraw`, first")
    if provisional := provisional_rulings(stream):
        raise Refusal("cases-open", f"{', '.join(provisional)} still provisional", "`ruling amend` gives the ruling")
    if late := postponed_boards(stream):
        message = f"{', '.join(each.name for each in late)} still to be played"
        raise Refusal("cases-open", message, "`result add`; or `result not-played`, if it was not played after all")
    return closed


def amend_regulations(command: facts.AmendRegulations, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Amend the regulations of a session; refused if in force already, or if field, penalties or cases exclude them."""
    if command.regulations == session.regulations:
        message = f"session {session.id} is under {session.regulations.profile} already"
        raise Refusal("nothing-to-change", message, "`session show`")
    _check_one_field(session.opening.scoring, session.opening.winners, command.regulations)
    check_amendment(session, command.regulations)
    return (ProposedEvent(facts.RegulationsAmended(command.regulations, command.reason)),)


def _check_one_field(scoring: FormName, winners: int, regulations: Regulations) -> None:
    """Refuse to rank the directions apart in matches of pairs, as a pair sits in both directions there."""
    if winners == 2 and FORMS[scoring].in_matches(regulations):
        message = f"{regulations.profile} converts matches of pairs, who are ranked together"
        raise Refusal("needs-one-field", message, "--winners 1, and contestants without a direction: 1-12")


def enter_contestants(command: facts.EnterContestants, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Enter new contestants, and record the names of players who had none; refused if there is nothing new."""
    check_each_once(command.contestants)
    entered = enter_new(command.contestants, session)
    players = name_players_at_entry(command.players, people_of(session), session.players)
    if not (entered or players):
        raise Refusal("nothing-to-change", "these contestants are all entered already", "`session show`")
    return *entered, *players


def remove_contestants(command: facts.RemoveContestants, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Remove contestants entered by mistake; refused if any event is about one of the contestants."""
    contestants = tuple(dict.fromkeys(command.contestants))
    for contestant in contestants:
        require_contestant(session, contestant)
        _check_unrecorded(contestant, session)
    return (ProposedEvent(facts.ContestantsRemoved(contestants, command.reason)),)


def _check_unrecorded(contestant: str, session: Session) -> None:
    if recorded := next(_events_about(session, contestant), ""):
        hint = f"`contestant withdraw {contestant}` if it left; `contestant phantom {contestant}` if it never existed"
        message = f"{recorded} is about {contestant}: a contestant with events in the log cannot be removed"
        raise Refusal("has-dependants", message, hint)


def _events_about(session: Session, contestant: str) -> Iterator[str]:
    for played in (*session.table_boards(), *session.voided.values()):
        if any(contestant in each.everyone for each in (played.seating, *(was.was for was in played.reseated))):
            yield f"#{played.events[0]}"
    for number, laid_down in session.movements.ever.items():
        if any(contestant in seats(each).everyone for each in laid_down.tables):
            yield f"the movement of #{number}"
    for number, fact in (*session.participation.ever.items(), *session.findings.ever.items()):
        if not isinstance(fact, AtTableFact) and contestant in _strings(astuple(fact)):
            yield f"#{number}"
    for call in session.calls.values():
        if contestant in (call.called.ns, call.called.ew):
            yield call.case
    for penalty in session.penalties.values():
        if penalty.imposed.contestant == contestant:
            yield penalty.imposed.case
    if contestant in session.carry_over:
        yield f"#{min(session.carry_over[contestant].ever)}"


def _strings(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from _strings(value)


def _unenter(
    event: facts.ContestantsEntered, command: Undo, session: Session, actor: Actor
) -> facts.ContestantsRemoved:
    entered = tuple(each for each in event.contestants if each in session.contestants)
    if not entered:
        raise Refusal("undo-nothing", "they were removed already", "`contestant list` shows who takes part")
    for contestant in entered:
        _check_unrecorded(contestant, session)
    return facts.ContestantsRemoved(entered, command.reason)


UNDO: Undoing = {facts.ContestantsEntered: _unenter}
