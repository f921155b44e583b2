"""Lines of a result file that are about one table's play of a board: the same said twice, or two things said of it.

What is said twice counts once. Where lines contradict each other none of them counts, for the file does not tell which
is right: a person does.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.scoring.line import Seating
from ledger.session.response import Remark
from ledger.subjects.sheets import SheetLine


class SeatedLine(NamedTuple):
    """A line, the how-manieth it is, and who sat there, their labels in full; `known`: it is recorded as it stands."""

    at: int
    line: SheetLine
    seating: Seating
    known: bool = False

    @property
    def board(self) -> int:
        """The board it is about."""
        return self.line.where.board

    @property
    def said(self) -> tuple[Hashable, ...]:
        """All that counts of it: no score rests on the lead."""
        return self.line.result, repr(self.line.adjustment), self.line.undecided


class Doubles(NamedTuple):
    """The lines that count, remarks on those that say the same again, and those set aside, each with the reason."""

    counting: list[SheetLine]
    again: list[Remark]
    aside: list[tuple[SeatedLine, Remark]]


_Group = Sequence[SeatedLine]

_Reasons = Iterator[tuple[int, str]]


def without_doubles(lines: Iterable[SeatedLine], *, once: bool) -> Doubles:
    """What counts of these lines, and what is recorded already; `once`: a contestant sits at one table of a board."""
    again: list[Remark] = []
    single: list[SeatedLine] = []
    why: dict[int, str] = {}
    for group in _plays(lines, once=once):
        if contradicting := dict(_differing(group, _saying(group), _otherwise)):
            why |= contradicting
            single += group
            continue
        first, *rest = group
        again += (Remark(each.line.place, f"says the same as {first.line.place}, and is taken once") for each in rest)
        single.append(max(group, key=lambda each: each.line.lead is not None))
    for who, group in _meetings(single, once=once):

        def elsewhere(line: SeatedLine, other: SeatedLine, who: str = who) -> str:
            return f"{who} has another line on board {line.board}: {other.line.place}, {other.seating}"

        why = dict(_differing(group, lambda each: each.seating.pair, elsewhere)) | why
    single.sort()
    aside = [each for each in single if each.at in why and not each.known]
    counting = [each.line for each in single if each.at not in why or each.known]
    return Doubles(counting, again, [(each, Remark(each.line.place, why[each.at])) for each in aside])


# Which lines are about one thing


def _plays(lines: Iterable[SeatedLine], *, once: bool) -> Iterator[list[SeatedLine]]:
    """Lines about one play of a board: of pairs by who met; of teams also by round and table, as far as they say."""
    for group in _by(lines, lambda each: (each.board, each.seating.pair)):
        if once:
            yield group
            continue
        for of_round in _as_far_as_said(group, lambda each: each.seating.round):
            yield from _as_far_as_said(of_round, lambda each: each.seating.table)


def _meetings(lines: Iterable[SeatedLine], *, once: bool) -> Iterator[tuple[str, list[SeatedLine]]]:
    """Lines that cannot be true together where others sat: of a contestant on a board, and of a table."""
    lines = list(lines)
    if once:
        everyone = ((who, each) for each in lines for who in each.seating.everyone)
        seats: dict[tuple[int, str], list[SeatedLine]] = defaultdict(list)
        for who, each in everyone:
            seats[each.board, who].append(each)
        yield from ((who, group) for (_, who), group in seats.items())
    tabled = (each for each in lines if each.seating.table)
    for group in _by(tabled, lambda each: (each.board, each.seating.table, not once and each.seating.match)):
        for of_round in [group] if once else _as_far_as_said(group, lambda each: each.seating.round):
            yield f"table {of_round[0].seating.table}", of_round


def _by(lines: Iterable[SeatedLine], key: Callable[[SeatedLine], Hashable]) -> Iterable[list[SeatedLine]]:
    groups: dict[Hashable, list[SeatedLine]] = defaultdict(list)
    for each in lines:
        groups[key(each)].append(each)
    return groups.values()


def _as_far_as_said(group: _Group, key: Callable[[SeatedLine], Hashable]) -> Iterable[list[SeatedLine]]:
    """Groups of a round, or of a table; one that does not say it is of the only one there is."""
    said = {key(each) for each in group} - {None}
    return [list(group)] if len(said) <= 1 else _by(group, key)


# What is wrong with them


def _saying(group: _Group) -> Callable[[SeatedLine], Hashable]:
    rounds, tables = {each.seating.round for each in group}, {each.seating.table for each in group}
    only_round, only_table = (next(iter(said)) if len(said := of - {None}) == 1 else None for of in (rounds, tables))
    return lambda each: (each.said, each.seating.round or only_round, each.seating.table or only_table)


def _differing(
    group: _Group, key: Callable[[SeatedLine], Hashable], reason: Callable[[SeatedLine, SeatedLine], str]
) -> _Reasons:
    """Each line by its number with a reason that names one that differs; nothing where all are alike."""
    first = group[0]
    other = next((each for each in group if key(each) != key(first)), None)
    if other:
        yield from ((each.at, reason(each, other if key(each) == key(first) else first)) for each in group)


def _otherwise(line: SeatedLine, other: SeatedLine) -> str:
    here, there = (_what(each, place=line.said == other.said) for each in (line, other))
    return f"board {line.board}, {line.seating} stands twice: {here} here, {there} in {other.line.place}"


def _what(each: SeatedLine, *, place: bool) -> str:
    """What a line says of the play; or where it was, where another says the same of it elsewhere."""
    if place:
        return f"round {each.seating.round or '?'} table {each.seating.table or '?'}"
    return str(each.line.result or each.line.adjustment or "no score")
