"""Victory points of a match."""

from fractions import Fraction

from ledger.bridge.scales import continuous_vp, discrete_bands
from ledger.facts import ImposePenalty, VoidResult, Where
from ledger.laws.adjustment import Artificial, Awarded, Grade
from ledger.projections.standings import standings
from ledger.scoring.derivation import Rule
from tests.core.spec import Evening
from tests.golden.boards import amended
from tests.golden.examples import exact, golden
from tests.golden.rooms import match_of, points_of, rule_room
from tests.trust_checks import holds


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
