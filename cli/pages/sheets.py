"""What every form has at its head: the event, the table, the hands and the auction, as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.pages.fields import FormField, FormPart, asked, wide, word
from cli.words.auctions import mark_text, play_lines, strain_of
from cli.words.deals import hands_of
from cli.words.language import say, tell
from cli.words.notation import call_text, lead_text, result_text, side_text
from cli.words.times import day_text
from cli.words.vocabulary import SCORINGS
from ledger.bridge import Side, dealer, ns_score, vulnerability
from ledger.projections.names import names_of
from ledger.session import Ruling, Session, TableBoard

_CLOCKWISE = "NESW"
_EMPTY_HAND = ["♠", "♥", "♦", "♣"]
_ROWS = 5


class SignatureLine(NamedTuple):
    """A line to sign on: in which office, and the name as far as it is known."""

    office: str
    name: str = ""


class Diagram(NamedTuple):
    """The hands by seat, suits to fill in where they are not known; the auction in four columns from the dealer on."""

    hands: dict[str, list[str]]
    known: bool
    seats: Sequence[str]
    calls: list[list[str]]


class FormSheet(NamedTuple):
    """Everything a form says: its parts, and who signs it."""

    case: str
    head: list[FormField]
    diagram: Diagram | None
    parts: list[FormPart]
    signatures: list[SignatureLine]


def event_fields(session: Session) -> list[FormField]:
    """Which event and session it is of."""
    opening = session.opening
    return [
        asked("Event", opening.title),
        asked("Session", session.id),
        asked("Date", day_text(opening.date)),
        asked("Organiser"),
        asked("Scoring", SCORINGS[opening.scoring]),
        asked("Regulations", tell(session.regulations.title)),
    ]


def table_fields(session: Session, ruling: Ruling) -> list[FormField]:
    """Which table's play of which board a ruling is on, and who sat there."""
    board, seating = ruling.board, ruling.seating
    played = session.line(board, seating)
    return [
        asked("Round", str((played.round if played else seating.round) or "")),
        asked("Table", (played.table if played else seating.table) or ""),
        asked("Board", str(board)),
        asked("Dealer", side_text(dealer(board).value)),
        word("Vulnerable", vulnerability(board).value),
        asked("Screens, tray side"),
        *(
            _seated(session, "North–South" if side is Side.NS else "East–West", seating.contestants(side))
            for side in Side
        ),
    ]


def _seated(session: Session, label: str, contestants: Sequence[str]) -> FormField:
    """Who sat on a side, with a line for the players as far as nobody named them."""
    names = names_of(session)
    said = [f"{each}  {names[each]}" if each in names else each for each in contestants]
    return FormField(label, tuple(said), 0 if contestants and all(each in names for each in contestants) else 1)


def played_part(session: Session, ruling: Ruling) -> FormPart:
    """What was played, as far as the log knows it."""
    played = session.line(ruling.board, ruling.seating)
    result = played.result if played else None
    shown = f"{result_text(result, True)}   {say('NS')} {ns_score(result, ruling.board):+d}" if result else ""
    lead = lead_text(played.lead) if played and played.lead else ""
    notes = [f"{number}  {note}" for number, note in enumerate(played.record.notes, 1)] if played else []
    play = wide("Play, as far as it matters; tricks and cards left at a claim", *_play_lines(played))
    calls = [wide("Notes to the auction", *notes)] if notes else []
    return FormPart("At the table", [asked("Table result", shown), asked("Lead", lead), *calls, play])


def _play_lines(played: TableBoard | None) -> list[str]:
    """The play, a trick a line."""
    play = played.record.play if played else None
    return play_lines(play, strain_of(played), symbols=True) if played and play else []


def diagram_of(session: Session, board: int, played: TableBoard | None) -> Diagram:
    """The hands and the auction; what is not known is to be filled in."""
    deal, first = session.deal(board), _CLOCKWISE.index(dealer(board).value)
    seats = [_CLOCKWISE[(first + at) % 4] for at in range(4)]
    empty = dict.fromkeys(_CLOCKWISE, _EMPTY_HAND)
    return Diagram(hands_of(deal) or empty, bool(deal), seats, auction_rows(_calls(played)))


def _calls(played: TableBoard | None) -> list[str]:
    """What was bid at a table, from the dealer on; nothing where nobody recorded it."""
    auction = played.record.auction if played else None
    return [call_text(each.call, True) + mark_text(each.mark) for each in auction.calls] if auction else []


def auction_rows(calls: Sequence[str] = ()) -> list[list[str]]:
    """Calls in turn from the dealer, four a row, with room to write on.

    >>> auction_rows(["1C", "P", "1S", "P", "2S"])[:2]
    [['1C', 'P', '1S', 'P'], ['2S', '', '', '']]
    """
    rows = max(-(-len(calls) // 4), _ROWS)
    filled = [*calls, *[""] * (4 * rows - len(calls))]
    return [filled[at : at + 4] for at in range(0, len(filled), 4)]
