"""What verification finds."""

from dataclasses import dataclass

from ledger.errors import Corrupt


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something wrong: the check that found it (or a code), the first event wrong (None: not one), and what to do."""

    code: str
    number: int | None
    text: str
    hint: str = ""


def discrepancy(error: Corrupt) -> Discrepancy:
    """What a reader stopped at, as a discrepancy."""
    return Discrepancy(error.code, error.number, error.message, error.hint)
