"""Lines of a board: whose score one is, of two individuals, two rulings and two rooms."""

from fractions import Fraction

import pytest

from ledger.bridge import Side
from ledger.laws.adjustment import Grade
from ledger.scoring.derivation import given
from ledger.scoring.line import EachSide, Line, Seating, Share, each_side
from ledger.scoring.teams import other_rooms

NS, EW = frozenset({Side.NS}), frozenset({Side.EW})


def test_of_two_individuals_each_has_an_award_of_his_own():
    sixty, fifty, forty = (given(Fraction(percent, 100), str(percent)) for percent in (60, 50, 40))
    line = Line(Seating("1+2", "3+4"), "1", None, Share((sixty, fifty), (forty, sixty)))
    assert line.as_of("2").award == line.as_of("4").award == Share((fifty,), (sixty,))
    alone = Line(line.seating, "1", None, Share((sixty, fifty), (forty,)))
    assert alone.as_of("2").award == Share((fifty,), (forty,))


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
