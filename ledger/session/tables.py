"""Tables of a session: which contestants played which board, and the results recorded."""

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
    ContestantFact,
    ContestantWithdrew,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
    TakingPart,
)

Said = tuple[Result, str | None]
"""The result of a table's play of a board, and the opening lead (None if not recorded)."""


class RecordedResult(Struct, frozen=True, gc=False):
    """A result, its event and time (µs UTC); `agreed`: the sides that agreed to a correction."""

    number: int
    result: Result
    lead: str | None
    imported: bool
    agreed: tuple[SideName, ...] = ()
    at: int = 0


class RecordedDeal(NamedTuple):
    """The cards of a board with the number of their event; None if they were withdrawn."""

    number: int
    deal: Deal | None
    imported: bool


class RecordedPlay(NamedTuple):
    """A table's auction and play with the number of their event; None if they were taken back."""

    number: int
    record: PlayRecord | None
    imported: bool


class Query(NamedTuple):
    """A question about a result: the number of its event, the question, the result, when (µs UTC), by whom."""

    number: int
    question: str
    of: Said
    at: int
    by: str


class Confirmation(NamedTuple):
    """A confirmation of a result: the number of its event, the sides that confirm, the result and the reason."""

    number: int
    sides: tuple[SideName, ...]
    of: Said
    reason: str


class Reseating(NamedTuple):
    """The contestants, round and table of a play before the event `number` corrected them."""

    number: int
    was: Seating
    round: int | None
    table: str | None

    @property
    def in_full(self) -> Seating:
        """The seats with round and table, as far as known before the correction."""
        return Seating(*self.was.pair, self.round, self.table)


class Absence(Struct, frozen=True, gc=False):
    """The reason why a table has no result on a board, with the number of its event."""

    number: int
    fact: AtTableFact | SatOut


class TableBoard(Struct, frozen=True, gc=False):
    """The play of one board at one table, as the log has it.

    `results`: the result and its corrections, oldest first; empty if nothing was played. `cases`: the rulings in force,
    by number. `events`: all events that concern the play. `versions`: the versions of a fouled board recorded for it;
    `reseated`: its earlier seatings; both oldest first. `queries` and `confirmations`: those of its results.
    `auctions`: its auction and play as stated, oldest first. `absence`: why it was not played. `erased`: a file, not a
    person, voided its result.
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
        """The seats with round and table, as far as known."""
        return self.seating.at(self.round, self.table)

    @property
    def first_seating(self) -> Seating:
        """The seating first recorded, which a result file still names after a correction at the desk."""
        return self.reseated[0].was if self.reseated else self.seating

    def seating_at(self, number: int) -> Seating:
        """Return the seating just after the event of that number."""
        return next((each.was for each in self.reseated if each.number > number), self.seating)

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' for the original board."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected."""
        return self.results[-1].result if self.results else None

    @property
    def absent(self) -> AtTableFact | SatOut | None:
        """The reason why the board was not played here; None once a result or ruling scores it."""
        return None if self.absence is None or self.results or self.cases else self.absence.fact

    @property
    def pending(self) -> bool:
        """True if the play was postponed and is still to come."""
        return isinstance(self.absent, PlayPostponed)

    @property
    def lead(self) -> str | None:
        """The opening lead; None if not recorded."""
        return self.results[-1].lead if self.results else None

    @property
    def record(self) -> PlayRecord:
        """The table's auction and card play; empty if not recorded."""
        return (self.auctions[-1].record if self.auctions else None) or PlayRecord()

    @property
    def result_and_lead(self) -> Said:
        """The present result and its opening lead; IndexError if there is no result."""
        return self.results[-1].result, self.results[-1].lead

    @property
    def confirmed_by(self) -> set[SideName]:
        """The sides that have confirmed the present result, or agreed to it, since its last query."""
        if not self.results:
            return set()
        last_query = max((query.number for query in self.queries if query.of == self.result_and_lead), default=0)
        confirmations = [(each.number, each.sides) for each in self.confirmations if each.of == self.result_and_lead]
        agreed = [
            (each.number, each.agreed) for each in self.results if (each.result, each.lead) == self.result_and_lead
        ]
        return {side for number, sides in (*confirmations, *agreed) for side in sides if number > last_query}

    @property
    def confirmed(self) -> bool:
        """True if both sides confirmed the present result."""
        return len(self.confirmed_by) == len(Side)

    @property
    def open_queries(self) -> tuple[Query, ...]:
        """The queries of the present result, until both sides confirm it."""
        if not self.results or self.confirmed:
            return ()
        return tuple(query for query in self.queries if query.of == self.result_and_lead)

    @property
    def name(self) -> str:
        """The name the office uses: 'board 23 table 1', or the contestants who met."""
        where = f"table {self.table}" if self.table else str(self.seating)
        return f"board {self.board} {where}"


class CarryOver(NamedTuple):
    """The IMPs a team brings into its match, with the number of their event."""

    number: int
    imps: Fraction


Board = Mapping[Seating, TableBoard]


def in_order(board: Board) -> list[TableBoard]:
    """Return the plays of a board as on a traveller: by table, or by North–South's number, then by round."""
    lines = list(board.values())
    return sorted(lines, key=lambda at: (natural(at.table or ""), natural(at.seating.ns), at.round or 0))


T = TypeVar("T", bound=ContestantFact)


@dataclass(slots=True)
class ParticipationState(FactsInForce[TakingPart]):
    """The statements in force on who takes part."""

    def all(self, kind: type[T], contestant: str | None = None) -> Iterator[tuple[int, T]]:
        """Yield the statements of a kind, each with the number of its event; about one contestant, or about all."""
        for number, fact in self.facts.items():
            if isinstance(fact, kind) and contestant in (None, fact.contestant):
                yield number, fact

    def last(self, kind: type[T], contestant: str) -> tuple[int, T] | None:
        """Return the last statement of a kind about a contestant, with the number of its event; None if none."""
        return max(self.all(kind, contestant), key=lambda statement: statement[0], default=None)

    def without_withdrawals(self) -> ParticipationState:
        """Return the state as if nobody had withdrawn, for withdrawals judged over several sessions."""
        return self._without(lambda fact: isinstance(fact, ContestantWithdrew))

    def without_leaving(self, contestants: Set[str]) -> ParticipationState:
        """Return the state as if none of these contestants had withdrawn or been disqualified."""
        leaving = (ContestantWithdrew, ContestantDisqualified)
        return self._without(lambda fact: isinstance(fact, leaving) and fact.contestant in contestants)

    def _without(self, leaves_out: Callable[[TakingPart], bool]) -> ParticipationState:
        stay = {number: fact for number, fact in self.facts.items() if not leaves_out(fact)}
        return self if len(stay) == len(self.facts) else ParticipationState(stay, self.taken_back)

    def is_phantom(self, contestant: str) -> bool:
        """Return whether a contestant is a phantom."""
        return self.last(PhantomDeclared, contestant) is not None
