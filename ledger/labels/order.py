"""The order in which contestants and tables are listed."""

from functools import lru_cache

from ledger.labels.patterns import LABEL


@lru_cache(maxsize=65536)
def natural(contestant: str) -> tuple[int, str]:
    """Sort key: contestants in the order of their numbers.

    >>> sorted(["10NS", "2EW", "2NS"], key=natural)
    ['2EW', '2NS', '10NS']
    """
    digits = ""
    for character in contestant:
        if not character.isascii() or not character.isdigit():
            break
        digits += character
    return int(digits or 0), contestant


def table_order(table: str) -> tuple[str, tuple[int, str]]:
    """Sort key: tables by section, then by number.

    >>> sorted(["A10", "B1", "A2", "11", "9"], key=table_order)
    ['9', '11', 'A2', 'A10', 'B1']
    """
    found = LABEL.fullmatch(table)
    return (found[1], natural(found[2])) if found else ("", natural(table))
