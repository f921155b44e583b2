"""What scorers type for a result: `4sn=`, `4s n +1 sa`, `3nn-2`, `4snx-1`, `4sn 10`, `p`, `620`, `np`.

It is read leniently and only said in one form: what comes of it is the canonical `Result`, or a question.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from ledger.bridge import Result, Seat, Unreadable, parse_card, parse_result

Without = Literal["not-played", "later"]
"""Why a slip has no result: it is no board for either side, or it is played later."""

_WITHOUT: dict[str, Without] = {
    **dict.fromkeys(("NP", "NOTPLAYED"), "not-played"),
    **dict.fromkeys(("LP", "LATER"), "later"),
}
_SUIT = "[CDHS♣♦♥♠]"
_CONTRACT = re.compile(rf"([1-7])(SA|NT|N|{_SUIT})([X*]{{0,2}})([NESW])([X*]{{0,2}})(.*)")
_OUTCOME = re.compile(r"=|[+−–-]?[0-9]{1,9}|[0-9]{1,9}TRICKS?")
_LEAD_BEHIND = re.compile(rf"(.*?(?:=|[+−–-][0-9]{{1,2}}|P|PASS))({_SUIT}(?:10|[2-9TJQKA]))")
_SCORE = re.compile(r"[0-9]{1,3}0")
_ARTIFICIAL = re.compile(r"A[VE+-]*(/A?[+-]?)?|A?[0-9]{2}/A?[0-9]{2}")
_LEAST_TRICKS = 7
"""A number without a sign may be tricks from here on; below, it might be meant as over or down."""


class SlipEntry(NamedTuple):
    """What a slip says of a table's board: its result and lead, or why there is none.

    >>> read_noted("4sn= sa")
    SlipEntry(result=4SN=, lead='SA', without=None)
    """

    result: Result | None
    lead: str | None = None
    without: Without | None = None

    def __str__(self) -> str:
        """As it can be typed again."""
        if self.without:
            return "np" if self.without == "not-played" else "lp"
        return f"{self.result} {self.lead}" if self.lead else f"{self.result}"


def read_noted(text: str, declarer: Seat | None = None) -> SlipEntry:
    """Read what a slip says; `declarer` supplies who declares where it does not say. Unreadable where it is none.

    >>> read_noted("3n n -2"), read_noted("4sxw10"), read_noted("620"), read_noted("np").without
    (SlipEntry(result=3NTN-2, lead=None, without=None), SlipEntry(result=4SXW=, lead=None, without=None), \
SlipEntry(result=+620, lead=None, without=None), 'not-played')
    """
    words = text.replace(",", " ").split()
    if without := _WITHOUT.get("".join(words).upper()):
        return SlipEntry(None, None, without)
    failed: list[Unreadable] = []
    for result, lead in _splits(words):
        try:
            return SlipEntry(_result(" ".join(result), declarer), lead)
        except Unreadable as error:
            failed.append(error)
    raise _no_lead(words, declarer) or failed[-1]


def _no_lead(words: list[str], declarer: Seat | None) -> Unreadable | None:
    """What is wrong with the last word, where those before it are a result."""
    try:
        _result(" ".join(words[:-1]), declarer)
        parse_card(words[-1])
    except Unreadable as error:
        return error if error.code == "bad-card" else None
    return None


def _splits(words: list[str]) -> Iterator[tuple[list[str], str | None]]:
    """The ways to take a slip for a result and a lead: all of it the result; the last word or two the lead."""
    yield words, None
    for count in (1, 2):
        if len(words) > count and (card := _card("".join(words[-count:]))):
            yield words[:-count], card
    if words and (found := _LEAD_BEHIND.fullmatch("".join(words).upper())):
        yield [found[1]], _card(found[2])


def _card(text: str) -> str | None:
    try:
        return parse_card(text)
    except Unreadable:
        return None


def _result(text: str, declarer: Seat | None) -> Result:
    tidy = "".join(text.upper().split())
    if _ARTIFICIAL.fullmatch(tidy):
        raise _asked(text, f"{text} is an artificial score, and that is a ruling", "`ruling add`, with its Law")
    if _SCORE.fullmatch(text):
        return parse_result(f"+{text}")
    found = _CONTRACT.fullmatch(tidy)
    if found is None:
        return parse_result(text, declarer)
    level, strain, doubled, seat, redoubled, outcome = found.groups()
    if outcome and not _OUTCOME.fullmatch(outcome):
        return parse_result(text, declarer)
    strain = "NT" if strain in ("SA", "NT", "N") else strain
    contract = f"{level}{strain}{doubled}{redoubled}{seat}"
    return parse_result(contract + _outcome(text, contract, outcome))


def _outcome(text: str, contract: str, outcome: str) -> str:
    """The outcome as the notation has it; asked for where it is not said, or may be two things."""
    if not outcome:
        hint = f"{contract}= just made, {contract}+1 one over, {contract}-1 one down"
        raise _asked(text, f"{text} does not say how many tricks", hint)
    if outcome.isdecimal():
        if int(outcome) < _LEAST_TRICKS:
            in_all = f"{int(outcome) - int(contract[0]) - 6:+d}"
            hint = f"{contract}+{outcome}, {contract}-{outcome}; that many tricks in all are {contract}{in_all}"
            raise _asked(text, f"{text}: {outcome} over, or {outcome} down?", hint)
        return f"{outcome}TRICKS"
    return outcome


def _asked(text: str, message: str, hint: str) -> Unreadable:
    return Unreadable("bad-result", message, text=text, marks=((0, len(text)),), hint=hint)


_SO_FAR: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"([1-7])"), lambda found: f"{found[1]} of what? C D H S N"),
    (re.compile(rf"([1-7])(NT|N|SA|{_SUIT})([X*]{{0,2}})"), lambda found: f"{found[0]} by whom? N E S W"),
    (re.compile(_CONTRACT.pattern.removesuffix("(.*)")), lambda found: f"{found[0]} how many tricks? = +1 -1"),
)


def wanted(text: str) -> str:
    """What is still to be typed of a result that was begun; '' where it is no beginning of one.

    >>> wanted("4s"), wanted("4s n")
    ('4S by whom? N E S W', '4SN how many tricks? = +1 -1')
    """
    tidy = "".join(text.upper().split()).rstrip("+-−–")
    found = ((said, pattern.fullmatch(tidy)) for pattern, said in _SO_FAR)
    return next((say(match) for say, match in found if match), "")
