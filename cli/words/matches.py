"""What the events of matches say."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.notation import and_text, boards_said
from cli.words.numbers import short_text, stated_text
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


@event_text.register
def _(event: MatchShortened) -> str:
    removed = boards_said(sorted(event.removed))
    return say(
        "%(match)s: %(removed)s removed, %(fault)s", match=_match(event), removed=removed, fault=_fault(event)
    ) + because(event.reason)


@event_text.register
def _(event: MatchVoided) -> str:
    why = (
        say("wrong seating")
        if event.wrong_seating
        else say("less than half of %(boards)s", boards=counted(len(event.boards), "board"))
    )
    return say("%(match)s: void, %(why)s, %(fault)s", match=_match(event), why=why, fault=_fault(event)) + because(
        event.reason
    )


@event_text.register
def _(event: MatchScored) -> str:
    scores, boards = " : ".join(map(stated_text, event.scores)), counted(len(event.boards), "board")
    return say(
        "%(match)s: %(scores)s %(unit)s, %(boards)s that were not kept",
        match=_match(event),
        scores=scores,
        unit=say(event.unit),
        boards=boards,
    ) + because(event.reason)


def _match(event: OfMatch) -> str:
    round_ = say("round %(round)s, ", round=event.round) if event.round else ""
    return f"{round_}{seated(*event.teams)}"


def _fault(event: OfMatch) -> str:
    if event.director:
        return say("the director's fault")
    return (
        say("the fault of %(at_fault)s", at_fault=and_text(event.at_fault)) if event.at_fault else say("nobody's fault")
    )


@event_text.register
def _(event: MismatchFound) -> str:
    correct = say(" or ").join(event.correct)
    fault = say("at fault") if event.at_fault else say("not at fault")
    met = say(
        "round %(round)s, %(contestant)s met %(met)s", round=event.round, contestant=event.contestant, met=event.met
    )
    had = ", ".join(f"{each.contestant} {short_text(each.points)}" for each in event.beside)
    beside = say(", beside matches of the session they had: %(had)s VP", had=had) if had else ""
    return say(
        "%(met)s: mismatch, %(correct)s was right, %(fault)s%(beside)s",
        met=met,
        correct=correct,
        fault=fault,
        beside=beside,
    ) + because(event.reason)


@event_text.register
def _(event: FindingWithdrawn) -> str:
    return say("what #%(finding)s found is taken back", finding=event.finding) + because(event.reason)


@event_text.register
def _(event: FindingRestored) -> str:
    return say("what #%(finding)s found holds again", finding=event.finding) + because(event.reason)
