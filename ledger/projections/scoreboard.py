"""The scoreboard: every contestant's score on every board at one moment, each with its derivation.

Where everybody sat is gone through once, board by board, for all the totals and cards. The top of a board at a table
may be less than the session's.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from ledger.bridge import Side
from ledger.projections.artificial import Beside, graded_boards
from ledger.projections.matches import Match, worked_out
from ledger.projections.meetings import MatchKey
from ledger.projections.missed_matches import MissedMatch, missed_matches
from ledger.projections.scored_session import ScoredSession
from ledger.projections.tally import NOTHING, TableScores, Tally
from ledger.session import Session, TableBoard


class Scoreboard(ScoredSession):
    """Scores of a session, worked out board by board when asked for.

    `before` may be an earlier scoreboard of the same session: boards that nothing touched since are
    taken from it instead of being worked out again. `beside`: what contestants scored in other sessions of the stage,
    where Law 12C2(c) looks at these too; by itself a session knows its own boards alone.
    """

    def __init__(self, session: Session, before: "Scoreboard | None" = None, beside: Beside | None = None) -> None:
        super().__init__(session, beside)
        self._tallied = _Tallied()
        if before:
            self.go_on_from(before)

    def go_on_from(self, before: "Scoreboard") -> None:
        """Take the scores of every board that nothing touched since and that does not rest on others.

        Nothing is taken where boards have another number of results now, the scores of others are cancelled, or the
        regulations are others.
        """
        was, now = before.scoring, self.scoring
        if (was.expected, was.cancelled, before.regulations) != (now.expected, now.cancelled, self.regulations):
            return
        self.artificial.go_on_from(before.artificial)
        graded = graded_boards(self.session) | graded_boards(before.session)
        same = {
            number: scores
            for number, scores in before._boards.items()
            if number not in graded and self.session.boards.get(number) is before.session.boards[number]
        }
        self._boards |= same
        for kept in ("matches", "missed_matches"):  # they rest on the scores that have just been taken over
            vars(self).pop(kept, None)
        if not self.in_matches and before.complete:
            self._tallied = _Tallied(before, frozenset(same))

    # Totals

    @cached_property
    def matches(self) -> dict[MatchKey, Match]:
        """Every match, in order of rounds and names; none where contestants are not ranked by them."""
        return worked_out(self) if self.in_matches else {}

    @cached_property
    def missed_matches(self) -> list[MissedMatch]:
        """Every match somebody could not play and has a score for."""
        return missed_matches(self, tuple(self.matches.values())) if self.in_matches else []

    @cached_property
    def tally(self) -> Tally:
        """What the scores of pairs and individuals sum to; only what changed is added up again."""
        changes = [
            (self._tallied.was(number), TableScores(board, self.board(number).pairs, self.board(number).short))
            for number, board in self.session.boards.items()
            if number not in self._tallied.same
        ]
        return Tally(self.session, self.totals, self.top, changes, self._tallied.tally)


class _Tallied:
    """An earlier scoreboard whose tally can be gone on from; `same` are the boards that nothing touched since."""

    def __init__(self, before: Scoreboard | None = None, same: frozenset[int] = frozenset()) -> None:
        self.same = same
        self.tally = before.tally if before else None
        self._boards = before.session.boards if before else {}
        self._scores = before._boards if before else {}

    def was(self, number: int) -> TableScores:
        """A board as it was in the earlier tally; nothing where there is none."""
        if number not in self._scores:
            return NOTHING
        scores = self._scores[number]
        return TableScores(self._boards[number], scores.pairs, scores.short)


def top_at(scoreboard: Scoreboard, played: TableBoard) -> Fraction | None:
    """The top of a board at a table: less than the session's where it keeps its own; None where scores are IMPs."""
    lacking = scoreboard.board(played.board).short.get(played.seating, 0)
    return scoreboard.top if scoreboard.top is None else scoreboard.top * (1 - lacking)


Sitting = tuple[Side, TableBoard]


def boards_of(scoreboard: Scoreboard, contestant: str) -> Sequence[Sitting]:
    """Where a contestant sat, in the order of the boards."""
    return _sittings(scoreboard).get(contestant, ())


@lru_cache(maxsize=1)
def _sittings(scoreboard: Scoreboard) -> dict[str, list[Sitting]]:
    found: dict[str, list[Sitting]] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            for contestant in dict.fromkeys(played.seating.contestants(side)):
                found.setdefault(contestant, []).append((side, played))
    return found
