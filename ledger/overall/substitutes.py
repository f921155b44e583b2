"""Who sat in whose stead over the sessions of a stage (Laws 4, 34): what is conduct, and what is master points, is his.

Names stand on results and master points by the seat that somebody sat in, so a substitute is told by session.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.facts.participation import SubstituteSeated
from ledger.overall.stage_standing import Overall
from ledger.session import Session


class SubstituteOf(NamedTuple):
    """A contestant of the tournament, in which session, the number of the event there, and what it says."""

    entrant: str
    session: Session
    number: int
    fact: SubstituteSeated


def substitutes(found: Overall) -> Iterator[SubstituteOf]:
    """Every substitute of a stage, by sitting and in the order they were seated."""
    for added, scoreboard in found.scores.played(found.stage.name):
        for number, fact in scoreboard.session.participation.all(SubstituteSeated):
            entrant = found.scores.tournament.entrant_of(added.session, fact.contestant)
            yield SubstituteOf(entrant, scoreboard.session, number, fact)
