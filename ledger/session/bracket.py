"""The state of the knockout stages of a tournament: their brackets, and what was decided without boards."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.events.brackets import BracketDrawn, KnockoutDecided

Met = tuple[str, str, frozenset[str]]
"""Two who meet in a match: the stage, the match's name, and the two."""


class Knockouts(Struct, frozen=True):
    """What was said of knockout stages: each one's bracket, and who goes on by word, with the numbers of the events."""

    brackets: dict[str, tuple[int, BracketDrawn]] = field(default_factory=dict)
    decided: dict[Met, tuple[int, KnockoutDecided]] = field(default_factory=dict)

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

    def drawn(self, drawn: BracketDrawn, number: int) -> Knockouts:
        """With the bracket of a stage."""
        return replace(self, brackets={**self.brackets, drawn.stage: (number, drawn)})

    def without_bracket(self, stage: str) -> Knockouts:
        """Without the bracket of a stage."""
        return replace(self, brackets={name: each for name, each in self.brackets.items() if name != stage})

    def deciding(self, decided: KnockoutDecided, number: int) -> Knockouts:
        """With a decision between two."""
        return replace(self, decided={**self.decided, met(decided): (number, decided)})

    def without_decision(self, between: Met) -> Knockouts:
        """Without the decision between two."""
        return replace(self, decided={key: each for key, each in self.decided.items() if key != between})


def met(decided: KnockoutDecided) -> Met:
    """The meeting a decision is about."""
    return decided.stage, decided.match, frozenset((decided.winner, decided.loser))
