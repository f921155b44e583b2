"""Who may be entered: numbers that fit the field, names of teams in one line; whichever command enters them."""

import pytest

from ledger.decide import Actor, decide
from ledger.errors import Refusal
from ledger.facts import EnterContestants, OpenSession
from ledger.laws import profile_loader
from ledger.session import Session
from tests.core.spec import Evening

REFUSED = [
    ("matchpoints", 2, "1", "wrong-field"),
    ("matchpoints", 1, "1NS", "wrong-field"),
    ("matchpoints", 2, "Ahlborn", "bad-contestants"),
    ("teams", 1, " Norway", "bad-contestants"),
    ("teams", 1, "Nor\nway", "bad-contestants"),
    ("teams", 1, "", "bad-contestants"),
]


@pytest.mark.parametrize(("scoring", "winners", "label", "code"), REFUSED)
def test_a_label_that_does_not_fit_is_refused_by_every_command(scoring, winners, label, code):
    good = {("matchpoints", 2): "7NS", ("matchpoints", 1): "7", ("teams", 1): "Sweden"}[scoring, winners]
    regulations = profile_loader.load_profile("default")
    for labels in ((label,), (good, label)):
        opening = OpenSession("Evening", None, (1,), winners, regulations, labels, scoring)
        with pytest.raises(Refusal) as caught:
            decide(opening, Session("evening"), Actor("spec", 0))
        assert caught.value.code == code
    evening = Evening(winners=winners, contestants=(good,), scoring=scoring)
    evening.refuses(EnterContestants((label,)), code)
    evening.refuses(EnterContestants((good,)), "nothing-to-change")


def test_who_is_named_twice_is_a_slip_for_another():
    regulations = profile_loader.load_profile("default")
    opening = OpenSession("Evening", None, (1,), 1, regulations, ("1", "2", "1"))
    with pytest.raises(Refusal, match="1 is named twice"):
        decide(opening, Session("evening"), Actor("spec", 0))
    assert "7, 8 are named twice" in Evening(winners=1).refuses(EnterContestants((*"7878",)), "bad-contestants").message
