"""What the events of auctions and play say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.event_texts.play import at_table
from cli.screens.vocabulary import because, counted
from ledger.events.auctions import AuctionRecorded, AuctionWithdrawn, PlayRecord


@event_text.register
def _(event: AuctionRecorded) -> str:
    return f"{at_table(event)}: {record_text(event.record)}" + because(event.reason)


@event_text.register
def _(event: AuctionWithdrawn) -> str:
    return f"{at_table(event)}: what was said of the auction taken back" + because(event.reason)


def record_text(record: PlayRecord) -> str:
    """'auction N: 1C X 1S P …, play of 13 tricks'."""
    said = [f"auction {record.auction}"] if record.auction else []
    said += [f"play of {counted(len(record.play.tricks), 'trick')}, lead {record.play.lead}"] if record.play else []
    return ", ".join(said) or "neither auction nor play"
