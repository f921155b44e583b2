"""The stakes of a case: each possible outcome, and the changes it would make."""

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import Answer, ScoreValue, fill_row
from cli.views.events import OverallMoves, overall_moves
from ledger.bridge import Side
from ledger.overall.aspects import OverallStakes
from ledger.projections.ripple import PossibleDecision, RankChange, Stakes


class OutcomeMatch(Struct, frozen=True):
    """The winner and the scores that the match on the board would have with an outcome of the case."""

    teams: tuple[str, ...]
    winner: str | None
    imps: dict[str, ScoreValue]
    vp: dict[str, ScoreValue]


class OutcomeChanges(OverallMoves, frozen=True, kw_only=True):
    """The changes in the tournament with an outcome; `level`: contestants then tied for the last place of the cut."""

    coming: tuple[str, ...] = field(name="in")
    dropping: tuple[str, ...] = field(name="out")
    level: tuple[str, ...]


class OutcomeRow(Struct, frozen=True, kw_only=True):
    """A possible outcome of a case: the scores of both sides; `in`, `out`: who would qualify, and who would not."""

    outcome: str
    text: str
    ns: ScoreValue | None
    ew: ScoreValue | None
    ranks: tuple[RankChange, ...]
    coming: tuple[str, ...] = field(name="in")
    dropping: tuple[str, ...] = field(name="out")
    changes: bool
    match: OutcomeMatch | None
    tournament: OutcomeChanges | UnsetType = UNSET


class StakesAnswer(Answer, frozen=True, kw_only=True):
    """The stakes of a case by outcome; `tournament_untold`: why the changes in its tournament are not shown."""

    tournament_untold: str | UnsetType = UNSET
    case: str
    ruling: str
    board: int
    ns: str
    ew: str
    cut: int | None
    outcomes: tuple[OutcomeRow, ...]
    at_any_result: tuple[RankChange, ...] | None
    decisive: bool | None


def is_decisive(at_stake: Stakes, overall: OverallStakes | None) -> bool:
    """Return True if an outcome changes a place, a match or who qualifies, in the session or in its tournament."""
    in_session = any(at_stake.changes(prospect) for prospect in at_stake.prospects) or bool(at_stake.at_any_result)
    return in_session or (overall is not None and any(overall.changes(each) for each in at_stake.prospects))


def stakes_value(name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> StakesAnswer:
    """Return the stakes of case `name`; `untold`: why the changes in its tournament are not shown, '' if they are."""
    return fill_row(
        StakesAnswer,
        *(at_stake.ruling, at_stake.ruling.seating, at_stake),
        tournament_untold=untold or UNSET,
        case=name,
        ruling=at_stake.ruling.case,
        outcomes=[_outcome(at_stake, overall, prospect) for prospect in at_stake.prospects],
        decisive=is_decisive(at_stake, overall) or (None if untold else False),
    )


def _outcome(at_stake: Stakes, overall: OverallStakes | None, prospect: PossibleDecision) -> OutcomeRow:
    mode, match = at_stake.now.totals.rounding, at_stake.match(prospect)
    coming, dropping = at_stake.qualifying(prospect)
    return fill_row(
        OutcomeRow,
        prospect.moved,
        mode=mode,
        outcome=prospect.name,
        text=repr(prospect.adjustment) if prospect.adjustment else "as ruled",
        ns=at_stake.value(prospect, Side.NS),
        ew=at_stake.value(prospect, Side.EW),
        coming=coming,
        dropping=dropping,
        changes=at_stake.changes(prospect),
        match=match and fill_row(OutcomeMatch, match, imps=match.scores, vp=match.victory_points),
        tournament=_in_tournament(overall, prospect) if overall else UNSET,
    )


def _in_tournament(overall: OverallStakes, prospect: PossibleDecision) -> OutcomeChanges:
    coming, dropping = overall.qualifying(prospect)
    moved = overall_moves(overall.moved(prospect), overall.now.tournament.id)
    return fill_row(OutcomeChanges, moved, coming=coming, dropping=dropping, level=overall.above_if(prospect).tied)
