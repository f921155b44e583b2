"""A slip as a line: the words `result add` is typed with, and the short forms: `5/3 4sn= sa --ns 1 --ew 14`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import click

from cli.entry.shorthand import SlipEntry, read_noted
from cli.options import notation
from cli.options.addresses import BoardAndTable
from cli.options.declared import SeatsOptions, declarer_option, switched_option, takes
from cli.terminal.settings import check_text
from ledger.bridge import Seat, Unreadable
from ledger.errors import Misuse
from ledger.facts import LeaveUnplayed, PostponePlay, RecordResult, Where
from ledger.labels import NUMBER

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
        if labels[:1] == [True] and (one := _alone(words, declarer)):
            return one
        if not (all(labels) or (teams and len(words) > 2)) or not words[1:]:
            raise
    return (words[0], words[1]), _behind(words[:2], words[2:], declarer)


def _alone(words: list[str], declarer: Seat | None) -> tuple[tuple[str, str], SlipEntry] | None:
    """One contestant with a slip behind it; None where that is no slip."""
    try:
        return ("", words[0]), read_noted(" ".join(words[1:]), declarer)
    except Unreadable:
        return None


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
