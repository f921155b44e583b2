"""What the replay page moves through: event by event the places, the totals and the board that was touched.

Everything is told as what changed by each event, in short lists: an evening of thousands of events stays a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.pages.events import is_told
from cli.pages.history import is_settling
from cli.words.events import case_of, event_text
from cli.words.notation import result_text
from cli.words.numbers import percent_text
from cli.words.scores import own_scores_text, score_text
from cli.words.times import moment_text
from ledger.bridge import Side
from ledger.facts import Envelope
from ledger.facts.appeals import Decision
from ledger.facts.clocks import with_right_times, wrong_clocks
from ledger.facts.rulings import Judgement
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, evolve, in_order

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


class Reel(NamedTuple):
    """All events; `contestants` in the order their numbers in the frames go by, each with the field it is ranked in."""

    contestants: list[str]
    fields: list[int]
    frames: list[Frame]


def reel(log: Sequence[Envelope], ends: Session) -> Reel:
    """The evening, from its first event to its last, as it `ends`."""
    session, frames = Session(ends.id), list[Frame]()
    last: Scoreboard | None = None
    shown: dict[str, Placed] = {}
    known: dict[str, int] = {}
    fields: dict[str, int] = {}
    wrong, until = wrong_clocks(log), log[-1].recorded_at if log else 0
    for envelope in log:
        session = evolve(session, envelope)
        moved: list[tuple[int, int, str]] = []
        if session.opened and (last is None or _touches(last.session, session, envelope)):
            last = Scoreboard(session, last).completed()
            now = _places(last, fields)
            moved = [(known.setdefault(each, len(known)), *now[each]) for each in now if shown.get(each) != now[each]]
            moved += [(known[each], 0, "–") for each in shown if each not in now]
            shown = now
        if not is_told(envelope.event, ends):
            continue
        when = moment_text(with_right_times(envelope, wrong).occurred_at, until)
        frames.append(_frame(envelope, when, session, last, moved))
    return Reel(list(known), [fields[each] for each in known], frames)


def _touches(before: Session, after: Session, envelope: Envelope) -> bool:
    """Whether an event can move a score: it settles one, or a board is another one now."""
    return is_settling(envelope) or any(before.boards.get(board) is not after.boards[board] for board in after.boards)


def _places(scoreboard: Scoreboard, fields: dict[str, int]) -> dict[str, Placed]:
    """Everybody's place and total; in which field each is ranked is noted."""
    found, mode = dict[str, Placed](), scoreboard.totals.rounding
    for at, field in enumerate(standings(scoreboard)):
        for row in field.rows:
            fields[row.contestant] = at
            shown = score_text(row.total, mode) if row.percent is None else percent_text(row.percent, mode)
            found[row.contestant] = (row.rank or 0, shown)
    return found


def _frame(
    envelope: Envelope, when: str, session: Session, scoreboard: Scoreboard | None, moved: list[tuple[int, int, str]]
) -> Frame:
    event, case = envelope.event, case_of(envelope.event) or ""
    board = _board_of(envelope, session)
    lines = _lines(scoreboard, board) if board and scoreboard and scoreboard.session is session else []
    return Frame(envelope.number, when, envelope.by, event_text(event), _kind(envelope), case, moved, board, lines)


def _kind(envelope: Envelope) -> str:
    """What stands out on the rail: rulings, appeals, and whatever else was decided."""
    if isinstance(envelope.event, Decision):
        return "appeal"
    if isinstance(envelope.event, Judgement):
        return "ruling"
    return "settled" if is_settling(envelope) else ""


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
    """The lines of a board in short: table, who met, result, both scores."""
    mode = scoreboard.totals.rounding
    found = []
    for played in in_order(scoreboard.session.boards[board]):
        result = played.result
        contract = result_text(result, True) if result and result.bare_score is None else "–"
        scores = [own_scores_text(scoreboard.own_scores(played, side), mode) for side in Side]
        found.append([played.table or "", *played.seating.pair, contract, *scores, " ".join(played.cases)])
    return found
