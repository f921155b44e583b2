"""A tournament: its draws, cuts and stages, and the explanation of a total."""

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct, field

from cli.views.answers import Answer, ScoreValue, TournamentAnswer, fill_row
from cli.views.finality import StandingFinality
from cli.views.overall import StandingRow, SubstituteRow, TieRow, standing_row, substitutes_of, ties_of
from cli.views.standings import DerivationRow
from cli.views.tables import AnswerColumn, AnswerTable
from cli.words.overalls import QualificationView, names_of_entrants
from cli.words.tournaments import how_text
from ledger.kernel.fact import StreamHead
from ledger.overall.qualifying import find_unqualified
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import derive_across_sections, derive_board_across_sections, list_bracket_matches
from ledger.overall.swiss import WrongOpponent
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import tables_of
from ledger.subjects.tournaments.state import Tournament


class TableOfDraw(Struct, frozen=True):
    """Two contestants who are drawn against each other, and their table."""

    table: int
    contestants: tuple[str, str]


class RoundRow(Struct, frozen=True, kw_only=True):
    """A drawn round; `after`: the round whose standing it was drawn by, 0 for seeds; `bye`: who does not play."""

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
    """A contestant who met a wrong opponent; `points_before`: the points of those concerned before the round."""

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
    """One round as drawn: its tables and contestants (`tournament round`)."""

    heads: tuple[StreamHead, ...]


class DrawsAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """All drawn rounds (`tournament draws`); `otherwise`: contestants who met an opponent they should not have met."""

    draws: tuple[RoundRow, ...]
    otherwise: tuple[WrongDraw, ...]

    def table(self) -> AnswerTable:
        """Return the drawn rounds as a table."""
        columns = (
            AnswerColumn("stage"),
            AnswerColumn("round", number=True),
            AnswerColumn("event", say=lambda row: f"#{row.event}"),
            AnswerColumn("met", "table, who meets whom"),
        )
        return AnswerTable(self.draws, columns, without="no round is drawn yet: `tournament draw STAGE`")


def round_row(drawn: RoundDrawn, tournament: Tournament) -> RoundRow:
    """Return a drawn round of a tournament as a row."""
    met = [f"{at}: {' v '.join(two)}" for at, two in tables_of(drawn)]
    met += [f"triangle {', '.join(drawn.triangle)}"] if drawn.triangle else []
    met += [f"bye {drawn.bye}"] if drawn.bye else []
    how = how_text(drawn).lstrip(", ")
    return fill_row(
        RoundRow,
        drawn,
        event=tournament.drawn.number(drawn.stage, drawn.round),
        matches=[TableOfDraw(match.at_table, match.teams) for match in drawn.matches],
        bye=drawn.bye or None,
        after=drawn.by_round,
        met="; ".join(met) + (f" ({how})" if how else ""),
    )


def wrong_draw(wrong: WrongOpponent) -> WrongDraw:
    """Return a contestant who met a wrong opponent as a row."""
    return fill_row(
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
    """The last publication of a tournament's standing."""

    number: int
    at: str


class SessionOfStage(Struct, frozen=True):
    """A session of a stage, with the number of its sitting, and the section that plays in it."""

    session: str
    sitting: int
    section: str


class StageRow(Struct, frozen=True):
    """A stage of a tournament with its rules and sessions."""

    name: str
    format: str
    rules: dict[str, Any]
    sessions: tuple[SessionOfStage, ...]


class TournamentRow(Struct, frozen=True, kw_only=True):
    """A tournament with its entrants and stages; `links`: by session, the entrant of each label there."""

    tournament: str
    title: str
    entrants: tuple[dict[str, Any], ...]
    stages: tuple[StageRow, ...]
    links: dict[str, dict[str, str]]


class TournamentsAnswer(Answer, frozen=True):
    """The tournaments of the ledger."""

    tournaments: tuple[TournamentRow, ...]


class OneTournament(Answer, TournamentRow, frozen=True, kw_only=True):
    """A tournament (`tournament show`); `moved_since`: what changed after its last publication."""

    schema: ClassVar = "tournament/1"

    heads: tuple[StreamHead, ...]
    published: PublicationRow | None
    moved_since: tuple[str, ...]
    finality: StandingFinality


def tournament_row(tournament: Tournament) -> TournamentRow:
    """Return a tournament as a row, with its entrants and stages."""
    stages = []
    for each in tournament.stages.values():
        rules = msgspec.to_builtins(each.rules, enc_hook=str)
        stages.append(fill_row(StageRow, each, rules=rules, sessions=tournament.in_stage(each.name)))
    rows = {"entrants": msgspec.to_builtins(list(tournament.entrants.values())), "stages": stages}
    return fill_row(TournamentRow, tournament, tournament.opened, tournament=tournament.id, **rows)


# Explanations of totals


class ExplainedMatch(Struct, frozen=True):
    """A match that counts in a contestant's total, with the scores of both sides."""

    match: str
    against: str
    scores: tuple[DerivationRow, ...]


class ExplainedTotal(StandingRow, frozen=True, kw_only=True):
    """A contestant's total in a stage; `across`: its scores by session, compared with all sections."""

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
    """A contestant's total in each stage (`tournament explain`)."""

    stages: tuple[ExplainedTotal, ...]


def explained_total(overall: Overall, row: OverallRow, board: int | None) -> ExplainedTotal:
    """Return a contestant's total with its explanation; `board`: explain also its score on this board."""
    mode = overall.stage.rules.rounding
    return fill_row(
        ExplainedTotal,
        *(standing_row(row, overall, names_of_entrants(overall.scores)), overall),
        mode=mode,
        stage=overall.stage.name,
        derivation=row.total.derivation(),
        across={figure.of.session: derivations for figure, derivations in derive_across_sections(overall, row)},
        matches=[
            fill_row(ExplainedMatch, each, mode=mode, against=each.other) for each in list_bracket_matches(overall, row)
        ],
        board=[each for _, each in derive_board_across_sections(overall, row, board)] if board else None,
        ties=ties_of(overall, row.entrant),
        substitutes=substitutes_of(overall, row.entrant),
    )


# Cuts


class CutDifferences(Struct, frozen=True):
    """Differences of a new cut by the present scores: who comes in, who drops out, who is tied, and the order."""

    instead: tuple[str, ...] = field(name="in")
    out: tuple[str, ...]
    tied: tuple[str, ...]
    order: tuple[str, ...]


class QualifiedRow(Struct, frozen=True):
    """A contestant who goes on to the next stage, and the points carried forward."""

    contestant: str
    carries: ScoreValue | None


class CutRow(Struct, frozen=True, kw_only=True):
    """The cut from one stage into another; `now_would`: how a new cut by the present scores would differ."""

    stage: str
    source: str = field(name="from")
    cut: int | None
    heads: tuple[StreamHead, ...]
    contestants: tuple[QualifiedRow, ...]
    reserves: tuple[str, ...]
    now_would: CutDifferences | None
    not_qualified: dict[str, tuple[str, ...]]


class QualifiedAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """The contestants who go on from each stage into another (`tournament qualified`)."""

    stages: tuple[CutRow, ...]


def cut_row(going: QualificationView) -> CutRow:
    """Return a cut as a row: who goes on, the reserves, and how a new cut by the present scores would differ."""
    (source, into), recut, carried = going.way, going.recut, going.carried
    return fill_row(
        CutRow,
        going,
        stage=into,
        source=source,
        cut=recut.cut.number if recut else None,
        heads=recut.cut.said.heads if recut else (),
        contestants=[fill_row(QualifiedRow, contestant=each, carries=carried.get(each)) for each in going.names],
        now_would=recut,
        not_qualified=find_unqualified(going.scores, into),
    )
