"""The standings: totals, percentages and ranks, by the habits the regulations name.

The numbers that are given out when scores are published, and their digest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct, structs

from ledger.bridge import Side
from ledger.digests import SCORES
from ledger.labels import natural
from ledger.labels.phrases import Phrase, phrase_of
from ledger.laws.rounding import exact_text, units_of_ratio
from ledger.projections.marks import Mark, standing_marks
from ledger.projections.matches import taken, team_total
from ledger.projections.scoreboard import Scoreboard, boards_of
from ledger.projections.tally import Total, places
from ledger.projections.victory_points import total_unit
from ledger.scoring.derivation import Derivation, Rule, derived, given, in_unit, of_exactly


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
    """The ranked field, or both fields where there are two winners, and below it who has no place.

    Who has no score yet is left out, unless something is to be said of it.
    """
    known = _KNOWN.get(scoreboard)
    if known is None:
        known = _KNOWN[scoreboard] = _worked_out(scoreboard)
    return known


_KNOWN: WeakKeyDictionary[Scoreboard, tuple[Ranking, ...]] = WeakKeyDictionary()
"""The standings of scoreboards that are still kept: of a hundred sessions of a tournament, one moved."""


def _worked_out(scoreboard: Scoreboard) -> tuple[Ranking, ...]:
    if scoreboard.in_matches:
        rows = _match_rows(scoreboard)
        by = _results(scoreboard) if scoreboard.form.one_match else {row.contestant: row.total for row in rows}
        return (Ranking(None, _ranked(scoreboard, rows, by)),)
    return tuple(Ranking(side, _field_rows(scoreboard, side, field)) for side, field in scoreboard.tally.fields)


def _field_rows(scoreboard: Scoreboard, side: Side | None, field: Sequence[str]) -> tuple[Row, ...]:
    tally, known = scoreboard.tally, set(field)
    rows = [_row(scoreboard, each) for each in field]
    rows += [
        _no_score(contestant, mark)
        for contestant, mark in tally.marks.items()
        if contestant not in known and (side is None or contestant.endswith(side.value))
    ]
    return _in_order(rows)


def _no_score(contestant: str, mark: Mark) -> Row:
    return Row(contestant, Fraction(0), Fraction(0), None, 0, ruled=False, mark=mark)


def _in_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    """By place; below them, by number, those who have none."""
    last = len(rows) + 1
    return tuple(sorted(rows, key=lambda row: (row.rank or last, *natural(row.contestant))))


def ranks(scoreboard: Scoreboard) -> dict[str, int]:
    """The place in its field of every contestant that has one."""
    if not scoreboard.in_matches:
        return scoreboard.tally.places
    return {row.contestant: row.rank for field in standings(scoreboard) for row in field.rows if row.rank is not None}


def _row(scoreboard: Scoreboard, contestant: str) -> Row:
    tally = scoreboard.tally
    total, boards = tally.total(contestant), tally.sums.boards[contestant]
    percent = _percent(scoreboard, total.exact, total.rounded, total.of, boards)
    ruled, rank = bool(tally.sums.ruled.get(contestant)), tally.places.get(contestant)
    mark = tally.marks.get(contestant)
    return Row(contestant, total.exact, total.rounded, percent, boards, ruled, rank, mark)


def total_derivation(scoreboard: Scoreboard, contestant: str) -> Derivation:
    """How a contestant's session total comes about: boards, the factor, penalties, rounding.

    ArithmeticError where it comes to another number than is ranked: then the program is wrong.
    """
    if scoreboard.in_matches:
        return _rounded(scoreboard, _team_total(scoreboard, contestant))
    ranked = scoreboard.tally.total(contestant)
    return of_exactly(ranked.rounded, _rounded(scoreboard, _pair_total(scoreboard, contestant)))


def total_in_short(scoreboard: Scoreboard, contestant: str, text: str, *, carried: bool = True) -> Derivation:
    """The same with the boards as one number, and nothing behind it where that is the total; in words of one's own.

    Not `carried` up, it is of the boards that were played.
    """
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
    """The total a percentage is of, as the regulations have it."""
    return row.exact if scoreboard.regulations.percent.of == "exact-sum" else row.total


def _boards_of_percent(scoreboard: Scoreboard, row: Row) -> int:
    """The boards whose tops a percentage is of: those a total is factored to."""
    return row.boards if scoreboard.in_matches else scoreboard.tally.boards_of_total(row.contestant)


def _team_total(scoreboard: Scoreboard, team: str) -> Derivation:
    """What makes the total of a team: its matches, and those it could not play."""
    missed = [each.worth for each in scoreboard.missed_matches if each.fact.contestant == team]
    return team_total(scoreboard, team, scoreboard.matches.values(), missed)


def _rounded(scoreboard: Scoreboard, exact: Derivation) -> Derivation:
    rules = scoreboard.totals
    return in_unit(exact, rules.unit, rules.rounding)


def _pair_total(scoreboard: Scoreboard, contestant: str) -> Derivation:
    parts = _own_scores(scoreboard, contestant)
    scored = derived(Rule.SUM, _counted(len(parts)), parts, unit=scoreboard.unit)
    return _ranked_total(scoreboard, contestant, scored, scoreboard.tally.total(contestant))


def _counted(boards: int) -> str:
    return Phrase.counted("%(number)s board", "%(number)s boards", boards)


def _ranked_total(scoreboard: Scoreboard, contestant: str, total: Derivation, ranked: Total) -> Derivation:
    """What was scored on the boards, factored and less penalties: the total before it is rounded."""
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


def _own_scores(scoreboard: Scoreboard, contestant: str) -> list[Derivation]:
    """A contestant's score on every board, and against whom."""
    return [
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


def _match_rows(scoreboard: Scoreboard) -> list[Row]:
    """The rows of those ranked by their matches; a board in two rooms, or one that was removed, is one board."""
    boards, rows, ruled = _boards(scoreboard), list[Row](), _ruled(scoreboard)
    for team, own in boards.items():
        derivation = _team_total(scoreboard, team)
        exact, total = derivation.value, _rounded(scoreboard, derivation).value
        percent = None if total_unit(scoreboard) == "VP" else _percent(scoreboard, exact, total, own, own)
        rows.append(Row(team, exact, total, percent, own, team in ruled))
    return rows


def _boards(scoreboard: Scoreboard) -> Counter[str]:
    """On how many boards each has a score; those of a match it could not play count where its score is by boards."""
    boards = Counter[str]()
    for match in scoreboard.matches.values():
        if match.boards:
            boards.update(dict.fromkeys(match.teams, match.boards))
    for each in scoreboard.missed_matches:
        boards[each.fact.contestant] += 0 if total_unit(scoreboard) == "VP" else len(each.fact.boards)
    return boards


def _ruled(scoreboard: Scoreboard) -> set[str]:
    """Who has a ruling on a board that counts, or a match of which something was found."""
    boards = scoreboard.session.table_boards()
    ruled = (each for each in boards if each.cases and scoreboard.counts(each))
    found = {team for match in scoreboard.matches.values() if match.note for team in match.teams}
    return found.union(*(each.seating.pair for each in ruled))


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


def _results(scoreboard: Scoreboard) -> dict[str, Fraction]:
    """What ranks teams of a knockout: matches won less matches lost, whatever the IMPs."""
    found: dict[str, Fraction] = {}
    for match in scoreboard.matches.values():
        for team in match.teams if match.boards else ():
            result = 0 if match.winner is None else 1 if match.winner == team else -1
            found[team] = found.get(team, Fraction(0)) + result
    return found


def _ranked(scoreboard: Scoreboard, rows: Sequence[Row], by: Mapping[str, Fraction]) -> tuple[Row, ...]:
    """Places by these figures; below them who has none, and who has no board but something to be said of it.

    A total of matches is a sum and is never factored: nobody leads by having few boards, and there is no least.
    """
    marked = standing_marks(scoreboard.session, [(_boards(scoreboard), 0)])
    ranked = [row.contestant for row in rows if _has_place(marked.get(row.contestant))]
    place = places(ranked, by)
    placed = [structs.replace(row, rank=place.get(row.contestant), mark=marked.get(row.contestant)) for row in rows]
    known = {row.contestant for row in rows}
    return _in_order([*placed, *(_no_score(team, mark) for team, mark in marked.items() if team not in known)])


def _has_place(mark: Mark | None) -> bool:
    return mark is None or mark.ranked


def numbers_digest(scoreboard: Scoreboard) -> str:
    """Over every place, total, percentage and board score, in a fixed order, exact.

    Two sessions have the same digest only if they give every contestant the same numbers.
    """
    return SCORES.of_value({"boards": [*_board_scores(scoreboard)], "standings": [*_standings_as_given(scoreboard)]})


_Given = list[Any]
"""What JSON is made of."""


def _standings_as_given(scoreboard: Scoreboard) -> Iterator[_Given]:
    """Who is ranked together, field by field: contestant, place, exact total, total, percentage."""
    for field in standings(scoreboard):
        rows = sorted(field.rows, key=lambda row: natural(row.contestant))
        yield [[row.contestant, row.rank, *map(_exact, (row.exact, row.total, row.percent))] for row in rows]


def _board_scores(scoreboard: Scoreboard) -> Iterator[_Given]:
    """Board by board, and table by table: both sides, their scores, and who of two individuals has how much more."""
    for number in sorted(scoreboard.session.boards):
        pairs = sorted(scoreboard.board(number).pairs.items(), key=lambda item: item[0].order)
        yield [
            number,
            [
                [
                    seating.ns,
                    seating.ew,
                    _exact(pair.ns),
                    _exact(pair.ew),
                    [[who, _exact(it)] for who, it in pair.beside],
                ]
                for seating, pair in pairs
            ],
        ]


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)
