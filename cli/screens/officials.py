"""The officials of a session."""

from cli.desk.desk import Desk
from ledger.events.office import office_text
from ledger.session import Session

_NOBODY = "no officials: whoever sits at the desk records (`official add NAME --as chief-director` begins)"


def officials(session: Session) -> list[tuple[str, list[str]]]:
    """Who holds which offices, in the order they were first appointed."""
    held = session.officials.held.items()
    return [(session.officials.names[key], sorted(offices)) for key, offices in held if offices]


def list_officials(desk: Desk) -> None:
    """The officials, with their offices."""
    session = desk.session()
    held = officials(session)
    if desk.settings.json:
        found = [{"name": name, "offices": offices} for name, offices in held]
        desk.json_at("officials/1", session, {"officials": found})
        return
    rows = [[name, ", ".join(map(office_text, offices))] for name, offices in held]
    desk.table_or(_NOBODY, ["name", "office"], rows)
