"""A card in notation: its suit and its rank."""

import re

from ledger.bridge.as_typed import plain_letters
from ledger.bridge.unreadable import Unreadable

_SUIT_FIRST = re.compile(r"([CDHS])([2-9TJQKA])")
_RANK_FIRST = re.compile(r"([2-9TJQKA])([CDHS])")


def parse_card(text: str) -> str:
    """A card, suit first; Unreadable (bad-card) where it is none.

    >>> parse_card("sa"), parse_card("♥10"), parse_card("TD")
    ('SA', 'HT', 'DT')
    """
    tidy = plain_letters(text).upper().replace(" ", "").replace("10", "T")
    if found := _SUIT_FIRST.fullmatch(tidy):
        return found[1] + found[2]
    if found := _RANK_FIRST.fullmatch(tidy):
        return found[2] + found[1]
    raise Unreadable("bad-card", f"{text!r} is no card", text=text, marks=((0, len(text)),), hint=_nearest(tidy))


def _nearest(tidy: str) -> str:
    """What is missing or wrong of a card: its suit, or its rank."""
    said = "suit and rank: SA, H10 or HT, D2"
    if tidy in ("A", "K", "Q", "J", "T", *"23456789"):
        return f"of which suit? S{tidy}, H{tidy}, D{tidy} or C{tidy}"
    if tidy[:1] in ("S", "H", "D", "C") and len(tidy) == 2:
        return f"{tidy[1]} is no rank; {said}"
    return said
