"""Facts in force: which stated facts hold, after what took facts back and brought them back.

An event names in its `because` the fact it takes back. If the event that took a fact back is itself taken back, the
fact is in force again, and so on. Which kinds take others back is decided by their `evolve`.
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
"""The statements on one matter, each with the number of its event."""


class GoneFact(NamedTuple, Generic[T]):
    """A fact that is not in force, and the last event that took it back."""

    fact: T
    by: Envelope


@dataclass(slots=True)
class FactsInForce(Generic[T]):
    """The facts of a subject in force, by number of the event that stated each, in the order stated.

    `taken_back`: the facts not in force, with the event that took each back; they may return. A fact is the event
    itself, or what the session derives from it. `_kinds`: the kind of every event about the facts; `_moved`: the facts
    an event took or brought back.
    """

    facts: dict[int, T] = field(default_factory=dict)
    taken_back: dict[int, GoneFact[T]] = field(default_factory=dict)
    _kinds: dict[int, type[Event]] = field(default_factory=dict, repr=False)
    _moved: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)
    _own: bool = field(default=True, repr=False, compare=False)

    @property
    def ever(self) -> dict[int, T]:
        """The facts ever stated, including those taken back."""
        return dict(sorted([*self.facts.items(), *((number, back.fact) for number, back in self.taken_back.items())]))

    @property
    def latest(self) -> tuple[int, T] | None:
        """The fact in force that was stated last, with its event number; None if no fact is in force."""
        return next(reversed(self.facts.items()), None)

    @property
    def in_turn(self) -> tuple[T, ...]:
        """The facts in force, in the order they were stated."""
        return tuple(self.facts.values())

    def last_change_of(self, number: int) -> tuple[int, int]:
        """Return the number of the fact an event stated or changed, and of the fact's last change (its own if none)."""
        fact = self._moved.get(number, (number,))[-1]
        return fact, max((event for event, moved in self._moved.items() if fact in moved), default=fact)

    def copy(self) -> Self:
        """Return a copy; the contents are copied only when either of the two is changed."""
        self._own = False
        return type(self)(self.facts, self.taken_back, self._kinds, self._moved, _own=False)

    def each(self, change: Callable[[T], T]) -> Self:
        """Return a copy with `change` applied to every fact, in force or taken back."""
        facts = {number: change(fact) for number, fact in self.facts.items()}
        gone = {number: back._replace(fact=change(back.fact)) for number, back in self.taken_back.items()}
        return type(self)(facts, gone, dict(self._kinds), dict(self._moved))

    def saying(self, envelope: Envelope, fact: T) -> Self:
        """Return a copy to which `restate` has applied an event: a fact added, or facts taken back or restored."""
        later = self.copy()
        later.restate(envelope, fact)
        return later

    # For `evolve` alone: these change the facts in place

    def state(self, envelope: Envelope, fact: T) -> None:
        """Add the fact that an event states."""
        self._detach()
        self.facts[envelope.number] = fact
        self._kinds[envelope.number] = type(envelope.event)

    def restate(self, envelope: Envelope, fact: T) -> None:
        """Add an event's fact, or, if `because` names events of its kind, take back or restore their facts instead."""
        of_its_kind = [number for number in envelope.because if self._kinds.get(number) is type(envelope.event)]
        if not self.take_back(envelope, of_its_kind):
            self.state(envelope, fact)

    def take_back(self, envelope: Envelope, numbers: Iterable[int]) -> tuple[int, ...]:
        """Take back the facts that these events stated or restored, and restore the facts that these events took back.

        Return the numbers of the facts taken back or restored.
        """
        self._detach()
        named = ((number, fact) for number in numbers for fact in self._moved.get(number, (number,)))
        moved = tuple(fact for number, fact in named if self._move(fact, envelope, comes_back=number != fact))
        if moved:
            self._kinds[envelope.number], self._moved[envelope.number] = type(envelope.event), moved
        return moved

    def turn(self, envelope: Envelope[TakenBack]) -> T:
        """Apply a `TakenBack`; return the fact taken out of force or restored. KeyError: there is no fact to change."""
        number = envelope.event.of
        fact = self.taken_back[number].fact if envelope.event.again else self.facts[number]
        self._detach()
        self._move(number, envelope, comes_back=envelope.event.again)
        self._moved[envelope.number] = (number,)
        return fact

    def _detach(self) -> None:
        if not self._own:
            self.facts, self.taken_back = dict(self.facts), dict(self.taken_back)
            self._kinds, self._moved, self._own = dict(self._kinds), dict(self._moved), True

    def _move(self, number: int, envelope: Envelope[Any], *, comes_back: bool) -> bool:
        if number in self.facts:
            self.taken_back[number] = GoneFact(self.facts.pop(number), envelope)
        elif comes_back and number in self.taken_back:
            back = {number: self.taken_back.pop(number).fact}
            self.facts = dict(sorted((self.facts | back).items()))  # in the order of stating, not of coming back
        else:
            return False
        return True


@dataclass(slots=True)
class EventsInForce(FactsInForce[Event]):
    """The facts of a tournament in force, by the numbers of their events."""

    def of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """Yield (event number, fact) for each fact of a kind in force, in the order stated."""
        return ((number, fact) for number, fact in self.facts.items() if isinstance(fact, kind))

    def taken_back_of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """Yield (event number, fact) for each fact of a kind that was taken back, in the order taken back."""
        return ((number, gone.fact) for number, gone in self.taken_back.items() if isinstance(gone.fact, kind))

    def all_of(self, kind: type[E]) -> list[tuple[int, E]]:
        """Return (event number, fact) for each fact of a kind, in force or taken back, in the order stated."""
        return [(number, fact) for number, fact in self.ever.items() if isinstance(fact, kind)]

    def words(self, kind: type[E], matter: Callable[[E], M]) -> Mapping[M, Words[E]]:
        """Return the statements of a kind in force, grouped by `matter`, the latest last; [] if all were taken back."""
        by_matter: dict[M, list[tuple[int, E]]] = {}
        for number, fact in self.all_of(kind):
            statements = by_matter.setdefault(matter(fact), [])
            if number in self.facts:
                statements.append((number, fact))
        return by_matter

    def without(self, *numbers: int) -> EventsInForce:
        """Return a copy without the facts of these events; facts that the events took back stay taken back."""
        return replace(
            self, facts={number: fact for number, fact in self.facts.items() if number not in numbers}, _own=False
        )

    def supposing(self, *facts: Event) -> EventsInForce:
        """Return a copy in which these events are the latest facts; they take no earlier fact back."""
        first = max((0, *self.facts, *self.taken_back)) + 1
        return replace(self, facts=self.facts | dict(enumerate(facts, first)), _own=False)


class HasFacts(Protocol):
    """A state that consists of facts in force: a tournament."""

    def evolving_facts(self) -> EventsInForce:
        """Return the tournament's facts, which the caller may change in place."""


def state_fact(tournament: HasFacts, envelope: Envelope, event: Event) -> None:
    """Add an event to a tournament's facts in force: the `Evolve` function of most kinds of tournament events."""
    tournament.evolving_facts().state(envelope, event)


def restate_fact(tournament: HasFacts, envelope: Envelope, event: Event) -> None:
    """Add an event to a tournament's facts, or take back or restore facts of events it names; an `Evolve` function."""
    tournament.evolving_facts().restate(envelope, event)


def turn_fact(tournament: HasFacts, envelope: Envelope[TakenBack], event: Event) -> None:
    """Take a fact of a tournament out of force, or restore it; kinds of events pass this function to `Reversal`."""
    tournament.evolving_facts().turn(envelope)
