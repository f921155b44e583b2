"""What hangs on a ruling: over every prospect in question, whose place, who qualifies, who wins the match would change.

A committee wants this before it hears anything. Nothing is recorded: each prospect is tried on the session as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from ledger.bridge import Result, Seat, Side, ns_score
from ledger.laws.adjustment import Adjustment, Assigned, Awarded, Stands
from ledger.projections.matches import Match
from ledger.projections.ripple import RankChange, Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks
from ledger.session import Ruling, Session, SupposedRuling, if_ruled
from ledger.session.rulings import is_claim

_HIGHEST, _LOWEST = Result("+7600"), Result("-7600")


@dataclass(frozen=True, slots=True)
class Prospect:
    """A score that may come of it, in words, and the session's scores if it did."""

    name: str
    adjustment: Adjustment | None
    scoreboard: Scoreboard
    moved: Ripple


@dataclass(frozen=True)
class Stakes:
    """What hangs on a ruling: the scores now, and each prospect in question beside them; `cut`: how many qualify."""

    ruling: Ruling
    now: Scoreboard
    prospects: tuple[Prospect, ...]
    cut: int | None

    def value(self, prospect: Prospect, side: Side) -> Fraction | None:
        """A side's score on the board in a prospect; None while the other room is missing."""
        return self.values(prospect, side)[0]

    def values(self, prospect: Prospect, side: Side) -> list[Fraction | None]:
        """The same, and of two individuals who differ what each has."""
        session = prospect.scoreboard.session
        return prospect.scoreboard.own_scores(session.boards[self.ruling.board][self.ruling.seating], side)

    def qualifying(self, prospect: Prospect) -> tuple[list[str], list[str]]:
        """Who would come in above the cut, and who would drop out."""
        now, then = self._above(ranks(self.now)), self._above(ranks(prospect.scoreboard))
        return sorted(then - now), sorted(now - then)

    def _above(self, places: dict[str, int]) -> set[str]:
        return {contestant for contestant, rank in places.items() if self.cut is not None and rank <= self.cut}

    def match(self, prospect: Prospect) -> Match | None:
        """The match the board belongs to, as it would be; None where contestants are no teams."""
        return _match(prospect.scoreboard, self.ruling)

    @cached_property
    def match_now(self) -> Match | None:
        """The match as it is."""
        return _match(self.now, self.ruling)

    def changes(self, prospect: Prospect) -> bool:
        """Whether a prospect changes a place, the qualifiers, the winner of the match or its victory points."""
        before, after = self.match_now, self.match(prospect)
        match = bool(before and after and (before.winner, _points(before)) != (after.winner, _points(after)))
        return bool(prospect.moved.ranks or any(self.qualifying(prospect)) or match)

    @cached_property
    def at_any_result(self) -> tuple[RankChange, ...] | None:
        """The places that some single result on the board would change; None where they cannot all be tried.

        Results that beat, tie with and lose to the same others are one; each of these is tried.
        """
        if self.now.form.verdict(0) is None:
            return None
        if not all(self.ruling.seating.pair):
            return ()
        results = _every_result(self.now, self.ruling)
        return tuple(dict.fromkeys(change for result in results for change in self._ranks(result)))

    def _ranks(self, adjustment: Adjustment) -> tuple[RankChange, ...]:
        return ripple(self.now, _if_ruled(self.now, self.ruling, adjustment)).ranks


def stakes(session: Session, ruling: Ruling, *, claim: Adjustment | None = None, cut: int | None = None) -> Stakes:
    """What hangs on a ruling: upheld, the table result, what the appellant claims, and the two extremes."""
    now = Scoreboard(session)
    for board in session.boards:
        now.board(board)
    prospects = tuple(
        Prospect(name, adjustment, then := _if_ruled(now, ruling, adjustment), ripple(now, then))
        for name, adjustment in _in_question(now, ruling, claim)
    )
    return Stakes(ruling, now, prospects, cut)


def _in_question(now: Scoreboard, ruling: Ruling, claim: Adjustment | None) -> Iterator[tuple[str, Adjustment | None]]:
    yield "upheld", None
    if not all(ruling.seating.pair):
        return
    if now.session.boards[ruling.board][ruling.seating].result:
        yield "table result", Stands()
    if claim is not None:
        yield "as claimed", claim
    if now.form.verdict(0) is not None or is_claim(now.session, ruling):
        yield "all to NS", Assigned(_HIGHEST)
        yield "all to EW", Assigned(_LOWEST)
    else:
        least, most = now.form.awardable(now.session.expected, now.regulations)
        yield "all to NS", Awarded(most, least, "out")
        yield "all to EW", Awarded(least, most, "out")


def _if_ruled(now: Scoreboard, ruling: Ruling, adjustment: Adjustment | None) -> Scoreboard:
    """The scores if the ruling said this; None: as it is."""
    if adjustment is None:
        return now
    score = now.session.in_force(ruling)
    laws = (*score.laws, "70") if is_claim(now.session, ruling) else score.laws
    supposed = SupposedRuling(ruling.case, adjustment, score.offender, laws)
    return Scoreboard(if_ruled(now.session, ruling.board, ruling.seating, supposed), now)


def _every_result(now: Scoreboard, ruling: Ruling) -> Iterator[Adjustment]:
    """One result of each kind there can be on the board, as the other tables tell them apart."""
    others, seen = _other_scores(now, ruling), dict[object, int]()
    for score in sorted(_possible_scores(ruling.board)):
        seen.setdefault(tuple(now.form.verdict(score - theirs) for theirs in others), score)
    for score in seen.values():
        yield Assigned(Result(f"{score:+d}" if score else "PASS"))


def _other_scores(now: Scoreboard, ruling: Ruling) -> list[int]:
    """The scores that the lines this one is compared with count as, each once: a team's other room, or all others."""
    board = now.session.boards[ruling.board]
    if now.teams:
        others = now.rooms(board[ruling.seating])[1:]
    else:
        others = [each for each in board.values() if each.seating != ruling.seating]
    entries = (entry for other in others for entry in (now.line(other).entries or {}).values())
    return sorted({outcome.ns_score for entry in entries for outcome in entry})


def _possible_scores(board: int) -> set[int]:
    """Every score of North–South's there is on a board."""
    made = product(range(1, 8), "CDHSN", ("", "X", "XX"), (Seat.N, Seat.E), range(14))
    return {ns_score(Result.of(*contract), board) for contract in made} | {0}


def _match(scoreboard: Scoreboard, ruling: Ruling) -> Match | None:
    played = scoreboard.session.boards[ruling.board][ruling.seating]
    return scoreboard.matches.get(scoreboard.meetings.match_of(played))


def _points(match: Match) -> dict[str, Fraction]:
    return {team: points.value for team, points in match.victory_points.items()}
