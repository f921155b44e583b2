"""What verification finds."""

from dataclasses import dataclass

from ledger.errors import Corrupt


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: the check that found it (or a code), the first event wrong (None: not one), and what to do."""

    code: str
    number: int | None
    text: str
    hint: str = ""


def finding(error: Corrupt) -> Finding:
    """What a reader stopped at, as a finding."""
    return Finding(error.code, error.number, error.message, error.hint)
