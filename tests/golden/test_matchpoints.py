"""Matchpoints of a field as it was played."""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from ledger.bridge import Result, Side, Unreadable
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Claim,
    Component,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    certainty,
    parse_weighting,
    sort_by_ns_score,
    weight_text,
)
from ledger.laws.rounding import Rounding
from ledger.projections.standings import standings
from ledger.scoring.board import Score
from ledger.scoring.derivation import Rule, follow
from ledger.subjects.play.facts import FoulBoard, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, WithdrawRuling
from tests.core.spec import Evening, blank
from tests.golden.boards import amended, field, frequencies, ns_of, rounding, split, totals
from tests.golden.examples import EXAMPLES, as_weighting, exact, golden, mixture, results, score
from tests.trust_checks import holds


@golden(
    "S10-abf-freq-B-without-infraction",
    "S10-abf-freq-C-after-infraction",
    "S10-abf-freq-A-after-gamble",
    "P07-nationwide-field",
)
def test_frequencies(given, expected):
    evening = field(given["ns_scores"])
    assert evening.column(1) == expected["ns_mp"]
    assert evening.scoreboard.top == 2 * (len(given["ns_scores"]) - 1)
    if "top" in expected:
        assert evening.scoreboard.top == expected["top"]


@golden("P03-wb-intermediate")
def test_intermediate(given, expected):
    """A score between those that occurred earns next lower plus its frequency, and next higher less its frequency.

    So it lies half-way between what it earns a table that had the next lower score, and one that had the next higher.
    """
    played = [500, *[450] * given["freq"]["450"], *[420] * given["freq"]["420"]]
    evening = field(played)
    mp = dict(zip(played, evening.column(1), strict=True))
    assert {str(ns): value for ns, value in mp.items()} == given["mp"]
    assert mp[420] + given["freq"]["420"] == mp[450] - given["freq"]["450"] == expected["mp"]
    instead = []
    for table in (2, len(played)):  # one that had 450, one that had 420
        ruled = field(played)
        ruled.rule(1, table, Assigned(score(given["assigned"])))
        instead.append(ruled.score(1, table))
    assert sum(instead) / 2 == expected["mp"]


@golden("P20-blakjak-manual-average")
def test_manual_average(given, expected):
    evening = field([*given["real_ns_scores"], {"artificial": ["A", "A"]}])
    amended(evening, "matchpoints", fewer_results="shrink")
    column = evening.column(1)
    assert column == [*expected["real_mp"], expected["average_mp"]]
    assert sum(column) == expected["total"]


@golden("D33-ascherman")
def test_ascherman(given, expected):
    evening = amended(field(given["ns_scores"]), "matchpoints", scale="ascherman")
    assert evening.column(1) == exact(expected["points"])
    assert [100 * value / evening.scoreboard.top for value in evening.column(1)] == exact(expected["pct_of_2N"])
    larger = Evening(boards=(1, 2))
    larger.play(2, [0] * 5)
    larger.play(1, given["ns_scores"])
    amended(larger, "matchpoints", scale="ascherman")
    assert larger.column(1) == exact(expected["scaled_to_E5"])


@golden("D28-12c3-individual")
def test_individual(given, expected):
    evening = Evening(boards=(1,), winners=1)
    for table, (ns, ew) in enumerate(
        [("7+12", "1+2"), ("3+4", "5+6"), ("8+9", "10+11"), ("13+14", "15+16"), ("17+18", "19+20")], start=1
    ):
        evening.do(RecordResult(Where(1, str(table), ns, ew), score(20 * table)))
    assert evening.scoreboard.top == given["top"]
    evening.do(GiveRuling(Where(1, "1"), Assigned(score(50)), Grounds(**{**blank(), "offender": "NS"})))
    evening.do(ImposePenalty("7", Fraction(given["pp_mp"]), "MP", ("90A",)))
    found = totals(evening)
    assert (found["7"], found["12"]) == (exact(expected["player7"]), expected["player12"])
    assert found["1"] == found["2"] == expected["each_nos_player"]


@golden("P26-bbo-mean-of-percentages")
def test_the_percentage_is_the_mean_of_those_of_the_boards(given, expected):
    def played(profile: str) -> Evening:
        evening = Evening(boards=(1, 2), profile=profile)
        for board, scores in enumerate(given["boards"], start=1):
            evening.play(board, scores)
        return evening

    evening = played("bbo")
    assert [evening.column(board)[: len(mp)] for board, mp in enumerate(expected["mp"], start=1)] == [
        exact(mp) for mp in expected["mp"]
    ]
    assert all(holds(score.derivation()) for score in scores_of(evening))
    assert percentages(evening) == exact(expected["percent"])
    assert percentages(played("brian")) == exact(expected["own_top_percent"])
    alone = Evening(boards=(1, 2), profile="bbo")
    alone.play(1, given["boards"][0])
    alone.play(2, [100])
    assert alone.column(2)[0] == exact(expected["alone"])


def test_a_board_without_damage_keeps_its_own_top():
    """A third of the first board's tables played it: 1NS has 2 of 2 and 6 of 6, whatever 12C1(e) makes of nothing."""
    evening = Evening(boards=(1, 2), profile="brian")
    evening.play(1, [100, 0])
    evening.play(2, [200, 100, 0, -100])
    before = percentages(evening)
    assert before == [100, 50, Fraction("33.33333")]
    evening.rule(1, 1, SelfInflicted("EW", as_weighting(100), as_weighting(50)), offender="NS", laws=("12C1(e)",))
    assert percentages(evening) == before


def scores_of(evening: Evening) -> list[Score]:
    return [evening.scoreboard.score(played, Side.NS) for played in evening.session.table_boards()]


def percentages(evening: Evening) -> list[Fraction | None]:
    """What the first three pairs North–South have."""
    return [row.percent for row in sorted(standings(evening.scoreboard)[0].rows, key=lambda row: row.contestant)][:3]


# Fewer results than expected: Neuberg, fouled boards, small groups


@golden("P06-wikipedia-neuberg")
def test_neuberg(given, expected):
    """Six results where seven are expected: one field has a contestant on 9 of 10, another one on 4."""
    found = {}
    for scores in ([400, 400, 300, 200, 100, 0], [500, 400, 300, 200, 100, 0]):
        evening = Evening(boards=[1, 2])
        evening.play(2, [0] * given["E"])
        evening.play(1, scores)
        assert len(scores) == given["A"]
        plain = field(scores)
        found.update(zip(plain.column(1), evening.column(1), strict=True))
        evening = rounding(evening, board=("0.1", Rounding.HALF_AWAY_FROM_AVERAGE))
        for plain_mp, rounded_mp in zip(plain.column(1), evening.column(1), strict=True):
            if plain_mp in given["M"]:
                assert rounded_mp == exact(expected["rounded_tenth"][given["M"].index(plain_mp)])
    assert [found[mp] for mp in given["M"]] == exact(expected["exact"])


@golden("D06-artificial-and-neuberg")
def test_artificial_and_neuberg(given, expected):
    evening = field(given["entries_ns"])
    assert evening.column(1)[:6] == exact(expected["ns_mp"])
    assert evening.score(1, 7) == exact(expected["artificial_ns_mp"])
    assert evening.score(1, 7, "EW") == exact(expected["artificial_ew_mp"])
    assert evening.scoreboard.top == expected["top"]
    assert [follow(Rule.NEUBERG, exact([mp, 7, 6])) for mp in expected["base_mp"]] == exact(expected["ns_mp"])


@golden("P18-acbl-neuberg-half-scale")
def test_neuberg_half_scale(given, expected):
    # Five results where thirteen are expected: best, middle, worst; board 2 has them all.
    evening = Evening(boards=[1, 2], profile="acblscore")
    evening.play(2, [0] * given["N"])
    evening.play(1, [600, 500, 400, 300, 200])
    column = evening.column(1)
    exacts = dict(zip([4, 3, 2, 1, 0], column, strict=True))
    assert exacts[4] == exact(expected["exact"][0])
    assert exacts[0] == exact(expected["exact"][2])
    tied = Evening(boards=[1, 2], profile="acblscore")
    tied.play(2, [0] * given["N"])
    tied.play(1, [600, 500, 500, 300, 200])
    assert tied.score(1, 2) == exact(expected["exact"][1])


@golden("P04-doe-fouled-group7", "P04-doe-fouled-group3")
def test_fouled_groups(given, expected):
    """Ten tables, of which so many played another version of the board."""
    group = len(given["group_mp"])
    evening = Evening()
    evening.play(1, [100 * at for at in range(given["E"])])
    evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(1, group + 1))))
    column = evening.column(1)[:group]
    assert sorted(column, reverse=True) == exact(expected["exact"])
    assert sum(column) == exact(expected["exact_sum"])
    rounding(evening, board=("0.1", Rounding.HALF_TOWARD_AVERAGE))
    assert sorted(evening.column(1)[:group], reverse=True) == exact(expected["rounded_tenth"])


@golden("P05-wb-small-groups")
def test_small_groups(given, expected):
    for case, wanted in zip(given["cases"], expected["mp_E10"], strict=True):
        found = {}
        for tied in (False, True):
            evening = Evening()
            size = case["A"]
            evening.play(
                1, [*([0] * 2 if tied else [0, 100]), *([200] if size == 3 else []), *[50] * (given["E_for_mp"] - size)]
            )
            amended(evening, "matchpoints", fewer_results="small-groups")
            evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(1, size + 1))))
            raw = {0: 1 if tied else 0, 1: 1 if tied else 2, 2: 4}
            found.update({raw[at]: value for at, value in enumerate(evening.column(1)[:size])})
        for m, mp in zip(case["M"], exact(wanted), strict=True):
            if m in found:
                assert found[m] == mp
            actual = follow(Rule.SMALL_GROUP, [Fraction(m), Fraction(case["A"]), Fraction(2 * (given["E_for_mp"] - 1))])
            assert actual == mp


@golden("P29-acblscore-groups")
def test_groups_of_a_fouled_board_as_acblscore_has_them(given, expected):
    """Three are a small group only beside a larger one."""
    for sizes, mp in zip(given["groups"], expected["mp"], strict=True):
        evening = Evening(profile="acblscore")
        evening.play(1, [-100 * at for at in range(sum(sizes))])
        evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(sizes[0] + 1, sum(sizes) + 1))))
        assert evening.column(1) == exact(mp)
        assert sorted(evening.column(1, "EW")) == sorted(exact(mp))


# Weighted scores at matchpoints, and what they do to the field


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
    ordered = sort_by_ns_score(weighting, 1)
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


# Different scores for the two sides


@golden("S21-ebl-82C-split", "D30-11A-one-side")
def test_split_sides(given, expected):
    wanted = [expected["ns_score"], expected.get("ew_side_score_as_ns", expected.get("ew_score_as_ns"))]
    assigned = ["4HN=", "3HN+1"] if "assigned_ns" in given else [f"{ns:+d}" for ns in wanted]
    evening = Evening()
    evening.play(1, [given.get("table_ns", -50)])
    evening.rule(1, 1, Split(*(certainty(Result(each)) for each in assigned)), laws=("82C",))
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
        evening.rule(1, 1, Split(certainty(declared), certainty(Result("6SN="))), laws=("12C1(e)",), offender="NS")
        assert ns_of(evening, 1) == score_of_os
        assert -ns_of(evening, 1, Side.EW) == expected["nos_score"]


# Two rulings on one table's board at matchpoints: on a claim and an infraction, on an infraction by each side


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
