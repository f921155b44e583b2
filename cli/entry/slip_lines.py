"""A slip as a line, `5/3 4sn= sa --ns 1 --ew 14`, and what scorers type for a result: `4s n +1 sa`, `620`, `np`.

It is read leniently and only said in one form: what comes of it is the canonical `Result`, or a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal, NamedTuple

import click

from cli.options import notation
from cli.options.addresses import BoardAndTable
from cli.options.declared import SeatsOptions, declarer_option, switched_option, takes
from cli.terminal.settings import check_text
from ledger.bridge import Result, Seat, Unreadable, parse_card, parse_result
from ledger.errors import Misuse
from ledger.kernel.at_table import Where
from ledger.labels import NUMBER
from ledger.subjects.participation.facts import LeaveUnplayed, PostponePlay
from ledger.subjects.play.facts import RecordResult

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


SlipCommand = RecordResult | LeaveUnplayed | PostponePlay

_WORD = re.compile(r"(--[a-z]+=)?(?:\"([^\"]*)\"|'([^']*)')(?=\s|$)|(\S+)")
"""A word, in quotes where a team's name has blanks; an apostrophe within one is itself."""
_CALLED = rf"{NUMBER}(?:\+{NUMBER})*(?:NS|EW)?"
_LABEL = re.compile(_CALLED, re.IGNORECASE)
_PAIR = re.compile(rf"({_CALLED})(?:-|v)({_CALLED})", re.IGNORECASE)


class TypedSlip(NamedTuple):
    """A slip that was read: whose it is, and what it says."""

    where: Where
    noted: SlipEntry

    @property
    def command(self) -> SlipCommand:
        """What records it where nothing is recorded yet."""
        return recording(self.where, self.noted)


def recording(where: Where, noted: SlipEntry) -> SlipCommand:
    """What records a slip at a table that has no result."""
    if noted.result is not None:
        return RecordResult(where, noted.result, noted.lead)
    return LeaveUnplayed(where, scored=False) if noted.without == "not-played" else PostponePlay(where)


@click.command("result add", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("board", type=BoardAndTable())
@click.argument("said", nargs=-1)
@takes(seats=SeatsOptions)
@declarer_option
@click.option("--lead")
@switched_option
def _slip(**_: object) -> None:
    """The words of a slip."""


def words_of(line: str) -> list[str]:
    """The words of a line, up to a comment.

    >>> words_of('5/3 4sn= --ns "New York" --ew O\\'Brien  # North scored')
    ['5/3', '4sn=', '--ns', 'New York', '--ew', "O'Brien"]
    """
    words: list[str] = []
    for found in _WORD.finditer(line):
        option, double, single, plain = found.groups()
        if plain and plain.startswith("#"):
            break
        words.append((option or "") + next(each for each in (double, single, plain) if each is not None))
    return words


def seats_and_noted(
    words: list[str], declarer: Seat | None = None, *, teams: bool = False
) -> tuple[tuple[str, str] | None, SlipEntry]:
    """What a slip says, all of it if it can be, else what stands behind two contestants, or one: ('', '14').

    Unreadable where it is none; `teams`: contestants are called by name.

    >>> seats_and_noted(["1", "14", "4sn="])
    (('1', '14'), SlipEntry(result=4SN=, lead=None, without=None))
    >>> seats_and_noted(["1", "v", "14", "4sn="]) == seats_and_noted(["1", "14", "4sn="])
    True
    >>> seats_and_noted(["3NS-1"]), seats_and_noted(["3NS-1", "4sn="])
    ((None, SlipEntry(result=3NTS-1, lead=None, without=None)), \
(('3NS', '1'), SlipEntry(result=4SN=, lead=None, without=None)))
    """
    try:
        return None, read_noted(" ".join(words), declarer)  # first: 3NS-1 may be two pairs, or 3NT by South, one down
    except Unreadable:
        if words and (pair := _PAIR.fullmatch(words[0])):
            return (pair[1], pair[2]), _behind(words[:1], words[1:], declarer)
        if words[1:2] in (["v"], ["V"]):
            words = [words[0], *words[2:]]
        labels = [bool(_LABEL.fullmatch(word)) for word in words[:2]]
        if labels[:1] == [True]:
            with suppress(Unreadable):
                return ("", words[0]), read_noted(" ".join(words[1:]), declarer)
        if not (all(labels) or (teams and len(words) > 2)) or not words[1:]:
            raise
    return (words[0], words[1]), _behind(words[:2], words[2:], declarer)


def _behind(seats: list[str], words: list[str], declarer: Seat | None) -> SlipEntry:
    """What stands behind who sat there; Unreadable (bad-result) where nothing does."""
    if words:
        return read_noted(" ".join(words), declarer)
    said = " ".join(seats)
    raise Unreadable("bad-result", "and the result?", text=said, marks=((0, len(said)),), hint=f"{said} 4sn=")


def read_slip(line: str) -> TypedSlip | None:
    """Read a slip; None for an empty line or a comment. Misuse, Unreadable or a UsageError where it is none."""
    words = words_of(line)
    if not words:
        return None
    check_text("the line", line)
    given: dict[str, Any] = _slip.make_context("bridge-ledger result add", words).params
    if unknown := [word for word in given["said"] if word.startswith("--")]:
        raise Misuse("usage", f"a slip has no {unknown[0][:30]}", "--ns, --ew, --table, --round, --lead, --declarer")
    seats, noted = seats_and_noted(list(given["said"]), notation.seat(given["declarer"]))
    if seats:
        if given["ns"] or given["ew"] or not all(seats):
            raise Misuse(
                "usage", "who sat there is given once, both sides", "5/3 1 14 4sn=, or 5/3 4sn= --ns 1 --ew 14"
            )
        given["ns"], given["ew"] = seats
    where = notation.where(given["board"], SeatsOptions(given), switched=given["switched"])
    lead = notation.lead(given["lead"])
    if lead and noted.lead and lead != noted.lead:
        raise Misuse("usage", f"lead {noted.lead} or lead {lead}?", "give the lead once")
    return TypedSlip(where, noted._replace(lead=lead or noted.lead))
