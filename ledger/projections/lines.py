"""How a table's board goes to the form of scoring: what was played, as outcomes with their scores."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ledger.bridge import Result, Side, ns_score
from ledger.laws.adjustment import Grade
from ledger.laws.weighting import Weighting, weight_text
from ledger.scoring.line import Entry, Line, Outcome
from ledger.session import TableBoard


def plain_line(played: TableBoard) -> Line:
    """The table result as it is; outside the field where nothing was played."""
    if not played.result:
        return Line(played.seating, played.table, None)
    charts = _plain_charts(played.result, played.board)
    return Line(played.seating, played.table, charts, events=(played.results[-1].number,))


@lru_cache(maxsize=65536)
def _plain_charts(result: Result, board: int) -> Mapping[Side, Entry]:
    """How a plain result counts: one object for all tables that have it."""
    return MappingProxyType(dict.fromkeys(Side, (_outcome(result, board),)))


def entry(weighting: Weighting, board: int) -> Entry:
    """How a weighting counts: each outcome with its weight and score."""
    if len(weighting) == 1:
        return (_outcome(weighting[0].result, board),)
    return tuple(Outcome(part.weight, ns_score(part.result, board), str(part.result)) for part in weighting)


def _outcome(result: Result, board: int) -> Outcome:
    return Outcome(1, ns_score(result, board), "" if result.bare_score is not None else str(result))


def grade_text(grade: Grade) -> str:
    """An artificial award in words: 'A+: average plus, 60%'."""
    name = {"A+": "average plus", "A": "average", "A-": "average minus"}.get(grade)
    percent = weight_text(grade.flat)
    return f"{grade}: {name}, {percent}" if name else percent
