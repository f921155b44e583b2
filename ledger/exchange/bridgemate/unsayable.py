"""What of a session cannot be said to devices, told before anything is sent.

The maker's own checks pass a pair that meets itself, boards from 6 to 4, one board at two tables and a board played
twice; and devices have no way to say other things that are played every week.
"""

from collections.abc import Iterator

from ledger.bounds.tournaments import TABLE
from ledger.bridge import Side
from ledger.exchange.bridgemate.numbering import DevicePlan, in_section
from ledger.labels import boards_text, direction, letters_of, members, next_number, runs, tables_text
from ledger.movements.plan import PlannedTable, faults
from ledger.session import Session
from ledger.session.movement import movements
from ledger.session.places import sits_once


def unsayable(session: Session) -> list[str]:
    """What devices cannot be told, a sentence each; nothing where all of it can be."""
    told = DevicePlan(session)
    found = [*_whole(told), *_tables(told), *_contestants(told), *_boards(told), *_impossible(session)]
    return list(dict.fromkeys(found))


def _whole(told: DevicePlan) -> Iterator[str]:
    if told.session.opening.scoring == "teams-of-eight":
        yield "teams of eight: devices know teams of two tables"
    if any(len(members(who)) > 1 for each in told.plan.tables for who in (each.ns, each.ew)):
        yield "individuals: how devices number two who play together is not known"


def _tables(told: DevicePlan) -> Iterator[str]:
    """Tables that are called as devices call none, or two that would be one."""
    names = sorted({each.table for each in told.plan.tables})
    strange = [name for name in names if in_section(name) is None]
    if strange:
        yield (
            f"{tables_text(strange)}: devices have a number from 1 to {TABLE.most}, "
            "and a section of one letter, up to three times: A, BB, CCC"
        )
    for name in names:
        if (at := in_section(name)) and told.labels.table(*at) != name:
            yield f"table {name}: beside other sections its letters are missing, for devices have it in section A"


def _contestants(told: DevicePlan) -> Iterator[str]:
    for each in told.plan.tables:
        for side, who in ((Side.NS, each.ns), (Side.EW, each.ew)):
            if who and len(members(who)) == 1 and (why := _no_number(told, each, side, who)):
                yield why


def _no_number(told: DevicePlan, planned: PlannedTable, side: Side, who: str) -> str:
    """Why a contestant has no number there."""
    here = f"in round {planned.round} at table {planned.table}"
    said = direction(who)
    if told.two_ways and said and said != side.value:
        return f"{who} sits {side.value} {here}: ranked apart, a number is of one direction for devices"
    at = in_section(who.removesuffix(side.value) if told.two_ways else who)
    if at is None:
        return f"{who} has no number: devices know contestants by numbers alone"
    if letters_of(who) != letters_of(planned.table):
        return f"{who} sits {here}, in another section: devices number each section by itself"
    return ""


def _boards(told: DevicePlan) -> Iterator[str]:
    """Boards that are not from one number to another."""
    for each in (each for each in told.plan.tables if told.meets(each)):
        where = f"round {each.round}, table {each.table}"
        if not each.boards:
            yield f"{where}: no boards, and devices need the first and the last"
        elif len(runs(sorted(each.boards), next_number)) > 1:
            yield f"{where}: {boards_text(sorted(each.boards))}, and devices know boards in a row"


def _impossible(session: Session) -> Iterator[str]:
    """What nobody can play, as the movement is refused for it where it is laid down."""
    teams = not sits_once(session)
    for _, event in movements(session):
        sharing = [frozenset(each) for each in event.sharing]
        yield from faults(event.tables, copies=event.copies, sharing=sharing, teams=teams)


def told_shortly(found: list[str], most: int = 3) -> str:
    """The first of several sentences, and how many there are beside them."""
    more = len(found) - most
    return "; ".join(found[:most]) + (f"; and {more} more" if more > 0 else "")
