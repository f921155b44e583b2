"""Whether a file that numbers its pairs plainly holds one field or two."""

from collections import defaultdict
from collections.abc import Sequence
from string import ascii_uppercase

from ledger.commands import SheetLine
from ledger.labels.patterns import direction


def two_fields(lines: Sequence[SheetLine]) -> bool:
    """Whether the numbers of a file say the direction, 1NS and 1EW, or sit in both."""
    labels = (label for line in lines for label in (line.where.ns, line.where.ew) if label)
    return any(direction(label) for label in labels) or sits_both_ways(lines)


def sits_both_ways(lines: Sequence[SheetLine]) -> bool:
    """Whether on most boards a number sits North–South and East–West, as no pair can: two fields of one numbering."""
    seated: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for line in lines:
        for number, sitting in zip((line.where.ns, line.where.ew), seated[line.where.board], strict=True):
            if number and number.lstrip(ascii_uppercase).isdigit():
                sitting.add(number)
    both = sum(1 for ns, ew in seated.values() if ns & ew)
    return both >= 2 and 2 * both > len(seated)
