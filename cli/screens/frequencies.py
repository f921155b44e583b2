"""How often each score came on a board, and what it is worth: a table, or one for each version of a fouled board."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.screens.score_marks import Marks
from cli.screens.scores import score_text
from ledger.bridge import Side
from ledger.laws.rounding import Rounding, short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard

_Times = Mapping[Side, Mapping[int, Fraction]]


class FrequencyTable(NamedTuple):
    """How often each score came on a board, or on one version of it; a heading that starts with '>' is of numbers."""

    heading: str
    columns: list[str]
    rows: list[list[str]]


def print_frequencies(desk: Desk, scoreboard: Scoreboard, lines: Sequence[TableBoard], marks: Sequence[Marks]) -> None:
    """The frequencies of a board that is scored against a field; nothing under teams.

    A score is marked with what marks the tables that have it, each line's marks in the order of the lines.
    """
    marked = _marked(scoreboard, lines, marks)
    for found in frequencies(scoreboard, lines):
        desk.say()
        if found.heading:
            desk.say(found.heading)
        rows = [[*row, str(marked.get(row[0], ""))] for row in found.rows]
        desk.table([*found.columns, ""] if marked else found.columns, rows if marked else found.rows)


def _marked(scoreboard: Scoreboard, lines: Sequence[TableBoard], marks: Sequence[Marks]) -> dict[str, Marks]:
    """What marks each score that a marked table has, by how the score is written: '+620'."""
    found: dict[str, Marks] = {}
    for played, own in zip(lines, marks, strict=True):
        sides = Side if own.sources else ()
        for outcome in (each for side in sides for each in scoreboard.counted(scoreboard.line(played), side)):
            found.setdefault(f"{outcome.ns_score:+d}", Marks()).take(own)
    return found


def frequencies(scoreboard: Scoreboard, lines: Sequence[TableBoard]) -> list[FrequencyTable]:
    """The same as tables: one, or one for each version that was played; none under teams."""
    versions = {} if scoreboard.teams else by_version(lines)
    found = []
    for version, played in versions.items():
        heading = "" if len(versions) == 1 else f"{version_text(version)}: {_tables_text(played)}"
        found.append(_of_version(scoreboard, played, heading[:1].upper() + heading[1:]))
    return [each for each in found if each.rows]


def by_version(lines: Sequence[TableBoard]) -> dict[str, list[TableBoard]]:
    """The lines of a board by the version that was played of it, the board as it was first (Law 87)."""
    found: dict[str, list[TableBoard]] = {}
    for played in sorted(lines, key=lambda played: played.version):
        found.setdefault(played.version, []).append(played)
    return found


def version_text(version: str) -> str:
    """'version B'; the board as it was has no name."""
    return f"version {version}" if version else "as it was"


def _tables_text(lines: Sequence[TableBoard]) -> str:
    names = ", ".join(played.table or str(played.seating) for played in lines)
    return f"table{'' if len(lines) == 1 else 's'} {names}"


def _of_version(scoreboard: Scoreboard, lines: Sequence[TableBoard], heading: str) -> FrequencyTable:
    """Each score with how often it came, and its worth to each side; fractions where rulings are weighted."""
    times: _Times = {side: _times(scoreboard, lines, side) for side in Side}
    scores = sorted({*times[Side.NS], *times[Side.EW]}, reverse=True)
    unit, worth, mode = scoreboard.unit, _worth(scoreboard, lines), scoreboard.totals.rounding
    if times[Side.NS] == times[Side.EW]:
        times = {Side.NS: times[Side.NS]}
    shown = [">times"] if len(times) == 1 else [f">times in {side.value} chart" for side in times]
    rows = [_row(score, times, [worth.get((side, score)) for side in Side], mode) for score in scores]
    return FrequencyTable(heading, [">NS score", *shown, f">{unit} NS", f">{unit} EW"], rows)


def _times(scoreboard: Scoreboard, lines: Sequence[TableBoard], side: Side) -> dict[int, Fraction]:
    """How often each North–South score stands among those a side is compared with."""
    times: dict[int, Fraction] = defaultdict(Fraction)
    for played in lines:
        for outcome in scoreboard.counted(scoreboard.line(played), side):
            times[outcome.ns_score] += outcome.weight
    return times


def _worth(scoreboard: Scoreboard, lines: Sequence[TableBoard]) -> dict[tuple[Side, int], Fraction]:
    """What each North–South score is worth to a side that simply has it."""
    found: dict[tuple[Side, int], Fraction] = {}
    for played in lines:
        line = scoreboard.line(played)
        for side in Side:
            if line.entries and line.award is None and len(line.entries[side]) == 1:
                found[side, line.entries[side][0].ns_score] = scoreboard.value(played, side)
    return found


def _row(score: int, times: _Times, worth: Sequence[Fraction | None], mode: Rounding) -> list[str]:
    """How often a North–South score stands in each chart, and what it is worth to each side."""
    counts = [short_text(Fraction(chart[score]), 3) for chart in times.values()]
    return [f"{score:+d}", *counts, *(score_text(each, mode) for each in worth)]
