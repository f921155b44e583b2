"""The checks of `verify` over a whole ledger, and those of `doctor`: integrity, privacy, backups, clocks, open work.

`verify` also compares every session with the events this machine has acknowledged. `doctor` only reads; a check that
fails to run is reported as wrong, and the other checks go on.
"""

import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Literal, NamedTuple

from ledger.errors import Misuse, Problem, Unavailable
from ledger.labels import counted
from ledger.recording import machine_state
from ledger.recording.machine_state import Acknowledged, last_backup
from ledger.recording.people import People
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.session.case_numbers import provisional_rulings
from ledger.session.moment import DAY, local
from ledger.store.made import database_facts
from ledger.store.own_files import database_url, place_of, require_one_name, show_url, sqlite_path
from ledger.store.spread import can_be_spread, coordinator_of, nodes
from ledger.store.store import Store
from ledger.subjects.calls.state import is_open
from ledger.subjects.evolving import replay
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust.checks import Discrepancy, discrepancy
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.verification import Audit, audit, audit_database, audit_of_stray


def audit_all(
    store: Store,
    acknowledged: Acknowledged | None,
    session: str | None = None,
    *,
    strict: bool = False,
    seal: Seal | None = None,
    key: PublicKey | None = None,
    by_key: bool = False,
) -> list[Audit]:
    """Check one session, or the whole ledger, also against the events that this machine acknowledged.

    The audit of the database itself comes first, and is alone if the ledger has no tables. All sessions include those
    of which only seals, or only acknowledgements on this machine, remain.
    """
    database = audit_database(store)
    known: Collection[str] = ()
    try:
        known = acknowledged.heads() if acknowledged else ()
    except Misuse as error:  # reported among the checks of the database
        text = f"what this machine acknowledged is not known: {error.message}"
        database.checks["acknowledged"] = [Discrepancy(error.code, None, text, error.hint)]
    try:
        heads = {} if session else store.log.heads()
        names = [session] if session else list(dict.fromkeys([*store.known_streams(), *known]))
        audits = [audit(store, name, strict=strict, seal=seal, key=key, by_key=by_key) for name in names]
        audits += [] if session else map(audit_of_stray, store.strays())
        for result in audits:
            if acknowledged and result.session in known:
                parted = acknowledged.parted(store.log, result.session)
                result.checks["acknowledged"] = [discrepancy(parted)] if parted else []
            last = heads.get(result.session, 0)
            if result.events < last and not result.checks.get("chain"):  # rows in another's shard are never read
                where = "lie in another session's part of the log: no desk recorded them there"
                text = f"rows of session {result.session} up to #{last} {where}"
                hint = "somebody put them at a worker, past the coordinator; compare with a backup or an export"
                result.checks["chain"] = [Discrepancy("chain-broken", result.events + 1, text, hint)]
            # only of a ledger in use: backups and bundles are restored even if players were named wrongly
            if result.ok and store.log.is_tournament(result.session):
                from ledger.trust.tournament_check import check_identities  # slow: imports all of `overall`

                tournament = tournament_of(replay(store.log.read(result.session), result.session))
                result.checks["people"] = list(check_identities(store.log, tournament))
    except Unavailable as away:
        if database.ok or away.code != "not-a-ledger":
            raise
        audits = []  # without its tables nothing can be read
    return [database, *audits]


SignState = Literal["ok", "look", "wrong"]
_TOO_FEW_BYTES = 50 << 20
_FEW_BYTES = 1 << 30
_TOLERANCE_US = 60_000_000
"""The tolerated difference between the clocks of two computers, in µs."""

RECENT = 3
"""The number of newest sessions and tournaments that `doctor` checks if the user names none."""


class HealthCheck(NamedTuple):
    """The result of a check of a ledger: the subject, its state, a message, and a remedy ('' if none is needed)."""

    about: str
    state: SignState
    says: str
    remedy: str = ""


def yield_signs(about: str, look: Callable[[], Iterator[HealthCheck]]) -> Iterator[HealthCheck]:
    """Yield the results of the checks in `look`; an exception is yielded as a result with the heading `about`."""
    try:
        yield from look()
    except Problem as problem:
        yield HealthCheck(about, "wrong", problem.message, problem.hint_for_reader)
    except Exception as error:  # of any kind: the other signs are reported still
        yield HealthCheck(about, "wrong", f"it cannot be looked at: {type(error).__name__}: {error}", "`verify`")


def check_health(
    where: str, session: str | None, state: Path | None, now: int, keep_days: Callable[[], int] = int
) -> Iterator[HealthCheck]:
    """Yield the results of all checks of a ledger; `session`: the only one (None: the newest), `now`: µs UTC.

    `keep_days` returns for how many days texts about people are kept; 0 if the office does not say.
    """
    url = database_url(where)
    path = sqlite_path(url)
    if path and not path.exists():
        yield _missing(f"{path} is not here", url, state, "`init`; or --db FILE, BRIDGE_LEDGER_DB")
        return
    if not path and _is_empty(url):
        yield from yield_signs("database", lambda: _empty(url, state))
        yield from yield_signs("spread", lambda: _spread(url))
        return
    yield from yield_signs("database", lambda: _database(url))
    yield from yield_signs("server", lambda: _server_clock(url)) if not path else ()
    yield from yield_signs("spread", lambda: _spread(url)) if not path else ()
    yield from yield_signs("standby", lambda: _standby(url)) if not path else ()
    yield from yield_signs("one name", lambda: _one_name(path)) if path else ()
    yield from yield_signs("disk", lambda: _disk(path)) if path else ()
    yield from yield_signs("private", lambda: _private(path)) if path else ()
    yield from yield_signs("sessions", lambda: _of_sessions(url, session, state, now))
    yield from yield_signs("texts", lambda: _expired(url, now, keep_days()))


def _private(path: Path) -> Iterator[HealthCheck]:
    mode = path.stat().st_mode & 0o077
    if sys.platform != "win32":
        who = "everybody here" if mode & 0o007 else "the group"
        says = f"the ledger may be read or written by {who}: {path}" if mode else "the ledger is its owner's alone"
        yield HealthCheck("private", "look" if mode else "ok", says, f"chmod 600 {quote(str(path))}" if mode else "")


def _missing(gone: str, url: str, state: Path | None, remedy: str) -> HealthCheck:
    if state and Acknowledged(state, url).heads():
        lost = f"{gone}, and this machine has recorded in it"
        return HealthCheck("database", "wrong", lost, "is --db right? else `restore` a backup (`help backups`)")
    return HealthCheck("database", "look", gone, remedy)


def _is_empty(url: str) -> bool:
    with suppress(Problem), closing(Store(url)) as store:
        return not store.connections.has_tables()
    return False


def _empty(url: str, state: Path | None) -> Iterator[HealthCheck]:
    init = "`init --spread`" if can_be_spread(url) else "`init`"
    yield _missing(f"there is no ledger in {show_url(url)} yet", url, state, f"{init} makes one; is --db right?")


def _database(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        store.check_schema()
        database = database_facts(store.connections)
        size = f"{database.size / 1_000_000:,.1f} MB".replace(",", " ")
        yield HealthCheck("database", "ok", f"{show_url(url)}, {database.kept_by}, schema {database.schema}, {size}")
        for damage in database.damage:
            yield HealthCheck("database", "wrong", f"its pages are damaged: {damage}", "`backup FILE`; `help backups`")
        audit = audit_database(store)
        for wrong in (wrong for check in audit.checks.values() for wrong in check):
            yield HealthCheck("database", "wrong", wrong.text, wrong.hint or "`verify`")
        for note in audit.notes:
            yield HealthCheck("database", "look", note, "`verify`")


def _server_clock(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        server, desk = store.server_time(), machine_state.now()
    says = f"its clock says {_second(server)}, this computer's {_second(desk)}"
    if abs(desk - server) > _TOLERANCE_US:
        yield HealthCheck("server", "wrong", says, "correct the clock that is wrong")
    else:
        yield HealthCheck("server", "ok", says)


def _second(moment: int) -> str:
    return f"{local(moment):%Y-%m-%d %H:%M:%S}"


def _one_name(path: Path) -> Iterator[HealthCheck]:
    require_one_name(path)
    if (place := place_of(path)).warning:
        yield HealthCheck("one name", "look", f"{path} {place.warning}", place.way_out)
    unknown = "; whether its drive is shared cannot be told here: record on no network drive"
    says = "the file has no second name, and is not mounted by itself"
    yield HealthCheck("one name", "ok", says + (unknown if sys.platform == "darwin" else ""))


def _spread(url: str) -> Iterator[HealthCheck]:
    if coordinator := coordinator_of(url):
        says = f"{show_url(url)} is a worker, and its coordinator is {coordinator}"
        yield HealthCheck("spread", "look", says, f"name {coordinator} in --db: `help citus`")
        return
    with closing(Store(url)) as store:
        for node in nodes(store.connections):
            parts = f"{counted(node.parts, 'part')} of the log"
            what = parts if node.parts else "no part of the log: it asks the others"
            if node.answers:
                yield HealthCheck("spread", "ok", f"{node.address} answers, with {what}")
            else:
                silent = f"{node.address} does not answer, with {what}: its sessions wait for it"
                yield HealthCheck("spread", "wrong", silent, "start it again: `help citus`")


def _standby(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        if newest := store.newest_change_at():
            until = _second(int(newest.timestamp()) * 1_000_000)
            text = f"a standby, with what its server recorded up to {until}: for reading only"
            yield HealthCheck("standby", "ok", text)


def _disk(path: Path) -> Iterator[HealthCheck]:
    free = shutil.disk_usage(path.absolute().parent).free
    state: SignState = "wrong" if free < _TOO_FEW_BYTES else "look" if free < _FEW_BYTES else "ok"
    text = f"{free // 1_000_000:,} MB free".replace(",", " ")
    yield HealthCheck("disk", state, text, "" if state == "ok" else "make room")


def _of_sessions(url: str, named: str | None, state: Path | None, now: int) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        store.check_schema()
        yield from yield_signs("sessions", lambda: _all_sessions(store, state, now, last=0 if named else RECENT))
        yield from yield_signs(named, partial(_session, store, named, now)) if named else ()


def _all_sessions(store: Store, state: Path | None, now: int, last: int) -> Iterator[HealthCheck]:
    heads = store.log.heads()
    streams = store.log.streams()
    yield HealthCheck("sessions", "ok", f"{len(streams)} with {sum(heads.values())} events")
    yield from yield_signs("backup", lambda: _backup(store.url, state, heads, now))
    yield from yield_signs("kept here", lambda: _acknowledged(store, state))
    for stream in streams[-last:] if last else ():
        yield from yield_signs(stream, partial(_session, store, stream, now))
    if last and (more := streams[:-last]):
        says = f"and {len(more)} more, which were not looked into"
        yield HealthCheck("sessions", "ok", says, f"`doctor --session {quote(more[-1])}`")


def _expired(url: str, now: int, days: int) -> Iterator[HealthCheck]:
    if not days:
        return
    with closing(Store(url)) as store:
        expired = People(store, Sessions(store)).expired(now, days)
    found = f"{counted(sum(map(len, expired.values())), 'text')} in {counted(len(expired), 'session')}"
    says = f"{found if expired else 'no text about people'} older than {days} days"
    remedy = "`text erase --expired -n` shows them, without -n it erases them" if expired else ""
    yield HealthCheck("texts", "look" if expired else "ok", says, remedy)


def _backup(url: str, state: Path | None, heads: dict[str, int], now: int) -> Iterator[HealthCheck]:
    latest = last_backup(state, url) if state else None
    if latest is None:
        yield HealthCheck("backup", "look" if heads else "ok", "no backup was made from this computer", "`backup FILE`")
        return
    behind, days = latest.behind(heads), (now - latest.at) // DAY
    says = f"{latest.file}, {local(latest.at):%Y-%m-%d %H:%M}" + (f", {days} days ago" if days > 1 else "")
    if behind:
        text = f"{says}; {counted(behind, 'event')} since"
        yield HealthCheck("backup", "look", text, f"`backup {quote(str(latest.file))} --overwrite`")
    else:
        yield HealthCheck("backup", "ok", f"{says}; nothing since")


def _acknowledged(store: Store, state: Path | None) -> Iterator[HealthCheck]:
    if state is None:
        text = "this login has no folder for acknowledged events"
        yield HealthCheck("kept here", "look", text, "set BRIDGE_LEDGER_STATE to a folder")
        return
    kept = Acknowledged(state, store.url)
    heads = kept.heads()
    for session in heads:
        if error := kept.parted(store.log, session):
            yield HealthCheck("kept here", "wrong", error.message, error.hint or "`verify`")
            return
    sessions = counted(len(heads), "session")
    has_all = f"the ledger has all that was acknowledged here of {sessions}"
    yield HealthCheck("kept here", "ok", has_all if heads else "nothing was acknowledged here yet")


def _session(store: Store, name: str, now: int) -> Iterator[HealthCheck]:
    session = Sessions(store).now(name)
    if not session.number:
        yield HealthCheck("sessions", "wrong", f"there is no session {name}", "`session list`")
        return
    newest = session.on_record_at(session.number)
    if newest > now + _TOLERANCE_US:
        latest = session.on_record.index(newest) + 1
        when = f"#{latest} was recorded at {_second(newest)}"
        says = f"{when}, this computer's clock says {_second(now)}"
        corrected = f"`session clock {latest} --ahead TIME --session {quote(name)}` corrects that of the event"
        yield HealthCheck(name, "wrong", says, f"set this computer's clock; if it is right, {corrected}")
    sealed = store.seals.of(name)
    last = f"sealed up to #{sealed[-1][0]}" if sealed else "no seal given out"
    yield HealthCheck(name, "ok", f"#{session.number}, {local(session.recorded_at):%Y-%m-%d %H:%M}; {last}")
    if not isinstance(session, Session):
        return
    of_session = f"--session {quote(session.id)}"
    calls = [case for case, call in session.calls.items() if is_open(session, call)]
    appeals = [case for case, appeal in session.appeals.items() if appeal.open]
    lines = [f"#{each.number}" for each in waiting_lines(session)]
    for what, cases, remedy in (
        ("calls without an answer", calls, f"`call list {of_session}`"),
        ("provisional rulings", provisional_rulings(session), f"`ruling list {of_session}`"),
        ("appeals to be decided", appeals, f"`appeal list {of_session}`"),
        ("lines of a file set aside", lines, f"`import queue {of_session}`"),
    ):
        if cases:
            yield HealthCheck(name, "look", f"{what}: {', '.join(cases)}", remedy)
