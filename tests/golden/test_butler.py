"""Butler: the datum."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.bridge.scales import ximpq
from ledger.laws.rounding import Rounding, round_to
from ledger.subjects.play.facts import FoulBoard
from tests.core.spec import Evening
from tests.golden.boards import amended, field
from tests.golden.examples import exact, golden
from tests.golden.rooms import imps_against
from tests.trust_checks import holds


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


# Cross-IMPs and what they are divided by


@golden("P09-bridge55-ximp")
def test_cross_imps(given, expected):
    evening = field([given["own_ns"], *given["other_ns"]], scoring="cross-imps")
    assert [imps_against(given["own_ns"], other) for other in given["other_ns"]] == expected["imps"]
    assert evening.score(1, 1) == exact(expected["divided_by_comparisons"])
    assert amended(evening, "cross_imps", divisor="none").score(1, 1) == expected["total"]


@golden("D23-ximp-weighted")
def test_cross_imps_weighted(given, expected):
    evening = field(given["entries_ns"], scoring="cross-imps")
    for divisor, key in (("comparisons", "per_comparison"), ("results", "per_result"), ("none", "total_ns")):
        if divisor != "comparisons":
            amended(evening, "cross_imps", divisor=divisor)
        assert evening.column(1) == exact(expected[key])
        assert sum(evening.column(1)) == expected["sum"]


def holding(evening: Evening) -> list[Fraction]:
    """Every table's score on the board, each with a derivation that holds."""
    derivations = [
        evening.scoreboard.score(played, Side.NS).derivation() for played in evening.session.boards[1].values()
    ]
    assert all(map(holds, derivations))
    return [derivation.value for derivation in derivations]


@golden("W07-total-cross-imps-thinned")
def test_an_undivided_total_is_carried_to_all_comparisons(given, expected):
    ruled = [{"artificial": ["A", "A"]}] * given["artificial_tables"]
    evening = field([*given["scores_ns"], *ruled], scoring="cross-imps")
    assert holding(evening)[: len(given["scores_ns"])] == exact(expected["by_comparisons"])
    amended(evening, "cross_imps", divisor="none")
    assert holding(evening)[: len(given["scores_ns"])] == exact(expected["carried"])
    derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert [part.value for part in derivation.parts] == [expected["undivided"][0], Fraction(4, 3)]
    unthinned = amended(field(given["scores_ns"], scoring="cross-imps"), "cross_imps", divisor="none")
    assert holding(unthinned) == exact(expected["undivided"])


@golden("W08-total-cross-imps-fouled")
def test_an_undivided_total_of_a_version_is_carried_too(given, expected):
    evening = amended(field(given["scores_ns"], scoring="cross-imps"), "cross_imps", divisor="none")
    evening.do(FoulBoard(1, "B", tuple(map(str, given["version_b"]))))
    assert holding(evening) == exact(expected["carried"])


@golden("D24-ximpq")
def test_ximpq(given, expected):
    pairings = given["results"] * (given["results"] - 1) // 2
    assert pairings == expected["divisor_squared"]
    assert ximpq([(Fraction(given["ximp_sum"]), pairings)]) == expected["ximpq"]


@golden("P17-acbl-total-imps-aplus")
def test_a_plus_in_cross_imps(given, expected):
    for divisor, variant in (("comparisons", "average"), ("none", "total")):
        evening = field(
            [*range(0, 10 * (given["results"] - 1), 10), {"artificial": [given["award"], "A-"]}], scoring="cross-imps"
        )
        if divisor == "none":
            amended(evening, "cross_imps", divisor="none")
        flat = evening.scoreboard.score(evening.at(1, given["results"]), Side.NS).value
        assert flat == expected["imps"][variant]


@golden("P25-cross-imps-fewer-results")
def test_a_board_of_fewer_results_is_carried_by_results_or_by_comparisons(given, expected):
    missing = [{"artificial": ["A", "A"]}] * (given["tables"] - len(given["scores_ns"]))
    evening = field([*given["scores_ns"], *missing], scoring="cross-imps")
    assert holding(evening)[: len(given["scores_ns"])] == exact(expected["comparisons"])
    amended(evening, "cross_imps", fewer_results="results")
    assert holding(evening)[: len(given["scores_ns"])] == exact(expected["results"])
    amended(evening, "cross_imps", divisor="none")
    assert holding(evening)[: len(given["scores_ns"])] == exact(expected["undivided"])
    published = field([*given["scores_ns"], *missing], scoring="cross-imps", profile="realbridge")
    assert holding(published)[: len(given["scores_ns"])] == exact(expected["realbridge"])
