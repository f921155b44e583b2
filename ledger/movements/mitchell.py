"""Mitchell: North–South stay, East–West go up one table a round, and the boards go down one.

Odd numbers of tables need nothing else. With an even number East–West would meet the boards of half time again: either
they skip a table after half of the rounds, or a set lies idle between the halves of the room (a relay) while the first
and the last table share. Half a table is a phantom that follows the path of the pair that is not there.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import structs

from ledger.movements.movement import Movement, Place, Winners, around, none_such, switch_last, usual_switches, without

Missing = Literal["", "ns", "ew"]
At = Callable[[int, int], int]
"""What is at a table in a round: a pair of a line, or a set."""


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
    """A Mitchell; with `share` a relay too, with `skip` East–West skip a table after half of the rounds.

    >>> mitchell(6, skip=True).name
    'Mitchell 6 tables, skip after round 3'
    """
    if share and skip:
        raise none_such("a Mitchell has a relay and share, or a skip, not both", _choices(tables, "--share", "--skip"))
    even = tables % 2 == 0
    if (share or skip) and not even:
        message = f"a Mitchell of {tables} tables needs neither a relay nor a skip: each meets each set once as it is"
        raise none_such(message, f"`movement set mitchell --tables {tables}`")
    most = tables - 1 if skip else tables
    rounds = most if rounds is None else rounds
    if even and not (share or skip) and rounds > tables // 2:
        message = (
            f"a Mitchell of {tables} tables needs a relay and share, or a skip: without them East–West meet the boards"
            f" of round 1 again in round {tables // 2 + 1}"
        )
        raise none_such(message, _choices(tables, "--share", "--skip", f"--rounds {tables // 2}"))
    check_rounds(rounds, most, f"a Mitchell of {tables} tables{' with a skip' if skip else ''}")
    plain = shared_mitchell(tables, rounds, winners) if share else _mitchell(tables, rounds, winners, skip)
    return as_seated(plain, missing, switch)


def _choices(tables: int, *options: str) -> str:
    return ", ".join(f"`movement set mitchell --tables {tables} {option}`" for option in options)


def check_rounds(rounds: int, most: int, what: str, least: int = 1) -> None:
    """Refuse more rounds than such a movement has, or fewer."""
    if not least <= rounds <= most:
        has = (
            f"{most} rounds"
            if least == most
            else f"{least} to {most} rounds"
            if least > 1
            else f"{most} rounds at most"
        )
        raise none_such(f"{what} has {has}, not {rounds}", f"--rounds {min(max(rounds, least), most)}")


def lines(tables: int, rounds: int, winners: Winners, ew_at: At, set_at: At) -> tuple[Place, ...]:
    """The places of a movement in which North–South stay; East–West are numbered from 1, or after North–South."""
    after = 0 if winners == 2 else tables
    return tuple(
        Place(round_, table, (table,), (after + ew_at(round_, table),), set_at(round_, table))
        for round_ in range(1, rounds + 1)
        for table in range(1, tables + 1)
    )


def up_one(tables: int, *, skip_after: int = 0) -> At:
    """East–West go up one table a round; after a round in which they skip, two."""

    def ew_at(round_: int, table: int) -> int:
        moves = round_ - 1 + (1 if skip_after and round_ > skip_after else 0)
        return around(table - moves, tables)

    return ew_at


def _mitchell(tables: int, rounds: int, winners: Winners, skip: bool) -> Movement:
    # The skip counts only where they come to it.
    half = tables // 2 if skip and rounds > tables // 2 else 0
    places = lines(
        tables,
        rounds,
        winners,
        up_one(tables, skip_after=half),
        lambda round_, table: around(table + round_ - 1, tables),
    )
    name = f"Mitchell {tables} tables" + (f", skip after round {half}" if half else "")
    return Movement(name + fewer(rounds, tables - 1 if skip else tables), winners, places)


def shared_mitchell(tables: int, rounds: int, winners: Winners) -> Movement:
    """A relay between the halves of an even number of tables; the first and the last table share all the time."""
    half = tables // 2
    places = lines(
        tables,
        rounds,
        winners,
        up_one(tables),
        lambda round_, table: around(table + round_ - (1 if table <= half else 0), tables),
    )
    name = f"Mitchell {tables} tables, share (1 and {tables}) and relay{fewer(rounds, tables)}"
    return Movement(name, winners, places, sharing=((1, tables),), relays=(half,))


def fewer(rounds: int, most: int) -> str:
    """What a name says of rounds that are not all played."""
    return "" if rounds == most else f", {rounds} round{'' if rounds == 1 else 's'}"


def as_seated(movement: Movement, missing: Missing, switch: int | None, *, never_at: int = 0) -> Movement:
    """A Mitchell without the pair that is not there, and with its last rounds switched where one wins.

    Of either line it is the last pair that is missing: of North–South at the last table, so that where the first and
    the last would share, nothing is shared.
    """
    if missing:
        movement = _half(movement, missing)
    if movement.winners == 2:
        if switch:
            message = f"nothing is switched where the lines are ranked apart: {movement.name}"
            raise none_such(message, "--winners 1 ranks everybody together")
        return movement
    times = usual_switches(movement.rounds) if switch is None else switch
    if not 0 <= times <= movement.rounds:
        message = f"{movement.name} has {movement.rounds} rounds: {times} of them cannot be switched"
        raise none_such(message, f"--switch {usual_switches(movement.rounds)}, as is usual")
    return switch_last(movement, times, never_at=never_at)


def _half(movement: Movement, missing: Missing) -> Movement:
    tables = movement.tables
    number = tables if missing == "ns" or movement.winners == 2 else 2 * tables
    gone = without(movement, number, of=missing if movement.winners == 2 else "")
    name = f"{movement.name}, half a table (no {missing.upper()} {number})"
    return structs.replace(gone, name=name)
