"""The cross-table of a stage: scores of all pairs of contestants, withdrawals, and unplayed matches."""

from collections.abc import Callable, Iterator

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import ScoreValue, TournamentAnswer, fill_row
from cli.views.overall import heads_of
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.overalls import cross_cell_text, cross_table_notes
from cli.words.scores import decimals_needed
from ledger.laws.rounding import decimal_text
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.scores import TournamentScores


class CrossMatch(Struct, frozen=True):
    """A contestant's score in a match; `counts` is false if the match was cancelled."""

    score: ScoreValue
    counts: bool
    played: bool


class CrossRow(Struct, frozen=True):
    """A contestant of a cross-table, with the matches it played against each opponent."""

    rank: int | None
    contestant: str
    total: ScoreValue
    matches: int
    against: dict[str, tuple[CrossMatch, ...]]


class LeaverRow(Struct, frozen=True):
    """A contestant who withdrew, with the event; `played` and `of`: how many matches it played, out of how many."""

    entrant: str = field(name="contestant")
    session: str
    number: int
    done: int = field(name="played")
    of: int
    cancelled: bool


class UnmetRow(Struct, frozen=True):
    """Two contestants, and the number of matches they have still to play."""

    contestants: tuple[str, str]
    matches: int


class CrossTableAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """The cross-table of a stage (`tournament cross-table`); `meets`: matches planned for each pair of contestants."""

    stage: str
    unit: str | None = None
    meets: int | UnsetType = UNSET
    rows: tuple[CrossRow, ...] = ()
    left: tuple[LeaverRow, ...] = ()
    unmet: tuple[UnmetRow, ...] = ()


def cross_table_of_stage(
    scores: TournamentScores, stage: str, width: int | None
) -> tuple[CrossTableAnswer, Iterator[Part]]:
    """Return the cross-table of a stage, and the parts to print it; `width` of the screen, None for programs."""
    format_ = scores.tournament.named_stage(stage).format
    table = cross_table(scores, stage)
    value = CrossTableAnswer(heads=heads_of(scores), stage=stage)
    if table is None:
        return value, iter([Text("aside", (f"no session of {stage} has matches yet",), plain=True)])
    value = fill_row(
        CrossTableAnswer,
        *(table, value),
        stage=stage,
        rows=[_row(table, entrant) for entrant in table.entrants],
        left=[fill_row(LeaverRow, each, each.part) for each in table.left.values()],
        unmet=[UnmetRow(*each) for each in table.unmet],
    )
    return value, _parts(table, width, all_meet=format_ == "all-play-all")


def _row(table: CrossTable, entrant: str) -> CrossRow:
    against = {
        opponent: tuple(
            fill_row(CrossMatch, each, score=each.worth, played=not each.lost)
            for each in table.cells[entrant, opponent]
        )
        for opponent in table.entrants
        if (entrant, opponent) in table.cells
    }
    rank, total, matches = table.ranks.get(entrant), table.totals[entrant], table.matches(entrant)
    return fill_row(CrossRow, rank=rank, contestant=entrant, total=total, matches=matches, against=against)


def _parts(table: CrossTable, width: int | None, *, all_meet: bool) -> Iterator[Part]:
    """Yield the table with a column for each opponent, or, if `width` is too small, with matches below each row."""
    places = max((decimals_needed(cell.worth.value) for row in table.cells.values() for cell in row), default=0)
    order = {entrant: str(at) for at, entrant in enumerate(table.entrants, start=1)}

    def against(opponent: str) -> Callable[[str], str]:
        return lambda entrant: cross_cell_text(table, entrant, opponent, places)

    def met(entrant: str) -> str:
        """Format all matches of a contestant: 'Iceland 12.00, Malta 9.40'."""
        return ", ".join(f"{each} {against(each)(entrant)}" for each in order if (entrant, each) in table.cells)

    columns = [
        AnswerColumn("rank", say=lambda entrant: str(table.ranks.get(entrant, "–")), number=True),
        AnswerColumn("contestant", say=str),
        AnswerColumn(
            "total", table.unit, lambda entrant: decimal_text(table.totals[entrant].value, places), number=True
        ),
        AnswerColumn("matches", say=lambda entrant: str(table.matches(entrant)), number=True),
    ]
    crossed = [AnswerColumn(opponent, at, against(opponent), number=True) for opponent, at in order.items()]
    widths = (max(map(len, (each.title, *map(each.text, order)))) for each in (*columns, *crossed))
    if width is None or sum(each + 2 for each in widths) <= width:
        columns = [AnswerColumn("no", say=lambda entrant: order[entrant], number=True), *columns, *crossed]
    else:
        columns.append(AnswerColumn("against", say=met, beneath=True))
    yield AnswerTable(table.entrants, columns)
    for line in cross_table_notes(table, all_meet=all_meet):
        yield Text("long", (line,))
