"""Pages brought up to date, however often and wherever the log was cut, are those that are made anew, byte for byte."""

from random import Random

import pytest

from cli.pages.printing import Press
from cli.pages.site import SessionSitePress
from tests.oracle.compare import FORMS, deal
from tests.oracle.play import Played

FORM_NAMES = [form for form in FORMS if not form.startswith("swiss") and "congress" not in form]


@pytest.mark.parametrize(("form", "language"), [*((form, "en") for form in FORM_NAMES), ("matchpoints", "de")])
def test_in_steps_they_are_what_they_are_at_once(form, language):
    """Rulings of every kind, fouled boards, penalties and results not played, on a random evening of each form."""
    rng = Random(f"{form} {language}")
    log = Played(deal(rng.randrange(1000), form)).log
    cuts = [*sorted(rng.sample(range(2, len(log)), 2)), len(log)]
    kept, at = SessionSitePress(Press(language), log[0].session, None), 0
    for cut in cuts:
        made = kept.bring_up(log[at:cut], [])
        at = cut
        anew = SessionSitePress(Press(language), log[0].session, None).bring_up(log[:cut], [])
        assert made.all == anew.all
