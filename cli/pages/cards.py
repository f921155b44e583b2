"""A contestant's scorecard as a page shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from cli.pages.boards import is_explained
from cli.pages.links import Links
from cli.pages.own_changes import ChangesOfAll, OwnChanges
from cli.pages.standings import total_outline
from cli.pages.table import Cell, Outline, PageTable, TableRow, person, without_empty
from cli.words.field_scores import FieldScores
from cli.words.language import say
from cli.words.notation import card_text, result_text, side_text
from cli.words.numbers import decimal_text
from cli.words.rulings import adjustment_text, penalty_text, weighting_text
from cli.words.scores import score_text, standing_mark
from ledger.laws.adjustment import Adjustment, Stands
from ledger.projections.names import is_team_name, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import CardLine, Scorecard, scorecard
from ledger.session.cases import PenaltyInForce


class CardView(NamedTuple):
    """Everything a page says of a contestant; `changes`: what is otherwise since the scores were given out."""

    contestant: str
    players: str
    team: bool
    place: str
    of: int
    total: str
    unit: str
    percent: str
    changes: OwnChanges | None
    boards: PageTable
    penalties: list[str]
    outlines: list[Outline]


class _Cards(NamedTuple):
    """What the cards of a session are made of."""

    scoreboard: Scoreboard
    links: Links
    names: Mapping[str, str]
    field: FieldScores
    person: Callable[[str], Cell]


def card_views(scoreboard: Scoreboard, links: Links, changes: ChangesOfAll | None) -> Iterator[CardView]:
    """The card of every contestant of the session; `changes`: once scores were given out."""
    shared = _shared(scoreboard, links)
    for contestant in scoreboard.session.contestants:
        yield _card_view(shared, contestant, changes.of(contestant) if changes else None)


def card_view(scoreboard: Scoreboard, links: Links, contestant: str, changes: ChangesOfAll | None) -> CardView:
    """The card of one."""
    shared = _shared(scoreboard, links)
    return _card_view(shared, contestant, changes.of(contestant) if changes else None)


def _shared(scoreboard: Scoreboard, links: Links) -> _Cards:
    names = names_of(scoreboard.session)
    return _Cards(
        scoreboard, links, names, FieldScores(scoreboard), cache(lambda label: person(label, names, links.card(label)))
    )


def _card_view(shared: _Cards, contestant: str, changes: OwnChanges | None) -> CardView:
    scoreboard = shared.scoreboard
    card, mode = scorecard(scoreboard, contestant), scoreboard.totals.rounding
    row = card.row
    return CardView(
        contestant,
        shared.names.get(contestant, ""),
        is_team_name(contestant),
        (str(row.rank) if row.rank else standing_mark(row.mark)) if row else "",
        card.of,
        score_text(row.total, mode) if row and (row.boards or row.rank) else "",
        card.unit,
        decimal_text(row.percent, 2, mode) if row and row.percent is not None else "",
        changes,
        _boards(card, shared, changes),
        [_penalty(each) for each in card.penalties],
        [total_outline(scoreboard, contestant, "total", shared.names)] if row and (row.boards or row.rank) else [],
    )


def _penalty(penalty: PenaltyInForce) -> str:
    """'P-0001: a penalty of 10% of a top': what is in force, and where an appeal changed it, by which case."""
    imposed = penalty.imposed
    by = "" if penalty.case == imposed.case else f" ({penalty.case})"
    return f"{imposed.case}: {penalty_text(imposed.amount, imposed.unit, imposed.named)}{by}"


def _boards(card: Scorecard, shared: _Cards, changes: OwnChanges | None) -> PageTable:
    """Its boards, with the names of whom it met; a column that says nothing is left out."""
    unit = shared.scoreboard.unit
    columns = [
        *(">round", ">board", "seat", "partner", "against", "contract", "lead"),
        *(">score", f">{unit}", ">%", "field", "ruling"),
    ]
    rows = [TableRow(_row(card.contestant, line, shared, changes)) for line in card.lines]
    in_percent = any(line.percent is not None for line in card.lines)
    points = frozenset([f">{unit}"]) if in_percent else frozenset[str]()
    boards = PageTable("Boards", columns, rows, aside=_ASIDE | points, under="against", spare=points)
    return without_empty(boards)


_ASIDE = frozenset({">round", "seat", "partner", "contract", "lead", "field", "ruling"})
"""What a phone tells under the opponents of a board."""


def _row(contestant: str, line: CardLine, shared: _Cards, changes: OwnChanges | None) -> list[Cell]:
    scoreboard, links, names, mode = shared.scoreboard, shared.links, shared.names, shared.scoreboard.totals.rounding
    played, again = line.played, line.second_room
    told = is_explained(scoreboard, played) and scoreboard.counts(played, line.side)
    why = links.score(played, line.side) if told else links.board(played.board)
    was = changes.before(played.board, played.seating) if changes and not again else ""
    earned = "" if again else score_text(line.earned, mode)
    percent = "" if again or line.percent is None else score_text(line.percent, mode)
    before = say("was %(score)s", score=was) if was else ""
    return [
        Cell(str(played.round or "")),
        Cell(str(played.board), links.board(played.board)),
        Cell(side_text(line.side.value)),
        person(line.partner(contestant), names),
        shared.person(line.opponents),
        Cell(_contract(line)),
        Cell(card_text(played.lead, True) if played.lead else ""),
        Cell(_score(line)),
        Cell(earned, why, changed=bool(line.ruling or was), beside="" if percent else before),
        Cell(percent, why, changed=bool(line.ruling or was), beside=before if percent else ""),
        Cell(shared.field.text(played.board, line.side)),
        Cell(line.ruling.case if line.ruling else ""),
    ]


def _contract(line: CardLine) -> str:
    """What the board counts as: the table result, or what a ruling put in its place; '–' where no contract is known."""
    if line.assigned:
        return weighting_text(line.assigned, symbols=True)
    if adjustment := _adjustment(line):
        return adjustment_text(adjustment)
    result = line.result
    return result_text(result, True) if result and result.bare_score is None else "–"


def _score(line: CardLine) -> str:
    """The plus or minus of that, where it is of one result."""
    if len(line.assigned) == 1:
        return f"{line.score_of(line.assigned[0].result):+d}"
    return "–" if _adjustment(line) or line.score is None else f"{line.score:+d}"


def _adjustment(line: CardLine) -> Adjustment | None:
    """What a ruling put in the place of the table result; None where that counts."""
    adjustment = line.ruling.adjustment if line.ruling else None
    return None if isinstance(adjustment, Stands) else adjustment
