"""A match of teams in IMPs."""

from fractions import Fraction

from ledger.facts import AmendRuling, RecordResult
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Component, Grade, Split, Weighted
from ledger.laws.rounding import Rounding
from ledger.projections.standings import standings
from tests.core.spec import Evening
from tests.golden.boards import amended, rounding
from tests.golden.examples import exact, golden, mixture, score
from tests.golden.rooms import derivation_of, imps_against, imps_of, in_rooms, rule_room, seat, teams


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
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (
        exact(expected["ns_team_exact"]),
        exact(expected["ew_team_exact"]),
    )


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
