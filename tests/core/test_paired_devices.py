"""Devices of officials: paired, unpaired, and what each may record."""

import pytest

from ledger.bridge import Result
from ledger.decide import Actor, decide, may_decide_later
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Stands
from ledger.subjects.office.facts import (
    AppointOfficial,
    DevicePaired,
    DeviceUnpaired,
    PairDevice,
    RelieveOfficial,
    UnpairDevice,
)
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Undo
from tests.core.spec import Evening

KEY, OTHER = "A" * 43 + "=", "B" * 43 + "="
TIED = "ahlborn+8611f421+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
RULING = GiveRuling(Where(1, "1"), Stands())
OFFICIALS = {"Ahlborn": "chief-director", "Cole": "director", "Dahl": "scorer"}


@pytest.fixture
def given():
    """Three officials; Cole and Dahl have a device each."""
    given = Evening()
    given.play(1, ["4SN=", "4SN-1"])
    for name, office in OFFICIALS.items():
        given.do(AppointOfficial(name, office), by="Ahlborn")
    for name, key in (("Cole", KEY), ("Dahl", OTHER)):
        given.do(PairDevice(name, f"{name}-1", key), by="Ahlborn")
    return given


def tried(given, command, by, device):
    return decide(command, given.session, Actor(by, 0, device=device)).uncommitted


def refused(given, command, by, device):
    with pytest.raises(Refusal) as caught:
        tried(given, command, by, device)
    return caught.value.code


def test_a_chief_director_pairs_and_any_director_unpairs(given):
    assert given.log[-1].event == DevicePaired("Dahl", "Dahl-1", OTHER)
    given.refuses(PairDevice("Cole", "Cole-2", "C" * 43 + "="), "not-your-office", by="Cole")
    given.refuses(UnpairDevice("Cole-1"), "not-your-office", by="Dahl")
    (event,) = given.do(UnpairDevice("Dahl-1", "lost"), by="Cole")
    assert (event.event, event.because) == (DeviceUnpaired("Dahl-1", "lost"), (event.number - 1,))
    assert list(given.session.devices) == ["Cole-1"]


def test_a_device_is_an_official_s_and_its_name_and_key_are_its_own(given):
    given.refuses(PairDevice("Berg", "Berg-1", "C" * 43 + "="), "not-your-office", by="Ahlborn")
    given.refuses(PairDevice("Ahlborn", "Cole-1", "C" * 43 + "="), "nothing-to-change", by="Ahlborn")
    given.refuses(PairDevice("Ahlborn", "Ahlborn-1", KEY), "nothing-to-change", by="Ahlborn")
    given.refuses(UnpairDevice("Berg-1"), "nothing-to-change", by="Ahlborn")


def test_it_has_the_rights_of_its_official_and_no_more(given):
    assert tried(given, RULING, "Cole", "Cole-1")
    assert refused(given, RULING, "Dahl", "Dahl-1") == "not-your-office"
    assert refused(given, RULING, "Cole", "Dahl-1") == "not-paired"
    assert refused(given, RULING, "Cole", "Berg-1") == "not-paired"
    given.do(RelieveOfficial("Cole", "director"), by="Ahlborn")
    assert refused(given, RULING, "Cole", "Cole-1") == "not-your-office"


def test_what_was_unpaired_records_nothing_from_that_moment(given):
    result = RecordResult(Where(1, "3", "3NS", "3EW"), Result("4SN="))
    assert tried(given, result, "Dahl", "Dahl-1")
    given.do(UnpairDevice("Dahl-1"), by="Ahlborn")
    assert refused(given, result, "Dahl", "Dahl-1") == "not-paired"


def test_a_pairing_is_undone_by_unpairing_and_never_comes_back(given):
    paired = given.log[-1]
    (back,) = given.do(Undo(paired), by="Ahlborn")
    assert back.event == DeviceUnpaired("Dahl-1")
    given.refuses(Undo(paired), "has-dependants", by="Ahlborn")
    given.refuses(Undo(back), "undo-nothing", by="Ahlborn")
    given.do(PairDevice("Dahl", "Dahl-1", OTHER), by="Ahlborn")
    given.refuses(Undo(paired), "has-dependants", by="Ahlborn")


def test_the_signature_of_a_device_serves_for_an_official_who_is_tied_to_a_key(given):
    given.do(AppointOfficial("Cole", "director", TIED), by="Ahlborn")
    given.refuses(RULING, "not-signed", by="Cole")
    assert tried(given, RULING, "Cole", "Cole-1")


def test_a_desk_that_saw_other_devices_pairs_none(given):
    seen = given.session
    given.do(RecordResult(Where(1, "3", "3NS", "3EW"), Result("4SN=")), by="Dahl")
    assert may_decide_later(PairDevice("Cole", "Cole-2", "C" * 43 + "="), seen, given.session)
    given.do(UnpairDevice("Dahl-1"), by="Ahlborn")
    assert not may_decide_later(PairDevice("Cole", "Cole-2", "C" * 43 + "="), seen, given.session)
