"""A tournament: its draws, brackets, cuts and cross tables, and what a total over its sessions is made of."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct, field

from cli.views.answers import Answer, ScoreValue, TournamentAnswer, filled
from cli.views.finality import StandingFinality
from cli.views.overall import StandingRow, SubstituteRow, TieRow, standing_row, substitutes_of, ties_of
from cli.views.standings import DerivationRow
from cli.views.tables import AnswerColumn, AnswerTable
from cli.words.overalls import QualificationView, names_of_entrants
from cli.words.tournaments import how_text
from ledger.kernel.fact import StreamHead
from ledger.overall.qualifying import strangers
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import board_across, told_across, told_matches
from ledger.overall.swiss import WrongOpponent
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import tables_of
from ledger.subjects.tournaments.state import Tournament


class TableOfDraw(Struct, frozen=True):
    """Two who are to meet, and the number of their table."""

    table: int
    contestants: tuple[str, str]


class RoundRow(Struct, frozen=True, kw_only=True):
    """A round that was drawn, by which event, and after which round (0: by seeds); `bye` meets nobody."""

    stage: str
    round: int
    event: int | None
    matches: tuple[TableOfDraw, ...]
    bye: str | None
    triangle: tuple[str, ...]
    by_hand: bool
    repeats: bool
    early: bool
    after: int
    met: str


class WrongDraw(Struct, frozen=True, kw_only=True):
    """Somebody who met another opponent than is right, and what those concerned had before the round."""

    stage: str
    round: int
    contestant: str
    met: tuple[str, ...]
    correct: tuple[str, ...]
    because: Literal["standing", "seating"]
    points_before: dict[str, ScoreValue]
    session: str | None
    session_round: int | None
    judged: int | None
    judged_by_other_points: bool


class RoundAnswer(Answer, RoundRow, frozen=True, kw_only=True):
    """Of `tournament round`: the tables of a round."""

    schema: ClassVar = "round/1"

    heads: tuple[StreamHead, ...]


class DrawsAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """Of `tournament draws`: every round, and who is to be drawn otherwise by the scores now, or met another."""

    schema: ClassVar = "draws/1"

    draws: tuple[RoundRow, ...]
    otherwise: tuple[WrongDraw, ...]

    def table(self) -> AnswerTable:
        """The rounds."""
        columns = (
            AnswerColumn("stage"),
            AnswerColumn("round", number=True),
            AnswerColumn("event", say=lambda row: f"#{row.event}"),
            AnswerColumn("met", "table, who meets whom"),
        )
        return AnswerTable(self.draws, columns, without="no round is drawn yet: `tournament draw STAGE`")


def round_row(drawn: RoundDrawn, tournament: Tournament) -> RoundRow:
    """A round of a tournament."""
    met = [f"{at}: {' v '.join(two)}" for at, two in tables_of(drawn)]
    met += [f"triangle {', '.join(drawn.triangle)}"] if drawn.triangle else []
    met += [f"bye {drawn.bye}"] if drawn.bye else []
    how = how_text(drawn).lstrip(", ")
    return filled(
        RoundRow,
        drawn,
        event=tournament.drawn.number(drawn.stage, drawn.round),
        matches=[TableOfDraw(match.at_table, match.teams) for match in drawn.matches],
        bye=drawn.bye or None,
        after=drawn.by_round,
        met="; ".join(met) + (f" ({how})" if how else ""),
    )


def wrong_draw(wrong: WrongOpponent) -> WrongDraw:
    """Somebody who met another opponent than is right."""
    return filled(
        WrongDraw,
        wrong,
        contestant=wrong.entrant,
        because="standing" if wrong.by_standing else "seating",
        points_before=wrong.points,
        session=wrong.where.session if wrong.where else None,
        session_round=wrong.where.round if wrong.where else None,
        judged=wrong.found or None,
        judged_by_other_points=wrong.outdated,
    )


class PublicationRow(Struct, frozen=True):
    """The last publication of a standing."""

    number: int
    at: str


class SessionOfStage(Struct, frozen=True):
    """A session of a stage."""

    session: str
    sitting: int
    section: str


class StageRow(Struct, frozen=True):
    """A stage with its rules and sessions."""

    name: str
    format: str
    rules: dict[str, Any]
    sessions: tuple[SessionOfStage, ...]


class TournamentRow(Struct, frozen=True, kw_only=True):
    """Everything that was said of a tournament; `links`: who an entrant is in a session."""

    tournament: str
    title: str
    entrants: tuple[dict[str, Any], ...]
    stages: tuple[StageRow, ...]
    links: dict[str, dict[str, str]]


class TournamentsAnswer(Answer, frozen=True):
    """The tournaments of the ledger."""

    schema: ClassVar = "tournaments/1"

    tournaments: tuple[TournamentRow, ...]


class OneTournament(Answer, TournamentRow, frozen=True, kw_only=True):
    """Of `tournament show`; `moved_since`: what moved since it was published."""

    schema: ClassVar = "tournament/1"

    heads: tuple[StreamHead, ...]
    published: PublicationRow | None
    moved_since: tuple[str, ...]
    finality: StandingFinality


def tournament_row(said: Tournament) -> TournamentRow:
    """A tournament: everything that was said of it."""
    stages = [
        filled(StageRow, each, rules=msgspec.to_builtins(each.rules, enc_hook=str), sessions=said.in_stage(each.name))
        for each in said.stages.values()
    ]
    entrants = msgspec.to_builtins(list(said.entrants.values()))
    return filled(TournamentRow, said, said.opened, tournament=said.id, entrants=entrants, stages=stages)


# What a total is made of


class ExplainedMatch(Struct, frozen=True):
    """A match that counts in a total: what it is worth, for the contestant and for the other."""

    match: str
    against: str
    scores: tuple[DerivationRow, ...]


class ExplainedTotal(StandingRow, frozen=True, kw_only=True):
    """A total; `across`: by session what was scored across sections; `board`: of the one that is asked for."""

    stage: str
    unit: str
    derivation: DerivationRow
    across: dict[str, tuple[DerivationRow, ...]]
    matches: tuple[ExplainedMatch, ...]
    board: tuple[DerivationRow, ...] | None
    ties: tuple[TieRow, ...]
    substitutes: tuple[SubstituteRow, ...]
    notes: tuple[str, ...]


class OverallExplainAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """Of `tournament explain`: a contestant's total in each stage it has one in."""

    schema: ClassVar = "overall-explain/1"

    stages: tuple[ExplainedTotal, ...]


def explained_total(found: Overall, row: OverallRow, board: int | None) -> ExplainedTotal:
    """The total of one contestant, and what it is made of."""
    mode = found.stage.rules.rounding
    return filled(
        ExplainedTotal,
        *(standing_row(row, found, names_of_entrants(found.scores)), found),
        mode=mode,
        stage=found.stage.name,
        derivation=row.total.derivation(),
        across={figure.of.session: told for figure, told in told_across(found, row)},
        matches=[filled(ExplainedMatch, each, mode=mode, against=each.other) for each in told_matches(found, row)],
        board=[each for _, each in board_across(found, row, board)] if board else None,
        ties=ties_of(found, row.entrant),
        substitutes=substitutes_of(found, row.entrant),
    )


# Who goes on


class NowWould(Struct, frozen=True):
    """Who would have gone on, who would not, who is level for the last places, and another order of seeds."""

    instead: tuple[str, ...] = field(name="in")
    out: tuple[str, ...]
    tied: tuple[str, ...]
    order: tuple[str, ...]


class QualifiedRow(Struct, frozen=True):
    """Who goes on, and what is carried."""

    contestant: str
    carries: ScoreValue | None


class CutRow(Struct, frozen=True, kw_only=True):
    """Who goes on into a stage; `cut`: the event that said it; `heads`: what it rests on; whom it would name now."""

    stage: str
    source: str = field(name="from")
    cut: int | None
    heads: tuple[StreamHead, ...]
    contestants: tuple[QualifiedRow, ...]
    reserves: tuple[str, ...]
    now_would: NowWould | None
    not_qualified: dict[str, tuple[str, ...]]


class QualifiedAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """Of `tournament qualified`: every way from one stage into another."""

    schema: ClassVar = "qualified/1"

    stages: tuple[CutRow, ...]


def cut_row(going: QualificationView) -> CutRow:
    """A cut: who goes through, the reserves, and whom it would name now."""
    (source, into), recut, carried = going.way, going.recut, going.carried
    return filled(
        CutRow,
        going,
        stage=into,
        source=source,
        cut=recut.cut.number if recut else None,
        heads=recut.cut.said.heads if recut else (),
        contestants=[filled(QualifiedRow, contestant=each, carries=carried.get(each)) for each in going.names],
        now_would=recut,
        not_qualified=strangers(going.scores, into),
    )
