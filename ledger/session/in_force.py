"""What still holds of what was said: the facts in force. One rule for what takes a fact back, and what brings it back.

The register names for each kind of event the kind that takes it back (`undone_by`), and an event names in its `because`
what it takes back. So a fact that is named is taken back; where what took it back is named in its turn, the fact is in
force again, as it was; and so on. Whatever else is asked of a subject is a query over its facts in force.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Generic, NamedTuple, Self, TypeVar

from ledger.events import Envelope, Event
from ledger.events.register import KIND_OF

T = TypeVar("T")
E = TypeVar("E", bound=Event)
M = TypeVar("M", bound=Hashable)

Words = Sequence[tuple[int, E]]
"""What was said of one matter, with the numbers of the events."""


class TakenBack(NamedTuple, Generic[T]):
    """A fact that does not hold now, and what took it back last."""

    fact: T
    by: Envelope


class _About(NamedTuple):
    """The kind of an event, and the number of the fact it states, takes back or brings back."""

    kind: type[Event]
    fact: int


@dataclass(slots=True)
class FactsInForce(Generic[T]):
    """What holds of what was said of a subject, by the number of the event that said it, and in that order.

    `taken_back`: what does not hold now, with what took it back; it may come back. A fact is the event itself, or what
    the session keeps of it.
    """

    facts: dict[int, T] = field(default_factory=dict)
    taken_back: dict[int, TakenBack[T]] = field(default_factory=dict)
    _about: dict[int, _About] = field(default_factory=dict, repr=False)

    def copy(self) -> Self:
        """The same facts, to be changed apart from these."""
        return replace(self, facts=dict(self.facts), taken_back=dict(self.taken_back), _about=dict(self._about))

    def each(self, change: Callable[[T], T]) -> Self:
        """With every fact as the change has it: also those taken back, for they may come back."""
        facts = {number: change(fact) for number, fact in self.facts.items()}
        gone = {number: back._replace(fact=change(back.fact)) for number, back in self.taken_back.items()}
        return replace(self, facts=facts, taken_back=gone, _about=dict(self._about))

    # For `evolve` alone: it changes the facts of the session it is making

    def state(self, envelope: Envelope, fact: T) -> None:
        """One fact more; an event of a kind that is taken back by its own kind may take back another instead."""
        kind = type(envelope.event)
        if KIND_OF[kind].undone_by is kind and self.take_back(envelope):
            return
        self.facts[envelope.number] = fact
        self._about[envelope.number] = _About(kind, envelope.number)

    def take_back(self, envelope: Envelope) -> list[int]:
        """What an event takes back does not hold any more, or holds again; the numbers of these facts."""
        kind = type(envelope.event)
        found = (self._about[number] for number in envelope.because if number in self._about)
        moved = [about.fact for about in found if KIND_OF[about.kind].undone_by is kind]
        for number in moved:
            self._turn(number, envelope)
            self._about[envelope.number] = _About(kind, number)
        return moved

    def _turn(self, number: int, envelope: Envelope) -> None:
        if number in self.facts:
            self.taken_back[number] = TakenBack(self.facts.pop(number), envelope)
        else:
            self.facts[number] = self.taken_back.pop(number).fact
            self.facts = dict(sorted(self.facts.items()))  # in the order of what was said, not of when it came back


@dataclass(slots=True)
class EventsInForce(FactsInForce[Event]):
    """The facts of a tournament in force, by the numbers of their events."""

    def tell(self, envelope: Envelope) -> None:
        """One event more: a fact, or one that takes others back."""
        if not (envelope.because and self.take_back(envelope)):
            self.state(envelope, envelope.event)

    def of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """The facts of a kind, in order, with the numbers of their events."""
        return ((number, fact) for number, fact in self.facts.items() if isinstance(fact, kind))

    def no_more(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """Those of a kind that were taken back, in the order in which they were."""
        return ((number, each.fact) for number, each in self.taken_back.items() if isinstance(each.fact, kind))

    def ever(self, kind: type[E]) -> list[tuple[int, E]]:
        """Those of a kind that were ever told, in order."""
        return sorted([*self.of(kind), *self.no_more(kind)], key=itemgetter(0))

    def words(self, kind: type[E], matter: Callable[[E], M]) -> Mapping[M, Words[E]]:
        """What was said several times of one matter: the last holds, and none where all of it was taken back."""
        found: dict[M, list[tuple[int, E]]] = {}
        for number, fact in self.ever(kind):
            said = found.setdefault(matter(fact), [])
            if number in self.facts:
                said.append((number, fact))
        return found

    def without(self, *numbers: int) -> EventsInForce:
        """As if these had never been told."""
        return replace(self, facts={number: fact for number, fact in self.facts.items() if number not in numbers})

    def supposing(self, *facts: Event) -> EventsInForce:
        """As if these were told next."""
        first = max((0, *self.facts, *self.taken_back)) + 1
        return replace(self, facts=self.facts | dict(enumerate(facts, first)))
