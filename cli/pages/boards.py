"""A board as a page shows it: the hands, the traveller, the frequencies, and how every score on it comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cli.pages.links import Links, score_anchor
from cli.pages.table import Cell, Outline, PageTable, TableRow, person, plain_row, without_empty
from cli.words.deals import hands_of
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.notation import seating_text
from cli.words.scores import own_scores_text
from cli.words.travellers import Traveller, by_version, frequencies, traveller_of
from cli.words.vocabulary import side_name
from ledger.bridge import Side
from ledger.projections.names import led_by_names, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard

MOST_EXPLAINED = 60
"""On a board with more tables only the scores that a ruling made are told one by one: a plain score is explained by the
frequencies, and what is compared with hundreds of tables no page can hold for each of them."""


_ASIDE = frozenset({"table", "lead"})
"""What a phone tells under the contract."""


def board_view(scoreboard: Scoreboard, board: int, links: Links) -> dict[str, object]:
    """Return everything a page says of a board of the session."""
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
            f">{unit} NS": _why(traveller, played, Side.NS, first, links),
            f">{unit} EW": _why(traveller, played, Side.EW, first, links),
        }
        found = []
        for column, text in zip(
            _signed(traveller, traveller.columns, ">score"), _signed(traveller, first), strict=True
        ):
            if column in ("NS", "EW"):
                found.append(person(text, names, led.get(column)))
            else:
                told = "" if re.fullmatch(r"#\d+", text) else text  # where a plain result came from, the log says
                found.append(Cell(told, led.get(column), changed=ruled and column.startswith(f">{unit} ")))
        rows.append(TableRow(found)._replace(below=below))
        rows += (plain_row(cells)._replace(again=True) for cells in more)
    columns = _signed(traveller, traveller.columns, ">score")
    places = {"NS": "ns", "EW": "ew", "contract": "contract", ">score": "score", "source": "source"}
    places |= {f">{scoreboard.unit} NS": "worth-ns", f">{scoreboard.unit} EW": "worth-ew"}
    lines = PageTable("Traveller", columns, rows, aside=_ASIDE, under="contract", places=places)
    return {
        "board": board,
        "facts": traveller.facts(),
        "hands": hands_of(scoreboard.session.deal(board)),
        "datum": scoreboard.datum(board),
        "traveller": _without_tables(without_empty(lines)),
        "frequencies": _frequencies(scoreboard, traveller.lines, links),
        "outlines": [each for played in traveller.lines for each in score_outlines(scoreboard, played, links, names)],
    }


def _without_tables(traveller: PageTable) -> PageTable:
    """The traveller without its tables, where none is called otherwise than by who sits North–South."""
    if "table" not in traveller.columns or "NS" not in traveller.columns:
        return traveller
    at, ns = traveller.columns.index("table"), traveller.columns.index("NS")
    who = [(row.cells[at].text, row.cells[ns]) for row in traveller.rows if not row.again]
    if any(table not in (pair.text, pair.beside) for table, pair in who):
        return traveller
    rows = [row._replace(cells=[*row.cells[:at], *row.cells[at + 1 :]]) for row in traveller.rows]
    return traveller._replace(columns=[*traveller.columns[:at], *traveller.columns[at + 1 :]], rows=rows)


def _frequencies(scoreboard: Scoreboard, lines: list[TableBoard], links: Links) -> list[PageTable]:
    """How often each score came, of each version of the board; what it is worth leads to a table that has just that."""
    found, versions = frequencies(scoreboard, lines), list(by_version(lines).values())
    whole = len(found) == len(versions)
    anchor, tables = "f" if len(found) == 1 else "", []
    for each, group in zip(found, versions if whole else [[]] * len(found), strict=True):
        # Where a score that no ruling made is explained, by the side and by what North–South have.
        explained = {
            (side, f"{outcome.ns_score:+d}"): links.score(played, side)
            for played in reversed(group)
            for side in Side
            if not played.cases and is_explained(scoreboard, played) and scoreboard.counts(played, side)
            for outcome in scoreboard.counted(scoreboard.line(played), side)
        }
        rows = []
        for *cells, for_ns, for_ew in each.rows:
            worth = [
                Cell(text, explained.get((side, cells[0])) if text else None)
                for side, text in ((Side.NS, for_ns), (Side.EW, for_ew))
            ]
            rows.append(TableRow([*map(Cell, cells), *worth], f"{anchor}{cells[0]}" if anchor else ""))
        tables.append(PageTable(each.heading or "Frequencies", each.columns, rows))
    return tables


def _signed(traveller: Traveller, cells: list[str], heading: str = "") -> list[str]:
    """A line with one field for what North–South scored, plus or minus; a phone has no room for two."""
    at = traveller.columns.index(">NS+")
    return [*cells[:at], heading or _ns_score(*cells[at : at + 2]), *cells[at + 2 :]]


def _ns_score(plus: str, minus: str) -> str:
    return f"+{plus}" if plus else f"-{minus}" if minus else ""


def _why(traveller: Traveller, played: TableBoard, side: Side, cells: list[str], links: Links) -> str | None:
    """Where a score is explained: by itself, or, in a field of hundreds, by how often it came."""
    if not traveller.scoreboard.counts(played, side):
        return None
    if is_explained(traveller.scoreboard, played):
        return links.score(played, side)
    if "version" in traveller.columns:
        return None
    at = traveller.columns.index(">NS+")
    score = _ns_score(*cells[at : at + 2])
    return f"#f{score}" if score else None


def is_explained(scoreboard: Scoreboard, played: TableBoard) -> bool:
    """Return whether the page of a board tells each side's score at this table by itself."""
    return bool(played.cases) or len(scoreboard.session.boards[played.board]) <= MOST_EXPLAINED


def score_outlines(
    scoreboard: Scoreboard, played: TableBoard, links: Links, names: Mapping[str, str]
) -> Iterator[Outline]:
    """Yield how both sides' scores at a table come about."""
    if not is_explained(scoreboard, played):
        return
    for side in counted_sides(scoreboard, played):
        if links.score(played, side):
            yield score_outline(scoreboard, played, side, names)


def score_outline(scoreboard: Scoreboard, played: TableBoard, side: Side, names: Mapping[str, str]) -> Outline:
    """Return how a side's score comes about; of two individuals who differ, each one's."""
    score, lines = score_lines(scoreboard, played, side)
    who = f"{side_name(side.value)}, {led_by_names(played.seating.contestant(side), names)}"
    where = say("table %(table)s", table=played.table) if played.table else seating_text(played.seating)
    table_text = say("board %(board)s %(where)s", board=played.board, where=where)
    return Outline(score_anchor(played, side), f"{table_text}, {who}: {score}", lines)


def score_lines(scoreboard: Scoreboard, played: TableBoard, side: Side) -> tuple[str, list[tuple[int, str, str]]]:
    """Return a side's score, and line by line how it comes about."""
    own = scoreboard.own_scores(played, side)
    whose = played.seating.contestants(side) if len(own) > 1 else (None,)
    lines = [line for each in whose for line in outline(scoreboard.score(played, side, each).derivation())]
    return f"{own_scores_text(own, scoreboard.totals.rounding)} {say(scoreboard.unit)}", lines


def counted_sides(scoreboard: Scoreboard, played: TableBoard) -> list[Side]:
    """Return the sides whose score at a table counts."""
    return [side for side in Side if played.seating.contestant(side) and scoreboard.counts(played, side)]


def board_list(scoreboard: Scoreboard, links: Links) -> PageTable:
    """Return every board, how often it was played, and the rulings on it."""
    rows = []
    for board, lines in sorted(scoreboard.session.boards.items()):
        results = sum(1 for played in lines.values() if played.results)
        cases = sorted({case for played in lines.values() for case in played.cases})
        rows.append(TableRow([Cell(str(board), links.board(board)), Cell(str(results)), Cell(", ".join(cases))]))
    return PageTable("Boards", [">board", ">results", "rulings"], rows)
