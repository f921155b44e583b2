"""A contestant deprived of a board has an award alone (Law 15B): nobody else scores, meets it, or is compared."""

from fractions import Fraction

import pytest

from ledger.bridge import Result, Side
from ledger.facts import AmendRuling, GiveRuling, Grounds, RecordResult, Undo, VoidResult, Where, WithdrawRuling
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Grade
from ledger.projections.ripple import ripple
from ledger.projections.stakes import stakes
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from tests.core.spec import Evening

ALONE = Artificial(Grade("A+"), Grade("-"))
GROUNDS = Grounds(offender="outside", laws=("15B",))


def evening(scoring: str = "matchpoints") -> Evening:
    """Board 1 at two tables; pair 3 North–South was to play it too."""
    found = Evening((1, 2), 2, contestants=[f"{n}{side}" for side in ("NS", "EW") for n in (1, 2, 3)], scoring=scoring)
    found.play(1, [420, -50])
    found.play(2, [100, 50])
    return found


def rule(found: Evening, award: Artificial = ALONE, **where):
    return found.do(GiveRuling(Where(1, "3", **({"ns": "3NS"} | where)), award, GROUNDS))


@pytest.mark.parametrize("scoring", [name for name, form in FORMS.items() if not form.teams()])
def test_it_scores_and_the_others_score_as_before(scoring):
    found = evening(scoring)
    before = found.scoreboard
    (event,) = rule(found)
    after = found.scoreboard
    seating = Seating("3NS", "", None, "3")
    assert [change.seating for change in ripple(before, after).changes] == [seating]
    scores = after.board(1)[seating]
    assert scores[Side.NS].counts
    assert not scores[Side.EW].counts
    assert scores[Side.EW].derivation().text == "nobody sat there"
    assert (after.top, found.session.expected) == (before.top, 2)
    rows = {row.contestant: row for field in standings(after) for row in field.rows}
    assert "" not in rows
    assert (rows["3NS"].boards, rows["3NS"].ruled) == (1, True)
    worth = Fraction(3) if after.top is None else after.top * Fraction(3, 5)
    assert scores[Side.NS].value == worth
    assert total_derivation(after, "3NS").value == 2 * worth  # factored up to two boards
    found.do(Undo(event))
    assert not ripple(before, found.scoreboard)


def test_it_may_sit_either_way():
    found = evening()
    rule(found, Artificial(Grade("-"), Grade("A-")), ns=None, ew="3EW")
    (played,) = (each for _, each in found.session.boards_of("3EW"))
    assert played.seating == Seating("", "3EW", None, "3")
    assert found.scoreboard.score(played, Side.EW).value == Fraction(4, 5)


def test_what_is_refused():
    found = evening()
    lone = Where(1, "3", "3NS")
    found.refuses(GiveRuling(Where(1, "3", "3NS", "3EW"), ALONE), "bad-table")
    found.refuses(GiveRuling(Where(1, "3", None, "3EW"), ALONE), "bad-table")
    found.refuses(GiveRuling(Where(1, "1"), ALONE), "bad-artificial")
    found.refuses(GiveRuling(lone, Artificial(Grade("A+"), Grade("A"))), "bad-table")
    found.refuses(GiveRuling(Where(1, "3", "9NS"), ALONE), "no-such-contestant")
    rule(found)
    found.refuses(GiveRuling(lone, ALONE), "already-ruled")
    for score in (
        Assigned(Result("+420")),
        Artificial(Grade("A+"), Grade("A-")),
        Artificial(Grade("-"), Grade("-")),
        Awarded(Fraction(1), Fraction(1), "out"),
    ):
        found.refuses(AmendRuling("R-0001", score), "bad-artificial")
    assert (
        "nobody" in found.refuses(RecordResult(Where(1, "4", "3NS", "3EW"), Result("+420")), "played-already").message
    )
    found.do(AmendRuling("R-0001", Artificial(Grade("A"), Grade("-"))))
    assert found.score(1, 3) == 1


def test_a_team_has_an_opponent():
    found = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    found.refuses(GiveRuling(Where(1, "open", "X"), ALONE), "wrong-form")


def test_only_the_award_itself_is_at_stake():
    found = evening()
    rule(found)
    at_stake = stakes(found.session, found.session.rulings["R-0001"])
    assert [prospect.name for prospect in at_stake.prospects] == ["upheld"]
    assert at_stake.at_any_result == ()


def test_an_award_given_again_is_still_no_table():
    evening = Evening()
    evening.play(1, [420, 420, -50])
    for case in ("R-0001", "R-0002"):
        award = Artificial(Grade("A+"), Grade("-"))
        evening.do(GiveRuling(Where(1, ns="4NS"), award, Grounds(laws=("15B",))))
        assert evening.session.expected == 3
        if case == "R-0001":
            evening.do(WithdrawRuling(case))


def test_a_hint_leads_on():
    """What a refusal names is what works: an award is undone, not voided; who was deprived has its own."""
    found = evening()
    met_again = GiveRuling(Where(1, ns="1NS", ew="3EW"), Artificial(Grade("A"), Grade("A+")), GROUNDS)
    refusal = found.refuses(met_again, "played-already")
    assert "`ruling add 1 --ew 3EW --artificial -/A+ --law 15B`" in refusal.hint
    assert "`result void 1/1 --ns 1NS --ew 1EW`" in refusal.hint
    rule(found, Artificial(Grade("-"), Grade("A+")), ns=None, ew="3EW")
    played = RecordResult(Where(1, "4", "3NS", "3EW"), Result("+420"))
    assert "`undo R-0001`" in found.refuses(played, "played-already").hint
    again = RecordResult(Where(1, "3", "3NS", "3EW"), Result("+420"))
    assert "`undo R-0001`" in found.refuses(again, "table-twice").hint
    assert found.refuses(VoidResult(Where(1, ew="3EW")), "no-result").hint == "`undo R-0001` takes that back"
    alone = found.refuses(GiveRuling(Where(1, "1"), ALONE), "bad-artificial")
    assert "sat at no table of the board" in alone.hint
