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
    sits = list(scoreboard.session.boards_of(contestant))
    parts = [
        given(scoreboard.score(played, side).value, f"board {played.board} against {played.seating.contestant(side.other)}", events=played.events, unit="MP")
        for side, played in sits
    ]  # fmt: skip
    total = derived(Rule.SUM, f"{len(parts)} board{'' if len(parts) == 1 else 's'}", parts, unit="MP")
    row = next(row for field in standings(scoreboard) for row in field.rows if row.contestant == contestant)
    if row.exact != total.value:
        factor = given(row.exact / total.value, "factored up for boards not played")
        total = derived(Rule.PRODUCT, "factored", [total, factor], unit="MP")
    if row.total == total.value:
        return total
    return Derivation(row.total, f"rounded to {scoreboard.regulations.total.unit}", Rule.ROUNDED, (total,), unit="MP")


def _sums(scoreboard: Scoreboard) -> dict[str, _Sum]:
    sums: dict[str, _Sum] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            contestant = played.seating.contestant(side)
            entry = sums.setdefault(contestant, _Sum(contestant))
            entry.total += scoreboard.score(played, side).value
            entry.boards += 1
            entry.ruled |= played.case is not None
    return sums


def _sits(contestant: str, direction: Side | None) -> bool:
    return direction is None or contestant.endswith(direction.value)


def _rows(scoreboard: Scoreboard, entries: Sequence[_Sum], most_in_session: int) -> tuple[Row, ...]:
    regulations = scoreboard.regulations
    most = (
        most_in_session
        if regulations.total.factoring == "session"
        else max((entry.boards for entry in entries), default=0)
    )
    rows = [_row(entry, most, regulations, scoreboard.top) for entry in entries]
    rows.sort(key=lambda row: (-row.total, natural(row.contestant)))
    totals = [row.total for row in rows]
    return tuple(_ranked(row, totals.index(row.total) + 1) for row in rows)


def _row(entry: _Sum, most: int, regulations: Regulations, top: Fraction) -> Row:
    factored = entry.total * most / entry.boards if regulations.total.factoring != "none" else entry.total
    total = round_to(factored, Fraction(regulations.total.unit), regulations.total.rounding)
    percent = _percent(entry, total, most, regulations, top)
    return Row(entry.contestant, 0, factored, total, percent, entry.boards, entry.ruled)


def _percent(entry: _Sum, total: Fraction, most: int, regulations: Regulations, top: Fraction) -> Fraction | None:
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
