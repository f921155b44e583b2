"""What the events of matches say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because, counted, seated
from ledger.facts.matches import (
    FindingRestored,
    FindingWithdrawn,
    MatchScored,
    MatchShortened,
    MatchVoided,
    MismatchFound,
    OfMatch,
)
from ledger.labels import boards_text
from ledger.laws.rounding import short_text, stated_text


@event_text.register
def _(event: MatchShortened) -> str:
    removed = boards_text(sorted(event.removed))
    return f"{_match(event)}: {removed} removed, {_fault(event)}" + because(event.reason)


@event_text.register
def _(event: MatchVoided) -> str:
    why = "wrong seating" if event.wrong_seating else f"less than half of {counted(len(event.boards), 'board')}"
    return f"{_match(event)}: void, {why}, {_fault(event)}" + because(event.reason)


@event_text.register
def _(event: MatchScored) -> str:
    scores, boards = " : ".join(map(stated_text, event.scores)), counted(len(event.boards), "board")
    return f"{_match(event)}: {scores} {event.unit}, {boards} that were not kept" + because(event.reason)


def _match(event: OfMatch) -> str:
    round_ = f"round {event.round}, " if event.round else ""
    return f"{round_}{seated(*event.teams)}"


def _fault(event: OfMatch) -> str:
    if event.director:
        return "the director's fault"
    return f"the fault of {' and '.join(event.at_fault)}" if event.at_fault else "nobody's fault"


@event_text.register
def _(event: MismatchFound) -> str:
    correct = " or ".join(event.correct)
    fault = "at fault" if event.at_fault else "not at fault"
    met = f"round {event.round}, {event.contestant} met {event.met}"
    had = ", ".join(f"{each.contestant} {short_text(each.points)}" for each in event.beside)
    beside = f", beside matches of the session they had: {had} VP" if had else ""
    return f"{met}: mismatch, {correct} was right, {fault}{beside}" + because(event.reason)


@event_text.register
def _(event: FindingWithdrawn) -> str:
    return f"what #{event.finding} found is taken back" + because(event.reason)


@event_text.register
def _(event: FindingRestored) -> str:
    return f"what #{event.finding} found holds again" + because(event.reason)
