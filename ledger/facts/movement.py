"""The movement: who is to sit where in each round with which boards; and the same in the imperative.

It is what is meant, not what was played: results are held against it, and what is missing is known from it.
"""

from msgspec import Struct

from ledger.bounds.types import Copies
from ledger.facts.fact import SCORERS, Fact, Kind
from ledger.facts.free_text import FreeText
from ledger.movements.plan import PlannedTable


class MovementSet(Fact, frozen=True):
    """Who sits where in each round with which boards was laid down, for a session or one section of it; or laid anew.

    `name`: the movement's ('howell', 'mitchell, share and relay'), '' where it was typed or read from a file. `copies`:
    how many tables can have the same boards in a round. `sharing`: tables that share theirs where they have the same.
    It takes the place of what was laid down for the section before, whatever was played by then.
    """

    tables: tuple[PlannedTable, ...]
    section: str = ""
    name: str = ""
    copies: Copies = 1
    sharing: tuple[tuple[str, ...], ...] = ()
    reason: FreeText = ""


class MovementRecalled(Fact, frozen=True):
    """A movement that was laid down for a section is taken back: what was laid down before it holds again, if any."""

    section: str = ""
    reason: FreeText = ""


class SetMovement(Struct, frozen=True):
    """Lay down who sits where in each round with which boards, as the event says it.

    `instead_of`: the number of the one it was made from, which is to be in force still; 0 where it was made anew.
    """

    tables: tuple[PlannedTable, ...]
    section: str = ""
    name: str = ""
    copies: int = 1
    sharing: tuple[tuple[str, ...], ...] = ()
    reason: str = ""
    instead_of: int = 0


MovementCommand = SetMovement


KINDS = (
    Kind(MovementSet, "movement-set", SCORERS, undone_by=MovementRecalled),
    Kind(MovementRecalled, "movement-recalled", SCORERS),
)
