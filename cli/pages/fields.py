"""What a form is made of: fields that the log fills, and lines to write on where it says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cli.words.language import as_kept, number_text, say
from cli.words.notation import result_text
from cli.words.numbers import short_text, weight_text
from cli.words.times import moment_text
from ledger.bridge import Side, ns_score
from ledger.laws.adjustment import (
    FLAT_PERCENT,
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Weighted,
    Weighting,
    in_protocol_order,
    stated_weightings,
)
from ledger.laws.citation import law_title
from ledger.session import Penalty, Ruling, Session
from ledger.session.rulings import contestable_until, penalty_state, ruling_state


class FormField(NamedTuple):
    """A field: what is asked, what the log says of it, a line each, and how many lines there are to write on below.

    `own`: what it says is a word of the page's own, to be put into its language; `wide`: it has the whole line.
    """

    label: str
    said: tuple[str, ...] = ()
    write: int = 0
    own: bool = False
    wide: bool = False


class FormPart(NamedTuple):
    """A part of a form under its heading, and the scores it speaks of."""

    heading: str
    fields: list[FormField]
    scores: Sequence[OutcomeTable] = ()


class OutcomeLine(NamedTuple):
    """A line of a score: for whom, how much of which result, and what that is to North–South.

    Of an award, which is no result, `weight` is what it is worth, and there is no score.
    """

    whose: str
    weight: str
    result: str
    score: str


class OutcomeTable(NamedTuple):
    """The outcomes of a score; `which` says of what: as ruled, in force by a decision (`case`), as asked for."""

    which: str
    case: str
    lines: list[OutcomeLine]


def asked(label: str, *said: str, write: int = 1) -> FormField:
    """A field of a column; where the log says nothing there are lines to write on."""
    known = tuple(as_kept(text) for text in said if text)
    return FormField(label, known, 0 if known else write)


def wide(label: str, *said: str, write: int = 1) -> FormField:
    """The same over the whole line."""
    return asked(label, *said, write=write)._replace(wide=True)


def word(label: str, said: str) -> FormField:
    """A field that is filled with a word of the page's own."""
    return asked(label, said)._replace(own=True)


def yes_or_no(label: str, said: bool | None) -> FormField:
    """A field of what was found, or was not; or of what nobody said."""
    return word(label, "" if said is None else "yes" if said else "no")


def when(moment: int | None) -> str:
    """A moment on paper: with its day."""
    return "" if moment is None else moment_text(moment, 0)


def laws(cited: Iterable[str]) -> tuple[str, ...]:
    """The Laws in their words, a line each: '16B  Extraneous information from partner'."""
    return tuple(f"{law}  {say(law_title(law))}" for law in cited)


_WHOSE = {
    "NS": "North–South",
    "EW": "East–West",
    "both": "both sides",
    "B": "B: without the infraction",
    "C": "C: without the own error",
    "unless": "unless this is better",
}


def outcomes(session: Session, adjustment: Adjustment, board: int) -> list[OutcomeLine]:
    """A score as the Maastricht protocol has it: for each side, in descending North–South score."""
    stated = stated_weightings(adjustment)
    if isinstance(adjustment, Assigned | Weighted | Claim):
        stated = {"both": stated["NS"]}
    weighed = (line for whose, each in stated.items() for line in _outcomes(_WHOSE[whose], each, board))
    return [*_awarded(session, adjustment), *weighed]


def _outcomes(whose: str, weighting: Weighting, board: int) -> Iterator[OutcomeLine]:
    for at, part in enumerate(in_protocol_order(weighting, board)):
        weight = weight_text(part.weight) if len(weighting) > 1 else ""
        score = f"{ns_score(part.result, board):+d}"
        yield OutcomeLine("" if at else whose, weight, result_text(part.result, True), score)


def _awarded(session: Session, adjustment: Adjustment) -> list[OutcomeLine]:
    """What each side is given that is no result: an average, or so many points."""
    match adjustment:
        case Artificial():
            sides = [adjustment.alone] if adjustment.alone else list(Side)
            return [_average(session, side, adjustment.of(side)) for side in sides]
        case Awarded(ns, ew):
            given = zip(("NS", "EW"), (ns, ew), strict=True)
            return [OutcomeLine(_WHOSE[side], "", short_text(value), "") for side, value in given]
        case _:
            return []


def _average(session: Session, side: Side, grade: Grade) -> OutcomeLine:
    """'A+', and what that is: 60% of a top (Law 12C2), or so many IMPs by the regulations; '60%' by itself."""
    if grade not in FLAT_PERCENT:
        return OutcomeLine(_WHOSE[side.value], "", number_text(f"{grade}%"), "")
    rules, worth = session.regulations.artificial, ""
    if session.opening.scoring in ("matchpoints", "board-a-match"):
        worth = number_text(f"{FLAT_PERCENT[grade]}%")
    elif session.opening.scoring in ("butler", "teams", "knockout"):
        worth = f"{ {'A+': rules.imps_plus, 'A': 0, 'A-': rules.imps_minus}[grade]:+d} {say('IMP')}"
    return OutcomeLine(_WHOSE[side.value], worth, str(grade), "")


def kind(session: Session, adjustment: Adjustment, ruling: Ruling) -> str:
    """The kind of a score on a ruled board in plain words; the outcomes stand below it."""
    played = session.line(ruling.board, ruling.seating)
    if isinstance(adjustment, Artificial) and not (played and played.result):
        return "There is no result: each side gets an average score."
    return _KINDS[type(adjustment).__name__]


_KINDS = {
    "Stands": "The result of the table stands.",
    "Assigned": "Both sides have another result than was played.",
    "Weighted": "Both sides have a mixture of the results that were likely.",
    "Split": "Each side has a score of its own.",
    "Artificial": "The result cannot stand: each side gets an average score.",
    "Awarded": "The score is given outright.",
    "SelfInflicted": "One side bears the part of the damage that was its own doing.",
    "Claim": "The disputed claim gives this result.",
}


class AppealPeriod(NamedTuple):
    """How far something may be contested: its state at the last event, until when, and how long a period is."""

    state: str
    until: str
    minutes: int


def appealing(session: Session, subject: Ruling | Penalty) -> AppealPeriod:
    """Whether a ruling or a penalty may be appealed.

    'standing' without a time: its period has not begun; 'untold': it begins when both sides are told.
    """
    now, periods = session.recorded_at, session.regulations.periods
    if isinstance(subject, Penalty):
        state: str = penalty_state(session, subject, now)
    else:
        state = ruling_state(session, subject, now)
        waits = periods.later_rulings == "notified" and subject.notified_at is None
        state = "untold" if waits and state in ("standing", "final") else state
    ends = contestable_until(session, subject)
    state = "standing" if state == "final" and ends is None else state
    return AppealPeriod(state, when(ends), periods.appeal_minutes)
