"""The brackets in force of a tournament's knockout stages."""

from __future__ import annotations

from msgspec import Struct, field

from ledger.kernel.fact import DIRECTORS
from ledger.kernel.in_force import EventsInForce, state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.subjects.brackets.facts import BracketDrawn, KnockoutDecided

Met = tuple[str, str, frozenset[str]]
"""A meeting in a bracket: the stage, the match's name, and the two contestants."""


class Knockouts(Struct, frozen=True):
    """The brackets of knockout stages, and matches decided without boards, each with the number of the event."""

    brackets: dict[str, tuple[int, BracketDrawn]] = field(default_factory=dict)
    decided: dict[Met, tuple[int, KnockoutDecided]] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Knockouts:
        """Collect the brackets, and the matches decided without boards, from a tournament's facts."""
        brackets = {each.stage: (number, each) for number, each in facts.of(BracketDrawn)}
        return cls(brackets, {meeting_of(each): (number, each) for number, each in facts.of(KnockoutDecided)})

    def bracket(self, stage: str) -> BracketDrawn | None:
        """Return the bracket of a stage; None if it is not drawn."""
        drawn = self.brackets.get(stage)
        return drawn[1] if drawn else None

    def decision(self, stage: str, match: str, teams: frozenset[str]) -> tuple[int, KnockoutDecided] | None:
        """Return (event number, decision) for two teams of a match decided without boards; else None."""
        return self.decided.get((stage, match, teams))

    def of_stage(self, stage: str) -> list[tuple[int, KnockoutDecided]]:
        """Return (event number, decision) for each match of a stage decided without boards, oldest first."""
        return sorted(
            (decision for (of, _, _), decision in self.decided.items() if of == stage), key=lambda decision: decision[0]
        )


def field_of(drawn: BracketDrawn) -> tuple[str, ...]:
    """Return the contestants of a bracket, in the order of its matches."""
    return tuple(dict.fromkeys(side.entrant for match in drawn.matches for side in match.sides if side.entrant))


def meeting_of(decided: KnockoutDecided) -> Met:
    """Return the stage, match and two contestants that a decision without boards is about."""
    return decided.stage, decided.match, frozenset((decided.winner, decided.loser))


KINDS = (
    Kind(BracketDrawn, DIRECTORS, state_fact, "hall", Reversal(turn_fact), settles=True),
    Kind(KnockoutDecided, DIRECTORS, state_fact, "hall", Reversal(turn_fact), settles=True),
)
