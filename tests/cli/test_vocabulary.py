"""What can be typed is what the log knows."""

from typing import get_args

import pytest

from cli.words import vocabulary
from cli.words.events import PLAIN, event_text
from ledger.exchange.csv.cells import LANGUAGES
from ledger.laws import citation, regulations
from ledger.movements.kinds import NAMES as MOVEMENTS
from ledger.projections import case_search
from ledger.projections.tally import Standing
from ledger.scoring.forms import FORMS
from ledger.subjects import reopening
from ledger.subjects.appeals import facts as appeals
from ledger.subjects.calls import facts as calls
from ledger.subjects.office import facts as office
from ledger.subjects.participation import facts as participation
from ledger.subjects.register import KINDS
from ledger.subjects.rulings import facts as rulings

NAMES = {
    "OFFENDERS": rulings.Offender,
    "FAULTS": rulings.Offender,
    "WITHOUT_STANDING": participation.WithoutStanding,
    "STANDINGS": Standing,
    "CAUSES": rulings.Cause,
    "REOPENINGS": reopening.ReopeningCause,
    "STAGES": calls.Stage,
    "SEATS": calls.Caller,
    "ANSWERS": calls.Answer,
    "VERDICTS": appeals.Verdict,
    "BODIES": appeals.Body,
    "POINTS": appeals.Point,
    "MERITS": appeals.Merit,
    "DEPOSITS": appeals.DepositFate,
    "OFFICES": office.OfficeName,
    "CARRIES": regulations.CarryBy,
    "SUBJECTS": citation.Subject,
    "SCORE_KINDS": case_search.ScoreKind,
}


@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_those_of_the_log(name):
    assert tuple(getattr(vocabulary, name)) == get_args(NAMES[name])


def test_the_forms_are_those_there_are():
    assert tuple(FORMS) == vocabulary.FORMS
    assert tuple(LANGUAGES) == vocabulary.LANGUAGES


def test_a_plain_text_is_of_a_kind_there_is():
    assert {*PLAIN} <= {kind.name for kind in KINDS}


def test_what_is_no_event_has_none():
    with pytest.raises(TypeError, match="str is no event"):
        event_text("no event")


def test_the_movements_that_tab_offers_are_those_there_are():
    assert tuple(MOVEMENTS) == vocabulary.MOVEMENTS
