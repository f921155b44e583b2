"""The brackets of a tournament's knockout stages, as they now stand."""

from __future__ import annotations

from msgspec import Struct, field

from ledger.kernel.fact import DIRECTORS
from ledger.kernel.in_force import EventsInForce, state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.subjects.brackets.facts import BracketDrawn, KnockoutDecided

Met = tuple[str, str, frozenset[str]]
"""Two who meet in a match: the stage, the match's name, and the two."""


class Knockouts(Struct, frozen=True):
    """What was said of knockout stages: each one's bracket, and who goes on by word, with the numbers of the events."""

    brackets: dict[str, tuple[int, BracketDrawn]] = field(default_factory=dict)
    decided: dict[Met, tuple[int, KnockoutDecided]] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Knockouts:
        """What the facts of a tournament say of them."""
        brackets = {each.stage: (number, each) for number, each in facts.of(BracketDrawn)}
        return cls(brackets, {met(each): (number, each) for number, each in facts.of(KnockoutDecided)})

    def bracket(self, stage: str) -> BracketDrawn | None:
        """The bracket of a stage; None where none was drawn."""
        found = self.brackets.get(stage)
        return found[1] if found else None

    def decision(self, stage: str, match: str, teams: frozenset[str]) -> tuple[int, KnockoutDecided] | None:
        """What was decided between two in a match, and the number of the event."""
        return self.decided.get((stage, match, teams))

    def of_stage(self, stage: str) -> list[tuple[int, KnockoutDecided]]:
        """What was decided in a stage without boards, in order."""
        return sorted((said for (of, _, _), said in self.decided.items() if of == stage), key=lambda said: said[0])


def field_of(drawn: BracketDrawn) -> tuple[str, ...]:
    """Return who stands in a bracket, each once, in the order of its matches."""
    return tuple(dict.fromkeys(side.entrant for match in drawn.matches for side in match.sides if side.entrant))


def met(decided: KnockoutDecided) -> Met:
    """The meeting a decision is about."""
    return decided.stage, decided.match, frozenset((decided.winner, decided.loser))


KINDS = (
    Kind(BracketDrawn, "bracket-drawn", DIRECTORS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True),
    Kind(
        KnockoutDecided, "knockout-decided", DIRECTORS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True
    ),
)
