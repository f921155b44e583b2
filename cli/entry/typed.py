"""A line that was typed at `enter`: a slip, with its seats and its table where others are asked for; or a word."""

import re
from typing import Literal, NamedTuple

from cli.entry.agenda import SlipSeats, Slot
from cli.entry.shorthand import SlipEntry
from cli.entry.slip_lines import seats_and_noted, words_of
from cli.terminal.settings import check_text
from ledger.bridge import Side
from ledger.errors import Misuse
from ledger.facts import Where
from ledger.session import Session
from ledger.session.places import labelled, sits_once

Word = Literal["help", "skip", "next", "undo", "back", "end", "keep"]
"""What may be typed instead of a slip; `keep` is an empty line."""

WORDS: dict[str, Word] = {
    "": "keep",
    **dict.fromkeys(("?", "h", "help"), "help"),
    **dict.fromkeys(("s", "skip"), "skip"),
    **dict.fromkeys(("n", "next"), "next"),
    **dict.fromkeys(("u", "undo"), "undo"),
    **dict.fromkeys(("b", "back"), "back"),
    **dict.fromkeys(("q", "quit", "exit"), "end"),
}
_ADDRESS = re.compile(r"([0-9]{1,4})/([^\s/]{0,12})")


class GoTo(NamedTuple):
    """Another board, or a table of it ('' where none is named), is to be asked next."""

    board: int
    table: str


class WrittenSlip(NamedTuple):
    """A slip as it was typed: whose it is, and what it says; None for what was not typed.

    `seats`: '' for North–South where one contestant alone was typed.
    """

    slot: Slot | None
    seats: tuple[str, str] | None
    noted: SlipEntry


def read_typed(text: str, *, teams: bool = False) -> Word | GoTo | WrittenSlip:
    """Read a line. Unreadable or Misuse where it is nothing of the sort; `teams`: contestants are called by name.

    >>> read_typed("5/3 1 14 4sn= sa").slot, read_typed("5/3 1 14 4sn= sa").seats
    (Slot(board=5, table='3', round=None), ('1', '14'))
    """
    check_text("the line", text := text.replace("\t", " "))
    if word := WORDS.get(text.strip().lower()):
        return word
    words = words_of(text)
    found = _ADDRESS.fullmatch(words[0]) if words else None
    if found and not words[1:]:
        return GoTo(int(found[1]), found[2])
    if found and not found[2]:
        raise Misuse("bad-table", f"which table of board {found[1]}?", f"{found[1]}/3 4sn=")
    slot = Slot(int(found[1]), found[2]) if found else None
    return WrittenSlip(slot, *seats_and_noted(words[1:] if found else words, teams=teams))


def in_full(session: Session, typed: tuple[str, str], slot: Slot, round_: int | None) -> SlipSeats:
    """Two contestants as they were typed, called as the session calls them; 14EW 1NS sat the other way round."""
    ns, ew = typed
    turned = session.opening.winners == 2 and (ns.upper().endswith("EW") or ew.upper().endswith("NS"))
    where = labelled(session, Where(slot.board, None, _upper(session, ns), _upper(session, ew), switched=turned))
    return SlipSeats(where.ns or "", where.ew or "", round_, certain=True)


def seats_text(session: Session, seats: SlipSeats) -> str:
    """Contestants as they are typed: '1 14' for 1NS v 14EW, in quotes where a name has blanks; up to the unknown."""
    said = [_quoted(short(session, label, side)) for label, side in ((seats.ns, Side.NS), (seats.ew, Side.EW))]
    return " ".join(said[: 1 if not seats.ew else 2]) if seats.ns else ""


def _upper(session: Session, label: str) -> str:
    return label.upper() if sits_once(session) else label


def short(session: Session, label: str, side: Side) -> str:
    """A contestant as it is called where its side is known: 1 for 1NS."""
    return label.removesuffix(side.value) if session.opening.winners == 2 else label


def _quoted(label: str) -> str:
    return f'"{label}"' if " " in label else label
