"""Reading how the log is referred to: an event by its number, a case by its name."""

import re

from ledger.bridge import Unreadable


def is_case(text: str) -> bool:
    """Whether a text names a case: R-0001, A-0001, C-0001, P-0001."""
    return re.fullmatch(r"[CRAP]-[0-9]+", text.upper()) is not None


def parse_event(text: str, hint: str) -> int:
    """The number of an event.

    >>> parse_event("207", ""), parse_event("#207", "")
    (207, 207)
    """
    found = re.fullmatch(r"#?([0-9]{1,15})", text)
    if not found:
        no_event = f"{text!r} is no event and no case"
        raise Unreadable("usage", no_event, text=text, marks=((0, len(text)),), hint=hint)
    return int(found[1])
