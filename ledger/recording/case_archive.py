"""Looking for cases over many sessions: in a ledger, and in bundles that lie in a folder and are taken in nowhere.

Each has an index (`ledger.store.case_index`), in the user's own state folder or, where there is none, in memory. Before
it is asked it is brought up to date: of a ledger the streams are read again that went on, of a folder the files that
are others than before. So what was erased is gone from it, with the event that says so. A session whose chain does not
hold, a bundle that does not verify, and a file that is no bundle are named, and left out.

An index holds what its reader may read and nothing else: it is kept apart by database and login, and made anew where
somebody may read the texts about people who might not, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, Self

from ledger.digests import of_bytes, of_parts
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.facts import Envelope
from ledger.files import open_file
from ledger.projections.case_search import CaseQuery, Likeness, likeness, newest_first, points
from ledger.projections.case_summary import CaseFacets, CasePlace, CaseSummary, case_words, summary
from ledger.session import NOT_REPLAYED, Session, Stream, Tournament, replay
from ledger.store.case_index import CaseIndex, FoundEntry, IndexedCase, IndexedStream, StreamState
from ledger.store.location import identity, shown
from ledger.store.log import Head
from ledger.store.store import Store

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


class Source(Protocol):
    """Where an index is brought up to date from."""

    def update(self, index: CaseIndex, progress: Progress) -> None:
        """Read what is new, and forget what is gone."""


class CaseArchive:
    """The cases of one ledger or one folder, by the name it may be shown with; `note`: what to say of its index."""

    def __init__(self, name: str, source: Source, index: CaseIndex, *, is_ledger: bool, note: str = "") -> None:
        self.name = name
        self.is_ledger = is_ledger
        self.note = note
        self._source = source
        self._index = index

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def update(self, progress: Progress) -> None:
        """Bring the index up to date."""
        self._source.update(self._index, progress)
        self._index.settle()

    def streams(self) -> Mapping[tuple[str, str], StreamState]:
        """Its sessions and tournaments, by file and name."""
        return self._index.streams()

    def found(self, words: Sequence[str]) -> Iterator[FoundEntry]:
        """Its cases that have these words."""
        return self._index.found(words)

    def summary(self, entry: int) -> CaseSummary:
        """One of them in brief."""
        return self._index.summary(entry)

    def excerpt(self, words: Sequence[str], entry: int) -> str:
        """Where the words stand in one of them."""
        return self._index.excerpt(words, entry) if words else ""


def ledger_archive(store: Store, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """The cases of a ledger; `anew`: every session is read again."""
    index, note = _index(state, _key(store), _reader(store), anew)
    return CaseArchive(shown(store.url), _Ledger(store), index, is_ledger=True, note=note)


def forget(store: Store, state: Path | None, sessions: Sequence[str]) -> None:
    """Take sessions of a ledger out of its index, where one is kept, and their words out of its file."""
    path = _path(state, _key(store)) if state else None
    if path and path.exists():
        with CaseIndex(path, _reader(store)) as index:
            index.drop("", sessions)
            index.settle()


def _key(store: Store) -> str:
    """By what the index of a ledger is kept apart from others: the database, and who is logged in there."""
    return f"ledger\n{identity(store.url)}\n{store.login}"


def _reader(store: Store) -> str:
    """What who asks may read."""
    return "texts" if store.texts.may_be_read() else "no texts"


def _path(state: Path, key: str) -> Path:
    return state / f"{of_bytes(key.encode('utf-8', 'surrogateescape')).hex()[:16]}.cases.db"


def bundle_archive(folder: Path, state: Path | None, *, anew: bool = False) -> CaseArchive:
    """The cases of the bundles in a folder. Misuse (no-such-file) where there is none."""
    if not folder.is_dir():
        raise Misuse("no-such-file", f"there is no folder {folder}", "--bundles DIR, where `export` wrote bundles")
    index, note = _index(state, f"bundles\n{folder.resolve()}", "texts", anew)
    return CaseArchive(str(folder), _Folder(folder), index, is_ledger=False, note=note)


def _index(state: Path | None, key: str, reader: str, anew: bool) -> tuple[CaseIndex, str]:
    """The index in the state folder; in memory where it cannot be kept, and a word about that."""
    if state is None:
        return CaseIndex(None, reader), ""
    path = _path(state, key)
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        if anew:
            path.unlink(missing_ok=True)
        return CaseIndex(path, reader), ""
    except (OSError, Unavailable) as error:
        if isinstance(error, Unavailable) and error.code == "database-busy":
            raise
        return CaseIndex(None, reader), f"the index of cases is not kept, and made again each time: {error}"


class _Ledger:
    """The streams of a ledger."""

    def __init__(self, store: Store) -> None:
        self._log = store.log

    def update(self, index: CaseIndex, progress: Progress) -> None:
        last = self._log.last()
        known = {name: state for (_, name), state in index.streams().items()}
        index.drop("", known.keys() - last.keys())
        new = {name: head for name, head in last.items() if name not in known or _went_on(known[name], head)}
        done, total = 0, sum(number for number, _ in new.values())
        for name, events in self._events(new):
            index.put("", name, *_read(events, name, new[name]))
            done += new[name][0]
            progress(done, total)

    def _events(self, heads: Mapping[str, Head]) -> Iterator[tuple[str, Iterator[Envelope]]]:
        """The events of these streams; of one that has no event of a number, what says so."""
        upto = {name: number for name, (number, _) in heads.items() if number > 0}
        yield from self._log.read_many(upto)
        yield from ((name, self._log.read(name)) for name in heads if name not in upto)


def _went_on(known: StreamState, head: Head) -> bool:
    """Whether a stream has to be read again: also where it did not hold, for it may have been put right."""
    return known.head != head or bool(known.said.trouble)


class _FirstNoted:
    """Events as they are read, and the digest of the first."""

    def __init__(self, events: Iterator[Envelope]) -> None:
        self._events = events
        self.first = b""

    def __iter__(self) -> Iterator[Envelope]:
        for envelope in self._events:
            self.first = self.first or envelope.digest
            yield envelope


def _read(events: Iterator[Envelope], name: str, head: Head) -> tuple[StreamState, list[IndexedCase]]:
    """What is kept of a stream, and its cases; where its chain does not hold, that."""
    noted = _FirstNoted(events)
    try:
        return _indexed(replay(noted, name), noted.first)
    except Corrupt as error:
        return StreamState(head, IndexedStream(trouble=error.message)), []
    except NOT_REPLAYED as error:  # it can be replayed, and makes no sense: `verify` has it
        return StreamState(head, IndexedStream(trouble=f"its cases cannot be told: {error!r}")), []


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


class _Folder:
    """The files of a folder, each of which is a bundle, or named as none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def update(self, index: CaseIndex, progress: Progress) -> None:
        files = [each for each in sorted(self._folder.iterdir()) if each.is_file() and not each.name.startswith(".")]
        known = index.streams()
        there = {each.name for each in files}
        for source in {source for source, _ in known} - there:
            index.drop(source, [name for of, name in known if of == source])
        for done, path in enumerate(files, start=1):
            digest = _digest(path)
            whole = known.get((path.name, ""))
            if whole is None or not digest or whole.head != (0, digest):
                index.drop(path.name, [name for of, name in known if of == path.name])
                self._put(index, path, digest)
            progress(done, len(files))

    def _put(self, index: CaseIndex, path: Path, digest: bytes) -> None:
        """Read a file: its logs, and last that it was read to its end."""
        said = IndexedStream()
        try:
            for first, stream in _sound_streams(path):
                index.put(path.name, stream.id, *_indexed(stream, first))
        except Problem as error:
            said = IndexedStream(trouble=error.message, unread=isinstance(error, Misuse))
        index.put(path.name, "", StreamState((0, digest), said))


def _digest(path: Path) -> bytes:
    """By what a file is known again; nothing where it cannot be read, which is said where it is read as a bundle."""
    with suppress(OSError), open_file(path) as file:
        return bytes.fromhex(of_parts(iter(lambda: file.read(A_PART), b"")))
    return b""


def _sound_streams(path: Path) -> Iterator[tuple[bytes, Stream]]:
    """The logs of a bundle, each with the digest of its first event, once the one checker holds it to be sound."""
    from ledger.trust.bundle import trial  # dear to load, and seldom needed: what was checked is known again
    from ledger.trust.bundle.reader import read_bundle

    bundle = read_bundle(path)
    trial.require_sound(bundle)
    return ((log.found.digests[0], log.session) for log in bundle.logs)


# Looking


class _Streams:
    """The sessions of all archives, each once; what is left out, and what is there twice."""

    def __init__(self, archives: Sequence[CaseArchive]) -> None:
        self.left_out: list[LeftOut] = []
        self.places: dict[tuple[CaseArchive, str, str], CasePlace] = {}
        self.twice: list[str] = []
        self._copies: dict[tuple[str, bytes], list[tuple[tuple[bool, int, int], CaseArchive, str]]] = {}
        for order, archive in enumerate(archives):
            self._add(order, archive, archive.streams())
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
                self.left_out.append(_left_out(archive, source, name, said))
            elif name and said.sessions is None:
                place = CasePlace(name, said.title, *of_tournament.get((source, name), ("", "")))
                self.places[archive, source, name] = place
                rank = (not archive.is_ledger, order if archive.is_ledger else 0, -head[0])
                self._copies.setdefault((name, said.first), []).append((rank, archive, source))


def _left_out(archive: CaseArchive, source: str, name: str, said: IndexedStream) -> LeftOut:
    what: Literal["session", "bundle", "file"] = "session" if name else "file" if said.unread else "bundle"
    return LeftOut(what, name or source, archive, said.trouble)


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
    streams = _Streams(archives)
    model = _model(archives, streams, like) if like else None
    found = list(_meant(_filed(archives, streams, words), query, model))
    found.sort(key=lambda each: newest_first(each.facets), reverse=True)
    found.sort(key=lambda each: -points(each.alike))
    hits = [each.shown(words) for each in (found[:most] if most else found)]
    return CasesFound(hits, len(found), streams.left_out, len(streams.places), streams.twice)


class _Filed(NamedTuple):
    """A case as the index has it, and where that is."""

    archive: CaseArchive
    entry: FoundEntry
    place: CasePlace
    alike: Likeness = ()

    @property
    def facets(self) -> CaseFacets:
        return self.entry.facets

    def shown(self, words: Sequence[str]) -> FoundCase:
        """The same with everything that is shown of it."""
        number, source, *_ = self.entry
        case, excerpt = self.archive.summary(number), self.archive.excerpt(words, number)
        return FoundCase(self.archive, source, self.place, case, self.alike, excerpt)


def _filed(archives: Sequence[CaseArchive], streams: _Streams, words: Sequence[str]) -> Iterator[_Filed]:
    for archive in archives:
        for entry in archive.found(words):
            if place := streams.places.get((archive, entry.source, entry.stream)):
                yield _Filed(archive, entry, place)


def _meant(filed: Iterable[_Filed], query: CaseQuery, model: _Filed | None) -> Iterator[_Filed]:
    for each in filed:
        if not query.takes(each.facets, each.place):
            continue
        if model is None:
            yield each
        elif alike := _alike(model, each):
            yield each._replace(alike=alike)


def _alike(model: _Filed, other: _Filed) -> Likeness:
    """In what another case is like it; it is not like itself."""
    same = (model.place.session, model.facets.case) == (other.place.session, other.facets.case)
    return () if same else likeness(model.facets, other.facets)


def _model(archives: Sequence[CaseArchive], streams: _Streams, like: tuple[str, str]) -> _Filed:
    session, case = like
    for each in _filed(archives, streams, ()):
        if each.place.session == session and case in each.facets.cases:
            return each
    raise Refusal("no-such-case", f"there is no case {case} in {session}", "`cases` lists them; --like SESSION/R-0001")
