"""The draws in force of a tournament's Swiss stages."""

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
    """The draws of Swiss rounds in force, by stage and round, each with the number of the event."""

    rounds: dict[tuple[str, int], tuple[int, RoundDrawn]] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Drawn:
        """Collect the draws in force from a tournament's facts."""
        return cls({(each.stage, each.round): (number, each) for number, each in facts.of(RoundDrawn)})

    def of(self, stage: str) -> list[RoundDrawn]:
        """Return the draws of a stage, in the order of the rounds."""
        draws = (drawn for (whose, _), (_, drawn) in self.rounds.items() if whose == stage)
        return sorted(draws, key=lambda drawn: drawn.round)

    def number(self, stage: str, round_: int) -> int | None:
        """Return the number of the event that drew a round; None if nobody has drawn the round."""
        draw = self.rounds.get((stage, round_))
        return draw[0] if draw else None

    def was_drawn_without(self, entrant: str, stage: str, since: int) -> bool:
        """Return whether a round of a stage that was drawn after event `since` leaves an entrant out."""
        draws = ((number, drawn) for (whose, _), (number, drawn) in self.rounds.items() if whose == stage)
        return any(number > since and entrant not in everyone(drawn) for number, drawn in draws)

    def last(self, stage: str) -> int:
        """Return the number of the last round drawn in a stage; 0 if none is drawn."""
        return max((drawn.round for drawn in self.of(stage)), default=0)

    def left_over(self, stage: str, before: int, odd: Literal["bye", "triangle"]) -> Counter[str]:
        """Count the byes (or triangles, by `odd`) that each contestant had in the rounds before `before`."""
        earlier = (drawn for drawn in self.of(stage) if drawn.round < before)
        return Counter(each for drawn in earlier for each in ((drawn.bye,) if odd == "bye" else drawn.triangle) if each)


def pairs_of(drawn: RoundDrawn) -> list[tuple[str, str]]:
    """Return the pairs of contestants who meet by a draw; a triangle has three pairs."""
    return pairs_in_matches(drawn.matches, drawn.triangle)


def pairs_in_matches(matches: Iterable[DrawnMatch], triangle: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of contestants who meet in the given matches, and within a triangle if there is one."""
    one_another = [(triangle[at - 1], each) for at, each in enumerate(triangle)]
    return [*(match.teams for match in matches), *one_another]


def tables_of(drawn: RoundDrawn) -> list[tuple[int, tuple[str, str]]]:
    """Return (table, contestants) for each match of a draw; a triangle's matches have the tables after the last."""
    last = max((match.at_table for match in drawn.matches), default=0)
    of_matches = sorted((match.at_table, match.teams) for match in drawn.matches)
    three = drawn.triangle
    return [*of_matches, *((last + 1 + at, (one, three[(at + 1) % 3])) for at, one in enumerate(three))]


def everyone(drawn: RoundDrawn) -> tuple[str, ...]:
    """Return all contestants in a draw, also the contestant with a bye."""
    of_matches: Iterable[str] = (team for match in drawn.matches for team in match.teams)
    return (*of_matches, *drawn.triangle, *filter(None, (drawn.bye,)))


def first_plays_of_matches(session: Session) -> dict[tuple[int | None, frozenset[str]], TableBoard]:
    """Return the play that was recorded first in each match, by round and contestants; phantoms have none."""
    first: dict[tuple[int | None, frozenset[str]], TableBoard] = {}
    slips = (each for each in session.table_boards() if each.results and all(each.seating.pair))
    for played in sorted(slips, key=lambda slip: slip.results[0].number):
        if not any(map(session.participation.is_phantom, played.seating.everyone)):
            first.setdefault((played.round, played.seating.match), played)
    return first


KINDS = (Kind(RoundDrawn, SCORERS, state_fact, "hall", Reversal(turn_fact), settles=True),)
