"""Events: frozen records that accept no unknown field, and the envelope in which the log holds them.

Also what several kinds share: heads of streams that a decision looked at, and `TakenBack`.
"""

from typing import TYPE_CHECKING, Annotated, Generic, Literal, get_args

from msgspec import Meta, Struct

from ledger.bounds.types import Author, CommandId, EventNumber, Part, Program, Time
from ledger.kernel.free_text import FreeText
from ledger.version import __version__


# gc=False: an event never refers to itself, so the garbage collector need not track it
class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """An event: what happened at the desk or at a table.

    A command with exactly the fields of its event is built from the event's class; its name is the imperative.
    """


class Command(Struct, frozen=True):
    """A command that can be given at a desk; deciding it leads to events, or a Refusal."""


class TournamentCommand(Command, frozen=True):
    """A command to a tournament, never to a session."""


class Stated(Fact, frozen=True, kw_only=True):
    """An event stated by a person, or, if `imported`, by a result file."""

    imported: bool = False


class CaseEvent(Fact, frozen=True):
    """An event in the life of a numbered case (R-0001, A-0001), with its reason."""

    case: str
    reason: FreeText = ""


def from_file(event: Fact) -> bool:
    """Return whether a result file stated an event, not a person."""
    return isinstance(event, Stated) and event.imported


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    E = TypeVar("E", bound=Fact, default=Fact)
else:
    from typing import TypeVar  # without defaults before Python 3.13

    E = TypeVar("E", bound=Fact)

Event = Fact
"""One of the kinds in `ledger.subjects.register`."""


class Envelope(Struct, Generic[E], frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """An event with its number in the session, times (µs UTC), author and digest.

    `name`: kind and version as stored, 'result-recorded/1'. `because`: the numbers of the events it answers (its
    causation). `command_id` and `part` make recording idempotent: the part-th event of that command. `program`: the
    version of the program that recorded it. The digest is over all fields before it, in this order.
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
    digest: Annotated[bytes, Meta(min_length=1, max_length=0)] = (
        b""  # max_length=0: a decoded record never has a digest
    )


OfficeName = Literal["scorer", "director", "chief-director", "committee", "reviewer"]

OFFICES: tuple[OfficeName, ...] = get_args(OfficeName)
CHIEF: tuple[OfficeName, ...] = ("chief-director",)
DIRECTORS: tuple[OfficeName, ...] = ("director", "chief-director")
SCORERS: tuple[OfficeName, ...] = ("scorer", *DIRECTORS)
HEARING: tuple[OfficeName, ...] = (*DIRECTORS, "committee", "reviewer")
DECIDING: tuple[OfficeName, ...] = ("committee", "reviewer", "chief-director")


class StreamHead(Fact, frozen=True):
    """The head of a stream: the number of its last event and the digest of its log up to there (64 hex digits)."""

    session: str
    number: EventNumber
    digest: str


class DecidedAcrossStreams(Fact, frozen=True, kw_only=True):
    """An event decided after reading other streams; `heads`: the last event read in each stream.

    A stream that is not in this database has no head. In its own stream the event rests on everything before it.
    """

    heads: tuple[StreamHead, ...] = ()


class DecideAcrossStreams(TournamentCommand, frozen=True, kw_only=True):
    """A command that is decided after reading other streams; the office sets `heads` to their last events."""

    heads: tuple[StreamHead, ...] = ()


def heads_of(event: Event) -> tuple[StreamHead, ...]:
    """Return the heads of the streams that an event was decided on; in a publication its own stream comes first."""
    heads: tuple[StreamHead, ...] = getattr(event, "heads", ())
    return heads


class TakenBack(Fact, frozen=True):
    """The event that undoes the event of number `of` and name `kind` ('result-queried'), or, if `again`, restores it.

    `case`: the case of the event taken back, if it belongs to one. Offices, period, readers, and whether it settles a
    score are those of the event it takes back.
    """

    of: EventNumber
    kind: str
    case: str = ""
    again: bool = False
    reason: FreeText = ""
