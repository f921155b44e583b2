"""A contestant's scorecard as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cli.pages.boards import is_explained
from cli.pages.links import Links
from cli.pages.standings import totals
from cli.pages.table import Cell, Outline, PageTable, TableRow
from cli.words.notation import lead_text, result_text, side_text
from cli.words.numbers import decimal_text
from cli.words.registers import penalty_in_force_text
from cli.words.scores import score_text, standing_mark
from ledger.laws.rounding import Rounding
from ledger.projections.names import names_of, with_names
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import CardLine, Scorecard, scorecard
from ledger.session import TableBoard


class CardView(NamedTuple):
    """Everything a page says of a contestant."""

    contestant: str
    players: str
    place: str
    of: int
    total: str
    unit: str
    percent: str
    boards: PageTable
    penalties: list[str]
    outlines: list[Outline]


def card_views(scoreboard: Scoreboard, links: Links) -> Iterator[CardView]:
    """The card of every contestant of the session."""
    names = names_of(scoreboard.session)
    for contestant in scoreboard.session.contestants:
        yield _card_view(scoreboard, contestant, names, links)


def _card_view(scoreboard: Scoreboard, contestant: str, names: Mapping[str, str], links: Links) -> CardView:
    card, mode, session = scorecard(scoreboard, contestant), scoreboard.totals.rounding, scoreboard.session
    row = card.row
    return CardView(
        contestant,
        names.get(contestant, ""),
        (str(row.rank) if row.rank else standing_mark(row.mark)) if row else "",
        card.of,
        score_text(row.total, mode) if row and (row.boards or row.rank) else "",
        card.unit,
        decimal_text(row.percent, 2, mode) if row and row.percent is not None else "",
        _boards(card, scoreboard, names, links),
        [
            f"{each.imposed.case}: {penalty_in_force_text(session, session.penalties[each.imposed.case])}"
            for each in card.penalties
        ],
        totals(scoreboard, [contestant], "total") if row and (row.boards or row.rank) else [],
    )


def _boards(card: Scorecard, scoreboard: Scoreboard, names: Mapping[str, str], links: Links) -> PageTable:
    """Its boards, with the names of whom it met; a column that says nothing is left out."""
    unit, mode = scoreboard.unit, scoreboard.totals.rounding
    columns = [
        *(">round", ">board", "seat", "partner", "against", "contract", "lead"),
        *(">score", f">{unit}", ">%", "ruling"),
    ]
    rows = [_row(card.contestant, line, scoreboard, mode, names, links) for line in card.lines]
    said = [at for at, _ in enumerate(columns) if any(row[at].text for row in rows)]
    shown = [TableRow([row[at] for at in said]) for row in rows]
    return PageTable("Boards", [columns[at] for at in said], shown, sought=[">%"] if ">%" in columns else ())


def _row(
    contestant: str, line: CardLine, scoreboard: Scoreboard, mode: Rounding, names: Mapping[str, str], links: Links
) -> list[Cell]:
    played, result, again = line.played, line.result, line.second_room
    opponents = played.seating.contestants(line.side.other)
    told = is_explained(scoreboard, played) and scoreboard.counts(played, line.side)
    why = links.score(played, line.side) if told else links.board(played.board)
    return [
        Cell(str(played.round or "")),
        Cell(str(played.board), links.board(played.board)),
        Cell(side_text(line.side.value)),
        Cell(with_names(line.partner(contestant), names), name=True),
        Cell(with_names(line.opponents, names), links.card(opponents[0]) if len(opponents) == 1 else None, name=True),
        Cell(result_text(result, True) if result and result.bare_score is None else "–"),
        Cell(lead_text(played.lead) if played.lead else ""),
        Cell("–" if line.score is None else f"{line.score:+d}", _recorded(played, links)),
        Cell("" if again else score_text(line.earned, mode), why, changed=bool(line.ruling)),
        Cell("" if again or line.percent is None else score_text(line.percent, mode), why),
        Cell(line.ruling.case if line.ruling else ""),
    ]


def _recorded(played: TableBoard, links: Links) -> str | None:
    """The event that brought a table's result, where there is one."""
    return links.event(played.results[-1].number) if played.results else None
