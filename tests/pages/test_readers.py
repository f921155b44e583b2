"""Who may read an event in the hall: its row says so, wherever its class stands."""

import pytest

from cli.pages.history import is_public_event
from ledger.kernel.fact import TakenBack
from ledger.session import Session
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.register import KINDS
from tests.codec.examples import examples

OF_THE_OFFICE = """
    board-reopened result-queried result-confirmed line-set-aside line-settled director-called facts-stated
    call-answered poll-taken poll-opened case-classified case-commented difference-stated players-named text-erased
    official-appointed official-relieved device-paired device-unpaired command-signed regulations-signed
    schema-difference-accepted bundle-imported judgement-signed clock-corrected taken-back
"""


def test_what_the_hall_may_not_read_is_what_is_the_office_s():
    assert [kind.name for kind in KINDS if kind.readers == "office"] == OF_THE_OFFICE.split()
    assert [kind.name for kind in KINDS if kind.readers == "as-stated"] == ["evidence-filed"]


def test_evidence_is_read_where_it_was_said_to_be_public():
    filed = [EvidenceFiled("C-0001", "jpeg", 3, "5" * 64, public=public) for public in (True, False)]
    assert [is_public_event(each) for each in filed] == [True, False]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.reversible], ids=lambda kind: kind.name)
def test_what_takes_an_event_back_is_read_by_who_may_read_that(kind):
    filed = EvidenceFiled("C-0001", "jpeg", 3, "5" * 64, public=True)
    stream = Session("thursday", reversible={7: (filed, kind)})
    back = TakenBack(7, kind.name)
    assert is_public_event(back, stream) is (kind.readers != "office")
    assert is_public_event(back) is (kind.readers == "hall"), "what is not known to be public is the office's"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_to_move_a_class_to_another_module_publishes_nothing(kind, monkeypatch):
    events = [each for each in examples() if type(each) is kind.event]
    before = [is_public_event(each) for each in events]
    monkeypatch.setattr(kind.event, "__module__", "ledger.subjects.play.facts")
    assert events
    assert [is_public_event(each) for each in events] == before
