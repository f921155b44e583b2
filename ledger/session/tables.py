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
from ledger.subjects.participation import facts as participation

Said = tuple[Result, str | None]
"""The result of a table's play of a board, and the opening lead (None if not recorded)."""


BOTH_SIDES: tuple[SideName, ...] = ("NS", "EW")


class RecordedResult(Struct, frozen=True, gc=False):
    """A result with lead, event and time (µs UTC); `agreed`: the sides that agreed to it as a correction."""

    number: int
    result: Result
    lead: str | None
    imported: bool
    agreed: tuple[SideName, ...] = ()
    at: int = 0


class RecordedDeal(NamedTuple):
    """The recorded cards of a board, with the number of the event; None if they were taken back."""

    number: int
    deal: Deal | None
    imported: bool


class RecordedPlay(NamedTuple):
    """The recorded auction and card play of a table, with the number of the event; None if they were taken back."""

    number: int
    record: PlayRecord | None
    imported: bool


class Query(NamedTuple):
    """A question about a table's result (`of`): its event, its text, its time (µs UTC), and who asked."""

    number: int
    question: str
    of: Said
    at: int
    by: str


class Confirmation(NamedTuple):
    """A confirmation of a table's result (`of`): its event, the sides that confirm, the reason, and who recorded it.

    Without sides it is the official's own: he looked, and found the result right for both.
    """

    number: int
    sides: tuple[SideName, ...]
    of: Said
    reason: str
    by: str


class Reseating(NamedTuple):
    """The contestants, round and table that a play had before event `number` corrected them."""

    number: int
    was: Seating
    round: int | None
    table: str | None

    @property
    def in_full(self) -> Seating:
        """The earlier contestants, with round and table if known."""
        return Seating(*self.was.pair, self.round, self.table)


class Absence(Struct, frozen=True, gc=False):
    """A sit-out, a postponement or a board not played at one table, with the number of the event."""

    number: int
    fact: participation.AtTableFact | participation.SatOut


class TableBoard(Struct, frozen=True, gc=False):
    """The play of one board at one table, with everything recorded about it.

    `results`: the result and its corrections, oldest first; empty if none is recorded. `cases`: the numbers of the
    rulings in force. `events`: all events that concern the play. `versions`: the versions of a fouled board recorded
    for the play; `reseated`: its earlier seatings; both oldest first. `queries` and `confirmations`: those of its
    results. `auctions`: its auction and card play as recorded, oldest first. `absence`: why it was not played, or not
    at the time; a later result does not remove it. `erased`: a result file, not a person, voided its result.
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
        """The contestants, with round and table if known."""
        return self.seating.at(self.round, self.table)

    @property
    def first_seating(self) -> Seating:
        """The seating as first recorded, which a result file still has after a correction at the desk."""
        return self.reseated[0].was if self.reseated else self.seating

    def seating_at(self, number: int) -> Seating:
        """Return the seating as it was just after an event."""
        return next((each.was for each in self.reseated if each.number > number), self.seating)

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' for the original board."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected; None if there is none."""
        return self.results[-1].result if self.results else None

    @property
    def absent(self) -> participation.AtTableFact | participation.SatOut | None:
        """The reason why the board is not, or not yet, played; None without one, or if there is a result or ruling."""
        return None if self.absence is None or self.results or self.cases else self.absence.fact

    @property
    def pending(self) -> bool:
        """True if the play is postponed and has neither result nor ruling yet."""
        return isinstance(self.absent, participation.PlayPostponed)

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
        """The sides for which the present result is confirmed, or that agreed to it, since it was last queried."""
        if not self.results:
            return set()
        last_query = max((query.number for query in self.queries if query.of == self.result_and_lead), default=0)
        confirmations = [
            (each.number, each.sides or BOTH_SIDES) for each in self.confirmations if each.of == self.result_and_lead
        ]
        agreed = [
            (each.number, each.agreed) for each in self.results if (each.result, each.lead) == self.result_and_lead
        ]
        return {side for number, sides in (*confirmations, *agreed) for side in sides if number > last_query}

    @property
    def confirmed(self) -> bool:
        """True if the present result is confirmed for both sides, or they agreed to it, since it was last queried."""
        return len(self.confirmed_by) == len(Side)

    @property
    def open_queries(self) -> tuple[Query, ...]:
        """The questions about the present result; none once both sides have confirmed it."""
        if not self.results or self.confirmed:
            return ()
        return tuple(query for query in self.queries if query.of == self.result_and_lead)

    @property
    def name(self) -> str:
        """The name of the play in messages: 'board 23 table 1', or 'board 23 1NS v 14EW' without a table."""
        where = f"table {self.table}" if self.table else str(self.seating)
        return f"board {self.board} {where}"


class CarryOver(NamedTuple):
    """The carry-over of a team (the IMPs it brings into its match), with the number of the event."""

    number: int
    imps: Fraction


Board = Mapping[Seating, TableBoard]


def in_order(board: Board) -> list[TableBoard]:
    """Return the plays of a board as on a traveller: sorted by table, then North–South's number, then round."""
    lines = list(board.values())
    return sorted(lines, key=lambda at: (natural(at.table or ""), natural(at.seating.ns), at.round or 0))


T = TypeVar("T", bound=participation.ContestantFact)


@dataclass(slots=True)
class ParticipationState(FactsInForce[participation.TakingPart]):
    """The facts in force about who takes part: sit-outs, substitutes, withdrawals and others."""

    def all(self, kind: type[T], contestant: str | None = None) -> Iterator[tuple[int, T]]:
        """Yield (event number, fact) for each fact of a kind, about one contestant or (None) about all."""
        for number, fact in self.facts.items():
            if isinstance(fact, kind) and contestant in (None, fact.contestant):
                yield number, fact

    def last(self, kind: type[T], contestant: str) -> tuple[int, T] | None:
        """Return (event number, fact) of the last fact of a kind about a contestant; None if there is none."""
        return max(self.all(kind, contestant), key=lambda statement: statement[0], default=None)

    def without_withdrawals(self) -> ParticipationState:
        """Return the facts without withdrawals, which a tournament judges over all its sessions."""
        return self._without(lambda fact: isinstance(fact, participation.ContestantWithdrew))

    def without_leaving(self, contestants: Set[str]) -> ParticipationState:
        """Return the facts without the withdrawals and disqualifications of the given contestants."""
        leaving = (participation.ContestantWithdrew, participation.ContestantDisqualified)
        return self._without(lambda fact: isinstance(fact, leaving) and fact.contestant in contestants)

    def _without(self, leaves_out: Callable[[participation.TakingPart], bool]) -> ParticipationState:
        stay = {number: fact for number, fact in self.facts.items() if not leaves_out(fact)}
        return self if len(stay) == len(self.facts) else ParticipationState(stay, self.taken_back)

    def is_phantom(self, contestant: str) -> bool:
        """Return whether a contestant is a phantom."""
        return self.last(participation.PhantomDeclared, contestant) is not None
