"""Every movement of every size that is played: what no movement may be, and what each kind promises."""

from itertools import combinations

import pytest

from ledger.errors import Refusal
from ledger.movements.howell import FULL, REDUCED, barometer, howell, three_quarter
from ledger.movements.mitchell import bowman, double_weave, hesitation, mitchell, rover, web
from ledger.movements.movement import PlannedContestant
from ledger.movements.teams import all_play_all, american_whist, head_to_head, rainbow, triangle, whist
from tests.movements.asking import faults_of, meetings, sets_played

ODD, EVEN = range(3, 18, 2), range(2, 17, 2)
WHISTS = (5, 8, 12, 13, 16, 17, 20, 21, 24, 28, 32)


def mitchells(winners):
    """Every kind of movement in which lines meet."""
    yield from (mitchell(tables, winners=winners) for tables in ODD)
    yield from (mitchell(tables, winners=winners, rounds=tables // 2) for tables in EVEN)
    yield from (mitchell(tables, winners=winners, share=True) for tables in EVEN)
    yield from (mitchell(tables, winners=winners, skip=True) for tables in EVEN)
    yield from (rover(tables, winners=winners) for tables in (*range(4, 18), 19))
    yield from (rover(tables, winners=winners, skip=True) for tables in range(4, 17, 2))
    yield from (double_weave(tables, winners=winners) for tables in (4, 8, 12, 16))
    yield from (
        web(tables, winners=winners, rounds=n) for tables in range(6, 27, 2) for n in range(tables // 2, tables)
    )
    yield from (bowman(tables, winners=winners) for tables in range(5, 18, 2))


def one_winner():
    yield from (hesitation(tables) for tables in range(3, 17))
    yield from (howell(tables) for tables in FULL)
    yield from (three_quarter(tables, rounds=rounds) for tables, rounds in REDUCED)
    yield from (barometer(pairs) for pairs in range(3, 31))


def halves():
    """Every kind with half a table."""
    for winners in (1, 2):
        yield from (mitchell(t, winners=winners, missing=line) for t in ODD for line in ("ns", "ew"))
        yield from (mitchell(t, winners=winners, share=True, missing=line) for t in EVEN for line in ("ns", "ew"))
        yield from (mitchell(t, winners=winners, skip=True, missing=line) for t in EVEN for line in ("ns", "ew"))
        yield from (web(t, winners=winners, missing=line) for t in range(6, 27, 2) for line in ("ns", "ew"))
        yield from (double_weave(t, winners=winners, missing="ew") for t in (4, 8, 12))
        yield from (bowman(t, winners=winners, missing="ew") for t in range(5, 18, 2))
    yield from (hesitation(tables, missing=line) for tables in range(3, 17) for line in ("ns", "ew"))
    yield from (howell(tables, missing=True) for tables in FULL)
    yield from (three_quarter(tables, rounds=rounds, missing=True) for tables, rounds in REDUCED)


def of(makers):
    """The movements of a maker; there are some."""
    found = list(makers)
    assert found
    return found


@pytest.mark.parametrize("make", [lambda: mitchells(1), lambda: mitchells(2), one_winner, halves])
def test_nobody_meets_twice_and_nothing_is_wrong(make):
    for movement in of(make()):
        assert faults_of(movement) == [], movement.name
        assert max(meetings(movement).values()) == 1, movement.name


def test_sitting_out_is_dealt_evenly():
    moving = [movement for movement in of(halves()) if movement.sit_outs]
    for movement in [*moving, *(rover(tables) for tables in (5, 6, 8, 9, 10, 15))]:
        assert set(map(len, movement.sit_outs.values())) == {1}, movement.name
    assert len(moving) > 50


@pytest.mark.parametrize("winners", [1, 2])
def test_in_a_complete_mitchell_all_play_everything(winners):
    complete = [mitchell(tables, winners=winners) for tables in ODD]
    complete += [mitchell(tables, winners=winners, share=True) for tables in EVEN]
    complete += [double_weave(tables, winners=winners) for tables in (4, 8, 12, 16)]
    for movement in of(complete):
        everything = list(range(1, movement.tables + 1))
        assert all(sorted(played) == everything for played in sets_played(movement).values()), movement.name


def test_with_a_skip_each_misses_one_set():
    for tables in EVEN[1:]:
        movement = mitchell(tables, skip=True)
        assert all(len(set(played)) == tables - 1 for played in sets_played(movement).values())


@pytest.mark.parametrize("make", [*(lambda t=t: howell(t) for t in FULL), *(lambda t=t: hesitation(t) for t in ODD)])
def test_in_a_complete_howell_or_hesitation_all_play_everything(make):
    movement = make()
    everything = list(range(1, movement.rounds + 1))
    assert all(sorted(played) == everything for played in sets_played(movement).values())


def test_in_a_howell_everybody_meets():
    for tables in FULL:
        assert len(meetings(howell(tables))) == tables * (2 * tables - 1)


def test_a_howell_is_reduced_by_one_round_after_the_other():
    assert [*FULL] == [*range(2, 14)]
    fewest = {tables: min(rounds for size, rounds in REDUCED if size == tables) for tables in range(3, 14)}
    most = {3: 4, 4: 6, 5: 8, 6: 10, 7: 12, 8: 14} | dict.fromkeys(range(9, 14), 15)
    assert fewest == {tables: tables + 1 for tables in range(3, 12)} | {12: 14, 13: 14}
    assert [*REDUCED] == [(tables, each) for tables in most for each in range(fewest[tables], most[tables] + 1)]


@pytest.mark.parametrize(("tables", "rounds"), REDUCED)
def test_in_a_reduced_howell_only_those_who_stay_do_not_meet(tables, rounds):
    movement = three_quarter(tables, rounds=rounds)
    at = {}
    for place in movement.places:
        for number in (*place.ns, *place.ew):
            at.setdefault(number, set()).add(place.table)
    stay = {number for number, where in at.items() if len(where) == 1}
    assert stay == set(range(rounds + 1, 2 * tables + 1))
    apart = [pair for pair in combinations(range(1, 2 * tables + 1), 2) if not set(pair) <= stay]
    met = {frozenset(number for _, number in pair) for pair in meetings(movement)}
    assert len(met) == tables * rounds <= len(apart)
    assert not [pair for pair in met if pair <= stay]


def test_all_play_a_web_and_pass_nothing_on():
    for tables in range(6, 27, 2):
        for rounds in range(tables // 2, tables):
            movement = web(tables, rounds=rounds)
            assert movement.copies == 2
            assert all(len(set(played)) == rounds == movement.sets for played in sets_played(movement).values())


def test_north_south_stay_in_a_mitchell_and_but_one_in_a_hesitation():
    assert mitchell(7).stationary == tuple(PlannedContestant(number, "NS") for number in range(1, 8))
    assert mitchell(7, winners=1).stationary == ()  # all change direction in the last round
    quiet = hesitation(7, switch=0)
    assert [each.number for each in quiet.stationary] == [1, 2, 3, 4, 5, 6]


def test_everybody_follows_the_same_neighbour():
    for movement in (mitchell(7), mitchell(8, share=True), howell(6), hesitation(6, switch=0)):
        before = {}
        for place in movement.places:
            if place.round > 1:
                earlier = next(
                    each for each in movement.places if (each.round, each.table) == (place.round - 1, place.table)
                )
                before.setdefault(place.ew, set()).add(earlier.ew)
        followed = [ahead for ahead in before.values() if len(ahead) == 1]
        assert len(followed) >= movement.tables - 2, movement.name


def test_a_rover_takes_the_seats_of_another_pair_each_round():
    for tables in (5, 6, 7, 8, 9, 10, 12, 13, 16):
        movement = rover(tables)
        extra = (tables + 1,)
        where = {place.round: place.table for place in movement.places if place.ns == extra}
        assert sorted(where) == list(range(2, movement.rounds + 1))
        assert len(set(where.values())) == len(where)
        out = movement.sit_outs
        assert {each.number: rounds for each, rounds in out.items()} == {
            tables + 1: (1,),
            **{table: (round_,) for round_, table in where.items()},
        }


def test_half_a_table_shares_nothing_where_the_first_and_the_last_would():
    for tables in EVEN:
        assert mitchell(tables, share=True).sharing == ((1, tables),)
        assert mitchell(tables, share=True, missing="ns").sharing == ()
        assert mitchell(tables, share=True, missing="ew").sharing == (((1, tables),) if tables > 2 else ())


def test_nothing_is_said_to_be_shared_that_is_not():
    assert howell(3).sharing == ((1, 2, 3),)
    assert howell(3, rounds=4).sharing == ()
    assert howell(2).sharing == ((1, 2),)
    assert howell(2, missing=True).sharing == ()


@pytest.mark.parametrize("teams", range(2, 17))
def test_teams_play_both_halves_of_a_match_on_the_same_boards(teams):
    movements = [all_play_all(teams)]
    movements += [head_to_head(rounds=3)] if teams == 2 else [triangle()] if teams == 3 else []
    movements += [american_whist(teams, rounds=rounds) for rounds in range(2, teams - (teams % 2 == 0), 2) if teams > 2]
    for movement in movements:
        assert faults_of(movement, teams=True) == [], movement.name
        halves_of = {(place.ns, place.ew, place.set) for place in movement.places}
        assert all((ew, ns, set_) in halves_of for ns, ew, set_ in halves_of), movement.name
        assert len(halves_of) == len(movement.places), movement.name


def test_everybody_meets_in_a_round_robin_of_teams():
    for teams in range(2, 17):
        assert set(meetings(all_play_all(teams)).values()) == {2}
        assert len(meetings(all_play_all(teams))) == teams * (teams - 1) // 2
    for teams in range(3, 17):
        missed = teams // 2 if teams % 2 == 0 else 0
        assert len(meetings(american_whist(teams))) == teams * (teams - 1) // 2 - missed


@pytest.mark.parametrize("players", WHISTS)
def test_in_a_whist_all_partner_once_and_meet_twice(players):
    movement = whist(players)
    together = [frozenset(side) for place in movement.places for side in (place.ns, place.ew)]
    assert len(together) == len(set(together)) == players * (players - 1) // 2
    met = meetings(movement)
    assert set(met.values()) == {2}
    assert len(met) == players * (players - 1) // 2
    assert faults_of(movement) == []


@pytest.mark.parametrize("players", [20, 28, 44, 52, 100])
def test_in_a_rainbow_no_two_share_a_table_twice(players):
    movement = rainbow(players)
    company = [frozenset(pair) for place in movement.places for pair in combinations((*place.ns, *place.ew), 2)]
    assert len(company) == len(set(company))
    assert faults_of(movement) == []


def test_fewer_rounds_are_the_first_of_all():
    for whole, part in (
        (mitchell(7), mitchell(7, rounds=5)),
        (howell(6), howell(6, rounds=8)),
        (rover(8), rover(8, rounds=5)),
        (rainbow(28), rainbow(28, rounds=5)),
        (whist(12), whist(12, rounds=7)),
        (barometer(9), barometer(9, rounds=4)),
        (all_play_all(6), all_play_all(6, rounds=3)),
    ):
        assert part.places == tuple(place for place in whole.places if place.round <= part.rounds)
        assert part.rounds < whole.rounds


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mitchell(6), "a Mitchell of 6 tables needs a relay and share, or a skip"),
        (lambda: mitchell(6, share=True, skip=True), "not both"),
        (lambda: mitchell(7, skip=True), "needs neither a relay nor a skip"),
        (lambda: mitchell(6, skip=True, rounds=6), "has 5 rounds at most, not 6"),
        (lambda: mitchell(7, rounds=0), "not 0"),
        (lambda: mitchell(7, switch=1), "ranks the lines apart, so no round is arrow-switched"),
        (lambda: mitchell(7, winners=1, switch=8), "8 of them cannot be switched"),
        (lambda: rover(18), "no path of a rover"),
        (lambda: rover(7, share=True), "needs neither a relay nor a skip"),
        (lambda: rover(8, share=True, skip=True), "not both"),
        (lambda: rover(8, rounds=1), "has 2 to 8 rounds, not 1"),
        (lambda: hesitation(2), "3 tables or more"),
        (lambda: double_weave(6), "4, 8, 12 or 16 tables"),
        (lambda: web(7), "an even number of tables"),
        (lambda: web(8, rounds=8), "has 4 to 7 rounds, not 8"),
        (lambda: bowman(8), "an odd number of tables"),
        (lambda: howell(14), "2 to 13 tables"),
        (lambda: three_quarter(2), "3 to 13 tables"),
        (lambda: three_quarter(6, rounds=6), "in 6 rounds"),
        (lambda: barometer(2), "3 pairs or more"),
        (lambda: american_whist(7, rounds=3), "only one half"),
        (lambda: american_whist(2), "3 teams or more"),
        (lambda: rainbow(24), "20, 28, 44, 52, 68 players"),
        (lambda: whist(9), "no individual of 9 players"),
        (lambda: all_play_all(1), "2 teams or more"),
    ],
)
def test_what_there_is_not_is_refused(make, message):
    with pytest.raises(Refusal, match=message) as refusal:
        make()
    assert refusal.value.code == "no-such-movement"
    assert refusal.value.hint
