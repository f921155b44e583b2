"""The standings (totals, percentages and ranks, by the regulations), and a contestant's scorecard.

`numbers_digest` hashes the numbers that a publication gives out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct, structs

from ledger.bridge import Result, Side, ns_score
from ledger.digests import SCORES
from ledger.labels import Phrase, members, natural, phrase_of
from ledger.laws.adjustment import Weighting, weightings
from ledger.laws.rounding import exact_text, units_of_ratio
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import Match, deduct, team_total
from ledger.projections.scoreboard import MissedMatch, Scoreboard, boards_of, top_at
from ledger.projections.tally import Mark, Total, places, standing_marks
from ledger.scoring.derivation import Derivation, Rule, derive, leaf, require_value, round_to_unit
from ledger.session import PenaltyInForce, ScoreInForce, TableBoard
from ledger.session.tables import in_order
from ledger.subjects.rulings.state import combine_rulings


class Row(Struct, frozen=True, gc=False):
    """A contestant's row in the standings: rank, exact total, total as rounded by regulation, percentage.

    The exact total of pairs and individuals is factored up for boards not played; penalties are deducted. `rank` is
    None without a place. `mark` says why, or remarks on a ranked contestant. Without boards the total is 0.
    """

    contestant: str
    exact: Fraction
    total: Fraction
    percent: Fraction | None
    boards: int
    ruled: bool
    rank: int | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Contestants ranked together: the whole field (direction None), or one direction."""

    direction: Side | None
    rows: tuple[Row, ...]


def standings(scoreboard: Scoreboard) -> tuple[Ranking, ...]:
    """Return the ranking of the field, or of each direction; contestants without a score are listed only if marked."""
    known = _KNOWN.get(scoreboard)
    if known is None:
        if scoreboard.in_matches:
            # a board in two rooms is one board, and so is a removed one
            boards, rows = _count_boards(scoreboard), list[Row]()
            ruled = {team for match in scoreboard.matches.values() if match.note for team in match.teams}
            for played in scoreboard.session.table_boards():
                if played.cases and scoreboard.counts(played):
                    ruled.update(played.seating.pair)
            for team, count in boards.items():
                derivation = _team_total(scoreboard, team)
                exact, total = derivation.value, _rounded(scoreboard, derivation).value
                percent = None if total_unit(scoreboard) == "VP" else _percent(scoreboard, exact, total, count, count)
                rows.append(Row(team, exact, total, percent, count, team in ruled))
            ranked_by: dict[str, Fraction] = {row.contestant: row.total for row in rows}
            if scoreboard.form.one_match:
                ranked_by = {}
                for match in scoreboard.matches.values():
                    for team in match.teams if match.boards else ():
                        result = 0 if match.winner is None else 1 if match.winner == team else -1
                        ranked_by[team] = ranked_by.get(team, Fraction(0)) + result
            marked = standing_marks(scoreboard.session, [(_count_boards(scoreboard), 0)])
            unranked = {contestant for contestant, mark in marked.items() if not mark.ranked}
            ranked = [row.contestant for row in rows if row.contestant not in unranked]
            place = places(ranked, ranked_by)
            placed = [
                structs.replace(row, rank=place.get(row.contestant), mark=marked.get(row.contestant)) for row in rows
            ]
            # below: contestants without a place, and those with a mark but without a board
            listed = {row.contestant for row in rows}
            boardless = [_make_row_without_score(team, mark) for team, mark in marked.items() if team not in listed]
            known = (Ranking(None, _sort_rows([*placed, *boardless])),)
        else:
            known = tuple(
                Ranking(side, _make_field_rows(scoreboard, side, field)) for side, field in scoreboard.tally.fields
            )
        _KNOWN[scoreboard] = known
    return known


_KNOWN: WeakKeyDictionary[Scoreboard, tuple[Ranking, ...]] = WeakKeyDictionary()
"""The standings of scoreboards in use: recording changes one of a tournament's hundred sessions."""


def _make_field_rows(scoreboard: Scoreboard, side: Side | None, field: Sequence[str]) -> tuple[Row, ...]:
    tally, known, rows = scoreboard.tally, set(field), list[Row]()
    for contestant in field:
        total, boards = tally.total(contestant), tally.sums.boards[contestant]
        percent = _percent(scoreboard, total.exact, total.rounded, total.of, boards)
        ruled, rank = bool(tally.sums.ruled.get(contestant)), tally.places.get(contestant)
        mark = tally.marks.get(contestant)
        rows.append(Row(contestant, total.exact, total.rounded, percent, boards, ruled, rank, mark))
    rows += [
        _make_row_without_score(contestant, mark)
        for contestant, mark in tally.marks.items()
        if contestant not in known and (side is None or contestant.endswith(side.value))
    ]
    return _sort_rows(rows)


def _make_row_without_score(contestant: str, mark: Mark) -> Row:
    return Row(contestant, Fraction(0), Fraction(0), None, 0, ruled=False, mark=mark)


def _sort_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    last = len(rows) + 1
    return tuple(sorted(rows, key=lambda row: (row.rank or last, *natural(row.contestant))))


def ranks(scoreboard: Scoreboard) -> dict[str, int]:
    """Return each ranked contestant's place in its field."""
    if not scoreboard.in_matches:
        return scoreboard.tally.places
    return {row.contestant: row.rank for field in standings(scoreboard) for row in field.rows if row.rank is not None}


def total_derivation(scoreboard: Scoreboard, contestant: str) -> Derivation:
    """Return the derivation of a session total; ArithmeticError (a bug) if it differs from the ranked number."""
    if scoreboard.in_matches:
        return _rounded(scoreboard, _team_total(scoreboard, contestant))
    ranked = scoreboard.tally.total(contestant)
    parts = [
        leaf(
            scoreboard.value(played, side, contestant),
            Phrase(
                "board %(board)s against %(contestant)s",
                board=played.board,
                contestant=played.seating.contestant(side.other) or Phrase("nobody"),
            ),
            events=played.events,
            unit=scoreboard.unit,
        )
        for side, played in boards_of(scoreboard, contestant)
        if scoreboard.counts(played, side)
    ]
    scored = derive(Rule.SUM, _format_boards(len(parts)), parts, unit=scoreboard.unit)
    return require_value(ranked.rounded, _rounded(scoreboard, _ranked_total(scoreboard, contestant, scored, ranked)))


def total_in_short(scoreboard: Scoreboard, contestant: str, text: str, *, carried: bool = True) -> Derivation:
    """Return a total's derivation with all boards in one number, named `text`; `carried`: factored to more boards."""
    if scoreboard.in_matches:
        return total_derivation(scoreboard, contestant).saying(text)
    tally, sums = scoreboard.tally, scoreboard.tally.sums
    ranked = tally.total(contestant) if carried else tally.uncarried(contestant)
    scored = leaf(
        sums.total(contestant),
        Phrase("scored on %(boards)s", boards=_format_boards(sums.boards[contestant])),
        unit=scoreboard.unit,
    )
    derivation = _rounded(scoreboard, _ranked_total(scoreboard, contestant, scored, ranked))
    if ranked.exact == scored.value:
        return leaf(ranked.rounded, text, unit=scoreboard.unit)
    factored = Phrase(", factored to %(of)s", of=ranked.of) if ranked.of != sums.tops(contestant) else ""
    return require_value(
        ranked.rounded, derivation.saying(Phrase("%(text)s%(factored)s", text=phrase_of(text), factored=factored))
    )


def percent_derivation(scoreboard: Scoreboard, row: Row) -> Derivation | None:
    """Return the derivation of a row's percentage from total and tops; None if the row has no percentage."""
    if row.percent is None or not scoreboard.top:
        return None
    rules, boards = scoreboard.regulations.percent, _boards_of_percent(scoreboard, row)
    total = leaf(_total_of_percent(scoreboard, row), "total", unit=scoreboard.unit)
    tops = derive(Rule.PRODUCT, "boards × top", [leaf(boards, "boards"), leaf(scoreboard.top, "top")])
    hundredfold = derive(Rule.PRODUCT, "total × 100", [total, leaf(100, "per cent")])
    share = derive(Rule.QUOTIENT, "per cent of the tops", [hundredfold, tops])
    return require_value(row.percent, round_to_unit(share, rules.unit, rules.rounding))


def exact_percent(scoreboard: Scoreboard, row: Row) -> Fraction | None:
    """Return a row's percentage before rounding; None if the row has no percentage."""
    if row.percent is None or not scoreboard.top:
        return None
    total, boards = _total_of_percent(scoreboard, row), _boards_of_percent(scoreboard, row)
    return Fraction(*_find_share(total, boards, scoreboard.top))


def _total_of_percent(scoreboard: Scoreboard, row: Row) -> Fraction:
    return row.exact if scoreboard.regulations.percent.of == "exact-sum" else row.total


def _boards_of_percent(scoreboard: Scoreboard, row: Row) -> int:
    return row.boards if scoreboard.in_matches else scoreboard.tally.boards_factored_to(row.contestant)


def _team_total(scoreboard: Scoreboard, team: str) -> Derivation:
    missed = [each.worth for each in scoreboard.missed_matches if each.fact.contestant == team]
    return team_total(scoreboard, team, scoreboard.matches.values(), missed)


def _rounded(scoreboard: Scoreboard, exact: Derivation) -> Derivation:
    rules = scoreboard.totals
    return round_to_unit(exact, rules.unit, rules.rounding)


def _format_boards(boards: int) -> str:
    return Phrase.counted("%(number)s board", "%(number)s boards", boards)


def _ranked_total(scoreboard: Scoreboard, contestant: str, total: Derivation, ranked: Total) -> Derivation:
    tally = scoreboard.tally
    tops = tally.sums.tops(contestant)
    if total.value and ranked.of != tops:
        totals = scoreboard.totals
        total = round_to_unit(total, totals.sum_unit, totals.rounding, Phrase(" before it is factored"))
        smaller = "" if tops == tally.sums.boards[contestant] else Phrase(", and for smaller tops")
        factor = leaf(
            Fraction(ranked.of) / tops, Phrase("factored up for boards not played%(smaller)s", smaller=smaller)
        )
        total = derive(Rule.PRODUCT, "factored", [total, factor], unit=scoreboard.unit)
    deductions = [deduct(scoreboard, each) for each in scoreboard.session.penalties_of(contestant)]
    reduced = derive(Rule.SUM, "less penalties", [total, *deductions], unit=scoreboard.unit) if deductions else total
    return require_value(ranked.exact, reduced)


def _count_boards(scoreboard: Scoreboard) -> Counter[str]:
    boards = Counter[str]()
    for match in scoreboard.matches.values():
        if match.boards:
            boards.update(dict.fromkeys(match.teams, match.boards))
    for missed in scoreboard.missed_matches:
        boards[missed.fact.contestant] += 0 if total_unit(scoreboard) == "VP" else len(missed.fact.boards)
    return boards


def _percent(scoreboard: Scoreboard, exact: Fraction, total: Fraction, boards: int, played: int) -> Fraction | None:
    if not scoreboard.top or not played:
        return None
    rules = scoreboard.regulations.percent
    # `boards` is the number after factoring, as for the total
    share = _find_share(exact if rules.of == "exact-sum" else total, boards, scoreboard.top)
    if rules.unit == "exact":
        return Fraction(*share)
    unit = _read_unit(rules.unit)
    units = units_of_ratio(*share, unit, rules.rounding)
    return Fraction(units * unit.numerator, unit.denominator)


def _find_share(total: Fraction, boards: int, top: Fraction) -> tuple[int, int]:
    return 100 * total.numerator * top.denominator, total.denominator * boards * top.numerator


@lru_cache(maxsize=64)
def _read_unit(text: str) -> Fraction:
    return Fraction(text)


def numbers_digest(scoreboard: Scoreboard) -> str:
    """Return the digest of all exact places, totals, percentages and board scores."""
    rankings: list[_Json] = []
    for field in standings(scoreboard):
        rows = sorted(field.rows, key=lambda row: natural(row.contestant))
        rankings.append([[row.contestant, row.rank, *map(_exact, (row.exact, row.total, row.percent))] for row in rows])
    boards: list[_Json] = []
    for number in sorted(scoreboard.session.boards):
        pairs = sorted(scoreboard.board(number).pairs.items(), key=lambda item: item[0].order)
        scores = [
            [
                seating.ns,
                seating.ew,
                _exact(pair.ns),
                _exact(pair.ew),
                [[who, _exact(more)] for who, more in pair.beside],
            ]
            for seating, pair in pairs
        ]
        boards.append([number, scores])
    return SCORES.of_value({"boards": boards, "standings": rankings})


_Json = list[Any]
"""JSON values."""


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)


class CardLine(NamedTuple):
    """A line of a scorecard: a table's play of a board, seen from the contestant's side.

    `earned` is the contestant's score, None if there is none yet; a team's stands once, on the line of the room where
    it sat North–South (`second_room` is its second one). `ruling` is the score that replaces the table result.
    """

    side: Side
    played: TableBoard
    earned: Fraction | None
    percent: Fraction | None
    ruling: ScoreInForce | None
    second_room: bool

    @property
    def opponents(self) -> str:
        """The label of the opponents at the table."""
        return self.played.seating.contestant(self.side.other)

    def partner(self, contestant: str) -> str:
        """Return the partner of an individual; '' for a pair."""
        label = self.played.seating.contestant(self.side)
        return "" if label == contestant else "+".join(each for each in members(label) if each != contestant)

    @property
    def result(self) -> Result | None:
        """The table result; None if there is none."""
        return self.played.result

    @property
    def score(self) -> int | None:
        """The table result as the contestant's plus or minus; None if there is none."""
        return None if self.result is None else self.score_of(self.result)

    @property
    def worth(self) -> Fraction | None:
        """What the board was worth: its percentage, or its score where there is none."""
        return self.earned if self.percent is None else self.percent

    @property
    def assigned(self) -> Weighting:
        """The score assigned to the side in place of the table result; empty if none was assigned."""
        return weightings(self.ruling.adjustment).get(self.side, ()) if self.ruling else ()

    def score_of(self, result: Result) -> int:
        """Return a result of the board as the contestant's plus or minus."""
        score = ns_score(result, self.played.board)
        return score if self.side is Side.NS else -score


class Scorecard(NamedTuple):
    """A contestant's boards, in order of rounds and boards, with penalties, matches and total.

    `missed` are matches not played that have a score. `row` is its place in the standings, None without a score; `of`
    the number ranked in its field; `unit` that of the total.
    """

    contestant: str
    lines: tuple[CardLine, ...]
    penalties: tuple[PenaltyInForce, ...]
    matches: tuple[Match, ...]
    missed: tuple[MissedMatch, ...]
    row: Row | None
    of: int
    unit: str


def scorecard(scoreboard: Scoreboard, contestant: str) -> Scorecard:
    """Return the scorecard of a pair, team or individual of the session."""
    lines: list[CardLine] = []
    for side, played in boards_of(scoreboard, contestant):
        rooms, top = scoreboard.rooms(played), top_at(scoreboard, played)
        sat_first = in_order({room.seating: room for room in rooms if room.seating.ns == contestant})
        second = len(rooms) > 1 and (side is Side.EW or sat_first[0] is not played)
        counts = scoreboard.counts(played, side) and not second
        earned = scoreboard.value(played, side, contestant) if counts else None
        percent = 100 * earned / top if earned is not None and top else None
        score = combine_rulings(scoreboard.session, played).of(side)
        lines.append(CardLine(side, played, earned, percent, score, second))
    lines.sort(key=lambda line: (line.played.round or 0, line.played.board, line.second_room))
    row, of = rows_with_field_size(scoreboard).get(contestant, (None, 0))
    return Scorecard(
        contestant,
        tuple(lines),
        tuple(scoreboard.session.penalties_of(contestant)),
        tuple(match for match in scoreboard.matches.values() if contestant in match.teams),
        tuple(each for each in scoreboard.missed_matches if each.fact.contestant == contestant),
        row,
        of,
        total_unit(scoreboard) if scoreboard.in_matches else scoreboard.unit,
    )


@lru_cache(maxsize=1)  # computed once for all cards of a session
def rows_with_field_size(scoreboard: Scoreboard) -> dict[str, tuple[Row, int]]:
    """Return each contestant's row, and how many contestants are ranked in the same field."""
    rows: dict[str, tuple[Row, int]] = {}
    for field in standings(scoreboard):
        ranked = sum(1 for row in field.rows if row.rank is not None)
        rows = {row.contestant: (row, ranked) for row in field.rows} | rows
    return rows
