"""The traveller of a board: a row a table, the outcomes of weighted scores below it, and the frequencies."""

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
from cli.words.rulings import adjustment_text, side_award_text
from cli.words.scores import score_text, side_scores_text
from cli.words.vocabulary import VULNERABLE, counted
from ledger.bridge import Result, Side, dealer, ns_score, vulnerability
from ledger.laws.adjustment import (
    Artificial,
    Awarded,
    SelfInflicted,
    Stands,
    Weighting,
    certainty,
    sort_by_ns_score,
    weightings,
)
from ledger.laws.rounding import Rounding
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.scoring.line import Seating
from ledger.session import TableBoard, in_order
from ledger.session.places import shortest_addresses
from ledger.session.state import is_cancelled
from ledger.subjects.participation.facts import AtTableFact, BoardNotPlayed, PlayPostponed, SatOut
from ledger.subjects.rulings.state import CombinedRulings, combine_rulings


def traveller_of(scoreboard: Scoreboard, board: int, *, symbols: bool, percents: bool = False) -> Traveller:
    """Return the traveller of a board; `symbols`: suits as ♠♥♦♣; `percents`: each score in per cent too."""
    return Traveller(scoreboard, board, in_order(scoreboard.session.boards[board]), symbols, percents)


def conditions_text(board: int) -> str:
    """Format the dealer and the vulnerability of a board: 'dealer S, vulnerable Both'."""
    return say(
        "dealer %(dealer)s, vulnerable %(vulnerability)s",
        dealer=side_text(dealer(board).value),
        vulnerability=VULNERABLE[vulnerability(board).value],
    )


@dataclass(frozen=True)
class Traveller:
    """A board's traveller: the results of all tables and their scores."""

    scoreboard: Scoreboard
    board: int
    lines: list[TableBoard]
    symbols: bool
    percents: bool = False

    @property
    def mode(self) -> Rounding:
        """The rule by which the session's totals are rounded."""
        return self.scoreboard.totals.rounding

    @property
    def top(self) -> Fraction | None:
        """The top of the board, the session's top if fouled versions differ; None if the scoring has no top."""
        tops = {top_at(self.scoreboard, played) for played in self.lines}
        return tops.pop() if len(tops) == 1 else self.scoreboard.top

    def own_scores(self, played: TableBoard, side: Side) -> list[Fraction | None]:
        """Return a side's scores: two if its players differ, None while a team's second room is missing."""
        return self.scoreboard.own_scores(played, side)

    @property
    def by_score(self) -> list[TableBoard]:
        """The tables, best score for North–South first; those of teams as they are, a match's rooms together."""
        return self.lines if self.scoreboard.teams else sorted(self.lines, key=self._order)

    def _order(self, played: TableBoard) -> tuple[str, bool, Fraction, int]:
        points = next(iter(self.own_scores(played, Side.NS)), None)
        score = ns_score(played.result, self.board) if played.result else 0
        return played.version, points is None, -(points or Fraction(0)), -score

    def percent_text(self, played: TableBoard, side: Side) -> str:
        """Format a side's score in per cent of the top at its table; '' if the board has no top."""
        top = top_at(self.scoreboard, played)
        own = [each and 100 * each / top for each in self.own_scores(played, side)] if top else []
        return side_scores_text(own, self.mode) if any(each is not None for each in own) else ""

    @cached_property
    def fouled(self) -> bool:
        """True if a table played a fouled version of the board."""
        return any(played.versions for played in self.lines)

    def heading(self) -> str:
        """Return the heading: 'Board 23   dealer S, vulnerable Both, top 40 MP, 21 results'."""
        return f"{say('Board %(number)s', number=self.board)}   {self.facts()}"

    def facts(self) -> str:
        """Return the heading without the board: 'dealer S, vulnerable Both, top 40 MP, 21 results'."""
        scoreboard = self.scoreboard
        top = (
            say(", top %(top)s %(unit)s", top=short_text(self.top), unit=say(scoreboard.unit))
            if self.top is not None
            else ""
        )
        seats = conditions_text(self.board)
        # '12 results, 1 award, 1 cancelled, 2 without a result': each line is one of these.
        played = [each for each in self.lines if not is_cancelled(each, self.scoreboard.scoring.cancelled)]
        results = sum(1 for each in played if each.results)
        awards = sum(1 for each in played if each.cases and not each.results)
        counts = {
            say("cancelled"): len(self.lines) - len(played),
            say("without a result"): len(played) - results - awards,
        }
        parts = [counted(results, "result"), *([counted(awards, "award")] if awards else [])]
        in_all = ", ".join([*parts, *(f"{number} {what}" for what, number in counts.items() if number)])
        return f"{seats}{top}, {in_all}"

    @property
    def columns(self) -> list[str]:
        """The headings of the rows; a leading '>' marks a column of numbers."""
        units, version = [self.scoreboard.unit, *(["%"] if self.percents else [])], ["version"] if self.fouled else []
        scores = [f">{unit} {side.value}" for side in Side for unit in units]
        return ["table", *version, "NS", "EW", "contract", "lead", ">NS+", ">NS-", *scores, "source"]

    def rows(self, played: TableBoard) -> list[list[str]]:
        """Return the row of a table, and below it a row for each outcome of a weighted or split score."""
        if is_cancelled(played, self.scoreboard.scoring.cancelled):
            return [self._row(played, self._result_text(played.result), played.result, say("cancelled"))]
        if played.absence and played.absent:
            return [self._row(played, absence_text(played.absent), None, f"#{played.absence.number}")]
        ruled = combine_rulings(self.scoreboard.session, played)
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
        """Return the rows of a table where both sides offended: each side is scored by the ruling against it."""
        rows = [self._row(played, say("each by its own:"), None, source)]
        for side in Side:
            score, result = ruled.of(side), _result(played, ruled)
            if not score:
                continue
            # An award is given as a whole, and is made of no outcomes.
            match score.adjustment:
                case Stands() if result:
                    weighting = certainty(result)
                case SelfInflicted():
                    weighting = score.adjustment.b
                case _:
                    weighting = weightings(score.adjustment).get(side, ())
            if weighting:
                rows += self._outcomes({f"{side_text(side.value)}: ": weighting})
            else:
                award = side_award_text(score.adjustment, side, self.scoreboard.regulations.edition)
                rows.append(self._outcome_row(f"  {side_text(side.value)}: {award}", None))
        return rows

    def _row(self, played: TableBoard, contract: str, result: Result | None, source: str) -> list[str]:
        awarded = list[str]()
        for side in Side:
            awarded.append(side_scores_text(self.own_scores(played, side), self.mode))
            awarded += [self.percent_text(played, side)] if self.percents else []
        plus_minus, version = _plus_minus(result, self.board), [version_text(played.version)] if self.fouled else []
        seats = [self._tables[played.seating], *version, *(contestant or "–" for contestant in played.seating.pair)]
        lead = card_text(played.lead, self.symbols) if played.lead and self.symbols else played.lead or ""
        return [*seats, contract, lead, *plus_minus, *awarded, source]

    @cached_property
    def _tables(self) -> dict[Seating, str]:
        return shortest_addresses(self.scoreboard.session, self.board)

    def _outcomes(self, named: dict[str, Weighting]) -> list[list[str]]:
        return [
            self._outcome_row(f"  {name}{weight_text(part.weight)} {self._text(part.result)}", part.result)
            for name, weighting in named.items()
            for part in sort_by_ns_score(weighting, self.board)
        ]

    def _outcome_row(self, text: str, result: Result | None) -> list[str]:
        seats = ["", "", "", ""] if self.fouled else ["", "", ""]
        return [*seats, text, "", *_plus_minus(result, self.board), *[""] * (5 if self.percents else 3)]

    def _result_text(self, result: Result | None) -> str:
        return self._text(result) if result else say("not played")

    def _text(self, result: Result) -> str:
        return say("(score only)") if result.bare_score is not None else result_text(result, self.symbols)


def absence_text(fact: AtTableFact | SatOut) -> str:
    """Say why a table has no result: 'not played, NS at fault', 'to be played', '3NS sits out'."""
    match fact:
        case BoardNotPlayed():
            return say("not played, %(fault)s", fault=fault_text(fact))
        case PlayPostponed():
            return say("to be played")
        case _:
            return say("%(contestant)s sits out", contestant=fact.contestant)


def _result(played: TableBoard, ruled: CombinedRulings) -> Result | None:
    return ruled.claimed or played.result


def _plus_minus(result: Result | None, board: int) -> list[str]:
    if result is None:
        return ["", ""]
    score = ns_score(result, board)
    return [str(score), ""] if score >= 0 else ["", str(-score)]


class FrequencyTable(NamedTuple):
    """A table of how often each score occurs on a board; '>' before a heading marks a column of numbers."""

    heading: str
    columns: list[str]
    rows: list[list[str]]


def frequencies(scoreboard: Scoreboard, lines: Sequence[TableBoard]) -> list[FrequencyTable]:
    """Return the frequency table of a board, or one for each version that was played; [] for teams."""
    versions = {} if scoreboard.teams else _by_version(lines)
    tables = []
    for version, played in versions.items():
        heading = ""
        if len(versions) > 1:
            names = ", ".join(each.table or str(each.seating) for each in played)
            at = say("table %(names)s", names=names) if len(played) == 1 else say("tables %(names)s", names=names)
            heading = f"{version_text(version)}: {at}"
        tables.append(_frequency_table(scoreboard, played, heading[:1].upper() + heading[1:]))
    return [each for each in tables if each.rows]


def _by_version(lines: Sequence[TableBoard]) -> dict[str, list[TableBoard]]:
    versions: dict[str, list[TableBoard]] = {}
    for played in sorted(lines, key=lambda played: played.version):
        versions.setdefault(played.version, []).append(played)
    return versions


def version_text(version: str) -> str:
    """Name a version of a board: 'version B'; 'as it was' for the undamaged board."""
    return say("version %(version)s", version=version) if version else say("as it was")


def _frequency_table(scoreboard: Scoreboard, lines: Sequence[TableBoard], heading: str) -> FrequencyTable:
    """Count each score, in fractions where rulings are weighted, and give its worth to both sides."""
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
    # A split or weighted ruling gives the two sides different frequencies.
    if times[Side.NS] == times[Side.EW]:
        times = {Side.NS: times[Side.NS]}
    headings = [">times"] if len(times) == 1 else [f">times in {side.value} chart" for side in times]
    rows = [
        [
            f"{score:+d}",
            *(short_text(Fraction(chart[score]), 3) for chart in times.values()),
            *(score_text(worth.get((side, score)), mode) for side in Side),
        ]
        for score in scores
    ]
    return FrequencyTable(heading, [">NS score", *headings, f">{unit} NS", f">{unit} EW"], rows)
