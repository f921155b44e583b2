"""The players' names, and what was erased of what is kept about people; and the same in the imperative."""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import EventNumber, PlayerSeat
from ledger.kernel.fact import Fact, Stated
from ledger.kernel.free_text import FreeText

ErasedBecause = Literal["asked", "mistaken", "expired"]
"""Why a text was erased: somebody it is about asked for it, it never belonged there, or it was kept long enough."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A player of a contestant, as far as the office knows one: `seat` 1 and 2 are a pair's own, later ones joined."""

    contestant: str
    seat: PlayerSeat
    name: FreeText
    member_number: FreeText = ""


class PlayersNamed(Stated, frozen=True):
    """Who these players are; who was named in the same seat of a contestant before was named wrongly."""

    players: tuple[Player, ...]


class ErasedText(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A text that was erased: of which event, in which field ('facts', 'players.3.name'), under which commitment."""

    event: EventNumber
    field: str
    commitment: str


class TextErased(Fact, frozen=True):
    """Texts about people were erased, beside the log; their commitments stay in it."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause


class NamePlayers(Struct, frozen=True):
    """Say who players of contestants are; who stands there already is corrected."""

    players: tuple[Player, ...]


class EraseTexts(Struct, frozen=True):
    """Erase texts of the session for good: names, or what somebody said; that it was done stays in the log."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause = "asked"


PeopleCommand = NamePlayers | EraseTexts
