"""What every event is: a frozen record that takes no field it does not know, of a kind, in its envelope in the log.

Also what several kinds share: the heads of the streams that were looked at, and the event that only takes another back.
"""

from typing import TYPE_CHECKING, Annotated, Generic, Literal, get_args

from msgspec import Meta, Struct

from ledger.bounds.types import Author, CommandId, EventNumber, Part, Program, Time
from ledger.kernel.free_text import FreeText
from ledger.version import __version__


class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something that happened. It never holds what holds it, so the garbage collector need not look at it.

    A command that has exactly the fields of its event is told as one of it: the same, in the imperative.
    """


class Stated(Fact, frozen=True, kw_only=True):
    """What a person states at the desk or a result file does; `imported`: a file said so."""

    imported: bool = False


class OfCase(Fact, frozen=True):
    """What became of a case by its number: R-0001, A-0001, and why."""

    case: str
    reason: FreeText = ""


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
"""Something that happened: one of the kinds in `ledger.subjects.register`."""


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

CHIEF: tuple[OfficeName, ...] = ("chief-director",)

DIRECTORS: tuple[OfficeName, ...] = ("director", "chief-director")

SCORERS: tuple[OfficeName, ...] = ("scorer", *DIRECTORS)

HEARING: tuple[OfficeName, ...] = (*DIRECTORS, "committee", "reviewer")

DECIDING: tuple[OfficeName, ...] = ("committee", "reviewer", "chief-director")


class StreamHead(Fact, frozen=True):
    """How far a stream had come: its last event by number, and the digest of its log up to there (64 hex digits)."""

    session: str
    number: EventNumber
    digest: str


class DecidedOn(Fact, frozen=True, kw_only=True):
    """What was decided in sight of other streams: `heads`, how far each of those looked at had come, by name.

    They stood so when it was recorded; one that was not here is not among them. In its own stream it rests on all that
    is before it.
    """

    heads: tuple[StreamHead, ...] = ()


class DecideOn(Struct, frozen=True, kw_only=True):
    """What is decided in sight of other streams: the office finds their `heads` when it is."""

    heads: tuple[StreamHead, ...] = ()


def heads_of(event: Event) -> tuple[StreamHead, ...]:
    """How far other streams had come that an event rests on; a publication names its own before them."""
    found: tuple[StreamHead, ...] = getattr(event, "heads", ())
    return found


class TakenBack(Fact, frozen=True):
    """An earlier event, `of` this number and this `kind` ('result-queried'), holds no more; `again`: it holds again.

    `case`: that of the event taken back, where it is of one. Who may record this, in which period, whether it settles a
    score and who may read it: as of the event it takes back.
    """

    of: EventNumber
    kind: str
    case: str = ""
    again: bool = False
    reason: FreeText = ""
