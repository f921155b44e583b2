"""A clock that was wrong: which events it told the time of, and by how much."""

from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import CorrectClock, Undo
from ledger.facts.clocks import ClockCorrected, ClockCorrectionRecalled
from ledger.session import Stream


def correct_clock(command: CorrectClock, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the times of events that are there, and whose times were not corrected before."""
    first, last = command.first, command.last
    if not 1 <= first <= last <= stream.number:
        raise Refusal("no-such-event", f"{command.which}: no events of {stream.id}", f"its last is #{stream.number}")
    if not command.seconds_ahead:
        raise Refusal("nothing-to-change", "a clock that was right needs no correction", "--ahead 1h, or --behind 1h")
    for number, earlier in stream.wrong_clocks.items():
        if earlier.first <= last and first <= earlier.last:
            message = f"{earlier.which}: the times were corrected (#{number})"
            raise Refusal("corrected-already", message, f"`undo {number}` first, then all of it anew")
    return (ProposedEvent(ClockCorrected(first, last, command.seconds_ahead, command.reason)),)


HANDLERS: Handlers = {CorrectClock: correct_clock}


def _recall(event: ClockCorrected, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    if number not in stream.wrong_clocks:
        raise Refusal("nothing-to-change", f"#{number} was taken back", "`log --type clock`")
    return (ProposedEvent(ClockCorrectionRecalled(command.reason), (number,)),)


UNDO: Undoing = {ClockCorrected: _recall}
