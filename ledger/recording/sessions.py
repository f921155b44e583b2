"""The states of a database's sessions, read once and then updated by new events only; and the evidence of calls."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from ledger.digests import noting
from ledger.errors import Corrupt, Misuse, Refusal
from ledger.files import unwritable
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import KeptText, is_gone
from ledger.session import Call, Stream
from ledger.session.cases import EvidencePiece
from ledger.store import record
from ledger.store.log import Head, Log
from ledger.store.own_files import own_file
from ledger.store.store import Store
from ledger.store.texts import FileRow
from ledger.subjects.calls.state import pieces
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.people.facts import TextErased


def resolve_session(log: Log, named: str | None) -> str:
    """Return the session or tournament the user named or, if he named none, the ledger's only session.

    Raises Misuse (no-such-session, which-session).
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
    """The names of the sessions and tournaments of a ledger."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def has(self, name: str) -> bool:
        """Return whether a session or tournament has this name."""
        return self._store.log.any_of(name)

    def may_have_several_sessions(self) -> bool:
        """Return whether a ledger has several sessions; True for a server, where counting would be slow."""
        return not self._store.connections.is_sqlite or len(self._store.log.sessions()) > 1


class KeptLogs:
    """The event logs of sessions, kept in memory by a desk that stays open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, list[Envelope]] = {}

    def events(self, session_id: str) -> Sequence[Envelope]:
        """Return all events of a session, from number 1; Corrupt if one is not as it was recorded."""
        events = self._read.get(session_id)
        going_on = self._store.log.read_after_if_kept(session_id, len(events), events[-1].digest) if events else None
        if events is None or going_on is None:
            return self._anew(session_id)
        new = list(going_on)
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return self._anew(session_id)  # the events in memory still contain the erased text
        events += new
        return events

    def _anew(self, session_id: str) -> list[Envelope]:
        self._read[session_id] = list(self._store.log.read(session_id))
        return self._read[session_id]


class Sessions:
    """The states of sessions, kept in memory by a desk and brought up to date when read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Stream] = {}

    def at(self, session_id: str, upto: int) -> Stream:
        """Return the state of a session after its event `upto`; 0 means before its first event."""
        return replay(self._store.log.read(session_id, upto) if upto else (), session_id)

    def now(self, session_id: str) -> Stream:
        """Return the present state of a session; Corrupt if a newly read event is not as it was recorded."""
        session = self._continued(session_id) or replay(self._store.log.read(session_id), session_id)
        if session.number:
            self._read[session_id] = session
        return session

    def at_heads(self, heads: Mapping[str, Head]) -> dict[str, Stream]:
        """Return the state of each session after the last event given for it, by name.

        Sessions not in memory are read together in few queries, the others only updated. Raises Corrupt as `now` does.
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
        known = self._read.get(session_id)
        going_on = self._store.log.read_after_if_kept(session_id, known.number, known.digest, upto) if known else None
        if known is None or going_on is None:
            return None
        new = tuple(going_on)
        if any(isinstance(envelope.event, TextErased) for envelope in new):
            return None  # the state in memory still contains the erased text
        return evolve(known, *new) if new else known

    def forget(self, session_id: str) -> None:
        """Forget the state of a session, because texts were erased in it."""
        self._read.pop(session_id, None)

    def remember(self, session: Stream) -> None:
        """Keep a state that this desk has just recorded, so that it is not read again."""
        self._read[session.id] = session


_BRING_BACK = "a bundle that has it, of `export --evidence`, brings it back when it is imported"


class Evidence:
    """The evidence files filed with the calls of all sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def states(self, session: str, call: Call) -> dict[int, str]:
        """Return the state of each piece of a call's evidence, by number: '' if it can be saved, else why it cannot."""
        if not self._store.texts.may_be_read():
            return {at: "(not told)" for at, _ in pieces(call)}
        rows = self._store.files.of(session)
        return {at: _why_gone(each, rows) for at, each in pieces(call)}

    def save(self, session: str, call: Call, number: int, path: Path) -> EvidencePiece:
        """Write a piece of evidence to a new private file. Refusal: not stored, or file exists; Corrupt: altered."""
        piece = dict(pieces(call)).get(number)
        if piece is None:
            has = f"{call.case} has no piece of evidence {number}"
            raise Refusal("no-such-evidence", has, f"`call evidence {call.case}` lists what it has")
        self._store.texts.require_readable("what was filed as evidence")
        if gone := self.states(session, call)[number]:
            hint = "what was erased is gone" if is_gone(piece.filed.file) else _BRING_BACK
            raise Refusal("no-such-evidence", f"piece {number} of {call.case} is not here: {gone}", hint)
        file, digests = piece.filed.file, list[str]()
        assert isinstance(file, KeptText)
        with _new_file(path, f"`call evidence {call.case} --save {number} ANOTHER`") as written:
            written.writelines(noting(self._store.files.parts(session, file.commitment), digests.append))
            if digests != [file]:
                changed = f"the bytes of piece {number} of {call.case} (#{piece.number}) are not what was recorded"
                raise Corrupt("evidence-broken", changed, _BRING_BACK, piece.number)
        return piece


@contextmanager
def _new_file(path: Path, another: str) -> Iterator[BinaryIO]:
    """Open a new file that only its owner may read; delete the file if an error occurs in the `with` block."""
    try:
        file = own_file(path)
    except FileExistsError:
        raise Refusal("file-exists", f"{path} is there already", f"choose another name: {another}") from None
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        with file:
            yield file
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise unwritable(path, error) from error
        raise


def _why_gone(piece: EvidencePiece, rows: Mapping[str, FileRow]) -> str:
    file = piece.filed.file
    if not isinstance(file, KeptText) or file.gone:
        return str(file)
    if not (row := rows.get(file.commitment)):
        return "(lost: `verify` says more)"
    if row.left_out:
        return "(left out of the bundle it came in)"
    return "" if row.size == piece.filed.size else "(changed: `verify` says more)"


def body_text(event: Event) -> str:
    """Return an event's body as the JSON text from which its digest is computed; texts are replaced by digests."""
    return record.encode(event).decode()


def body_json(event: Event) -> dict[str, object]:
    """Return an event's body as JSON values, with the texts themselves instead of their digests."""
    body: dict[str, object] = json.loads(_in_words(event))
    return body


_in_words = msgspec.json.Encoder(
    enc_hook=lambda value: str(value) if isinstance(value, KeptText) else record.encode_value(value), order="sorted"
).encode
