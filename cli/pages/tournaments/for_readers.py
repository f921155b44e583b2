"""What a desk is told, as everybody may read it: without what is typed there."""

import re

_TYPED = re.compile(r"(: [^:`]*)?`[^`]*`.*$")
"""A command, and from the colon before it what leads to it."""


def for_readers(text: str) -> str:
    """A line for the office, without the command at its end.

    >>> for_readers("4 withdrew (#9); next is 3: `tournament qualify all --into final --instead 4=3`")
    '4 withdrew (#9); next is 3'
    """
    return _TYPED.sub("", text)
