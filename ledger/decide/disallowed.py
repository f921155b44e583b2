"""Calls an infraction made illegal, and the results that contain them (Law 12C1(c), the Reveley ruling)."""

import re

from ledger.bridge import Result

_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")
_DISALLOWED = re.compile(r"(?P<level>[1-7])(?P<strain>NT|[CDHSN])(?P<rest>X{0,2}[NESW]?(?:=|[+-][0-9]{1,2})?)")


def is_call(disallowed: str) -> bool:
    """Whether a text is a call or a result that outcomes can be compared with.

    >>> is_call("4S"), is_call("4♠n"), is_call("pull of the slow double")
    (True, True, False)
    """
    return _DISALLOWED.fullmatch(_tidy(disallowed)) is not None or _tidy(disallowed) == "PASS"


def _tidy(disallowed: str) -> str:
    return "".join(disallowed.upper().translate(_SYMBOLS).split())


def contains_call(result: Result, disallowed: str) -> bool:
    """Whether a result is one the disallowed call or result covers: '4S', '4SN', '4SX', '4SN='.

    A text that is no call ('pull of the slow double') covers nothing by itself.

    >>> made = Result("4SN=")
    >>> contains_call(made, "4S"), contains_call(made, "4SE"), contains_call(made, "4SN-1")
    (True, False, False)
    """
    tidy = _tidy(disallowed)
    match, played = _DISALLOWED.fullmatch(tidy), result.played
    if not match or not played:
        return tidy == result
    if (int(match["level"]), match["strain"][0]) != (played.level, played.strain):
        return False
    contract = "3NT" if played.strain == "N" else "4S"  # the length of level and strain in a notation
    return str(result)[len(contract) :].startswith(match["rest"]) or match["rest"] == played.declarer.value
