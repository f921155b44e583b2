"""Warnings about adjustments, from the Laws and their commentators, and results an infraction made illegal.

Illegal calls and plays (the Reveley ruling) are stated in a director's words: '4S', '4SN=', 'S 5H over
slow double', 'pass of the slow double', 'lead H'.
"""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.result import PASSED_OUT

ADVICE: dict[str, str] = tomllib.loads((files("ledger.laws") / "advice.toml").read_text("utf-8"))
"""What each advice says; `Edition.fill` names the paragraphs in it."""

_SEVERITY = re.compile(
    r"\b(?:too|unduly|overly|excessively)\s+(?:severe|harsh|lenient|generous|strict|mild|advantageous)\b", re.IGNORECASE
)


def mentions_severity(text: str) -> bool:
    """Return True if a reason calls a rectification too severe or too lenient (Law 12B2).

    >>> mentions_severity("two tricks were too harsh"), mentions_severity("a harsh contract")
    (True, False)
    """
    return _SEVERITY.search(text) is not None


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
"""The wordings for a call: after a seat, 'pulled to 5H', '5H over', 'pass of'."""

_ANSWERED = re.compile(rf"\b(?:OVER|OF|AFTER|ON|SLOW|HESITANT|DOUBLE[SD]?|DOUBLING) {_CALL}")
_ANY_CALL = re.compile(_CALL)
_PLAY = re.compile(
    r"\b(?:LEAD|LED|LEADS|LEADING|TRICK|DISCARD\w*|RUFF\w*|SWITCH\w*|RETURN\w*|CONTINU\w*|FINESSE\w*|DUCK\w*)\b"
    r"(?![ -]?DIRECT)|(?<![A-Z0-9])(?:[CDHS](?:10|[2-9TJQKA])|(?:10|[TJQK])[CDHS])(?![A-Z0-9])"
    r"|\b(?:10|[AKQJT2-9]) OF (?:SPADE|HEART|DIAMOND|CLUB)S?\b"
)


class DisallowedCall(NamedTuple):
    """A disallowed call ('4S', or a result that contains it: '4SN='), and the caller's side if a seat was named."""

    notation: str
    side: Side | None = None


@lru_cache(maxsize=1024)
def disallowed_call(text: str) -> DisallowedCall | None:
    """Return the call named in a director's words; None if the words are about card play, or single out no call.

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
        if match := wording.search(words):
            seat = match.groupdict().get("seat")
            return DisallowedCall(match["call"], (Side.NS if seat[0] in "NS" else Side.EW) if seat else None)
    answered = {match.start("call") for match in _ANSWERED.finditer(words)}
    calls = {match["call"] for match in _ANY_CALL.finditer(words) if match.start("call") not in answered}
    return DisallowedCall(calls.pop()) if len(calls) == 1 else None


def is_play(text: str) -> bool:
    """Return True if the words describe a card play, not a call; outcomes show no plays to compare it with.

    >>> is_play("lead H"), is_play("HK at trick 3"), is_play("4S"), is_play("lead-directing 3H")
    (True, True, False, False)
    """
    return _PLAY.search(" ".join(_tidy(text).split())) is not None


def _tidy(text: str) -> str:
    return text.upper().translate(_SYMBOLS)


def contains_call(result: Result, call: DisallowedCall) -> bool:
    """Return True if a result contains the disallowed call, given as '4S', '4SN', '4SX' or a whole result '4SN='.

    Where a seat was named, the opposing side may play the same contract.

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
