"""Reading the amount of a penalty with its unit, in a module of its own because shell completion loads it."""

import re
from fractions import Fraction
from typing import Literal

from ledger.bridge import Unreadable

PenaltyUnit = Literal["%", "MP", "IMP", "VP", "points"]

_AMOUNT = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(%|PCT|PER ?CENT|MPS?|IMPS?|VPS?|POINTS?)")
_UNITS: dict[str, PenaltyUnit] = {"%": "%", "M": "MP", "I": "IMP", "V": "VP", "P": "points"}


def parse_amount(text: str) -> tuple[Fraction, PenaltyUnit]:
    """Read the amount of a penalty and its unit; Unreadable (bad-penalty) for any other text.

    >>> parse_amount("25%"), parse_amount("6 imps")
    ((Fraction(25, 1), '%'), (Fraction(6, 1), 'IMP'))
    """
    match = _AMOUNT.fullmatch(text.strip().upper())
    if not match:
        bare = text.strip().isdigit()
        hint = f"{text.strip()} of what? {text.strip()}%, {text.strip()}MP" if bare else "write 25%, 3MP, 6IMP, 1VP"
        raise Unreadable("bad-penalty", f"{text!r} is no penalty", text=text, marks=((0, len(text)),), hint=hint)
    unit = "%" if match[2] in ("PCT", "PERCENT", "PER CENT") else match[2][0]
    return Fraction(match[1]), _UNITS[unit]
