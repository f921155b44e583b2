"""Thousands of rows of one ledger edited past the program at once, each of which `verify` has to name, again and again.

    python -m tests.store.fuzz_named_rows --seconds 600                 in memory, by SQLite
    python -m tests.store.fuzz_named_rows --seconds 600 --postgresql    a server of PostgreSQL

Of each stream either one event is edited, for the chain ends there, or texts and a seal. A row that reads back as it
was is harmless, and counted apart. What no log can tell by itself is not asked: that its last event is gone, or a seal;
and of a seal whose office it names, its further lines and its signatures, which only who has the key can check.
`fuzz_rows` does such things too. After each case a few commands are typed, chosen by the seed.
"""

import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from ledger.facts import Envelope
from ledger.facts.calls import FactsStated
from ledger.facts.free_text import KeptText, committed, has_texts, kept_texts
from ledger.facts.people import Player, PlayersNamed
from ledger.recording.audits import audit_all
from ledger.store import chain
from ledger.store.store import Store
from ledger.trust.seal import checkpoint
from ledger.trust.verification import Audit
from tests.exchange.fuzzed_bundles import STRANGER
from tests.store.edited_offices import Office, file_office, said, server_office
from tests.store.edited_rows import Rows, edited_server, mangled
from tests.store.fuzz_rows import AT_ONCE, ENDS, fuzz_as_asked, wrong
from tests.store.odd_values import ODD, TABLES
from tests.store.rich_ledger import CALM
from tests.store.typed_afterwards import OF_A_SESSION, OF_ALL
from tests.store.unguarded import unguarded

COPIES = 20
"""Of the session with most texts, each with many more."""

SHORT = 60
"""Copies of its beginning, with a seal: for of each stream only one event is edited at a time."""

RICH = "s"
BEGINNING = 4


class Edit(NamedTuple):
    """One row that was edited: where, what of it, how `verify` may name it, and a value before and after."""

    table: str
    column: str
    session: str
    named: tuple[str, ...]
    before: object
    after: object


class Row(NamedTuple):
    """A row that can be edited: where it is, what stands in its columns, and how `verify` may name it."""

    table: str
    key: dict[str, object]
    values: dict[str, object]
    named: tuple[str, ...]


class Places(NamedTuple):
    """What can be edited of a stream: its events but the last, its texts, and a seal."""

    events: list[Row]
    texts: list[Row]
    seals: list[Row]


def copied(rows: Rows) -> None:
    """Put copies of the session with most texts into a ledger, whole and with more, and begun and sealed: each a log of
    its own, chained anew.
    """
    log = [*chain.read(rows.execute("SELECT record, digest FROM event WHERE session = ? ORDER BY number", RICH), RICH)]
    texts = rows.execute("SELECT commitment, salt, text FROM text WHERE session = ?", RICH)
    events: list[tuple[object, ...]] = []
    words: list[tuple[object, ...]] = []
    seals: list[tuple[object, ...]] = []
    for at in range(COPIES + SHORT):
        name = f"{sha256(at.to_bytes(2)).hexdigest()[:9]}-copy"  # so that none becomes another, spoilt
        short = at >= COPIES
        more = [] if short else [_with(log, FACTS, _facts(), 0), *(_with(log, NAMING, _names(), n) for n in range(12))]
        own = [
            structs.replace(each, session=name, number=number)
            for number, each in enumerate([*log[: BEGINNING if short else None], *more], start=1)
        ]
        made = list(chain.chained(own, chain.GENESIS))
        events += [(name, each.number, each.command_id, each.part, *stored) for each, stored in made]
        if short:
            digests = [digest for _, (_, digest) in made]
            seals.append((name, len(made), str(STRANGER.sign(checkpoint(STRANGER.public.name, name, digests)))))
        else:
            added = [text for each in more for _, text in kept_texts(each.event)]
            words += [(name, *text) for text in texts]
            words += [(name, text.commitment, text.salt, str(text)) for text in added]
    rows.insert("event", events)
    rows.insert("text", words)
    rows.insert("seal", seals)


FACTS, NAMING = "facts-stated", "players-named"


def _with(log: list[Envelope], kind: str, event: Any, nth: int) -> Envelope:
    """An event more of a kind that a log has, as if somebody else had recorded it."""
    like = next(each for each in log if each.name.startswith(kind))
    salts = iter(range(100))
    said = committed(event, lambda: sha256(f"{kind} {nth} {next(salts)}".encode()).digest()[:16])
    now = log[-1].recorded_at
    return structs.replace(like, event=said, command_id=f"{kind}-{nth}", part=0, occurred_at=now, recorded_at=now)


def _facts() -> FactsStated:
    return FactsStated("C-0001", "slow", True, tuple(("NESW"[at % 4], f"I said {at}") for at in range(24)))


def _names() -> PlayersNamed:
    players = (
        Player(f"{pair}", seat, f"Ann Roe {pair} {seat}", f"K{pair}{seat}")
        for pair in range(1, 7)
        for seat in (1, 2, 3)
    )
    return PlayersNamed(tuple(players))


def places(rows: Rows, store: Store) -> dict[str, Places]:
    """What is there before anything is edited, by stream."""
    found = {}
    for session in store.log.streams():
        told = {
            text.commitment: f"{where} of event #{each.number} of session {session} "
            for each in store.log.read(session)
            for where, text in (kept_texts(each.event) if has_texts(type(each.event)) else ())
            if isinstance(text, KeptText) and not text.gone
        }
        found[session] = Places(
            [_event(session, each) for each in rows.named("event", session, ("session", "number"))[:-1]],
            [
                _text(session, told[commitment], each)
                for each in rows.named("text", session, ("session", "commitment"))
                if (commitment := str(each[0]["commitment"])) in told
            ],
            [_seal(session, each) for each in rows.named("seal", session, ("session", "size", "note"))[:1]],
        )
    return found


Found = tuple[dict[str, object], dict[str, object]]
"""The key of a row, and what stands in its columns."""


def _event(session: str, row: Found) -> Row:
    number = row[0]["number"]
    before_others = f"of session {session} is missing: event #{number} stands in its place"
    return Row("event", *row, (f"event #{number} of session {session} ", before_others))


def _text(session: str, told: str, row: Found) -> Row:
    event = told.partition("event ")[2].partition(" ")[0]
    return Row("text", *row, (told, f"of session {session}: {event}: said to have been left out"))


def _seal(session: str, row: Found) -> Row:
    not_of_it = f"events of session {session} says", f"session {session}: "
    return Row("seal", *row, (f"a seal that is kept with session {session} ", *not_of_it))


class Editor:
    """Edits the rows of a ledger by chance, and notes each that is another afterwards."""

    def __init__(self, rng: random.Random, rows: Rows, there: dict[str, Places]) -> None:
        self.rng, self.rows, self.there = rng, rows, there
        self.edits: list[Edit] = []
        self.harmless = 0

    def everywhere(self) -> None:
        """Edit something in every stream."""
        for session, there in self.there.items():
            if there.events and self.rng.random() < (1 / 4 if there.texts else 1 / 2):
                self._edit(session, self.rng.choice(there.events), self.rng.choice(TABLES["event"]))
                continue
            for row in there.texts:
                self._edit(session, row, self.rng.choice(TABLES["text"]))
            for row in there.seals:
                self._edit(session, row, self.rng.choice(("size", "note")))

    def _edit(self, session: str, row: Row, column: str) -> None:
        table, before = row.table, row.values[column]
        where = f"WHERE {' AND '.join(f'{each} = ?' for each in row.key)}"
        if table != "seal" and self.rng.random() < 1 / 8:
            self.rows.execute(f"DELETE FROM {table} {where}", *row.key.values())
            self.edits.append(Edit(table, column, session, row.named, before, "gone"))
            return
        after = self._value(table, column, before)
        kept = self.rows.execute(
            f"UPDATE {table} SET {column} = ? {where} RETURNING {column}", after, *row.key.values()
        )
        if not kept or (type(kept[0][0]), kept[0][0]) == (type(before), before):
            self.harmless += 1
        else:
            self.edits.append(Edit(table, column, session, row.named, before, after))

    def _value(self, table: str, column: str, before: object) -> object:
        if isinstance(before, str | bytes) and before and self.rng.random() < 1 / 2:
            if table == "seal" and isinstance(before, str):  # its size and its root
                office, size, root, *more = before.split("\n")
                spoilt = mangled(self.rng, f"{size}\n{root}")
                return "\n".join([office, spoilt, *more])
            return mangled(self.rng, before)
        return self.rng.choice(ODD)


def told(audits: Iterable[Audit]) -> str:
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
    there: dict[str, Places]
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
        audits = ledger.audits()
        found, own = told(audits), {each.session: told([each]) for each in audits}
        faults = [
            f"not named: {str(each)[:600]}"
            for each in editor.edits
            if not any(n in own.get(each.session, "") or n in found for n in each.named)
        ]
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

    def tell() -> None:
        took, rows = time.monotonic() - began, by_table.total()
        each = ", ".join(f"{table} {count:,}" for table, count in by_table.items())
        print(
            f"{ledger.office.where}: {case.number} cases, {rows:,} rows edited ({each}), {harmless:,} harmless;",
            end=" ",
        )
        print(f"{rows / took:.0f} rows a second; wrong {faults}", flush=True)

    for case in cases(ledger, seed):
        by_table.update(each.table for each in case.edits)
        harmless += case.harmless
        faults += len(case.wrong)
        for each in case.wrong:
            print(f"case {case.number} of seed {seed}: {each}", flush=True)
        if time.monotonic() - began > seconds:
            break
        if case.number % AT_ONCE == 0:
            tell()
    tell()
    return not faults


if __name__ == "__main__":
    sys.exit(fuzz_as_asked(__doc__, in_memory, on_a_server, fuzz))
