"""Print a tournament over time: its log over all streams, the change between two moments, the ripple of one event."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options import addresses
from cli.screens.event_filters import Filters, parse_filters
from cli.screens.events import print_event
from cli.screens.tournaments.ripples import ROW_KINDS, moved_text, print_overall_ripple
from cli.screens.tournaments.standings import print_heads
from cli.views.answers import fill_row
from cli.views.events import OverallDiffAnswer, OverallLogAnswer, OverallRippleAnswer, overall_moves, tournament_event
from cli.views.overall import heads_of
from cli.words.overalls import read_up_to_text, value_text
from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import Envelope
from ledger.overall.aspects import OverallChange, OverallRipple, overall_ripple
from ledger.overall.history import Logs, merge_events, ripple_of, ripples, settles, settling_events
from ledger.overall.scores import TournamentScores
from ledger.subjects.play.facts import ContestantsEntered, ResultRecorded

_IN_PLAY = (ContestantsEntered, ResultRecorded)  # too many to list: only those that move a score are

_APART = re.compile(r" v |: | in round | \(")  # separates the contestants in the title of a change


class ContestantEvent(NamedTuple):
    """An event, all its changes (`moved`), and one contestant's `part` in these; both None if it settles no score."""

    envelope: Envelope
    part: OverallRipple | None
    moved: OverallRipple | None


def list_contestant_events(logs: Logs, scores: TournamentScores, who: str) -> list[ContestantEvent]:
    """Return the events about a contestant, results only if they moved its scores, oldest first; Refusal if unknown."""
    name = scores.tournament.id
    tests = {each: _contestant_test(scores, each, who) for each in logs if each != name}
    if not (any(tests.values()) or who.casefold() in map(str.casefold, scores.tournament.entrants)):
        hint = "`tournament standings` shows who has a score"
        raise Refusal("no-such-contestant", f"{who} does not take part in {name}", hint)
    tests[name] = lambda each: any(text.casefold() == who.casefold() for text in _texts(each.event))
    moved = ripples_by_event(logs, name, settles)
    events = []
    for envelope in merge_events(logs):
        test, of_all = tests[envelope.session], moved.get((envelope.session, envelope.number))
        part = _part_of(of_all, who) if of_all is not None else None
        about = test is not None and test(envelope)
        if part or (about and not isinstance(envelope.event, _IN_PLAY)):
            events.append(ContestantEvent(envelope, part, of_all))
    return events


def ripples_by_event(logs: Logs, name: str, test: Callable[[Envelope], bool]) -> dict[tuple[str, int], OverallRipple]:
    """Return what each event that passes the `test` changed in the tournament, by its stream and number."""
    return {(each.session, each.number): moved for each, moved in ripples(logs, name, test)}


def _contestant_test(scores: TournamentScores, stream: str, who: str) -> Callable[[Envelope], bool] | None:
    """Return a test for a session's events about a contestant; None if the contestant is not in the session."""
    scoreboard = scores.scoreboards.get(stream)
    contestants = scoreboard.session.contestants if scoreboard else ()
    known = scores.tournament.entrant_of
    labels = [each for each in contestants if known(stream, each).casefold() == who.casefold()]
    if not (labels and scoreboard):
        return None
    filters = [parse_filters(Filters(contestant=each), scoreboard.session) for each in labels]
    return lambda each: any(filter_.has(each) for filter_ in filters)


def _texts(value: object) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _texts([getattr(value, name) for name in value.__struct_fields__])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _part_of(moved: OverallRipple, who: str) -> OverallRipple:
    """Return an event's changes that are about a contestant: total, place, matches, carry-forward, opponent."""
    changes = tuple(each for each in moved.moved if _is_of(each, who.casefold()))
    stages = {each.stage for each in changes}
    return OverallRipple(changes, tuple(each for each in moved.stages if each.name in stages))


def _is_of(change: OverallChange, who: str) -> bool:
    names = _APART.split(change.whose.casefold())
    if change.kind in ("victory points", "score"):  # of one side of a match
        return names[0] == who
    return who in {*names, *_winners(change.before), *_winners(change.after)}


def _winners(value: object) -> list[str]:
    return value.casefold().split(" and ") if isinstance(value, str) else []


def print_contestant_ripple(out: Output, part: OverallRipple) -> None:
    """Print an event's changes for a contestant: 'qualifying: total 8.33 → 33.33, place 6 → 5'; then more changes."""
    for stage in part.stages:
        moved = part.of(stage.name)
        mode, places, row = stage.rules.rounding, stage.rules.places, []
        for change in moved:
            if change.kind in ROW_KINDS:
                before, after = (value_text(value, mode, places) for value in (change.before, change.after))
                row.append(f"{change.kind} {before} {'→' if out.symbols else '->'} {after}")
        if row:
            out.say_long(f"        {stage.name}: {', '.join(row)}", 10)
        for change in moved:
            if change.kind not in ROW_KINDS:
                out.say_long(f"        {moved_text(out, change, stage)}", 10)


_SHOWN = 30


def print_difference(desk: Desk, named: str | None, earlier: str, later: str) -> bool:
    """Print the changes of the standings between two moments; return True if there are any."""
    name = desk.tournament_name(named)
    before, after = (desk.office.tournaments.at(name, moment) for moment in (earlier, later))
    moved = overall_ripple(before, after)
    if desk.settings.json:
        moves, since, until = overall_moves(moved), heads_of(before), heads_of(after)
        desk.answer(fill_row(OverallDiffAnswer, moves, earlier=since, later=until), (), after.tournament)
        return bool(moved)
    if not desk.settings.plain:
        desk.say(f"From {read_up_to_text(before)}", f"to   {read_up_to_text(after)}")
    print_overall_ripple(desk, name, moved)
    if not moved:
        desk.aside("no place or total moved")
    return bool(moved)


def print_log(desk: Desk, named: str | None, limit: int | None, who: str | None, *, reverse: bool, patch: bool) -> None:
    """Print a tournament's events, newest first; `who`: only one contestant's; `patch`: with what each changed."""
    name = desk.tournament_name(named)
    logs = desk.office.tournaments.logs(name, desk.settings.as_of)
    scores = desk.office.tournaments.scores_with_former_sessions(name, desk.settings.as_of)
    concerned = {_key(each.envelope): each for each in list_contestant_events(logs, scores, who)} if who else {}
    envelopes = [each.envelope for each in concerned.values()] if who else merge_events(logs)
    limit = limit or (None if desk.settings.json else _SHOWN)
    page = (envelopes if reverse else envelopes[::-1])[:limit]
    keys = {_key(each) for each in page}
    if who:
        moved = {key: of for key, each in concerned.items() if (of := each.moved if patch else each.part) is not None}
    else:
        moved = ripples_by_event(logs, name, lambda each: _key(each) in keys and settles(each)) if patch else {}
    if desk.settings.json:
        events = (tournament_event(each, scores.stream(each.session), moved.get(_key(each))) for each in page)
        desk.answer(OverallLogAnswer(tuple(events)), (), scores.tournament)
        return
    print_heads(desk, scores)
    for event in page:
        print_event(desk, event, stream=scores.stream(event.session), of=f"{event.session:<{max(map(len, logs))}}  ")
        if of := moved.get(_key(event)):
            if patch:
                print_overall_ripple(desk, name, of)
                desk.say()
            elif not desk.settings.plain:
                print_contestant_ripple(desk, of)
    if len(page) < len(envelopes):
        desk.aside(f"… {len(envelopes) - len(page)} more: -n {len(envelopes)}")
    if not envelopes:
        desk.aside(f"nothing but results is recorded of {who}")


def _key(envelope: Envelope) -> tuple[str, int]:
    return envelope.session, envelope.number


def print_event_ripple(desk: Desk, named: str | None, what: str, session: str | None) -> None:
    """Print the effect of an event, or of a case's scoring events, on the standings; further logs stay as now."""
    name = desk.tournament_name(named)
    logs = desk.office.tournaments.logs(name, desk.settings.as_of)
    stream = session or name
    if stream not in logs:
        known = ", ".join(each for each in logs if each != name) or "none yet"
        raise Misuse("not-in-tournament", f"{stream} does not belong to {name}", f"its sessions: {known}")
    scores = desk.office.tournaments.scores_with_former_sessions(name, desk.settings.as_of)
    pairs = [(each, ripple_of(logs, scores, stream, each.number)) for each in _events_named(logs, stream, what)]
    if desk.settings.json:
        events = (tournament_event(each, scores.stream(stream), moved) for each, moved in pairs)
        desk.answer(OverallRippleAnswer(tuple(events)), (), scores.tournament)
        return
    for envelope, moved in pairs:
        print_event(desk, envelope, stream=scores.stream(stream), of=f"{stream}  ")
        print_overall_ripple(desk, name, moved)
        desk.say("" if moved else f"        nothing of {name} hangs on it")


def _settling_hint(logs: Logs, stream: str, case: str) -> str:
    """Return what to type if a case has no scoring event in a stream: the commands that list cases, or its session."""
    name, *sessions = logs
    if stream != name:
        return f"`ruling list --session {stream}`, `appeal list --session {stream}`"
    homes = [each for each in sessions if settling_events(logs[each], case)] or sessions[-1:]
    typed = [f"`tournament ripple {case} --in {each}`" for each in homes]
    return f"say of which session it is: {' or '.join(typed)}" if typed else "`tournament add SESSION --stage STAGE`"


def _events_named(logs: Logs, stream: str, what: str) -> list[Envelope]:
    """Return the event with a number, or those events of a case that settle a score; Misuse if there is none."""
    if case := addresses.case_named(what):
        events = settling_events(logs[stream], case)
        hint = _settling_hint(logs, stream, case)
        missing = f"no event of {case} changes a score of {stream}"
    else:
        number = addresses.parse_event(what, f"`tournament ripple 12 --in {stream}`, or a case")
        events = [each for each in logs[stream] if each.number == number]
        missing, hint = f"{stream} has no event #{number}", f"the last is #{logs[stream][-1].number}"
    if not events:
        raise Misuse("no-such-event", missing, hint)
    return events
