"""The sessions of a database as states, and their events: each is read and replayed once; from then on only what is new
is read. And which of the streams of a ledger is meant.
"""

from collections.abc import Mapping, Sequence

from ledger.errors import Misuse
from ledger.facts import Envelope
from ledger.facts.people import TextErased
from ledger.session import Stream, evolve, replay
from ledger.store.log import Head, Log
from ledger.store.store import Store


def the_session(log: Log, named: str | None) -> str:
    """The session meant: the one named, or the only one there is.

    What is named may be a tournament: its stream is asked as a session's. Misuse (no-such-session, which-session).
    """
    if named and log.any_of(named):
        return named
    sessions = log.sessions()
    if named:
        known = ", ".join(sessions[-5:]) or "none yet"
        raise Misuse("no-such-session", f"there is no session {named}", f"sessions here: {known}")
    if len(sessions) == 1:
        return sessions[0]
    if not sessions:
        hint = "`session open NAME --boards 1-24`, or `import FILE`"
        raise Misuse("no-such-session", "there is no session yet", hint)
    raise Misuse(
        "which-session",
        f"there are {len(sessions)} sessions: {', '.join(sessions[-5:])}",
        " or ".join(f"--session {name}" for name in sessions[-5:]) + f"; once for this folder: `use {sessions[-1]}`",
    )


class Streams:
    """Which sessions and tournaments there are: of one it is asked alone, for others may lie where nobody answers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def has(self, name: str) -> bool:
        """Whether there is a session, or a tournament, of that name."""
        return self._store.log.any_of(name)

    def may_be_several(self) -> bool:
        """Whether there are several sessions, or there may be: a server is not asked, for that asks every worker."""
        return not self._store.connections.is_sqlite or len(self._store.log.sessions()) > 1


class KeptLogs:
    """The logs a desk that stays has read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, list[Envelope]] = {}

    def events(self, session_id: str) -> Sequence[Envelope]:
        """The events of a session from number 1. Corrupt at the first of those read that is not what was recorded."""
        events = self._read.get(session_id)
        going_on = self._store.log.read_on(session_id, len(events), events[-1].digest) if events else None
        if events is None or going_on is None:
            return self._anew(session_id)
        new = list(going_on)
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return self._anew(session_id)  # what is kept still says what was erased
        events += new
        return events

    def _anew(self, session_id: str) -> list[Envelope]:
        self._read[session_id] = list(self._store.log.read(session_id))
        return self._read[session_id]


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
        going_on = self._store.log.read_on(session_id, known.number, known.digest, upto) if known else None
        if known is None or going_on is None:
            return None
        new = tuple(going_on)
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return None  # what is remembered still says what was erased
        return evolve(known, *new) if new else known

    def forget(self, session_id: str) -> None:
        """What was erased is not remembered either."""
        self._read.pop(session_id, None)

    def remember(self, session: Stream) -> None:
        """What this desk has just recorded need not be read again."""
        self._read[session.id] = session
