"""What hangs on a ruling over the whole tournament: what each prospect would move of the stage its session plays in."""

from dataclasses import dataclass
from functools import cached_property

from ledger.labels import natural
from ledger.overall.qualifying import Selected, placed, select
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.stakes import Prospect, Stakes


@dataclass(frozen=True)
class OverallStakes:
    """A tournament as it is, with the session that is at stake in it; `cut`: how many of the stage qualify."""

    now: TournamentScores
    stage: str
    cut: int | None

    def moved(self, prospect: Prospect) -> OverallRipple:
        """What would move."""
        return overall_ripple(self.now, self._if(prospect))

    def qualifying(self, prospect: Prospect) -> tuple[list[str], list[str]]:
        """Who would come in above the cut, and who would drop out; who is level for the last place is neither."""
        now, then = self.above, self.above_if(prospect)
        coming, dropping = {*then.qualified} - {*now.qualified}, {*now.qualified, *now.tied} - {*_in_reach(then)}
        return sorted(coming, key=natural), sorted(dropping, key=natural)

    @cached_property
    def above(self) -> Selected:
        """Who is above the cut as it stands, and who is level for its last place."""
        return self._above(self.now)

    def above_if(self, prospect: Prospect) -> Selected:
        """The same, as it would be."""
        return self._above(self._if(prospect))

    def changes(self, prospect: Prospect) -> bool:
        """Whether a prospect changes anything but totals, or who qualifies."""
        at_cut = self.above_if(prospect)
        others = (at_cut.qualified, at_cut.tied) != (self.above.qualified, self.above.tied)
        return others or any(each.kind != "total" for each in self.moved(prospect).moved)

    def _if(self, prospect: Prospect) -> TournamentScores:
        return self.now.with_scores(prospect.scoreboard)

    def _above(self, scores: TournamentScores) -> Selected:
        if self.cut is None:
            return Selected((), ())
        standing = overall(scores, scores.tournament.stages[self.stage])
        return select(placed(standing, "direction" if standing.stage.rules.winners == 2 else ""), self.cut)


def _in_reach(found: Selected) -> tuple[str, ...]:
    """Who is in, or may be."""
    return (*found.qualified, *found.tied)


def overall_stakes(scores: TournamentScores, at_stake: Stakes) -> OverallStakes | None:
    """What hangs on it over the tournament its session belongs to; None where it belongs to none."""
    added = scores.tournament.sessions.get(at_stake.now.session.id)
    return OverallStakes(scores.with_scores(at_stake.now), added.stage, at_stake.cut) if added else None
