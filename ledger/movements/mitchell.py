"""Mitchell movements: North–South stay, East–West go up one table a round, the boards go down one.

Odd numbers of tables need nothing more. With an even number East–West would meet boards again after half time: they
skip a table, or a set lies idle between the halves of the room (a relay) while the first and the last table share. A
missing pair is a phantom that follows the pair's path.

Variants: a rover adds one pair; a hesitation has one winner and a round more than tables; a double weave is complete
for 4, 8, 12 or 16 tables without sharing; a web plays few boards at many tables with two copies; Bowman's has two
tables more than sets.
"""

from collections.abc import Callable
from math import gcd
from typing import Literal

from msgspec import structs

from ledger.labels import counted
from ledger.movements.movement import (
    Movement,
    Place,
    Winners,
    count_usual_switches,
    no_such_movement,
    switch_last,
    without,
    wrap_number,
)

Missing = Literal["", "ns", "ew"]
At = Callable[[int, int], int]
"""A function from round and table to the pair of a line, or the set, at that table."""


def mitchell(
    tables: int,
    *,
    rounds: int | None = None,
    winners: Winners = 2,
    share: bool = False,
    skip: bool = False,
    missing: Missing = "",
    switch: int | None = None,
) -> Movement:
    """Return a Mitchell: plain, with relay and share (`share`), or with a skip after half of the rounds (`skip`).

    >>> mitchell(6, skip=True).name
    'Mitchell 6 tables, skip after round 3'
    """
    if share and skip:
        message = "a Mitchell has a relay and share, or a skip, not both"
        raise no_such_movement(message, _suggest(tables, missing, "--share", "--skip"))
    even = tables % 2 == 0
    if (share or skip) and not even:
        message = f"a Mitchell of {tables} tables needs neither a relay nor a skip: each meets each set once as it is"
        raise no_such_movement(message, _suggest(tables, missing, ""))
    most = tables - 1 if skip else tables
    rounds = most if rounds is None else rounds
    if even and not (share or skip) and rounds > tables // 2:
        message = (
            f"a Mitchell of {tables} tables needs a relay and share, or a skip: without them East–West meet the boards"
            f" of round 1 again in round {tables // 2 + 1}"
        )
        raise no_such_movement(message, _suggest(tables, missing, "--share", "--skip", f"--rounds {tables // 2}"))
    check_rounds(rounds, most, f"a Mitchell of {tables} tables{' with a skip' if skip else ''}")
    plain = shared_mitchell(tables, rounds, winners) if share else _make_mitchell(tables, rounds, winners, skip)
    return finish_mitchell(plain, missing, switch)


def _suggest(tables: int, missing: Missing, *options: str) -> str:
    typed = f"movement set mitchell --tables {f'{tables - 1}.5' if missing else tables}"
    return ", ".join(f"`{typed}{option and f' {option}'}`" for option in options)


def check_rounds(rounds: int, most: int, what: str, least: int = 1) -> None:
    """Refuse a number of rounds below `least` or above `most`."""
    if not least <= rounds <= most:
        several = f"{least} to {most} rounds" if least > 1 else f"{most} rounds at most"
        has = f"{most} rounds" if least == most else several
        raise no_such_movement(f"{what} has {has}, not {rounds}", f"--rounds {min(max(rounds, least), most)}")


def lines(tables: int, rounds: int, winners: Winners, ew_at: At, set_at: At) -> tuple[Place, ...]:
    """Return the places of a Mitchell; with one winner East–West are numbered on from the North–South pairs."""
    after = 0 if winners == 2 else tables
    return tuple(
        Place(round_, table, (table,), (after + ew_at(round_, table),), set_at(round_, table))
        for round_ in range(1, rounds + 1)
        for table in range(1, tables + 1)
    )


def ew_pair_finder(tables: int, *, skip_after: int = 0) -> At:
    """Return the function that gives the East–West pair of a round and table: pairs go up one table, two at a skip."""

    def ew_at(round_: int, table: int) -> int:
        moves = round_ - 1 + (1 if skip_after and round_ > skip_after else 0)
        return wrap_number(table - moves, tables)

    return ew_at


def _make_mitchell(tables: int, rounds: int, winners: Winners, skip: bool) -> Movement:
    # In a short movement the skip is never reached
    half = tables // 2 if skip and rounds > tables // 2 else 0

    def set_at(round_: int, table: int) -> int:
        return wrap_number(table + round_ - 1, tables)

    places = lines(tables, rounds, winners, ew_pair_finder(tables, skip_after=half), set_at)
    name = f"Mitchell {tables} tables" + (f", skip after round {half}" if half else "")
    return Movement(name + rounds_suffix(rounds, tables - 1 if skip else tables), winners, places)


def shared_mitchell(tables: int, rounds: int, winners: Winners) -> Movement:
    """Return a Mitchell with a relay between the halves of the room; the first and the last table share boards."""
    half = tables // 2

    def set_at(round_: int, table: int) -> int:
        return wrap_number(table + round_ - (1 if table <= half else 0), tables)

    places = lines(tables, rounds, winners, ew_pair_finder(tables), set_at)
    name = f"Mitchell {tables} tables, share (1 and {tables}) and relay{rounds_suffix(rounds, tables)}"
    return Movement(name, winners, places, sharing=((1, tables),), relays=(half,))


def rounds_suffix(rounds: int, most: int) -> str:
    """Return ', 6 rounds' for the name of a movement that plays fewer rounds than its most; else ''."""
    return "" if rounds == most else f", {counted(rounds, 'round')}"


def finish_mitchell(movement: Movement, missing: Missing, switch: int | None, *, never_at: int = 0) -> Movement:
    """Take the missing pair out of a Mitchell; with one winner, switch the last rounds, except at table `never_at`."""
    if missing:
        tables = movement.tables
        # the missing North–South pair is the last one, at the table that may share: then no table shares
        number = tables if missing == "ns" or movement.winners == 2 else 2 * tables
        gone = without(movement, number, of=missing if movement.winners == 2 else "")
        name = f"{movement.name}, half a table (no {missing.upper()} {number})"
        movement = structs.replace(gone, name=name)
    if movement.winners == 2:
        if switch:
            message = f"{movement.name} ranks the lines apart, so no round is arrow-switched"
            raise no_such_movement(message, "--winners 1 ranks everybody together")
        return movement
    times = count_usual_switches(movement.rounds) if switch is None else switch
    if not 0 <= times <= movement.rounds:
        message = f"{movement.name} has {movement.rounds} rounds: {times} of them cannot be switched"
        raise no_such_movement(message, f"--switch {count_usual_switches(movement.rounds)}, as is usual")
    return switch_last(movement, times, never_at=never_at)


_ROVER = {
    (9, ""): (1, 3, 5, 8, 2, 4, 6),
    (15, ""): (1, 3, 5, 8, 10, 13, 6, 14, 2, 4, 7, 9, 11),
    (4, "share"): (1, 4, 2),
    (6, "share"): (1, 3, 5, 2, 4),
    (8, "share"): (1, 6, 2, 7, 3, 8, 4),
    (10, "share"): (1, 7, 2, 8, 3, 9, 4, 10, 5),
    (12, "share"): (1, 3, 7, 2, 10, 12, 6, 4, 11, 5, 8),
    (14, "share"): (1, 5, 9, 6, 13, 2, 12, 3, 8, 7, 4, 10, 14),
    (16, "share"): (1, 3, 5, 9, 14, 12, 4, 7, 13, 6, 2, 15, 11, 8, 10),
    (4, "skip"): (1, 2),
    (6, "skip"): (1, 3, 6, 2),
    (8, "skip"): (1, 3, 5, 2, 4, 6),
    (10, "skip"): (1, 3, 5, 7, 2, 4, 6, 8),
    (12, "skip"): (1, 3, 5, 11, 8, 6, 4, 2, 7, 9),
    (14, "skip"): (1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12),
    (16, "skip"): (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 12, 14),
}
"""The tables of a rover from round 2 on, found by search; at 9 and 15 tables no path lasts all rounds."""

_WEAVE = {
    4: ((0, 2, 3, 1), (0, 2, 1, 3)),
    8: ((0, 2, 3, 7, 6, 4, 1, 5), (0, 2, 5, 1, 6, 4, 3, 7)),
    12: ((11, 1, 10, 8, 3, 7, 2, 4, 9, 5, 6, 0), (3, 1, 8, 0, 11, 5, 4, 6, 7, 9, 2, 10)),
    16: (
        (1, 4, 11, 12, 2, 5, 6, 13, 3, 14, 0, 15, 8, 7, 9, 10),
        (13, 4, 9, 0, 2, 3, 14, 11, 7, 6, 12, 5, 8, 1, 15, 10),
    ),
}
"""The offsets of sets from tables in each round, at odd and at even tables; found by search."""


def rover(
    tables: int,
    *,
    rounds: int | None = None,
    winners: Winners = 2,
    share: bool = False,
    skip: bool = False,
    switch: int | None = None,
) -> Movement:
    """Return a Mitchell with an extra pair: it sits out round 1, then replaces one North–South pair in each round.

    The replaced pair sits out. An even number of tables has a relay and share, unless it has a skip.
    """
    share = share or (tables % 2 == 0 and not skip)
    kind = "skip" if skip else "share" if share else ""
    if (share and skip) or ((share or skip) and tables % 2):
        mitchell(tables, share=share, skip=skip)  # refuses it, and says why
    tour = _ROVER.get((tables, kind), ())
    if gcd(tables, 6) == 1 and tables >= 5:  # every second table, where 2 and 3 do not divide their number
        tour = tuple(wrap_number(2 * at + 1, tables) for at in range(tables - 1))
    if not tour:
        sizes = sorted({size for size, _ in _ROVER} | {5, 7, 11, 13, 17, 19})
        message = f"for {tables} tables no path of a rover is known"
        raise no_such_movement(message, f"there is one for {', '.join(map(str, sizes))} tables")
    most = len(tour) + 1
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"a rover at {tables} tables{' with a skip' if skip else ''}", least=2)
    home = mitchell(tables, rounds=rounds, winners=winners, share=share, skip=skip, switch=0)
    extra = tables + 1 if winners == 2 else 2 * tables + 1
    places = tuple(
        place._replace(ns=(extra,)) if place.round > 1 and tour[place.round - 2] == place.table else place
        for place in home.places
    )
    name = home.name.replace("Mitchell", "Rover", 1)
    return finish_mitchell(structs.replace(home, name=name, places=places), "", switch)


def hesitation(tables: int, *, rounds: int | None = None, missing: Missing = "", switch: int | None = None) -> Movement:
    """Return a hesitation: one winner, one round more than tables; pairs stay two rounds at the last table.

    East–West arriving at the last table sit North–South there in the next round, then move on with East–West. An odd
    number of tables has one relay; an even one has two, and the first and the last table share. In the last round all
    are switched but the last table.
    """
    if tables < 3:
        raise no_such_movement(f"a hesitation has 3 tables or more, not {tables}", "`movement set howell --pairs 4`")
    size = tables + 1
    rounds = size if rounds is None else rounds
    check_rounds(rounds, size, f"a hesitation of {tables} tables")
    moving = [*range(tables + 1, 2 * tables + 1), tables]
    relays, half = (1, (tables - 1) // 2) if tables % 2 else (2, tables // 2)

    def place(round_: int, table: int) -> Place:
        ew = moving[(table - round_) % size]
        ns = moving[(tables - (round_ - 1)) % size] if table == tables else table
        set_ = wrap_number(table + round_ - 1 + (relays if table > half else 0), size)
        return Place(round_, table, (ns,), (ew,), set_)

    places = tuple(place(round_, table) for round_ in range(1, rounds + 1) for table in range(1, tables + 1))
    sharing = () if tables % 2 else ((1, tables),)
    name = f"Hesitation {tables} tables{rounds_suffix(rounds, size)}"
    movement = Movement(name, 1, places, sharing=sharing, relays=(half,) * relays)
    return finish_mitchell(movement, missing, 1 if switch is None else switch, never_at=tables)


def double_weave(
    tables: int, *, rounds: int | None = None, winners: Winners = 2, missing: Missing = "", switch: int | None = None
) -> Movement:
    """Return a double weave, in which odd East–West pairs go up and even ones down, and no boards are shared.

    Each meets everybody and plays all sets. The sets move irregularly: the table cards say which set comes next.
    """
    if tables not in _WEAVE:
        message = f"a double weave has 4, 8, 12 or 16 tables, not {tables}"
        raise no_such_movement(message, f"`movement set mitchell --tables {tables}`")
    rounds = tables if rounds is None else rounds
    check_rounds(rounds, tables, f"a double weave of {tables} tables")
    odd, even = _WEAVE[tables]

    def ew_at(round_: int, table: int) -> int:
        moves = round_ - 1
        goes_up = (table - moves) % 2 == 1
        return wrap_number(table - moves if goes_up else table + moves, tables)

    def set_at(round_: int, table: int) -> int:
        return wrap_number(table + (odd if table % 2 else even)[round_ - 1], tables)

    name = f"Double weave {tables} tables{rounds_suffix(rounds, tables)}"
    return finish_mitchell(Movement(name, winners, lines(tables, rounds, winners, ew_at, set_at)), missing, switch)


def web(
    tables: int, *, rounds: int | None = None, winners: Winners = 2, missing: Missing = "", switch: int | None = None
) -> Movement:
    """Return a web: many tables, few sets in two copies, which go down in one half of the room and up in the second.

    Everybody plays all boards. With an even number of rounds East–West skip a table after half of them.
    """
    if tables % 2 or tables < 6:
        message = f"a web has an even number of tables, 6 or more, not {tables}"
        raise no_such_movement(message, f"`movement set mitchell --tables {tables}`")
    half, most = tables // 2, tables - 1
    rounds = min(most, 13) if rounds is None else rounds
    check_rounds(rounds, most, f"a web of {tables} tables with two copies", least=half)
    skip = rounds // 2 if rounds % 2 == 0 else 0

    def set_at(round_: int, table: int) -> int:
        upward = table + round_ - 1
        return wrap_number(upward if table <= half else tables - table - (round_ - 1), rounds)

    places = lines(tables, rounds, winners, ew_pair_finder(tables, skip_after=skip), set_at)
    movement = Movement(f"Web {tables} tables, {rounds} rounds", winners, places, copies=2)
    return finish_mitchell(movement, missing, switch)


def bowman(
    tables: int, *, rounds: int | None = None, winners: Winners = 2, missing: Missing = "", switch: int | None = None
) -> Movement:
    """Return Bowman's Mitchell: an odd number of tables, and two sets fewer than tables.

    The last table but one shares with table 1; the last shares with each table in turn, its sets in descending order.
    """
    sets = tables - 2
    if tables % 2 == 0 or tables < 5:
        message = f"Bowman's Mitchell has an odd number of tables, 5 or more, not {tables}"
        raise no_such_movement(message, f"`movement set mitchell --tables {tables} --share`")
    rounds = sets if rounds is None else rounds
    check_rounds(rounds, sets, f"Bowman's Mitchell of {tables} tables")

    def set_at(round_: int, table: int) -> int:
        return wrap_number(1 - round_ if table == tables else table + round_ - 1, sets)

    places = lines(tables, rounds, winners, ew_pair_finder(tables), set_at)
    met = ((1, tables - 1, tables), *((table, tables) for table in range(2, tables - 1)))
    name = f"Bowman {tables} tables, {sets} sets{rounds_suffix(rounds, sets)}"
    return finish_mitchell(Movement(name, winners, places, sharing=met), missing, switch)
