"""The events of the movement in words, with its size, its balance, its sit-outs and its late tables."""

import re
from collections.abc import Iterator, Sequence

from cli.words.language import Wording, language_in_use, say, say_of
from cli.words.notation import board_ranges_text
from cli.words.vocabulary import counted
from ledger.kernel.fact import Event
from ledger.labels import agreeing, boards_text, joined
from ledger.movements.movement import MeetingCounts, Worth, worth
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import (
    MissingSlips,
    NextSeat,
    order_contestants,
    played_otherwise,
    rounds_without_opponent,
)
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.session.places import sits_at_one_table
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.movement.state import MovementPlan, movements, plan_of
from ledger.subjects.movement.state import planned_text as planned_text


def event_text(event: Event) -> str | None:
    """Format the setting of a movement in a line, without its reason; None for other events."""
    match event:
        case MovementSet():
            rounds, tables = {each.round for each in event.tables}, {each.table for each in event.tables}
            of = section_text(event)
            # In another language a known movement is named by its kind, translated, and its size follows in words.
            kinds = (
                ()
                if language_in_use().tag == "en"
                else (kind for kind in _KNOWN if re.match(rf"{kind},? [0-9]", event.name))
            )
            name = f"{next((_KNOWN[kind] for kind in kinds), event.name)}, " if event.name else ""
            at, in_all = counted(len(tables), "table"), counted(len(rounds), "round")
            size = in_all if f" {at}," in name else f"{at}, {in_all}"  # its name may have the tables
            return say("movement%(of)s: %(name)s%(size)s", of=of, name=name, size=size)
    return None


def section_text(event: MovementSet) -> str:
    """Name the section of a movement: ' of section B'; '' for all sections."""
    return say_of(event, " of section %(section)s") if event.section else ""


_KNOWN = Wording(
    {
        each: each
        for each in (
            *("Barometer", "Bowman", "Double weave", "Hesitation", "Howell", "Individual", "Mitchell", "Rainbow"),
            *("Reduced Howell", "Teams of four, American Whist", "Teams of four, everybody meets everybody"),
            *("Teams of four, head to head", "Web"),
        )
    },
    "movement",
)


_MOST_SHOWN = 5


def contestant_noun(session: Session) -> str:
    """Return the noun for a contestant of a session: 'pair', 'team' or 'player'."""
    if FORMS[session.opening.scoring].teams():
        return "team"
    # '3+7': two individuals who are partners for a round.
    return "player" if any("+" in each.ns or "+" in each.ew for each in plan_of(session).tables) else "pair"


def size_text(event: MovementSet, session: Session) -> str:
    """Format the size of a movement: '17 pairs at 9 tables, 9 rounds, boards 1–27'."""
    plan = MovementPlan(event.tables)
    who = counted(len(plan.contestants), contestant_noun(session))
    tables = counted(len({each.table for each in event.tables}), "table")
    boards = sorted({board for each in event.tables for board in each.boards})
    boards_of = boards_text(boards) if boards else "no boards"
    return f"{who} at {tables}, {counted(len(plan.rounds), 'round')}, {boards_of}"


def movement_lines(event: MovementSet, session: Session, before: Session) -> Iterator[str]:
    """Yield the description of a new movement: size, shared boards, sit-outs, balance, results that deviate from it.

    `before`: the session before the change, for the balance of its movement.
    """
    yield size_text(event, session)
    yield from sharing_lines(event)
    yield from sit_out_lines(MovementPlan(event.tables))
    earlier = [each for _, each in movements(before) if each.section == event.section]
    was = _worth(earlier[0].tables, before) if earlier else None
    yield from worth_lines(_worth(event.tables, session), session, was)
    deviations = [each for each in played_otherwise(session) if each.played.results]
    if deviations:
        yield f"{counted(len(deviations), 'result')} {agreeing(len(deviations), 'is')} not as planned:"
    for played, deviation in deviations[:_MOST_SHOWN]:
        yield f"  board {played.board}, {played.seating}: {deviation}"
    if len(deviations) > _MOST_SHOWN:
        yield f"  … and {len(deviations) - _MOST_SHOWN} more"


def movement_worth(session: Session) -> Worth:
    """Return how often contestants meet and how balanced the movements in force are, over all sections."""
    return _worth(plan_of(session).tables, session)


def _worth(tables: Sequence[PlannedTable], session: Session) -> Worth:
    return worth(tables, session.opening.winners, teams=not sits_at_one_table(session))


def worth_lines(figures: Worth, session: Session, before: Worth | None = None) -> Iterator[str]:
    """Yield how often contestants meet and are partners, how many boards each plays, and the balance of comparisons."""
    line = " of the other line" if session.opening.winners == 2 else ""
    yield f"who meets whom: {_meetings_text(figures.meetings, 'meets', line)}"
    if figures.partners:
        yield f"who plays with whom: {_meetings_text(figures.partners, 'partners')}"
    played = sorted(figures.boards.values())
    if played:
        number = f"{played[0]}" if played[0] == played[-1] else f"{played[0]} to {played[-1]}"
        yield f"each plays {number} board{'' if number == '1' else 's'}"
    if figures.spread is not None:
        was = f"; before: {before.spread:.2f}" if before and before.spread not in (None, figures.spread) else ""
        yield f"balance: {figures.spread:.2f} (0.00 where everybody is compared with everybody alike{was})"


def stationary_lines(figures: Worth) -> Iterator[str]:
    """Yield the contestants who stay in their seats or at their table, and the tables with the same boards."""
    if figures.stationary:
        yield f"stay in their seats: {', '.join(figures.stationary)}"
    if figures.at_one_table:
        yield f"stay at their table, and change direction: {', '.join(figures.at_one_table)}"
    for group in figures.shared:
        yield f"tables {joined(group.tables)} have the same boards in {round_ranges_text(group.rounds)}"


def _meetings_text(counts: MeetingCounts, does: str, line: str = "") -> str:
    """Say who meets how often: 'everybody meets everybody once'; 'of 136 possible meetings 72 once, 64 never'."""
    if not (counts.never or counts.often):
        return f"everybody {does} everybody{line} once"
    several = {"once": counts.once, "more than once": counts.often, "never": counts.never}
    return f"of {sum(counts)} possible meetings " + ", ".join(
        f"{number} {how}" for how, number in several.items() if number
    )


def sharing_lines(event: MovementSet) -> Iterator[str]:
    """Yield a line for each group of tables that shares its boards, and the number of copies of each board."""
    for group in event.sharing:
        yield f"tables {joined(group)} share their boards"
    if event.copies > 1:
        yield f"{event.copies} copies of each board"


def sit_out_lines(plan: MovementPlan) -> Iterator[str]:
    """Yield the sit-outs by round, and the contestants at no table (left, or not yet come); nothing if all play."""
    alone: dict[tuple[int, ...], list[str]] = {}
    away: dict[tuple[int, ...], list[str]] = {}
    for contestant in order_contestants(plan):
        seated = {planned.round for planned in plan.of(contestant)}
        out = rounds_without_opponent(plan, contestant)
        for group, rounds in (
            (alone, [number for number in out if number in seated]),
            (away, [number for number in out if number not in seated]),
        ):
            if rounds:
                group.setdefault(tuple(rounds), []).append(contestant)
    texts = [
        f"{what}: " + "; ".join(f"{joined(who)} in {round_ranges_text(rounds)}" for rounds, who in group.items())
        for what, group in (("sits out", alone), ("at no table", away))
        if group
    ]
    if texts:
        yield "; ".join(texts)


def seat_text(seat: NextSeat | None, here: str, side: str) -> str:
    """Name the seat of the next round: 'table 4 EW'; 'stays' if it is the present one; '–' after the last round."""
    if seat is None:
        return "–"
    return "stays" if (seat.table, seat.side) == (here, side) else f"table {seat.table} {seat.side}"


def round_ranges_text(rounds: Sequence[int]) -> str:
    """Format rounds as ranges.

    >>> round_ranges_text([1]), round_ranges_text([1, 2, 3, 7])
    ('round 1', 'rounds 1–3, 7')
    """
    return boards_text(sorted(rounds)).replace("board", "round")


def late_table_text(slips: MissingSlips) -> str:
    """Format the missing slips of a late table: 'table 4  round 3, boards 7–9 to come'."""
    planned, boards = slips.planned, board_ranges_text(slips.boards)
    return say(
        "table %(table)s  round %(round)s, %(boards)s to come", table=planned.table, round=planned.round, boards=boards
    )
