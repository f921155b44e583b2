"""The standing of a tournament as a page shows it: every stage, the figures by sitting, and how totals come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.pages.events import Head
from cli.pages.links import Nowhere
from cli.pages.printing import Press
from cli.pages.table import Cell, Outline, PageTable, TableRow
from cli.screens.derivations import outline
from cli.screens.scores import score_text
from cli.screens.times import moment_text
from cli.screens.tournaments.overalls import figure_text, mark_text
from cli.screens.vocabulary import side_name
from ledger.overall.rankings import PartRanking, fields
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall


def overall_report(press: Press, scores: TournamentScores, found: Sequence[Overall]) -> str:
    """The standings of these stages, of which streams they are, and how each total comes about."""
    stream = scores.stream
    latest = max(each.recorded_at for each in scores.streams)
    title = scores.tournament.opened.title or stream.id
    view = {
        "head": Head(title, stream.id, stream.number, moment_text(latest, 0), scores.digest[:16]),
        "fields": [table for at, each in enumerate(found) for table in _tables(each, at)],
        "sessions": _sessions(scores),
        "totals": [line for at, each in enumerate(found) for line in _totals(each, at)],
    }
    return press.page("overall.html", Nowhere(), view)


def _tables(found: Overall, stage: int) -> Iterator[PageTable]:
    anchors = {row.entrant: f"#total-{stage}-{at}" for at, row in enumerate(found.rows)}
    for part in fields(found):
        title = f"{found.stage.name}: {side_name(part.name)}" if part.name else found.stage.name
        yield _table(found, part, title, anchors)


def _table(found: Overall, part: PartRanking, title: str, anchors: dict[str, str]) -> PageTable:
    mode, rows = found.stage.rules.rounding, [row for _, row in part.rows]
    columns: dict[str, list[Cell]] = {
        ">rank": [Cell(str(rank or "–")) for rank, _ in part.rows],
        "contestant": [Cell(row.entrant, name=True) for row in rows],
    }
    if any(row.carried for row in rows):
        columns[">carried"] = [Cell(score_text(row.carried.value, mode) if row.carried else "–") for row in rows]
    for sitting in found.sittings:
        columns[f">{sitting}"] = [Cell(figure_text(row, sitting, found)) for row in rows]
    unit = f">{found.unit or 'won'}"
    columns[unit] = [Cell(score_text(row.total.value, mode), anchors[row.entrant]) for row in rows]
    columns[">boards"] = [Cell(str(row.boards)) for row in rows]
    if any(row.mark for row in rows):
        columns["standing"] = [Cell(mark_text(row.mark)) for row in rows]
    lines = [TableRow([*cells]) for cells in zip(*columns.values(), strict=True)]
    return PageTable(title, list(columns), lines)


def _sessions(scores: TournamentScores) -> PageTable:
    """The sessions of the tournament, up to which event of each the standing is; one that is not here yet has none."""
    heads = {name: (number, digest.hex()[:16]) for name, number, digest in scores.heads}
    rows = []
    for each in scores.tournament.sessions.values():
        number, digest = heads.get(each.session, (0, ""))
        cells = (each.stage, str(each.sitting), each.section, each.session, f"#{number}" if number else "–", digest)
        rows.append(TableRow([Cell(text) for text in cells]))
    return PageTable("Sessions", ["stage", ">sitting", "section", "session", ">event", "digest"], rows)


def _totals(found: Overall, stage: int) -> Iterator[Outline]:
    mode = found.stage.rules.rounding
    for at, row in enumerate(found.rows):
        heading = f"{row.entrant}: {score_text(row.total.value, mode)} {found.unit} ({found.stage.name})"
        yield Outline(f"total-{stage}-{at}", heading, list(outline(row.total)))
