"""What was written and said about people, as far as it is kept; and erasing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.screens.erasing import erase
from ledger.errors import Refusal

if TYPE_CHECKING:
    from ledger.events.people import ErasedBecause
    from ledger.recording.kept_texts import TextOf

_COLUMNS = (">event", "field", "text")


def list_texts(desk: Desk, word: str) -> None:
    """The texts of the session that are kept, or those that hold a word."""
    found = desk.office.texts(desk.session_id, word=word)
    if desk.settings.json:
        texts = [{"event": each.number, "field": each.field, "text": each.text} for each in found]
        desk.json_at("texts/1", desk.stream(), {"texts": texts})
    else:
        desk.table_or("no text is kept" + (f" with {word!r} in it" if word else ""), _COLUMNS, _rows(found))


def _rows(found: Sequence[TextOf]) -> list[list[str]]:
    return [[f"#{each.number}", each.field, each.text] for each in found]


def erase_texts(desk: Desk, number: int, field: str, because: ErasedBecause) -> None:
    """Show what would be erased of an event, ask, and erase; refused where nothing is kept of it."""
    session = desk.session_id
    desk.office.event(session, number)
    found = desk.office.texts(session, number=number, field=field)
    if not found:
        in_field = f" in {field}" if field else ""
        hint = f"`show {number}` shows what it says, `text list` what is kept"
        raise Refusal("nothing-to-change", f"#{number} has no text{in_field} to erase", hint)
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_COLUMNS, _rows(found))
    erase(desk, {session: [each.erasing for each in found]}, because, (len(found), "text", "texts"))
