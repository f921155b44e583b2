"""A draw as a movement: at which tables those who were drawn meet, on which boards of their session.

A match of teams has two tables, 1a and 1b, which share their boards; who is named first in the draw sits North–South at
the first, and East–West at the other. Pairs meet at one. Rounds of which a session has a plan already keep its boards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.facts.tournaments import SessionAdded, Stage
from ledger.movements.plan import PlannedTable
from ledger.overall.before_a_draw import matches_by_round
from ledger.overall.rounds import rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket
from ledger.session import Session
from ledger.session.movement import plan_of
from ledger.session.places import sits_once

AS_DRAWN = "as drawn"
"""What such a movement is called."""

_BY_ROW = '`movement set --row "1/1a Norway Malta 1-8" …`'


class DrawnRound(NamedTuple):
    """A round of a session: who meets whom at the table of which number, and who meets nobody."""

    round: int
    matches: tuple[tuple[int, tuple[str, str]], ...]
    bye: str = ""


class DrawnMovement(NamedTuple):
    """The tables of the rounds that are drawn, those that share their boards, and how many copies of these it takes."""

    tables: tuple[PlannedTable, ...]
    sharing: tuple[tuple[str, ...], ...]
    copies: int


def drawn_movement(
    scores: TournamentScores, session: Session, boards: Sequence[int], boards_each: int | None
) -> DrawnMovement:
    """The movement the draw of its stage makes of a session; Misuse where nothing is drawn, or boards are short."""
    added = scores.tournament.sessions[session.id]
    stage = scores.tournament.named_stage(added.stage)
    of = _of_bracket if stage.format == "knockout" else _of_swiss
    called = {scores.tournament.entrant_of(added.session, each): each for each in session.contestants}
    rounds = list(of(scores, stage, added))
    if not any(each.matches for each in rounds):
        raise Misuse("usage", f"nothing is drawn for {session.id}", f"`tournament draw {stage.name}`")
    on = _boards_of_rounds(session, [each.round for each in rounds], boards, boards_each)
    tables = tuple(table for each in rounds for table in _tables(each, on[each.round], called, session))
    sharing = () if sits_once(session) else tuple(dict.fromkeys(_two_rooms(rounds)))
    return DrawnMovement(tables, sharing, max(len(each.matches) for each in rounds))


def _two_rooms(rounds: Iterable[DrawnRound]) -> Iterator[tuple[str, ...]]:
    yield from ((f"{at}a", f"{at}b") for each in rounds for at, _ in each.matches)


def _of_swiss(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    """The rounds that are drawn and that no other sitting has played, by the session's own numbers."""
    counted_on = rounds_before(scores.fields(stage)).get(added.sitting, 0)
    elsewhere = {each.round for each in matches_by_round(scores, stage) if each.of.sitting != added.sitting}
    for drawn in scores.tournament.drawn.of(stage.name):
        if drawn.round in elsewhere:
            continue
        if drawn.triangle:
            told = (
                f"three meet one another in round {drawn.round}, in half matches: no table of it follows from the draw"
            )
            raise Misuse("usage", told, _BY_ROW)
        matches = sorted((each.at_table, each.teams) for each in drawn.matches)
        yield DrawnRound(drawn.round - counted_on, tuple(matches), drawn.bye)


def _of_bracket(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    """The matches of the first round of the bracket that is not over, of two who are known."""
    found = bracket(scores, stage.name)
    for matches in found.rounds if found else ():
        if all(each.over for each in matches):
            continue
        if any(len(each.sides) > 2 for each in matches):
            raise Misuse("usage", "three meet in a match of the bracket: no table of it follows from the draw", _BY_ROW)
        known = [each.meetings[0].teams for each in matches if each.meetings]
        yield DrawnRound(1, tuple(enumerate(known, start=1)))
        return


def _boards_of_rounds(
    session: Session, rounds: Sequence[int], boards: Sequence[int], boards_each: int | None
) -> Mapping[int, Sequence[int]]:
    """Which boards each round has: as it is planned already, else the next ones; all where nothing says more."""
    plan = plan_of(session)
    there = {each: sorted({board for table in plan.of_round(each) for board in table.boards}) for each in plan.rounds}
    kept = {} if boards_each else {each: found for each, found in there.items() if each in rounds and found}
    each_has = boards_each or len(next(iter(kept.values()), boards))
    left = [board for board in boards if board not in {each for found in kept.values() for each in found}]
    found: dict[int, Sequence[int]] = dict(kept)
    for round_ in rounds:
        if round_ not in found:
            found[round_], left = left[:each_has], left[each_has:]
        if not found[round_]:
            told = f"no boards are left for round {round_} of {session.id}"
            raise Misuse("usage", told, "--boards-each 8, of those there are; `session add-boards 9-16` adds some")
    return found


def _tables(
    drawn: DrawnRound, boards: Sequence[int], called: Mapping[str, str], session: Session
) -> Iterator[PlannedTable]:
    """The tables of a round, by what the session calls those who meet; who meets nobody sits out."""
    on, once = tuple(boards), sits_once(session)
    for at, (one, other) in drawn.matches:
        home, away = called.get(one, one), called.get(other, other)
        yield PlannedTable(drawn.round, f"{at}" if once else f"{at}a", home, away, on)
        if not once:
            yield PlannedTable(drawn.round, f"{at}b", away, home, on)
    if drawn.bye:
        last = max((at for at, _ in drawn.matches), default=0) + 1
        yield PlannedTable(drawn.round, f"{last}" if once else f"{last}a", called.get(drawn.bye, drawn.bye), "", on)
