"""A board as a page shows it: the hands, the traveller, the frequencies, and how every score on it comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cli.pages.links import Links, score_anchor
from cli.pages.table import Cell, Outline, PageTable, TableRow, person, plain_row, without_empty
from cli.words.deals import hands_of
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.notation import table_text
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


class BoardView(NamedTuple):
    """Everything a page says of a board."""

    board: int
    facts: str
    hands: dict[str, list[str]]
    datum: int | None
    traveller: PageTable
    frequencies: list[PageTable]
    outlines: list[Outline]
    cases: list[str]


def board_view(scoreboard: Scoreboard, board: int, links: Links) -> BoardView:
    """A board of the session."""
    traveller = traveller_of(scoreboard, board, symbols=True)
    deal = scoreboard.session.deal(board)
    names = names_of(scoreboard.session)
    rows = [row for played in traveller.lines for row in _rows(traveller, played, names, links)]
    columns = _signed(traveller, traveller.columns, ">score")
    places = {"NS": "ns", "EW": "ew", "contract": "contract", ">score": "score", "source": "source"}
    places |= {f">{scoreboard.unit} NS": "worth-ns", f">{scoreboard.unit} EW": "worth-ew"}
    lines = PageTable("Traveller", columns, rows, aside=_ASIDE, under="contract", places=places)
    return BoardView(
        board,
        traveller.facts(),
        hands_of(deal),
        scoreboard.datum(board),
        _without_tables(without_empty(lines)),
        _frequencies(scoreboard, traveller.lines, links),
        [each for played in traveller.lines for each in score_outlines(scoreboard, played, links, names)],
        sorted({case for played in traveller.lines for case in played.cases}),
    )


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
    groups, anchor = versions if whole else [lines] * len(found), "f" if len(found) == 1 else ""
    return [
        PageTable(each.heading or "Frequencies", each.columns, [_frequency(row, whose, anchor) for row in each.rows])
        for each, group in zip(found, groups, strict=True)
        for whose in [_plain_scores(scoreboard, group, links) if whole else {}]
    ]


def _plain_scores(scoreboard: Scoreboard, lines: list[TableBoard], links: Links) -> dict[tuple[Side, str], str | None]:
    """Where a score that no ruling made is explained, by the side and by what North–South have."""
    return {
        (side, f"{outcome.ns_score:+d}"): links.score(played, side)
        for played in reversed(lines)
        for side in Side
        if not played.cases and is_explained(scoreboard, played) and scoreboard.counts(played, side)
        for outcome in scoreboard.counted(scoreboard.line(played), side)
    }


def _frequency(cells: list[str], explained: Mapping[tuple[Side, str], str | None], anchor: str) -> TableRow:
    """A score, how often it came, and what it is worth to each side, the last two cells."""
    worth = [
        Cell(text, explained.get((side, cells[0])) if text else None)
        for side, text in zip(Side, cells[-2:], strict=True)
    ]
    return TableRow([*(Cell(text) for text in cells[:-2]), *worth], f"{anchor}{cells[0]}" if anchor else "")


def _signed(traveller: Traveller, cells: list[str], heading: str = "") -> list[str]:
    """A line with one field for what North–South scored, plus or minus; a phone has no room for two."""
    at = traveller.columns.index(">NS+")
    return [*cells[:at], heading or _ns_score(*cells[at : at + 2]), *cells[at + 2 :]]


def _ns_score(plus: str, minus: str) -> str:
    return f"+{plus}" if plus else f"-{minus}" if minus else ""


def _rows(traveller: Traveller, played: TableBoard, names: Mapping[str, str], links: Links) -> list[TableRow]:
    """The line of a table, and those of the outcomes of a weighted or split score."""
    first, *outcomes = traveller.rows(played)
    more = [_signed(traveller, cells) for cells in outcomes]
    below = tuple(" ".join(" ".join(cells).split()) for cells in more)
    line = _row(traveller, played, first, names, links)._replace(below=below)
    return [line, *(plain_row(cells)._replace(again=True) for cells in more)]


def _row(
    traveller: Traveller, played: TableBoard, cells: list[str], names: Mapping[str, str], links: Links
) -> TableRow:
    unit, seats, ruled = traveller.scoreboard.unit, played.seating, bool(played.cases)
    led = {
        "NS": _card(seats.contestants(Side.NS), links),
        "EW": _card(seats.contestants(Side.EW), links),
        f">{unit} NS": _why(traveller, played, Side.NS, cells, links),
        f">{unit} EW": _why(traveller, played, Side.EW, cells, links),
    }
    sides, columns = ("NS", "EW"), _signed(traveller, traveller.columns, ">score")
    found = [
        person(text, names, led.get(column))
        if column in sides
        else Cell(_told(text), led.get(column), changed=ruled and column.startswith(f">{unit} "))
        for column, text in zip(columns, _signed(traveller, cells), strict=True)
    ]
    return TableRow(found)


def _told(text: str) -> str:
    """A field of a line; where a result came from and nobody ruled on it, the log says."""
    return "" if re.fullmatch(r"#\d+", text) else text


def _card(contestants: tuple[str, ...], links: Links) -> str | None:
    return links.card(contestants[0]) if len(contestants) == 1 else None


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
    """Whether the page of its board tells each side's score of a table by itself."""
    return bool(played.cases) or len(scoreboard.session.boards[played.board]) <= MOST_EXPLAINED


def score_outlines(
    scoreboard: Scoreboard, played: TableBoard, links: Links, names: Mapping[str, str]
) -> Iterator[Outline]:
    """How both sides' scores at a table come about."""
    if not is_explained(scoreboard, played):
        return
    for side in Side:
        if played.seating.contestant(side) and scoreboard.counts(played, side) and links.score(played, side):
            yield score_outline(scoreboard, played, side, names)


def score_outline(scoreboard: Scoreboard, played: TableBoard, side: Side, names: Mapping[str, str]) -> Outline:
    """How one side's score comes about; of two individuals who differ, each one's."""
    own = scoreboard.own_scores(played, side)
    whose = played.seating.contestants(side) if len(own) > 1 else (None,)
    lines = [line for each in whose for line in outline(scoreboard.score(played, side, each).derivation())]
    score = own_scores_text(own, scoreboard.totals.rounding)
    who = f"{side_name(side.value)}, {led_by_names(played.seating.contestant(side), names)}"
    return Outline(score_anchor(played, side), f"{table_text(played)}, {who}: {score} {say(scoreboard.unit)}", lines)


def board_list(scoreboard: Scoreboard, links: Links) -> PageTable:
    """Every board, how often it was played, and the rulings on it."""
    rows = []
    for board, lines in sorted(scoreboard.session.boards.items()):
        results = sum(1 for played in lines.values() if played.results)
        cases = sorted({case for played in lines.values() for case in played.cases})
        rows.append(TableRow([Cell(str(board), links.board(board)), Cell(str(results)), Cell(", ".join(cases))]))
    return PageTable("Boards", [">board", ">results", "rulings"], rows)
