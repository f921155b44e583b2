"""The list of members that is meant; what is wrong with it, and who of it fits a few letters."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from cli.desk.desk import Desk
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.exchange.members import MembersRead, read_members
from ledger.facts.people import Player
from ledger.labels.club_members import Members

_SHOWN = 20


def the_list(desk: Desk, named: Path | None) -> Members | None:
    """The members of the list that is named, by --members or BRIDGE_LEDGER_MEMBERS; None where none is.

    What is wrong with it is said in a line, the first of it by its line.
    """
    file = _meant(named)
    if file is None:
        return None
    found = read_members(file)
    wrong = [f"{where}: {why}" for where, why in found.problems if where]
    if wrong and not desk.settings.quiet:
        more = f", and {counted(len(wrong) - 1, 'more line')}" if len(wrong) > 1 else ""
        desk.aside(f"note: {file.name} {wrong[0]}{more}: `person members` tells all")
    return found.members


def _meant(named: Path | None) -> Path | None:
    kept = os.environ.get("BRIDGE_LEDGER_MEMBERS", "")
    return named or (Path(kept) if kept else None)


def by_number(players: Iterable[Player], named: Path | None) -> tuple[Player, ...]:
    """Players, with the names that the list has for the numbers of those who gave nothing else, as at a device."""
    said = tuple(players)
    file = _meant(named)
    if file is None or all(each.name or not each.member_number for each in said):
        return said
    members = read_members(file).members
    return tuple(_by_number(each, members) for each in said)


def _by_number(player: Player, members: Members) -> Player:
    found = () if player.name else members.numbered(player.member_number)
    return replace(player, name=found[0].name) if len(found) == 1 else player


_COLUMNS = ("name", "number", "club", ">line")


def show_members(desk: Desk, letters: str, named: Path | None) -> None:
    """Who of the list fits a few letters or a number; without any, how many are on it. And what is wrong with it."""
    file = _meant(named)
    if file is None:
        raise Misuse("usage", "which list of members?", "--members FILE; or BRIDGE_LEDGER_MEMBERS=FILE, once for all")
    read = read_members(file)
    found = read.members.meant(letters) if letters else read.members.everybody
    if desk.settings.json:
        _say_json(desk, read, letters)
        return
    if letters:
        rows = [[each.name, each.number, each.club, str(each.line)] for each in found]
        desk.table_or(f"nobody of {file.name} is {letters!r}", _COLUMNS, rows)
        return
    desk.say(f"{counted(len(found), 'member')} on {file.name}")
    _say_problems(desk, read.problems)


def _say_problems(desk: Desk, problems: Sequence[tuple[str, str]]) -> None:
    shown = problems if desk.settings.verbose else problems[:_SHOWN]
    for where, why in shown:
        desk.say(f"  {where}: {why}" if where else f"  {why}")
    if len(shown) < len(problems):
        desk.say(f"  … and {len(problems) - len(shown)} more (-v shows them)")


def _say_json(desk: Desk, read: MembersRead, letters: str) -> None:
    found = read.members.meant(letters) if letters else ()
    told = [{"name": each.name, "number": each.number, "club": each.club, "line": each.line} for each in found]
    wrong = [{"where": where, "why": why} for where, why in read.problems]
    desk.json("members/1", {"members": len(read.members), "found": told, "problems": wrong})
