"""What hangs on a ruling: every prospect in question, tried and not recorded."""

from fractions import Fraction

from msgspec.structs import replace

from ledger.bridge import Result, Side
from ledger.facts import AmendRegulations, GiveRuling, Grounds, RecordResult, Where
from ledger.laws.adjustment import Assigned, Awarded, Stands
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.stakes import Stakes, stakes
from ledger.projections.standings import ranks
from ledger.session import Session
from tests.core.spec import Evening


def of(evening: Evening, **more) -> Stakes:
    return stakes(evening.session, evening.session.rulings["R-0001"], **more)


def outcomes(at_stake: Stakes) -> dict[str, Fraction | None]:
    return {prospect.name: at_stake.value(prospect, Side.NS) for prospect in at_stake.prospects}


def test_the_outcomes_are_upheld_table_result_claim_and_the_two_extremes():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Assigned(Result("4SN-1")))
    at_stake = of(evening, claim=Assigned(Result("5HE-1")))
    assert outcomes(at_stake) == {
        "upheld": Fraction(1),
        "table result": Fraction(4),
        "as claimed": Fraction(3),
        "all to NS": Fraction(4),
        "all to EW": Fraction(0),
    }


def test_nothing_played_has_no_table_result():
    evening = Evening()
    evening.play(1, [None, "4SN-1", "5HE-1"])
    evening.rule(1, 1, Assigned(Result("4SN-1")))
    assert "table result" not in outcomes(of(evening))


def test_where_nothing_can_change_it_says_so():
    evening = Evening(boards=(1, 2, 3))
    for board in (1, 2, 3):
        evening.play(board, ["4SN=", "PASS"])  # 1NS and 2EW win every board
    evening.rule(1, 1, Stands())
    at_stake = of(evening, cut=1)
    assert not any(at_stake.changes(prospect) for prospect in at_stake.prospects)
    assert at_stake.at_any_result == ()


def test_one_result_between_the_extremes_may_change_a_place_they_do_not():
    """4NS and 5NS are far apart on the board, so a result between theirs parts them; the extremes do not."""
    evening = Evening(boards=(1, 2))
    evening.play(1, ["PASS", "+100", "-100"])
    evening.play(2, ["4SN=", "+50", "+90"])
    evening.rule(1, 1, Assigned(Result("+400")))
    at_stake = of(evening)
    swept = {change.contestant for change in at_stake.at_any_result}
    tried = {change.contestant for prospect in at_stake.prospects for change in prospect.moved.ranks}
    assert tried <= swept


def test_who_qualifies():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Stands())
    at_stake = of(evening, cut=1)
    lost = next(prospect for prospect in at_stake.prospects if prospect.name == "all to EW")
    assert at_stake.qualifying(lost) == (["1EW", "3NS"], ["1NS", "2EW"])
    assert at_stake.changes(lost)


def teams(board_results: dict[int, tuple[str, str]]) -> Evening:
    evening = Evening(boards=tuple(board_results), winners=1, contestants=("X", "Y"), scoring="teams")
    for board, (ours, theirs) in board_results.items():
        evening.do(RecordResult(Where(board, "1", "X", "Y"), Result(ours)))
        evening.do(RecordResult(Where(board, "2", "Y", "X"), Result(theirs)))
    return evening


def test_a_match_has_a_winner_to_lose():
    evening = teams({1: ("4SN=", "4SN-1"), 2: ("PASS", "2SN=")})
    evening.do(GiveRuling(Where(1, "1"), Stands(), Grounds()))
    at_stake = of(evening)
    down = next(prospect for prospect in at_stake.prospects if prospect.name == "all to EW")
    assert at_stake.match_now.winner == "X"
    assert at_stake.match(down).winner == "Y"
    lost = at_stake.match(down)
    assert [lost.scores[team].value for team in "XY"] == [0, 24 + 3]
    assert lost.lead == lost.nets["X"].value == -24 - 3


def test_imps_against_a_field_are_bounded_by_the_scale():
    evening = Evening(scoring="cross-imps")
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Stands())
    at_stake = of(evening)
    least, most = Fraction(-24), Fraction(24)
    named = {prospect.name: prospect.adjustment for prospect in at_stake.prospects}
    assert (named["all to NS"], named["all to EW"]) == (Awarded(most, least, "out"), Awarded(least, most, "out"))
    assert (outcomes(at_stake)["all to NS"], outcomes(at_stake)["all to EW"]) == (most, least)
    assert at_stake.at_any_result is None


def test_a_slow_sweep_over_every_result_finds_the_same_places():
    """The kinds of result that are tried stand for all of them."""
    evening = Evening(boards=(1, 2))
    evening.play(1, ["5HE-1", "4SN=", "4SN-1", "PASS"])
    evening.play(2, ["3NTN=", "3NTN-1", "PASS", "+90"])
    evening.rule(1, 1, Stands())
    now = ranks(evening.scoreboard)
    moved = set()
    for score in range(-7600, 7601, 10):
        supposed = Evening(boards=(1, 2))
        supposed.play(1, [f"{score:+d}" if score else "PASS", "4SN=", "4SN-1", "PASS"])
        supposed.play(2, ["3NTN=", "3NTN-1", "PASS", "+90"])
        moved |= _moved(supposed.session, now)
    assert {change.contestant for change in of(evening).at_any_result} == moved


def _moved(session: Session, now: dict[str, int]) -> set[str]:
    then = ranks(Scoreboard(session))
    return {contestant for contestant in now if now[contestant] != then[contestant]}


def test_undivided_cross_imps_are_bounded_by_the_scale_against_every_other_table():
    """What hangs on a ruling and what may be awarded go by the same bounds: 24 IMPs against each of two others."""
    evening = Evening(scoring="cross-imps")
    now = evening.session.regulations
    evening.do(AmendRegulations(replace(now, cross_imps=replace(now.cross_imps, divisor="none"))))
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Awarded(Fraction(40), Fraction(-40), "out"))
    most = Awarded(Fraction(48), Fraction(-48), "out")
    assert {prospect.name: prospect.adjustment for prospect in of(evening).prospects}["all to NS"] == most
    evening.refuses(
        GiveRuling(evening.where(1, 2), Awarded(Fraction(49), Fraction(-49), "out"), Grounds()), "awarded-too-much"
    )
