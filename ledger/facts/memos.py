"""The recorder's memos: what he keeps of players' conduct and habits over the years; and the same in the imperative.

Nobody reads one but whom it was granted to: its words are sealed to the keys of those (`ledger.trust.memos`), so that
neither the log, nor the database, nor a backup tells them, whoever has it. What is sealed is a text beside the log as
any other, and is erased as such; it goes into no bundle, no book and no page.
"""

from msgspec import Struct

from ledger.facts.fact import HEARING, Fact, Kind
from ledger.facts.free_text import FreeText


class MemoFiled(Fact, frozen=True):
    """A memo was filed: M-0001. `sealed` are its words as only the holders of `keys` can open them.

    `keys`: the public keys it was granted to, in full. Whom it is about stands in its words alone.
    """

    case: str
    sealed: FreeText
    keys: tuple[str, ...]


class MemoGranted(Fact, frozen=True):
    """Who could read a memo granted it to others: `sealed` are the same words, for their `keys`."""

    case: str
    sealed: FreeText
    keys: tuple[str, ...]


class MemoWithdrawn(Fact, frozen=True):
    """A memo holds no longer; what is sealed stays until it is erased."""

    case: str
    reason: FreeText = ""


class FileMemo(Struct, frozen=True):
    """File a memo, sealed to the keys of those who may read it."""

    sealed: str
    keys: tuple[str, ...]


class GrantMemo(MemoGranted, frozen=True):
    """Grant a memo to more readers."""


MemoCommand = FileMemo | GrantMemo


KINDS = (
    Kind(MemoFiled, "memo-filed", HEARING, undone_by=MemoWithdrawn),
    Kind(MemoGranted, "memo-granted", HEARING),
    Kind(MemoWithdrawn, "memo-withdrawn", HEARING),
)
