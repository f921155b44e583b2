"""What the forms of the office's pages begin with, the cases, and a case with all that can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cli.serving.forms import FORMS
from cli.serving.office_guards import board_of_case, boards_of, last_recorded
from cli.words.calls import called_where, threshold_lines
from cli.words.cases import case_state_lines, event_page_lines
from cli.words.events import headline
from cli.words.language import Wording
from cli.words.notation import call_text, seating_text
from cli.words.times import clock
from cli.words.vocabulary import BODIES, DEPOSITS, MERITS, POINTS, SEATS, STAGES, VERDICTS
from ledger.bridge import dealer
from ledger.bridge.auction import Auction
from ledger.office import Office
from ledger.recording.machine_state import PhonePolls
from ledger.session import Call, Session
from ledger.subjects.calls.facts import PollTaken
from ledger.subjects.calls.state import is_open


class PageAsked(NamedTuple):
    """What a device asks of a page; `hidden`: the boards that its official has still to play."""

    office: Office
    session: Session
    query: Mapping[str, str]
    device: str
    official: str
    hidden: frozenset[int]

    @property
    def case(self) -> str:
        """The case that the page is about."""
        return self.query.get("case", "")[:20].upper()

    def is_hidden(self, case: str) -> bool:
        """Return whether a case is about a board that the official has still to play."""
        return not self.hidden.isdisjoint(board_of_case(case, self.session))


def cases_view(asked: PageAsked) -> dict[str, object]:
    """Return the calls, rulings and appeals with their states, the latest first."""
    session = asked.session
    cases = [*session.appeals, *session.rulings, *session.calls]
    lines = [(each, next(_state_lines(asked, each))) for each in reversed(cases) if not asked.is_hidden(each)]
    return {"cases": lines}


def case_view(asked: PageAsked) -> dict[str, object] | None:
    """Return a case: its state, its story, and what can be done about it; None if there is none."""
    session, case = asked.session, asked.case
    it = session.calls.get(case) or session.rulings.get(case) or session.appeals.get(case)
    if it is None:
        return None
    if asked.is_hidden(case):
        return {"case": case, "hidden": True}
    story = [asked.office.event(session.id, number) for number in it.events]
    steps = [(each, list(event_page_lines(each.event, session, symbols=True))) for each in story]
    view: dict[str, object] = {
        "case": case,
        "hidden": False,
        "official": asked.official,
        "auction": None,
        "poll": None,
        "state": list(_state_lines(asked, case)),
        "story": [(each.number, clock(each.occurred_at), each.by, lines) for each, lines in steps],
        "polls": [
            threshold_lines(each.event, session.regulations.edition)
            for each in story
            if isinstance(each.event, PollTaken)
        ],
    }
    return view | (_call_view(asked, it) if isinstance(it, Call) else {})


def _state_lines(asked: PageAsked, case: str) -> Iterator[str]:
    return case_state_lines(asked.session, case, max(asked.office.clock(), asked.session.recorded_at), symbols=True)


def _call_view(asked: PageAsked, call: Call) -> dict[str, object]:
    kept, poll = asked.office.acknowledged, call.poll
    progress = PhonePolls(kept).of(asked.session.id, poll.number) if kept and poll else None
    return {
        "call": call,
        "where": _place(call),
        "auction": _auction(asked.session, call),
        "poll": poll,
        "answered": progress.answered if progress else None,
    }


def _place(call: Call) -> dict[str, object]:
    called = call.called
    return {"board": called.board or "", "table": called.table or "", "ns": called.ns or "", "ew": called.ew or ""}


def _auction(session: Session, call: Call) -> Auction | None:
    called = call.called
    tables = session.boards[called.board].values() if called.board else ()
    line = next((each for each in tables if (called.ns, called.ew) == each.seating.pair), None)
    return line.record.auction if line and line.record else None


def form_view(asked: PageAsked) -> dict[str, object]:
    """Return what a form begins with: where it is about, and what can be chosen."""
    session, query = asked.session, asked.query
    call = session.calls.get(asked.case)
    place = _place(call) if call else {name: query.get(name, "")[:60] for name in ("board", "table", "ns", "ew")}
    board, table = str(place["board"]), str(place["table"])
    tables = (each for each in session.table_boards() if str(each.board) == board and each.table == table)
    shown = next((each for each in tables if each.board not in asked.hidden), None)
    seats = shown.seating.pair if shown else (str(place["ns"]), str(place["ew"]))
    open_calls = [each for each in session.calls.values() if is_open(session, each) and not asked.is_hidden(each.case)]
    call = None if asked.is_hidden(asked.case) else call
    form = query.get("form", "")
    undone = last_recorded(asked.office, session, asked.device) if form == "undo" else []
    return {
        "form": form if form in FORMS else FORMS[0],
        "board": board,
        "table": table,
        "case": asked.case,
        "about": f"{called_where(call.called)}: {call.called.alleged}" if call else "",
        "seats": seats,
        "who": seating_text(shown.seating) if shown else " v ".join(filter(None, seats)),
        "result": str(shown.results[-1].result) if shown and shown.results else "",
        "calls": [
            (each.case, each.called.alleged, each.facts[-1].facts if each.facts else each.called.alleged)
            for each in open_calls
            if str(each.called.board or board) == board
        ],
        "chosen": query.get("call", ""),
        "poll": call.poll if call else None,
        "heard": _heard(session, call) if call else [],
        "dealer": dealer(int(board)).value if board.isdecimal() and 0 < int(board) < 10_000 else "",
        "asks": {"caller": _texts(SEATS), "stage": {k: text for k, text in _texts(STAGES).items() if k != "not-said"}},
        "verdicts": [(_FLAG.get(each, each), text) for each, text in _texts(VERDICTS).items()],
        "merits": _texts(MERITS).items(),
        "deposits": _texts(DEPOSITS).items(),
        "points": _texts(POINTS).items(),
        "bodies": _texts(BODIES).items(),
        "undone": [
            (each.number, headline(each, session))
            for each in (asked.office.event(session.id, number) for number in reversed(undone))
            if asked.hidden.isdisjoint(boards_of(each.event, session))
        ],
        "phrases": session.regulations.edition.phrases if form in ("ruling add", "call add", "appeal decide") else {},
    }


_FLAG = {"table-result-restored": "table_result"}


def _texts(wording: Wording) -> dict[str, str]:
    return {each: wording[each] for each in wording}


def _heard(session: Session, call: Call) -> list[str]:
    """Return the calls of the auction that a poll may show, up to each of them."""
    recorded = _auction(session, call)
    texts = [call_text(each.call, True) for each in recorded.calls] if recorded else []
    return [" ".join(texts[:at]) for at in range(1, len(texts) + 1)]
