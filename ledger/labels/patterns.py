"""What a label may look like: contestants by number, individuals who play together, tables by a short name."""

import re

SECTION, DIGITS = "[A-Z]{0,3}", "[0-9]{1,5}"
NUMBER = f"{SECTION}{DIGITS}"
"""A number, with the letters of its section where there are several: 12, A7."""

LABEL = re.compile(f"({SECTION})({DIGITS})(NS|EW)?")
"""How contestants are called in the log: by number, never by name. Section, number, and where it says so its side."""


def direction(label: str) -> str:
    """The direction that stands behind a contestant's number, or '': teams have names, and may be called LIONS or CREW.

    >>> direction("A3NS"), direction("12"), direction("LIONS")
    ('NS', '', '')
    """
    found = LABEL.fullmatch(label)
    return (found[3] or "") if found else ""


DIRECTED = re.compile(f"({NUMBER})(NS|EW)", re.IGNORECASE)
"""A contestant of two ranked apart, with its side: 3NS."""

PARTNERS = re.compile(rf"{NUMBER}(?:\+{NUMBER})+")
"""Individuals who play a board together: 3+8."""

TABLE = re.compile(r"\w[\w .-]{0,19}")
"""How tables are called."""
