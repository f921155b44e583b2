"""The standings: totals, percentages and ranks (spec of each program's habits: the regulations)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.derivation import Derivation, Rule, derived, given
from ledger.laws.regulations import Regulations
from ledger.projections.scoreboard import Scoreboard
from ledger.rounding import round_to
from ledger.scoring.line import natural
from ledger.session import TableBoard


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant's place: exact total (factored), the total as rounded by regulation, the percentage."""

    contestant: str
    rank: int
    exact: Fraction
    total: Fraction
    percent: Fraction | None
    boards: int
    ruled: bool


@dataclass(frozen=True, slots=True)
class Field:
    """Contestants ranked together: all of them (direction None), or one direction."""

    direction: Side | None
    rows: tuple[Row, ...]


@dataclass(slots=True)
class _Sum:
    contestant: str
    total: Fraction = Fraction(0)
    boards: int = 0
    ruled: bool = False


def standings(scoreboard: Scoreboard) -> tuple[Field, ...]:
    """The ranked field, or both fields where there are two winners. Who has no score yet is left out."""
    sums = _sums(scoreboard)
    directions = (None,) if scoreboard.session.opening.winners == 1 else tuple(Side)
    most_in_session = max((entry.boards for entry in sums.values()), default=0)
    return tuple(
        Field(
            direction,
            _rows(
                scoreboard,
                [entry for entry in sums.values() if _sits(entry.contestant, direction)],
                most_in_session,
            ),
        )
        for direction in directions
    )


def ranks(fields: Sequence[Field]) -> dict[str, int]:
    """Every contestant's place in its field."""
    return {row.contestant: row.rank for field in fields for row in field.rows}


def total_derivation(scoreboard: Scoreboard, contestant: str) -> Derivation:
    """How a contestant's session total comes about: its boards, the factor, the rounding."""
    unit = scoreboard.unit
    parts = [
        given(
            scoreboard.score(played, side).value, f"board {played.board} against {played.seating.contestant(side.other)}",
            events=played.events, unit=unit,
        )
        for side, played in scoreboard.session.boards_of(contestant)
        if side in scoring_sides(scoreboard, played)
    ]  # fmt: skip
    total = derived(Rule.SUM, f"{len(parts)} board{'' if len(parts) == 1 else 's'}", parts, unit=unit)
    row = next(row for field in standings(scoreboard) for row in field.rows if row.contestant == contestant)
    if row.exact != total.value:
        factor = given(row.exact / total.value, "factored up for boards not played")
        total = derived(Rule.PRODUCT, "factored", [total, factor], unit=unit)
    if row.total == total.value:
        return total
    return Derivation(row.total, f"rounded to {scoreboard.totals.unit}", Rule.ROUNDED, (total,), unit=unit)


def _sums(scoreboard: Scoreboard) -> dict[str, _Sum]:
    sums: dict[str, _Sum] = {}
    for played in scoreboard.session.table_boards():
        for side in scoring_sides(scoreboard, played):
            contestant = played.seating.contestant(side)
            entry = sums.setdefault(contestant, _Sum(contestant))
            entry.total += scoreboard.score(played, side).value
            entry.boards += 1
            entry.ruled |= played.case is not None
    return sums


def scoring_sides(scoreboard: Scoreboard, played: TableBoard) -> Sequence[Side]:
    """The sides whose score at this table goes to a total: a team's two rooms are one score."""
    if not scoreboard.teams:
        return tuple(Side)
    turned = scoreboard.session.boards[played.board].get(played.seating.turned)
    first = turned is None or played.seating < turned.seating
    counts = scoreboard.score(played, Side.NS).counts
    return tuple(Side) if first and counts else ()


def _sits(contestant: str, direction: Side | None) -> bool:
    return direction is None or contestant.endswith(direction.value)


def _rows(scoreboard: Scoreboard, entries: Sequence[_Sum], most_in_session: int) -> tuple[Row, ...]:
    most = (
        most_in_session
        if scoreboard.totals.factoring == "session"
        else max((entry.boards for entry in entries), default=0)
    )
    rows = [_row(entry, most, scoreboard) for entry in entries]
    rows.sort(key=lambda row: (-row.total, natural(row.contestant)))
    totals = [row.total for row in rows]
    return tuple(_ranked(row, totals.index(row.total) + 1) for row in rows)


def _row(entry: _Sum, most: int, scoreboard: Scoreboard) -> Row:
    rules = scoreboard.totals
    factored = entry.total * most / entry.boards if rules.factoring != "none" and not scoreboard.teams else entry.total
    total = round_to(factored, Fraction(rules.unit), rules.rounding)
    percent = _percent(entry, total, most, scoreboard.regulations, scoreboard.top)
    return Row(entry.contestant, 0, factored, total, percent, entry.boards, entry.ruled)


def _percent(
    entry: _Sum, total: Fraction, most: int, regulations: Regulations, top: Fraction | None
) -> Fraction | None:
    if not top:
        return None
    if regulations.percent.of == "exact-sum":
        percent = 100 * entry.total / (entry.boards * top)
    else:
        boards = most if regulations.total.factoring != "none" else entry.boards
        percent = 100 * total / (boards * top)
    return round_to(percent, Fraction(regulations.percent.unit), regulations.percent.rounding)


def _ranked(row: Row, rank: int) -> Row:
    return Row(row.contestant, rank, row.exact, row.total, row.percent, row.boards, row.ruled)
