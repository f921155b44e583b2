"""What the events of the cards of boards say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import because
from ledger.events.deals import DealCorrected, DealRecorded, DealWithdrawn


@event_text.register
def _(event: DealRecorded) -> str:
    return f"board {event.board}: dealt {event.deal}"


@event_text.register
def _(event: DealCorrected) -> str:
    return f"board {event.board}: dealt {event.deal}, not as recorded" + because(event.reason)


@event_text.register
def _(event: DealWithdrawn) -> str:
    return f"board {event.board}: its cards taken back" + because(event.reason)
