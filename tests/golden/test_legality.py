"""What a director may award: disallowed outcomes, contested claims, advice."""

from fractions import Fraction

import pytest

from ledger.bridge import Result, Side, Unreadable, ns_score, parse_result
from ledger.facts import GiveRuling, Grounds, WithdrawRuling
from ledger.laws.adjustment import Artificial, Claim, Component, Grade, Weighted
from tests.core.spec import Evening, blank
from tests.golden.examples import golden, mixture, results


@golden("S08-abf-ex2-weighted-legality", "S25-ebl-disallowed-call-ok", "S26-ebl-disallowed-call-bad")
def test_legality(given, expected):
    evening = Evening(boards=[2])
    evening.play(2, ["4SE-1", "PASS"])
    if "components" in given and "contract" in given["components"][0]:
        results_ = [
            Result(f"{part['contract']}{part['declarer']}{part['tricks']} tricks") for part in given["components"]
        ]
        assert [ns_score(result, 2) for result in results_] == expected["component_scores_ns"]
        refused = Weighted((Component(Fraction(1, 2), Result("4SE-1")), Component(Fraction(1, 2), results_[0])))
        evening.refuses(
            GiveRuling(evening.where(2, 1), refused, Grounds(**{**blank(), "disallowed": ("4S",)})),
            "disallowed-outcome",
        )
    else:
        results_ = [
            results(part["result"].replace("m", "D"), "W" if part["result"].startswith("4S") else "N")
            for part in given["components"]
        ]
    weighting = tuple(
        Component(Fraction(part["weight"]), result) for part, result in zip(given["components"], results_, strict=True)
    )
    command = GiveRuling(evening.where(2, 1), Weighted(weighting), Grounds(**{**blank(), "disallowed": ("4SW", "4SE")}))
    if expected["legal"]:
        evening.do(command)
    else:
        assert (
            str(weighting[expected["offending_component"]].result)
            in evening.refuses(command, "disallowed-outcome").message
        )


@golden("S09-abf-reveley-5C")
def test_reveley(given, expected):
    """An outcome that lies in a disallowed call is refused, unless the record states a legal route to it."""
    evening = Evening(boards=[1])
    evening.play(1, ["4SE-1"])

    def command(*outcomes: str, route: str = "") -> GiveRuling:
        weights = [Component(Fraction(1, len(outcomes)), Result(each)) for each in outcomes]
        grounds = Grounds(**{**blank(), "disallowed": ("5CN",), "legal_route": route})
        return GiveRuling(evening.where(1, 1), Weighted(tuple(weights)), grounds)

    allowed, (rejected,) = map(as_typed, expected["allowed"]), map(as_typed, expected["rejected"])
    candidates = [as_typed(each) for each in given["candidate_components"]]
    assert rejected in candidates
    assert rejected in evening.refuses(command(*candidates), "disallowed-outcome").message
    evening.do(command(*candidates, route="5C is reached without the information"))
    evening.do(WithdrawRuling("R-0001"))
    evening.do(command(*allowed))


def as_typed(text: str) -> str:
    """'4H E 10' and '5C N -1' as they are typed: 4HE 10 tricks, 5CN-1."""
    contract, seat, tricks = text.split()
    return str(Result(f"{contract}{seat}{tricks}" + ("" if tricks[0] in "+-=" else " tricks")))


@golden("S30-ebl-claim-not-assigned")
def test_claim(given, expected):
    """A contested claim is a ruling of fact: one result for both sides, neither weighted nor split."""
    parts = ", ".join(f"{part['weight']} {part['score_ns']:+d}" for part in given["components"])
    made, down = (f"{part['score_ns']:+d}" for part in given["components"])
    rejected = {"weighted": parts, "split": f"NS: {made}; EW: {down}"}
    for kind in ("weighted", expected["also_rejected"]):
        with pytest.raises(Unreadable):
            Claim(parse_result(rejected[kind]))
    evening = Evening()
    evening.play(1, [0, 0])
    evening.rule(1, 1, Claim(parse_result(made)), laws=("70",))
    assert [evening.score(1, 1, side.value) for side in Side] == [evening.scoreboard.top, 0]


@golden("S17-abf-more-than-four")
def test_more_than_four(given, expected):
    for outcomes, advised in ((given["number_of_outcomes"], True), (4, False)):
        evening = Evening()
        evening.play(1, [0, 0])
        evening.rule(1, 1, Weighted(mixture([[f"1/{outcomes}", 100 * at] for at in range(outcomes)])))
        assert (expected["advisory"] in evening.log[-1].event.advice) is advised  # recorded, not refused


@golden("S29-ebl-over-100")
def test_over_100(given, expected):
    for case, percent, warned in zip(given["cases"], expected["sum_pct"], expected["warn"], strict=True):
        evening = Evening()
        evening.play(1, [0, 0])
        adjustment = Artificial(Grade(case["ns"]), Grade(case["ew"]))
        assert 100 * (adjustment.ns.flat + adjustment.ew.flat) == percent
        evening.rule(1, 1, adjustment, offender="outside" if case["outside_agency"] else None)
        assert ("OVER_100_NEEDS_OUTSIDE_AGENCY" in evening.log[-1].event.advice) is warned
