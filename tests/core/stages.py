"""A qualifying session and a final, in memory, with figures small enough to be worked out by hand.

Friday, one winner, three tables, two boards, top 4. North–South +420, −50, +100 on the first: 1 has 4, 5 has 2, 3 none,
and 2, 6, 4 the rest of 4. On the second +420, +100, −50: 1 has 4, 3 has 2, 5 none. So 1 has 8; 4 and 6 have 6; 3 and 5
have 2; 2 has none; of 8.
Sunday, a final of 1, 4, 6, 5 (as pairs 1 to 4), two tables, one board, top 2: 1 has +420 against 4, and 6 has +400
against 5. So 1 and 5 have 2, the others none.
"""

from ledger.laws.regulations import StageRules
from ledger.overall.qualifying import list_placed
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.evolving import replay
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.tournaments.facts import AddSession, LinkContestants
from tests.core.congress import Congress
from tests.core.spec import Evening

BOTH = ("qualifying", "final")


class Stages(Congress):
    """A qualifying stage and a final, with their evenings by name."""

    def __init__(self, rules: StageRules | None = None):
        super().__init__(*BOTH, rules=rules)
        self.evenings: dict[str, Evening] = {}

    def qualify(self, best: int) -> None:
        """Return the cut: so many go on by the present standing."""
        self.do(Qualify(*BOTH, best, placed=list_placed(self.standing("qualifying"))))

    @property
    def scores(self) -> TournamentScores:
        boards = {name: Scoreboard(replay(evening.log, name)) for name, evening in self.evenings.items()}
        return TournamentScores(self.session, boards)

    def standing(self, stage: str):
        return overall(self.scores, self.tournament.stages[stage])

    def row(self, stage: str, entrant: str):
        return self.standing(stage).row(entrant)


class Weekend(Stages):
    """The tournament of Friday and Sunday."""

    def __init__(self, rules: StageRules | None = None, friday: Evening | None = None):
        super().__init__(rules)
        if friday is None:
            friday = Evening(boards=(1, 2), winners=1)
            friday.play(1, [420, -50, 100])
            friday.play(2, [420, 100, -50])
        self.friday = friday
        self.evenings["friday"] = friday
        self.do(AddSession("qualifying", "friday"))

    def final(self) -> Evening:
        """Play the final."""
        sunday = self.evenings["sunday"] = Evening(boards=(1,), winners=1)
        sunday.play(1, [420, 400])
        self.do(AddSession("final", "sunday"))
        self.do(LinkContestants("sunday", (("1", "1"), ("2", "4"), ("3", "6"), ("4", "5"))))
        return sunday


def mitchell() -> Evening:
    """Return a one-board Mitchell with two winners: 1NS, 2NS, 3NS have 4, 2, 0 of 4; East–West the remainder."""
    evening = Evening()
    evening.play(1, [420, 400, -50])
    return evening
