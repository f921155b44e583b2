"""The draws of a tournament's Swiss stages, as they now stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, field

from ledger.kernel.fact import SCORERS
from ledger.kernel.in_force import EventsInForce, state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.draws.facts import DrawnMatch, RoundDrawn


class Drawn(Struct, frozen=True):
    """The draws in force by stage and round, each with the number of its event."""

    rounds: dict[tuple[str, int], tuple[int, RoundDrawn]] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Drawn:
        """What the facts of a tournament say of them."""
        return cls({(each.stage, each.round): (number, each) for number, each in facts.of(RoundDrawn)})

    def of(self, stage: str) -> list[RoundDrawn]:
        """The draws of a stage, in order of rounds."""
        own = (drawn for (whose, _), (_, drawn) in self.rounds.items() if whose == stage)
        return sorted(own, key=lambda drawn: drawn.round)

    def number(self, stage: str, round_: int) -> int | None:
        """The number of the event that drew a round; None where it is not drawn."""
        found = self.rounds.get((stage, round_))
        return found[0] if found else None

    def drawn_without(self, entrant: str, stage: str, since: int) -> bool:
        """Whether a round of a stage was drawn without somebody, by an event after this number."""
        own = ((number, drawn) for (whose, _), (number, drawn) in self.rounds.items() if whose == stage)
        return any(number > since and entrant not in everyone(drawn) for number, drawn in own)

    def last(self, stage: str) -> int:
        """The last round that is drawn; 0 where none is."""
        return max((drawn.round for drawn in self.of(stage)), default=0)

    def left_over(self, stage: str, before: int, odd: Literal["bye", "triangle"]) -> Counter[str]:
        """How often each has had a bye, or has met two others, in the rounds before one: a bye is no triangle."""
        earlier = (drawn for drawn in self.of(stage) if drawn.round < before)
        return Counter(each for drawn in earlier for each in ((drawn.bye,) if odd == "bye" else drawn.triangle) if each)


def pairs_of(drawn: RoundDrawn) -> list[tuple[str, str]]:
    """Who is to meet whom, two by two; those of a triangle meet each other."""
    return two_by_two(drawn.matches, drawn.triangle)


def two_by_two(matches: Iterable[DrawnMatch], triangle: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of what is drawn, or is to be."""
    one_another = [(triangle[at - 1], each) for at, each in enumerate(triangle)]
    return [*(match.teams for match in matches), *one_another]


def tables_of(drawn: RoundDrawn) -> list[tuple[int, tuple[str, str]]]:
    """Every match with its table, by table: those of a triangle are at the tables after the last."""
    last = max((match.at_table for match in drawn.matches), default=0)
    own = sorted((match.at_table, match.teams) for match in drawn.matches)
    three = drawn.triangle
    return [*own, *((last + 1 + at, (one, three[(at + 1) % 3])) for at, one in enumerate(three))]


def everyone(drawn: RoundDrawn) -> tuple[str, ...]:
    """Everybody a draw says something of."""
    of_matches: Iterable[str] = (team for match in drawn.matches for team in match.teams)
    return (*of_matches, *drawn.triangle, *filter(None, (drawn.bye,)))


def first_slips(session: Session) -> dict[tuple[int | None, frozenset[str]], TableBoard]:
    """The first slip of every match of a session: of two who met in a round, no phantom, and nobody alone."""
    found: dict[tuple[int | None, frozenset[str]], TableBoard] = {}
    slips = (each for each in session.table_boards() if each.results and all(each.seating.pair))
    for each in sorted(slips, key=lambda slip: slip.results[0].number):
        if not any(map(session.participation.is_phantom, each.seating.everyone)):
            found.setdefault((each.round, each.seating.match), each)
    return found


KINDS = (Kind(RoundDrawn, "round-drawn", SCORERS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True),)
