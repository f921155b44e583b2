"""The sessions of a database as states: each is replayed once; from then on only what is new is read."""

from ledger.events.people import TextErased
from ledger.session import Session, evolve, replay
from ledger.store.store import Store


class Sessions:
    """The states of the sessions a desk has read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Session] = {}

    def at(self, session_id: str, upto: int) -> Session:
        """A session after event `upto`; 0 is before its first."""
        return replay(self._store.log.read(session_id, upto) if upto else (), session_id)

    def now(self, session_id: str) -> Session:
        """A session as it now is. Corrupt at the first event of those read that is not what was recorded."""
        session = self._continued(session_id) or replay(self._store.log.read(session_id), session_id)
        if session.number:
            self._read[session_id] = session
        return session

    def _continued(self, session_id: str) -> Session | None:
        """What was read before, with what was recorded since; None where it has to be read anew."""
        known = self._read.get(session_id)
        if known is None or not self._store.log.has(session_id, known.number, known.digest):
            return None
        new = tuple(self._store.log.read_after(session_id, known.number, known.digest))
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return None  # what is remembered still says what was erased
        return evolve(known, *new) if new else known

    def forget(self, session_id: str) -> None:
        """What was erased is not remembered either."""
        self._read.pop(session_id, None)

    def remember(self, session: Session) -> None:
        """What this desk has just recorded need not be read again."""
        self._read[session.id] = session
