"""What a command led to, as it will stand in the log: under the id of its command, what people wrote or said committed
to, and what an official tied to a key judged signed right after it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import structs

from ledger.bounds.events import WORDS, are_short
from ledger.decide import Actor, Response
from ledger.decide.guards.offices import signing_key
from ledger.digests import SALT_BYTES
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.facts import Envelope, Event
from ledger.facts.free_text import changed, committed, has_texts, is_gone, kept_texts, texts_in
from ledger.facts.heads import heads_of
from ledger.session import Stream
from ledger.store import record
from ledger.store.chain import GENESIS, chained
from ledger.store.record import as_read

if TYPE_CHECKING:
    from ledger.trust.keys import Key


def new_command_id(now: int) -> str:
    """A UUID of version 7 (RFC 9562) for a time (µs UTC): ids made later sort later, which keeps the index compact."""
    source = random.SystemRandom()
    milliseconds = now // 1000 & (1 << 48) - 1
    value = milliseconds << 80 | 7 << 76 | source.getrandbits(12) << 64 | 2 << 62 | source.getrandbits(62)
    return str(UUID(int=value))


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
            if not are_short(text):
                raise Misuse("too-large", f"nothing was recorded: {where}: {WORDS}", "say it shorter; `help bounds`")
            if not is_plain(text):
                raise ValueError(f"{where} has a line break or another character that steers a screen, or is not seen")
        return committed(event, new_salt)
    except (ValueError, TypeError, AttributeError) as error:
        hint = "what has which type is in `ledger.facts`"
        raise Misuse("bad-value", f"nothing was recorded: {error}", hint) from error


def same_events(again: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Whether events say the same, whatever salts their texts have; of what was erased nobody can tell."""
    if len(again) != len(recorded):
        return False
    return all(_with_what_is_gone(one, other) == other for one, other in zip(again, recorded, strict=True))


def wherever_it_stands(event: Event) -> Event:
    """An event without how far the logs had come: that of other streams, and what a new case is called for it."""
    if heads_of(event):
        event = structs.replace(event, heads=())
    return structs.replace(event, case="") if getattr(event, "case", "") else event


def _with_what_is_gone(event: Event, recorded: Event) -> Event:
    """An event with what is said, where its words are gone from another, in the place of its own."""
    gone = {where: text for where, text in texts_in(recorded) if is_gone(text)}
    return changed(event, lambda where, text: gone.get(where, text)) if gone else event


def enveloped(
    stream: Stream, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
    """The events a command led to, as they will stand in the log; `recorded_at` is what the clock of the desk was at.

    So it may be before that of the event before it: clocks differ, and are put right. Order is the number.
    """
    return tuple(
        Envelope(
            stream.id,
            stream.number + 1 + part,
            record.name_of(each.event),
            each.event,
            command_id,
            part,
            actor.at,
            recorded_at,
            actor.by,
            each.because,
        )
        for part, each in enumerate(response.uncommitted)
    )


def with_signature(events: Sequence[Envelope], before: Stream, signer: Key) -> tuple[Envelope, ...]:
    """The events of a command, and after them what signs them, where who recorded them is tied to a key.

    `before`: the session they follow. That it is the right key, `decide` has made sure.
    """
    if not events or not signing_key(before, events[0].by, [each.event for each in events]):
        return tuple(events)
    from ledger.trust.keys import sign_judgement

    *_, (last, _) = chained(events, before.digest or GENESIS)
    signed = sign_judgement(signer, last.digest)
    numbers = tuple(each.number for each in events)
    after = {"number": last.number + 1, "part": last.part + 1, "because": numbers, "digest": b""}
    return (*events, structs.replace(last, event=signed, name=record.name_of(signed), **after))
