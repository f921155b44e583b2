"""The chief director signs the regulations in force; what is amended later is not signed by it."""

import pytest

from ledger.decide import Actor, decide
from ledger.errors import Refusal
from ledger.facts import AmendRegulations, AppointOfficial, SignRegulations, Undo
from ledger.facts.office import RegulationsSigned
from ledger.laws import profile_loader
from tests.core.congress import Congress
from tests.core.spec import Evening


@pytest.fixture
def evening():
    evening = Evening()
    for name, office in (("Ahlborn", "chief-director"), ("Cole", "director")):
        evening.do(AppointOfficial(name, office), by="Ahlborn")
    return evening


def test_only_a_chief_director_signs_and_only_once(evening):
    Evening().refuses(SignRegulations(), "no-chief-director")
    evening.refuses(SignRegulations(), "not-your-office", by="Cole")
    (recorded,) = evening.do(SignRegulations(), by="Ahlborn")
    assert recorded.event == RegulationsSigned("default", evening.session.regulations.digest)
    assert recorded.because == (1,)
    again = evening.refuses(SignRegulations(), "nothing-to-change", by="Ahlborn")
    assert f"(#{recorded.number})" in again.message


def test_what_is_amended_is_signed_anew_and_answers_the_amendment(evening):
    evening.do(SignRegulations(), by="Ahlborn")
    exact = profile_loader.changed(evening.session.regulations, {"total.unit": "exact"})
    (amended,) = evening.do(AmendRegulations(exact), by="Ahlborn")
    assert evening.session.signed_regulations[-1].regulations != evening.session.regulations
    (anew,) = evening.do(SignRegulations(), by="Ahlborn")
    assert (anew.event.profile, anew.because) == ("default, total.unit=exact", (amended.number,))
    assert evening.session.signed_regulations[-1].regulations == evening.session.regulations


def test_signatures_are_taken_back_last_first(evening):
    (first,) = evening.do(SignRegulations(), by="Ahlborn")
    acbl = profile_loader.load_profile("acbl")
    evening.do(AmendRegulations(acbl), by="Ahlborn")
    (second,) = evening.do(SignRegulations(), by="Ahlborn")
    evening.refuses(Undo(first), "has-dependants", by="Ahlborn")
    evening.refuses(Undo(second), "not-your-office", by="Cole")
    evening.do(Undo(second, "not yet"), by="Ahlborn")
    assert [each.number for each in evening.session.signed_regulations] == [first.number]
    evening.do(Undo(first), by="Ahlborn")
    evening.refuses(Undo(second), "has-dependants", by="Ahlborn")
    assert evening.session.signed_regulations == ()


def test_a_desk_that_saw_other_regulations_signs_nothing(evening):
    from ledger.decide.holding import still_holds

    seen = evening.session
    evening.do(AppointOfficial("Dahl", "scorer"), by="Ahlborn")
    assert still_holds(SignRegulations(), seen, evening.session)
    evening.do(AmendRegulations(profile_loader.load_profile("wbf")), by="Ahlborn")
    assert not still_holds(SignRegulations(), seen, evening.session)


def test_a_tournament_s_are_signed_too():
    congress = Congress("qualifying")
    with pytest.raises(Refusal, match="nobody is appointed"):
        decide(SignRegulations(), congress.tournament, Actor("Ahlborn", 0))
    congress.do(AppointOfficial("Ahlborn", "chief-director"), by="Ahlborn")
    congress.do(SignRegulations(), by="Ahlborn")
    (signed,) = congress.tournament.signed_regulations
    assert (signed.by, signed.regulations) == ("Ahlborn", congress.tournament.regulations)
