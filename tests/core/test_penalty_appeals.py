"""Appeals against penalties, which are rulings like any other (Law 92A), and the penalty then in force."""

from fractions import Fraction

import pytest

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned, Stands
from ledger.projections.casework import related_cases
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.derivation import Derivation
from ledger.subjects.appeals.facts import (
    Adjudication,
    AppealFurther,
    ConfirmAppeal,
    DecideAppeal,
    HearAppeal,
    LodgeAppeal,
    ReviewDecision,
    ScreenAppeal,
    WithdrawAppeal,
)
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import Reopening
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.rulings.state import penalty_state
from ledger.trust.examination import examine
from tests.core.spec import MINUTE, Evening, blank

LODGE = LodgeAppeal("P-0001", "contestant", "nobody told us", ("N", "S"), deposit="20 GBP")
FREE, FINED = 4, 3
"""The total of 2NS without the penalty, and with it: a quarter of a top of 4."""


@pytest.fixture
def evening():
    """Three results; 2NS, who has a top, is fined a quarter of one."""
    evening = Evening()
    evening.play(1, ["5HXE-1", "4SN=", "4SN-1"])
    evening.do(ImposePenalty("2NS", Fraction(25), "%", ("90B2",), "late"), by="Cole", at=5)
    return evening


def total(evening: Evening, contestant="2NS") -> Fraction:
    rows = [row for field in standings(evening.scoreboard) for row in field.rows if row.contestant == contestant]
    assert rows[0].total == total_derivation(evening.scoreboard, contestant).value
    return rows[0].exact


def state(evening: Evening, at=60, case="P-0001") -> str:
    return penalty_state(evening.session, evening.session.penalties[case], at * MINUTE)


def decide(verdict, amount=None, unit="%", **more) -> DecideAppeal:
    said = Adjudication(verdict, amount=None if amount is None else Fraction(amount), unit=unit if amount else None)
    return DecideAppeal("A-0001", said, **more)


def texts(node: Derivation) -> list[str]:
    return [node.text, *(text for part in node.parts for text in texts(part))]


def test_an_appeal_changes_nothing_until_it_is_decided(evening):
    evening.do(LODGE, at=10)
    assert (total(evening), state(evening)) == (FINED, "under appeal")


@pytest.mark.parametrize(
    ("decision", "in_force", "off"),
    [
        (decide("upheld"), ("P-0001", 25), 1),
        (decide("varied", 10), ("A-0001", 10), Fraction(2, 5)),
        (decide("varied", 50), ("A-0001", 50), 2),
        (decide("overturned"), None, 0),
    ],
)
def test_what_is_in_force_follows_from_the_penalty_and_the_decision(evening, decision, in_force, off):
    evening.do(LODGE, at=10)
    evening.do(decision, at=20)
    now = evening.session.penalty_in_force("P-0001")
    assert (now and (now.case, now.imposed.amount)) == in_force
    assert (total(evening), state(evening)) == (FREE - off, "decided")
    assert not any(examine(evening.log, "evening").values())


def test_the_derivation_of_the_total_cites_the_appeal(evening):
    evening.do(LODGE, at=10)
    evening.do(decide("varied", 10), at=20)
    told = texts(total_derivation(evening.scoreboard, "2NS"))
    assert "P-0001, penalty as varied in A-0001" in told


def test_the_penalty_the_appeal_and_the_decision_are_one_story(evening):
    evening.do(LODGE, at=10)
    assert related_cases(evening.session, "P-0001") == related_cases(evening.session, "A-0001") == {"P-0001", "A-0001"}


def test_the_next_instance_has_the_last_word_and_each_word_is_taken_back(evening):
    evening.do(LODGE, at=10)
    (_, decided) = evening.do(decide("varied", 10), at=20)
    (further,) = evening.do(AppealFurther("A-0001", "contestant", "the authority", "a principle", ("N", "S")), at=30)
    assert (total(evening), state(evening)) == (FREE - Fraction(2, 5), "under appeal")
    (review,) = evening.do(ReviewDecision("A-0001", Adjudication("overturned")), at=40)
    assert (total(evening), state(evening)) == (FREE, "final")
    for target, left, now in ((review, Fraction(2, 5), "under appeal"), (further, Fraction(2, 5), "decided")):
        evening.do(Undo(target, "wrong"), at=50)
        assert (total(evening), state(evening)) == (FREE - left, now)
    evening.do(Undo(decided, "wrong"), at=50)
    assert (total(evening), state(evening)) == (FINED, "under appeal")
    evening.do(WithdrawAppeal("A-0001", leave="Ann"), at=55)
    assert (total(evening), state(evening)) == (FINED, "standing")


def test_only_who_was_penalised_appeals_and_with_the_concurrence_of_all(evening):
    """Laws 92A, 92D1."""
    for appellant, signed in (
        ("NS", ("N", "S")),
        ("contestant", ("N",)),
        ("contestant", ()),
        ("contestant", ("E", "W")),
        ("contestant", ("N", "W")),
    ):
        evening.refuses(LodgeAppeal("P-0001", appellant, "why", signed), "concurrence", at=10)
    evening.do(LodgeAppeal("P-0001", "director", "a doubt"), at=10)  # Law 81C7: no concurrence needed
    evening.do(LODGE, at=10)
    evening.refuses(LODGE, "appealed-already", at=11)


def test_a_pair_that_sat_both_ways_signs_by_either():
    evening = Evening(winners=1)
    evening.do(RecordResult(Where(1, "1", "7", "8"), Result("4SN=")))
    evening.do(ImposePenalty("7", Fraction(1), "MP"))
    evening.refuses(LodgeAppeal("P-0001", "contestant", "why", ("E", "W")), "concurrence")
    evening.do(LodgeAppeal("P-0001", "contestant", "why", ("N", "S")))


def test_an_individual_appeals_alone_and_a_team_with_its_captain():
    alone = Evening(winners=1)
    alone.do(RecordResult(Where(1, "1", "1+2", "3+4"), Result("4SN=")))
    alone.do(ImposePenalty("3", Fraction(1), "MP"))
    alone.do(LodgeAppeal("P-0001", "contestant", "why"))
    team = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    team.do(RecordResult(Where(1, "open", "X", "Y"), Result("4SN=")))
    team.do(ImposePenalty("X", Fraction(1), "IMP", opponent="Y"))
    team.refuses(LodgeAppeal("P-0001", "contestant", "why"), "concurrence")
    team.do(LodgeAppeal("P-0001", "contestant", "why", captain=True))
    team.refuses(decide("varied", 1, "%"), "wrong-unit")


def test_a_ruling_is_not_appealed_by_a_contestant(evening):
    evening.do(GiveRuling(Where(1, "1"), Stands(), Grounds()))
    refusal = evening.refuses(LodgeAppeal("R-0001", "contestant", "why", ("N", "S")), "concurrence", at=1)
    assert (refusal.message, refusal.hint) == ("a side of the table appeals a ruling", "--by-side NS, or EW")


def test_a_penalty_has_an_appeal_period_of_its_own(evening):
    """Law 92B."""
    evening.do(PublishScores(), at=10)
    assert (state(evening, 40), state(evening, 41)) == ("standing", "final")
    evening.refuses(LODGE, "appeal-late", at=41)
    evening.do(ImposePenalty("3EW", Fraction(1), "MP"), at=30)
    assert state(evening, 60, "P-0002") == "standing"
    evening.do(LodgeAppeal("P-0001", "contestant", "why", ("N", "S"), accept_late="no notice"), at=41)


def test_a_penalty_under_appeal_is_not_withdrawn_and_a_decided_one_is_not_the_directors(evening):
    (imposed,) = (each for each in evening.log if each.name.startswith("penalty-imposed"))
    evening.do(LODGE, at=10)
    evening.refuses(WithdrawPenalty("P-0001"), "has-dependants", at=11)
    evening.refuses(Undo(imposed), "has-dependants", at=11)
    evening.do(decide("varied", 10), at=20)
    evening.refuses(WithdrawPenalty("P-0001"), "final", at=21)
    evening.refuses(LODGE, "final", at=21)
    scoring_error = Reopening("scoring-error", "the organiser", True)
    evening.refuses(WithdrawPenalty("P-0001", reopening=scoring_error), "final", at=21)
    evening.do(WithdrawPenalty("P-0001", reopening=Reopening("authority", "the authority")), at=21)
    assert (total(evening), state(evening)) == (FREE, "withdrawn")
    evening.refuses(LODGE, "case-withdrawn", at=22)


def test_what_a_decision_leaves_to_the_director_he_may_follow(evening):
    evening.do(PublishScores(), at=6)
    evening.do(LODGE, at=10)
    decided = evening.do(decide("recommended"), at=20)[-1]
    evening.do(WithdrawPenalty("P-0001", "as recommended"), at=90)
    evening.refuses(Undo(decided), "has-dependants", at=91)
    (followed,) = evening.do(ImposePenalty("2NS", Fraction(0), "%", beside="A-0001"), at=92)
    assert followed.because == (evening.session.appeals["A-0001"].number,)
    assert total(evening) == FREE


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (decide("varied"), "one-kind"),
        (decide("upheld", 10), "one-kind"),
        (decide("table-result-restored"), "one-kind"),
        (DecideAppeal("A-0001", Adjudication("varied", Assigned(Result("4SN=")))), "one-kind"),
        (decide("varied", 25), "nothing-to-change"),
        (decide("varied", 3, "IMP"), "wrong-unit"),
        (decide("varied", -3), "wrong-unit"),
    ],
)
def test_a_decision_on_a_penalty_states_what_it_can(evening, decision, code):
    evening.do(LODGE, at=10)
    evening.refuses(decision, code, at=20)


def test_a_decision_on_a_ruling_states_no_penalty(evening):
    evening.do(GiveRuling(Where(1, "1"), Stands(), Grounds()))
    evening.do(LodgeAppeal("R-0001", "NS", "why", ("N", "S")), at=10)
    evening.refuses(decide("varied", 10), "one-kind", at=20)


def test_a_committee_does_not_overrule_the_director_in_discipline(evening):
    """Law 93B3: his powers under Law 91; what breaks procedure (Law 90) it may judge as it likes."""
    evening.do(ImposePenalty("3EW", Fraction(1), "MP", ("91A",)))
    evening.do(LodgeAppeal("P-0002", "contestant", "why", ("E", "W")))
    for verdict in ("overturned", "remitted"):
        evening.refuses(DecideAppeal("A-0001", Adjudication(verdict)), "committee-on-law")
    evening.refuses(decide("varied", 1), "committee-on-law")
    evening.do(DecideAppeal("A-0001", Adjudication("recommended", recommendation="a warning will do")))
    evening.do(AppealFurther("A-0001", "contestant", "the authority", "why", ("E", "W")))
    evening.do(ReviewDecision("A-0001", Adjudication("overturned")))
    assert evening.session.penalty_in_force("P-0002") is None


def test_nobody_decides_on_a_penalty_of_his_own(evening):
    for name, office in (("Ann", "chief-director"), ("Cole", "director"), ("Cole", "committee"), ("Berg", "committee")):
        evening.do(AppointOfficial(name, office), by="Ann")
    evening.do(LODGE, by="Ann", at=10)
    evening.refuses(decide("overturned"), "own-ruling", by="Cole", at=20)
    evening.do(decide("overturned"), by="Berg", at=20)


def test_a_warning_is_appealed_too(evening):
    evening.do(ImposePenalty("3EW", Fraction(0), "%", ("74A2",)))
    evening.do(LodgeAppeal("P-0002", "contestant", "why", ("E", "W")))
    evening.do(DecideAppeal("A-0001", Adjudication("overturned")))
    assert evening.session.penalty_in_force("P-0002") is None


# Who heard an appeal decides it; and what a refusal on the way names next


UPHELD = Adjudication("upheld")
HEARD = HearAppeal("A-0001", ("Berg", "Ek"))


@pytest.fixture
def heard() -> Evening:
    """A ruling by Dirk, the director; NS appeals. The chief director is Chief, and there is no committee yet."""
    heard = Evening()
    for table, result in enumerate(("4SN=", "4SN+1", "3SN+1"), start=1):
        heard.do(RecordResult(heard.where(1, table), Result(result)))
    heard.do(AppointOfficial("Chief", "chief-director"))
    heard.do(AppointOfficial("Dirk", "director"), by="Chief")
    grounds = Grounds(**{**blank(), "offender": "NS", "laws": ("16B",)})
    heard.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), grounds), by="Dirk")
    lodged(heard, "NS", "R-0001")
    return heard


def lodged(heard: Evening, side: str, ruling: str) -> None:
    heard.do(LodgeAppeal(ruling, side, "x", tuple(side)), by="Dirk")


def test_what_a_committee_heard_is_not_for_the_chief_director_alone(heard):
    heard.do(HEARD, by="Dirk")
    refusal = heard.refuses(DecideAppeal("A-0001", UPHELD), "heard-by-others", by="Chief")
    assert "`official add Berg --as committee`" in refusal.hint
    assert "official add Ek" in heard.refuses(DecideAppeal("A-0001", UPHELD), "not-your-office", by="Ek").hint
    heard.do(AppointOfficial("Berg", "committee"), by="Chief")
    hint = heard.refuses(DecideAppeal("A-0001", UPHELD), "not-your-office", by="Ek").hint
    assert "`official list` has" in hint
    assert "Berg" not in hint  # without an office, the hint names the office, not a person
    decided = heard.do(DecideAppeal("A-0001", UPHELD), by="Berg")[-1].event
    assert (decided.body, decided.alone) == ("committee", False)


def test_the_chief_director_decides_alone_what_he_heard_alone(heard):
    heard.do(HearAppeal("A-0001", ("chief",)), by="Dirk")
    assert heard.do(DecideAppeal("A-0001", UPHELD), by="Chief")[-1].event.alone


def test_a_point_of_law_is_his_whoever_heard_it(heard):
    heard.do(HEARD, by="Dirk")
    heard.do(ScreenAppeal("A-0001", admitted=True, point="law"), by="Chief")
    heard.do(DecideAppeal("A-0001", UPHELD), by="Chief")


def test_a_refusal_names_what_comes_next(heard):
    assert "--by NAME" in heard.refuses(DecideAppeal("A-0001", UPHELD, "committee"), "not-your-office", "Chief").hint
    heard.do(HEARD, by="Dirk")
    rejected = ScreenAppeal("A-0001", admitted=False)
    assert "`appeal decide A-0001 --upheld`" in heard.refuses(rejected, "heard-already", "Chief").hint
    again = DecideAppeal("A-0001", UPHELD, committee=("Dahl", "Ek"))
    assert '`appeal hear A-0001 --committee "Dahl, Ek"`' in heard.refuses(again, "heard-already", "Chief").hint


def test_what_went_to_the_next_instance_is_reviewed(heard):
    lodged(heard, "EW", "R-0001")
    heard.do(DecideAppeal("A-0001", UPHELD), by="Chief")
    further = AppealFurther("A-0001", "NS", "the NA", "y", ("N", "S"))
    assert "`appeal decide A-0002 --upheld`" in heard.refuses(further, "appeal-open", by="Dirk").hint
    heard.do(DecideAppeal("A-0002", UPHELD), by="Chief")
    heard.do(further, by="Dirk")
    review = "`appeal review A-0001 --upheld`"
    assert review in heard.refuses(further, "appealed-already", by="Dirk").hint
    by_others = AppealFurther("A-0001", "EW", "the NA", "y", ("E", "W"))
    assert "A-0001 went to the NA" in heard.refuses(by_others, "appealed-already", by="Dirk").message
    assert review in heard.refuses(DecideAppeal("A-0001", UPHELD), "decided-already", by="Chief").hint
    lodging = LodgeAppeal("R-0001", "EW", "x", ("E", "W"))
    assert review in heard.refuses(lodging, "final", by="Dirk").hint


def test_an_appeal_that_is_kept_up_was_lodged_against_the_first_ruling(heard):
    better = AmendRuling("R-0001", Assigned(Result("4SN-2")), Grounds(), cause="second-thoughts")
    heard.do(better, by="Dirk")
    heard.do(ConfirmAppeal("A-0001"), by="Dirk")
    message = heard.refuses(WithdrawRuling("R-0002"), "has-dependants", by="Dirk").message
    assert "lodged against R-0001, is kept up against R-0002" in message


def test_nothing_is_said_of_merit_where_nobody_said_it(heard):
    assert heard.do(DecideAppeal("A-0001", UPHELD), by="Chief")[-1].event.merit is None
