"""Reading what players said: a seat's own words, and the answers to a poll."""

import re

from ledger.bridge import Unreadable
from ledger.events.calls import PollAnswer


def parse_statement(text: str) -> tuple[str, str]:
    """A seat and what it said.

    >>> parse_statement("w: I was counting")
    ('W', 'I was counting')
    """
    seat, colon, said = text.partition(":")
    if not colon or seat.strip().upper() not in ("N", "E", "S", "W") or not said.strip():
        raise Unreadable(
            "bad-statement",
            f"{text!r} does not say who said what",
            text=text,
            marks=((0, len(seat)),),
            hint='write "W: I was counting losers"',
        )
    return seat.strip().upper(), said.strip()


def parse_answer(text: str) -> PollAnswer:
    """What was chosen, and what else was seriously considered.

    >>> parse_answer("Pass; considered 5H, X")
    PollAnswer(chose='Pass', considered=('5H', 'X'))
    """
    chose, _, rest = text.partition(";")
    considered = re.sub(r"^\s*considered\b:?", "", rest, flags=re.IGNORECASE)
    if not chose.strip():
        raise Unreadable(
            "bad-answer",
            f"{text!r} does not say what was chosen",
            text=text,
            marks=((0, len(text)),),
            hint='write "Pass", or "Pass; considered 5H, X"',
        )
    return PollAnswer(chose.strip(), tuple(each.strip() for each in considered.split(",") if each.strip()))
