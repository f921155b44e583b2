"""A board as a page shows it: the hands, the traveller, the frequencies and the derivation of every score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from cli.pages.hands import hand_view, records_of
from cli.pages.links import Links, score_anchor
from cli.pages.table import Cell, Outline, PageTable, TableRow, drop_empty_columns, person, plain_row
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.notation import seating_text
from cli.words.scores import side_scores_text
from cli.words.travellers import Traveller, by_version, frequencies, traveller_of
from cli.words.vocabulary import side_name
from ledger.bridge import Side
from ledger.bridge.board import Deal
from ledger.projections.names import names_first, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.solved_deals import SolvedDeal
from ledger.session import TableBoard

MOST_EXPLAINED = 60
"""On a board with more tables, only ruled scores are derived one by one: hundreds of comparisons fit no page."""


_ASIDE = frozenset({"table", "lead"})
"""Columns that a phone shows under the contract."""


def board_view(
    scoreboard: Scoreboard, board: int, links: Links, solved: Mapping[Deal, SolvedDeal] = MappingProxyType({})
) -> dict[str, object]:
    """Return everything a page shows of a board of the session."""
    traveller = traveller_of(scoreboard, board, symbols=True)
    names = names_of(scoreboard.session)
    rows = list[TableRow]()
    for played in traveller.lines:
        first, *outcomes = traveller.rows(played)
        more = [_signed(traveller, cells) for cells in outcomes]
        below = tuple(" ".join(" ".join(cells).split()) for cells in more)
        unit, seats, ruled = traveller.scoreboard.unit, played.seating, bool(played.cases)
        led = {
            **{each.value: links.card(who[0]) for each in Side if len(who := seats.contestants(each)) == 1},
            f">{unit} NS": _link(traveller, played, Side.NS, first, links),
            f">{unit} EW": _link(traveller, played, Side.EW, first, links),
        }
        row_cells = []
        for column, text in zip(
            _signed(traveller, traveller.columns, ">score"), _signed(traveller, first), strict=True
        ):
            if column in ("NS", "EW"):
                row_cells.append(person(text, names, led.get(column)))
            else:
                source = "" if re.fullmatch(r"#\d+", text) else text  # an event number is not worth a phone's space
                row_cells.append(Cell(source, led.get(column), changed=ruled and column.startswith(f">{unit} ")))
        rows.append(TableRow(row_cells)._replace(below=below))
        rows += (plain_row(cells)._replace(again=True) for cells in more)
    columns = _signed(traveller, traveller.columns, ">score")
    places = {"NS": "ns", "EW": "ew", "contract": "contract", ">score": "score", "source": "source"}
    places |= {f">{scoreboard.unit} NS": "worth-ns", f">{scoreboard.unit} EW": "worth-ew"}
    lines = PageTable("Traveller", columns, rows, aside=_ASIDE, under="contract", places=places)
    return {
        "board": board,
        "facts": traveller.facts(),
        "hand": hand_view(scoreboard, board, solved),
        "records": records_of(traveller.lines),
        "datum": scoreboard.datum(board),
        "traveller": _without_tables(drop_empty_columns(lines)),
        "frequencies": _frequencies(scoreboard, traveller.lines, links),
        "outlines": [each for played in traveller.lines for each in score_outlines(scoreboard, played, links, names)],
    }


def _without_tables(traveller: PageTable) -> PageTable:
    """Return the traveller without its table column if every table is named after the pair sitting North–South."""
    if "table" not in traveller.columns or "NS" not in traveller.columns:
        return traveller
    at, ns = traveller.columns.index("table"), traveller.columns.index("NS")
    named = [(row.cells[at].text, row.cells[ns]) for row in traveller.rows if not row.again]
    if any(table not in (pair.text, pair.beside) for table, pair in named):
        return traveller
    rows = [row._replace(cells=[*row.cells[:at], *row.cells[at + 1 :]]) for row in traveller.rows]
    return traveller._replace(columns=[*traveller.columns[:at], *traveller.columns[at + 1 :]], rows=rows)


def _frequencies(scoreboard: Scoreboard, lines: list[TableBoard], links: Links) -> list[PageTable]:
    """Return a frequency table for each version of the board; a score's points link to their derivation."""
    counted, versions = frequencies(scoreboard, lines), list(by_version(lines).values())
    is_complete = len(counted) == len(versions)
    anchor, tables = "f" if len(counted) == 1 else "", []
    for frequency, group in zip(counted, versions if is_complete else [[]] * len(counted), strict=True):
        # By side and North–South score, the derivation of an unruled score: the first table stands for all.
        explained = {
            (side, f"{outcome.ns_score:+d}"): links.score(played, side)
            for played in reversed(group)
            for side in Side
            if not played.cases and has_derivations(scoreboard, played) and scoreboard.counts(played, side)
            for outcome in scoreboard.counted(scoreboard.line(played), side)
        }
        rows = []
        for *cells, for_ns, for_ew in frequency.rows:
            worth = [
                Cell(text, explained.get((side, cells[0])) if text else None)
                for side, text in ((Side.NS, for_ns), (Side.EW, for_ew))
            ]
            rows.append(TableRow([*map(Cell, cells), *worth], f"{anchor}{cells[0]}" if anchor else ""))
        tables.append(PageTable(frequency.heading or "Frequencies", frequency.columns, rows))
    return tables


def _signed(traveller: Traveller, cells: list[str], heading: str = "") -> list[str]:
    """Return a row's cells with the score of North–South in one signed cell: a phone has no room for two columns."""
    at = traveller.columns.index(">NS+")
    return [*cells[:at], heading or _ns_score(*cells[at : at + 2]), *cells[at + 2 :]]


def _ns_score(plus: str, minus: str) -> str:
    return f"+{plus}" if plus else f"-{minus}" if minus else ""


def _link(traveller: Traveller, played: TableBoard, side: Side, cells: list[str], links: Links) -> str | None:
    """Return the address that explains a side's score: its derivation, else its frequency; None for neither."""
    if not traveller.scoreboard.counts(played, side):
        return None
    if has_derivations(traveller.scoreboard, played):
        return links.score(played, side)
    if "version" in traveller.columns:
        return None
    at = traveller.columns.index(">NS+")
    score = _ns_score(*cells[at : at + 2])
    return f"#f{score}" if score else None


def has_derivations(scoreboard: Scoreboard, played: TableBoard) -> bool:
    """Return True if the board's page derives this table's scores: the table has a ruling, or the tables are few."""
    return bool(played.cases) or len(scoreboard.session.boards[played.board]) <= MOST_EXPLAINED


def score_outlines(
    scoreboard: Scoreboard, played: TableBoard, links: Links, names: Mapping[str, str]
) -> Iterator[Outline]:
    """Yield the derivations of the scores that count at a table; none if the board's page does not derive them."""
    if not has_derivations(scoreboard, played):
        return
    for side in counted_sides(scoreboard, played):
        if links.score(played, side):
            yield score_outline(scoreboard, played, side, names)


def score_outline(scoreboard: Scoreboard, played: TableBoard, side: Side, names: Mapping[str, str]) -> Outline:
    """Return the derivation of a side's score; if two partners score differently, the derivation of each."""
    score, lines = score_lines(scoreboard, played, side)
    side_text = f"{side_name(side.value)}, {names_first(played.seating.contestant(side), names)}"
    place = say("table %(table)s", table=played.table) if played.table else seating_text(played.seating)
    table_text = say("board %(board)s %(where)s", board=played.board, where=place)
    return Outline(score_anchor(played, side), f"{table_text}, {side_text}: {score}", lines)


def score_lines(scoreboard: Scoreboard, played: TableBoard, side: Side) -> tuple[str, list[tuple[int, str, str]]]:
    """Return a side's score as text, and the rows of its derivation: depth, value, text."""
    scores = scoreboard.own_scores(played, side)
    contestants = played.seating.contestants(side) if len(scores) > 1 else (None,)
    lines = [line for each in contestants for line in outline(scoreboard.score(played, side, each).derivation())]
    return f"{side_scores_text(scores, scoreboard.totals.rounding)} {say(scoreboard.unit)}", lines


def counted_sides(scoreboard: Scoreboard, played: TableBoard) -> list[Side]:
    """Return the sides whose score at a table counts."""
    return [side for side in Side if played.seating.contestant(side) and scoreboard.counts(played, side)]


def board_list(scoreboard: Scoreboard, links: Links) -> PageTable:
    """Return a table of all boards: how often each was played, and the rulings on it."""
    rows = []
    for board, lines in sorted(scoreboard.session.boards.items()):
        results = sum(1 for played in lines.values() if played.results)
        cases = sorted({case for played in lines.values() for case in played.cases})
        rows.append(TableRow([Cell(str(board), links.board(board)), Cell(str(results)), Cell(", ".join(cases))]))
    return PageTable("Boards", [">board", ">results", "rulings"], rows)
