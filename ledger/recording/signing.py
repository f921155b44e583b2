"""The signature of who recorded, after what he judged: made where digests are known before anything is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from ledger.decide.signing import signing_key
from ledger.store import codec
from ledger.store.chain import GENESIS, chained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.events import Envelope
    from ledger.session import Stream
    from ledger.trust.keys import Key


def with_signature(events: Sequence[Envelope], before: Stream, signer: Key) -> tuple[Envelope, ...]:
    """The events of a command, and after them what signs them, where who recorded them is tied to a key.

    `before`: the session they follow. That it is the right key, `decide` has made sure.
    """
    if not events or not signing_key(before, events[0].by, [each.event for each in events]):
        return tuple(events)
    from ledger.trust.signing import sign_judgement

    *_, (last, _) = chained(events, before.digest or GENESIS)
    signed = sign_judgement(signer, last.digest)
    numbers = tuple(each.number for each in events)
    after = {"number": last.number + 1, "part": last.part + 1, "because": numbers, "digest": b""}
    return (*events, structs.replace(last, event=signed, name=codec.name_of(signed), **after))
