"""The standings of a tournament: the figures of every contestant by sitting, its total and place, and who goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, ScoreValue, score, score_or_none
from cli.views.finality import StandingFinality
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable
from cli.words.brackets import last_text, places_text
from cli.words.overalls import figure_text, mark_text, names_of_entrants, total_text
from cli.words.scores import score_text
from ledger.laws.rounding import Rounding
from ledger.overall.knockout import Bracket
from ledger.overall.places import OverallStanding
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, PartRanking, RankedBy, rankings
from ledger.overall.standing import percentages, substitutes


class HeadOfStream(Struct, frozen=True):
    """The last event of a session or the tournament that is taken into account, and the digest up to there."""

    session: str
    number: int
    digest: str


class SittingFigure(Struct, frozen=True):
    """What a contestant has of a session, by the name it has there, and whether it counts."""

    session: str
    sitting: int
    contestant: str
    score: ScoreValue
    counts: bool


class StandingRow(Struct, frozen=True, kw_only=True):
    """A contestant's place in a stage; `carried` is a part of the total; `goes_on_to` are stages."""

    rank: int | None
    contestant: str
    direction: Literal["NS", "EW"] | None
    total: ScoreValue
    boards: int
    carried: ScoreValue | None
    standing: OverallStanding | None
    sessions: tuple[SittingFigure, ...]
    names: str
    goes_on_to: tuple[str, ...]
    percent: ScoreValue | UnsetType | None = UNSET


class HasByRule(Struct, frozen=True):
    """What a contestant has by a rule."""

    contestant: str
    score: str


class TieStepRow(Struct, frozen=True):
    """A rule that was asked of contestants with one total: what each has by it, or why it says nothing."""

    rule: str
    skipped: str | None
    has: tuple[HasByRule, ...]


class TieRow(Struct, frozen=True):
    """Contestants with one total, and the groups that came of it, the best first."""

    tied: tuple[str, ...]
    steps: tuple[TieStepRow, ...]
    order: tuple[tuple[str, ...], ...]


class SubstituteRow(Struct, frozen=True):
    """Somebody who sat in a seat of a contestant, in these rounds, or from first to last."""

    contestant: str
    session: str
    event: int
    seat: str
    player: int
    rounds: tuple[int, ...]


class PartRow(Struct, frozen=True):
    """A contestant's place in a part."""

    rank: int | None
    contestant: str


class PartOfStage(Struct, frozen=True):
    """A section, a stratum or a direction, ranked by itself."""

    name: str
    rows: tuple[PartRow, ...]


class StageStanding(Struct, frozen=True, kw_only=True):
    """The standing of a stage; `by` and `fields`, where it is asked for in parts."""

    stage: str
    unit: str
    rows: tuple[StandingRow, ...]
    ties: tuple[TieRow, ...]
    substitutes: tuple[SubstituteRow, ...]
    notes: tuple[str, ...]
    by: RankedBy | UnsetType = UNSET
    fields: tuple[PartOfStage, ...] | UnsetType = UNSET


class OverallAnswer(Answer, frozen=True, kw_only=True):
    """Of `tournament standings`: every stage, and whether the standing is final (not said of an earlier round)."""

    schema: ClassVar = "overall/1"

    heads: tuple[HeadOfStream, ...]
    stages: tuple[StageStanding, ...]
    finality: StandingFinality | UnsetType = UNSET


def heads_of(scores: TournamentScores) -> tuple[HeadOfStream, ...]:
    """Up to which event of each stream the scores go."""
    return tuple(HeadOfStream(name, number, digest.hex()) for name, number, digest in scores.heads)


def stage_value(found: Overall, by: RankedBy | None) -> StageStanding:
    """The standing of a stage, in parts where that is asked."""
    names = names_of_entrants(found.scores)
    percent = {entrant: score_or_none(each.value, _mode(found)) for entrant, each in percentages(found).items()}
    parts = [
        PartOfStage(part.name, tuple(PartRow(rank, row.entrant) for rank, row in part.rows))
        for part in (rankings(found, by) if by else ())
    ]
    return StageStanding(
        stage=found.stage.name,
        unit=found.unit,
        rows=tuple(standing_row(row, found, names, percent.get(row.entrant, UNSET)) for row in found.rows),
        ties=ties_of(found),
        substitutes=substitutes_of(found),
        notes=tuple(found.notes),
        by=by or UNSET,
        fields=tuple(parts) if by else UNSET,
    )


def standing_row(
    row: OverallRow, found: Overall, names: Mapping[str, str], percent: ScoreValue | UnsetType | None = UNSET
) -> StandingRow:
    """A contestant's line of a standing."""
    mode = _mode(found)
    return StandingRow(
        rank=row.rank,
        contestant=row.entrant,
        direction=row.direction.value if row.direction else None,
        total=score(row.total.value, mode, found.stage.rules.places),
        boards=row.boards,
        carried=score(row.carried.value, mode) if row.carried else None,
        standing=row.mark.standing if row.mark else None,
        sessions=tuple(
            SittingFigure(
                each.of.session, each.of.sitting, each.contestant, score(each.value.value, mode), each in row.counted
            )
            for each in row.figures
        ),
        names=names.get(row.entrant, ""),
        goes_on_to=_onward(found, row.entrant),
        percent=percent,
    )


def ties_of(found: Overall, entrant: str | None = None) -> tuple[TieRow, ...]:
    """How equal totals were split, all or those that a contestant had."""
    return tuple(
        TieRow(
            split.tied,
            tuple(
                TieStepRow(step.rule, step.skipped or None, tuple(HasByRule(whose, has) for whose, has in step.has))
                for step in split.steps
            ),
            split.order,
        )
        for split in found.ties
        if entrant is None or entrant in split.tied
    )


def substitutes_of(found: Overall, entrant: str | None = None) -> tuple[SubstituteRow, ...]:
    """Every substitute of a stage, or of one contestant."""
    return tuple(
        SubstituteRow(each.entrant, each.session.id, each.number, each.fact.seat, each.fact.player, each.fact.rounds)
        for each in substitutes(found)
        if entrant in (None, each.entrant)
    )


def _mode(found: Overall) -> Rounding:
    return found.stage.rules.rounding


def _onward(found: Overall, entrant: str) -> tuple[str, ...]:
    cuts = found.scores.tournament.qualified.cuts
    return tuple(into for (source, into), cut in cuts.items() if source == found.stage.name and entrant in cut.now)


def part_table(found: Overall, part: PartRanking, by: RankedBy | None = None) -> AnswerTable:
    """A field or a part of a stage: a column for each sitting, the total, and what is said of contestants."""
    mode, names, percent = _mode(found), names_of_entrants(found.scores), percentages(found)

    def share(row: _Placed) -> str:
        each = percent.get(row[1].entrant)
        return score_text(each.value, mode) if each else "–"

    def named(row: _Placed) -> str:
        return names.get(row[1].entrant, "")

    def total(row: _Placed) -> str:
        return total_text(row[1].total.value, found.stage.rules)

    def carried(row: _Placed) -> str:
        return score_text(row[1].carried.value, mode) if row[1].carried else "–"

    def sitting(at: int) -> AnswerColumn:
        def figure(row: _Placed) -> str:
            return figure_text(row[1], at, found)

        return AnswerColumn(f"sitting {at}", str(at), figure, number=True, aside=True)

    def onward(row: _Placed) -> str:
        return ", ".join(_onward(found, row[1].entrant))

    columns = [
        AnswerColumn("rank", say=lambda row: str(row[0] or "–"), number=True),
        AnswerColumn("contestant", say=lambda row: row[1].entrant, under=True),
        AnswerColumn("names", say=named, optional=True, beneath=True, on=(SCREEN,)),
        AnswerColumn("carried", say=carried, number=True, optional=True, aside=True),
        *(sitting(each) for each in found.sittings),
        AnswerColumn("total", found.unit or "won", total, number=True),
        AnswerColumn("percent", "%", share, number=True, optional=True, on=(SCREEN,)),
        AnswerColumn("boards", say=lambda row: str(row[1].boards), number=True, spare=1, aside=True),
        AnswerColumn("standing", say=lambda row: mark_text(row[1].mark), optional=True, aside=True),
        AnswerColumn("goes on to", say=onward, optional=True, aside=True, on=(PAGE,)),
        *([AnswerColumn(by, say=lambda row: part.name, on=(PLAIN,))] if by else []),
        AnswerColumn("names", say=named, on=(PLAIN,)),
    ]
    return AnswerTable(part.rows, columns)


_Placed = tuple[int | None, OverallRow]


def survivors_table(bracket: Bracket) -> AnswerTable:
    """The places of a knockout."""
    columns = (
        AnswerColumn("rank", say=places_text, number=True),
        AnswerColumn("entrant", "contestant"),
        AnswerColumn("won", number=True),
        AnswerColumn("last match", say=last_text),
    )
    return AnswerTable(bracket.places, columns)
