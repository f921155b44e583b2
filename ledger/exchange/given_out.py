"""What of a session is given out for other programs: lines as files say them, and those that changed since a moment.

A changed line is listed where its own result, award or seats changed; and where its scores did on a board with a score
that the other program cannot work out: there the scores of all are typed in.

Each notation is what its program, or its makers' pages, are seen to use. What none of them shows is said in words.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.bridge.board import Deal
from ledger.kernel.free_text import is_gone
from ledger.labels import direction, members, natural
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Grade, Stands, rests_on_result
from ledger.laws.rounding import Rounding, round_to, short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, standings
from ledger.session import Session, TableBoard, in_order
from ledger.session.cases import ScoreInForce
from ledger.session.state import is_cancelled
from ledger.subjects.people.facts import Player
from ledger.subjects.rulings.state import CombinedRulings, together
from ledger.subjects.tournaments.state import players_told
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
        if self.ruled.each_side:
            return False
        for adjustment in (score.adjustment for score in self.ruled.all):
            if not isinstance(adjustment, Artificial | Assigned | Claim | Stands):
                return False
            grades = (adjustment.ns, adjustment.ew) if isinstance(adjustment, Artificial) else ()
            if any(each.by_session or each.nobody or len(each) > 2 for each in grades):
                return False
            if isinstance(adjustment, Artificial) and adjustment.unless:
                return False
        return True

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
            lines = []
            for played in in_order(self.session.boards[board]):
                has_score = (played.results or played.cases) and all(played.seating.pair)
                if not has_score or is_cancelled(played, cancelled):
                    continue
                ruled = together(self.session, played)
                ns, ew = (next(iter(self.scoreboard.own_scores(played, side)), None) for side in Side)
                percent, top = None, self.scoreboard.top
                if not (result := _result(played, ruled)):
                    percent = _side_percent(Side.NS, ruled, ns, top), _side_percent(Side.EW, ruled, ew, top)
                lines.append(GivenLine(played, result, percent, (ns, ew), ruled))
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


def score_text(value: Fraction | None) -> str:
    """A score with no decimals it does not need, and at most four; '' where there is none."""
    return "" if value is None else short_text(value, _MOST_DECIMALS)


def member_number(player: Player) -> str:
    """The number of a membership, '' where it is not known or was erased."""
    return "" if is_gone(player.member_number) else player.member_number


def _result(played: TableBoard, ruled: CombinedRulings) -> Result | None:
    score = ruled.ns
    if score is None or ruled.each_side or rests_on_result(score.adjustment):
        return ruled.claimed or played.result
    if isinstance(score.adjustment, Assigned | Claim):
        return score.adjustment.result
    return None if isinstance(score.adjustment, Artificial | Awarded) else played.result


def _side_percent(side: Side, ruled: CombinedRulings, earned: Fraction | None, top: Fraction | None) -> int:
    score = ruled.of(side)
    if score and isinstance(score.adjustment, Artificial):
        share = 100 * score.adjustment.of(side).flat
    else:
        share = 100 * earned / top if earned is not None and top else Fraction(50)
    return min(max(int(round_to(share, _PER_CENT, Rounding.HALF_UP)), 0), 99)


Notation = Literal["plain", "usebio", "bridgemate", "realbridge", "acblscore", "ledger"]

_OF_PROFILE: dict[str, Notation] = {
    "acblscore": "acblscore",
    "brian": "usebio",
    "compscore3": "usebio",
    "ebuscore": "usebio",
    "pairsscorer": "usebio",
    "pianola": "usebio",
    "realbridge": "realbridge",
}

_REMARKS = (40, 50, 60)
"""The per cents a Bridgemate has remarks for."""


def notation_of(profile: str) -> Notation:
    """The notation of the program whose regulations these are, some perhaps changed; the plain one where none is known.

    >>> notation_of("realbridge"), notation_of("realbridge, participation.sit_out=60%"), notation_of("default")
    ('realbridge', 'realbridge', 'plain')
    """
    return _OF_PROFILE.get(profile.partition(",")[0], "plain")


class _Way(NamedTuple):
    """How a notation says a result on a board, and an artificial score, '' where it has no way to."""

    result: Callable[[Result, int], str]
    artificial: Callable[[GivenLine], str]


def line_text(line: GivenLine, notation: Notation) -> str:
    """A line in a notation: '4SX N 10', 'A6040'; in words, where the notation has none for it."""
    way = _WAYS[notation]
    if line.result:
        return way.result(line.result, line.played.board)
    return way.artificial(line) or "NS {}%, EW {}%".format(*_percents(line))


def _percents(line: GivenLine) -> tuple[int, int]:
    return line.percent or (50, 50)


def _grades(line: GivenLine) -> list[Grade]:
    scores = [(side, line.ruled.of(side)) for side in Side]
    return [score.adjustment.of(side) for side, score in scores if score and isinstance(score.adjustment, Artificial)]


def _traveller(result: Result, board: int) -> str:
    """'4SX N 10': contract, declarer and tricks, as on a traveller."""
    play = result.played
    if play is None:
        return str(result)
    return f"{play.level}{_strain(play.strain)}{play.doubling} {play.declarer.value} {play.tricks}"


def _device(result: Result, board: int) -> str:
    """'4 S x N =': as a Bridgemate keeps it."""
    play = result.played
    if play is None:
        return str(result)
    doubled = f" {play.doubling.lower()}" if play.doubling else ""
    tricks = f"{play.margin:+d}" if play.margin else "="
    return f"{play.level} {_strain(play.strain)}{doubled} {play.declarer.value} {tricks}"


def _boxes(result: Result, board: int) -> str:
    """'4 S X N 10': a box each for level, denomination, doubling, declarer, tricks."""
    play = result.played
    if play is None:
        return str(result)
    cells = (str(play.level), _strain(play.strain), play.doubling, play.declarer.value, str(play.tricks))
    return " ".join(cell for cell in cells if cell)


def _score(result: Result, board: int) -> str:
    """'NS +620': North–South's score, with what it is for."""
    score = ns_score(result, board)
    said = "" if result.bare_score is not None else f" ({result})"
    return f"NS {score:+d}{said}" if score else "NS 0" + said


def _strain(strain: str) -> str:
    return "NT" if strain == "N" else strain


def _remark(line: GivenLine) -> str:
    """'60%-40%', of the nine that a Bridgemate has."""
    ns, ew = _percents(line)
    return f"{ns}%-{ew}%" if {ns, ew} <= set(_REMARKS) else ""


def _symbols(line: GivenLine) -> str:
    """'+/- ~' by the session's average, '+/- =' fixed: both sides in the same way."""
    grades = _grades(line)
    symbols = ["=-+"[["A", "A-", "A+"].index(grade.letter)] if grade.letter else "" for grade in grades]
    plus_or_minus = {grade.by_session for grade in grades if grade.letter != "A"}
    if len(symbols) < len(Side) or not all(symbols) or len(plus_or_minus) > 1:
        return ""
    return f"{'/'.join(symbols)} {'~' if True in plus_or_minus else '='}"


def _special(line: GivenLine) -> str:
    """'S: Ave+ / Ave-': a special score, each side's by itself."""
    grades = _grades(line)
    if len(grades) < len(Side) or not all(grade in ("A", "A+", "A-") for grade in grades):
        return ""
    return "S: " + " / ".join(f"Ave{grade[1:]}" for grade in grades)


_WAYS: dict[Notation, _Way] = {
    "plain": _Way(_traveller, lambda line: ""),
    "usebio": _Way(_traveller, lambda line: line.artificial),
    "bridgemate": _Way(_device, _remark),
    "realbridge": _Way(_boxes, _symbols),
    "acblscore": _Way(_score, _special),
    "ledger": _Way(lambda result, _: str(result), lambda line: "/".join(map(str, _grades(line)))),
}

Key = tuple[int, int]


class ChangedLine(NamedTuple):
    """A line that changed: as it was, and as it is; None where it was not there, or no longer is.

    `outright`: its scores are to be typed in as they are, for no result says them. `moved`: nothing was said or ruled
    of the line itself, only its scores follow others.
    """

    was: GivenLine | None
    now: GivenLine | None
    outright: bool
    moved: bool = False

    @property
    def rulings(self) -> list[ScoreInForce]:
        """The scores in force on it."""
        return self.now.ruled.all if self.now else []

    @property
    def was_rulings(self) -> list[ScoreInForce]:
        """Those that were in force."""
        return self.was.ruled.all if self.was else []

    @property
    def line(self) -> GivenLine:
        """The line as it is, or was last."""
        found = self.now or self.was
        assert found
        return found


def changes(before: GivenOut, after: GivenOut) -> list[ChangedLine]:
    """The lines that changed between two moments of a session, by board."""
    old, new = _by_key(before), _by_key(after)
    apart = {line.played.board for line in after.lines() if not line.is_said}
    apart |= {line.played.board for line in before.lines() if not line.is_said}
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        if was is None or now is None or _says(was) != _says(now):
            moved = bool(was and now and _own(was) == _own(now))
            found.append(ChangedLine(was, now, outright=bool(now and not now.is_said), moved=moved))
        elif was.scores != now.scores and key[0] in apart:
            found.append(ChangedLine(was, now, outright=True, moved=_own(was) == _own(now)))
    return found


def _by_key(out: GivenOut) -> dict[Key, GivenLine]:
    """Every line by what first made it, which stays though its seats are corrected."""
    return {(line.played.board, line.played.events[0]): line for line in out.lines()}


def _says(line: GivenLine) -> tuple[object, ...]:
    own = line.scores if not line.is_said else None
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, own


def _own(line: GivenLine) -> tuple[object, ...]:
    rulings = [(score.case, score.adjustment) for score in line.ruled.all]
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, rulings


def change_cells(changed: ChangedLine, notation: Notation) -> list[str]:
    """A change as cells: board, round, table, NS, EW; what it was, what it is; scores, where these are typed in."""
    line = changed.line
    seating, played = line.played.seating, line.played
    place = [str(played.board), str(played.round or ""), played.table or "", seating.ns, seating.ew]
    scores = list(map(score_text, line.scores)) if changed.outright else ["", ""]
    was, now = changed.was, changed.now
    seats = str(was.played.seating) if was and now and was.played.seating.pair != now.played.seating.pair else ""
    return [*place, seats, _text(was, notation), _text(now, notation), *scores]


def _text(line: GivenLine | None, notation: Notation) -> str:
    return "none" if line is None else line_text(line, notation)
