"""A movement in the labels of a session: who meets whom at which table, and what in it cannot be (Law 15B, 8A)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.labels import boards_text, joined, members, natural, table_order

NOTHING_THERE = ("", "0", "-", "–")
"""What is written in a movement where nobody sits, and where no boards lie."""


class PlannedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who meets whom at a table in a round, on which boards.

    A side is '' where nobody sits, and who sits opposite sits out.
    """

    round: RoundNumber
    table: str
    ns: str
    ew: str
    boards: tuple[BoardNumber, ...]

    @property
    def played(self) -> bool:
        """Whether both sides are there: otherwise who is there sits out."""
        return bool(self.ns and self.ew)


class _Seat(NamedTuple):
    """A contestant at a table: in which direction, and whom against."""

    who: str
    direction: str
    against: str
    at: PlannedTable


def _seats(tables: Iterable[PlannedTable]) -> Iterator[_Seat]:
    for at in tables:
        yield from (_Seat(who, "NS", at.ew, at) for who in members(at.ns))
        yield from (_Seat(who, "EW", at.ns, at) for who in members(at.ew))


def faults(
    tables: Sequence[PlannedTable], *, copies: int = 1, sharing: Collection[frozenset[str]] = (), teams: bool = False
) -> list[str]:
    """What cannot be in a movement, a sentence each; nothing where it can be played.

    `copies`: how many sets of the same boards there are. `sharing`: tables that are said to pass their boards to each
    other within a round. A team has two pairs: it sits once in each direction, and plays a board once in each.
    """
    seats = list(_seats(tables))
    return [*_in_two_places(seats, teams), *_played_twice(seats, teams), *_too_few_copies(tables, copies, sharing)]


def _called(seat: _Seat, teams: bool) -> str:
    individual = seat.who not in (seat.at.ns, seat.at.ew)
    return f"{'team' if teams else 'player' if individual else 'pair'} {seat.who}"


def _in_two_places(seats: Sequence[_Seat], teams: bool) -> Iterator[str]:
    """A contestant that meets itself, or sits at two tables in one round."""
    found = defaultdict[tuple[int, str, str], list[_Seat]](list)
    themselves = set[tuple[int, str]]()
    for seat in seats:
        if seat.who in members(seat.against) and seat.direction == "NS":
            themselves.add((seat.at.round, seat.who))
            yield f"in round {seat.at.round} {_called(seat, teams)} meets itself at table {seat.at.table}"
        found[seat.at.round, seat.who, seat.direction if teams else ""].append(seat)
    for (round_, who, direction), places in found.items():
        if len(places) == 1 or (round_, who) in themselves:
            continue
        name, facing = _called(places[0], teams), f" {direction}" if direction else ""
        names = sorted({place.at.table for place in places}, key=table_order)
        where = f"is at tables {joined(names)}" if len(names) > 1 else f"sits twice at table {names[0]}"
        yield f"in round {round_} {name} {where}{facing}"


def _played_twice(seats: Sequence[_Seat], teams: bool) -> Iterator[str]:
    """Boards that a contestant would play again: nobody may, for the score does not stand (Law 15B)."""
    played = defaultdict[tuple[str, str, int], list[_Seat]](list)
    for seat in seats:
        if seat.at.played:
            for board in dict.fromkeys(seat.at.boards):
                played[seat.who, seat.direction if teams else "", board].append(seat)
    again = defaultdict[tuple[str, str, tuple[tuple[int, str], ...]], list[int]](list)
    for (who, direction, board), places in played.items():
        # Who meets himself plays the board once, and wrongly: that is another fault.
        meetings = tuple(
            {(place.at.round, place.at.table): (place.at.round, place.against) for place in places}.values()
        )
        if len(meetings) > 1:
            again[who, direction, meetings].append(board)
    for (who, direction, meetings), boards in sorted(again.items(), key=lambda each: natural(each[0][0])):
        times = "twice" if len(meetings) == 2 else f"{len(meetings)} times"
        when = ", ".join(f"in round {round_} against {against}" for round_, against in sorted(meetings))
        facing = f" {direction}" if direction else ""
        yield f"{who} plays {boards_text(sorted(boards))}{facing} {times}: {when}"


def where_played(tables: Iterable[PlannedTable]) -> dict[tuple[int, int], list[str]]:
    """The tables at which each board is played in each round; one that is planned twice in it stands there twice."""
    found = defaultdict[tuple[int, int], list[str]](list)
    for at in tables:
        for board in dict.fromkeys(at.boards) if at.played else ():
            found[at.round, board].append(at.table)
    return found


def with_same_boards(names: Iterable[str]) -> tuple[str, ...]:
    """Tables at which one board is played in one round, each once, in their order; none where it is a single one."""
    several = tuple(sorted(dict.fromkeys(names), key=table_order))
    return several if len(several) > 1 else ()


def together_at(tables: Iterable[PlannedTable]) -> tuple[tuple[str, ...], ...]:
    """Which tables have the same boards in some round: where the devices were set up so, they share them."""
    groups = {*map(with_same_boards, where_played(tables).values())} - {()}
    return tuple(sorted(groups, key=lambda names: [table_order(name) for name in names]))


def _too_few_copies(tables: Sequence[PlannedTable], copies: int, sharing: Collection[frozenset[str]]) -> Iterator[str]:
    """Boards that lie at more tables in a round than there are copies, where these are not said to share them."""
    short = defaultdict[tuple[int, tuple[str, ...]], list[int]](list)
    for (round_, board), names in where_played(tables).items():
        if len(names) > copies and _sets_wanted(names, sharing) > copies:
            short[round_, tuple(sorted(names, key=table_order))].append(board)
    for (round_, where), boards in sorted(short.items(), key=lambda each: each[0][0]):
        all_of_them = "both" if len(where) == 2 else "all"
        message = f"in round {round_} tables {joined(where)} {all_of_them} have {boards_text(sorted(boards))}"
        of_them = f"of which there are {copies}, " if copies > 1 else ""
        yield f"{message}, {of_them}and are not said to share them"


def _sets_wanted(names: Sequence[str], sharing: Collection[frozenset[str]]) -> int:
    """How many sets of a board it takes at these tables: tables that share want one between them."""
    left, wanted = set(names), 0
    while left:
        left -= max((group & left for group in sharing), key=len, default=frozenset()) or {min(left)}
        wanted += 1
    return wanted
