"""Matches of teams: victory points by the scales, and what everybody has at the end of the session."""

from dataclasses import replace
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache

from tests.oracle.evening import Found
from tests.oracle.figures import nearest
from tests.oracle.teams import Board, TeamBoards


@cache
def continuous(boards: int) -> list[Fraction]:
    """The winner's victory points by IMPs, 0 to where they are 20 (WBF 2013), with the pass that makes it concave."""
    with localcontext() as exact:
        exact.prec = 50
        blitz, ratio = 15 * Decimal(boards).sqrt(), Decimal(5).sqrt() - 2
        points, margin = [], 0
        while margin <= blitz + 2:
            part = min(Decimal(margin) / blitz, Decimal(1))
            points.append(10 + 10 * (1 - ratio**part) / (1 - ratio))
            margin += 1
        hundredths = [int((each * 100).to_integral_value(ROUND_HALF_UP)) for each in points]
    at = 1
    while at < len(hundredths) - 1:
        if hundredths[at + 1] - hundredths[at] > hundredths[at] - hundredths[at - 1]:
            hundredths[at] += 1
            at = max(1, at - 1)
        else:
            at += 1
    return [Fraction(each, 100) for each in hundredths]


@cache
def discrete(boards: int) -> list[int]:
    """The largest margins that are worth 10–10 … 19–1."""
    with localcontext() as exact:
        exact.prec = 50
        blitz, ratio = 15 * Decimal(boards).sqrt(), Decimal(5).sqrt() - 2
        parts = [(1 - (1 - ratio) * (2 * k + 1) / 20).ln() / ratio.ln() for k in range(10)]
        return widened([int((blitz * part).to_integral_value(ROUND_FLOOR)) for part in parts])


def widened(most: list[int]) -> list[int]:
    """No band narrower than the one before it; the first is as wide as both its sides together (golden P13)."""
    if most[1] - most[0] < 2 * most[0] + 1:
        return widened([most[0] - 1, *most[1:]])
    for at in range(1, len(most) - 1):
        if most[at + 1] - most[at] < most[at] - most[at - 1]:
            return widened([*most[:at], most[at] - 1, *most[at + 1 :]])
    return most


@cache
def ten_nil(boards: int) -> list[int]:
    """The largest margins that are worth 5–5 … 9–1 in a half match (golden P28)."""
    with localcontext() as exact:
        exact.prec = 50
        blitz, ratio = 15 * Decimal(2 * boards).sqrt() / 2, Decimal(5).sqrt() - 2
        parts = [(1 - (1 - ratio) * (2 * k + 1) / 10).ln() / ratio.ln() for k in range(5)]
        return widened([int((blitz * part).to_integral_value(ROUND_FLOOR)) for part in parts])


def of_scale(rules: dict[str, str], margin: int, boards: int) -> tuple[Fraction, Fraction]:
    """What the winner and the loser of a whole match have."""
    if rules["matches.vp"] == "table":
        lines = [line.split() for line in rules["matches.table"].split(";")]
        line = next((line for line in lines if margin <= int(line[0])), lines[-1])
        return Fraction(line[1]), Fraction(line[2])
    if rules["matches.vp"] == "discrete":
        won = Fraction(10 + sum(1 for most in discrete(boards) if margin > most))
    else:
        won = continuous(boards)[min(margin, len(continuous(boards)) - 1)]
    return won, 20 - won


def pool(rules: dict[str, str]) -> Fraction:
    """How many victory points there are in a whole match; of matches scored by one form."""
    if rules["matches.vp"] != "table":
        return Fraction(20)
    _, win, loss = rules["matches.table"].split(";")[0].split()
    return Fraction(win) + Fraction(loss)


def victory_points(rules: dict[str, str], imps: Fraction, boards: int, half: bool) -> Fraction:
    """What a team has whose match came to so many IMPs, as a whole number, over so many boards."""
    whole = nearest(imps, "1", "half-away-from-average")
    margin = int(abs(whole))
    if half and rules.get("matches.half") == "doubled":
        both = of_scale(rules, 2 * margin, 2 * boards)
        if rules["matches.vp"] == "discrete":
            won = 2 * Fraction(5 + sum(1 for most in ten_nil(boards) if margin > most))
            both = won, 20 - won
    else:
        both = of_scale(rules, margin, boards)
    return both[0 if whole >= 0 else 1] / (2 if half else 1)


Match = tuple[int | None, frozenset[str]]
"""A match: its round, and who met. In a knockout the rounds are sets of one match."""


class Matches:
    """Everybody's matches and what they come to; with `halves` two of one team in a round are half matches."""

    def __init__(self, by_law: TeamBoards, halves: bool = False) -> None:
        self.by_law, self.evening, self.halves = by_law, by_law.evening, halves
        self.knockout = self.evening.form == "knockout"
        self.boards: dict[Match, list[Board]] = {}
        for board in sorted(by_law.rooms, key=lambda each: (each[0] or 0, each[1])):
            self.boards.setdefault(self.match_of(board), []).append(board)
        for found in self.evening.found:
            if found.kind != "mismatch":
                self.boards.setdefault((None if self.knockout else found.round, frozenset(found.teams)), [])

    def match_of(self, board: Board) -> Match:
        return (None if self.knockout else board[0], board[2])

    @property
    def in_points(self) -> bool:
        """Whether matches are converted into victory points."""
        converted = {"teams": ("continuous", "discrete", "table"), "total-points": ("table",)}
        rules = self.evening.rules
        return rules.get("matches.vp") in converted.get(self.evening.form, ()) or bool(self.also)

    @property
    def also(self) -> list[tuple[str, list[list[str]]]]:
        """The further forms of scoring, each with its lines of margin, winner's and loser's points."""
        parts = self.evening.rules.get("matches.also", "").split("|")
        return [
            (part.split(":")[0], [line.split() for line in part.split(":")[1].split(";")]) for part in parts if part
        ]

    def added(self, match: Match, team: str) -> Fraction:
        """What the margins of a match by the further forms add, each by its own table."""
        total = Fraction(0)
        (beside,) = match[1] - {team}
        for form, lines in self.also:
            boards = TeamBoards(replace(self.evening, form=form))
            scored = Matches(boards, self.halves)
            margin = scored.net(match, team)[0] - (scored.net(match, beside)[0] if boards.bam else 0)
            whole = nearest(margin, "1", "half-away-from-average")
            line = next((line for line in lines if abs(whole) <= int(line[0])), lines[-1])
            total += Fraction(line[1 if whole >= 0 else 2])
        return total

    def finding(self, match: Match) -> Found | None:
        """What was found of a match, but for mismatches."""
        of = [each for each in self.evening.found if each.kind != "mismatch" and frozenset(each.teams) == match[1]]
        return next((each for each in of if self.knockout or each.round == match[0]), None)

    def is_half(self, match: Match) -> bool:
        """Whether one of its two plays another one in the round."""
        played = [each for each in self.boards if each[0] == match[0] and self.boards[each]]
        return self.halves and any(each != match and each[1] & match[1] for each in played)

    def net(self, match: Match, team: str) -> tuple[Fraction, int]:
        """What a team has of the boards of a match, those removed or void among them, and how many they are."""
        found = self.finding(match)
        removed = found.removed if found and found.kind == "shortened" else ()
        own = [self.by_law.scores[board, team] for board in self.boards[match] if board[1] not in removed]
        scores = [score for score in own if score is not None]
        if found and found.kind != "shortened":
            half = (len(found.boards) + 1) // 2
            flat = half * self.removed(found, team) + (len(found.boards) - half) * self.by_law.flat("A")
            return flat, len(found.boards)
        flat = len(removed) * self.removed(found, team) if found else Fraction(0)
        return sum(scores, Fraction(0)) + flat, len(scores) + len(removed)

    def removed(self, found: Found, team: str) -> Fraction:
        """What a board that was removed is worth: A+ or A−, flat."""
        return self.by_law.flat("A-" if found.fault in (team, "both") else "A+")

    def beside(self, match: Match, team: str) -> Fraction:
        """What a team is fined before the conversion, in this match."""
        fined = [each for each in self.evening.penalties if each.contestant == team and each.unit != "VP"]
        named = [each for each in fined if each.opponent and {team, each.opponent} == match[1]]
        return -sum((each.amount for each in named if each.round == match[0]), Fraction(0))

    def before_mismatch(self, match: Match, team: str) -> Fraction:
        """A team's victory points of a match, before anything is said of a wrong opponent."""
        found, half = self.finding(match), self.is_half(match)
        if found and found.kind == "wrong seating":
            return pool(self.evening.rules) / (2 if half else 1) * (40 if found.fault in (team, "both") else 60) / 100
        imps, boards = self.net(match, team)
        score = imps + self.beside(match, team)
        if self.evening.form == "board-a-match" or (self.evening.form == "total-points" and self.also):
            return score + self.added(match, team)
        return victory_points(self.evening.rules, score, boards, half) + self.added(match, team)

    def points(self, match: Match, team: str) -> Fraction:
        """A team's victory points of a match (White Book 3.5)."""
        actual = self.before_mismatch(match, team)
        found = [each for each in self.evening.found if each.kind == "mismatch" and each.teams[0] == team]
        wrong = next((each for each in found if each.round == match[0] and each.teams[1] in match[1]), None)
        if wrong is None:
            return actual
        quarter = pool(self.evening.rules) / (8 if self.is_half(match) else 4)
        had = self.points_before(wrong.round, wrong.teams[1])
        apart = [had - self.points_before(wrong.round, each) for each in wrong.correct]
        if min(apart) > quarter and wrong.fault != team:
            return quarter + Fraction(3, 4) * actual
        if max(apart) < -quarter and wrong.fault == team and actual > quarter:
            return actual - (actual - quarter) / 4
        return actual

    def points_before(self, round_: int, team: str) -> Fraction:
        """What a team had before a round."""
        return sum(
            (self.points(each, team) for each in self.matches_of(team) if each[0] is not None and each[0] < round_),
            Fraction(0),
        )

    def matches_of(self, team: str) -> list[Match]:
        """The matches a team has something of."""
        return [each for each in self.boards if team in each[1] and (self.net(each, team)[1] or self.finding(each))]

    def totals(self) -> dict[str, Fraction]:
        """Everybody's total: victory points of its matches, or IMPs or points of its boards; less penalties."""
        found = {team: Fraction(0) for match in self.boards for team in match[1] if match in self.matches_of(team)}
        for team in found:
            for match in self.matches_of(team):
                if self.in_points:
                    found[team] += self.points(match, team)
                elif self.knockout:
                    found[team] += self.own_side(match, team)
                else:
                    found[team] += self.net(match, team)[0]
            off = [each for each in self.evening.penalties if each.contestant == team]
            found[team] -= sum((each.amount for each in off if not (self.in_points and each.unit != "VP")), Fraction(0))
            found[team] += self.evening.carried.get(team, Fraction(0))
        return found

    def own_side(self, match: Match, team: str) -> Fraction:
        """IMPs for each side, 12 : 10: what a team has of the boards it won; those that were removed among them."""
        found = self.finding(match)
        removed = found.removed if found else ()
        own = [self.by_law.scores[board, team] for board in self.boards[match] if board[1] not in removed]
        apart = Fraction(0)
        if found:
            (beside,) = match[1] - {team}
            apart = len(removed) * (self.removed(found, team) - self.removed(found, beside)) / 2  # Law 12C4
        return sum((score for score in own if score and score > 0), max(apart, Fraction(0)))

    def winners(self) -> dict[frozenset[str], str | None]:
        """Who leads in each knockout match; None where it is tied."""
        totals = self.totals()
        played = [match for match in self.boards if match[1] <= totals.keys()]
        ahead = {match[1]: sorted(match[1], key=lambda team: totals[team]) for match in played}
        return {each: None if totals[low] == totals[high] else high for each, (low, high) in ahead.items()}
