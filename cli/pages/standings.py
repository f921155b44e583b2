"""Standings, matches and totals as a page shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cli.pages.links import Links
from cli.pages.table import (
    SHOWN,
    Cell,
    Outline,
    PageTable,
    TableRow,
    contestant_cell,
    mark_move,
    moved_totals_table,
    page_table,
    person,
)
from cli.views.matches import MatchRow, match_table, match_values, missed_values
from cli.views.standings import StandingsRow, field_value, unit_of
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.notation import decimal_text
from cli.words.scores import score_text
from ledger.projections.names import names_first, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import percent_derivation, standings, total_derivation
from ledger.projections.standings import rows_with_field_size as placed_in_field


def ranked_fields(scoreboard: Scoreboard, links: Links, first: int | None = None) -> list[PageTable]:
    """Return the standings of each ranked field as a table; with `first`, only that many rows."""
    names = names_of(scoreboard.session)
    cells: Mapping[str, Callable[[StandingsRow], Cell]] = {
        "contestant": lambda row: contestant_cell(row.contestant, names, links.card(row.contestant)),
        "score": lambda row: Cell(row.score.text, links.total(row.contestant)) if row.score else Cell("–"),
        "percent": lambda row: Cell(row.percent.text, links.total(row.contestant)) if row.percent else Cell(""),
    }
    fields = [field_value(scoreboard, field, names, {}) for field in standings(scoreboard) if field.rows]
    tables = [field.table(field.unit) for field in fields]
    return [page_table(each.title or "Standings", each._replace(rows=each.rows[:first]), cells) for each in tables]


def total_outline(scoreboard: Scoreboard, contestant: str, anchor: str, names: Mapping[str, str]) -> Outline:
    """Return the derivation of a contestant's total."""
    derivation, unit = total_derivation(scoreboard, contestant), unit_of(scoreboard)
    total = decimal_text(derivation.value, 2, scoreboard.totals.rounding)
    heading = f"{names_first(contestant, names)}: {total} {say(unit)}"
    lines, (row, of) = list(outline(derivation)), placed_in_field(scoreboard).get(contestant, (None, 0))
    if row and (percent := percent_derivation(scoreboard, row)):
        lines += outline(percent)
    if row and row.rank:
        lines.append((1, str(row.rank), say("the place, of %(of)s ranked together", of=of)))
    return Outline(anchor, heading, lines)


def totals_table(before: Scoreboard, after: Scoreboard, links: Links, then: Links) -> PageTable | None:
    """Return the totals and places that changed, before and after, linked to their derivations; None if none did."""
    old, new = placed_in_field(before), placed_in_field(after)
    pairs = {each: (old[each][0], new[each][0]) for each in new if each in old}
    moved = [each for each, (past, row) in pairs.items() if (past.total, past.rank) != (row.total, row.rank)]
    mode, names = after.totals.rounding, names_of(after.session)
    rows = [
        TableRow(
            [
                person(each, names, links.card(each)),
                Cell(score_text(past.total, mode), then.total(each)),
                Cell(score_text(row.total, mode), links.total(each), mark_move(past.total, row.total)),
                Cell(str(past.rank or "–"), then.total(each)),
                Cell(str(row.rank or "–"), links.total(each), mark_move(row.rank, past.rank)),
            ]
        )
        for each in moved[:SHOWN]
        for past, row in [pairs[each]]
    ]
    return moved_totals_table("Totals and places", rows, len(moved)) if rows else None


def list_ranked(scoreboard: Scoreboard) -> list[str]:
    """Return the contestants that have a score or a place, in ranking order."""
    return [row.contestant for field in standings(scoreboard) for row in field.rows if row.boards or row.rank]


def matches(scoreboard: Scoreboard) -> PageTable | None:
    """Return the table of matches, None if there are none; each score links to its derivation on the same page."""
    if not (table := match_table(scoreboard, match_values(scoreboard), missed_values(scoreboard), sets=False)):
        return None
    anchors = {id(row): f"#match-{at}-1" for at, row in enumerate(table.rows, start=1) if isinstance(row, MatchRow)}
    cells = {
        column.field: lambda row, column=column: Cell(column.text(row), anchors.get(id(row)))
        for column in table.columns
        if column.field in ("scores", "percents", "victory_points")
    }
    return page_table(table.title, table, cells)


def match_outlines(scoreboard: Scoreboard) -> list[Outline]:
    """Return the derivation of each side's score in each match that has boards."""
    lists = []
    for number, match in enumerate((each for each in scoreboard.matches.values() if each.boards), start=1):
        round_ = say("round %(round)s, ", round=match.round) if match.round else ""
        for place, team in enumerate(match.teams, start=1):
            lines = list(outline((match.victory_points or match.scores)[team]))
            lists.append(Outline(f"match-{number}-{place}", f"{round_}{say(' v ').join(match.teams)}: {team}", lines))
    return lists
