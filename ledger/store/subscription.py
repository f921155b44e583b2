"""Following the log: every event of one or of all sessions, exactly once and in order, while desks record; and
positions: how far a session was read, or recorded, and the digest of the event there, kept outside the database.

    follower = Subscription(store, "thursday", after={"thursday": 207})
    for recorded in follower.new():      # what was recorded since; call it again, and again
        ...
    write_positions(path, follower.positions)   # and go on from there another day: after=read_positions(path)

Polling by (session, number) is the truth: numbers have no gaps and are given in the order of commits, so what has a
number up to the last one seen was seen. Nothing else, a notification or a clock, is relied on. A position has the
digest too: who goes on from one is told where the log is not the one he had read.

A number alone says where to go on; the digest says whether it is still the same log, for it stands for all events up to
it. A copy that is too short, a backup that was restored, another history: each is told by one look at one event.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from ledger.bounds.files import POSITIONS
from ledger.errors import Corrupt, Misuse
from ledger.facts import Envelope
from ledger.files import read_file
from ledger.store.chain import GENESIS
from ledger.store.log import Log
from ledger.store.own_files import write_whole
from ledger.store.store import Store
from ledger.store.tables import NO_END


class Position(NamedTuple):
    """An event of a session, by its number, and its digest."""

    number: int
    digest: bytes


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=0, le=NO_END)]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


_FILE = msgspec.json.Decoder(dict[str, _Line])


def read_positions(path: Path) -> dict[str, Position]:
    """The positions in a file, by session; none where there is no file. Misuse (bad-file) where it holds others."""
    try:
        found = _FILE.decode(read_file(path, POSITIONS))
        return {session: Position(each.number, bytes.fromhex(each.digest)) for session, each in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError, ValueError, RecursionError) as error:
        text = f"{path} holds no positions: {getattr(error, 'strerror', None) or error}"
        raise Misuse("bad-file", text, "name the file that `--position` wrote, or a new one") from None


def write_positions(path: Path, positions: Mapping[str, Position]) -> None:
    """Keep positions, whole or not at all; OSError where that cannot be."""
    lines = {session: _Line(each.number, each.digest.hex()) for session, each in sorted(positions.items())}
    write_whole(path, msgspec.json.format(msgspec.json.encode(lines)).decode() + "\n")


def parted(log: Log, session: str, seen: Position, how: str = "seen") -> Corrupt | None:
    """How a session no longer holds what was seen of it, or acknowledged (`how`); None where it does."""
    if seen.number == 0 or log.has(session, seen.number, seen.digest):
        return None
    last = log.heads(session)[session]
    if last < seen.number:
        gone = f"#{last + 1}" if last + 1 == seen.number else f"#{last + 1}–#{seen.number}"
        text = f"session {session} ends at #{last}: {gone} had been {how} and {'is' if '–' not in gone else 'are'} gone"
        return Corrupt("history-changed", text, "is it a backup, or a copy that is short? look for the other", last + 1)
    text = f"event #{seen.number} of session {session} is not the one that was {how}: it has another history"
    hint = "something up to it was rewritten: compare with a seal, a backup or an export"
    return Corrupt("history-changed", text, hint, seen.number)


@dataclass(slots=True)
class Subscription:
    """Where somebody who follows the log has come to; `session` None: all sessions, also those opened later.

    `after` are the last events seen already, by number or as positions; a session not named there is followed from its
    beginning.
    """

    store: Store
    session: str | None = None
    after: Mapping[str, int | Position] = field(default_factory=dict)
    _seen: dict[str, Position] = field(default_factory=dict, init=False)

    def new(self) -> Iterator[Envelope]:
        """The events recorded since the last time, by session and in order.

        Corrupt where the chain is broken, or a session no longer holds what was seen of it (history-changed). An event
        counts as seen once it was handed out, so whoever stops half-way is given the rest the next time.
        """
        heads = self.store.log.heads(self.session)
        for session, seen in [*self._seen.items(), *self._to_begin_with()]:
            if heads.get(session, 0) < seen.number or session not in self._seen:
                self._require_held(session, seen)
        for session, last in heads.items():
            number, digest = self._position(session)
            if last > number:
                for envelope in self.store.log.read_after(session, number, digest):
                    self._seen[session] = Position(envelope.number, envelope.digest)
                    yield envelope

    @property
    def positions(self) -> dict[str, Position]:
        """Where it has come to in each session: what to go on after another day."""
        return {**dict(self._to_begin_with()), **self._seen}

    def _to_begin_with(self) -> Iterator[tuple[str, Position]]:
        """The positions it was given and has not gone on from yet."""
        for session, seen in self.after.items():
            if session not in self._seen and isinstance(seen, Position) and self.session in (None, session):
                yield session, seen

    def _require_held(self, session: str, seen: Position) -> None:
        if error := parted(self.store.log, session, seen):
            raise error
        self._seen[session] = seen

    def _position(self, session: str) -> Position:
        """The last event seen of a session, and the digest the next one is chained to."""
        if session not in self._seen:
            after = self.after.get(session, 0)
            number = after if isinstance(after, int) else after.number
            digest = self.store.log.digest_at(session, number) if number else GENESIS
            self._seen[session] = Position(number, digest)
        return self._seen[session]
