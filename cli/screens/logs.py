"""The log: listed, one event of it, and the difference between two moments."""

from cli.desk.desk import Desk
from cli.json.events import event_json, ripple_json
from cli.screens.event_filters import Filters, wanted
from cli.screens.events import print_event, print_ripple
from cli.words.events import event_text, rests_text, wrong_clock_text
from cli.words.scores import score_text
from ledger.errors import Misuse
from ledger.facts import Envelope
from ledger.facts.clocks import WrongClocks, with_right_times
from ledger.facts.free_text import texts_in
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Change, Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.bodies import body_text
from ledger.session import Session, Stream, evolve
from ledger.session.moment import local, number_at
from ledger.session.places import known


def show_event(desk: Desk, number: int) -> None:
    """One event of the session meant; refused where there is none of that number."""
    stream = desk.stream()
    envelope = desk.office.event(stream.id, number)
    if desk.settings.json:
        desk.json_at("event/1", stream, {"event": event_json(envelope, stream.wrong_clocks)})
        return
    desk.say(f"#{envelope.number}   {event_text(envelope.event)}")
    said = (f"  {where}: {text}" for where, text in texts_in(envelope.event))
    login = desk.office.came_from(stream.id, number)
    desk.say(*(f"  {name:<9} {value}" for name, value in _fields(envelope, login, stream.wrong_clocks).items()), *said)


def _fields(envelope: Envelope, login: str, wrong: WrongClocks) -> dict[str, str]:
    told = with_right_times(envelope, wrong)
    return {
        "happened": _exact(told.occurred_at),
        "recorded": f"{_exact(told.recorded_at)}, by {envelope.by}"
        + (f", from the login {login}" if login else "")
        + wrong_clock_text(envelope, told),
        "answers": ", ".join(f"#{number}" for number in envelope.because) or "–",
        **({"rests on": rests} if (rests := rests_text(envelope.event)) else {}),
        "name": envelope.name,
        "body": body_text(envelope.event),
        "digest": envelope.digest.hex(),
        "command": f"{envelope.command_id} part {envelope.part}",
    }


def _exact(microseconds: int) -> str:
    return f"{local(microseconds):%Y-%m-%d %H:%M:%S}"


_SHOWN = 30


def print_log(desk: Desk, asked: Filters, limit: int | None, *, reverse: bool, patch: bool) -> None:
    """The events that are asked for, newest first or (reverse) oldest first; each with its ripple (patch)."""
    stream = desk.stream()
    filters = wanted(asked, stream)
    events = list(desk.office.log(stream.id, stream.number))
    found = [envelope for envelope in events if filters.has(envelope)]
    limit = limit or (None if desk.settings.json else _SHOWN)
    shown = (found if reverse else found[::-1])[:limit]
    ripples = _ripples(events, {envelope.number for envelope in shown}) if patch else {}
    if desk.settings.json:
        _print_json(desk, stream, shown, ripples)
        return
    for envelope in shown:
        print_event(desk, envelope, ripples.get(envelope.number), wrong=stream.wrong_clocks)
    if len(shown) < len(found):
        desk.aside(f"… {len(found) - len(shown)} more: -n {len(found)}")
    if not found:
        desk.aside(f"no event of {len(events)} fits: {', '.join(filters.counts(events))}")


def _print_json(desk: Desk, stream: Stream, shown: list[Envelope], ripples: dict[int, Ripple]) -> None:
    mode = Scoreboard(stream).totals.rounding if isinstance(stream, Session) else Rounding.HALF_UP
    wrong = stream.wrong_clocks
    found = [event_json(envelope, wrong, ripples.get(envelope.number), mode) for envelope in shown]
    desk.json_at("log/1", stream, {"events": found})


def _ripples(events: list[Envelope], wanted: set[int]) -> dict[int, Ripple]:
    """The ripple of each wanted event, every scoreboard built on the one before."""
    found: dict[int, Ripple] = {}
    stream: Stream = Session(events[0].session)
    scoreboard: Scoreboard | None = None
    for envelope in events:
        stream = evolve(stream, envelope)
        later = Scoreboard(stream, scoreboard) if isinstance(stream, Session) else None  # a tournament's: its sessions'
        if scoreboard and later and envelope.number in wanted:
            found[envelope.number] = ripple(scoreboard, later)
        scoreboard = later
    return found


def print_difference(desk: Desk, earlier: str, later: str, board: int | None, contestant: str | None) -> bool:
    """Every score and every place that changed between two moments; whether any did."""
    before, after = (_scores_at(desk, moment) for moment in (earlier, later))
    label = known(after.session, contestant) if contestant else None
    moved = _only(ripple(before, after), board, label)
    _print_moved(desk, before.session, after, moved)
    return bool(moved)


def _scores_at(desk: Desk, moment: str) -> Scoreboard:
    session_id = desk.session_id
    number = number_at(moment, desk.office.log(session_id))
    if number == 0:
        then = f"session {session_id} was not yet open at {moment}"
        raise Misuse("bad-as-of", then, "`start` is just after it was opened")
    return Scoreboard(desk.office.session(session_id, number))


def _only(moved: Ripple, board: int | None, contestant: str | None) -> Ripple:
    """What moved on one board, of one contestant; None: any."""
    return Ripple(
        tuple(each for each in moved.changes if board in (None, each.board) and contestant in (None, each.contestant)),
        tuple(each for each in moved.ranks if contestant in (None, each.contestant)),
    )


def _print_moved(desk: Desk, before: Session, after: Scoreboard, moved: Ripple) -> None:
    if desk.settings.json:
        span = {"from": before.number, "to": after.session.number}
        desk.json_at("diff/1", after.session, {**span, **ripple_json(moved, after.totals.rounding)})
    elif desk.settings.plain:
        desk.table(["board", "contestant", "before", "after"], [_plain_row(change) for change in moved.changes])
    else:
        counts = f"{len(moved.changes)} scores moved, {len(moved.ranks)} places" if moved else "no score moved"
        desk.say(f"#{before.number} to #{after.session.number}: {counts}")
        print_ripple(desk, moved)


def _plain_row(change: Change) -> list[str]:
    return [str(change.board), change.contestant, score_text(change.before), score_text(change.after)]
