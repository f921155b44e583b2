"""The register of kinds: what is said of every kind of event there is, from the rows beside its class.

A new kind of event is its class and its row in the file of its subject.
"""

from ledger.facts import (
    appeals,
    auctions,
    brackets,
    calls,
    casebook,
    clocks,
    deals,
    draws,
    evidence,
    matches,
    memos,
    movement,
    office,
    participation,
    people,
    play,
    polls,
    publications,
    qualifying,
    queries,
    queue,
    reopening,
    rulings,
    seating,
    tournaments,
)
from ledger.facts.fact import Event, Kind

KINDS: tuple[Kind, ...] = (
    *play.KINDS,
    *seating.KINDS,
    *participation.KINDS,
    *deals.KINDS,
    *auctions.KINDS,
    *queries.KINDS,
    *queue.KINDS,
    *calls.KINDS,
    *polls.KINDS,
    *evidence.KINDS,
    *rulings.KINDS,
    *reopening.KINDS,
    *matches.KINDS,
    *movement.KINDS,
    *appeals.KINDS,
    *casebook.KINDS,
    *memos.KINDS,
    *tournaments.KINDS,
    *brackets.KINDS,
    *qualifying.KINDS,
    *draws.KINDS,
    *publications.KINDS,
    *people.KINDS,
    *office.KINDS,
    *clocks.KINDS,
)

KIND_OF: dict[type[Event], Kind] = {kind.event: kind for kind in KINDS}
"""The row of every kind, by the class of its events."""
