"""Cuts, carry-forwards and withdrawals of a tournament, as its own stream says it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import chain, zip_longest
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.kernel.fact import CHIEF, DIRECTORS
from ledger.kernel.in_force import EventsInForce, Words, restate_fact, state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.laws.regulations import CarryRules
from ledger.subjects.qualifying.facts import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantsQualified,
    EntrantWithdrew,
    QualifiersChanged,
)

Way = tuple[str, str]
"""From which stage into which."""


class Cut(Struct, frozen=True):
    """Who qualified: as it was said by an event of this number, and who goes on now, with the changes since."""

    number: int
    said: EntrantsQualified
    now: tuple[str, ...]
    changes: tuple[tuple[int, QualifiersChanged], ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The whole field in the order of the cut: who qualified, then the reserves, then whoever was named since."""
        named = (change.enters for _, change in self.changes if change.enters)
        return tuple(dict.fromkeys((*self.said.qualified, *self.said.reserves, *named)))

    @property
    def reserves(self) -> list[str]:
        """The contestants who do not go on, in the order of the cut: reserves, and whoever was replaced by one."""
        replaced = {change.leaves for _, change in self.changes if change.enters}
        able = {*self.said.reserves, *replaced} - {*self.now}
        return [each for each in self.order if each in able]

    def changed(self, change: QualifiersChanged, number: int) -> Cut:
        """With one instead of another, one more or one fewer, in the order of the cut.

        A reserve stands where it stood in the field at the cut, which is behind all who qualified: it does not take
        over the seed of whoever it replaces.
        """
        cut = replace(self, changes=(*self.changes, (number, change)))
        now = {*self.now, change.enters} - {change.leaves}
        return replace(cut, now=tuple(each for each in cut.order if each in now))


class WithdrawnEntrant(NamedTuple):
    """A contestant that withdrew, and the number of the event that says so."""

    number: int
    said: EntrantWithdrew


class SaidCarry(NamedTuple):
    """What a contestant carries by the director's word, and the number of the event."""

    number: int
    carries: Fraction


class FieldDifference(NamedTuple):
    """Who stands in the field of a stage and did not qualify for it, and who qualified and is left out."""

    strangers: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


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

    def qualifiers(self, stage: str) -> tuple[str, ...] | None:
        """Who takes part in a stage: the first of each cut before the seconds; None where no cut leads into it."""
        cuts = [cut.now for cut in self.into(stage).values()]
        by_place = chain.from_iterable(zip_longest(*cuts, fillvalue=""))
        return tuple(dict.fromkeys(filter(None, by_place))) if cuts else None

    def difference(self, stage: str, field: Collection[str]) -> FieldDifference:
        """Return in what a field differs from who qualified for a stage; in nothing where no cut leads into it."""
        qualifiers = self.qualifiers(stage)
        if qualifiers is None:
            return FieldDifference()
        strangers = tuple(each for each in field if each not in qualifiers)
        return FieldDifference(strangers, tuple(each for each in qualifiers if each not in field))

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

    def reserves(self, cut: Cut) -> list[str]:
        """The reserves of a cut who do not go on and did not withdraw, in the order of the cut."""
        return [each for each in cut.reserves if each not in self.withdrawn]

    def next_reserve(self, cut: Cut) -> str | None:
        """The first reserve who does not go on yet and did not withdraw."""
        return next(iter(self.reserves(cut)), None)

    def concerns(self, stage: str) -> bool:
        """Whether anything that was said rests on a stage."""
        left = any(each.said.stage == stage for each in self.withdrawn.values())
        return left or any(stage in way for way in (*self.cuts, *self.ways()))


def _cuts(facts: EventsInForce) -> dict[Way, Cut]:
    cuts = {(said.source, said.into): Cut(number, said, said.qualified) for number, said in facts.of(EntrantsQualified)}
    for number, change in facts.of(QualifiersChanged):
        way = (change.source, change.into)
        if way in cuts and cuts[way].number < number:
            cuts[way] = cuts[way].changed(change, number)
    return cuts


KINDS = (
    Kind(
        EntrantsQualified,
        "entrants-qualified",
        DIRECTORS,
        state_fact,
        "hall",
        undone_by=Reversal(turn_fact),
        settles=True,
    ),
    Kind(
        QualifiersChanged,
        "qualifiers-changed",
        DIRECTORS,
        restate_fact,
        "hall",
        undone_by=QualifiersChanged,
        settles=True,
    ),
    Kind(
        CarryForwardRuled, "carry-forward-ruled", CHIEF, restate_fact, "hall", undone_by=CarryForwardRuled, settles=True
    ),
    Kind(
        CarryForwardSaid,
        "carry-forward-said",
        DIRECTORS,
        restate_fact,
        "hall",
        undone_by=CarryForwardSaid,
        settles=True,
    ),
    Kind(
        EntrantWithdrew, "entrant-withdrew", DIRECTORS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True
    ),
)
