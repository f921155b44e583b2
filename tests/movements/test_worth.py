"""What a movement is worth: who meets whom, how evenly all are compared, who sits out, who stays."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations, product

import pytest

from ledger.movements.howell import FULL, barometer, howell
from ledger.movements.kinds import build
from ledger.movements.mitchell import mitchell, rover
from ledger.movements.movement import Shared, put_labels, worth
from ledger.movements.plan import PlannedTable
from ledger.movements.teams import all_play_all, american_whist, head_to_head

SPREADS = {
    5: ("1.12", ".73", "1.53", "1.53"),
    6: ("1.10", ".54", "1.18", "1.41"),
    7: ("1.08", ".33", "1.02", "1.45"),
    8: ("1.07", ".33", ".82", "1.24"),
    9: ("1.06", ".28", ".67", "1.18"),
    10: ("1.05", ".35", ".54", "1.00"),
    11: ("1.05", ".36", ".43", ".91"),
    12: ("1.04", ".42", ".36", ".77"),
    13: ("1.04", ".44", ".28", ".69"),
    15: ("1.04", ".51", ".23", ".52"),
}
"""Of complete Mitchells by tables and rounds switched, as it was worked out elsewhere: to three digits, then to two."""


def to_two_digits(number):
    for digits in ("0.001", "0.01"):
        number = number.quantize(Decimal(digits), ROUND_HALF_UP)
    return number


def of(movement, *, boards=1, teams=False):
    return worth(put_labels(movement, boards_per_set=boards), movement.winners, teams=teams)


@pytest.mark.parametrize("tables", SPREADS)
def test_the_spread_of_a_switched_mitchell(tables):
    found = [of(mitchell(tables, winners=1, share=tables % 2 == 0, switch=times)).spread for times in range(4)]
    assert [to_two_digits(each) for each in found] == [Decimal(each) for each in SPREADS[tables]]


@pytest.mark.parametrize("tables", SPREADS)
def test_as_many_rounds_are_switched_as_is_most_even(tables):
    found = [of(mitchell(tables, winners=1, share=tables % 2 == 0, switch=times)).spread_squared for times in range(4)]
    usual = len(mitchell(tables, winners=1, share=tables % 2 == 0).switched)
    assert found[usual] == min(found)


@pytest.mark.parametrize(("tables", "spread"), [(2, 0), (4, 0), (6, 0), (8, 0), (10, 0), (12, 0)])
def test_some_howells_are_as_even_as_can_be(tables, spread):
    assert of(howell(tables)).spread_squared == spread


def test_every_howell_is_more_even_than_a_mitchell_that_is_not_switched():
    for tables in FULL:
        assert of(howell(tables)).spread < 1


def compared_one_by_one(movement):
    """By matchpoints themselves: what a better score of one does to another, on every set, table against table."""
    between = {}
    for number in range(1, movement.sets + 1):
        field = [place for place in movement.places if place.set == number and place.ns and place.ew]
        for one, other in product(field, field):
            if one == other:
                continue
            # one's North–South against other's: what the first gains the second loses, and so do the opponents
            for side, gain in ((one.ns, 1), (one.ew, -1), (other.ns, -1), (other.ew, 1)):
                between.setdefault(side, []).append((one, other, gain))
    names = sorted(between)
    totals = {}
    for a, b in combinations(names, 2):
        totals[a, b] = (
            -sum(
                gain * other_gain
                for (one, other, gain), (one_too, other_too, other_gain) in product(between[a], between[b])
                if (one, other) == (one_too, other_too)
            )
            // 2
        )
    return list(totals.values())


@pytest.mark.parametrize("movement", [mitchell(5, winners=1), howell(3), howell(4), mitchell(4, winners=1, skip=True)])
def test_the_spread_is_that_of_matchpoints(movement):
    """Each comparison moves four pairs: two by one, two by minus one. Whom it moves the other way it is against."""
    figures = compared_one_by_one(movement)
    mean = Fraction(sum(figures), len(figures))
    variance = Fraction(sum(each * each for each in figures), len(figures)) - mean**2
    assert of(movement).spread_squared == variance / mean**2


def test_two_winners_are_compared_each_in_his_line():
    found = of(mitchell(7))
    assert found.spread_squared == 0
    assert found.meetings == (0, 49, 0)
    assert of(mitchell(6, skip=True)).meetings == (6, 30, 0)


def test_how_many_boards_a_set_has_does_not_matter():
    assert of(howell(5), boards=3).spread_squared == of(howell(5)).spread_squared
    assert of(howell(5), boards=3).boards == {str(number): 27 for number in range(1, 11)}


def test_who_sits_out_and_plays_fewer_boards():
    found = of(mitchell(3, missing="ew"), boards=4)
    assert found.sit_outs == {"1NS": (2,), "2NS": (3,), "3NS": (1,)}
    assert found.boards == {"1EW": 12, "2EW": 12, "1NS": 8, "2NS": 8, "3NS": 8}
    assert of(rover(5)).sit_outs["6NS"] == (1,)


def test_who_stays_and_who_only_turns():
    found = of(mitchell(5, winners=1))
    assert (found.stationary, found.at_one_table) == ((), ("1", "2", "3", "4", "5"))
    assert of(mitchell(5)).stationary == ("1NS", "2NS", "3NS", "4NS", "5NS")
    assert of(howell(4)).stationary == ("8",)


def test_which_tables_share_and_when():
    assert of(mitchell(4, share=True)).shared == (Shared(("1", "4"), (1, 2, 3, 4)),)
    assert of(howell(3)).shared == (Shared(("1", "2", "3"), (5,)),)
    assert of(mitchell(5)).shared == ()


def test_teams_meet_once_in_both_halves_of_a_match():
    found = of(all_play_all(4), teams=True)
    assert (found.meetings, found.spread) == ((0, 6, 0), None)
    assert found.boards == {str(team): 3 for team in range(1, 5)}  # each in both rooms: a team's board is one
    assert of(american_whist(6), teams=True).meetings == (3, 12, 0)
    assert of(head_to_head(rounds=2), teams=True).meetings == (0, 0, 1)


def test_individuals_partner_and_meet():
    found = of(build("whist", contestants=8))
    assert (found.partners, found.meetings, found.spread_squared) == ((0, 28, 0), (0, 0, 28), 0)
    assert of(build("rainbow", contestants=20)).partners == (140, 50, 0)


def test_nothing_is_compared_at_one_table():
    alone = [PlannedTable(1, "1", "1", "2", (1, 2)), PlannedTable(2, "1", "1", "3", (3, 4))]
    assert worth(alone, 1).spread is None
    assert worth(alone, 1).meetings == (1, 2, 0)
    assert worth([], 1).meetings == (0, 0, 0)


EVEN = {4: ".00", 6: ".82", 8: ".00", 10: ".45", 12: ".00", 14: ".31", 16: ".40", 18: ".33", 20: ".00", 22: ".26"}
EVEN |= {24: ".00", 26: ".21", 28: ".23", 30: ".23", 32: ".23", 34: ".23", 36: ".18", 38: ".18", 40: ".19"}
"""Of barometers by pairs, as the most even way that was found has it."""


@pytest.mark.parametrize(("pairs", "spread"), EVEN.items())
def test_a_barometer_is_as_even_as_was_found(pairs, spread):
    assert of(barometer(pairs)).spread < Decimal(spread) + Decimal("0.005")
