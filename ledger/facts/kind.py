"""What is said of an event as a kind: its stable name, whose it is to record, what takes it back, in time for what."""

from typing import Literal, NamedTuple, get_args

from ledger.facts.fact import Event

OfficeName = Literal["scorer", "director", "chief-director", "committee", "reviewer"]
OFFICES: tuple[OfficeName, ...] = get_args(OfficeName)

Period = Literal["scoring", "correction", "penalty", "request", "answer", "second-thoughts"]
"""What an event has to be in time for.

`scoring`: results and what is added to a total; `correction`: what else scores follow from (Law 79C); `penalty`: the
same, or the ruling it goes with: of these three Law 79C2 may correct what was recorded wrongly; `request`: asking for a
ruling (Law 92B); `answer`: answering a call anew; `second-thoughts`: a director's own change.
"""

CHIEF: tuple[OfficeName, ...] = ("chief-director",)

DIRECTORS: tuple[OfficeName, ...] = ("director", "chief-director")

SCORERS: tuple[OfficeName, ...] = ("scorer", *DIRECTORS)

HEARING: tuple[OfficeName, ...] = (*DIRECTORS, "committee", "reviewer")

DECIDING: tuple[OfficeName, ...] = ("committee", "reviewer", "chief-director")


class Kind(NamedTuple):
    """A kind of event: its stable name and version in the log, and what holds for every event of the kind.

    `offices` may record it once officials are appointed. `undone_by` is the kind of event that takes it back, None
    where nothing does. `period`: which it must be in time for. `settles`: whether it settles somebody's score after
    play.
    """

    event: type[Event]
    name: str
    offices: tuple[OfficeName, ...]
    undone_by: type[Event] | None = None
    period: Period | None = None
    settles: bool = False
    version: int = 1

    @property
    def stored_name(self) -> str:
        """How the log calls it: 'result-recorded/1'."""
        return f"{self.name}/{self.version}"
