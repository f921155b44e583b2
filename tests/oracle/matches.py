"""Matches of teams: victory points by the scales, and what everybody has at the end of the session."""

from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache

from tests.oracle.figures import nearest
from tests.oracle.teams import TeamBoards


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
        most = [int((blitz * part).to_integral_value(ROUND_FLOOR)) for part in parts]
    changed = True
    while changed:
        changed = False
        if most[1] - most[0] < 2 * most[0] + 1:
            most[0] -= 1
            changed = True
            continue
        for at in range(1, 9):
            if most[at + 1] - most[at] < most[at] - most[at - 1]:
                most[at] -= 1
                changed = True
                break
    return most


def victory_points(scale: str, imps: Fraction, boards: int) -> Fraction:
    """What a team has whose match came to so many IMPs, as a whole number, over so many boards."""
    whole = nearest(imps, "1", "half-away-from-average")
    margin = int(abs(whole))
    if scale == "continuous":
        table = continuous(boards)
        won = table[min(margin, len(table) - 1)]
    else:
        won = Fraction(10 + sum(1 for most in discrete(boards) if margin > most))
    return won if whole >= 0 else 20 - won


def totals(by_law: TeamBoards) -> dict[str, Fraction]:
    """Everybody's total: victory points of its matches, or IMPs or points of its boards; less penalties."""
    evening, found = by_law.evening, dict[str, Fraction]()
    for pair in {(board[0], board[2]) for board in by_law.rooms}:
        boards = [board for board in by_law.rooms if (board[0], board[2]) == pair]
        for team in pair[1]:
            own = [score for board in boards for score in [by_law.scores[board, team]] if score is not None]
            if own:
                worth = sum(own, Fraction(0))
                if evening.form == "teams" and evening.rules["matches.vp"] != "none":
                    worth = victory_points(evening.rules["matches.vp"], worth, len(own))
                found[team] = found.get(team, Fraction(0)) + worth
    for penalty in evening.penalties:
        if penalty.contestant in found:
            found[penalty.contestant] -= penalty.amount
    return found
