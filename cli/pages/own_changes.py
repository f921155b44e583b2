"""What changed for a contestant since the scores were first given out: its boards, its total, its place, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.pages.changes import PublishedScores, counts
from cli.pages.history import Step
from cli.words.events import event_text
from cli.words.language import say
from cli.words.numbers import decimal_text
from cli.words.scores import score_text, standing_mark
from ledger.facts.rulings import PenaltyImposed, PenaltyReinstated, PenaltyWithdrawn
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
    """A board at a table whose score is another one, in percent where there is a top; the decisions that moved it."""

    board: int
    seating: Seating
    score: BeforeNow
    unit: str
    why: list[str]


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
        self._of_board = defaultdict[tuple[str, int], list[str]](list)
        self._of_place = defaultdict[str, list[str]](list)
        for step in steps:
            if counts(step) and first.number < step.envelope.number <= now.session.number:
                self._note(step)

    def _note(self, step: Step) -> None:
        """Whom a decision moved: by a board, by the place, by what it took off the total."""
        told = f"{event_text(step.envelope.event)} (#{step.envelope.number})"
        for change in step.moved.changes:
            self._of_board[change.contestant, change.board].append(told)
        whose = {change.contestant for change in step.moved.ranks}
        event = step.envelope.event
        if isinstance(event, PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated):
            whose.add(self._now.session.penalties[event.case].imposed.contestant)
        for contestant in whose:
            self._of_place[contestant].append(told)

    def of(self, contestant: str) -> OwnChanges:
        """What changed for one contestant."""
        boards = [self._moved(each) for each in self._changes.get(contestant, ())]
        told = {text for each in boards for text in each.why}
        others = [text for text in self._of_place.get(contestant, ()) if text not in told]
        return OwnChanges(self._first.time, *self._totals(contestant), boards, others)

    def _moved(self, change: Change) -> MovedScore:
        then, now = self._top(self._first.scoreboard, change), self._top(self._now, change)
        score = BeforeNow(self._worth(change.before, then), self._worth(change.after, now))
        why = list(dict.fromkeys(self._of_board.get((change.contestant, change.board), ())))
        return MovedScore(change.board, change.seating, score, "%" if now else say(self._now.unit), why)

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
