"""Undo, of what is said of a tournament, where its sessions say what it would lead to: as the command itself does."""

import pytest

import ledger
from ledger.errors import Refusal
from ledger.kernel.fact import Command
from ledger.office import Office
from ledger.recording import Submission
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, LinkContestants, OpenTournament
from tests.cli.congress_by_import import opened, table


@pytest.fixture
def office(tmp_path):
    """A tournament of one stage."""
    with Office.open(str(tmp_path / "ledger.db"), by="spec", new=True) as found:
        for command in (OpenTournament("spring", ledger.load_profile("default")), AddStage("final")):
            found.submit("spring", command)
        yield found


def refused(office: Office, command: Command) -> Refusal:
    with pytest.raises(Refusal) as why:
        office.submit("spring", command)
    return why.value


def test_nobody_plays_twice_at_a_sitting_because_a_link_is_undone(office):
    for section in ("A", "B"):
        office.submit(section, opened(section, 1, scoring="teams", contestants=("Oslo", f"Malta {section}")))
    office.submit("spring", AddSession("final", "A", sitting=1, section="A"))
    beside = AddSession("final", "B", sitting=1, section="B")
    assert refused(office, beside).code == "plays-twice"
    *_, link = office.submit("spring", AddSession("final", "B", 1, "B", (("Oslo", "Oslo 2"),))).events
    why = refused(office, Undo(link))
    assert (why.code, why.message) == ("plays-twice", "Oslo would play twice: Oslo of A is Oslo")
    assert why.hint == "say who it is: `tournament link A Oslo=ENTRANT`"
    office.submit("spring", LinkContestants("A", (("Oslo", "Oslo 1"),)))
    once = office.submit("spring", Undo(link), Submission("once"))
    assert office.submit("spring", Undo(link), Submission("once")).events == once.events


def test_nobody_plays_the_final_unqualified_because_a_link_is_undone(office):
    office.submit("friday", opened("friday", 1, contestants=tuple("1234")))
    office.submit("sunday", opened("sunday", 1, contestants=("7", "8")))
    office.submit("spring", AddStage("last"))
    office.submit("spring", AddSession("final", "friday"))
    for at, sides in (("1", "12"), ("2", "34")):
        office.submit("friday", table(1, at, *sides, "4SN="))
    office.submit("spring", Qualify("final", "last", 4))
    links = office.submit("spring", AddSession("last", "sunday", links=(("7", "1"), ("8", "2")))).events[1:]
    why = refused(office, Undo(links[0]))
    assert (why.code, why.message) == ("not-qualified", "7 of sunday did not qualify for last")
    assert why.hint.startswith("if 7 is another entrant: `tournament link sunday 7=ENTRANT`; ")
    office.submit("spring", LinkContestants("sunday", (("7", "3"),)))
