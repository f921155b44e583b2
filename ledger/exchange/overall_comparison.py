"""The overall figures a result file prints, beside a tournament's: of the event's sessions together, as far as it has.

A file of the first session prints no others than its own: these are its overall figures.
"""

from collections.abc import Iterator

from ledger.exchange.comparison import Comparison, is_same
from ledger.exchange.figures import PrintedOverall
from ledger.exchange.sheet import Sheet
from ledger.laws.rounding import short_text
from ledger.overall.standing import Overall


def compare_overall(sheet: Sheet, found: Overall) -> Comparison:
    """Every overall figure of the file that is of somebody in the standing: the total or the percentage, the place."""
    comparison = Comparison()
    for contestant, printed in printed_overall(sheet):
        row = found.row(contestant)
        kind, text = ("percentage", printed.percentage) if found.unit == "%" else ("total", printed.total)
        if row and text:
            ours, same = short_text(row.total.value, 4), is_same(text, row.total.value, found.stage.rules.unit)
            comparison.add(kind, contestant, text, ours, same=same)
        if row and printed.place:
            comparison.add(
                "place", contestant, printed.place, str(row.rank or "none"), same=printed.place == str(row.rank)
            )
    return comparison


def printed_overall(sheet: Sheet) -> Iterator[tuple[str, PrintedOverall]]:
    """The overall figures of the file; those of its session where it prints no others."""
    printed = sheet.printed
    if printed.overall:
        yield from printed.overall.items()
        return
    for contestant, total in printed.totals.items():
        share, place = printed.percentages.get(contestant, ""), printed.places.get(contestant, "")
        yield contestant, PrintedOverall("", total, share, place)
