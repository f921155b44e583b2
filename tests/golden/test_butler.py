"""Butler: the datum."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.laws.rounding import Rounding, round_to
from tests.golden.boards import amended, field
from tests.golden.examples import exact, golden


@golden("P08-bbo-butler")
def test_butler(given, expected):
    evening = field(given["ns_scores"], scoring="butler")
    derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert evening.scoreboard.datum(1) == expected["datum"]
    assert derivation.parts[1].parts[0].value == exact(expected["mean"])
    column = dict(zip(given["ns_scores"], evening.column(1), strict=True))
    assert column == {int(ns): worth for ns, worth in expected["imps"].items()}


@golden("P16-acbl-datum-ties")
def test_datum_ties(given, expected):
    for mean, wanted in zip(given["means"], expected["datum"], strict=True):
        assert round_to(Fraction(mean), Fraction(10), Rounding.HALF_EVEN) == wanted
        evening = amended(field([mean - 5, mean + 5], scoring="butler"), "butler", rounding=Rounding.HALF_EVEN)
        assert evening.scoreboard.datum(1) == wanted


@golden("D22-butler-weighted")
def test_butler_weighted(given, expected):
    for mode, key in (
        (Rounding.HALF_AWAY_FROM_AVERAGE, "datum_half_away"),
        (Rounding.HALF_TOWARD_AVERAGE, "datum_half_toward"),
        (Rounding.HALF_EVEN, "datum_half_even"),
    ):
        evening = field(given["entries_ns"], scoring="butler")
        amended(evening, "butler", rounding=mode)
        assert evening.scoreboard.datum(1) == expected[key]
        if key == "datum_half_away":
            wanted = expected["imps_datum_230"]
            assert [evening.score(1, 3), evening.score(1, 1), evening.score(1, 6)] == exact(
                [wanted["weighted_table"], wanted["table1"], wanted["table6"]]
            )
