"""A movement changed while it is played: each way makes the whole plan anew, from the one there was."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ledger.errors import Refusal
from ledger.labels import members, table_order
from ledger.movements.plan import PlannedTable, where_played, with_same_boards

Plan = tuple[PlannedTable, ...]


def without(tables: Iterable[PlannedTable], contestant: str, first: int = 1) -> Plan:
    """A contestant leaves before a round: from then on nobody sits in its seats, and who would meet it sits out.

    A table at which nobody is left is taken away. Of two individuals who play together, neither can.
    """
    plan = tuple(tables)
    if not any(_sits(contestant, each) for each in plan if each.round >= first):
        raise Refusal("bad-movement", f"{contestant} sits nowhere from round {first} on", "`movement show --by pair`")
    left = (_emptied(each, contestant) if each.round >= first else each for each in plan)
    return tuple(each for each in left if each.ns or each.ew)


def seated(tables: Iterable[PlannedTable], contestant: str, first: int = 1, *, gone: str = "") -> Plan:
    """A contestant who comes late takes the empty seats of a half table from a round on; or those of one who is `gone`.

    Where no boards lie at the half table, they are those that its other side has not played. Refused where no seat is
    empty, or several are in one round.
    """
    plan = tuple(tables)
    if gone:
        return _in_the_place_of(plan, gone, contestant, first)
    empty = [each for each in plan if each.round >= first and not each.played]
    rounds = [each.round for each in empty]
    if not empty:
        hint = "in another's place: --instead-of 7; a table more: `movement change --from FILE --from-round N`"
        raise Refusal("bad-movement", f"no seat is empty from round {first} on", hint)
    if twice := next((each for each in rounds if rounds.count(each) > 1), 0):
        told = f"in round {twice} several seats are empty"
        raise Refusal("bad-movement", told, "in the place of one who left: --instead-of 7; else each row: --row …")
    boards = _boards_at(plan, empty)
    return tuple(_filled(each, contestant, boards[each.round]) if each in empty else each for each in plan)


def _boards_at(plan: Plan, empty: Sequence[PlannedTable]) -> dict[int, tuple[int, ...]]:
    """The boards of a half table by round: as they lie there, else a set that its side does not play, each once."""
    chosen = {each.round: each.boards for each in empty if each.boards}
    bare = [each for each in empty if not each.boards]
    fitting = {each.round: _sets_for(plan, each) for each in bare}
    for at in sorted(bare, key=lambda each: len(fitting[each.round])):
        taken = {board for boards in chosen.values() for board in boards}
        free = next((boards for boards in fitting[at.round] if not taken & {*boards}), None)
        if free is None:
            told = f"in round {at.round} no boards are left for table {at.table}, where a seat is empty"
            raise Refusal("bad-movement", told, "say each row with its boards: `movement change --row …`")
        chosen[at.round] = free
    return chosen


def _sets_for(plan: Plan, planned: PlannedTable) -> list[tuple[int, ...]]:
    """The sets that whoever sits at a half table does not play; those that lie at another table come last."""
    side = planned.ns or planned.ew
    played = {board for each in plan if each.played and _sits(side, each) for board in each.boards}
    lying = {each.boards for each in plan if each.round == planned.round}
    sets = dict.fromkeys(each.boards for each in plan if each.boards and not played & {*each.boards})
    return sorted(sets, key=lambda boards: (boards in lying, boards))


def _in_the_place_of(plan: Plan, gone: str, contestant: str, first: int) -> Plan:
    if not any(_sits(gone, each) for each in plan if each.round >= first):
        raise Refusal("bad-movement", f"{gone} sits nowhere from round {first} on", "`movement show --by pair`")
    return tuple(_exchanged(each, gone, contestant) if each.round >= first else each for each in plan)


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
    """The same with the directions exchanged in its last rounds: a movement that ends early has lost those it had.

    Where two sit the other way round than they mostly do, they were turned already, or hesitate; there they stay.
    """
    plan = tuple(tables)
    last, usual = sorted({each.round for each in plan})[-times:] if times else [], _usual_sides(plan)
    return tuple(
        replace(each, ns=each.ew, ew=each.ns)
        if each.round in last and (usual.get(each.ns, "NS"), usual.get(each.ew, "EW")) == ("NS", "EW")
        else each
        for each in plan
    )


def _usual_sides(plan: Plan) -> dict[str, str]:
    """How everybody sits in most of the rounds, or sat at first where it is as often the one as the other."""
    sides: dict[str, Counter[str]] = defaultdict(Counter)
    for each in sorted(plan, key=lambda each: each.round):
        for side, who in (("NS", each.ns), ("EW", each.ew)):
            sides[who][side] += 1
    return {who: found.most_common(1)[0][0] for who, found in sides.items() if who}


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


def _emptied(planned: PlannedTable, contestant: str) -> PlannedTable:
    """Without a contestant, and the one individual it would have played with."""
    ns, ew = ("" if contestant in members(side) else side for side in (planned.ns, planned.ew))
    return replace(planned, ns=ns, ew=ew)


def _filled(planned: PlannedTable, contestant: str, boards: tuple[int, ...]) -> PlannedTable:
    return replace(planned, ns=planned.ns or contestant, ew=planned.ew or contestant, boards=boards)


def _exchanged(planned: PlannedTable, gone: str, contestant: str) -> PlannedTable:
    ns, ew = (_instead(side, gone, contestant) for side in (planned.ns, planned.ew))
    return replace(planned, ns=ns, ew=ew)


def _instead(side: str, gone: str, contestant: str) -> str:
    """A side of a table with one in the place of another, who may be one of two individuals."""
    return "+".join(contestant if each == gone else each for each in members(side))
