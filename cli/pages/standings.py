"""Standings, matches and totals as a page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cli.pages.links import Links, OtherFolderLinks
from cli.pages.table import Cell, Outline, PageTable, TableRow, entered, person
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.match_rows import match_rows
from cli.words.numbers import decimal_text
from cli.words.scores import score_text, standing_mark
from cli.words.vocabulary import side_name
from ledger.projections.names import led_by_names, names_of
from ledger.projections.scoreboard import Scoreboard, boards_of
from ledger.projections.scorecards import placed as placed_in_field
from ledger.projections.standings import Ranking, percent_derivation, standings, total_derivation
from ledger.projections.standings import Row as Placed
from ledger.projections.victory_points import total_unit


def unit_of(scoreboard: Scoreboard) -> str:
    """What totals are in."""
    return total_unit(scoreboard) if scoreboard.in_matches else scoreboard.unit


def ranked_fields(scoreboard: Scoreboard, links: Links, first: int | None = None) -> list[PageTable]:
    """The ranked field or fields; `first`: so many places of each."""
    names = names_of(scoreboard.session)
    return [_field(scoreboard, field, names, links, first) for field in standings(scoreboard) if field.rows]


def _field(scoreboard: Scoreboard, field: Ranking, names: dict[str, str], links: Links, first: int | None) -> PageTable:
    columns = [">rank", "contestant", f">{unit_of(scoreboard)}", ">%", ">boards", "rulings", "standing"]
    rows = [_row(scoreboard, row, names, links) for row in field.rows[:first]]
    said = [at for at, _ in enumerate(columns) if at < 2 or any(row.cells[at].text for row in rows)]
    if len({row.boards for row in field.rows}) == 1:
        said.remove(columns.index(">boards"))
    caption = side_name(field.direction.value) if field.direction else "Standings"
    shown = [TableRow([row.cells[at] for at in said], row.anchor) for row in rows]
    in_percent = any(row.percent is not None for row in field.rows)
    points = frozenset([f">{unit_of(scoreboard)}"]) if in_percent else frozenset[str]()
    return PageTable(
        caption,
        [columns[at] for at in said],
        shown,
        aside=_ASIDE | points,
        under="contestant",
        spare=points | {">boards", "rulings"},
    )


_ASIDE = frozenset({">boards", "rulings", "standing"})
"""What a phone tells under the name."""


def _row(scoreboard: Scoreboard, row: Placed, names: dict[str, str], links: Links) -> TableRow:
    mode, scored = scoreboard.totals.rounding, bool(row.boards or row.rank)
    percent = "" if row.percent is None else decimal_text(row.percent, 2, mode)
    return TableRow(
        [
            Cell(str(row.rank or "–")),
            entered(row.contestant, names, links.card(row.contestant)),
            Cell(score_text(row.total if scored else None, mode), links.total(row.contestant) if scored else None),
            Cell(percent, links.total(row.contestant) if percent else None),
            Cell(str(row.boards)),
            Cell(", ".join(cases_on(scoreboard, row.contestant)) if row.ruled else ""),
            Cell(standing_mark(row.mark)),
        ]
    )


def cases_on(scoreboard: Scoreboard, contestant: str) -> list[str]:
    """The rulings in force on a contestant's boards, in the order of their numbers."""
    return sorted({case for _, each in boards_of(scoreboard, contestant) for case in each.cases})


def total_outline(scoreboard: Scoreboard, contestant: str, anchor: str, names: Mapping[str, str]) -> Outline:
    """How the total of a contestant comes about."""
    derivation, unit = total_derivation(scoreboard, contestant), unit_of(scoreboard)
    total = decimal_text(derivation.value, 2, scoreboard.totals.rounding)
    heading = f"{led_by_names(contestant, names)}: {total} {say(unit)}"
    return Outline(anchor, heading, [*outline(derivation), *_place_lines(scoreboard, contestant)])


def _place_lines(scoreboard: Scoreboard, contestant: str) -> Iterator[tuple[int, str, str]]:
    """How the percentage and the place follow from the total."""
    row, of = placed_in_field(scoreboard).get(contestant, (None, 0))
    if row and (percent := percent_derivation(scoreboard, row)):
        yield from outline(percent)
    if row and row.rank:
        yield 1, str(row.rank), say("the place, of %(of)s ranked together", of=of)


_CHANGED_SHOWN = 60


def totals_table(before: Scoreboard, after: Scoreboard, links: Links, then: OtherFolderLinks) -> PageTable | None:
    """Whose total or place is another one, each old and new total with how it comes about; None where nobody's is."""
    old, new = placed_in_field(before), placed_in_field(after)
    moved = [each for each in new if each in old and _shown(old[each][0]) != _shown(new[each][0])]
    mode, left = after.totals.rounding, len(moved) - _CHANGED_SHOWN
    names = names_of(after.session)
    rows = [
        TableRow(
            [
                person(each, names, links.card(each)),
                Cell(score_text(old[each][0].total, mode), then.total(each)),
                Cell(score_text(new[each][0].total, mode), links.total(each), changed=True),
                Cell(str(old[each][0].rank or "–"), then.total(each)),
                Cell(str(new[each][0].rank or "–"), links.total(each), changed=old[each][0].rank != new[each][0].rank),
            ]
        )
        for each in moved[:_CHANGED_SHOWN]
    ]
    columns = ["contestant", ">total before", ">total after", ">place before", ">place after"]
    note = f"+ {left}" if left > 0 else ""
    return PageTable("Totals and places", columns, rows, note, aside=BEFORE, under="contestant") if rows else None


def _shown(row: Placed) -> tuple[object, ...]:
    return row.total, row.rank


BEFORE = frozenset({">total before", ">place before"})
"""What a phone tells under the name of who moved."""


def placed(scoreboard: Scoreboard) -> list[str]:
    """The contestants that have a total, as they are ranked."""
    return [row.contestant for field in standings(scoreboard) for row in field.rows if row.boards or row.rank]


def matches(scoreboard: Scoreboard) -> PageTable | None:
    """The matches; None where there are none. Each score leads to how it comes about, on the same page."""
    rows = match_rows(scoreboard)
    played = sum(1 for match in scoreboard.matches.values() if match.boards)
    shown = [
        TableRow([Cell(text, _why(column, number) if number <= played else None) for column, text in row.items()])
        for number, row in enumerate(rows, start=1)
    ]
    aside = frozenset({"round", ">boards", "winner"})
    return PageTable("Matches", list(rows[0]), shown, aside=aside, under="teams") if rows else None


def _why(column: str, number: int) -> str | None:
    """Where the score of a match is explained: in victory points or in the unit of its boards."""
    return f"#match-{number}-1" if column.startswith(">") and column != ">boards" else None


def match_outlines(scoreboard: Scoreboard) -> list[Outline]:
    """How each score of a match comes about."""
    found = []
    for number, match in enumerate((each for each in scoreboard.matches.values() if each.boards), start=1):
        round_ = say("round %(round)s, ", round=match.round) if match.round else ""
        for place, team in enumerate(match.teams, start=1):
            lines = list(outline((match.victory_points or match.scores)[team]))
            found.append(Outline(f"match-{number}-{place}", f"{round_}{say(' v ').join(match.teams)}: {team}", lines))
    return found
