"""Slips as lines, `5/3 4sn= sa --ns 1 --ew 14`, with results as scorers type them: `4s n +1 sa`, `620`, `np`.

Many forms are read, one is written: the canonical `Result`. A doubtful form is answered by a question.
"""

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
"""The reason why a slip has no result: the board was not played and counts for neither side, or is played later."""

_WITHOUT_RESULT: dict[str, Without] = {
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
"""From this number on, a number without a sign is the tricks made; a lower one could be over- or undertricks."""


class SlipEntry(NamedTuple):
    """The outcome of a board on a slip: the result and the lead, or the reason for no result.

    >>> read_outcome("4sn= sa")
    SlipEntry(result=4SN=, lead='SA', without=None)
    """

    result: Result | None
    lead: str | None = None
    without: Without | None = None

    def __str__(self) -> str:
        """Format the outcome in a form that a scorer can type."""
        if self.without:
            return "np" if self.without == "not-played" else "lp"
        return f"{self.result} {self.lead}" if self.lead else f"{self.result}"


def read_outcome(text: str, declarer: Seat | None = None) -> SlipEntry:
    """Read the outcome on a slip; Unreadable for no valid one. `declarer` completes a text that has no declarer.

    >>> read_outcome("3n n -2"), read_outcome("4sxw10"), read_outcome("620"), read_outcome("np").without
    (SlipEntry(result=3NTN-2, lead=None, without=None), SlipEntry(result=4SXW=, lead=None, without=None), \
SlipEntry(result=+620, lead=None, without=None), 'not-played')
    """
    words = text.replace(",", " ").split()
    if without := _WITHOUT_RESULT.get("".join(words).upper()):
        return SlipEntry(None, None, without)
    failed: list[Unreadable] = []
    for result, lead in _splits(words):
        try:
            return SlipEntry(_read_result(" ".join(result), declarer), lead)
        except Unreadable as error:
            failed.append(error)
    raise _error_of_lead(words, declarer) or failed[-1]


def _error_of_lead(words: list[str], declarer: Seat | None) -> Unreadable | None:
    try:
        _read_result(" ".join(words[:-1]), declarer)
        parse_card(words[-1])
    except Unreadable as error:
        return error if error.code == "bad-card" else None
    return None


def _splits(words: list[str]) -> Iterator[tuple[list[str], str | None]]:
    """Yield every way to split words into a result and a lead of no, one or two words."""
    yield words, None
    for count in (1, 2):
        if len(words) > count and (card := _card_or_none("".join(words[-count:]))):
            yield words[:-count], card
    if words and (match := _LEAD_BEHIND.fullmatch("".join(words).upper())):
        yield [match[1]], _card_or_none(match[2])


def _card_or_none(text: str) -> str | None:
    try:
        return parse_card(text)
    except Unreadable:
        return None


def _read_result(text: str, declarer: Seat | None) -> Result:
    tidy = "".join(text.upper().split())
    if _ARTIFICIAL.fullmatch(tidy):
        raise _doubtful(text, f"{text} is an artificial score, and that is a ruling", "`ruling add`, with its Law")
    if _SCORE.fullmatch(text):
        return parse_result(f"+{text}")
    match = _CONTRACT.fullmatch(tidy)
    if match is None:
        return parse_result(text, declarer)
    level, strain, doubled, seat, redoubled, outcome = match.groups()
    if outcome and not _OUTCOME.fullmatch(outcome):
        return parse_result(text, declarer)
    strain = "NT" if strain in ("SA", "NT", "N") else strain
    contract = f"{level}{strain}{doubled}{redoubled}{seat}"
    return parse_result(contract + _outcome(text, contract, outcome))


def _outcome(text: str, contract: str, outcome: str) -> str:
    """Return the tricks of a contract in canonical notation; Unreadable if they are missing or ambiguous."""
    if not outcome:
        hint = f"{contract}= just made, {contract}+1 one over, {contract}-1 one down"
        raise _doubtful(text, f"{text} does not say how many tricks", hint)
    if outcome.isdecimal():
        if int(outcome) < _LEAST_TRICKS:
            in_all = f"{int(outcome) - int(contract[0]) - 6:+d}"
            hint = f"{contract}+{outcome}, {contract}-{outcome}; that many tricks in all are {contract}{in_all}"
            raise _doubtful(text, f"{text}: {outcome} over, or {outcome} down?", hint)
        return f"{outcome}TRICKS"
    return outcome


def _doubtful(text: str, message: str, hint: str) -> Unreadable:
    return Unreadable("bad-result", message, text=text, marks=((0, len(text)),), hint=hint)


_QUESTIONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"([1-7])"), lambda found: f"{found[1]} of what? C D H S N"),
    (re.compile(rf"([1-7])(NT|N|SA|{_SUIT})([X*]{{0,2}})"), lambda found: f"{found[0]} by whom? N E S W"),
    (re.compile(_CONTRACT.pattern.removesuffix("(.*)")), lambda found: f"{found[0]} how many tricks? = +1 -1"),
)


def question_for_missing(text: str) -> str:
    """Return a question for what an unfinished result still lacks; '' if it is complete, or the text begins none."""
    tidy = "".join(text.upper().split()).rstrip("+-−–")
    matches = ((question, pattern.fullmatch(tidy)) for pattern, question in _QUESTIONS)
    return next((question_for(match) for question_for, match in matches if match), "")


SlipCommand = RecordResult | LeaveUnplayed | PostponePlay

_WORD_OR_QUOTED = re.compile(r"(--[a-z]+=)?(?:\"([^\"]*)\"|'([^']*)')(?=\s|$)|(\S+)")
"""A word, in quotes if a team's name has blanks; an apostrophe within a word is literal."""
_LABEL_PATTERN = rf"{NUMBER}(?:\+{NUMBER})*(?:NS|EW)?"
_LABEL = re.compile(_LABEL_PATTERN, re.IGNORECASE)
_PAIR = re.compile(rf"({_LABEL_PATTERN})(?:-|v)({_LABEL_PATTERN})", re.IGNORECASE)


class TypedSlip(NamedTuple):
    """A slip that was read from a line: its table and its outcome."""

    where: Where
    noted: SlipEntry

    @property
    def command(self) -> SlipCommand:
        """The command that records the slip at its table, which has no outcome yet."""
        return record_command(self.where, self.noted)


def record_command(where: Where, noted: SlipEntry) -> SlipCommand:
    """Return the command that records a slip's outcome at a table without a result."""
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
    """Parse the words of a slip."""


def words_of(line: str) -> list[str]:
    """Split a line into words; ignore a comment.

    >>> words_of('5/3 4sn= --ns "New York" --ew O\\'Brien  # North scored')
    ['5/3', '4sn=', '--ns', 'New York', '--ew', "O'Brien"]
    """
    words: list[str] = []
    for match in _WORD_OR_QUOTED.finditer(line):
        option, double, single, plain = match.groups()
        if plain and plain.startswith("#"):
            break
        words.append((option or "") + next(each for each in (double, single, plain) if each is not None))
    return words


def split_seats_and_outcome(
    words: list[str], declarer: Seat | None = None, *, teams: bool = False
) -> tuple[tuple[str, str] | None, SlipEntry]:
    """Return a slip's contestants (None: not typed; ('', '14'): East–West only) and outcome; Unreadable for none."""
    try:
        return None, read_outcome(" ".join(words), declarer)  # first: 3NS-1 may be two pairs, or 3NT by South, one down
    except Unreadable:
        if words and (pair := _PAIR.fullmatch(words[0])):
            return (pair[1], pair[2]), _read_outcome_after(words[:1], words[1:], declarer)
        if words[1:2] in (["v"], ["V"]):
            words = [words[0], *words[2:]]
        labels = [bool(_LABEL.fullmatch(word)) for word in words[:2]]
        if labels[:1] == [True]:
            with suppress(Unreadable):
                return ("", words[0]), read_outcome(" ".join(words[1:]), declarer)
        if not (all(labels) or (teams and len(words) > 2)) or not words[1:]:
            raise
    return (words[0], words[1]), _read_outcome_after(words[:2], words[2:], declarer)


def _read_outcome_after(seats: list[str], words: list[str], declarer: Seat | None) -> SlipEntry:
    """Read the outcome in the words after the contestants; Unreadable (bad-result) if no words are left."""
    if words:
        return read_outcome(" ".join(words), declarer)
    text = " ".join(seats)
    raise Unreadable("bad-result", "and the result?", text=text, marks=((0, len(text)),), hint=f"{text} 4sn=")


def read_slip(line: str) -> TypedSlip | None:
    """Read a slip; None for an empty line or a comment. Misuse, Unreadable or UsageError if it is invalid."""
    words = words_of(line)
    if not words:
        return None
    check_text("the line", line)
    given: dict[str, Any] = _slip.make_context("bridge-ledger result add", words).params
    if unknown := [word for word in given["said"] if word.startswith("--")]:
        raise Misuse("usage", f"a slip has no {unknown[0][:30]}", "--ns, --ew, --table, --round, --lead, --declarer")
    seats, noted = split_seats_and_outcome(list(given["said"]), notation.seat(given["declarer"]))
    if seats:
        if given["ns"] or given["ew"] or not all(seats):
            hint = "5/3 1 14 4sn=, or 5/3 4sn= --ns 1 --ew 14"
            raise Misuse("usage", "who sat there is given once, both sides", hint)
        given["ns"], given["ew"] = seats
    where = notation.where(given["board"], SeatsOptions(given), switched=given["switched"])
    lead = notation.lead(given["lead"])
    if lead and noted.lead and lead != noted.lead:
        raise Misuse("usage", f"lead {noted.lead} or lead {lead}?", "give the lead once")
    return TypedSlip(where, noted._replace(lead=lead or noted.lead))
