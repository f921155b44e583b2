"""The standing of a stage as a page shows it: every contestant's figures by sitting, the total, who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.pages.table import Cell, PageTable, TableRow, entered
from cli.pages.tournaments.links import StandingLinks
from cli.words.knockouts import last_text, places_text
from cli.words.language import say
from cli.words.overalls import figure_text, mark_text, names_of_entrants, total_text
from cli.words.scores import score_text
from cli.words.vocabulary import side_name
from ledger.overall.knockout import Bracket
from ledger.overall.rankings import PartRanking, RankedBy, fields, rankings
from ledger.overall.stage_standing import Overall, OverallRow


def ranked(found: Overall, links: StandingLinks, first: int | None = None) -> Iterator[PageTable]:
    """The field or fields of a stage; `first`: so many places of each. None where nobody has a score."""
    if found.bracket:
        yield _survivors(found, found.bracket, links, first)
        return
    for part in fields(found) if found.rows else ():
        yield _table(found, part, _caption(found, part.name), links, first)


def in_parts(found: Overall, links: StandingLinks) -> Iterator[PageTable]:
    """Each section and stratum ranked by itself, where there are several."""
    for by in () if found.bracket else _PARTS:
        parts = rankings(found, by)
        if len(parts) > 1 or (parts and by == "stratum"):
            yield from (_table(found, part, f"{say(by)} {part.name}", links) for part in parts)


_PARTS: tuple[RankedBy, ...] = ("section", "stratum")


def _caption(found: Overall, name: str) -> str:
    return f"{found.stage.name}: {side_name(name)}" if name else found.stage.name


def _table(
    found: Overall, part: PartRanking, caption: str, links: StandingLinks, first: int | None = None
) -> PageTable:
    mode, placed = found.stage.rules.rounding, part.rows[:first]
    rows = [row for _, row in placed]
    names = names_of_entrants(found.scores)
    columns: dict[str, list[Cell]] = {
        ">rank": [Cell(str(rank or "–")) for rank, _ in placed],
        "contestant": [entered(row.entrant, names, links.card(row.entrant)) for row in rows],
    }
    if any(row.carried for row in rows):
        columns[">carried"] = [Cell(score_text(row.carried.value, mode) if row.carried else "–") for row in rows]
    for sitting in found.sittings:
        columns[f">{sitting}"] = [_figure(row, sitting, found, links) for row in rows]
    totals = [
        Cell(total_text(row.total.value, found.stage.rules), links.why(found.stage.name, row.entrant)) for row in rows
    ]
    columns |= {f">{found.unit or 'won'}": totals, ">boards": [Cell(str(row.boards)) for row in rows]}
    if any(row.mark for row in rows):
        columns["standing"] = [Cell(mark_text(row.mark)) for row in rows]
    if any(onward := _onward(found, rows)):
        columns["goes on to"] = [Cell(each) for each in onward]
    lines = [TableRow([*cells]) for cells in zip(*columns.values(), strict=True)]
    aside = frozenset([">carried", *(f">{each}" for each in found.sittings), ">boards", "standing", "goes on to"])
    return PageTable(caption, list(columns), lines, aside=aside, under="contestant")


def _figure(row: OverallRow, sitting: int, found: Overall, links: StandingLinks) -> Cell:
    """What a contestant has of a sitting; it leads to its session, where it played in one."""
    own = [figure for figure in row.figures if figure.of.sitting == sitting]
    return Cell(figure_text(row, sitting, found), links.figure(own[0]) if len(own) == 1 else None)


def _onward(found: Overall, rows: Sequence[OverallRow]) -> list[str]:
    """Into which stages each goes on, as it was said."""
    cuts = found.scores.tournament.qualified.cuts
    ways = [(into, {*cut.now}) for (source, into), cut in cuts.items() if source == found.stage.name]
    return [", ".join(into for into, who in ways if row.entrant in who) for row in rows]


def _survivors(found: Overall, bracket: Bracket, links: StandingLinks, first: int | None) -> PageTable:
    """Who survived how many rounds, the best first."""
    stage, names = found.stage.name, names_of_entrants(found.scores)
    rows = [
        TableRow(
            [
                Cell(places_text(place)),
                entered(place.entrant, names, links.card(place.entrant)),
                Cell(str(place.won), links.why(stage, place.entrant)),
                Cell(last_text(place)),
            ]
        )
        for place in bracket.places[:first]
    ]
    return PageTable(stage, [">rank", "contestant", ">won", "last match"], rows)
