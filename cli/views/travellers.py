"""The traveller of a board, as an answer."""

from typing import ClassVar

from msgspec import Struct

from cli.views.answers import Answer, ScoreValue, fill_row
from cli.views.finality import ScoresFinality, finality_value
from cli.words.rulings import latest_ruling
from cli.words.travellers import Traveller, absence_text
from ledger.bridge import Side, ns_score
from ledger.projections.finality import Finality
from ledger.session import TableBoard


class TravellerRow(Struct, frozen=True, kw_only=True):
    """A table's result on a board; `own`: partners' scores, if they differ; `version`: the deal of a fouled board."""

    table: str | None
    ns: str | None
    ew: str | None
    result: str | None
    ns_score: int | None
    lead: str | None
    awarded: dict[str, ScoreValue | None]
    own: dict[str, ScoreValue | None]
    version: str | None
    ruling: str | None
    cases: tuple[str, ...]
    not_played: str | None
    events: tuple[int, ...]


class TravellerAnswer(Answer, frozen=True):
    """The traveller of a board (`board`): its results and scores at all tables, and whether these are final."""

    schema: ClassVar = "board/1"

    board: int
    top: ScoreValue | None
    datum: int | None
    results: tuple[TravellerRow, ...]
    finality: ScoresFinality


def traveller_value(traveller: Traveller, finality: Finality, now: int) -> TravellerAnswer:
    """Return the traveller of a board as an answer, with the finality of the board's scores at `now` (µs UTC)."""
    datum, rows = traveller.scoreboard.datum(traveller.board), [_row(traveller, played) for played in traveller.lines]
    final = finality_value(finality, now)
    return fill_row(TravellerAnswer, traveller, mode=traveller.mode, datum=datum, results=rows, finality=final)


def _row(traveller: Traveller, played: TableBoard) -> TravellerRow:
    result, scores = played.result, {side: traveller.own_scores(played, side) for side in Side}
    return fill_row(
        TravellerRow,
        *(played, played.seating),
        mode=traveller.mode,
        result=str(result) if result and result.bare_score is None else None,
        ns_score=ns_score(result, traveller.board) if result else None,
        awarded={side.value.lower(): next(iter(values), None) for side, values in scores.items()},
        own={
            name: score
            for side, values in scores.items()
            if len(values) > 1
            for name, score in zip(played.seating.contestants(side), values, strict=True)
        },
        version=played.version if traveller.fouled else None,
        ruling=latest_ruling(played),
        not_played=absence_text(played.absent) if played.absent else None,
    )
