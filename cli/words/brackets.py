"""What the events of knockout stages say."""

from cli.words.event_text import event_text
from cli.words.language import Wording, say
from cli.words.vocabulary import because
from ledger.facts.brackets import (
    BracketDrawn,
    BracketMatch,
    BracketSide,
    BracketWithdrawn,
    KnockoutDecided,
    KnockoutDecisionWithdrawn,
)

_HOW = Wording({"walk-over": "by a walk-over", "conceded": "conceded", "director": "by the director's word"})


@event_text.register
def _(event: BracketDrawn) -> str:
    by = say("by seeds") if event.by == "seeds" else say("as it was drawn elsewhere")
    segments = say(", segments %(segments)s", segments=", ".join(map(str, event.segments))) if event.segments else ""
    three = (
        say(", of three by %(three_way)s first", three_way=say(event.three_way))
        if any(len(each.sides) > 2 for each in event.matches)
        else ""
    )
    return say(
        "bracket of %(stage)s %(by)s%(segments)s%(three)s: %(matches)s",
        stage=event.stage,
        by=by,
        segments=segments,
        three=three,
        matches="; ".join(map(match_text, event.matches)),
    )


def match_text(match: BracketMatch) -> str:
    """'SF1 Norway v winner of QF2': a match as it was drawn."""
    two = say(", two go on") if match.survivors == 2 else ""
    return f"{match.name} {say(' v ').join(map(side_text, match.sides))}{two}"


def side_text(side: BracketSide) -> str:
    """'Norway', 'winner of QF2', 'second of QF1': a side of a match as it was drawn."""
    if not side.feeder:
        return side.entrant or say("nobody")
    if side.place == 1:
        return say("winner of %(feeder)s", feeder=side.feeder)
    return say("second of %(feeder)s", feeder=side.feeder)


@event_text.register
def _(event: BracketWithdrawn) -> str:
    return say("bracket of %(stage)s withdrawn", stage=event.stage) + because(event.reason)


@event_text.register
def _(event: KnockoutDecided) -> str:
    return say(
        "%(stage)s, %(match)s: %(winner)s goes on against %(loser)s, %(how)s",
        stage=event.stage,
        match=event.match,
        winner=event.winner,
        loser=event.loser,
        how=how_text(event),
    ) + because(event.reason)


def how_text(event: KnockoutDecided) -> str:
    """'by a walk-over', 'conceded', 'by the director's word'."""
    return _HOW[event.how]


@event_text.register
def _(event: KnockoutDecisionWithdrawn) -> str:
    text = say(
        "%(stage)s, %(match)s: %(winner)s against %(loser)s is for the boards again",
        stage=event.stage,
        match=event.match,
        winner=event.winner,
        loser=event.loser,
    )
    return text + because(event.reason)
