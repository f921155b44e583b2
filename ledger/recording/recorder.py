"""Recording: a command is decided on the present state, and its events are appended unless another desk recorded first.

The log stores events under the id of their command, and commitments in place of their texts. A judgement by an official
tied to a key is signed by the event after it.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import structs

from ledger.bounds.events import WORDS, is_within_text_bound
from ledger.decide import Actor, Response, decide, may_decide_later
from ledger.digests import SALT_BYTES
from ledger.errors import Conflict, Corrupt, Misuse, Refusal, RefusalTime
from ledger.errors.visible import unfit
from ledger.guards.offices import signing_key
from ledger.kernel.fact import Command, Envelope, Event, heads_of
from ledger.kernel.free_text import KeptText, add_digests, are_same, change_texts, has_texts, kept_texts, texts_in
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import Submission
from ledger.recording.effect import Effect, Gathered, KnownTricks
from ledger.recording.sessions import Sessions
from ledger.session import Session, Stream
from ledger.session.response import recorded_actor
from ledger.store import record
from ledger.store.chain import GENESIS, with_digests
from ledger.store.connections import Lock
from ledger.store.log import describe_new_events
from ledger.store.record import as_read
from ledger.store.store import Store
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.evolving import evolve
from ledger.subjects.matches.facts import FindMismatch
from ledger.subjects.office.facts import SigningEvent
from ledger.subjects.people.facts import TextErased
from ledger.subjects.tournaments.facts import AddSession
from ledger.subjects.tournaments.state import Tournament, session_of
from ledger.trust.commands import encode_command

if TYPE_CHECKING:
    from ledger.recording.tournaments import Tournaments


def new_command_id(now: int) -> str:
    """Return a UUID of version 7 (RFC 9562) for the time `now` (µs UTC)."""
    source = random.SystemRandom()  # later ids sort later, which keeps the index compact
    milliseconds = now // 1000 & (1 << 48) - 1
    value = milliseconds << 80 | 7 << 76 | source.getrandbits(12) << 64 | 2 << 62 | source.getrandbits(62)
    return str(UUID(int=value))


def new_salt() -> bytes:
    """Return random bytes to be hashed with a text, so that nobody can guess the text from the digest."""
    return os.urandom(SALT_BYTES)


def read_back(envelope: Envelope) -> Envelope:
    """Return an event as the log gives it back, each text with its digest; Misuse (bad-value, too-large): bad text."""
    if not has_texts(type(envelope.event)):
        return as_read(envelope)
    try:
        for where, text in texts_in(envelope.event):
            if not is_within_text_bound(text):
                raise Misuse("too-large", f"nothing was recorded: {where}: {WORDS}", "say it shorter; `help bounds`")
            if why := unfit(text):
                raise ValueError(f"{where}: {why}")
        event = add_digests(envelope.event, new_salt)
    except (ValueError, TypeError, AttributeError) as error:
        hint = "`ledger.subjects` lists the types"
        raise Misuse("bad-value", f"nothing was recorded: {error}", hint) from error
    words = {text.commitment: text for _, text in kept_texts(event)}
    read = as_read(structs.replace(envelope, event=event))
    return structs.replace(read, event=change_texts(read.event, lambda _, text: words[text]))


def without_heads(event: Event) -> Event:
    """Return an event for comparison, without the last events of other streams and without its case number."""
    if heads_of(event):
        event = structs.replace(event, heads=())
    return structs.replace(event, case="") if getattr(event, "case", "") else event


def put_in_envelopes(
    stream: Stream, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
    """Return a command's events in their envelopes; `recorded_at`: the time by the desk's clock (µs UTC).

    It may be earlier than that of the event before: clocks differ, and only numbers give the order.
    """
    return tuple(
        Envelope(
            stream.id,
            stream.number + 1 + part,
            record.name_of(each.event),
            each.event,
            command_id,
            part,
            actor.at,
            recorded_at,
            actor.by,
            each.because,
        )
        for part, each in enumerate(response.uncommitted)
    )


def with_signature(events: Sequence[Envelope], before: Stream, how: Submission) -> tuple[Envelope, ...]:
    """Return a command's events, followed by the signature of a device, or of their author if he has to sign.

    `before`: the state before the events. `decide` has checked that it is the right device or key. Refusal
    (not-signed): the device's signature is of something else.
    """
    if not events:
        return ()
    first, last = events[0], events[-1]
    if how.signed:
        from ledger.trust.devices import is_command_signed

        if not is_command_signed(before.devices[how.signed.device].key, first.session, first.command_id, how.signed):
            hint = "open the page anew, and record it again"
            raise Refusal("not-signed", f"{how.signed.device} signed something else: nothing was recorded", hint)
        signature: SigningEvent = how.signed
    elif how.signer and signing_key(before, first.by, [each.event for each in events]):
        from ledger.trust.keys import sign_judgement

        *_, (last, _) = with_digests(events, before.digest or GENESIS)
        signature = sign_judgement(how.signer, last.digest)
    else:
        return tuple(events)
    numbers = tuple(each.number for each in events)
    after = {"number": last.number + 1, "part": last.part + 1, "because": numbers, "digest": b""}
    return (*events, structs.replace(last, event=signature, name=record.name_of(signature), **after))


RETRIES = 30
"""The most attempts to record a command while other desks record first."""

UPLOADS = 3
"""The attempts to upload a file without a lock; after them other desks have to wait for the upload."""


class Recorder:
    """A recorder of commands in one database, which keeps the states and scores of sessions in memory."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        clock: Callable[[], int],
        tournaments: Callable[[], Tournaments],
        tricks: KnownTricks,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tournaments, self._tricks = tournaments, tricks
        self.sessions = sessions
        self._scores: dict[str, Scoreboard] = {}

    def submit(self, session_id: str, command: Command, how: Submission) -> Effect:
        """Decide a command and record its events; Refusal, or Conflict if a relevant event of another desk came first.

        A dry run records nothing. A command that was recorded under its id before only returns its first effect.
        """
        new_id = how.command_id or new_command_id(self._clock())
        if how.signed and not how.dry_run:
            if how.signed.command != encode_command(command):
                raise Misuse("bad-value", "another command was signed; nothing was recorded", "open the page anew")
            if not is_within_text_bound(how.signed.command):
                raise Misuse("too-large", f"nothing was recorded: {WORDS}", "say it shorter; `help bounds`")
        if how.supposing and how.dry_run:
            return self._decide(self._with_facts(command, how.supposing), how.supposing, how, new_id, None)
        if how.dry_run:
            self._store.connections.require_recordable()
        seen, conflict = self.sessions.now(session_id), None
        gathered = Gathered(command)
        for attempt in range(RETRIES):
            try:
                # the first attempt takes no lock; after a conflict the desk waits for the locks in line
                patience = UPLOADS if how.file else 1
                with self._lock(session_id, command, how, gathered.resting_on, waits=attempt >= patience) as lock:
                    if earlier := self.events_recorded_under(session_id, how.command_id):
                        return self._repeat(session_id, command, how, earlier)
                    current = self.sessions.now(session_id) if conflict else seen
                    if conflict and (last := self._store.log.heads(current.id)[current.id]) < current.number:
                        # no other desk recorded: rows are stored under lower numbers than their records state
                        message = f"the last event of session {current.id} is #{current.number}"
                        message += f", and is kept under the number {last}"
                        hint = "`bridge-ledger verify` says more"
                        raise Corrupt("event-missing", f"{message}; nothing was recorded", hint, last)
                    if conflict and current.digest != seen.digest and not may_decide_later(command, seen, current):
                        raise conflict
                    held, gathered = gathered.resting_on, self._with_facts(command, current)
                    if lock and conflict and not gathered.resting_on.keys() <= held.keys():
                        # all locks are taken at once and in order, against deadlocks
                        gone_on = "the log went on meanwhile; nothing was recorded"
                        raise Conflict("heads-moved", gone_on, "try it again")
                    return self._decide(gathered, current, how, new_id, lock)
            except Conflict as error:
                if error is conflict or error.code == "not-as-shown":
                    raise
                conflict = error
                time.sleep(random.uniform(0, 0.01 * (attempt + 1)))
        raise conflict or AssertionError("a command is tried at least once")

    def _lock(
        self, session_id: str, command: Command, how: Submission, resting_on: Collection[str], *, waits: bool
    ) -> AbstractContextManager[Lock | None]:
        """Lock the session, and the streams the command depends on, if `waits` is true or the command adds a session.

        Without that lock two tournaments could add one session at once. A dry run locks nothing.
        """
        if isinstance(command, AddSession) and not how.dry_run:
            # read before the lock, while no other desk waits
            resting = self._with_facts(command, self.sessions.now(session_id)).resting_on
            return self._store.lock(session_id, {command.session, *resting})
        return self._store.lock(session_id, resting_on) if waits and not how.dry_run else nullcontext()

    def events_recorded_under(self, session_id: str, command_id: str) -> list[int]:
        """Return the numbers of the events that a command with this id recorded; [] if none did, or for ''."""
        return self._store.log.of_command(session_id, command_id) if command_id else []

    def _decide(self, basis: Gathered, before: Stream, how: Submission, command_id: str, lock: Lock | None) -> Effect:
        clock = self._clock()
        if not (isinstance(how.by, str) and how.by.strip()):
            raise Misuse("usage", "who is recording? nothing was recorded", "--by NAME")
        if not isinstance(how.occurred_at, int | None):
            hint = "when it happened is a whole number of microseconds"
            raise Misuse("bad-value", f"nothing was recorded: {how.occurred_at!r} is no time", hint)
        if how.occurred_at is not None and how.occurred_at > (latest := max(clock, before.recorded_at)):
            by_then = RefusalTime("it would be {time}", how.occurred_at, latest)
            raise Refusal(
                "time-in-future",
                "that has not happened yet",
                "--at says when it happened; leave it out for now",
                by_then,
            )
        at = clock if how.occurred_at is None else how.occurred_at
        key = str(how.signer.public) if how.signer else ""
        # In the log, a time stated that is the clock's is none: what it permits, no later check could allow
        device = how.signed.device if how.signed else ""
        actor = Actor(how.by, at, key, self._store.login, by_clock=at == clock, clock=clock, device=device)
        response = decide(basis.command, before, actor)
        events = tuple(map(read_back, put_in_envelopes(before, response, command_id, actor, clock)))
        if not how.dry_run:
            events = with_signature(events, before, how)
        after = evolve(before, *events)
        scores_before = self._kept_scores(before) or _scores(before)
        # evolve and score before recording: no recorded event may be impossible to replay or score
        scores_after = _scores(after, scores_before)
        if scores_after and isinstance(before, Session) and isinstance(after, Session):
            same_rules = before.opened is not None and before.regulations == after.regulations
            for number, board in after.boards.items():
                if not same_rules or board is not before.boards.get(number):
                    scores_after.board(number)
        remarks = response.skipped, response.notes, response.tally, basis.resting_on
        effect = Effect(
            events,
            before,
            after,
            scores_before,
            scores_after,
            self._tournaments,
            self._tricks,
            *remarks,
            supposed=how.dry_run,
        )
        if how.shown:
            _require_as_shown(how.shown, effect)
        if how.dry_run or not events:
            return effect
        file = how.file
        files = {}
        for filed in (each.event for each in events if isinstance(each.event, EvidenceFiled)):
            assert isinstance(filed.file, KeptText)
            if file is None or (filed.kind, filed.size, str(filed.file)) != (file.kind, file.size, file.sha256):
                message = f"the bytes of the evidence of {filed.case} are not here; nothing was recorded"
                raise Misuse("bad-value", message, "hand over the file that was read: Submission(file=FILE)")
            files[filed.file.commitment] = file.parts()
        effect.events = tuple(
            self._store.append(events, previous=before.digest, lock=lock, resting_on=basis.resting_on, files=files)
        )
        after.digest = effect.events[-1].digest
        if any(isinstance(envelope.event, TextErased) for envelope in effect.events):
            self.sessions.forget(before.id)
            self._scores.pop(before.id, None)
        else:
            self.sessions.remember(after)
            if scores_after and after.id in self._scores:
                self._scores[after.id] = scores_after
        return effect

    def _with_facts(self, command: Command, before: Stream, earlier: Sequence[Envelope] = ()) -> Gathered:
        if not isinstance(before, Tournament) and not isinstance(command, FindMismatch):
            return Gathered(command)
        from ledger.recording.gathering import gather

        return gather(command, before, self._tournaments(), earlier)

    def _repeat(self, session_id: str, command: Command, how: Submission, numbers: list[int]) -> Effect:
        before = self.sessions.at(session_id, numbers[0] - 1)
        events = tuple(islice(self._store.log.read(session_id, numbers[-1]), numbers[0] - 1, None))
        try:
            actor = recorded_actor(events, before)
            again = decide(self._with_facts(command, before, events).command, before, actor).uncommitted
        except Refusal:
            again = ()
        same_actor = how.by == events[0].by and how.occurred_at in (None, events[0].occurred_at)
        first = [envelope.event for envelope in events if not isinstance(envelope.event, SigningEvent)]
        if not same_actor or not are_same([each.event for each in again], first):
            message = f"command {how.command_id} was used for something else (#{numbers[0]})"
            raise Refusal("command-id-reused", message, "every command needs an id of its own; leave --command-id out")
        after = evolve(before, *events)
        scores = _scores(before)
        final = _scores(after, scores)
        return Effect(
            events, before, after, scores, final, self._tournaments, self._tricks, supposed=how.dry_run, repeated=True
        )

    def scoreboard(self, session_id: str) -> Scoreboard:
        """Return the present scores of a session, of every board."""
        return self.scored(session_of(self.sessions.now(session_id)))

    def scored(self, session: Session) -> Scoreboard:
        """Return the scores of every board in a session's present state, and keep them in memory."""
        scoreboard = self._scores[session.id] = self._kept_scores(session) or Scoreboard(session).completed()
        return scoreboard

    def _kept_scores(self, session: Stream) -> Scoreboard | None:
        known = self._scores.get(session.id)
        if known and isinstance(session, Session) and not (known.session is session and known.complete):
            known = self._scores[session.id] = Scoreboard(session, known).completed()
        return known


def _require_as_shown(shown: Effect, current: Effect) -> None:
    """Raise Conflict (not-as-shown) if a command would now have another effect than its dry run showed to the user."""
    same = _causes(shown) == _causes(current) and are_same(_comparable(shown), _comparable(current))
    if same and shown.ripple().changes == current.ripple().changes:
        return
    old_heads, last = _heads(shown), _heads(current)
    moved = {name: (old_heads.get(name, 0), to) for name, to in last.items() if to != old_heads.get(name)}
    why = describe_new_events(moved) or "time has gone on"
    hint = "repeat the command: its new effect is shown first"
    raise Conflict("not-as-shown", f"this is not what you were shown any more: {why}; nothing was recorded", hint)


def _comparable(effect: Effect) -> list[Event]:
    return [without_heads(each.event) for each in effect.events if not isinstance(each.event, SigningEvent)]


def _causes(effect: Effect) -> list[tuple[int, ...]]:
    """Return, for each new event, the numbers of the earlier events that it corrects, rules on or takes back."""
    last_before = effect.before.number
    return [
        tuple(number for number in each.because if number <= last_before)
        for each in effect.events
        if not isinstance(each.event, SigningEvent)
    ]


def _heads(effect: Effect) -> dict[str, int]:
    return {effect.before.id: effect.before.number} | {name: at for name, (at, _) in effect.resting_on.items()}


def _scores(stream: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    return Scoreboard(stream, before) if isinstance(stream, Session) and stream.opened else None
