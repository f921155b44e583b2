"""The calls of a session, with their state."""

from cli.desk.desk import Desk
from cli.screens.event_texts.calls import poll_result
from cli.screens.times import clock
from cli.screens.vocabulary import STAGES
from ledger.session import Call, Session
from ledger.session.call_states import call_state, is_open
from ledger.session.moment import iso

_COLUMNS = ("case", "time", ">board", "table", "caller", "stage", "state", "ruling", "alleged")


def list_calls(desk: Desk, *, only_open: bool) -> None:
    """The calls, or those the director still owes an answer."""
    session = desk.session()
    calls = [each for each in session.calls.values() if not only_open or is_open(session, each)]
    if desk.settings.json:
        desk.json_at("calls/1", session, {"calls": [_json(session, each) for each in calls]})
        return
    nothing = "no open calls" if only_open else "no calls yet"
    desk.table_or(nothing, _COLUMNS, [_row(session, each) for each in calls])


def _row(session: Session, call: Call) -> list[str]:
    called = call.called
    return [
        call.case,
        called.on_device or clock(call.at),
        str(called.board or "–"),
        called.table or "–",
        called.caller,
        "–" if called.on_device else STAGES[called.stage],
        call_state(session, call),
        ", ".join(call.rulings) or "–",
        called.alleged,
    ]


def _json(session: Session, call: Call) -> dict[str, object]:
    return _called_json(call) | {
        "state": call_state(session, call),
        "open": is_open(session, call),
        "facts": [stated.facts for stated in call.facts],
        "polls": [{"question": taken.question, "sum": poll_result(taken)} for taken in call.polls],
        "rulings": list(call.rulings),
        "events": list(call.events),
    }


def _called_json(call: Call) -> dict[str, object]:
    called = call.called
    return {
        "case": call.case,
        "at": iso(call.at),
        "board": called.board,
        "table": called.table,
        "ns": called.ns,
        "ew": called.ew,
        "caller": called.caller,
        "on_device": called.on_device or None,
        "stage": called.stage,
        "trick": called.trick,
        "alleged": called.alleged,
        "laws": list(called.laws),
    }
