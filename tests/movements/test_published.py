"""Published movements, and ours of the same kind: seat for seat, or at least as good."""

import json
from collections import Counter
from decimal import Decimal

import pytest

from ledger.movements.kinds import KINDS, build
from ledger.movements.movement import Movement, put_labels, worth
from tests.movements.asking import faults_of, meetings, seats
from tests.needs import PUBLISHED_MOVEMENTS, needs

pytestmark = needs("../shared/law")

SEAT_FOR_SEAT = {
    "Howell 3 tables, 5 rounds (all share in round 5)": ("howell", {"contestants": 6}),
    "Howell 4 tables, 7 rounds": ("howell", {"contestants": 8}),
    "Howell 5 tables, 9 rounds": ("howell", {"contestants": 10}),
    "Howell 6 tables, 11 rounds": ("howell", {"contestants": 12}),
    "Howell 7 tables, 13 rounds": ("howell", {"contestants": 14}),
    "Howell 3.5 tables (7 pairs; pair 0 at table 1 = sit-out)": ("howell", {"contestants": 7}),
    "Mitchell 3 tables": ("mitchell", {"contestants": 6}),
    "Mitchell 5 tables": ("mitchell", {"contestants": 10}),
    "Mitchell 7 tables": ("mitchell", {"contestants": 14}),
    "Mitchell 6 tables, skip after round 3": ("mitchell", {"contestants": 12, "skip": True}),
    "Mitchell 6 tables, share (1 and 6) and relay": ("mitchell", {"contestants": 12, "share": True}),
    "Mitchell 8 tables, skip after round 4": ("mitchell", {"contestants": 16, "skip": True}),
    "Mitchell 8 tables, share (1 and 8) and relay": ("mitchell", {"contestants": 16, "share": True}),
    "Mitchell 9 tables, last round switched (one winner)": ("mitchell", {"contestants": 18, "winners": 1}),
    "Individual 8 players, 2 tables, 7 rounds": ("whist", {"contestants": 8}),
    "Teams of four, American Whist, 5 teams, 4 rounds (team t stays NS at table t)": (
        "american-whist",
        {"contestants": 5},
    ),
}
AT_LEAST_AS_GOOD = {
    "Reduced Howell 5 tables, 8 rounds, tables 1 and 2 share": ("three-quarter", {"contestants": 10, "rounds": 8}),
    "Individual 12 players, 3 tables, 11 rounds": ("whist", {"contestants": 12}),
}
OTHERWISE_CALLED = {"Howell 3.5 tables (7 pairs; pair 0 at table 1 = sit-out)"}


def published():
    return {each["name"]: each for each in json.loads(PUBLISHED_MOVEMENTS.read_text("utf-8"))}


def ours(table, name) -> tuple[str, Movement]:
    kind, wanted = table[name]
    return kind, build(kind, **wanted)


def test_every_published_movement_is_compared():
    assert set(published()) == set(SEAT_FOR_SEAT) | set(AT_LEAST_AS_GOOD)


@pytest.mark.parametrize("name", SEAT_FOR_SEAT)
def test_ours_is_the_published_one(name):
    entry, (kind, movement) = published()[name], ours(SEAT_FOR_SEAT, name)
    assert seats(movement) == sorted(map(tuple, entry["seats"]))
    assert movement.name == name or name in OTHERWISE_CALLED
    assert faults_of(movement, teams=KINDS[kind].field == "teams") == []


@pytest.mark.parametrize("name", [name for name in SEAT_FOR_SEAT if name.startswith(("Howell", "Mitchell"))])
def test_what_is_counted_of_it_is_what_was_counted_there(name):
    checked, (_, movement) = published()[name]["checked"], ours(SEAT_FOR_SEAT, name)
    tables = put_labels(movement, boards_per_set=1)
    found = worth(tables, movement.winners)
    assert len(movement.contestants) == checked["pairs"]
    assert (found.meetings.never == 0) == checked["all_meet"] or movement.winners == 2
    stay = [each.number for each in movement.stationary if each.line != "EW"]
    assert stay == checked["stationary"] or name in OTHERWISE_CALLED
    if "relative_spread" in checked and movement.winners == 1:
        assert f"{found.spread:.3f}" == f"{checked['relative_spread']:.3f}"


def test_a_reduced_howell_is_at_least_as_even():
    name = "Reduced Howell 5 tables, 8 rounds, tables 1 and 2 share"
    checked, (_, movement) = published()[name]["checked"], ours(AT_LEAST_AS_GOOD, name)
    found = worth(put_labels(movement, boards_per_set=3), 1)
    assert faults_of(movement) == []
    assert found.spread < Decimal(str(checked["relative_spread"]))
    assert len(found.shared) == 1
    assert found.meetings.often == 0


def test_an_individual_is_at_least_as_even():
    name = "Individual 12 players, 3 tables, 11 rounds"
    entry, (_, movement) = published()[name], ours(AT_LEAST_AS_GOOD, name)
    there = Counter(
        frozenset({one, other}) for _, _, *four, _ in entry["seats"] for one in four[:2] for other in four[2:]
    )
    assert set(meetings(movement).values()) == {2} < set(there.values())
    assert worth(put_labels(movement, boards_per_set=2), 1).partners == (0, 66, 0)
    assert faults_of(movement) == []
