"""What tests ask of a movement, counted from its places alone."""

from collections import Counter

from ledger.movements.movement import Movement, put_labels, shared
from ledger.movements.plan import faults


def faults_of(movement: Movement, *, teams: bool = False) -> list[str]:
    """What cannot be in it, by what it says itself of copies and of tables that share."""
    tables = put_labels(movement, boards_per_set=1)
    return faults(tables, copies=movement.copies, sharing=shared(movement), teams=teams)


def line(movement: Movement, direction: str) -> str:
    return direction if movement.winners == 2 else ""


def meetings(movement: Movement) -> Counter[frozenset[tuple[str, int]]]:
    """How often any two sit against each other, on boards."""
    return Counter(
        frozenset({(line(movement, "NS"), one), (line(movement, "EW"), other)})
        for place in movement.places
        for one in place.ns
        for other in place.ew
    )


def sets_played(movement: Movement) -> dict[tuple[str, int], list[int]]:
    """The sets that each plays, in the order of the rounds."""
    found: dict[tuple[str, int], list[int]] = {}
    for place in sorted(movement.places):
        for direction, side in (("NS", place.ns), ("EW", place.ew)):
            for number in side:
                played = found.setdefault((line(movement, direction), number), [])
                if place.ns and place.ew:
                    played.append(place.set)
    return found


def seats(movement: Movement) -> list[tuple[int, ...]]:
    """Rows as published tables have them: round, table, NS, EW, set, or the four players; East–West go on from NS."""
    after = movement.tables if movement.winners == 2 else 0
    return sorted(
        (place.round, place.table, *place.ns, *(number + after for number in place.ew), place.set)
        for place in movement.places
        if place.ns and place.ew
    )
