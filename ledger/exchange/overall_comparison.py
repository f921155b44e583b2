"""The overall figures a result file prints, beside a tournament's: of the event's sessions together, as far as it has.

A file of the first session prints no others than its own: these are its overall figures. Totals in another unit than
the stage adds up (victory points beside matchpoints) are never held against ours.
"""

from collections.abc import Iterator

from ledger.exchange.comparison import Comparison, is_same
from ledger.exchange.figures import PrintedOverall, Unit
from ledger.exchange.sheet import Sheet
from ledger.laws.rounding import short_text
from ledger.overall.standing import Overall
from ledger.scoring.forms import FORMS


def compare_overall(sheet: Sheet, found: Overall) -> Comparison:
    """Every overall figure of the file that is of somebody in the standing: the total or the percentage, the place."""
    comparison, in_ours = Comparison(), not other_units(sheet, found)
    for contestant, printed in printed_overall(sheet):
        row = found.row(contestant)
        kind, text = ("percentage", printed.percentage) if found.unit == "%" else ("total", printed.total)
        if row and text and in_ours:
            ours, same = short_text(row.total.value, 4), is_same(text, row.total.value, found.stage.rules.unit)
            comparison.add(kind, contestant, text, ours, same=same)
        if row and printed.place:
            comparison.add(
                "place", contestant, printed.place, str(row.rank or "none"), same=printed.place == str(row.rank)
            )
    return comparison


def other_units(sheet: Sheet, found: Overall) -> tuple[Unit | None, ...]:
    """What the file's overall figures are in, where none is in what the stage adds up; None: it does not say."""
    printed = [each for _, each in printed_overall(sheet)]
    units: list[Unit | None] = ["%"] if any(each.percentage for each in printed) else []
    if any(each.total for each in printed):
        units.append(sheet.printed.unit or _unit(sheet))
    ours = found.unit in units or (None in units and found.unit != "%")
    return () if ours else tuple(units)


def _unit(sheet: Sheet) -> Unit | None:
    """What totals are in by the form the file is scored in; None where that leaves it open."""
    if sheet.swiss or any(match.victory_points[0] for match in sheet.printed.matches.values()):
        return "VP"
    if sheet.scoring is None or FORMS[sheet.scoring].teams():
        return None
    return "MP" if sheet.scoring == "matchpoints" else "IMP"


def printed_overall(sheet: Sheet) -> Iterator[tuple[str, PrintedOverall]]:
    """The overall figures of the file; those of its session where it prints no others."""
    printed = sheet.printed
    if printed.overall:
        yield from printed.overall.items()
        return
    kinds = (printed.totals, printed.percentages, printed.places)
    for contestant in dict.fromkeys(each for kind in kinds for each in kind):
        yield contestant, PrintedOverall("", *(kind.get(contestant, "") for kind in kinds))
