"""Events as they are recorded: each text with its commitment; and read again without a database."""

from collections.abc import Callable
from itertools import count

from msgspec import structs

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, add_digests, change_texts, kept_texts
from ledger.store import record

UNSALTED = bytes(16)
"""What the corpus and exact tests commit with."""


def salts() -> Callable[[], bytes]:
    """Salts that can be told from one another."""
    numbers = count(1)
    return lambda: next(numbers).to_bytes(16, "big")


def kept(event, salt: Callable[[], bytes] = lambda: UNSALTED):
    """An event as it is recorded."""
    return add_digests(event, salt)


def moved(salt: bytes, text: str, by: int) -> tuple[bytes, str]:
    """The same bytes, parted elsewhere: the first `by` of the words in the salt, or its last ones in the words."""
    words = text.encode()
    if by >= 0:
        return salt + words[:by], words[by:].decode()
    return salt[:by], salt[by:].decode() + text


def read_again(written: bytes, number: int, recorded) -> Envelope:
    """The event of a record, with the words of the one it was made of."""
    words: dict[str, KeptText] = {text.commitment: text for _, text in kept_texts(recorded)}
    envelope = record.READER.read(written, number)
    return structs.replace(envelope, event=change_texts(envelope.event, lambda _, commitment: words[commitment]))
