"""What a person is asked of a row that has no score, with what to type for an answer."""

from ledger.commands import Where


def not_played(where: Where) -> str:
    """Of a board that a table did not play."""
    at = _typed(where)
    return f"not played: who was at fault? `result not-played {at}`, or `ruling add {at} --artificial …`"


def to_decide(where: Where) -> str:
    """Of a board on which an arbitral score is to be given."""
    return f"the director is to decide: `ruling add {_typed(where)} --artificial …`"


def empty(where: Where) -> str:
    """Of a row that says nothing."""
    at = _typed(where)
    return f"neither a contract nor a score: `result add {at} …`, or `result not-played {at}`"


def _typed(where: Where) -> str:
    """The table as it is typed where nothing is recorded of it yet."""
    return f"{where.board}/{where.table} --ns {where.ns} --ew {where.ew}"
