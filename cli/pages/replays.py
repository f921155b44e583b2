"""The replay page: one file to move through an evening with.

Event by event it tells what changed, the places, the totals and the board that was touched, in short lists: an evening
of thousands of events stays a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cli.pages.chart import charts, moments
from cli.pages.history import events_table, head_of, is_settling, is_told
from cli.pages.links import OnePage
from cli.pages.printing import Press, as_data, in_its_language
from cli.pages.standings import ranked_fields
from cli.words.events import case_of, event_text
from cli.words.language import spoken
from cli.words.notation import percent_text, result_text
from cli.words.scores import own_scores_text, score_text
from cli.words.times import moment_text
from ledger.bridge import Side
from ledger.errors.visible import visible
from ledger.kernel.fact import Envelope
from ledger.projections.names import led_by_names, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, in_order
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.clocks.facts import with_right_times, wrong_clocks
from ledger.subjects.evolving import evolve
from ledger.subjects.rulings.facts import Judgement

Placed = tuple[int, str]
"""A contestant's place, 0 for none, and total as it is shown."""


class Frame(NamedTuple):
    """One event: what the page says of it, whose place or total it changed, and the lines of the board it touched."""

    number: int
    time: str
    by: str
    text: str
    kind: str
    label: str
    placed: list[tuple[int, int, str]]
    board: int
    lines: list[list[str]]


def reel(log: Sequence[Envelope], ends: Session) -> tuple[list[Frame], dict[str, int]]:
    """Return the evening event by event, and the field of each contestant; `ends`: the session after its last event.

    Contestants come in the order their numbers in the frames go by, each with the field it is ranked in.
    """
    session, frames = Session(ends.id), list[Frame]()
    last: Scoreboard | None = None
    shown: dict[str, Placed] = {}
    known: dict[str, int] = {}
    fields: dict[str, int] = {}
    wrong, until = wrong_clocks(log), log[-1].recorded_at if log else 0
    for envelope in log:
        session = evolve(session, envelope)
        moved: list[tuple[int, int, str]] = []
        # A score can move where an event settles one, or a board is another one now.
        if session.opened and (
            last is None
            or is_settling(envelope, ends)
            or any(last.session.boards.get(board) is not session.boards[board] for board in session.boards)
        ):
            last = Scoreboard(session, last).completed()
            now = _places(last, fields)
            moved = [(known.setdefault(each, len(known)), *now[each]) for each in now if shown.get(each) != now[each]]
            moved += [(known[each], 0, "–") for each in shown if each not in now]
            shown = now
        if not is_told(envelope.event, ends):
            continue
        when = moment_text(with_right_times(envelope, wrong).occurred_at, until)
        event, case = envelope.event, case_of(envelope.event) or ""
        board = _board_of(envelope, session)
        lines = _lines(last, board) if board and last and last.session is session else []
        kind = "settled" if is_settling(envelope, ends) else ""
        if isinstance(event, Decision | Judgement):
            kind = "appeal" if isinstance(event, Decision) else "ruling"
        frame = Frame(envelope.number, when, envelope.by, event_text(event, ends), kind, case, moved, board, lines)
        frames.append(frame)
    return frames, {each: fields[each] for each in known}


def _places(scoreboard: Scoreboard, fields: dict[str, int]) -> dict[str, Placed]:
    found, mode = dict[str, Placed](), scoreboard.totals.rounding
    for at, field in enumerate(standings(scoreboard)):
        for row in field.rows:
            fields[row.contestant] = at
            shown = score_text(row.total, mode) if row.percent is None else percent_text(row.percent, mode)
            found[row.contestant] = (row.rank or 0, shown)
    return found


def _board_of(envelope: Envelope, session: Session) -> int:
    """The board an event is about, by itself, by its ruling, or by the ruling an appeal is against; 0 for none."""
    board: int | None = getattr(envelope.event, "board", None)
    case = case_of(envelope.event) or ""
    if appeal := session.appeals.get(case):
        case = appeal.against
    ruling = session.rulings.get(case)
    number = board or (ruling.board if ruling else 0)
    return number if number in session.boards else 0


def _lines(scoreboard: Scoreboard, board: int) -> list[list[str]]:
    mode = scoreboard.totals.rounding
    found = []
    for played in in_order(scoreboard.session.boards[board]):
        result = played.result
        contract = result_text(result, True) if result and result.bare_score is None else "–"
        scores = [own_scores_text(scoreboard.own_scores(played, side), mode) for side in Side]
        found.append([played.table or "", *played.seating.pair, contract, *scores, " ".join(played.cases)])
    return found


_RAIL = 996


@in_its_language
def replay_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], _now: int = 0) -> str:
    """Make the page: a slider over the events moves the places and the touched board; without script, tables."""
    session = scoreboard.session
    frames, ranked = reel(log, session)
    decided = {frame.number for frame in frames if frame.kind}
    links = OnePage(session, events=range(1, session.number + 1))
    fields = ranked_fields(scoreboard, links)
    last = max(len(frames) - 1, 1)
    marks = [  # what stands out on the rail, and where
        {**frame._asdict(), "label": frame.label or f"#{frame.number}", "x": at * _RAIL // last}
        for at, frame in enumerate(frames)
        if frame.kind
    ]
    view = {
        "head": head_of(session),
        "unit": scoreboard.unit,
        "marks": marks,
        "fields": [field.caption for field in fields],
        "standings": fields,
        "charts": charts(scoreboard, moments(scoreboard, log)),
        "decided": events_table((each for each in log if each.number in decided), session, named=False),
        "log": events_table(log, session),
        "reel": _as_data(frames, ranked, names_of(session)),
    }
    return press.scripted("replay.html", links, view, ["replay.js"])


def _shown(text: str) -> str:
    return visible(spoken().labels(text))


class _Words:
    """Texts by number, each once; none steers a screen."""

    def __init__(self) -> None:
        self.all: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.all.setdefault(_shown(text), len(self.all))


def _as_data(told: Sequence[Frame], ranked: Mapping[str, int], names: Mapping[str, str]) -> Markup:
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
        for frame in told
    ]
    contestants = [_shown(led_by_names(each, names)) for each in ranked]
    beside = {"words": list(words.all), "seats": list(seats), "frames": frames}
    return as_data({"contestants": contestants, "fields": list(ranked.values()), **beside})


def _line(
    line: Sequence[str], names: Mapping[str, str], words: _Words, seats: dict[tuple[int, ...], int]
) -> tuple[int, int, int]:
    """A line of a board: what stays of it by one number, then both scores."""
    told = (line[0], *(led_by_names(each, names) for each in line[1:3]), *line[3:])
    table, ns, ew, contract, for_ns, for_ew, cases = (words.number(text) for text in told)
    return seats.setdefault((table, ns, ew, contract, cases), len(seats)), for_ns, for_ew
