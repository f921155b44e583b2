"""The cuts, carry-forwards and withdrawals in force of a tournament."""

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
"""Two stages: the source, and the one it leads into."""


class Cut(Struct, frozen=True):
    """A cut from one stage into another, with the later changes; `now`: the present qualifiers."""

    number: int
    said: EntrantsQualified
    now: tuple[str, ...]
    changes: tuple[tuple[int, QualifiersChanged], ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The contestants of the cut, in order: the first qualifiers, the reserves, then those added later."""
        named = (change.enters for _, change in self.changes if change.enters)
        return tuple(dict.fromkeys((*self.said.qualified, *self.said.reserves, *named)))

    @property
    def reserves(self) -> list[str]:
        """The reserves and the replaced contestants who do not go on at present, in the order of the cut."""
        replaced = {change.leaves for _, change in self.changes if change.enters}
        able = {*self.said.reserves, *replaced} - {*self.now}
        return [each for each in self.order if each in able]

    def changed(self, change: QualifiersChanged, number: int) -> Cut:
        """Return the cut with one more change; the qualifiers stay in the order of the cut."""
        # A reserve keeps its place behind all who qualified: it does not take over a seed
        cut = replace(self, changes=(*self.changes, (number, change)))
        qualifiers = {*self.now, change.enters} - {change.leaves}
        return replace(cut, now=tuple(each for each in cut.order if each in qualifiers))


class WithdrawnEntrant(NamedTuple):
    """The withdrawal of an entrant from the tournament, with the number of the event."""

    number: int
    said: EntrantWithdrew


class StatedCarry(NamedTuple):
    """A contestant's carry-forward as the director stated it, with the number of the event."""

    number: int
    carries: Fraction


class FieldDifference(NamedTuple):
    """The contestants in a stage who did not qualify for it, and the qualifiers who are not in it."""

    strangers: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Qualified(Struct, frozen=True):
    """The cuts, carry-forwards and withdrawals of a tournament that are in force."""

    cuts: dict[Way, Cut] = field(default_factory=dict)
    ruled: Mapping[Way, Words[CarryForwardRuled]] = field(default_factory=dict)
    said: Mapping[tuple[str, str, str], Words[CarryForwardSaid]] = field(default_factory=dict)
    withdrawn: dict[str, WithdrawnEntrant] = field(default_factory=dict)

    @classmethod
    def of_facts(cls, facts: EventsInForce) -> Qualified:
        """Collect the cuts, carry-forwards and withdrawals from a tournament's facts."""
        return cls(
            _cuts(facts),
            facts.words(CarryForwardRuled, lambda rule: (rule.source, rule.into)),
            facts.words(CarryForwardSaid, lambda word: (word.source, word.into, word.entrant)),
            {each.entrant: WithdrawnEntrant(number, each) for number, each in facts.of(EntrantWithdrew)},
        )

    def into(self, stage: str) -> dict[str, Cut]:
        """Return the cuts into a stage, by the stage from which each leads."""
        return {source: cut for (source, into), cut in self.cuts.items() if into == stage}

    def qualifiers(self, stage: str) -> tuple[str, ...] | None:
        """Return the qualifiers for a stage: the first of each cut, then the seconds, …; None if it has no cut."""
        cuts = [cut.now for cut in self.into(stage).values()]
        by_place = chain.from_iterable(zip_longest(*cuts, fillvalue=""))
        return tuple(dict.fromkeys(filter(None, by_place))) if cuts else None

    def difference(self, stage: str, field: Collection[str]) -> FieldDifference:
        """Return how the contestants of a stage differ from its qualifiers; empty if the stage has no cut."""
        qualifiers = self.qualifiers(stage)
        if qualifiers is None:
            return FieldDifference()
        strangers = tuple(each for each in field if each not in qualifiers)
        return FieldDifference(strangers, tuple(each for each in qualifiers if each not in field))

    def sources(self, stage: str) -> list[str]:
        """Return the stages from which points go into a stage, by rule or by the director's decision."""
        return list(dict.fromkeys(source for source, into in self.ways() if into == stage))

    def ways(self) -> list[Way]:
        """Return the (source, target) stages between which points go, by rule or by the director's decision."""
        ruled = [way for way in self.ruled if self.rules(way)]
        words = [(source, into) for source, into, who in self.said if self.word((source, into), who)]
        return list(dict.fromkeys([*ruled, *words]))

    def rules(self, way: Way) -> CarryRules | None:
        """Return the rule of carry-forward between two stages; None if there is no rule."""
        return next((rule.rules for _, rule in self.ruled.get(way, ())[-1:]), None)

    def told(self, way: Way) -> list[str]:
        """Return the contestants whose carry-forward between two stages the director stated."""
        return [entrant for *between, entrant in self.said if (*between,) == way and self.word(way, entrant)]

    def word(self, way: Way, entrant: str) -> StatedCarry | None:
        """Return a contestant's carry-forward as the director stated it; None if the stages' rule applies."""
        last = self.said.get((*way, entrant), ())[-1:]
        return next((StatedCarry(number, word.carries) for number, word in last if word.carries is not None), None)

    def reserves(self, cut: Cut) -> list[str]:
        """Return the reserves of a cut who can still go on, in order: neither qualified since nor withdrawn."""
        return [each for each in cut.reserves if each not in self.withdrawn]

    def next_reserve(self, cut: Cut) -> str | None:
        """Return the first reserve of a cut who can still go on; None if there is none."""
        return next(iter(self.reserves(cut)), None)

    def concerns(self, stage: str) -> bool:
        """Return whether a stage has a cut, a carry-forward or a withdrawal."""
        withdrew = any(each.said.stage == stage for each in self.withdrawn.values())
        return withdrew or any(stage in way for way in (*self.cuts, *self.ways()))


def _cuts(facts: EventsInForce) -> dict[Way, Cut]:
    cuts = {(cut.source, cut.into): Cut(number, cut, cut.qualified) for number, cut in facts.of(EntrantsQualified)}
    for number, change in facts.of(QualifiersChanged):
        way = (change.source, change.into)
        if way in cuts and cuts[way].number < number:
            cuts[way] = cuts[way].changed(change, number)
    return cuts


KINDS = (
    Kind(EntrantsQualified, DIRECTORS, state_fact, "hall", Reversal(turn_fact), settles=True),
    Kind(QualifiersChanged, DIRECTORS, restate_fact, "hall", QualifiersChanged, settles=True),
    Kind(CarryForwardRuled, CHIEF, restate_fact, "hall", CarryForwardRuled, settles=True),
    Kind(CarryForwardSaid, DIRECTORS, restate_fact, "hall", CarryForwardSaid, settles=True),
    Kind(EntrantWithdrew, DIRECTORS, state_fact, "hall", Reversal(turn_fact), settles=True),
)
