"""The officials of a session."""

from collections.abc import Iterable, Iterator

from cli.desk.desk import Desk
from ledger.events.office import key_name, office_text
from ledger.session import Stream

_NOBODY = "no officials: whoever sits at the desk records (`official add NAME --as chief-director` begins)"


def officials(stream: Stream) -> list[tuple[str, list[str]]]:
    """Who holds which offices, in the order they were first appointed."""
    held = stream.officials.held.items()
    return [(stream.officials.names[key], sorted(offices)) for key, offices in held if offices]


def list_officials(desk: Desk) -> None:
    """The officials, with their offices."""
    stream = desk.stream()
    held = officials(stream)
    if desk.settings.json:
        found = [{"name": name, "offices": offices} | _ties(stream, name) for name, offices in held]
        desk.json_at("officials/1", stream, {"officials": found})
        return
    ties = {"key": "signs with", "login": "logs in as"}
    shown = {tie: heading for tie, heading in ties.items() if any(tie in _ties(stream, name) for name, _ in held)}
    rows = [[name, ", ".join(map(office_text, offices)), *_tied(stream, name, shown)] for name, offices in held]
    desk.table_or(_NOBODY, ["name", "office", *shown.values()], rows)


def _ties(stream: Stream, name: str) -> dict[str, str]:
    """What somebody is tied to, where he is."""
    ties = {"key": stream.officials.key_of(name), "login": stream.officials.login_of(name)}
    return {tie: to for tie, to in ties.items() if to}


def _tied(stream: Stream, name: str, shown: Iterable[str]) -> Iterator[str]:
    ties = _ties(stream, name)
    for tie in shown:
        yield (key_name(ties[tie]) if tie == "key" else ties[tie]) if tie in ties else "–"
