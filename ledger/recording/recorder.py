"""Recording: a command is decided on the state as it is, and what it leads to appended, or another desk was first."""

import random
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ledger.decide import Actor, decide
from ledger.decide.holding import still_holds
from ledger.errors import Conflict, Corrupt, Misuse, Refusal, RefusalTime
from ledger.facts import AddSession, Command, Envelope, Event, FindMismatch
from ledger.facts.evidence import EvidenceFiled
from ledger.facts.free_text import KeptText
from ledger.facts.office import JudgementSigned
from ledger.facts.people import TextErased
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.effect import Effect
from ledger.recording.enveloping import (
    enveloped,
    new_command_id,
    recordable,
    same_events,
    wherever_it_stands,
    with_signature,
)
from ledger.recording.gathered import Gathered
from ledger.recording.sessions import Sessions
from ledger.session import Session, Stream, Tournament, evolve, session_of
from ledger.store.connections import Lock
from ledger.store.log import Head, went_on
from ledger.store.store import Store

if TYPE_CHECKING:
    from ledger.exchange.evidence import EvidenceFile
    from ledger.recording.tournaments import Tournaments
    from ledger.trust.keys import Key

RETRIES = 30
"""How often a command that still holds after another desk recorded is decided anew."""

UPLOADS = 3
"""How often a file is handed over beside what other desks record, before they have to wait until it has come."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A command as it was handed in: by whom, its id ('' for a new one), and when it happened (µs UTC).

    `signer`: the key with which he signs what he judges, where he is tied to one. `supposing`: what a trial is decided
    on instead of the session as it is. `shown`: what came of it on trial, where somebody was shown that and agreed.
    `file`: what it files as evidence.
    """

    session_id: str
    command: Command
    by: str
    command_id: str = ""
    dry_run: bool = False
    occurred_at: int | None = None
    signer: "Key | None" = None
    supposing: Stream | None = None
    shown: Effect | None = None
    file: "EvidenceFile | None" = None


class Recorder:
    """Records in one database, and remembers what it has read, recorded and scored."""

    def __init__(
        self, store: Store, sessions: Sessions, clock: Callable[[], int], tournaments: Callable[[], "Tournaments"]
    ) -> None:
        self._store = store
        self._clock = clock
        self._tournaments = tournaments
        self.sessions = sessions
        self._scores: dict[str, Scoreboard] = {}

    def submit(self, asked: Submission) -> Effect:
        """Decide, and record. Raises Refusal, or Conflict where another desk changed what the command is about."""
        new_id = asked.command_id or new_command_id(self._clock())
        if asked.supposing and asked.dry_run:
            return self._decide(self._gathered(asked.command, asked.supposing), asked.supposing, asked, new_id, None)
        seen, conflict = self.sessions.now(asked.session_id), None
        found = Gathered(asked.command)
        for attempt in range(RETRIES):
            try:
                # at first nobody is waited for; who was too late once gets in line, and what he rests on stays
                patience = UPLOADS if asked.file else 1
                with self._turn(asked, found.resting_on, waits=attempt >= patience) as lock:
                    if earlier := self.recorded_with(asked.session_id, asked.command_id):
                        return self._repeat(asked, earlier)
                    now = self.sessions.now(asked.session_id) if conflict else seen
                    if conflict:
                        _require_numbered(now, self._store.log.heads(now.id)[now.id])
                    if conflict and now.digest != seen.digest and not still_holds(asked.command, seen, now):
                        raise conflict
                    held, found = found.resting_on, self._gathered(asked.command, now)
                    if lock and conflict and not found.resting_on.keys() <= held.keys():
                        raise _more_to_wait_for()
                    return self._decide(found, now, asked, new_id, lock)
            except Conflict as error:
                if error is conflict or error.code == "not-as-shown":
                    raise
                conflict = error
                time.sleep(random.uniform(0, 0.01 * (attempt + 1)))
        raise conflict or AssertionError("a command is tried at least once")

    def _turn(
        self, asked: Submission, resting_on: Collection[str], *, waits: bool
    ) -> AbstractContextManager[Lock | None]:
        """The lock on the session where it `waits`, and on those it rests on; and on one that is added.

        Of that one two tournaments must not have it, and one of them may not have been there to be looked at.
        """
        if isinstance(asked.command, AddSession) and not asked.dry_run:
            # what is read now need not be read while others wait
            now = self._gathered(asked.command, self.sessions.now(asked.session_id)).resting_on
            return self._store.lock(asked.session_id, {asked.command.session, *now})
        return self._store.lock(asked.session_id, resting_on) if waits and not asked.dry_run else nullcontext()

    def recorded_with(self, session_id: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with; none where it is new, or empty."""
        return self._store.log.of_command(session_id, command_id) if command_id else []

    def _decide(self, found: Gathered, before: Stream, asked: Submission, command_id: str, lock: Lock | None) -> Effect:
        now = self._clock()
        _check_author(asked.by)
        _check_past(asked.occurred_at, max(now, before.recorded_at))
        at = now if asked.occurred_at is None else asked.occurred_at
        key = str(asked.signer.public) if asked.signer else ""
        actor = Actor(asked.by, at, key, self._store.login, by_clock=asked.occurred_at is None)
        response = decide(found.command, before, actor)
        events = tuple(map(recordable, enveloped(before, response, command_id, actor, now)))
        if asked.signer and not asked.dry_run:
            events = with_signature(events, before, asked.signer)
        after = evolve(before, *events)
        scores_before = self._remembered(before) or _scores(before)
        scores_after = _score_what_changed(scores_before, before, after)
        said = response.skipped, response.notes, found.resting_on
        effect = Effect(
            events, before, after, scores_before, scores_after, self._tournaments, *said, supposed=asked.dry_run
        )
        if asked.shown:
            _require_as_shown(asked.shown, effect)
        if not asked.dry_run:
            effect.events = self._append(asked, events, before, after, scores_after, lock, found.resting_on)
        return effect

    def _gathered(self, command: Command, before: Stream, earlier: Sequence[Envelope] = ()) -> Gathered:
        """A command with what it rests on in other streams: now, or as it was before the events it led to `earlier`."""
        if not isinstance(before, Tournament) and not isinstance(command, FindMismatch):
            return Gathered(command)
        from ledger.recording.gathering import gathered

        return gathered(command, before, self._tournaments(), earlier)

    def _append(
        self,
        asked: Submission,
        events: tuple[Envelope, ...],
        before: Stream,
        after: Stream,
        scores: Scoreboard | None,
        lock: Lock | None,
        resting_on: Mapping[str, Head],
    ) -> tuple[Envelope, ...]:
        """Write down the events; what this desk has just recorded need not be read again, unless it was erased."""
        if not events:
            return ()
        files = _files(events, asked.file)
        appended = tuple(
            self._store.append(events, previous=before.digest, lock=lock, resting_on=resting_on, files=files)
        )
        after.digest = appended[-1].digest
        if any(isinstance(envelope.event, TextErased) for envelope in appended):
            self.sessions.forget(before.id)
            self._scores.pop(before.id, None)
            return appended
        self.sessions.remember(after)
        if scores and after.id in self._scores:
            self._scores[after.id] = scores
        return appended

    def _repeat(self, asked: Submission, numbers: list[int]) -> Effect:
        """The same command again: the numbers of the first time, if it is the same in content."""
        before = self.sessions.at(asked.session_id, numbers[0] - 1)
        events = tuple(islice(self._store.log.read(asked.session_id, numbers[-1]), numbers[0] - 1, None))
        try:
            by, tied, at = events[0].by, before.officials, events[0].occurred_at
            actor = Actor(by, at, tied.key_of(by), tied.login_of(by), by_clock=at == events[0].recorded_at)
            again = decide(self._gathered(asked.command, before, events).command, before, actor).uncommitted
        except Refusal:
            again = ()
        same_actor = asked.by == events[0].by and asked.occurred_at in (None, events[0].occurred_at)
        first = [envelope.event for envelope in events if not isinstance(envelope.event, JudgementSigned)]
        if not same_actor or not same_events([each.event for each in again], first):
            raise Refusal(
                "command-id-reused",
                f"command {asked.command_id} was used for something else (#{numbers[0]})",
                "every command needs an id of its own; leave --command-id out",
            )
        after = evolve(before, *events)
        scores = _scores(before)
        then = _scores(after, scores)
        return Effect(events, before, after, scores, then, self._tournaments, supposed=asked.dry_run, repeated=True)

    # Scores

    def scoreboard(self, session_id: str) -> Scoreboard:
        """The scores of a session as it now is, every board; from now on they are remembered."""
        return self.scored(session_of(self.sessions.now(session_id)))

    def scored(self, session: Session) -> Scoreboard:
        """The scores of a session as it was just read, every board; from now on they are remembered."""
        found = self._scores[session.id] = self._remembered(session) or Scoreboard(session).completed()
        return found

    def _remembered(self, session: Stream) -> Scoreboard | None:
        """The scores of a session, going on from those that are remembered; None where none are."""
        known = self._scores.get(session.id)
        if known and isinstance(session, Session) and not (known.session is session and known.complete):
            known = self._scores[session.id] = Scoreboard(session, known).completed()
        return known


def _files(events: Sequence[Envelope], file: "EvidenceFile | None") -> dict[str, Iterator[bytes]]:
    """The bytes that events file, by their commitments; Misuse where there are none, or they are of another file."""
    found = {}
    for filed in (each.event for each in events if isinstance(each.event, EvidenceFiled)):
        assert isinstance(filed.file, KeptText)
        if file is None or (filed.kind, filed.size, str(filed.file)) != (file.kind, file.size, file.sha256):
            message = f"the bytes of the evidence of {filed.case} are not here; nothing was recorded"
            raise Misuse("bad-value", message, "hand over the file that was read: Office.submit(…, file=…)")
        found[filed.file.commitment] = file.parts()
    return found


def _require_numbered(now: Stream, last: int) -> None:
    """Corrupt (event-missing) where it was no other desk: what was read is kept under numbers that end sooner."""
    if last < now.number:
        message = f"the last event of session {now.id} is #{now.number}, and is kept under the number {last}"
        raise Corrupt("event-missing", f"{message}; nothing was recorded", "`bridge-ledger verify` says more", last)


def _more_to_wait_for() -> Conflict:
    """That it rests on more streams by now than it holds the locks of: all are waited for together, in their order."""
    return Conflict("heads-moved", "what it was decided on went on meanwhile; nothing was recorded", "try it again")


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
    """What the events say, but for how far the logs have come."""
    return [wherever_it_stands(each.event) for each in _unsigned(effect)]


def _answers(effect: Effect) -> list[tuple[int, ...]]:
    """The events that were there before and are answered: what is corrected, ruled on, taken back."""
    there = effect.before.number
    return [tuple(number for number in each.because if number <= there) for each in _unsigned(effect)]


def _unsigned(effect: Effect) -> list[Envelope]:
    """Its events but for a signature, which a trial has not."""
    return [each for each in effect.events if not isinstance(each.event, JudgementSigned)]


def _heads(effect: Effect) -> dict[str, int]:
    """How far each log had come that it was decided on."""
    return {effect.before.id: effect.before.number} | {name: at for name, (at, _) in effect.resting_on.items()}


def _check_author(by: str) -> None:
    """Misuse where nobody is named: every event has its author."""
    if not (isinstance(by, str) and by.strip()):
        raise Misuse("usage", "who is recording? nothing was recorded", "--by NAME")


def _check_past(occurred_at: int | None, now: int) -> None:
    """Refuse what has not happened yet: by the clock of the desk, or by the log where that is further."""
    if occurred_at is not None and occurred_at > now:
        hint = "--at says when it happened; leave it out for now"
        raise Refusal(
            "time-in-future", "that has not happened yet", hint, RefusalTime("it would be {time}", occurred_at, now)
        )


def _scores(stream: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    """The scores of a session, once it is open; a tournament's are its sessions'."""
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
