"""Several lines of a result file about one play of a board: repeated or contradictory lines.

A repeated line counts once. Of contradictory lines none counts, because the file does not show which is right: a person
decides.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.scoring.line import Seating
from ledger.session.response import Remark
from ledger.subjects.sheets import SheetLine


class SeatedLine(NamedTuple):
    """A line of a file, its index in the file, and its seats with full labels; `known`: the log has it already."""

    at: int
    line: SheetLine
    seating: Seating
    known: bool = False

    @property
    def board(self) -> int:
        """The line's board."""
        return self.line.where.board

    @property
    def contents(self) -> tuple[Hashable, ...]:
        """The fields in which repeated lines must agree: all but the lead, which no score depends on."""
        return self.line.result, repr(self.line.adjustment), self.line.undecided


class Doubles(NamedTuple):
    """The lines of a file to record, remarks on repeated lines, and the lines set aside, each with the reason."""

    counting: list[SheetLine]
    repeated: list[Remark]
    aside: list[tuple[SeatedLine, Remark]]


_Group = Sequence[SeatedLine]


def sort_repeated_lines(lines: Iterable[SeatedLine], *, once: bool) -> Doubles:
    """Separate lines to record, each `known` one too, from repeats and contradictions; `once`: no board is replayed."""
    repeated: list[Remark] = []
    single: list[SeatedLine] = []
    why: dict[int, str] = {}
    for group in _group_plays(lines, once=once):
        if contradicting := _explain_contradictions(group):
            why |= contradicting
            single += group
            continue
        first, *repetitions = group
        repeated += (
            Remark(each.line.place, f"says the same as {first.line.place}, and is taken once") for each in repetitions
        )
        single.append(max(group, key=lambda each: each.line.lead is not None))
    for who, group in _group_exclusive_lines(single, once=once):

        def elsewhere(line: SeatedLine, other_line: SeatedLine, who: str = who) -> str:
            return f"{who} has another line on board {line.board}: {other_line.line.place}, {other_line.seating}"

        why = _explain_differences(group, lambda each: each.seating.pair, elsewhere) | why
    single.sort()
    aside = [each for each in single if each.at in why and not each.known]
    counting = [each.line for each in single if each.at not in why or each.known]
    return Doubles(counting, repeated, [(each, Remark(each.line.place, why[each.at])) for each in aside])


# Groups of lines about one play, or of which only one can be true


def _group_plays(lines: Iterable[SeatedLine], *, once: bool) -> Iterator[list[SeatedLine]]:
    """Yield the lines about one play of a board: same contestants, for teams also same round and table, if stated."""
    for group in _group_by(lines, lambda each: (each.board, each.seating.pair)):
        if once:
            yield group
            continue
        for of_round in _group_by_stated(group, lambda each: each.seating.round):
            yield from _group_by_stated(of_round, lambda each: each.seating.table)


def _group_exclusive_lines(lines: Iterable[SeatedLine], *, once: bool) -> Iterator[tuple[str, list[SeatedLine]]]:
    """Yield groups of lines of which at most one can be true, with the contestant or table they share."""
    lines = list(lines)
    if once:
        everyone = ((who, line) for line in lines for who in line.seating.everyone)
        seats: dict[tuple[int, str], list[SeatedLine]] = defaultdict(list)
        for who, line in everyone:
            seats[line.board, who].append(line)
        yield from ((who, group) for (_, who), group in seats.items())
    tabled = (line for line in lines if line.seating.table)
    for group in _group_by(tabled, lambda line: (line.board, line.seating.table, not once and line.seating.match)):
        for of_round in [group] if once else _group_by_stated(group, lambda line: line.seating.round):
            yield f"table {of_round[0].seating.table}", of_round


def _group_by(lines: Iterable[SeatedLine], key: Callable[[SeatedLine], Hashable]) -> Iterable[list[SeatedLine]]:
    groups: dict[Hashable, list[SeatedLine]] = defaultdict(list)
    for line in lines:
        groups[key(line)].append(line)
    return groups.values()


def _group_by_stated(group: _Group, key: Callable[[SeatedLine], Hashable]) -> Iterable[list[SeatedLine]]:
    """Return lines grouped by the round or table they state; a single group if the lines state at most one value."""
    stated = {key(each) for each in group} - {None}
    return [list(group)] if len(stated) <= 1 else _group_by(group, key)


# Reasons against contradictory lines


def _explain_contradictions(group: _Group) -> dict[int, str]:
    """Return, by index of the line, why lines about one play contradict: different contents, rounds or tables."""
    rounds, tables = {each.seating.round for each in group}, {each.seating.table for each in group}
    only_round, only_table = (
        next(iter(stated)) if len(stated := of - {None}) == 1 else None for of in (rounds, tables)
    )

    def says(each: SeatedLine) -> Hashable:
        return each.contents, each.seating.round or only_round, each.seating.table or only_table

    def why(line: SeatedLine, contradicting: SeatedLine) -> str:
        first, second = (
            f"round {each.seating.round or '?'} table {each.seating.table or '?'}"
            if line.contents == contradicting.contents
            else str(each.line.result or each.line.adjustment or "no score")
            for each in (line, contradicting)
        )
        return f"board {line.board}, {line.seating} stands twice: {first} here, {second} in {contradicting.line.place}"

    return _explain_differences(group, says, why)


def _explain_differences(
    group: _Group, key: Callable[[SeatedLine], Hashable], reason: Callable[[SeatedLine, SeatedLine], str]
) -> dict[int, str]:
    """Return, by index of the line, a reason that names a line with another key; {} if all lines have the same key."""
    first = group[0]
    different = next((each for each in group if key(each) != key(first)), None)
    if different is None:
        return {}
    return {each.at: reason(each, different if key(each) == key(first) else first) for each in group}
