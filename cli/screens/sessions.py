"""session: those of a ledger in a list, one with its office and regulations; and the one that `use` remembers."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.json.sessions import listed_session_json, results_in, session_json
from cli.screens.regulations import regulations_in_force
from cli.terminal import settings
from cli.terminal.settings import state_folder
from cli.words.office import officials
from cli.words.times import moment_text, until_text
from cli.words.vocabulary import counted
from ledger.errors import Corrupt
from ledger.errors.visible import called
from ledger.facts import CorrectClock
from ledger.facts.office import office_text
from ledger.labels import boards_text
from ledger.projections.overtaken import overtaken_text
from ledger.projections.planned import reached
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.session.overtaken import overtaken
from ledger.session.rulings import correction_deadline, request_deadline


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
    found, damaged = _read_all(desk)
    if desk.settings.json:
        sessions = [listed_session_json(each) for each in found]
        broken = [{"session": name, "why": why} for name, why in damaged]
        desk.json("sessions/1", {"sessions": sessions, "damaged": broken})
        return
    rows = [_row(each, desk.settings.session_id) for each in found] + [
        [called(name), "–", "–", "–", f"damaged: {why}"] for name, why in damaged
    ]
    desk.table(["session", "title", "date", ">events", "state"], rows)
    if there := desk.office.tournaments.names():
        desk.hint_aside(f"and {counted(len(there), 'tournament')}: `tournament list`")


def _read_all(desk: Desk) -> tuple[list[Session], list[tuple[str, str]]]:
    found, damaged = [], []
    for name in desk.office.sessions(unopened=True):
        try:
            found.append(desk.office.session(name))
        except Corrupt as error:
            damaged.append((name, error.message))
    return found, damaged


def _row(each: Session, meant: str | None) -> list[str]:
    state = "closed" if each.closed else "open"
    if each.id == meant:
        state += ", meant in this folder"
    return [each.id, each.opening.title, each.opening.date or "–", str(each.number), state]


def show_session(desk: Desk) -> None:
    """A session: its boards and contestants, its officials and periods, and the regulations it is scored by."""
    session = desk.session()
    if desk.settings.json:
        desk.json_at("session/1", session, session_json(session))
    else:
        desk.hint(*_lines(desk.scoreboard(), desk.now(session), desk.width))


def _lines(scoreboard: Scoreboard, now: int, width: int) -> Iterator[str]:
    session = scoreboard.session
    yield _title(session)
    yield f"  {_form(session)}"
    yield f"  {_counts(session)}"
    if how_far := reached(session):
        yield f"  {how_far}"
    yield from (f"  {line}" for line in _office_lines(session, now))
    yield from (f"  to look at again: {overtaken_text(scoreboard, each)}" for each in overtaken(session))
    yield f"  digest {session.digest.hex()}"
    yield ""
    yield from regulations_in_force(session, now, width)


def _title(session: Session) -> str:
    date = f", {session.opening.date}" if session.opening.date else ""
    return f"{session.id}   {session.opening.title}{date}" + ("   (closed)" if session.closed else "")


def _form(session: Session) -> str:
    one = session.opening.winners == 1
    winners = "one winner" if one else "two winners: North–South and East–West ranked apart"
    said = session.results_expected
    expected = f", {counted(said, 'result')} expected of every board" if said else ""
    return f"{session.opening.scoring}, {winners}, {boards_text(sorted(session.boards))}{expected}"


def _counts(session: Session) -> str:
    counts = {
        "contestant": len(session.contestants),
        "result": results_in(session),
        "ruling": len(session.rulings),
        "event": session.number,
    }
    return ", ".join(counted(number, word) for word, number in counts.items())


def _office_lines(session: Session, now: int) -> Iterator[str]:
    """Who holds office, and what periods are running."""
    held = [f"{name}, {' and '.join(map(office_text, offices))}" for name, offices in officials(session)]
    if session.officials:
        yield f"officials: {'; '.join(held)}"
    if session.publications:
        first = session.publications[0]
        yield f"scores published {moment_text(first.at, now)} (#{first.number})"
        yield f"corrections {until_text(correction_deadline(session), now)}"
        yield f"rulings and appeals {until_text(request_deadline(session), now)}"
