"""Boards and sessions of pairs for the worked examples, played by way of commands."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.adjustment import Artificial, Awarded, Grade, SelfInflicted, Split, Weighted
from ledger.laws.regulations import BoardRounding
from ledger.projections.standings import standings, total_derivation
from ledger.session import TableBoard
from ledger.subjects.play.facts import AmendRegulations
from tests.core.spec import Evening
from tests.golden.examples import as_weighting, mixture
from tests.trust_checks import holds


def field(entries: list, *, offender: str = "none", **session) -> Evening:
    """A board whose tables have these entries: scores, weightings, or artificial scores."""
    evening = Evening(**session)
    evening.play(1, [entry if isinstance(entry, int) else None for entry in entries])
    for table, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            kind, value = next(iter(entry.items()))
            said = Weighted(mixture(value)) if kind == "weighted" else Artificial(*map(Grade, value))
            evening.rule(1, table, said, offender=offender)
    return evening


def split(evening_scores: list[int], ns: Any, ew: Any) -> Evening:
    """Table 1 is ruled split; the other tables have these scores."""
    evening = Evening()
    evening.play(1, [0, *evening_scores])
    evening.rule(1, 1, Split(ns, ew), laws=("82C",))
    return evening


def entries(evening: Evening, played: TableBoard) -> dict[Side, tuple]:
    """How a table's board counts for each side: outcomes with their weights and North–South's scores."""
    return evening.scoreboard.line(played).entries


def ns_of(evening: Evening, board: int, side: Side = Side.NS) -> int:
    """The score of North–South's that table 1 counts with for a side."""
    (outcome,) = entries(evening, evening.at(board, 1))[side]
    return outcome.ns_score


def frequencies(evening: Evening) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for played in evening.session.boards[1].values():
        for outcome in entries(evening, played)[Side.NS]:
            found[outcome.ns_score] = found.get(outcome.ns_score, Fraction(0)) + outcome.weight
    return found


def amended(evening: Evening, table: str, **values) -> Evening:
    """The evening under regulations changed in one table."""
    now = evening.session.regulations
    then = structs.replace(now, **{table: structs.replace(getattr(now, table), **values)})
    if then != now:
        evening.do(AmendRegulations(then))
    return evening


def rounding(evening: Evening, *, board: tuple | None = None, imps: tuple | None = None) -> Evening:
    now = evening.session.regulations
    if board:
        now = structs.replace(now, board=BoardRounding(*board))
    if imps:
        now = structs.replace(now, imps=structs.replace(now.imps, board=BoardRounding(*imps)))
    evening.do(AmendRegulations(now))
    return evening


def totals(evening: Evening) -> dict[str, Fraction]:
    found = {row.contestant: row.exact for field_ in standings(evening.scoreboard) for row in field_.rows}
    for contestant, exact_ in found.items():
        assert holds(total_derivation(evening.scoreboard, contestant)), exact_
    return found


def session_of(percent: int, boards: int, awards: dict[int, str]) -> Evening:
    """Pair 1NS averages `percent` on its real boards and is given artificial scores on others."""
    evening = Evening(boards=range(1, boards + 1))
    for board in range(1, boards + 1):
        evening.play(board, [None if board in awards else 0, 0])
    for board, grade in awards.items():
        evening.rule(board, 1, Artificial(Grade(grade), Grade("A")))
    top = evening.scoreboard.top
    for board in range(1, boards + 1):
        if board not in awards:
            evening.rule(board, 1, Awarded(top * percent / 100, top * (100 - percent) / 100, "keep"))
    return evening


def percent_of(evening: Evening, board: int) -> Fraction:
    return 100 * evening.score(board, 1) / evening.scoreboard.top


def abc_pairs(given: dict, **damage) -> Evening:
    evening = Evening()
    evening.play(1, [given["A_ns"], *given.get("other_ns_scores", [])])
    evening.rule(1, 1, SelfInflicted("NS", as_weighting(given["B_ns"]), as_weighting(given["C_ns"])), offender="EW")
    return amended(evening, "self_inflicted", **damage) if damage else evening
