"""Comparison of a result file's figures with ours: totals, percentages, places, lines, datums, matches.

A figure agrees if it equals ours to the decimals both have. A line may print the matchpoints of a smaller field, as
some programs do if results are missing: ours is then compared by the Neuberg formula.

Programs print the pairs' cross-IMPs next to the matches of teams: every table against all others. No score of the
session depends on them, so they are calculated here, for the comparison alone.

Overall figures, of several sessions together, are compared with a tournament's. A file of the first session prints only
its own figures: they are its overall figures. Totals in another unit than the stage's (victory points, matchpoints) are
not compared.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side, ns_score
from ledger.bridge.scales import imps
from ledger.exchange.sheet import PrintedOverall, Sheet, Unit
from ledger.laws.rounding import Rounding, RoundTo, read_decimal, short_text
from ledger.overall.stage_standing import Overall
from ledger.projections.match_boards import total_unit
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, standings
from ledger.scoring.derivation import neuberg
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import TableBoard
from ledger.session.places import label_address
from ledger.subjects.sheets import SheetLine

_TO_PRINT = RoundTo(Fraction("0.01"), Rounding.HALF_AWAY_FROM_AVERAGE)  # totals of pairs are sums of rounded lines


class PairFigure(NamedTuple):
    """A figure that the file prints for a pair within a team, with the figure computed here."""

    kind: str
    where: str
    printed: str
    ours: Fraction


def compare_pairs(sheet: Sheet, scoreboard: Scoreboard) -> Iterator[PairFigure]:
    """Yield each pair's cross-IMPs in a match of teams, by line and in total, as printed and as computed here."""
    if not scoreboard.teams or not sheet.printed.crossed:
        return
    boards: dict[int, dict[str, int]] = defaultdict(dict)
    for line in sheet.lines:
        if line.result:
            boards[line.where.board][line.place] = ns_score(line.result, line.where.board)
    ours = {  # the mean of the comparisons with every other table
        place: Fraction(sum(imps(score - other_score) for other_score in scores.values()), max(len(scores) - 1, 1))
        for scores in boards.values()
        for place, score in scores.items()
    }
    totals = defaultdict[str, Fraction](Fraction)
    for line in sheet.lines:
        if line.place not in ours or not (crossed := sheet.printed.crossed.get(line.place)):
            continue
        cross = ours[line.place]
        where = f"board {line.where.board}, pairs {crossed.ns_pair} v {crossed.ew_pair}"
        yield PairFigure("pair-line", where, crossed.ns, cross)
        as_printed = _TO_PRINT.of(cross)
        totals[crossed.ns_pair] += as_printed
        totals[crossed.ew_pair] -= as_printed
    for pair, printed in sheet.printed.pairs.items():
        yield PairFigure("pair-total", f"pair {pair}", printed, totals[pair])


class Difference(NamedTuple):
    """A figure that the file prints and the ledger computes differently; `where`: its contestant, line or board."""

    kind: str
    where: str
    printed: str
    ours: str


Key = tuple[str, str]
"""A figure: its kind, and its contestant, line or board."""


@dataclass(slots=True)
class Comparison:
    """The result of a comparison: the number of figures compared by kind, the differing and the equal figures."""

    counts: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    equal: set[Key] = field(default_factory=set)

    def add(self, kind: str, where: str, printed: str, ours: str, *, same: bool) -> None:
        """Count a figure that was compared; keep it as a difference unless `same`."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if same:
            self.equal.add((kind, where))
        else:
            self.differences.append(Difference(kind, where, printed, ours))


def compare(sheet: Sheet, scoreboard: Scoreboard, units: tuple[str, str] | None = None) -> Comparison:
    """Compare the figures that a file prints with the session's scores; skip figures that the session does not have.

    With `units`, those of totals and of percentages, ours may have others, and the matchpoints of a smaller field, as
    files print them before the Neuberg formula, differ.
    """
    comparison = Comparison()
    figures = sheet.printed
    unit, percent_unit = units or (scoreboard.totals.unit, scoreboard.regulations.percent.unit)
    rankings = standings(scoreboard) if figures.totals or figures.percentages or figures.places else ()
    rows = {row.contestant: row for ranking in rankings for row in ranking.rows}
    for row, text in _pair_with_rows(figures.totals, rows):
        same = is_same(text, row.total, unit)
        comparison.add("total", f"contestant {row.contestant}", text, short_text(row.total, 4), same=same)
    for row, text in _pair_with_rows(figures.percentages, rows):
        if row.percent is not None:
            same = is_same(text, row.percent, percent_unit)
            comparison.add("percentage", f"contestant {row.contestant}", text, short_text(row.percent, 4), same=same)
    for row, text in _pair_with_rows(figures.places, rows):
        same = text == str(row.rank)
        comparison.add("place", f"contestant {row.contestant}", text, str(row.rank or "none"), same=same)
    _compare_lines(comparison, sheet, scoreboard, strict=units is not None)
    for board, printed in sheet.printed.datums.items():
        datum = scoreboard.datum(board) if board in scoreboard.session.boards else None
        if datum is not None:
            comparison.add("datum", f"board {board}", printed, str(datum), same=is_same(printed, Fraction(datum)))
    matches = {(match.round, frozenset(match.teams)): match for match in scoreboard.matches.values()}
    for (round_, one, two), of_match in sheet.printed.matches.items():
        if not (match := matches.get((round_, frozenset((one, two))))):
            continue
        where = f"round {round_ or '–'}, {one} v {two}"
        lead = match.lead if match.teams[0] == one else -match.lead
        if of_match.imps:
            comparison.add("margin", where, of_match.imps, short_text(lead), same=Fraction(of_match.imps) == lead)
        if all(of_match.victory_points) and total_unit(scoreboard) == "VP":
            points = [match.victory_points[team].value for team in (one, two)]
            same = all(map(is_same, of_match.victory_points, points))
            stated, calculated = " : ".join(of_match.victory_points), " : ".join(map(short_text, points))
            comparison.add("points", where, stated, calculated, same=same)
    for pair in compare_pairs(sheet, scoreboard):
        same = is_same(pair.printed, pair.ours)
        comparison.add(pair.kind, pair.where, pair.printed, short_text(pair.ours), same=same)
    return comparison


def _compare_lines(comparison: Comparison, sheet: Sheet, scoreboard: Scoreboard, *, strict: bool) -> None:
    for line in sheet.lines:
        if line.result and (stated := sheet.printed.scores.get(line.place)) is not None:
            ours = ns_score(line.result, line.where.board)
            comparison.add("score", line.place, f"{stated:+d}", f"{ours:+d}", same=stated == ours)
        of_line = sheet.printed.lines.get(line.place)
        played = session_play_of(scoreboard, line) if of_line else None
        if of_line is None or played is None:
            continue
        where = f"board {line.where.board}, {played.seating}"
        if not scoreboard.counts(played):
            nothing = all(is_same(text, Fraction(0)) for text in of_line)
            comparison.add("line", where, " : ".join(of_line), "none", same=nothing)
            continue
        scores = scoreboard.value(played, Side.NS), scoreboard.value(played, Side.EW)
        same = all(map(is_same, of_line, scores)) or (
            not strict and _is_of_smaller_field(of_line, scores[0], scoreboard)
        )
        comparison.add("line", where, " : ".join(of_line), " : ".join(map(short_text, scores)), same=same)


def is_same(printed: str, ours: Fraction, unit: str = "0") -> bool:
    """Return whether a printed figure equals ours, rounded to the printed decimals or to `unit`, if that is coarser.

    >>> is_same("28.3", Fraction("28.34")), is_same("53.846153", Fraction("53.84615"), "0.00001"), is_same("ADJ", 0)
    (True, True, False)
    """
    try:
        theirs = read_decimal(printed.removeprefix("+"))
    except ValueError:
        return False
    decimals = len(printed.partition(".")[2])
    return abs(theirs - ours) <= max(Fraction(1, 10**decimals), Fraction("0" if unit == "exact" else unit)) / 2


def _pair_with_rows(printed: Mapping[str, str], rows: Mapping[str, Row]) -> Iterator[tuple[Row, str]]:
    return ((rows[contestant], text) for contestant, text in printed.items() if contestant in rows)


def session_play_of(scoreboard: Scoreboard, line: SheetLine) -> TableBoard | None:
    """Return the session's play of a board by the table of a file's line; None if the session has none."""
    where = label_address(scoreboard.session, line.where)
    stated = Seating(where.ns or "", where.ew or "", where.round, where.table)
    board = scoreboard.session.boards.get(where.board, {})
    return board.get(stated) or next((played for seating, played in board.items() if seating.may_be(stated)), None)


def _is_of_smaller_field(printed: tuple[str, str], ours: Fraction, scoreboard: Scoreboard) -> bool:
    """Return whether printed matchpoints equal ours once the Neuberg formula adjusts them to the full field."""
    tie = scoreboard.regulations.matchpoints.tie
    try:
        ns, ew = map(read_decimal, printed)
    except ValueError:
        return False
    results, expected = (ns + ew) / (2 * tie) + 1, (scoreboard.top or Fraction(0)) / (2 * tie) + 1
    if results.denominator != 1 or not 1 <= results < expected:
        return False
    carried = neuberg(ns / tie, int(expected), int(results)) * tie
    unit = scoreboard.rounding.unit
    return abs(carried - ours) <= max(Fraction(1, 100), Fraction(0) if unit == "exact" else Fraction(unit))


def compare_overall(sheet: Sheet, standing: Overall) -> Comparison:
    """Compare a file's overall figures (total or percentage, and place) with a tournament's standing."""
    comparison, in_ours = Comparison(), not units_unlike_stage(sheet, standing)
    for contestant, printed in printed_overall(sheet):
        row = standing.row(contestant)
        kind, text = ("percentage", printed.percentage) if standing.unit == "%" else ("total", printed.total)
        if row and text and in_ours:
            ours, same = short_text(row.total.value, 4), is_same(text, row.total.value, standing.stage.rules.unit)
            comparison.add(kind, contestant, text, ours, same=same)
        if row and printed.place:
            same = printed.place == str(row.rank)
            comparison.add("place", contestant, printed.place, str(row.rank or "none"), same=same)
    return comparison


def units_unlike_stage(sheet: Sheet, standing: Overall) -> tuple[Unit | None, ...]:
    """Return () if the file's overall figures are in the stage's unit; else their units (None: a unit not stated)."""
    printed = [each for _, each in printed_overall(sheet)]
    units: list[Unit | None] = ["%"] if any(each.percentage for each in printed) else []
    if any(each.total for each in printed):
        in_points = sheet.swiss or any(match.victory_points[0] for match in sheet.printed.matches.values())
        if in_points or sheet.scoring is None or FORMS[sheet.scoring].teams():
            units.append(sheet.printed.unit or ("VP" if in_points else None))
        else:
            units.append(sheet.printed.unit or ("MP" if sheet.scoring == "matchpoints" else "IMP"))
    ours = standing.unit in units or (None in units and standing.unit != "%")
    return () if ours else tuple(units)


def printed_overall(sheet: Sheet) -> Iterator[tuple[str, PrintedOverall]]:
    """Yield each contestant's overall figures as printed; for a file without any, yield the session's figures."""
    printed = sheet.printed
    if printed.overall:
        yield from printed.overall.items()
        return
    kinds = (printed.totals, printed.percentages, printed.places)
    for contestant in dict.fromkeys(each for kind in kinds for each in kind):
        yield contestant, PrintedOverall("", *(kind.get(contestant, "") for kind in kinds))
