"""Matches of teams for the worked examples: X and Y, in two rooms."""

from fractions import Fraction

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.bridge.scales import imps
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Awarded
from ledger.scoring.derivation import Derivation
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from tests.core.spec import Evening, blank
from tests.golden.boards import amended
from tests.golden.examples import score
from tests.trust_checks import holds


def teams(scoring: str = "teams", boards: int = 1, profile: str = "default") -> Evening:
    """A match of X against Y. X sits North–South at table 1 ('open'), Y at table 2 ('closed')."""
    return Evening(boards=range(1, boards + 1), winners=1, profile=profile, contestants=("X", "Y"), scoring=scoring)


def seat(board: int, room: int) -> Where:
    return Where(board, f"{board}-{room}", *(("X", "Y") if room == 1 else ("Y", "X")))


def in_rooms(evening: Evening, open_ns: int | None, closed_ns: int | None, board: int = 1) -> None:
    """North–South's scores in the two rooms."""
    for room, ns in ((1, open_ns), (2, closed_ns)):
        if ns is not None:
            evening.do(RecordResult(replace(seat(board, room), round=1), score(ns)))


def rule_room(evening: Evening, adjustment, *, room: int = 1, board: int = 1, **said) -> None:
    evening.do(GiveRuling(seat(board, room), adjustment, Grounds(**{**blank(), **said})))


def imps_of(evening: Evening, team: str, board: int = 1) -> Fraction:
    """A team's score on a board, the same from either room, with its explanation."""
    found = set()
    for played in evening.session.boards[board].values():
        score = evening.scoreboard.score(played, Side.NS if played.seating.ns == team else Side.EW)
        assert score.derivation().value == score.value
        assert holds(score.derivation())
        found.add(score.value)
    (value,) = found
    return value


def derivation_of(evening: Evening, team: str, board: int = 1) -> Derivation:
    """The derivation of a team's score on a board, in the room that has a ruling; it follows from its parts."""
    played = next(each for each in evening.session.boards[board].values() if each.cases)
    score = evening.scoreboard.score(played, Side.NS if played.seating.ns == team else Side.EW)
    assert score.derivation().value == score.value
    assert holds(score.derivation())
    return score.derivation()


def imps_against(own: int, other: int) -> Fraction:
    return Fraction(imps(own - other))


def match_of(own: dict[int, tuple[Fraction, Fraction]], boards: int, **vp) -> Evening:
    """A match with these own scores on some boards and flat ones on the others."""
    evening = amended(teams(boards=boards), "matches", **vp) if vp else teams(boards=boards)
    for board in range(1, boards + 1):
        if board in own:
            rule_room(evening, Awarded(*own[board], "out"), board=board)
        else:
            in_rooms(evening, 0, 0, board)
    return evening


def points_of(evening: Evening) -> dict[str, Fraction]:
    (played,) = evening.scoreboard.matches.values()
    return {team: points.value for team, points in played.victory_points.items()}
