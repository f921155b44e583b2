"""The row of a kind of event: everything that is said of it, but how it is decided."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from ledger.kernel.fact import Envelope, Event, OfficeName

Period = Literal[
    "scoring", "correction", "setting", "recall", "penalty", "request", "call", "answer", "second-thoughts", "appeal"
]
"""What an event has to be in time for.

`scoring`: results and what is added to a total; `correction`: what else happened that scores follow from (Law 79C);
`setting`: by what the office has them scored; `penalty`: the same, or the ruling it goes with: of these four Law 79C2
may correct what was recorded wrongly; `recall`: taking a publication back; `request`: asking for a
ruling (Law 92B); `call`: the same, but a call is never too late by itself; `answer`: answering a call anew;
`second-thoughts`: a director's own change; `appeal`: an appeal (Law 92B), which may be accepted late.
"""

Readers = Literal["hall", "office", "as-stated"]
"""Who may read an event: everybody in the hall, or the office alone; `as-stated`: the hall where it says `public`."""

Evolve = Callable[[Any, Envelope[Any], Any], None]
"""What an event of one kind does to the session or the tournament it is given: `Any`, as it is of that kind."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """How `TakenBack` undoes an event of a kind.

    `evolve` and, where such an event may hold again, `again` are given the event taken back, in the envelope of what
    takes it back. `offices` and `period`: of taking it back, where they are others than of recording it.
    """

    evolve: Evolve
    again: Evolve | None = None
    offices: tuple[OfficeName, ...] = ()
    period: Period | Literal["", "none"] = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: its stable name, and what holds for every event of the kind.

    `offices` may record it once officials are appointed. `evolve`: what it does to the state. `readers`: who may read
    it; no kind goes without saying so. `undone_by` is the kind of event that takes it back, or how it is taken back by
    an event that does nothing else; None where nothing does.
    `period`: which it must be in time for. `settles`: whether it settles somebody's score after play.
    """

    event: type[Event]
    name: str
    offices: tuple[OfficeName, ...]
    evolve: Evolve
    readers: Readers
    undone_by: type[Event] | Reversal | None = None
    period: Period | None = None
    settles: bool = False

    @property
    def stored_name(self) -> str:
        """How the log calls it: 'result-recorded/1'."""
        return f"{self.name}/1"

    @property
    def reversible(self) -> bool:
        """Whether an event that does nothing else takes it back."""
        return isinstance(self.undone_by, Reversal)

    def taken_back(self) -> "Kind":
        """What holds of taking an event of this kind back."""
        back = self.undone_by
        if not isinstance(back, Reversal):
            return self
        period = self.period if not back.period else None if back.period == "none" else back.period
        return replace(self, offices=back.offices or self.offices, period=period)
