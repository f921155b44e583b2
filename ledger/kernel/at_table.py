"""A table's play of a board: contestants, round and table, and the record of its auction and card play."""

import shlex
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.bridge.auction import Auction, CardPlay
from ledger.kernel.fact import Stated
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating


class Where(Struct, frozen=True):
    """The table, contestants and round typed to name one table's play of a board.

    `switched`: the contestants sat the opposite way round to their field. `words`: further words typed, each a table, a
    contestant or a round; `ledger.session.places` reads them.
    """

    board: int
    table: str | None = None
    ns: str | None = None
    ew: str | None = None
    round: int | None = None
    switched: bool = False
    words: tuple[str, ...] = ()

    @property
    def pair(self) -> tuple[str | None, str | None]:
        """The contestants typed for North–South and East–West; None for a direction not typed."""
        return self.ns, self.ew

    @property
    def named(self) -> bool:
        """True if more than the board was typed: a table, a contestant or a round."""
        return bool(self.table or self.ns or self.ew or self.round or self.words)

    def __str__(self) -> str:
        words = f" {' '.join(self.words)}" if self.words else ""
        return f"board {self.board}{self._place_text}{words}" + (f" in round {self.round}" if self.round else "")

    @property
    def typed(self) -> str:
        """The arguments to type for a table at which nothing is recorded yet: '2/2 --ns 3 --ew 4'."""
        at = shlex.quote(f"{self.board}/{self.table}" if self.table else str(self.board))
        return f"{at} --ns {shlex.quote(str(self.ns))} --ew {shlex.quote(str(self.ew))}"

    @property
    def _place_text(self) -> str:
        if self.table:
            return f" table {self.table}"
        if self.ns and self.ew:
            return f", {self.ns} v {self.ew}"
        return f", NS {self.ns}" if self.ns else f", EW {self.ew}" if self.ew else ""


SideName = Literal["NS", "EW"]


class _AtSeats(Stated, frozen=True):
    board: BoardNumber
    ns: str
    ew: str


class AtTable(_AtSeats, frozen=True, kw_only=True):
    """An event about one table's play of a board."""

    round: RoundNumber | None = None
    table: str | None = None

    @property
    def seating(self) -> Seating:
        """The contestants, the round and the table; together they identify one play of the board."""
        return Seating(self.ns, self.ew, self.round, self.table)


class PlayRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The auction and the card play of a board at a table, as far as known.

    `notes`: the players' explanations of the calls marked '=1=', '=2=' …, in the order of these numbers.
    """

    auction: Auction | None = None
    play: CardPlay | None = None
    notes: tuple[FreeText, ...] = ()
