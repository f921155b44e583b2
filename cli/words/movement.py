"""What the events of the movement say, how large a movement is, and how its rows are told."""

import re
from collections.abc import Iterator, Sequence

from cli.words.language import Wording, say, say_of, spoken
from cli.words.vocabulary import counted
from ledger.kernel.fact import Event
from ledger.labels import boards_text, joined
from ledger.movements.movement import MeetingCounts, Worth, worth
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import MissingSlips, NextSeat, played_otherwise, sits_out, sitting
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.session.places import sits_once
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.movement.state import MovementPlan, movements, plan_of
from ledger.subjects.movement.state import planned_text as planned_text


def event_text(event: Event) -> str | None:
    """Say an event of this subject in a line, without its reason; None for an event of another."""
    match event:
        case MovementSet():
            rounds, tables = {each.round for each in event.tables}, {each.table for each in event.tables}
            of = section_text(event)
            # In another language a movement that is known is called by its kind, and its size is said.
            kinds = (
                () if spoken().tag == "en" else (kind for kind in _KNOWN if re.match(rf"{kind},? [0-9]", event.name))
            )
            name = f"{next((_KNOWN[kind] for kind in kinds), event.name)}, " if event.name else ""
            at, in_all = counted(len(tables), "table"), counted(len(rounds), "round")
            size = in_all if f" {at}," in name else f"{at}, {in_all}"  # a name says it, until the movement is changed
            return say("movement%(of)s: %(name)s%(size)s", of=of, name=name, size=size)
    return None


def section_text(event: MovementSet) -> str:
    """Say for which section a movement is: ' of section B', '' for all."""
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


def movement_lines(event: MovementSet, session: Session, before: Session) -> Iterator[str]:
    """What a movement that is laid down is: its size, who shares, who sits out, what was played otherwise.

    `before`: the session as it was, whose movement was as even as is told beside.
    """
    yield size_text(event, session)
    yield from sharing_lines(event)
    yield from sit_out_lines(MovementPlan(event.tables))
    there = [each for _, each in movements(before) if each.section == event.section]
    was = _worth(there[0].tables, before) if there else None
    yield from worth_lines(_worth(event.tables, session), session, was)
    found = [each for each in played_otherwise(session) if each.played.results]
    if found:
        yield f"{counted(len(found), 'result')} {'stands' if len(found) == 1 else 'stand'} otherwise than planned:"
    for played, deviation in found[:_MOST_TOLD]:
        yield f"  board {played.board}, {played.seating}: {deviation}"
    if len(found) > _MOST_TOLD:
        yield f"  … and {len(found) - _MOST_TOLD} more"


def worth_of(session: Session) -> Worth:
    """What the movements in force are worth, those of all sections together."""
    return _worth(plan_of(session).tables, session)


def _worth(tables: Sequence[PlannedTable], session: Session) -> Worth:
    return worth(tables, session.opening.winners, teams=not sits_once(session))


def worth_lines(found: Worth, session: Session, before: Worth | None = None) -> Iterator[str]:
    """Who meets whom, how many boards each plays, and how evenly all are compared."""
    other = " of the other line" if session.opening.winners == 2 else ""
    yield f"who meets whom: {_meetings_text(found.meetings, 'meets', other)}"
    if found.partners:
        yield f"who plays with whom: {_meetings_text(found.partners, 'partners')}"
    played = sorted(found.boards.values())
    if played:
        each = f"{played[0]}" if played[0] == played[-1] else f"{played[0]} to {played[-1]}"
        yield f"each plays {each} board{'' if each == '1' else 's'}"
    if found.spread is not None:
        was = f"; before: {before.spread:.2f}" if before and before.spread not in (None, found.spread) else ""
        yield f"balance: {found.spread:.2f} (0.00 where everybody is compared with everybody alike{was})"


def staying_lines(found: Worth) -> Iterator[str]:
    """Who keeps his seat, for those who cannot move; and the tables that share."""
    if found.stationary:
        yield f"stay in their seats: {', '.join(found.stationary)}"
    if found.at_one_table:
        yield f"stay at their table, and change direction: {', '.join(found.at_one_table)}"
    for each in found.shared:
        yield f"tables {joined(each.tables)} have the same boards in {rounds_in_words(each.rounds)}"


def _meetings_text(found: MeetingCounts, does: str, other: str = "") -> str:
    """'everybody meets everybody once'; 'of 136 possible meetings 72 once, 64 never'."""
    if not (found.never or found.often):
        return f"everybody {does} everybody{other} once"
    several = {"once": found.once, "more than once": found.often, "never": found.never}
    return f"of {sum(found)} possible meetings " + ", ".join(
        f"{number} {how}" for how, number in several.items() if number
    )


def sharing_lines(event: MovementSet) -> Iterator[str]:
    """Which tables share their boards, and how many copies of each there are."""
    for group in event.sharing:
        yield f"tables {joined(group)} share their boards"
    if event.copies > 1:
        yield f"{event.copies} copies of each board"


def sit_out_lines(plan: MovementPlan) -> Iterator[str]:
    """Who sits out in which round, and who has left, or not yet come; nothing where everybody always plays."""
    alone: dict[tuple[int, ...], list[str]] = {}
    away: dict[tuple[int, ...], list[str]] = {}
    for each in sitting(plan):
        seated = {planned.round for planned in plan.of(each)}
        out = sits_out(plan, each)
        for said, rounds in (alone, [at for at in out if at in seated]), (away, [at for at in out if at not in seated]):
            if rounds:
                said.setdefault(tuple(rounds), []).append(each)
    told = [
        f"{what}: " + "; ".join(f"{joined(who)} in {rounds_in_words(rounds)}" for rounds, who in said.items())
        for what, said in (("sits out", alone), ("at no table", away))
        if said
    ]
    if told:
        yield "; ".join(told)


def seat_text(seat: NextSeat | None, here: str, side: str) -> str:
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


def late_text(slips: MissingSlips) -> str:
    """'table 4  round 3, boards 7–9 to come': a table that is behind the others."""
    return f"table {slips.planned.table}  round {slips.planned.round}, {boards_text(list(slips.boards))} to come"
