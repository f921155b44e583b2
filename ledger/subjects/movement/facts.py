"""The movement: the contestants and boards planned for each table and round.

Results are compared with this plan, and missing results follow from it.
"""

from ledger.bounds.types import Copies
from ledger.kernel.fact import Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.movements.plan import PlannedTable


class MovementSet(Fact, frozen=True):
    """The movement of a session, or of one of its sections, was set in place of the earlier one.

    `name`: 'howell', 'mitchell, share and relay', or '' for a movement that was typed or read from a file. `copies`:
    the number of tables that can have equal boards in a round. `sharing`: groups of tables that share their boards.
    """

    tables: tuple[PlannedTable, ...]
    section: str = ""
    name: str = ""
    copies: Copies = 1
    sharing: tuple[tuple[str, ...], ...] = ()
    reason: FreeText = ""


class SetMovement(MovementSet, Command, frozen=True):
    """Set the movement of a session or one of its sections.

    `instead_of`: the event number of the movement that was edited, which must still be in force; 0 for a new movement.
    """

    instead_of: int = 0
