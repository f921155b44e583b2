"""What splits equal totals of teams in a Swiss (White Book 3.2, 143.5–143.7): matches, IMPs and boards."""

from collections.abc import Callable
from fractions import Fraction

from tests.oracle.matches import Match, Matches

Worth = dict[str, tuple[Fraction, ...]]
"""What each of the tied has by a rule; more is better, and of pairs the second counts where the first is equal."""


class Ties:
    """The order of those with equal totals."""

    def __init__(self, matches: Matches, totals: dict[str, Fraction], lot: list[str]) -> None:
        self.matches, self.totals, self.lot = matches, totals, lot

    def split(self, level: list[str], rules: list[str]) -> list[list[str]]:
        """Those with equal totals in order, those who stay level together."""
        if len(level) == 1 or not rules:
            return [level]
        worth = self.rules[rules[0]](level)
        if worth is None:
            return self.split(level, rules[1:])
        groups = [[who for who in level if worth[who] == each] for each in sorted({*worth.values()}, reverse=True)]
        return [part for group in groups for part in self.split(group, rules[1:])]

    @property
    def rules(self) -> dict[str, Callable[[list[str]], Worth | None]]:
        """The rules by their names."""
        return {
            "between": self.between,
            "wins": self.wins,
            "wins-share": self.share_of_wins,
            "net-imps": self.net_imps,
            "imp-quotient": self.quotient,
            "count-back": self.boards,
            "swiss-points": self.opponents,
            "common-opponents": self.common,
            "draw": lambda level: {who: (Fraction(-self.lot.index(who)),) for who in level},
        }

    def of(self, team: str) -> list[Match]:
        """The matches a team played; a void one is none."""
        played = [each for each in self.matches.matches_of(team) if self.matches.net(each, team)[1]]
        return [each for each in played if not (found := self.matches.finding(each)) or found.kind == "shortened"]

    def all_have(self, level: list[str]) -> bool:
        return all(self.of(team) for team in level)

    def beside(self, match: Match, team: str) -> str:
        (other,) = match[1] - {team}
        return other

    def imps(self, match: Match, team: str) -> tuple[Fraction, Fraction]:
        """The IMPs a team won and lost, board by board as it has them; a fine is off what it won."""
        won, lost = self.matches.beside(match, team), Fraction(0)
        for score in self.scores(match, team):
            won, lost = won + max(score, Fraction(0)), lost + max(-score, Fraction(0))
        found = self.matches.finding(match)
        flat = len(found.removed) * self.matches.removed(found, team) if found else Fraction(0)
        return won + max(flat, Fraction(0)), lost + max(-flat, Fraction(0))

    def scores(self, match: Match, team: str) -> list[Fraction]:
        """A team's scores on the boards of a match that were not removed."""
        found = self.matches.finding(match)
        removed = found.removed if found else ()
        own = [self.matches.by_law.scores[each, team] for each in self.matches.boards[match] if each[1] not in removed]
        return [score for score in own if score is not None]

    def won(self, match: Match, team: str) -> Fraction:
        """1 to who leads, a half where nobody does; on a board that does not balance each leads by half of both."""
        ours, theirs = (sum(self.scores(match, each), Fraction(0)) for each in (team, self.beside(match, team)))
        found = self.matches.finding(match)
        if found:
            ours += len(found.removed) * self.matches.removed(found, team)
            theirs += len(found.removed) * self.matches.removed(found, self.beside(match, team))
        lead = (ours - theirs) / 2 + self.matches.beside(match, team)
        lead -= self.matches.beside(match, self.beside(match, team))
        return Fraction(1 + (lead > 0) - (lead < 0), 2)

    def between(self, level: list[str]) -> Worth | None:
        """Victory points of their matches; of two who are level the IMPs of theirs (143.7.1(a))."""
        met = {match for team in level for match in self.of(team) if match[1] <= {*level}}
        if 2 * len({match[1] for match in met}) < len(level) * (len(level) - 1):
            return None
        points = {
            team: sum((self.matches.points(each, team) for each in met if team in each[1]), Fraction(0))
            for team in level
        }
        net = dict.fromkeys(level, Fraction(0))
        if len(level) == 2:
            net = {team: sum((self.net(each, team) for each in met), Fraction(0)) for team in level}
        return {team: (points[team], net[team]) for team in level}

    def net(self, match: Match, team: str) -> Fraction:
        won, lost = self.imps(match, team)
        return won - lost

    def wins(self, level: list[str]) -> Worth | None:
        sums = {team: sum((self.won(each, team) for each in self.of(team)), Fraction(0)) for team in level}
        return {team: (sums[team],) for team in level} if self.all_have(level) else None

    def share_of_wins(self, level: list[str]) -> Worth | None:
        wins = self.wins(level)
        return wins and {team: (wins[team][0] / len(self.of(team)),) for team in level}

    def net_imps(self, level: list[str]) -> Worth | None:
        if not self.all_have(level):
            return None
        return {team: (sum((self.net(each, team) for each in self.of(team)), Fraction(0)),) for team in level}

    def quotient(self, level: list[str]) -> Worth | None:
        if not self.all_have(level):
            return None
        worth: Worth = {}
        for team in level:
            own = [self.imps(each, team) for each in self.of(team)]
            won, lost = (sum((each[at] for each in own), Fraction(0)) for at in (0, 1))
            worth[team] = (Fraction(0), won / lost) if lost else (Fraction(1), won)
        return worth

    def boards(self, level: list[str]) -> Worth | None:
        """The part of its boards that a team won, a drawn one half."""
        own = {team: [score for each in self.of(team) for score in self.scores(each, team)] for team in level}
        if not all(own.values()):
            return None
        halves = {team: sum(1 + (score > 0) - (score < 0) for score in own[team]) for team in level}
        return {team: (Fraction(halves[team], 2 * len(own[team])),) for team in level}

    def opponents(self, level: list[str]) -> Worth | None:
        if not self.all_have(level):
            return None
        return {
            team: (sum((self.totals.get(self.beside(each, team), Fraction(0)) for each in self.of(team)), Fraction(0)),)
            for team in level
        }

    def common(self, level: list[str]) -> Worth | None:
        if not self.all_have(level):
            return None
        met = set.intersection(*({self.beside(each, team) for each in self.of(team)} for team in level)) - {*level}
        worth = {
            team: sum(
                (self.matches.points(each, team) for each in self.of(team) if self.beside(each, team) in met),
                Fraction(0),
            )
            for team in level
        }
        return {team: (worth[team],) for team in level} if met else None
