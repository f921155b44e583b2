"""A card in notation: its suit and its rank."""

import re

from ledger.bridge.unreadable import Unreadable

_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
_SUIT_FIRST = re.compile(r"([CDHS])([2-9TJQKA])")
_RANK_FIRST = re.compile(r"([2-9TJQKA])([CDHS])")


def parse_card(text: str) -> str:
    """A card, suit first; Unreadable (bad-card) where it is none.

    >>> parse_card("sa"), parse_card("♥10"), parse_card("TD")
    ('SA', 'HT', 'DT')
    """
    tidy = "".join(_SUITS.get(letter, letter) for letter in text).upper().replace(" ", "").replace("10", "T")
    if found := _SUIT_FIRST.fullmatch(tidy):
        return found[1] + found[2]
    if found := _RANK_FIRST.fullmatch(tidy):
        return found[2] + found[1]
    raise Unreadable(
        "bad-card", f"{text!r} is no card", text=text, marks=((0, len(text)),), hint="suit and rank: SA, H10 or HT, D2"
    )
