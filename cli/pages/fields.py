"""The parts of forms: fields filled from the log, with lines to write on where the log has no fact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cli.words.deals import call_mark_text, hands_of, play_lines, strain_of
from cli.words.language import number_text, say, tell, text_as_typed
from cli.words.notation import call_text, lead_text, result_text, short_text, side_text, weight_text
from cli.words.times import day_text, moment_text
from cli.words.vocabulary import SCORINGS
from ledger.bridge import Side, dealer, ns_score, vulnerability
from ledger.laws.adjustment import (
    FLAT_PERCENT,
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Rectified,
    RectifiedResult,
    Weighted,
    list_weightings,
    sort_by_ns_score,
)
from ledger.laws.edition import Edition
from ledger.projections.names import names_of
from ledger.session import Ruling, Session, TableBoard


class FormField(NamedTuple):
    """A field of a form: its label, the lines known from the log, and the number of blank lines to write on.

    `own`: the text is a word of the page, to be translated; `wide_field`: the field takes the whole line.
    """

    label: str
    said: tuple[str, ...] = ()
    write: int = 0
    own: bool = False
    wide: bool = False


class FormPart(NamedTuple):
    """A part of a form under its heading, with the scores it mentions."""

    heading: str
    fields: list[FormField]
    scores: Sequence[OutcomeTable] = ()


class OutcomeLine(NamedTuple):
    """A line of a ruled score: the side, an outcome's weight and result, and its North–South score.

    For an award, which has no result, `weight` is the award's value and `score` is empty.
    """

    whose: str
    weight: str
    result: str
    score: str


class OutcomeTable(NamedTuple):
    """The lines of a ruled score; `which` says if it is as ruled, as decided on appeal (`case`), or as asked for."""

    which: str
    case: str
    lines: list[OutcomeLine]


def narrow_field(label: str, *said: str, write: int = 1) -> FormField:
    """Return a field one column wide with the lines `said`, or with `write` blank lines if nothing is known."""
    known = tuple(text_as_typed(text) for text in said if text)
    return FormField(label, known, 0 if known else write)


def wide_field(label: str, *said: str, write: int = 1) -> FormField:
    """Return a field across the page with the lines `said`, or with `write` blank lines if nothing is known."""
    return narrow_field(label, *said, write=write)._replace(wide=True)


def word(label: str, said: str) -> FormField:
    """Return a field filled with a text of the program, which the page translates."""
    return narrow_field(label, said)._replace(own=True)


def yes_or_no(label: str, said: bool | None) -> FormField:
    """Return a field that says yes or no, or is empty if that is unknown."""
    return word(label, "" if said is None else "yes" if said else "no")


def when(moment: int | None) -> str:
    """Format a moment (µs UTC) with its day, for a printed form; '' for None."""
    return "" if moment is None else moment_text(moment, 0)


def laws(cited: Iterable[str], edition: Edition) -> tuple[str, ...]:
    """Return the Laws with their titles, a line each: '16B Extraneous information from partner'."""
    return tuple(f"{tell(edition.cite(law))}  {say(edition.law_title(law))}".rstrip() for law in cited)


_WHOSE = {
    "NS": "North–South",
    "EW": "East–West",
    "both": "both sides",
    "B": "B: without the infraction",
    "C": "C: without the own error",
    "unless": "unless this is better",
}


def outcomes(session: Session, adjustment: Adjustment, board: int) -> list[OutcomeLine]:
    """Return the lines of a score as in the Maastricht protocol: for each side, highest North–South score first."""
    lines = list[OutcomeLine]()
    if isinstance(adjustment, Artificial):
        sides = [adjustment.alone] if adjustment.alone else list(Side)
        lines = [_average(session, side, adjustment.of(side)) for side in sides]
    elif isinstance(adjustment, Awarded):
        given = (("NS", adjustment.ns), ("EW", adjustment.ew))
        lines = [OutcomeLine(_WHOSE[side], "", short_text(value), "") for side, value in given]
    stated = list_weightings(adjustment)
    if isinstance(adjustment, Assigned | Weighted | Claim):
        stated = {"both": stated["NS"]}
    for whose, weighting in stated.items():
        for at, part in enumerate(sort_by_ns_score(weighting, board)):
            weight = weight_text(part.weight) if len(weighting) > 1 else ""
            score = f"{ns_score(part.result, board):+d}"
            lines.append(OutcomeLine("" if at else _WHOSE[whose], weight, result_text(part.result, True), score))
    return lines


def _average(session: Session, side: Side, grade: Grade) -> OutcomeLine:
    """Return the line of one side's artificial score: 'A+' with its value (Law 12C2), or a percentage alone: '60%'."""
    if grade not in FLAT_PERCENT:
        return OutcomeLine(_WHOSE[side.value], "", number_text(f"{grade}%"), "")
    rules, worth = session.regulations.artificial, ""
    if session.opening.scoring in ("matchpoints", "board-a-match"):
        worth = number_text(f"{FLAT_PERCENT[grade]}%")
    elif session.opening.scoring in ("butler", "teams", "knockout"):
        worth = f"{ {'A+': rules.imps_plus, 'A': 0, 'A-': rules.imps_minus}[grade]:+d} {say('IMP')}"
    return OutcomeLine(_WHOSE[side.value], worth, str(grade), "")


def kind(session: Session, adjustment: Adjustment, ruling: Ruling) -> str:
    """Return a sentence on the kind of score that a ruling gives; the form lists the score's outcomes below it."""
    played = session.line(ruling.board, ruling.seating)
    if isinstance(adjustment, Artificial) and not (played and played.result):
        return "There is no result: each side gets an average score."
    if isinstance(adjustment, Rectified | RectifiedResult):
        return _TRANSFERRED.get(adjustment.tricks, "Tricks go to the other side.")
    return _KINDS[type(adjustment).__name__]


_TRANSFERRED = {1: "One trick goes to the other side.", 2: "Two tricks go to the other side."}


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


_CLOCKWISE = "NESW"
_EMPTY_HAND = ["♠", "♥", "♦", "♣"]
_ROWS = 5  # rows of calls to write on, if no auction is recorded


class SignatureLine(NamedTuple):
    """A line to sign on: the signer's office, and the name if known."""

    office: str
    name: str = ""


class Diagram(NamedTuple):
    """The hands by seat, and the auction in four columns starting with the dealer; blank where unknown."""

    hands: dict[str, list[str]]
    known: bool
    seats: Sequence[str]
    calls: list[list[str]]


def event_fields(session: Session) -> list[FormField]:
    """Return the fields at the top of a form: event, session, date, organiser, scoring."""
    opening = session.opening
    return [
        narrow_field("Event", opening.title),
        narrow_field("Session", session.id),
        narrow_field("Date", day_text(opening.date)),
        narrow_field("Organiser"),
        narrow_field("Scoring", SCORINGS[opening.scoring]),
        narrow_field("Regulations", tell(session.regulations.title)),
    ]


def table_fields(session: Session, ruling: Ruling) -> list[FormField]:
    """Return the fields that name the table and board of a ruling, and the contestants seated."""
    board, seating = ruling.board, ruling.seating
    played = session.line(board, seating)
    return [
        narrow_field("Round", str((played.round if played else seating.round) or "")),
        narrow_field("Table", (played.table if played else seating.table) or ""),
        narrow_field("Board", str(board)),
        narrow_field("Dealer", side_text(dealer(board).value)),
        word("Vulnerable", vulnerability(board).value),
        narrow_field("Screens, tray side"),
        _side_field(session, "North–South", seating.contestants(Side.NS)),
        _side_field(session, "East–West", seating.contestants(Side.EW)),
    ]


def _side_field(session: Session, label: str, contestants: Sequence[str]) -> FormField:
    """Return the field with a side's contestants, and a line for players' names if any name is unknown."""
    names = names_of(session)
    named = [f"{each}  {names[each]}" if each in names else each for each in contestants]
    return FormField(label, tuple(named), 0 if contestants and all(each in names for each in contestants) else 1)


def played_part(session: Session, ruling: Ruling) -> FormPart:
    """Return the part that describes the play, as far as the log knows it."""
    played = session.line(ruling.board, ruling.seating)
    result = played.result if played else None
    score = f"{result_text(result, True)}   {say('NS')} {ns_score(result, ruling.board):+d}" if result else ""
    lead = lead_text(played.lead) if played and played.lead else ""
    notes = [f"{number}  {note}" for number, note in enumerate(played.record.notes, 1)] if played else []
    play = play_lines(played.record.play, strain_of(played), symbols=True) if played and played.record.play else []
    cards = wide_field("Play, as far as it matters; tricks and cards left at a claim", *play)
    calls = [wide_field("Notes to the auction", *notes)] if notes else []
    return FormPart("At the table", [narrow_field("Table result", score), narrow_field("Lead", lead), *calls, cards])


def diagram_of(session: Session, board: int, played: TableBoard | None) -> Diagram:
    """Return the hands of a board and the auction at a table, with blanks to fill in where unknown."""
    deal, first = session.deal(board), _CLOCKWISE.index(dealer(board).value)
    seats = [_CLOCKWISE[(first + at) % 4] for at in range(4)]
    empty = dict.fromkeys(_CLOCKWISE, _EMPTY_HAND)
    auction = played.record.auction if played else None
    calls = [call_text(each.call, True) + call_mark_text(each.mark) for each in auction.calls] if auction else []
    calls += [""] * (4 * max(-(-len(calls) // 4), _ROWS) - len(calls))  # room to write on
    rows = [calls[at : at + 4] for at in range(0, len(calls), 4)]
    return Diagram(hands_of(deal) or empty, bool(deal), seats, rows)
