"""USEBIO 1.0–1.3 result files: pairs, individuals, teams and Swiss, in the flat and in the sectioned layout.

The DTD a file names is never fetched, and entities are refused. What it prints of its scores is kept for comparison
(`figures`), and no score is taken from it but what no way of printing explains (`printed`).
"""

from pathlib import Path
from xml.etree.ElementTree import Element

from ledger.errors import Misuse
from ledger.exchange.sheet import Sheet, plain_title
from ledger.exchange.usebio.document import iso_date, read_root, text_of, the_event
from ledger.exchange.usebio.forms import form_of, is_swiss_pairs, two_fields
from ledger.exchange.usebio.hands import read_hands
from ledger.exchange.usebio.matches import read_matches
from ledger.exchange.usebio.participants import read_participants
from ledger.exchange.usebio.reading import Reading
from ledger.exchange.usebio.travellers import read_travellers
from ledger.scoring.forms import FORMS


def read_usebio(path: Path) -> Sheet:
    """Read a USEBIO file; Misuse (bad-file) where it is none, or of a form of scoring not known here."""
    root = read_root(path)
    event = the_event(path, root)
    _check_one_session(path, event)
    scoring = form_of(path, event)
    teams = FORMS[scoring].teams()
    sheet = Sheet(
        name=text_of(event, "EVENT_IDENTIFIER", "EVENT_ID") or path.stem,
        title=plain_title(text_of(event, "EVENT_DESCRIPTION", "TITLE"), path),
        date=iso_date(text_of(event, "DATE")),
        winners=2 if not teams and two_fields(event) else 1,
        program=text_of(event, "PROGRAM_NAME"),
        scoring=scoring,
        swiss=is_swiss_pairs(event),
    )
    reading = Reading(path, event, sheet)
    read_participants(reading)
    (read_matches if teams else read_travellers)(reading)
    read_hands(sheet, root, path.name)
    return sheet


def _check_one_session(path: Path, event: Element) -> None:
    """Misuse where several sessions play boards of the same numbers: each is an evening of its own."""
    numbers: set[str] = set()
    for session in event.findall("SESSION"):
        own = {text_of(board, "BOARD_NUMBER") for board in session.iter("BOARD") if board.find("TRAVELLER_LINE")}
        if own & numbers:
            raise Misuse(
                "bad-file", f"{path} holds several sessions that played the same boards", "export one file a session"
            )
        numbers |= own
