"""Memos as events: to whom they are granted, and what is refused. What they say is sealed before (`tests/trust`)."""

import pytest

from ledger.facts import AppointOfficial, CloseSession, FileMemo, GrantMemo, PublishScores, Undo
from ledger.facts.memos import MemoFiled, MemoGranted, MemoWithdrawn
from tests.core.spec import Evening

BERG, COLE, DAHL = "berg+1", "cole+2", "dahl+3"


@pytest.fixture
def evening() -> Evening:
    """An evening with a memo for Berg."""
    evening = Evening()
    evening.play(1, ["4SN=", "4SN="])
    evening.do(FileMemo("AQID", (BERG,)))
    return evening


def done(evening, command):
    return [each.event for each in evening.do(command)]


def test_memos_are_numbered_one_after_the_other_also_where_one_was_withdrawn(evening):
    assert done(evening, Undo(evening.log[-1], "mistaken")) == [MemoWithdrawn("M-0001", "mistaken")]
    assert done(evening, FileMemo("BQYH", (COLE, DAHL))) == [MemoFiled("M-0002", "BQYH", (COLE, DAHL))]


def test_a_memo_nobody_could_read_is_refused(evening):
    evening.refuses(FileMemo("AQID", ()), "no-readers")


def test_it_is_granted_to_more_readers(evening):
    assert done(evening, GrantMemo("M-0001", "BQYH", (BERG, COLE))) == [MemoGranted("M-0001", "BQYH", (BERG, COLE))]
    assert set(evening.session.memos["M-0001"].keys) == {BERG, COLE}
    evening.refuses(GrantMemo("M-0001", "BQYH", (COLE, BERG)), "nothing-to-change")


def test_one_that_is_not_there_or_was_withdrawn_is_neither_granted_nor_withdrawn(evening):
    evening.refuses(GrantMemo("M-0009", "BQYH", (COLE,)), "no-such-case")
    filed = Undo(evening.log[-1])
    evening.do(filed)
    evening.refuses(GrantMemo("M-0001", "BQYH", (COLE,)), "case-withdrawn")
    evening.refuses(filed, "case-withdrawn")


def test_it_moves_no_score_and_is_filed_and_withdrawn_after_the_closing_too(evening):
    before = evening.column(1)
    evening.do(PublishScores())
    evening.do(CloseSession())
    evening.do(FileMemo("BQYH", (COLE,)))
    evening.do(Undo(evening.log[-1]))
    assert evening.session.memos["M-0002"].withdrawn
    assert evening.column(1) == before


def test_a_scorer_files_none(evening):
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    evening.do(AppointOfficial("Falk", "scorer"), by="Ahlborn")
    evening.refuses(FileMemo("BQYH", (COLE,)), "not-your-office", by="Falk")
    evening.do(FileMemo("BQYH", (COLE,)), by="Ahlborn")
