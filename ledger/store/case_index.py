"""An index of cases, in a file of SQLite of its own beside what a machine keeps: by session what each case is in brief,
and its words to be found by (FTS5).

It is derived from logs, and may be removed at any time. Of each stream it has the last event it was read up to, so that
only what went on is read again. Words that are taken out of it are gone from the file too: pages that fall free are
overwritten (`secure_delete`), and what FTS5 only marks as deleted is made anew from what is left (its own option for
that came with SQLite 3.42), before the file is written together again without free pages. Where that is interrupted,
it is done when the index is next opened.
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from ledger.errors import Misuse, Unavailable
from ledger.projections.case_search import CaseFacets, CaseSummary
from ledger.store.log import Head
from ledger.store.own_files import beside, make_own
from ledger.store.record import canonical, decode_value

SCHEMA = "2"
"""Of the index; raised with every change of what is kept in it, `CaseSummary` included. An older one is made anew."""

_PATIENCE_SECONDS = 60

_TABLES = """
CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stream (
    source TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, digest BLOB NOT NULL, said BLOB NOT NULL,
    PRIMARY KEY (source, name)
) WITHOUT ROWID;
CREATE TABLE entry (id INTEGER PRIMARY KEY, source TEXT NOT NULL, stream TEXT NOT NULL, summary BLOB NOT NULL);
CREATE INDEX entry_of ON entry (source, stream);
CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "unicode61 remove_diacritics 2");
"""

_WORD = re.compile(r"\w")
_EXCERPT_WORDS = 16


class IndexedStream(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a session or a tournament: its title, the digest of its first event.

    `sessions`: those of a tournament, None for a session. `trouble`: why its cases are left out, '' where they are not.
    `unread`: of a file that it is no bundle at all.
    """

    title: str = ""
    first: bytes = b""
    sessions: tuple[str, ...] | None = None
    trouble: str = ""
    unread: bool = False


class StreamState(NamedTuple):
    """How far a stream was read, and what is kept of it."""

    head: Head
    said: IndexedStream


class IndexedCase(NamedTuple):
    """A case with its words, to be put into the index."""

    summary: CaseSummary
    words: Sequence[str]


class FoundEntry(NamedTuple):
    """A case that was found: its number in the index, where it is from, of which stream, and what it is found by."""

    id: int
    source: str
    stream: str
    facets: CaseFacets


_facets = msgspec.json.Decoder(CaseFacets, dec_hook=decode_value).decode
"""Of a summary it reads the beginning, and no more: what is not shown need not be known."""

_summary = msgspec.json.Decoder(CaseSummary, dec_hook=decode_value).decode
_said = msgspec.json.Decoder(IndexedStream).decode


class CaseIndex:
    """The index of one ledger, or of the bundles in one folder. Sources are '' for the ledger, else files by name.

    `path` None: it is in memory, and gone with the program. `reader`: whose it is and what he may read; made for
    another, it is made anew. A file that is none of this version, or damaged, is too.
    """

    def __init__(self, path: Path | None, reader: str) -> None:
        self._path = path
        self.reader = reader
        self._streams: dict[tuple[str, str], StreamState] | None = None
        try:
            self._open(reader)
        except sqlite3.OperationalError as error:  # it is busy, or cannot be written
            raise _unavailable(path, error) from error
        except sqlite3.DatabaseError:  # it is damaged, or no such file
            self._remove()
            self._open(reader)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _open(self, reader: str) -> None:
        if self._path:
            make_own(self._path)
        self._file = sqlite3.connect(self._path or ":memory:", timeout=_PATIENCE_SECONDS, isolation_level=None)
        try:
            for pragma in ("secure_delete=ON", "journal_mode=DELETE", "temp_store=MEMORY"):
                self._file.execute(f"PRAGMA {pragma}")
            if self._kept("schema") != SCHEMA or self._kept("reader") != reader:
                if self._tables():
                    self._file.close()
                    self._remove()
                    self._open(reader)
                    return
                with self._writing():
                    if not self._tables():  # another may have made it just now
                        for statement in _TABLES.split(";\n"):
                            self._file.execute(statement)
                        self._keep("schema", SCHEMA)
                        self._keep("reader", reader)
            self.settle()
        except sqlite3.DatabaseError:
            self._file.close()
            raise

    def _remove(self) -> None:
        assert self._path
        for path in (self._path, *beside(self._path)):
            path.unlink(missing_ok=True)

    def _tables(self) -> bool:
        return self._file.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None

    def _kept(self, name: str) -> str:
        if not self._file.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone():
            return ""
        found = self._file.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    def _keep(self, name: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, value))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._file.execute("BEGIN IMMEDIATE")
            with self._file:  # commits, or takes back
                yield
        except sqlite3.Error as error:
            raise _unavailable(self._path, error) from error

    # Bringing it up to date

    def streams(self) -> Mapping[tuple[str, str], StreamState]:
        """How far each stream was read, by source and name."""
        if self._streams is None:
            rows = self._file.execute("SELECT source, name, number, digest, said FROM stream ORDER BY source, name")
            self._streams = {
                (of, name): StreamState((number, digest), _said(said)) for of, name, number, digest, said in rows
            }
        return self._streams

    def put(self, source: str, name: str, state: StreamState, cases: Iterable[IndexedCase] = ()) -> None:
        """What is now known of a stream, in the place of what was."""
        with self._writing():
            gone = self._take_out(source, name)
            said = canonical(state.said)
            self._file.execute("INSERT INTO stream VALUES (?, ?, ?, ?, ?)", (source, name, *state.head, said))
            for each in cases:
                text = "\n".join(" ".join(words.split()) for words in each.words)
                row = self._file.execute(
                    "INSERT INTO entry (source, stream, summary) VALUES (?, ?, ?)",
                    (source, name, canonical(each.summary)),
                )
                self._file.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (row.lastrowid, text))
                gone.discard(text)
            if gone:
                self._keep("to overwrite", "1")

    def drop(self, source: str, names: Collection[str]) -> None:
        """Forget streams that are no longer there."""
        with self._writing() if names else nullcontext():
            if {text for name in names for text in self._take_out(source, name)}:
                self._keep("to overwrite", "1")

    def _take_out(self, source: str, name: str) -> set[str]:
        of, self._streams = (source, name), None
        rows = self._file.execute(
            "SELECT id, text FROM entry JOIN words ON words.rowid = id WHERE source = ? AND stream = ?", of
        ).fetchall()
        self._file.executemany("DELETE FROM words WHERE rowid = ?", [(number,) for number, _ in rows])
        self._file.execute("DELETE FROM entry WHERE source = ? AND stream = ?", of)
        self._file.execute("DELETE FROM stream WHERE source = ? AND name = ?", of)
        return {text for _, text in rows if text}

    def settle(self) -> None:
        """After it was brought up to date: words that were taken out are overwritten in the file."""
        if not self._kept("to overwrite"):
            return
        with self._writing():
            self._file.execute("INSERT INTO words (words) VALUES ('rebuild')")
        try:
            self._file.execute("VACUUM")
        except sqlite3.Error as error:
            raise _unavailable(self._path, error) from error
        with self._writing():
            self._file.execute("DELETE FROM kept WHERE name = 'to overwrite'")

    # Looking

    def found(self, words: Sequence[str]) -> Iterator[FoundEntry]:
        """The cases that have all of these words, each as the beginning of one; without words, all there are.

        What has a blank in it is a phrase. Misuse (usage) for what is no word.
        """
        query = "SELECT id, source, stream, summary FROM entry"
        if words:
            query += " JOIN words ON words.rowid = id WHERE words MATCH ?"
        rows = self._file.execute(query, (_match(words),) if words else ())
        return (FoundEntry(number, source, stream, _facets(said)) for number, source, stream, said in rows)

    def summary(self, entry: int) -> CaseSummary:
        """A case in brief, by its number in the index."""
        said = self._file.execute("SELECT summary FROM entry WHERE id = ?", (entry,)).fetchone()
        return _summary(said[0])

    def excerpt(self, words: Sequence[str], entry: int) -> str:
        """Where the words stand in a case, with a few others around them, a stroke between two texts; else ''."""
        query = f"SELECT snippet(words, 0, '', '', '…', {_EXCERPT_WORDS}) FROM words WHERE words MATCH ? AND rowid = ?"
        found = self._file.execute(query, (_match(words), entry)).fetchone()
        return " / ".join(filter(None, map(str.strip, str(found[0]).split("\n")))) if found else ""


def _match(words: Sequence[str]) -> str:
    """What FTS5 is asked: every word, as a text that nothing in it steers, with whatever it goes on with."""
    for word in words:
        if not _WORD.search(word):
            raise Misuse("usage", f"{word!r} is no word to look for", "letters or digits: cases hesitat")
    return " AND ".join('"{}" *'.format(word.replace('"', '""').removesuffix("*")) for word in words)


class IndexUnavailable(Unavailable):
    """The file of an index cannot be read or written now."""


def _unavailable(path: Path | None, error: sqlite3.Error) -> IndexUnavailable:
    code = "database-busy" if "locked" in str(error) else "database-unusable"
    where = path or "in memory"
    return IndexUnavailable(code, f"the index of cases, {where}: {error}", "try again; or remove that file")
