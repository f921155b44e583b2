"""Decisions: who records, the events proposed, remarks on the lines of a result file, and their tally."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from ledger.errors import Refusal
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import is_time_stated
from ledger.subjects.office.facts import CommandSigned
from ledger.subjects.rulings.facts import Undo


class Times(NamedTuple):
    """The stated and the recorded time of an event (µs UTC), by which appeal and correction periods are judged."""

    said: int
    recorded: int


class Actor(NamedTuple):
    """The person who records, and the time he gives to the events (µs UTC).

    `key`: the public key he signs with, '' if none. `login`: his login of the database server, '' if none. `by_clock`:
    he gave no time and `at` is the desk's clock. `clock`: the desk's clock, if it differs from `at`. `device`: the
    paired device that signs for him, '' at a desk.
    """

    by: str
    at: int
    key: str = ""
    login: str = ""
    by_clock: bool = False
    clock: int | None = None
    device: str = ""

    def times(self, stream: Stream) -> Times:
        """Return the stated and the recorded time by which periods are judged for an event recorded now."""
        return _times(stream, self.at if self.clock is None else self.clock, None if self.by_clock else self.at)


def times_of(envelope: Envelope, before: Stream) -> Times:
    """Return the stated and the recorded time of an event in the log; `before`: the state just before it."""
    return _times(before, envelope.recorded_at, envelope.occurred_at if is_time_stated(envelope) else None)


def _times(stream: Stream, clock: int, said: int | None) -> Times:
    # A clock that was set back reopens no period: a new event is on record after all earlier ones
    recorded = max(clock, stream.recorded_at)
    return Times(recorded if said is None else said, recorded)


def recorded_actor(events: Sequence[Envelope], before: Stream) -> Actor:
    """Return the actor of a command by the events it recorded; `before`: the state just before them."""
    by, at, clock = events[0].by, events[0].occurred_at, events[0].recorded_at
    ties = before.officials.key_of(by), before.officials.login_of(by)
    device = next((each.event.device for each in events if isinstance(each.event, CommandSigned)), "")
    return Actor(by, at, *ties, by_clock=at == clock, clock=clock, device=device)


class ProposedEvent(NamedTuple):
    """An event that a command records, with the numbers of the earlier events it answers (`because`)."""

    event: Event
    because: tuple[int, ...] = ()


K = TypeVar("K", bound=Event)


def event_of(kind: type[K], command: Struct, **stated: Any) -> K:
    """Return an event whose fields are copied from the command's fields of equal names; keywords override them."""
    copied = {name: getattr(command, name) for name in kind.__struct_fields__ if name in command.__struct_fields__}
    return kind(**{**copied, **stated})


def undoing_event(command: Undo) -> TakenBack:
    """Return the event that takes back the target of an undo, or restores what the target itself had taken back."""
    target, event = command.target, command.target.event
    if isinstance(event, TakenBack):
        return TakenBack(event.of, event.kind, event.case, again=not event.again, reason=command.reason)
    return TakenBack(target.number, target.name.partition("/")[0], getattr(event, "case", ""), reason=command.reason)


class Remark(NamedTuple):
    """A line of a result file (`where`), and the reason why a person should look at it (`why`)."""

    where: str
    why: str


class SheetTally(NamedTuple):
    """The numbers of lines of a result file that were recorded, known, repeated, set aside and erased.

    `known`: the line says nothing new, or the desk's own record stays; `repeated`: the line repeats another; `aside`:
    set aside for a person; `erased`: the device no longer holds the line.
    """

    recorded: int = 0
    known: int = 0
    repeated: int = 0
    aside: int = 0
    erased: int = 0


class Response(NamedTuple):
    """The events that a command proposes; for a result file also the skipped lines, the remarks and the tally."""

    uncommitted: tuple[ProposedEvent, ...]
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    tally: SheetTally = SheetTally()


Handler = Callable[[Any, Any, Actor], tuple[ProposedEvent, ...] | Response]
"""A function from a command, a session or tournament and the actor to the events to record; or it refuses."""

Undoing = dict[type[Event], Callable[[Any, Undo, Any, Actor], Event | tuple[ProposedEvent, ...] | None]]
"""By kind of event: the function that undoes it. It returns the event or events to record, or, if it only checked that
undoing is allowed, None: then a `TakenBack` is recorded."""


def refuse_if_taken_back(
    message: str, hint: str, code: str = "undo-nothing"
) -> Callable[[Event, Undo, Stream, Actor], None]:
    """Return an undo check that refuses to take back an event twice, with the given message and hint.

    `{number}` in both stands for the event's number, `{event}` in the message for the event.
    """

    def check(event: Event, command: Undo, stream: Stream, actor: Actor) -> None:
        number = undoing_event(command).of
        if number in stream.taken_back:
            raise Refusal(code, message.format(number=number, event=event), hint.format(number=number))

    return check
