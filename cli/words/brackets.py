"""What the events of knockout stages say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because
from ledger.facts.brackets import (
    BracketDrawn,
    BracketMatch,
    BracketSide,
    BracketWithdrawn,
    KnockoutDecided,
    KnockoutDecisionWithdrawn,
)

_HOW = {"walk-over": "by a walk-over", "conceded": "conceded", "director": "by the director's word"}


@event_text.register
def _(event: BracketDrawn) -> str:
    by = "by seeds" if event.by == "seeds" else "as it was drawn elsewhere"
    segments = f", segments {', '.join(map(str, event.segments))}" if event.segments else ""
    three = f", of three by {event.three_way} first" if any(len(each.sides) > 2 for each in event.matches) else ""
    return f"bracket of {event.stage} {by}{segments}{three}: {'; '.join(map(match_text, event.matches))}"


def match_text(match: BracketMatch) -> str:
    """'SF1 Norway v winner of QF2': a match as it was drawn."""
    two = ", two go on" if match.survivors == 2 else ""
    return f"{match.name} {' v '.join(map(side_text, match.sides))}{two}"


def side_text(side: BracketSide) -> str:
    """'Norway', 'winner of QF2', 'second of QF1': a side of a match as it was drawn."""
    if not side.feeder:
        return side.entrant or "nobody"
    return f"{'winner' if side.place == 1 else 'second'} of {side.feeder}"


@event_text.register
def _(event: BracketWithdrawn) -> str:
    return f"bracket of {event.stage} withdrawn" + because(event.reason)


@event_text.register
def _(event: KnockoutDecided) -> str:
    how = how_text(event)
    return f"{event.stage}, {event.match}: {event.winner} goes on against {event.loser}, {how}" + because(event.reason)


def how_text(event: KnockoutDecided) -> str:
    """'by a walk-over', 'conceded', 'by the director's word'."""
    return _HOW[event.how]


@event_text.register
def _(event: KnockoutDecisionWithdrawn) -> str:
    text = f"{event.stage}, {event.match}: {event.winner} against {event.loser} is for the boards again"
    return text + because(event.reason)
