"""Different scores for the two sides."""

from ledger.bridge import Result, Side
from ledger.laws.adjustment import Split, certain
from tests.core.spec import Evening
from tests.golden.boards import ns_of, split
from tests.golden.examples import exact, golden, mixture


@golden("S21-ebl-82C-split", "D30-11A-one-side")
def test_split_sides(given, expected):
    wanted = [expected["ns_score"], expected.get("ew_side_score_as_ns", expected.get("ew_score_as_ns"))]
    assigned = ["4HN=", "3HN+1"] if "assigned_ns" in given else [f"{ns:+d}" for ns in wanted]
    evening = Evening()
    evening.play(1, [given.get("table_ns", -50)])
    evening.rule(1, 1, Split(*(certain(Result(each)) for each in assigned)), laws=("82C",))
    assert [ns_of(evening, 1, side) for side in Side] == wanted


@golden("D03-split-mp")
def test_split_mp(given, expected):
    ns, ew = (mixture([[1, given[key]]]) for key in ("ruling_ns_side", "ruling_ew_side_as_ns"))
    evening = split(given["other_tables_ns"], ns, ew)
    assert evening.column(1) == exact(expected["ns_chart_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_chart_ew_mp"])


@golden("D04-split-and-weighted-mp")
def test_split_weighted_mp(given, expected):
    evening = split(given["other_tables_ns"], mixture(given["ruling_ns"]), mixture(given["ruling_ew_as_ns"]))
    assert evening.column(1) == exact(expected["ns_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_mp"])


@golden("D29-79B3-one-sided")
def test_one_sided(given, expected):
    ns, ew = (mixture([[1, expected[key]]]) for key in ("ns_score", "ew_score_as_ns"))
    evening = split(given["other_ns"], ns, ew)
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["ns_mp"], expected["ew_mp"])


@golden("S16-abf-philadelphia-6S")
def test_philadelphia(given, expected):
    # Defenders (East–West here are the non-offenders) keep −980; declarers go back to five spades.
    for tricks, score_of_os in expected["example_os_scores_by_tricks"].items():
        evening = Evening()
        evening.play(1, [f"{given['table'].split()[0][:2]}N=", 0])
        declared = Result(f"5SN {tricks} tricks")
        evening.rule(1, 1, Split(certain(declared), certain(Result("6SN="))), laws=("12C1(e)",), offender="NS")
        assert ns_of(evening, 1) == score_of_os
        assert -ns_of(evening, 1, Side.EW) == expected["nos_score"]
