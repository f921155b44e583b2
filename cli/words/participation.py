"""What the events of who takes part say."""

from cli.words.event_text import event_text
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
from ledger.labels import boards_text
from ledger.laws.rounding import short_text


@event_text.register
def _(event: BoardNotPlayed) -> str:
    return f"{at_table(event)}: not played, {fault_text(event)}" + because(event.reason)


def fault_text(event: BoardNotPlayed) -> str:
    """'NS at fault, EW partly', or that it is no board."""
    if not event.scored:
        return "no board for either side"
    partly = {"NS": "NS partly", "EW": "EW partly", "both": "both partly"}.get(event.partly)
    if partly is None:
        return FAULTS[event.fault]
    return f"{partly} at fault" if event.fault in ("none", "outside") else f"{FAULTS[event.fault]}, {partly}"


@event_text.register
def _(event: PlayPostponed) -> str:
    return f"{at_table(event)}: to be played later" + because(event.reason)


@event_text.register
def _(event: SatOut) -> str:
    when = [
        f"round {event.round}" if event.round else "",
        boards_text(list(event.boards)) if event.boards else "",
        f"instead of meeting {event.opponent}" if event.opponent else "",
    ]
    said = ", ".join(part for part in when if part)
    return f"{event.contestant} sits out" + (f": {said}" if said else "") + because(event.reason)


@event_text.register
def _(event: PhantomDeclared) -> str:
    return f"{event.contestant} is nobody: who meets it sits out" + because(event.reason)


@event_text.register
def _(event: SubstituteSeated) -> str:
    rounds = f" in {rounds_text(event.rounds)}" if event.rounds else ""
    from_ = f", of {event.plays_for}" if event.plays_for else ""
    seat = f"{event.contestant} {SEATS[event.seat]}"
    return f"{seat}: player {event.player}{from_} sits as a substitute{rounds}" + because(event.reason)


def rounds_text(rounds: tuple[int, ...]) -> str:
    """'round 3', 'rounds 3, 4'."""
    return f"round{'' if len(rounds) == 1 else 's'} {', '.join(map(str, rounds))}"


@event_text.register
def _(event: StandingWithheld) -> str:
    cause = WITHOUT_STANDING[event.cause]
    return f"{event.contestant} plays without standing{f', {cause}' if cause else ''}" + because(event.reason)


@event_text.register
def _(event: ContestantWithdrew) -> str:
    after = f" after round {event.after_round}" if event.after_round else ""
    of = f", of {event.of} it was to play" if event.of else ""
    good = ", for a good reason" if event.good_reason else ""
    fine = f", fined {short_text(event.fine)}% a board" if event.fine else ""
    stand = "; scores against it stand" if event.stand else ""
    return f"{event.contestant} withdrew{after}{of}{good}{fine}{stand}" + because(event.reason)


@event_text.register
def _(event: ContestantDisqualified) -> str:
    laws = f" under Law {', '.join(event.laws)}" if event.laws else ""
    return f"{event.contestant} disqualified{laws}, by {event.authority}" + because(event.reason)


@event_text.register
def _(event: ParticipationRecalled) -> str:
    return f"what #{event.of} says is taken back" + because(event.reason)


@event_text.register
def _(event: ParticipationRestored) -> str:
    return f"what #{event.of} says holds again" + because(event.reason)
