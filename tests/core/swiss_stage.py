"""A Swiss stage in memory: matches of one board, which the first-named wins by 10 IMPs, 18.09 to 1.91."""

from fractions import Fraction

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.regulations import StageRules
from ledger.overall.before_a_draw import gather_draw_basis, next_round, standing_after
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.draws.facts import DrawRound, RoundDrawn
from ledger.subjects.draws.state import pairs_in_matches
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.tournaments.facts import AddSession, AddStage, EnterEntrants, Entrant
from tests.core.congress import Congress
from tests.core.spec import Evening

WON, LOST = Fraction("18.09"), Fraction("1.91")


class Swiss(Congress):
    """A Swiss of teams seeded by number; the first session has one board for each round."""

    def __init__(self, teams: int, rounds: int = 6, **rules):
        super().__init__()
        self.teams = tuple(str(number) for number in range(1, teams + 1))
        self.do(AddStage("swiss", "swiss", StageRules(**{"adds": "victory-points"} | rules)))
        self.do(EnterEntrants(tuple(Entrant(team, seed=int(team)) for team in self.teams)))
        self.evenings: dict[str, Evening] = {}
        self.sit("saturday", rounds)

    def sit(self, name: str, boards: int) -> None:
        """Add a sitting."""
        self.evenings[name] = Evening(tuple(range(1, boards + 1)), 1, contestants=self.teams, scoring="teams")
        self.do(AddSession("swiss", name))

    @property
    def scores(self) -> TournamentScores:
        boards = {name: Scoreboard(replay(evening.log, name)) for name, evening in self.evenings.items()}
        return TournamentScores(self.session, boards)

    @property
    def stage(self):
        return self.tournament.stages["swiss"]

    def command(self, **how) -> DrawRound:
        """Return the command of a draw as the desk submits it."""
        drawn = pairs_in_matches(how.get("matches", ()), how.get("triangle", ()))
        round_ = how.pop("round", None) or next_round(self.scores, self.stage, drawn)
        known = gather_draw_basis(self.scores, self.stage, round_, how.get("after_round"))
        return DrawRound(stage="swiss", round=round_, known=known, **how)

    def draw(self, **how) -> RoundDrawn:
        """Draw the next round."""
        return self.do(self.command(**how))[-1].event

    def match(self, one: str, two: str, round_: int, board: int = 0, name: str = "saturday") -> None:
        """Record a match won by the first team."""
        for table, seats, result in (("a", (one, two), "+420"), ("b", (two, one), "-50")):
            where = Where(board or round_, f"{table}{one}-{two}", *seats, round_)
            self.evenings[name].do(RecordResult(where, Result(result)))

    def play(self, drawn: RoundDrawn, name: str = "saturday") -> None:
        """Play a round as drawn: the lower number wins."""
        for each in drawn.matches:
            self.match(*sorted(each.teams), drawn.round, name=name)

    def standing(self):
        """Return the standing after all rounds."""
        return overall(self.scores, self.stage)

    def totals(self, after_round: int) -> dict[str, Fraction]:
        """Return the totals after a round."""
        return {row.entrant: row.total.value for row in standing_after(self.scores, self.stage, after_round).rows}


def pairs(drawn: RoundDrawn) -> str:
    """Return a draw in words: '1-5 2-6 bye 7'."""
    said = ["-".join(each.teams) for each in drawn.matches]
    said += ["-".join(drawn.triangle)] if drawn.triangle else []
    return " ".join([*said, *(["bye", drawn.bye] if drawn.bye else [])])
