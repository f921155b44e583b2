"""Reading how the log is referred to: an event by its number, a case by its name."""

import re
from typing import Any

import click

from ledger.bridge import Unreadable

_KINDS = "a case is R-2, a ruling; A-2, an appeal; C-2, a call; P-2, a penalty"


class Case(click.ParamType[str]):
    """A case, however it is typed: R-0002, R-2, r2. What names none stays as it is, for the office to refuse."""

    name = "case"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """As the log names it."""
        return case_named(str(value)) or str(value).strip().upper()


def case_named(text: str) -> str | None:
    """The case a text names, as the log names it; None where it names none."""
    from ledger.session.case_numbers import case_name  # with the session: nobody waits for it who only asks for help

    return case_name(text)


def parse_event(text: str, hint: str) -> int:
    """The number of an event.

    >>> parse_event("207", ""), parse_event("#207", "")
    (207, 207)
    """
    found = re.fullmatch(r"#?([0-9]{1,15})", text.strip())
    if not found:
        no_event = f"{text!r} is no event and no case"
        raise Unreadable("usage", no_event, text=text, marks=((0, len(text)),), hint=f"{hint}; {_KINDS}")
    return int(found[1])
