"""The events of sessions, read once and kept, where somebody asks again and again; from then on only what is new."""

from collections.abc import Sequence

from ledger.events import Envelope
from ledger.events.people import TextErased
from ledger.store.store import Store


class KeptLogs:
    """The logs a desk that stays has read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, list[Envelope]] = {}

    def events(self, session_id: str) -> Sequence[Envelope]:
        """The events of a session from number 1. Corrupt at the first of those read that is not what was recorded."""
        events = self._read.get(session_id)
        if not events or not self._store.log.has(session_id, len(events), events[-1].digest):
            return self._anew(session_id)
        new = list(self._store.log.read_after(session_id, len(events), events[-1].digest))
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return self._anew(session_id)  # what is kept still says what was erased
        events += new
        return events

    def _anew(self, session_id: str) -> list[Envelope]:
        self._read[session_id] = list(self._store.log.read(session_id))
        return self._read[session_id]
