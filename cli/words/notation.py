"""Results, calls, cards and numbers in the letters of a language: '3NTE+1' is '3SAO+1' in German, '6.5' is '6,5'."""

import re
from collections.abc import Sequence
from fractions import Fraction

from cli.words.language import language_in_use, number_text, say
from cli.words.vocabulary import name_seated
from ledger.bridge import Result
from ledger.bridge.auction import UNKNOWN
from ledger.bridge.board import SUITS
from ledger.labels import boards_text
from ledger.laws import rounding
from ledger.laws.adjustment import Grade
from ledger.laws.adjustment import weight_text as exact_weight_text
from ledger.laws.rounding import Rounding
from ledger.scoring.line import Seating


def decimal_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """Format a number with a fixed number of decimals."""
    return number_text(rounding.decimal_text(value, places, mode))


def short_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """Format a number for a sentence, with only the decimals it needs."""
    return number_text(rounding.short_text(value, places, mode))


def stated_text(value: Fraction) -> str:
    """Format a number as a director types it: as a decimal where that is exact, else as a fraction."""
    return number_text(rounding.stated_text(value))


def grade_text(grade: Grade) -> str:
    """Format one side's artificial score: 'A+', '60', '33.33'."""
    return number_text(grade)


def percent_text(percent: Fraction, mode: Rounding = Rounding.HALF_UP) -> str:
    """Format a percentage to two decimals: '61.45%'."""
    return number_text(f"{rounding.decimal_text(percent, 2, mode)}%")


def weight_text(weight: Fraction) -> str:
    """Format the weight of an outcome: '60%', '1/3'."""
    return number_text(exact_weight_text(weight))


SYMBOLS = str.maketrans(dict(zip(SUITS, "♠♥♦♣", strict=True)))

_CONTRACT = re.compile(
    r"(?P<level>[1-7])(?P<strain>NT|[♠♥♦♣CDHS])(?P<doubling>X{0,2})(?P<declarer>[NESW])(?P<tricks>.*)"
)


def with_symbols(symbols: bool) -> bool:
    """Return True if suits are shown as ♠♥♦♣: the screen has these `symbols`, or the text is for a page."""
    return symbols or language_in_use().symbols


def result_text(result: Result, symbols: bool) -> str:
    """Format a result in the letters of the page's language; `symbols`: with ♠♥♦♣ instead of S, H, D and C.

    On a page, declarer and tricks of a notrump contract stand apart: '1NT S ='. A terminal prints what can be typed.
    """
    text = result.pretty if with_symbols(symbols) else str(result)
    if not (parts := _CONTRACT.fullmatch(text)):
        return say("PASS") if text == "PASS" else text
    strain = say("NT") if parts["strain"] == "NT" else parts["strain"]
    gap = "\u00a0" if parts["strain"] == "NT" and language_in_use().symbols else ""
    return f"{parts['level']}{strain}{parts['doubling']}{gap}{side_text(parts['declarer'])}{gap}{parts['tricks']}"


_IN_A_LINE = re.compile(r"\b[1-7](?:NT|[CDHS])X{0,2}[NESW](?:=|[+-][0-9]{1,2})(?![0-9])|\bPASS\b")


def translate_results(line: str) -> str:
    """Translate the results in a line of text, such as '3NTE+1', into the letters of the page's language."""
    if not language_in_use().symbols:
        return line
    return _IN_A_LINE.sub(lambda match: result_text(Result(match[0]), True), line)


def side_text(side: str) -> str:
    """Translate the letters of a seat or a side, 'N' or 'EW'; return any other text unchanged."""
    return say(side) if side in _SIDES else side


_SIDES = ("N", "E", "S", "W", "NS", "EW")


def rank_text(rank: str) -> str:
    """Format a card's rank: 'A', 'Q', '10'."""
    return "10" if rank == "T" else say(rank) if rank in "AKQJ" else rank


def ranks_text(ranks: str) -> str:
    """Format the ranks of a suit: 'A K 10 9'."""
    return " ".join(map(rank_text, ranks))


def card_text(card: str | None, symbols: bool) -> str:
    """Format a card for a diagram: '♥10', 'H10'; '?' for an unknown card."""
    if card is None:
        return UNKNOWN
    return (card[0].translate(SYMBOLS) if with_symbols(symbols) else card[0]) + rank_text(card[1])


def lead_text(card: str) -> str:
    """Format a lead for a line of the log: as typed on a terminal ('HA', 'ST'), with symbols on a page."""
    return card_text(card, True) if language_in_use().symbols else card


def call_text(call: str, symbols: bool) -> str:
    """Format a call for a diagram: '1♣', '1NT', 'Pass'."""
    if call == "P":
        return say("Pass")
    if call[0].isdigit():
        strain = say("NT") if call.endswith("NT") else call[1].translate(SYMBOLS) if with_symbols(symbols) else call[1]
        return call[0] + strain
    return call


def board_ranges_text(boards: Sequence[int]) -> str:
    """Format boards as ranges: 'boards 1–3, 7'."""
    numbers = boards_text(boards).partition(" ")[2]
    return say("board %(numbers)s", numbers=numbers) if len(boards) == 1 else say("boards %(numbers)s", numbers=numbers)


def and_text(names: Sequence[object]) -> str:
    """Join names: 'A', 'A and B', 'A, B and C'."""
    *most, last = map(str, names)
    return say("%(most)s and %(last)s", most=", ".join(most), last=last) if most else last


def seating_text(seating: Seating) -> str:
    """Name the contestants at a table: '1NS v 3EW'."""
    return name_seated(seating.ns, seating.ew)
