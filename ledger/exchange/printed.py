"""Matchpoints as result files print them: explained by the score, or awarded.

A line's printed matchpoints may be (1) the Neuberg figure, rounded to what is printed; (2) the raw figure of
a board with fewer lines than others; (3) for artificial lines, the per cent of either top. What is none of
these the office awarded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Side, ns_score
from ledger.exchange.sheet import Sheet
from ledger.facts import SheetLine
from ledger.laws.adjustment import Artificial, Awarded
from ledger.laws.rounding import read_decimal
from ledger.scoring.derivation import neuberg
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Outcome
from ledger.scoring.matchpoints import Frequencies, top

Pair = tuple[Fraction, Fraction]

_OTHER_METHOD = "its printed matchpoints follow another method; none is taken for an award"


class _Line(NamedTuple):
    """A line with the matchpoints it prints for the two sides ('' where it prints none)."""

    read: SheetLine
    ns_printed: str
    ew_printed: str

    @property
    def place(self) -> str:
        """Where in the file it stands."""
        return self.read.place


def recognise_awards(sheet: Sheet, tie: Fraction) -> None:
    """Put on the sheet the awards that only its matchpoints tell, on the scale on which a tie is worth this.

    A board most of whose lines are unexplained was not awarded line by line: its program scores otherwise, and a note
    says so. Lines whose matchpoints no top allows are for a person.
    """
    if not sheet.scoring or FORMS[sheet.scoring].unit != "MP":
        return
    boards: dict[int, list[_Line]] = defaultdict(list)
    for line in sheet.lines:
        boards[line.where.board].append(_Line(line, *sheet.printed.lines.get(line.place, ("", ""))))
    most, found = max(map(len, boards.values()), default=0), dict[str, Awarded]()
    for number, lines in boards.items():
        unexplained = list(_unexplained(lines, most, tie))
        if 2 * len(unexplained) > len(lines):
            why = f"its scores rest on what only {sheet.lacks} says" if sheet.lacks else _OTHER_METHOD
            sheet.notes.append((f"board {number}", why))
        else:
            found.update(unexplained)
    doubtful = dict(_impossible(found, top(most, tie)))
    sheet.problems += doubtful.items()
    kept = (line for line in sheet.lines if line.place not in doubtful)
    sheet.lines = [structs.replace(each, adjustment=found.get(each.place, each.adjustment)) for each in kept]


def _impossible(found: Mapping[str, Awarded], most: Fraction) -> Iterator[tuple[str, str]]:
    """The lines whose matchpoints no top allows."""
    for place, award in found.items():
        if not (0 <= award.ns <= most and 0 <= award.ew <= most):
            yield place, f"{award!r}: more than the top of {most}, or less than nothing"


def _unexplained(lines: Sequence[_Line], most: int, tie: Fraction) -> Iterable[tuple[str, Awarded]]:
    scores = {line.place: _ns_score(line) for line in lines}
    field = Frequencies((((Outcome(1, score),), 1) for score in scores.values() if score is not None), Side.NS)
    for line in lines:
        if not (printed := _printed(line)) or _follows_other_boards(line):
            continue
        score, sizes = scores[line.place], (len(lines), most, field.results)
        explained = _artificial(line, sizes, tie) if score is None else _scored(score, field, sizes, tie)
        if not any(_fits(line, pair) for pair in explained):
            yield line.place, Awarded(*printed, "out" if score is None else "keep")


def _ns_score(line: _Line) -> int | None:
    return ns_score(line.read.result, line.read.where.board) if line.read.result else None


def _follows_other_boards(line: _Line) -> bool:
    """Whether it is A+ or A−, which may be the session's average (Law 12C2(c)): no printed figure contradicts that."""
    stated = line.read.adjustment
    return isinstance(stated, Artificial) and bool({stated.ns, stated.ew} & {"A+", "A-"})


def _scored(score: int, field: Frequencies, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    """Neuberg to any of the sizes; raw; or with an average for each result that is missing."""
    raw = field.matchpoints(score, (Outcome(1, score),))
    for expected in set(sizes):
        ns = neuberg(raw, expected, field.results) * tie
        yield ns, top(expected, tie) - ns
        averages = (raw + expected - field.results) * tie
        yield averages, top(expected, tie) - averages
    yield raw * tie, top(field.results, tie) - raw * tie


def _artificial(line: _Line, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    stated = line.read.adjustment
    if isinstance(stated, Artificial):
        for expected in sizes:
            whole = top(max(expected, 1), tie)
            yield stated.ns.flat * whole, stated.ew.flat * whole


def _printed(line: _Line) -> Pair | None:
    try:
        return read_decimal(line.ns_printed), read_decimal(line.ew_printed)
    except ValueError:
        return None


def _fits(line: _Line, pair: Pair) -> bool:
    return all(
        abs(read_decimal(text) - exact) <= _half_unit(text)
        for text, exact in zip((line.ns_printed, line.ew_printed), pair, strict=True)
    )


def _half_unit(text: str) -> Fraction:
    """Half of the last decimal printed: 0.05 for '29.9', and for '5', which is how 5.0 is printed."""
    places = max(1, len(text.partition(".")[2]))
    return Fraction(1, 2 * 10**places)
