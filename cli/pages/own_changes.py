"""What changed for a contestant since the scores were first given out: its boards, its total, its place, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.pages.changes import PublishedScores, counts
from cli.pages.history import Step
from cli.words.events import case_of, event_text
from cli.words.language import say
from cli.words.notation import seating_text
from cli.words.numbers import decimal_text
from cli.words.scores import score_text, standing_mark
from cli.words.vocabulary import seated
from ledger.facts.rulings import PenaltyImposed, PenaltyReinstated, PenaltyWithdrawn
from ledger.projections.names import led_by_names, names_of
from ledger.projections.ripple import Change, ripple
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.scorecards import placed
from ledger.projections.standings import Row
from ledger.scoring.line import Seating


class BeforeNow(NamedTuple):
    """A figure as it was given out, and as it is."""

    before: str
    now: str


class MovedScore(NamedTuple):
    """A board at a table whose score is another one, in percent where there is a top; the decisions that moved it.

    `own`: one of them was about this table; else they were about other tables of the board, with which it is compared.
    """

    board: int
    seating: Seating
    score: BeforeNow
    unit: str
    why: list[str]
    own: bool


class OwnChanges(NamedTuple):
    """What is otherwise since `time`, when the scores were first published; None for a total or a place that is not.

    `others`: what was decided of others, and moved its place alone; also what was taken off its total.
    """

    time: str
    total: BeforeNow | None
    place: BeforeNow | None
    boards: list[MovedScore]
    others: list[str]

    def before(self, board: int, seating: Seating) -> str:
        """What a board counted when the scores were given out, where that is otherwise now; '' where it is not."""
        return next((each.score.before for each in self.boards if (each.board, each.seating) == (board, seating)), "")


class ChangesOfAll:
    """The same for everybody in a session; what is the same for all is worked out once."""

    def __init__(
        self, now: Scoreboard, steps: Sequence[Step], first: PublishedScores, places: dict[str, tuple[Row, int]]
    ) -> None:
        """`first`: the first publication that stands; `places`: everybody's place now."""
        self._now, self._first = now, first
        self._old, self._new = dict(placed(first.scoreboard)), places
        self._changes = defaultdict[str, list[Change]](list)
        for change in ripple(first.scoreboard, now).changes:
            self._changes[change.contestant].append(change)
        self._names = names_of(now.session)
        self._of_board = defaultdict[tuple[str, int], list[Step]](list)
        self._of_place = defaultdict[str, list[Step]](list)
        for step in steps:
            if counts(step) and first.number < step.envelope.number <= now.session.number:
                self._note(step)

    def _note(self, step: Step) -> None:
        """Whom a decision moved: by a board, by the place, by what it took off the total."""
        for change in step.moved.changes:
            self._of_board[change.contestant, change.board].append(step)
        whose = {change.contestant for change in step.moved.ranks}
        event = step.envelope.event
        if isinstance(event, PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated):
            whose.add(self._now.session.penalties[event.case].imposed.contestant)
        for contestant in whose:
            self._of_place[contestant].append(step)

    def of(self, contestant: str) -> OwnChanges:
        """What changed for one contestant: first what was decided at its own table."""
        moved = self._changes.get(contestant, ())
        boards = sorted((self._moved(each) for each in moved), key=lambda each: not each.own)
        on_boards = {id(step) for each in moved for step in self._of_board.get((contestant, each.board), ())}
        others = [self._told(step, None) for step in self._of_place.get(contestant, ()) if id(step) not in on_boards]
        return OwnChanges(self._first.time, *self._totals(contestant), boards, others)

    def _moved(self, change: Change) -> MovedScore:
        then, now = self._top(self._first.scoreboard, change), self._top(self._now, change)
        score = BeforeNow(self._worth(change.before, then), self._worth(change.after, now))
        steps = self._of_board.get((change.contestant, change.board), ())
        why = [self._told(step, change.seating) for step in steps]
        own = any(self._seating(step) == change.seating for step in steps)
        return MovedScore(change.board, change.seating, score, "%" if now else say(self._now.unit), why, own)

    def _told(self, step: Step, own: Seating | None) -> str:
        """What was decided, in a sentence, with the names of who sat there; `own`: the table that is the reader's."""
        event, text = step.envelope.event, event_text(step.envelope.event)
        seating = self._seating(step)
        if seating:
            met = seated(*(led_by_names(each, self._names) if each else "" for each in seating.pair))
            text = text.replace(seating_text(seating), say("our table") if seating == own else met, 1)
        if isinstance(event, PenaltyImposed):
            text = text.replace(event.contestant, led_by_names(event.contestant, self._names), 1)
        return f"{text} (#{step.envelope.number})"

    def _seating(self, step: Step) -> Seating | None:
        """The table a decision was about, by itself or by the ruling it decides on; None where it was about none."""
        event, session = step.envelope.event, self._now.session
        own = getattr(event, "seating", None)
        case = case_of(event) or ""
        ruling = session.rulings.get(session.appeals[case].against if case in session.appeals else case)
        return own if isinstance(own, Seating) else ruling.seating if ruling else None

    def _worth(self, value: Fraction | None, top: Fraction | None) -> str:
        return score_text(100 * value / top if value is not None and top else value, self._now.totals.rounding)

    def _top(self, at: Scoreboard, change: Change) -> Fraction | None:
        played = at.session.boards.get(change.board, {}).get(change.seating)
        return top_at(at, played) if played else at.top

    def _totals(self, contestant: str) -> tuple[BeforeNow | None, BeforeNow | None]:
        """The total and the place, before and now; None where it is the same, or there was none."""
        (old, _), (new, _) = (known.get(contestant, (None, 0)) for known in (self._old, self._new))
        if old is None or new is None:
            return None, None
        total, place = (BeforeNow(of(old), of(new)) for of in (self._total_text, _place_text))
        return total if total.before != total.now else None, place if place.before != place.now else None

    def _total_text(self, row: Row) -> str:
        """'54.17 %', or '12.40' in the unit of the totals."""
        mode = self._now.totals.rounding
        return score_text(row.total, mode) if row.percent is None else f"{decimal_text(row.percent, 2, mode)} %"


def _place_text(row: Row) -> str:
    return str(row.rank) if row.rank else standing_mark(row.mark) or "–"
