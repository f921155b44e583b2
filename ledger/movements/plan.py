"""A movement in the labels of a session, its faults (Laws 8A, 15B), and changes while it is played.

A change makes a new movement from the plan in force.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.errors import Refusal
from ledger.labels import boards_text, joined, members, natural, table_order

NOTHING_THERE = ("", "0", "-", "–")
"""The ways to write an empty seat or an empty table in a movement."""


class PlannedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The two sides and the boards of a table in a round; a side '' is empty, and its opponent sits out."""

    round: RoundNumber
    table: str
    ns: str
    ew: str
    boards: tuple[BoardNumber, ...]

    @property
    def played(self) -> bool:
        """True if the table is played in the round, with both sides present."""
        return bool(self.ns and self.ew)


class _Seat(NamedTuple):
    who: str
    direction: str
    against: str
    at: PlannedTable


def faults(
    tables: Sequence[PlannedTable], *, copies: int = 1, sharing: Collection[frozenset[str]] = (), teams: bool = False
) -> list[str]:
    """Return the faults of a movement, one sentence each; [] for a movement that can be played.

    `copies`: the number of sets of the same boards. `sharing`: tables agreed to share boards within a round. `teams`: a
    team sits once in each direction, and plays a board once in each.
    """
    sides = [side for at in tables for side in (("NS", at.ns, at.ew, at), ("EW", at.ew, at.ns, at))]
    seats = [_Seat(who, direction, opponents, at) for direction, side, opponents, at in sides for who in members(side)]
    return [
        *_find_double_seats(seats, teams),
        *_find_replayed_boards(seats, teams),
        *_find_missing_copies(tables, copies, sharing),
    ]


def _name_seat(seat: _Seat, teams: bool) -> str:
    individual = seat.who not in (seat.at.ns, seat.at.ew)
    return f"{'team' if teams else 'player' if individual else 'pair'} {seat.who}"


def _find_double_seats(seats: Sequence[_Seat], teams: bool) -> Iterator[str]:
    seats_by_contestant = defaultdict[tuple[int, str, str], list[_Seat]](list)
    themselves = set[tuple[int, str]]()
    for seat in seats:
        if seat.who in members(seat.against) and seat.direction == "NS":
            themselves.add((seat.at.round, seat.who))
            yield f"in round {seat.at.round} {_name_seat(seat, teams)} meets itself at table {seat.at.table}"
        seats_by_contestant[seat.at.round, seat.who, seat.direction if teams else ""].append(seat)
    for (round_, who, direction), places in seats_by_contestant.items():
        if len(places) == 1 or (round_, who) in themselves:
            continue
        name, facing = _name_seat(places[0], teams), f" {direction}" if direction else ""
        names = sorted({place.at.table for place in places}, key=table_order)
        where = f"is at tables {joined(names)}" if len(names) > 1 else f"sits twice at table {names[0]}"
        yield f"in round {round_} {name} {where}{facing}"


def _find_replayed_boards(seats: Sequence[_Seat], teams: bool) -> Iterator[str]:
    """Yield a fault for boards that a contestant would play twice: the second score would not stand (Law 15B)."""
    played = defaultdict[tuple[str, str, int], list[_Seat]](list)
    for seat in seats:
        if seat.at.played:
            for board in dict.fromkeys(seat.at.boards):
                played[seat.who, seat.direction if teams else "", board].append(seat)
    again = defaultdict[tuple[str, str, tuple[tuple[int, str], ...]], list[int]](list)
    for (who, direction, board), places in played.items():
        # A contestant that meets itself is a fault of `_find_double_seats`
        opponents = {(place.at.round, place.at.table): (place.at.round, place.against) for place in places}
        meetings = tuple(opponents.values())
        if len(meetings) > 1:
            again[who, direction, meetings].append(board)
    for (who, direction, meetings), boards in sorted(again.items(), key=lambda each: natural(each[0][0])):
        times = "twice" if len(meetings) == 2 else f"{len(meetings)} times"
        when = ", ".join(f"in round {round_} against {against}" for round_, against in sorted(meetings))
        facing = f" {direction}" if direction else ""
        yield f"{who} plays {boards_text(sorted(boards))}{facing} {times}: {when}"


def where_played(tables: Iterable[PlannedTable]) -> dict[tuple[int, int], list[str]]:
    """Return the tables that play each board in each round, by (round, board); a table planned twice appears twice."""
    tables_of = defaultdict[tuple[int, int], list[str]](list)
    for at in tables:
        for board in dict.fromkeys(at.boards) if at.played else ():
            tables_of[at.round, board].append(at.table)
    return tables_of


def distinct_tables(names: Iterable[str]) -> tuple[str, ...]:
    """Return the tables that play one board in one round, sorted and without repetition; () if only one does."""
    several = tuple(sorted(dict.fromkeys(names), key=table_order))
    return several if len(several) > 1 else ()


def group_tables_with_same_boards(tables: Iterable[PlannedTable]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of tables that have the same boards in some round."""
    groups = {*map(distinct_tables, where_played(tables).values())} - {()}
    return tuple(sorted(groups, key=lambda names: [table_order(name) for name in names]))


def _find_missing_copies(
    tables: Sequence[PlannedTable], copies: int, sharing: Collection[frozenset[str]]
) -> Iterator[str]:
    """Yield a fault for boards needed at more tables of a round than there are copies, if not shared."""
    short = defaultdict[tuple[int, tuple[str, ...]], list[int]](list)
    for (round_, board), names in where_played(tables).items():
        if len(names) > copies and _count_sets_wanted(names, sharing) > copies:
            short[round_, tuple(sorted(names, key=table_order))].append(board)
    for (round_, where), boards in sorted(short.items(), key=lambda each: each[0][0]):
        all_of_them = "both" if len(where) == 2 else "all"
        message = f"in round {round_} tables {joined(where)} {all_of_them} have {boards_text(sorted(boards))}"
        of_them = f"of which there are {copies}, " if copies > 1 else ""
        yield f"{message}, {of_them}and are not said to share them"


def _count_sets_wanted(names: Sequence[str], sharing: Collection[frozenset[str]]) -> int:
    """Return the number of copies of a board that tables need; tables that share boards need one together."""
    unserved, wanted = set(names), 0
    while unserved:
        unserved -= max((group & unserved for group in sharing), key=len, default=frozenset()) or {min(unserved)}
        wanted += 1
    return wanted


Plan = tuple[PlannedTable, ...]


def without(tables: Iterable[PlannedTable], contestant: str, first: int = 1) -> Plan:
    """Return the plan with a contestant's seats empty from a round on; refused if the contestant sits nowhere then.

    An individual's partner loses the seat too. A table with both sides empty is left out.
    """
    plan = tuple(tables)
    if not any(_is_seated(contestant, each) for each in plan if each.round >= first):
        raise Refusal("bad-movement", f"{contestant} sits nowhere from round {first} on", "`movement show --by pair`")
    kept: list[PlannedTable] = []
    for table in plan:
        if table.round >= first:
            ns, ew = ("" if contestant in members(side) else side for side in (table.ns, table.ew))
            table = replace(table, ns=ns, ew=ew)
        kept.append(table)
    return tuple(each for each in kept if each.ns or each.ew)


def seated(tables: Iterable[PlannedTable], contestant: str, first: int = 1, *, gone: str = "") -> Plan:
    """Return the plan with a contestant, from round `first` on, in the empty seats of a half table or those of `gone`.

    A half table without boards gets boards its pair has not played. Refused if no seat is empty, if several are in one
    round, if no boards are left for the table, or if `gone` sits nowhere.
    """
    plan = tuple(tables)
    if gone:
        if not any(_is_seated(gone, each) for each in plan if each.round >= first):
            raise Refusal("bad-movement", f"{gone} sits nowhere from round {first} on", "`movement show --by pair`")
        exchanged: list[PlannedTable] = []
        for table in plan:
            if table.round >= first:
                sides = (table.ns, table.ew)
                ns, ew = ("+".join(contestant if who == gone else who for who in members(side)) for side in sides)
                table = replace(table, ns=ns, ew=ew)
            exchanged.append(table)
        return tuple(exchanged)
    empty = [each for each in plan if each.round >= first and not each.played]
    rounds = [each.round for each in empty]
    if not empty:
        hint = "to replace 7: --instead-of 7; to add a table: `movement change --from FILE --from-round N`"
        raise Refusal("bad-movement", f"no seat is empty from round {first} on", hint)
    if twice := next((each for each in rounds if rounds.count(each) > 1), 0):
        hint = "to replace 7, who left: --instead-of 7; or type each row: --row '1/2 5 12 4-6'"
        raise Refusal("bad-movement", f"in round {twice} several seats are empty", hint)
    boards = _choose_boards(plan, empty)
    return tuple(
        replace(each, ns=each.ns or contestant, ew=each.ew or contestant, boards=boards[each.round])
        if each in empty
        else each
        for each in plan
    )


def _choose_boards(plan: Plan, empty: Sequence[PlannedTable]) -> dict[int, tuple[int, ...]]:
    """Return the boards of a half table by round: the planned ones, else a set its contestant has not played."""
    chosen = {each.round: each.boards for each in empty if each.boards}
    bare = [each for each in empty if not each.boards]
    fitting: dict[int, list[tuple[int, ...]]] = {}
    for at in bare:
        # Sets that the contestant there has not played; those lying at another table come last
        side = at.ns or at.ew
        played = {board for each in plan if each.played and _is_seated(side, each) for board in each.boards}
        lying = {each.boards for each in plan if each.round == at.round}
        sets = dict.fromkeys(each.boards for each in plan if each.boards and not played & {*each.boards})
        fitting[at.round] = [boards for _, boards in sorted((boards in lying, boards) for boards in sets)]
    for at in sorted(bare, key=lambda each: len(fitting[each.round])):
        taken = {board for boards in chosen.values() for board in boards}
        free = next((boards for boards in fitting[at.round] if not taken & {*boards}), None)
        if free is None:
            message = f"in round {at.round} no boards are left for table {at.table}, where a seat is empty"
            hint = "type each row with its boards: `movement change --row '1/2 5 12 4-6'`"
            raise Refusal("bad-movement", message, hint)
        chosen[at.round] = free
    return chosen


def shortened(tables: Iterable[PlannedTable], last: int) -> Plan:
    """Return the plan up to round `last`; refused unless `last` lies before the plan's last round."""
    plan = tuple(tables)
    rounds = max((each.round for each in plan), default=0)
    if not 0 < last < rounds:
        hint = f"--rounds {rounds - 1}" if rounds > 1 else "`movement show`"
        if last > rounds:
            hint = "`undo` takes the early end back; `movement change NAME` sets another movement"
        raise Refusal("bad-movement", f"the movement has {rounds} rounds; it cannot end after round {last}", hint)
    return tuple(each for each in plan if each.round <= last)


def turned(tables: Iterable[PlannedTable], times: int) -> Plan:
    """Return the plan with directions exchanged in its last `times` rounds, for a session that ends early.

    Only tables at which both contestants sit in their usual directions are turned.
    """
    plan = tuple(tables)
    last = sorted({each.round for each in plan})[-times:] if times else []
    sides: dict[str, Counter[str]] = defaultdict(Counter)
    for table in sorted(plan, key=lambda each: each.round):
        for side, who in (("NS", table.ns), ("EW", table.ew)):
            sides[who][side] += 1
    usual = {who: counts.most_common(1)[0][0] for who, counts in sides.items() if who}
    return tuple(
        replace(each, ns=each.ew, ew=each.ns)
        if each.round in last and (usual.get(each.ns, "NS"), usual.get(each.ew, "EW")) == ("NS", "EW")
        else each
        for each in plan
    )


def with_boards(tables: Iterable[PlannedTable], round_: int, table: str, boards: tuple[int, ...]) -> Plan:
    """Return the plan with other boards for a table in a round; refused if the plan has no such table."""
    plan = tuple(tables)
    if not any((each.round, each.table) == (round_, table) for each in plan):
        message = f"the movement has no table {table} in round {round_}"
        raise Refusal("bad-movement", message, f"`movement show --round {round_}`")
    return tuple(replace(each, boards=boards) if (each.round, each.table) == (round_, table) else each for each in plan)


def with_rows(tables: Iterable[PlannedTable], rows: Sequence[PlannedTable]) -> Plan:
    """Return the plan with these rows; a row replaces the row of the same round and table, if there is one."""
    anew = {(each.round, each.table) for each in rows}
    return in_order([*(each for each in tables if (each.round, each.table) not in anew), *rows])


def from_round(tables: Iterable[PlannedTable], later: Iterable[PlannedTable], first: int) -> Plan:
    """Return a plan that keeps the rounds before `first`, and takes those from `first` on from the movement `later`.

    Refused if `later` has no round from `first` on.
    """
    kept = [each for each in tables if each.round < first]
    new = [each for each in later if each.round >= first]
    if not new:
        message = f"that movement has no round {first}"
        raise Refusal("bad-movement", message, "number its rounds as in this session, from round 1")
    return in_order([*kept, *new])


def list_sharing_tables(
    tables: Iterable[PlannedTable], sharing: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Return the groups of tables that share boards: those agreed, and those that play one board in one round."""
    together = dict.fromkeys(map(distinct_tables, where_played(tables).values()))
    return *sharing, *(group for group in together if group and not any({*group} <= {*agreed} for agreed in sharing))


def in_order(tables: Iterable[PlannedTable]) -> Plan:
    """Return the tables by round, then by table."""
    return tuple(sorted(tables, key=lambda each: (each.round, table_order(each.table))))


def _is_seated(contestant: str, planned: PlannedTable) -> bool:
    return any(contestant in members(side) for side in (planned.ns, planned.ew))
