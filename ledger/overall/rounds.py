"""The rounds of a stage, over all its sessions: which there are, and who met whom in each.

A session's own round numbers are the stage's; where a later sitting begins at a number that was played already, its
rounds are counted on. A match of which no round is known is of the first round of its session.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.events.tournaments import SessionAdded
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.stage_matches import stage_matches
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard
from ledger.session.tournament import Tournament


class RoundMatch(NamedTuple):
    """A match of a stage: its round there and in its session, and the two as the tournament calls them."""

    round: int
    of: SessionAdded
    own_round: int
    entrants: tuple[str, str]
    match: Match

    def other(self, entrant: str) -> str:
        """Whom one of the two met."""
        return self.entrants[self.entrants[0] == entrant]


def round_matches(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> list[RoundMatch]:
    """Every match of a stage that has boards, or of which something was found, by round."""
    counted_on = rounds_before(fields)
    found = (
        RoundMatch(counted_on[each.of.sitting] + each.own_round, each.of, each.own_round, each.entrants, each.match)
        for each in stage_matches(tournament, fields)
        if each.match.boards or each.match.void
    )
    return sorted(found, key=lambda each: (each.round, each.of.section, each.entrants))


def rounds_before(fields: Sequence[FieldOfPlay]) -> dict[int, int]:
    """How much the rounds of each sitting are counted on: by 0 where its own numbers are the stage's."""
    found, last = dict[int, int](), 0
    for sitting in sorted({field.sitting for field in fields}):
        own = set[int]().union(*(_own_rounds(field.scoreboard) for field in fields if field.sitting == sitting))
        found[sitting] = last if own and min(own) <= last else 0
        last = max([last, *(found[sitting] + round_ for round_ in own)])
    return found


def own_rounds(fields: Sequence[FieldOfPlay], after_round: int | None) -> dict[int, int] | None:
    """What a round of the stage is in each sitting, by the sitting's own numbers; None where all rounds are meant."""
    if after_round is None:
        return None
    return {sitting: after_round - on for sitting, on in rounds_before(fields).items()}


def _own_rounds(scoreboard: Scoreboard) -> set[int]:
    met = {round_ or 1 for (round_, _), match in scoreboard.matches.items() if match.boards or match.void}
    return met | {each.fact.round or 1 for each in scoreboard.missed_matches}
