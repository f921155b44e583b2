"""Sessions: listed, one with its office and regulations, the one `use` remembers; and profiles of regulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import structs

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options import openings
from cli.terminal import settings
from cli.terminal.settings import state_folder
from cli.views.sessions import DamagedSession, SessionsAnswer, results_in, session_row, session_value
from cli.words.finality import finality_lines
from cli.words.office import officials
from cli.words.regulations import InForce, by_subject, in_force, signature_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Corrupt, Misuse, Refusal, Unavailable
from ledger.labels import boards_text
from ledger.laws.profile_loader import (
    Profile,
    changed,
    described,
    meant,
    otherwise,
    read_profile,
    shipped,
    value_text,
    values,
    with_what_goes,
    written,
)
from ledger.laws.regulations import Regulations
from ledger.projections.finality import finality, outdated_rulings, outdated_text
from ledger.projections.planned import reached
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.clocks.facts import CorrectClock
from ledger.subjects.office.facts import office_text


def clock_question(desk: Desk, stream: Stream, command: CorrectClock) -> str:
    """What the first of the events would be told with, and is, as a question."""
    if not 1 <= command.first <= stream.number:
        return "Correct the times?"  # it is refused
    envelope = desk.office.event(stream.id, command.first)
    now, clock = desk.now(stream), envelope.recorded_at
    was = moment_text(clock - command.ahead, now)
    return f"Was #{command.first} recorded at {was}, and not at {moment_text(clock, now)} as the clock said?"


def remember_session(desk: Desk, session: str) -> None:
    """Remember a session of this ledger; Misuse (no-such-session) where there is none of that name."""
    named = desk.office.the_session(session)
    settings.remember(state_folder(), desk.settings.database, named)
    first = desk.settings.session_named
    passed = first and first != named
    before = f", but {first}, by --session or BRIDGE_LEDGER_SESSION, goes before it" if passed else ""
    _tell(desk, f"{named} is meant in this folder from now on{before}; `use --forget` forgets it")


def forget_session(desk: Desk) -> None:
    """Remember none."""
    settings.forget(state_folder(), desk.settings.database)
    _tell(desk, "no session is remembered for this folder")


def say_session(desk: Desk) -> None:
    """Which session is meant, and why it is."""
    session = desk.session_id
    if desk.settings.session_named:
        _tell(desk, f"{session}, by --session or BRIDGE_LEDGER_SESSION")
    elif desk.settings.session_id:
        _tell(desk, f"{session}, remembered for this folder; `use --forget` forgets it")
    else:
        _tell(desk, f"{session}, the only session of this ledger; none is remembered")


def _tell(desk: Desk, text: str) -> None:
    if desk.settings.json:
        desk.json("use/1", {"session": desk.settings.session_id, "message": text})
    else:
        desk.hint(text)


def list_sessions(desk: Desk) -> None:
    """The sessions of the ledger; one whose log is damaged is listed, and why."""
    found, damaged = list[Session](), list[tuple[str, str]]()
    for name in desk.office.sessions(unopened=True):
        try:
            found.append(desk.office.session(name))
        except Corrupt as error:
            damaged.append((name, error.message))
    rows = (session_row(each, desk.settings.session_id) for each in found)
    value = SessionsAnswer(tuple(rows), tuple(DamagedSession(name, why) for name, why in damaged))
    desk.answer(value, value.parts())
    if there := desk.office.tournaments.names():
        desk.hint_aside(f"and {counted(len(there), 'tournament')}: `tournament list`")


def show_session(desk: Desk) -> None:
    """A session: its boards and contestants, its officials and periods, and the regulations it is scored by."""
    session = desk.session()
    if desk.settings.json:
        desk.answer(session_value(session, desk.now_in_periods(session)), (), session)
    else:
        desk.hint(*_session_lines(desk.scoreboard(), desk.now(session), desk.width))


def _session_lines(scoreboard: Scoreboard, now: int, width: int) -> Iterator[str]:
    session = scoreboard.session
    date = f", {session.opening.date}" if session.opening.date else ""
    title = f"{session.id}   {session.opening.title}{date}" + ("   (closed)" if session.closed else "")
    yield title
    one = session.opening.winners == 1
    winners = "one winner" if one else "two winners: North–South and East–West ranked apart"
    said = session.results_expected
    expected = f", {counted(said, 'result')} expected of every board" if said else ""
    form = f"{session.opening.scoring}, {winners}, {boards_text(sorted(session.boards))}{expected}"
    yield f"  {form}"
    counts = {
        "contestant": len(session.contestants),
        "result": results_in(session),
        "ruling": len(session.rulings),
        "event": session.number,
    }
    yield f"  {', '.join(counted(number, word) for word, number in counts.items())}"
    if how_far := reached(session):
        yield f"  {how_far}"
    if session.officials:
        held = [f"{name}, {' and '.join(map(office_text, offices))}" for name, offices in officials(session)]
        yield f"  officials: {'; '.join(held)}"
    if session.publications:
        first = session.publications[0]
        yield f"  scores published {moment_text(first.at, now)} (#{first.number})"
        yield from (f"  {line}" for line in finality_lines(finality(session), now))
    yield from (f"  to look at again: {outdated_text(scoreboard, each)}" for each in outdated_rulings(session))
    yield f"  digest {session.digest.hex()}"
    yield ""
    yield from regulations_in_force(session, now, width)


_LONGEST_VALUE = 24


def regulations_in_force(session: Session, now: int, width: int) -> Iterator[str]:
    """The regulations of a session: who signed them, what was amended."""
    signed = session.signed_regulations[-1].regulations if session.signed_regulations else None
    told = _profile_lines(
        session.regulations, in_force(session.regulations, session.opening.regulations, signed), width
    )
    yield next(told)
    if signature := signature_text(session, now):
        yield f"  {signature}"
    yield from told


def _profile_lines(regulations: Regulations, found: list[InForce], width: int) -> Iterator[str]:
    """What regulations are called; each with its value and of whom that is, and what it decides where there is room."""
    profile, said = otherwise(regulations)
    yield f"Regulations: {regulations.title}"
    if said:
        yield f"  {profile}, but for {', '.join(f'{name}={value}' for name, value in said.items())}"
    if regulations.unverified:
        yield "  unverified: nobody has read it in a text of the organiser"
    yield "  `help NAME` says what one is, and what it may be"
    rows = [[each.regulation.name, _short(each), each.mark, each.regulation.title] for each in found]
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    told = 3 if 2 + sum(widths) + 2 * 3 > width else 4
    beside = iter(rows)
    for subject, several in by_subject(found):
        yield from ("", f"  {subject}:")
        for each in several:
            row = next(beside)
            line = "  ".join(f"{text:<{wide}}" for text, wide in zip(row[:told], widths, strict=False))
            yield f"  {line}".rstrip()
            if row[1] != each.rows[0]:
                yield from (f"{'':<{4 + widths[0]}}{one}" for one in each.rows)


def _short(each: InForce) -> str:
    rows = each.rows
    if len(rows) == 1 and len(rows[0]) <= _LONGEST_VALUE:
        return rows[0]
    return "1 line" if len(rows) == 1 else f"{len(rows)} lines"


def list_profiles(output: Output) -> None:
    """The profiles in the package: of whom they are, and how many of their values nobody has verified."""
    found = {name: read_profile(name) for name in shipped()}
    if output.settings.json:
        output.json("profiles/1", {"profiles": [_profile_json(name, each) for name, each in found.items()]})
        return
    rows = [
        [name, each.regulations.title, str(len(each.regulations.unverified)), str(len(each.sources))]
        for name, each in found.items()
    ]
    output.table(["profile", "of whom", ">unverified", ">with a source"], rows)
    every = len(values(found["default"].regulations))
    output.hint_aside(
        f"of {every} regulations each; `regulations show NAME` prints one, `help regulations` explains them"
    )


def _profile_json(name: str, profile: Profile) -> dict[str, object]:
    regulations = profile.regulations
    return {
        "profile": name,
        "title": regulations.title,
        "unverified": list(regulations.unverified),
        "sources": dict(profile.sources),
    }


def show_profile(output: Output, name: str) -> None:
    """All values of a profile, and where they are from."""
    profile = read_profile(name)
    if output.settings.json:
        said = {"values": values(profile.regulations)}
        output.json("profile/1", _profile_json(profile.regulations.profile, profile) | said)
        return
    output.hint(*_profile_lines(profile.regulations, in_force(profile.regulations), output.width))
    output.say("", f"  digest {profile.regulations.digest}")
    if profile.sources:
        widest = max(map(len, profile.sources))
        output.say("", "  Where they are from:", *(f"  {at:<{widest}}  {text}" for at, text in profile.sources.items()))


def compare(desk: Desk, one: str, other: str | None) -> None:
    """What two regulations differ in, each value with what it means."""
    ours, theirs = _named(desk, one), _named(desk, other)
    first, second = values(ours), values(theirs)
    names = [name for name in described() if first[name] != second[name]]
    if desk.settings.json:
        differing = [{"name": name, "a": first[name], "b": second[name]} for name in names]
        desk.json("regulations-diff/1", {"a": ours.profile, "b": theirs.profile, "differing": differing})
        return
    if not names:
        desk.say(f"{ours.profile} and {theirs.profile} have the same values")
        return
    desk.say(f"A  {ours.profile}: {ours.title}", f"B  {theirs.profile}: {theirs.title}")
    for name in names:
        desk.say("", f"{name}: {described()[name].title}")
        for letter, regulations in (("A", ours), ("B", theirs)):
            value = value_text(values(regulations)[name])
            meaning = described()[name].values.get(value)
            mark = "   (unverified)" if name in regulations.unverified else ""
            meant = (f"{value}: {meaning}" if meaning else "–" if value == "[]" else value) + mark
            desk.say_long(f"  {letter}  {meant}", 5)


def _named(desk: Desk, name: str | None) -> Regulations:
    """The regulations of a profile, of a file, of a session or a tournament; without a name, those in force."""
    if name and (name in shipped() or name.endswith(".toml")):
        return read_profile(name).regulations
    if name is None:
        return desk.stream().regulations
    try:
        if not desk.office.streams.has(name):
            raise _no_such(name, f"there is no profile and no session {name}")
    except Unavailable as error:
        if error.code == "no-database":
            raise _no_such(name, f"there is no profile {name}; for a session, {error.message}") from None
        raise
    return desk.office.stream(name).regulations


def _no_such(name: str, message: str) -> Misuse:
    ways = "`regulations list`, `session list`; or a file of your own: FILE.toml"
    return Misuse("no-such-profile", message, meant(name) + ways)


def make_profile(output: Output, file: Path, base: str, title: str | None, changes: Sequence[str]) -> None:
    """Write a profile of an office's own, where no file is yet."""
    if file.suffix != ".toml" or file.stem in shipped():
        raise Misuse("usage", f"a profile of your own is a file NAME.toml, not {file}", "`regulations new our.toml`")
    profile = read_profile(base)
    said = with_what_goes(profile.regulations, openings.said_otherwise(changes))
    made = changed(profile.regulations, said)
    named = structs.replace(
        made,
        profile=file.stem,
        title=title or f"{file.stem}, after {made.profile}",
        unverified=tuple(name for name in made.unverified if name not in said),  # who says what it is anyway, knows
    )
    sources = {name: text for name, text in profile.sources.items() if name not in said}
    text = written(Profile(named, sources))
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError as error:
        raise Refusal("file-exists", f"{file} is there already", "choose another name: nothing is lost") from error
    except OSError as error:
        raise Misuse("output-lost", f"{file} cannot be written: {error.strerror}", "name another folder") from error
    if output.settings.json:
        output.json("profile/1", _profile_json(file.stem, Profile(named, sources)))
        return
    output.hint(
        f"{file} is ready: `session open NAME --boards 1-24 --profile {file}`", f"`regulations diff {base} {file}`"
    )
