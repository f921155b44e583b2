"""What the events about memos say: to whom they were granted, and never what is in them."""

from collections.abc import Iterable

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import because
from ledger.facts.memos import MemoFiled, MemoGranted, MemoWithdrawn
from ledger.facts.office import key_name


def readers_text(keys: Iterable[str]) -> str:
    """'ahlborn+8611f421, berg+3a7f01c2': whose keys open a memo."""
    return ", ".join(map(key_name, keys))


@event_text.register
def _(event: MemoFiled) -> str:
    return say("%(case)s memo, for %(readers)s", case=event.case, readers=readers_text(event.keys))


@event_text.register
def _(event: MemoGranted) -> str:
    return say("%(case)s memo granted to %(readers)s", case=event.case, readers=readers_text(event.keys))


@event_text.register
def _(event: MemoWithdrawn) -> str:
    return say("%(case)s memo withdrawn", case=event.case) + because(event.reason)
