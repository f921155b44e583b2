"""The state of cuts, carry-forwards and withdrawals of a tournament, as its own stream says it."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.events.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantsQualified,
    EntrantWithdrew,
    QualifiersChanged,
)
from ledger.laws.carry_rules import CarryRules
from ledger.session.taking_back import said_then

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

    def changed(self, change: QualifiersChanged, number: int, because: tuple[int, ...] = ()) -> Cut:
        """With one instead of another, one more or one fewer; or as it was before a change that is taken back."""
        changes = said_then(self.changes, (number, change), because)
        if len(changes) > len(self.changes):
            return replace(self, now=self._after(change), changes=changes)
        return reduce(
            lambda cut, each: cut.changed(each[1], each[0]), changes, Cut(self.number, self.said, self.said.qualified)
        )

    def _after(self, change: QualifiersChanged) -> tuple[str, ...]:
        stay = tuple(change.enters if each == change.leaves and change.enters else each for each in self.now)
        stay = tuple(each for each in stay if each != change.leaves)
        more = (change.enters,) if change.enters and change.enters not in stay else ()
        return (*stay, *more)


class WithdrawnEntrant(NamedTuple):
    """A contestant that withdrew, and the number of the event that says so."""

    number: int
    said: EntrantWithdrew


class RuledCarry(NamedTuple):
    """A regulation of what is carried, and the number of the event that says so."""

    number: int
    rules: CarryRules | None


class SaidCarry(NamedTuple):
    """What a contestant carries by the director's word, and the number of the event; None: as the rule has it."""

    number: int
    carries: Fraction | None


class Qualified(Struct, frozen=True):
    """Everything that was said of who goes on, by way; of what was said several times the last holds."""

    cuts: dict[Way, Cut] = field(default_factory=dict)
    ruled: dict[Way, tuple[RuledCarry, ...]] = field(default_factory=dict)
    said: dict[tuple[str, str, str], tuple[SaidCarry, ...]] = field(default_factory=dict)
    withdrawn: dict[str, WithdrawnEntrant] = field(default_factory=dict)

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
        ruled = [way for way, said in self.ruled.items() if said and said[-1].rules]
        words = [
            (source, into) for (source, into, _), said in self.said.items() if said and said[-1].carries is not None
        ]
        return list(dict.fromkeys([*ruled, *words]))

    def rules(self, way: Way) -> CarryRules | None:
        """By which rule something is carried; None where by none."""
        said = self.ruled.get(way)
        return said[-1].rules if said else None

    def word(self, way: Way, entrant: str) -> SaidCarry | None:
        """What the director said that a contestant carries; None where the rule holds."""
        said = self.said.get((*way, entrant))
        return said[-1] if said and said[-1].carries is not None else None

    def next_reserve(self, cut: Cut) -> str | None:
        """The first reserve who does not go on yet and did not withdraw."""
        return next((each for each in cut.reserves if each not in self.withdrawn), None)

    def concerns(self, stage: str) -> bool:
        """Whether anything that was said rests on a stage."""
        left = any(each.said.stage == stage for each in self.withdrawn.values())
        return left or any(stage in way for way in (*self.cuts, *self.ways()))

    # What an event makes of it

    def with_cut(self, said: EntrantsQualified, number: int) -> Qualified:
        """With a cut."""
        return replace(self, cuts={**self.cuts, (said.source, said.into): Cut(number, said, said.qualified)})

    def with_change(self, change: QualifiersChanged, number: int, because: tuple[int, ...]) -> Qualified:
        """With other qualifiers, or those of before."""
        way = (change.source, change.into)
        return replace(self, cuts={**self.cuts, way: self.cuts[way].changed(change, number, because)})

    def without_cut(self, way: Way) -> Qualified:
        """Without a cut."""
        return replace(self, cuts={each: cut for each, cut in self.cuts.items() if each != way})

    def with_rule(self, event: CarryForwardRuled, number: int, because: tuple[int, ...]) -> Qualified:
        """With a regulation of what is carried, or that of before."""
        way = (event.source, event.into)
        said = said_then(self.ruled.get(way, ()), RuledCarry(number, event.rules), because)
        return replace(self, ruled={**self.ruled, way: said})

    def with_word(self, event: CarryForwardSaid, number: int, because: tuple[int, ...]) -> Qualified:
        """With the director's word on what one carries, or that of before."""
        key = (event.source, event.into, event.entrant)
        said = said_then(self.said.get(key, ()), SaidCarry(number, event.carries), because)
        return replace(self, said={**self.said, key: said})

    def with_withdrawal(self, event: EntrantWithdrew, number: int) -> Qualified:
        """Without somebody who withdrew."""
        return replace(self, withdrawn={**self.withdrawn, event.entrant: WithdrawnEntrant(number, event)})

    def with_return(self, entrant: str) -> Qualified:
        """With somebody who did not withdraw after all."""
        return replace(self, withdrawn={each: it for each, it in self.withdrawn.items() if each != entrant})
