"""What every kind of event says in a line, in the words of the office; a module for each subject of `ledger.events`."""

from cli.screens.event_texts import (
    appeals,
    auctions,
    brackets,
    calls,
    deals,
    draws,
    matches,
    office,
    participation,
    people,
    play,
    qualifying,
    queries,
    queue,
    rulings,
    tournaments,
)
from cli.screens.event_texts.by_kind import event_text

__all__ = [
    "appeals",
    "auctions",
    "brackets",
    "calls",
    "deals",
    "draws",
    "event_text",
    "matches",
    "office",
    "participation",
    "people",
    "play",
    "qualifying",
    "queries",
    "queue",
    "rulings",
    "tournaments",
]
