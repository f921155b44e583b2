"""Following the log: every event of one or of all sessions, exactly once and in order, while desks record.

    follower = Subscription(store, "thursday", after={"thursday": 207})
    for recorded in follower.new():      # what was recorded since; call it again, and again
        ...
    write_positions(path, follower.positions)   # and go on from there another day: after=read_positions(path)

Polling by (session, number) is the truth: numbers have no gaps and are given in the order of commits, so what has a
number up to the last one seen was seen. Nothing else, a notification or a clock, is relied on. A position has the
digest too: who goes on from one is told where the log is not the one he had read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ledger.events import Envelope
from ledger.store.chain import GENESIS
from ledger.store.position import Position, parted
from ledger.store.store import Store


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
