"""A log as static tiles (c2sp.org/tlog-tiles): files that any web host serves, any mirror keeps, and any tool checks.

    checkpoint              the seal
    tile/0/000              hashes of 256 leaves; tile/1/000: of 256 whole tiles of level 0; and so on
    tile/0/001.p/44         a tile that is not full yet, and how many are in it
    tile/entries/000        what the leaves are: the digests of events, each behind its length in two bytes
    records/000             the records, a line each: what the digests are over. Ours, numbered in the same way

The records are in their committed form: of what was said of people, and of their names, they hold what proves it and
nothing of the words. Everything but the seal follows from them, so whoever checks such files makes them again.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from typing import NamedTuple, TypeVar

from ledger.digests import SIZE, leaf_digest
from ledger.errors import Corrupt, Misuse
from ledger.facts.tournaments import TournamentOpened
from ledger.session import replay, tournament_of
from ledger.store import chain
from ledger.store.chain import Stored
from ledger.trust.merkle import Roots, root_over
from ledger.trust.seal import PublicKey, Seal, parse_seal_served
from ledger.trust.sealing import require_extended, require_signed

WIDTH = 256
CHECKPOINT, TILES, RECORDS = "checkpoint", "tile", "records"
_ENTRIES = f"{TILES}/entries"
_LENGTH = SIZE.to_bytes(2, "big")
_PARTIAL = re.compile(r"(.*)\.p/([1-9][0-9]{0,2})")
_HINT = (
    "is it the right place? then copy it again from where the office serves it; is it the same there, ask the office"
)

Fetch = Callable[[str], bytes | None]
"""What stands under a name in a folder of tiles, on this computer or elsewhere; None where nothing does."""

T = TypeVar("T")


class TileFile(NamedTuple):
    """A file of tiles: of what, which one from the left, and how wide."""

    kind: str
    place: int
    width: int

    @property
    def whole(self) -> str:
        """Its name once it is full: 'tile/0/x001/x234/067' has the index 1234067."""
        *before, last = (f"{self.place // 1000**at % 1000:03}" for at in reversed(range(self._thousands)))
        return "/".join([self.kind, *(f"x{each}" for each in before), last])

    @property
    def _thousands(self) -> int:
        return -(-len(str(self.place)) // 3)

    def __str__(self) -> str:
        return self.whole if self.width == WIDTH else f"{self.whole}.p/{self.width}"

    def beginning(self, content: bytes, width: int) -> bytes:
        """What it was while it was only so wide."""
        if self.kind == RECORDS:
            return b"".join(line + b"\n" for line in content.split(b"\n")[:width])
        return content[: width * (SIZE + len(_LENGTH) * (self.kind == _ENTRIES))]


class TiledLog(NamedTuple):
    """A log that was read from tiles and holds: its seal, and its events as they are stored."""

    seal: Seal
    rows: list[Stored]

    @property
    def digests(self) -> list[bytes]:
        """The digests of its events."""
        return [digest for _, digest in self.rows]


def tile_files(rows: Iterable[Stored]) -> Iterator[tuple[TileFile, bytes]]:
    """Every file of a log but its checkpoint, in an order in which each rests on those before."""
    hashes: list[bytes] = []
    for index, batch in enumerate(_by_width(rows)):
        yield TileFile(RECORDS, index, len(batch)), b"".join(record + b"\n" for record, _ in batch)
        yield TileFile(_ENTRIES, index, len(batch)), b"".join(_LENGTH + digest for _, digest in batch)
        hashes += (leaf_digest(digest) for _, digest in batch)
    for level in count():
        above = []
        for index, part in enumerate(_by_width(hashes)):
            yield TileFile(f"{TILES}/{level}", index, len(part)), b"".join(part)
            above += [root_over(part)] if len(part) == WIDTH else []
        if not above:
            return
        hashes = above


def _by_width(values: Iterable[T]) -> Iterator[list[T]]:
    left = iter(values)
    while batch := list(islice(left, WIDTH)):
        yield batch


def read_checkpoint(fetch: Fetch) -> Seal:
    """The seal of a folder of tiles, to the byte as it was given out.

    Misuse (no-such-file) where there is none, Corrupt (tiles-broken) where what is there is no seal.
    """
    content = fetch(CHECKPOINT)
    if content is None:
        raise Misuse(
            "no-such-file", "it has no file `checkpoint`", "name the folder, or the address, that has it beside `tile`"
        )
    if not content:
        raise _broken("checkpoint is empty")
    try:
        return parse_seal_served(content.decode())
    except UnicodeDecodeError:
        raise _broken("checkpoint is no text") from None
    except Misuse as error:
        raise _broken(f"checkpoint is cut, or was changed: {error.message}") from None


def read_tiles(fetch: Fetch, names: Iterable[str], key: PublicKey | None = None) -> TiledLog:
    """A log from its tiles, if all of them hold: the records, the digests over them, every tile, the root in the seal.

    `names`: all that stands in `tile` and `records`. With a `key` the seal must be signed by it. Raises Corrupt
    (tiles-broken, seal-broken, seal-forged) with what it found first, Misuse where there is nothing of a log.
    """
    names = list(names)
    if names and fetch(CHECKPOINT) is None:
        raise _broken("checkpoint is missing")
    seal = read_checkpoint(fetch)
    if key:
        require_signed(seal, key)
    rows = list(_sound_rows(seal, fetch))
    written = {}
    for file, content in tile_files(rows):
        if _fetched(fetch, file) != content:
            raise _broken(f"{file} is not what the records come to")
        written[file.whole] = file
    for name in names:
        _require_known(name, written, fetch)
    log = TiledLog(seal, rows)
    require_extended(seal, Roots(log.digests))
    return log


def _sound_rows(seal: Seal, fetch: Fetch) -> Iterator[Stored]:
    """The events up to the seal, each held against the one before and against its entry."""
    try:
        yield from chain.sound(_rows(seal.checkpoint.size, fetch), seal.checkpoint.session)
    except Corrupt as error:
        if error.number is None:  # a file that is not whole is named already
            raise
        file = TileFile(RECORDS, (error.number - 1) // WIDTH, WIDTH).whole
        message = f"{error.message}, as {file} and its entries have it"
        raise Corrupt("tiles-broken", message, _HINT, error.number) from error


def _rows(size: int, fetch: Fetch) -> Iterator[Stored]:
    for index in range(-(-size // WIDTH)):
        width = min(WIDTH, size - index * WIDTH)
        of_records, of_entries = TileFile(RECORDS, index, width), TileFile(_ENTRIES, index, width)
        records, entries = _fetched(fetch, of_records).split(b"\n"), _fetched(fetch, of_entries)
        if len(records) != width + 1 or records.pop():
            raise _broken(f"{of_records} has not {width} whole lines")
        step = SIZE + len(_LENGTH)
        parts = [entries[at : at + step] for at in range(0, len(entries), step)]
        if len(parts) != width or any(len(part) != step or not part.startswith(_LENGTH) for part in parts):
            raise _broken(f"{of_entries} has not {width} whole entries of {SIZE} bytes")
        yield from ((record, part[len(_LENGTH) :]) for record, part in zip(records, parts, strict=True))


def _fetched(fetch: Fetch, file: TileFile) -> bytes:
    content = fetch(str(file))
    if content is None:
        raise _broken(f"{file} is missing")
    return content


def _require_known(name: str, written: dict[str, TileFile], fetch: Fetch) -> None:
    """That a file belongs to the log: it is under the seal, or is what one of its tiles was before it was as wide."""
    partial = _PARTIAL.fullmatch(name)
    file = written.get(partial[1] if partial else name)
    if file and str(file) == name:
        return
    width = int(partial[2]) if partial else WIDTH
    if file is None or width > file.width:
        raise _broken(
            f"{name} is not under the checkpoint: it is another log's, or was copied while tiles were written"
        )
    if fetch(name) != file.beginning(_fetched(fetch, file), width):
        raise _broken(f"{name} is not the beginning of {file}")


def _broken(message: str) -> Corrupt:
    return Corrupt("tiles-broken", f"the tiles do not hold: {message}", _HINT)


def sessions_of(log: TiledLog) -> list[str]:
    """The sessions that the log of a tournament names, or did; of a session none."""
    session = log.seal.checkpoint.session
    (first,) = chain.read(log.rows[:1], session)
    if not isinstance(first.event, TournamentOpened):
        return []
    return list(tournament_of(replay(chain.read(log.rows, session), session)).sessions)


def require_beginning(one: TiledLog, other: TiledLog) -> None:
    """That the shorter of two is the beginning of the longer; Misuse (other-seal): of two logs. Corrupt (forked)."""
    here, there = one.seal.checkpoint, other.seal.checkpoint
    if here.origin != there.origin:
        raise Misuse("other-seal", f"these are two logs: {here.origin} and {there.origin}", "name two copies of one")
    pairs = zip(one.digests, other.digests, strict=False)
    for number, (ours, theirs) in enumerate(pairs, start=1):
        if ours != theirs:
            both = f"the tiles of {here.origin} up to #{here.size} and others up to #{there.size}"
            hint = "keep both folders: together, they prove it to anybody"
            raise Corrupt("forked", f"{both} are two histories: they part at #{number}", hint, number)
