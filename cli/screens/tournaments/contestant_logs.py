"""What concerns one contestant of a tournament, over all of its streams: event by event, with what it moved of its own.

Of its sessions that is what is about its tables, rulings, penalties and appeals; of the tournament what names it; and
of everything else what settled a score and moved it. Its results are in its scorecards.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from cli.desk.output import Output
from cli.screens.event_filters import Filters, wanted
from cli.screens.tournaments.ripples import OF_A_ROW, moved_text, value_text
from ledger.errors import Refusal
from ledger.events import Envelope, Event
from ledger.events.play import ContestantsEntered, ResultRecorded
from ledger.events.tournaments import Stage
from ledger.overall.history import Logs, merged, ripples, settles
from ledger.overall.ripple import OverallChange, OverallRipple
from ledger.overall.scores import TournamentScores

_IN_PLAY = (ContestantsEntered, ResultRecorded)
_APART = re.compile(r" v |: | in round | \(")


class Concerning(NamedTuple):
    """An event, and what it moved: of the contestant alone, and of everybody; None where it settles nothing."""

    envelope: Envelope
    own: OverallRipple | None
    moved: OverallRipple | None


def concerning(logs: Logs, scores: TournamentScores, who: str) -> list[Concerning]:
    """The events that concern a contestant, oldest first; Refusal (no-such-contestant) where there is none."""
    name = scores.tournament.id
    tests = {each: _about(scores, each, who) for each in logs if each != name}
    if not (any(tests.values()) or who.casefold() in map(str.casefold, scores.tournament.entrants)):
        raise Refusal(
            "no-such-contestant", f"{who} is nobody of {name}", "`tournament standings` shows who has a score"
        )
    tests[name] = lambda each: _names(each.event, who)
    moved = moved_by(logs, name, settles)
    return list(_found(logs, moved, tests, who))


def _found(
    logs: Logs,
    moved: dict[tuple[str, int], OverallRipple],
    tests: dict[str, Callable[[Envelope], bool] | None],
    who: str,
) -> Iterator[Concerning]:
    for each in merged(logs):
        test, of_all = tests[each.session], moved.get((each.session, each.number))
        own = _of(of_all, who) if of_all is not None else None
        about = test is not None and test(each)
        if own or (about and not isinstance(each.event, _IN_PLAY)):
            yield Concerning(each, own, of_all)


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


def _names(event: Event, who: str) -> bool:
    """Whether an event of the tournament names somebody; what somebody wrote of it does not count."""
    return any(text.casefold() == who.casefold() for text in _texts(event))


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
    if change.kind == "victory points":  # of one side of a match
        return names[0] == who
    return who in {*names, *_won(change.before), *_won(change.after)}


def _won(value: object) -> list[str]:
    return value.casefold().split(" and ") if isinstance(value, str) else []


def print_own(out: Output, own: OverallRipple) -> None:
    """What moved of a contestant: 'qualifying: total 8.33 → 33.33, place 6 → 5', and beneath it whatever else."""
    for stage in own.stages:
        moved = own.of(stage.name)
        row = ", ".join(_text(out, each, stage) for each in moved if each.kind in OF_A_ROW)
        if row:
            out.say_long(f"        {stage.name}: {row}", 10)
        for each in moved:
            if each.kind not in OF_A_ROW:
                out.say_long(f"        {moved_text(out, each, stage)}", 10)


def _text(out: Output, change: OverallChange, stage: Stage) -> str:
    before, after = (value_text(value, stage.rules.rounding) for value in (change.before, change.after))
    return f"{change.kind} {before} {'→' if out.symbols else '->'} {after}"
