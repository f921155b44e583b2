"""The sessions of a database as states: each is replayed once; from then on only what is new is read."""

from collections.abc import Mapping

from ledger.events.people import TextErased
from ledger.session import Stream, evolve, replay
from ledger.store.log import Head
from ledger.store.store import Store


class Sessions:
    """The states of the sessions a desk has read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Stream] = {}

    def at(self, session_id: str, upto: int) -> Stream:
        """A session after event `upto`; 0 is before its first."""
        return replay(self._store.log.read(session_id, upto) if upto else (), session_id)

    def now(self, session_id: str) -> Stream:
        """A session as it now is. Corrupt at the first event of those read that is not what was recorded."""
        session = self._continued(session_id) or replay(self._store.log.read(session_id), session_id)
        if session.number:
            self._read[session_id] = session
        return session

    def at_heads(self, heads: Mapping[str, Head]) -> dict[str, Stream]:
        """Several sessions as they were when these were their last events: all at one moment.

        What was not read before is read in few questions, of the others only what is new. Corrupt as `now`.
        """
        unread: dict[str, int] = {}
        for name, (number, digest) in heads.items():
            known = self._read.get(name)
            if known and (known.number, known.digest) == (number, digest):
                continue
            going_on = self._continued(name, number) if known and known.number < number else None
            if going_on and going_on.digest == digest:
                self._read[name] = going_on
            else:
                unread[name] = number
        for name, events in self._store.log.read_many(unread):
            self._read[name] = replay(events, name)
        return {name: self._read[name] for name in heads}

    def _continued(self, session_id: str, upto: int | None = None) -> Stream | None:
        """What was read before, with what was recorded since; None where it has to be read anew."""
        known = self._read.get(session_id)
        if known is None or not self._store.log.has(session_id, known.number, known.digest):
            return None
        new = tuple(self._store.log.read_after(session_id, known.number, known.digest, upto))
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return None  # what is remembered still says what was erased
        return evolve(known, *new) if new else known

    def forget(self, session_id: str) -> None:
        """What was erased is not remembered either."""
        self._read.pop(session_id, None)

    def remember(self, session: Stream) -> None:
        """What this desk has just recorded need not be read again."""
        self._read[session.id] = session
