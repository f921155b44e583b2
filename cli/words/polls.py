"""What the events of a poll say."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import because, counted, quoted
from ledger.facts.polls import PollOpened, PollTaken, PollTakenBack


@event_text.register
def _(event: PollTaken) -> str:
    return say(
        "%(case)s poll of %(answers)s: %(result)s",
        case=event.case,
        answers=len(event.answers),
        result=poll_result(event),
    )


def poll_result(poll: PollTaken) -> str:
    """'Pass 4 (considered by 1 more), 5H 1 (considered by 2 more)'."""
    chosen = [answer.chose for answer in poll.answers]
    considered = [each for answer in poll.answers for each in answer.considered if each != answer.chose]
    by_votes = sorted(dict.fromkeys(chosen + considered), key=lambda each: -chosen.count(each))
    return ", ".join(_votes(each, chosen.count(each), considered.count(each)) for each in by_votes)


def _votes(choice: str, chosen: int, considered: int) -> str:
    return f"{choice} {chosen}" + (
        say(" (considered by %(considered)s more)", considered=considered) if considered else ""
    )


@event_text.register
def _(event: PollOpened) -> str:
    return say(
        "%(case)s poll open to %(players)s: %(question)s",
        case=event.case,
        players=counted(event.links, "player"),
        question=quoted(event.question),
    )


@event_text.register
def _(event: PollTakenBack) -> str:
    return say("%(case)s the poll that was open is taken back", case=event.case) + because(event.reason)


def shown_lines(event: PollOpened) -> list[str]:
    """What players see beside the question: a hand, and the auction as far as it is shown."""
    hand = f"{event.seat} {event.hand}" if event.hand else ""
    return [line for line in (hand, str(event.auction) if event.auction else "") if line]
