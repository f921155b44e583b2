"""What `verify` and `doctor` look at in a ledger: every session there is or ought to be, each held also to what this
machine has acknowledged; where the ledger is, whether it is whole and private, backed up, on time, and worked off.

`doctor` looks only. What cannot be looked at is itself a sign, and the others are told all the same.
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
from ledger.recording import machine_state
from ledger.recording.machine_state import Acknowledged, last_backup
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.session.case_numbers import provisional_rulings
from ledger.session.moment import local
from ledger.store.database import sqlite_fault
from ledger.store.made import physical
from ledger.store.own_files import database_url, require_one_name, shown, sqlite_path
from ledger.store.spread import coordinator_of, could_be_spread, nodes
from ledger.store.store import Store
from ledger.subjects.calls.state import is_open
from ledger.subjects.evolving import replay
from ledger.subjects.queue.state import waiting
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust.checks import Discrepancy, discrepancy
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.tournament_check import people_apart
from ledger.trust.verification import Audit, audit, audit_database, of_no_session


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
    """Check one session, or all; where this machine has recorded in one, there is a check more: `acknowledged`.

    What is found of the database itself comes first. All are also those of which only seals are left, or nothing but
    that they were acknowledged here.
    """
    database = audit_database(store)
    known: Collection[str] = ()
    try:
        known = acknowledged.heads() if acknowledged else ()
    except Misuse as error:  # that it cannot be read is said of the database
        text = f"what this machine acknowledged is not known: {error.message}"
        database.checks["acknowledged"] = [Discrepancy(error.code, None, text, error.hint)]
    try:
        heads = {} if session else store.log.heads()
        found = [session] if session else list(dict.fromkeys([*store.sealed_or_kept(), *known]))
        audits = [audit(store, name, strict=strict, seal=seal, key=key, by_key=by_key) for name in found]
        audits += [] if session else map(of_no_session, store.strays())
        for each in audits:
            if acknowledged and each.session in known:
                parted = acknowledged.parted(store.log, each.session)
                each.checks["acknowledged"] = [discrepancy(parted)] if parted else []
            last = heads.get(each.session, 0)
            if each.events < last and not each.checks.get(
                "chain"
            ):  # what lies at another part than its own, nobody reads
                where = "lie at a part that is not its own: no desk recorded them there"
                text = f"rows of session {each.session} up to #{last} {where}"
                hint = "somebody put them at a worker, past the coordinator; compare with a backup or an export"
                each.checks["chain"] = [Discrepancy("chain-broken", each.events + 1, text, hint)]
            # asked of what is in use: a backup and a bundle are taken back whoever was named wrongly
            if each.ok and store.log.is_tournament(each.session):
                tournament = tournament_of(replay(store.log.read(each.session), each.session))
                each.checks["people"] = list(people_apart(store.log, tournament))
    except Unavailable as away:
        if database.ok or away.code != "not-a-ledger":
            raise
        audits = []  # what it says is missing, nothing can be read without
    return [database, *audits]


SignState = Literal["ok", "look", "wrong"]
_ROOM_LEFT = 50 << 20
_LITTLE_ROOM = 1 << 30
_APART_US = 60_000_000
"""How far the clocks of two computers may differ."""

_OTHER_SQLITE = "record at one desk at a time; or a Python with a newer SQLite; or PostgreSQL (`help postgresql`)"
RECENT = 3
"""Sessions that are looked into: the last ones."""


class HealthCheck(NamedTuple):
    """One thing that was looked at: all right, worth a look, or wrong; and then what to type."""

    about: str
    state: SignState
    says: str
    remedy: str = ""


def looked_at(about: str, look: Callable[[], Iterator[HealthCheck]]) -> Iterator[HealthCheck]:
    """The signs of one matter; where they cannot be had, that, and why."""
    try:
        yield from look()
    except Problem as problem:
        yield HealthCheck(about, "wrong", problem.message, problem.hint_looking)
    except Exception as error:  # whatever it is: the other signs are still to be told
        yield HealthCheck(about, "wrong", f"it cannot be looked at: {type(error).__name__}: {error}", "`verify`")


def ledger_signs(where: str, session: str | None, state: Path | None, now: int) -> Iterator[HealthCheck]:
    """The signs of a ledger, at a time (µs UTC)."""
    url = database_url(where)
    path = sqlite_path(url)
    if path and not path.exists():
        yield _missing(f"{path} is not here", url, state, "`init`; or --db FILE, BRIDGE_LEDGER_DB")
        return
    if not path and _is_empty(url):
        yield from looked_at("database", lambda: _empty(url, state))
        yield from looked_at("spread", lambda: _spread(url))
        return
    yield from looked_at("database", lambda: _database(url))
    yield from looked_at("server", lambda: _server_clock(url)) if not path else ()
    yield from looked_at("spread", lambda: _spread(url)) if not path else ()
    yield from looked_at("standby", lambda: _standby(url)) if not path else ()
    yield from looked_at("one name", lambda: _one_name(path)) if path else ()
    yield from looked_at("disk", lambda: _disk(path)) if path else ()
    yield from looked_at("private", lambda: _private(path)) if path else ()
    yield from looked_at("sessions", lambda: _of_sessions(url, session, state, now))


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
    init = "`init --spread`" if could_be_spread(url) else "`init`"
    yield _missing(f"there is no ledger in {shown(url)} yet", url, state, f"{init} makes one; is --db right?")


def _database(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        store.check_schema()
        found = physical(store.connections)
        size = f"{found.size / 1_000_000:,.1f} MB".replace(",", " ")
        yield HealthCheck("database", "ok", f"{shown(url)}, {found.kept_by}, schema {found.schema}, {size}")
        if store.connections.is_sqlite and (fault := sqlite_fault()):
            yield HealthCheck("database", "look", fault, _OTHER_SQLITE)
        for damage in found.damage:
            yield HealthCheck("database", "wrong", f"its pages are damaged: {damage}", "`backup FILE`; `help backups`")
        audit = audit_database(store)
        for each in (each for check in audit.checks.values() for each in check):
            yield HealthCheck("database", "wrong", each.text, each.hint or "`verify`")
        for note in audit.notes:
            yield HealthCheck("database", "look", note, "`verify`")


def _server_clock(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        server, here = store.server_time(), machine_state.now()
    says = f"its clock says {_second(server)}, this computer's {_second(here)}"
    if abs(here - server) > _APART_US:
        yield HealthCheck("server", "wrong", says, "set the clock right that is wrong")
    else:
        yield HealthCheck("server", "ok", says)


def _second(moment: int) -> str:
    return f"{local(moment):%Y-%m-%d %H:%M:%S}"


def _one_name(path: Path) -> Iterator[HealthCheck]:
    require_one_name(path)
    yield HealthCheck("one name", "ok", "the file has no second name, and is not mounted by itself")


def _spread(url: str) -> Iterator[HealthCheck]:
    if coordinator := coordinator_of(url):
        says = f"{shown(url)} is a worker, and its coordinator is {coordinator}"
        yield HealthCheck("spread", "look", says, f"name {coordinator} in --db: `help citus`")
        return
    with closing(Store(url)) as store:
        for each in nodes(store.connections):
            what = f"{each.parts} parts of the log" if each.parts else "no part of the log: it asks the others"
            if each.answers:
                yield HealthCheck("spread", "ok", f"{each.address} answers, with {what}")
            else:
                silent = f"{each.address} does not answer, with {what}: its sessions wait for it"
                yield HealthCheck("spread", "wrong", silent, "start it again: `help citus`")


def _standby(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        if newest := store.replayed_at():
            until = f"{local(int(newest.timestamp()) * 1_000_000):%Y-%m-%d %H:%M:%S}"
            text = f"a standby, with what its server recorded up to {until}: look here only"
            yield HealthCheck("standby", "ok", text)


def _disk(path: Path) -> Iterator[HealthCheck]:
    free = shutil.disk_usage(path.absolute().parent).free
    state: SignState = "wrong" if free < _ROOM_LEFT else "look" if free < _LITTLE_ROOM else "ok"
    text = f"{free // 1_000_000:,} MB free".replace(",", " ")
    yield HealthCheck("disk", state, text, "" if state == "ok" else "make room")


def _of_sessions(url: str, named: str | None, state: Path | None, now: int) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        store.check_schema()
        yield from looked_at("sessions", lambda: _all_sessions(store, state, now, last=0 if named else RECENT))
        yield from looked_at(named, partial(_session, store, named, now)) if named else ()


def _all_sessions(store: Store, state: Path | None, now: int, last: int) -> Iterator[HealthCheck]:
    heads = store.log.heads()
    there = store.log.streams()
    yield HealthCheck("sessions", "ok", f"{len(there)} with {sum(heads.values())} events")
    yield from looked_at("backup", lambda: _backup(store.url, state, heads, now))
    yield from looked_at("kept here", lambda: _acknowledged(store, state))
    for each in there[-last:] if last else ():
        yield from looked_at(each, partial(_session, store, each, now))
    if last and (more := there[:-last]):
        says = f"and {len(more)} more, which were not looked into"
        yield HealthCheck("sessions", "ok", says, f"`doctor --session {quote(more[-1])}`")


def _backup(url: str, state: Path | None, heads: dict[str, int], now: int) -> Iterator[HealthCheck]:
    made = last_backup(state, url) if state else None
    if made is None:
        yield HealthCheck("backup", "look" if heads else "ok", "none was made from here", "`backup FILE`")
        return
    behind, days = made.behind(heads), (now - made.at) // 86_400_000_000
    says = f"{made.file}, {local(made.at):%Y-%m-%d %H:%M}" + (f", {days} days ago" if days > 1 else "")
    if behind:
        text = f"{says}; {behind} events since"
        yield HealthCheck("backup", "look", text, f"`backup {quote(str(made.file))} --overwrite`")
    else:
        yield HealthCheck("backup", "ok", f"{says}; nothing since")


def _acknowledged(store: Store, state: Path | None) -> Iterator[HealthCheck]:
    if state is None:
        text = "this login has no folder to keep what was acknowledged"
        yield HealthCheck("kept here", "look", text, "BRIDGE_LEDGER_STATE")
        return
    kept = Acknowledged(state, store.url)
    heads = kept.heads()
    for session in heads:
        if error := kept.parted(store.log, session):
            yield HealthCheck("kept here", "wrong", error.message, error.hint or "`verify`")
            return
    text = f"all that was acknowledged of {len(heads)} sessions is there" if heads else "nothing yet"
    yield HealthCheck("kept here", "ok", text)


def _session(store: Store, name: str, now: int) -> Iterator[HealthCheck]:
    session = Sessions(store).now(name)
    if not session.number:
        yield HealthCheck("sessions", "wrong", f"there is no session {name}", "`session list`")
        return
    newest = session.on_record_at(session.number)
    if newest > now + _APART_US:
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
    lines = [f"#{each.number}" for each in waiting(session)]
    for what, cases, remedy in (
        ("calls without an answer", calls, f"`call list {of_session}`"),
        ("provisional rulings", provisional_rulings(session), f"`ruling list {of_session}`"),
        ("appeals to be decided", appeals, f"`appeal list {of_session}`"),
        ("lines of a file set aside", lines, f"`import queue {of_session}`"),
    ):
        if cases:
            yield HealthCheck(name, "look", f"{what}: {', '.join(cases)}", remedy)
