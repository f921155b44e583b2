"""What the events of who takes part say."""

from cli.words.event_text import event_text
from cli.words.language import say, say_counted
from cli.words.notation import boards_said
from cli.words.numbers import short_text
from cli.words.play import at_table
from cli.words.vocabulary import FAULTS, SEATS, WITHOUT_STANDING, because
from ledger.facts.participation import (
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    ParticipationRecalled,
    ParticipationRestored,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
    StandingWithheld,
    SubstituteSeated,
)


@event_text.register
def _(event: BoardNotPlayed) -> str:
    return say("%(at_table)s: not played, %(fault)s", at_table=at_table(event), fault=fault_text(event)) + because(
        event.reason
    )


def fault_text(event: BoardNotPlayed) -> str:
    """'NS at fault, EW partly', or that it is no board."""
    if not event.scored:
        return say("no board for either side")
    partly = {"NS": say("NS partly"), "EW": say("EW partly"), "both": say("both partly")}.get(event.partly)
    if partly is None:
        return FAULTS[event.fault]
    return (
        say("%(partly)s at fault", partly=partly)
        if event.fault in ("none", "outside")
        else f"{FAULTS[event.fault]}, {partly}"
    )


@event_text.register
def _(event: PlayPostponed) -> str:
    return say("%(at_table)s: to be played later", at_table=at_table(event)) + because(event.reason)


@event_text.register
def _(event: SatOut) -> str:
    when = [
        say("round %(round)s", round=event.round) if event.round else "",
        boards_said(list(event.boards)) if event.boards else "",
        say("instead of meeting %(opponent)s", opponent=event.opponent) if event.opponent else "",
    ]
    said = ", ".join(part for part in when if part)
    return (
        say("%(contestant)s sits out", contestant=event.contestant)
        + (f": {said}" if said else "")
        + because(event.reason)
    )


@event_text.register
def _(event: PhantomDeclared) -> str:
    return say("%(contestant)s is nobody: who meets it sits out", contestant=event.contestant) + because(event.reason)


@event_text.register
def _(event: SubstituteSeated) -> str:
    rounds = say(" in %(rounds)s", rounds=rounds_text(event.rounds)) if event.rounds else ""
    from_ = say(", of %(plays_for)s", plays_for=event.plays_for) if event.plays_for else ""
    seat = f"{event.contestant} {SEATS[event.seat]}"
    return say(
        "%(seat)s: player %(player)s%(from_)s sits as a substitute%(rounds)s",
        seat=seat,
        player=event.player,
        from_=from_,
        rounds=rounds,
    ) + because(event.reason)


def rounds_text(rounds: tuple[int, ...]) -> str:
    """'round 3', 'rounds 3, 4'."""
    return say_counted("round %(rounds)s", "rounds %(rounds)s", len(rounds), rounds=", ".join(map(str, rounds)))


@event_text.register
def _(event: StandingWithheld) -> str:
    cause = WITHOUT_STANDING[event.cause]
    return say(
        "%(contestant)s plays without standing%(what)s", contestant=event.contestant, what=f", {cause}" if cause else ""
    ) + because(event.reason)


@event_text.register
def _(event: ContestantWithdrew) -> str:
    after = say(" after round %(after_round)s", after_round=event.after_round) if event.after_round else ""
    of = say(", of %(of)s it was to play", of=event.of) if event.of else ""
    good = say(", for a good reason") if event.good_reason else ""
    fine = say(", fined %(fine)s%% a board", fine=short_text(event.fine)) if event.fine else ""
    stand = say("; scores against it stand") if event.stand else ""
    return say(
        "%(contestant)s withdrew%(after)s%(of)s%(good)s%(fine)s%(stand)s",
        contestant=event.contestant,
        after=after,
        of=of,
        good=good,
        fine=fine,
        stand=stand,
    ) + because(event.reason)


@event_text.register
def _(event: ContestantDisqualified) -> str:
    laws = say(" under Law %(laws)s", laws=", ".join(event.laws)) if event.laws else ""
    return say(
        "%(contestant)s disqualified%(laws)s, by %(authority)s",
        contestant=event.contestant,
        laws=laws,
        authority=event.authority,
    ) + because(event.reason)


@event_text.register
def _(event: ParticipationRecalled) -> str:
    return say("what #%(of)s says is taken back", of=event.of) + because(event.reason)


@event_text.register
def _(event: ParticipationRestored) -> str:
    return say("what #%(of)s says holds again", of=event.of) + because(event.reason)
