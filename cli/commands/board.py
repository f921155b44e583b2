"""board: the traveller."""

from collections import Counter
from fractions import Fraction
from typing import Any

import click

from cli.desk.desk import Desk, score_json, score_text
from cli.desk.notation import BoardAndTable
from cli.desk.settings import Looking
from cli.screens.words import counted
from ledger.bridge import Side, dealer, ns_score, vulnerability
from ledger.laws.adjustment import Artificial, Awarded, weightings
from ledger.laws.rounding import Rounding, short_text
from ledger.laws.weighting import in_protocol_order, weight_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard, in_order
from ledger.session.places import require_board

_NARROW = 80


@click.command(cls=Looking)
@click.argument("board", type=BoardAndTable())
@click.pass_context
def board(context: click.Context, board: tuple[int, str | None]) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    \b
    Example:  bridge-ledger board 23
    """
    desk = Desk(context)
    scoreboard = desk.scoreboard()
    number = board[0]
    require_board(scoreboard.session, number)
    lines = in_order(scoreboard.session.boards[number])
    if desk.settings.json:
        desk.json("board/1", scoreboard.session, _json(scoreboard, number, lines))
    else:
        _print(desk, scoreboard, number, lines)


def _json(scoreboard: Scoreboard, number: int, lines: list[TableBoard]) -> dict[str, Any]:
    mode = scoreboard.totals.rounding
    return {
        "board": number,
        "top": score_json(scoreboard.top, mode),
        "datum": scoreboard.datum(number),
        "results": [
            {
                "table": played.table,
                "ns": played.seating.ns,
                "ew": played.seating.ew,
                "result": str(played.result) if played.result and played.result.bare_score is None else None,
                "ns_score": ns_score(played.result, number) if played.result else None,
                "lead": played.lead,
                "awarded": {
                    side.value.lower(): score_json(_shown_score(scoreboard, played, side), mode) for side in Side
                },
                "ruling": played.case,
                "events": list(played.events),
            }
            for played in lines
        ],
    }


def _shown_score(scoreboard: Scoreboard, played: TableBoard, side: Side) -> Fraction | None:
    """A side's score; None while it cannot be scored: the other room of a team match is missing."""
    score = scoreboard.score(played, side)
    return score.value if score.counts else None


def _print(desk: Desk, scoreboard: Scoreboard, number: int, lines: list[TableBoard]) -> None:
    if not desk.settings.plain:
        top = f", top {short_text(scoreboard.top)} {scoreboard.unit}" if scoreboard.top is not None else ""
        seats = f"dealer {dealer(number).value}, vulnerable {vulnerability(number).value}"
        desk.say(f"Board {number}   {seats}{top}, {counted(len(lines), 'result')}\n")
    columns = [
        "table",
        "NS",
        "EW",
        "contract",
        "lead",
        ">NS+",
        ">NS-",
        f">{scoreboard.unit} NS",
        f">{scoreboard.unit} EW",
        "source",
    ]
    rows = [row for played in lines for row in _rows(desk, scoreboard, played)]
    if desk.width < _NARROW and not desk.settings.plain:
        narrow = [at for at, column in enumerate(columns) if column not in ("lead", "source")]
        columns, rows = [columns[at] for at in narrow], [[row[at] for at in narrow] for row in rows]
    desk.table(columns, rows)
    if desk.settings.plain:
        return
    datum = scoreboard.datum(number)
    if datum is not None:
        desk.say(f"\nDatum: {datum:+d}")
    _frequencies(desk, scoreboard, number, lines)


def _rows(desk: Desk, scoreboard: Scoreboard, played: TableBoard) -> list[list[str]]:
    """The line of a table, and under it the outcomes of a weighted or split score."""
    mode = scoreboard.totals.rounding
    ruling = scoreboard.session.ruling_of(played)
    in_force = scoreboard.session.in_force(ruling) if ruling else None
    adjustment = in_force.adjustment if in_force else None
    ruled = weightings(adjustment) if adjustment else {}
    same = ruled and ruled[Side.NS] == ruled[Side.EW]
    contract = repr(adjustment) if isinstance(adjustment, Artificial | Awarded) else _contract(desk, played)
    cancelled = isinstance(adjustment, Artificial) or (isinstance(adjustment, Awarded) and adjustment.field == "out")
    score = ns_score(played.result, played.board) if played.result and not cancelled else None
    if ruled and same and len(ruled[Side.NS]) == 1:
        contract, score = (_shown(desk, ruled[Side.NS][0].result), ns_score(ruled[Side.NS][0].result, played.board))
    elif ruled:
        contract, score = "weighted:" if same else "split:", None
    awarded = [score_text(_shown_score(scoreboard, played, side), mode) for side in Side]
    source = f"{in_force.case} #{in_force.number}" if in_force else f"#{played.results[-1].number}"
    rows = [
        [played.table or "–", *played.seating.pair, contract, played.lead or "", *_plus_minus(score), *awarded, source]
    ]
    if ruled and not (same and len(ruled[Side.NS]) == 1):
        rows += _outcomes(
            desk, played, {"": ruled[Side.NS]} if same else {f"{side.value}: ": ruled[side] for side in Side}
        )
    return rows


def _outcomes(desk: Desk, played: TableBoard, weighted: dict[str, Any]) -> list[list[str]]:
    return [
        [
            "",
            "",
            "",
            f"  {name}{weight_text(part.weight)} {_shown(desk, part.result)}",
            "",
            *_plus_minus(ns_score(part.result, played.board)),
            "",
            "",
            "",
        ]
        for name, weighting in weighted.items()
        for part in in_protocol_order(weighting, played.board)
    ]


def _contract(desk: Desk, played: TableBoard) -> str:
    return _shown(desk, played.result) if played.result else "not played"


def _shown(desk: Desk, result: Any) -> str:
    if result.bare_score is not None:
        return "(score only)"
    return str(result.pretty) if desk.symbols else str(result)


def _plus_minus(score: int | None) -> list[str]:
    if score is None:
        return ["", ""]
    return [str(score), ""] if score >= 0 else ["", str(-score)]


def _frequencies(desk: Desk, scoreboard: Scoreboard, number: int, lines: list[TableBoard]) -> None:
    """How often each score came, and what it is worth to each side; fractions where rulings are weighted."""
    frequency: dict[Side, Counter[int]] = {side: Counter() for side in Side}
    worth: dict[tuple[Side, int], Fraction] = {}
    for played in lines:
        line = scoreboard.line(played)
        for side in Side:
            for outcome in scoreboard.counted(line, side):
                frequency[side][outcome.ns_score] += outcome.weight  # type: ignore[assignment]
            if line.entries and line.award is None and len(line.entries[side]) == 1:
                worth[side, line.entries[side][0].ns_score] = scoreboard.score(played, side).value
    scores = sorted({*frequency[Side.NS], *frequency[Side.EW]}, reverse=True)
    if not scores or scoreboard.teams:
        return
    same = frequency[Side.NS] == frequency[Side.EW]
    sides = [Side.NS] if same else list(Side)
    mode = scoreboard.totals.rounding
    desk.say()
    desk.table(
        [
            ">NS score",
            *(">times" if same else f">times in {side.value} chart" for side in sides),
            f">{scoreboard.unit} NS",
            f">{scoreboard.unit} EW",
        ],
        [
            [
                f"{score:+d}",
                *(_times(frequency[side][score]) for side in sides),
                *(score_text(worth.get((side, score)), mode) for side in Side),
            ]
            for score in scores
        ],
    )


def _times(count: Fraction | int) -> str:
    return short_text(Fraction(count), 3, Rounding.HALF_UP)
