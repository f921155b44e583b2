"""What every event is: a frozen record that takes no field it does not know, of a kind, in its envelope in the log."""

from typing import TYPE_CHECKING, Annotated, Generic, Literal, NamedTuple, get_args

from msgspec import Meta, Struct

from ledger.bounds.types import Author, CommandId, EventNumber, Part, Program, Time
from ledger.version import __version__


class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something that happened. It never holds what holds it, so the garbage collector need not look at it.

    A command that has exactly the fields of its event is told as one of it: the same, in the imperative.
    """


class Stated(Fact, frozen=True, kw_only=True):
    """What a person states at the desk or a result file does; `imported`: a file said so."""

    imported: bool = False


def from_file(event: Fact) -> bool:
    """Whether a result file said so, not a person."""
    return isinstance(event, Stated) and event.imported


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    E = TypeVar("E", bound=Fact, default=Fact)
else:
    from typing import TypeVar  # which knows no defaults before Python 3.13

    E = TypeVar("E", bound=Fact)

Event = Fact
"""Something that happened: one of the kinds in `ledger.facts.register`."""


class Envelope(Struct, Generic[E], frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """An event with its number in the session, times (µs UTC), author and digest.

    `name` is its kind and version as they are stored: 'result-recorded/1'. `because` are the numbers of the events it
    answers (its causation); `command_id` and `part` make recording idempotent: the part-th event of that command.
    `program` is the version of the program that recorded it. All but the digest is the record, in this order; the
    digest is over the record.
    """

    session: str
    number: EventNumber
    name: str
    event: E
    command_id: CommandId
    part: Part
    occurred_at: Time
    recorded_at: Time
    by: Author
    because: tuple[EventNumber, ...]
    program: Program = __version__
    digest: Annotated[bytes, Meta(min_length=1, max_length=0)] = b""  # no record can hold one


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
