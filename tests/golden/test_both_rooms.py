"""A team's board with rulings in one room or in both: one score, whichever room is typed first or asked."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from ledger.bridge import Side
from ledger.facts import RecordResult, Where
from ledger.laws.adjustment import Adjustment, Artificial, Grade, SelfInflicted, Split, Weighted
from ledger.scoring.derivation import Derivation
from tests.core.spec import Evening
from tests.golden.boards import amended
from tests.golden.examples import as_weighting, exact, golden, mixture, score
from tests.golden.rooms import derivation_of, imps_of, in_rooms, rule_room, teams

Room = tuple[int, Adjustment | None, dict[str, object]]
"""North–South's score in a room, what was ruled there, and on what grounds."""


def typed_in_every_order(make: Callable[[], Evening], rooms: dict[int, Room]) -> list[Evening]:
    """The same board typed as it may be: either room first, its ruling at once or after the other's result."""
    found = []
    steps = [(kind, room) for room in rooms for kind in ("result", "ruling")]
    for order in permutations(steps):
        if any(order.index(("ruling", room)) < order.index(("result", room)) for room in rooms):
            continue
        evening = make()
        for kind, room in order:
            played, adjustment, grounds = rooms[room]
            if kind == "result":
                in_rooms(evening, *((played, None) if room == 1 else (None, played)))
            elif adjustment is not None:
                rule_room(evening, adjustment, room=room, **grounds)
        found.append(evening)
    return found


def other_way_round(rooms: dict[int, Room]) -> dict[int, Room]:
    """The open room's board as if it had been the closed one's: X and Y change places."""
    return {1: rooms[2], 2: rooms[1]}


def scores(make: Callable[[], Evening], rooms: dict[int, Room]) -> dict[str, Fraction]:
    """Both teams' scores, the same however the board is typed, and with the teams in each other's seats."""
    found = [{team: imps_of(evening, team) for team in "XY"} for evening in typed_in_every_order(make, rooms)]
    turned = [imps_of(evening, "Y") for evening in typed_in_every_order(make, other_way_round(rooms))]
    assert found == [found[0]] * len(found)
    assert turned == [found[0]["X"]] * len(turned)
    return found[0]


def damage_in(room: dict) -> Room:
    damage = SelfInflicted(room["nos"], as_weighting(room["B"]), as_weighting(room["C"]))
    return room["A"], damage, {"offender": Side(room["nos"]).other.value}


def weighted_in(room: dict) -> Room:
    return room["score"], Weighted(mixture(room["weighted"])), {"offender": room["offender"]}


def abf(scoring: str = "teams", boards: int = 1) -> Callable[[], Evening]:
    return lambda: teams(scoring, profile="abf", boards=boards)


@golden("R01-teams-toward-nos")
def test_a_board_has_one_score(given, expected):
    rooms = {1: weighted_in(given["open"]), 2: (given["closed"]["score"], None, {})}
    found = scores(abf(), rooms)
    assert (found["X"], found["Y"]) == (expected["OS"], expected["NOS"])
    (first, *_) = typed_in_every_order(abf(), rooms)
    assert [part.value for part in derivation_of(first, "X").parts] == [exact(expected["exact_os"])]


@golden("R02-teams-82C-both-up")
def test_both_teams_of_an_82c_ruling_are_rounded_up(given, expected):
    ruled = Split(mixture(given["open"]["split_ns"]), mixture(given["open"]["split_ew"]))
    evening = teams(profile="abf", boards=given["board"])
    in_rooms(evening, given["open"]["score"], given["closed"]["score"], given["board"])
    rule_room(evening, ruled, board=given["board"], laws=("82C",))
    assert {team: imps_of(evening, team, given["board"]) for team in "XY"} == expected


@golden("R03-knockout-rounded-before")
def test_knockout_is_rounded_for_the_non_offenders(given, expected):
    found = scores(abf("knockout"), {1: weighted_in(given["open"]), 2: (given["closed"]["score"], None, {})})
    assert (found["X"], found["Y"]) == (expected["X"], expected["Y"])
    as_it_is = scores(
        lambda: amended(abf("knockout")(), "knockout", rounded="none"),
        {1: weighted_in(given["open"]), 2: (given["closed"]["score"], None, {})},
    )
    assert as_it_is["Y"] == exact(expected["exact_nos"])


@golden("R04-86B2b-complement")
def test_the_offenders_have_the_complement(given, expected):
    evening = Evening(boards=range(1, 6), winners=1, contestants=("X", "Y", "Z"), scoring="teams")
    for board, ns in given["os_boards"].items():
        for table, pair in (("open", ("Y", "Z")), ("closed", ("Z", "Y"))):
            evening.do(RecordResult(Where(int(board), table, *pair, 2), score(ns if table == "open" else 0)))
    for board, ns in given["nos_boards"].items():
        in_rooms(evening, ns, 0, int(board))
    ruled = given["ruled_board"]
    in_rooms(evening, None, 0, ruled)
    award = Artificial(Grade("A+"), Grade("A-"), as_weighting(given["unless"]))
    rule_room(evening, award, board=ruled, offender="EW", laws=("86B2(b)",))
    nos, offenders = exact(expected["nos"]), exact(expected["os"])
    assert (imps_of(evening, "X", ruled), imps_of(evening, "Y", ruled)) == (nos, offenders)
    told = derivation_of(evening, "Y", ruled)
    assert (told.law, told.parts[1].value) == ("86B2(b)", nos)
    rule_room(evening, Weighted(mixture([["1/2", 600], ["1/2", 0]])), room=2, board=1, offender="EW")
    assert imps_of(evening, "X", ruled) == -imps_of(evening, "Y", ruled) == 4  # now the assigned +150 is better


@golden("R08-teams-12c1e-each-team", "R09-teams-12c1e-one-team")
def test_12c1e_in_both_rooms(given, expected):
    rooms = {1: damage_in(given["open"]), 2: damage_in(given["closed"])}
    for weighted in ("weight-first", "per-component"):
        found = scores(lambda way=weighted: amended(teams(), "self_inflicted", weighted=way), rooms)
        assert found == expected


@golden("R10-teams-12c1e-and-weighted")
def test_12c1e_against_a_weighted_room(given, expected):
    found = scores(teams, {1: damage_in(given["open"]), 2: weighted_in(given["closed"])})
    assert found == {team: exact(value) for team, value in expected.items()}


@pytest.mark.parametrize("nos", ["NS", "EW"])
def test_without_damage_in_one_room_its_table_result_stands(nos):
    """The infraction in the closed room did its opponents no harm: its B is no better for them than the result."""
    better, worse = (600, 110) if nos == "NS" else (110, 600)
    opened: Room = (-100, SelfInflicted("NS", as_weighting(620), as_weighting(140)), {"offender": "EW"})
    closed: Room = (better, SelfInflicted(nos, as_weighting(worse), as_weighting(worse)), {})
    closed[2]["offender"] = Side(nos).other.value
    assert scores(teams, {1: opened, 2: closed}) == scores(teams, {1: opened, 2: (better, None, {})})


def test_outcomes_of_both_rooms_may_be_weighted():
    """One team hurt itself in both rooms: B is 620 or 140 in the open one, 110 or 170 in the closed one, half each.

    B: +510 is 11, +450 is 10, +30 is 1, −30 is −1, each a quarter: 21/4. A −700 is −12; C 140 − 170 = −30 is −1.
    Weighted first: −12 + 21/4 + 1 = −23/4. By component B − max(A, C) is 12, 11, 2, 0: −12 + 25/4 = −23/4.
    """
    halves = [["1/2", 620], ["1/2", 140]], [["1/2", 110], ["1/2", 170]]
    open_, closed = (
        {"A": -100, "B": halves[0], "C": 140, "nos": "NS"},
        {"A": 600, "B": halves[1], "C": 170, "nos": "EW"},
    )
    for way in ("weight-first", "per-component"):
        found = scores(
            lambda way=way: amended(teams(), "self_inflicted", weighted=way),
            {1: damage_in(open_), 2: damage_in(closed)},
        )
        assert found == {"X": Fraction(-23, 4), "Y": Fraction(-21, 4)}
    rooms = {1: damage_in(open_), 2: damage_in(closed)}
    (evening, *_) = typed_in_every_order(lambda: amended(teams(), "self_inflicted", weighted="per-component"), rooms)
    outcomes = [text for text in texts(derivation_of(evening, "X")) if text.startswith("25%")]
    assert outcomes == [
        f"25% of B {here} with {there} in the other room with C +140 with +170 in the other room"
        for there in ("+110", "+170")
        for here in ("+620", "+140")
    ]


def texts(node: Derivation) -> list[str]:
    return [node.text, *(text for part in node.parts for text in texts(part))]
