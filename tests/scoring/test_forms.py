"""What holds in every form of scoring (spec §16), whatever is ruled."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned, SelfInflicted, Split, Weighted, certainty, damaged_side_score
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.derivation import Rule
from ledger.scoring.forms import FORMS
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, WithdrawRuling
from tests.core.spec import Evening, blank
from tests.strategies import adjustments, bare_scores, weightings
from tests.trust_checks import holds

rulings = st.one_of(adjustments, st.builds(SelfInflicted, st.just("NS"), weightings(), weightings()))


def evening_of(form: str, scores: list[Result]) -> Evening:
    """A board of this form: four tables of pairs, two matches of teams, or one of teams of eight."""
    if not FORMS[form].teams():
        evening = Evening(scoring=form)
        evening.play(1, list(scores))
        return evening
    evening = Evening(winners=1, scoring=form, contestants=("X", "Y", "Z", "W"))
    sat = (("X", "Y"), ("Y", "X")) * 2 if FORMS[form].rooms == 4 else (("X", "Y"), ("Y", "X"), ("Z", "W"), ("W", "Z"))
    for table, (seats, result) in enumerate(zip(sat, scores, strict=True), start=1):
        evening.do(RecordResult(Where(1, str(table), *seats, 1), result))
    return evening


def ruled(evening: Evening, adjustment) -> bool:
    try:
        command = GiveRuling(Where(1, "1"), adjustment, Grounds(**{**blank(), "offender": "EW", "laws": ("12C1(e)",)}))
        evening.do(command)
    except Refusal:
        return False
    return True


def everything(evening: Evening) -> dict:
    board = Scoreboard(evening.session)
    return {
        (played.seating, side): board.score(played, side) for played in evening.session.table_boards() for side in Side
    }


four = st.lists(bare_scores, min_size=4, max_size=4)


@pytest.mark.parametrize("form", FORMS)
@given(four, rulings)
@settings(max_examples=30)
def test_every_score_and_total_is_what_its_derivation_adds_up_to(form, scores, adjustment):
    evening = evening_of(form, scores)
    ruled(evening, adjustment)
    for score in everything(evening).values():
        derivation = score.derivation()
        assert derivation.value == score.value
        assert holds(derivation)
    for field in standings(evening.scoreboard):
        for row in field.rows:
            derivation = total_derivation(evening.scoreboard, row.contestant)
            assert derivation.value == row.total
            assert holds(derivation)


@pytest.mark.parametrize("form", FORMS)
def test_a_score_says_in_what_it_is(form):
    """Whether it is earned or awarded; and so does each comparison that is added up in it."""
    evening = evening_of(form, [Result("+420"), Result("-50"), Result("+170"), Result("+430")])
    scores = [*everything(evening).values()]
    ruled(evening, Assigned(Result("+620")))
    scores += everything(evening).values()
    for score in (each.derivation() for each in scores):
        assert score.unit == FORMS[form].unit
        assert score.rule is not Rule.SUM or {part.unit for part in score.parts} == {score.unit}


@pytest.mark.parametrize("form", FORMS)
@given(four, rulings)
@settings(max_examples=20)
def test_a_ruling_taken_back_restores_every_number(form, scores, adjustment):
    evening = evening_of(form, scores)
    before = {key: score.value for key, score in everything(evening).items()}
    if ruled(evening, adjustment):
        evening.do(WithdrawRuling("R-0001"))
    assert {key: score.value for key, score in everything(evening).items()} == before


@pytest.mark.parametrize("form", FORMS)
@given(four, bare_scores)
@settings(max_examples=20)
def test_a_weighting_of_one_is_the_result_in_every_form(form, scores, result):
    columns = []
    for adjustment in (Assigned(result), Weighted(certainty(result))):
        evening = evening_of(form, scores)
        ruled(evening, adjustment)
        columns.append({key: score.value for key, score in everything(evening).items()})
    assert columns[0] == columns[1]


@pytest.mark.parametrize("form", ["cross-imps", "teams", "knockout", "teams-of-eight"])
@given(four, weightings())
@settings(max_examples=30)
def test_imps_sum_to_nothing_where_nothing_is_split(form, scores, weighting):
    evening = evening_of(form, scores)
    ruled(evening, Weighted(weighting))
    assert sum(score.value for score in everything(evening).values()) == 0


@given(four, weightings(), weightings())
@settings(max_examples=30)
def test_a_knockout_always_balances(scores, ns, ew):
    """Law 12C4: whatever the split, the two teams' scores sum to nothing."""
    evening = evening_of("knockout", scores)
    ruled(evening, Split(ns, ew))
    for match in evening.scoreboard.matches.values():
        assert match.balanced
        assert sum(net.value for net in match.nets.values()) == 0
        assert match.lead == match.nets[match.teams[0]].value


@given(four)
@settings(max_examples=30)
def test_victory_points_of_balanced_matches_are_twenty(scores):
    for match in evening_of("teams", scores).scoreboard.matches.values():
        assert sum(points.value for points in match.victory_points.values()) == 20


numbers = st.fractions(-30, 30)


@given(numbers, numbers, numbers)
def test_self_inflicted_damage_lies_between_the_table_result_and_what_was_lost(a, b, c):
    nos = damaged_side_score(a, b, c)
    assert a <= nos <= max(a, b)
    assert nos == a or b > a


@pytest.mark.parametrize("form", ["matchpoints", "teams", "butler", "cross-imps"])
@given(four, bare_scores, bare_scores, bare_scores)
@settings(max_examples=25)
def test_the_offenders_score_b_whatever_a_and_c_are(form, scores, b, c, other_c):
    """12C1(e): once there is damage, the offenders' score does not depend on the non-offenders' error."""
    found = []
    for error in (c, other_c):
        evening = evening_of(form, scores)
        damage = SelfInflicted("NS", certainty(b), certainty(error))
        ruled(evening, damage)
        found.append(everything(evening)[evening.at(1, 1).seating, Side.EW].value)
    assert found[0] == found[1]


@given(four)
@settings(max_examples=25)
def test_turning_the_table_turns_cross_imps(scores):
    turned = [Result(f"{-result.bare_score:+d}") for result in scores]
    one, other = evening_of("cross-imps", scores), evening_of("cross-imps", turned)
    assert one.column(1) == other.column(1, "EW")


def test_divisors_change_the_size_and_not_the_order():
    evening = evening_of("cross-imps", [Result("+620"), Result("+170"), Result("+140"), Result("-100")])
    before = evening.column(1)
    now = evening.session.regulations
    evening.do(AmendRegulations(structs.replace(now, cross_imps=structs.replace(now.cross_imps, divisor="none"))))
    assert evening.column(1) == [Fraction(3) * value for value in before]


@pytest.mark.parametrize("form", ["matchpoints", "butler", "cross-imps", "teams"])
def test_the_offenders_score_says_by_which_ruling_they_have_b_in_full(form):
    evening = evening_of(form, [Result("+420"), Result("-50"), Result("+170"), Result("+430")])
    b, c = certainty(Result("+620")), certainty(Result("+420"))
    assert ruled(evening, SelfInflicted("NS", b, c))
    score = evening.scoreboard.score(evening.at(1, 1), Side.EW).derivation()
    told = [each for each in (score, *score.parts) if each.text.startswith("the offenders have B in full")]
    assert told
    assert all(evening.session.number in each.events for each in told)
