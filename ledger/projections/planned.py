"""A session held against its movement: what was played otherwise, what is missing, how far the evening is; guide cards.

Where no movement was laid down nothing is said here: `ledger.projections.movement` then finds what is missing by what
others played.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ledger.errors import Refusal
from ledger.labels import LABEL, boards_text, letters_of, members, natural, next_number, runs, table_order, tables_text
from ledger.movements.plan import PlannedTable
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.places import sits_once
from ledger.session.settled import (
    counts_for_nothing,
    is_awarded,
    is_called_off,
    is_meeting_judged,
    met_others,
    without_boards,
)
from ledger.subjects.movement.state import Deviation, MovementPlan, plan_of, seats
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.subjects.queue.state import waiting


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
        """'round 6 of 9', 'all 9 rounds are in', 'the only round is in'."""
        if self.missing:
            return f"round {self.round} of {self.of}"
        return f"all {self.of} rounds are in" if self.of > 1 else "the only round is in"


# What is otherwise


def deviation_of(session: Session, played: TableBoard, plan: MovementPlan) -> Deviation | None:
    """In what a play is otherwise than planned; None where it is not, counts for nothing, or a director judged it.

    Who sat out met nobody, and neither did who has an award alone, or met a phantom.
    """
    met = all(played.seating.pair) and not isinstance(played.absent, SatOut)
    if not plan or not met or any(map(session.participation.is_phantom, played.seating.everyone)):
        return None
    found = plan.deviation(played.board, played.in_full)
    settled = found and (is_meeting_judged(session, played) or counts_for_nothing(session, played))
    return None if settled else found


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


def boards_to_come(session: Session, plan: MovementPlan, boards: Collection[int]) -> set[int]:
    """Return those of some boards that a table is still to play by the movement."""
    wanted = {*boards}
    tables = [each for each in plan.tables if not wanted.isdisjoint(each.boards)]
    missing_there = _missing_at(session, _to_meet(session, tables, last_rounds(session, plan)))
    return {board for slips in missing_there for board in slips.boards} & wanted


def _missing_at(session: Session, tables: Iterable[PlannedTable]) -> list[MissingSlips]:
    found: list[MissingSlips] = []
    for planned in tables:
        match, round_ = seats(planned).match, planned.round
        to_play = [
            board
            for board in planned.boards
            if board in session.boards
            and not (is_called_off(session, match, round_, board) or is_awarded(session, match, round_, board))
        ]
        lacking = [board for board in to_play if not is_there(session, planned, board)]
        if lacking:
            found.append(MissingSlips(planned, tuple(sorted(lacking)), len(lacking) == len(to_play)))
    return found


def playing(session: Session, plan: MovementPlan) -> list[PlannedTable]:
    """Return the tables of the plan at which two meet: nobody sits out there, withdrew before, or is a phantom."""
    return _to_meet(session, plan.tables, last_rounds(session, plan))


def _to_meet(session: Session, tables: Iterable[PlannedTable], leaving: dict[str, int]) -> list[PlannedTable]:
    return [
        each
        for each in tables
        if each.played
        and not _nothing_to_play(session, each)
        and not any(who in leaving and each.round > leaving[who] for who in seats(each).everyone)
    ]


def last_rounds(session: Session, plan: MovementPlan) -> dict[str, int]:
    """Return the last round of each who withdrew or was disqualified: as was said, else the last it has a result in."""
    withdrew = {each.contestant: each.after_round for _, each in session.participation.all(ContestantWithdrew)}
    left = {each.contestant: None for _, each in session.participation.all(ContestantDisqualified)} | withdrew
    seen = {who: _begun((played for _, played in session.boards_of(who)), plan) for who in left}
    return {who: max(seen[who], default=0) if said is None else said for who, said in left.items()}


def _begun(plays: Iterable[TableBoard], plan: MovementPlan) -> set[int]:
    rounds = set[int]()
    for played in plays:
        if played.results:
            planned = plan.planned(played.board, played.seating) if not played.round else None
            rounds.add(played.round or (planned.round if planned else 0))
    return rounds


def _nothing_to_play(session: Session, planned: PlannedTable) -> bool:
    """Return whether the two of a table are not to play: one is a phantom, left before half, sits out or met
    somebody else, as was judged; or their match is void, or told by its result alone.
    """
    who, match = seats(planned).everyone, seats(planned).match
    if any(session.participation.is_phantom(each) or _plays_nothing(session, each) for each in who):
        return True
    out = (each for _, each in session.participation.all(SatOut) if each.contestant in who)
    if any(each.round == planned.round if each.round else {*each.boards} >= {*planned.boards} for each in out):
        return True
    settled = any(each.is_of(match, planned.round) for each in without_boards(session))
    return settled or met_others(session, who, planned.round)


def _plays_nothing(session: Session, contestant: str) -> bool:
    """Return whether all that a contestant played is cancelled, and no round is said up to which slips are to come.

    Where a round is said, a slip of it that comes in late may carry the withdrawal past half.
    """
    _, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
    return withdrew is not None and withdrew.after_round is None and contestant in session.cancelled


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
    """Return whether a play is of a table of the plan: by its round and table, else by who met.

    A pair plays a board once, two teams have two tables at it. Where no round was said, teams may have met in any.
    """
    if _is_at(planned, played.round, played.table):
        return sits_once(session) or played.round is not None or played.seating.match == seats(planned).match
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
        whole = tuple(each for each in slips if each.whole)
        if len(whole) > 1:
            told.append(MissingTogether(f"round {whole[0].planned.round}: nothing of {_tables(whole)}", whole))
        for each in (each for each in slips if not each.whole or len(whole) == 1):
            text = f"round {each.planned.round}, table {each.planned.table}: {boards_text(list(each.boards))}"
            told.append(MissingTogether(text, (each,)))
    return sorted(told, key=lambda each: each.slips[0].planned.round)


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


def require_plan(session: Session) -> MovementPlan:
    """What is planned for a session; refused where no movement was laid down."""
    if plan := plan_of(session):
        return plan
    raise no_movement()


def no_movement() -> Refusal:
    """There is nothing to be shown or changed."""
    return Refusal("no-movement", "no movement was laid down for this session", "`movement set`, which proposes some")


class NextSeat(NamedTuple):
    """Where somebody sits next: the round, the table, and 'NS' or 'EW'."""

    round: int
    table: str
    side: str


class GuideLine(NamedTuple):
    """A round of a guide card; the next seat is None where it is over; `boards_to`: '' for no table, or several."""

    planned: PlannedTable
    ns_next: NextSeat | None
    ew_next: NextSeat | None
    boards_to: str


def guide_card(plan: MovementPlan, table: str) -> tuple[GuideLine, ...]:
    """The card that lies on a table."""
    lines: list[GuideLine] = []
    for planned in plan.tables:
        if planned.table != table:
            continue
        ns, ew = (next_seat(plan, members(side)[0], planned) if side else None for side in (planned.ns, planned.ew))
        after = [each for each in plan.of_round(planned.round + 1) if planned.boards and each.boards == planned.boards]
        there = [each.table for each in after if letters_of(each.table) == letters_of(planned.table)]
        lines.append(GuideLine(planned, ns, ew, there[0] if len(there) == 1 else ""))
    return tuple(lines)


def card_tables(plan: MovementPlan) -> tuple[str, ...]:
    """The tables there are, in their order."""
    return tuple(sorted({each.table for each in plan.tables}, key=table_order))


def sitting(plan: MovementPlan) -> tuple[str, ...]:
    """Everybody who sits somewhere: by section, those of North–South first, in the order of their numbers."""
    return tuple(sorted(plan.contestants, key=listed))


def listed(contestant: str) -> tuple[str, str, tuple[int, str]]:
    """Sort key: contestants by section, by their direction where they have one, and by number."""
    found = LABEL.fullmatch(contestant)
    return (found[1], {"EW": "2"}.get(found[3], "1"), natural(found[2])) if found else ("", "", natural(contestant))


def side_of(planned: PlannedTable, contestant: str) -> str:
    """The side on which a contestant sits at a table."""
    return "NS" if contestant in members(planned.ns) else "EW"


def next_seat(plan: MovementPlan, contestant: str, planned: PlannedTable) -> NextSeat | None:
    """Where a contestant sits after this; a team, which sits at two tables, on the same side where it can."""
    later = [each for each in plan.of(contestant) if each.round > planned.round]
    first = [each for each in later if each.round == later[0].round]
    side = side_of(planned, contestant)
    found = next((each for each in first if side_of(each, contestant) == side), first[0] if first else None)
    return NextSeat(found.round, found.table, side_of(found, contestant)) if found else None


def sits_out(plan: MovementPlan, contestant: str) -> tuple[int, ...]:
    """The rounds in which a contestant plays against nobody."""
    plays = {each.round for each in plan.of(contestant) if each.played}
    return tuple(each for each in plan.rounds if each not in plays)
