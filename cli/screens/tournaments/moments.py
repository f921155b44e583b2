"""A tournament over time: its log over all streams, what changed between two moments, what one event moved."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options import addresses
from cli.screens.event_filters import Filters, wanted
from cli.screens.events import print_event
from cli.screens.tournaments.ripples import OF_A_ROW, moved_text, print_overall_ripple
from cli.screens.tournaments.standings import say_heads
from cli.views.events import moved_event_json, overall_ripple_json
from cli.views.tournaments import heads_json
from cli.words.overalls import heads_text, value_text
from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import Envelope
from ledger.overall.aspects import OverallChange, OverallRipple, overall_ripple
from ledger.overall.history import Logs, merged, ripple_of, ripples, settles, settling
from ledger.overall.scores import TournamentScores
from ledger.subjects.play.facts import ContestantsEntered, ResultRecorded

_IN_PLAY = (ContestantsEntered, ResultRecorded)

_APART = re.compile(r" v |: | in round | \(")


class ContestantEvent(NamedTuple):
    """An event, and what it moved: of the contestant alone, and of everybody; None where it settles nothing."""

    envelope: Envelope
    own: OverallRipple | None
    moved: OverallRipple | None


def concerning(logs: Logs, scores: TournamentScores, who: str) -> list[ContestantEvent]:
    """The events that concern a contestant, oldest first; Refusal (no-such-contestant) where there is none."""
    name = scores.tournament.id
    tests = {each: _about(scores, each, who) for each in logs if each != name}
    if not (any(tests.values()) or who.casefold() in map(str.casefold, scores.tournament.entrants)):
        raise Refusal(
            "no-such-contestant", f"{who} is nobody of {name}", "`tournament standings` shows who has a score"
        )
    tests[name] = lambda each: any(text.casefold() == who.casefold() for text in _texts(each.event))
    moved = moved_by(logs, name, settles)
    found = []
    for each in merged(logs):
        test, of_all = tests[each.session], moved.get((each.session, each.number))
        own = _of(of_all, who) if of_all is not None else None
        about = test is not None and test(each)
        if own or (about and not isinstance(each.event, _IN_PLAY)):
            found.append(ContestantEvent(each, own, of_all))
    return found


def moved_by(logs: Logs, name: str, asked: Callable[[Envelope], bool]) -> dict[tuple[str, int], OverallRipple]:
    """What each event that is asked about moved over the tournament, by its stream and number."""
    return {(each.session, each.number): moved for each, moved in ripples(logs, name, asked)}


def _about(scores: TournamentScores, stream: str, who: str) -> Callable[[Envelope], bool] | None:
    """Whether an event of a session is about a contestant of the tournament; None where it does not play there."""
    scoreboard = scores.scoreboards.get(stream)
    contestants = scoreboard.session.contestants if scoreboard else ()
    known = scores.tournament.entrant_of
    own = [each for each in contestants if known(stream, each).casefold() == who.casefold()]
    if not (own and scoreboard):
        return None
    filters = [wanted(Filters(contestant=each), scoreboard.session) for each in own]
    return lambda each: any(filter_.has(each) for filter_ in filters)


def _texts(value: object) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _texts([getattr(value, name) for name in value.__struct_fields__])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def _of(moved: OverallRipple, who: str) -> OverallRipple:
    """What of it is a contestant's own: its total and place, its matches, what it carries, whom it would meet."""
    own = tuple(each for each in moved.moved if _is_of(each, who.casefold()))
    stages = {each.stage for each in own}
    return OverallRipple(own, tuple(each for each in moved.stages if each.name in stages))


def _is_of(change: OverallChange, who: str) -> bool:
    names = _APART.split(change.whose.casefold())
    if change.kind in ("victory points", "score"):  # of one side of a match
        return names[0] == who
    return who in {*names, *_won(change.before), *_won(change.after)}


def _won(value: object) -> list[str]:
    return value.casefold().split(" and ") if isinstance(value, str) else []


def print_own(out: Output, own: OverallRipple) -> None:
    """What moved of a contestant: 'qualifying: total 8.33 → 33.33, place 6 → 5', and beneath it whatever else."""
    for stage in own.stages:
        moved = own.of(stage.name)
        mode, places, row = stage.rules.rounding, stage.rules.places, []
        for each in moved:
            if each.kind in OF_A_ROW:
                before, after = (value_text(value, mode, places) for value in (each.before, each.after))
                row.append(f"{each.kind} {before} {'→' if out.symbols else '->'} {after}")
        if row:
            out.say_long(f"        {stage.name}: {', '.join(row)}", 10)
        for each in moved:
            if each.kind not in OF_A_ROW:
                out.say_long(f"        {moved_text(out, each, stage)}", 10)


_SHOWN = 30


def print_difference(desk: Desk, named: str | None, earlier: str, later: str) -> bool:
    """What changed of the standings between two moments; whether anything did."""
    name = desk.the_tournament(named)
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
    name = desk.the_tournament(named)
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
        events = [moved_event_json(each, scores.stream(each.session), moved.get(_key(each))) for each in shown]
        desk.json_at("overall-log/1", scores.tournament, {"events": events})
        return
    say_heads(desk, scores)
    for each in shown:
        print_event(desk, each, stream=scores.stream(each.session), of=f"{each.session:<{max(map(len, logs))}}  ")
        if of := moved.get(_key(each)):
            if patch:
                print_overall_ripple(desk, name, of)
                desk.say()
            elif not desk.settings.plain:
                print_own(desk, of)
    if len(shown) < len(found):
        desk.aside(f"… {len(found) - len(shown)} more: -n {len(found)}")
    if not found:
        desk.aside(f"nothing but results is recorded of {who}")


def _key(envelope: Envelope) -> tuple[str, int]:
    return envelope.session, envelope.number


def print_ripple_of(desk: Desk, named: str | None, what: str, session: str | None) -> None:
    """What an event, or the events of a case that settled a score, make of the standing as it is otherwise now."""
    name = desk.the_tournament(named)
    logs = desk.office.tournaments.logs(name, desk.settings.as_of)
    stream = session or name
    if stream not in logs:
        known = ", ".join(each for each in logs if each != name) or "none yet"
        raise Misuse("not-in-tournament", f"{stream} does not belong to {name}", f"sessions of it: {known}")
    now = desk.office.tournaments.with_former(name, desk.settings.as_of)
    found = [(each, ripple_of(logs, now, stream, each.number)) for each in _meant(logs, stream, what)]
    if desk.settings.json:
        desk.json_at(
            "overall-ripple/1",
            now.tournament,
            {"events": [moved_event_json(each, now.stream(stream), moved) for each, moved in found]},
        )
        return
    for envelope, moved in found:
        print_event(desk, envelope, stream=now.stream(stream), of=f"{stream}  ")
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
    if case := addresses.case_named(what):
        found = settling(logs[stream], case)
        hint = _where_it_settles(logs, stream, case)
        missing = f"nothing of {case} settles a score of {stream}"
    else:
        number = addresses.parse_event(what, f"`tournament ripple 12 --in {stream}`, or a case")
        found = [each for each in logs[stream] if each.number == number]
        missing, hint = f"{stream} has no event #{number}", f"the last is #{logs[stream][-1].number}"
    if not found:
        raise Misuse("no-such-event", missing, hint)
    return found
