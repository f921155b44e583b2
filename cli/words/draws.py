"""What the events of draws say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because
from ledger.facts.draws import DrawRecalled, RoundDrawn


@event_text.register
def _(event: RoundDrawn) -> str:
    said = [", ".join(" v ".join(match.teams) for match in event.matches)] if event.matches else []
    said += [f"triangle {', '.join(event.triangle)}"] if event.triangle else []
    said += [f"bye {event.bye}"] if event.bye else []
    return f"round {event.round} of {event.stage} drawn{how_text(event)}: {'; '.join(said) or 'nobody'}" + because(
        event.reason
    )


@event_text.register
def _(event: DrawRecalled) -> str:
    return f"the draw of round {event.round} of {event.stage} is taken back" + because(event.reason)


def how_text(event: RoundDrawn) -> str:
    """' by hand, repeats allowed': what is not as the rule has it; '' where nothing is."""
    said = {" by hand": event.by_hand, ", repeats allowed": event.repeats, ", before all results were in": event.early}
    by = ""
    if event.after_round is not None:
        by = f", by the standing after round {event.after_round}" if event.after_round else ", by seeds"
    return by + "".join(text for text, holds in said.items() if holds)
