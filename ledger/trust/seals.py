"""The seals of an office: made, kept, and used for receipts; and a log as static tiles.

Tiles (c2sp.org/tlog-tiles) are files that any web host serves, any mirror keeps, and any tool checks:

    checkpoint              the seal
    tile/0/000              hashes of 256 leaves; tile/1/000: of 256 whole tiles of level 0; and so on
    tile/0/001.p/44         a tile that is not full yet, and how many are in it
    tile/entries/000        what the leaves are: the digests of events, each behind its length in two bytes
    records/000             the records, a line each: what the digests are over. Ours, numbered in the same way

The records contain commitments in the place of names and other words about people. Everything but the seal follows from
the records, so a check computes all other files anew and compares them, each read once from a folder or a web host.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count, islice
from typing import NamedTuple, TypeVar
from urllib import request as http
from urllib.parse import quote

from ledger.bounds.files import TILE
from ledger.digests import SIZE, leaf_digest
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.kernel.free_text import KeptText, kept_texts
from ledger.projections.casework import events_of, with_signatures
from ledger.session import Stream
from ledger.session.case_numbers import case_name, no_such_case
from ledger.store import chain
from ledger.store.chain import Stored
from ledger.store.store import Store
from ledger.subjects.evolving import replay
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of
from ledger.trust.keys import Key, kept_seals, require_extended, require_signed, signed_by
from ledger.trust.receipt import make_receipt, make_tlog_proof
from ledger.trust.seal import Checkpoint, PublicKey, Roots, Seal, Signature, checkpoint, parse_seal_served, root_over
from ledger.trust.verification import sound_digests
from ledger.trust.witnessing import Request, add_cosignatures, answer_to, ask_within, ask_witness, request, status_text

WIDTH = 256
CHECKPOINT, TILES, RECORDS = "checkpoint", "tile", "records"
_ENTRIES = f"{TILES}/entries"
_LENGTH = SIZE.to_bytes(2, "big")
_PARTIAL = re.compile(r"(.*)\.p/([1-9][0-9]{0,2})")
_HINT = "is it the right place? then copy it again from the office; if that copy has the same fault, ask the office"

Fetch = Callable[[str], bytes | None]
"""A function that returns a file of tiles by its name, from a folder or a web host; None if there is none."""

T = TypeVar("T")


class TileFile(NamedTuple):
    """A file of tiles: its kind ('tile/0', 'records'), its index in this kind (from 0), and its number of entries."""

    kind: str
    place: int
    width: int

    @property
    def whole(self) -> str:
        """The file's name once the tile is full: 'tile/0/x001/x234/067' for the index 1234067."""
        thousands = -(-len(str(self.place)) // 3)
        *before, last = (f"{self.place // 1000**at % 1000:03}" for at in reversed(range(thousands)))
        return "/".join([self.kind, *(f"x{each}" for each in before), last])

    def __str__(self) -> str:
        return self.whole if self.width == WIDTH else f"{self.whole}.p/{self.width}"

    def beginning(self, content: bytes, width: int) -> bytes:
        """Return the first `width` entries of the file's content."""
        if self.kind == RECORDS:
            return b"".join(line + b"\n" for line in content.split(b"\n")[:width])
        return content[: width * (SIZE + len(_LENGTH) * (self.kind == _ENTRIES))]


class TiledLog(NamedTuple):
    """A verified log that was read from tiles: its seal, and its events in stored form."""

    seal: Seal
    rows: list[Stored]

    @property
    def digests(self) -> list[bytes]:
        """The digests of the log's events, in order."""
        return [digest for _, digest in self.rows]


def tile_files(rows: Iterable[Stored]) -> Iterator[tuple[TileFile, bytes]]:
    """Yield each tile file of a log with its content; files computed from others follow those."""
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
    remaining = iter(values)
    while batch := list(islice(remaining, WIDTH)):
        yield batch


def read_checkpoint(fetch: Fetch) -> Seal:
    """Read the seal in the file `checkpoint` of a folder of tiles.

    The file must be exact to the byte. Raises Misuse (no-such-file) if there is none, Corrupt (tiles-broken) if the
    file holds no seal.
    """
    content = fetch(CHECKPOINT)
    if content is None:
        message = "there is no file `checkpoint`"
        raise Misuse("no-such-file", message, "name the folder or address that has `checkpoint` next to `tile`")
    if not content:
        raise _broken("checkpoint is empty")
    try:
        return parse_seal_served(content.decode())
    except UnicodeDecodeError:
        raise _broken("checkpoint is no text") from None
    except Misuse as error:
        raise _broken(f"checkpoint is cut, or was changed: {error.message}") from None


def read_tiles(fetch: Fetch, names: Iterable[str], key: PublicKey | None = None) -> TiledLog:
    """Read and verify the log in a folder of tiles: records, digests, every tile, and the root in the seal.

    `names`: all files in `tile` and `records`. With a `key` the seal must be signed by it. Raises Corrupt
    (tiles-broken, seal-broken, seal-forged) at the first fault, Misuse if the folder holds no log.
    """
    names = list(names)
    if names and fetch(CHECKPOINT) is None:
        raise _broken("checkpoint is missing")
    seal = read_checkpoint(fetch)
    if key:
        require_signed(seal, key)
    try:
        rows = list(chain.checked_rows(_rows(seal.checkpoint.size, fetch), seal.checkpoint.session))
    except Corrupt as error:
        if error.number is None:  # the message names the file already
            raise
        records = TileFile(RECORDS, (error.number - 1) // WIDTH, WIDTH).whole
        message = f"{error.message}, as {records} and its entries have it"
        raise Corrupt("tiles-broken", message, _HINT, error.number) from error
    written = {}
    for file, content in tile_files(rows):
        if _fetched(fetch, file) != content:
            raise _broken(f"{file} does not follow from the records")
        written[file.whole] = file
    for name in names:
        _require_known(name, written, fetch)
    log = TiledLog(seal, rows)
    require_extended(seal, Roots(log.digests))
    return log


def _rows(size: int, fetch: Fetch) -> Iterator[Stored]:
    for index in range(-(-size // WIDTH)):
        width = min(WIDTH, size - index * WIDTH)
        of_records, of_entries = TileFile(RECORDS, index, width), TileFile(_ENTRIES, index, width)
        records, entries = _fetched(fetch, of_records).split(b"\n"), _fetched(fetch, of_entries)
        if len(records) != width + 1 or records.pop():
            raise _broken(f"{of_records} does not have {width} complete lines")
        step = SIZE + len(_LENGTH)
        parts = [entries[at : at + step] for at in range(0, len(entries), step)]
        if len(parts) != width or any(len(part) != step or not part.startswith(_LENGTH) for part in parts):
            raise _broken(f"{of_entries} does not have {width} complete entries of {SIZE} bytes")
        yield from ((record, part[len(_LENGTH) :]) for record, part in zip(records, parts, strict=True))


def _fetched(fetch: Fetch, file: TileFile) -> bytes:
    content = fetch(str(file))
    if content is None:
        raise _broken(f"{file} is missing")
    return content


def _require_known(name: str, written: dict[str, TileFile], fetch: Fetch) -> None:
    """Raise Corrupt unless a file is one of the verified tiles, or an earlier state of one."""
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
    """Return the sessions that a tournament's log names; [] for the log of a session."""
    session = log.seal.checkpoint.session
    (first,) = chain.read(log.rows[:1], session)
    if not isinstance(first.event, TournamentOpened):
        return []
    return list(tournament_of(replay(chain.read(log.rows, session), session)).sessions)


def require_one_history(one: TiledLog, other: TiledLog) -> None:
    """Raise Corrupt (forked) unless one log begins with the other; Misuse (other-seal) for different origins."""
    first, second = one.seal.checkpoint, other.seal.checkpoint
    if first.origin != second.origin:
        raise Misuse("other-seal", f"these are two logs: {first.origin} and {second.origin}", "name two copies of one")
    pairs = zip(one.digests, other.digests, strict=False)
    for number, (ours, theirs) in enumerate(pairs, start=1):
        if ours != theirs:
            tiles = f"the tiles of {first.origin} up to #{first.size} and others up to #{second.size}"
            hint = "keep both folders: together, they prove it to anybody"
            raise Corrupt("forked", f"{tiles} are two histories: they part at #{number}", hint, number)


PATIENCE_SECONDS = 60
"""The seconds to wait for a whole file."""

_GONE = (404, 410)


def fetch_at(address: str) -> Fetch:
    """Return a function that fetches files below a web address, and raises Unavailable (tiles-away) on failure."""

    @cache
    def fetch(name: str) -> bytes | None:
        url = f"{address.rstrip('/')}/{quote(name)}"
        ask = partial(answer_to, http.Request(url), TILE.most, PATIENCE_SECONDS)
        status, content = ask_within(ask, PATIENCE_SECONDS, partial(_away, url))
        if status != 200 and status not in _GONE:
            raise _away(url, status_text("its host", status))
        return content if status == 200 else None

    return fetch


def _away(url: str, why: str) -> Problem:
    return Unavailable("tiles-away", f"{url} cannot be fetched: {why}", "is the address right? try again, or a mirror")


@dataclass(frozen=True, slots=True)
class ReceiptProof:
    """A receipt as text, with the numbers of its events, and of the case's events after the seal (`left`).

    `rows`: the log up to the seal.
    """

    text: str
    events: tuple[int, ...]
    left: tuple[int, ...]
    rows: Sequence[Stored]
    seal: Seal

    def tlog_proofs(self) -> dict[int, str]:
        """Return the C2SP tlog-proof of each event in the receipt, by number, without texts about people."""
        digests = [digest for _, digest in self.rows]
        return {each: make_tlog_proof(self.rows[each - 1][0], each, digests, self.seal) for each in self.events}


class Seals:
    """The seals of the sessions in an office's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def give(self, session_id: str, key: Key, *, keep: bool = True) -> Seal:
        """Seal a session as it is now; store the seal unless `keep` is False.

        Raises Corrupt if the log, or an earlier seal by the key, does not hold; Misuse if there is no such session.
        Rows that hold no seal do not prevent sealing: `verify` reports them.
        """

        digests = sound_digests(self._store, session_id)
        if not digests:
            raise Misuse("no-such-session", f"there is no session {session_id}", "`session list` shows those there are")
        log = Roots(digests)
        ours = [each for each in kept_seals(self._store, session_id).seals if signed_by(each, key.public)]
        for kept in ours:
            require_extended(kept, log, ours)
        sealed = checkpoint(key.public.name, session_id, digests)
        if same := [each for each in ours if each.checkpoint == sealed]:  # a second signature is another each time
            return same[0]
        seal = key.sign(sealed)
        if keep:
            self._store.seals.put(session_id, len(digests), str(seal))
        return seal

    def for_witness(self, session_id: str, key: Key, old: int, *, keep: bool = True) -> Request:
        """Seal a session; return the request to a witness who last signed the log up to event `old`."""
        seal = self.give(session_id, key, keep=keep)
        return request(seal, self._store.log.digests(session_id, seal.checkpoint.size), old)

    def join(self, session_id: str, returned: Seal, *, keep: bool = True) -> Seal:
        """Add a witness's signatures to the office's stored seal.

        Raises Misuse if this seal is not stored (other-seal), or no witness signed the returned one (bad-seal).
        """
        kept = add_cosignatures(self.of(session_id), returned)
        if keep:
            self._store.seals.put(session_id, kept.checkpoint.size, str(kept))
        return kept

    def ask(self, seal: Seal, address: str, keys: Sequence[PublicKey]) -> Seal:
        """Ask the witness at a web address to sign a seal with one of the keys; store and return the signed seal.

        Raises Unavailable (witness-away), Refusal (witness-refuses), Corrupt (forked, seal-forged); nothing is stored
        then.
        """
        sealed = seal.checkpoint
        signed = [each for each in self.of(sealed.session) if any(signed_by(each, key) for key in keys)]
        old = signed[-1].checkpoint.size if signed else 0
        cosignatures = ask_witness(address, seal, self._store.log.digests(sealed.session, sealed.size), keys, old)
        return self.join(sealed.session, seal.with_more(cosignatures))

    def of(self, session_id: str) -> list[Seal]:
        """Return the seals stored for a session, shortest first, each with the signatures of all its witnesses."""
        signatures_by_checkpoint: dict[Checkpoint, dict[Signature, None]] = {}
        for seal in kept_seals(self._store, session_id).seals:
            signatures_by_checkpoint.setdefault(seal.checkpoint, {}).update(dict.fromkeys(seal.signatures))
        return [Seal(checkpoint, (*signatures,)) for checkpoint, signatures in signatures_by_checkpoint.items()]

    def strange(self, session_id: str) -> list[int]:
        """Return the sizes claimed by stored rows that are no valid seals of the session."""
        return [size for (size, _), _ in kept_seals(self._store, session_id).strange]

    def last(self, session: Stream) -> Seal | None:
        """Return the last seal that covers no event after the given state of a session; None if there is none."""
        kept = [each for each in self.of(session.id) if each.checkpoint.size <= session.number]
        return kept[-1] if kept else None

    def tiles(self, seal: Seal) -> Iterator[tuple[TileFile, bytes]]:
        """Yield the tile files of the log under a seal, without the file `checkpoint`."""
        return tile_files(self._store.log.sound(seal.checkpoint.session, seal.checkpoint.size))

    def require_continued(self, seal: Seal) -> None:
        """Raise Corrupt (seal-broken) if the session's log does not extend a seal, whoever signed it."""
        require_extended(seal, Roots(self._store.log.digests(seal.checkpoint.session)))

    def receipt(
        self,
        session: Stream,
        case: str,
        *,
        key: PublicKey | None = None,
        by_key: bool = False,
        since: Seal | None = None,
    ) -> ReceiptProof:
        """Return the receipt of a case ('R-0001') or of one event ('#207'), under the last seal that covers its start.

        A seal by the `key` is preferred, and required with `by_key`; the receipt proves that its seal extends the
        earlier seal `since`. Raises Refusal (no-such-case, no-such-event, not-sealed), Misuse (other-seal), Corrupt.
        """
        case, numbers = _resolved_case(session, case)
        given = self.of(session.id)
        ours = [each for each in given if key and signed_by(each, key)]
        covering = [each for each in (ours if ours or by_key else given) if each.checkpoint.size >= numbers[0]]
        if not covering:
            raise Refusal("not-sealed", f"{case} (#{numbers[0]}) is not under a seal yet", "`seal` makes one")
        sealed, size = covering[-1], covering[-1].checkpoint.size
        rows = list(self._store.log.sound(session.id, size))
        digests = [digest for _, digest in rows]
        require_extended(sealed, Roots(digests))
        if since:
            earlier, current = since.checkpoint, sealed.checkpoint
            if earlier.origin != current.origin or earlier.size > current.size:
                raise Misuse(
                    "other-seal",
                    f"the seal of {earlier.origin} up to #{earlier.size} is not an earlier one of {current.origin}, "
                    f"which goes up to #{current.size}",
                    "`seal --list` shows those of this session",
                )
            require_extended(since, Roots(digests))
        named_key = str(key.first) if key and signed_by(sealed, key) else ""
        texts, erased = dict[int, list[KeptText]](), set[str]()
        for envelope in self._store.log.read(session.id, max(numbers)):
            for _, text in kept_texts(envelope.event) if envelope.number in numbers else ():
                if text.gone:
                    erased.add(text.commitment)
                else:
                    texts.setdefault(envelope.number, []).append(text)
        erasures = self._store.texts.erasures(session.id) if erased else {}
        numbers = tuple(sorted({*numbers, *(erasures[each].number for each in erased if each in erasures)}))
        covered, later = ([each for each in numbers if (each <= size) is under] for under in (True, False))
        proved = [(rows[number - 1], texts.get(number, ())) for number in covered]
        receipt = make_receipt(case, proved, digests, sealed, named_key, since).decode()
        return ReceiptProof(receipt, (*covered,), (*later,), rows, sealed)


def _resolved_case(stream: Stream, case: str) -> tuple[str, tuple[int, ...]]:
    """Return a case's name in the log ('R-0001', '#207'), and the numbers of its events and their signatures."""
    digits = case.removeprefix("#")
    if digits.isdigit():
        if not 0 < int(digits) <= stream.number:
            raise Refusal("no-such-event", f"there is no event #{int(digits)}", "`log` shows the last ones")
        return f"#{int(digits)}", with_signatures(stream, (int(digits),))
    if isinstance(stream, Tournament):
        message = f"{stream.id} is a tournament: cases are in the logs of its sessions"
        *_, last = stream.sessions or [""]
        of_case = f"; a case: `receipt {case} --session {last}`" if last and case_name(case) else ""
        hint = f"an event of it, numbered as `log` shows it: `receipt {stream.number}`{of_case}"
        raise Refusal("no-such-case", message, hint)
    session = session_of(stream)
    if not (numbers := events_of(session, case)):
        raise no_such_case(session, case)
    return case, numbers
