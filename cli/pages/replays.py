"""The replay page: one file to move through an evening event by event.

For each event it has the changed places and totals and the rows of the touched board, in short lists, so that thousands
of events still fit a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cli.pages.chart import charts, moments
from cli.pages.history import events_table, head_of, is_shown_on_pages, settles_score
from cli.pages.links import OnePage
from cli.pages.printing import Press, as_data, in_press_language
from cli.pages.standings import ranked_fields
from cli.words.events import case_of_event, event_text
from cli.words.language import language_in_use
from cli.words.notation import percent_text, result_text
from cli.words.rulings import adjustment_text
from cli.words.scores import score_text, side_scores_text
from cli.words.times import moment_text
from ledger.bridge import Side
from ledger.errors.visible import visible
from ledger.kernel.fact import Envelope
from ledger.projections.names import names_first, names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, in_order
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.clocks.facts import with_corrected_times, wrong_clocks
from ledger.subjects.evolving import evolve
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.rulings.state import combine_rulings

Placed = tuple[int, str]
"""A contestant's place (0 for none) and its total as shown."""


class Frame(NamedTuple):
    """An event of a replay: its text, the contestants whose place or total it changed, and the rows of its board."""

    number: int
    time: str
    by: str
    text: str
    kind: str
    label: str
    placed: list[tuple[int, int, str]]
    board: int
    lines: list[list[str]]


def replay_frames(log: Sequence[Envelope], ends: Session) -> tuple[list[Frame], dict[str, int]]:
    """Return a frame for each shown event, and each contestant's field number; `ends`: the session at the end.

    Contestants are in the order of their numbers in the frames.
    """
    session, frames = Session(ends.id), list[Frame]()
    last: Scoreboard | None = None
    seen: dict[str, Placed] = {}
    known: dict[str, int] = {}
    fields: dict[str, int] = {}
    wrong, until = wrong_clocks(log), log[-1].recorded_at if log else 0
    for envelope in log:
        session = evolve(session, envelope)
        moved: list[tuple[int, int, str]] = []
        # Scores are computed anew only if an event settles a score or a board has changed.
        if session.opened and (
            last is None
            or settles_score(envelope, ends)
            or any(last.session.boards.get(board) is not session.boards[board] for board in session.boards)
        ):
            last = Scoreboard(session, last).completed()
            new = _places(last, fields)
            moved = [(known.setdefault(each, len(known)), *new[each]) for each in new if seen.get(each) != new[each]]
            moved += [(known[each], 0, "–") for each in seen if each not in new]
            seen = new
        if not is_shown_on_pages(envelope.event, ends):
            continue
        when = moment_text(with_corrected_times(envelope, wrong).occurred_at, until)
        event, case = envelope.event, case_of_event(envelope.event) or ""
        board = _board_of(envelope, session)
        lines = _lines(last, board) if board and last and last.session is session else []
        kind = "settled" if settles_score(envelope, ends) else ""
        if isinstance(event, Decision | Judgement):
            kind = "appeal" if isinstance(event, Decision) else "ruling"
        frame = Frame(envelope.number, when, envelope.by, event_text(event, ends), kind, case, moved, board, lines)
        frames.append(frame)
    return frames, {each: fields[each] for each in known}


def _places(scoreboard: Scoreboard, fields: dict[str, int]) -> dict[str, Placed]:
    places, mode = dict[str, Placed](), scoreboard.totals.rounding
    for at, field in enumerate(standings(scoreboard)):
        for row in field.rows:
            fields[row.contestant] = at
            total = score_text(row.total, mode) if row.percent is None else percent_text(row.percent, mode)
            places[row.contestant] = (row.rank or 0, total)
    return places


def _board_of(envelope: Envelope, session: Session) -> int:
    """Return the board of an event, of its ruling, or of the ruling its appeal is against; 0 for no board."""
    board: int | None = getattr(envelope.event, "board", None)
    case = case_of_event(envelope.event) or ""
    if appeal := session.appeals.get(case):
        case = appeal.against
    ruling = session.rulings.get(case)
    number = board or (ruling.board if ruling else 0)
    return number if number in session.boards else 0


def _lines(scoreboard: Scoreboard, board: int) -> list[list[str]]:
    mode = scoreboard.totals.rounding
    lines = []
    for played in in_order(scoreboard.session.boards[board]):
        result = played.result
        contract = result_text(result, True) if result and result.bare_score is None else "–"
        scores = [side_scores_text(scoreboard.own_scores(played, side), mode) for side in Side]
        cases = " ".join(played.cases)
        ruled = combine_rulings(scoreboard.session, played).all if cases else ()
        if awards := "; ".join(adjustment_text(each.adjustment, symbols=True) for each in ruled):
            cases = f"{cases}: {awards}"
        lines.append([played.table or "", *played.seating.pair, contract, *scores, cases])
    return sorted(lines, key=lambda line: not line[-1])  # what was ruled on is what is looked at


_RAIL = 996  # the slider is 1000 wide in `replay.html`, a mark 4


@in_press_language
def replay_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], _now: int = 0) -> str:
    """Return the replay page: its slider steps through the events; a browser without scripts shows tables."""
    session = scoreboard.session
    frames, ranked = replay_frames(log, session)
    decided = {frame.number for frame in frames if frame.kind}
    links = OnePage(session, events=range(1, session.number + 1))
    fields = ranked_fields(scoreboard, links)
    last = max(len(frames) - 1, 1)
    marks = [  # decisions marked on the slider
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
    return visible(language_in_use().labels(text))


class _Words:
    """A store of texts by number, each kept once and with control characters escaped."""

    def __init__(self) -> None:
        self.all: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.all.setdefault(_shown(text), len(self.all))


def _as_data(reel_frames: Sequence[Frame], ranked: Mapping[str, int], names: Mapping[str, str]) -> Markup:
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
        for frame in reel_frames
    ]
    contestants = [_shown(names_first(each, names)) for each in ranked]
    beside = {"words": list(words.all), "seats": list(seats), "frames": frames}
    return as_data({"contestants": contestants, "fields": list(ranked.values()), **beside})


def _line(
    line: Sequence[str], names: Mapping[str, str], words: _Words, seats: dict[tuple[int, ...], int]
) -> tuple[int, int, int]:
    """Return a board's row as three numbers, which stand for its fixed part and for the texts of both scores."""
    texts = (line[0], *(names_first(each, names) for each in line[1:3]), *line[3:])
    table, ns, ew, contract, for_ns, for_ew, cases = (words.number(text) for text in texts)
    return seats.setdefault((table, ns, ew, contract, cases), len(seats)), for_ns, for_ew
