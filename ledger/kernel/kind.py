"""The row of a kind of event in the register: name, offices, evolution, readers, reversal and period."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ledger.kernel.fact import Envelope, Event, OfficeName
from ledger.labels import words_of_class

Period = Literal[
    "scoring", "correction", "setting", "recall", "penalty", "request", "call", "answer", "second-thoughts", "appeal"
]
"""The period an event must be recorded in.

`scoring`: results and amounts added to a total. `correction`: other facts that scores follow from (Law 79C).
`setting`: how the office scores. `penalty`: as `scoring`, or as the ruling it goes with. Law 79C2 reopens these four
for a wrong record. `recall`: taking a publication back. `request`: asking for a ruling (Law 92B). `call`: as
`request`, but a call is never refused as late. `answer`: answering a call anew. `second-thoughts`: a director's own
change. `appeal`: an appeal (Law 92B), which may be accepted late.
"""

Readers = Literal["hall", "office", "as-stated"]
"""Readers of an event: everybody in the hall, or the office alone; `as-stated`: the hall if the event is `public`."""

Evolve = Callable[[Any, Envelope[Any], Any], None]
"""A function that applies an event of one kind to a session or tournament."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """The functions and rules by which a `TakenBack` undoes an event of one kind.

    `evolve` takes the event back; `again`, if given, restores it. Both receive the event taken back, in the envelope of
    the `TakenBack`. `offices` may take it back, within `period` ('none': at any time); empty: as for recording it.
    """

    evolve: Evolve
    again: Evolve | None = None
    offices: tuple[OfficeName, ...] = ()
    period: Period | Literal["", "none"] = ""


@dataclass(frozen=True)
class Kind:
    """A kind of event: its class, from which the name in the log follows, and what holds for every event of the kind.

    `offices` may record it once officials are appointed. `evolve` applies it to the state. `readers` may read it.
    `undone_by`: the kind of event that takes it back, or the `Reversal` by `TakenBack`; None if nothing takes it back.
    `period`: the period it must be recorded in. `settles`: it settles a score after play.
    """

    event: type[Event]
    offices: tuple[OfficeName, ...]
    evolve: Evolve
    readers: Readers
    undone_by: type[Event] | Reversal | None = None
    period: Period | None = None
    settles: bool = False

    @cached_property
    def name(self) -> str:
        """The class's name in small letters: 'result-recorded'."""
        return "-".join(words_of_class(self.event.__name__))

    @cached_property
    def stored_name(self) -> str:
        """The name and version in the log: 'result-recorded/1'."""
        return f"{self.name}/1"

    @property
    def reversible(self) -> bool:
        """True if `TakenBack` undoes an event of this kind."""
        return isinstance(self.undone_by, Reversal)

    def taken_back(self) -> "Kind":
        """Return this row with the offices and period for undoing an event; unchanged if no `TakenBack` undoes it."""
        back = self.undone_by
        if not isinstance(back, Reversal):
            return self
        period = self.period if not back.period else None if back.period == "none" else back.period
        return replace(self, offices=back.offices or self.offices, period=period)
