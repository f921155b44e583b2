"""What an event says, in one line: every subject says its own, and all of them are here.

Beside it what any event tells of itself: the case it is about, and that it was recorded later than it happened.
"""

from cli.words import (
    appeals,
    auctions,
    brackets,
    calls,
    casebook,
    clocks,
    deals,
    draws,
    evidence,
    matches,
    memos,
    movement,
    office,
    participation,
    people,
    play,
    polls,
    qualifying,
    queue,
    rulings,
    tournaments,
)
from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.times import RECORDED_LATER, moment_text
from ledger.facts import Envelope, Event
from ledger.facts.free_text import is_gone
from ledger.facts.heads import heads_of
from ledger.facts.participation import SubstituteSeated, TakingPart
from ledger.session import Session

__all__ = [
    "appeals",
    "auctions",
    "brackets",
    "calls",
    "casebook",
    "clocks",
    "deals",
    "draws",
    "event_text",
    "evidence",
    "matches",
    "memos",
    "movement",
    "office",
    "participation",
    "people",
    "play",
    "polls",
    "qualifying",
    "queue",
    "rulings",
    "tournaments",
]


def case_of(event: Event) -> str | None:
    """The case an event belongs to."""
    return getattr(event, "case", None)


def statement_text(fact: TakingPart, session: Session) -> str:
    """What was stated of who takes part; a substitute by his name, where that is known."""
    text = event_text(fact)
    if isinstance(fact, SubstituteSeated):
        player = session.players.get((fact.contestant, fact.player))
        if player and not is_gone(player.name):
            return text.replace(f"player {fact.player}", f"player {fact.player} ({player.name})", 1)
    return text


def wrong_clock_text(envelope: Envelope, told: Envelope) -> str:
    """What the clock said of when it was, where that was corrected."""
    if told is envelope:
        return ""
    return say("   (the clock said %(time)s)", time=moment_text(envelope.recorded_at, told.recorded_at))


def rests_text(event: Event) -> str:
    """'friday #12, saturday #9': how far the logs had come that an event rests on; '' where it names none."""
    return ", ".join(f"{head.session} #{head.number}" for head in heads_of(event))


def later_text(envelope: Envelope) -> str:
    """When it was recorded, where that was later than it happened."""
    if envelope.recorded_at - envelope.occurred_at < RECORDED_LATER:
        return ""
    return say("   (recorded %(time)s)", time=moment_text(envelope.recorded_at, envelope.occurred_at))
