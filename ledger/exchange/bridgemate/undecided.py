"""What a person is asked of a row that has no score, with what to type for an answer."""

from ledger.facts import Where


def not_played(where: Where) -> str:
    """Of a board that a table did not play."""
    at = where.typed
    return f"not played: who was at fault? `result not-played {at}`, or `ruling add {at} --artificial …`"


def to_decide(where: Where) -> str:
    """Of a board on which an arbitral score is to be given."""
    return f"the director is to decide: `ruling add {where.typed} --artificial …`"


def empty(where: Where) -> str:
    """Of a row that says nothing."""
    at = where.typed
    return f"neither a contract nor a score: `result add {at} …`, or `result not-played {at}`"


def one_side(where: Where) -> str:
    """Of a score that is said of one side alone."""
    return f"a score of its own for one side: `ruling add {where.typed} --split …` says what the other has"
