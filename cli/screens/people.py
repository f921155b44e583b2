"""The players' names, as they are known, and what is erased of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.screens.erasing import erase
from ledger.errors import Refusal
from ledger.events.people import Player
from ledger.exchange.csv_names import read_names
from ledger.session import session_of
from ledger.session.places import require_contestant

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.events.people import ErasedBecause, ErasedText

_COLUMNS = ("session", "contestant", ">seat", "name", "number")


def list_people(desk: Desk) -> None:
    """The players known, of one session or of all."""
    desk.office.people.require_told()
    named = desk.settings.session_named
    sessions = [desk.office.the_session(named)] if named else desk.office.sessions()
    found = [(session, player) for session in sessions for player in desk.office.people.of(session)]
    if desk.settings.json:
        desk.json("people/1", {"people": [{"session": session, **_json(player)} for session, player in found]})
    else:
        desk.table_or("nobody is named", _COLUMNS, _rows(found))


def in_seats(contestant: str, names: Sequence[str], *, first: int = 1, member_number: str = "") -> tuple[Player, ...]:
    """Players of a contestant, in its seats from the first on."""
    return tuple(Player(contestant, seat, name, member_number) for seat, name in enumerate(names, start=first))


def from_list(desk: Desk, file: Path) -> tuple[Player, ...]:
    """The players of a list that the office keeps itself; refused by the line that names nobody who is entered."""
    found = read_names(file)
    stream = desk.stream_before()
    for place, player in found:
        try:
            require_contestant(session_of(stream), player.contestant)
        except Refusal as refusal:
            raise Refusal(refusal.code, f"{place}: {refusal.message}", refusal.hint) from refusal
    return tuple(player for _, player in found)


def _json(player: Player) -> dict[str, object]:
    return {name: getattr(player, name) for name in player.__struct_fields__}


def _rows(found: Sequence[tuple[str, Player]]) -> list[list[str]]:
    return [[session, each.contestant, str(each.seat), each.name, each.member_number] for session, each in found]


def erase_people(desk: Desk, name: str | None, member: str | None, because: ErasedBecause) -> None:
    """Show who would be erased, ask, and erase; refused where nobody is known so."""
    found = desk.office.people.find(name=name or "", member_number=(member or "").strip())
    if not found:
        raise Refusal(
            "no-such-person", f"nobody is known as {name or f'number {member}'}", "`person list` shows who is"
        )
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_COLUMNS, _rows([(each.session, each.player) for each in found]))
    wanted: dict[str, list[ErasedText]] = {}
    for each in found:
        wanted.setdefault(each.session, []).extend(each.texts)
    erase(desk, wanted, because, (len(found), "entry", "entries"))
    _say_where_else(desk, sorted({each.player.name for each in found if each.player.name}))


def _say_where_else(desk: Desk, names: Sequence[str]) -> None:
    """Where the same names stand in somebody's own words, which are erased one by one."""
    for name in names:
        for session in desk.office.people.sessions_that_mention(name):
            numbers = sorted({text.number for text in desk.office.texts(session, word=name)})
            events = ", ".join(f"#{number}" for number in numbers)
            desk.hint_aside(
                f'{name} still stands in {events} of session {session}: `text list "{name}"`, then `text erase`'
            )
