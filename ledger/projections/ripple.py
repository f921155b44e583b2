"""What moved scores: the ripple of an event, the stakes of a ruling, and why one score is what it is.

The stakes are over every prospect in question: whose place, who qualifies, who wins the match would change. A committee
wants this before it hears anything. Nothing is recorded: each prospect is tried on the session as it is.

An explanation has what happened on the table's board, and the derivation the score carries; of an artificial score that
gives way to a better assigned one, also the two that were compared, and which was taken.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple

from msgspec import Struct, structs

from ledger.bridge import Result, Seat, Side, ns_score
from ledger.kernel.fact import Envelope
from ledger.labels import members, natural
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, Stands, Weighted
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.scored_session import SessionScoring
from ledger.projections.standings import ranks
from ledger.scoring.board import NO_SCORES, Pair, Score, moved_pairs
from ledger.scoring.derivation import Derivation
from ledger.scoring.line import Seating
from ledger.session import Ruling, ScoreInForce, Session, TableBoard
from ledger.subjects.evolving import SupposedRuling, evolve, if_ruled
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.state import is_claim, together


class Change(Struct, frozen=True, gc=False):
    """One contestant's score on one board, before and after; None where there was, or is, none."""

    contestant: str
    board: int
    seating: Seating
    table: str | None
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction:
        """How much the contestant gained (or, negative, lost) on the board."""
        return (self.after or Fraction(0)) - (self.before or Fraction(0))


class RankChange(Struct, frozen=True, gc=False):
    """A contestant's place before and after; None where it had, or has, none."""

    contestant: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Ripple:
    """Everything that moved."""

    changes: tuple[Change, ...] = ()
    ranks: tuple[RankChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.ranks)


def ripple(before: Scoreboard, after: Scoreboard) -> Ripple:
    """What moved from one scoreboard to the other, by board, table and side; and whose place changed."""
    boards = sorted(set(before.session.boards) | set(after.session.boards))
    changes = tuple(change for board in boards for change in _board_changes(board, before, after))
    old, new = ranks(before), ranks(after)
    whose = [contestant for contestant, place in new.items() if old.get(contestant) != place]
    whose += old.keys() - new.keys()
    moved = [RankChange(contestant, old.get(contestant), new.get(contestant)) for contestant in whose]
    return Ripple(changes, tuple(sorted(moved, key=lambda change: (change.after or 0, natural(change.contestant)))))


def _board_changes(board: int, before: Scoreboard, after: Scoreboard) -> list[Change]:
    old = before.board(board).pairs if board in before.session.boards else {}
    new = after.board(board).pairs if board in after.session.boards else {}
    if old is new:
        return []
    played = {**before.session.boards.get(board, {}), **after.session.boards.get(board, {})}
    moved = [(played[seating].table, seating, was, now) for seating, was, now in moved_pairs(old, new)]
    moved.sort(key=lambda each: (natural(each[0] or ""), natural(each[1].ns)))
    changes = _changes(board, moved)
    # A contestant whose seat was corrected has one change, from what it had at the one to what it has at the other
    gone: dict[str, list[Change]] = defaultdict(list)
    for each in changes:
        if each.after is None:
            gone[each.contestant].append(each)
    found, merged = [], set[int]()
    for each in changes:
        if each.before is None and gone.get(each.contestant):
            left = gone[each.contestant].pop(0)
            merged.add(id(left))
            each = structs.replace(each, before=left.before)
        found.append(each)
    return [each for each in found if id(each) not in merged and each.before != each.after]


def _changes(board: int, moved: Sequence[tuple[str | None, Seating, Pair | None, Pair | None]]) -> list[Change]:
    sides: dict[tuple[int, int], list[tuple[int, Fraction | None, Fraction | None]]] = {}
    found = []
    for table, seating, was, now in moved:
        old, new, kind = was or NO_SCORES, now or NO_SCORES, (id(was), id(now))
        if old.beside or new.beside:
            for side in Side:
                for contestant in seating.contestants(side):
                    if (own := old.of(side, contestant)) != (then := new.of(side, contestant)):
                        found.append(Change(contestant, board, seating, table, own, then))
            continue
        if kind not in sides:
            sides[kind] = [
                (at, old.of(side), new.of(side)) for at, side in enumerate(Side) if old.of(side) != new.of(side)
            ]
        for at, own, then in sides[kind]:
            found += [Change(contestant, board, seating, table, own, then) for contestant in members(seating.pair[at])]
    return found


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
        ripples = (ripple(self.now, _if_ruled(self.now, self.ruling, each)) for each in results)
        return tuple(dict.fromkeys(change for each in ripples for change in each.ranks))


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
    if adjustment is None:
        return now
    score = now.session.in_force(ruling)
    laws = (*score.laws, "70") if is_claim(now.session, ruling) else score.laws
    supposed = SupposedRuling(ruling.case, adjustment, score.offender, laws)
    return Scoreboard(if_ruled(now.session, ruling.board, ruling.seating, supposed), now)


def _every_result(now: Scoreboard, ruling: Ruling) -> Iterator[Adjustment]:
    """One result of each kind there can be on the board, as the other tables tell them apart."""
    board = now.session.boards[ruling.board]
    if now.teams:
        tables = now.rooms(board[ruling.seating])[1:]
    else:
        tables = [each for each in board.values() if each.seating != ruling.seating]
    entries = (entry for other in tables for entry in (now.line(other).entries or {}).values())
    others, seen = sorted({outcome.ns_score for entry in entries for outcome in entry}), dict[object, int]()
    made = product(range(1, 8), "CDHSN", ("", "X", "XX"), (Seat.N, Seat.E), range(14))
    for score in sorted({ns_score(Result.of(*contract), ruling.board) for contract in made} | {0}):
        seen.setdefault(tuple(now.form.verdict(score - theirs) for theirs in others), score)
    for score in seen.values():
        yield Assigned(Result(f"{score:+d}" if score else "PASS"))


def _match(scoreboard: Scoreboard, ruling: Ruling) -> Match | None:
    played = scoreboard.session.boards[ruling.board][ruling.seating]
    return scoreboard.matches.get(scoreboard.meetings.match_of(played))


def _points(match: Match) -> dict[str, Fraction]:
    return {team: points.value for team, points in match.victory_points.items()}


@dataclass(frozen=True, slots=True)
class Milestone:
    """An event that moved a score: what it was before (None: there was none) and after."""

    envelope: Envelope
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score on a table's board (of one individual, where he was asked for): its derivation, and its events."""

    played: TableBoard
    side: Side
    derivation: Derivation
    top: Fraction | None
    milestones: tuple[Milestone, ...]
    contestant: str


def explain(
    log: Iterable[Envelope], session_id: str, played: TableBoard, side: Side, contestant: str | None = None
) -> Explanation:
    """Explain a score at the end of a log: the table's own events, and what moved it from elsewhere.

    That is every ruling, correction or amendment at another table. Results recorded at other tables move everybody's
    score all evening; they are left out.
    """
    own, milestones, session = set(played.events), [], Session(session_id)
    for before, envelope, after in _moments(log, session, own):
        values: list[Fraction | None] = []
        for at in (before, after):
            then = at.boards.get(played.board, {}).get(played.seating_at(at.number))
            score = Scoreboard(at).score(then, side, contestant) if then else None
            values.append(score.value if score and score.counts else None)
        was, now = values
        if envelope.number in own or was != now:
            milestones.append(Milestone(envelope, was, now))
        session = after
    scoreboard = Scoreboard(session)
    derivation = scoreboard.score(played, side, contestant).derivation()
    whose = contestant or played.seating.contestant(side)
    return Explanation(played, side, derivation, top_at(scoreboard, played), tuple(milestones), whose)


def _moments(log: Iterable[Envelope], session: Session, own: set[int]) -> Iterator[tuple[Session, Envelope, Session]]:
    passing: list[Envelope] = []
    for envelope in log:
        # Results coming in move everybody all evening, and what settles nobody's score, such as a query, moves
        # none
        if envelope.number in own or kind_of(envelope.event).settles or envelope.because:
            before = evolve(session, *passing)
            session = evolve(before, envelope)
            passing = []
            yield before, envelope, session
        else:
            passing.append(envelope)
    if passing:
        last = evolve(session, *passing)
        yield last, passing[-1], last


class UnlessComparison(NamedTuple):
    """What an artificial score gives the side with more, and what may replace it (86B2(b)); None: not worked out."""

    case: str
    side: Side
    artificial: Artificial
    instead: Adjustment
    by_award: Fraction
    assigned: Fraction | None

    @property
    def gives_way(self) -> bool:
        """Whether the assigned score is the better one, and so counts for both sides."""
        return self.assigned is not None and self.assigned > self.by_award


def compared(scoreboard: Scoreboard, played: TableBoard) -> UnlessComparison | None:
    """The comparison behind a table's score; None where nothing in force there has an `unless`."""
    for ruled in together(scoreboard.session, played).all:
        if isinstance(ruled.adjustment, Artificial) and ruled.adjustment.unless:
            award = ruled.adjustment
            plain = structs.replace(award, unless=())
            instead = Weighted(award.unless) if len(award.unless) > 1 else Assigned(award.unless[0].result)
            artificial, assigned = (_scores(scoreboard, played, ruled, each) for each in (plain, instead))
            side = max(Side, key=lambda side: artificial[side].value)
            other = assigned[side].value if assigned[side].counts else None
            return UnlessComparison(ruled.case, side, plain, instead, artificial[side].value, other)
    return None


def _scores(
    scoreboard: Scoreboard, played: TableBoard, ruled: ScoreInForce, adjustment: Adjustment
) -> Mapping[Side, Score]:
    ruling = SupposedRuling(ruled.case, adjustment, ruled.offender, ruled.laws)
    supposed = if_ruled(scoreboard.session, played.board, played.seating, ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board], scoreboard.artificial.share)
    return scores[played.seating]
