"""Two contestants of a session compared board by board."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from cli.views.answers import Answer, ScoreValue, score_or_none
from cli.views.standings import CardRow, card_row
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from ledger.projections.comparison import compare
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard


class ComparedRow(Struct, frozen=True):
    """A board as two contestants played it; `difference`: the first one's score less the second's."""

    board: int
    first: CardRow | None
    second: CardRow | None
    difference: ScoreValue | None


class ComparisonAnswer(Answer, frozen=True):
    """Two contestants compared: on how many boards the first scored more (`ahead`), as much (`level`) and less."""

    first: str
    second: str
    unit: str
    ahead: int
    level: int
    behind: int
    boards: tuple[ComparedRow, ...]


def comparison_value(scoreboard: Scoreboard, first: str, second: str) -> ComparisonAnswer:
    """Return a comparison of two contestants as an answer."""
    mode, compared = scoreboard.totals.rounding, compare(scoreboard, first, second)
    rows = [
        ComparedRow(
            each.board,
            each.first and card_row(each.first, first, mode),
            each.second and card_row(each.second, second, mode),
            score_or_none(each.difference, mode),
        )
        for each in compared
    ]
    signs = [(each > 0) - (each < 0) for each in (row.difference for row in compared) if each is not None]
    counts = {name: signs.count(sign) for name, sign in (("ahead", 1), ("level", 0), ("behind", -1))}
    unit = scoreboard.unit if scoreboard.top is None else "%"
    return ComparisonAnswer(first=first, second=second, unit=unit, boards=tuple(rows), **counts)


def comparison_parts(value: ComparisonAnswer, scoreboard: Scoreboard) -> Iterator[Part]:
    """Yield a comparison as a screen shows it: who, board by board, and on how many boards the first was ahead."""
    names = names_of(scoreboard.session)
    headings = [" ".join(filter(None, (each, names.get(each)))) for each in (value.first, value.second)]
    yield Text("say", (f"{headings[0]} and {headings[1]}, in {value.unit}", ""))
    columns = [AnswerColumn("board", number=True)]
    for side, whose in (("first", value.first), ("second", value.second)):
        columns += [
            AnswerColumn(f"{side}_result", whose, _of(side, _result), suits=True),
            AnswerColumn(side, value.unit, _of(side, _worth), number=True),
        ]
    columns.append(AnswerColumn("difference", "+/-", _signed, number=True))
    yield AnswerTable(value.boards, columns, without="neither has played a board yet")
    if value.boards:
        counts = f"ahead on {value.ahead}, level on {value.level}, behind on {value.behind}"
        yield Text("say", ("", f"{value.first} is {counts} of the boards that both have a score on."))


def _of(side: str, text: Callable[[CardRow | None], str]) -> Callable[[Any], str]:
    return lambda row: text(getattr(row, side))


def _result(line: CardRow | None) -> str:
    if line is None:
        return "–"
    return line.ruling.case if line.ruling else line.result or "–"


def _worth(line: CardRow | None) -> str:
    worth = line and (line.percent or line.earned)
    return worth.text if worth else "–"


def _signed(row: ComparedRow) -> str:
    if row.difference is None:
        return ""
    return f"+{row.difference.text}" if row.difference.value > 0 else row.difference.text
