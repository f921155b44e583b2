"""replay: rebuild the scores from event 1."""

import sys
import time
from collections import Counter
from fractions import Fraction

import click

from cli.desk.desk import Desk
from cli.desk.settings import Looking
from cli.screens.recorded import print_ripple
from cli.screens.telling import told
from cli.screens.words import counted
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.laws.rounding import decimal_text
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, evolve
from ledger.session import replay as replayed

_KINDS = (
    ("result-recorded", "result"),
    ("result-corrected", "correction"),
    ("result-voided", "voided result"),
    ("ruling-given", "ruling"),
    ("ruling-amended", "amendment"),
    ("ruling-withdrawn", "withdrawal"),
    ("director-called", "call"),
    ("appeal-lodged", "appeal"),
    ("appeal-decided", "decision"),
)


@click.command(cls=Looking)
@click.option("--from", "from_", metavar="WHEN", help="Step from this moment on.")
@click.option("--to", metavar="WHEN", help="Replay up to this moment.")
@click.option("--step", is_flag=True, help="One event at a time: Enter next, b back, q quit (on a terminal).")
@click.pass_context
def replay(context: click.Context, from_: str | None, to: str | None, step: bool) -> None:
    """Rebuild the session from event 1, work out every score, and print the digest that stands for it all.

    \b
    Examples:
      bridge-ledger replay
      bridge-ledger replay --from R-0001 --step
    """
    desk = Desk(context)
    session_id = desk.session_id
    moment = to or desk.settings.as_of
    last = desk.office.number_at(session_id, moment) if moment else None
    first = desk.office.number_at(session_id, from_) if from_ else 1
    start = time.perf_counter_ns()
    events = list(desk.office.log(session_id, last))
    session = replayed(events, session_id)
    if session.opened is None:
        raise Misuse("bad-as-of", f"session {session_id} was not yet open then", "`start` is just after it was opened")
    fields = standings(Scoreboard(session))
    took = time.perf_counter_ns() - start
    if (step or from_) and desk.settings.json:
        raise Misuse("usage", "--from and --step print a screen", "`log --patch --json` has each event with its ripple")
    if step or from_:
        _steps(desk, events, session_id, first, ask=step)
        return
    counts = Counter(envelope.name.partition("/")[0] for envelope in events)
    if desk.settings.json:
        desk.json(
            "replay/1",
            session,
            {
                "events": len(events),
                "counts": dict(counts),
                "microseconds": took // 1000,
                "contestants": sum(len(field.rows) for field in fields),
            },
        )
        return
    told_counts = (
        ", ".join(counted(counts[name], word) for name, word in _KINDS if counts[name]) or "nothing played yet"
    )
    digest = session.digest.hex()
    desk.say(
        f"Replayed {len(events)} events in {decimal_text(Fraction(took, 10**9))} s: {told_counts} — digest {digest[:4]}…{digest[-4:]}"
    )
    if desk.settings.verbose:
        desk.say(f"digest {digest}")


def _steps(desk: Desk, events: list[Envelope], session_id: str, first: int, *, ask: bool) -> None:
    """Each event from `first` on, with its effect on board and standings."""
    if ask and (desk.settings.no_input or not (sys.stdin.isatty() and sys.stdout.isatty())):
        raise Misuse(
            "usage", "--step asks at every event, and this is no terminal", "leave --step out: --from prints them all"
        )
    moments: list[Session] = [replayed(events[: max(first - 1, 0)], session_id)]
    at = len(events[: max(first - 1, 0)])
    begun = at
    if at >= len(events):
        desk.aside(f"nothing between #{first} and #{len(events)}")
    while at < len(events):
        before, envelope = moments[-1], events[at]
        after = evolve(before, envelope)
        _print(desk, envelope, before, after, len(events))
        key = _key() if ask else "\n"
        if key == "q":
            return
        if key == "b" and at > begun:
            moments.pop()
            at -= 1
            continue
        moments.append(after)
        at += 1


def _print(desk: Desk, envelope: Envelope, before: Session, after: Session, last: int) -> None:
    desk.say(f"#{envelope.number}/{last}  {told(envelope.event)}")
    if before.opened is None:
        return
    moved = ripple(Scoreboard(before), Scoreboard(after))
    print_ripple(desk, moved, [envelope])
    if moved:
        leaders = [f"{row.rank}. {row.contestant}" for field in standings(Scoreboard(after)) for row in field.rows[:3]]
        desk.say(f"  leaders  {', '.join(leaders)}\n")


def _key() -> str:
    print("[Enter next, b back, q quit] ", end="", file=sys.stderr, flush=True)
    key = click.getchar()
    print(file=sys.stderr)
    if key in ("\x03", "\x04"):
        raise click.Abort
    return key
