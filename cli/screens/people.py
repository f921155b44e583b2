"""People and texts, which are stored outside the log: list, read from a file, erase; and the list of members."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from msgspec import structs

from cli.desk.desk import Desk
from cli.options.people import contestant
from cli.terminal.clubs import keep_days
from cli.words.vocabulary import counted
from ledger.errors import Misuse, Refusal
from ledger.exchange.members import read_entries, refuse_bad_lines
from ledger.labels.persons import Members
from ledger.recording import TRIAL, Submission
from ledger.recording.machine_state import last_backup
from ledger.session.moment import local
from ledger.subjects.people.facts import ErasedBecause, ErasedText, Player
from ledger.subjects.tournaments.state import Tournament, session_of

if TYPE_CHECKING:
    from cli.views.people import PersonAnswer
    from ledger.recording.people import TextOf


def erase(
    desk: Desk, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause, what: tuple[int, str, str]
) -> None:
    """Ask, then erase texts of sessions; `what`: how many entries were shown, and their noun, singular and plural."""
    desk.office.erase(wanted, because, TRIAL)  # refuses a caller without the right before the question
    desk.confirm("Erase this for good?")
    settings = desk.settings
    effects = desk.office.erase(wanted, because, Submission(settings.command_id, settings.dry_run))
    if desk.settings.json:
        recorded = [{"session": each.after.id, "number": event.number} for each in effects for event in each.events]
        desk.json("erased/1", {"erased": what[0], "dry_run": desk.settings.dry_run, "recorded": recorded})
        return
    count, one, several = what
    verb = "Would erase" if desk.settings.dry_run else "Erased"
    numbers_recorded = [f"#{envelope.number} of {effect.after.id}" for effect in effects for envelope in effect.events]
    numbers = f": {', '.join(numbers_recorded)}" if numbers_recorded else ""
    desk.say(f"{verb} {count} {one if count == 1 else several}{numbers}")


_PEOPLE_COLUMNS = ("session", "contestant", ">seat", "name", "number")


def list_people(desk: Desk) -> None:
    """Print the players known in one session or in all."""
    desk.office.people.require_names_readable()
    if named := desk.settings.session_named:
        sessions = [desk.office.resolve_session(named)]
    else:
        sessions = [*desk.office.tournaments.names(), *desk.office.sessions()]
    people = [(session, player) for session in sessions for player in desk.office.people.of(session)]
    if desk.settings.json:
        values = [{"session": session, **structs.asdict(player)} for session, player in people]
        desk.json("people/1", {"people": values})
    else:
        rows = [[session, each.contestant, str(each.seat), each.name, each.member_number] for session, each in people]
        desk.table_or("nobody is named", _PEOPLE_COLUMNS, rows)


def players_from_list(desk: Desk, file: Path, members: Members | None) -> tuple[Player, ...]:
    """Return the players in a file; the Refusal lists every line without a player or with an unknown contestant."""
    stream = desk.deciding_stream()
    entered = stream.entrants if isinstance(stream, Tournament) else session_of(stream).contestants
    players: list[Player] = []
    lines, problems = read_entries(file)
    for line in lines:
        try:
            if line.contestant not in entered:
                raise Refusal("no-such-contestant", f"contestant {line.contestant} is not entered")
            players += contestant(line.contestant, line.players, members, whole=True)
        except (Refusal, Misuse) as error:
            problems.append((line.place, error.message))
    refuse_bad_lines(file, problems)
    return tuple(players)


def show_person(desk: Desk, name: str, member: str) -> None:
    """Print what is held about a person in every session; Refusal if nothing is."""
    answer = _search(desk, name, member)
    desk.answer(answer, answer.shown(name or f"number {member}"))


def erase_people(desk: Desk, name: str, member: str, because: ErasedBecause, *, everything: bool) -> None:
    """Show the entries of a person, with `everything` all texts too, ask, and erase them; Refusal if there are none."""
    _require_no_session(desk)
    answer = _search(desk, name, member)
    texts = [each for each in answer.held if each.erasing]
    chosen = tuple(each for each in texts if everything or each.player)
    typed = quote(name) if name else f"--member {quote(member)}"
    if not chosen:
        hint = f"`person show {typed}` shows what names the person"
        if texts:
            hint = f"`person erase {typed} --everything` erases the texts that name the person"
        raise Refusal("no-such-person", f"nobody is known as {name or f'number {member}'}", hint)
    if not (desk.settings.json or desk.settings.quiet):
        desk.show([answer.table(chosen)])
    texts_of: dict[str, list[ErasedText]] = {}
    for each in chosen:
        texts_of.setdefault(each.session, []).extend(filter(None, [each.erasing]))
    entries = len({(each.session, each.number, each.player) for each in chosen})
    what = (len(chosen), "text", "texts") if everything else (entries, "entry", "entries")
    erase(desk, texts_of, because, what)
    desk.hint_aside(*answer.left())
    # by the number nothing is found any more, and by the name a namesake is found too
    called = name or next((each.text for each in chosen if each.field.endswith(".name")), "")
    if name and len(chosen) < len(texts):
        desk.hint_aside(f"Texts with the whole name stay: `person erase {typed} --everything` erases them too")
    elif called and (len(chosen) < len(texts) or answer.parts):
        desk.hint_aside(f"Texts that name the person stay: `person show {quote(called)}` shows them")


def _require_no_session(desk: Desk) -> None:
    if desk.settings.session:
        raise Misuse("usage", f"--session {desk.settings.session}: this erases in every session", "leave --session out")


def _search(desk: Desk, name: str, member: str) -> PersonAnswer:
    from cli.views.answers import fill_row
    from cli.views.people import PersonAnswer

    desk.office.people.require_names_readable()
    search = desk.office.people.find(name=name, member_number=member)
    if not (search.held or search.parts):
        similar = f"similar names: {', '.join(search.similar)}; " if search.similar else ""
        hint = f"{similar}`person list` shows everybody known here"
        raise Refusal("no-such-person", f"nobody is known as {name or f'number {member}'}", hint)
    kept = desk.office.acknowledged
    backup = last_backup(kept.path.parent, kept.url) if kept else None
    copies = [f"the backup {backup.file} of {local(backup.at):%Y-%m-%d}, and any other"] if backup else []
    return fill_row(PersonAnswer, search, copies=tuple(copies), keep_days=keep_days())


def erase_expired(desk: Desk, because: ErasedBecause) -> None:
    """Show the texts of all sessions that are older than the office keeps them, ask, and erase them."""
    _require_no_session(desk)
    days = keep_days()
    if not days:
        hint = 'keep_days = "730" in the club\'s file, named by BRIDGE_LEDGER_CLUB: `help personal-data`'
        raise Misuse("usage", "nobody has said for how many days texts are kept", hint)
    desk.office.people.require_names_readable()
    expired = desk.office.people.expired(desk.office.clock(), days)
    if not expired:
        raise Refusal("nothing-to-change", f"no text is older than {days} days")
    if not (desk.settings.json or desk.settings.quiet):
        rows = [[session, *row] for session, texts in expired.items() for row in _text_rows(texts)]
        desk.table(("session", *_TEXT_COLUMNS), rows)
    erasing = {session: [each.erasing for each in texts] for session, texts in expired.items()}
    erase(desk, erasing, because, (sum(map(len, erasing.values())), "text", "texts"))


_TEXT_COLUMNS = (">event", "field", "text")


def list_texts(desk: Desk, word: str) -> None:
    """Print the texts stored for the session, or those that contain a word."""
    stored = desk.office.texts(desk.session_id, word=word)
    if desk.settings.json:
        texts = [{"event": each.number, "field": each.field, "text": each.text} for each in stored]
        desk.print_json_of_state("texts/1", desk.stream(), {"texts": texts})
    else:
        desk.table_or("no text is kept" + (f" with {word!r} in it" if word else ""), _TEXT_COLUMNS, _text_rows(stored))


def _text_rows(texts: Sequence[TextOf]) -> list[list[str]]:
    return [[f"#{each.number}", each.field, each.text] for each in texts]


def erase_texts(desk: Desk, number: int, field: str, because: ErasedBecause) -> None:
    """Show the texts of an event with their copies in its case, ask, and erase them; Refusal if there are none."""
    session = desk.session_id
    desk.office.event(session, number)
    # a text may be repeated in later events of its case: the copies are erased too
    texts = desk.office.texts(session, number=number, field=field, copies=True)
    if not texts:
        in_field = f" in {field}" if field else ""
        hint = "`text list` shows the texts that are kept, and their numbers"
        raise Refusal("nothing-to-change", f"#{number} has no text{in_field} to erase", hint)
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(_TEXT_COLUMNS, _text_rows(texts))
    erase(desk, {session: [each.erasing for each in texts]}, because, (len(texts), "text", "texts"))


_SHOWN = 20


def read_member_list(desk: Desk, named: Path | None) -> Members | None:
    """Return the members in the file of --members or BRIDGE_LEDGER_MEMBERS, noting faulty lines; None without one."""
    file = _members_file(named)
    if file is None:
        return None
    from ledger.exchange.members import read_members

    members_read = read_members(file)
    wrong = [f"{where}: {why}" for where, why in members_read.problems if where]
    if wrong and not desk.settings.quiet:
        more = f", and {counted(len(wrong) - 1, 'more line')}" if len(wrong) > 1 else ""
        desk.aside(f"note: {file.name} {wrong[0]}{more}: `person members` lists all")
    return members_read.members


def _members_file(named: Path | None) -> Path | None:
    default = os.environ.get("BRIDGE_LEDGER_MEMBERS", "")
    return named or (Path(default) if default else None)


def by_number(players: Iterable[Player], named: Path | None) -> tuple[Player, ...]:
    """Return the players; one known by number only, as at a scoring device, gets the name in the list of members."""
    given = tuple(players)
    file = _members_file(named)
    if file is None or all(each.name or not each.member_number for each in given):
        return given
    from ledger.exchange.members import read_members

    members = read_members(file).members
    named_players = []
    for player in given:
        matches = () if player.name else members.numbered(player.member_number)
        named_players.append(structs.replace(player, name=matches[0].name) if len(matches) == 1 else player)
    return tuple(named_players)


_COLUMNS = ("name", "number", "club", ">line")


def show_members(desk: Desk, letters: str, named: Path | None) -> None:
    """Print the members who match some letters or a number; by default, how many there are and the faulty lines."""
    file = _members_file(named)
    if file is None:
        raise Misuse("usage", "which list of members?", "--members FILE; or BRIDGE_LEDGER_MEMBERS=FILE, once for all")
    from ledger.exchange.members import read_members

    read = read_members(file)
    matches = read.members.meant(letters) if letters else ()
    if desk.settings.json:
        values = [{"name": each.name, "number": each.number, "club": each.club, "line": each.line} for each in matches]
        wrong = [{"where": where, "why": why} for where, why in read.problems]
        desk.json("members/1", {"members": len(read.members), "found": values, "problems": wrong})
        return
    if letters:
        rows = [[each.name, each.number, each.club, str(each.line)] for each in matches]
        desk.table_or(f"nobody of {file.name} is {letters!r}", _COLUMNS, rows)
        return
    desk.say(f"{counted(len(read.members), 'member')} on {file.name}")
    first = read.problems if desk.settings.verbose else read.problems[:_SHOWN]
    for where, why in first:
        desk.say(f"  {where}: {why}" if where else f"  {why}")
    if len(first) < len(read.problems):
        desk.say(f"  … and {len(read.problems) - len(first)} more (-v shows them)")
