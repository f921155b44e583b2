"""A movement in a few lines: how large it is, who sits out, what was played otherwise; where somebody goes next."""

from collections.abc import Iterator, Sequence

from cli.words.movement import planned_text
from cli.words.vocabulary import counted
from ledger.facts.movement import MovementSet
from ledger.labels import boards_text
from ledger.movements.plan import joined
from ledger.projections.guide_cards import Seat, sits_out, sitting
from ledger.scoring.forms import FORMS
from ledger.session import Session, TableBoard
from ledger.session.movement import Deviation, MovementPlan, plan_of

_MOST_TOLD = 5


def whom(session: Session) -> str:
    """What a contestant of a session is called: a pair, a team, a player."""
    if FORMS[session.opening.scoring].teams():
        return "team"
    return "player" if any("+" in each.ns or "+" in each.ew for each in plan_of(session).tables) else "pair"


def size_text(event: MovementSet, session: Session) -> str:
    """'17 pairs at 9 tables, 9 rounds, boards 1–27'."""
    plan = MovementPlan(event.tables)
    who = counted(len(plan.contestants), whom(session))
    tables = counted(len({each.table for each in event.tables}), "table")
    boards = sorted({board for each in event.tables for board in each.boards})
    told = boards_text(boards) if boards else "no boards"
    return f"{who} at {tables}, {counted(len(plan.rounds), 'round')}, {told}"


def movement_lines(event: MovementSet, session: Session) -> Iterator[str]:
    """What a movement that is laid down is: its size, who shares, who sits out, what was played otherwise."""
    yield size_text(event, session)
    yield from sharing_lines(event)
    yield from sit_out_lines(MovementPlan(event.tables))
    yield from otherwise_lines(session)


def sharing_lines(event: MovementSet) -> Iterator[str]:
    """Which tables share their boards, and how many copies of each there are."""
    for group in event.sharing:
        yield f"tables {joined(group)} share their boards"
    if event.copies > 1:
        yield f"{event.copies} copies of each board"


def sit_out_lines(plan: MovementPlan) -> Iterator[str]:
    """Who sits out in which round; nothing where everybody always plays."""
    said: dict[tuple[int, ...], list[str]] = {}
    for each in sitting(plan):
        if rounds := sits_out(plan, each):
            said.setdefault(rounds, []).append(each)
    everybody = [f"{joined(who)} in {rounds_in_words(rounds)}" for rounds, who in said.items()]
    if everybody:
        yield f"sits out: {'; '.join(everybody)}"


def otherwise_lines(session: Session) -> Iterator[str]:
    """What was played otherwise than the movement in force has it, which stands as it was played."""
    plan = plan_of(session)
    found = [(each, said) for each in session.table_boards() if (said := _deviation(plan, each))]
    if found:
        yield f"{counted(len(found), 'result')} {'stands' if len(found) == 1 else 'stand'} otherwise than planned:"
    for played, said in found[:_MOST_TOLD]:
        yield f"  board {played.board}, {played.seating}: {deviation_text(said)}"
    if len(found) > _MOST_TOLD:
        yield f"  … and {len(found) - _MOST_TOLD} more"


def deviation_text(said: Deviation) -> str:
    """'planned: round 3, table 2: 5 v 12, boards 7–9'."""
    if said.what == "nobody":
        return f"{said.who} is not in the movement"
    return f"planned: {planned_text(said.planned)}" if said.planned else "the two do not meet in the movement"


def _deviation(plan: MovementPlan, played: TableBoard) -> Deviation | None:
    return plan.deviation(played.board, played.seating) if played.result else None


def seat_text(seat: Seat | None, here: str, side: str) -> str:
    """Where somebody goes next, seen from a seat: 'table 4 EW', 'stays', '–' where the movement is over for him."""
    if seat is None:
        return "–"
    return "stays" if (seat.table, seat.side) == (here, side) else f"table {seat.table} {seat.side}"


def rounds_in_words(rounds: Sequence[int]) -> str:
    """Rounds as ranges.

    >>> rounds_in_words([1]), rounds_in_words([1, 2, 3, 7])
    ('round 1', 'rounds 1–3, 7')
    """
    return boards_text(sorted(rounds)).replace("board", "round")
