"""What the events of draws say."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import because
from ledger.facts.draws import DrawRecalled, RoundDrawn


@event_text.register
def _(event: RoundDrawn) -> str:
    said = [", ".join(say(" v ").join(match.teams) for match in event.matches)] if event.matches else []
    said += [say("triangle %(triangle)s", triangle=", ".join(event.triangle))] if event.triangle else []
    said += [say("bye %(bye)s", bye=event.bye)] if event.bye else []
    return say(
        "round %(round)s of %(stage)s drawn%(how)s: %(said)s",
        round=event.round,
        stage=event.stage,
        how=how_text(event),
        said="; ".join(said) or say("nobody"),
    ) + because(event.reason)


@event_text.register
def _(event: DrawRecalled) -> str:
    return say(
        "the draw of round %(round)s of %(stage)s is taken back", round=event.round, stage=event.stage
    ) + because(event.reason)


def how_text(event: RoundDrawn) -> str:
    """' by hand, repeats allowed': what is not as the rule has it; '' where nothing is."""
    said = {
        say(" by hand"): event.by_hand,
        say(", repeats allowed"): event.repeats,
        say(", before all results were in"): event.early,
    }
    by = ""
    if event.after_round is not None:
        by = (
            say(", by the standing after round %(after_round)s", after_round=event.after_round)
            if event.after_round
            else say(", by seeds")
        )
    return by + "".join(text for text, holds in said.items() if holds)
