"""The cross table of a stage: everybody against everybody, who left, and what is still to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import ScoreValue, TournamentAnswer, filled
from cli.views.overall import heads_of
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.overalls import cross_notes, crossed_text
from cli.words.scores import places_of
from ledger.laws.rounding import decimal_text
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.scores import TournamentScores


class CrossMatch(Struct, frozen=True):
    """What one has of a match against another; `counts` not where it was cancelled."""

    score: ScoreValue
    counts: bool
    played: bool


class CrossRow(Struct, frozen=True):
    """A contestant, and its matches against each other one."""

    rank: int | None
    contestant: str
    total: ScoreValue
    matches: int
    against: dict[str, tuple[CrossMatch, ...]]


class LeaverRow(Struct, frozen=True):
    """Who withdrew, by which event, after how many matches of how many."""

    entrant: str = field(name="contestant")
    session: str
    number: int
    done: int = field(name="played")
    of: int
    cancelled: bool


class UnmetRow(Struct, frozen=True):
    """Two who have still to meet, and how often."""

    contestants: tuple[str, str]
    matches: int


class CrossTableAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """Of `tournament cross-table`; `meets`: how often two meet; the unit is null where there are no matches yet."""

    schema: ClassVar = "cross-table/1"

    stage: str
    unit: str | None = None
    meets: int | UnsetType = UNSET
    rows: tuple[CrossRow, ...] = ()
    left: tuple[LeaverRow, ...] = ()
    unmet: tuple[UnmetRow, ...] = ()


def cross_table_of_stage(
    scores: TournamentScores, stage: str, width: int | None
) -> tuple[CrossTableAnswer, Iterator[Part]]:
    """The cross table of a stage, and what is shown on so many columns; `width` None: to other programs."""
    format_ = scores.tournament.named_stage(stage).format
    found = cross_table(scores, stage)
    value = CrossTableAnswer(heads=heads_of(scores), stage=stage)
    if found is None:
        return value, iter([Text("aside", (f"no session of {stage} has matches yet",), plain=True)])
    value = filled(
        CrossTableAnswer,
        *(found, value),
        stage=stage,
        rows=[_row(found, own) for own in found.entrants],
        left=[filled(LeaverRow, each, each.part) for each in found.left.values()],
        unmet=[UnmetRow(*each) for each in found.unmet],
    )
    return value, _parts(found, width, all_meet=format_ == "all-play-all")


def _row(found: CrossTable, own: str) -> CrossRow:
    against = {
        other: tuple(
            filled(CrossMatch, each, score=each.worth, played=not each.lost) for each in found.cells[own, other]
        )
        for other in found.entrants
        if (own, other) in found.cells
    }
    rank, total = found.ranks.get(own), found.totals[own]
    return filled(CrossRow, rank=rank, contestant=own, total=total, matches=found.matches(own), against=against)


def _parts(found: CrossTable, width: int | None, *, all_meet: bool) -> Iterator[Part]:
    """A column for each opponent, by its place, where there is room; else each one's matches on a line beneath."""
    places = max((places_of(cell.worth.value) for row in found.cells.values() for cell in row), default=0)
    order = {entrant: str(at) for at, entrant in enumerate(found.entrants, start=1)}

    def against(other: str) -> Callable[[str], str]:
        return lambda own: crossed_text(found, own, other, places)

    def met(own: str) -> str:
        """'Iceland 12.00, Malta 9.40': everybody one has met."""
        return ", ".join(f"{each} {against(each)(own)}" for each in order if (own, each) in found.cells)

    columns = [
        AnswerColumn("rank", say=lambda own: str(found.ranks.get(own, "–")), number=True),
        AnswerColumn("contestant", say=str),
        AnswerColumn("total", found.unit, lambda own: decimal_text(found.totals[own].value, places), number=True),
        AnswerColumn("matches", say=lambda own: str(found.matches(own)), number=True),
    ]
    crossed = [AnswerColumn(other, at, against(other), number=True) for other, at in order.items()]
    widths = (max(map(len, (each.title, *map(each.text, order)))) for each in (*columns, *crossed))
    if width is None or sum(each + 2 for each in widths) <= width:
        columns = [AnswerColumn("no", say=lambda own: order[own], number=True), *columns, *crossed]
    else:
        columns.append(AnswerColumn("against", say=met, beneath=True))
    yield AnswerTable(found.entrants, columns)
    for line in cross_notes(found, all_meet=all_meet):
        yield Text("long", (line,))
