"""Many rows of one ledger edited past the program at once, each of which `verify` has to name, again and again.

    python -m tests.store.fuzz_named_rows --seconds 600                 in memory, by SQLite
    python -m tests.store.fuzz_named_rows --seconds 600 --postgresql    a server of PostgreSQL

Of each stream either one event is edited, for the chain ends there, or texts and a seal. A row that reads back as it
was is harmless, and counted apart. What no log can tell by itself is not asked: that its last event is gone, or a seal;
and of a seal whose office it names, its further lines and its signatures, which only who has the key can check.
`fuzz_rows` does such things too. After each case a few commands are typed, chosen by the seed.
"""

import json
import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ledger.digests import event_digest
from ledger.recording.audits import audit_all
from ledger.store.chain import GENESIS
from ledger.store.store import Store
from ledger.trust.verification import Audit
from tests.store.edited_offices import Office, file_office, said, server_office
from tests.store.edited_rows import Rows, edited_server, mangled
from tests.store.fuzz_rows import ENDS, fuzz_as_asked, wrong
from tests.store.odd_values import ODD, TABLES
from tests.store.rich_ledger import CALM
from tests.store.typed_afterwards import OF_A_SESSION, OF_ALL
from tests.store.unguarded import unguarded

COPIES = 60
"""Streams beside those of the rich ledger, for one event of each is edited at a time."""


RICH = "s"


class Edit(NamedTuple):
    """One row that was edited: where, what of it, how `verify` may name it, and a value before and after."""

    table: str
    column: str
    session: str
    named: tuple[str, ...]
    before: object
    after: object


class Places(NamedTuple):
    """What can be edited: the numbers of the events of each stream, the texts with how they are named, the seals."""

    events: dict[str, list[int]]
    texts: dict[str, dict[str, str]]
    seals: dict[str, list[int]]


def copied(rows: Rows) -> None:
    """Put copies of the session with most texts into a ledger: each a log of its own, chained anew."""
    events = rows.execute("SELECT command_id, part, record FROM event WHERE session = ? ORDER BY number", RICH)
    texts = rows.execute("SELECT commitment, salt, text FROM text WHERE session = ?", RICH)
    for at in range(COPIES):
        name, previous = (
            f"{sha256(at.to_bytes(2)).hexdigest()[:9]}-copy",
            GENESIS,
        )  # so that none becomes another, spoilt
        for number, (command, part, record) in enumerate(events, start=1):
            record = record.replace(json.dumps(RICH).encode(), json.dumps(name).encode(), 1)
            previous = event_digest(previous, record)
            row = (name, number, command, part, record, previous)
            into = "INSERT INTO event (session, number, command_id, part, record, digest) VALUES (?, ?, ?, ?, ?, ?)"
            rows.execute(into, *row)
        for text in texts:
            rows.execute("INSERT INTO text (session, commitment, salt, text) VALUES (?, ?, ?, ?)", name, *text)


def places(rows: Rows, store: Store) -> Places:
    """What is there before anything is edited."""
    found = Places({}, {}, {})
    for session in store.log.streams():
        found.events[session] = [each for (each,) in _numbers(rows, session)]
        for envelope in store.log.read(session):
            for where, text in _texts(envelope.event):
                if not text.gone:
                    told = f"{where} of event #{envelope.number} of session {session} "
                    found.texts.setdefault(session, {})[text.commitment] = told
        if sizes := [size for size, _ in store.seals.of(session)]:
            found.seals[session] = sizes
    return found


def _texts(event: Any) -> Iterator[tuple[str, Any]]:
    from ledger.facts.free_text import has_texts, kept_texts

    return kept_texts(event) if has_texts(type(event)) else iter(())


def _numbers(rows: Rows, session: str) -> list[Any]:
    return rows.execute("SELECT number FROM event WHERE session = ? ORDER BY number", session)


class Editor:
    """Edits the rows of a ledger by chance, and notes each that is another afterwards."""

    def __init__(self, rng: random.Random, rows: Rows, there: Places) -> None:
        self.rng, self.rows, self.there = rng, rows, there
        self.edits: list[Edit] = []
        self.harmless = 0

    def everywhere(self) -> list[Edit]:
        """Edit something in every stream."""
        for session, numbers in self.there.events.items():
            if self.rng.random() < 1 / 4 and len(numbers) > 1:
                self._event(session, self.rng.choice(numbers[:-1]))
                continue
            for commitment, told in self.there.texts.get(session, {}).items():
                self._text(session, commitment, told)
            for size in self.there.seals.get(session, ())[:1]:
                self._seal(session, size)
        return self.edits

    def _event(self, session: str, number: int) -> None:
        column = self.rng.choice(TABLES["event"])
        before_others = f"of session {session} is missing: event #{number} stands in its place"
        named = (f"event #{number} of session {session} ", before_others)
        where = "session = ? AND number = ?", (session, number)
        self._edit("event", column, session, where, named, may_go=True)

    def _text(self, session: str, commitment: str, told: str) -> None:
        column = self.rng.choice(TABLES["text"])
        event = told.partition("event ")[2].partition(" ")[0]
        left_out = f"of session {session}: {event}: said to have been left out"
        where = "session = ? AND commitment = ?", (session, commitment)
        self._edit("text", column, session, where, (told, left_out), may_go=True)

    def _seal(self, session: str, size: int) -> None:
        column = self.rng.choice(("size", "note"))
        not_of_it = f"events of session {session} says", f"session {session}: "
        named = (f"a seal that is kept with session {session} ", *not_of_it)
        where = "session = ? AND size = ?", (session, size)
        self._edit("seal", column, session, where, named, may_go=False)

    def _edit(
        self,
        table: str,
        column: str,
        session: str,
        where: tuple[str, tuple[object, ...]],
        named: tuple[str, ...],
        *,
        may_go: bool,
    ) -> None:
        condition, values = where
        found = self.rows.execute(f"SELECT {self.rows.place}, {column} FROM {table} WHERE {condition}", *values)
        if not found:
            return
        place, before = found[0]
        if may_go and self.rng.random() < 1 / 8:
            self.rows.execute(f"DELETE FROM {table} WHERE {condition}", *values)
            self.edits.append(Edit(table, column, session, named, before, "gone"))
            return
        after = self._value(table, column, before)
        count = self.rows.changed
        self.rows.execute(f"UPDATE {table} SET {column} = ? WHERE {self.rows.place} = ?", after, place)
        kept = self._kept(table, column, condition, values)
        if self.rows.changed == count or (kept and (type(kept[0]), kept[0]) == (type(before), before)):
            self.harmless += 1
        else:
            self.edits.append(Edit(table, column, session, named, before, after))

    def _kept(self, table: str, column: str, condition: str, values: tuple[object, ...]) -> tuple[object, ...]:
        found = self.rows.execute(f"SELECT {column} FROM {table} WHERE {condition}", *values)
        return found[0] if found else ()

    def _value(self, table: str, column: str, before: object) -> object:
        if isinstance(before, str | bytes) and before and self.rng.random() < 1 / 2:
            if table == "seal" and isinstance(before, str):  # its size and its root
                office, size, root, *more = before.split("\n")
                spoilt = mangled(self.rng, f"{size}\n{root}")
                return "\n".join([office, spoilt, *more])
            return mangled(self.rng, before)
        return self.rng.choice(ODD)


def told(audits: list[Audit]) -> str:
    """Everything that is found, and every warning, a line each."""
    found = [each.text for audit in audits for check in audit.checks.values() for each in check]
    warned = (
        f"of session {audit.session}: {event}: said to have been left out"
        for audit in audits
        for each in audit.warnings
        if each.code == "text-left-out"
        for event in each.text.partition(":")[0].replace(" and", ",").split(", ")
    )
    return "\n".join([*found, *warned])


class Ledger(NamedTuple):
    """A ledger that is edited again and again: made as it was and edited, checked, and brought to its desk."""

    office: Office
    there: Places
    edited: Callable[[random.Random], Editor]
    audits: Callable[[], list[Audit]]
    to_desk: Callable[[], None]


@contextmanager
def in_memory(folder: Path) -> Iterator[Ledger]:
    """A file of SQLite whose bytes are put into memory for each case; only for commands are they a file again."""
    with file_office(folder) as office:
        office.afresh()
        path = office.folder / "bridge-ledger.db"
        with office.edited(True) as rows:
            copied(rows)
        with closing(sqlite3.connect(path)) as made:
            made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            made.execute("PRAGMA journal_mode = DELETE")
            whole = made.serialize()
            with closing(Store(f"sqlite:///{path}")) as store:
                there = places(Rows(made), store)
        with closing(Store("sqlite://")) as store, store.connections.engine.connect() as held:
            raw: Any = held.connection.driver_connection

            def edited(rng: random.Random) -> Editor:
                raw.deserialize(whole)
                raw.isolation_level = None
                with unguarded(raw):
                    raw.execute("BEGIN")
                    editor = Editor(rng, Rows(raw), there)
                    editor.everywhere()
                    raw.commit()
                return editor

            def audits() -> list[Audit]:
                with closing(Store("sqlite://")) as looked:
                    mine: Any = looked.connections.engine.raw_connection()
                    mine.driver_connection.deserialize(raw.serialize())
                    mine.close()
                    return audit_all(looked, None)

            def to_desk() -> None:
                path.write_bytes(raw.serialize())

            yield Ledger(office, there, edited, audits, to_desk)


@contextmanager
def on_a_server(folder: Path, server: str) -> Iterator[Ledger]:
    """A database of a server, whose rows are put back for each case; it is open all the time."""
    with server_office(folder, server, more=copied) as office:
        office.afresh()
        url = f"{server.rpartition('/')[0]}/edited"
        with closing(Store(url)) as store, office.edited(False) as rows:
            there = places(rows, store)

        def edited(rng: random.Random) -> Editor:
            office.afresh()
            with edited_server(url) as rows:
                editor = Editor(rng, rows, there)
                with rows.together():
                    editor.everywhere()
            return editor

        def audits() -> list[Audit]:
            with closing(Store(url)) as looked:
                return audit_all(looked, None)

        yield Ledger(office, there, edited, audits, lambda: None)


class Case(NamedTuple):
    """A case: its number, what was edited, how many rows are as they were, and what is wrong."""

    number: int
    edits: list[Edit]
    harmless: int
    wrong: list[str]


def cases(ledger: Ledger, seed: int, looks: int = 2) -> Iterator[Case]:
    """Endless cases."""
    number = 0
    while True:
        number += 1
        rng = random.Random(f"{seed} {number}")
        editor = ledger.edited(rng)
        found = told(ledger.audits())
        faults = [f"not named: {str(each)[:600]}" for each in editor.edits if not any(n in found for n in each.named)]
        ledger.to_desk()
        with chdir(ledger.office.folder):
            for command in _commands(rng, looks):
                code, text = said(command)
                fault = wrong(code, text) or ("" if code in ENDS else text)
                faults += [f"{command}: {fault[-1500:]}"] if fault else []
        yield Case(number, editor.edits, editor.harmless, faults)


def _commands(rng: random.Random, looks: int) -> Iterator[str]:
    for look in rng.sample((*OF_ALL[:6], *OF_A_SESSION), looks):
        first, *more = look.split("; ")
        session = rng.choice(("s", "t", "spring", "devices", CALM))
        yield from (first if look in OF_ALL else f"{first} --session {session}", *more)


def fuzz(ledger: Ledger, seconds: float, seed: int) -> bool:
    """Go on for so long, and say what came of it; whether nothing was wrong."""
    by_table: Counter[str] = Counter()
    harmless = faults = 0
    began = time.monotonic()
    for case in cases(ledger, seed):
        by_table.update(each.table for each in case.edits)
        harmless += case.harmless
        faults += len(case.wrong)
        for each in case.wrong:
            print(f"case {case.number} of seed {seed}: {each}", flush=True)
        if time.monotonic() - began > seconds:
            break
    took, rows = time.monotonic() - began, by_table.total()
    each = ", ".join(f"{table} {count:,}" for table, count in by_table.items())
    print(f"{ledger.office.where}: {case.number} cases, {rows:,} rows edited ({each}), {harmless:,} harmless;", end=" ")
    print(f"{rows / took:.0f} rows a second; wrong {faults}", flush=True)
    return not faults


if __name__ == "__main__":
    sys.exit(fuzz_as_asked(__doc__, in_memory, on_a_server, fuzz))
