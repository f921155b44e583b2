"""What `verify --strict` finds in a session, for tests of scores."""

from ledger.scoring.derivation import Derivation, recompute
from ledger.session import Session
from ledger.trust.checks import BASIC, STRICT


def sound(session: Session) -> bool:
    """Whether all numbers of a session add up, as `verify --strict` has it."""
    found = [each for check in (*BASIC.values(), *STRICT.values()) for each in check(session)]
    assert found == []
    return True


def holds(node: Derivation) -> bool:
    """Whether every number in a derivation is what its leaves make of it, worked out again."""
    return recompute(node) == node.value and all(map(holds, node.parts))
