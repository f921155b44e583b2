"""The tables' side of a session: who played what, and what was recorded of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from msgspec import Struct

from ledger.bridge import Result, Side
from ledger.bridge.board import Deal
from ledger.kernel.at_table import PlayRecord, SideName
from ledger.kernel.in_force import FactsInForce
from ledger.labels import natural
from ledger.scoring.line import Seating
from ledger.subjects.participation.facts import (
    AtTableFact,
    ContestantDisqualified,
    ContestantWithdrew,
    OfContestant,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
    TakingPart,
)

Said = tuple[Result, str | None]
"""What is recorded of a table's play of a board: the result, and the opening lead."""


class RecordedResult(Struct, frozen=True, gc=False):
    """A result, its event, and when that was (µs UTC); `agreed`: the sides that agreed to a correction."""

    number: int
    result: Result
    lead: str | None
    imported: bool
    agreed: tuple[SideName, ...] = ()
    at: int = 0


class RecordedDeal(NamedTuple):
    """The cards of a board, None where they were withdrawn, and the number of the event that says so."""

    number: int
    deal: Deal | None
    imported: bool


class RecordedPlay(NamedTuple):
    """What a table bid and played, None where that was taken back, and the number of the event that says so."""

    number: int
    record: PlayRecord | None
    imported: bool


class Query(NamedTuple):
    """A question about a result: the number of its event, what is asked of what, when (µs UTC) and by whom."""

    number: int
    question: str
    of: Said
    at: int
    by: str


class Confirmation(NamedTuple):
    """Sides that said a result is what happened: the number of the event, the result, and why it may be believed."""

    number: int
    sides: tuple[SideName, ...]
    of: Said
    reason: str


class Reseating(NamedTuple):
    """Whose a table's play was said to be, in which round and at which table, before an event corrected it."""

    number: int
    was: Seating
    round: int | None
    table: str | None

    @property
    def in_full(self) -> Seating:
        """The seats with the round and the table as far as they were known then."""
        return Seating(*self.was.pair, self.round, self.table)


class Absence(Struct, frozen=True, gc=False):
    """Why a table has no result on a board, and the number of the event that says so."""

    number: int
    fact: AtTableFact | SatOut


class TableBoard(Struct, frozen=True, gc=False):
    """One table's play of one board, as the log has it.

    `results` are the result and its corrections, oldest first, empty where nothing was played; `cases` are the rulings
    in force, in the order of their numbers; `events` are the numbers of everything that made it what it is; `versions`
    are what it was said to have played of a fouled board, oldest first; `reseated` whose it was said to be before,
    oldest first; `queries` and `confirmations` what was asked and said of its results;
    `auctions`: what was said of its auction and play, oldest first;
    `absence` is why it was not played, where that was said; `erased`: its result was voided because a file took it
    back, not a person.
    """

    board: int
    seating: Seating
    table: str | None = None
    round: int | None = None
    results: tuple[RecordedResult, ...] = ()
    cases: tuple[str, ...] = ()
    events: tuple[int, ...] = ()
    versions: tuple[str, ...] = ()
    reseated: tuple[Reseating, ...] = ()
    queries: tuple[Query, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    auctions: tuple[RecordedPlay, ...] = ()
    absence: Absence | None = None
    erased: bool = False

    @property
    def in_full(self) -> Seating:
        """The seats with the round and the table as far as they are known."""
        return self.seating.at(self.round, self.table)

    @property
    def first_seating(self) -> Seating:
        """Whose it was first said to be: a result file still says so when that was corrected here."""
        return self.reseated[0].was if self.reseated else self.seating

    def seating_at(self, number: int) -> Seating:
        """Whose it was said to be just after the event of that number."""
        return next((each.was for each in self.reseated if each.number > number), self.seating)

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' is the board as it was."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected."""
        return self.results[-1].result if self.results else None

    @property
    def absent(self) -> AtTableFact | SatOut | None:
        """Why it was not played, as long as neither a result nor a ruling says what it is worth."""
        return None if self.absence is None or self.results or self.cases else self.absence.fact

    @property
    def pending(self) -> bool:
        """Whether it is still to be played."""
        return isinstance(self.absent, PlayPostponed)

    @property
    def lead(self) -> str | None:
        """The opening lead, where it was recorded."""
        return self.results[-1].lead if self.results else None

    @property
    def record(self) -> PlayRecord:
        """What is known of its auction and play; nothing of either where nobody said."""
        return (self.auctions[-1].record if self.auctions else None) or PlayRecord()

    @property
    def what_is_said(self) -> Said:
        """Its result and lead. IndexError where there is none."""
        return self.results[-1].result, self.results[-1].lead

    @property
    def confirmed_by(self) -> set[SideName]:
        """The sides that have confirmed the result as it stands, or agreed to it, since it was last queried."""
        if not self.results:
            return set()
        asked = max((query.number for query in self.queries if query.of == self.what_is_said), default=0)
        said = [(each.number, each.sides) for each in self.confirmations if each.of == self.what_is_said]
        agreed = [(each.number, each.agreed) for each in self.results if (each.result, each.lead) == self.what_is_said]
        return {side for number, sides in (*said, *agreed) for side in sides if number > asked}

    @property
    def confirmed(self) -> bool:
        """Whether both sides have."""
        return len(self.confirmed_by) == len(Side)

    @property
    def open_queries(self) -> tuple[Query, ...]:
        """What was asked of the result as it stands, until both sides confirm it."""
        if not self.results or self.confirmed:
            return ()
        return tuple(query for query in self.queries if query.of == self.what_is_said)

    @property
    def name(self) -> str:
        """How the office calls it: 'board 23 table 1', or who met there."""
        where = f"table {self.table}" if self.table else str(self.seating)
        return f"board {self.board} {where}"


class CarryOver(NamedTuple):
    """What a team brings into its match, and the event that says so."""

    number: int
    imps: Fraction


Board = Mapping[Seating, TableBoard]


def in_order(board: Board) -> list[TableBoard]:
    """The lines of a board as a traveller has them: by table, or by North–South's number, and by round."""
    lines = list(board.values())
    return sorted(lines, key=lambda at: (natural(at.table or ""), natural(at.seating.ns), at.round or 0))


T = TypeVar("T", bound=OfContestant)


@dataclass(slots=True)
class ParticipationState(FactsInForce[TakingPart]):
    """What was stated of who takes part, and holds."""

    def all(self, kind: type[T], contestant: str | None = None) -> Iterator[tuple[int, T]]:
        """What was stated in events of a kind, with their numbers; of one contestant, or of all."""
        for number, fact in self.facts.items():
            if isinstance(fact, kind) and contestant in (None, fact.contestant):
                yield number, fact

    def last(self, kind: type[T], contestant: str) -> tuple[int, T] | None:
        """The last statement of a kind about a contestant, with its number."""
        return max(self.all(kind, contestant), key=lambda found: found[0], default=None)

    def without_withdrawals(self) -> ParticipationState:
        """As if nobody had withdrawn: where more than one session says what that makes of the scores."""
        return self._without(lambda fact: isinstance(fact, ContestantWithdrew))

    def without_leaving(self, contestants: Set[str]) -> ParticipationState:
        """As if none of these had withdrawn or was disqualified."""
        left = (ContestantWithdrew, ContestantDisqualified)
        return self._without(lambda fact: isinstance(fact, left) and fact.contestant in contestants)

    def _without(self, leaves_out: Callable[[TakingPart], bool]) -> ParticipationState:
        stay = {number: fact for number, fact in self.facts.items() if not leaves_out(fact)}
        return self if len(stay) == len(self.facts) else ParticipationState(stay, self.taken_back)

    def is_phantom(self, contestant: str) -> bool:
        """Whether the contestant is nobody."""
        return self.last(PhantomDeclared, contestant) is not None
