"""What can be typed is what the log knows, and every kind of event has its telling."""

from typing import get_args

import pytest

from cli.words import vocabulary
from cli.words.events import event_text
from ledger.exchange.csv.languages import LANGUAGES
from ledger.facts import appeals, calls, office, participation, reopening, rulings
from ledger.facts.register import KINDS
from ledger.laws import stage_rules, subjects
from ledger.movements.by_name import NAMES as MOVEMENTS
from ledger.projections import case_summary
from ledger.projections.marks import Standing
from ledger.scoring.forms import FORMS

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
    "CARRIES": stage_rules.CarryBy,
    "SUBJECTS": subjects.Subject,
    "SCORE_KINDS": case_summary.ScoreKind,
}


@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_those_of_the_log(name):
    assert tuple(getattr(vocabulary, name)) == get_args(NAMES[name])


def test_the_forms_are_those_there_are():
    assert tuple(FORMS) == vocabulary.FORMS
    assert tuple(LANGUAGES) == vocabulary.LANGUAGES


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_event_has_its_telling(kind):
    nothing = event_text.registry[object]
    assert event_text.dispatch(kind.event) is not nothing


def test_what_is_no_event_has_none():
    with pytest.raises(TypeError, match="str is no event"):
        event_text("no event")


def test_the_movements_that_tab_offers_are_those_there_are():
    assert tuple(MOVEMENTS) == vocabulary.MOVEMENTS
