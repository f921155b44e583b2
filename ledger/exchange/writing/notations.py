"""How a line is typed into another program: its result, or what it has instead of one.

Each notation is what its program, or its makers' pages, are seen to use. What none of them shows is said in words.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from ledger.bridge import Result, Side, ns_score
from ledger.exchange.writing.given_out import GivenLine
from ledger.laws.adjustment import Artificial, Grade

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
