"""An index of cases in a SQLite file of its own: a summary of each case, and its texts for full-text search (FTS5).

The index is derived from logs and may be deleted at any time. It keeps the last event read of each stream, so that only
newer events are read again. Words removed from the index are gone from the file too: freed pages are overwritten
(`secure_delete`), rows that FTS5 only marks as deleted are rebuilt (its own option for that came with SQLite 3.42),
then the file is vacuumed. If that is interrupted, it is done when the index is next opened.
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
from ledger.store.own_files import create_private_file, sqlite_companions
from ledger.store.record import canonical, decode_value

SCHEMA = "2"
"""The version of the index, raised with each change of its contents (also `CaseSummary`); other ones are emptied."""

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
    """A session or tournament in the index: its title and the digest of its first event.

    `sessions`: those of a tournament, None for a session. `trouble`: why its cases are left out, '' if they are not.
    `unread`: the file is not a bundle.
    """

    title: str = ""
    first: bytes = b""
    sessions: tuple[str, ...] | None = None
    trouble: str = ""
    unread: bool = False


class StreamState(NamedTuple):
    """The indexed state of a stream: the last event that the index contains, and the stream's description."""

    head: Head
    said: IndexedStream


class IndexedCase(NamedTuple):
    """A case to add to the index: its summary, and the texts (`words`) that a search reads."""

    summary: CaseSummary
    words: Sequence[str]


class FoundEntry(NamedTuple):
    """A case found by a search: its id in the index, its source, its stream, and its facets.

    The source is '' for the ledger, the file's name for a bundle.
    """

    id: int
    source: str
    stream: str
    facets: CaseFacets


_facets = msgspec.json.Decoder(CaseFacets, dec_hook=decode_value).decode
"""Decodes only the beginning of a stored summary: its facets are enough for a search."""

_summary = msgspec.json.Decoder(CaseSummary, dec_hook=decode_value).decode
_stream = msgspec.json.Decoder(IndexedStream).decode


class CaseIndex:
    """The full-text index of the cases of one ledger, or of the bundles in one folder.

    Sources are '' for the ledger, file names for bundles. `path` None: the index is in memory and ends with the
    program. `reader`: its owner and his reading rights; an index made for another reader, damaged, or of another
    version is emptied. Raises IndexUnavailable if the file is busy or cannot be written.
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
        """Close the index's file."""
        self._file.close()

    def _open(self, reader: str) -> None:
        if self._path:
            create_private_file(self._path)
        self._file = sqlite3.connect(self._path or ":memory:", timeout=_PATIENCE_SECONDS, isolation_level=None)
        try:
            for pragma in ("secure_delete=ON", "journal_mode=DELETE", "temp_store=MEMORY"):
                self._file.execute(f"PRAGMA {pragma}")
            if self._kept_value("schema") != SCHEMA or self._kept_value("reader") != reader:
                if self._tables():
                    self._file.close()
                    self._remove()
                    self._open(reader)
                    return
                with self._writing():
                    if not self._tables():  # another may have made it just now
                        for statement in _TABLES.split(";\n"):
                            self._file.execute(statement)
                        self._keep_value("schema", SCHEMA)
                        self._keep_value("reader", reader)
            self.settle()
        except sqlite3.DatabaseError:
            self._file.close()
            raise

    def _remove(self) -> None:
        assert self._path
        for path in (self._path, *sqlite_companions(self._path)):
            path.unlink(missing_ok=True)

    def _tables(self) -> bool:
        return self._file.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None

    def _kept_value(self, name: str) -> str:
        if not self._file.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone():
            return ""
        row = self._file.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def _keep_value(self, name: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, value))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._file.execute("BEGIN IMMEDIATE")
            with self._file:  # commits, or rolls back
                yield
        except sqlite3.Error as error:
            raise _unavailable(self._path, error) from error

    # Updating

    def streams(self) -> Mapping[tuple[str, str], StreamState]:
        """Return the indexed state of each stream, by source ('' or a bundle's file name) and stream."""
        if self._streams is None:
            rows = self._file.execute("SELECT source, name, number, digest, said FROM stream ORDER BY source, name")
            self._streams = {
                (of, name): StreamState((number, digest), _stream(indexed))
                for of, name, number, digest, indexed in rows
            }
        return self._streams

    def put(self, source: str, name: str, state: StreamState, cases: Iterable[IndexedCase] = ()) -> None:
        """Replace the state and the cases of one stream in the index."""
        with self._writing():
            removed = self._remove_stream(source, name)
            indexed = canonical(state.said)
            self._file.execute("INSERT INTO stream VALUES (?, ?, ?, ?, ?)", (source, name, *state.head, indexed))
            for case in cases:
                text = "\n".join(" ".join(words.split()) for words in case.words)
                row = self._file.execute(
                    "INSERT INTO entry (source, stream, summary) VALUES (?, ?, ?)",
                    (source, name, canonical(case.summary)),
                )
                self._file.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (row.lastrowid, text))
                removed.discard(text)
            if removed:
                self._keep_value("to overwrite", "1")

    def drop(self, source: str, names: Collection[str]) -> None:
        """Remove the named streams of a source from the index, with their cases."""
        with self._writing() if names else nullcontext():
            if {text for name in names for text in self._remove_stream(source, name)}:
                self._keep_value("to overwrite", "1")

    def _remove_stream(self, source: str, name: str) -> set[str]:
        of, self._streams = (source, name), None
        rows = self._file.execute(
            "SELECT id, text FROM entry JOIN words ON words.rowid = id WHERE source = ? AND stream = ?", of
        ).fetchall()
        self._file.executemany("DELETE FROM words WHERE rowid = ?", [(number,) for number, _ in rows])
        self._file.execute("DELETE FROM entry WHERE source = ? AND stream = ?", of)
        self._file.execute("DELETE FROM stream WHERE source = ? AND name = ?", of)
        return {text for _, text in rows if text}

    def settle(self) -> None:
        """Overwrite the words of removed cases in the index's file; call it once the index is up to date."""
        if not self._kept_value("to overwrite"):
            return
        with self._writing():
            self._file.execute("INSERT INTO words (words) VALUES ('rebuild')")
        try:
            self._file.execute("VACUUM")
        except sqlite3.Error as error:
            raise _unavailable(self._path, error) from error
        with self._writing():
            self._file.execute("DELETE FROM kept WHERE name = 'to overwrite'")

    # Searching

    def found(self, words: Sequence[str]) -> Iterator[FoundEntry]:
        """Return the cases with all `words`, each whole or as the beginning of a word; every case if `words` is empty.

        A word with a blank in it is a phrase. Raises Misuse (usage) for text without a letter or digit.
        """
        query = "SELECT id, source, stream, summary FROM entry"
        if words:
            query += " JOIN words ON words.rowid = id WHERE words MATCH ?"
        rows = self._file.execute(query, (_match(words),) if words else ())
        return (FoundEntry(number, source, stream, _facets(summary)) for number, source, stream, summary in rows)

    def summary(self, entry: int) -> CaseSummary:
        """Return the summary of the case with an id in the index."""
        row = self._file.execute("SELECT summary FROM entry WHERE id = ?", (entry,)).fetchone()
        return _summary(row[0])

    def excerpt(self, words: Sequence[str], entry: int) -> str:
        """Return the passage of a case that contains the words, or '' if the case does not contain them.

        ' / ' separates two texts.
        """
        query = f"SELECT snippet(words, 0, '', '', '…', {_EXCERPT_WORDS}) FROM words WHERE words MATCH ? AND rowid = ?"
        row = self._file.execute(query, (_match(words), entry)).fetchone()
        return " / ".join(filter(None, map(str.strip, str(row[0]).split("\n")))) if row else ""


def _match(words: Sequence[str]) -> str:
    """Return the FTS5 query for texts that contain all the words, each quoted and matched as a prefix."""
    for word in words:
        if not _WORD.search(word):
            raise Misuse("usage", f"{word!r} is no word to look for", "type letters or digits: `cases hesitat`")
    return " AND ".join('"{}" *'.format(word.replace('"', '""').removesuffix("*")) for word in words)


class IndexUnavailable(Unavailable):
    """The error for an index whose file cannot be read or written at the moment."""


def _unavailable(path: Path | None, error: sqlite3.Error) -> IndexUnavailable:
    code = "database-busy" if "locked" in str(error) else "database-unusable"
    where = path or "in memory"
    return IndexUnavailable(code, f"the index of cases, {where}: {error}", "try again, or remove this file")
