"""Recording: a command is decided on the state as it is, and what it leads to appended, or another desk was first."""

import random
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice

from ledger.commands import Command
from ledger.decide import Actor, Response, decide
from ledger.decide.holding import still_holds
from ledger.errors import Conflict, Misuse, Refusal, Timed
from ledger.events import Envelope
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.command_id import new_command_id
from ledger.recording.effect import Effect
from ledger.recording.sessions import Sessions
from ledger.session import Session, evolve
from ledger.store import codec
from ledger.store.lock import Lock
from ledger.store.person import Person
from ledger.store.record import require_recordable
from ledger.store.store import Store

RETRIES = 30
"""How often a command that still holds after another desk recorded is decided anew."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A command as it was handed in: by whom, its id ('' for a new one), and when it happened (µs UTC)."""

    session_id: str
    command: Command
    by: str
    command_id: str = ""
    dry_run: bool = False
    people: tuple[Person, ...] = ()
    occurred_at: int | None = None


class Recorder:
    """Records in one database, and remembers what it has read, recorded and scored."""

    def __init__(self, store: Store, sessions: Sessions, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self.sessions = sessions
        self._scores: dict[str, Scoreboard] = {}

    def submit(self, asked: Submission) -> Effect:
        """Decide, and record. Raises Refusal, or Conflict where another desk changed what the command is about."""
        new_id = asked.command_id or new_command_id(self._clock())
        seen, conflict = self.sessions.now(asked.session_id), None
        for attempt in range(RETRIES):
            try:
                # at first nobody is waited for; who was too late once gets in line
                with self._store.lock(asked.session_id) if conflict else nullcontext() as lock:
                    if earlier := self.recorded_with(asked.session_id, asked.command_id):
                        return self._repeat(asked, earlier)
                    now = self.sessions.now(asked.session_id) if conflict else seen
                    if conflict and not still_holds(asked.command, seen, now):
                        raise conflict
                    return self._decide(now, asked, new_id, lock)
            except Conflict as error:
                if error is conflict:
                    raise
                conflict = error
                time.sleep(random.uniform(0, 0.01 * (attempt + 1)))
        raise conflict or AssertionError("a command is tried at least once")

    def recorded_with(self, session_id: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with; none where it is new, or empty."""
        return self._store.log.of_command(session_id, command_id) if command_id else []

    def _decide(self, before: Session, asked: Submission, command_id: str, lock: Lock | None) -> Effect:
        now = self._clock()
        _check_author(asked.by)
        _check_past(asked.occurred_at, now)
        actor = Actor(asked.by, now if asked.occurred_at is None else asked.occurred_at)
        response = decide(asked.command, before, actor)
        events = _enveloped(before, response, command_id, actor, now)
        for envelope in events:
            require_recordable(envelope)
        after = evolve(before, *events)
        scores_before = self._remembered(before) or _scores(before)
        scores_after = _score_what_changed(scores_before, before, after)
        if not asked.dry_run:
            events = self._append(events, asked, before, after, scores_after, lock)
        return Effect(events, before, after, scores_before, scores_after, response.skipped, response.notes)

    def _append(
        self,
        events: tuple[Envelope, ...],
        asked: Submission,
        before: Session,
        after: Session,
        scores: Scoreboard | None,
        lock: Lock | None,
    ) -> tuple[Envelope, ...]:
        """Write down the events, and the players; what this desk has just recorded need not be read again."""
        if not events:
            if asked.people:
                self._store.people.put(before.id, asked.people, lock=lock)
            return ()
        appended = tuple(self._store.append(events, asked.people, previous=before.digest, lock=lock))
        after.digest = appended[-1].digest
        self.sessions.remember(after)
        if scores and after.id in self._scores:
            self._scores[after.id] = scores
        return appended

    def _repeat(self, asked: Submission, numbers: list[int]) -> Effect:
        """The same command again: the numbers of the first time, if it is the same in content."""
        before = self.sessions.at(asked.session_id, numbers[0] - 1)
        events = tuple(islice(self._store.log.read(asked.session_id, numbers[-1]), numbers[0] - 1, None))
        try:
            again = decide(asked.command, before, Actor(events[0].by, events[0].occurred_at)).uncommitted
        except Refusal:
            again = ()
        same_actor = asked.by == events[0].by and asked.occurred_at in (None, events[0].occurred_at)
        if not same_actor or [each.event for each in again] != [envelope.event for envelope in events]:
            raise Refusal(
                "command-id-reused",
                f"command {asked.command_id} was used for something else (#{numbers[0]})",
                "every command needs an id of its own; leave --command-id out",
            )
        after = evolve(before, *events)
        return Effect(events, before, after, scores := _scores(before), _scores(after, scores), repeated=True)

    # Scores

    def scoreboard(self, session_id: str) -> Scoreboard:
        """The scores of a session as it now is, every board; from now on they are remembered."""
        session = self.sessions.now(session_id)
        found = self._remembered(session) or Scoreboard(session).completed()
        self._scores[session_id] = found
        return found

    def _remembered(self, session: Session) -> Scoreboard | None:
        """The scores of a session, going on from those that are remembered; None where none are."""
        known = self._scores.get(session.id)
        if known and not (known.session is session and known.complete):
            known = self._scores[session.id] = Scoreboard(session, known).completed()
        return known


def _enveloped(
    session: Session, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
    """The events a command led to, as they will stand in the log, whose time never runs backwards.

    Two desks' clocks differ by a little, and a clock is put right now and then.
    """
    recorded_at = max(recorded_at, session.recorded_at)
    return tuple(
        Envelope(
            session.id,
            session.number + 1 + part,
            codec.name_of(each.event),
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


def _check_author(by: str) -> None:
    """Misuse where nobody is named: every event has its author."""
    if not str(by).strip():
        raise Misuse("usage", "who is recording? nothing was recorded", "--by NAME")


def _check_past(occurred_at: int | None, now: int) -> None:
    """Refuse what has not happened yet."""
    if occurred_at is not None and occurred_at > now:
        hint = "--at says when it happened; leave it out for now"
        raise Refusal(
            "time-in-future", "that has not happened yet", hint, Timed("it would be {time}", occurred_at, now)
        )


def _scores(session: Session, before: Scoreboard | None = None) -> Scoreboard | None:
    """The scores of a session, once it is open."""
    return Scoreboard(session, before) if session.opened else None


def _score_what_changed(scores: Scoreboard | None, before: Session, after: Session) -> Scoreboard | None:
    """The scores afterwards. What is accepted can be replayed, and scored: found out before it is recorded."""
    then = _scores(after, scores)
    if then:
        same_rules = before.opened is not None and before.regulations == after.regulations
        for number, board in after.boards.items():
            if not same_rules or board is not before.boards.get(number):
                then.board(number)
    return then
