"""Rebuilding the scores from event 1, at once or a step at a time."""

import sys
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from cli.desk.desk import Desk
from cli.screens.events import print_ripple
from cli.terminal.prompts import key_pressed
from cli.words.events import event_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.facts import Envelope
from ledger.laws.rounding import decimal_text
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, evolve, replay, session_of
from ledger.session.moment import number_at

_COUNTED = {
    "result-recorded": "result",
    "result-corrected": "correction",
    "result-voided": "voided result",
    "ruling-given": "ruling",
    "ruling-amended": "amendment",
    "ruling-withdrawn": "withdrawal",
    "director-called": "call",
    "appeal-lodged": "appeal",
    "appeal-decided": "decision",
}


def replay_session(desk: Desk, from_: str | None, to: str | None, *, step: bool) -> None:
    """Rebuild the session meant, and print the digest that stands for it all, or each event with its effect."""
    if (step or from_) and desk.settings.json:
        screen = "--from and --step print a screen"
        raise Misuse("usage", screen, "`log --patch --json` has each event with its ripple")
    moment, session_id = to or desk.settings.as_of, desk.session().id
    last = number_at(moment, desk.office.log(session_id)) if moment else None
    if step or from_:
        first = number_at(from_, desk.office.log(session_id)) if from_ else 1
        _step_through(desk, _rebuilt(desk, session_id, last).events, first, ask=step)
    else:
        _print(desk, _rebuilt(desk, session_id, last))


@dataclass(frozen=True, slots=True)
class _Rebuilt:
    """A session replayed from event 1 and scored, and how long that took."""

    events: list[Envelope]
    session: Session
    contestants: int
    nanoseconds: int


def _rebuilt(desk: Desk, session_id: str, last: int | None) -> _Rebuilt:
    start = time.perf_counter_ns()
    events = list(desk.office.log(session_id, last))
    session = session_of(replay(events, session_id))
    if session.opened is None:
        then = f"session {session_id} was not yet open then"
        raise Misuse("bad-as-of", then, "`start` is just after it was opened")
    contestants = sum(len(field.rows) for field in standings(Scoreboard(session)))
    return _Rebuilt(events, session, contestants, time.perf_counter_ns() - start)


def _print(desk: Desk, rebuilt: _Rebuilt) -> None:
    counts = Counter(envelope.name.partition("/")[0] for envelope in rebuilt.events)
    if desk.settings.json:
        _print_json(desk, rebuilt, counts)
        return
    shown = ", ".join(counted(counts[name], word) for name, word in _COUNTED.items() if counts[name])
    digest, seconds = rebuilt.session.digest.hex(), decimal_text(Fraction(rebuilt.nanoseconds, 10**9))
    what = f"{len(rebuilt.events)} events in {seconds} s: {shown or 'nothing played yet'}"
    desk.say(f"Replayed {what} — digest {digest[:4]}…{digest[-4:]}")
    if desk.settings.verbose:
        desk.say(f"digest {digest}")


def _print_json(desk: Desk, rebuilt: _Rebuilt, counts: Counter[str]) -> None:
    numbers = {"microseconds": rebuilt.nanoseconds // 1000, "contestants": rebuilt.contestants}
    found = {"events": len(rebuilt.events), "counts": dict(counts), **numbers}
    desk.json_at("replay/1", rebuilt.session, found)


def _require_terminal(desk: Desk) -> None:
    if desk.settings.no_input or not (sys.stdin.isatty() and sys.stdout.isatty()):
        no_terminal = "--step asks at every event, and this is no terminal"
        raise Misuse("usage", no_terminal, "leave --step out: --from prints them all")


def _step_through(desk: Desk, events: list[Envelope], first: int, *, ask: bool) -> None:
    """Each event from `first` on, with its effect on board and standings; b goes back, q quits."""
    if ask:
        _require_terminal(desk)
    passed = events[: max(first - 1, 0)]
    moments, at, begun = [session_of(replay(passed, events[0].session))], len(passed), len(passed)
    if at >= len(events):
        desk.aside(f"nothing between #{first} and #{len(events)}")
    while at < len(events):
        after = evolve(moments[-1], events[at])
        _print_step(desk, events[at], moments[-1], after, len(events))
        key = key_pressed() if ask else "\n"
        if key == "q":
            return
        if key == "b" and at > begun:
            moments.pop()
            at -= 1
        else:
            moments.append(after)
            at += 1


def _print_step(desk: Desk, envelope: Envelope, before: Session, after: Session, last: int) -> None:
    desk.say(f"#{envelope.number}/{last}  {event_text(envelope.event)}")
    if before.opened is None:
        return
    earlier = Scoreboard(before).completed()
    scores = Scoreboard(after, earlier)
    moved = ripple(earlier, scores)
    print_ripple(desk, moved, [envelope])
    if moved:
        leaders = [f"{row.rank}. {row.contestant}" for field in standings(scores) for row in field.rows[:3]]
        desk.say(f"  leaders  {', '.join(leaders)}", "")
