"""Outdated rulings: after a correction beneath it a ruling stays in force and waits for a director."""

import pytest

from ledger.bridge import Result, Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Claim,
    Grade,
    Rectified,
    RectifiedResult,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.projections.finality import change_by_ruling, outdated_rulings, outdated_text
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import CorrectResult, MoveResult, ResultCorrected
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import (
    AmendRuling,
    ConfirmRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    RulingConfirmed,
    RulingGiven,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.rulings.state import combine_rulings, register
from ledger.subjects.seating.facts import CorrectSeating
from tests.core.spec import MINUTE, Evening

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
    """Return the full texts of the concerns about outdated rulings."""
    return [outdated_text(evening.scoreboard, each) for each in outdated_rulings(evening.session)]


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
    (found,) = outdated_rulings(corrected(evening).session)
    assert change_by_ruling(evening.scoreboard, found) == {
        side: evening.score(1, 1, side.value) - before[side] for side in Side
    }


def test_a_lead_is_nothing_a_ruling_was_given_on():
    evening = ruled()
    evening.do(CorrectResult(AT, MADE, lead="SA"))
    assert asked(evening) == []


def test_results_exchanged_between_boards_are_corrections_beneath_the_rulings_on_both():
    evening = ruled()
    evening.play(2, ["5CE="])
    evening.do(GiveRuling(Where(2, "1"), Stands(), Grounds(offender="NS", laws=("16B",))))
    evening.do(MoveResult(AT, 2, exchange=True))
    expected = ["R-0001 was given on 4SN=, now 5CE=", "R-0002 was given on 5CE=, now 4SN="]
    assert [each.fact for each in outdated_rulings(evening.session)] == expected


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
    assert recalled.event == TakenBack(second.number, "ruling-confirmed", "R-0001")
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


# Tricks that Law 64A transfers: the log has how many, and the result follows from the table result of the moment


BY_NS = Grounds(offender="NS", laws=("64A1",))


@pytest.fixture
def evening():
    """Three tables; table 1 made 4S, and North–South revoked: one trick goes over."""
    evening = Evening()
    evening.play(1, ["4SN=", "4SN=", "4SN-1"])
    evening.do(GiveRuling(AT, Rectified(1), BY_NS))
    return evening


def line(evening):
    return next(each for each in evening.session.boards[1].values() if each.table == "1")


def scored_as(evening):
    """Return the result a rectified table is scored by, and the law its derivation names."""
    scored = Scoreboard(evening.session).line(line(evening))
    return scored.entry(Side.NS)[0].name, scored.law


def test_the_event_has_the_tricks_and_no_result(evening):
    assert evening.session.rulings["R-0001"].judgement.adjustment == Rectified(1)


@pytest.mark.parametrize(("result", "rectified"), [("4SN+1", "4SN="), ("4SN-1", "4SN-2"), ("3NTW=", "3NTW+1")])
def test_a_corrected_table_result_moves_the_rectified_one(evening, result, rectified):
    assert scored_as(evening) == ("4SN-1", "64A")
    evening.do(CorrectResult(AT, Result(result)))
    assert scored_as(evening) == (rectified, "64A")
    (entry,) = register(evening.session, 5 * MINUTE)
    assert entry.score.adjustment == RectifiedResult(Result(rectified), 1)
    assert repr(entry.score.adjustment) == f"1 trick transferred: {rectified}"


def test_the_derivation_names_the_result_and_the_ruling(evening):
    assert Scoreboard(evening.session).line(line(evening)).events == (3, evening.session.rulings["R-0001"].number)


def test_tricks_are_taken_from_what_was_ruled_on_a_claim(evening):
    evening.do(GiveRuling(AT, Claim(Result("4SN-2")), Grounds(laws=("70A",))))
    assert scored_as(evening)[0] == "4SN-3"
    assert combine_rulings(evening.session, line(evening)).claimed == "4SN-2"


@pytest.mark.parametrize(("result", "why"), [("PASS", "PASS"), ("+420", "no contract"), ("4SN-10", "NS won 0 tricks")])
def test_a_result_without_the_tricks_to_transfer_is_refused(evening, result, why):
    with pytest.raises(Refusal, match=why) as caught:
        evening.do(CorrectResult(AT, Result(result)))
    assert (caught.value.code, scored_as(evening)[0]) == ("has-dependants", "4SN-1")


def test_a_claim_without_the_tricks_to_transfer_is_refused(evening):
    with pytest.raises(Refusal, match="NS won 0 tricks"):
        evening.do(GiveRuling(AT, Claim(Result("4SN-10")), Grounds(laws=("70A",))))


def amended(score: Adjustment | None, grounds: Grounds):
    return [AmendRuling("R-0001", score, grounds)]


def given(score: Adjustment | None, grounds: Grounds):
    return [WithdrawRuling("R-0001", "again"), GiveRuling(AT, score or Rectified(1), grounds)]


def decided(score: Adjustment | None, grounds: Grounds):
    verdict = Adjudication("varied", score or Rectified(2), offender=grounds.offender, reason="so")
    return [LodgeAppeal("R-0001", "EW", "why", ("E", "W")), DecideAppeal("A-0001", verdict)]


DOORS = pytest.mark.parametrize("door", [given, amended, decided])


@DOORS
def test_every_door_transfers_tricks(evening, door):
    for command in door(Rectified(2), BY_NS):
        evening.do(command)
    assert scored_as(evening)[0] == "4SN-2"


@DOORS
@pytest.mark.parametrize(
    ("score", "offender", "code"),
    [
        (Rectified(11), "NS", "tricks-not-won"),
        (Rectified(4), "EW", "tricks-not-won"),
        (Rectified(2), "none", "no-offender"),
        (Rectified(2), "both", "no-offender"),
        (None, "none", "no-offender"),
    ],
)
def test_every_door_refuses_tricks_that_cannot_go(evening, door, score, offender, code):
    *before, last = door(score, Grounds(offender=offender, laws=("64A1",)))
    for command in before:
        evening.do(command)
    with pytest.raises(Refusal) as caught:
        evening.do(last)
    assert caught.value.code == code


def test_a_decision_may_find_that_the_other_side_revoked(evening):
    evening.do(LodgeAppeal("R-0001", "NS", "they revoked", ("N", "S")))
    evening.do(DecideAppeal("A-0001", Adjudication("varied", Rectified(1), offender="EW", reason="so")))
    assert scored_as(evening)[0] == "4SN+1"
