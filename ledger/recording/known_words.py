"""Words of a SQLite ledger for Tab completion: read-only, within 0.15 seconds, and never with an error.

What is read is unchecked and may be incomplete. If no desk has the file open, no file is made next to it
(`immutable=1`, sqlite.org/uri.html); otherwise its -wal is read too. Nothing is read from a server: a Tab waits for no
network.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cached_property
from typing import Any, TypeVar

from ledger.labels import table_order

A = TypeVar("A")

_TROUBLE = (sqlite3.Error, OSError, ValueError, TypeError, RecursionError)
_BLINK_NS = 150_000_000
_STEPS = 1_000
"""The instructions of SQLite's virtual machine between two looks at the clock."""
_SESSIONS = "SELECT session FROM event WHERE number = 1 ORDER BY session"
_TOURNAMENTS = "SELECT session FROM event WHERE number = 1 AND instr(record, ?) ORDER BY session"
_HOLDING = "SELECT record FROM event WHERE session = ? AND instr(record, ?) ORDER BY number"


Body = dict[str, Any]
"""The body of an event as JSON values from the file, unchecked."""


def sessions(where: str) -> list[str]:
    """Return the names of a ledger's sessions and tournaments; [] if the file is no ledger."""
    return list(_read(where, str, _SESSIONS))


def tournaments(where: str) -> list[str]:
    """Return the names of a ledger's tournaments."""
    return list(_read(where, str, _TOURNAMENTS, b'"tournament-opened/'))


def events(where: str, session: str, holding: str) -> list[tuple[int, str, Body]]:
    """Return (number, kind, body) for each event of a session whose record contains the text `holding`."""
    return list(_read(where, _parse_record, _HOLDING, session, holding.encode()))


def _parse_record(record: bytes) -> tuple[int, str, Body]:
    _session, number, name, body, *_ = json.loads(record)
    return int(number), str(name).partition("/")[0], dict(body)


def _read(where: str, read: Callable[[Any], A], query: str, *values: object) -> Iterator[A]:
    """Yield the first column of a query's rows, converted by `read`; stop after 0.15 seconds, or at an error."""
    path, until = _path(where), time.monotonic_ns() + _BLINK_NS
    if path is None or not os.path.isfile(path):
        return
    # the file as SQLite reads a URI (sqlite.org/uri.html, 3.1), without what it takes to load a library of URLs
    uri = os.path.abspath(path).replace(os.sep, "/")
    for mark in "%?#":
        uri = uri.replace(mark, f"%{ord(mark):02x}")
    uri = f"file:{'' if uri.startswith('/') else '/'}{uri}"
    how = "mode=ro" if os.path.exists(f"{path}-wal") else "mode=ro&immutable=1"
    with suppress(*_TROUBLE), closing(sqlite3.connect(f"{uri}?{how}", uri=True, timeout=0)) as file:
        file.set_progress_handler(lambda: time.monotonic_ns() > until, _STEPS)
        for (column,) in file.execute(query, values):
            yield read(column)


def _path(where: str) -> str | None:
    """Return the path of a ledger's file, with symbolic links resolved; None if the ledger is not in a file."""
    if "://" not in where:
        return os.path.realpath(where)
    kind, _, location = where.partition("://")
    path = location.partition("?")[0][1:]
    return os.path.realpath(path) if path and kind.startswith("sqlite") else None


class KnownWords:
    """The words in a ledger file that Tab can complete; none for a ledger on a server or a file of another kind.

    `named`: the session or tournament the user named, or None.
    """

    def __init__(self, where: str, named: str | None) -> None:
        self._where = where
        self._named = named

    def sessions(self) -> list[str]:
        """Return the names of the ledger's sessions and tournaments."""
        return sessions(self._where)

    @cached_property
    def tournaments(self) -> list[str]:
        """The names of the ledger's tournaments."""
        return tournaments(self._where)

    # Of a session

    def boards(self) -> list[int]:
        """Return the board numbers of the session."""
        boards = set[int]()
        for _, kind, body in self._events('"boards":['):
            numbers = {int(each) for each in _list(body, "boards")}
            if kind in ("session-opened", "boards-added"):
                boards |= numbers
            elif kind == "boards-removed":
                boards -= numbers
        return sorted(boards)

    def tables(self) -> list[str]:
        """Return the session's tables that have results."""
        names = {str(body["table"]) for _, kind, body in self._events('"table":"') if kind == "result-recorded"}
        return sorted(names, key=table_order)

    def contestants(self) -> list[str]:
        """Return the contestants entered in the session; if entry is open, also those who have a result."""
        return _contestants(self._where, self._session)

    def officials(self) -> list[str]:
        """Return the names of the session's officials."""
        return list(dict.fromkeys(str(body["name"]) for _, _, body in self._events('"official-appointed/')))

    def cases(self, kinds: str) -> dict[str, str]:
        """Return the subject of each case, by case name, in the order of the letters in `kinds`, newest first.

        The letters are R (rulings), A (appeals), C (calls) and P (penalties).
        """
        cases = dict[str, str]()
        for _, _, body in self._events('"case":"'):
            if "board" not in body:
                about = str(body.get("against") or body.get("ruling") or body.get("contestant") or "")
            elif table := body.get("table"):
                about = f"board {body['board']} table {table}"
            else:
                about = f"board {body['board']} {body['ns']} v {body['ew']}"
            cases.setdefault(str(body["case"]), about)
        return {case: cases[case] for kind in kinds for case in reversed(cases) if case[0] == kind}

    def _events(self, holding: str) -> list[tuple[int, str, Body]]:
        return events(self._where, self._session, holding)

    @cached_property
    def _session(self) -> str:
        """The session that the user named, or the ledger's only session; '' if there are several or none."""
        if self._named:
            return self._named
        sessions = [each for each in self.sessions() if each not in self.tournaments]
        return sessions[0] if len(sessions) == 1 else ""

    # Of a tournament

    def stages(self) -> list[str]:
        """Return the names of the tournament's stages."""
        stages = dict[int, str]()
        for number, kind, body in self._events_of_tournament('"stage-'):
            if kind == "taken-back":
                gone = stages.get(_of(body))
                stages = {at: name for at, name in stages.items() if name != gone}
            else:
                stages[number] = str(body.get("name"))
        return list(dict.fromkeys(stages.values()))

    def entrants(self) -> list[str]:
        """Return the tournament's entrants; if none were entered or linked, the contestants of its sessions."""
        events = self._events_of_tournament('"entrants-entered/')
        entered = [each.get("label") for _, _, body in events for each in _list(body, "entrants")]
        linked = [body.get("entrant") for _, _, body in self._events_of_tournament('"contestant-linked/')]
        labels = [str(each) for each in (*entered, *linked) if each]
        for session, letter in self._sections(self._tournament).items() if not labels else ():
            for label in _contestants(self._where, session):
                labels.append(f"{letter}{label}" if label[:1].isdigit() else label)  # in section A: 'A3NS'
        return list(dict.fromkeys(labels))

    def _sections(self, tournament: str) -> dict[str, str]:
        added = dict[int, Body]()
        for number, kind, body in events(self._where, tournament, '"session-'):
            if kind == "session-added":
                added[number] = body
            elif kind == "taken-back":
                added.pop(_of(body), None)
        return {str(body.get("session")): str(body.get("section") or "") for body in added.values()}

    def _events_of_tournament(self, holding: str) -> list[tuple[int, str, Body]]:
        return events(self._where, self._tournament, holding)

    @cached_property
    def _tournament(self) -> str:
        """The tournament the user named, the one of the session he named, or the ledger's only one; '' if unknown."""
        if self._named in self.tournaments:
            return self._named or ""
        several = len(self.tournaments) > 1
        fitting = [each for each in self.tournaments if not several or self._named in self._sections(each)]
        return fitting[0] if fitting else ""


def _contestants(where: str, session: str) -> list[str]:
    entered = list[str]()
    for _, kind, body in events(where, session, '"contestants-'):
        labels = [str(each) for each in _list(body, "contestants")]
        entered = [each for each in entered if each not in labels] + (labels if kind == "contestants-entered" else [])
    if events(where, session, '"entry":"open"'):
        results = events(where, session, '"result-recorded/')
        entered += [str(body[side]) for _, _, body in results for side in ("ns", "ew")]
    return list(dict.fromkeys(entered))


def _of(body: Body) -> int:
    of = body.get("of")
    return of if isinstance(of, int) else 0


def _list(body: Body, name: str) -> list[Any]:
    value = body.get(name)
    return value if isinstance(value, list) else []
