"""The traveller of a board: a line a table, the outcomes of weighted scores under it, and the frequencies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from cli.words.language import say
from cli.words.notation import card_text, result_text, short_text, side_text, weight_text
from cli.words.play import fault_text
from cli.words.rulings import adjustment_text, cases_json, own_award
from cli.words.scores import own_scores_text, score_json, score_text
from cli.words.vocabulary import VULNERABLE, counted
from ledger.bridge import Result, Side, dealer, ns_score, vulnerability
from ledger.laws.adjustment import (
    Artificial,
    Awarded,
    SelfInflicted,
    Stands,
    Weighting,
    certain,
    in_protocol_order,
    weightings,
)
from ledger.laws.rounding import Rounding
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.scoring.line import Seating
from ledger.session import TableBoard, in_order
from ledger.session.places import at_board
from ledger.session.state import is_cancelled
from ledger.subjects.participation.facts import AtTableFact, BoardNotPlayed, PlayPostponed, SatOut
from ledger.subjects.rulings.state import CombinedRulings, together


def traveller_of(scoreboard: Scoreboard, board: int, *, symbols: bool) -> Traveller:
    """The traveller of a board of the session; `symbols`: suits as ♠♥♦♣."""
    return Traveller(scoreboard, board, in_order(scoreboard.session.boards[board]), symbols)


@dataclass(frozen=True)
class Traveller:
    """One board as it stands: what every table played, and what that is worth."""

    scoreboard: Scoreboard
    board: int
    lines: list[TableBoard]
    symbols: bool

    @property
    def mode(self) -> Rounding:
        """How the session rounds for eyes."""
        return self.scoreboard.totals.rounding

    @property
    def _top(self) -> Fraction | None:
        """The top of the board; the session's, where versions of it have one each."""
        tops = {top_at(self.scoreboard, played) for played in self.lines}
        return tops.pop() if len(tops) == 1 else self.scoreboard.top

    def json(self) -> dict[str, object]:
        """The board as JSON."""
        return {
            "board": self.board,
            "top": score_json(self._top, self.mode),
            "datum": self.scoreboard.datum(self.board),
            "results": [self._line_json(played) for played in self.lines],
        }

    def _line_json(self, played: TableBoard) -> dict[str, object]:
        result = played.result
        sides = [(played.seating.contestants(side), self._scores(played, side)) for side in Side]
        apart = {
            each: score for names, scores in sides if len(scores) > 1 for each, score in zip(names, scores, strict=True)
        }
        return {
            "table": played.table,
            "ns": played.seating.ns or None,
            "ew": played.seating.ew or None,
            "result": str(result) if result and result.bare_score is None else None,
            "ns_score": ns_score(result, self.board) if result else None,
            "lead": played.lead,
            "awarded": {
                side.value.lower(): score_json(next(iter(scores), None), self.mode)
                for side, (_, scores) in zip(Side, sides, strict=True)
            },
            "own": {each: score_json(score, self.mode) for each, score in apart.items()},
            "version": played.version if self._fouled else None,
            **cases_json(played),
            "not_played": absence_text(played.absent) if played.absent else None,
            "events": list(played.events),
        }

    def _scores(self, played: TableBoard, side: Side) -> list[Fraction | None]:
        """A side's score, or those of two individuals who differ; None while the other room of a team is missing."""
        return self.scoreboard.own_scores(played, side)

    @cached_property
    def _fouled(self) -> bool:
        return any(played.versions for played in self.lines)

    def heading(self) -> str:
        """'Board 23   dealer S, vulnerable Both, top 40 MP, 21 results'."""
        return f"{say('Board %(number)s', number=self.board)}   {self.facts()}"

    def facts(self) -> str:
        """'dealer S, vulnerable Both, top 40 MP, 21 results'."""
        scoreboard = self.scoreboard
        top = (
            say(", top %(top)s %(unit)s", top=short_text(self._top), unit=say(scoreboard.unit))
            if self._top is not None
            else ""
        )
        seats = say(
            "dealer %(dealer)s, vulnerable %(vulnerability)s",
            dealer=side_text(dealer(self.board).value),
            vulnerability=VULNERABLE[vulnerability(self.board).value],
        )
        # '12 results, 1 award, 1 cancelled, 2 without a result': each line is one of these.
        there = [each for each in self.lines if not is_cancelled(each, self.scoreboard.scoring.cancelled)]
        results = sum(1 for each in there if each.results)
        awards = sum(1 for each in there if each.cases and not each.results)
        rest = {say("cancelled"): len(self.lines) - len(there), say("without a result"): len(there) - results - awards}
        said = [counted(results, "result"), *([counted(awards, "award")] if awards else [])]
        in_all = ", ".join([*said, *(f"{number} {what}" for what, number in rest.items() if number)])
        return f"{seats}{top}, {in_all}"

    @property
    def columns(self) -> list[str]:
        """The headings of the lines; one that starts with '>' is of numbers."""
        unit = self.scoreboard.unit
        version = ["version"] if self._fouled else []
        return [
            *("table", *version, "NS", "EW", "contract", "lead"),
            *(">NS+", ">NS-", f">{unit} NS", f">{unit} EW", "source"),
        ]

    def rows(self, played: TableBoard) -> list[list[str]]:
        """The line of a table, and under it the outcomes of a weighted or split score."""
        if is_cancelled(played, self.scoreboard.scoring.cancelled):
            return [self._row(played, self._result_text(played.result), played.result, say("cancelled"))]
        if played.absence and played.absent:
            return [self._row(played, absence_text(played.absent), None, f"#{played.absence.number}")]
        ruled = together(self.scoreboard.session, played)
        seats = say(", seats #%(number)s", number=played.reseated[-1].number) if played.reseated else ""
        source = ", ".join(f"{score.case} #{score.number}" for score in ruled.all) + seats
        result = _result(played, ruled)
        if ruled.each_side:
            return self._both_offended(played, ruled, source)
        if score := ruled.of(Side.NS):
            adjustment = score.adjustment
            weighed = weightings(adjustment)
            if not weighed:
                cancelled = isinstance(adjustment, Artificial) or (
                    isinstance(adjustment, Awarded) and adjustment.field == "out"
                )
                by_itself = isinstance(adjustment, Artificial | Awarded)
                contract = adjustment_text(adjustment) if by_itself else self._result_text(result)
                return [self._row(played, contract, None if cancelled else result, source)]
            same = weighed[Side.NS] == weighed[Side.EW]
            if same and len(weighed[Side.NS]) == 1:
                result = weighed[Side.NS][0].result
                return [self._row(played, self._text(result), result, source)]
            named = {"": weighed[Side.NS]} if same else {f"{side_text(side.value)}: ": weighed[side] for side in Side}
            return [
                self._row(played, say("weighted:") if same else say("split:"), None, source),
                *self._outcomes(named),
            ]
        return [self._row(played, self._result_text(result), result, f"#{played.results[-1].number}{seats}")]

    def _both_offended(self, played: TableBoard, ruled: CombinedRulings, source: str) -> list[list[str]]:
        """Each side's own score by the ruling against it: its outcomes, or the award."""
        rows = [self._row(played, say("each by its own:"), None, source)]
        for side in Side:
            score, result = ruled.of(side), _result(played, ruled)
            if not score:
                continue
            # The outcomes an offender's score is made of; none where it is an award.
            match score.adjustment:
                case Stands() if result:
                    weighting = certain(result)
                case SelfInflicted():
                    weighting = score.adjustment.b
                case _:
                    weighting = weightings(score.adjustment).get(side, ())
            if weighting:
                rows += self._outcomes({f"{side_text(side.value)}: ": weighting})
            else:
                rows.append(self._outcome_row(f"  {side_text(side.value)}: {own_award(score.adjustment, side)}", None))
        return rows

    def _row(self, played: TableBoard, contract: str, result: Result | None, source: str) -> list[str]:
        awarded = [own_scores_text(self._scores(played, side), self.mode) for side in Side]
        plus_minus, version = _plus_minus(result, self.board), [version_text(played.version)] if self._fouled else []
        seats = [self._tables[played.seating], *version, *(contestant or "–" for contestant in played.seating.pair)]
        lead = card_text(played.lead, self.symbols) if played.lead and self.symbols else played.lead or ""
        return [*seats, contract, lead, *plus_minus, *awarded, source]

    @cached_property
    def _tables(self) -> dict[Seating, str]:
        return at_board(self.scoreboard.session, self.board)

    def _outcomes(self, named: dict[str, Weighting]) -> list[list[str]]:
        return [
            self._outcome_row(f"  {name}{weight_text(part.weight)} {self._text(part.result)}", part.result)
            for name, weighting in named.items()
            for part in in_protocol_order(weighting, self.board)
        ]

    def _outcome_row(self, text: str, result: Result | None) -> list[str]:
        seats = ["", "", "", ""] if self._fouled else ["", "", ""]
        return [*seats, text, "", *_plus_minus(result, self.board), "", "", ""]

    def _result_text(self, result: Result | None) -> str:
        return self._text(result) if result else say("not played")

    def _text(self, result: Result) -> str:
        return say("(score only)") if result.bare_score is not None else result_text(result, self.symbols)


def absence_text(fact: AtTableFact | SatOut) -> str:
    """Why a table has no result: 'not played', 'to be played', 'sits out'."""
    match fact:
        case BoardNotPlayed():
            return say("not played, %(fault)s", fault=fault_text(fact))
        case PlayPostponed():
            return say("to be played")
        case _:
            return say("%(contestant)s sits out", contestant=fact.contestant)


def _result(played: TableBoard, ruled: CombinedRulings) -> Result | None:
    """The table result, or what was ruled to be the result of a claim."""
    return ruled.claimed or played.result


def _plus_minus(result: Result | None, board: int) -> list[str]:
    if result is None:
        return ["", ""]
    score = ns_score(result, board)
    return [str(score), ""] if score >= 0 else ["", str(-score)]


class FrequencyTable(NamedTuple):
    """How often each score came on a board, or on one version of it; a heading that starts with '>' is of numbers."""

    heading: str
    columns: list[str]
    rows: list[list[str]]


def frequencies(scoreboard: Scoreboard, lines: Sequence[TableBoard]) -> list[FrequencyTable]:
    """The same as tables: one, or one for each version that was played; none under teams."""
    versions = {} if scoreboard.teams else by_version(lines)
    found = []
    for version, played in versions.items():
        heading = ""
        if len(versions) > 1:
            names = ", ".join(each.table or str(each.seating) for each in played)
            tables = say("table %(names)s", names=names) if len(played) == 1 else say("tables %(names)s", names=names)
            heading = f"{version_text(version)}: {tables}"
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
    return say("version %(version)s", version=version) if version else say("as it was")


def _of_version(scoreboard: Scoreboard, lines: Sequence[TableBoard], heading: str) -> FrequencyTable:
    """Each score with how often it came, and its worth to each side; fractions where rulings are weighted."""
    times: dict[Side, dict[int, Fraction]] = {side: defaultdict(Fraction) for side in Side}
    for side, played in ((side, played) for side in Side for played in lines):
        for outcome in scoreboard.counted(scoreboard.line(played), side):
            times[side][outcome.ns_score] += outcome.weight
    scores = sorted({*times[Side.NS], *times[Side.EW]}, reverse=True)
    worth: dict[tuple[Side, int], Fraction] = {}
    for played in lines:
        line = scoreboard.line(played)
        for side in Side:
            if line.entries and line.award is None and len(line.entries[side]) == 1:
                worth[side, line.entries[side][0].ns_score] = scoreboard.value(played, side)
    unit, mode = scoreboard.unit, scoreboard.totals.rounding
    if times[Side.NS] == times[Side.EW]:
        times = {Side.NS: times[Side.NS]}
    shown = [">times"] if len(times) == 1 else [f">times in {side.value} chart" for side in times]
    rows = [
        [
            f"{score:+d}",
            *(short_text(Fraction(chart[score]), 3) for chart in times.values()),
            *(score_text(worth.get((side, score)), mode) for side in Side),
        ]
        for score in scores
    ]
    return FrequencyTable(heading, [">NS score", *shown, f">{unit} NS", f">{unit} EW"], rows)
