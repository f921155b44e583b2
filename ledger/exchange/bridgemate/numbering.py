"""What tables and contestants of a session are to devices: the letters of a section, and a number in it.

Devices know no names: section A, table 3; pair 7, and of two ranked apart a 7 in each direction. A session without
letters is their section A.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from ledger.bounds.tournaments import TABLE
from ledger.bridge import Side
from ledger.exchange.bridgemate.connector import Labels
from ledger.labels import LABEL
from ledger.movements.plan import PlannedTable
from ledger.session import Session
from ledger.session.movement import plan_of

_ALIKE = re.compile(r"([A-Z])\1{0,2}")
_ALONE = "A"


class InSection(NamedTuple):
    """A table or a contestant, as devices have it."""

    letters: str
    number: int


def in_section(label: str) -> InSection | None:
    """What a table, or a contestant without its direction, is to devices; None where they have no such thing.

    >>> in_section("3"), in_section("BB12"), in_section("AB1"), in_section("open")
    (InSection(letters='A', number=3), InSection(letters='BB', number=12), None, None)
    """
    found = LABEL.fullmatch(label)
    if not found or found[3] or not TABLE.hold(int(found[2])) or not _ALIKE.fullmatch(found[1] or _ALONE):
        return None
    return InSection(found[1] or _ALONE, int(found[2]))


RoundsOfTable = Mapping[int, PlannedTable]
"""The rounds of a table in which anybody is there."""


class DevicePlan:
    """The movement of a session as devices have it: sections, tables, rounds; and whom their numbers mean.

    What they cannot have is left out: `ledger.exchange.bridgemate.unsayable` tells it.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = plan_of(session)
        self.two_ways = session.opening.winners == 2

    @cached_property
    def sections(self) -> Mapping[str, Mapping[int, RoundsOfTable]]:
        """The rounds of each table of each section, in order."""
        found: dict[str, dict[int, dict[int, PlannedTable]]] = defaultdict(lambda: defaultdict(dict))
        for each in self.plan.tables:
            if at := in_section(each.table):
                found[at.letters][at.number][each.round] = each
        return {letters: dict(sorted(found[letters].items())) for letters in sorted(found)}

    @cached_property
    def labels(self) -> Labels:
        """How what devices say is called here."""
        known = (*self.session.contestants, *self.plan.contestants, *(each.table for each in self.plan.tables))
        return Labels(self.sections or [_ALONE], known)

    def pair(self, planned: PlannedTable, side: Side) -> int:
        """The number of who sits on a side; 0 for nobody, a phantom, and whom devices have no number for."""
        who = planned.ns if side is Side.NS else planned.ew
        if not who or self.session.participation.is_phantom(who):
            return 0
        at = in_section(who.removesuffix(side.value) if self.two_ways else who)
        return at.number if at else 0

    def meets(self, planned: PlannedTable) -> bool:
        """Whether both sides are there: only then boards are played."""
        return bool(self.pair(planned, Side.NS) and self.pair(planned, Side.EW))

    def seated(self, letters: str, table: int, round_: int = 1) -> PlannedTable | None:
        """Who sits at a table in a round; None where nobody is to."""
        return self.sections.get(letters, {}).get(table, {}).get(round_)
