"""How often each score counts on a board: what a score is compared with, thousands of tables at a time."""

from collections.abc import Iterable
from fractions import Fraction

from ledger.scoring.award import Entry


def frequencies(entries: Iterable[tuple[Entry, int]]) -> dict[int, Fraction | int]:
    """How often each North–South score counts: `entries` are how tables count, and how many count so."""
    found: dict[int, Fraction | int] = {}
    for entry, tables in entries:
        for outcome in entry:
            found[outcome.ns_score] = found.get(outcome.ns_score, 0) + outcome.weight * tables
    return found
