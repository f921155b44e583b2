"""The traveller of a board: a line a table, the outcomes of weighted scores under it, and the frequencies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cli.desk.desk import Desk
from cli.screens.awards import result_text
from cli.screens.event_texts.participation import fault_text
from cli.screens.scores import score_json, score_text
from cli.screens.vocabulary import counted
from ledger.bridge import Result, Side, dealer, ns_score, vulnerability
from ledger.events.participation import AtTableFact, BoardNotPlayed, PlayPostponed, SatOut
from ledger.laws.adjustment import Adjustment, Artificial, Awarded, weightings
from ledger.laws.rounding import Rounding, short_text
from ledger.laws.weighting import Weighting, in_protocol_order, weight_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard, in_order
from ledger.session.participation import is_cancelled
from ledger.session.places import require_board

_NARROW = 80
_LEFT_OUT_WHERE_NARROW = ("lead", "source")


def print_traveller(desk: Desk, board: int) -> None:
    """The traveller, as tables or as JSON; refused where the board is not in the session."""
    scoreboard = desk.scoreboard()
    require_board(scoreboard.session, board)
    traveller = Traveller(desk, scoreboard, board, in_order(scoreboard.session.boards[board]))
    if desk.settings.json:
        desk.json_at("board/1", scoreboard.session, traveller.json())
    else:
        traveller.print()


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board as it stands: what every table played, and what that is worth."""

    desk: Desk
    scoreboard: Scoreboard
    board: int
    lines: list[TableBoard]

    @property
    def mode(self) -> Rounding:
        """How the session rounds for eyes."""
        return self.scoreboard.totals.rounding

    def json(self) -> dict[str, object]:
        """The board as JSON."""
        return {
            "board": self.board,
            "top": score_json(self.scoreboard.top, self.mode),
            "datum": self.scoreboard.datum(self.board),
            "results": [self._line_json(played) for played in self.lines],
        }

    def _line_json(self, played: TableBoard) -> dict[str, object]:
        result = played.result
        return {
            "table": played.table,
            "ns": played.seating.ns,
            "ew": played.seating.ew,
            "result": str(result) if result and result.bare_score is None else None,
            "ns_score": ns_score(result, self.board) if result else None,
            "lead": played.lead,
            "awarded": {side.value.lower(): score_json(self._score(played, side), self.mode) for side in Side},
            "ruling": played.case,
            "not_played": absence_text(played.absent) if played.absent else None,
            "events": list(played.events),
        }

    def _score(self, played: TableBoard, side: Side) -> Fraction | None:
        """A side's score; None while it cannot be scored: the other room of a team match is missing."""
        score = self.scoreboard.score(played, side)
        return score.value if score.counts else None

    def print(self) -> None:
        """The board as players know it."""
        if not self.desk.settings.plain:
            self.desk.say(self._heading())
        self._print_lines()
        if not self.desk.settings.plain:
            datum = self.scoreboard.datum(self.board)
            if datum is not None:
                self.desk.say(f"\nDatum: {datum:+d}")
            self._print_frequencies()

    def _heading(self) -> str:
        scoreboard = self.scoreboard
        top = f", top {short_text(scoreboard.top)} {scoreboard.unit}" if scoreboard.top is not None else ""
        seats = f"dealer {dealer(self.board).value}, vulnerable {vulnerability(self.board).value}"
        return f"Board {self.board}   {seats}{top}, {counted(len(self.lines), 'result')}\n"

    def _print_lines(self) -> None:
        unit = self.scoreboard.unit
        columns = ["table", "NS", "EW", "contract", "lead", ">NS+", ">NS-", f">{unit} NS", f">{unit} EW", "source"]
        rows = [row for played in self.lines for row in self._rows(played)]
        if self.desk.width < _NARROW and not self.desk.settings.plain:
            kept = [at for at, column in enumerate(columns) if column not in _LEFT_OUT_WHERE_NARROW]
            columns, rows = [columns[at] for at in kept], [[row[at] for at in kept] for row in rows]
        self.desk.table(columns, rows)

    def _rows(self, played: TableBoard) -> list[list[str]]:
        """The line of a table, and under it the outcomes of a weighted or split score."""
        ruling = self.scoreboard.session.ruling_of(played)
        if is_cancelled(played, self.scoreboard.scoring.cancelled):
            return [self._row(played, self._played_text(played), played.result, "cancelled")]
        if played.absence and played.absent:
            return [self._row(played, absence_text(played.absent), None, f"#{played.absence.number}")]
        if ruling is None:
            return [self._row(played, self._played_text(played), played.result, f"#{played.results[-1].number}")]
        score = self.scoreboard.session.in_force(ruling)
        return self._ruled_rows(played, score.adjustment, f"{score.case} #{score.number}")

    def _ruled_rows(self, played: TableBoard, adjustment: Adjustment, source: str) -> list[list[str]]:
        ruled = weightings(adjustment)
        if not ruled:
            return [self._unassigned_row(played, adjustment, source)]
        same = ruled[Side.NS] == ruled[Side.EW]
        if same and len(ruled[Side.NS]) == 1:
            result = ruled[Side.NS][0].result
            return [self._row(played, self._text(result), result, source)]
        named = {"": ruled[Side.NS]} if same else {f"{side.value}: ": ruled[side] for side in Side}
        return [self._row(played, "weighted:" if same else "split:", None, source), *self._outcomes(named)]

    def _unassigned_row(self, played: TableBoard, adjustment: Adjustment, source: str) -> list[str]:
        """A line whose score is no result: artificial, awarded, or the table result that stands."""
        cancelled = isinstance(adjustment, Artificial) or (
            isinstance(adjustment, Awarded) and adjustment.field == "out"
        )
        by_itself = isinstance(adjustment, Artificial | Awarded)
        contract = repr(adjustment) if by_itself else self._played_text(played)
        return self._row(played, contract, None if cancelled else played.result, source)

    def _row(self, played: TableBoard, contract: str, result: Result | None, source: str) -> list[str]:
        awarded = [score_text(self._score(played, side), self.mode) for side in Side]
        plus_minus = _plus_minus(result, self.board)
        return [self._table(played), *played.seating.pair, contract, played.lead or "", *plus_minus, *awarded, source]

    def _table(self, played: TableBoard) -> str:
        """The table, and the round where the same two meet on this board in several."""
        rounds = {each.seating.round for each in self.lines if each.seating.match == played.seating.match}
        again = f", round {played.round}" if len(rounds - {None}) > 1 and played.round else ""
        return (played.table or "–") + again

    def _outcomes(self, named: dict[str, Weighting]) -> list[list[str]]:
        return [
            self._outcome_row(f"  {name}{weight_text(part.weight)} {self._text(part.result)}", part.result)
            for name, weighting in named.items()
            for part in in_protocol_order(weighting, self.board)
        ]

    def _outcome_row(self, text: str, result: Result) -> list[str]:
        return ["", "", "", text, "", *_plus_minus(result, self.board), "", "", ""]

    def _played_text(self, played: TableBoard) -> str:
        return self._text(played.result) if played.result else "not played"

    def _text(self, result: Result) -> str:
        return "(score only)" if result.bare_score is not None else result_text(result, self.desk.symbols)

    def _print_frequencies(self) -> None:
        """How often each score came, and what it is worth to each side; fractions where rulings are weighted."""
        times = {side: self._times(side) for side in Side}
        scores = sorted({*times[Side.NS], *times[Side.EW]}, reverse=True)
        if not scores or self.scoreboard.teams:
            return
        unit, worth = self.scoreboard.unit, self._worth()
        if times[Side.NS] == times[Side.EW]:
            times = {Side.NS: times[Side.NS]}
        shown = [">times"] if len(times) == 1 else [f">times in {side.value} chart" for side in times]
        self.desk.say()
        self.desk.table(
            [">NS score", *shown, f">{unit} NS", f">{unit} EW"],
            [_frequency_row(score, times, [worth.get((side, score)) for side in Side], self.mode) for score in scores],
        )

    def _times(self, side: Side) -> dict[int, Fraction]:
        """How often each North–South score stands among those a side is compared with."""
        times: dict[int, Fraction] = defaultdict(Fraction)
        for played in self.lines:
            for outcome in self.scoreboard.counted(self.scoreboard.line(played), side):
                times[outcome.ns_score] += outcome.weight
        return times

    def _worth(self) -> dict[tuple[Side, int], Fraction]:
        """What each North–South score is worth to a side that simply has it."""
        found: dict[tuple[Side, int], Fraction] = {}
        for played in self.lines:
            line = self.scoreboard.line(played)
            for side in Side:
                if line.entries and line.award is None and len(line.entries[side]) == 1:
                    found[side, line.entries[side][0].ns_score] = self.scoreboard.score(played, side).value
        return found


def absence_text(fact: AtTableFact | SatOut) -> str:
    """Why a table has no result: 'not played', 'to be played', 'sits out'."""
    match fact:
        case BoardNotPlayed():
            return f"not played, {fault_text(fact)}"
        case PlayPostponed():
            return "to be played"
        case _:
            return f"{fact.contestant} sits out"


def _frequency_row(
    score: int, times: Mapping[Side, Mapping[int, Fraction]], worth: Sequence[Fraction | None], mode: Rounding
) -> list[str]:
    """How often a North–South score stands in each chart, and what it is worth to each side."""
    counts = [short_text(Fraction(chart[score]), 3) for chart in times.values()]
    return [f"{score:+d}", *counts, *(score_text(each, mode) for each in worth)]


def _plus_minus(result: Result | None, board: int) -> list[str]:
    """The score in the column of the side that has it."""
    if result is None:
        return ["", ""]
    score = ns_score(result, board)
    return [str(score), ""] if score >= 0 else ["", str(-score)]
