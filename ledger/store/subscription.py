"""Following the log: every event of one or of all sessions, exactly once and in order, while desks record.

    follower = Subscription(store, "thursday", after={"thursday": 207})
    for recorded in follower.new():      # what was recorded since; call it again, and again
        ...

Polling by (session, number) is the truth: numbers have no gaps and are given in the order of commits, so what has a
number up to the last one seen was seen. Nothing else, a notification or a clock, is relied on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ledger.events import Envelope
from ledger.store.chain import GENESIS
from ledger.store.store import Store


@dataclass(slots=True)
class Subscription:
    """Where somebody who follows the log has come to; `session` None: all sessions, also those opened later.

    `after` are the numbers of the last events seen already; a session not named there is followed from its beginning.
    """

    store: Store
    session: str | None = None
    after: Mapping[str, int] = field(default_factory=dict)
    _seen: dict[str, tuple[int, bytes]] = field(default_factory=dict, init=False)

    def new(self) -> Iterator[Envelope]:
        """The events recorded since the last time, by session and in order; Corrupt where the chain is broken.

        An event counts as seen once it was handed out, so whoever stops half-way is given the rest the next time.
        """
        for session, last in self.store.log.heads(self.session).items():
            number, digest = self._position(session)
            if last > number:
                for envelope in self.store.log.read_after(session, number, digest):
                    self._seen[session] = (envelope.number, envelope.digest)
                    yield envelope

    def _position(self, session: str) -> tuple[int, bytes]:
        """The last event seen of a session, and the digest the next one is chained to."""
        if session not in self._seen:
            number = self.after.get(session, 0)
            self._seen[session] = (number, self.store.log.digest_at(session, number) if number else GENESIS)
        return self._seen[session]
