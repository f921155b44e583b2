"""What is asked about people, in the imperative: to name players, and to erase what is kept of somebody."""

from msgspec import Struct

from ledger.events.people import ErasedBecause, ErasedText, Player


class NamePlayers(Struct, frozen=True):
    """Say who players of contestants are; who stands there already is corrected."""

    players: tuple[Player, ...]


class EraseTexts(Struct, frozen=True):
    """Erase texts of the session for good: names, or what somebody said; that it was done stays in the log."""

    texts: tuple[ErasedText, ...]
    because: ErasedBecause = "asked"


PeopleCommand = NamePlayers | EraseTexts
