"""What a command looked at in other logs: it holds while that stands, is decided anew where it moved, and names it."""

import click
import pytest
from msgspec.structs import replace

from cli.main import run
from cli.terminal import prompts
from ledger.bridge import Result
from ledger.errors import Conflict
from ledger.kernel.at_table import Where
from ledger.office import Office
from ledger.recording import TRIAL, Submission, machine_state
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.play.facts import CorrectResult, RecordResult
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.tournaments.facts import AddSession
from tests.recording.racing import BASE, NOW, begin

CUT = Qualify("qualifying", "final", 2, despite=True, reason="no time")


@pytest.fixture
def congress(tmp_path):
    with Office.open(str(tmp_path / "ledger.db"), by="chief", new=True) as office:
        office.clock = lambda: NOW
        begin(office)
        yield office


def meanwhile(office, monkeypatch, *said):
    """Another desk records each time this one has looked and not recorded yet: one command a time."""
    other, append, left = Office(office.store, "other", office.clock), office.store.append, list(said)

    def outdated_rulings(events, **how):
        if how.get("lock"):  # whoever was too late once is waited for
            return append(events, **how)
        monkeypatch.setattr(office.store, "append", append)
        if left:
            other.submit(*left.pop(0))
        monkeypatch.setattr(office.store, "append", outdated_rulings)
        return append(events, **how)

    monkeypatch.setattr(office.store, "append", outdated_rulings)


def corrected(table, result):
    return CorrectResult(Where(1, table), Result(result), reason="a slip")


def heads(office, *names):
    last = office.store.log.last()
    return {name: (last[name][0], last[name][1].hex()) for name in names}


def named(event):
    return {head.session: (head.number, head.digest) for head in event.heads}


def test_it_rests_on_the_sessions_of_the_stages_it_looked_at_alone(congress, monkeypatch):
    meanwhile(congress, monkeypatch, ("teams", CorrectResult(Where(1, "1a"), Result("2SN="), reason="a slip")))
    tried = []
    append = congress.store.append
    monkeypatch.setattr(congress.store, "append", lambda events, **how: tried.append(how) or append(events, **how))
    cut = congress.submit("spring", CUT).events[0].event
    assert [*named(cut)] == ["friday", "saturday"]
    assert len([each for each in tried if each["resting_on"]]) == 1
    assert [*named(congress.submit("spring", DrawRound(stage="swiss", early=True)).events[0].event)] == ["teams"]


def test_a_session_without_a_score_is_looked_at_too(congress, monkeypatch):
    congress.submit("late", replace(BASE[0][1], title="late"))
    congress.submit("spring", AddSession("qualifying", "late"))
    result = RecordResult(Where(1, "1", "1", "2"), Result("PASS"))
    meanwhile(congress, monkeypatch, ("late", result))
    cut = congress.submit("spring", CUT).events[0].event
    assert named(cut) == heads(congress, "friday", "late", "saturday")
    assert "no-results" not in {matter.code for matter in cut.despite if matter.session == "late"}


def test_where_the_tournament_itself_went_on_too_it_is_handed_back(congress, monkeypatch):
    meanwhile(congress, monkeypatch, ("spring", replace(CUT, into="knockout")))
    with pytest.raises(Conflict) as caught:
        congress.submit("spring", CUT)
    assert caught.value.code == "conflict"


def test_what_was_agreed_to_is_recorded_although_the_logs_went_on(congress):
    shown = congress.submit("spring", CUT, TRIAL)
    congress.submit("friday", corrected("2", "4SN="))
    congress.submit("friday", corrected("2", "4SN-1"))
    cut = congress.submit("spring", CUT, Submission(shown=shown)).events[0].event
    assert cut.qualified == shown.events[0].event.qualified
    assert named(cut) == heads(congress, "friday", "saturday")


def test_another_cut_than_was_agreed_to_is_handed_back(congress):
    shown, last = congress.submit("spring", CUT, TRIAL), congress.store.log.heads()
    congress.submit("friday", corrected("2", "4SN+3"))
    congress.submit("saturday", corrected("2", "4SN+3"))
    with pytest.raises(Conflict) as caught:
        congress.submit("spring", CUT, Submission(shown=shown))
    assert (caught.value.code, congress.store.log.heads()["spring"]) == ("not-as-shown", last["spring"])
    assert f"friday went on from #{last['friday']} to #{last['friday'] + 1}" in caught.value.message
    assert "saturday went on from" in caught.value.message


def test_other_numbers_than_were_agreed_to_are_not_given_out(congress):
    shown = congress.submit("spring", PublishStanding(), TRIAL)
    congress.submit("friday", corrected("2", "4SN+3"))
    with pytest.raises(Conflict) as caught:
        congress.submit("spring", PublishStanding(), Submission(shown=shown))
    assert caught.value.code == "not-as-shown"


@pytest.mark.parametrize("command", [CUT, DrawRound(stage="swiss", early=True), PublishStanding()])
def test_the_same_again_is_the_first_though_all_has_moved(congress, command):
    first = congress.submit("spring", command, Submission("once"))
    congress.submit("friday", corrected("2", "4SN+3"))
    congress.submit("teams", CorrectResult(Where(1, "1a"), Result("2SN="), reason="a slip"))
    again = congress.submit("spring", command, Submission("once"))
    assert (again.repeated, again.events) == (True, first.events)


def test_what_it_was_decided_on_is_what_there_was_as_of_it(congress):
    number = congress.submit("spring", CUT).events[0].number
    then = heads(congress, "friday", "saturday")
    congress.submit("friday", corrected("2", "4SN+3"))
    for moment in (f"{number}-", str(number)):
        scores = congress.tournaments.at("spring", moment)
        assert {name: (at, digest.hex()) for name, at, digest in scores.heads if name in then} == then


@pytest.mark.parametrize(("result", "code"), [("4SN+3", 4), ("4SN-1", 0)])
def test_what_is_asked_about_is_what_is_given_out(congress, monkeypatch, capsys, result, code):
    """Another desk records while the question stands: other numbers are handed back, the same ones are given out."""

    def confirm(_, **__):
        with Office.open(congress.store.url, by="other") as other:
            other.clock = congress.clock
            other.submit("friday", corrected("2", "4SN+1"))
            other.submit("friday", corrected("2", result))
        return True

    monkeypatch.setattr(prompts, "can_ask", lambda _: True)
    monkeypatch.setattr(click, "confirm", confirm)
    monkeypatch.setattr(machine_state, "now", lambda: NOW)
    assert run(["--db", congress.store.url, "tournament", "publish"]) == code
    said = capsys.readouterr().err
    assert ("error[not-as-shown]: this is not what you were shown any more: friday went on" in said) == (code == 4)
    assert bool(congress.tournaments.stream("spring").publications) == (code == 0)
