"""Law 12C1(e) at teams: A, B and C."""

from fractions import Fraction
from typing import Any

from ledger.bridge import Result, Side
from ledger.laws.adjustment import SelfInflicted, certainty, damage_case, damaged_side_score
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening
from tests.golden.boards import abc_pairs, amended
from tests.golden.examples import as_weighting, exact, golden, score
from tests.golden.rooms import derivation_of, imps_against, imps_of, in_rooms, rule_room, seat, teams


def abc(given: dict, a: int, b: Any, c: Any, profile: str = "default") -> Evening:
    """12C1(e) in the open room: X (North–South) is the non-offending side."""
    evening = teams(profile=profile)
    in_rooms(evening, a, given["other_table_ns"])
    rule_room(evening, SelfInflicted("NS", as_weighting(b), as_weighting(c)), offender="EW", laws=("12C1(e)",))
    return evening


def check_abc(evening: Evening, expected: dict) -> None:
    assert imps_of(evening, "X") == exact(expected["nos"])
    assert imps_of(evening, "Y") == exact(expected["os"])


@golden(
    "S05-1-barker-2009-case1",
    "S05-2-barker-2009-case2",
    "S05-3-barker-2009-case3",
    "S05-4-barker-2009-case4",
    "P15-barker-2011",
)
def test_barker(given, expected):
    evening = abc(given, given["table_A_ns"], given["normal_B_ns"], given["could_C_ns"])
    check_abc(evening, expected)
    a, b, c = (imps_against(given[key], given["other_table_ns"]) for key in ("table_A_ns", "normal_B_ns", "could_C_ns"))
    assert (a, b, c) == (expected["A"], expected["B"], expected["C"])
    assert damage_case(a, b, c) == expected["case"].replace("_", "-")
    assert (b - c, c - a) == (expected["DR"], expected["DS"])
    if expected["case"] != "no_damage":  # then the table result stands, and there are no three scores to tell
        derivation = derivation_of(evening, "X")
        assert [part.value for part in derivation.parts] == [expected["A"], expected["B"], expected["C"]]
        assert expected["case"].replace("_", " ") in derivation.text.replace("-", " ")
        real, own = expected["DR"], expected["DS"]
        assert f"real damage B − C = {real}, self-inflicted C − A = {own}" in derivation.text


@golden("S06-barker-identity")
def test_barker_identity(given, expected):
    a, b, c = (Fraction(given[key]) for key in "ABC")
    assert (
        damaged_side_score(a, b, c) == expected["A_plus_DR"] == expected["B_minus_DS"] == expected["A_plus_B_minus_C"]
    )


@golden("P14-kooijman-A")
def test_kooijman(given, expected):
    # Vulnerable North–South: the contracts are scored by the ledger on board 2.
    evening = Evening(boards=[2], winners=1, contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(seat(2, 1), Result("5HXN-2")))
    evening.do(RecordResult(seat(2, 2), score(given["other_table_ns"])))
    damage = SelfInflicted("NS", certainty(Result("4HN-1")), certainty(Result("4SE-2")))
    rule_room(evening, damage, board=2, offender="EW")
    assert imps_of(evening, "X", 2) == expected["nos"]
    assert imps_of(evening, "Y", 2) == expected["os"]


@golden("D26-abc-weighted-B", "D27-abc-weighted-C")
def test_abc_weighted(given, expected):
    evening = abc(given, given["A_ns"], given["B_ns"], given["C_ns"])
    nos = expected.get("nos", expected.get("nos_default_weight_then_formula"))
    check_abc(evening, {"nos": nos, "os": expected["os"]})
    if option := expected.get("nos_option_formula_per_component"):
        other = amended(evening, "self_inflicted", weighted="per-component")
        assert imps_of(other, "X") == exact(option)


@golden("D25-5-abc-ties")
def test_abc_ties(given, expected):
    for (a, b, c), nos, case in zip(given["cases"], expected["nos"], expected["case"], strict=True):
        numbers = Fraction(a), Fraction(b), Fraction(c)
        assert damaged_side_score(*numbers) == nos
        assert damage_case(*numbers) == case.replace("_", "-")


# Law 12C1(e) at matchpoints, and what the field is compared with


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
