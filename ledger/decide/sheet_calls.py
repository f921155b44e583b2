"""Calls that tables made on their devices: recorded once, and answered when the device says that they are settled."""

from collections.abc import Iterable, Iterator

from ledger.commands import DeviceCall
from ledger.decide.response import Uncommitted
from ledger.events.calls import CallAnswered, DirectorCalled
from ledger.session import Call, Session
from ledger.session.call_states import call_state

_UNANSWERED = ("open", "facts agreed", "facts disputed")


def device_calls(session: Session, calls: Iterable[DeviceCall]) -> Iterator[Uncommitted]:
    """What is new of the calls; who said more of one at the desk is not overruled by the device."""
    cases = len(session.calls)
    for call in calls:
        known = _known(session, call)
        if known is None:
            cases += 1
            yield Uncommitted(_called(call, f"C-{cases:04d}"))
        if call.settled and (known is None or call_state(session, known) in _UNANSWERED):
            case, because = (known.case, known.events[-1:]) if known else (f"C-{cases:04d}", ())
            yield Uncommitted(CallAnswered(case, "at-table"), because)


def _known(session: Session, call: DeviceCall) -> Call | None:
    """The call as it was recorded: nobody presses twice in a minute, and devices tell it more than once."""
    same = (call.table, call.round, call.at)
    calls = session.calls.values()
    return next((it for it in calls if (it.called.table, it.called.round, it.called.on_device) == same), None)


def _called(call: DeviceCall, case: str) -> DirectorCalled:
    alleged = f"the table pressed for the director at {call.at}"
    return DirectorCalled(
        case, None, alleged, "table", "not-said", table=call.table, round=call.round, on_device=call.at
    )
