"""Logs as folders of tiles: written with a seal, and checked where nothing else is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.json.trust import signature_text, tiled_json
from cli.pages.folder import SESSIONS, alone_at, put_together, require_writable
from cli.terminal.progress import working
from cli.words.vocabulary import counted
from ledger.bounds.files import TILE
from ledger.errors import Corrupt, Misuse, Problem, Refusal
from ledger.files import read_file
from ledger.session import Tournament
from ledger.trust.addresses import is_address
from ledger.trust.keys import Key
from ledger.trust.merkle import Roots
from ledger.trust.seal import Checkpoint, PublicKey, Seal
from ledger.trust.sealing import require_extended
from ledger.trust.seals import Seals
from ledger.trust.tiles import (
    CHECKPOINT,
    RECORDS,
    TILES,
    Fetch,
    TiledLog,
    read_checkpoint,
    read_tiles,
    require_beginning,
    sessions_of,
)
from ledger.trust.tiles_line import fetch_at


class WrittenTiles(NamedTuple):
    """What was written of a log: where, up to which event, and how many files are new."""

    folder: Path
    seal: Seal
    written: int

    def as_json(self) -> dict[str, object]:
        """The same as JSON."""
        sealed = self.seal.checkpoint
        return {"folder": str(self.folder), "session": sealed.session, "as_of": sealed.size, "written": self.written}

    def __str__(self) -> str:
        sealed = self.seal.checkpoint
        return f"{self.folder}: tiles of {sealed.origin} up to #{sealed.size}, {counted(self.written, 'new file')}"


class TilesToCome:
    """The folder of tiles a log is to be put in, and of a tournament those of its sessions.

    What cannot be written is refused before anything is sealed or recorded.
    """

    def __init__(self, desk: Desk, name: str, path: Path, key: Key) -> None:
        self.path, self._name, self._key, self._seals = path, name, key, desk.office.seals
        stream = desk.office.stream(name)
        here = set(desk.office.sessions()) if isinstance(stream, Tournament) else set()
        own = [each for each in stream.sessions if each in here] if isinstance(stream, Tournament) else []
        self._folders = {name: path, **{each: path / SESSIONS / each for each in own}}
        for each, folder in self._folders.items():
            _require_room(folder, f"{key.public.name}/{each}", self._seals)

    def write(self, made: Seal) -> list[WrittenTiles]:
        """Write what is new up to a seal; each session of a tournament is sealed too, as it is by now."""
        try:
            with working(f"writing {self.path}"):
                return [self._written(each, made) for each in self._folders]
        except Problem as problem:
            again = f"`seal --tiles {quote(str(self.path))} --session {quote(self._name)}`"
            said = f"the seal stands; the tiles are not written: {problem.message}"
            raise type(problem)(problem.code, said, f"{problem.hint.partition('; then')[0]}, then {again}") from None

    def _written(self, name: str, made: Seal) -> WrittenTiles:
        seal = made if name == made.checkpoint.session else self._seals.give(name, self._key)
        for kept in self._seals.of(name):  # with what its witnesses signed
            seal = kept if kept.checkpoint == seal.checkpoint else seal
        folder = self._folders[name]
        folder.mkdir(parents=True, exist_ok=True)
        with alone_at(folder):
            _require_room(folder, seal.checkpoint.origin, self._seals, seal.checkpoint.size)
            files = ((str(file), content) for file, content in self._seals.tiles(seal))
            return WrittenTiles(folder, seal, put_together(folder, files, (CHECKPOINT, str(seal).encode())))


def _require_room(folder: Path, origin: str, seals: Seals, size: int | None = None) -> None:
    """Refuse a folder with tiles of another log, or of more of it than is here; Misuse where it cannot be written."""
    try:
        require_writable(folder, 1)
    except OSError as error:
        raise Misuse(
            "output-lost", f"{folder} cannot be written: {error.strerror}", "name another: --tiles DIR"
        ) from None
    fetch = fetch_from(folder)
    if fetch(CHECKPOINT) is None:
        return
    try:
        given = read_checkpoint(fetch)
    except Corrupt as error:
        hint = "keep it aside, and name another folder: all of the log is written there"
        raise Corrupt(error.code, f"{folder}: {error.message}", hint) from None
    there = given.checkpoint
    if there.origin != origin:
        raise Refusal(
            "folder-taken", f"{folder} holds the tiles of {there.origin}, not of {origin}", "name another folder"
        )
    if size is not None and there.size > size:
        longer = f"{folder} holds tiles up to #{there.size}, and the seal is up to #{size}"
        raise Refusal("folder-taken", longer, "`seal --tiles DIR` seals what is here now")
    try:
        seals.require_continued(given)
    except Corrupt as error:
        other = f"{folder} holds tiles of another history, or of more than is here: {error.message}"
        raise Corrupt("forked", other, "keep it: it was given out; and find out which is true", error.number) from None


def fetch_from(folder: Path) -> Fetch:
    """What stands in a folder of tiles; Misuse where it cannot be read."""

    def fetch(name: str) -> bytes | None:
        try:
            return read_file(folder / name, TILE)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Misuse("bad-file", f"{folder / name} cannot be read: {error.strerror}", "copy it again") from None

    return fetch


def _names(folder: Path) -> Iterator[str]:
    """All that stands where tiles are, but what is hidden."""
    for top in (TILES, RECORDS):
        for path in sorted((folder / top).rglob("*")):
            if not (path.is_dir() or path.name.startswith(".")):
                yield path.relative_to(folder).as_posix()


def verify_tiles(
    out: Output, places: Sequence[str], given: Seal | None, key: PublicKey | None, witnesses: Sequence[PublicKey] = ()
) -> None:
    """Check folders of tiles, here or at addresses, with those of a tournament's sessions, and say what they hold.

    Of two, whether one is the beginning of the other; with a seal that was `given`, whether each begins with that.
    """
    if len(places) > 2:
        raise Misuse("usage", "two folders of tiles are compared, and no more", "verify --tiles OLD --tiles NEW")
    found = [_read_all(place, key) for place in places]
    for logs in found:
        if given:
            _require_given(given, logs)
    told = [line for place, logs in zip(places, found, strict=True) for line in _lines(place, logs, key, witnesses)]
    told += _compared(*found) if len(found) == 2 else []
    if out.settings.json:
        out.json("verify/1", tiled_json([log for logs in found for log in logs.values()], key, given))
    else:
        out.say(*told)
        if key is None:
            out.aside("note: whose signatures these are was not checked: --key KEY")


Logs = Mapping[str, TiledLog]
"""The logs of a folder: its own, '', and those of sessions, by where they stand in it."""


def _read_all(place: str, key: PublicKey | None) -> Logs:
    """Every log in a folder; at an address, where nobody lists them, those of the sessions that its own log names."""
    if is_address(place):
        found = {"": _read(place, fetch_at(place), (), key)}
        for name in sorted(sessions_of(found[""])):
            fetch = fetch_at(_within(place, f"{SESSIONS}/{name}"))
            if fetch(CHECKPOINT) is not None:
                found[f"{SESSIONS}/{name}"] = _read(_within(place, f"{SESSIONS}/{name}"), fetch, (), key)
        return found
    if not Path(place).is_dir():
        hint = "the folder that has `checkpoint` beside `tile`, or its address: https://…"
        raise Misuse("no-such-file", f"{place} is no folder", hint)
    within = {path.parent for each in (CHECKPOINT, TILES, RECORDS) for path in Path(place, SESSIONS).glob(f"*/{each}")}
    below = sorted(path.relative_to(place).as_posix() for path in within)
    folders = {each: Path(place, each) for each in ("", *below)}
    return {each: _read(str(folder), fetch_from(folder), _names(folder), key) for each, folder in folders.items()}


def _within(place: str, name: str) -> str:
    """A folder in a folder, or at an address."""
    return f"{place.rstrip('/')}/{name}" if name else place


def _read(place: str, fetch: Fetch, names: Iterable[str], key: PublicKey | None) -> TiledLog:
    """The log in a folder; what is wrong is said with the folder in which it is."""
    try:
        with working(f"reading {place}"):
            return read_tiles(fetch, names, key)
    except Corrupt as error:
        raise Corrupt(error.code, f"{place}: {error.message}", error.hint, error.number) from None
    except Misuse as error:
        raise Misuse(error.code, f"{place}: {error.message}", error.hint) from None


def _require_given(given: Seal, logs: Logs) -> None:
    sealed = given.checkpoint
    mine = [log for log in logs.values() if log.seal.checkpoint.origin == sealed.origin]
    if not mine:
        raise Misuse("other-seal", f"the seal is of {sealed.origin}, and the tiles are not", "leave --seal out")
    require_extended(given, Roots(mine[0].digests))


def _lines(place: str, logs: Logs, key: PublicKey | None, witnesses: Sequence[PublicKey]) -> Iterator[str]:
    for name, log in logs.items():
        sealed, where = log.seal.checkpoint, _within(place, name)
        yield f"{where}: {sealed.origin} up to #{sealed.size}; every tile, entry and record fits the seal"
        yield f"  root: {sealed.root_text}"
        yield f"  signed by: {signature_text(log.seal, key, witnesses)}"
    here = {log.seal.checkpoint.session for log in logs.values()}
    if away := [each for each in sessions_of(logs[""]) if each not in here]:
        yield f"  note: of its sessions there are no tiles here of {', '.join(away)}"


def _compared(one: Logs, other: Logs) -> Iterator[str]:
    """What two folders have in common, and what only one has; Corrupt (forked) at the first log of two histories."""
    for name, here in one.items():
        if name in other:
            require_beginning(here, other[name])
            yield _beginning(here.seal.checkpoint, other[name].seal.checkpoint)
    for name in one.keys() ^ other.keys():
        yield f"{name} is in the {'first' if name in one else 'second'} alone"


def _beginning(here: Checkpoint, there: Checkpoint) -> str:
    """'#1–#83 of ebu.example/thu are the same in both; the second goes on to #120'."""
    both = f"#1–#{min(here.size, there.size)} of {here.origin} are the same in both"
    if here.size == there.size:
        return f"{both}, and that is all of each"
    which, longer = ("first", here) if here.size > there.size else ("second", there)
    return f"{both}; the {which} goes on to #{longer.size}"
