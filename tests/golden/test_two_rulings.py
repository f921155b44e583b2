"""Two rulings on one table's board at matchpoints: on a claim and an infraction, on an infraction by each side."""

from itertools import permutations

from ledger.bridge import Result
from ledger.facts import WithdrawRuling
from ledger.laws.adjustment import Artificial, Claim, Grade, SelfInflicted, Stands, Weighted
from tests.core.spec import Evening
from tests.golden.examples import as_weighting, exact, golden, mixture, score


def ruled(given: dict, rulings: list[tuple], **session) -> Evening:
    """Table 1 ruled on twice, the same in whichever order."""
    evenings = []
    for order in permutations(rulings):
        evening = Evening(**session)
        evening.play(1, [given["table_result"], *given["other_ns_scores"]])
        for adjustment, offender in order:
            evening.rule(1, 1, adjustment, offender=offender)
        evenings.append(evening)
    first, *others = evenings
    for evening in others:
        assert (evening.column(1), evening.column(1, "EW")) == (first.column(1), first.column(1, "EW"))
    return first


@golden("R05-mp-claim-and-12c1e")
def test_a_claim_is_the_result_an_infraction_rests_on(given, expected):
    claim = Claim(score(given["claim"]))
    alone = ruled(given, [(claim, "none")])
    assert [alone.score(1, 1), alone.score(1, 1, "EW")] == expected["claim_alone"]
    standing = ruled(given, [(claim, "none"), (Stands(), given["offender"])])
    assert [standing.score(1, 1), standing.score(1, 1, "EW")] == expected["claim_alone"]
    damage = SelfInflicted("NS", as_weighting(given["B_ns"]), as_weighting(given["C_ns"]))
    evening = ruled(given, [(claim, "none"), (damage, given["offender"])])
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["nos_mp"], expected["os_mp"])
    assert evening.column(1)[1:] == expected["others_ns_mp"]
    assert evening.column(1, "EW")[1:] == expected["others_ew_mp"]
    evening.do(WithdrawRuling("R-0002", "wrong table"))
    assert (evening.column(1), evening.column(1, "EW")) == (alone.column(1), alone.column(1, "EW"))


@golden("R06-mp-each-side-weighted")
def test_each_side_scores_by_the_ruling_against_it(given, expected):
    sides = [(Weighted(mixture(given[f"against_{side.lower()}"])), side) for side in ("NS", "EW")]
    evening = ruled(given, sides)
    assert evening.column(1) == exact([expected["ns_mp"], *expected["others_ns_mp"]])
    assert evening.column(1, "EW") == exact([expected["ew_mp"], *expected["others_ew_mp"]])
    assert ruled(given, [*sides, (Claim(Result("-100")), "none")]).column(1) == evening.column(1)


@golden("R07-mp-each-side-artificial")
def test_artificial_for_one_side_is_outside_its_field_alone(given, expected):
    against_ns = Artificial(*map(Grade, given["against_ns"]))
    evening = ruled(given, [(against_ns, "NS"), (Weighted(mixture(given["against_ew"])), "EW")])
    assert evening.column(1) == exact([expected["ns_mp"], *expected["others_ns_mp"]])
    assert evening.column(1, "EW") == exact([expected["ew_mp"], *expected["others_ew_mp"]])
