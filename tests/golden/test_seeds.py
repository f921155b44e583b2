"""Where the sources of the worked examples err (spec §13): what we give instead, and why."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, ns_score, vulnerability
from ledger.bridge.scales import imps
from ledger.exchange.sheet import contract_result
from ledger.laws.adjustment import Artificial, Awarded, Grade, Weighted, damage_case, damaged_side_score
from ledger.laws.regulations import BoardRounding
from ledger.laws.rounding import Rounding, round_for, round_to
from ledger.subjects.play.facts import AmendRegulations
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from tests.core.spec import Evening, blank
from tests.golden.examples import EXAMPLES, mixture
from tests.golden.rooms import in_rooms, rule_room, teams


def test_golden_s14_minus_24_would_give_the_offenders_four_imps():
    """ABF: +28 on seven boards becomes +32, and the opponents' −28 becomes −32: A− is their average of −4."""
    evening = teams(boards=8)
    for board in range(2, 9):
        rule_room(evening, Awarded(Fraction(4), Fraction(-4), "out"), board=board)
    rule_room(evening, Artificial(Grade("A+"), Grade("A-")))
    (match,) = evening.scoreboard.matches.values()
    assert [match.nets[team].value for team in "XY"] == [32, -32]
    stated = EXAMPLES["S14-abf-12c2c-imps-28"]["expected"]["seed_states_os_match_imps"]
    assert stated - (match.nets["Y"].value - -4) == 4  # on the other seven they have −28


def test_golden_s22_nearest_tenth_does_not_give_the_seeds_rounding():
    """EBL: 11.405 is printed as 11.5. Toward the non-offenders gives that; the nearest tenth gives 11.4."""
    exact = Fraction("11.405")
    assert round_for(exact, Fraction("0.1"), up=True) == Fraction("11.5")
    assert round_to(exact, Fraction("0.1"), Rounding.HALF_AWAY_FROM_AVERAGE, Fraction(8)) == Fraction("11.4")


def test_golden_s22_its_field_cannot_exist():
    """The example enters an average of 8, so nine tables and a top of 16, and has an outcome worth 17.1."""
    given = EXAMPLES["S22-ebl-weighted-mp"]["inputs"]
    evening = Evening()
    evening.play(1, [0] * 9)
    assert {evening.score(1, 1), evening.score(1, 9)} == {given["average_entered"]}
    assert max(Fraction(part["ns_mp"]) for part in given["components"]) > evening.scoreboard.top == 16


def test_golden_s23_the_same_rounding_gives_the_seeds_imps():
    evening = teams()
    in_rooms(evening, -50, 650)
    rule_room(evening, Weighted(mixture([["1/4", 1430], ["2/5", 680], ["1/5", 650], ["3/20", -100]])), offender="EW")
    now = evening.session.regulations
    command = AmendRegulations(
        structs.replace(now, imps=structs.replace(now.imps, board=BoardRounding("1", Rounding.TOWARD_NOS)))
    )
    evening.do(command)
    (match,) = evening.scoreboard.matches.values()
    assert [match.nets[team].value for team in "XY"] == [2, -2]


def test_golden_s25_scores_printed_for_two_vulnerabilities_at_once():
    """EBL 12.4: −200 and −500 for 4♥X need North–South vulnerable, 550 for five of a minor doubled needs them not."""
    vulnerable, not_vulnerable = 2, 1
    assert vulnerability(vulnerable).value == "NS"
    assert [ns_score(Result(text), vulnerable) for text in ("4HXN-1", "4HXN-2", "5DXN=")] == [-200, -500, 750]
    assert [ns_score(Result(text), not_vulnerable) for text in ("4HXN-1", "4HXN-2", "5DXN=")] == [-100, -300, 550]
    with pytest.raises(ValueError, match="SCORE_MISMATCH"):
        contract_result("5DX", "N", "11", "550", vulnerable)


def test_golden_s05_barker_2009_has_no_case_for_an_error_that_gained():
    """C < A is case 3 by the revision of 2011: none of the damage was the non-offenders' own."""
    a, b, c = Fraction(4), Fraction(9), Fraction(2)
    assert damage_case(a, b, c) == "no-self-inflicted"
    assert damaged_side_score(a, b, c) == 9


def test_golden_s03_a_plus_is_the_better_of_sixty_and_the_other_boards_not_the_session_with_itself():
    """The slides' "60% or session score": the average on the *other* boards, so it never rests on itself."""
    evening = Evening(boards=(1, 2, 3))
    for board in (1, 2, 3):
        evening.play(board, [None if board == 1 else 100, 0, 0])
    evening.do(GiveRuling(evening.where(1, 1), Artificial(Grade("A+"), Grade("A-")), Grounds(**blank())))
    assert evening.score(1, 1) == evening.scoreboard.top == 4  # 100% on the other two


def test_golden_p09_280_points_are_seven_imps():
    assert imps(280) == 7
