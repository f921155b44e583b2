"""A tournament's standing given out: what is refused, taking it back, and when it is final."""

import pytest
from msgspec import structs

from ledger.errors import Conflict
from ledger.facts import AddSession, AddStage, GiveRuling, Grounds, LodgeAppeal, PublishScores, Undo
from ledger.facts.heads import StreamHead
from ledger.laws.adjustment import Stands
from ledger.laws.stage_rules import StageRules
from ledger.overall.publication import finality, moved_since, publishing
from tests.core.congress import Congress, evening
from tests.core.spec import MINUTE

NUMBERS = "00" * 32
FRIDAY = StreamHead("friday", 9, "11" * 32)


def congress() -> Congress:
    found = Congress("qualifying")
    found.do(AddSession("qualifying", "friday"))
    return found


def test_what_cannot_be_given_out_is_refused():
    said = congress()
    said.refuses(said.publish(FRIDAY), "no-result")
    said.refuses(said.publish(StreamHead("sunday", 1, "11" * 32), qualifying=NUMBERS), "not-in-tournament")
    said.refuses(said.publish(FRIDAY, final=NUMBERS), "no-such-stage")
    said.do(said.publish(FRIDAY, qualifying=NUMBERS), at=10)
    said.refuses(said.publish(FRIDAY, qualifying=NUMBERS), "nothing-to-change")


def test_what_was_said_of_the_tournament_meanwhile_stops_it():
    said = congress()
    seen = said.publish(FRIDAY, qualifying=NUMBERS)
    said.do(AddSession("qualifying", "saturday"))
    with pytest.raises(Conflict):
        said.decide(seen)


def test_it_is_taken_back_until_its_own_correction_period_is_over():
    said = congress()
    said.do(said.publish(FRIDAY, qualifying=NUMBERS), at=10)
    published = said.log[-1]
    said.refuses(Undo(published), "correction-late", at=41)
    said.do(Undo(published), at=40)
    assert not said.session.publications
    assert not said.tournament.out
    assert said.tournament.stages_given_out == ("qualifying",)


def test_it_has_moved_once_a_number_of_it_is_another():
    said, friday = congress(), evening("4SN=", "4SN-1")
    (stage,) = publishing(said.over(friday=friday), "on the wall").stages
    said.do(said.publish(qualifying=stage.numbers))
    assert not moved_since(said.over(friday=friday))
    assert moved_since(said.over(friday=evening("4SN=", "4SN="))) == {"qualifying": said.session.number}


def test_nobody_can_tell_whether_it_has_moved_where_a_session_of_it_is_not_here():
    said, friday = congress(), evening("4SN=", "4SN-1")
    (stage,) = publishing(said.over(friday=friday), "on the wall").stages
    command = said.publish(qualifying=stage.numbers)
    over = StreamHead("friday", friday.session.number, "00" * 32)
    said.do(structs.replace(command, heads=(*command.heads, over)))
    assert not moved_since(said.over())
    assert moved_since(said.over(friday=evening("4SN=", "4SN=")))


def test_a_stage_without_scores_is_not_given_out():
    said, friday = congress(), evening("4SN=", "4SN-1")
    said.do(AddStage("final", "sessions", StageRules()))
    now = said.over(friday=friday)
    assert [each.stage for each in publishing(now, "").stages] == ["qualifying"]
    assert publishing(now, "", "final").stages == ()


def test_it_is_final_when_the_last_period_of_any_of_its_streams_is_over():
    """Half an hour from each publication: Friday's at 20, the tournament's own at 10."""
    said, friday = congress(), evening("4SN=", "4SN-1")
    waiting = finality(said.over(friday=friday), 0)
    assert waiting.unpublished == (said.session.id, "evening")
    said.do(said.publish(qualifying=NUMBERS), at=10)
    friday.do(PublishScores(), at=20)
    assert finality(said.over(friday=friday), 20 * MINUTE).at == (50 * MINUTE, "evening")


def test_a_ruling_given_late_has_its_own_period_and_an_open_appeal_ends_nothing():
    said, friday = congress(), evening("4SN=", "4SN-1")
    said.do(said.publish(qualifying=NUMBERS), at=10)
    friday.do(PublishScores(), at=10)
    friday.do(GiveRuling(friday.where(1, 1), Stands(), Grounds("none", ())), at=15)
    assert finality(said.over(friday=friday), 15 * MINUTE).at == (45 * MINUTE, "evening")
    friday.do(LodgeAppeal("R-0001", "NS", "it was not so", ("N", "S")), at=16)
    found = finality(said.over(friday=friday), 16 * MINUTE)
    assert (found.open_appeals, found.at) == ((("evening", "A-0001"),), None)
