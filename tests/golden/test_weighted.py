"""Weighted scores at matchpoints, and what they do to the field."""

from fractions import Fraction
from itertools import pairwise

import pytest

from ledger.bridge import Side, Unreadable
from ledger.laws.adjustment import Component, Weighted, in_protocol_order, parse_weighting, weight_text
from ledger.laws.rounding import Rounding
from tests.core.spec import Evening
from tests.golden.boards import amended, field, frequencies, rounding
from tests.golden.examples import EXAMPLES, exact, golden, mixture, results, score


@golden("S02-weighted-mp-slide8")
def test_slide_8(given, expected):
    # A field in which 4HN= is worth 14 and 4HN-1 is worth 6 of 24: the other twelve tables.
    others = ["4SE=", "4HN-1", "4HN=", "4HN+1", "5CE-2", "4HN+2", "3HN+1", "4HN-1", "4HN+1", "5CXE-3", "4HN=", "4SE+1"]
    evening = Evening(boards=[4])
    evening.play(4, ["5CE-1", *others])
    assert evening.scoreboard.top == given["top"]
    weights = [(part["weight"], results(part["result"])) for part in given["ruling"]["components"]]
    evening.rule(
        4, 1, Weighted(tuple(Component(Fraction(weight), result) for weight, result in weights)), offender="EW"
    )
    assert evening.score(4, 1) == exact(expected["ns_mp"])
    assert evening.score(4, 1, "EW") == exact(expected["ew_mp"])
    derivation = evening.scoreboard.score(evening.at(4, 1), Side.NS).derivation()
    assert [part.value for part in derivation.parts] == exact(expected["component_products"])
    assert [part.parts[1].value for part in derivation.parts] == [
        part["ns_mp"] for part in given["ruling"]["components"]
    ]


@golden("P02-wb-field-reconstructed")
def test_white_book_field(given, expected):
    evening = field(given["entries_ns"])
    assert evening.column(1) == exact(expected["ns_mp"])
    assert sum(evening.column(1)) == expected["sum"]
    assert frequencies(evening) == {int(ns): exact(count) for ns, count in expected["frequency"].items()}


@golden("P01-wb-weighted-mp")
def test_white_book_products(given, expected):
    """The same field by its frequency table: table 2 played +650, so its score is what that table gives for +650."""
    evening = field(EXAMPLES["P02-wb-field-reconstructed"]["inputs"]["entries_ns"])
    assert evening.scoreboard.top == given["top"]
    made, down = given["components"]
    first = Fraction(made["weight"]) * evening.score(1, 2)
    rest = evening.score(1, 1) - first
    assert evening.score(1, 2) == Fraction(made["freq_table_mp"])
    assert rest / Fraction(down["weight"]) == Fraction(down["freq_table_mp"])
    assert [first, rest] == exact(expected["products"])
    assert [evening.score(1, 1), evening.score(1, 1, "EW")] == [exact(expected["ns_mp"]), exact(expected["ew_mp"])]


@golden("D01-weighted-mp-full-field")
def test_weighted_full_field(given, expected):
    evening = field(given["entries_ns"])
    assert evening.column(1) == exact(expected["ns_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_mp"])
    assert sum(evening.column(1)) == expected["sum_ns"]
    assert frequencies(evening) == {int(ns): exact(count) for ns, count in expected["frequency"].items()}


@golden("D05-half-scale")
def test_half_scale(given, expected):
    evening = field(given["entries_ns"], profile="acblscore")
    assert evening.score(1, 1) == exact(expected["ruling_table_ns_mp"])
    assert evening.scoreboard.top == expected["top"]


@golden("D02-weighted-mp-excluded-neuberg")
def test_excluded(given, expected):
    evening = amended(field(given["entries_ns"]), "matchpoints", weighted_field="excluded")
    assert evening.score(1, 1) == exact(expected["ruling_table_ns_mp"])
    assert evening.column(1)[1:] == exact(expected["others_ns_mp"])


@golden("S22-ebl-weighted-mp")
def test_toward_nos(given, expected):
    """The average of 8 cannot be (an outcome is worth 17.1): with ten tables, a top of 18, the field can.

    Each of the other nine counts as five outcomes, so that +1430 is worth 17.1 of 18, +680 12.2, +650 8.7 and −100 3.4.
    """
    outcomes = [Fraction(part["ns_mp"]) / 2 for part in reversed(given["components"])]  # tables beaten
    beaten = [0, *outcomes, 9]
    between = [(high - low) / 9 for low, high in pairwise(beaten)]
    others = list(zip(between, (-200, 600, 660, 700, 1440), strict=True))
    entry = [[part["weight"], part["score_ns"]] for part in given["components"]]
    evening = field([{"weighted": entry}, *[{"weighted": others}] * 9], offender="EW")
    assert evening.scoreboard.top == 18
    derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert [part.parts[1].value for part in derivation.parts] == exact([part["ns_mp"] for part in given["components"]])
    assert [part.value for part in derivation.parts] == exact(expected["products"])
    assert evening.score(1, 1) == exact(expected["exact"])
    rounding(evening, board=("0.1", Rounding.TOWARD_NOS))
    assert evening.score(1, 1) == exact(expected["rounded"])
    assert evening.score(1, 1, "EW") == Fraction("6.5")  # 6.595, down for the offenders
    assert evening.score(1, 1) - given["average_entered"] == exact(expected["adjustment_to_ns"])
    smaller = Evening()
    smaller.play(1, [0, 100, 200, 300])
    smaller.rule(1, 1, Weighted(mixture([["1/3", 100], ["2/3", 300]])), offender="EW")
    rounding(smaller, board=("0.1", Rounding.TOWARD_NOS))
    assert (smaller.score(1, 1), smaller.score(1, 1, "EW")) == (Fraction("3.7"), Fraction("2.3"))


@golden("S24-ebl-maastricht-order")
def test_maastricht(given, expected):
    weighting = tuple(Component(Fraction(part["weight"]), score(part["score_ns"])) for part in given["components"])
    ordered = in_protocol_order(weighting, 1)
    assert [part.result.bare_score for part in ordered] == expected["order_ns_scores"]
    assert [weight_text(part.weight) for part in ordered] == expected["weights"]


@golden("D37-weights-must-sum")
def test_weights_sum(given, expected):
    with pytest.raises(Unreadable) as caught:
        parse_weighting(
            ", ".join(
                f"{weight} 4SN{outcome}" for weight, outcome in zip(given["weights"], ("=", "-1", "-2"), strict=True)
            )
        )
    assert caught.value.code == "weights-sum"
    assert caught.value.message == f"the weights add up to {expected['sum']}, not 100%"
