"""What counts on a board, by form and regulation: verdicts, fields, versions of a fouled board, awards that yield."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.scoring.board import BoardScores, Pair, moved_pairs, score_board
from ledger.scoring.derivation import NUMBERS, Rule, follow, leaf
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Damage, Field, Line, Outcome, Seating, Share
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening
from tests.golden.boards import amended, field
from tests.trust_checks import holds

DEFAULT = profile_loader.load_profile("default")
NS, EW = Side


def rules(**tables):
    changed = {name: structs.replace(getattr(DEFAULT, name), **values) for name, values in tables.items()}
    return structs.replace(DEFAULT, **changed)


def table(number, *scores, seats=None, **ruled):
    """A table with this score of North–South's, or with equally heavy ones."""
    entry = tuple(Outcome(Fraction(1, len(scores)), score) for score in scores)
    seating = Seating(*(seats or (f"{number}NS", f"{number}EW")), table=str(number))
    entries = dict.fromkeys(Side, entry) if scores else None
    return Line(seating, str(number), entries, **ruled)


def scored(form, lines, expected=None, regulations=DEFAULT):
    return BoardScores(score_board(FORMS[form], Field.of(lines), expected or len(lines), regulations))


def of_ns(form, lines, expected=None, regulations=DEFAULT):
    """What North–South have at the first table."""
    return scored(form, lines, expected, regulations)[lines[0].seating][NS].derivation().value


@pytest.mark.parametrize(
    ("form", "verdicts"),
    [
        ("matchpoints", [1, 0, -1]),
        ("board-a-match", [1, 0, -1]),
        ("butler", [None] * 3),
        ("cross-imps", [None] * 3),
        ("teams", [6, 0, -6]),
        ("knockout", [6, 0, -6]),
        ("teams-of-eight", [6, 0, -6]),
    ],
)
def test_all_that_a_score_depends_on_of_its_margin(form, verdicts):
    """250 points are 6 IMPs, and 10 are none; matchpoints ask only who has more."""
    assert [FORMS[form].verdict(margin) for margin in (250, 0, -250)] == verdicts
    if "teams" in form:
        assert FORMS[form].verdict(10) == 0


def test_four_comparisons_a_board_are_converted_by_a_table_of_the_regulations_alone():
    for vp, rule in (("continuous", None), ("discrete", None), ("none", None), ("table", Rule.VP_TABLE)):
        assert FORMS["teams-of-eight"].victory_points(rules(matches={"vp": vp})) is rule


@pytest.mark.parametrize(
    ("offenders", "counts"), [({NS}, 100), ({EW}, 420), (set(Side), 420), (set(), 420), (None, 420)]
)
def test_of_equally_heavy_outcomes_the_one_counts_that_is_better_for_who_did_not_offend(offenders, counts):
    line = table(1, 100, 420, offenders=None if offenders is None else frozenset(offenders))
    heaviest = rules(matchpoints={"weighted_field": "heaviest"})
    assert [FORMS["matchpoints"].counted(line, side, heaviest) for side in Side] == [(Outcome(1, counts),)] * 2
    assert FORMS["matchpoints"].counted(line, NS, DEFAULT) == line.entries[NS]


@pytest.mark.parametrize(("results", "pairings"), [(1, 1), (2, 1), (3, 3), (4, 6)])
def test_each_result_is_compared_with_each_other_once(results, pairings):
    board = score_board(FORMS["cross-imps"], Field.of([table(at, 420) for at in range(results)]), 4, DEFAULT)
    assert [board.pairings(side) for side in Side] == [pairings] * 2


def test_of_fewer_results_all_there_should_be_divide_unless_matches_are_converted():
    """Whole IMPs of a match are worked out from the comparisons there are."""
    lines = [table(1, 420), table(2, 170)]
    for pairs, divisor in (("none", 4), ("converted", 2)):
        divided = rules(cross_imps={"divisor": "results", "fewer_results": "results"}, matches={"pairs": pairs})
        board = score_board(FORMS["cross-imps"], Field.of(lines), 4, divided)
        assert [board.divisor(side) for side in Side] == [divisor] * 2


def test_a_single_result_is_compared_with_none():
    assert of_ns("cross-imps", [table(1, 420)], 3, rules(cross_imps={"divisor": "none"})) == 0


def test_only_tables_that_lack_a_part_of_a_board_are_told():
    lines = [table(1, 420), table(2, 170)]
    assert scored("matchpoints", lines).short == {}
    own_top = rules(matchpoints={"fewer_results": "own-top"})
    assert scored("matchpoints", lines, 4, own_top).short == {line.seating: Fraction(2, 3) for line in lines}


def test_a_weighted_table_that_is_excluded_is_no_result_to_the_others():
    """Two results of three: 2 MP for the better one become 7/2 of 4; with the weights 3 of 4."""
    lines = [table(1, 420), table(2, 170), table(3, 420, 100)]
    assert of_ns("matchpoints", lines) == Fraction(7, 2)
    excluded = rules(matchpoints={"weighted_field": "excluded"})
    assert of_ns("matchpoints", lines, regulations=excluded) == Fraction(7, 2)
    weighted_alone = [table(1, 420), table(2, 420), table(3, 420, 100)]
    assert of_ns("matchpoints", weighted_alone) == Fraction(5, 2)
    assert of_ns("matchpoints", weighted_alone, regulations=excluded) == Fraction(2)


def versions(*sizes):
    """A fouled board of versions with so many results, +420 and then +170: each knows of the others."""
    lines, number = [], 0
    for size in sizes:
        lines.append([table(number + at, 170 if at else 420) for at in range(size)])
        number += size
    fields = [Field.of(each) for each in lines]
    for each in fields:
        each.versions = fields
    return fields


@pytest.mark.parametrize("form", FORMS)
def test_what_one_side_has_the_other_has_not_but_against_a_datum(form):
    line = table(1, 420)
    assert scored(form, [line]).shares_fixed_total(line.seating) is (form != "butler")


def test_a_board_with_all_its_results_is_shared_out_however_few_they_are():
    groups = rules(matchpoints={"fewer_results": "acbl-groups"})
    for results, expected, fixed in ((2, 2, True), (2, 6, False)):
        lines = [table(number, 420) for number in range(1, results + 1)]
        assert scored("matchpoints", lines, expected, groups).shares_fixed_total(lines[0].seating) is fixed


@pytest.mark.parametrize(
    ("sizes", "expected", "best"),
    [((2, 6), 8, Fraction(65, 100) * 14), ((3, 3), 6, 9), ((3, 4), 7, Fraction(70, 100) * 12), ((4, 4), 8, 13)],
)
def test_up_to_three_results_beside_a_larger_group_are_a_small_one(sizes, expected, best):
    """ACBL: 60% and 5% a matchpoint; of three beside three, and of four, by Neuberg's formula: 5·6/3−1, 7·8/4−1."""
    field = versions(*sizes)[0]
    board = score_board(FORMS["matchpoints"], field, expected, rules(matchpoints={"fewer_results": "acbl-groups"}))
    seating = field.seatings[0]
    scores = BoardScores(board)
    assert scores[seating][NS].derivation().value == best
    assert scores.shares_fixed_total(seating) is (sizes[0] == 4 or sizes == (3, 3))


def test_a_larger_group_is_one_of_either_side():
    """Four results of the other version, of which one counts for North–South's field alone."""
    three, four = versions(3, 4)
    (*rest, last) = four.lines
    four = Field.of([*rest, structs.replace(last, entries={NS: last.entries[NS]})])
    three.versions = [three, four]
    board = score_board(FORMS["matchpoints"], three, 7, rules(matchpoints={"fewer_results": "acbl-groups"}))
    assert BoardScores(board)[three.seatings[0]][NS].value == Fraction(70, 100) * 12


A_PLUS = {"ns": (leaf(Fraction(3, 5), "A+"),), "ew": (leaf(Fraction(2, 5), "A-"),)}
THREE_IMPS = {"ns": (leaf(3, "A+"),), "ew": (leaf(-3, "A-"),)}


@pytest.mark.parametrize(("unless", "ns"), [(450, 4), (420, 3), (170, Fraction(12, 5)), (100, Fraction(12, 5))])
def test_an_assigned_score_takes_the_place_of_average_plus_where_it_is_better(unless, ns):
    """60% of 4 MP are 2.4: 450 beats both of the others, 420 one; with 170 they have one win, and 100 none."""
    lines = [table(1, award=Share(**A_PLUS, unless=(Outcome(1, unless),))), table(2, 420), table(3, 140)]
    assert of_ns("matchpoints", lines) == ns


def test_it_does_not_where_the_other_room_is_not_in_yet():
    line = table(1, seats=("X", "Y"), award=Share(**THREE_IMPS, unless=(Outcome(1, 1430),)))
    assert of_ns("teams", [line]) == 3
    assert of_ns("teams", [line, table(2, 170, seats=("Y", "X"))]) == 15


def test_both_rooms_of_a_match_count_for_both_teams_or_are_not_compared():
    whole, other = table(1, 420, seats=("X", "Y")), table(2, 170, seats=("Y", "X"))
    half = structs.replace(whole, entries={NS: whole.entries[NS]})
    for form in ("teams", "knockout"):
        for here, compares in ((whole, True), (half, False)):
            board = score_board(FORMS[form], Field.of([here, other]), 2, DEFAULT)
            assert board.is_comparable(here) is board.counts(here) is compares
    tables = [table(at, 100, seats=("X", "Y") if at % 2 else ("Y", "X")) for at in range(1, 5)]
    halved = [structs.replace(tables[0], entries={NS: tables[0].entries[NS]}), *tables[1:]]
    for lines, compares in ((tables, True), (halved, False)):
        board = score_board(FORMS["teams-of-eight"], Field.of(lines), 4, DEFAULT)
        assert board.is_comparable(lines[0]) is board.counts(lines[0]) is compares


def test_what_is_not_compared_yet_has_no_worth():
    alone = table(1, 420, seats=("X", "Y"))
    for form, why in (
        ("teams", "table 1 has no other room yet"),
        ("teams-of-eight", "table 1 is not compared with two tables yet"),
    ):
        with pytest.raises(ValueError, match=why):
            score_board(FORMS[form], Field.of([alone]), 1, DEFAULT).exact(alone, NS, NUMBERS)


def test_equal_results_of_teams_score_by_their_own_other_rooms():
    """Both teams North–South have 420: one conceded 170 in the other room and gains 6, the other 450 and loses 1."""
    evening = Evening(winners=1, scoring="teams", contestants=("X", "Y", "Z", "W"))

    for at, (ns, ew, score) in enumerate((("X", "Y", 420), ("Y", "X", 170), ("Z", "W", 420), ("W", "Z", 450)), 1):
        evening.do(RecordResult(Where(1, str(at), ns, ew, 1), Result(f"{score:+d}")))
    pairs = evening.scoreboard.board(1).pairs
    expected = {"X": (6, -6), "Y": (-6, 6), "Z": (-1, 1), "W": (1, -1)}
    assert {seating.ns: (pair.ns, pair.ew) for seating, pair in pairs.items()} == expected


def test_the_scores_of_a_fouled_board_are_those_of_all_its_versions():
    one, other = [table(1, 420), table(2, 170)], [table(3, 100), table(4, 90), table(5, 80)]
    parts = [score_board(FORMS["matchpoints"], Field.of(lines), len(lines), DEFAULT) for lines in (one, other)]
    whole = BoardScores(*parts)
    assert len(whole) == 5
    assert [seating.ns for seating in whole] == ["1NS", "2NS", "3NS", "4NS", "5NS"]
    expected = {"1NS": 2, "2NS": 0, "3NS": 4, "4NS": 2, "5NS": 0}
    assert {seating.ns: pair.ns for seating, pair in whole.pairs.items()} == expected
    assert [whole.part(line.seating) for line in (one[0], other[0])] == parts


def test_the_tables_at_which_a_board_is_not_worth_what_it_was():
    still, moved, gone, new = (Seating(name, "EW") for name in ("still", "moved", "gone", "new"))
    two, three = Pair(Fraction(2), Fraction(0)), Pair(Fraction(3), Fraction(1))
    before = {still: two, moved: two, gone: two}
    after = {still: Pair(Fraction(2), Fraction(0)), moved: three, new: two}
    assert list(moved_pairs(before, after)) == [(moved, two, three), (new, None, two), (gone, two, None)]
    assert list(moved_pairs({}, after)) == [(seating, None, pair) for seating, pair in after.items()]
    assert list(moved_pairs(before, before)) == []


@pytest.mark.parametrize(
    ("rule", "values", "why"),
    [
        (Rule.ROUNDED, [1], "a number that is rounded does not follow from 1 parts and None"),
        (Rule.VP_DISCRETE, [Fraction(21, 2), 16], "21/2 IMPs are on no scale of victory points"),
    ],
)
def test_what_does_not_follow_is_refused_in_words(rule, values, why):
    with pytest.raises(ValueError, match=why):
        follow(rule, [Fraction(value) for value in values])


def test_damage_in_both_rooms_is_measured_without_the_infraction_there():
    """Law 12B1: against the other room as it would have been, B is no better than what they had, so it stands."""
    here = Damage(NS, (Outcome(1, -50),), (Outcome(1, -50),), (Outcome(1, 420),))
    there = Damage(EW, (Outcome(1, 620),), (Outcome(1, 100),), (Outcome(1, 0),))
    lines = [
        table(1, -50, seats=("X", "Y"), award=here, law="12C1(e)", note="R-0001"),
        table(2, 620, seats=("Y", "X"), award=there, law="12C1(e)", note="R-0002"),
    ]
    assert scored("teams", lines).line(lines[0].seating).note == "R-0001, no damage"


def test_the_own_top_of_a_board_is_of_the_side_with_more_results():
    """Three results count for East–West and two of them for North–South: the top is 4 for both, and not 2."""
    for_ew = table(3, 100)
    lines = [table(1, 420), table(2, 170), structs.replace(for_ew, entries={EW: for_ew.entries[EW]})]
    own_top = rules(matchpoints={"fewer_results": "own-top"})
    board = score_board(FORMS["matchpoints"], Field.of(lines), 9, own_top)
    assert board.full == 4
    assert score_board(FORMS["matchpoints"], Field.of([]), 9, own_top).full == 16


def test_how_many_comparisons_a_score_sums_up_undivided():
    undivided = rules(cross_imps={"divisor": "none"})
    counted = {form: [FORMS[form].comparisons(results, undivided) for results in (1, 2, 5)] for form in FORMS}
    assert counted.pop("cross-imps") == [1, 1, 4]
    assert counted.pop("teams-of-eight") == [4, 4, 4]
    assert all(each == [1, 1, 1] for each in counted.values())
    assert FORMS["cross-imps"].comparisons(5, DEFAULT) == 1
    assert FORMS["cross-imps"].awardable(5, undivided) == (-96, 96)
    assert FORMS["matchpoints"].awardable(5, DEFAULT) == (0, 8)


def test_a_second_individual_has_so_much_more_or_less_than_the_first_of_his_side():
    """Of a top of 2: 60% and 40% are 6/5 and 4/5, and 55% are 11/10."""
    sixty, forty, more = (leaf(Fraction(percent, 100), str(percent)) for percent in (60, 40, 55))
    seats = Seating("1+2", "3+4")
    lines = [Line(seats, "1", None, Share((sixty, more), (forty, sixty))), table(2, 420)]
    pair = scored("matchpoints", lines).pairs[seats]
    assert pair == Pair(Fraction(6, 5), Fraction(4, 5), (("2", Fraction(-1, 10)), ("4", Fraction(2, 5))))
    expected = [Fraction(6, 5), Fraction(11, 10), Fraction(6, 5), Fraction(4, 5)]
    assert [pair.of(side, who) for side, who in ((NS, "1"), (NS, "2"), (EW, "4"), (EW, None))] == expected


@pytest.mark.parametrize("form", ["teams", "knockout"])
def test_where_each_team_hurt_itself_in_one_room_it_is_scored_by_that_room(form):
    """Law 12C1(e): what a team scores is said where it is the one that hurt itself, whichever room is asked."""
    here = Damage(NS, (Outcome(1, -50),), (Outcome(1, 420),), (Outcome(1, 170),))
    there = Damage(NS, (Outcome(1, -100),), (Outcome(1, 620),), (Outcome(1, 140),))
    lines = [table(1, -50, seats=("X", "Y"), award=here), table(2, -100, seats=("Y", "X"), award=there)]
    board = score_board(FORMS[form], Field.of(lines), 2, DEFAULT)
    for side, by in ((NS, "1"), (EW, "2")):
        deciding = [board.deciding(line, of)[0].table for line, of in ((lines[0], side), (lines[1], side.other))]
        assert deciding == [by, by]


# What is cut from a datum, and the most that one comparison can be; what a score in other words rests on


@pytest.mark.parametrize(("tables", "datum"), [(9, 400), (10, 420), (29, 420), (30, 420)])
def test_a_twentieth_is_cut_at_each_end_half_a_result_is_one(tables, datum):
    """Of 9 results none is cut, of 10 to 29 one at each end, of 30 two; else the ends would lower the datum."""
    ends = [1430, -800] * (2 if tables == 30 else 1)
    evening = field([420] * (tables - len(ends)) + ends, scoring="butler")
    assert amended(evening, "butler", trim="5%").scoreboard.datum(1) == datum


@pytest.mark.parametrize(
    ("scores", "cut"), [([420, 420, 100, 100], True), ([420, 170, -50], True), ([420, 170], False)]
)
def test_that_something_is_cut_is_said_though_others_have_the_same_score(scores, cut):
    evening = amended(field(scores, scoring="butler"), "butler", trim="1")
    said = texts(evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation())
    assert ("North–South's scores without the 1 highest and lowest" in said) is cut
    assert ("North–South's scores" in said) is not cut


def texts(node):
    return [node.text, *(text for part in node.parts for text in texts(part))]


def test_east_west_see_the_datum_with_their_own_sign():
    evening = field([420, 400, 380], scoring="butler")
    (own, datum) = evening.scoreboard.score(evening.at(1, 1), Side.EW).derivation().parts
    assert (own.value, datum.value, datum.text) == (-420, -400, "datum for East–West")


@pytest.mark.parametrize(("scores", "datum"), [([420], 420), ([420, -50], 190), ([420, -50, 170], 170)])
def test_where_nothing_would_be_left_nothing_is_cut(scores, datum):
    """One result is cut at each end: of three one is left, of one or two all of them count."""
    assert amended(field(scores, scoring="butler"), "butler", trim="1").scoreboard.datum(1) == datum


def test_no_comparison_is_more_than_it_may_be_nor_less():
    """+1430 against −800 and −750: 20 IMPs each, at most 17 of them; and for who had −800 as many lost."""
    evening = amended(field([1430, -800, -750], scoring="cross-imps"), "cross_imps", most=17, divisor="none")
    scores = [evening.scoreboard.score(evening.at(1, table), Side.NS).derivation() for table in (1, 2, 3)]
    assert all(map(holds, scores))
    assert [score.value for score in scores] == [34, -19, -15]
    assert [part.value for part in scores[1].parts] == [-17, -2]
    assert [sum("limited to" in text for text in texts(score)) for score in scores] == [2, 1, 1]
    just = amended(field([1430, -800], scoring="cross-imps"), "cross_imps", most=19, divisor="none")
    score = just.scoreboard.score(just.at(1, 1), Side.NS).derivation()
    assert (score.value, [text for text in texts(score) if "limited to" in text]) == (19, [])


def test_in_other_words_a_score_rests_on_what_is_said_and_else_on_what_it_did():
    score = leaf(3, "as it was", events=(4,))
    assert score.saying("in other words").events == (4,)
    assert score.saying("in other words", events=(7, 9)).events == (7, 9)
