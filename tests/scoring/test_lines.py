"""Lines of a board: whose score one is, of two individuals, two rulings and two rooms."""

from fractions import Fraction

import pytest

from ledger.bridge import Side
from ledger.laws import profile_loader
from ledger.laws.adjustment import Grade
from ledger.scoring.derivation import Rule, derive, leaf
from ledger.scoring.forms import FORMS
from ledger.scoring.line import EachSide, Field, Line, Outcome, Seating, Share, by_table, each_side
from ledger.scoring.teams import other_room, other_rooms, same_way_room, same_way_rooms

DEFAULT = profile_loader.load_profile("default")

NS, EW = frozenset({Side.NS}), frozenset({Side.EW})


def test_of_two_individuals_each_has_an_award_of_his_own():
    sixty, fifty, forty = (leaf(Fraction(percent, 100), str(percent)) for percent in (60, 50, 40))
    line = Line(Seating("1+2", "3+4"), "1", None, Share((sixty, fifty), (forty, sixty)))
    assert line.as_of("2").award == line.as_of("4").award == Share((fifty,), (sixty,))
    alone = Line(line.seating, "1", None, Share((sixty, fifty), (forty,)))
    assert alone.as_of("2").award == Share((fifty,), (forty,))
    assert line.as_of("9") is line.as_of("1") is line


def test_by_a_ruling_against_each_side_both_have_offended():
    seating = Seating("1", "2")
    against_ns, against_ew = (
        Line(seating, "1", None, offenders=offenders, events=(event,), note=f"R-000{event}")
        for offenders, event in ((NS, 2), (EW, 1))
    )
    whole = each_side(against_ns, against_ew)
    assert (whole.offenders, whole.events, whole.note) == (NS | EW, (1, 2), "R-0002, R-0001")
    assert isinstance(whole.award, EachSide)
    assert [whole.of(side).offenders for side in Side] == [NS | EW] * 2
    for one, other in ((None, EW), (NS, None)):
        assert each_side(
            Line(seating, "1", None, offenders=one), Line(seating, "1", None, offenders=other)
        ).offenders == (one or other)


@pytest.mark.parametrize("rounds", [(1, 1), (None, 1), (1, None), (None, None)])
def test_the_other_room_is_that_of_the_round_or_the_only_one_there_is(rounds):
    here, there = Seating("A", "B", rounds[0]), Seating("B", "A", rounds[1])
    assert other_rooms([here, there]) == {here: there, there: here}


def test_rooms_of_different_rounds_are_not_of_one_match():
    assert other_rooms([Seating("A", "B", 1), Seating("B", "A", 2)]) == {}


def test_a_side_at_which_nobody_sat_has_nothing():
    assert Grade("-").flat == 0
    assert Grade("A-").flat == Fraction(2, 5)


def lines_of(*seats):
    return {Seating(*seat): name for seat, name in seats}


def test_the_other_room_is_of_the_same_two_teams():
    board = lines_of((("X", "Y"), "open"), (("Y", "X"), "closed"), (("Y", "Z"), "of another match"))
    assert other_room(board, Seating("X", "Y")) == "closed"
    assert other_room(board, Seating("Y", "Z")) is None
    assert FORMS["teams"].other_tables(board, Seating("Y", "X")) == ["open"]
    assert FORMS["teams"].other_tables(board, Seating("Y", "Z")) == []
    assert same_way_rooms(board) == {}


def test_teams_that_sat_the_same_way_in_both_rooms_have_no_other_one():
    one, two, other = Seating("X", "Y", 1, "1"), Seating("X", "Y", 1, "2"), Seating("Z", "W", 1, "3")
    board = {one: "open", two: "closed", other: "of another match"}
    assert [same_way_room(board, each) for each in board] == ["closed", "open", None]
    assert FORMS["teams"].other_tables(board, one) == ["closed"]
    assert other_room(board, one) is None


def test_of_three_rooms_of_two_teams_none_is_the_other_one():
    assert other_rooms([Seating("X", "Y", 1, "1"), Seating("X", "Y", 1, "2"), Seating("Y", "X", 1, "3")]) == {}


def test_a_room_whose_round_was_not_said_is_the_one_that_is_left():
    """Round 1 has both its rooms: the room without a round belongs to that of round 2, which lacks one."""
    first, its, unsaid, second = Seating("X", "Y", 1), Seating("Y", "X", 1), Seating("X", "Y"), Seating("Y", "X", 2)
    assert other_rooms([first, its, unsaid, second]) == {first: its, its: first, unsaid: second, second: unsaid}


def test_a_seating_says_who_met_and_is_told_from_every_other():
    assert [str(Seating(*each)) for each in (("1", "2"), ("1", ""), ("", "2"))] == ["1 v 2", "1 alone", "2 alone"]
    assert Seating("1", "2").order == ("1", "2", 0, "")
    assert Seating("1", "2", 3, "7").order == ("1", "2", 3, "7")
    assert Seating("1", "2").at(3, "7") == Seating("1", "2", 3, "7")
    assert Seating("1", "2", 4, "8").at(3, "7") == Seating("1", "2", 4, "8")
    assert Seating("1", "2").less_exact_seatings == ()
    assert (
        Seating("1", "2", 3).less_exact_seatings
        == Seating("1", "2", None, "7").less_exact_seatings
        == (Seating("1", "2"),)
    )
    expected = (Seating("1", "2", 3), Seating("1", "2", None, "7"), Seating("1", "2"))
    assert Seating("1", "2", 3, "7").less_exact_seatings == expected


def test_a_line_outside_a_field_counts_for_nobody_there():
    for entries, inside in (({Side.EW: (Outcome(1, 420),)}, [False, True]), ({}, [False, False]), (None, [False] * 2)):
        line = Line(Seating("1", "2"), "7", entries)
        assert [line.in_field(side) for side in Side] == inside
        assert [form.counted(line, Side.NS, DEFAULT) for form in FORMS.values()] == [()] * len(FORMS)
        assert {form.counted(line, Side.EW, DEFAULT) for form in FORMS.values()} == {(entries or {}).get(Side.EW, ())}
        with pytest.raises(ValueError, match="table 7 is outside the field"):
            line.entry(Side.NS)
    assert Line(Seating("1", "2"), "", None).name == "1 v 2"


def test_each_side_s_field_has_the_tables_that_count_in_it():
    both = Line(Seating("1", "2"), "1", dict.fromkeys(Side, (Outcome(1, 420),)))
    for_ew = Line(Seating("3", "4"), "2", {Side.EW: (Outcome(1, 170),)}, note="R-0001")
    ruled = Line(Seating("5", "6"), "3", None, Share((leaf(1, "all"),), (leaf(0, "none"),)))
    field = Field.of([both, for_ew, ruled])
    assert field.compared == [both, for_ew]
    assert [field.results(side) for side in Side] == [1, 2]
    assert field.entries(Side.NS) == [((Outcome(1, 420),), 1)]
    assert field.entries(Side.EW) == [((Outcome(1, 420),), 1), ((Outcome(1, 170),), 1)]
    assert field.awarded == [ruled]


def test_of_two_rulings_an_individual_has_his_own_award_by_either():
    first, second = leaf(Fraction(3, 5), "A+"), leaf(Fraction(2, 5), "A-")
    by_ns = Line(Seating("1+2", "3"), "1", None, Share((first, second), (first,)), note="R-0001", events=(16,))
    by_ew = Line(Seating("1+2", "3"), "1", None, Share((second, first), (first,)), note="R-0002", events=(9,))
    whole = each_side(by_ns, by_ew)
    assert whole.events == (9, 16)
    own = whole.as_of("2")
    assert [own.of(side).award.of(Side.NS).text for side in Side] == ["A-", "A+"]
    assert whole.as_of("1") is whole


def test_lines_stand_by_table_then_by_round():
    lines = [
        Line(Seating("1", "2", round_), table, None) for round_, table in ((2, "10"), (2, "9"), (1, "9"), (None, "9"))
    ]
    expected = [("9", None), ("9", 1), ("9", 2), ("10", 2)]
    assert [(line.table, line.seating.round) for line in sorted(lines, key=by_table)] == expected


def test_a_derivation_rests_on_its_own_events_and_on_those_of_its_parts():
    parts = [leaf(1, "one", events=(16, 9)), leaf(2, "two", events=(3,))]
    assert derive(Rule.SUM, "three", parts, events=(1,)).all_events == (1, 3, 9, 16)
