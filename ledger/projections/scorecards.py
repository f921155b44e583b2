"""A contestant's scorecard: board by board whom it met, what was played and what that earned; and what it comes to."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.labels import members
from ledger.laws.adjustment import Weighting, weightings
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.scoreboard import Scoreboard, boards_of, top_at
from ledger.projections.standings import Row, standings
from ledger.projections.victory_points import total_unit
from ledger.session import PenaltyInForce, ScoreInForce, TableBoard, together
from ledger.session.tables import in_order


class CardLine(NamedTuple):
    """One table's play of a board, from the contestant's side of the table.

    `earned` is what the contestant has for the board, None where it cannot be scored yet; a team's stands on the line
    of the room where it sat North–South, once (`second_room` is the other). `ruling` is the score a ruling put in the
    place of the table result.
    """

    side: Side
    played: TableBoard
    earned: Fraction | None
    percent: Fraction | None
    ruling: ScoreInForce | None
    second_room: bool

    @property
    def opponents(self) -> str:
        """Whom the contestant met."""
        return self.played.seating.contestant(self.side.other)

    def partner(self, contestant: str) -> str:
        """Whom the individual whose card it is plays with; '' for a pair."""
        own = self.played.seating.contestant(self.side)
        return "" if own == contestant else "+".join(each for each in members(own) if each != contestant)

    @property
    def result(self) -> Result | None:
        """The table result; None where nothing was played."""
        return self.played.result

    @property
    def score(self) -> int | None:
        """The table result as the contestant's own plus or minus."""
        return None if self.result is None else self.score_of(self.result)

    @property
    def assigned(self) -> Weighting:
        """What a ruling assigned to its side in the place of the table result; empty where it assigned nothing."""
        return weightings(self.ruling.adjustment).get(self.side, ()) if self.ruling else ()

    def score_of(self, result: Result) -> int:
        """A result of the board as the contestant's own plus or minus."""
        score = ns_score(result, self.played.board)
        return score if self.side is Side.NS else -score


class Scorecard(NamedTuple):
    """What a contestant played, in order of rounds and boards, and what that comes to.

    `missed` are the matches it could not play and has a score for. `row` is its place in the standings, None where it
    has no score; `of` is how many are ranked with it; `unit` what the total is in.
    """

    contestant: str
    lines: tuple[CardLine, ...]
    penalties: tuple[PenaltyInForce, ...]
    matches: tuple[Match, ...]
    missed: tuple[MissedMatch, ...]
    row: Row | None
    of: int
    unit: str


def scorecard(scoreboard: Scoreboard, contestant: str) -> Scorecard:
    """The card of a contestant of the session: a pair, a team or an individual."""
    boards = [_line(scoreboard, contestant, side, played) for side, played in boards_of(scoreboard, contestant)]
    lines = sorted(boards, key=lambda line: (line.played.round or 0, line.played.board, line.second_room))
    row, of = placed(scoreboard).get(contestant, (None, 0))
    return Scorecard(
        contestant,
        tuple(lines),
        tuple(scoreboard.session.penalties_of(contestant)),
        tuple(match for match in scoreboard.matches.values() if contestant in match.teams),
        tuple(each for each in scoreboard.missed_matches if each.fact.contestant == contestant),
        row,
        of,
        total_unit(scoreboard) if scoreboard.in_matches else scoreboard.unit,
    )


@lru_cache(maxsize=1)
def placed(scoreboard: Scoreboard) -> dict[str, tuple[Row, int]]:
    """Everybody's place, and how many are ranked with it: of all the cards of a session, worked out once."""
    found: dict[str, tuple[Row, int]] = {}
    for field in standings(scoreboard):
        of = sum(1 for row in field.rows if row.rank is not None)
        found = {row.contestant: (row, of) for row in field.rows} | found
    return found


def _line(scoreboard: Scoreboard, contestant: str, side: Side, played: TableBoard) -> CardLine:
    session, rooms = scoreboard.session, scoreboard.rooms(played)
    sat_first = in_order({room.seating: room for room in rooms if room.seating.ns == contestant})
    second = len(rooms) > 1 and (side is Side.EW or sat_first[0] is not played)
    counts = scoreboard.counts(played, side) and not second
    earned = scoreboard.value(played, side, contestant) if counts else None
    top = top_at(scoreboard, played)
    percent = 100 * earned / top if earned is not None and top else None
    return CardLine(side, played, earned, percent, together(session, played).of(side), second)
