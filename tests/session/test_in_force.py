"""The facts in force: what takes a fact back, and what brings it back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.kernel.in_force import FactsInForce
from ledger.subjects.matches.facts import MatchVoided
from ledger.subjects.play.facts import CarryOverSet
from ledger.subjects.queue.facts import LineSetAside, LineSettled

VOID = MatchVoided(("1", "2"), (1, 2))
OTHER = MatchVoided(("3", "4"), (1, 2))


def said(number: int, event: Event, *because: int) -> Envelope:
    return Envelope("thursday", number, "", event, "", 0, 0, 0, "Ahlborn", because)


def back(number: int, *, again: bool = False) -> TakenBack:
    return TakenBack(number, "match-voided", again=again)


def found() -> FactsInForce[MatchVoided]:
    facts = FactsInForce[MatchVoided]()
    facts.state(said(3, VOID), VOID)
    facts.state(said(4, OTHER), OTHER)
    return facts


def test_what_is_taken_back_does_not_hold_and_what_took_it_back_is_known() -> None:
    facts = found()
    assert facts.turn(said(5, back(3))) == VOID
    assert facts.facts == {4: OTHER}
    assert (facts.taken_back[3].fact, facts.taken_back[3].by.number) == (VOID, 5)


def test_it_comes_back_in_the_order_of_what_was_said_and_goes_again() -> None:
    facts = found()
    facts.turn(said(5, back(3)))
    assert facts.turn(said(6, back(3, again=True))) == VOID
    assert (list(facts.facts.items()), facts.taken_back) == ([(3, VOID), (4, OTHER)], {})
    assert facts.turn(said(7, back(3))) == VOID
    assert list(facts.facts) == [4]


@pytest.mark.parametrize("wrong", [TakenBack(9, "match-voided"), TakenBack(3, "match-voided", again=True)])
def test_what_is_no_fact_or_holds_already_does_not_turn(wrong) -> None:
    facts = found()
    with pytest.raises(KeyError):
        facts.turn(said(5, wrong))
    assert list(facts.facts) == [3, 4]


def test_a_kind_that_its_own_kind_takes_back_states_nothing_where_it_does() -> None:
    carried = FactsInForce[CarryOverSet]()
    first, then = CarryOverSet("1", Fraction(3)), CarryOverSet("1", Fraction(5))
    carried.restate(said(3, first), first)
    carried.restate(said(4, then), then)
    carried.restate(said(5, first, 4), first)
    assert (list(carried.facts), list(carried.taken_back)) == ([3], [4])
    carried.restate(said(6, then, 5), then)
    assert (list(carried.facts), list(carried.taken_back)) == ([3, 4], [])


def test_what_is_said_anew_after_it_was_settled_is_a_fact_of_its_own() -> None:
    line = LineSetAside("thursday.bws table 1", "no such board")
    queue = FactsInForce[LineSetAside]()
    queue.state(said(3, line), line)
    queue.take_back(said(4, LineSettled(3, "skipped"), 3), [3])
    queue.state(said(5, line, 4), line)
    assert (list(queue.facts), list(queue.taken_back)) == ([5], [3])


def test_a_copy_is_changed_apart_and_a_change_reaches_what_may_come_back() -> None:
    facts = found()
    later = facts.copy()
    later.turn(said(5, back(3)))
    assert (list(facts.facts), facts.taken_back) == ([3, 4], {})
    facts.state(said(5, VOID), VOID)
    assert (list(facts.facts), list(later.facts)) == ([3, 4, 5], [4])
    changed = later.each(lambda fact: OTHER)
    changed.turn(said(6, back(3, again=True)))
    assert list(changed.facts.values()) == [OTHER, OTHER]
