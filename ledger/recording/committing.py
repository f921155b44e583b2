"""Committing to texts: what people wrote or said gets its salt before an event is recorded, and is compared without."""

import os
from collections.abc import Sequence

from msgspec import structs

from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.events import Envelope, Event
from ledger.events.free_text import SALT_BYTES, changed, committed, has_texts, is_gone, kept_texts, texts_in
from ledger.store.record import as_read


def new_salt() -> bytes:
    """What a text is committed to with: nobody guesses it."""
    return os.urandom(SALT_BYTES)


def recordable(envelope: Envelope) -> Envelope:
    """An event as it can stand in the log, each text with its commitment; Misuse (bad-value) where none can."""
    if not has_texts(type(envelope.event)):
        return as_read(envelope)
    event = _committed(envelope.event)
    words = {text.commitment: text for _, text in kept_texts(event)}
    read = as_read(structs.replace(envelope, event=event))
    return structs.replace(read, event=changed(read.event, lambda _, text: words[text]))


def _committed(event: Event) -> Event:
    try:
        for where, text in texts_in(event):
            if not is_plain(text):
                raise ValueError(f"{where} has a line break or another character that steers a screen, or is not seen")
        return committed(event, new_salt)
    except (ValueError, TypeError, AttributeError) as error:
        hint = "what has which type is in `ledger.commands`"
        raise Misuse("bad-value", f"nothing was recorded: {error}", hint) from error


def same_events(again: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Whether events say the same, whatever salts their texts have; of what was erased nobody can tell."""
    if len(again) != len(recorded):
        return False
    return all(_with_what_is_gone(one, other) == other for one, other in zip(again, recorded, strict=True))


def _with_what_is_gone(event: Event, recorded: Event) -> Event:
    """An event with what is said, where its words are gone from another, in the place of its own."""
    gone = {where: text for where, text in texts_in(recorded) if is_gone(text)}
    return changed(event, lambda where, text: gone.get(where, text)) if gone else event
