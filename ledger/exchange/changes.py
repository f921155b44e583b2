"""What an office that keeps another scoring program has to type there: the lines that changed since a moment, each as
it is typed into that program: its result, or what it has instead of one.

A line is listed where its own result, award or seats changed; and where its scores did on a board with a score that the
other program cannot work out: there the scores of all are typed in.

Each notation is what its program, or its makers' pages, are seen to use. What none of them shows is said in words.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.exchange.given_out import GivenLine, GivenOut, score_text
from ledger.laws.adjustment import Artificial, Grade
from ledger.session.cases import ScoreInForce

Notation = Literal["plain", "usebio", "bridgemate", "realbridge", "acblscore", "ledger"]

_OF_PROFILE: dict[str, Notation] = {
    "acblscore": "acblscore",
    "brian": "usebio",
    "compscore3": "usebio",
    "ebuscore": "usebio",
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
    return way.result(line.result, line.played.board) if line.result else way.artificial(line) or _in_words(line)


def _in_words(line: GivenLine) -> str:
    ns, ew = _percents(line)
    return f"NS {ns}%, EW {ew}%"


def _percents(line: GivenLine) -> tuple[int, int]:
    return line.percent or (50, 50)


def _grades(line: GivenLine) -> list[Grade]:
    """The grades of both sides, none where what was ruled is no artificial score."""
    scores = [(side, line.ruled.of(side)) for side in Side]
    return [score.adjustment.of(side) for side, score in scores if score and isinstance(score.adjustment, Artificial)]


# Results


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


def _ours(result: Result, board: int) -> str:
    return str(result)


def _strain(strain: str) -> str:
    return "NT" if strain == "N" else strain


# Artificial scores


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
    "ledger": _Way(_ours, lambda line: "/".join(map(str, _grades(line)))),
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
    """What a line says by itself, whatever others have."""
    own = line.scores if not line.is_said else None
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, own


def _own(line: GivenLine) -> tuple[object, ...]:
    """What was said and ruled of a line, whatever it is worth."""
    rulings = [(score.case, score.adjustment) for score in line.ruled.all]
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, rulings


def change_cells(changed: ChangedLine, notation: Notation) -> list[str]:
    """A change as cells: board, round, table, NS, EW; what it was, what it is; scores, where these are typed in."""
    line = changed.line
    seating, played = line.played.seating, line.played
    place = [str(played.board), str(played.round or ""), played.table or "", seating.ns, seating.ew]
    scores = list(map(score_text, line.scores)) if changed.outright else ["", ""]
    return [*place, _seats(changed), _text(changed.was, notation), _text(changed.now, notation), *scores]


def _seats(changed: ChangedLine) -> str:
    """Who sat there by the other program, where that was corrected."""
    was, now = changed.was, changed.now
    return str(was.played.seating) if was and now and was.played.seating.pair != now.played.seating.pair else ""


def _text(line: GivenLine | None, notation: Notation) -> str:
    """A line in a notation; 'none' where there is none."""
    return "none" if line is None else line_text(line, notation)
