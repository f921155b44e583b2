"""The names of players, and the erasure of texts about people."""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import EventNumber, PlayerSeat
from ledger.kernel.fact import Fact, Stated
from ledger.kernel.free_text import FreeText

ErasedBecause = Literal["asked", "mistaken", "expired"]
"""The reason for erasing a text: a person it is about asked, it never belonged there, or its time was up."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A named player of a contestant: `seat` 1 and 2 are a pair's own, higher ones joined later."""

    contestant: str
    seat: PlayerSeat
    name: FreeText
    member_number: FreeText = ""


class PlayersNamed(Stated, frozen=True):
    """Players were named; a name replaces the earlier one of that contestant's seat."""

    players: tuple[Player, ...]


class ErasedText(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An erased text: its event, its field ('facts', 'players.3.name'), its commitment."""

    event: EventNumber
    field: str
    commitment: str


class TextErased(Fact, frozen=True):
    """Texts about people were erased; their commitments stay in the log."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause


class NamePlayers(Struct, frozen=True):
    """Name players of contestants, or correct their names."""

    players: tuple[Player, ...]


class EraseTexts(Struct, frozen=True):
    """Erase texts of the session for good: names, or words about people; the erasure itself is recorded."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause = "asked"


PeopleCommand = NamePlayers | EraseTexts
