"""Seals, keys and signatures; and a log as tiles, which are written and verified."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.pages.folder import SESSIONS, alone_at, put_together, require_writable
from cli.terminal import keys
from cli.terminal.progress import working
from cli.terminal.screen import put_aside
from cli.views.trust import seal_json, signature_text, tiled_json
from cli.words.vocabulary import counted
from ledger.bounds.files import TILE
from ledger.errors import Corrupt, Misuse, Problem, Refusal
from ledger.files import is_address, read_file
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.keys import Key, require_extended
from ledger.trust.seal import COSIGNATURE, PublicKey, Roots, Seal
from ledger.trust.seals import (
    CHECKPOINT,
    RECORDS,
    TILES,
    Fetch,
    Seals,
    TiledLog,
    fetch_at,
    read_checkpoint,
    read_tiles,
    require_beginning,
    sessions_of,
)
from ledger.trust.witnessing import Request, Witness, parse_request, require_quorum

if TYPE_CHECKING:
    from ledger.trust.seals import ReceiptProof


def make_key(out: Output, path: Path, name: str) -> None:
    """Make a key to sign with, in the name of an office or of an official, and print its public half."""
    if out.settings.dry_run:
        raise Misuse("usage", "a key is not made on trial", "leave -n out")
    key = keys.make_key(path, name)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(str(key.public))
    kept = f"The key is in {path}: keep a copy where no ledger is."
    put_aside(f"{kept} The line above is its public half, in", f"{path}.pub: give that to everybody.")


def print_seal(desk: Desk, made: Seal, key: PublicKey, tiles: TilesToCome | None = None) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        _seal_as_json(desk, made, seal_json(made, key), tiles)
        return
    desk.say(*str(made).rstrip("\n").split("\n"))
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")
    witnessed = list(dict.fromkeys(each.short for each in made.signatures if each.is_witness))
    desk.aside(*([f"Signed by {', '.join(witnessed)} too."] if witnessed else []))
    desk.aside(*map(str, _written(desk, tiles, made)))


def _seal_as_json(desk: Desk, made: Seal, said: dict[str, object], tiles: TilesToCome | None) -> None:
    sealed, more = made.checkpoint, dict[str, object]()
    try:
        if tiles:
            more["tiles"] = [each.as_json() for each in _written(desk, tiles, made)]
    finally:
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **said, **more})


def seal_session(desk: Desk, key: Key, witnesses: Sequence[str], named: Sequence[str], tiles: Path | None) -> None:
    """Seal the session meant, ask witnesses at their addresses for their signatures, write tiles, and print the seal.

    What a witness does not sign, or cannot be written, is said at the end: the seal is kept without it.
    """
    put = _tiles(desk, key, tiles)
    known = keys.witnesses(named)
    if witnesses and not known:
        raise Misuse("no-key", "whose signature should it be?", "the public key of the witness: --witness-key KEY")
    made = desk.office.seals.give(desk.session_id, key, keep=not desk.settings.dry_run)
    failed: list[Problem] = []
    for address in () if desk.settings.dry_run else witnesses:
        try:
            with working(f"asking {address}"):
                made = desk.office.seals.ask(made, address, known)
        except Problem as error:
            failed.append(error)
    try:
        print_seal(desk, made, key.public, put)
    except Problem as error:
        failed.append(error)
    for each in failed[1:]:
        put_aside(f"error[{each.code}]: {each.message}")
    if failed:
        raise failed[0]


def take_signatures(desk: Desk, files: Sequence[Path], named: str | None, tiles: Path | None) -> None:
    """Keep what witnesses signed and returned as files, write tiles, and print the seal."""
    returned, keep = list(map(keys.read_seal, files)), not desk.settings.dry_run
    put = _tiles(desk, keys.sealing_key(named), tiles) if tiles else None
    for each in returned:
        print_joined(desk, desk.office.seals.join(desk.session_id, each, keep=keep), put)


def _tiles(desk: Desk, key: Key, folder: Path | None) -> TilesToCome | None:
    """The tiles to write; what cannot be written is refused before anything is sealed."""
    if folder is None:
        return None

    return TilesToCome(desk, desk.session_id, folder, key)


def _written(desk: Desk, tiles: TilesToCome | None, made: Seal) -> list[WrittenTiles]:
    return tiles.write(made) if tiles and not desk.settings.dry_run else []


def list_seals(desk: Desk, key: PublicKey | None) -> None:
    """The seals that were given out of the session meant; whose they are is said where it was checked."""
    session = desk.session_id
    kept = desk.office.seals.of(session)
    if desk.settings.json:
        shown = [seal_json(each, key) for each in kept]
        desk.json("seals/1", {"session": session, "seals": shown, "strange": desk.office.seals.strange(session)})
        return
    rows = [[str(each.checkpoint.size), each.checkpoint.root_text, signature_text(each, key)] for each in kept]
    strange = [[str(size), "", "FORGED: it is no seal"] for size in desk.office.seals.strange(session)]
    rows = sorted([*rows, *strange], key=lambda row: int(row[0]))
    desk.table_or("no seals were given out", [">size", "root", "signed by"], rows)
    if kept and key is None:
        desk.aside("note: whose signatures these are was not checked: --key KEY")


def make_witness_key(out: Output, named: str | None, name: str) -> None:
    """A key to witness with; its public half is for everybody."""
    path = keys.witness_path(named)
    key = keys.make_key(path, name, COSIGNATURE)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(str(key.public))
    put_aside(f"The key is in {path}. The line above is its public half: give that to everybody.")


def sign(out: Output, file: Path, named: str | None, office: str | None, seen: Path | None) -> None:
    """Sign the seal in a file, if it extends the last one signed here; print it with that signature."""
    asked = parse_request(keys.read_small(file, "a seal"))
    witness = Witness(keys.witness_key(named), seen or keys.own_file("witness.json"))
    signed = witness.sign(asked, keys.known_key(office) if office else None, int(time.time()))
    sealed, key = signed.checkpoint, witness.key.public
    if out.settings.json:
        witnessed = {"origin": sealed.origin, "root": sealed.root_text, "witness": key.short, "note": str(signed)}
        out.json("witness/1", {"session": sealed.session, "as_of": sealed.size, **witnessed})
        return
    out.say(*_note_lines(signed))
    out.aside(f"Signed as {key.short}: the log of {sealed.origin} up to #{sealed.size}.")


def check_quorum(out: Output, given: Seal | None, named: Sequence[str], quorum: int | None) -> list[PublicKey]:
    """The witnesses named who signed a seal, and says so; Corrupt (no-quorum) where they are too few."""
    known = keys.witnesses(named)
    if not (given and known):
        raise Misuse("usage", "--witness and --quorum go with --seal", "verify --seal FILE --witness KEY --quorum 1")
    wanted = quorum or len(known)
    if wanted > len(known):
        raise Misuse("usage", f"{wanted} of {len(known)} witnesses cannot sign", "name more: --witness KEY")
    good = require_quorum(given, known, wanted)
    out.aside(f"the seal is witnessed by {len(good)} of {len(known)}: {', '.join(key.short for key in good)}")
    return good


def print_request(desk: Desk, asked: Request) -> None:
    """What a witness needs, to be mailed; what to do with it on stderr."""
    if desk.settings.json:
        sealed = asked.seal.checkpoint
        desk.json("request/1", {"session": sealed.session, "as_of": sealed.size, "old": asked.old, "body": str(asked)})
        return
    desk.say(*_note_lines(asked))
    desk.hint_aside(
        f"For a witness who has signed up to #{asked.old}: `witness FILE`, and `seal --witness FILE` takes it."
    )


def print_joined(desk: Desk, joined: Seal, tiles: TilesToCome | None = None) -> None:
    """A seal with what a witness returned, as it is kept now."""
    if desk.settings.json:
        _seal_as_json(desk, joined, {"note": str(joined)}, tiles)
        return
    desk.say(*_note_lines(joined))
    kept = "Would be kept" if desk.settings.dry_run else "Kept"
    desk.hint_aside(
        f"{kept} with {len(joined.signatures)} signatures. Whose they are: `verify --seal FILE --witness KEY`."
    )
    desk.aside(*map(str, _written(desk, tiles, joined)))


def write_proofs(desk: Desk, folder: Path, made: ReceiptProof) -> None:
    """The events of a case as tlog-proofs, a file each."""
    from cli.pages.folder import put_whole

    session, files = made.seal.checkpoint.session, dict[int, Path]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in made.tlog_proofs().items():
            files[number] = folder / f"{session}-{number}.tlog-proof"
            put_whole(files[number], text.encode())
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise Misuse("output-lost", message, "name another folder: --tlog-proof DIR") from None
    if desk.settings.json:
        told = [{"number": number, "file": str(path)} for number, path in files.items()]
        desk.json("proofs/1", {"session": session, "as_of": made.seal.checkpoint.size, "proofs": told})
        return
    desk.say(*(f"#{number}: {path}" for number, path in files.items()))
    desk.hint_aside("The words about people are not in them: `receipt` has those. `verify --receipt FILE` takes both.")


def _note_lines(note: object) -> list[str]:
    """A seal, or what is asked with one, line by line as it is written."""
    return str(note).rstrip("\n").split("\n")


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
            sealed = given.checkpoint
            mine = [log for log in logs.values() if log.seal.checkpoint.origin == sealed.origin]
            if not mine:
                raise Misuse("other-seal", f"the seal is of {sealed.origin}, and the tiles are not", "leave --seal out")
            require_extended(given, Roots(mine[0].digests))
    told = [
        line for place, logs in zip(places, found, strict=True) for line in _tiled_lines(place, logs, key, witnesses)
    ]
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


def _tiled_lines(place: str, logs: Logs, key: PublicKey | None, witnesses: Sequence[PublicKey]) -> Iterator[str]:
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
            mine, theirs = here.seal.checkpoint, other[name].seal.checkpoint
            which, longer = ("first", mine) if mine.size > theirs.size else ("second", theirs)
            more = "and that is all of each" if mine.size == theirs.size else f"the {which} goes on to #{longer.size}"
            joint = "," if mine.size == theirs.size else ";"
            yield f"#1–#{min(mine.size, theirs.size)} of {mine.origin} are the same in both{joint} {more}"
    for name in one.keys() ^ other.keys():
        yield f"{name} is in the {'first' if name in one else 'second'} alone"
