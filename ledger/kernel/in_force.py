"""What still holds of what was said: the facts in force. One rule for what takes a fact back, and what brings it back.

An event names in its `because` what it takes back. So a fact that is named is taken back; where what took it back is
named in its turn, the fact is in force again, as it was; and so on. Which kinds of event take others back, their
`evolve` says. Whatever else is asked of a subject is a query over its facts in force.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from ledger.kernel.fact import Envelope, Event, TakenBack

T = TypeVar("T")
E = TypeVar("E", bound=Event)
M = TypeVar("M", bound=Hashable)

Words = Sequence[tuple[int, E]]
"""What was said of one matter, with the numbers of the events."""


class GoneFact(NamedTuple, Generic[T]):
    """A fact that does not hold now, and what took it back last."""

    fact: T
    by: Envelope


@dataclass(slots=True)
class FactsInForce(Generic[T]):
    """What holds of what was said of a subject, by the number of the event that said it, and in that order.

    `taken_back`: what does not hold now, with what took it back; it may come back. A fact is the event itself, or what
    the session keeps of it. `_kinds`: of every event about them; `_moved`: which facts one took back, or brought back.
    """

    facts: dict[int, T] = field(default_factory=dict)
    taken_back: dict[int, GoneFact[T]] = field(default_factory=dict)
    _kinds: dict[int, type[Event]] = field(default_factory=dict, repr=False)
    _moved: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)
    _own: bool = field(default=True, repr=False, compare=False)

    @property
    def ever(self) -> dict[int, T]:
        """All that was ever said: also what was taken back."""
        return dict(sorted([*self.facts.items(), *((number, back.fact) for number, back in self.taken_back.items())]))

    @property
    def latest(self) -> tuple[int, T] | None:
        """What was said last of what holds, with the number of its event."""
        return next(reversed(self.facts.items()), None)

    @property
    def in_turn(self) -> tuple[T, ...]:
        """What holds, in the order in which it was said."""
        return tuple(self.facts.values())

    def moved_last(self, number: int) -> tuple[int, int]:
        """The fact that an event said, took back or brought back, and the event that said or moved it last."""
        fact = self._moved.get(number, (number,))[-1]
        return fact, max((each for each, moved in self._moved.items() if fact in moved), default=fact)

    def copy(self) -> Self:
        """The same facts, to be changed apart from these: whichever of the two changes first has its own from then."""
        self._own = False
        return type(self)(self.facts, self.taken_back, self._kinds, self._moved, _own=False)

    def each(self, change: Callable[[T], T]) -> Self:
        """With every fact as the change has it: also those taken back, for they may come back."""
        facts = {number: change(fact) for number, fact in self.facts.items()}
        gone = {number: back._replace(fact=change(back.fact)) for number, back in self.taken_back.items()}
        return type(self)(facts, gone, dict(self._kinds), dict(self._moved))

    def saying(self, envelope: Envelope, fact: T) -> Self:
        """With one fact more, or one less or more again, as `restate` has it; these stay as they are."""
        later = self.copy()
        later.restate(envelope, fact)
        return later

    # For `evolve` alone: it changes the facts of the session it is making

    def state(self, envelope: Envelope, fact: T) -> None:
        """One fact more."""
        self._to_change()
        self.facts[envelope.number] = fact
        self._kinds[envelope.number] = type(envelope.event)

    def restate(self, envelope: Envelope, fact: T) -> None:
        """One fact more, of a kind that its own kind takes back; or what it names of its kind, taken back instead."""
        own = [number for number in envelope.because if self._kinds.get(number) is type(envelope.event)]
        if not self.take_back(envelope, own):
            self.state(envelope, fact)

    def take_back(self, envelope: Envelope, numbers: Iterable[int]) -> tuple[int, ...]:
        """The facts of these numbers hold no more; those that an event of these took back, or brought back, turn.

        Returns the numbers of the facts that went or came back.
        """
        self._to_change()
        named = ((number, fact) for number in numbers for fact in self._moved.get(number, (number,)))
        moved = tuple(fact for number, fact in named if self._turn(fact, envelope, comes_back=number != fact))
        if moved:
            self._kinds[envelope.number], self._moved[envelope.number] = type(envelope.event), moved
        return moved

    def turn(self, envelope: Envelope[TakenBack]) -> T:
        """The fact an event names holds no more, or holds again; returns the fact, KeyError where there is none."""
        number = envelope.event.of
        fact = self.taken_back[number].fact if envelope.event.again else self.facts[number]
        self._to_change()
        self._turn(number, envelope, comes_back=envelope.event.again)
        self._moved[envelope.number] = (number,)
        return fact

    def _to_change(self) -> None:
        if not self._own:
            self.facts, self.taken_back = dict(self.facts), dict(self.taken_back)
            self._kinds, self._moved, self._own = dict(self._kinds), dict(self._moved), True

    def _turn(self, number: int, envelope: Envelope[Any], *, comes_back: bool) -> bool:
        if number in self.facts:
            self.taken_back[number] = GoneFact(self.facts.pop(number), envelope)
        elif comes_back and number in self.taken_back:
            back = {number: self.taken_back.pop(number).fact}
            self.facts = dict(sorted((self.facts | back).items()))  # in the order it was said, not came back
        else:
            return False
        return True


@dataclass(slots=True)
class EventsInForce(FactsInForce[Event]):
    """The facts of a tournament in force, by the numbers of their events."""

    def of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """The facts of a kind, in order, with the numbers of their events."""
        return ((number, fact) for number, fact in self.facts.items() if isinstance(fact, kind))

    def no_more(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """Those of a kind that were taken back, in the order in which they were."""
        return ((number, each.fact) for number, each in self.taken_back.items() if isinstance(each.fact, kind))

    def all_of(self, kind: type[E]) -> list[tuple[int, E]]:
        """Those of a kind that were ever told, in order."""
        return [(number, fact) for number, fact in self.ever.items() if isinstance(fact, kind)]

    def words(self, kind: type[E], matter: Callable[[E], M]) -> Mapping[M, Words[E]]:
        """What was said several times of one matter: the last holds, and none where all of it was taken back."""
        found: dict[M, list[tuple[int, E]]] = {}
        for number, fact in self.all_of(kind):
            said = found.setdefault(matter(fact), [])
            if number in self.facts:
                said.append((number, fact))
        return found

    def without(self, *numbers: int) -> EventsInForce:
        """As if these had never been told."""
        return replace(
            self, facts={number: fact for number, fact in self.facts.items() if number not in numbers}, _own=False
        )

    def supposing(self, *facts: Event) -> EventsInForce:
        """As if these were told next."""
        first = max((0, *self.facts, *self.taken_back)) + 1
        return replace(self, facts=self.facts | dict(enumerate(facts, first)), _own=False)


class HasFacts(Protocol):
    """A tournament: everything known of it are facts in force."""

    def evolving_facts(self) -> EventsInForce:
        """The facts, to be changed."""


def state_fact(tournament: HasFacts, envelope: Envelope, event: Event) -> None:
    """State a fact of a tournament: `Evolve`."""
    tournament.evolving_facts().state(envelope, event)


def restate_fact(tournament: HasFacts, envelope: Envelope, event: Event) -> None:
    """State a fact of a kind that its own kind takes back: `Evolve`."""
    tournament.evolving_facts().restate(envelope, event)


def turn_fact(tournament: HasFacts, envelope: Envelope[TakenBack], event: Event) -> None:
    """Take back a fact of a tournament: `Evolve` of a `Reversal`."""
    tournament.evolving_facts().turn(envelope)
