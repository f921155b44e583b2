"""Undo where a matter is said anew and anew, and the latest that was not taken back holds: regulations, carry-over, how
many results are expected.
"""

from typing import TypeVar

from ledger.errors import Refusal
from ledger.session.in_force import FactsInForce

T = TypeVar("T")


def undone(said: FactsInForce[T], number: int) -> T | None:
    """What holds once an event is undone: what was said before it; of an undo, what that took back. None for nothing.

    Refusal (undo-nothing) where it was undone already, (has-dependants) where something was said since.
    """
    fact, last = said.moved_last(number)
    holds = fact in said.facts
    if number != last and not (holds and number == fact):
        raise Refusal("undo-nothing", f"#{number} was taken back already (#{last})", f"`undo {last}` takes that back")
    latest = said.latest[0] if said.latest else 0
    if fact < latest:
        raise Refusal("has-dependants", f"#{latest} said it anew since", f"undo {latest} first")
    if not holds:
        return said.taken_back[fact].fact
    return said.in_turn[-2] if len(said.facts) > 1 else None
