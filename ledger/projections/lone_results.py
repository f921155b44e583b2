"""The tables a result is compared with, rulings at these tables, and results without any comparison (Law 87).

Team play alone has other rooms (Law 86B): one, or the three more tables of teams of eight.
"""

from collections.abc import Collection, Iterator
from itertools import permutations

from ledger.bridge import Side
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Rectified,
    SelfInflicted,
    Split,
    Weighted,
)
from ledger.laws.citation import Matter
from ledger.laws.rounding import decimal_text
from ledger.projections.planned import boards_still_to_play
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Board, Ruling, Session, TableBoard
from ledger.subjects.movement.state import plan_of
from ledger.subjects.participation.facts import BoardNotPlayed

WHOLE_BOARD = (Artificial, Awarded)
"""The scores that, in one of two rooms, fix the worth of the whole board."""

FOR_ALL_TABLES = (Awarded, SelfInflicted)
"""The scores that, at one of four tables, fix the worth of the board; an artificial one is for two comparisons."""

_RESULTS = (Assigned, Rectified, Weighted, Split, Claim)


def whole_board_scores(session: Session) -> tuple[type[Adjustment], ...]:
    """Return the kinds of score that, given at one table, fix the worth of the board at all its tables."""
    return WHOLE_BOARD if FORMS[session.opening.scoring].rooms == 2 else FOR_ALL_TABLES


def list_other_tables(session: Session, board: int, seating: Seating) -> list[TableBoard]:
    """Return the other tables at which a table's two teams met on a board; the table itself may have no result yet."""
    tables = session.boards.get(board, {})
    tables_compared = FORMS[session.opening.scoring].other_tables({**tables, seating: tables.get(seating)}, seating)
    return [table for table in tables_compared if table is not None]


def leaves_out_result(
    session: Session, board: int, seating: Seating, score: Adjustment, matters: Collection[Matter]
) -> bool:
    """Return whether an artificial score ignores a result obtained in the second room (Laws 86B1, 86B2(b))."""
    if not isinstance(score, Artificial) or score.unless or "not-by-result" in matters:
        return False
    played = session.boards.get(board, {}).get(seating)
    version = played.version if played else ""
    # Teams that sat the same way round in both rooms, or had other cards, have nothing to compare (Laws 86B2, 87).
    facing = (
        table
        for table in list_other_tables(session, board, seating)
        if table.seating.ns != seating.ns and table.version == version
    )
    return any(
        table.result or any(isinstance(score, _RESULTS) for _, score in _in_force(session, table)) for table in facing
    )


def rulings_without_effect(session: Session, board: int, seating: Seating, score: Adjustment) -> list[Ruling]:
    """Return the rulings at other tables that a score leaves without effect, or that leave the score without effect."""
    rulings = (ruled for table in list_other_tables(session, board, seating) for ruled in _in_force(session, table))
    return [ruling for ruling, second in rulings if is_one_without_effect(session, score, second)]


def is_one_without_effect(session: Session, *scores: Adjustment) -> bool:
    """Return whether one of the scores decides the whole board and leaves another table's score without effect."""
    alone = whole_board_scores(session)
    for first, second in permutations(scores, 2):
        gives_way = isinstance(first, Artificial) and first.unless  # then the other room says what the result is worth
        if isinstance(first, alone) and not gives_way and isinstance(second, _RESULTS):
            return True
    return False


def _in_force(session: Session, table: TableBoard) -> Iterator[tuple[Ruling, Adjustment]]:
    return ((ruling, session.in_force(ruling).adjustment) for ruling in session.rulings_of(table))


def artificial_score_sources(session: Session, played: TableBoard) -> list[str]:
    """Return the cases and events that give a table an artificial score despite its result: R-0007, #12."""
    if not played.result:
        return []
    sources = list[str]()
    for table in list_other_tables(session, played.board, played.seating):
        for ruling in session.rulings_of(table):
            in_force = session.in_force(ruling)
            if leaves_out_result(session, played.board, table.seating, in_force.adjustment, in_force.matters):
                sources.append(ruling.case)
        if table.absence and isinstance(table.absent, BoardNotPlayed) and table.absent.scored:
            sources.append(f"#{table.absence.number}")
    return sources


def lone_results(scoreboard: ScoredSession) -> Iterator[TableBoard]:
    """Yield the tables whose result is compared with no other result, in the order of the boards."""
    return _find_lone_results(scoreboard, scoreboard.session.boards)


def has_no_comparison(scoreboard: ScoredSession, played: TableBoard) -> bool:
    """Return whether a result has no comparison and none to come; for teams: both rooms are in, and nobody scores."""
    if not scoreboard.teams:
        return played in _find_lone_results(scoreboard, [played.board])
    rooms = scoreboard.rooms(played)
    both = len(rooms) == scoreboard.form.rooms and all(room.results or room.cases for room in rooms)
    return both and not scoreboard.counts(played)


def _find_lone_results(scoreboard: ScoredSession, boards: Collection[int]) -> Iterator[TableBoard]:
    """Yield the tables whose result has no comparison now and none to come.

    A session of one table compares nothing on any board.
    """
    session, expected = scoreboard.session, scoreboard.scoring.expected
    lone = {number: lone for number in boards if (lone := scoreboard.board(number).lone)} if expected > 1 else {}
    # a fouled board's tables are stated with its versions, so no further one is to come
    of_one_version = [number for number in lone if not _is_fouled(session.boards[number])]
    waited_for = set[int]()
    if of_one_version and (plan := plan_of(session)):
        waited_for = boards_still_to_play(session, plan, of_one_version)
    elif of_one_version:
        for number in of_one_version:
            if sum(not played.pending for played in session.boards[number].values()) < expected:
                waited_for.add(number)
    for number, seatings in lone.items():
        if number not in waited_for:
            yield from (played for seating, played in session.boards[number].items() if seating in seatings)


def _is_fouled(board: Board) -> bool:
    return any(played.versions for played in board.values())


def lone_result_text(scoreboard: ScoredSession, played: TableBoard) -> str:
    """Format a lone result for the director: what it counts as, and which rulings on it have no comparison either."""
    scores = scoreboard.board(played.board)
    ns, ew = (decimal_text(scoreboard.value(played, side)) for side in Side)
    counts = "is cancelled: average plus," if played.seating in scores.cancelled else "counts as"
    of = "of the board as dealt" if _is_fouled(scoreboard.session.boards[played.board]) else "of the board"
    if played.version:
        of = f"of version {played.version!r}"
    text = f"the only result {of} has nothing to be compared with, and {counts}"
    text = f"{text} NS {ns}, EW {ew} {scoreboard.unit}"
    return f"{text}; nor is {' or '.join(played.cases)} compared with anything" if played.cases else text
