"""The standings (totals, percentages and ranks, by the habits the regulations name), and a contestant's scorecard.

The numbers that are given out when scores are published, and their digest.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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
from ledger.projections.matches import Match, taken, team_total
from ledger.projections.scoreboard import MissedMatch, Scoreboard, boards_of, top_at
from ledger.projections.tally import Mark, Total, places, standing_marks
from ledger.scoring.derivation import Derivation, Rule, derived, given, in_unit, of_exactly
from ledger.session import PenaltyInForce, ScoreInForce, TableBoard
from ledger.session.tables import in_order
from ledger.subjects.rulings.state import together


class Row(Struct, frozen=True, gc=False):
    """One contestant's place: exact total, the total as rounded by regulation, the percentage.

    The exact total is factored up for boards not played, and penalties are off it. `rank` is None for who has no
    place, and `mark` says why; who has no board has no total either.
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
    """Contestants ranked together: all of them (direction None), or one direction."""

    direction: Side | None
    rows: tuple[Row, ...]


def standings(scoreboard: Scoreboard) -> tuple[Ranking, ...]:
    """The ranked field, or both; who has no score yet is left out, unless something is to be said of it."""
    known = _KNOWN.get(scoreboard)
    if known is None:
        if scoreboard.in_matches:
            # A board in two rooms, or one that was removed, is one board
            boards, rows = _boards(scoreboard), list[Row]()
            ruled = {team for match in scoreboard.matches.values() if match.note for team in match.teams}
            for each in scoreboard.session.table_boards():
                if each.cases and scoreboard.counts(each):
                    ruled.update(each.seating.pair)
            for team, own in boards.items():
                derivation = _team_total(scoreboard, team)
                exact, total = derivation.value, _rounded(scoreboard, derivation).value
                percent = None if total_unit(scoreboard) == "VP" else _percent(scoreboard, exact, total, own, own)
                rows.append(Row(team, exact, total, percent, own, team in ruled))
            by: dict[str, Fraction] = {row.contestant: row.total for row in rows}
            if scoreboard.form.one_match:
                by = {}
                for match in scoreboard.matches.values():
                    for team in match.teams if match.boards else ():
                        result = 0 if match.winner is None else 1 if match.winner == team else -1
                        by[team] = by.get(team, Fraction(0)) + result
            known = (Ranking(None, _ranked(scoreboard, rows, by)),)
        else:
            known = tuple(
                Ranking(side, _field_rows(scoreboard, side, field)) for side, field in scoreboard.tally.fields
            )
        _KNOWN[scoreboard] = known
    return known


_KNOWN: WeakKeyDictionary[Scoreboard, tuple[Ranking, ...]] = WeakKeyDictionary()
"""The standings of scoreboards that are still kept: of a hundred sessions of a tournament, one moved."""


def _field_rows(scoreboard: Scoreboard, side: Side | None, field: Sequence[str]) -> tuple[Row, ...]:
    tally, known, rows = scoreboard.tally, set(field), list[Row]()
    for contestant in field:
        total, boards = tally.total(contestant), tally.sums.boards[contestant]
        percent = _percent(scoreboard, total.exact, total.rounded, total.of, boards)
        ruled, rank = bool(tally.sums.ruled.get(contestant)), tally.places.get(contestant)
        mark = tally.marks.get(contestant)
        rows.append(Row(contestant, total.exact, total.rounded, percent, boards, ruled, rank, mark))
    rows += [
        _no_score(contestant, mark)
        for contestant, mark in tally.marks.items()
        if contestant not in known and (side is None or contestant.endswith(side.value))
    ]
    return _in_order(rows)


def _no_score(contestant: str, mark: Mark) -> Row:
    return Row(contestant, Fraction(0), Fraction(0), None, 0, ruled=False, mark=mark)


def _in_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    last = len(rows) + 1
    return tuple(sorted(rows, key=lambda row: (row.rank or last, *natural(row.contestant))))


def ranks(scoreboard: Scoreboard) -> dict[str, int]:
    """The place in its field of every contestant that has one."""
    if not scoreboard.in_matches:
        return scoreboard.tally.places
    return {row.contestant: row.rank for field in standings(scoreboard) for row in field.rows if row.rank is not None}


def total_derivation(scoreboard: Scoreboard, contestant: str) -> Derivation:
    """How a session total comes about; ArithmeticError where it is not the ranked number: then the program is wrong."""
    if scoreboard.in_matches:
        return _rounded(scoreboard, _team_total(scoreboard, contestant))
    ranked = scoreboard.tally.total(contestant)
    parts = [
        given(
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
    scored = derived(Rule.SUM, _counted(len(parts)), parts, unit=scoreboard.unit)
    return of_exactly(ranked.rounded, _rounded(scoreboard, _ranked_total(scoreboard, contestant, scored, ranked)))


def total_in_short(scoreboard: Scoreboard, contestant: str, text: str, *, carried: bool = True) -> Derivation:
    """The same with the boards as one number, in words of one's own; not `carried` up, of the boards played."""
    if scoreboard.in_matches:
        return total_derivation(scoreboard, contestant).saying(text)
    tally, sums = scoreboard.tally, scoreboard.tally.sums
    ranked = tally.total(contestant) if carried else tally.uncarried(contestant)
    scored = given(
        sums.total(contestant),
        Phrase("scored on %(boards)s", boards=_counted(sums.boards[contestant])),
        unit=scoreboard.unit,
    )
    found = _rounded(scoreboard, _ranked_total(scoreboard, contestant, scored, ranked))
    if ranked.exact == scored.value:
        return given(ranked.rounded, text, unit=scoreboard.unit)
    factored = Phrase(", factored to %(of)s", of=ranked.of) if ranked.of != sums.tops(contestant) else ""
    return of_exactly(
        ranked.rounded, found.saying(Phrase("%(text)s%(factored)s", text=phrase_of(text), factored=factored))
    )


def percent_derivation(scoreboard: Scoreboard, row: Row) -> Derivation | None:
    """How a percentage comes about: the total, of the tops of the boards it is of; None where there is none."""
    if row.percent is None or not scoreboard.top:
        return None
    rules, boards = scoreboard.regulations.percent, _boards_of_percent(scoreboard, row)
    total = given(_total_of_percent(scoreboard, row), "total", unit=scoreboard.unit)
    tops = derived(Rule.PRODUCT, "boards × top", [given(boards, "boards"), given(scoreboard.top, "top")])
    hundredfold = derived(Rule.PRODUCT, "total × 100", [total, given(100, "per cent")])
    share = derived(Rule.QUOTIENT, "per cent of the tops", [hundredfold, tops])
    return of_exactly(row.percent, in_unit(share, rules.unit, rules.rounding))


def exact_percent(scoreboard: Scoreboard, row: Row) -> Fraction | None:
    """A percentage before it is rounded; None where there is none."""
    if row.percent is None or not scoreboard.top:
        return None
    total, boards = _total_of_percent(scoreboard, row), _boards_of_percent(scoreboard, row)
    return Fraction(*_share(total, boards, scoreboard.top))


def _total_of_percent(scoreboard: Scoreboard, row: Row) -> Fraction:
    return row.exact if scoreboard.regulations.percent.of == "exact-sum" else row.total


def _boards_of_percent(scoreboard: Scoreboard, row: Row) -> int:
    return row.boards if scoreboard.in_matches else scoreboard.tally.boards_of_total(row.contestant)


def _team_total(scoreboard: Scoreboard, team: str) -> Derivation:
    missed = [each.worth for each in scoreboard.missed_matches if each.fact.contestant == team]
    return team_total(scoreboard, team, scoreboard.matches.values(), missed)


def _rounded(scoreboard: Scoreboard, exact: Derivation) -> Derivation:
    rules = scoreboard.totals
    return in_unit(exact, rules.unit, rules.rounding)


def _counted(boards: int) -> str:
    return Phrase.counted("%(number)s board", "%(number)s boards", boards)


def _ranked_total(scoreboard: Scoreboard, contestant: str, total: Derivation, ranked: Total) -> Derivation:
    tally = scoreboard.tally
    tops = tally.sums.tops(contestant)
    if total.value and ranked.of != tops:
        totals = scoreboard.totals
        total = in_unit(total, totals.sum_unit, totals.rounding, Phrase(" before it is factored"))
        smaller = "" if tops == tally.sums.boards[contestant] else Phrase(", and for smaller tops")
        factor = given(
            Fraction(ranked.of) / tops, Phrase("factored up for boards not played%(smaller)s", smaller=smaller)
        )
        total = derived(Rule.PRODUCT, "factored", [total, factor], unit=scoreboard.unit)
    off = [taken(scoreboard, each) for each in scoreboard.session.penalties_of(contestant)]
    less = derived(Rule.SUM, "less penalties", [total, *off], unit=scoreboard.unit) if off else total
    return of_exactly(ranked.exact, less)


def _boards(scoreboard: Scoreboard) -> Counter[str]:
    boards = Counter[str]()
    for match in scoreboard.matches.values():
        if match.boards:
            boards.update(dict.fromkeys(match.teams, match.boards))
    for each in scoreboard.missed_matches:
        boards[each.fact.contestant] += 0 if total_unit(scoreboard) == "VP" else len(each.fact.boards)
    return boards


def _percent(scoreboard: Scoreboard, exact: Fraction, total: Fraction, boards: int, played: int) -> Fraction | None:
    """Of the tops of the boards: `boards` after factoring, which is what the total is of."""
    if not scoreboard.top or not played:
        return None
    rules = scoreboard.regulations.percent
    share = _share(exact if rules.of == "exact-sum" else total, boards, scoreboard.top)
    if rules.unit == "exact":
        return Fraction(*share)
    unit = _unit(rules.unit)
    units = units_of_ratio(*share, unit, rules.rounding)
    return Fraction(units * unit.numerator, unit.denominator)


def _share(total: Fraction, boards: int, top: Fraction) -> tuple[int, int]:
    """What a total is of the tops of so many boards, in per cent: a ratio that need not be in lowest terms."""
    return 100 * total.numerator * top.denominator, total.denominator * boards * top.numerator


@lru_cache(maxsize=64)
def _unit(text: str) -> Fraction:
    return Fraction(text)


def _ranked(scoreboard: Scoreboard, rows: Sequence[Row], by: Mapping[str, Fraction]) -> tuple[Row, ...]:
    """Places by these figures; below them who has none, and who has no board but something to be said of it.

    A total of matches is a sum and is never factored: nobody leads by having few boards, and there is no least.
    """
    marked = standing_marks(scoreboard.session, [(_boards(scoreboard), 0)])
    without = {contestant for contestant, mark in marked.items() if not mark.ranked}
    ranked = [row.contestant for row in rows if row.contestant not in without]
    place = places(ranked, by)
    placed = [structs.replace(row, rank=place.get(row.contestant), mark=marked.get(row.contestant)) for row in rows]
    known = {row.contestant for row in rows}
    return _in_order([*placed, *(_no_score(team, mark) for team, mark in marked.items() if team not in known)])


def numbers_digest(scoreboard: Scoreboard) -> str:
    """Over every place, total, percentage and board score, exact: the same only where all numbers are."""
    given: list[_Given] = []
    for field in standings(scoreboard):
        rows = sorted(field.rows, key=lambda row: natural(row.contestant))
        given.append([[row.contestant, row.rank, *map(_exact, (row.exact, row.total, row.percent))] for row in rows])
    boards: list[_Given] = []
    for number in sorted(scoreboard.session.boards):
        pairs = sorted(scoreboard.board(number).pairs.items(), key=lambda item: item[0].order)
        scores = [
            [seating.ns, seating.ew, _exact(it.ns), _exact(it.ew), [[who, _exact(more)] for who, more in it.beside]]
            for seating, it in pairs
        ]
        boards.append([number, scores])
    return SCORES.of_value({"boards": boards, "standings": given})


_Given = list[Any]
"""What JSON is made of."""


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)


class CardLine(NamedTuple):
    """One table's play of a board, from the contestant's side of the table.

    `earned` is what the contestant has for the board, None where it cannot be scored yet; a team's stands on the line
    of the room where it sat North–South, once (`second_room` is the other). `ruling` is the score a ruling put in the
    place of the table result.
    """

    side: Side
    played: TableBoard
    earned: Fraction | None
    percent: Fraction | None
    ruling: ScoreInForce | None
    second_room: bool

    @property
    def opponents(self) -> str:
        """Whom the contestant met."""
        return self.played.seating.contestant(self.side.other)

    def partner(self, contestant: str) -> str:
        """Whom the individual whose card it is plays with; '' for a pair."""
        own = self.played.seating.contestant(self.side)
        return "" if own == contestant else "+".join(each for each in members(own) if each != contestant)

    @property
    def result(self) -> Result | None:
        """The table result; None where nothing was played."""
        return self.played.result

    @property
    def score(self) -> int | None:
        """The table result as the contestant's own plus or minus."""
        return None if self.result is None else self.score_of(self.result)

    @property
    def assigned(self) -> Weighting:
        """What a ruling assigned to its side in the place of the table result; empty where it assigned nothing."""
        return weightings(self.ruling.adjustment).get(self.side, ()) if self.ruling else ()

    def score_of(self, result: Result) -> int:
        """A result of the board as the contestant's own plus or minus."""
        score = ns_score(result, self.played.board)
        return score if self.side is Side.NS else -score


class Scorecard(NamedTuple):
    """What a contestant played, in order of rounds and boards, and what that comes to.

    `missed` are the matches it could not play and has a score for. `row` is its place in the standings, None where it
    has no score; `of` is how many are ranked with it; `unit` what the total is in.
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
    """The card of a contestant of the session: a pair, a team or an individual."""
    lines: list[CardLine] = []
    for side, played in boards_of(scoreboard, contestant):
        rooms, top = scoreboard.rooms(played), top_at(scoreboard, played)
        sat_first = in_order({room.seating: room for room in rooms if room.seating.ns == contestant})
        second = len(rooms) > 1 and (side is Side.EW or sat_first[0] is not played)
        counts = scoreboard.counts(played, side) and not second
        earned = scoreboard.value(played, side, contestant) if counts else None
        percent = 100 * earned / top if earned is not None and top else None
        score = together(scoreboard.session, played).of(side)
        lines.append(CardLine(side, played, earned, percent, score, second))
    lines.sort(key=lambda line: (line.played.round or 0, line.played.board, line.second_room))
    row, of = placed(scoreboard).get(contestant, (None, 0))
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


@lru_cache(maxsize=1)
def placed(scoreboard: Scoreboard) -> dict[str, tuple[Row, int]]:
    """Everybody's place, and how many are ranked with it: of all the cards of a session, worked out once."""
    found: dict[str, tuple[Row, int]] = {}
    for field in standings(scoreboard):
        of = sum(1 for row in field.rows if row.rank is not None)
        found = {row.contestant: (row, of) for row in field.rows} | found
    return found
