"""Cuts, carry-forwards and withdrawals of a tournament, as its own stream says it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.facts.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantsQualified,
    EntrantWithdrew,
    QualifiersChanged,
)
from ledger.laws.stage_rules import CarryRules
from ledger.session.in_force import EventsInForce, Words

Way = tuple[str, str]
"""From which stage into which."""


class Cut(Struct, frozen=True):
    """Who qualified: as it was said by an event of this number, and who goes on now, with the changes since."""

    number: int
    said: EntrantsQualified
    now: tuple[str, ...]
    changes: tuple[tuple[int, QualifiersChanged], ...] = ()

    @property
    def reserves(self) -> list[str]:
        """The reserves who do not go on, in order."""
        return [each for each in self.said.reserves if each not in self.now]

    def changed(self, change: QualifiersChanged, number: int) -> Cut:
        """With one instead of another, one more or one fewer."""
        return replace(self, now=self._after(change), changes=(*self.changes, (number, change)))

    def _after(self, change: QualifiersChanged) -> tuple[str, ...]:
        stay = tuple(change.enters if each == change.leaves and change.enters else each for each in self.now)
        stay = tuple(each for each in stay if each != change.leaves)
        more = (change.enters,) if change.enters and change.enters not in stay else ()
        return (*stay, *more)


class WithdrawnEntrant(NamedTuple):
    """A contestant that withdrew, and the number of the event that says so."""

    number: int
    said: EntrantWithdrew


class SaidCarry(NamedTuple):
    """What a contestant carries by the director's word, and the number of the event."""

    number: int
    carries: Fraction


class Qualified(Struct, frozen=True):
    """Everything that was said of who goes on, by way; of what was said several times the last holds."""

    cuts: dict[Way, Cut] = field(default_factory=dict)
    ruled: Mapping[Way, Words[CarryForwardRuled]] = field(default_factory=dict)
    said: Mapping[tuple[str, str, str], Words[CarryForwardSaid]] = field(default_factory=dict)
    withdrawn: dict[str, WithdrawnEntrant] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Qualified:
        """What the facts of a tournament say of it."""
        return cls(
            _cuts(facts),
            facts.words(CarryForwardRuled, lambda rule: (rule.source, rule.into)),
            facts.words(CarryForwardSaid, lambda word: (word.source, word.into, word.entrant)),
            {each.entrant: WithdrawnEntrant(number, each) for number, each in facts.of(EntrantWithdrew)},
        )

    def into(self, stage: str) -> dict[str, Cut]:
        """The cuts that lead into a stage, by where from."""
        return {source: cut for (source, into), cut in self.cuts.items() if into == stage}

    def qualifiers(self, stage: str) -> set[str] | None:
        """Who takes part in a stage; None where no cut leads into it, so that whoever plays there does."""
        cuts = self.into(stage)
        return {each for cut in cuts.values() for each in cut.now} if cuts else None

    def sources(self, stage: str) -> list[str]:
        """From which stages something is carried into a stage, by a rule in force or by the director's word."""
        return list(dict.fromkeys(source for source, into in self.ways() if into == stage))

    def ways(self) -> list[Way]:
        """Between which stages something is carried: what was taken back, or ruled out again, is none."""
        ruled = [way for way in self.ruled if self.rules(way)]
        words = [(source, into) for source, into, who in self.said if self.word((source, into), who)]
        return list(dict.fromkeys([*ruled, *words]))

    def rules(self, way: Way) -> CarryRules | None:
        """By which rule something is carried; None where by none."""
        return next((rule.rules for _, rule in self.ruled.get(way, ())[-1:]), None)

    def told(self, way: Way) -> list[str]:
        """Of whom the director said what he carries."""
        return [entrant for *between, entrant in self.said if (*between,) == way and self.word(way, entrant)]

    def word(self, way: Way, entrant: str) -> SaidCarry | None:
        """What the director said that a contestant carries; None where the rule holds."""
        last = self.said.get((*way, entrant), ())[-1:]
        return next((SaidCarry(number, word.carries) for number, word in last if word.carries is not None), None)

    def next_reserve(self, cut: Cut) -> str | None:
        """The first reserve who does not go on yet and did not withdraw."""
        return next((each for each in cut.reserves if each not in self.withdrawn), None)

    def concerns(self, stage: str) -> bool:
        """Whether anything that was said rests on a stage."""
        left = any(each.said.stage == stage for each in self.withdrawn.values())
        return left or any(stage in way for way in (*self.cuts, *self.ways()))


def _cuts(facts: EventsInForce) -> dict[Way, Cut]:
    """The cuts, each with what was changed since it was made."""
    cuts = {(said.source, said.into): Cut(number, said, said.qualified) for number, said in facts.of(EntrantsQualified)}
    for number, change in facts.of(QualifiersChanged):
        way = (change.source, change.into)
        if way in cuts and cuts[way].number < number:
            cuts[way] = cuts[way].changed(change, number)
    return cuts
