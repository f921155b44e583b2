"""The names of players, and the erasure of texts about people."""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import EventNumber, PlayerSeat
from ledger.kernel.fact import Command, Fact, Stated
from ledger.kernel.free_text import FreeText

ErasedBecause = Literal["asked", "mistaken", "expired"]
"""The reason for erasing a text: a person it is about asked, it never belonged there, or its time was up."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A named player of a contestant; `seat`: 1 and 2 for the pair, higher numbers for players who joined."""

    contestant: str
    seat: PlayerSeat
    name: FreeText
    member_number: FreeText = ""


class PlayersNamed(Stated, frozen=True):
    """Players were named; a new name replaces the one that the contestant's seat had."""

    players: tuple[Player, ...]


class ErasedText(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An erased text: the number of its event, its field ('facts', 'players.3.name'), and its digest."""

    event: EventNumber
    field: str
    commitment: str


class TextErased(Fact, frozen=True):
    """Texts about people were erased; their digests stay in the log."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause


class NamePlayers(Command, frozen=True):
    """Name players of contestants, or correct their names."""

    players: tuple[Player, ...]


class EraseTexts(Command, frozen=True):
    """Erase texts about people, such as names, from a session or tournament for ever, and record that."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause = "asked"
