"""What a mismatch rests on beside its session is found by the office: by import as by the command, and once."""

from fractions import Fraction
from time import time_ns

import pytest
from msgspec.structs import replace

from cli.main import run
from ledger.errors import Refusal
from ledger.office import Office
from ledger.recording import TRIAL, Submission
from ledger.subjects.matches.facts import FindMismatch, MismatchFound, OutsidePoints
from ledger.subjects.reopening import Reopening

DAY = 86_400 * 1_000_000
SWISS = """
init
session open saturday --boards 1-2 --scoring teams --contestants Norway,Malta,Oslo
tournament open spring
tournament stage add swiss --format swiss --bye 11
tournament add saturday --stage swiss
tournament draw swiss --pairs Norway-Malta --bye Oslo
result add 1/1a 4SN= --ns Norway --ew Malta --round 1 --session saturday
result add 1/1b 4SN-1 --ns Malta --ew Norway --round 1 --session saturday
result add 2/1a 4SN= --ns Norway --ew Oslo --round 2 --session saturday
result add 2/1b 4SN= --ns Oslo --ew Norway --round 2 --session saturday
publish --session saturday
"""
SUNDAY = """
session open sunday --boards 1 --scoring teams --contestants Norway,Malta,Rome,Kyiv
tournament add sunday --stage swiss
result add 1/1a 4SN= --ns Norway --ew Rome --round 1 --session sunday
result add 1/1b 4SN= --ns Rome --ew Norway --round 1 --session sunday
"""
MISMATCH = FindMismatch(contestant="Norway", opponent="Oslo", round=2, correct=("Malta",), at_fault=False)


def typed(where, text):
    for line in text.strip().splitlines():
        assert run(["--db", where, "--by", "Cole", "-q", *line.split(), *([] if line == "init" else ["--yes"])]) == 0, (
            line
        )


@pytest.fixture
def swiss(tmp_path):
    """Two rounds of three teams; Oslo had a bye in the first."""
    where = str(tmp_path / "swiss.db")
    typed(where, SWISS)
    return where


def found(office, session="saturday"):
    return [each.event for each in office.log(session) if isinstance(each.event, MismatchFound)]


def test_by_import_it_is_found_as_the_command_finds_it(swiss):
    with Office.open(swiss, by="Cole") as office:
        tried = office.submit("saturday", MISMATCH, TRIAL).events[-1].event
        mine = replace(MISMATCH, beside=(OutsidePoints("Oslo", Fraction(99)),))
        assert office.submit("saturday", mine, TRIAL).events[-1].event == tried, "what somebody says is not it"
    typed(swiss, "match mismatch Norway Oslo --round 2 --correct Malta --not-at-fault --session saturday")
    with Office.open(swiss, by="Cole") as office:
        assert found(office) == [tried]
    assert tried.beside == (OutsidePoints("Oslo", Fraction(11)),)


@pytest.mark.parametrize("late", [False, True])
def test_the_same_again_is_the_first_though_the_stage_has_moved_since(swiss, late):
    command = replace(MISMATCH, reopening=Reopening("authority", "the authority")) if late else MISMATCH
    with Office.open(swiss, by="Cole") as office:
        office.clock = lambda: time_ns() // 1000 + DAY * late
        first = office.submit("saturday", command, Submission("once"))
        assert len(first.events) == 1 + late
        typed(swiss, "tournament stage amend swiss --bye 5")
        again = office.submit("saturday", command, Submission("once"))
        assert (again.repeated, again.events) == (True, first.events)
        with pytest.raises(Refusal) as caught:
            office.submit("saturday", replace(command, at_fault=True), Submission("once"))
        assert caught.value.code == "command-id-reused"
        assert len(found(office)) == 1


def test_the_same_again_where_neither_had_anything_in_a_later_sitting(swiss):
    """In round 1 of Sunday Rome and Kyiv have nothing of Saturday, where they did not play; others have."""
    typed(swiss, SUNDAY)
    command = replace(MISMATCH, opponent="Rome", round=1, correct=("Kyiv",))
    with Office.open(swiss, by="Cole") as office:
        office.submit("sunday", command, Submission("once"))
        assert [each.beside for each in found(office, "sunday")] == [()]
        assert office.submit("sunday", command, Submission("once")).repeated
