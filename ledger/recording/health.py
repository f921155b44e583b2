"""What `doctor` looks at in a ledger: where it is, whether it is whole and private, backed up, on time, and worked off.

Looks only. What cannot be looked at is itself a sign, and the others are told all the same.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Literal, NamedTuple

from ledger.errors import Problem
from ledger.recording.machine_state import Acknowledged, last_backup
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.session.calls import is_open
from ledger.session.case_numbers import provisional_rulings
from ledger.session.moment import local
from ledger.session.queue import waiting
from ledger.store.homes import copies, replayed
from ledger.store.location import database_url, shown, sqlite_path
from ledger.store.soundness import physical
from ledger.store.spread import coordinator_of, could_be_spread, nodes
from ledger.store.store import Store
from ledger.trust.verification import audit_database

SignState = Literal["ok", "look", "wrong"]
_ROOM_LEFT = 50 << 20
_LITTLE_ROOM = 1 << 30
_AHEAD_US = 60_000_000
"""What a clock may be behind another desk's."""

_SILENT_SECONDS = 90
"""Servers that have nothing to send say so twice a minute."""

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
    yield from looked_at("spread", lambda: _spread(url)) if not path else ()
    yield from looked_at("copies", lambda: _copies(url, now)) if not path else ()
    yield from looked_at("disk", lambda: _disk(path)) if path else ()
    yield from looked_at("private", lambda: _private(path)) if path else ()
    yield from looked_at("sessions", lambda: _of_sessions(url, session, state, now))


def _private(path: Path) -> Iterator[HealthCheck]:
    """Whether the file is its owner's alone; where a system has no such rights, nothing."""
    mode = path.stat().st_mode & 0o077
    if sys.platform != "win32":
        who = "everybody here" if mode & 0o007 else "the group"
        says = f"the ledger may be read or written by {who}: {path}" if mode else "the ledger is its owner's alone"
        yield HealthCheck("private", "look" if mode else "ok", says, f"chmod 600 {quote(str(path))}" if mode else "")


def _missing(gone: str, url: str, state: Path | None, remedy: str) -> HealthCheck:
    """That there is no ledger, and what makes one; wrong where this machine has recorded in it."""
    if state and Acknowledged(state, url).heads():
        lost = f"{gone}, and this machine has recorded in it"
        return HealthCheck("database", "wrong", lost, "is --db right? else `restore` a backup (`help backups`)")
    return HealthCheck("database", "look", gone, remedy)


def _is_empty(url: str) -> bool:
    """Whether there is nothing in the database of a server; not where it cannot be looked at."""
    with suppress(Problem), closing(Store(url)) as store:
        return not store.connections.has_tables()
    return False


def _empty(url: str, state: Path | None) -> Iterator[HealthCheck]:
    """What makes a ledger in a database of a server in which there is none."""
    init = "`init --spread`" if could_be_spread(url) else "`init`"
    yield _missing(f"there is no ledger in {shown(url)} yet", url, state, f"{init} makes one; is --db right?")


def _database(url: str) -> Iterator[HealthCheck]:
    with closing(Store(url)) as store:
        store.check_schema()
        found = physical(store.connections)
        size = f"{found.size / 1_000_000:,.1f} MB".replace(",", " ")
        yield HealthCheck("database", "ok", f"{shown(url)}, {found.kept_by}, schema {found.schema}, {size}")
        for damage in found.damage:
            yield HealthCheck("database", "wrong", f"its pages are damaged: {damage}", "`backup FILE`; `help backups`")
        audit = audit_database(store)
        for each in (each for check in audit.checks.values() for each in check):
            yield HealthCheck("database", "wrong", each.text, each.hint or "`verify`")
        for note in audit.notes:
            yield HealthCheck("database", "look", note, "`verify`")


def _spread(url: str) -> Iterator[HealthCheck]:
    """Over which servers it is spread, and whether each answers; nothing of a ledger on one."""
    if coordinator := coordinator_of(url):
        says = f"{shown(url)} is a worker, and its coordinator is {coordinator}"
        yield HealthCheck("spread", "look", says, f"name {coordinator} in --db: `help two-servers`")
        return
    with closing(Store(url)) as store:
        for each in nodes(store.connections):
            what = f"{each.parts} parts of the log" if each.parts else "no part of the log: it asks the others"
            if each.answers:
                yield HealthCheck("spread", "ok", f"{each.address} answers, with {what}")
            else:
                silent = f"{each.address} does not answer, with {what}: its sessions wait for it"
                yield HealthCheck("spread", "wrong", silent, "start it again: `help two-servers`")


def _copies(url: str, now: int) -> Iterator[HealthCheck]:
    """How old what is here of other servers may be: of those whose sessions are copied, and of the one followed."""
    with closing(Store(url)) as store:
        if last := replayed(store.connections):
            yield HealthCheck(
                "copies", "ok", f"a standby, with what its server recorded up to {_of(last)}: look here only"
            )
        for each in copies(store.connections):
            silent = now // 1_000_000 - int(each.heard.timestamp()) if each.heard else None
            newest = f"its newest event here is of {_of(each.newest)}" if each.newest else "nothing of it is here"
            if each.passed_over:
                passed = f"nothing of what {each.server} sends of {', '.join(each.passed_over)} comes in; {newest}"
                yield HealthCheck("copies", "wrong", passed, "`help two-servers`")
            if each.fetching:
                fetched = f"what {each.server} had of {', '.join(each.fetching)} is still being fetched"
                yield HealthCheck("copies", "look", fetched, "`help two-servers`")
            if silent is None or silent > _SILENT_SECONDS:
                heard = "not heard" if each.heard is None else f"not heard since {_of(each.heard)}"
                yield HealthCheck("copies", "look", f"{each.server} is {heard}; {newest}", "`help two-servers`")
            elif not each.passed_over:
                yield HealthCheck("copies", "ok", f"{each.server} was heard {max(silent, 0)} s ago; {newest}")


def _of(moment: datetime) -> str:
    return f"{local(int(moment.timestamp()) * 1_000_000):%Y-%m-%d %H:%M:%S}"


def _disk(path: Path) -> Iterator[HealthCheck]:
    free = shutil.disk_usage(path.absolute().parent).free
    state: SignState = "wrong" if free < _ROOM_LEFT else "look" if free < _LITTLE_ROOM else "ok"
    yield HealthCheck(
        "disk", state, f"{free // 1_000_000:,} MB free".replace(",", " "), "" if state == "ok" else "make room"
    )


def _of_sessions(url: str, named: str | None, state: Path | None, now: int) -> Iterator[HealthCheck]:
    """All that are there; and the one that is named, also where others cannot be looked at."""
    with closing(Store(url)) as store:
        store.check_schema()
        yield from looked_at("sessions", lambda: _all_sessions(store, state, now, last=0 if named else RECENT))
        yield from looked_at(named, partial(_session, store, named, now)) if named else ()


def _all_sessions(store: Store, state: Path | None, now: int, last: int) -> Iterator[HealthCheck]:
    """How many there are, how they are kept, and what is to say of the `last` of them."""
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
        yield HealthCheck(
            "backup", "look", f"{says}; {behind} events since", f"`backup {quote(str(made.file))} --overwrite`"
        )
    else:
        yield HealthCheck("backup", "ok", f"{says}; nothing since")


def _acknowledged(store: Store, state: Path | None) -> Iterator[HealthCheck]:
    """Whether everything is there that this machine has acknowledged."""
    if state is None:
        yield HealthCheck(
            "kept here", "look", "this login has no folder to keep what was acknowledged", "BRIDGE_LEDGER_STATE"
        )
        return
    kept = Acknowledged(state, store.url)
    heads = kept.heads()
    for session in heads:
        if error := kept.parted(store.log, session):
            yield HealthCheck("kept here", "wrong", error.message, error.hint or "`verify`")
            return
    yield HealthCheck(
        "kept here", "ok", f"all that was acknowledged of {len(heads)} sessions is there" if heads else "nothing yet"
    )


def _session(store: Store, name: str, now: int) -> Iterator[HealthCheck]:
    session = Sessions(store).now(name)
    if not session.number:
        yield HealthCheck("sessions", "wrong", f"there is no session {name}", "`session list`")
        return
    ahead = (session.recorded_at - now) // 1_000_000
    if session.recorded_at > now + _AHEAD_US:
        when = f"{local(session.recorded_at):%Y-%m-%d %H:%M}"
        yield HealthCheck(
            name, "wrong", f"#{session.number} is of {when}, {ahead} s from now", "set this machine's clock"
        )
    sealed = store.seals.of(name)
    last = f"sealed up to #{sealed[-1][0]}" if sealed else "no seal given out"
    yield HealthCheck(name, "ok", f"#{session.number}, {local(session.recorded_at):%Y-%m-%d %H:%M}; {last}")
    for what, cases, remedy in _to_do(session) if isinstance(session, Session) else ():
        if cases:
            yield HealthCheck(name, "look", f"{what}: {', '.join(cases)}", remedy)


def _to_do(session: Session) -> Iterator[tuple[str, list[str], str]]:
    """What waits for somebody: what it is, which, and where to look."""
    of_session = f"--session {quote(session.id)}"
    calls = [case for case, call in session.calls.items() if is_open(session, call)]
    yield "calls without an answer", calls, f"`call list {of_session}`"
    yield "provisional rulings", provisional_rulings(session), f"`ruling list {of_session}`"
    appeals = [case for case, appeal in session.appeals.items() if appeal.open]
    yield "appeals to be decided", appeals, f"`appeal list {of_session}`"
    lines = [f"#{each.number}" for each in waiting(session)]
    yield "lines of a file set aside", lines, f"`import queue {of_session}`"
