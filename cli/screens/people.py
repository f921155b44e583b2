"""People and texts, which are kept beside the log: listed, read from a file, erased; and the list of members."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from msgspec import structs

from cli.desk.desk import Desk
from cli.options.people import contestant
from cli.words.vocabulary import counted
from ledger.errors import Misuse, Refusal
from ledger.exchange.members import read_entries, require_none
from ledger.labels.persons import Members, names_pattern
from ledger.recording import TRIAL, Submission
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import Tournament, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.labels.persons import Members
    from ledger.recording.people import TextOf
    from ledger.subjects.people.facts import ErasedBecause, ErasedText


def erase(
    desk: Desk, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause, what: tuple[int, str, str]
) -> None:
    """Ask, and erase texts of sessions; `what`: how many of what are shown on the screen, one and several."""
    desk.office.erase(wanted, because, TRIAL)  # who may not is told before he is asked
    desk.confirm("Erase this for good?")
    asked = desk.settings
    effects = desk.office.erase(wanted, because, Submission(asked.command_id, asked.dry_run))
    if desk.settings.json:
        recorded = [{"session": each.after.id, "number": event.number} for each in effects for event in each.events]
        desk.json("erased/1", {"erased": what[0], "dry_run": desk.settings.dry_run, "recorded": recorded})
        return
    count, one, several = what
    verb = "Would erase" if desk.settings.dry_run else "Erased"
    found = [f"#{envelope.number} of {effect.after.id}" for effect in effects for envelope in effect.events]
    numbers = f": {', '.join(found)}" if found else ""
    desk.say(f"{verb} {count} {one if count == 1 else several}{numbers}")


_PEOPLE_COLUMNS = ("session", "contestant", ">seat", "name", "number")


def list_people(desk: Desk) -> None:
    """The players known, of one session or of all."""
    desk.office.people.require_told()
    named = desk.settings.session_named
    sessions = (
        [desk.office.the_session(named)] if named else [*desk.office.tournaments.names(), *desk.office.sessions()]
    )
    found = [(session, player) for session in sessions for player in desk.office.people.of(session)]
    if desk.settings.json:
        desk.json("people/1", {"people": [{"session": session, **structs.asdict(player)} for session, player in found]})
    else:
        desk.table_or("nobody is named", _PEOPLE_COLUMNS, _people_rows(found))


def from_list(desk: Desk, file: Path, members: Members | None) -> tuple[Player, ...]:
    """The players of a list that the office keeps itself; refused by the lines that name nobody, or nobody entered."""
    stream = desk.stream_before()
    entered = stream.entrants if isinstance(stream, Tournament) else session_of(stream).contestants
    found: list[Player] = []
    lines, problems = read_entries(file)
    for line in lines:
        try:
            if line.contestant not in entered:
                raise Refusal("no-such-contestant", f"contestant {line.contestant} is not entered")
            found += contestant(line.contestant, line.players, members, whole=True)
        except (Refusal, Misuse) as error:
            problems.append((line.place, error.message))
    require_none(file, problems)
    return tuple(found)


def _people_rows(found: Sequence[tuple[str, Player]]) -> list[list[str]]:
    return [[session, each.contestant, str(each.seat), each.name, each.member_number] for session, each in found]


def erase_people(desk: Desk, name: str | None, member: str | None, because: ErasedBecause) -> None:
    """Show who would be erased, ask, and erase; refused where nobody is known so."""
    found = desk.office.people.find(name=name or "", member_number=(member or "").strip())
    if not found:
        raise Refusal(
            "no-such-person", f"nobody is known as {name or f'number {member}'}", "`person list` shows who is"
        )
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_PEOPLE_COLUMNS, _people_rows([(each.session, each.player) for each in found]))
    wanted: dict[str, list[ErasedText]] = {}
    for each in found:
        wanted.setdefault(each.session, []).extend(each.texts)
    erase(desk, wanted, because, (len(found), "entry", "entries"))
    _say_where_else(desk, sorted({each.player.name for each in found if each.player.name}))


def _say_where_else(desk: Desk, names: Sequence[str]) -> None:
    """Where the same names, or a part of them, stand in somebody's own words, which are erased one by one."""
    for name in names:
        for session, called in desk.office.people.sessions_that_mention(name).items():
            for each in called:
                words, texts = names_pattern([each]), desk.office.texts(session, word=each)
                numbers = sorted(
                    {at.number for at in texts if words.search(at.text) and not at.field.startswith("players.")}
                )
                events = ", ".join(f"#{number}" for number in numbers)
                if numbers:
                    there = f"--session {quote(session)}"
                    look = f'`text list "{each}" {there}`, then `text erase NUMBER {there}`'
                    desk.hint_aside(f"{each} still stands in {events} of session {session}: {look}")


_TEXT_COLUMNS = (">event", "field", "text")


def list_texts(desk: Desk, word: str) -> None:
    """The texts of the session that are kept, or those that hold a word."""
    found = desk.office.texts(desk.session_id, word=word)
    if desk.settings.json:
        texts = [{"event": each.number, "field": each.field, "text": each.text} for each in found]
        desk.json_at("texts/1", desk.stream(), {"texts": texts})
    else:
        desk.table_or("no text is kept" + (f" with {word!r} in it" if word else ""), _TEXT_COLUMNS, _text_rows(found))


def _text_rows(found: Sequence[TextOf]) -> list[list[str]]:
    return [[f"#{each.number}", each.field, each.text] for each in found]


def erase_texts(desk: Desk, number: int, field: str, because: ErasedBecause) -> None:
    """Show what would be erased of an event, and where its case says it again; ask, and erase. Refused: nothing is."""
    session = desk.session_id
    desk.office.event(session, number)
    found = desk.office.texts(session, number=number, field=field, copies=True)
    if not found:
        in_field = f" in {field}" if field else ""
        hint = f"`show {number}` shows what it says, `text list` what is kept"
        raise Refusal("nothing-to-change", f"#{number} has no text{in_field} to erase", hint)
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_TEXT_COLUMNS, _text_rows(found))
    erase(desk, {session: [each.erasing for each in found]}, because, (len(found), "text", "texts"))


_SHOWN = 20


def the_list(desk: Desk, named: Path | None) -> Members | None:
    """The members of the list that is named, by --members or BRIDGE_LEDGER_MEMBERS; None where none is.

    What is wrong with it is said in a line, the first of it by its line.
    """
    file = _meant(named)
    if file is None:
        return None
    from ledger.exchange.members import read_members

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
    from ledger.exchange.members import read_members

    members = read_members(file).members
    named_players = []
    for each in said:
        meant = () if each.name else members.numbered(each.member_number)
        named_players.append(structs.replace(each, name=meant[0].name) if len(meant) == 1 else each)
    return tuple(named_players)


_COLUMNS = ("name", "number", "club", ">line")


def show_members(desk: Desk, letters: str, named: Path | None) -> None:
    """Who of the list fits a few letters or a number; without any, how many are on it. And what is wrong with it."""
    file = _meant(named)
    if file is None:
        raise Misuse("usage", "which list of members?", "--members FILE; or BRIDGE_LEDGER_MEMBERS=FILE, once for all")
    from ledger.exchange.members import read_members

    read = read_members(file)
    found = read.members.meant(letters) if letters else ()
    if desk.settings.json:
        told = [{"name": each.name, "number": each.number, "club": each.club, "line": each.line} for each in found]
        wrong = [{"where": where, "why": why} for where, why in read.problems]
        desk.json("members/1", {"members": len(read.members), "found": told, "problems": wrong})
        return
    if letters:
        rows = [[each.name, each.number, each.club, str(each.line)] for each in found]
        desk.table_or(f"nobody of {file.name} is {letters!r}", _COLUMNS, rows)
        return
    desk.say(f"{counted(len(read.members), 'member')} on {file.name}")
    shown = read.problems if desk.settings.verbose else read.problems[:_SHOWN]
    for where, why in shown:
        desk.say(f"  {where}: {why}" if where else f"  {why}")
    if len(shown) < len(read.problems):
        desk.say(f"  … and {len(read.problems) - len(shown)} more (-v shows them)")
