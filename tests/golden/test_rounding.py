"""Rounding, where the regulations say so."""

from fractions import Fraction

from ledger.laws.rounding import Rounding, round_for, round_to
from tests.golden.examples import exact, golden


@golden("D31-rounding-directions")
def test_rounding_directions(given, expected):
    values = exact(given["nos_exact"])
    assert [round_for(value, Fraction(1), up=True) for value in values] == expected["toward_nos"]
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        assert [round_to(value, Fraction(1), mode) for value in values] == expected[
            f"nearest_{mode.value.replace('-', '_')}"
        ]


@golden("D32-rounding-mp-away")
def test_rounding_matchpoints(given, expected):
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        rounded_ = [
            round_to(Fraction(value), Fraction(given["unit"]), mode, Fraction(given["average"]))
            for value in given["values"]
        ]
        assert rounded_ == exact(expected[mode.value.replace("-", "_")])
