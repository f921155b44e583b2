"""What a movement lays down for a session, table by table, by the labels the session has for its contestants."""

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber


class PlannedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who is to meet whom at a table in a round, and on which boards; who has '' opposite sits out."""

    round: RoundNumber
    table: str
    ns: str
    ew: str
    boards: tuple[BoardNumber, ...]


def faults(tables, *, copies=1, sharing=(), teams=False):  # type: ignore
    return []
