"""Whose judgements are recorded with a signature: those of the officials who are tied to a key. A guard of commands.

What a scorer may not record is a judgement, and a reopening is one too, whoever may record it. One signature at the end
of a command covers all its events, and by the chain of digests the log up to them.
"""

from collections.abc import Iterable

from ledger.decide.offices import allowed
from ledger.decide.response import Actor
from ledger.errors import Refusal
from ledger.events import Event
from ledger.events.office import JudgementSigned, key_name
from ledger.events.rulings import BoardReopened
from ledger.session import Stream


def is_judgement(stream: Stream, event: Event) -> bool:
    """Whether an event is signed by who is tied to a key, as the stream was before."""
    if isinstance(event, JudgementSigned):
        return False
    return isinstance(event, BoardReopened) or "scorer" not in allowed(stream, event)


def signing_key(stream: Stream, by: str, events: Iterable[Event]) -> str:
    """The public key with which somebody signs these events, recorded by one command; '' where nothing is signed."""
    key = stream.officials.key_of(by)
    return key if key and any(is_judgement(stream, event) for event in events) else ""


def check_signs(stream: Stream, actor: Actor, events: Iterable[Event]) -> None:
    """Refusal (not-signed) where an official tied to a key would judge without signing with it."""
    key = signing_key(stream, actor.by, events)
    if key in ("", actor.key):
        return
    tied = f"{actor.by} is tied to the key {key_name(key)}, and what he judges is recorded with its signature"
    other = f"; this is the key {key_name(actor.key)}" if actor.key else ""
    raise Refusal("not-signed", tied + other, "--sign-with FILE, or BRIDGE_LEDGER_OFFICIAL_KEY: the file of that key")
