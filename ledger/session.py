"""The state of one session: what the log so far amounts to.

    session = replay(recorded_events)          # from event 1
    later   = evolve(session, next_event)      # leaves `session` as it was

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`.
A session shares every board that did not change with the session it evolved from, so projections can
tell by identity which boards an event touched.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, assert_never

from ledger.bridge import Result, Side
from ledger.events import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    Recorded,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.line import Seating, natural


class RecordedResult(NamedTuple):
    """A result and the number of the event that recorded it."""

    number: int
    result: Result
    lead: str | None
    imported: bool


@dataclass(frozen=True, slots=True)
class TableBoard:
    """One table's play of one board, as the log has it.

    `results` are the result and its corrections, oldest first, empty where nothing was played; `case` is
    the ruling in force; `events` are the numbers of everything that made it what it is; `versions` are what it was said to have
    played of a fouled board, oldest first.
    """

    board: int
    seating: Seating
    table: str | None = None
    round: int | None = None
    results: tuple[RecordedResult, ...] = ()
    case: str | None = None
    events: tuple[int, ...] = ()
    versions: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' is the board as it was."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected."""
        return self.results[-1].result if self.results else None

    @property
    def lead(self) -> str | None:
        """The opening lead, where it was recorded."""
        return self.results[-1].lead if self.results else None

    @property
    def name(self) -> str:
        """How the office calls it: 'board 23 table 1', or who met there."""
        where = f"table {self.table}" if self.table else f"{self.seating.ns} v {self.seating.ew}"
        return f"board {self.board} {where}"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A case: how it was given, and what is in force of it now.

    `versions` are (event number, judgement), oldest first; the last is the one in force unless withdrawn.
    `file_says` is what a result file last said of it, `by_file` whether its latest event came from a file.
    """

    case: str
    board: int
    seating: Seating
    versions: tuple[tuple[int, RulingGiven | RulingAmended], ...]
    withdrawn: bool = False
    events: tuple[int, ...] = ()
    file_says: Adjustment | None = None
    by_file: bool = False

    @property
    def judgement(self) -> RulingGiven | RulingAmended:
        """What the director decided, as last amended."""
        return self.versions[-1][1]

    @property
    def given_at(self) -> int:
        """The number of the event that gave it."""
        return self.versions[0][0]


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty, the number of the event that imposed it, and whether it was taken back."""

    number: int
    imposed: PenaltyImposed
    withdrawn: bool = False
    events: tuple[int, ...] = ()


class CarryOver(NamedTuple):
    """What a team brings into its match, and the event that says so."""

    number: int
    imps: Fraction


Board = Mapping[Seating, TableBoard]


def in_order(board: Board) -> list[TableBoard]:
    """The lines of a board as a traveller has them: by table, or by North–South's number."""
    return sorted(board.values(), key=lambda played: (natural(played.table or ""), natural(played.seating.ns)))


@dataclass(slots=True)
class Session:
    """Everything the desk may ask about one session at one moment."""

    id: str
    number: int = 0
    digest: bytes = b""
    opened: SessionOpened | None = None
    contestants: dict[str, None] = field(default_factory=dict)
    boards: dict[int, dict[Seating, TableBoard]] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    voided: dict[int, TableBoard] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    carry_over: dict[str, tuple[CarryOver, ...]] = field(default_factory=dict)
    amendments: tuple[tuple[int, Regulations], ...] = ()
    closed: bool = False
    closing: int = 0
    _own: set[int] = field(default_factory=set, repr=False, compare=False)

    @property
    def regulations(self) -> Regulations:
        """The regulations in force: those the session was opened with, or as last amended."""
        return self.amendments[-1][1] if self.amendments else self.opening.regulations

    def penalties_of(self, contestant: str) -> list[Penalty]:
        """The penalties in force against a contestant."""
        return [
            each for each in self.penalties.values() if each.imposed.contestant == contestant and not each.withdrawn
        ]

    @property
    def opening(self) -> SessionOpened:
        """How the session was opened; every session in the log begins with it."""
        assert self.opened, f"session {self.id} is not open"
        return self.opened

    def table_boards(self) -> Iterator[TableBoard]:
        """Every table's play of every board, by board."""
        for board in sorted(self.boards):
            yield from self.boards[board].values()

    def last_voided(self, board: int, seating: Seating) -> TableBoard | None:
        """What two contestants had on a board before it was voided, if it was; no ruling is in force on it."""
        found = (gone for gone in reversed(self.voided.values()) if (gone.board, gone.seating) == (board, seating))
        return next(found, None)

    def ruling_of(self, played: TableBoard) -> Ruling | None:
        """The ruling in force on a table's board."""
        return self.rulings[played.case] if played.case else None

    def boards_of(self, contestant: str) -> Iterator[tuple[Side, TableBoard]]:
        """Where a contestant sat, board by board."""
        for played in self.table_boards():
            for side in Side:
                if contestant in played.seating.contestants(side):
                    yield side, played


def replay(events: Iterable[Recorded], session_id: str) -> Session:
    """The session after these events."""
    session = Session(session_id)
    for recorded in events:
        _apply(session, recorded)
    return session


def evolve(session: Session, *events: Recorded) -> Session:
    """The session after more events; the session given is left as it was."""
    later = replace(
        session, boards=dict(session.boards), rulings=dict(session.rulings), voided=dict(session.voided), penalties=dict(session.penalties),
        contestants=dict(session.contestants), carry_over=dict(session.carry_over), _own=set(),
    )  # fmt: skip
    for recorded in events:
        _apply(later, recorded)
    return later


def _apply(session: Session, recorded: Recorded) -> None:
    number, event = recorded.number, recorded.event
    session.number, session.digest = number, recorded.digest
    match event:
        case ResultRecorded():
            _put(session, _recorded(session, number, event))
        case ResultCorrected():
            _put(
                session,
                _with_result(_at(session, event), RecordedResult(number, event.result, event.lead, event.imported)),
            )
        case ResultVoided():
            session.voided[number] = _board(session, event.board).pop(Seating(event.ns, event.ew))
        case RulingGiven():
            _rule(session, number, event)
        case RulingAmended():
            case = session.rulings[event.case]
            says = event.adjustment if event.imported else case.file_says
            versions = (*case.versions, (number, event))
            _touch(session, replace(case, versions=versions, file_says=says, by_file=event.imported), number)
        case RulingWithdrawn():
            case = session.rulings[event.case]
            says = None if event.imported else case.file_says
            _touch(session, replace(case, withdrawn=True, file_says=says, by_file=event.imported), number)
        case RulingReinstated():
            _touch(session, replace(session.rulings[event.case], withdrawn=False, by_file=False), number)
        case SessionOpened():
            session.opened = event
            session.boards = {board: {} for board in event.boards}
            session._own = set(event.boards)
        case ContestantsEntered():
            session.contestants.update(dict.fromkeys(event.contestants))
        case PenaltyImposed():
            session.penalties[event.case] = Penalty(number, event, events=(number,))
        case PenaltyWithdrawn() | PenaltyReinstated():
            penalty = session.penalties[event.case]
            withdrawn = isinstance(event, PenaltyWithdrawn)
            session.penalties[event.case] = replace(penalty, withdrawn=withdrawn, events=(*penalty.events, number))
        case CarryOverSet():
            before = session.carry_over.get(event.contestant, ())
            session.carry_over[event.contestant] = (*before, CarryOver(number, event.imps))
        case BoardFouled():
            for ns, ew in event.tables:
                old = session.boards[event.board][Seating(ns, ew)]
                _put(session, replace(old, versions=(*old.versions, event.version), events=(*old.events, number)))
        case RegulationsAmended():
            session.amendments = (*session.amendments, (number, event.regulations))
        case BoardsAdded():
            session.boards.update({board: {} for board in event.boards})
            session._own.update(event.boards)
        case SessionClosed() | SessionReopened():
            session.closed, session.closing = isinstance(event, SessionClosed), number
        case _:
            assert_never(event)


def _recorded(session: Session, number: int, event: ResultRecorded) -> TableBoard:
    seating = Seating(event.ns, event.ew)
    old = session.boards[event.board].get(seating) or session.last_voided(event.board, seating)
    old = old or TableBoard(event.board, seating)
    seated = replace(old, table=event.table or old.table, round=event.round or old.round)
    return _with_result(seated, RecordedResult(number, event.result, event.lead, event.imported))


def _with_result(played: TableBoard, result: RecordedResult) -> TableBoard:
    return replace(played, results=(*played.results, result), events=(*played.events, result.number))


def _rule(session: Session, number: int, event: RulingGiven) -> None:
    says = event.adjustment if event.imported else None
    case = Ruling(
        event.case,
        event.board,
        Seating(event.ns, event.ew),
        ((number, event),),
        file_says=says,
        by_file=event.imported,
    )
    _touch(session, case, number)


def _touch(session: Session, case: Ruling, number: int) -> None:
    """Put a new or changed case in force on its table's board, or take it off where it was withdrawn."""
    session.rulings[case.case] = replace(case, events=(*case.events, number))
    old = session.boards[case.board].get(case.seating) or TableBoard(case.board, case.seating, _table_of(case))
    now = replace(
        old,
        case=None if case.withdrawn else case.case,
        table=old.table or _table_of(case),
        events=(*old.events, number),
    )
    if now.case is None and now.result is None:
        del _board(session, case.board)[case.seating]
    else:
        _put(session, now)


def _table_of(case: Ruling) -> str | None:
    given = case.versions[0][1]
    return given.table if isinstance(given, RulingGiven) else None


def _at(session: Session, event: ResultCorrected) -> TableBoard:
    return session.boards[event.board][Seating(event.ns, event.ew)]


def _put(session: Session, played: TableBoard) -> None:
    _board(session, played.board)[played.seating] = played


def _board(session: Session, board: int) -> dict[Seating, TableBoard]:
    """The board, as this session's own copy: sessions it evolved from keep theirs."""
    if board not in session._own:
        session.boards[board] = dict(session.boards[board])
        session._own.add(board)
    return session.boards[board]
