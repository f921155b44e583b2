"""List and show sessions, remember one for the folder, and show, compare and write regulations."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import structs

from cli.desk.desk import Desk
from cli.options import openings
from cli.terminal import settings
from cli.terminal.settings import state_folder
from cli.views.answers import fill_row
from cli.views.regulations import DifferingValue, ProfileAnswer, ProfilesAnswer, RegulationsDiffAnswer, profile_row
from cli.views.sessions import DamagedSession, SessionsAnswer, results_in, session_row, session_value
from cli.views.tables import Text
from cli.words.finality import finality_lines
from cli.words.office import officials
from cli.words.regulations import InForce, by_subject, in_force, signature_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Corrupt, Misuse, Refusal, Unavailable
from ledger.labels import boards_text
from ledger.laws.edition import SHIPPED
from ledger.laws.profile_loader import (
    Profile,
    change_regulations,
    clear_dependent_tables,
    describe_regulations,
    format_profile,
    list_shipped_profiles,
    read_profile,
    read_versions,
    similar_profile_hint,
    split_day,
    split_profile_name,
    value_text,
    values,
)
from ledger.laws.regulations import Regulations
from ledger.projections.finality import finality, outdated_rulings, outdated_text
from ledger.projections.planned import find_progress
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.clocks.facts import CorrectClock
from ledger.subjects.office.facts import office_text


def clock_question(desk: Desk, stream: Stream, command: CorrectClock) -> str:
    """Return the question that confirms a clock correction, with the old and the new time of its first event."""
    if not 1 <= command.first <= stream.number:
        return "Correct the times?"  # the office will refuse the number
    envelope = desk.office.event(stream.id, command.first)
    latest, clock = desk.now(stream), envelope.recorded_at
    was = moment_text(clock - command.ahead, latest)
    return f"Was #{command.first} recorded at {was}, and not at {moment_text(clock, latest)} as the clock said?"


def remember_session(desk: Desk, session: str) -> None:
    """Remember the session that commands in this folder use from now on; Misuse for an unknown session."""
    named = desk.office.resolve_session(session)
    settings.remember(state_folder(), desk.settings.database, named)
    first = desk.settings.session_named
    passed = first and first != named
    before = f", but {first}, by --session or BRIDGE_LEDGER_SESSION, goes before it" if passed else ""
    _say_use(desk, f"{named} is meant in this folder from now on{before}; `use --forget` forgets it")


def forget_session(desk: Desk) -> None:
    """Forget the session remembered for the folder."""
    settings.forget(state_folder(), desk.settings.database)
    _say_use(desk, "no session is remembered for this folder")


def say_session(desk: Desk) -> None:
    """Print the session that commands use, and why: it is named, remembered, or the only one."""
    session = desk.session_id
    if desk.settings.session_named:
        _say_use(desk, f"{session}, by --session or BRIDGE_LEDGER_SESSION")
    elif desk.settings.session_id:
        _say_use(desk, f"{session}, remembered for this folder; `use --forget` forgets it")
    else:
        _say_use(desk, f"{session}, the only session of this ledger; none is remembered")


def _say_use(desk: Desk, text: str) -> None:
    if desk.settings.json:
        desk.json("use/1", {"session": desk.settings.session_id, "message": text})
    else:
        desk.hint(text)


def list_sessions(desk: Desk) -> None:
    """Print the sessions of the ledger; a damaged log is listed with its error."""
    sessions, damaged = list[Session](), list[tuple[str, str]]()
    for name in desk.office.sessions(unopened=True):
        try:
            sessions.append(desk.office.session(name))
        except Corrupt as error:
            damaged.append((name, error.message))
    rows = (session_row(each, desk.settings.session_id) for each in sessions)
    value = SessionsAnswer(tuple(rows), tuple(DamagedSession(name, why) for name, why in damaged))
    desk.answer(value, value.parts())
    if tournaments := desk.office.tournaments.names():
        desk.hint_aside(f"and {counted(len(tournaments), 'tournament')}: `tournament list`")


def show_session(desk: Desk) -> None:
    """Print a session: its boards, contestants, officials, periods and regulations."""
    session = desk.session()
    if desk.settings.json:
        desk.answer(session_value(session, desk.now_in_periods(session)), (), session)
    else:
        desk.hint(*_session_lines(desk.scoreboard(), desk.now(session), desk.width))


def _session_lines(scoreboard: Scoreboard, time: int, width: int) -> Iterator[str]:
    session = scoreboard.session
    date = f", {session.opening.date}" if session.opening.date else ""
    yield f"{session.id}   {session.opening.title}{date}" + ("   (closed)" if session.closed else "")
    single = session.opening.winners == 1
    winners = "one winner" if single else "two winners: North–South and East–West ranked apart"
    results = session.results_expected
    expected = f", {counted(results, 'result')} expected of every board" if results else ""
    yield f"  {session.opening.scoring}, {winners}, {boards_text(sorted(session.boards))}{expected}"
    counts = {"contestant": len(session.contestants), "result": results_in(session)}
    counts |= {"ruling": len(session.rulings), "event": session.number}
    yield f"  {', '.join(counted(number, word) for word, number in counts.items())}"
    if how_far := find_progress(session):
        yield f"  {how_far}"
    if session.officials:
        held = [f"{name}, {' and '.join(map(office_text, offices))}" for name, offices in officials(session)]
        yield f"  officials: {'; '.join(held)}"
    if session.publications:
        first = session.publications[0]
        yield f"  scores published {moment_text(first.at, time)} (#{first.number})"
        yield from (f"  {line}" for line in finality_lines(finality(session), time))
    yield from (f"  to look at again: {outdated_text(scoreboard, each)}" for each in outdated_rulings(session))
    yield f"  digest {session.digest.hex()}"
    yield ""
    yield from regulations_in_force(session, time, width)


_LONGEST_VALUE = 24


def regulations_in_force(session: Session, time: int, width: int) -> Iterator[str]:
    """Yield the regulations of a session with their values, and who signed them."""
    signed = session.signed_regulations[-1].regulations if session.signed_regulations else None
    items = in_force(session.regulations, session.opening.regulations, signed)
    lines = _profile_lines(session.regulations, items, width)
    yield next(lines)
    if signature := signature_text(session, time):
        yield f"  {signature}"
    yield from lines


def _profile_lines(regulations: Regulations, items: list[InForce], width: int) -> Iterator[str]:
    """Yield the title of the regulations, then each with its value and origin, and its meaning on a wide screen."""
    profile, changes = split_profile_name(regulations)
    yield f"Regulations: {regulations.title}"
    of, day = split_day(profile)
    if day:
        yield f"  {of} as in force from {day}"
    if regulations.laws != SHIPPED or not regulations.edition.is_newest:
        yield f"  under {regulations.edition.title}"
    if changes:
        yield f"  {profile}, but for {', '.join(f'{name}={value}' for name, value in changes.items())}"
    if regulations.unverified:
        yield "  unverified: nobody has read it in a text of the organiser"
    yield "  `help NAME` explains a regulation and its values"
    rows = [[each.regulation.name, _short_value(each), each.mark, each.regulation.title] for each in items]
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    columns = 3 if 2 + sum(widths) + 2 * 3 > width else 4
    row_of = iter(rows)
    for subject, several in by_subject(items):
        yield from ("", f"  {subject}:")
        for item in several:
            row = next(row_of)
            line = "  ".join(f"{text:<{wide}}" for text, wide in zip(row[:columns], widths, strict=False))
            yield f"  {line}".rstrip()
            if row[1] != item.rows[0]:
                yield from (f"{'':<{4 + widths[0]}}{one}" for one in item.rows)


def _short_value(item: InForce) -> str:
    rows = item.rows
    if len(rows) == 1 and len(rows[0]) <= _LONGEST_VALUE:
        return rows[0]
    return counted(len(rows), "line")


def list_profiles(desk: Desk) -> None:
    """Print the profiles shipped, their organisers, and how many values are unverified."""
    profiles = [_read_profile(name) for name in list_shipped_profiles()]
    value = ProfilesAnswer(tuple(map(profile_row, profiles)))
    every = f"of {len(values(profiles[0].regulations))} regulations each; `regulations show NAME` prints one, "
    desk.answer(value, [value.table, Text("hint-aside", (f"{every}`help regulations` explains them",), plain=True)])


def show_profile(desk: Desk, name: str, on: str | None) -> None:
    """Print all values of a profile on a day with their sources, and the days from which it has other values."""
    profile, (of, _) = _read_profile(name, on), split_day(name)
    days = tuple(day for each in read_versions(of) if (day := split_day(each.regulations.profile)[1]))
    if desk.settings.json:
        desk.answer(fill_row(ProfileAnswer, profile_row(profile), days=days, values=values(profile.regulations)), ())
        return
    desk.hint(*_profile_lines(profile.regulations, in_force(profile.regulations), desk.width))
    if days:
        desk.say("", f"  Its values or their sources are new from {', '.join(days)}: --on DAY")
    desk.say("", f"  digest {profile.regulations.digest}")
    if profile.sources:
        widest = max(map(len, profile.sources))
        desk.say("", "  Where they are from:", *(f"  {at:<{widest}}  {text}" for at, text in profile.sources.items()))


def compare(desk: Desk, one: str, other: str | None, since: str | None, until: str | None) -> None:
    """Print the values that differ between `one` as of `since` and `other` as of `until`, with meanings.

    `other`: None for `one` on another day; without a day, for what is in force in the session.
    """
    other = one if other is None and (since or until) else other
    ours, theirs = _regulations_named(desk, one, since), _regulations_named(desk, other, until)
    first, second = ({"laws": each.laws, **values(each)} for each in (ours, theirs))
    names = [name for name in ("laws", *describe_regulations()) if first[name] != second[name]]
    if desk.settings.json:
        differing = tuple(DifferingValue(name, first[name], second[name]) for name in names)
        desk.answer(RegulationsDiffAnswer(ours.profile, theirs.profile, differing), ())
        return
    if not names:
        desk.say(f"{ours.profile} and {theirs.profile} have the same values")
        return
    desk.say(f"A  {ours.profile}: {ours.title}", f"B  {theirs.profile}: {theirs.title}")
    for name in names:
        described = describe_regulations().get(name)
        desk.say("", f"{name}: {described.title if described else 'the edition of the Laws'}")
        for letter, regulations, stated in (("A", ours, first), ("B", theirs, second)):
            value = value_text(stated[name])
            meaning = described.values.get(value) if described else None
            mark = "   (unverified)" if name in regulations.unverified else ""
            text = (f"{value}: {meaning}" if meaning else "–" if value == "[]" else value) + mark
            desk.say_long(f"  {letter}  {text}", 5)


def _read_profile(name: str, on: str | None = None) -> Profile:
    """Read a profile as of a typed day, by default today."""
    if on and split_day(name)[1]:
        raise Misuse("usage", f"{name} names a day already", f"leave one out: {split_day(name)[0]}, or {on}")
    return read_profile(name, openings.parse_day(on) if on else openings.today())


def _regulations_named(desk: Desk, name: str | None, day: str | None) -> Regulations:
    """Return the regulations of a profile, file, session or tournament, by default those of the current session."""
    if name and ((of := split_day(name)[0]) in list_shipped_profiles() or of.endswith(".toml")):
        return _read_profile(name, day).regulations
    if name is None:
        return desk.stream().regulations
    try:
        if not desk.office.streams.has(name):
            raise _unknown_profile(name, f"there is no profile and no session {name}")
    except Unavailable as error:
        if error.code == "no-database":
            raise _unknown_profile(name, f"there is no profile {name}; for a session, {error.message}") from None
        raise
    if day:
        raise Misuse("usage", f"{name} is a session or a tournament, and keeps its regulations", f"leave {day} out")
    return desk.office.stream(name).regulations


def _unknown_profile(name: str, message: str) -> Misuse:
    ways = "`regulations list`, `session list`; or a file of your own: FILE.toml"
    return Misuse("no-such-profile", message, similar_profile_hint(name) + ways)


def make_profile(
    desk: Desk, file: Path, base: tuple[str, str | None], title: str | None, changes: Sequence[str]
) -> None:
    """Write a new profile: those of `base`, a name and a day, with some values changed. Refusal if the file exists."""
    if file.suffix != ".toml" or file.stem in list_shipped_profiles():
        raise Misuse("usage", f"a profile of your own is a file NAME.toml, not {file}", "`regulations new our.toml`")
    profile = _read_profile(*base)
    changes_made = clear_dependent_tables(profile.regulations, openings.parse_regulation_changes(changes))
    regulations = change_regulations(profile.regulations, changes_made)
    named = structs.replace(
        regulations,
        profile=file.stem,
        title=title or f"{file.stem}, after {regulations.profile}",
        # a value the office sets itself counts as verified
        unverified=tuple(name for name in regulations.unverified if name not in changes_made),
    )
    sources = {name: text for name, text in profile.sources.items() if name not in changes_made}
    text = format_profile(Profile(named, sources))
    try:
        # "x" fails if the file exists: no profile is overwritten
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError as error:
        raise Refusal("file-exists", f"{file} is there already", "choose another name: nothing is lost") from error
    except OSError as error:
        raise Misuse("output-lost", f"{file} cannot be written: {error.strerror}", "name another folder") from error
    ready = f"{file} is ready: `session open NAME --boards 1-24 --profile {file}`"
    parts = [Text("hint", (ready, f"`regulations diff {profile.regulations.profile} {file}`"), plain=True)]
    desk.answer(fill_row(ProfileAnswer, profile_row(Profile(named, sources))), parts)
