"""Searching cases over many sessions: those of a ledger, and those of bundles in a folder that are not imported.

Each archive has an index (`ledger.store.case_index`), in the user's state folder or in memory. Before a search it is
brought up to date: streams with new events and changed files are read again, so that erased texts vanish from it.
Unsound sessions, bundles that fail verification, and other files are listed and left out.

An index contains only what its reader may read: there is one for each database and login, and it is rebuilt when the
login's right to read texts changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Literal, NamedTuple, Self

from ledger.digests import of_bytes, of_parts
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.files import open_file
from ledger.projections.case_search import (
    CaseFacets,
    CasePlace,
    CaseQuery,
    CaseSummary,
    Likeness,
    case_sort_key,
    case_words,
    likeness,
    points,
    summary,
)
from ledger.session import Session, Stream
from ledger.store.case_index import CaseIndex, FoundEntry, IndexedCase, IndexedStream, IndexUnavailable, StreamState
from ledger.store.log import Log
from ledger.store.own_files import identity, require_one_name, show_url
from ledger.store.store import Store
from ledger.subjects.evolving import NOT_REPLAYED, replay
from ledger.subjects.tournaments.state import Tournament

Progress = Callable[[int, int], None]
"""A function that receives the amount read and the total: events of a ledger, or files of a folder."""

A_PART = 1 << 20  # the bytes of a file hashed at once


class UnsearchedSource(NamedTuple):
    """A session, bundle or other file that was not searched, because it is unsound or no bundle; `why`: the reason."""

    what: Literal["session", "bundle", "file"]
    name: str
    archive: CaseArchive
    why: str


class FoundCase(NamedTuple):
    """A case that a search found; `source`: the bundle's file ('' in a ledger), `alike`: the likeness to the model."""

    archive: CaseArchive
    source: str
    place: CasePlace
    case: CaseSummary
    alike: Likeness = ()
    excerpt: str = ""


class CasesFound(NamedTuple):
    """The result of a search: cases (of a `total`), sources that were not searched, number of sessions searched.

    `twice`: the names of sessions found in several places; only the copy in the first ledger, or else in the longest
    bundle, was searched.
    """

    found: Sequence[FoundCase]
    total: int
    left_out: Sequence[UnsearchedSource]
    sessions: int
    twice: Sequence[str]


Source = Callable[[CaseIndex, Progress], None]
"""A function that brings an index up to date: it reads what is new, and removes what is gone."""


class CaseArchive:
    """The cases of one ledger or folder of bundles, for searches; `note`: why the index could not be stored, or ''."""

    def __init__(self, name: str, source: Source, index: CaseIndex, *, is_ledger: bool, note: str = "") -> None:
        self.name = name
        self.is_ledger = is_ledger
        self.note = note
        self.index = index
        self._source = source

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.index.close()

    def update(self, progress: Progress) -> None:
        """Update the index; rebuild it in memory if it cannot be written (full disk). IndexUnavailable: it is busy."""
        try:
            self._source(self.index, progress)
            self.index.settle()
        except IndexUnavailable as error:
            if error.code == "database-busy":
                raise
            self.index.close()
            self.index, self.note = CaseIndex(None, self.index.reader), _not_stored(error)
            self._source(self.index, progress)


def ledger_archive(store: Store, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """Return the archive of a ledger's cases; `anew`: delete the old index first."""
    index, note = _index(state, _key(store), "texts" if store.texts.may_be_read() else "no texts", anew)
    return CaseArchive(show_url(store.url), partial(_update_of_ledger, store.log), index, is_ledger=True, note=note)


def forget(store: Store, state: Path | None, sessions: Sequence[str]) -> None:
    """Remove sessions of a ledger, with their texts, from the ledger's index, if one exists."""
    path = _path(state, _key(store)) if state else None
    if path and path.exists():
        with CaseIndex(path, "texts" if store.texts.may_be_read() else "no texts") as index:
            index.drop("", sessions)
            index.settle()


def _key(store: Store) -> str:
    return f"ledger\n{identity(store.url)}\n{store.login}"


def _path(state: Path, key: str) -> Path:
    return state / f"{of_bytes(key.encode('utf-8', 'surrogateescape')).hex()[:16]}.cases.db"


def bundle_archive(folder: Path, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """Return the archive of the cases in a folder's bundles.

    Raises Misuse (no-such-file) if the folder does not exist.
    """
    if not folder.is_dir():
        raise Misuse("no-such-file", f"there is no folder {folder}", "--bundles DIR, where `export` wrote bundles")
    index, note = _index(state, f"bundles\n{folder.resolve()}", "texts", anew)
    return CaseArchive(str(folder), partial(_update_of_folder, folder), index, is_ledger=False, note=note)


def _index(state: Path | None, key: str, reader: str, anew: bool) -> tuple[CaseIndex, str]:
    if state is None:
        return CaseIndex(None, reader), ""
    path = _path(state, key)
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        if anew:
            path.unlink(missing_ok=True)
        require_one_name(path)
        return CaseIndex(path, reader), ""
    except (OSError, Unavailable) as error:
        if isinstance(error, Unavailable) and error.code == "database-busy":
            raise
        return CaseIndex(None, reader), _not_stored(error)


def _not_stored(error: Exception) -> str:
    return f"the index of cases cannot be stored, and every search makes it again: {error}"


def _update_of_ledger(log: Log, index: CaseIndex, progress: Progress) -> None:
    last = log.last()
    known = {name: state for (_, name), state in index.streams().items()}
    index.drop("", known.keys() - last.keys())
    # unsound sessions are read again too, because they may have been repaired
    same = {name for name, (head, row) in known.items() if head == last.get(name) and not row.trouble}
    new = {name: head for name, head in last.items() if name not in same}
    upto = {name: number for name, (number, _) in new.items() if number > 0}
    without_number = ((name, log.read(name)) for name in new if name not in upto)  # read to raise Corrupt
    done, total = 0, sum(number for number, _ in new.values())
    for name, events in chain(log.read_many(upto), without_number):
        try:
            first = list(islice(events, 1))
            state, cases = _indexed(replay(chain(first, events), name), first[0].digest if first else b"")
        except Corrupt as error:
            state, cases = StreamState(new[name], IndexedStream(trouble=error.message)), []
        except NOT_REPLAYED as error:  # its chain is whole, but its events make no sense
            trouble = f"its cases cannot be read: {error!r}"
            state, cases = StreamState(new[name], IndexedStream(trouble=trouble)), []
        index.put("", name, state, cases)
        done += new[name][0]
        progress(done, total)


def _indexed(stream: Stream, first: bytes) -> tuple[StreamState, list[IndexedCase]]:
    head = (stream.number, stream.digest)
    title = (stream.opened.title or "") if stream.opened else ""
    if isinstance(stream, Tournament):
        return StreamState(head, IndexedStream(title, first, tuple(stream.sessions))), []
    from ledger.projections.casework import case_file, case_names  # slow to import, and needed for new events only

    assert isinstance(stream, Session)
    files = (case_file(stream, case) for case in case_names(stream, withdrawn=True)) if stream.opened else ()
    return StreamState(head, IndexedStream(title, first)), [
        IndexedCase(summary(each), case_words(each)) for each in files
    ]


def _update_of_folder(folder: Path, index: CaseIndex, progress: Progress) -> None:
    files = [each for each in sorted(folder.iterdir()) if each.is_file() and not each.name.startswith(".")]
    known = index.streams()
    for source in {source for source, _ in known} - {each.name for each in files}:
        index.drop(source, [name for of, name in known if of == source])
    for done, path in enumerate(files, start=1):
        digest = b""  # recognises an unchanged file; read_bundle reports an unreadable one
        with suppress(OSError), open_file(path) as file:
            digest = bytes.fromhex(of_parts(iter(partial(file.read, A_PART), b"")))
        whole = known.get((path.name, ""))
        if whole is None or not digest or whole.head != (0, digest):
            index.drop(path.name, [name for of, name in known if of == path.name])
            from ledger.recording import taking_over  # slow to import, and needed for new files only
            from ledger.trust.bundle.reader import read_bundle

            row = IndexedStream()
            try:
                bundle = read_bundle(path)
                taking_over.require_sound(bundle)
                for log in bundle.logs:
                    index.put(path.name, log.session.id, *_indexed(log.session, log.found.digests[0]))
            except Problem as error:
                row = IndexedStream(trouble=error.message, unread=isinstance(error, Misuse))
            index.put(path.name, "", StreamState((0, digest), row))
        progress(done, len(files))


class _Streams:
    """The sessions to search, each in one archive only; also the unsearched sources, and the duplicate sessions."""

    def __init__(self, archives: Sequence[CaseArchive]) -> None:
        self.left_out: list[UnsearchedSource] = []
        self.places: dict[tuple[CaseArchive, str, str], CasePlace] = {}
        self.twice: list[str] = []
        self._copies: dict[tuple[str, bytes], list[tuple[tuple[bool, int, int], CaseArchive, str]]] = {}
        for order, archive in enumerate(archives):
            streams = archive.index.streams()
            of_tournament = {
                (source, session): (name, state.said.title)
                for (source, name), state in streams.items()
                for session in state.said.sessions or ()
            }
            for (source, name), (head, row) in streams.items():
                if row.trouble:
                    what: Literal["session", "bundle", "file"] = (
                        "session" if name else "file" if row.unread else "bundle"
                    )
                    self.left_out.append(UnsearchedSource(what, name or source, archive, row.trouble))
                elif name and row.sessions is None:
                    place = CasePlace(name, row.title, *of_tournament.get((source, name), ("", "")))
                    self.places[archive, source, name] = place
                    rank = (not archive.is_ledger, order if archive.is_ledger else 0, -head[0])
                    self._copies.setdefault((name, row.first), []).append((rank, archive, source))
        for (name, _), copies in self._copies.items():
            for _, archive, source in sorted(copies, key=lambda each: each[0])[1:]:
                self.twice.append(name)
                del self.places[archive, source, name]


def search(
    archives: Sequence[CaseArchive],
    query: CaseQuery,
    words: Sequence[str] = (),
    like: tuple[str, str] | None = None,
    *,
    most: int = 0,
) -> CasesFound:
    """Return the cases that match a query and contain all words, newest first; with `like`, the most similar first.

    `like` is a session and the name of one of its cases: that case, and cases without any likeness to it, are left out.
    `most` limits the cases returned (0: all). Raises Refusal (no-such-case) if the case `like` is not found.
    """
    streams, model, cases = _Streams(archives), None, list[_IndexedCase]()
    if like:
        of_case = (each for each in _cases_in(archives, streams, ()) if each.place.session == like[0])
        if (model := next((each for each in of_case if like[1] in each.facets.cases), None)) is None:
            none = f"there is no case {like[1]} in {like[0]}"
            raise Refusal("no-such-case", none, "`cases` lists them; --like SESSION/R-0001")
    for case in (each for each in _cases_in(archives, streams, words) if query.takes(each.facets, each.place)):
        if model is None:
            cases.append(case)
        elif (model.place.session, model.facets.case) == (case.place.session, case.facets.case):
            continue  # it is not like itself
        elif alike := likeness(model.facets, case.facets):
            cases.append(case._replace(alike=alike))
    cases.sort(key=lambda each: case_sort_key(each.facets), reverse=True)
    cases.sort(key=lambda each: -points(each.alike))
    hits = [each.shown(words) for each in (cases[:most] if most else cases)]
    return CasesFound(hits, len(cases), streams.left_out, len(streams.places), streams.twice)


class _IndexedCase(NamedTuple):
    archive: CaseArchive
    entry: FoundEntry
    place: CasePlace
    alike: Likeness = ()

    @property
    def facets(self) -> CaseFacets:
        return self.entry.facets

    def shown(self, words: Sequence[str]) -> FoundCase:
        number, source, *_ = self.entry
        index = self.archive.index
        case, excerpt = index.summary(number), index.excerpt(words, number) if words else ""
        return FoundCase(self.archive, source, self.place, case, self.alike, excerpt)


def _cases_in(archives: Sequence[CaseArchive], streams: _Streams, words: Sequence[str]) -> Iterator[_IndexedCase]:
    for archive in archives:
        for entry in archive.index.found(words):
            if place := streams.places.get((archive, entry.source, entry.stream)):
                yield _IndexedCase(archive, entry, place)
