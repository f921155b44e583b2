"""The officials of a session."""

from cli.desk.desk import Desk
from ledger.events.office import key_name, office_text
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
        tied = session.officials.key_of
        found = [
            {"name": name, "offices": offices} | ({"key": tied(name)} if tied(name) else {}) for name, offices in held
        ]
        desk.json_at("officials/1", session, {"officials": found})
        return
    keys = {name: key_name(key) for name, _ in held if (key := session.officials.key_of(name))}
    columns = ["name", "office", *(["signs with"] if keys else [])]
    rows = [[name, ", ".join(map(office_text, offices)), keys.get(name, "–")][: len(columns)] for name, offices in held]
    desk.table_or(_NOBODY, columns, rows)
