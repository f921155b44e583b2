"""The number of rankings of a result file, and the labels of its contestants: 7, or 7NS and 7EW.

If no pair ever changes direction, North–South and East–West have no result in common: they are two fields, ranked
apart. If one number stands for a pair in each direction, the directions are also two fields.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from string import ascii_uppercase
from typing import Literal

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.errors import Misuse
from ledger.exchange.sheet import Sheet
from ledger.labels import direction, joined, natural
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FORMS, FormName
from ledger.subjects.play.facts import OpenSession
from ledger.subjects.sheets import SheetLine

Winners = Literal[1, 2]
_NAMED = 5  # the contestants named in a note


def two_fields(lines: Sequence[SheetLine]) -> bool:
    """Return whether the contestants form two fields: numbers have a direction (1NS), or occur in both directions."""
    return any(map(direction, _labels_seated(lines))) or sits_both_ways(lines)


def sits_both_ways(lines: Sequence[SheetLine]) -> bool:
    """Return whether, on most boards, one number sits North–South and East–West: it belongs to two pairs.

    On a single board most numbers must do so, because one of them may be a slip.
    """
    seated = _seated_by_board(lines)
    if len(seated) == 1:
        ((ns, ew),) = seated.values()
        return 2 * len(ns & ew) > len(ns | ew)
    both = sum(1 for ns, ew in seated.values() if ns & ew)
    return both >= 2 and 2 * both > len(seated)


def _seated_by_board(lines: Sequence[SheetLine]) -> dict[int, tuple[set[str], set[str]]]:
    seated: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for line in lines:
        for number, sitting in zip((line.where.ns, line.where.ew), seated[line.where.board], strict=True):
            if number and number.lstrip(ascii_uppercase).isdigit():
                sitting.add(number)
    return seated


def is_two_winner_movement(meetings: Iterable[tuple[str, str]]) -> bool:
    """Return whether contestants never change direction and most meet several opponents: a Mitchell, two winners.

    >>> is_two_winner_movement([("1", "3"), ("2", "4"), ("1", "4"), ("2", "3")])
    True
    >>> is_two_winner_movement([("1", "3"), ("2", "4"), ("3", "2")]), is_two_winner_movement([("1", "3"), ("2", "4")])
    (False, False)
    """
    met: dict[str, set[str]] = defaultdict(set)
    sides: dict[str, set[Side]] = defaultdict(set)
    for ns, ew in meetings:
        for one, opponent, side in ((ns, ew, Side.NS), (ew, ns, Side.EW)):
            met[one].add(opponent)
            sides[one].add(side)
    apart = all(len(sat) == 1 for sat in sides.values())
    return apart and 2 * sum(1 for opponents in met.values() if len(opponents) > 1) > len(met)


def count_rankings(sheet: Sheet, wanted: Winners | None, opened: Winners | None, *, in_matches: bool) -> Winners:
    """Return the number of rankings: the user's, the file's or the session's own or, if none is known, by the seats.

    `in_matches`: contestants are ranked by matches. If no pair changes direction and neither the user nor the session
    gave a number, a note says how the field is ranked, unless the file ranks the directions apart.
    """
    known = wanted or sheet.winners or opened
    if wanted or opened or in_matches or sheet.partial:
        return known or 1
    # who met whom and who is to meet whom, of pairs: nobody of two individuals to a side
    met = [*sheet.planned, *((line.where.ns, line.where.ew) for line in sheet.lines)]
    if not is_two_winner_movement((ns, ew) for ns, ew in met if ns and ew and not ("+" in ns or "+" in ew)):
        return known or (2 if two_fields(sheet.lines) else 1)
    if known != 2:
        apart = "North–South are never compared with East–West"
        together = "; the file ranks them together: --winners 2 ranks them apart"
        ranked = together if known else ", and they are ranked apart: --winners 1 ranks them together"
        sheet.notes.append((sheet.name, f"no pair changes direction, so {apart}{ranked}"))
    return known or 2


def relabel_contestants(sheet: Sheet, winners: Winners) -> None:
    """Add directions to a sheet's labels for two rankings, or remove them for one ranking.

    Misuse (usage): a number stands for a pair of each direction and they are to be ranked together, or individuals are
    to be ranked apart.
    """
    if winners == 1:
        labels = [label for label in (*sheet.contestants, *_labels_seated(sheet.lines)) if direction(label)]
        numbers = {label: label.removesuffix(direction(label)) for label in labels}
        if sits_both_ways(sheet.lines) or len(set(numbers.values())) < len(numbers):
            why = f"{sheet.name}: a number stands for a pair of each direction, so they cannot be ranked together"
            raise Misuse("usage", why, "--winners 2")
        for at, line in enumerate(sheet.lines):
            ns, ew = (numbers.get(label or "", label) for label in (line.where.ns, line.where.ew))
            sheet.lines[at] = replace(line, where=replace(line.where, ns=ns, ew=ew))
        sheet.contestants = tuple(numbers.get(label, label) for label in sheet.contestants)
        _rename(sheet, lambda label: [numbers.get(label, label)])
        return
    if any("+" in label for label in _labels_seated(sheet.lines)):
        raise Misuse("usage", f"{sheet.name} is of individuals, who are ranked together", "--winners 1")
    # by where each number sits; the lines stay: a session with two winners adds the directions of their seats
    sides: dict[str, set[Side]] = defaultdict(set)
    places = [line.where for line in sheet.lines]
    seats = [(where.ew, where.ns) if where.switched else (where.ns, where.ew) for where in places]
    for ns, ew in (*sheet.planned, *seats):
        for seated, side in ((ns, Side.NS), (ew, Side.EW)):
            if seated and seated[-1:].isdigit():
                sides[seated].add(side)
    crossing = [number for number, sat in sides.items() if len(sat) > 1]
    shared = any(ns & ew for ns, ew in _seated_by_board(sheet.lines).values())
    if crossing and not shared:
        sheet.notes.append((sheet.name, f"{_sitting_text(crossing)} both ways, as a contestant of each direction"))

    def names(label: str) -> list[str]:
        sat = sides.get(label, set()) if label[-1:].isdigit() else None
        return [label] if sat is None else [f"{label}{side.value}" for side in Side if side in sat]

    sheet.contestants = tuple(dict.fromkeys(name for label in sheet.contestants for name in names(label)))
    _rename(sheet, lambda label: [] if shared and label in crossing else names(label))


def opening_of(
    sheet: Sheet, form: FormName, regulations: Regulations, wanted: Winners | None, opened: Winners | None = None
) -> OpenSession:
    """Return the command that opens a session for a sheet, after relabelling the sheet by its number of rankings."""
    in_matches = FORMS[form].in_matches(regulations)
    winners = count_rankings(sheet, wanted, opened, in_matches=in_matches)
    if not in_matches:
        relabel_contestants(sheet, winners)
    return OpenSession(sheet.title, sheet.date, sheet.boards, winners, regulations, sheet.contestants, form)


def _labels_seated(lines: Iterable[SheetLine]) -> Iterable[str]:
    return (label for line in lines for label in (line.where.ns, line.where.ew) if label)


def _rename(sheet: Sheet, names: Callable[[str], list[str]]) -> None:
    """Relabel a sheet's players and printed figures; those of unknown direction are left out, with a note."""
    printed = sheet.printed
    known = {*(each.contestant for each in sheet.players), *printed.totals, *printed.percentages, *printed.overall}
    if unknown := sorted((label for label in known if not names(label)), key=natural):
        whose = "the file does not say in which direction: players and printed figures are left out"
        sheet.notes.append((sheet.name, f"{_sitting_text(unknown)}, and {whose}"))
    sheet.players = [replace(each, contestant=name) for each in sheet.players for name in names(each.contestant)]
    for kind in ("totals", "percentages", "places", "overall"):
        figures = getattr(printed, kind)
        setattr(printed, kind, {name: figure for label, figure in figures.items() for name in names(label)})


def _sitting_text(labels: Sequence[str]) -> str:
    named = joined(labels) if len(labels) <= _NAMED else f"{', '.join(labels[:_NAMED])} and others"
    return f"{named} {'sits' if len(labels) == 1 else 'sit'}"
