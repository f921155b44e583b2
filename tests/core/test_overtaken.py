"""A correction beneath a ruling: the ruling stays in force, and waits until somebody looks at it again."""

import pytest

from ledger.bridge import Result, Side
from ledger.facts import (
    AmendRuling,
    AppointOfficial,
    ConfirmRuling,
    CorrectResult,
    CorrectSeating,
    DecideAppeal,
    GiveRuling,
    Grounds,
    ImposePenalty,
    LodgeAppeal,
    MoveResult,
    PublishScores,
    Undo,
    VoidResult,
    Where,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.facts.appeals import Adjudication
from ledger.facts.play import ResultCorrected
from ledger.facts.rulings import RulingConfirmationRecalled, RulingConfirmed, RulingGiven
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands, Weighted, parse_weighting
from ledger.projections.overtaken import moved, overtaken_text
from ledger.session.overtaken import overtaken
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")
AT = Where(1, "1")
SIXTY = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))


def ruled(adjustment=None, **more):
    """Three tables of board 1; on the first, 4SN=, a director ruled."""
    evening = Evening(boards=(1, 2), winners=1, **more)
    evening.play(1, ["4SN=", "4SN-1", "3NS="])
    evening.do(GiveRuling(AT, adjustment or Stands(), Grounds(offender="EW", laws=("16B",))))
    return evening


def corrected(evening, result=DOWN):
    evening.do(CorrectResult(AT, result))
    return evening


def asked(evening):
    """What is to be looked at again, in full."""
    return [overtaken_text(evening.scoreboard, each) for each in overtaken(evening.session)]


def event(evening, kind):
    return next(each for each in reversed(evening.log) if isinstance(each.event, kind))


# What is told


def test_what_changed_beneath_a_ruling_is_told_with_who_moves_by_it():
    (text,) = asked(corrected(ruled()))
    assert text == "R-0001 was given on 4SN=, now 4SN-1: -3 MP for NS, +3 MP for EW"


def test_a_correction_under_a_score_that_does_not_rest_on_the_result_moves_nobody():
    for adjustment in (SIXTY, Artificial(Grade("60"), Grade("40"))):
        assert asked(corrected(ruled(adjustment))) == ["R-0001 was given on 4SN=, now 4SN-1: no score moves"]


def test_by_how_much_they_move_is_what_the_correction_moved():
    evening = ruled()
    before = {side: evening.score(1, 1, side.value) for side in Side}
    (found,) = overtaken(corrected(evening).session)
    assert moved(evening.scoreboard, found) == {side: evening.score(1, 1, side.value) - before[side] for side in Side}


def test_a_lead_is_nothing_a_ruling_was_given_on():
    evening = ruled()
    evening.do(CorrectResult(AT, MADE, lead="SA"))
    assert asked(evening) == []


def test_results_exchanged_between_boards_are_corrections_beneath_the_rulings_on_both():
    evening = ruled()
    evening.play(2, ["5CE="])
    evening.do(GiveRuling(Where(2, "1"), Stands(), Grounds(offender="NS", laws=("16B",))))
    evening.do(MoveResult(AT, 2, exchange=True))
    assert [each.fact for each in overtaken(evening.session)] == [
        "R-0001 was given on 4SN=, now 5CE=",
        "R-0002 was given on 5CE=, now 4SN=",
    ]


def test_who_sat_there_is_what_a_ruling_was_given_on_too():
    evening = ruled()
    evening.do(CorrectSeating(AT, Where(1, ns="2", ew="1")))
    assert asked(evening) == ["R-0001 was given on 1 v 2, now 2 v 1"]
    corrected(evening)
    assert asked(evening) == ["R-0001 was given on 4SN= and 1 v 2, now 4SN-1 and 2 v 1"]
    evening.do(ConfirmRuling("R-0001"))
    assert asked(evening) == []


def test_seats_are_what_a_ruling_without_a_result_rests_on():
    evening = Evening(winners=1)
    evening.play(1, ["4SN="])
    evening.rule(1, 2, Artificial(Grade("60"), Grade("40")))
    evening.do(CorrectSeating(Where(1, "2"), Where(1, ns="4", ew="3")))
    assert asked(evening) == ["R-0001 was given on 3 v 4, now 4 v 3"]


def test_a_table_that_is_called_otherwise_is_the_same_play():
    evening = ruled()
    evening.do(CorrectSeating(AT, Where(1, "7")))
    assert asked(evening) == []


def test_a_result_is_not_voided_under_a_ruling():
    ruled().refuses(VoidResult(AT), "has-dependants")


# What rests on it


def test_an_appeal_and_a_penalty_rest_on_what_the_ruling_rests_on():
    evening = ruled()
    evening.do(ImposePenalty("2", 10, "%", beside="R-0001"))
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.do(LodgeAppeal("P-0001", "contestant", "too much", ("E", "W")))
    evening.do(ImposePenalty("2", 10, "%", beside="A-0001"))
    evening.do(ImposePenalty("2", 10, "%"))
    (text,) = asked(corrected(evening))
    assert text.endswith("for EW; A-0001, P-0001, P-0002 and A-0002 rest on it")
    evening.do(WithdrawPenalty("P-0002"))
    (text,) = asked(evening)
    assert text.endswith("; A-0001, P-0001 and A-0002 rest on it")


def test_a_penalty_stays_with_the_ruling_it_was_given_with_though_another_took_its_place():
    evening = ruled()
    evening.do(ImposePenalty("2", 10, "%", beside="R-0001"))
    evening.do(AmendRuling("R-0001", SIXTY, cause="second-thoughts"))
    assert asked(corrected(evening)) == ["R-0002 was given on 4SN=, now 4SN-1: no score moves; P-0001 rests on it"]


def test_what_a_committee_decided_was_decided_on_the_result_of_that_time():
    evening = ruled()
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    corrected(evening, Result("4SN+1"))
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")))
    assert asked(evening) == []
    corrected(evening)
    assert asked(evening) == ["A-0001 decided R-0001 on 4SN+1, now 4SN-1: -3 MP for NS, +3 MP for EW"]
    evening.do(ConfirmRuling("R-0001", "the committee was asked"))
    assert asked(evening) == []


# Who looked at it again


LOOKED = {
    "confirmed": ConfirmRuling("R-0001"),
    "amended": AmendRuling("R-0001", None, Grounds(facts="nine tricks")),
    "superseded": AmendRuling("R-0001", Assigned(MADE), cause="second-thoughts"),
    "withdrawn": WithdrawRuling("R-0001"),
    "corrected back": CorrectResult(AT, MADE),
}


@pytest.mark.parametrize("command", LOOKED.values(), ids=LOOKED)
def test_who_looks_at_it_again_is_asked_no_more_and_who_takes_that_back_is(command):
    evening = corrected(ruled())
    before = asked(evening)
    (said,) = evening.do(command)
    assert asked(evening) == []
    evening.do(Undo(said))
    assert asked(evening) == before


def test_a_ruling_that_was_taken_back_and_given_again_stands_on_what_it_was_given_on():
    evening = ruled()
    (withdrawn,) = evening.do(WithdrawRuling("R-0001"))
    corrected(evening)
    assert asked(evening) == []
    evening.do(Undo(withdrawn))
    assert len(asked(evening)) == 1


def test_a_confirmation_holds_for_what_it_was_said_of():
    evening = corrected(ruled())
    (confirmed,) = evening.do(ConfirmRuling("R-0001", "no difference"))
    assert isinstance(confirmed.event, RulingConfirmed)
    ruling, correction = event(evening, RulingGiven), event(evening, ResultCorrected)
    assert confirmed.because == (ruling.number, correction.number)
    corrected(evening, Result("4SN-2"))
    assert asked(evening) == ["R-0001 was confirmed on 4SN-1, now 4SN-2: -1 MP for NS, +1 MP for EW"]
    corrected(evening)
    assert asked(evening) == []


def test_nothing_is_confirmed_where_nothing_changed():
    evening = ruled()
    evening.refuses(ConfirmRuling("R-0001"), "nothing-to-change")
    corrected(evening).do(ConfirmRuling("R-0001"))
    evening.refuses(ConfirmRuling("R-0001"), "nothing-to-change")
    evening.refuses(ConfirmRuling("R-0002"), "no-such-case")
    evening.do(WithdrawRuling("R-0001"))
    evening.refuses(ConfirmRuling("R-0001"), "case-withdrawn")


def test_confirmations_are_taken_back_from_the_last():
    evening = corrected(ruled())
    (first,) = evening.do(ConfirmRuling("R-0001"))
    corrected(evening, Result("4SN-2"))
    (second,) = evening.do(ConfirmRuling("R-0001"))
    evening.refuses(Undo(first), "has-dependants")
    (recalled,) = evening.do(Undo(second))
    assert isinstance(recalled.event, RulingConfirmationRecalled)
    evening.refuses(Undo(second), "undo-nothing")
    evening.do(Undo(first))
    assert asked(evening) == ["R-0001 was given on 4SN=, now 4SN-2: -4 MP for NS, +4 MP for EW"]


def test_a_confirmation_is_a_directors():
    evening = corrected(ruled())
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    evening.do(AppointOfficial("Dahl", "scorer"), by="Ahlborn")
    evening.refuses(ConfirmRuling("R-0001"), "not-your-office", by="Dahl")
    evening.do(ConfirmRuling("R-0001"), by="Ahlborn")


def test_a_confirmation_changes_no_score_and_needs_no_period():
    evening = ruled()
    evening.do(PublishScores())
    corrected(evening)
    before = evening.score(1, 1)
    evening.do(ConfirmRuling("R-0001"), at=24 * 60)
    assert evening.score(1, 1) == before
