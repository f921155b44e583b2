"""The movement: who is to sit where in each round with which boards.

It is what is meant, not what was played: results are held against it, and what is missing is known from it.
"""

from ledger.bounds.types import Copies
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
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


class SetMovement(MovementSet, frozen=True):
    """Lay down who sits where in each round with which boards, as the event says it.

    `instead_of`: the number of the one it was made from, which is to be in force still; 0 where it was made anew.
    """

    instead_of: int = 0


MovementCommand = SetMovement
