"""Law 12C1(e) at matchpoints, and what the field is compared with."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.laws.adjustment import SelfInflicted, damage_case
from tests.core.spec import Evening
from tests.golden.boards import abc_pairs
from tests.golden.examples import as_weighting, exact, golden


@golden("S11-abf-double-shot")
def test_double_shot(given, expected):
    evening = abc_pairs(given)
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["nos_mp"], expected["os_mp"])
    derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert [part.value for part in derivation.parts] == [expected["A_mp"], expected["B_mp"], expected["C_mp"]]
    assert expected["case"] in derivation.text
    assert f"B − C = {expected['real_damage']}, self-inflicted C − A = {expected['self_inflicted']}" in derivation.text


@golden("D41-ms-abc-field")
def test_damage_and_the_field(given, expected):
    evening = abc_pairs(given)
    assert evening.column(1)[1:] == expected["others_ns_mp"]
    assert evening.column(1, "EW")[1:] == expected["others_ew_mp"]
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["table_nos_mp"], expected["table_os_mp"])


@golden("D42-ms-abc-field-signed-mixture")
def test_signed_mixture(given, expected):
    (_, a), (_, b), (_, c) = given["nos_entry_signed_weights"]
    evening = abc_pairs(
        {"A_ns": a, "B_ns": b, "C_ns": c, "other_ns_scores": given["other_ns_scores"]}, field="signed-mixture"
    )
    assert evening.score(1, 1) == expected["table_nos_mp"]
    assert evening.column(1)[1:] == exact(expected["others_ns_mp"])
    assert sum(evening.column(1)) == expected["sum"]


@golden("D25-1-abc-mp", "D25-2-abc-mp", "D25-3-abc-mp", "D25-4-abc-mp")
def test_abc_matchpoints(given, expected):
    """Eight tables: the other seven score 0, 20 … 120, so a score of 10m − 10 is worth m matchpoints."""
    evening = Evening()
    others = [20 * at for at in range(7)]
    scores = {key: 10 * (given[f"{key}_mp"]) - 10 for key in "ABC"}
    evening.play(1, [scores["A"], *others])
    evening.rule(1, 1, SelfInflicted("NS", as_weighting(scores["B"]), as_weighting(scores["C"])), offender="EW")
    assert evening.scoreboard.top == given["top"]
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["nos_mp"], expected["os_mp"])
    a, b, c = (Fraction(given[f"{key}_mp"]) for key in "ABC")
    assert damage_case(a, b, c) == expected["case"].replace("_", "-")
