"""Matchpoints as result files print them: explained by the score, or awarded.

A line's printed matchpoints may be (1) the Neuberg figure, rounded to what is printed; (2) the raw figure of
a board with fewer lines than others; (3) for artificial lines, the per cent of either top. What is none of
these the office awarded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Result, Side, ns_score
from ledger.commands import Where
from ledger.laws.adjustment import Adjustment, Artificial, Awarded
from ledger.laws.rounding import read_decimal
from ledger.scoring.award import Outcome
from ledger.scoring.matchpoints import Frequencies, top
from ledger.scoring.rule import neuberg

Pair = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A traveller line with the matchpoints it prints for the two sides ('' where it prints none)."""

    place: str
    where: Where
    result: Result | None
    stated: Adjustment | None
    lead: str | None
    ns_printed: str
    ew_printed: str


def awards(
    boards: Mapping[int, Sequence[PrintedLine]], tie: Fraction
) -> tuple[dict[str, Adjustment], list[tuple[str, str]], list[tuple[str, str]]]:
    """The awards only matchpoints tell, by the place of the line; notes on boards scored in another way; and
    lines whose matchpoints no top allows.

    A board most of whose lines are unexplained was not awarded line by line: its program scores otherwise.
    """
    most = max(map(len, boards.values()), default=0)
    found: dict[str, Awarded] = {}
    notes: list[tuple[str, str]] = []
    for number, lines in boards.items():
        unexplained = list(_unexplained(lines, most, tie))
        if 2 * len(unexplained) > len(lines):
            notes.append(
                (f"board {number}", "its printed matchpoints follow another method; none is taken for an award")
            )
        else:
            found.update(unexplained)
    return dict(found), notes, list(_impossible(found, top(most, tie)))


def _impossible(found: Mapping[str, Awarded], most: Fraction) -> Iterator[tuple[str, str]]:
    """The lines whose matchpoints no top allows."""
    for place, award in found.items():
        if not (0 <= award.ns <= most and 0 <= award.ew <= most):
            yield place, f"{award!r}: more than the top of {most}, or less than nothing"


def _unexplained(lines: Sequence[PrintedLine], most: int, tie: Fraction) -> Iterable[tuple[str, Awarded]]:
    field = Frequencies(
        (((Outcome(1, ns_score(line.result, line.where.board)),), 1) for line in lines if line.result), Side.NS
    )
    for line in lines:
        if not (printed := _printed(line)):
            continue
        sizes = (len(lines), most)
        explanations = _scored(line, field, sizes, tie) if line.result else _artificial(line.stated, sizes, tie)
        if not any(_fits(line, pair) for pair in explanations):
            yield line.place, Awarded(*printed, "keep" if line.result else "out")


def _scored(line: PrintedLine, field: Frequencies, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    assert line.result
    score = ns_score(line.result, line.where.board)
    raw = field.matchpoints(score, (Outcome(1, score),))
    for expected in {field.results, *sizes}:
        ns = neuberg(raw, expected, field.results) * tie
        yield ns, top(expected, tie) - ns
    yield raw * tie, top(field.results, tie) - raw * tie


def _artificial(stated: Adjustment | None, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    if isinstance(stated, Artificial):
        for expected in sizes:
            yield stated.ns.flat * top(expected, tie), stated.ew.flat * top(expected, tie)


def _printed(line: PrintedLine) -> Pair | None:
    try:
        return read_decimal(line.ns_printed), read_decimal(line.ew_printed)
    except ValueError:
        return None


def _fits(line: PrintedLine, pair: Pair) -> bool:
    return all(
        abs(read_decimal(text) - exact) <= _half_unit(text)
        for text, exact in zip((line.ns_printed, line.ew_printed), pair, strict=True)
    )


def _half_unit(text: str) -> Fraction:
    """Half of the last decimal printed: 0.05 for '29.9', and for '5', which is how 5.0 is printed."""
    places = max(1, len(text.partition(".")[2]))
    return Fraction(1, 2 * 10**places)
