"""What the totals of a result file are in, beside what a stage of a tournament adds up."""

from types import SimpleNamespace

import pytest

from ledger.exchange.comparison import other_units
from ledger.exchange.sheet import PrintedMatch, Sheet


def sheet(total="", percentage="", match=None, **details):
    found = Sheet("spring", "Spring", **details)
    found.printed.of_contestant("1", total=total, percentage=percentage)
    if match:
        found.printed.matches[1, "1", "2"] = match
    return found


@pytest.mark.parametrize(
    ("printed", "ours", "units"),
    [
        (sheet(total="34", scoring="matchpoints"), "MP", ()),
        (sheet(total="34", scoring="matchpoints"), "VP", ("MP",)),
        (sheet(total="34", scoring="matchpoints", swiss=True), "MP", ("VP",)),
        (sheet(total="34", scoring="teams", match=PrintedMatch(8, "3", ("11.2", "8.8"))), "IMP", ("VP",)),
        (sheet(total="34", scoring="butler"), "%", ("IMP",)),
        (sheet(total="34", percentage="56.7", scoring="matchpoints"), "%", ()),
        (sheet(total="34", percentage="56.7", scoring="matchpoints"), "VP", ("%", "MP")),
        (sheet(percentage="56.7", scoring="matchpoints"), "MP", ("%",)),
        (sheet(total="34", scoring="teams"), "VP", ()),
        (sheet(total="34"), "%", (None,)),
        (sheet(total="3", scoring="knockout"), "", ()),
        (sheet(), "MP", ()),
    ],
)
def test_only_what_is_of_another_kind_is_named(printed, ours, units):
    """A file of teams that says no unit is taken for ours, but for percentages: no teams have those."""
    assert other_units(printed, SimpleNamespace(unit=ours)) == units
