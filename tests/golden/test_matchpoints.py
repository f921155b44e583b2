"""Matchpoints of a field as it was played."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.facts import GiveRuling, Grounds, ImposePenalty, RecordResult, Where
from ledger.laws.adjustment import Assigned, SelfInflicted
from ledger.projections.standings import standings
from ledger.scoring.board import Score
from tests.core.spec import Evening, blank
from tests.golden.boards import amended, field, totals
from tests.golden.examples import as_weighting, exact, golden, score
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
