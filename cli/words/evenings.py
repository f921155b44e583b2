"""A contestant's evening in words: its best and worst boards, and a table of its averages by role."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.notation import percent_text, side_text
from cli.words.scores import score_text
from ledger.bridge import Seat
from ledger.laws.rounding import Rounding
from ledger.projections.evening import ROLES, Evening
from ledger.projections.standings import CardLine


def board_worths(evening: Evening, lines: Sequence[CardLine], mode: Rounding) -> list[tuple[int, str]]:
    """Return boards of an evening with their scores: (3, '87.50%'), or in points (3, '+6.00')."""
    text = percent_text if evening.in_percent else score_text
    return [(line.played.board, text(evening.worth(line), mode)) for line in lines]


def roles_table(evening: Evening, mode: Rounding) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of the averages by role: a row for each seat, with the number of boards."""
    averages = {(each.seat, each.role): f"{score_text(each.average, mode)} ({each.boards})" for each in evening.roles}
    seats = [seat for seat in Seat if any(each.seat is seat for each in evening.roles)]
    rows = [[side_text(seat.value), *(averages.get((seat, role), "–") for role in ROLES)] for seat in seats]
    columns = ["seat", ">declarer", ">leader", ">defender"]
    return (["%", *columns[1:]] if evening.in_percent else columns), rows
