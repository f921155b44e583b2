"""A session compared with its movement: deviations, missing slips, the round reached, and guide cards.

Sessions without a movement are checked by `ledger.projections.movement`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ledger.errors import Refusal
from ledger.labels import (
    LABEL,
    Phrase,
    boards_text,
    letters_of,
    members,
    natural,
    next_number,
    runs,
    table_order,
    tables_text,
)
from ledger.movements.plan import PlannedTable
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.places import sits_at_one_table
from ledger.session.settled import (
    counts_for_nothing,
    has_mismatch,
    is_awarded,
    is_board_cancelled,
    is_meeting_judged,
    matches_without_boards,
)
from ledger.subjects.movement.state import Deviation, MovementPlan, plan_of, seats
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.subjects.participation.state import postponed_boards
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.tournaments.state import players_to_show


class PlayedOtherwise(NamedTuple):
    """A table's play of a board that deviates from the movement."""

    played: TableBoard
    deviation: Deviation


class MissingSlips(NamedTuple):
    """The boards without an entry at a table in a round; `whole`: the table has no entry in that round."""

    planned: PlannedTable
    boards: tuple[int, ...]
    whole: bool


class Reached(NamedTuple):
    """The progress of an evening: the last round with a result, the number of rounds, the number of missing results."""

    round: int
    of: int
    missing: int

    def __str__(self) -> str:
        """Return 'round 6 of 9', 'all 9 rounds are in' or 'the only round is in'."""
        if self.missing:
            return Phrase("round %(round)s of %(of)s", round=self.round, of=self.of)
        return Phrase("all %(of)s rounds are in", of=self.of) if self.of > 1 else Phrase("the only round is in")


def deviation_of(session: Session, played: TableBoard, plan: MovementPlan) -> Deviation | None:
    """Return how a play of a board deviates from the movement; None if it agrees, has no effect, or was ruled on.

    Sit-outs, awards to a lone contestant and meetings with a phantom have no opponents to compare.
    """
    met = all(played.seating.pair) and not isinstance(played.absent, SatOut)
    if not plan or not met or any(map(session.participation.is_phantom, played.seating.everyone)):
        return None
    deviation = plan.deviation(played.board, played.in_full)
    settled = deviation and (is_meeting_judged(session, played) or counts_for_nothing(session, played))
    return None if settled else deviation


def played_otherwise(session: Session) -> Iterator[PlayedOtherwise]:
    """Yield every play that deviates from the movement, by board."""
    plan = plan_of(session)
    for played in session.table_boards() if plan else ():
        if deviation := deviation_of(session, played, plan):
            yield PlayedOtherwise(played, deviation)


def find_missing_slips(session: Session) -> list[MissingSlips]:
    """Return the slips missing by the movement, by round and table; results waiting in the queue are not missing."""
    return _list_missing_slips(session, find_planned_meetings(session, plan_of(session)))


def boards_to_come_for(session: Session, name: str) -> frozenset[int]:
    """Return the boards that players of this name have still to play, by the movement or later on, in any room.

    An official may go by his last name alone; who only shares it is kept from as much.
    """
    official = name.casefold()
    named = ((each.contestant, each.name.casefold()) for each in players_to_show(session).values())
    own = {contestant for contestant, who in named if official in (who, who.split()[-1])}
    by_plan = ((each.planned.ns, each.planned.ew, each.boards) for each in find_missing_slips(session) if own)
    planned = {board for ns, ew, boards in by_plan if own & {*members(ns), *members(ew)} for board in boards}
    later = {each.board for each in postponed_boards(session) if own & {*each.seating.everyone}}
    return frozenset(planned | later)


def boards_still_to_play(session: Session, plan: MovementPlan, boards: Collection[int]) -> set[int]:
    """Return which of some boards are still to be played at some table of the movement."""
    wanted = {*boards}
    tables = [each for each in plan.tables if not wanted.isdisjoint(each.boards)]
    slips_to_come = _list_missing_slips(session, _list_meetings(session, tables, last_rounds(session, plan)))
    return {board for slips in slips_to_come for board in slips.boards} & wanted


def _list_missing_slips(session: Session, tables: Iterable[PlannedTable]) -> list[MissingSlips]:
    missing_slips: list[MissingSlips] = []
    for planned in tables:
        match, round_ = seats(planned).match, planned.round
        to_play = [
            board
            for board in planned.boards
            if board in session.boards
            and not (is_board_cancelled(session, match, round_, board) or is_awarded(session, match, round_, board))
        ]
        boards = [board for board in to_play if not has_entry(session, planned, board)]
        if boards:
            missing_slips.append(MissingSlips(planned, tuple(sorted(boards)), len(boards) == len(to_play)))
    return missing_slips


def find_planned_meetings(session: Session, plan: MovementPlan) -> list[PlannedTable]:
    """Return the planned tables at which two contestants meet: no sit-out, no phantom, nobody who has left."""
    return _list_meetings(session, plan.tables, last_rounds(session, plan))


def _list_meetings(session: Session, tables: Iterable[PlannedTable], leaving: dict[str, int]) -> list[PlannedTable]:
    return [
        each
        for each in tables
        if each.played
        and not _has_nothing_to_play(session, each)
        and not any(who in leaving and each.round > leaving[who] for who in seats(each).everyone)
    ]


def last_rounds(session: Session, plan: MovementPlan) -> dict[str, int]:
    """Return the last round of each contestant that left: as recorded, else the last round with a result."""
    withdrew = {each.contestant: each.after_round for _, each in session.participation.all(ContestantWithdrew)}
    leaving = {each.contestant: None for _, each in session.participation.all(ContestantDisqualified)} | withdrew
    begun = {who: _begun((played for _, played in session.boards_of(who)), plan) for who in leaving}
    return {who: max(begun[who], default=0) if recorded is None else recorded for who, recorded in leaving.items()}


def _begun(plays: Iterable[TableBoard], plan: MovementPlan) -> set[int]:
    rounds = set[int]()
    for played in plays:
        if played.results:
            planned = plan.planned(played.board, played.seating) if not played.round else None
            rounds.add(played.round or (planned.round if planned else 0))
    return rounds


def _has_nothing_to_play(session: Session, planned: PlannedTable) -> bool:
    """Return whether the contestants of a table have no boards to play against each other."""
    who, match = seats(planned).everyone, seats(planned).match
    # a phantom, or a contestant that left before half
    if any(session.participation.is_phantom(each) or _plays_nothing(session, each) for each in who):
        return True
    out = (each for _, each in session.participation.all(SatOut) if each.contestant in who)
    if any(each.round == planned.round if each.round else {*each.boards} >= {*planned.boards} for each in out):
        return True
    # their match is void or a bare result, or a ruling states that one met another opponent
    settled = any(each.is_of(match, planned.round) for each in matches_without_boards(session))
    return settled or has_mismatch(session, who, planned.round)


def _plays_nothing(session: Session, contestant: str) -> bool:
    _, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
    # if a last round is recorded, a late slip of it may carry the withdrawal past half
    return withdrew is not None and withdrew.after_round is None and contestant in session.cancelled


def has_entry(session: Session, planned: PlannedTable, board: int) -> bool:
    """Return whether a planned play of a board has an entry, recorded or waiting in the queue."""
    if play_of(session, planned, board):
        return True
    return any(
        each.line.board == board and each.line.seats and _is_at(planned, each.line.seats.round, each.line.seats.table)
        for each in waiting_lines(session)
    )


def play_of(session: Session, planned: PlannedTable, board: int) -> TableBoard | None:
    """Return the recorded play of a board at a planned table, or None."""
    lines = session.boards[board].values()
    return next((played for played in lines if _is_of(session, planned, played)), None)


def _is_of(session: Session, planned: PlannedTable, played: TableBoard) -> bool:
    """Return whether a play belongs to a planned table: by round and table, else by its contestants."""
    # a pair plays a board once, two teams at two tables; without a round, teams may have met in any
    if _is_at(planned, played.round, played.table):
        return sits_at_one_table(session) or played.round is not None or played.seating.match == seats(planned).match
    if sits_at_one_table(session):
        return played.seating.match == seats(planned).match
    is_possible_place = played.table in (None, planned.table) and played.round in (None, planned.round)
    return is_possible_place and played.seating.pair == (planned.ns, planned.ew)


def _is_at(planned: PlannedTable, round_: int | None, table: str | None) -> bool:
    return table == planned.table and round_ in (None, planned.round)


class MissingTogether(NamedTuple):
    """Missing slips reported in one line."""

    text: str
    slips: tuple[MissingSlips, ...]


def group_missing_slips(session: Session) -> list[MissingTogether]:
    """Return the missing slips grouped into lines, by rounds: 'round 9: no results of tables 1–8'."""
    lines: list[MissingTogether] = []
    tables = find_planned_meetings(session, plan_of(session))
    slips_of_rounds = groupby(_list_missing_slips(session, tables), key=lambda slips: slips.planned.round)
    by_round = {round_: tuple(slips) for round_, slips in slips_of_rounds}
    expected = defaultdict[int, int](int)
    for planned in tables:
        expected[planned.round] += any(board in session.boards for board in planned.boards)
    empty_rounds = [
        each for each, slips in by_round.items() if len(slips) == expected[each] and all(slip.whole for slip in slips)
    ]
    for run in runs(sorted(empty_rounds), next_number):
        slips = tuple(slip for round_ in run for slip in by_round[round_])
        rounds = f"rounds {run[0]}–{run[-1]}" if len(run) > 1 else f"round {run[0]}"
        lines.append(MissingTogether(f"{rounds}: no results of {_tables(slips)}", slips))
    for slips in (slips for round_, slips in by_round.items() if round_ not in empty_rounds):
        whole = tuple(each for each in slips if each.whole)
        if len(whole) > 1:
            lines.append(MissingTogether(f"round {whole[0].planned.round}: no results of {_tables(whole)}", whole))
        for slip in (each for each in slips if not each.whole or len(whole) == 1):
            text = f"round {slip.planned.round}, table {slip.planned.table}: {boards_text(list(slip.boards))}"
            lines.append(MissingTogether(text, (slip,)))
    return sorted(lines, key=lambda each: each.slips[0].planned.round)


def _tables(slips: Iterable[MissingSlips]) -> str:
    return tables_text({each.planned.table for each in slips})


def last_round_begun(session: Session, plan: MovementPlan) -> int:
    """Return the last round with a result of a plan's contestants, even one no longer planned; 0 without results."""
    return max(_begun((each for each in session.table_boards() if plan.covers(each.seating.everyone)), plan), default=0)


def find_progress(session: Session) -> Reached | None:
    """Return the progress of an evening by its movement; None without a movement, or before the first result."""
    plan = plan_of(session)
    last = _find_last_round_begun(session, plan)
    if not last:
        return None
    slips = sum(len(each.boards) for each in _list_missing_slips(session, find_planned_meetings(session, plan)))
    return Reached(last, plan.rounds[-1], slips)


def _find_last_round_begun(session: Session, plan: MovementPlan) -> int:
    return max(_begun(session.table_boards(), plan) & {*plan.rounds}, default=0) if plan else 0


class TableOfRound(NamedTuple):
    """A table of the current round, and its boards without an entry."""

    planned: PlannedTable
    missing: tuple[int, ...]


def current_round(session: Session) -> list[TableOfRound]:
    """Return the tables of the last round with a result, or of the next incomplete one; [] if no slip is missing."""
    plan = plan_of(session)
    last, tables = _find_last_round_begun(session, plan), find_planned_meetings(session, plan)
    boards = {each.planned: each.boards for each in _list_missing_slips(session, tables)} if last else {}
    current = min((each.round for each in boards if each.round >= last), default=last)
    return [TableOfRound(each, boards.get(each, ())) for each in tables if each.round == current] if boards else []


def late_slips(session: Session) -> list[MissingSlips]:
    """Return the missing slips of rounds before the last round with a result."""
    plan = plan_of(session)
    last = _find_last_round_begun(session, plan)
    return [
        each for each in _list_missing_slips(session, find_planned_meetings(session, plan)) if each.planned.round < last
    ]


def without_planned_sections(scoreboard: Scoreboard) -> Scoreboard | None:
    """Return the scoreboard of the sections without a movement; None if the movement covers the whole session."""
    session, plan = scoreboard.session, plan_of(scoreboard.session)
    if plan.covers_all:
        return None
    lines = {
        board: {seating: played for seating, played in tables.items() if not plan.covers(seating.everyone)}
        for board, tables in session.boards.items()
    }
    boards = {board: tables for board, tables in lines.items() if tables or not plan.playing(board)}
    uncovered = {who: None for who in session.contestants if not plan.covers([who])}
    return Scoreboard(replace(session, boards=boards, contestants=uncovered)) if uncovered else None


def require_plan(session: Session) -> MovementPlan:
    """Return the movement of a session; Refusal (no-movement) if the session has none."""
    if plan := plan_of(session):
        return plan
    raise no_movement()


def no_movement() -> Refusal:
    """Return the refusal for a session without a movement."""
    return Refusal("no-movement", "no movement was laid down for this session", "`movement set` proposes movements")


class NextSeat(NamedTuple):
    """A contestant's next seat: the round, the table, and 'NS' or 'EW'."""

    round: int
    table: str
    side: str


class GuideLine(NamedTuple):
    """A guide card's line; `ns_next`, `ew_next`: None after the last round.

    `boards`: those at the table, also where nobody plays them. `boards_to`: the table that plays them next, or the
    tables that share them then; `boards_round`: the round in which that is.
    """

    planned: PlannedTable
    ns_next: NextSeat | None
    ew_next: NextSeat | None
    boards: tuple[int, ...]
    boards_to: str
    boards_round: int


def guide_card(plan: MovementPlan, table: str, sharing: Iterable[frozenset[str]] = ()) -> tuple[GuideLine, ...]:
    """Return the guide card of a table, round by round; `sharing`: the tables that share boards within a round."""
    together = tuple(sharing)
    lines: list[GuideLine] = []
    for planned in plan.tables:
        if planned.table != table:
            continue
        ns, ew = (next_seat(plan, members(side)[0], planned) if side else None for side in (planned.ns, planned.ew))
        boards = planned.boards or _resting_boards(plan, planned)
        round_, tables = _next_tables(plan, planned, boards) if boards else (0, [])
        known = len(tables) == 1 or any({*tables} <= group for group in together)
        lines.append(GuideLine(planned, ns, ew, boards, ", ".join(tables) if known and tables else "", round_))
    return tuple(lines)


def _next_tables(plan: MovementPlan, planned: PlannedTable, boards: tuple[int, ...]) -> tuple[int, list[str]]:
    """Return the next round in which boards are at a table of the section, and the tables; (0, []) for none."""
    section = letters_of(planned.table)
    for round_ in range(planned.round + 1, max(plan.rounds) + 1):
        of_section = [each for each in plan.of_round(round_) if letters_of(each.table) == section]
        if tables := [each.table for each in of_section if boards == (each.boards or _resting_boards(plan, each))]:
            return round_, sorted(tables, key=table_order)
    return 0, []


def _resting_boards(plan: MovementPlan, planned: PlannedTable) -> tuple[int, ...]:
    """Return the boards at a table where nobody plays, if it is the only one and one set alone is not in play."""
    section = letters_of(planned.table)
    of_section = [each for each in plan.tables if letters_of(each.table) == section]
    tables = [each for each in of_section if each.round == planned.round]
    resting = {each.boards for each in of_section} - {each.boards for each in tables} - {()}
    empty = [each for each in tables if not each.boards]
    return resting.pop() if len(resting) == len(empty) == 1 else ()


def guide_card_tables(plan: MovementPlan) -> tuple[str, ...]:
    """Return the tables of a plan, in order."""
    return tuple(sorted({each.table for each in plan.tables}, key=table_order))


def order_contestants(plan: MovementPlan) -> tuple[str, ...]:
    """Return the contestants of a plan by section, North–South first, then by number."""
    return tuple(sorted(plan.contestants, key=contestant_sort_key))


def contestant_sort_key(contestant: str) -> tuple[str, str, tuple[int, str]]:
    """Return the sort key of a contestant: section, direction (if the label has one), number."""
    label = LABEL.fullmatch(contestant)
    return (label[1], {"EW": "2"}.get(label[3], "1"), natural(label[2])) if label else ("", "", natural(contestant))


def side_of(planned: PlannedTable, contestant: str) -> str:
    """Return the side on which a contestant sits at a planned table: 'NS' or 'EW'."""
    return "NS" if contestant in members(planned.ns) else "EW"


def next_seat(plan: MovementPlan, contestant: str, planned: PlannedTable) -> NextSeat | None:
    """Return a contestant's seat in its next round, None after the last; a team stays on its side where it can."""
    later = [each for each in plan.of(contestant) if each.round > planned.round]
    first = [each for each in later if each.round == later[0].round]
    side = side_of(planned, contestant)
    table = next((each for each in first if side_of(each, contestant) == side), first[0] if first else None)
    return NextSeat(table.round, table.table, side_of(table, contestant)) if table else None


def rounds_without_opponent(plan: MovementPlan, contestant: str) -> tuple[int, ...]:
    """Return the rounds in which a contestant has no opponent."""
    plays = {each.round for each in plan.of(contestant) if each.played}
    return tuple(each for each in plan.rounds if each not in plays)
