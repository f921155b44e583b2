"""Looking for cases over many sessions: in a ledger, and in bundles that lie in a folder and are taken in nowhere.

Each has an index (`ledger.store.case_index`), in the user's own state folder or, where there is none, in memory. Before
it is asked it is brought up to date: of a ledger the streams are read again that went on, of a folder the files that
are others than before. So what was erased is gone from it, with the event that says so. A session whose chain does not
hold, a bundle that does not verify, and a file that is no bundle are named, and left out.

An index holds what its reader may read and nothing else: it is kept apart by database and login, and made anew where
somebody may read the texts about people who might not, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    case_words,
    likeness,
    newest_first,
    points,
    summary,
)
from ledger.session import Session, Stream
from ledger.store.case_index import CaseIndex, FoundEntry, IndexedCase, IndexedStream, IndexUnavailable, StreamState
from ledger.store.log import Log
from ledger.store.own_files import identity, require_one_name, shown
from ledger.store.store import Store
from ledger.subjects.evolving import NOT_REPLAYED, replay
from ledger.subjects.tournaments.state import Tournament

Progress = Callable[[int, int], None]
"""Told how much of how much was read."""

A_PART = 1 << 20


class LeftOut(NamedTuple):
    """What is not looked through: a session that does not hold, a bundle that does not verify, a file that is none."""

    what: Literal["session", "bundle", "file"]
    name: str
    archive: CaseArchive
    why: str


class FoundCase(NamedTuple):
    """A case that was found: where, in which file of the archive ('' in a ledger), in what it is like the one asked
    for, and where the words stand in it.
    """

    archive: CaseArchive
    source: str
    place: CasePlace
    case: CaseSummary
    alike: Likeness = ()
    excerpt: str = ""


class CasesFound(NamedTuple):
    """What a search came to. `found` may be the first of a `total`; `sessions`: how many were looked through; `twice`:
    those that are in more than one place, and were looked through in the first ledger, or the longest bundle, alone.
    """

    found: Sequence[FoundCase]
    total: int
    left_out: Sequence[LeftOut]
    sessions: int
    twice: Sequence[str]


Source = Callable[[CaseIndex, Progress], None]
"""What brings an index up to date: it reads what is new, and forgets what is gone."""


class CaseArchive:
    """The cases of one ledger or one folder, by the name it may be shown with; `note`: what to say of its index."""

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
        """Bring the index up to date; one that cannot be written, on a full disk, is made in memory instead."""
        try:
            self._source(self.index, progress)
            self.index.settle()
        except IndexUnavailable as error:
            if error.code == "database-busy":
                raise
            self.index.close()
            self.index, self.note = CaseIndex(None, self.index.reader), _not_kept(error)
            self._source(self.index, progress)


def ledger_archive(store: Store, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """The cases of a ledger; `anew`: every session is read again."""
    index, note = _index(state, _key(store), _reader(store), anew)
    return CaseArchive(shown(store.url), partial(_update_of_ledger, store.log), index, is_ledger=True, note=note)


def forget(store: Store, state: Path | None, sessions: Sequence[str]) -> None:
    """Take sessions of a ledger out of its index, where one is kept, and their words out of its file."""
    path = _path(state, _key(store)) if state else None
    if path and path.exists():
        with CaseIndex(path, _reader(store)) as index:
            index.drop("", sessions)
            index.settle()


def _key(store: Store) -> str:
    return f"ledger\n{identity(store.url)}\n{store.login}"


def _reader(store: Store) -> str:
    return "texts" if store.texts.may_be_read() else "no texts"


def _path(state: Path, key: str) -> Path:
    return state / f"{of_bytes(key.encode('utf-8', 'surrogateescape')).hex()[:16]}.cases.db"


def bundle_archive(folder: Path, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """The cases of the bundles in a folder. Misuse (no-such-file) where there is none."""
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
        return CaseIndex(None, reader), _not_kept(error)


def _not_kept(error: Exception) -> str:
    return f"the index of cases is not kept, and made again each time: {error}"


def _update_of_ledger(log: Log, index: CaseIndex, progress: Progress) -> None:
    last = log.last()
    known = {name: state for (_, name), state in index.streams().items()}
    index.drop("", known.keys() - last.keys())
    # what did not hold is read again too, for it may have been put right
    same = {name for name, (head, said) in known.items() if head == last.get(name) and not said.trouble}
    new = {name: head for name, head in last.items() if name not in same}
    upto = {name: number for name, (number, _) in new.items() if number > 0}
    without_number = ((name, log.read(name)) for name in new if name not in upto)  # reading it says so
    done, total = 0, sum(number for number, _ in new.values())
    for name, events in chain(log.read_many(upto), without_number):
        try:
            first = list(islice(events, 1))
            state, cases = _indexed(replay(chain(first, events), name), first[0].digest if first else b"")
        except Corrupt as error:
            state, cases = StreamState(new[name], IndexedStream(trouble=error.message)), []
        except NOT_REPLAYED as error:  # it can be replayed, and makes no sense: `verify` has it
            trouble = f"its cases cannot be told: {error!r}"
            state, cases = StreamState(new[name], IndexedStream(trouble=trouble)), []
        index.put("", name, state, cases)
        done += new[name][0]
        progress(done, total)


def _indexed(stream: Stream, first: bytes) -> tuple[StreamState, list[IndexedCase]]:
    head = (stream.number, stream.digest)
    title = (stream.opened.title or "") if stream.opened else ""
    if isinstance(stream, Tournament):
        return StreamState(head, IndexedStream(title, first, tuple(stream.sessions))), []
    from ledger.projections.casework import case_file, cases_in  # dear to load: who only asks does not wait for it

    assert isinstance(stream, Session)
    files = (case_file(stream, case) for case in cases_in(stream, withdrawn=True)) if stream.opened else ()
    return StreamState(head, IndexedStream(title, first)), [
        IndexedCase(summary(each), case_words(each)) for each in files
    ]


def _update_of_folder(folder: Path, index: CaseIndex, progress: Progress) -> None:
    files = [each for each in sorted(folder.iterdir()) if each.is_file() and not each.name.startswith(".")]
    known = index.streams()
    for source in {source for source, _ in known} - {each.name for each in files}:
        index.drop(source, [name for of, name in known if of == source])
    for done, path in enumerate(files, start=1):
        digest = b""  # by which a file is known again; where it cannot be read, reading it as a bundle says so
        with suppress(OSError), open_file(path) as file:
            digest = bytes.fromhex(of_parts(iter(partial(file.read, A_PART), b"")))
        whole = known.get((path.name, ""))
        if whole is None or not digest or whole.head != (0, digest):
            index.drop(path.name, [name for of, name in known if of == path.name])
            _put_bundle(index, path, digest)
        progress(done, len(files))


def _put_bundle(index: CaseIndex, path: Path, digest: bytes) -> None:
    """The logs of a bundle, once the one checker holds it to be sound."""
    from ledger.recording import taking_over  # dear to load, and seldom needed: what was checked is known again
    from ledger.trust.bundle.reader import read_bundle

    said = IndexedStream()
    try:
        bundle = read_bundle(path)
        taking_over.require_sound(bundle)
        for log in bundle.logs:
            index.put(path.name, log.session.id, *_indexed(log.session, log.found.digests[0]))
    except Problem as error:
        said = IndexedStream(trouble=error.message, unread=isinstance(error, Misuse))
    index.put(path.name, "", StreamState((0, digest), said))


class _Streams:
    """The sessions of all archives, each once; what is left out, and what is there twice."""

    def __init__(self, archives: Sequence[CaseArchive]) -> None:
        self.left_out: list[LeftOut] = []
        self.places: dict[tuple[CaseArchive, str, str], CasePlace] = {}
        self.twice: list[str] = []
        self._copies: dict[tuple[str, bytes], list[tuple[tuple[bool, int, int], CaseArchive, str]]] = {}
        for order, archive in enumerate(archives):
            self._add(order, archive, archive.index.streams())
        for (name, _), copies in self._copies.items():
            for _, archive, source in sorted(copies, key=lambda each: each[0])[1:]:
                self.twice.append(name)
                del self.places[archive, source, name]

    def _add(self, order: int, archive: CaseArchive, streams: Mapping[tuple[str, str], StreamState]) -> None:
        of_tournament = {
            (source, session): (name, state.said.title)
            for (source, name), state in streams.items()
            for session in state.said.sessions or ()
        }
        for (source, name), (head, said) in streams.items():
            if said.trouble:
                what: Literal["session", "bundle", "file"] = "session" if name else "file" if said.unread else "bundle"
                self.left_out.append(LeftOut(what, name or source, archive, said.trouble))
            elif name and said.sessions is None:
                place = CasePlace(name, said.title, *of_tournament.get((source, name), ("", "")))
                self.places[archive, source, name] = place
                rank = (not archive.is_ledger, order if archive.is_ledger else 0, -head[0])
                self._copies.setdefault((name, said.first), []).append((rank, archive, source))


def search(
    archives: Sequence[CaseArchive],
    query: CaseQuery,
    words: Sequence[str] = (),
    like: tuple[str, str] | None = None,
    *,
    most: int = 0,
) -> CasesFound:
    """The cases that are meant, newest first; those `like` a case of a session, most alike first. `most`: no more.

    Refusal (no-such-case) where there is no case of that number to be like.
    """
    streams, model, found = _Streams(archives), None, list[_Filed]()
    if like:
        of_case = (each for each in _filed(archives, streams, ()) if each.place.session == like[0])
        if (model := next((each for each in of_case if like[1] in each.facets.cases), None)) is None:
            none = f"there is no case {like[1]} in {like[0]}"
            raise Refusal("no-such-case", none, "`cases` lists them; --like SESSION/R-0001")
    for each in (each for each in _filed(archives, streams, words) if query.takes(each.facets, each.place)):
        if model is None:
            found.append(each)
        elif (model.place.session, model.facets.case) == (each.place.session, each.facets.case):
            continue  # it is not like itself
        elif alike := likeness(model.facets, each.facets):
            found.append(each._replace(alike=alike))
    found.sort(key=lambda each: newest_first(each.facets), reverse=True)
    found.sort(key=lambda each: -points(each.alike))
    hits = [each.shown(words) for each in (found[:most] if most else found)]
    return CasesFound(hits, len(found), streams.left_out, len(streams.places), streams.twice)


class _Filed(NamedTuple):
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


def _filed(archives: Sequence[CaseArchive], streams: _Streams, words: Sequence[str]) -> Iterator[_Filed]:
    for archive in archives:
        for entry in archive.index.found(words):
            if place := streams.places.get((archive, entry.source, entry.stream)):
                yield _Filed(archive, entry, place)
