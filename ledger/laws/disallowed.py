"""Calls and plays an infraction made illegal, and the results that contain them (Law 12C1(c), the Reveley ruling).

They are stated as a director words them: '4S', '4SN=', 'S 5H over slow double', 'pass of the slow double', 'lead H'.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.result import PASSED_OUT

_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "’": "'", "−": "-"})
_NOTATION = re.compile(r"(?P<level>[1-7])(?P<strain>NT|[CDHSN])(?P<rest>X{0,2}[NESW]?(?:=|[+-][0-9]{1,2})?)")
_NAMED_STRAIN = re.compile(r"\b([1-7])[ -]?(SPADE|HEART|DIAMOND|CLUB|NO[ -]?TRUMP)S?\b")
_STRAINS = {"S": "S", "H": "H", "D": "D", "C": "C", "N": "NT"}

_CALL = r"(?<![A-Z0-9])(?P<call>[1-7](?:NT|[CDHSN])X{0,2}[NESW]?(?:=|[+-][0-9]{1,2})?)(?![A-Z0-9])"
_SEAT = r"\b(?P<seat>NORTH|EAST|SOUTH|WEST|[NESW])(?:'S)?"
_CALLED = r"(?:(?:BIDS?|BIDDING|CALLS?|CALLED|(?:\w+ )?TO) )?"
_OVER = r"(?:OVER|AFTER|FOLLOWING|OPPOSITE|ON|BY|BID)\b"
_PASSED = r"(?P<call>PASS)(?:ES|ED|ING)?\b"
_WORDINGS = tuple(
    map(
        re.compile,
        (
            rf"{_SEAT} {_CALLED}{_CALL}",
            rf"{_SEAT} {_PASSED}",
            rf"\bTO {_CALL}",
            rf"{_CALL} {_OVER}",
            rf"\b{_PASSED} (?:OF|OVER|AFTER|ON)\b",
        ),
    )
)
"""How a director says what was called: after a seat, 'pulled to 5H', '5H over', 'pass of'."""

_ANSWERED = re.compile(rf"\b(?:OVER|OF|AFTER|ON|SLOW|HESITANT|DOUBLE[SD]?|DOUBLING) {_CALL}")
_ANY_CALL = re.compile(_CALL)
_PLAY = re.compile(
    r"\b(?:LEAD|LED|LEADS|LEADING|TRICK|DISCARD\w*|RUFF\w*|SWITCH\w*|RETURN\w*|CONTINU\w*|FINESSE\w*|DUCK\w*)\b"
    r"(?![ -]?DIRECT)|(?<![A-Z0-9])(?:[CDHS](?:10|[2-9TJQKA])|(?:10|[TJQK])[CDHS])(?![A-Z0-9])"
    r"|\b(?:10|[AKQJT2-9]) OF (?:SPADE|HEART|DIAMOND|CLUB)S?\b"
)


class DisallowedCall(NamedTuple):
    """A call in notation, or a result that contains it: '4S', '4SN='; and whose it was, where a seat was named."""

    notation: str
    side: Side | None = None


@lru_cache(maxsize=1024)
def disallowed_call(text: str) -> DisallowedCall | None:
    """The call a director's words are about; None where none is found, or they are about a play.

    >>> disallowed_call("4♠n"), disallowed_call("pull of the slow double"), disallowed_call("lead H")
    (DisallowedCall(notation='4SN', side=None), None, None)
    >>> disallowed_call("South's 5 hearts over slow 4S")
    DisallowedCall(notation='5H', side=NS)
    """
    if _NOTATION.fullmatch(tight := "".join(_tidy(text).split())) or tight == PASSED_OUT:
        return DisallowedCall(tight)
    words = _NAMED_STRAIN.sub(lambda named: named[1] + _STRAINS[named[2][0]], " ".join(_tidy(text).split()))
    if is_play(text):
        return None
    for wording in _WORDINGS:
        if found := wording.search(words):
            return DisallowedCall(found["call"], _side(found.groupdict().get("seat")))
    answered = {found.start("call") for found in _ANSWERED.finditer(words)}
    calls = {found["call"] for found in _ANY_CALL.finditer(words) if found.start("call") not in answered}
    return DisallowedCall(calls.pop()) if len(calls) == 1 else None


def is_play(text: str) -> bool:
    """Whether the words are about a play, not a call: no outcome of a board says what was led or played.

    >>> is_play("lead H"), is_play("HK at trick 3"), is_play("4S"), is_play("lead-directing 3H")
    (True, True, False, False)
    """
    return _PLAY.search(" ".join(_tidy(text).split())) is not None


def _tidy(text: str) -> str:
    return text.upper().translate(_SYMBOLS)


def _side(seat: str | None) -> Side | None:
    return (Side.NS if seat[0] in "NS" else Side.EW) if seat else None


def contains_call(result: Result, call: DisallowedCall) -> bool:
    """Whether a result is one the disallowed call or result covers: '4S', '4SN', '4SX', '4SN='.

    Where a seat was named, the other side may play the same contract.

    >>> made = Result("4SN=")
    >>> [contains_call(made, DisallowedCall(each)) for each in ("4S", "4SE", "4SN-1")]
    [True, False, False]
    >>> contains_call(made, DisallowedCall("4S", Side.EW))
    False
    """
    match, played = _NOTATION.fullmatch(call.notation), result.played
    if not match or not played:
        return call.notation == result
    if (int(match["level"]), match["strain"][0]) != (played.level, played.strain):
        return False
    if call.side and played.declarer.value not in call.side.value:
        return False
    contract = "3NT" if played.strain == "N" else "4S"  # the length of level and strain in a notation
    return str(result)[len(contract) :].startswith(match["rest"]) or match["rest"] == played.declarer.value
