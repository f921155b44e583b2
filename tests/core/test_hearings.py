"""Who heard an appeal decides it; and what a refusal on the way names next."""

import pytest

from ledger.bridge import Result
from ledger.facts import (
    Adjudication,
    AmendRuling,
    AppealFurther,
    AppointOfficial,
    ConfirmAppeal,
    DecideAppeal,
    GiveRuling,
    Grounds,
    HearAppeal,
    LodgeAppeal,
    RecordResult,
    ScreenAppeal,
    Where,
    WithdrawRuling,
)
from ledger.laws.adjustment import Assigned
from tests.core.spec import Evening, blank

UPHELD = Adjudication("upheld")
HEARD = HearAppeal("A-0001", ("Berg", "Ek"))


@pytest.fixture
def evening() -> Evening:
    """A ruling by Dirk, the director; NS appeals. The chief director is Chief, and there is no committee yet."""
    evening = Evening()
    for table, result in enumerate(("4SN=", "4SN+1", "3SN+1"), start=1):
        evening.do(RecordResult(evening.where(1, table), Result(result)))
    evening.do(AppointOfficial("Chief", "chief-director"))
    evening.do(AppointOfficial("Dirk", "director"), by="Chief")
    grounds = Grounds(**{**blank(), "offender": "NS", "laws": ("16B",)})
    evening.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), grounds), by="Dirk")
    lodged(evening, "NS", "R-0001")
    return evening


def lodged(evening: Evening, side: str, ruling: str) -> None:
    evening.do(LodgeAppeal(ruling, side, "x", tuple(side)), by="Dirk")


def test_what_a_committee_heard_is_not_for_the_chief_director_alone(evening):
    evening.do(HEARD, by="Dirk")
    refusal = evening.refuses(DecideAppeal("A-0001", UPHELD), "heard-by-others", by="Chief")
    assert "`official add Berg --as committee`" in refusal.hint
    assert "official add Ek" in evening.refuses(DecideAppeal("A-0001", UPHELD), "not-your-office", by="Ek").hint
    evening.do(AppointOfficial("Berg", "committee"), by="Chief")
    hint = evening.refuses(DecideAppeal("A-0001", UPHELD), "not-your-office", by="Ek").hint
    assert "`official list` shows" in hint
    assert "Berg" not in hint  # who is nobody is told the office, not whose name to type
    decided = evening.do(DecideAppeal("A-0001", UPHELD), by="Berg")[-1].event
    assert (decided.body, decided.alone) == ("committee", False)


def test_the_chief_director_decides_alone_what_he_heard_alone(evening):
    evening.do(HearAppeal("A-0001", ("chief",)), by="Dirk")
    assert evening.do(DecideAppeal("A-0001", UPHELD), by="Chief")[-1].event.alone


def test_a_point_of_law_is_his_whoever_heard_it(evening):
    evening.do(HEARD, by="Dirk")
    evening.do(ScreenAppeal("A-0001", admitted=True, point="law"), by="Chief")
    evening.do(DecideAppeal("A-0001", UPHELD), by="Chief")


def test_a_refusal_names_what_comes_next(evening):
    assert "--by NAME" in evening.refuses(DecideAppeal("A-0001", UPHELD, "committee"), "not-your-office", "Chief").hint
    evening.do(HEARD, by="Dirk")
    rejected = ScreenAppeal("A-0001", admitted=False)
    assert "`appeal decide A-0001 …`" in evening.refuses(rejected, "heard-already", "Chief").hint
    again = DecideAppeal("A-0001", UPHELD, committee=("Dahl", "Ek"))
    assert '`appeal hear A-0001 --committee "Dahl, Ek"`' in evening.refuses(again, "heard-already", "Chief").hint


def test_what_went_to_the_next_instance_is_reviewed(evening):
    lodged(evening, "EW", "R-0001")
    evening.do(DecideAppeal("A-0001", UPHELD), by="Chief")
    further = AppealFurther("A-0001", "NS", "the NA", "y", ("N", "S"))
    assert "`appeal decide A-0002 …`" in evening.refuses(further, "appeal-open", by="Dirk").hint
    evening.do(DecideAppeal("A-0002", UPHELD), by="Chief")
    evening.do(further, by="Dirk")
    review = "`appeal review A-0001 …`"
    assert review in evening.refuses(further, "appealed-already", by="Dirk").hint
    by_others = AppealFurther("A-0001", "EW", "the NA", "y", ("E", "W"))
    assert "A-0001 went to the NA" in evening.refuses(by_others, "appealed-already", by="Dirk").message
    assert review in evening.refuses(DecideAppeal("A-0001", UPHELD), "decided-already", by="Chief").hint
    lodging = LodgeAppeal("R-0001", "EW", "x", ("E", "W"))
    assert review in evening.refuses(lodging, "final", by="Dirk").hint


def test_an_appeal_that_is_kept_up_was_lodged_against_the_first_ruling(evening):
    better = AmendRuling("R-0001", Assigned(Result("4SN-2")), Grounds(), cause="second-thoughts")
    evening.do(better, by="Dirk")
    evening.do(ConfirmAppeal("A-0001"), by="Dirk")
    message = evening.refuses(WithdrawRuling("R-0002"), "has-dependants", by="Dirk").message
    assert "lodged against R-0001, is kept up against R-0002" in message


def test_nothing_is_said_of_merit_where_nobody_said_it(evening):
    assert evening.do(DecideAppeal("A-0001", UPHELD), by="Chief")[-1].event.merit is None
