"""A tournament over time: its log over all streams, what changed between two moments, what one event moved."""

from cli.desk import references
from cli.desk.desk import Desk
from cli.desk.tournaments import the_tournament
from cli.screens.events import event_json, print_event
from cli.screens.tournaments.contestant_logs import concerning, moved_by, print_own
from cli.screens.tournaments.heads import heads_json, heads_text, say_heads
from cli.screens.tournaments.ripples import overall_ripple_json, print_overall_ripple
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.overall.history import Logs, merged, ripple_of, settles, settling
from ledger.overall.ripple import OverallRipple, overall_ripple

_SHOWN = 30


def print_difference(desk: Desk, named: str | None, earlier: str, later: str) -> bool:
    """What changed of the standings between two moments; whether anything did."""
    name = the_tournament(desk, named)
    before, after = (desk.office.tournaments.at(name, moment) for moment in (earlier, later))
    moved = overall_ripple(before, after)
    if desk.settings.json:
        span = {"from": heads_json(before), "to": heads_json(after)}
        desk.json_at("overall-diff/1", after.tournament, {**span, **overall_ripple_json(moved)})
        return bool(moved)
    if not desk.settings.plain:
        desk.say(f"From {heads_text(before)}", f"to   {heads_text(after)}")
    print_overall_ripple(desk, name, moved)
    if not moved:
        desk.aside("no place or total moved")
    return bool(moved)


def print_log(desk: Desk, named: str | None, limit: int | None, who: str | None, *, reverse: bool, patch: bool) -> None:
    """The events of all streams, newest first: each with the ripple of what settles a score, or what concerns one."""
    name = the_tournament(desk, named)
    logs = desk.office.tournaments.logs(name, desk.settings.as_of)
    scores = desk.office.tournaments.with_former(name, desk.settings.as_of)
    own = {_key(each.envelope): each for each in concerning(logs, scores, who)} if who else {}
    found = [each.envelope for each in own.values()] if who else merged(logs)
    limit = limit or (None if desk.settings.json else _SHOWN)
    shown = (found if reverse else found[::-1])[:limit]
    keys = {_key(each) for each in shown}
    if who:
        moved = {key: of for key, each in own.items() if (of := each.moved if patch else each.own) is not None}
    else:
        moved = moved_by(logs, name, lambda each: _key(each) in keys and settles(each)) if patch else {}
    if desk.settings.json:
        events = [_event_json(each, moved.get(_key(each))) for each in shown]
        desk.json_at("overall-log/1", scores.tournament, {"events": events})
        return
    say_heads(desk, scores)
    for each in shown:
        print_event(desk, each, of=f"{each.session:<{max(map(len, logs))}}  ")
        if of := moved.get(_key(each)):
            _print_moved(desk, name, of, whole=patch)
    if len(shown) < len(found):
        desk.aside(f"… {len(found) - len(shown)} more: -n {len(found)}")
    if not found:
        desk.aside(f"nothing but results is recorded of {who}")


def _print_moved(desk: Desk, name: str, moved: OverallRipple, *, whole: bool) -> None:
    """What an event moved: of everybody, or of the one contestant that is asked about."""
    if whole:
        print_overall_ripple(desk, name, moved)
        desk.say()
    elif not desk.settings.plain:
        print_own(desk, moved)


def _key(envelope: Envelope) -> tuple[str, int]:
    return envelope.session, envelope.number


def _event_json(envelope: Envelope, moved: OverallRipple | None) -> dict[str, object]:
    found = {"session": envelope.session, **event_json(envelope)}
    return found | {"tournament": overall_ripple_json(moved)} if moved is not None else found


def print_ripple_of(desk: Desk, named: str | None, what: str, session: str | None) -> None:
    """What an event, or the events of a case that settled a score, make of the standing as it is otherwise now."""
    name = the_tournament(desk, named)
    logs = desk.office.tournaments.logs(name, desk.settings.as_of)
    stream = session or name
    if stream not in logs:
        known = ", ".join(each for each in logs if each != name) or "none yet"
        raise Misuse("not-in-tournament", f"{stream} does not belong to {name}", f"sessions of it: {known}")
    now = desk.office.tournaments.with_former(name, desk.settings.as_of)
    found = [(each, ripple_of(logs, now, stream, each.number)) for each in _meant(logs, stream, what)]
    if desk.settings.json:
        desk.json_at("overall-ripple/1", now.tournament, {"events": [_event_json(*each) for each in found]})
        return
    for envelope, moved in found:
        print_event(desk, envelope, of=f"{stream}  ")
        print_overall_ripple(desk, name, moved)
        desk.say("" if moved else f"        nothing of {name} hangs on it")


def _where_it_settles(logs: Logs, stream: str, case: str) -> str:
    """What to type where nothing of a case settles a score of a stream: a tournament has no cases of its own."""
    name, *sessions = logs
    if stream != name:
        return f"`ruling list --session {stream}`, `appeal list --session {stream}`"
    found = [each for each in sessions if settling(logs[each], case)] or sessions[-1:]
    typed = [f"`tournament ripple {case} --in {each}`" for each in found]
    return f"say of which session it is: {' or '.join(typed)}" if typed else "`tournament add SESSION --stage STAGE`"


def _meant(logs: Logs, stream: str, what: str) -> list[Envelope]:
    """The event of that number, or those of a case that settle a score; Misuse (bad-as-of) where there is none."""
    if case := references.case_named(what):
        found = settling(logs[stream], case)
        hint = _where_it_settles(logs, stream, case)
        missing = f"nothing of {case} settles a score of {stream}"
    else:
        number = references.parse_event(what, f"`tournament ripple 12 --in {stream}`, or a case")
        found = [each for each in logs[stream] if each.number == number]
        missing, hint = f"{stream} has no event #{number}", f"the last is #{logs[stream][-1].number}"
    if not found:
        raise Misuse("no-such-event", missing, hint)
    return found
