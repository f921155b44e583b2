"""A player, as far as the ledger knows one."""

from typing import NamedTuple


class Person(NamedTuple):
    """A player: the only data in the ledger that can be corrected and erased."""

    contestant: str
    seat: int
    name: str
    member_number: str = ""
