"""Warnings about adjustments, from the Laws and their commentators, and results an infraction made illegal.

Illegal calls and plays (the Reveley ruling) are stated in a director's words: '4S', '4SN=', 'S 5H over
slow double', 'pass of the slow double', 'lead H'.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.result import PASSED_OUT
from ledger.laws.edition import Edition

ADVICE: dict[str, str] = {
    "SPLIT_UNUSUAL": "a split score wants a reason in the Laws (%(split-scores)s), or both sides offending",
    "OS_GAINS": "the offending side scores more than it did at the table",
    "OVER_100_NEEDS_OUTSIDE_AGENCY": (
        "more than 100% between them: only where neither side is at fault at all (--offender outside, or none)"
    ),
    "FAULT_REVERSED": (
        "average minus is for a side directly at fault, average plus for one in no way at fault: "
        "is it the other way round?"
    ),
    "MINUS_WITHOUT_FAULT": (
        "average minus is only for a side directly at fault, and nobody is: A or A+, or say who is by --offender"
    ),
    "OFFENDER_UNDER_DIRECTOR_ERROR": (
        "where a director's error is put right, both sides are non-offending: leave --offender out"
    ),
    "NO_DAMAGE_NO_ADJUSTMENT": (
        "no damage was found, and without damage an infraction does not change the score: did you mean --stands?"
    ),
    "SAME_AS_AT_TABLE": "what is assigned is the table result: did you mean --stands?",
    "NOTHING_TO_COMPARE": (
        "no other result of the board is compared with this table's, and none with an assigned score: an artificial "
        "one says what the board counts as, --artificial A+/A+ --offender outside --law %(fouled-board)s"
    ),
    "RECTIFICATION_NOT_ADJUSTMENT": (
        "tricks transferred for a revoke are a rectification, no assigned score: --transfer 1; a score is adjusted "
        "where they are not enough"
    ),
    "PERCENT_NOT_IN_THE_LAWS": ("the Laws know 60, 50 and 40%; for less, 40% and a procedural penalty"),
    "CONSIDER_ARTIFICIAL": "with more than four outcomes an artificial score may be simpler",
    "DISALLOWED_NOT_CHECKED": ("what was disallowed is kept with the ruling, but no outcome could be compared with it"),
    "TAINTED_RESULT": (
        "the table result, reached by the infraction, is in the weighting: leave it out, or say by "
        "--legal-route how it is reached without"
    ),
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": (
        "the board was played: an assigned score is the rule, an artificial one the last resort"
    ),
    "OTHER_ROOM_HAS_RESULT": (
        "the other room has a result: where it is clearly favourable to one side, an assigned score is given here; a "
        "side not at fault has the better of average plus (+3 IMPs) and an assigned score (--unless 4SN=)"
    ),
    "RULING_WITHOUT_EFFECT": (
        "an artificial score, or one given outright, is for the whole board: beside it a ruling in the other room says "
        "nothing of the score"
    ),
    "SEVERITY_NO_GROUND": (
        "no score is adjusted because a rectification was unduly severe or advantageous: there must be another ground"
    ),
    "LAW_AND_SCORE": "a law that is cited gives another kind of score than this one (`help laws` says which)",
}

_SEVERITY = re.compile(
    r"\b(?:too|unduly|overly|excessively)\s+(?:severe|harsh|lenient|generous|strict|mild|advantageous)\b", re.IGNORECASE
)


def advice_text(code: str, edition: Edition) -> str:
    """Return what an advice says; %(matter)s in it is filled with the paragraphs of the matter."""
    return re.sub(r"%\(([a-z-]+)\)s", lambda matter: ", ".join(edition.matters[matter[1]]), ADVICE[code])


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
