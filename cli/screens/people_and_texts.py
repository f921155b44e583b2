"""People and texts, which are kept beside the log: listed, read from a file, erased."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.json.sessions import player_json
from cli.options.people import contestant
from ledger.errors import Misuse, Refusal
from ledger.exchange.csv.entries import read_entries, require_none
from ledger.facts.people import Player
from ledger.labels.persons import names_pattern
from ledger.session import Stream, Tournament, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.facts.people import ErasedBecause, ErasedText
    from ledger.labels.club_members import Members
    from ledger.recording.effect import Effect
    from ledger.recording.people import TextOf


def erase(
    desk: Desk, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause, what: tuple[int, str, str]
) -> None:
    """Ask, and erase texts of sessions; `what`: how many of what are shown on the screen, one and several."""
    desk.office.erase(wanted, because, dry_run=True)  # who may not is told before he is asked
    desk.confirm("Erase this for good?")
    asked = desk.settings
    effects = desk.office.erase(wanted, because, command_id=asked.command_id, dry_run=asked.dry_run)
    if desk.settings.json:
        desk.json("erased/1", {"erased": what[0], "dry_run": desk.settings.dry_run, "recorded": _recorded(effects)})
        return
    count, one, several = what
    verb = "Would erase" if desk.settings.dry_run else "Erased"
    desk.say(f"{verb} {count} {one if count == 1 else several}{_numbers(effects)}")


def _recorded(effects: Sequence[Effect]) -> list[dict[str, object]]:
    return [{"session": effect.after.id, "number": envelope.number} for effect in effects for envelope in effect.events]


def _numbers(effects: Sequence[Effect]) -> str:
    found = [f"#{envelope.number} of {effect.after.id}" for effect in effects for envelope in effect.events]
    return f": {', '.join(found)}" if found else ""


_COLUMNS = ("session", "contestant", ">seat", "name", "number")


def list_people(desk: Desk) -> None:
    """The players known, of one session or of all."""
    desk.office.people.require_told()
    named = desk.settings.session_named
    sessions = (
        [desk.office.the_session(named)] if named else [*desk.office.tournaments.names(), *desk.office.sessions()]
    )
    found = [(session, player) for session in sessions for player in desk.office.people.of(session)]
    if desk.settings.json:
        desk.json("people/1", {"people": [{"session": session, **player_json(player)} for session, player in found]})
    else:
        desk.table_or("nobody is named", _COLUMNS, _rows(found))


def from_list(desk: Desk, file: Path, members: Members | None) -> tuple[Player, ...]:
    """The players of a list that the office keeps itself; refused by the lines that name nobody, or nobody entered."""
    entered = _entered(desk.stream_before())
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


def _entered(stream: Stream) -> Container[str]:
    return stream.entrants if isinstance(stream, Tournament) else session_of(stream).contestants


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
    """Where the same names, or a part of them, stand in somebody's own words, which are erased one by one."""
    for name in names:
        for session, called in desk.office.people.sessions_that_mention(name).items():
            for each in called:
                _say_where(desk, session, each)


def _say_where(desk: Desk, session: str, called: str) -> None:
    """Where words of a session call somebody so; another player of the same name is none of them."""
    words, texts = names_pattern([called]), desk.office.texts(session, word=called)
    numbers = sorted({at.number for at in texts if words.search(at.text) and not at.field.startswith("players.")})
    events = ", ".join(f"#{number}" for number in numbers)
    if numbers:
        there = f"--session {quote(session)}"
        look = f'`text list "{called}" {there}`, then `text erase NUMBER {there}`'
        desk.hint_aside(f"{called} still stands in {events} of session {session}: {look}")


_SEALED = "(sealed: a memo)"
"""What is told of a memo where its words cannot be."""

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
    told = (_SEALED if each.field == "sealed" else each.text for each in found)
    return [[f"#{each.number}", each.field, text] for each, text in zip(found, told, strict=True)]


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
