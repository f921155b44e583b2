"""A movement in the labels of a session: who meets whom at which table, and what in it cannot be (Law 15B, 8A).

A movement that is changed while it is played is made anew as a whole, from the plan there was.
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
"""What is written in a movement where nobody sits, and where no boards lie."""


class PlannedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who meets whom at a table in a round, on which boards; a side is '' where nobody sits: the other sits out."""

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
    who: str
    direction: str
    against: str
    at: PlannedTable


def faults(
    tables: Sequence[PlannedTable], *, copies: int = 1, sharing: Collection[frozenset[str]] = (), teams: bool = False
) -> list[str]:
    """What cannot be in a movement, a sentence each; nothing where it can be played.

    `copies`: how many sets of the same boards there are. `sharing`: tables that are said to pass their boards to each
    other within a round. A team has two pairs: it sits once in each direction, and plays a board once in each.
    """
    sides = [side for at in tables for side in (("NS", at.ns, at.ew, at), ("EW", at.ew, at.ns, at))]
    seats = [_Seat(who, direction, other, at) for direction, side, other, at in sides for who in members(side)]
    return [*_in_two_places(seats, teams), *_played_twice(seats, teams), *_too_few_copies(tables, copies, sharing)]


def _called(seat: _Seat, teams: bool) -> str:
    individual = seat.who not in (seat.at.ns, seat.at.ew)
    return f"{'team' if teams else 'player' if individual else 'pair'} {seat.who}"


def _in_two_places(seats: Sequence[_Seat], teams: bool) -> Iterator[str]:
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


Plan = tuple[PlannedTable, ...]


def without(tables: Iterable[PlannedTable], contestant: str, first: int = 1) -> Plan:
    """A contestant leaves before a round: its seats are empty from then on, also its partner's of individuals."""
    plan = tuple(tables)
    if not any(_sits(contestant, each) for each in plan if each.round >= first):
        raise Refusal("bad-movement", f"{contestant} sits nowhere from round {first} on", "`movement show --by pair`")
    left: list[PlannedTable] = []
    for each in plan:
        if each.round >= first:
            ns, ew = ("" if contestant in members(side) else side for side in (each.ns, each.ew))
            each = replace(each, ns=ns, ew=ew)
        left.append(each)
    return tuple(each for each in left if each.ns or each.ew)


def seated(tables: Iterable[PlannedTable], contestant: str, first: int = 1, *, gone: str = "") -> Plan:
    """A contestant who comes late takes the empty seats of a half table from a round on; or those of one who is `gone`.

    Where no boards lie at the half table, they are those that its other side has not played. Refused where no seat is
    empty, or several are in one round.
    """
    plan = tuple(tables)
    if gone:
        if not any(_sits(gone, each) for each in plan if each.round >= first):
            raise Refusal("bad-movement", f"{gone} sits nowhere from round {first} on", "`movement show --by pair`")
        exchanged: list[PlannedTable] = []
        for each in plan:
            if each.round >= first:
                ns, ew = (
                    "+".join(contestant if who == gone else who for who in members(side)) for side in (each.ns, each.ew)
                )
                each = replace(each, ns=ns, ew=ew)
            exchanged.append(each)
        return tuple(exchanged)
    empty = [each for each in plan if each.round >= first and not each.played]
    rounds = [each.round for each in empty]
    if not empty:
        hint = "in another's place: --instead-of 7; a table more: `movement change --from FILE --from-round N`"
        raise Refusal("bad-movement", f"no seat is empty from round {first} on", hint)
    if twice := next((each for each in rounds if rounds.count(each) > 1), 0):
        told = f"in round {twice} several seats are empty"
        raise Refusal("bad-movement", told, "in the place of one who left: --instead-of 7; else each row: --row …")
    boards = _boards_at(plan, empty)
    return tuple(
        replace(each, ns=each.ns or contestant, ew=each.ew or contestant, boards=boards[each.round])
        if each in empty
        else each
        for each in plan
    )


def _boards_at(plan: Plan, empty: Sequence[PlannedTable]) -> dict[int, tuple[int, ...]]:
    """The boards of a half table by round: as they lie there, else a set that its side does not play, each once."""
    chosen = {each.round: each.boards for each in empty if each.boards}
    bare = [each for each in empty if not each.boards]
    fitting: dict[int, list[tuple[int, ...]]] = {}
    for at in bare:
        # The sets that whoever sits there does not play; those that lie at another table come last
        side = at.ns or at.ew
        played = {board for each in plan if each.played and _sits(side, each) for board in each.boards}
        lying = {each.boards for each in plan if each.round == at.round}
        sets = dict.fromkeys(each.boards for each in plan if each.boards and not played & {*each.boards})
        fitting[at.round] = [boards for _, boards in sorted((boards in lying, boards) for boards in sets)]
    for at in sorted(bare, key=lambda each: len(fitting[each.round])):
        taken = {board for boards in chosen.values() for board in boards}
        free = next((boards for boards in fitting[at.round] if not taken & {*boards}), None)
        if free is None:
            told = f"in round {at.round} no boards are left for table {at.table}, where a seat is empty"
            raise Refusal("bad-movement", told, "say each row with its boards: `movement change --row …`")
        chosen[at.round] = free
    return chosen


def shortened(tables: Iterable[PlannedTable], last: int) -> Plan:
    """The same, ended after a round."""
    plan = tuple(tables)
    there = max((each.round for each in plan), default=0)
    if not 0 < last < there:
        hint = f"--rounds {there - 1}" if there > 1 else "`movement show`"
        hint = (
            hint if last <= there else "`undo` takes back that it was ended earlier; `movement change NAME` is another"
        )
        raise Refusal("bad-movement", f"the movement has {there} rounds; it cannot end after round {last}", hint)
    return tuple(each for each in plan if each.round <= last)


def turned(tables: Iterable[PlannedTable], times: int) -> Plan:
    """The last rounds with directions exchanged, as a movement that ends early has lost them; who sits turned stays."""
    plan = tuple(tables)
    last = sorted({each.round for each in plan})[-times:] if times else []
    sides: dict[str, Counter[str]] = defaultdict(Counter)
    for each in sorted(plan, key=lambda each: each.round):
        for side, who in (("NS", each.ns), ("EW", each.ew)):
            sides[who][side] += 1
    usual = {who: found.most_common(1)[0][0] for who, found in sides.items() if who}
    return tuple(
        replace(each, ns=each.ew, ew=each.ns)
        if each.round in last and (usual.get(each.ns, "NS"), usual.get(each.ew, "EW")) == ("NS", "EW")
        else each
        for each in plan
    )


def with_boards(tables: Iterable[PlannedTable], round_: int, table: str, boards: tuple[int, ...]) -> Plan:
    """The same, with other boards at a table in a round."""
    plan = tuple(tables)
    if not any((each.round, each.table) == (round_, table) for each in plan):
        there = f"the movement has no table {table} in round {round_}"
        raise Refusal("bad-movement", there, f"`movement show --round {round_}`")
    return tuple(replace(each, boards=boards) if (each.round, each.table) == (round_, table) else each for each in plan)


def with_rows(tables: Iterable[PlannedTable], rows: Sequence[PlannedTable]) -> Plan:
    """The same, with these in the place of what was planned for their tables in their rounds; others are added."""
    anew = {(each.round, each.table) for each in rows}
    return in_order([*(each for each in tables if (each.round, each.table) not in anew), *rows])


def from_round(tables: Iterable[PlannedTable], later: Iterable[PlannedTable], first: int) -> Plan:
    """Another movement from a round on, by its own rounds of those numbers; the earlier ones stay as they were."""
    kept = [each for each in tables if each.round < first]
    new = [each for each in later if each.round >= first]
    if not new:
        told = f"that movement has no round {first}"
        raise Refusal("bad-movement", told, "its rounds have the numbers of this evening: the first is round 1")
    return in_order([*kept, *new])


def shared_now(tables: Iterable[PlannedTable], sharing: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Which tables share their boards: as was said, and those at which the same boards lie in one round."""
    together = dict.fromkeys(map(with_same_boards, where_played(tables).values()))
    return *sharing, *(group for group in together if group and not any({*group} <= {*said} for said in sharing))


def in_order(tables: Iterable[PlannedTable]) -> Plan:
    """By round, then by table."""
    return tuple(sorted(tables, key=lambda each: (each.round, table_order(each.table))))


def _sits(contestant: str, planned: PlannedTable) -> bool:
    return any(contestant in members(side) for side in (planned.ns, planned.ew))
