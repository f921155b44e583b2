"""A board as a page shows it: the hands, the traveller, the frequencies and the derivation of every score."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cli.pages.hands import hand_view, name_table, records_of
from cli.pages.links import Links, score_anchor
from cli.pages.table import Cell, Outline, PageTable, TableRow, drop_empty_columns, person, plain_row
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.notation import percent_text
from cli.words.scores import score_text, side_scores_text
from cli.words.travellers import Traveller, frequencies, traveller_of
from cli.words.vocabulary import side_name
from ledger.bridge import Side, ns_score
from ledger.bridge.board import Deal
from ledger.projections.names import names_first, names_of
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.recording.solved_deals import SolvedDeal
from ledger.session import TableBoard

MOST_EXPLAINED = 60
"""On a board with more tables, only ruled scores are derived one by one: hundreds of comparisons fit no page."""


_ASIDE = frozenset({"table", "lead"})
"""Columns that a phone shows under the contract."""


def board_view(
    scoreboard: Scoreboard, board: int, links: Links, over: Collection[int], solved: Mapping[Deal, SolvedDeal]
) -> dict[str, object]:
    """Return everything a page shows of a board of the session; cards only if it is one of those `over`."""
    traveller, unit = traveller_of(scoreboard, board, symbols=True, percents=True), scoreboard.unit
    names, ordered = names_of(scoreboard.session), traveller.by_score
    points = {f">{in_unit} {side.value}": side for in_unit in (unit, "%") for side in Side}
    columns = _signed(traveller, traveller.columns, ">score")
    rows = list[TableRow]()
    for played in ordered:
        first, *outcomes = traveller.rows(played)
        more = [_signed(traveller, cells) for cells in outcomes]
        below = tuple(" ".join(" ".join(cells).split()) for cells in more)
        row_cells = list[Cell]()
        for column, text in zip(columns, _signed(traveller, first), strict=True):
            if column in ("NS", "EW"):
                who = played.seating.contestants(Side(column))
                row_cells.append(person(text, names, links.card(who[0]) if len(who) == 1 else None))
            elif side := points.get(column):
                href, ruled = _link(traveller, played, side, first, links), "changed" if played.cases else ""
                in_percent = not column.startswith(">%") and traveller.percent_text(played, side)
                row_cells.append(Cell(text, None if in_percent else href, ruled))
            else:
                # an event number is not worth a phone's space
                row_cells.append(Cell("" if re.fullmatch(r"#\d+", text) else text))
        rows.append(TableRow(row_cells)._replace(below=below))
        rows += [plain_row(cells)._replace(again=True) for cells in more]
    places = {"NS": "ns", "EW": "ew", "contract": "contract", ">score": "score", "source": "source"}
    for side in Side:  # a phone shows per cent instead of points
        place = f"worth-{side.value.lower()}"
        places |= {f">{unit} {side.value}": "points" if scoreboard.top else place, f">% {side.value}": place}
    lines = PageTable("Traveller", columns, rows, aside=_ASIDE, under="contract", places=places)
    return {
        "board": board,
        "facts": traveller.facts(),
        "hand": hand_view(scoreboard, board, solved) if board in over else None,
        "records": records_of(traveller.lines) if board in over else [],
        "datum": scoreboard.datum(board),
        "traveller": _without_tables(drop_empty_columns(lines)),
        "frequencies": _frequencies(scoreboard, traveller.lines),
        "outlines": [each for played in ordered for each in score_outlines(scoreboard, played, links, names)],
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


def _frequencies(scoreboard: Scoreboard, lines: list[TableBoard]) -> list[PageTable]:
    """Return a frequency table for each version of the board; large boards explain a score by its row here."""
    counted, tables = frequencies(scoreboard, lines), list[PageTable]()
    for frequency in counted:
        rows = [plain_row(cells)._replace(anchor=f"f{cells[0]}" * (len(counted) == 1)) for cells in frequency.rows]
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
        href = links.score(played, side)
        return href and href.removeprefix(links.board(played.board) or "")
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
    table_text = say("board %(board)s %(where)s", board=played.board, where=name_table(played))
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


def own_results(scoreboard: Scoreboard, links: Links) -> dict[str, object]:
    """Return each contestant's results as numbers of `texts`, in the order of the list of boards, by its page.

    The page of boards is everybody's; its script shows the results of the reader's own contestant.
    """
    session, texts, mode = scoreboard.session, {"": 0}, scoreboard.totals.rounding
    order = {board: at for at, board in enumerate(sorted(session.boards))}
    own = {each: [0] * len(order) for each in session.contestants}
    for played in session.table_boards():
        for side in Side:
            score = ns_score(played.result, played.board) * (1 if side is Side.NS else -1) if played.result else None
            told, top = "" if score is None else f"{score:+d} ", top_at(scoreboard, played)
            who, values = played.seating.contestants(side), scoreboard.own_scores(played, side)
            for contestant, value in zip(who, values * (len(who) if len(values) == 1 else 1), strict=False):
                if value is not None and contestant in own:
                    points = score_text(value, mode)
                    worth = percent_text(100 * value / top, mode) if top else f"{points} {say(scoreboard.unit)}"
                    own[contestant][order[played.board]] = texts.setdefault(f"{told}{worth}", len(texts))
    return {"texts": list(texts), "own": {links.card(each) or "": numbers for each, numbers in own.items()}}


def board_list(scoreboard: Scoreboard, links: Links) -> PageTable:
    """Return a table of all boards: how often each was played, and the rulings on it."""
    rows = []
    for board, lines in sorted(scoreboard.session.boards.items()):
        results = sum(1 for played in lines.values() if played.results)
        cases = sorted({case for played in lines.values() for case in played.cases})
        rows.append(TableRow([Cell(str(board), links.board(board)), Cell(str(results)), Cell(", ".join(cases))]))
    return PageTable("Boards", [">board", ">results", "rulings"], rows)
