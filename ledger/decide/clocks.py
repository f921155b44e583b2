"""A clock that was wrong: which events it told the time of, and by how much."""

from collections.abc import Iterator

from ledger.bounds.tournaments import CLOCK_WRONG, MOMENT
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.tournaments import check_within
from ledger.errors import Refusal
from ledger.facts import CorrectClock, Undo
from ledger.facts.clocks import SECOND, ClockCorrected, ClockCorrectionRecalled
from ledger.session import Stream


def correct_clock(command: CorrectClock, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the times of events that are there, and whose times were not corrected before."""
    first, last = command.first, command.last
    if not 1 <= first <= last <= stream.number:
        raise Refusal("no-such-event", f"{command.which}: no events of {stream.id}", f"its last is #{stream.number}")
    if not command.seconds_ahead:
        raise Refusal("nothing-to-change", "a clock that was right needs no correction", "--ahead 1h, or --behind 1h")
    check_within(CLOCK_WRONG, command.seconds_ahead)
    for number, earlier in stream.wrong_clocks.items():
        if earlier.first <= last and first <= earlier.last:
            message = f"{earlier.which}: the times were corrected (#{number})"
            raise Refusal("corrected-already", message, f"`undo {number}` first, then all of it anew")
    check_within(MOMENT, *(at // SECOND - command.seconds_ahead for at in _known_times(command, stream)))
    return (ProposedEvent(ClockCorrected(first, last, command.seconds_ahead, command.reason)),)


def _known_times(command: CorrectClock, stream: Stream) -> Iterator[int]:
    """When those of the events that it corrects were, whose time the state knows (µs UTC)."""
    known = {**stream.settled, 1: stream.opened_at}
    yield from (at for number, at in known.items() if command.holds_of(number) and number not in stream.said_when)
    if command.holds_of(stream.number):
        yield stream.recorded_at


HANDLERS: Handlers = {CorrectClock: correct_clock}


def _recall(event: ClockCorrected, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    if number not in stream.wrong_clocks:
        raise Refusal("nothing-to-change", f"#{number} was taken back", "`log --type clock`")
    return (ProposedEvent(ClockCorrectionRecalled(command.reason), (number,)),)


UNDO: Undoing = {ClockCorrected: _recall}
