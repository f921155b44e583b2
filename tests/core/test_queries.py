"""Results that are asked about: given a result, when it is queried, confirmed or corrected, then who has said what."""

import pytest

from ledger.bridge import Result
from ledger.facts import (
    AppointOfficial,
    ConfirmResult,
    CorrectResult,
    PublishScores,
    QueryResult,
    RecordResult,
    Undo,
    VoidResult,
    Where,
)
from ledger.facts.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
from tests.core.spec import Evening

AT = Where(1, "1")
BOTH = ("NS", "EW")


@pytest.fixture
def evening():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    return evening


def undo(evening, number):
    return evening.do(Undo(evening.log[number - 1]))


def test_a_query_is_open_until_both_sides_confirm(evening):
    (queried,) = evening.do(QueryResult(AT, "both sides asked"))
    assert queried.event == ResultQueried(1, "1NS", "1EW", "both sides asked", table="1")
    assert queried.because == (evening.at(1, 1).results[-1].number,)
    (one,) = evening.do(ConfirmResult(AT, ("NS",)))
    assert one.because == (queried.because[0], queried.number)
    assert [query.number for query in evening.at(1, 1).open_queries] == [queried.number]
    (other,) = evening.do(ConfirmResult(AT, ("EW",), "by telephone"))
    assert other.event == ResultConfirmed(1, "1NS", "1EW", ("EW",), "by telephone", table="1")
    assert (evening.at(1, 1).open_queries, evening.at(1, 1).confirmed) == ((), True)


def test_no_score_moves(evening):
    before = evening.column(1)
    evening.do(QueryResult(AT, "ten tricks?"))
    evening.do(ConfirmResult(AT, BOTH))
    assert evening.column(1) == before
    assert evening.at(1, 1).events == (evening.at(1, 1).results[-1].number,)


def test_a_correction_closes_the_query_and_says_who_agreed(evening):
    evening.do(QueryResult(AT, "ten tricks?"))
    (corrected,) = evening.do(CorrectResult(AT, Result("4SN-1"), agreed=BOTH))
    assert corrected.event.agreed == BOTH
    assert (evening.at(1, 1).open_queries, evening.at(1, 1).confirmed) == ((), True)
    undo(evening, corrected.number)
    assert [query.question for query in evening.at(1, 1).open_queries] == [
        "ten tricks?"
    ]  # the result that was queried is there again


def test_what_was_confirmed_is_open_again_when_the_result_changes(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(CorrectResult(AT, Result("4SN+1")))
    assert evening.at(1, 1).confirmed_by == set()
    evening.do(CorrectResult(AT, Result("4SN=")))
    assert evening.at(1, 1).confirmed


def test_a_lead_that_is_corrected_is_another_result(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(CorrectResult(AT, Result("4SN="), lead="SA"))
    assert not evening.at(1, 1).confirmed


def test_a_result_that_is_queried_again_is_to_be_confirmed_again(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(QueryResult(AT, "East says nine"))
    assert not evening.at(1, 1).confirmed
    evening.do(QueryResult(AT, "and North too"))
    evening.refuses(QueryResult(AT, "and North too"), "nothing-to-change")
    assert len(evening.at(1, 1).open_queries) == 2


def test_what_cannot_be_asked_or_said(evening):
    evening.refuses(QueryResult(Where(1, "9"), "?"), "no-such-table")
    evening.refuses(QueryResult(Where(9, "1"), "?"), "no-such-board")
    evening.do(ConfirmResult(AT, ("NS",)))
    evening.refuses(ConfirmResult(AT, ("NS",)), "nothing-to-change")
    evening.do(AppointOfficial("Ann", "chief-director"))
    evening.refuses(QueryResult(AT, "?"), "not-your-office", by="passer-by")


def test_a_query_is_taken_back(evening):
    (queried,) = evening.do(QueryResult(AT, "wrong table"))
    (back,) = undo(evening, queried.number)
    assert back.event == QueryWithdrawn(1, "1NS", "1EW", table="1")
    assert evening.at(1, 1).open_queries == ()
    evening.refuses(Undo(evening.log[queried.number - 1]), "undo-nothing")
    evening.refuses(Undo(back), "undo-nothing")


def test_a_confirmation_is_taken_back(evening):
    evening.do(QueryResult(AT, "ten tricks?"))
    (said,) = evening.do(ConfirmResult(AT, BOTH))
    evening.refuses(Undo(evening.log[said.number - 2]), "has-dependants")
    (back,) = undo(evening, said.number)
    assert back.event == ConfirmationWithdrawn(1, "1NS", "1EW", table="1")
    assert [query.question for query in evening.at(1, 1).open_queries] == ["ten tricks?"]
    undo(evening, said.number - 1)
    assert evening.at(1, 1).queries == ()


def test_the_last_goes_first(evening):
    (first,) = evening.do(QueryResult(AT, "one"))
    evening.do(QueryResult(AT, "two"))
    evening.refuses(Undo(first), "has-dependants")


def test_what_was_asked_of_a_voided_result_stays_with_it(evening):
    (queried,) = evening.do(QueryResult(AT, "ten tricks?"))
    evening.do(VoidResult(AT))
    evening.refuses(Undo(queried), "undo-nothing")
    evening.do(RecordResult(evening.where(1, 1), Result("4SN=")))
    assert [query.number for query in evening.at(1, 1).open_queries] == [queried.number]


def test_asking_knows_no_period(evening):
    evening.do(PublishScores())
    evening.do(QueryResult(AT, "ten tricks?"), at=600)
    evening.do(ConfirmResult(AT, BOTH), at=601)
    assert evening.at(1, 1).confirmed
