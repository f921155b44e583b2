"""Who takes part, as far as it has been stated: what holds of each contestant, and whose scores are cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ledger.events.participation import (
    AtTableFact,
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    OfContestant,
    PhantomDeclared,
    SatOut,
    TakingPart,
)
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.in_force import FactsInForce

if TYPE_CHECKING:
    from ledger.session.state import Session
    from ledger.session.tables import TableBoard

NOBODY = "nobody"
"""Who sits opposite a contestant that sits out, where the movement has no number for it."""

T = TypeVar("T", bound=OfContestant)


@dataclass(slots=True)
class TakenPart(FactsInForce[TakingPart]):
    """What was stated of who takes part, and holds."""

    def all(self, kind: type[T], contestant: str | None = None) -> Iterator[tuple[int, T]]:
        """What was stated in events of a kind, with their numbers; of one contestant, or of all."""
        for number, fact in self.facts.items():
            if isinstance(fact, kind) and contestant in (None, fact.contestant):
                yield number, fact

    def last(self, kind: type[T], contestant: str) -> tuple[int, T] | None:
        """The last statement of a kind about a contestant, with its number."""
        return max(self.all(kind, contestant), key=lambda found: found[0], default=None)

    def without_withdrawals(self) -> TakenPart:
        """As if nobody had withdrawn: where more than one session says what that makes of the scores."""
        return self._without(lambda fact: isinstance(fact, ContestantWithdrew))

    def without_leaving(self, contestants: Set[str]) -> TakenPart:
        """As if none of these had withdrawn or was disqualified."""
        left = (ContestantWithdrew, ContestantDisqualified)
        return self._without(lambda fact: isinstance(fact, left) and fact.contestant in contestants)

    def _without(self, leaves_out: Callable[[TakingPart], bool]) -> TakenPart:
        stay = {number: fact for number, fact in self.facts.items() if not leaves_out(fact)}
        return self if len(stay) == len(self.facts) else TakenPart(stay, self.taken_back)

    def is_phantom(self, contestant: str) -> bool:
        """Whether the contestant is nobody."""
        return self.last(PhantomDeclared, contestant) is not None


class PartPlayed(NamedTuple):
    """How far a contestant had come when it withdrew: so many boards (or matches) of so many.

    `stands`: what was scored against it does, however far it was.
    """

    done: int
    of: int
    stands: bool = False

    @property
    def before_half(self) -> bool:
        """Whether less than half was done: then it never played (golden U03, U09)."""
        return not self.stands and 2 * self.done < self.of


def all_play_all(session: Session) -> bool:
    """Whether the event is advertised as all-play-all."""
    form, rule = FORMS[session.opening.scoring], session.regulations.participation.all_play_all
    return rule == "always" or (rule == "teams" and form.teams())


def stage_of(session: Session, withdrew: ContestantWithdrew) -> PartPlayed:
    """How far a contestant had come: in boards, or in matches of an all-play-all, that have a result or a ruling."""
    whose, own = withdrew.contestant, []
    for side, played in session.boards_of(whose):
        if played.results or played.cases:
            own.append((played.seating.contestant(side.other), played))
    if all_play_all(session):
        done = len({(opponent, played.round) for opponent, played in own})
        return PartPlayed(done, withdrew.of or opponents_of(session, whose), withdrew.stand)
    return PartPlayed(len({played.board for _, played in own}), withdrew.of or len(session.boards), withdrew.stand)


def opponents_of(session: Session, contestant: str) -> int:
    """How many a contestant meets who meets everybody: those of the other direction, where they are ranked apart."""
    others = [each for each in session.contestants if not session.participation.is_phantom(each)]
    if session.opening.winners == 1:
        return len(others) - 1
    return sum(1 for each in others if each[-2:] != contestant[-2:])


def withdrawn_before_half(session: Session) -> frozenset[str]:
    """Who withdrew before half: all scores against them are cancelled. A knockout match stands as it was played."""
    if FORMS[session.opening.scoring].one_match:
        return frozenset()
    withdrawals = session.participation.all(ContestantWithdrew)
    return frozenset(each.contestant for _, each in withdrawals if stage_of(session, each).before_half)


def is_cancelled(played: TableBoard, cancelled: Set[str]) -> bool:
    """Whether one of those at a table is one whose scores are cancelled."""
    return bool(cancelled) and not cancelled.isdisjoint(played.seating.everyone)


def is_expected(session: Session, played: TableBoard, cancelled: Set[str]) -> bool:
    """Whether a board is expected to have a result, or a score instead of one, at a table; one alone is no table."""
    if is_cancelled(played, cancelled) or is_no_board(played) or not all(played.seating.pair):
        return False
    return not (isinstance(played.absent, BoardNotPlayed) and met_nobody(session, played))


def is_no_board(played: TableBoard) -> bool:
    """Whether it was to be no board for either side: a sit-out, or one not played and not scored."""
    absent = played.absent
    return isinstance(absent, SatOut) or (isinstance(absent, BoardNotPlayed) and not absent.scored)


def met_nobody(session: Session, played: TableBoard) -> bool:
    """Whether one of those at a table is a phantom."""
    return any(map(session.participation.is_phantom, played.seating.everyone))


def still_to_play(session: Session) -> list[TableBoard]:
    """The boards that tables are still to play, by board."""
    return [played for played in session.table_boards() if played.pending]


def absent_from(session: Session, fact: TakingPart) -> Iterator[tuple[int, Seating]]:
    """The boards, and the seats there, that a fact says were not played; a team sits out a match, not its boards."""
    if isinstance(fact, AtTableFact):
        yield fact.board, fact.seating
    elif isinstance(fact, SatOut) and not FORMS[session.opening.scoring].teams():
        for board in fact.boards:
            if board in session.boards:
                yield board, sat_out_seating(fact)


def sat_out_seating(fact: SatOut) -> Seating:
    """Where a contestant that sits out is written down: North–South, or as its number says."""
    opposite = fact.opponent or NOBODY
    pair = (opposite, fact.contestant) if fact.contestant.endswith("EW") else (fact.contestant, opposite)
    return Seating(*pair, fact.round)
