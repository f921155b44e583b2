"""Undo of what is said anew and anew: regulations, carry-over, the number of results. What was said is taken back in
reverse order, and what was taken back comes back.
"""

from fractions import Fraction

import pytest

from ledger.laws.profile_loader import change_regulations, load_profile
from ledger.subjects.play.facts import AmendRegulations, ExpectResults, SetCarryOver
from ledger.subjects.rulings.facts import Undo
from tests.core.spec import Evening

A_TEAM = "X"


def amend(minutes: str) -> AmendRegulations:
    return AmendRegulations(change_regulations(load_profile("default"), {"periods.appeal_minutes": minutes}))


MATTERS = {
    "results expected": (
        "matchpoints",
        [ExpectResults(13), ExpectResults(12), ExpectResults(11)],
        lambda session: session.results_expected,
    ),
    "carry-over": (
        "knockout",
        [SetCarryOver(A_TEAM, Fraction(imps)) for imps in (5, 7, 9)],
        lambda session: (carried := session.carried(A_TEAM)) and carried.imps,
    ),
    "regulations": (
        "matchpoints",
        [amend("40"), amend("50"), amend("60")],
        lambda session: session.regulations.periods.appeal_minutes,
    ),
}
pytestmark = pytest.mark.parametrize("matter", MATTERS)


def said(matter, many):
    """An evening on which it was said so often, the commands' events, and what holds after each."""
    scoring, commands, holds = MATTERS[matter]
    teams = (A_TEAM, "Y") if scoring == "knockout" else ()
    evening = Evening(winners=1, scoring=scoring, contestants=teams)
    held, events = [holds(evening.session)], []
    for command in commands[:many]:
        events += evening.do(command)
        held.append(holds(evening.session))
    assert len({*held}) == many + 1
    return evening, events, held, lambda: holds(evening.session)


def test_in_reverse_order_everything_is_taken_back(matter):
    evening, events, held, now = said(matter, 3)
    for event, before in reversed([*zip(events, held, strict=False)]):
        (back,) = evening.do(Undo(event))
        assert (now(), back.because) == (before, (event.number,))
        evening.refuses(Undo(event), "undo-nothing")
    first, *_ = MATTERS[matter][1]
    evening.do(first)
    assert now() == held[1]


def test_what_was_taken_back_comes_back_in_the_same_way(matter):
    evening, events, held, now = said(matter, 2)
    undos = [evening.do(Undo(event))[0] for event in reversed(events)]
    assert now() == held[0]
    evening.do(Undo(undos.pop()))
    assert now() == held[1]
    (again,) = evening.do(Undo(undos.pop()))
    assert now() == held[2]
    evening.do(Undo(again))
    assert now() == held[1]
    evening.do(Undo(events[0]))
    assert now() == held[0]


def test_what_something_was_said_after_stays(matter):
    evening, (first, then), held, now = said(matter, 2)
    assert f"#{then.number}" in evening.refuses(Undo(first), "has-dependants").message
    (back,) = evening.do(Undo(then))
    evening.do(MATTERS[matter][1][2])
    last = evening.log[-1]
    for earlier in (first, back):
        assert f"#{last.number}" in evening.refuses(Undo(earlier), "has-dependants").message
    evening.do(Undo(last))
    evening.do(Undo(back))
    assert now() == held[2]


def test_the_event_says_what_holds_after_it(matter):
    """Who reads one line of the log has what it comes to: that of the second is the first said again."""
    evening, (first, then), _, _ = said(matter, 2)
    (back,) = evening.do(Undo(then))
    assert back.event == first.event
