"""Suit symbols in a line that was written in letters: results and leads, as a screen shows them."""

import re

_STRAINS = str.maketrans("CDHS", "♣♦♥♠")
_RESULT = re.compile(r"(?<![\w-])([1-7])([CDHS])(X{0,2}[NESW](?:=|[+-][0-9]{1,2}))(?!\w)")
_LEAD = re.compile(r"(?<=, lead )([CDHS])([2-9TJQKA])(?!\w)")


def with_symbols(text: str) -> str:
    """A line with suit symbols for the letters of its results and leads.

    >>> with_symbols("board 3, 1NS v 3EW: 4SN=, lead HT")
    'board 3, 1NS v 3EW: 4♠N=, lead ♥10'
    """
    text = _RESULT.sub(lambda found: found[1] + found[2].translate(_STRAINS) + found[3], text)
    return _LEAD.sub(lambda found: found[1].translate(_STRAINS) + found[2].replace("T", "10"), text)
