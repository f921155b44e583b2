"""What of a session is given out in a file of another format: its lines, as far as such files can say them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.bridge.deal import Deal
from ledger.facts.free_text import is_gone
from ledger.facts.people import Player
from ledger.labels import direction, members, natural
from ledger.laws import profile_loader
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, Claim, Stands, rests_on_result
from ledger.laws.rounding import Rounding, round_to, short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, standings
from ledger.session import CombinedRulings, Session, TableBoard, in_order, together
from ledger.session.people import players_told
from ledger.session.state import is_cancelled
from ledger.version import __version__

_MOST_DECIMALS = 4

_PER_CENT = Fraction(1)


class GivenLine(NamedTuple):
    """A table's play of a board as a file says it.

    `result` is what was played, or assigned to both sides in its place; None where the line is an artificial score.
    `percent`: what an artificial score gives the sides, in whole per cent of the top. `scores`: what each earned in the
    unit of the session, None while that is not known. `ruled`: what was ruled on it.
    """

    played: TableBoard
    result: Result | None
    percent: tuple[int, int] | None
    scores: tuple[Fraction | None, Fraction | None]
    ruled: CombinedRulings

    @property
    def ns_score(self) -> int | None:
        """North–South's score; None where the line is an artificial one."""
        return ns_score(self.result, self.played.board) if self.result else None

    @property
    def is_said(self) -> bool:
        """Whether a file can say what it scores: as played, as assigned, or in whole per cent."""
        return not self.ruled.each_side and all(says_all(score.adjustment) for score in self.ruled.all)

    @property
    def artificial(self) -> str:
        """'A6040', '' where the line has a result."""
        return "" if self.percent is None else "A{:02}{:02}".format(*self.percent)


class Club(NamedTuple):
    """Whose session it is: the club's name, and its number with the federation; what that is to charge, and the scale
    of its master points.
    """

    name: str = ""
    number: str = ""
    charge: str = ""
    scale: str = ""


NO_CLUB = Club()


class OfEvent(NamedTuple):
    """The event a session belongs to: the federation's code for it, and its title where it is of several sessions."""

    code: str = ""
    title: str = ""


BY_ITSELF = OfEvent()


@dataclass(frozen=True)
class GivenOut:
    """A session as it is given out; with `names`, who the players are too, with `texts`, facts, reasons and notes."""

    scoreboard: Scoreboard
    names: bool = True
    texts: bool = True
    club: Club = NO_CLUB
    event: OfEvent = BY_ITSELF

    def said(self, text: str) -> str:
        """A text as it is given out: '' where it was erased, or is left out."""
        return str(text) if self.texts and not is_gone(text) else ""

    @property
    def session(self) -> Session:
        """What the log says."""
        return self.scoreboard.session

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The standings."""
        return standings(self.scoreboard)

    @property
    def program(self) -> str:
        """What wrote the file: with the regulations, where these are known everywhere by their name."""
        return f"bridge-ledger ({self.regulations})" if self.regulations else "bridge-ledger"

    @property
    def version(self) -> str:
        """The version of the program that wrote it."""
        return __version__

    @cached_property
    def regulations(self) -> str:
        """The name of the regulations, '' where they are the office's own."""
        own = self.session.regulations
        shipped = own.profile in profile_loader.shipped() and profile_loader.load_profile(own.profile) == own
        return own.profile if shipped else ""

    @cached_property
    def boards(self) -> dict[int, list[GivenLine]]:
        """The lines of every board that has any, by board; who has an award alone is on none."""
        cancelled = self.scoreboard.scoring.cancelled
        found = {}
        for board in sorted(self.session.boards):
            lines = [
                _line(self.scoreboard, played)
                for played in in_order(self.session.boards[board])
                if (played.results or played.cases) and all(played.seating.pair) and not is_cancelled(played, cancelled)
            ]
            if lines:
                found[board] = lines
        return found

    @cached_property
    def individuals(self) -> bool:
        """Whether contestants play with another partner from round to round."""
        return any(len(members(side)) > 1 for line in self.lines() for side in line.played.seating.pair)

    @cached_property
    def switched(self) -> bool:
        """Whether a contestant sat the other way than its number says, at any table."""
        return any(
            direction(label) not in ("", side.value)
            for line in self.lines()
            for side, label in zip(Side, line.played.seating.pair, strict=True)
        )

    def lines(self) -> Iterator[GivenLine]:
        """Every line, by board."""
        for lines in self.boards.values():
            yield from lines

    @cached_property
    def deals(self) -> dict[int, Deal]:
        """The cards, as far as they are known."""
        return {board: deal for board in sorted(self.session.boards) if (deal := self.session.deal(board))}

    @cached_property
    def players(self) -> Mapping[str, list[Player]]:
        """The players of each contestant by seat; nobody without names."""
        found: dict[str, list[Player]] = {}
        known = players_told(self.session)
        for key in sorted(known) if self.names else ():
            player = known[key]
            if player.name and not is_gone(player.name):
                found.setdefault(player.contestant, []).append(player)
        return found

    def name_of(self, contestant: str) -> str:
        """'Jane Roe - Joe Doe', '' where nobody is known."""
        return " - ".join(player.name for player in self.players.get(contestant, ()))

    @property
    def contestants(self) -> list[str]:
        """Everybody, by number."""
        return sorted(self.session.contestants, key=natural)


def says_all(adjustment: Adjustment) -> bool:
    """Whether a result, or an artificial score in per cent, says all of a score."""
    match adjustment:
        case Artificial(ns, ew, unless):
            return not (unless or any(grade.by_session or grade.nobody or len(grade) > 2 for grade in (ns, ew)))
        case Assigned() | Claim() | Stands():
            return True
    return False


def score_text(value: Fraction | None) -> str:
    """A score with no decimals it does not need, and at most four; '' where there is none."""
    return "" if value is None else short_text(value, _MOST_DECIMALS)


def member_number(player: Player) -> str:
    """The number of a membership, '' where it is not known or was erased."""
    return "" if is_gone(player.member_number) else player.member_number


def _line(scoreboard: Scoreboard, played: TableBoard) -> GivenLine:
    ruled = together(scoreboard.session, played)
    ns, ew = (next(iter(scoreboard.own_scores(played, side)), None) for side in Side)
    result = _result(played, ruled)
    percent = None if result else _percent(ruled, (ns, ew), scoreboard.top)
    return GivenLine(played, result, percent, (ns, ew), ruled)


def _result(played: TableBoard, ruled: CombinedRulings) -> Result | None:
    """What a line says was played: what was assigned to both sides, else the result others are compared with."""
    score = ruled.ns
    if score is None or ruled.each_side or rests_on_result(score.adjustment):
        return _claimed(ruled) or played.result
    if isinstance(score.adjustment, Assigned | Claim):
        return score.adjustment.result
    return None if isinstance(score.adjustment, Artificial | Awarded) else played.result


def _claimed(ruled: CombinedRulings) -> Result | None:
    """What was ruled to be the result of a claim."""
    adjustment = ruled.claim.adjustment if ruled.claim else None
    return adjustment.result if isinstance(adjustment, Assigned | Claim) else None


def _percent(ruled: CombinedRulings, scores: tuple[Fraction | None, ...], top: Fraction | None) -> tuple[int, int]:
    """Each side's whole per cent: of its grade, else what it earned is of the top, half of it in IMPs."""
    ns, ew = (_side_percent(side, ruled, score, top) for side, score in zip(Side, scores, strict=True))
    return ns, ew


def _side_percent(side: Side, ruled: CombinedRulings, earned: Fraction | None, top: Fraction | None) -> int:
    score = ruled.of(side)
    if score and isinstance(score.adjustment, Artificial):
        share = 100 * score.adjustment.of(side).flat
    else:
        share = 100 * earned / top if earned is not None and top else Fraction(50)
    return min(max(int(round_to(share, _PER_CENT, Rounding.HALF_UP)), 0), 99)
