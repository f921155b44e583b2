"""Recording: a command is decided on the state as it is, and what it leads to appended, or another desk was first.

Events stand in the log under the id of their command; what people wrote or said is committed to; what an official tied
to a key judged is signed right after it.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import structs

from ledger.bounds.events import WORDS, are_short
from ledger.decide import Actor, Response, decide, still_holds
from ledger.digests import SALT_BYTES
from ledger.errors import Conflict, Corrupt, Misuse, Refusal, RefusalTime
from ledger.errors.visible import is_plain
from ledger.guards.offices import signing_key
from ledger.kernel.fact import Envelope, Event, heads_of
from ledger.kernel.free_text import KeptText, changed, committed, has_texts, is_gone, kept_texts, texts_in
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import Submission
from ledger.recording.effect import Effect, Gathered
from ledger.recording.sessions import Sessions
from ledger.session import Session, Stream
from ledger.store import record
from ledger.store.chain import GENESIS, chained
from ledger.store.connections import Lock
from ledger.store.log import went_on
from ledger.store.record import as_read
from ledger.store.store import Store
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.commands import Command
from ledger.subjects.evolving import evolve
from ledger.subjects.matches.facts import FindMismatch
from ledger.subjects.office.facts import JudgementSigned
from ledger.subjects.people.facts import TextErased
from ledger.subjects.tournaments.facts import AddSession
from ledger.subjects.tournaments.state import Tournament, session_of

if TYPE_CHECKING:
    from ledger.exchange.evidence import EvidenceFile
    from ledger.recording.tournaments import Tournaments
    from ledger.trust.keys import Key


def new_command_id(now: int) -> str:
    """A UUID of version 7 (RFC 9562) for a time (µs UTC): ids made later sort later, which keeps the index compact."""
    source = random.SystemRandom()
    milliseconds = now // 1000 & (1 << 48) - 1
    value = milliseconds << 80 | 7 << 76 | source.getrandbits(12) << 64 | 2 << 62 | source.getrandbits(62)
    return str(UUID(int=value))


def new_salt() -> bytes:
    """What a text is committed to with: nobody guesses it."""
    return os.urandom(SALT_BYTES)


def recordable(envelope: Envelope) -> Envelope:
    """An event as it can stand in the log, each text with its commitment; Misuse (bad-value) where none can."""
    if not has_texts(type(envelope.event)):
        return as_read(envelope)
    try:
        for where, text in texts_in(envelope.event):
            if not are_short(text):
                raise Misuse("too-large", f"nothing was recorded: {where}: {WORDS}", "say it shorter; `help bounds`")
            if not is_plain(text):
                raise ValueError(f"{where} has a line break or another character that steers a screen, or is not seen")
        event = committed(envelope.event, new_salt)
    except (ValueError, TypeError, AttributeError) as error:
        hint = "what has which type is in `ledger.subjects`"
        raise Misuse("bad-value", f"nothing was recorded: {error}", hint) from error
    words = {text.commitment: text for _, text in kept_texts(event)}
    read = as_read(structs.replace(envelope, event=event))
    return structs.replace(read, event=changed(read.event, lambda _, text: words[text]))


def same_events(again: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Whether events say the same, whatever salts their texts have; of what was erased nobody can tell."""
    if len(again) != len(recorded):
        return False
    return all(_with_what_is_gone(one, other) == other for one, other in zip(again, recorded, strict=True))


def wherever_it_stands(event: Event) -> Event:
    """An event without how far the logs had come: that of other streams, and what a new case is called for it."""
    if heads_of(event):
        event = structs.replace(event, heads=())
    return structs.replace(event, case="") if getattr(event, "case", "") else event


def _with_what_is_gone(event: Event, recorded: Event) -> Event:
    """An event with what is said, where its words are gone from another, in the place of its own."""
    gone = {where: text for where, text in texts_in(recorded) if is_gone(text)}
    return changed(event, lambda where, text: gone.get(where, text)) if gone else event


def enveloped(
    stream: Stream, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
    """The events a command led to, as they will stand in the log; `recorded_at` is what the clock of the desk was at.

    So it may be before that of the event before it: clocks differ, and are put right. Order is the number.
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


def with_signature(events: Sequence[Envelope], before: Stream, signer: Key) -> tuple[Envelope, ...]:
    """The events of a command, and after them what signs them, where who recorded them is tied to a key.

    `before`: the session they follow. That it is the right key, `decide` has made sure.
    """
    if not events or not signing_key(before, events[0].by, [each.event for each in events]):
        return tuple(events)
    from ledger.trust.keys import sign_judgement

    *_, (last, _) = chained(events, before.digest or GENESIS)
    signed = sign_judgement(signer, last.digest)
    numbers = tuple(each.number for each in events)
    after = {"number": last.number + 1, "part": last.part + 1, "because": numbers, "digest": b""}
    return (*events, structs.replace(last, event=signed, name=record.name_of(signed), **after))


RETRIES = 30
"""How often a command that still holds after another desk recorded is decided anew."""

UPLOADS = 3
"""How often a file is handed over beside what other desks record, before they have to wait until it has come."""


class Recorder:
    """Records in one database, and remembers what it has read, recorded and scored."""

    def __init__(
        self, store: Store, sessions: Sessions, clock: Callable[[], int], tournaments: Callable[[], Tournaments]
    ) -> None:
        self._store = store
        self._clock = clock
        self._tournaments = tournaments
        self.sessions = sessions
        self._scores: dict[str, Scoreboard] = {}

    def submit(self, session_id: str, command: Command, how: Submission) -> Effect:
        """Decide, and record. Raises Refusal, or Conflict where another desk changed what the command is about."""
        new_id = how.command_id or new_command_id(self._clock())
        if how.supposing and how.dry_run:
            return self._decide(self._gathered(command, how.supposing), how.supposing, how, new_id, None)
        if how.dry_run:
            self._store.connections.require_recordable()
        seen, conflict = self.sessions.now(session_id), None
        found = Gathered(command)
        for attempt in range(RETRIES):
            try:
                # at first nobody is waited for; who was too late once gets in line, and what he rests on stays
                patience = UPLOADS if how.file else 1
                with self._turn(session_id, command, how, found.resting_on, waits=attempt >= patience) as lock:
                    if earlier := self.recorded_with(session_id, how.command_id):
                        return self._repeat(session_id, command, how, earlier)
                    now = self.sessions.now(session_id) if conflict else seen
                    if conflict and (last := self._store.log.heads(now.id)[now.id]) < now.number:
                        # it was no other desk: what was read is kept under numbers that end sooner
                        said = (
                            f"the last event of session {now.id} is #{now.number}, and is kept under the number {last}"
                        )
                        hint = "`bridge-ledger verify` says more"
                        raise Corrupt("event-missing", f"{said}; nothing was recorded", hint, last)
                    if conflict and now.digest != seen.digest and not still_holds(command, seen, now):
                        raise conflict
                    held, found = found.resting_on, self._gathered(command, now)
                    if lock and conflict and not found.resting_on.keys() <= held.keys():
                        # all of them are waited for together, in their order
                        gone_on = "what it was decided on went on meanwhile; nothing was recorded"
                        raise Conflict("heads-moved", gone_on, "try it again")
                    return self._decide(found, now, how, new_id, lock)
            except Conflict as error:
                if error is conflict or error.code == "not-as-shown":
                    raise
                conflict = error
                time.sleep(random.uniform(0, 0.01 * (attempt + 1)))
        raise conflict or AssertionError("a command is tried at least once")

    def _turn(
        self, session_id: str, command: Command, how: Submission, resting_on: Collection[str], *, waits: bool
    ) -> AbstractContextManager[Lock | None]:
        """The lock on the session where it `waits`, and on those it rests on; and on one that is added.

        Of that one two tournaments must not have it, and one of them may not have been there to be looked at.
        """
        if isinstance(command, AddSession) and not how.dry_run:
            # what is read now need not be read while others wait
            now = self._gathered(command, self.sessions.now(session_id)).resting_on
            return self._store.lock(session_id, {command.session, *now})
        return self._store.lock(session_id, resting_on) if waits and not how.dry_run else nullcontext()

    def recorded_with(self, session_id: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with; none where it is new, or empty."""
        return self._store.log.of_command(session_id, command_id) if command_id else []

    def _decide(self, found: Gathered, before: Stream, how: Submission, command_id: str, lock: Lock | None) -> Effect:
        now = self._clock()
        if not (isinstance(how.by, str) and how.by.strip()):
            raise Misuse("usage", "who is recording? nothing was recorded", "--by NAME")
        if not isinstance(how.occurred_at, int | None):
            hint = "when it happened is a whole number of microseconds"
            raise Misuse("bad-value", f"nothing was recorded: {how.occurred_at!r} is no time", hint)
        if how.occurred_at is not None and how.occurred_at > (latest := max(now, before.recorded_at)):
            by_then = RefusalTime("it would be {time}", how.occurred_at, latest)
            raise Refusal(
                "time-in-future",
                "that has not happened yet",
                "--at says when it happened; leave it out for now",
                by_then,
            )
        at = now if how.occurred_at is None else how.occurred_at
        key = str(how.signer.public) if how.signer else ""
        actor = Actor(how.by, at, key, self._store.login, by_clock=how.occurred_at is None, clock=now)
        response = decide(found.command, before, actor)
        events = tuple(map(recordable, enveloped(before, response, command_id, actor, now)))
        if how.signer and not how.dry_run:
            events = with_signature(events, before, how.signer)
        after = evolve(before, *events)
        scores_before = self._remembered(before) or _scores(before)
        scores_after = _score_what_changed(scores_before, before, after)
        said = response.skipped, response.notes, response.tally, found.resting_on
        effect = Effect(
            events, before, after, scores_before, scores_after, self._tournaments, *said, supposed=how.dry_run
        )
        if how.shown:
            _require_as_shown(how.shown, effect)
        if how.dry_run or not events:
            return effect
        files = _files(events, how.file)
        effect.events = tuple(
            self._store.append(events, previous=before.digest, lock=lock, resting_on=found.resting_on, files=files)
        )
        after.digest = effect.events[-1].digest
        if any(isinstance(envelope.event, TextErased) for envelope in effect.events):
            self.sessions.forget(before.id)
            self._scores.pop(before.id, None)
        else:  # what this desk has just recorded need not be read again
            self.sessions.remember(after)
            if scores_after and after.id in self._scores:
                self._scores[after.id] = scores_after
        return effect

    def _gathered(self, command: Command, before: Stream, earlier: Sequence[Envelope] = ()) -> Gathered:
        if not isinstance(before, Tournament) and not isinstance(command, FindMismatch):
            return Gathered(command)
        from ledger.recording.gathering import gathered

        return gathered(command, before, self._tournaments(), earlier)

    def _repeat(self, session_id: str, command: Command, how: Submission, numbers: list[int]) -> Effect:
        before = self.sessions.at(session_id, numbers[0] - 1)
        events = tuple(islice(self._store.log.read(session_id, numbers[-1]), numbers[0] - 1, None))
        try:
            by, tied, at = events[0].by, before.officials, events[0].occurred_at
            clock, ties = events[0].recorded_at, (tied.key_of(by), tied.login_of(by))
            actor = Actor(by, at, *ties, by_clock=at == clock, clock=clock)
            again = decide(self._gathered(command, before, events).command, before, actor).uncommitted
        except Refusal:
            again = ()
        same_actor = how.by == events[0].by and how.occurred_at in (None, events[0].occurred_at)
        first = [envelope.event for envelope in events if not isinstance(envelope.event, JudgementSigned)]
        if not same_actor or not same_events([each.event for each in again], first):
            message = f"command {how.command_id} was used for something else (#{numbers[0]})"
            raise Refusal("command-id-reused", message, "every command needs an id of its own; leave --command-id out")
        after = evolve(before, *events)
        scores = _scores(before)
        then = _scores(after, scores)
        return Effect(events, before, after, scores, then, self._tournaments, supposed=how.dry_run, repeated=True)

    def scoreboard(self, session_id: str) -> Scoreboard:
        """The scores of a session as it now is, every board; from now on they are remembered."""
        return self.scored(session_of(self.sessions.now(session_id)))

    def scored(self, session: Session) -> Scoreboard:
        """The scores of a session as it was just read, every board; from now on they are remembered."""
        found = self._scores[session.id] = self._remembered(session) or Scoreboard(session).completed()
        return found

    def _remembered(self, session: Stream) -> Scoreboard | None:
        known = self._scores.get(session.id)
        if known and isinstance(session, Session) and not (known.session is session and known.complete):
            known = self._scores[session.id] = Scoreboard(session, known).completed()
        return known


def _files(events: Sequence[Envelope], file: EvidenceFile | None) -> dict[str, Iterator[bytes]]:
    found = {}
    for filed in (each.event for each in events if isinstance(each.event, EvidenceFiled)):
        assert isinstance(filed.file, KeptText)
        if file is None or (filed.kind, filed.size, str(filed.file)) != (file.kind, file.size, file.sha256):
            message = f"the bytes of the evidence of {filed.case} are not here; nothing was recorded"
            raise Misuse("bad-value", message, "hand over the file that was read: Submission(file=…)")
        found[filed.file.commitment] = file.parts()
    return found


def _require_as_shown(shown: Effect, now: Effect) -> None:
    """Conflict (not-as-shown) where something else would be recorded than what somebody agreed to, or moves others."""
    same = _answers(shown) == _answers(now) and same_events(_agreed(shown), _agreed(now))
    if same and shown.ripple().changes == now.ripple().changes:
        return
    then, last = _heads(shown), _heads(now)
    moved = {name: (then.get(name, 0), to) for name, to in last.items() if to != then.get(name)}
    why = went_on(moved) or "time has gone on"
    hint = "look at it, and do it again: what comes of it now is shown anew"
    raise Conflict("not-as-shown", f"this is not what you were shown any more: {why}; nothing was recorded", hint)


def _agreed(effect: Effect) -> list[Event]:
    return [wherever_it_stands(each.event) for each in _unsigned(effect)]


def _answers(effect: Effect) -> list[tuple[int, ...]]:
    """The events that were there before and are answered: what is corrected, ruled on, taken back."""
    there = effect.before.number
    return [tuple(number for number in each.because if number <= there) for each in _unsigned(effect)]


def _unsigned(effect: Effect) -> list[Envelope]:
    """Its events but for a signature, which a trial has not."""
    return [each for each in effect.events if not isinstance(each.event, JudgementSigned)]


def _heads(effect: Effect) -> dict[str, int]:
    return {effect.before.id: effect.before.number} | {name: at for name, (at, _) in effect.resting_on.items()}


def _scores(stream: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    return Scoreboard(stream, before) if isinstance(stream, Session) and stream.opened else None


def _score_what_changed(scores: Scoreboard | None, before: Stream, after: Stream) -> Scoreboard | None:
    """The scores afterwards. What is accepted can be replayed, and scored: found out before it is recorded."""
    then = _scores(after, scores)
    if then and isinstance(before, Session) and isinstance(after, Session):
        same_rules = before.opened is not None and before.regulations == after.regulations
        for number, board in after.boards.items():
            if not same_rules or board is not before.boards.get(number):
                then.board(number)
    return then
