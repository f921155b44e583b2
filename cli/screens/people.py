"""The players' names, as they are kept, and what is erased of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from ledger.errors import Refusal

if TYPE_CHECKING:
    from ledger.store.person import Person

_COLUMNS = ("session", "contestant", ">seat", "name", "number")


def list_people(desk: Desk) -> None:
    """The players known, of one session or of all."""
    named = desk.settings.session_id
    found = desk.office.people.find(session=desk.office.the_session(named) if named else None)
    if desk.settings.json:
        desk.json("people/1", {"people": [{"session": session, **each._asdict()} for session, each in found]})
    else:
        desk.table_or("no names are kept", _COLUMNS, _rows(found))


def _rows(found: Sequence[tuple[str, Person]]) -> list[list[str]]:
    return [[session, each.contestant, str(each.seat), each.name, each.member_number] for session, each in found]


def erase_people(desk: Desk, name: str | None, member: str | None) -> None:
    """Show who would be erased, ask, and erase; refused where nobody is kept so."""
    found = desk.office.people.find(name=name, member_number=member)
    if not found:
        raise Refusal("no-such-person", f"nobody is kept as {name or f'number {member}'}", "`person list` shows who is")
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_COLUMNS, _rows(found))
    desk.confirm("Erase this for good?")
    if not desk.settings.dry_run:
        desk.office.people.erase(found)
    _say_erased(desk, len(found))


def _say_erased(desk: Desk, count: int) -> None:
    if desk.settings.json:
        desk.json("erased/1", {"erased": count, "dry_run": desk.settings.dry_run})
        return
    verb = "Would erase" if desk.settings.dry_run else "Erased"
    desk.say(f"{verb} {count} {'entry' if count == 1 else 'entries'}")
