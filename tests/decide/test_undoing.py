"""Undo of regulations and penalties, and what a reopening, an import and a refusal name."""

from fractions import Fraction

import pytest
from msgspec import structs
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.laws.adjustment import Assigned, Stands
from ledger.projections.casework import related_events
from ledger.projections.standings import standings
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.play.facts import AmendRegulations, OpenSession, ResultCorrected, ResultRecorded
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import BoardReopened, Reopening
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import Evening

FROM_ABOVE = Reopening("authority", "the national authority")
LATE = 100


def ruled() -> Evening:
    """A ruling at table 2, published."""
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN=", "4SN-1"])
    evening.do(GiveRuling(evening.where(1, 2), Assigned(Result("4SN-1")), Grounds()))
    evening.do(PublishScores())
    return evening


def amend(evening: Evening):
    return AmendRuling("R-0001", None, Grounds(facts="as found since"), reopening=FROM_ABOVE)


def withdraw(evening: Evening):
    return WithdrawRuling("R-0001", "the wrong table", reopening=FROM_ABOVE)


def reinstate(evening: Evening):
    return Undo(evening.do(WithdrawRuling("R-0001", "the wrong table"))[-1], "right after all", reopening=FROM_ABOVE)


@pytest.mark.parametrize("late", [amend, withdraw, reinstate])
def test_a_reopening_for_a_ruling_names_its_board(late):
    evening = ruled()
    command = late(evening)
    evening.refuses(replace(command, reopening=None), "final", at=LATE)
    reopening, answer = evening.do(command, at=LATE)
    assert isinstance(reopening.event, BoardReopened)
    assert (reopening.event.board, reopening.event.at.pair) == (1, ("2NS", "2EW"))
    assert reopening.number in answer.because


def test_a_reopening_stands_among_the_events_of_its_case():
    evening = ruled()
    reopening, answer = evening.do(amend(evening), at=LATE)
    numbers = [envelope.number for envelope in related_events(evening.session, evening.log, "R-0001")]
    assert numbers[-2:] == [reopening.number, answer.number]


def scale(evening: Evening, scale: str):
    now = evening.session.regulations
    return AmendRegulations(structs.replace(now, matchpoints=structs.replace(now.matchpoints, scale=scale)))


def test_undo_of_amended_regulations_restores_those_before():
    evening = Evening()
    evening.play(1, [100, 0, -100])
    seen = [evening.column(1)]
    amendments = []
    for wanted in ("1/0.5/0", "ascherman"):
        amendments += evening.do(scale(evening, wanted))
        seen.append(evening.column(1))
    assert len({tuple(column) for column in seen}) == 3
    refused = evening.refuses(Undo(amendments[0]), "has-dependants")
    assert f"#{amendments[1].number}" in refused.message
    evening.do(Undo(amendments[1], "announced wrongly"))
    assert evening.column(1) == seen[1]
    evening.do(Undo(amendments[0]))
    assert evening.column(1) == seen[0]
    assert evening.session.regulations == evening.session.opening.regulations


def total(evening: Evening, contestant: str) -> Fraction:
    return next(
        row.exact for each in standings(evening.scoreboard) for row in each.rows if row.contestant == contestant
    )


def test_a_penalty_withdrawn_and_reinstated_since_is_undone_by_its_latest_word():
    evening = Evening()
    evening.play(1, [100, 0, -100])
    free = total(evening, "1NS")
    (imposed,) = evening.do(ImposePenalty("1NS", Fraction(1), "MP", ("90A",)))
    (withdrawn,) = evening.do(WithdrawPenalty("P-0001"))
    (reinstated,) = evening.do(Undo(withdrawn, "it stands"))
    assert total(evening, "1NS") == free - 1
    for earlier in (imposed, withdrawn):
        refused = evening.refuses(Undo(earlier), "has-dependants")
        assert f"#{reinstated.number}" in refused.message
    (again,) = evening.do(Undo(reinstated, "it does not"))
    assert total(evening, "1NS") == free
    evening.do(Undo(again))
    assert total(evening, "1NS") == free - 1


def sheet(evening: Evening, result: str) -> ImportSheet:
    opened = evening.session.opening
    opening = OpenSession(opened.title, opened.date, opened.boards, opened.winners, opened.regulations)
    return ImportSheet(opening, (SheetLine("line 1", evening.where(1, 1), Result(result)),))


def test_an_imported_result_equal_to_one_typed_by_hand_is_recorded_once():
    evening = Evening()
    evening.play(1, ["4SN="])
    assert evening.do(sheet(evening, "4SN=")) == []
    (corrected,) = evening.do(sheet(evening, "4SN-1"))
    assert isinstance(corrected.event, ResultCorrected)
    assert corrected.event.imported
    assert corrected.because == (evening.log[-2].number,)
    assert evening.do(sheet(evening, "4SN-1")) == []
    assert [type(each.event) for each in evening.log[-2:]] == [ResultRecorded, ResultCorrected]


def test_the_refusal_of_another_appeal_names_the_last_that_was_decided():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    evening.rule(1, 1, Stands())
    for side in ("NS", "EW"):
        evening.do(LodgeAppeal("R-0001", side, "damaged", tuple(side)))
    evening.do(DecideAppeal("A-0002", Adjudication("upheld")))
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")))
    refused = evening.refuses(LodgeAppeal("R-0001", "director", "unsure"), "final")
    assert "decided on appeal: A-0001" in refused.message
    assert "appeal further A-0001" in refused.hint


def test_while_corrections_are_open_rulings_may_be_asked_for_though_appeals_are_over():
    """A correction period longer than the appeal period: what is found in it can still be ruled on (Law 81C3)."""
    evening = Evening()
    now = evening.session.regulations
    periods = structs.replace(now.periods, correction_minutes=60, appeal_minutes=30)
    evening.do(AmendRegulations(structs.replace(now, periods=periods)))
    evening.play(1, ["5HE-1", "4SN="])
    evening.do(PublishScores())
    command = GiveRuling(evening.where(1, 1), Stands(), Grounds())
    evening.refuses(command, "ruling-late", at=61)
    evening.do(GiveRuling(evening.where(1, 2), Stands(), Grounds()), at=5)
    evening.do(command, at=60)
    evening.do(AmendRuling("R-0001", None, Grounds(facts="slow")), at=60)  # given at 5, to be appealed until 35
    evening.refuses(AmendRuling("R-0001", None, Grounds(facts="quick")), "final", at=61)
