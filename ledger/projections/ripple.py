"""Changes of scores: the ripple of an event, the stakes of a ruling, and the explanation of a score.

The stakes try every prospect of a ruling (upheld, table result, claim, both extremes) on the session, recording
nothing: which places, qualifiers and match winners would change. A committee wants them before it hears anything.

An explanation has the events of the table's board and the derivation of its score.
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
from ledger.bridge.result import STRAINS
from ledger.kernel.fact import Envelope
from ledger.labels import members, natural
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, Stands, Weighted
from ledger.laws.citation import Matter
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.scored_session import SessionScoring
from ledger.projections.standings import ranks
from ledger.scoring.board import NO_SCORES, Pair, Score, moved_pairs
from ledger.scoring.derivation import Derivation
from ledger.scoring.line import Seating
from ledger.session import Ruling, ScoreInForce, Session, TableBoard
from ledger.subjects.evolving import SupposedRuling, evolve, suppose_ruled
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.state import combine_rulings, is_claim


class Change(Struct, frozen=True, gc=False):
    """A contestant's score on a board, before and after a change; None for no score."""

    contestant: str
    board: int
    seating: Seating
    table: str | None
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction:
        """The contestant's gain (negative: loss) on the board."""
        return (self.after or Fraction(0)) - (self.before or Fraction(0))


class RankChange(Struct, frozen=True, gc=False):
    """A contestant's place before and after a change; None for no place."""

    contestant: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Ripple:
    """The scores and places that differ between two scoreboards."""

    changes: tuple[Change, ...] = ()
    ranks: tuple[RankChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.ranks)


def ripple(before: Scoreboard, after: Scoreboard) -> Ripple:
    """Return the changes between two scoreboards: scores by board, table and side, and places."""
    boards = sorted(set(before.session.boards) | set(after.session.boards))
    changes = tuple(change for board in boards for change in _list_board_changes(board, before, after))
    old, new = ranks(before), ranks(after)
    contestants = [contestant for contestant, place in new.items() if old.get(contestant) != place]
    contestants += old.keys() - new.keys()
    moved = [RankChange(contestant, old.get(contestant), new.get(contestant)) for contestant in contestants]
    return Ripple(changes, tuple(sorted(moved, key=lambda change: (change.after or 0, natural(change.contestant)))))


def _list_board_changes(board: int, before: Scoreboard, after: Scoreboard) -> list[Change]:
    old = before.board(board).pairs if board in before.session.boards else {}
    new = after.board(board).pairs if board in after.session.boards else {}
    if old is new:
        return []
    played = {**before.session.boards.get(board, {}), **after.session.boards.get(board, {})}
    moved = [(played[seating].table, seating, one, two) for seating, one, two in moved_pairs(old, new)]
    moved.sort(key=lambda each: (natural(each[0] or ""), natural(each[1].ns)))
    changes = _list_changes(board, moved)
    # a contestant whose seat was corrected has one change, from its score at the old seat to that at the new one
    departures: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        if change.after is None:
            departures[change.contestant].append(change)
    combined, merged = [], set[int]()
    for change in changes:
        if change.before is None and departures.get(change.contestant):
            departure = departures[change.contestant].pop(0)
            merged.add(id(departure))
            change = structs.replace(change, before=departure.before)
        combined.append(change)
    return [each for each in combined if id(each) not in merged and each.before != each.after]


def _list_changes(board: int, moved: Sequence[tuple[str | None, Seating, Pair | None, Pair | None]]) -> list[Change]:
    sides: dict[tuple[int, int], list[tuple[int, Fraction | None, Fraction | None]]] = {}
    changes = []
    for table, seating, before, after in moved:
        old, new, kind = before or NO_SCORES, after or NO_SCORES, (id(before), id(after))
        if old.beside or new.beside:
            for side in Side:
                for contestant in seating.contestants(side):
                    if (earlier := old.of(side, contestant)) != (later := new.of(side, contestant)):
                        changes.append(Change(contestant, board, seating, table, earlier, later))
            continue
        if kind not in sides:
            sides[kind] = [
                (at, old.of(side), new.of(side)) for at, side in enumerate(Side) if old.of(side) != new.of(side)
            ]
        for at, earlier, later in sides[kind]:
            changes += [
                Change(contestant, board, seating, table, earlier, later) for contestant in members(seating.pair[at])
            ]
    return changes


_HIGHEST, _LOWEST = Result("+7600"), Result("-7600")  # 7NTXX-13 vulnerable: the largest score of a board


@dataclass(frozen=True, slots=True)
class PossibleDecision:
    """A possible decision on a ruling: its name, its score (None: upheld), and the scoreboard with that score."""

    name: str
    adjustment: Adjustment | None
    scoreboard: Scoreboard
    moved: Ripple


@dataclass(frozen=True)
class Stakes:
    """The stakes of a ruling: scoreboards `now` and by each possible decision; `cut`: how many contestants qualify."""

    ruling: Ruling
    now: Scoreboard
    prospects: tuple[PossibleDecision, ...]
    cut: int | None

    def value(self, prospect: PossibleDecision, side: Side) -> Fraction | None:
        """Return a side's score on the board by a possible decision; None for no score, as while a room is missing."""
        return self.values(prospect, side)[0]

    def values(self, prospect: PossibleDecision, side: Side) -> list[Fraction | None]:
        """Return a side's scores on the board by a possible decision: one, or two if its two individuals differ."""
        session = prospect.scoreboard.session
        return prospect.scoreboard.own_scores(session.boards[self.ruling.board][self.ruling.seating], side)

    def qualifying(self, prospect: PossibleDecision) -> tuple[list[str], list[str]]:
        """Return the contestants a possible decision lifts above the cut, and those it drops below; [] without cut."""
        current, supposed = self._select_above_cut(ranks(self.now)), self._select_above_cut(ranks(prospect.scoreboard))
        return sorted(supposed - current), sorted(current - supposed)

    def _select_above_cut(self, places: dict[str, int]) -> set[str]:
        return {contestant for contestant, rank in places.items() if self.cut is not None and rank <= self.cut}

    def match(self, prospect: PossibleDecision) -> Match | None:
        """Return the board's match by a possible decision; None if contestants are not ranked by matches."""
        return _find_match(prospect.scoreboard, self.ruling)

    @cached_property
    def match_now(self) -> Match | None:
        """The board's match by the present scores; None if contestants are not ranked by matches."""
        return _find_match(self.now, self.ruling)

    def changes(self, prospect: PossibleDecision) -> bool:
        """Return whether a possible decision changes a place, the qualifiers, or the board's match (winner or VPs)."""
        before, after = self.match_now, self.match(prospect)
        match = bool(before and after and (before.winner, _map_points(before)) != (after.winner, _map_points(after)))
        return bool(prospect.moved.ranks or any(self.qualifying(prospect)) or match)

    @cached_property
    def at_any_result(self) -> tuple[RankChange, ...] | None:
        """The places that some result on the board could change; None if results cannot all be tried."""
        if self.now.form.verdict(0) is None:
            return None
        if not all(self.ruling.seating.pair):
            return ()
        # one result stands for all that beat, tie with and lose to the same tables
        results = _yield_results_to_try(self.now, self.ruling)
        ripples = (ripple(self.now, _if_ruled(self.now, self.ruling, each)) for each in results)
        return tuple(dict.fromkeys(change for each in ripples for change in each.ranks))


def stakes(session: Session, ruling: Ruling, *, claim: Adjustment | None = None, cut: int | None = None) -> Stakes:
    """Return the stakes of a ruling: upheld, the table result, the score claimed on appeal, and both extremes."""
    current = Scoreboard(session)
    for board in session.boards:
        current.board(board)
    prospects = tuple(
        PossibleDecision(
            name, adjustment, supposed := _if_ruled(current, ruling, adjustment), ripple(current, supposed)
        )
        for name, adjustment in _yield_prospects(current, ruling, claim)
    )
    return Stakes(ruling, current, prospects, cut)


def _yield_prospects(
    current: Scoreboard, ruling: Ruling, claim: Adjustment | None
) -> Iterator[tuple[str, Adjustment | None]]:
    yield "upheld", None
    if not all(ruling.seating.pair):
        return
    if current.session.boards[ruling.board][ruling.seating].result:
        yield "table result", Stands()
    if claim is not None:
        yield "as claimed", claim
    if current.form.verdict(0) is not None or is_claim(current.session, ruling):
        yield "all to NS", Assigned(_HIGHEST)
        yield "all to EW", Assigned(_LOWEST)
    else:
        least, most = current.form.awardable(current.session.expected, current.regulations)
        yield "all to NS", Awarded(most, least, "out")
        yield "all to EW", Awarded(least, most, "out")


def _if_ruled(current: Scoreboard, ruling: Ruling, adjustment: Adjustment | None) -> Scoreboard:
    if adjustment is None:
        return current
    score = current.session.in_force(ruling)
    claim: tuple[Matter, ...] = ("claim",) if is_claim(current.session, ruling) else ()
    supposed = SupposedRuling(ruling.case, adjustment, score.offender, (*score.matters, *claim))
    return Scoreboard(suppose_ruled(current.session, ruling.board, ruling.seating, supposed), current)


def _yield_results_to_try(current: Scoreboard, ruling: Ruling) -> Iterator[Adjustment]:
    """Yield one result for each possible outcome (win, tie, loss) against the tables compared."""
    board = current.session.boards[ruling.board]
    if current.teams:
        tables = current.rooms(board[ruling.seating])[1:]
    else:
        tables = [each for each in board.values() if each.seating != ruling.seating]
    entries = (entry for table in tables for entry in (current.line(table).entries or {}).values())
    scores, kinds = sorted({outcome.ns_score for entry in entries for outcome in entry}), dict[object, int]()
    contracts = product(range(1, 8), STRAINS, ("", "X", "XX"), (Seat.N, Seat.E), range(14))
    for score in sorted({ns_score(Result.of(*contract), ruling.board) for contract in contracts} | {0}):
        kinds.setdefault(tuple(current.form.verdict(score - theirs) for theirs in scores), score)
    for score in kinds.values():
        yield Assigned(Result(f"{score:+d}" if score else "PASS"))


def _find_match(scoreboard: Scoreboard, ruling: Ruling) -> Match | None:
    played = scoreboard.session.boards[ruling.board][ruling.seating]
    return scoreboard.matches.get(scoreboard.meetings.match_of(played))


def _map_points(match: Match) -> dict[str, Fraction]:
    return {team: points.value for team, points in match.victory_points.items()}


@dataclass(frozen=True, slots=True)
class Milestone:
    """An event that moved a score: the score before (None: no score) and after."""

    envelope: Envelope
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The score of a side, or of one individual, at a table: its derivation and the events behind the score."""

    played: TableBoard
    side: Side
    derivation: Derivation
    top: Fraction | None
    milestones: tuple[Milestone, ...]
    contestant: str


def explain(
    log: Iterable[Envelope], session_id: str, played: TableBoard, side: Side, contestant: str | None = None
) -> Explanation:
    """Explain a score at the end of a log: by the table's own events, and by events elsewhere that moved the score.

    The events elsewhere are rulings, corrections and amendments at further tables; results at further tables, which
    move every score all evening, are left out.
    """
    own_events, milestones, session = set(played.events), [], Session(session_id)
    for before, envelope, after in _yield_moments(log, session, own_events):
        values: list[Fraction | None] = []
        for at in (before, after):
            row = at.boards.get(played.board, {}).get(played.seating_at(at.number))
            score = Scoreboard(at).score(row, side, contestant) if row else None
            values.append(score.value if score and score.counts else None)
        if envelope.number in own_events or values[0] != values[1]:
            milestones.append(Milestone(envelope, *values))
        session = after
    scoreboard = Scoreboard(session)
    derivation = scoreboard.score(played, side, contestant).derivation()
    whose = contestant or played.seating.contestant(side)
    return Explanation(played, side, derivation, top_at(scoreboard, played), tuple(milestones), whose)


def _yield_moments(
    log: Iterable[Envelope], session: Session, own_events: set[int]
) -> Iterator[tuple[Session, Envelope, Session]]:
    passing: list[Envelope] = []
    for envelope in log:
        # a new result moves all scores, and a query moves none: neither explains one score
        if envelope.number in own_events or kind_of(envelope.event).settles or envelope.because:
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
    """The comparison of an artificial score with the assigned score that may replace it (Law 86B2(b)).

    `side` is the side with the larger award, `by_award` its award, `assigned` its assigned score; None: not computed.
    """

    case: str
    side: Side
    artificial: Artificial
    instead: Adjustment
    by_award: Fraction
    assigned: Fraction | None

    @property
    def gives_way(self) -> bool:
        """True if the assigned score is better, and so counts for both sides."""
        return self.assigned is not None and self.assigned > self.by_award


def compare_unless_award(scoreboard: Scoreboard, played: TableBoard) -> UnlessComparison | None:
    """Return the comparison that decides a table's `unless` award; None if no ruling at the table has such an award."""
    for ruled in combine_rulings(scoreboard.session, played).all:
        if isinstance(ruled.adjustment, Artificial) and ruled.adjustment.unless:
            award = ruled.adjustment
            plain = structs.replace(award, unless=())
            instead = Weighted(award.unless) if len(award.unless) > 1 else Assigned(award.unless[0].result)
            artificial, assigned = (_score_under(scoreboard, played, ruled, each) for each in (plain, instead))
            side = max(Side, key=lambda side: artificial[side].value)
            value = assigned[side].value if assigned[side].counts else None
            return UnlessComparison(ruled.case, side, plain, instead, artificial[side].value, value)
    return None


def _score_under(
    scoreboard: Scoreboard, played: TableBoard, ruled: ScoreInForce, adjustment: Adjustment
) -> Mapping[Side, Score]:
    ruling = SupposedRuling(ruled.case, adjustment, ruled.offender, ruled.matters)
    supposed = suppose_ruled(scoreboard.session, played.board, played.seating, ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board], scoreboard.artificial.share)
    return scores[played.seating]
