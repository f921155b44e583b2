"""The standings of a tournament: figures by sitting, totals, places, and the stages contestants go on to."""

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import ScoreValue, TournamentAnswer, fill_row, score, score_or_none
from cli.views.finality import StandingFinality
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable
from cli.words.brackets import last_match_text, places_text
from cli.words.overalls import figure_text, names_of_entrants, overall_mark_text, total_text
from cli.words.scores import score_text
from ledger.bridge import Side
from ledger.kernel.fact import StreamHead
from ledger.laws.rounding import Rounding
from ledger.overall.knockout import Bracket
from ledger.overall.places import OverallStanding
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, PartRanking, RankedBy, rankings
from ledger.overall.standing import percentages, substitutes


class SittingFigure(Struct, frozen=True):
    """A contestant's score in one session, with its label there; `counts`: the score is added to the total."""

    session: str
    sitting: int
    contestant: str
    score: ScoreValue
    counts: bool


class StandingRow(Struct, frozen=True, kw_only=True):
    """A contestant's place and total in a stage, `carried` points included; `goes_on_to`: stages it qualified for."""

    rank: int | None
    contestant: str
    direction: Side | None
    total: ScoreValue
    boards: int
    carried: ScoreValue | None
    standing: OverallStanding | None = None
    sessions: tuple[SittingFigure, ...]
    names: str
    goes_on_to: tuple[str, ...]
    percent: ScoreValue | UnsetType | None = UNSET


class TieBreakFigure(Struct, frozen=True):
    """The value of a tied contestant by a tie-break rule."""

    contestant: str
    score: str


class TieStepRow(Struct, frozen=True):
    """A tie-break rule with the value of each tied contestant, or the reason why the rule was `skipped`."""

    rule: str
    skipped: str | None
    has: tuple[TieBreakFigure, ...]


class TieRow(Struct, frozen=True):
    """Contestants with equal totals, the tie-break rules tried on them, and the resulting groups, best group first."""

    tied: tuple[str, ...]
    steps: tuple[TieStepRow, ...]
    order: tuple[tuple[str, ...], ...]


class SubstituteRow(Struct, frozen=True):
    """A substitute in a seat of a contestant; `rounds`: those he played, empty for the whole session."""

    entrant: str = field(name="contestant")
    session: str
    event: int
    seat: str
    player: int
    rounds: tuple[int, ...]


class PartRow(Struct, frozen=True):
    """The place of a contestant among those of its section, stratum or direction."""

    rank: int | None
    contestant: str


class PartOfStage(Struct, frozen=True):
    """The contestants of one section, stratum or direction, ranked among themselves."""

    name: str
    rows: tuple[PartRow, ...]


class StageStanding(Struct, frozen=True, kw_only=True):
    """The standing of a stage; `fields`: also a ranking within each section, stratum or direction, if asked for."""

    stage: str
    unit: str
    rows: tuple[StandingRow, ...]
    ties: tuple[TieRow, ...]
    substitutes: tuple[SubstituteRow, ...]
    notes: tuple[str, ...]
    by: RankedBy | UnsetType = UNSET
    fields: tuple[PartOfStage, ...] | UnsetType = UNSET


class OverallAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """The standings of all stages (`tournament standings`); without `finality` if an earlier round is asked for."""

    stages: tuple[StageStanding, ...]
    finality: StandingFinality | UnsetType = UNSET


def heads_of(scores: TournamentScores) -> tuple[StreamHead, ...]:
    """Return the last event of each stream from which the scores are computed."""
    return tuple(StreamHead(name, number, digest.hex()) for name, number, digest in scores.heads)


def stage_value(overall: Overall, by: RankedBy | None) -> StageStanding:
    """Return the standing of a stage; `by`: add a ranking within each section, stratum or direction."""
    names = names_of_entrants(overall.scores)
    percent = {entrant: score_or_none(each.value, _mode(overall)) for entrant, each in percentages(overall).items()}
    parts = [
        PartOfStage(part.name, tuple(PartRow(rank, row.entrant) for rank, row in part.rows))
        for part in (rankings(overall, by) if by else ())
    ]
    return fill_row(
        StageStanding,
        overall,
        stage=overall.stage.name,
        rows=[standing_row(row, overall, names, percent.get(row.entrant, UNSET)) for row in overall.rows],
        ties=ties_of(overall),
        substitutes=substitutes_of(overall),
        by=by or UNSET,
        fields=parts if by else UNSET,
    )


def standing_row(
    row: OverallRow, overall: Overall, names: Mapping[str, str], percent: ScoreValue | UnsetType | None = UNSET
) -> StandingRow:
    """Return a contestant's row in the standing of a stage; `percent`: its percentage, if to be shown."""
    mode = _mode(overall)
    figures = [
        fill_row(SittingFigure, each, each.of, mode=mode, score=each.value, counts=each in row.counted)
        for each in row.figures
    ]
    return fill_row(
        StandingRow,
        *(row, row.mark),
        mode=mode,
        contestant=row.entrant,
        total=score(row.total.value, mode, overall.stage.rules.places),
        sessions=figures,
        names=names.get(row.entrant, ""),
        goes_on_to=_onward(overall, row.entrant),
        percent=percent,
    )


def ties_of(overall: Overall, entrant: str | None = None) -> list[TieRow]:
    """Return how ties in a stage were broken: all ties, or those of one `entrant`."""
    return [fill_row(TieRow, split) for split in overall.ties if entrant is None or entrant in split.tied]


def substitutes_of(overall: Overall, entrant: str | None = None) -> list[SubstituteRow]:
    """Return the substitutes in a stage: all of them, or those of one `entrant`."""
    several = (each for each in substitutes(overall) if entrant in (None, each.entrant))
    return [fill_row(SubstituteRow, each, each.fact, session=each.session.id, event=each.number) for each in several]


def _mode(overall: Overall) -> Rounding:
    return overall.stage.rules.rounding


def _onward(overall: Overall, entrant: str) -> tuple[str, ...]:
    cuts = overall.scores.tournament.qualified.cuts
    return tuple(into for (source, into), cut in cuts.items() if source == overall.stage.name and entrant in cut.now)


def part_table(overall: Overall, part: PartRanking, by: RankedBy | None = None) -> AnswerTable:
    """Return a ranking of contestants of a stage as a table; `by`: add a column, with --plain, for the part."""
    mode, names, percent = _mode(overall), names_of_entrants(overall.scores), percentages(overall)

    def share(row: _Placed) -> str:
        percentage = percent.get(row[1].entrant)
        return score_text(percentage.value, mode) if percentage else "–"

    def named(row: _Placed) -> str:
        return names.get(row[1].entrant, "")

    def total(row: _Placed) -> str:
        return total_text(row[1].total.value, overall.stage.rules)

    def carried(row: _Placed) -> str:
        return score_text(row[1].carried.value, mode) if row[1].carried else "–"

    def sitting(at: int) -> AnswerColumn:
        def figure(row: _Placed) -> str:
            return figure_text(row[1], at, overall)

        return AnswerColumn(f"sitting {at}", str(at), figure, number=True, aside=True)

    def onward(row: _Placed) -> str:
        return ", ".join(_onward(overall, row[1].entrant))

    columns = [
        AnswerColumn("rank", say=lambda row: str(row[0] or "–"), number=True),
        AnswerColumn("contestant", say=lambda row: row[1].entrant, under=True),
        AnswerColumn("names", say=named, optional=True, beneath=True, on=(SCREEN,)),
        AnswerColumn("carried", say=carried, number=True, optional=True, aside=True),
        *(sitting(each) for each in overall.sittings),
        AnswerColumn("total", overall.unit or "won", total, number=True),
        AnswerColumn("percent", "%", share, number=True, optional=True, on=(SCREEN,)),
        AnswerColumn("boards", say=lambda row: str(row[1].boards), number=True, spare=1, aside=True),
        AnswerColumn("standing", say=lambda row: overall_mark_text(row[1].mark), optional=True, aside=True),
        AnswerColumn("goes on to", say=onward, optional=True, aside=True, on=(PAGE,)),
        *([AnswerColumn(by, say=lambda row: part.name, on=(PLAIN,))] if by else []),
        AnswerColumn("names", say=named, on=(PLAIN,)),
    ]
    return AnswerTable(part.rows, columns)


_Placed = tuple[int | None, OverallRow]


def knockout_places_table(bracket: Bracket) -> AnswerTable:
    """Return the places in a knockout as a table, with each contestant's last match."""
    columns = (
        AnswerColumn("rank", say=places_text, number=True),
        AnswerColumn("entrant", "contestant"),
        AnswerColumn("won", number=True),
        AnswerColumn("last match", say=last_match_text),
    )
    return AnswerTable(bracket.places, columns)
