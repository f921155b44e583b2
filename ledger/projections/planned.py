"""A session held against its movement: what was played otherwise than planned, what is missing, how far the evening is.

Where no movement was laid down nothing is said here: `ledger.projections.movement` then finds what is missing by what
others played.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ledger.facts.matches import MatchScored, MatchVoided
from ledger.facts.participation import ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.labels import boards_text, next_number, runs, tables_text
from ledger.movements.plan import PlannedTable
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.movement import called_off
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.movement import Deviation, MovementPlan, plan_of, seats
from ledger.session.places import sits_once
from ledger.session.queue import waiting

_WRONG_BOARD_OR_OPPONENTS = re.compile(r"15(?![0-9])")
"""Law 15: play of a wrong board, or against a pair that was not to play it."""


class PlayedOtherwise(NamedTuple):
    """A table's play of a board that is otherwise than planned."""

    played: TableBoard
    deviation: Deviation


class MissingSlips(NamedTuple):
    """The boards a table lacks in a round; `whole`: nothing of the table is there in that round."""

    planned: PlannedTable
    boards: tuple[int, ...]
    whole: bool


class Reached(NamedTuple):
    """How far an evening is: the last round of which anything is there, of how many; `missing` slips in all."""

    round: int
    of: int
    missing: int

    def __str__(self) -> str:
        """'round 6 of 9', 'all 9 rounds are in'."""
        return f"round {self.round} of {self.of}" if self.missing else f"all {self.of} rounds are in"


# What is otherwise


def deviation_of(session: Session, played: TableBoard, plan: MovementPlan) -> Deviation | None:
    """In what a play is otherwise than planned; None where it is not, or a director ruled on it under Law 15.

    Who sat out met nobody, and neither did who has an award alone, or met a phantom.
    """
    met = all(played.seating.pair) and not isinstance(played.absent, SatOut)
    if not plan or not met or any(map(session.participation.is_phantom, played.seating.everyone)):
        return None
    found = plan.deviation(played.board, played.in_full)
    return None if found and _ruled_on(session, played) else found


def _ruled_on(session: Session, played: TableBoard) -> bool:
    cited = [law for ruling in session.rulings_of(played) for law in session.in_force(ruling).laws]
    return any(map(_WRONG_BOARD_OR_OPPONENTS.match, cited))


def played_otherwise(session: Session) -> Iterator[PlayedOtherwise]:
    """Every play that is otherwise than planned, by board."""
    plan = plan_of(session)
    for played in session.table_boards() if plan else ():
        if found := deviation_of(session, played, plan):
            yield PlayedOtherwise(played, found)


def not_as_planned(scoreboard: Scoreboard) -> Iterator[Concern]:
    """The same, for who looks before scores are given out."""
    for played, deviation in played_otherwise(scoreboard.session):
        yield concern_about("not-as-planned", played, str(deviation))


# What is missing


def missing(session: Session) -> list[MissingSlips]:
    """What is missing of the movement, by round and table. A line that waits in the queue is not missing."""
    return _missing_at(session, playing(session, plan_of(session)))


def _missing_at(session: Session, tables: Iterable[PlannedTable]) -> list[MissingSlips]:
    return [each for planned in tables if (each := _missing_of(session, planned))]


def playing(session: Session, plan: MovementPlan) -> list[PlannedTable]:
    """The tables of the plan at which two meet: nobody sits out there, withdrew before, or is a phantom."""
    leaving = _last_rounds(session, plan)
    return [
        each for each in plan.tables if each.played and not _nothing_to_play(session, each) and not _gone(each, leaving)
    ]


def not_met(session: Session, contestant: str) -> list[PlannedTable]:
    """Whom somebody who left would have met after it, by a movement in which he still is; none where nobody left."""
    plan, leaving = plan_of(session), {}
    if session.participation.facts:
        leaving = {who: last for who, last in _last_rounds(session, plan).items() if who == contestant}
    return [each for each in plan.of(contestant) if each.played and _gone(each, leaving)]


def _last_rounds(session: Session, plan: MovementPlan) -> dict[str, int]:
    """The last round of each who left: as was said, else the last of which anything is there."""
    withdrew = {each.contestant: each.after_round for _, each in session.participation.all(ContestantWithdrew)}
    left = {each.contestant: None for _, each in session.participation.all(ContestantDisqualified)} | withdrew
    return {who: _last_played(session, who, plan) if said is None else said for who, said in left.items()}


def _last_played(session: Session, contestant: str, plan: MovementPlan) -> int:
    return max(_begun((played for _, played in session.boards_of(contestant)), plan), default=0)


def _begun(plays: Iterable[TableBoard], plan: MovementPlan) -> set[int]:
    """The rounds of these plays that have a result: as was said, else as planned; 0 where neither says it."""
    return {_round_of(played, plan) for played in plays if played.results}


def _round_of(played: TableBoard, plan: MovementPlan) -> int:
    there = plan.planned(played.board, played.seating) if not played.round else None
    return played.round or (there.round if there else 0)


def _gone(planned: PlannedTable, leaving: dict[str, int]) -> bool:
    return any(who in leaving and planned.round > leaving[who] for who in seats(planned).everyone)


def _nothing_to_play(session: Session, planned: PlannedTable) -> bool:
    """Whether somebody at a table is a phantom or sits out, or their match is void, or told by its result alone."""
    who, match = seats(planned).everyone, seats(planned).match
    if any(map(session.participation.is_phantom, who)):
        return True
    out = (each for _, each in session.participation.all(SatOut) if each.contestant in who)
    if any(each.round == planned.round if each.round else {*each.boards} >= {*planned.boards} for each in out):
        return True
    findings = session.findings.facts.values()
    return any(isinstance(each, MatchVoided | MatchScored) and each.is_of(match, planned.round) for each in findings)


def _missing_of(session: Session, planned: PlannedTable) -> MissingSlips | None:
    match, round_ = seats(planned).match, planned.round
    there = (board for board in planned.boards if board in session.boards)
    to_play = [board for board in there if not called_off(session, match, round_, board)]
    lacking = [board for board in to_play if not is_there(session, planned, board)]
    return MissingSlips(planned, tuple(sorted(lacking)), len(lacking) == len(to_play)) if lacking else None


def is_there(session: Session, planned: PlannedTable, board: int) -> bool:
    """Whether anything is there of a table's play of a board: of those who are to meet, or of others at that table."""
    if play_of(session, planned, board):
        return True
    return any(
        each.line.board == board and each.line.seats and _is_at(planned, each.line.seats.round, each.line.seats.table)
        for each in waiting(session)
    )


def play_of(session: Session, planned: PlannedTable, board: int) -> TableBoard | None:
    """What is recorded of a table's play of a board; None where nothing is."""
    lines = session.boards[board].values()
    return next((played for played in lines if _is_of(session, planned, played)), None)


def _is_of(session: Session, planned: PlannedTable, played: TableBoard) -> bool:
    """Whether a play is of a table of the plan; a pair plays a board once, two teams have two tables at it."""
    if _is_at(planned, played.round, played.table):
        return sits_once(session) or played.seating.match == seats(planned).match
    if sits_once(session):
        return played.seating.match == seats(planned).match
    here = played.table in (None, planned.table) and played.round in (None, planned.round)
    return here and played.seating.pair == (planned.ns, planned.ew)


def _is_at(planned: PlannedTable, round_: int | None, table: str | None) -> bool:
    return table == planned.table and round_ in (None, planned.round)


def missing_concerns(scoreboard: Scoreboard) -> Iterator[Concern]:
    """What is missing, so that somebody can look for it: whole rounds, tables of a round, boards of a table."""
    for each in grouped(scoreboard.session):
        one = each.slips[0].planned if len(each.slips) == 1 else None
        yield Concern("no-score", each.text, None, seats(one) if one else None, one.table if one else None)


class MissingTogether(NamedTuple):
    """What is told of in one line."""

    text: str
    slips: tuple[MissingSlips, ...]


def grouped(session: Session) -> list[MissingTogether]:
    """What is missing, a line for what is looked for together: 'round 9: nothing of tables 1–8'; by rounds."""
    told: list[MissingTogether] = []
    tables = playing(session, plan_of(session))
    found = groupby(_missing_at(session, tables), key=lambda it: it.planned.round)
    by_round = {round_: tuple(each) for round_, each in found}
    meant = defaultdict[int, int](int)
    for planned in tables:
        meant[planned.round] += any(board in session.boards for board in planned.boards)
    empty = [each for each, slips in by_round.items() if len(slips) == meant[each] and all(it.whole for it in slips)]
    for run in runs(sorted(empty), next_number):
        slips = tuple(slip for round_ in run for slip in by_round[round_])
        rounds = f"rounds {run[0]}–{run[-1]}" if len(run) > 1 else f"round {run[0]}"
        told.append(MissingTogether(f"{rounds}: nothing of {_tables(slips)}", slips))
    for slips in (slips for round_, slips in by_round.items() if round_ not in empty):
        told += _of_round(slips)
    return sorted(told, key=lambda each: each.slips[0].planned.round)


def _of_round(slips: Sequence[MissingSlips]) -> Iterator[MissingTogether]:
    """Of a round that was begun: tables of which nothing is there together, then boards table by table."""
    whole = tuple(each for each in slips if each.whole)
    if len(whole) > 1:
        yield MissingTogether(f"round {whole[0].planned.round}: nothing of {_tables(whole)}", whole)
    for each in (each for each in slips if not each.whole or len(whole) == 1):
        text = f"round {each.planned.round}, table {each.planned.table}: {boards_text(list(each.boards))}"
        yield MissingTogether(text, (each,))


def _tables(slips: Iterable[MissingSlips]) -> str:
    return tables_text({each.planned.table for each in slips})


# How far it is


def last_begun(session: Session, plan: MovementPlan) -> int:
    """The last round of a plan of which anything is there, whether or not it still has it; 0 before the first slip."""
    return max(_begun((each for each in session.table_boards() if plan.covers(each.seating.everyone)), plan), default=0)


def reached(session: Session) -> Reached | None:
    """How far an evening is by its movement; None without one, or before the first slip."""
    plan = plan_of(session)
    last = _last_of(session, plan)
    if not last:
        return None
    lacking = sum(len(each.boards) for each in _missing_at(session, playing(session, plan)))
    return Reached(last, plan.rounds[-1], lacking)


def _last_of(session: Session, plan: MovementPlan) -> int:
    """The last round of the movement of which anything is there; 0 before the first slip."""
    return max(_begun(session.table_boards(), plan) & {*plan.rounds}, default=0) if plan else 0


class TableOfRound(NamedTuple):
    """A table in the round that is being played, and the boards of it that are not in."""

    planned: PlannedTable
    missing: tuple[int, ...]


def current_round(session: Session) -> list[TableOfRound]:
    """The tables of the last round of which anything is there, or of the next, once all of that is in."""
    plan = plan_of(session)
    last, tables = _last_of(session, plan), playing(session, plan)
    boards = {each.planned: each.boards for each in _missing_at(session, tables)} if last else {}
    now = min((each.round for each in boards if each.round >= last), default=last)
    return [TableOfRound(each, boards.get(each, ())) for each in tables if each.round == now] if boards else []


def late(session: Session) -> list[MissingSlips]:
    """The tables that lack boards of a round before the last begun: elsewhere they play on already."""
    plan = plan_of(session)
    last = _last_of(session, plan)
    return [each for each in _missing_at(session, playing(session, plan)) if each.planned.round < last]


def beyond_plan(scoreboard: Scoreboard) -> Scoreboard | None:
    """The same evening without the sections that have a movement: what of the others is missing is found as it was."""
    session, plan = scoreboard.session, plan_of(scoreboard.session)
    if plan.covers_all:
        return None
    lines = {
        board: {seating: played for seating, played in there.items() if not plan.covers(seating.everyone)}
        for board, there in session.boards.items()
    }
    boards = {board: there for board, there in lines.items() if there or not plan.playing(board)}
    others = {who: None for who in session.contestants if not plan.covers([who])}
    return Scoreboard(replace(session, boards=boards, contestants=others)) if others else None
