"""A session as it is exported to other programs: its lines, and the lines changed since a moment.

A changed line is listed if its own result, award or seats changed; also if its scores changed on a board with a score
that the receiving program cannot calculate, because all scores of such a board are typed in.

Each notation follows its program, or its makers' pages. What a notation cannot express is written in words.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.bridge.board import Deal
from ledger.bridge.double_dummy import Tricks
from ledger.bridge.result import Played
from ledger.kernel.free_text import is_gone
from ledger.labels import direction, members, natural
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Grade, Stands, needs_table_result
from ledger.laws.rounding import Rounding, round_to, short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, standings
from ledger.session import Session, TableBoard, in_order
from ledger.session.cases import ScoreInForce
from ledger.session.state import is_cancelled
from ledger.subjects.people.facts import Player
from ledger.subjects.rulings.state import CombinedRulings, combine_rulings
from ledger.subjects.tournaments.state import players_to_show
from ledger.version import __version__

_MOST_DECIMALS = 4
_PER_CENT = Fraction(1)


class ExportedLine(NamedTuple):
    """A table's result on a board, prepared for export."""

    played: TableBoard
    result: Result | None  # played, or assigned to both sides; None for an artificial score
    percent: tuple[int, int] | None  # of an artificial score, in whole per cent of the top
    scores: tuple[Fraction | None, Fraction | None]  # in the unit of the session; None: not known yet
    ruled: CombinedRulings

    @property
    def ns_score(self) -> int | None:
        """North–South's score; None if the score is artificial."""
        return ns_score(self.result, self.played.board) if self.result else None

    @property
    def is_expressible(self) -> bool:
        """True if files have a notation for the line's score: a result, an assigned score, whole per cents."""
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
        """The artificial score in USEBIO's notation ('A6040'); '' for a result."""
        return "" if self.percent is None else "A{:02}{:02}".format(*self.percent)


class Club(NamedTuple):
    """The club of a session for the export: name, federation number, charge, and scale of master points."""

    name: str = ""
    number: str = ""
    charge: str = ""
    scale: str = ""


NO_CLUB = Club()


class EventOfSession(NamedTuple):
    """The event a session belongs to: the federation's code, and the title if the event has several sessions."""

    code: str = ""
    title: str = ""


NO_EVENT = EventOfSession()


@dataclass(frozen=True)
class ExportedSession:
    """A session prepared for export, with players if `names`, and with facts, reasons and notes if `texts`.

    `tricks`: the known double-dummy tricks, by board.
    """

    scoreboard: Scoreboard
    names: bool = True
    texts: bool = True
    club: Club = NO_CLUB
    event: EventOfSession = NO_EVENT
    tricks: Mapping[int, Tricks] = field(default_factory=dict)

    def said(self, text: str) -> str:
        """Return a text for the export; '' if the text was erased, or texts are not exported."""
        return str(text) if self.texts and not is_gone(text) else ""

    @property
    def session(self) -> Session:
        """The session to export."""
        return self.scoreboard.session

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings of the session."""
        return standings(self.scoreboard)

    @property
    def program(self) -> str:
        """The name of this program, with the session's regulations in brackets, if they are shipped ones."""
        return f"bridge-ledger ({self.regulations})" if self.regulations else "bridge-ledger"

    @property
    def version(self) -> str:
        """The version of this program."""
        return __version__

    @cached_property
    def regulations(self) -> str:
        """The name of the shipped regulations in use; '' if the office has its own."""
        current = self.session.regulations
        name, _ = profile_loader.split_day(current.profile)
        shipped = name in profile_loader.list_shipped_profiles() and any(
            each.regulations == current for each in profile_loader.read_versions(name)
        )
        return current.profile if shipped else ""

    @cached_property
    def boards(self) -> dict[int, list[ExportedLine]]:
        """The lines by board number, without cancelled boards, boards without lines, and awards without opponents."""
        cancelled = self.scoreboard.scoring.cancelled
        boards = {}
        for board in sorted(self.session.boards):
            lines = []
            for played in in_order(self.session.boards[board]):
                has_score = (played.results or played.cases) and all(played.seating.pair)
                if not has_score or is_cancelled(played, cancelled):
                    continue
                ruled = combine_rulings(self.session, played)
                ns, ew = (next(iter(self.scoreboard.own_scores(played, side)), None) for side in Side)
                percent, top = None, self.scoreboard.top
                if not (result := _exported_result(played, ruled)):
                    percent = _side_percent(Side.NS, ruled, ns, top), _side_percent(Side.EW, ruled, ew, top)
                lines.append(ExportedLine(played, result, percent, (ns, ew), ruled))
            if lines:
                boards[board] = lines
        return boards

    @cached_property
    def individuals(self) -> bool:
        """True if players compete as individuals, so that a side consists of two contestants."""
        return any(len(members(side)) > 1 for line in self.lines() for side in line.played.seating.pair)

    @cached_property
    def switched(self) -> bool:
        """True if a contestant sat, at any table, in the direction opposite to his label's (an arrow switch)."""
        return any(
            direction(label) not in ("", side.value)
            for line in self.lines()
            for side, label in zip(Side, line.played.seating.pair, strict=True)
        )

    def lines(self) -> Iterator[ExportedLine]:
        """Yield the lines of all boards, in the order of boards."""
        for lines in self.boards.values():
            yield from lines

    @cached_property
    def deals(self) -> dict[int, Deal]:
        """The known deals by board number."""
        return {board: deal for board in sorted(self.session.boards) if (deal := self.session.deal(board))}

    @cached_property
    def players(self) -> Mapping[str, list[Player]]:
        """The players of each contestant, in the order of seats; {} if names are not exported."""
        players: dict[str, list[Player]] = {}
        known = players_to_show(self.session)
        for key in sorted(known) if self.names else ():
            player = known[key]
            if player.name and not is_gone(player.name):
                players.setdefault(player.contestant, []).append(player)
        return players

    def name_of(self, contestant: str) -> str:
        """Return the names of a contestant's players as one text: 'Jane Roe - Joe Doe'; '' if no name is known."""
        return " - ".join(player.name for player in self.players.get(contestant, ()))

    @property
    def contestants(self) -> list[str]:
        """The labels of all contestants, in natural order."""
        return sorted(self.session.contestants, key=natural)


def score_text(value: Fraction | None) -> str:
    """Return a score with at most four decimals and no trailing zeros; '' for None."""
    return "" if value is None else short_text(value, _MOST_DECIMALS)


def member_number(player: Player) -> str:
    """Return a player's membership number; '' if it is unknown or was erased."""
    return "" if is_gone(player.member_number) else player.member_number


def _exported_result(played: TableBoard, ruled: CombinedRulings) -> Result | None:
    score = ruled.ns
    if score is None or ruled.each_side or needs_table_result(score.adjustment):
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

_REMARKS = (40, 50, 60)  # the per cents a Bridgemate has remarks for


def notation_of(profile: str) -> Notation:
    """Return the notation of the scoring program to which the regulations belong; 'plain' for other regulations.

    >>> notation_of("realbridge"), notation_of("realbridge, participation.sit_out=60%"), notation_of("default")
    ('realbridge', 'realbridge', 'plain')
    """
    return _OF_PROFILE.get(profile.partition(",")[0], "plain")


class _Notation(NamedTuple):
    """A scoring program's notation: functions that write a result, and an artificial score ('' if impossible)."""

    result: Callable[[Result, int], str]
    artificial: Callable[[ExportedLine], str]


def exported_text(line: ExportedLine, notation: Notation) -> str:
    """Return a line's score in a notation: '4SX N 10', 'A6040'; in per cent if the notation has no form for it."""
    way = _NOTATIONS[notation]
    if line.result:
        return way.result(line.result, line.played.board)
    return way.artificial(line) or "NS {}%, EW {}%".format(*(line.percent or (50, 50)))


def _grades(line: ExportedLine) -> list[Grade]:
    scores = [(side, line.ruled.of(side)) for side in Side]
    return [score.adjustment.of(side) for side, score in scores if score and isinstance(score.adjustment, Artificial)]


def _in_cells(cells: Callable[[Played], tuple[object, ...]]) -> Callable[[Result, int], str]:
    """Return a function that writes a played result in cells between blanks, and any other as the ledger does."""
    return lambda result, _: " ".join(filter(None, map(str, cells(result.played)))) if result.played else str(result)


def _traveller_cells(play: Played) -> tuple[object, ...]:
    """Return contract, declarer and tricks as on a traveller: '4SX N 10'."""
    return f"{play.level}{_strain(play.strain)}{play.doubling}", play.declarer.value, play.tricks


def _bridgemate_cells(play: Played) -> tuple[object, ...]:
    """Return a result in the Bridgemates' notation: '4 S x N ='."""
    tricks = f"{play.margin:+d}" if play.margin else "="
    return play.level, _strain(play.strain), play.doubling.lower(), play.declarer.value, tricks


def _realbridge_cells(play: Played) -> tuple[object, ...]:
    """Return a result as typed into RealBridge's fields (level, strain, doubling, declarer, tricks): '4 S X N 10'."""
    return play.level, _strain(play.strain), play.doubling, play.declarer.value, play.tricks


def _acblscore_text(result: Result, board: int) -> str:
    """Return a result in ACBLscore's notation, North–South's score first: 'NS +620 (4SN=)'."""
    score = ns_score(result, board)
    contract = "" if result.bare_score is not None else f" ({result})"
    return f"NS {score:+d}{contract}" if score else "NS 0" + contract


def _strain(strain: str) -> str:
    return "NT" if strain == "N" else strain


def _bridgemate_remark(line: ExportedLine) -> str:
    """Return an award as a Bridgemate's remark, '60%-40%'; '' if it is none of the nine that Bridgemates know."""
    ns, ew = line.percent or (50, 50)
    return f"{ns}%-{ew}%" if {ns, ew} <= set(_REMARKS) else ""


def _realbridge_symbols(line: ExportedLine) -> str:
    """Return two grades in RealBridge's symbols: '+/- ~' (session average), '+/- =' (fixed); '' if sides mix both."""
    grades = _grades(line)
    symbols = ["=-+"[["A", "A-", "A+"].index(grade.letter)] if grade.letter else "" for grade in grades]
    plus_or_minus = {grade.by_session for grade in grades if grade.letter != "A"}
    if len(symbols) < len(Side) or not all(symbols) or len(plus_or_minus) > 1:
        return ""
    return f"{'/'.join(symbols)} {'~' if True in plus_or_minus else '='}"


def _acblscore_special(line: ExportedLine) -> str:
    """Return two grades as a special score of ACBLscore: 'S: Ave+ / Ave-'."""
    grades = _grades(line)
    if len(grades) < len(Side) or not all(grade in ("A", "A+", "A-") for grade in grades):
        return ""
    return "S: " + " / ".join(f"Ave{grade[1:]}" for grade in grades)


_NOTATIONS: dict[Notation, _Notation] = {
    "plain": _Notation(_in_cells(_traveller_cells), lambda line: ""),
    "usebio": _Notation(_in_cells(_traveller_cells), lambda line: line.artificial),
    "bridgemate": _Notation(_in_cells(_bridgemate_cells), _bridgemate_remark),
    "realbridge": _Notation(_in_cells(_realbridge_cells), _realbridge_symbols),
    "acblscore": _Notation(_acblscore_text, _acblscore_special),
    "ledger": _Notation(lambda result, _: str(result), lambda line: "/".join(map(str, _grades(line)))),
}

Key = tuple[int, int]


class ChangedLine(NamedTuple):
    """A line that changed: `was` before, `now` after; `was` is None for a new line, `now` for a deleted one."""

    was: ExportedLine | None
    now: ExportedLine | None
    outright: bool  # the scores are to be typed in, because no result gives them
    moved: bool = False  # only the scores changed: nothing was recorded or ruled on the line itself

    @property
    def rulings(self) -> list[ScoreInForce]:
        """The adjusted scores in force on the line; [] for a deleted line."""
        return self.now.ruled.all if self.now else []

    @property
    def was_rulings(self) -> list[ScoreInForce]:
        """The adjusted scores that were in force on the line before the change; [] for a new line."""
        return self.was.ruled.all if self.was else []

    @property
    def line(self) -> ExportedLine:
        """The line after the change; for a deleted line, the line before it."""
        line = self.now or self.was
        assert line
        return line


def changes(before: ExportedSession, after: ExportedSession) -> list[ChangedLine]:
    """Return the lines that differ between two states of a session, in the order of boards."""
    old, new = _by_key(before), _by_key(after)
    inexpressible = {line.played.board for line in after.lines() if not line.is_expressible}
    inexpressible |= {line.played.board for line in before.lines() if not line.is_expressible}
    changed = []
    for key in sorted(old.keys() | new.keys()):
        was, current = old.get(key), new.get(key)
        if was is None or current is None or _exported_contents(was) != _exported_contents(current):
            moved = bool(was and current and _own_contents(was) == _own_contents(current))
            outright = bool(current and not current.is_expressible)
            changed.append(ChangedLine(was, current, outright=outright, moved=moved))
        elif was.scores != current.scores and key[0] in inexpressible:
            changed.append(ChangedLine(was, current, outright=True, moved=_own_contents(was) == _own_contents(current)))
    return changed


def _by_key(out: ExportedSession) -> dict[Key, ExportedLine]:
    """Return every line by its board and the number of its first event, which a correction of seats does not change."""
    return {(line.played.board, line.played.events[0]): line for line in out.lines()}


def _exported_contents(line: ExportedLine) -> tuple[object, ...]:
    scores = line.scores if not line.is_expressible else None
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, scores


def _own_contents(line: ExportedLine) -> tuple[object, ...]:
    rulings = [(score.case, score.adjustment) for score in line.ruled.all]
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, rulings


def change_cells(changed: ChangedLine, notation: Notation) -> list[str]:
    """Return a changed line as cells: board, round, table, NS, EW, old seats, old and new text, scores to type in."""
    line = changed.line
    seating, played = line.played.seating, line.played
    place = [str(played.board), str(played.round or ""), played.table or "", seating.ns, seating.ew]
    scores = list(map(score_text, line.scores)) if changed.outright else ["", ""]
    was, current = changed.was, changed.now
    seats_changed = was and current and was.played.seating.pair != current.played.seating.pair
    seats = str(was.played.seating) if was and seats_changed else ""
    return [*place, seats, _line_or_none(was, notation), _line_or_none(current, notation), *scores]


def _line_or_none(line: ExportedLine | None, notation: Notation) -> str:
    return "none" if line is None else exported_text(line, notation)
