"""Which table's play of a board is meant: who met there, in which round, at which table."""

import shlex
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.bridge.auction import Auction, CardPlay
from ledger.kernel.fact import Stated
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating


class Where(Struct, frozen=True):
    """A table's play of a board, as the desk names it: by table, or by who sat there, and in which round.

    `switched`: they are said to have sat the other way round than their field does. `words`: what else was typed to
    name it, each a table, somebody who sat there or a round; `ledger.session.places` reads them.
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
        """Who sat North–South and who East–West, as far as that is said."""
        return self.ns, self.ew

    @property
    def named(self) -> bool:
        """Whether more is said than the board."""
        return bool(self.table or self.ns or self.ew or self.round or self.words)

    def __str__(self) -> str:
        words = f" {' '.join(self.words)}" if self.words else ""
        return f"board {self.board}{self._who}{words}" + (f" in round {self.round}" if self.round else "")

    @property
    def typed(self) -> str:
        """As a table is typed of which nothing is recorded yet: '2/2 --ns 3 --ew 4'."""
        at = shlex.quote(f"{self.board}/{self.table}" if self.table else str(self.board))
        return f"{at} --ns {shlex.quote(str(self.ns))} --ew {shlex.quote(str(self.ew))}"

    @property
    def _who(self) -> str:
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
    """What is about one table's play of a board: who met there, in which round, at which table."""

    round: RoundNumber | None = None
    table: str | None = None

    @property
    def seating(self) -> Seating:
        """What tells it from every other play of the board."""
        return Seating(self.ns, self.ew, self.round, self.table)


class PlayRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The record of a table's auction and play, as far as it is known.

    `notes`: what players said of the calls that are marked '=1=', '=2=' …, in this order.
    """

    auction: Auction | None = None
    play: CardPlay | None = None
    notes: tuple[FreeText, ...] = ()
