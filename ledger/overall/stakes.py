"""What hangs on a ruling over the whole tournament: what each prospect would move of the stage its session plays in."""

from dataclasses import dataclass

from ledger.overall.rankings import fields
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
        """Who would come in above the cut, and who would drop out."""
        now, then = self._above(self.now), self._above(self._if(prospect))
        return sorted(then - now), sorted(now - then)

    def changes(self, prospect: Prospect) -> bool:
        """Whether a prospect changes anything but totals, or who qualifies."""
        return any(each.kind != "total" for each in self.moved(prospect).moved) or any(self.qualifying(prospect))

    def _if(self, prospect: Prospect) -> TournamentScores:
        return self.now.with_scores(prospect.scoreboard)

    def _above(self, scores: TournamentScores) -> set[str]:
        if self.cut is None:
            return set()
        parts = fields(overall(scores, scores.tournament.stages[self.stage]))
        placed = (each for part in parts for each in part.rows)
        return {row.entrant for rank, row in placed if rank is not None and rank <= self.cut}


def overall_stakes(scores: TournamentScores, at_stake: Stakes) -> OverallStakes | None:
    """What hangs on it over the tournament its session belongs to; None where it belongs to none."""
    added = scores.tournament.sessions.get(at_stake.now.session.id)
    return OverallStakes(scores.with_scores(at_stake.now), added.stage, at_stake.cut) if added else None
