"""Lists of what stands: calls, penalties, who took part, findings about matches, what waits, the officials."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cli.desk.desk import Desk
from cli.json.cases import call_json, penalty_json
from cli.json.play import statements_json, waiting_json
from cli.words.events import event_text, statement_text
from cli.words.next_steps import look_again_step
from cli.words.office import officials
from cli.words.registers import penalty_in_force_text
from cli.words.rulings import penalty_text
from cli.words.times import clock
from cli.words.vocabulary import STAGES, counted
from ledger.facts.office import key_name, office_text
from ledger.projections.overtaken import waiting_reasons
from ledger.recording.bodies import body_json
from ledger.session import Call, Penalty, Session, Stream
from ledger.session.calls import call_state, is_open
from ledger.session.participation import still_to_play
from ledger.session.queue import waiting
from ledger.session.rulings import penalty_state

_COLUMNS = ("case", "time", ">board", "table", "caller", "stage", "state", "ruling", "alleged")


def list_calls(desk: Desk, *, only_open: bool) -> None:
    """The calls, or those the director still owes an answer."""
    session = desk.session()
    calls = [each for each in session.calls.values() if not only_open or is_open(session, each)]
    if desk.settings.json:
        desk.json_at("calls/1", session, {"calls": [call_json(session, each) for each in calls]})
        return
    nothing = "no open calls" if only_open else "no calls yet"
    desk.table_or(nothing, _COLUMNS, [_call_row(session, each) for each in calls])


def _call_row(session: Session, call: Call) -> list[str]:
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


def list_penalties(desk: Desk) -> None:
    """Every penalty, in force or withdrawn."""
    session = desk.session()
    penalties, now = list(session.penalties.values()), desk.now(session)
    if desk.settings.json:
        desk.json_at("penalties/1", session, {"penalties": [penalty_json(each, session, now) for each in penalties]})
        return
    columns = ["case", "contestant", "what", "law", "in force", "state", "reason"]
    desk.table_or("no penalties yet", columns, [_penalty_row(each, session, now) for each in penalties])


def _penalty_row(penalty: Penalty, session: Session, now: int) -> list[str]:
    imposed = penalty.imposed
    amount, laws = penalty_text(imposed.amount, imposed.unit, imposed.named), ", ".join(imposed.laws) or "–"
    in_force, state = penalty_in_force_text(session, penalty), penalty_state(session, penalty, now)
    return [imposed.case, imposed.contestant, amount, laws, in_force, state, imposed.reason]


def list_statements(desk: Desk) -> None:
    """What was stated of who takes part and holds, oldest first, and the boards that are still to be played."""
    session = desk.session()
    if desk.settings.json:
        desk.json_at("contestants/1", session, statements_json(session))
        return
    rows = [[f"#{number}", statement_text(fact, session)] for number, fact in session.participation.facts.items()]
    desk.table_or("everybody takes part, from first to last", ("event", "what is stated"), rows)
    if open_ := still_to_play(session):
        desk.say("", f"Still to be played: {', '.join(each.name for each in open_)}")


def list_findings(desk: Desk) -> None:
    """Everything that was found of a match and not taken back."""
    session = desk.session()
    if desk.settings.json:
        found = [{"number": number, "finding": body_json(each)} for number, each in session.findings.facts.items()]
        desk.json_at("matches/1", session, {"found": found})
        return
    rows = [[f"#{number}", event_text(each)] for number, each in session.findings.facts.items()]
    desk.table_or("nothing was found of a match yet", ["event", "what"], rows)


def print_queue(desk: Desk) -> None:
    """The lines that wait; with --json also those that were settled."""
    session = desk.session()
    if desk.settings.json:
        desk.json_at("queue/1", session, {"lines": [waiting_json(session, each) for each in session.queue.lines]})
        return
    lines = waiting(session)
    whys = waiting_reasons(desk.scoreboard(), lines)
    rows = [
        (f"#{each.number}", clock(each.at), each.line.place, why.text) for each, why in zip(lines, whys, strict=True)
    ]
    desk.table_or("no line waits for a person", ["line", "since", "where", "why"], rows)
    if rows and not desk.settings.plain:
        number = rows[0][0].removeprefix("#")
        seen_to = f'Seen to: `import queue resolve {number}`   Left out: `import queue skip {number} --reason "…"`'
        desk.hint("", seen_to, *(look_again_step(session, why.found) for why in whys if why.found))


def queue_line(session: Session) -> list[str]:
    """How many lines wait, and where to see them; nothing where none does."""
    found = waiting(session)
    return [f"{counted(len(found), 'line')} in the queue for a person: `import queue`"] if found else []


_NOBODY = "no officials: whoever sits at the desk records (`official add NAME --as chief-director` begins)"


def list_officials(desk: Desk) -> None:
    """The officials, with their offices."""
    stream = desk.stream()
    held = officials(stream)
    if desk.settings.json:
        found = [{"name": name, "offices": offices} | _ties(stream, name) for name, offices in held]
        desk.json_at("officials/1", stream, {"officials": found})
        return
    ties = {"key": "signs with", "login": "logs in as"}
    shown = {tie: heading for tie, heading in ties.items() if any(tie in _ties(stream, name) for name, _ in held)}
    rows = [[name, ", ".join(map(office_text, offices)), *_tied(stream, name, shown)] for name, offices in held]
    desk.table_or(_NOBODY, ["name", "office", *shown.values()], rows)


def _ties(stream: Stream, name: str) -> dict[str, str]:
    """What somebody is tied to, where he is."""
    ties = {"key": stream.officials.key_of(name), "login": stream.officials.login_of(name)}
    return {tie: to for tie, to in ties.items() if to}


def _tied(stream: Stream, name: str, shown: Iterable[str]) -> Iterator[str]:
    ties = _ties(stream, name)
    for tie in shown:
        yield (key_name(ties[tie]) if tie == "key" else ties[tie]) if tie in ties else "–"
