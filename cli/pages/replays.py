"""The replay page: one file to move through an evening with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cli.pages import standings
from cli.pages.chart import charts
from cli.pages.columns import moments
from cli.pages.events import events_table, head_of
from cli.pages.links import OnePage
from cli.pages.printing import Press, as_data, in_its_language
from cli.pages.scrubbing import Frame, Reel, reel
from cli.words.language import spoken
from ledger.errors.visible import visible
from ledger.facts import Envelope
from ledger.projections.names import led_by_names, names_of
from ledger.projections.scoreboard import Scoreboard

_RAIL = 996


class RailMark(NamedTuple):
    """What stands out on the rail, and where."""

    number: int
    kind: str
    label: str
    x: int


@in_its_language
def replay_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope]) -> str:
    """The page: a slider over the events, the places and the touched board moving with it; tables without script."""
    session = scoreboard.session
    made = reel(log, session)
    decided = {frame.number for frame in made.frames if frame.kind}
    links = OnePage(session, events=range(1, session.number + 1))
    fields = standings.ranked_fields(scoreboard, links)
    view = {
        "head": head_of(session),
        "unit": scoreboard.unit,
        "marks": _marks(made.frames),
        "fields": [field.caption for field in fields],
        "standings": fields,
        "charts": charts(scoreboard, moments(log, session.id)),
        "decided": events_table((each for each in log if each.number in decided), session, named=False),
        "log": events_table(log, session),
        "reel": _as_data(made, names_of(session)),
    }
    return press.scripted("replay.html", links, view, ["replay.js"])


def _marks(frames: Sequence[Frame]) -> list[RailMark]:
    last = max(len(frames) - 1, 1)
    return [
        RailMark(frame.number, frame.kind, frame.label or f"#{frame.number}", at * _RAIL // last)
        for at, frame in enumerate(frames)
        if frame.kind
    ]


def _shown(text: str) -> str:
    """A text as the script shows it: in the letters of the language, and steering no screen."""
    return visible(spoken().labels(text))


class _Words:
    """Texts by number, each once; none steers a screen."""

    def __init__(self) -> None:
        self.all: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.all.setdefault(_shown(text), len(self.all))


def _as_data(made: Reel, names: Mapping[str, str]) -> Markup:
    """The reel as JSON for the script of the page; no text in it can end the element it stands in."""
    words = _Words()
    seats: dict[tuple[int, ...], int] = {}
    frames = [
        [
            frame.number,
            *(words.number(text) for text in (frame.time, frame.by, frame.text)),
            frame.kind,
            frame.label,
            frame.board,
            [each for at, place, total in frame.placed for each in (at, place, words.number(total))],
            [each for line in frame.lines for each in _line(line, names, words, seats)],
        ]
        for frame in made.frames
    ]
    contestants = [_shown(led_by_names(each, names)) for each in made.contestants]
    data = {
        "contestants": contestants,
        "fields": made.fields,
        "words": list(words.all),
        "seats": list(seats),
        "frames": frames,
    }
    return as_data(data)


def _line(
    line: Sequence[str], names: Mapping[str, str], words: _Words, seats: dict[tuple[int, ...], int]
) -> tuple[int, int, int]:
    """A line of a board: what stays of it by one number, then both scores."""
    told = (line[0], *(led_by_names(each, names) for each in line[1:3]), *line[3:])
    table, ns, ew, contract, for_ns, for_ew, cases = (words.number(text) for text in told)
    return seats.setdefault((table, ns, ew, contract, cases), len(seats)), for_ns, for_ew
