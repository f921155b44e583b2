"""A match of teams in IMPs."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from ledger.bridge import Side
from ledger.bridge.scales import continuous_vp, discrete_bands
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Component,
    Grade,
    SelfInflicted,
    Split,
    Weighted,
)
from ledger.laws.rounding import Rounding
from ledger.projections.standings import standings
from ledger.scoring.derivation import Derivation, Rule
from ledger.subjects.play.facts import RecordResult, VoidResult
from ledger.subjects.rulings.facts import AmendRuling, ImposePenalty
from tests.core.spec import Evening
from tests.golden.boards import amended, rounding
from tests.golden.examples import as_weighting, exact, golden, mixture, score
from tests.golden.rooms import (
    derivation_of,
    imps_against,
    imps_of,
    in_rooms,
    match_of,
    points_of,
    rule_room,
    seat,
    teams,
)
from tests.trust_checks import holds


@golden("S14-abf-12c2c-imps-28", "S14b-options")
def test_twelve_c2c_imps(given, expected):
    def match(awards, **artificial) -> tuple[Fraction, Fraction]:
        others = given.get("other_boards") or given["match_boards"] - given["unplayable_boards"]
        each = Fraction(given.get("base_nos") or given["nos_net_on_other_7"]) / others
        evening = teams(boards=others + 1)
        for board in range(2, others + 2):
            in_rooms(evening, 170, 0, board)  # 5 IMPs to X …
            rule_room(evening, Awarded(each, -each, "keep"), board=board)
        rule_room(evening, Artificial(*map(Grade, awards)), laws=("86B2(b)",))
        if artificial:
            amended(evening, "artificial", **artificial)
        (played,) = evening.scoreboard.matches.values()
        return played.nets["X"].value, played.nets["Y"].value

    if "option_os_flat_minus3" in expected:
        assert match(("A+", "A-"), session_imps="plus")[1] == expected["option_os_flat_minus3"]
        assert match(("A+", "A+")) == (expected["option_both_A_plus_nos"], expected["option_both_A_plus_os"])
        return
    nos, os = match(given["awards"].values())
    assert (nos, os) == (expected["nos_match_imps"], expected["os_match_imps"])
    assert os != expected["seed_states_os_match_imps"]  # the seed's figure would give the offenders 4 IMPs


@golden("S18-ebl-teams-23-to-26")
def test_lead_with_a_plus(given, expected):
    evening = teams(boards=24)
    rule_room(evening, Awarded(Fraction(given["lead_without_board"]), Fraction(-23), "out"), board=2)
    for board in range(3, 25):
        in_rooms(evening, 0, 0, board)
    rule_room(evening, Artificial(Grade(given["award"]), Grade("A-")), board=1)
    assert next(iter(evening.scoreboard.matches.values())).nets["X"].value == expected["lead_with_board"]


@golden("S23-ebl-weighted-imps")
def test_weighted_imps(given, expected):
    evening = teams()
    in_rooms(evening, -50, given["other_table_ns"])
    weighting = tuple(Component(Fraction(part["weight"]), score(part["score_ns"])) for part in given["components"])
    rule_room(evening, Weighted(weighting), offender="EW")
    derivation = derivation_of(evening, "X")
    assert [part.parts[1].value for part in derivation.parts] == expected["component_imps"]
    assert [imps_against(part["score_ns"], given["other_table_ns"]) for part in given["components"]] == expected[
        "component_imps"
    ]
    assert [part.value for part in derivation.parts] == exact(expected["products"])
    assert imps_of(evening, "X") == exact(expected["exact"])
    rounded_ = rounding(evening, imps=("1", Rounding.TOWARD_NOS))
    assert (imps_of(rounded_, "X"), imps_of(rounded_, "Y")) == (expected["rounded"], expected["os_imps"])


@golden("P19-ebl2009-split-weighted")
def test_split_weighted_teams(given, expected):
    evening = teams()
    in_rooms(evening, 50, given["assumed_other_table_ns"])
    rule_room(evening, Split(mixture(given["ns_ruling"]), mixture(given["ew_ruling"])), laws=("73C",))
    actual = (imps_of(evening, "X"), imps_of(evening, "Y"))
    assert actual == (exact(expected["ns_team_exact"]), exact(expected["ew_team_exact"]))


@golden("D14-86B1-favourable")
def test_one_room_only(given, expected):
    evening = Evening(boards=[2], winners=1, contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(seat(2, 1), score(given["table1_ns"])))
    rule_room(evening, Weighted(mixture(given["assigned_table2_ns"])), room=2, board=2, laws=("86B1",))
    assert imps_of(evening, "X", 2) == exact(expected["exact_for_X"])
    assert (
        imps_of(rounding(evening, imps=("1", Rounding.HALF_AWAY_FROM_AVERAGE)), "X", 2) == expected["rounded_nearest"]
    )


@golden("D15-86B2b")
def test_better_of_two(given, expected):
    for board, nos, os in zip(given["boards"], exact(expected["nos"]), exact(expected["os"]), strict=True):
        worth = Fraction(board["assigned_imps_for_nos"])
        evening = teams()
        in_rooms(evening, None, 0)
        weighting = {Fraction(26, 5): [["13/15", 240], ["2/15", 0]], Fraction(-4): [[1, -130]], Fraction(3): [[1, 90]]}[
            worth
        ]
        rule_room(evening, Artificial(Grade("A+"), Grade("A-"), mixture(weighting)), laws=("86B2(b)",), offender="EW")
        assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (nos, os)


@golden("D36-ledger-second-thoughts")
def test_second_thoughts(given, expected):
    """R-0002 supersedes R-0001 by second thoughts; both stay in the log."""
    evening = teams()
    in_rooms(evening, given["events"][0]["ns"], given["other_table_ns"])
    seen = [imps_of(evening, "X")]
    rule_room(evening, Assigned(score(-50)))
    seen.append(imps_of(evening, "X"))
    evening.do(AmendRuling("R-0001", Weighted(mixture(given["events"][2]["both"])), cause="second-thoughts"))
    seen.append(imps_of(evening, "X"))
    assert seen == [exact(value) for value in expected["ns_imps_after_seq"].values()]
    assert evening.session.rulings["R-0001"].superseded_by == "R-0002"


@golden("D20-bam-weighted", "D21-bam-split")
def test_board_a_match(given, expected):
    evening = teams("board-a-match")
    in_rooms(evening, 0, given["other_table_ns"])
    if "components" in given:
        rule_room(evening, Weighted(mixture(given["components"])))
    else:
        rule_room(
            evening, Split(mixture([[1, given["nos_score"]]]), mixture([[1, given["os_score_as_ns"]]])), laws=("82C",)
        )
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (exact(expected["nos"]), exact(expected["os"]))


@golden("P27-point-a-board")
def test_point_a_board(given, expected):
    evening = teams("board-a-match", boards=len(given["rooms"]), profile="ebuscore")
    for board, (here, there) in enumerate(given["rooms"], start=1):
        in_rooms(evening, here, there, board)
    rule_room(evening, Artificial(Grade("A+"), Grade("A-")), board=given["awarded"], offender="EW")
    board, components = given["weighted"]
    rule_room(evening, Weighted(mixture(components)), board=board, offender="EW")
    for team in "XY":
        boards = [imps_of(evening, team, board) for board in evening.session.boards]
        assert boards == exact(expected[team])
    rows = {row.contestant: row.exact for row in standings(evening.scoreboard)[0].rows}
    assert rows == {team: Fraction(total) for team, total in expected["totals"].items()}


# A team's board with rulings in one room or in both: one score, whichever room is typed first or asked


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


# Victory points of a match


@golden("P10-wbf-continuous-24", "P11-wbf-continuous-4")
def test_continuous(given, expected):
    assert [continuous_vp(margin, given["boards"]) for margin in given["imps"]] == exact(expected["winner_vp"])


@golden("P13-ebu-discrete-uppers")
def test_discrete(given, expected):
    for boards in given["boards"]:
        assert list(discrete_bands(boards)) == expected["largest_margin_for_10_to_19"][str(boards)]


@golden("P12-wb-removed-boards")
def test_removed_boards(given, expected):
    three = Fraction(given["imps_per_removed_board"])
    evening = match_of(
        dict.fromkeys(range(1, given["removed_boards"] + 1), (three, -three)), given["boards"], vp="discrete"
    )
    assert list(points_of(evening).values()) == list(map(int, expected["vp"].split("-")))


@golden("D13-split-at-vps")
def test_split_at_vps(given, expected):
    board = given["board"]
    five = Fraction(given["home_imps_other_boards"])
    evening = match_of({1: (Fraction(board["nos_own"]), Fraction(board["os_own"])), 2: (five, -five)}, given["boards"])
    points = points_of(evening)
    assert (points["X"], points["Y"]) == (exact(expected["home_vp"]), exact(expected["away_vp"]))
    assert sum(points.values()) == exact(expected["sum"])


@golden("W06-vp-of-half-an-imp")
def test_the_scale_is_entered_with_whole_imps(given, expected):
    half = Fraction(given["home_imps"])
    evening = match_of({1: (half, -half)}, given["boards"])
    assert list(points_of(evening).values()) == exact([expected["home_vp"], expected["away_vp"]])
    whole = Fraction(given["same_as"])
    assert points_of(match_of({1: (whole, -whole)}, given["boards"])) == points_of(evening)
    (played,) = evening.scoreboard.matches.values()
    step = played.victory_points["X"].parts[0]
    assert (step.rule, step.value, step.parts[0].value) == (Rule.ROUNDED, expected["to_the_scale"], half)
    assert holds(played.victory_points["X"])


@golden("D16-86B2c")
def test_both_at_fault(given, expected):
    net = given["other_boards_net"]
    evening = match_of({2: (Fraction(net["home"]), Fraction(net["away"]))}, given["boards"])
    evening.do(VoidResult(Where(1, "1-1")))
    evening.do(VoidResult(Where(1, "1-2")))
    rule_room(evening, Artificial(Grade("A-"), Grade("A-")), laws=("86B2(c)",), offender="both")
    (played,) = evening.scoreboard.matches.values()
    assert [played.nets[team].value for team in "XY"] == [expected["home_imps"], expected["away_imps"]]
    assert [played.victory_points[team].value for team in "XY"] == exact([expected["home_vp"], expected["away_vp"]])


@golden("D18-pp-vp-vs-imp")
def test_penalty_units(given, expected):
    def after(*penalties) -> dict[str, Fraction]:
        evening = match_of({1: (Fraction(given["home_imps"]), Fraction(-given["home_imps"]))}, given["boards"])
        for amount, unit in penalties:
            evening.do(ImposePenalty("X", Fraction(amount), unit, opponent="Y" if unit == "IMP" else None))
        return {row.contestant: row.total for field_ in standings(evening.scoreboard) for row in field_.rows}

    assert after()["X"] == exact(expected["vp_without"])
    assert after((given["penalty"]["vp"], "VP"))["X"] == exact(expected["vp_if_penalty_in_vp"])
    in_imps = after((given["penalty"]["imps"], "IMP"))
    assert (in_imps["X"], in_imps["Y"]) == (exact(expected["vp_if_penalty_in_imps"]), exact(expected["opponents_vp"]))


@golden("D43-86B2-fouled-both-tables")
def test_fouled_in_both_rooms(given, expected):
    ten = Fraction(given["home_net_other_boards"])
    for scoring, wanted in (
        ("teams", (expected["home_imps"], expected["away_imps"])),
        ("knockout", tuple(expected["ko_after_12c4"].values())),
    ):
        evening = Evening(boards=(1, 2), winners=1, contestants=("X", "Y"), scoring=scoring)
        amended(evening, "artificial", session_imps="plus")
        rule_room(evening, Awarded(ten, -ten, "out"), board=2)
        rule_room(evening, Artificial(Grade("60"), Grade("60")), laws=("86B2(a)",), offender="outside")
        (played,) = evening.scoreboard.matches.values()
        assert tuple(played.nets[team].value for team in "XY") == wanted
