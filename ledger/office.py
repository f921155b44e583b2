"""The office: where commands, the log and the scores meet.

    log → state → decide → events → append → scores

`submit` is the only way anything is recorded; everything that looks reuses the same replay on a prefix.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from ledger.commands import (
    AddCall,
    AppointOfficial,
    Command,
    CorrectResult,
    GiveRuling,
    ImportSheet,
    ImposePenalty,
    LodgeAppeal,
    RecordResult,
    RelieveOfficial,
    StateFacts,
    TakePoll,
    VoidResult,
)
from ledger.decide import Actor, Remark, Response, decide
from ledger.errors import Conflict, Misuse, Refusal, Timed
from ledger.events import Envelope
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, evolve, replay
from ledger.session.moment import number_at
from ledger.store import codec
from ledger.store.rows import Person
from ledger.store.store import Store, Turn

RETRIES = 30
"""How often a command that still holds after another desk recorded is decided anew."""

_ALWAYS_HOLD = (RecordResult, ImportSheet, AddCall, StateFacts, TakePoll, ImposePenalty)


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of a command: the events, the session and its scores before and after, and what moved.

    A session that has just been opened had no scores before.
    """

    events: tuple[Envelope, ...]
    before: Session
    after: Session
    scores_before: Scoreboard | None
    scores_after: Scoreboard | None
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    repeated: bool = False

    def ripple(self) -> Ripple:
        """Who moved, and by how much; nothing where the session has just been opened."""
        before, after = self.scores_before, self.scores_after
        if before is None or after is None:
            return Ripple()
        if not before.complete:  # then the later scores could take nothing over from it
            after = Scoreboard(self.after, before.completed())
        return ripple(before, after)


@dataclass(slots=True)
class Office:
    """One desk of the office: a store, who is recording, and the clock on the wall (µs UTC).

    It remembers the sessions it has read, and reads only what was recorded since; and the scores it was asked for, and works out
    only what a command touches.
    """

    store: Store
    by: str = "scorer"
    clock: Callable[[], int] = field(default=lambda: time.time_ns() // 1000)
    _sessions: dict[str, Session] = field(default_factory=dict, init=False, repr=False)
    _scores: dict[str, Scoreboard] = field(default_factory=dict, init=False, repr=False)

    # Recording

    def submit(
        self,
        session_id: str,
        command: Command,
        *,
        command_id: str = "",
        dry_run: bool = False,
        people: Iterable[Person] = (),
        occurred_at: int | None = None,
    ) -> Effect:
        """Decide a command on the session as it now is, and record what it leads to.

        `occurred_at` is when it happened at the table (µs UTC), now unless it is said. The periods go by it.
        Raises Refusal (nothing recorded), or Conflict where another desk was first and changed what the command
        is about, so that it has to be looked at again; everything else is decided anew.
        """
        key = command_id or new_command_id(self.clock())
        seen, conflict = self.session(session_id), None
        for attempt in range(RETRIES):
            try:
                # at first nobody is waited for; who was too late once gets in line
                with self.store.turn(session_id) if conflict else nullcontext() as turn:
                    if command_id and (earlier := self.store.of_command(session_id, command_id)):
                        return self._repeat(session_id, command, command_id, earlier, occurred_at)
                    now = self.session(session_id) if conflict else seen
                    if conflict and not _still_holds(command, seen, now):
                        raise conflict
                    return self._decide(now, command, key, dry_run, tuple(people), occurred_at, turn)
            except Conflict as error:
                if error is conflict:
                    raise
                conflict = error
                time.sleep(random.uniform(0, 0.01 * (attempt + 1)))
        assert conflict
        raise conflict

    def before(self, session_id: str, command_id: str = "") -> Session:
        """The session a command is decided on: as it is now, or as it was when its id was first used."""
        earlier = self.store.of_command(session_id, command_id) if command_id else []
        return self.session(session_id, earlier[0] - 1 if earlier else None)

    def _decide(
        self,
        before: Session,
        command: Command,
        key: str,
        dry_run: bool,
        people: tuple[Person, ...],
        occurred_at: int | None,
        turn: Turn | None,
    ) -> Effect:
        now = self.clock()
        _check_past(occurred_at, now)
        actor = Actor(self.by, now if occurred_at is None else occurred_at)
        response = decide(command, before, actor)
        events = _recorded(before, response, key, actor, now)
        after = evolve(before, *events)
        scores_before = self._scored(before) if before.id in self._scores else _scores(before)
        scores_after = _score_what_changed(scores_before, before, after)
        if events and not dry_run:
            events = tuple(self.store.append(events, people, previous=before.digest, turn=turn))
            after.digest = events[-1].digest
            self._remember(after, scores_after)
        elif people and not dry_run:
            self.store.put_people(before.id, people, turn=turn)
        return Effect(events, before, after, scores_before, scores_after, response.skipped, response.notes)

    def _remember(self, session: Session, scores: Scoreboard | None) -> None:
        """What this desk has just recorded need not be read again."""
        self._sessions[session.id] = session
        if scores and session.id in self._scores:
            self._scores[session.id] = scores

    def _repeat(
        self, session_id: str, command: Command, key: str, numbers: list[int], occurred_at: int | None
    ) -> Effect:
        """The same command again: the numbers of the first time, if it is the same in content."""
        before = self.session(session_id, numbers[0] - 1)
        events = tuple(islice(self.store.read(session_id, numbers[-1]), numbers[0] - 1, None))
        try:
            actor = Actor(events[0].by, events[0].occurred_at)
            again = [each.event for each in decide(command, before, actor).uncommitted]
        except Refusal:
            again = []
        same_hand = self.by == events[0].by and occurred_at in (None, events[0].occurred_at)
        if not same_hand or again != [envelope.event for envelope in events]:
            raise Refusal(
                "command-id-reused",
                f"command {key} was used for something else (#{numbers[0]})",
                "every command needs an id of its own; leave --command-id out",
            )
        after = evolve(before, *events)
        return Effect(events, before, after, scores := _scores(before), _scores(after, scores), repeated=True)

    # Looking

    def session(self, session_id: str, upto: int | None = None) -> Session:
        """The state of a session, now or after event `upto`."""
        if upto is not None:
            return replay(self.log(session_id, upto), session_id)
        known = self._sessions.get(session_id)
        if known and self.store.has(session_id, known.number, known.digest):
            new = tuple(self.store.read_after(session_id, known.number, known.digest))
            session = evolve(known, *new) if new else known
        else:
            session = replay(self.log(session_id), session_id)
        if session.number:
            self._sessions[session_id] = session
        return session

    def scoreboard(self, session_id: str) -> Scoreboard:
        """The scores of a session as it now is, every board; they are remembered."""
        if session_id not in self._scores:
            self._scores[session_id] = Scoreboard(self.session(session_id)).completed()
        return self._scored(self.session(session_id))

    def _scored(self, session: Session) -> Scoreboard:
        """The scores of a session, from those that are remembered."""
        known = self._scores[session.id]
        if known.session is not session or not known.complete:
            known = self._scores[session.id] = Scoreboard(session, known).completed()
        return known

    def log(self, session_id: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of a session from number 1, checked as they are read."""
        return self.store.read(session_id, upto) if upto != 0 else iter(())

    def event(self, session_id: str, number: int) -> Envelope:
        """One event of a session."""
        events = list(islice(self.log(session_id, number), number - 1, None)) if number > 0 else []
        if not events:
            raise Refusal("no-such-event", f"there is no event #{number}", "`log` shows the last ones")
        return events[0]

    def number_at(self, session_id: str, moment: str) -> int:
        """The number of the last event a moment includes: '#207', 'R-0001-', 'end-of-play', '22:41'."""
        return number_at(moment, self.log(session_id))

    def the_session(self, named: str | None) -> str:
        """The session meant: the one named, or the only one there is."""
        sessions = self.store.sessions()
        if named:
            if named not in sessions:
                known = ", ".join(sessions[-5:]) or "none yet"
                raise Misuse("no-such-session", f"there is no session {named}", f"sessions here: {known}")
            return named
        if len(sessions) == 1:
            return sessions[0]
        if not sessions:
            raise Misuse(
                "no-such-session", "there is no session yet", "`session open NAME --boards 1-24`, or `import FILE`"
            )
        raise Misuse(
            "which-session",
            f"there are {len(sessions)} sessions: {', '.join(sessions[-5:])}",
            "--session NAME, or BRIDGE_LEDGER_SESSION",
        )


def _recorded(
    session: Session, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
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


def _check_past(occurred_at: int | None, now: int) -> None:
    if occurred_at is not None and occurred_at > now:
        raise Refusal(
            "time-in-future",
            "that has not happened yet",
            "--at says when it happened; leave it out for now",
            Timed("it would be {time}", occurred_at, now),
        )


def _still_holds(command: Command, seen: Session, now: Session) -> bool:
    """Whether a command may be decided anew after another desk recorded: nothing it is about has changed."""
    if isinstance(command, _ALWAYS_HOLD):
        return True
    if isinstance(command, GiveRuling) and seen.calls.get(command.call or "") != now.calls.get(command.call or ""):
        return False
    if isinstance(command, CorrectResult | VoidResult | GiveRuling):
        return seen.boards.get(command.where.board) == now.boards.get(command.where.board)
    if isinstance(command, AppointOfficial | RelieveOfficial):
        return seen.officials == now.officials
    case = command.ruling if isinstance(command, LodgeAppeal) else getattr(command, "case", "")
    return bool(case) and _of_case(seen, case) == _of_case(now, case)


def _of_case(session: Session, case: str) -> object:
    """What a command about a case rests on: the case itself, its ruling, its board."""
    if case in session.appeals:
        return session.appeals[case], _of_case(session, session.appeals[case].ruling)
    if case in session.rulings:
        ruling = session.rulings[case]
        return ruling, session.appeals_of(case), session.boards.get(ruling.board)
    return session.calls.get(case) or session.penalties.get(case) or object()


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


def new_command_id(now: int) -> str:
    """A UUID of version 7 (RFC 9562): ids made later sort later, which keeps the index of the log compact."""
    milliseconds = now // 1000 & (1 << 48) - 1
    low = random.SystemRandom().getrandbits(62)
    value = milliseconds << 80 | 7 << 76 | random.SystemRandom().getrandbits(12) << 64 | 2 << 62 | low
    return str(UUID(int=value))
