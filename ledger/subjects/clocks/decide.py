"""Decide corrections of a wrong clock (`session clock`), and undo them."""

from operator import itemgetter

from ledger.bounds.tournaments import CLOCK_WRONG, MOMENT
from ledger.errors import Refusal, RefusalTime
from ledger.guards.stages import check_within
from ledger.session.moment import time_to_second
from ledger.session.response import Actor, ProposedEvent, Undoing, refuse_if_taken_back
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import SECOND, ClockCorrected, CorrectClock, clock_error


def correct_clock(command: CorrectClock, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the times of events; refused if one was corrected before, or if their order would change."""
    first, last = command.first, command.last
    if not 1 <= first <= last <= stream.number:
        message = f"{stream.id} has no events {command.which}"
        raise Refusal("no-such-event", message, f"its last is #{stream.number}")
    if not command.seconds_ahead:
        raise Refusal("nothing-to-change", "a clock that was right needs no correction", "--ahead 1h, or --behind 1h")
    check_within(CLOCK_WRONG, command.seconds_ahead)
    for number, earlier in stream.wrong_clocks.items():
        if earlier.first <= last and first <= earlier.last:
            message = f"the times of {earlier.which} are corrected already (#{number})"
            raise Refusal("corrected-already", message, f"`undo {number}` first, then correct all these times at once")
    times = list(enumerate(stream.recorded[first - 1 : last], start=first))
    check_within(MOMENT, *(at // SECOND - command.seconds_ahead for _, at in times))
    # If several clocks were wrong, each is corrected by itself: an earlier time is compared with the events before
    # only, a later time with those after
    present = actor.at if actor.clock is None else actor.clock
    if command.seconds_ahead < 0:
        number, clock = max(times, key=itemgetter(1))
        later = {
            f"#{later_event}": stream.recorded[later_event - 1] - clock_error(later_event, stream.wrong_clocks)
            for later_event in range(last + 1, stream.number + 1)
        }
        what, latest = min([("now", present), *later.items()], key=itemgetter(1))
        if clock - command.ahead > latest:
            message = f"#{number} would be dated {time_to_second(clock - command.ahead)}, after {what}"
            of_another = f"if the clock of {what} was wrong, correct that first"
            wrong = "if the clock of this computer is wrong, set it first" if what == "now" else of_another
            hint = f"{_at_most('--behind', latest - clock)}; {wrong}"
            raise Refusal("out-of-order", message, hint, RefusalTime("{time}", latest, present))
    elif first > 1:
        number, clock = min(times, key=itemgetter(1))
        earliest = stream.on_record_at(first - 1)
        if clock - command.ahead < earliest:
            message = f"#{number} would be dated {time_to_second(clock - command.ahead)}, before #{first - 1}"
            most = _at_most("--ahead", clock - earliest)
            hint = f"{most}; if the clock was wrong before #{first} too, correct that first"
            raise Refusal("out-of-order", message, hint, RefusalTime("{time}", earliest, present))
    return (ProposedEvent(ClockCorrected(first, last, command.seconds_ahead, command.reason)),)


def _at_most(option: str, span: int) -> str:
    """Return the hint that names the greatest possible error of a clock: '--ahead 1h5min at most'."""
    minutes, seconds = divmod(max(span, 0) // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    units = ((hours, "h"), (minutes, "min"), (seconds, "s"))
    typed = "".join(f"{many}{unit}" for many, unit in units if many)
    return f"{option} {typed} at most" if typed else f"the clock cannot have been {option.removeprefix('--')}"


UNDO: Undoing = {
    ClockCorrected: refuse_if_taken_back("#{number} was taken back", "`log --type clock`", "nothing-to-change")
}
