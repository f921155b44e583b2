"""What a director reads when he asks how a score comes about: each form and method, worked out by hand, to the letter.

A line is what a number is, in what, from what, by which Law and which events; below it stands what it follows from.
"""

import re
from fractions import Fraction
from textwrap import dedent

import pytest
from msgspec import structs

from ledger.bridge import Side
from ledger.laws import profile_loader
from ledger.laws.regulations import BoardRounding
from ledger.laws.rounding import Rounding
from ledger.scoring.board import BoardScores, score_board
from ledger.scoring.derivation import leaf, require_value
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Damage, Field, GivenOutright, Line, Outcome, Seating, Share, each_side

DEFAULT = profile_loader.load_profile("default")
NS, EW = Side


def regulations(**tables):
    """The usual ones, changed in some tables."""
    changed = {name: structs.replace(getattr(DEFAULT, name), **values) for name, values in tables.items()}
    return structs.replace(DEFAULT, **changed)


def plain(score, name=""):
    return (Outcome(1, score, name),)


WEIGHTED = (Outcome(Fraction(3, 5), 420, "4S="), Outcome(Fraction(2, 5), -50, "4S-1"))


def table(number, entry, **ruled):
    """A table of pairs, with the number of its event: a score of North–South's, or outcomes."""
    return at(Seating(f"{number}NS", f"{number}EW"), number, entry, **ruled)


def room(number, ns, ew, entry, **ruled):
    """A table of a match, in which these teams sit."""
    return at(Seating(ns, ew, 1, str(number)), number, entry, **ruled)


def at(seating, number, entry, **ruled):
    entry = plain(entry) if isinstance(entry, int) else entry
    return Line(seating, str(number), entry and dict.fromkeys(Side, entry), events=(number,), **ruled)


def awarded(ns, ew):
    return Share((leaf(Fraction(ns), "North–South's"),), (leaf(Fraction(ew), "East–West's"),))


def told(node, depth=0):
    law = f" [{node.law}]" if node.law else ""
    events = "".join(f" #{number}" for number in node.events)
    own = f"{'  ' * depth}{node.value} {node.unit}: {node.text}{law}{events}".replace(" :", ":")
    return "\n".join([own, *(told(part, depth + 1) for part in node.parts)])


def scored(form, lines, expected=None, rules=DEFAULT):
    return BoardScores(score_board(FORMS[form], Field.of(lines), expected or len(lines), rules))


def explained(form, lines, side=NS, of=0, **more):
    """How what a side has at one of the tables comes about."""
    return told(scored(form, lines, **more)[lines[of].seating][side].derivation())


def says(text):
    return dedent(text).strip()


def test_matchpoints_of_a_weighted_ruling_and_against_it():
    lines = [table(1, WEIGHTED, note="R-0001", law="12C1(c)"), table(2, 420), table(3, 170)]
    assert explained("matchpoints", lines) == says("""
        9/5 MP: weighted [12C1(c)] #1
          9/5 MP: 60% of 4S=
            3/5: weight
            3 MP: 4S= +420 against 2 other results #1
              1 MP: table 2 +420: tie #2
              2 MP: table 3 +170: win #3
          0 MP: 40% of 4S-1
            2/5: weight
            0 MP: 4S-1 -50 against 2 other results #1
              0 MP: table 2 +420: loss #2
              0 MP: table 3 +170: loss #3
    """)
    assert explained("matchpoints", lines, EW, of=1) == says("""
        3/5 MP: the score -420 against 2 other results #2
          3/5 MP: table 1 (R-0001), weighted #1
            3/5 MP: 60% 4S= -420: tie
              3/5: weight
              1 MP: tie
            0 MP: 40% 4S-1 +50: loss
              2/5: weight
              0 MP: loss
          0 MP: table 3 -170: loss #3
    """)


FEWER = {
    (3, 5, "neuberg", "2/1/0"): """
        22/3 MP: Neuberg: 3 results carried to 5
          4 MP: the score +420 against 2 other results #1
            2 MP: table 2 +170: win #2
            2 MP: table 3 +170: win #3
          5: results expected
          3: results compared
    """,
    (3, 5, "neuberg", "1/0.5/0"): """
        11/3 MP: on the 1/½/0 scale
          22/3 MP: Neuberg: 3 results carried to 5
            4 MP: on the 2/1/0 scale
              2 MP: the score +420 against 2 other results #1
                1 MP: table 2 +170: win #2
                1 MP: table 3 +170: win #3
              1/2: per tie
            5: results expected
            3: results compared
          1/2: per tie
    """,
    (3, 4, "neuberg", "ascherman"): """
        20/3 MP: with itself
          17/3 MP: Neuberg: 3 results carried to 4
            4 MP: without itself
              5 MP: the score +420 against 2 other results #1
                2 MP: table 2 +170: win #2
                2 MP: table 3 +170: win #3
                1 MP: itself: tie
              1 MP: itself
            4: results expected
            3: results compared
          1 MP: itself
    """,
    (2, 6, "small-groups", "2/1/0"): """
        13/2 MP: group of 2: 60% and 5% a matchpoint from the middle
          2 MP: the score +420 against 1 other result #1
            2 MP: table 2 +170: win #2
          2: results compared
          10 MP: top
    """,
    (2, 6, "small-groups", "1/0.5/0"): """
        13/4 MP: on the 1/½/0 scale
          13/2 MP: group of 2: 60% and 5% a matchpoint from the middle
            2 MP: on the 2/1/0 scale
              1 MP: the score +420 against 1 other result #1
                1 MP: table 2 +170: win #2
              1/2: per tie
            2: results compared
            10 MP: top
          1/2: per tie
    """,
    (2, 6, "shrink", "2/1/0"): """
        6 MP: top lowered and bottom raised
          2 MP: the score +420 against 1 other result #1
            2 MP: table 2 +170: win #2
          4 MP: an average for each result that is missing
    """,
    (2, 6, "shrink", "1/0.5/0"): """
        3 MP: top lowered and bottom raised
          1 MP: the score +420 against 1 other result #1
            1 MP: table 2 +170: win #2
          2 MP: an average for each result that is missing
    """,
    (2, 6, "proportion", "2/1/0"): """
        10 MP: the same share of the top with 6 results as of that with 2
          2 MP: the score +420 against 1 other result #1
            2 MP: table 2 +170: win #2
          5: top by own top
    """,
    (1, 6, "proportion", "2/1/0"): """
        5 MP: a result by itself: average
          5 MP: half of the top
    """,
    (2, 6, "own-top", "2/1/0"): """
        2 MP: the score +420 against 1 other result #1
          2 MP: table 2 +170: win #2
    """,
}


for method in ("small-groups", "acbl-groups"):  # three of four are no small group
    FEWER[3, 4, method, "ascherman"] = FEWER[3, 4, "neuberg", "ascherman"]


@pytest.mark.parametrize(("results", "expected", "method", "scale"), FEWER)
def test_matchpoints_of_fewer_results_by_each_method_and_scale(results, expected, method, scale):
    lines = [table(1, 420), table(2, 170), table(3, 170)][:results]
    rules = regulations(matchpoints={"fewer_results": method, "scale": scale})
    assert explained("matchpoints", lines, expected=expected, rules=rules) == says(
        FEWER[results, expected, method, scale]
    )


def test_more_results_than_expected_keep_the_share_of_their_own_top():
    assert explained("matchpoints", [table(1, 420), table(2, 170), table(3, 420)], expected=2) == says("""
        3/2 MP: the same share of the top with 2 results as of that with 3
          3 MP: the score +420 against 2 other results #1
            2 MP: table 2 +170: win #2
            1 MP: table 3 +420: tie #3
          1/2: top by own top
    """)


def test_an_artificial_score_and_one_given_outright():
    share = table(1, None, award=awarded("3/5", "2/5"), note="R-0001", law="12C2(a)")
    assert explained("matchpoints", [share, table(2, 170), table(3, 140)]) == says("""
        12/5 MP: of the top [12C2(a)] #1
          3/5: North–South's
          4 MP: top of the board
    """)
    outright = table(1, 420, award=GivenOutright(Fraction(3, 2), Fraction(1, 4)), note="R-0001")
    assert explained("matchpoints", [outright, table(2, 170)]) == "3/2 MP: awarded outright #1"
    assert explained("matchpoints", [outright, table(2, 170)], EW) == "1/4 MP: awarded outright #1"


def test_where_both_sides_offended_each_reads_by_which_ruling():
    against_ns = table(1, 420, offenders=frozenset({NS}), note="R-0001")
    against_ew = structs.replace(table(1, -50), events=(9,), offenders=frozenset({EW}), note="R-0002")
    lines = [each_side(against_ns, against_ew, "12C1"), table(2, 170)]
    by = "both sides offended, and {} score by the ruling against them ({}): the score {} against 1 other result #{}"
    actual = explained("matchpoints", lines).splitlines()
    assert actual == [f"2 MP: {by.format('NS', 'R-0001', '+420', 1)}", "  2 MP: table 2 +170: win #2"]
    actual = explained("matchpoints", lines, EW).splitlines()
    assert actual == [f"2 MP: {by.format('EW', 'R-0002', '+50', 9)}", "  2 MP: table 2 -170: win #2"]


def test_a_datum_without_its_extremes():
    lines = [table(1, 1430), table(2, -800), table(3, 170), table(4, 140)]
    assert explained("butler", lines, rules=regulations(butler={"trim": "1"})) == says("""
        15 IMP: the score +1430 against the datum: 1270 is +15
          1430 points: the score #1
          160 points: datum, rounded to 10
            155 points: their mean
              310 points: North–South's scores without the 1 highest and lowest
                170 points: 1 × +170
                  1: weight
                  170: score
                140 points: 1 × +140
                  1: weight
                  140: score
              2: results
    """)


def test_a_datum_of_weights_as_east_west_see_it():
    lines = [table(1, WEIGHTED, note="R-0001", law="12C1(c)"), table(2, 420), table(3, 170)]
    assert explained("butler", lines, EW, of=1) == says("""
        -4 IMP: the score -420 against the datum: -150 is -4
          -420 points: the score #2
          -270 points: datum for East–West
            -1: turned
            270 points: datum, rounded to 10
              274 points: their mean
                822 points: North–South's scores
                  672 points: 8/5 × +420
                    8/5: weight
                    420: score
                  170 points: 1 × +170
                    1: weight
                    170: score
                  -20 points: 2/5 × -50
                    2/5: weight
                    -50: score
                3: results
    """)


def test_each_outcome_is_held_against_the_datum_by_its_name():
    lines = [table(1, WEIGHTED, note="R-0001", law="12C1(c)"), table(2, 420), table(3, 170)]
    told_of = explained("butler", lines).splitlines()
    assert [line for line in told_of if "4S" in line] == [
        "  12/5 IMP: 60% of 4S=",
        "    4 IMP: 4S= +420 against the datum: 150 is +4",
        "      420 points: 4S= #1",
        "  -16/5 IMP: 40% of 4S-1",
        "    -8 IMP: 4S-1 -50 against the datum: -320 is -8",
        "      -50 points: 4S-1 #1",
    ]


def test_where_nothing_counts_there_is_no_datum():
    award = table(1, None, award=awarded(3, -3), law="12C2(b)")
    assert scored("butler", [award]).datum == 0
    assert explained("butler", [award]) == "3: North–South's #1"


def test_cross_imps_divided_and_against_weights():
    lines = [table(1, WEIGHTED, note="R-0001", law="12C1(c)"), table(2, 420), table(3, 170)]
    assert explained("cross-imps", lines, EW, of=1) == says("""
        -5 IMP: divided by comparisons
          -10 IMP: the score -420 against 2 other results #2
            -4 IMP: table 1 (R-0001), weighted #1
              0 IMP: 60% 4S= -420: +0 is +0
                3/5: weight
                0 IMP: +0 is +0
                  -420: own score
                  -420: theirs
              -4 IMP: 40% 4S-1 +50: -470 is -10
                2/5: weight
                -10 IMP: -470 is -10
                  -420: own score
                  50: theirs
            -6 IMP: table 3 -170: -250 is -6 #3
              -420: own score
              -170: theirs
          2: comparisons
    """)


def test_cross_imps_carried_by_results_or_by_comparisons_and_limited():
    lines = [table(1, 1430), table(2, -800), table(3, 170)]
    undivided = regulations(cross_imps={"divisor": "none", "most": 17})
    assert explained("cross-imps", lines, expected=5, rules=undivided) == says("""
        64 IMP: 2 comparisons carried to 4
          32 IMP: the score +1430 against 2 other results #1
            17 IMP: table 2 -800: +2230 is +19, limited to +17 #2
              19 IMP: +2230 is +19
                1430: own score
                -800: theirs
              17: the most of a comparison
            15 IMP: table 3 +170: +1260 is +15 #3
              1430: own score
              170: theirs
          2: 2 comparisons carried to 4
    """)
    by_results = regulations(cross_imps={"fewer_results": "results"})
    assert explained("cross-imps", lines, expected=5, rules=by_results) == says("""
        85/6 IMP: divided by comparisons
          170/3 IMP: 3 results carried to 5
            34 IMP: the score +1430 against 2 other results #1
              19 IMP: table 2 -800: +2230 is +19 #2
                1430: own score
                -800: theirs
              15 IMP: table 3 +170: +1260 is +15 #3
                1430: own score
                170: theirs
            5/3: 3 results carried to 5
          4: comparisons
    """)


def test_what_is_converted_into_victory_points_is_not_carried():
    """XIMPQ counts the comparisons there were: 34 IMPs of two stay 34 IMPs, however many tables are missing."""
    lines = [table(1, 1430), table(2, -800), table(3, 170)]
    rules = regulations(matches={"pairs": "converted"}, cross_imps={"divisor": "none"})
    (own, *_) = explained("cross-imps", lines, expected=5, rules=rules).splitlines()
    assert own == "34 IMP: the score +1430 against 2 other results #1"


def test_tables_are_compared_in_their_order_and_those_outside_the_field_are_not():
    for_ns_alone = Line(Seating("4NS", "4EW"), "4", {NS: plain(420)}, events=(4,))
    lines = [table(1, 420), table(10, 170), for_ns_alone, table(2, 170)]
    for form in ("matchpoints", "cross-imps"):
        told_of = [explained(form, lines, side) for side in Side]
        compared = [re.findall("table ([0-9]+) ", each) for each in told_of]
        assert compared == [["2", "4", "10"], ["2", "10"]]


def test_a_match_weighs_the_outcomes_of_a_room_against_those_of_the_other():
    lines = [room(1, "X", "Y", WEIGHTED, note="R-0001", law="12C1(c)"), room(2, "Y", "X", 170)]
    for form in ("teams", "knockout"):
        assert explained(form, lines) == says("""
            6/5 IMP: weighted [12C1(c)] #1
              18/5 IMP: 60% of 4S=
                3/5: weight
                6 IMP: 4S= +420 in one room, in the other #1
                  6 IMP: table 2 +170: +250 is +6 #2
                    420: own score
                    170: theirs
              -12/5 IMP: 40% of 4S-1
                2/5: weight
                -6 IMP: 4S-1 -50 in one room, in the other #1
                  -6 IMP: table 2 +170: -220 is -6 #2
                    -50: own score
                    170: theirs
        """)
    assert explained("teams", lines, of=1) == says("""
        -6/5 IMP: the score +170 in one room, in the other #2
          -6/5 IMP: table 1 (R-0001), weighted #1
            -18/5 IMP: 60% 4S= +420: -250 is -6
              3/5: weight
              -6 IMP: -250 is -6
                170: own score
                420: theirs
            12/5 IMP: 40% 4S-1 -50: +220 is +6
              2/5: weight
              6 IMP: +220 is +6
                170: own score
                -50: theirs
    """)


def test_teams_that_sat_the_same_way_in_both_rooms_have_what_is_awarded_in_either():
    """Law 86B2: neither result can be compared, and the director says once what the board is worth."""
    lines = [room(1, "X", "Y", None, award=awarded(3, -3)), room(2, "X", "Y", 420)]
    for of in (0, 1):
        assert explained("teams", lines, of=of) == "3: North–South's #1"
        assert explained("teams", lines, EW, of=of) == "-3: East–West's #1"


def test_the_offenders_have_what_the_others_leave_of_a_board():
    """Law 86B2(b): 2 IMPs to those who did not offend are 2 IMPs less to those who did."""
    complement = {"law": "12C1(c)", "complement": EW, "offenders": frozenset({EW})}
    lines = [room(1, "X", "Y", 250, **complement), room(2, "Y", "X", 170)]
    assert explained("teams", lines, EW) == says("""
        -2 IMP: the offenders have the complement of the non-offenders' score [86B2(b)] #1
          0 IMP: what the two teams share
          2 IMP: the score +250 in one room, in the other #1
            2 IMP: table 2 +170: +80 is +2 #2
              250: own score
              170: theirs
    """)
    assert explained("board-a-match", lines, EW).splitlines()[:3] == [
        "0 points: the offenders have the complement of the non-offenders' score [86B2(b)] #1",
        "  1 points: what the two teams share",
        "  1 points: the score +250 in one room, in the other #1",
    ]


def test_a_knockout_halves_what_does_not_balance():
    """Law 12C4: one ruling leaves X 6 IMPs and the other leaves Y 2: each has half of the difference, +2 and −2."""
    split = Line(Seating("X", "Y", 1), "1", {NS: plain(420), EW: plain(110)}, events=(1,), note="R-0001")
    lines = [split, room(2, "Y", "X", 170)]
    assert explained("knockout", lines) == says("""
        2 IMP: halved [12C4]
          4 IMP: own score less the opponents'
            6 IMP: own score before the averaging: the score +420 in one room, in the other #1
              6 IMP: table 2 +170: +250 is +6 #2
                420: own score
                170: theirs
            2 IMP: the opponents' own score: the score -110 in one room, in the other #1
              2 IMP: table 2 -170: +60 is +2 #2
                -110: own score
                -170: theirs
          2: two teams
    """)
    assert explained("knockout", lines, EW).splitlines()[0] == "-2 IMP: halved [12C4]"


@pytest.mark.parametrize(
    ("offended", "unit", "x", "y"),
    [({EW}, "1", "2 IMP", "-2 IMP"), ({NS}, "1", "1 IMP", "-1 IMP"), ({EW}, "0.5", "3/2 IMP", "-3/2 IMP")],
)
def test_a_knockout_is_rounded_after_the_averaging_toward_who_did_not_offend(offended, unit, x, y):
    """6/5 of an IMP: to the next above for X where Y offended, to the next below where X did."""
    lines = [room(1, "X", "Y", WEIGHTED, offenders=frozenset(offended)), room(2, "Y", "X", 170)]
    rules = regulations(knockout={"rounded": "after"}, imps={"board": BoardRounding(unit, Rounding.TOWARD_NOS)})
    for side, score in ((NS, x), (EW, y)):
        assert explained("knockout", lines, side, rules=rules).splitlines()[0] == f"{score}: rounded to {unit}"


def test_a_board_won_may_be_two_points():
    lines = [room(1, "X", "Y", 420), room(2, "Y", "X", 170)]
    two = regulations(board_a_match={"scale": "2/1/0"})
    for rules, won in ((DEFAULT, 1), (two, 2)):
        assert explained("board-a-match", lines, rules=rules) == says(f"""
            {won} points: the score +420 in one room, in the other #1
              {won} points: table 2 +170: win #2
        """)
    lines[0] = room(1, "X", "Y", None, award=awarded("3/5", "2/5"), law="12C2")
    assert explained("board-a-match", lines) == "3/5: North–South's #1"
    assert explained("board-a-match", lines, rules=two) == says("""
        6/5 points: of the board [12C2] #1
          3/5: North–South's
          2 points: the board won
    """)


def test_a_score_of_a_board_is_rounded_in_so_many_words():
    """6/5 of an IMP to the next whole one: rulings that favour nobody round away from average from the half on."""
    lines = [room(1, "X", "Y", WEIGHTED), room(2, "Y", "X", 170)]
    rules = regulations(imps={"board": BoardRounding("1", Rounding.HALF_AWAY_FROM_AVERAGE)})
    assert explained("teams", lines, rules=rules).splitlines()[:2] == ["1 IMP: rounded to 1", "  6/5 IMP: weighted #1"]
    whole = [room(1, "X", "Y", 420), room(2, "Y", "X", 170)]
    assert explained("teams", whole, rules=rules) == explained("teams", whole)


def eight(third, **ruled):
    """Four tables of X and Y: +420, +170, what the third has, −50."""
    seats = zip(("XY", "YX") * 2, (420, 170, third, -50), strict=True)
    return [
        room(number, *teams, entry, **(ruled if number == 3 else {}))
        for number, (teams, entry) in enumerate(seats, start=1)
    ]


def test_an_award_at_one_of_four_tables_takes_the_place_of_its_two_comparisons():
    lines = eight(None, award=awarded(3, -3), law="12C2(b)", note="R-0001")
    assert explained("teams-of-eight", lines).splitlines()[-3:] == [
        "  3/2 IMP: of the award at table 3 [12C2(b)] #3",
        "    3: North–South's",
        "    1/2: 2 of 4 comparisons",
    ]
    assert explained("teams-of-eight", lines, of=1) == says("""
        -35/2 IMP: the four comparisons of the board
          -27/4 IMP: the score +170 at table 2, against both of the other way #2
            -6 IMP: table 1 +420: -250 is -6 #1
              170: own score
              420: theirs
            -3/4 IMP: of the award at table 3 [12C2(b)] #3
              -3: East–West's
              1/4: 1 of 4 comparisons
          -43/4 IMP: the score -50 at table 4, against both of the other way #4
            -10 IMP: table 1 +420: -470 is -10 #1
              -50: own score
              420: theirs
            -3/4 IMP: of the award at table 3 [12C2(b)] #3
              -3: East–West's
              1/4: 1 of 4 comparisons
    """)


def test_a_score_given_outright_at_one_of_four_tables_is_the_score_of_the_board():
    lines = eight(420, award=GivenOutright(Fraction(5), Fraction(-7)), note="R-0001")
    told_of = [explained("teams-of-eight", lines, side, of=of) for of in (0, 1) for side in Side]
    assert told_of == [f"{imps} IMP: awarded outright #3" for imps in (5, -7, -7, 5)]


def damaged(b, c):
    """Law 12C1(e) at the first of two tables in matchpoints: the table result, B and C."""
    award = Damage(NS, plain(-50, "A"), b, c)
    ruled = {"award": award, "law": "12C1(e)", "offenders": frozenset({EW}), "note": "R-0001"}
    return [table(1, -50, **ruled), table(2, 420), table(3, 170)]


def test_self_inflicted_damage_is_told_by_what_a_b_and_c_are_worth():
    """B 420 is 3 of 4 MP, C 170 is 1: of the 3 MP lost 1 was their own, so that they have the table result and 2."""
    lines = damaged(plain(420, "4S="), plain(170, "2S+2"))
    assert explained("matchpoints", lines) == says("""
        2 MP: partial: real damage B − C = 2, self-inflicted C − A = 1 [12C1(e)] #1
          0 MP: A: A -50 against 2 other results #1
            0 MP: table 2 +420: loss #2
            0 MP: table 3 +170: loss #3
          3 MP: B: 4S= +420 against 2 other results #1
            1 MP: table 2 +420: tie #2
            2 MP: table 3 +170: win #3
          1 MP: C: 2S+2 +170 against 2 other results #1
            0 MP: table 2 +420: loss #2
            1 MP: table 3 +170: tie #3
    """)
    assert explained("matchpoints", lines, EW).splitlines() == [
        "1 MP: the offenders have B in full: 4S= -420 against 2 other results [12C1(e)] #1",
        "  1 MP: table 2 -420: tie #2",
        "  0 MP: table 3 -170: loss #3",
    ]


def test_without_damage_the_table_result_stands():
    """Law 12B1: B is no better for them than what they had, be it the same or worse."""
    for b in (-50, -100):
        lines = damaged(plain(b), plain(420))
        assert explained("matchpoints", lines).splitlines()[
            0
        ] == "0 MP: A -50 against 2 other results [12C1(e)] #1".replace(" [12C1(e)]", "")
        assert scored("matchpoints", lines).line(lines[0].seating).note == "R-0001, no damage"


def test_of_two_rulings_one_may_find_no_damage():
    against_ns = table(1, 420, offenders=frozenset({NS}), note="R-0001")
    award = Damage(NS, plain(-50), plain(-100), plain(420))
    against_ew = structs.replace(table(1, -50, award=award), offenders=frozenset({EW}), note="R-0002")
    lines = [each_side(against_ns, against_ew, "12C1"), table(2, 170)]
    assert explained("matchpoints", lines, EW).splitlines()[0] == (
        "2 MP: both sides offended, and EW score by the ruling against them (R-0002, no damage): "
        "the score +50 against 1 other result #1"
    )


def test_in_a_match_the_offenders_have_b_in_full_in_either_room():
    award = Damage(NS, plain(-50), plain(420, "4S="), plain(170))
    lines = [room(1, "X", "Y", -50, award=award, law="12C1(e)", offenders=frozenset({EW})), room(2, "Y", "X", 170)]
    offenders = [explained("teams", lines, side, of=of).splitlines()[0] for of, side in ((0, EW), (1, NS))]
    assert offenders == ["-6 IMP: the offenders have B in full: 4S= -420 in one room, in the other [12C1(e)] #1"] * 2


def test_the_formula_may_come_before_the_weights():
    """B is 3 MP in 60% and 0 in 40%, C is 1: 2 MP and none, so 6/5. Weighed first B is 9/5, less 1 that is 4/5."""
    lines = damaged(WEIGHTED, plain(170, "2S+2"))
    each = regulations(self_inflicted={"weighted": "per-component"})
    told_of = explained("matchpoints", lines, rules=each).splitlines()
    assert [line for line in told_of if not line.startswith("   ")] == [
        "6/5 MP: the formula for each outcome, weighted [12C1(e)] #1",
        "  6/5 MP: 60% of B 4S= with C 2S+2",
        "  0 MP: 40% of B 4S-1 with C 2S+2",
    ]
    assert [line.strip() for line in told_of if "real damage" in line] == [
        "2 MP: partial: real damage B − C = 2, self-inflicted C − A = 1 [12C1(e)] #1",
        "0 MP: no damage: real damage B − C = -1, self-inflicted C − A = 1 [12C1(e)] #1",
    ]
    expected = "4/5 MP: partial: real damage B − C = 0.8, self-inflicted C − A = 1 [12C1(e)] #1"
    assert explained("matchpoints", lines).splitlines()[0] == (expected)


@pytest.mark.parametrize(
    ("form", "line", "side", "text"),
    [
        ("teams", room(1, "X", "Y", 420), NS, "0: not compared yet"),
        ("teams", room(1, "X", "Y", None), EW, "0: not compared yet"),
        ("teams", room(1, "X", "Y", 420, note="R-0001"), EW, "0: not compared yet"),
        ("matchpoints", table(1, None, note="not played", law="12C2"), NS, "0: not played [12C2] #1"),
        ("matchpoints", structs.replace(table(1, 420), seating=Seating("1NS", "")), EW, "0: nobody sat there"),
    ],
)
def test_where_there_is_no_score_it_is_said_why(form, line, side, text):
    score = scored(form, [line])[line.seating][side]
    assert (score.counts, told(score.explain())) == (False, text)


def test_no_score_is_explained_by_a_derivation_that_comes_to_another():
    assert require_value(Fraction(2), leaf(2, "two")).value == 2
    with pytest.raises(ArithmeticError, match="two: derived as 2, scored as 1"):
        require_value(Fraction(1), leaf(2, "two"))
