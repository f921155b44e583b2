"""Fewer results than expected: Neuberg, fouled boards, small groups."""

from fractions import Fraction

from ledger.facts import FoulBoard
from ledger.laws.rounding import Rounding
from ledger.scoring.derivation import Rule, follow
from tests.core.spec import Evening
from tests.golden.boards import amended, field, rounding
from tests.golden.examples import exact, golden


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
            assert (
                follow(Rule.SMALL_GROUP, [Fraction(m), Fraction(case["A"]), Fraction(2 * (given["E_for_mp"] - 1))])
                == mp
            )


@golden("P29-acblscore-groups")
def test_groups_of_a_fouled_board_as_acblscore_has_them(given, expected):
    """Three are a small group only beside a larger one."""
    for sizes, mp in zip(given["groups"], expected["mp"], strict=True):
        evening = Evening(profile="acblscore")
        evening.play(1, [-100 * at for at in range(sum(sizes))])
        evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(sizes[0] + 1, sum(sizes) + 1))))
        assert evening.column(1) == exact(mp)
        assert sorted(evening.column(1, "EW")) == sorted(exact(mp))
