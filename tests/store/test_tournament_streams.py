"""What `verify` holds a tournament to: the sessions it has, and what they add up to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.overall import aspects
from ledger.overall.qualifying import Selected
from ledger.recording.tournaments import Look
from ledger.store.backup import RestorePlan, restore
from ledger.subjects.play.facts import CorrectResult, OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying import decide as qualifying
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.tournaments.facts import AddSession, AddStage, EnterEntrants, Entrant, OpenTournament
from ledger.trust.tournament_check import check_published
from tests.store.unguarded import unguarded


@pytest.fixture
def congress(tmp_path):
    """Two tournaments; one has a session with a board in it."""
    office = Office.open(str(tmp_path / "ledger.db"), by="spec", new=True)
    office.submit("friday", OpenSession("Friday", None, (1,), 2, load_profile("default")))
    for table, result in enumerate(("4SN=", "4SN-1"), start=1):
        where = Where(1, str(table), f"{table}NS", f"{table}EW")
        office.submit("friday", RecordResult(where, Result(result)))
    for name in ("spring", "autumn"):
        office.submit(name, OpenTournament(name, load_profile("default")))
        office.submit(name, AddStage("only", "sessions", StageRules()))
    office.submit("spring", AddSession("only", "friday"))
    yield office
    office.close()


def tamper(office, session, was, now):
    """Change what stands in the records of a stream, as who owns the file could."""
    with closing(sqlite3.connect(Path(office.store.url.partition("///")[2]))) as connection, unguarded(connection):
        change = "UPDATE event SET record = CAST(replace(record, ?, ?) AS BLOB) WHERE session = ?"
        connection.execute(change, (was, now, session))


def found(office, name, **asked):
    """What the checks of a stream find, those that find something."""
    (_, audit) = office.verify(name, **asked)
    return {check: [each.text for each in wrong] for check, wrong in audit.checks.items() if wrong}, audit


def test_a_tournament_holds_and_strictly_its_standings_too(congress):
    assert found(congress, "spring")[0] == {}
    wrong, audit = found(congress, "spring", strict=True)
    assert wrong == {}
    assert {"opening", "replay", "standings"} <= audit.checks.keys()
    assert not {"sums", "totals", "derivations"} & audit.checks.keys()


def test_what_was_published_is_worked_out_again_from_the_sessions_as_they_were_then(congress, monkeypatch):
    congress.submit("spring", PublishStanding())
    congress.submit("friday", RecordResult(Where(1, "3", "3NS", "3EW"), Result("4SN-2")))
    assert found(congress, "spring", strict=True)[0] == {}
    with monkeypatch.context() as patched:
        patched.setattr(aspects, "overall_digest", lambda *_: 64 * "0")
        congress.submit("spring", PublishStanding())
    wrong, _ = found(congress, "spring", strict=True)
    assert list(wrong) == ["published"]
    assert "the standing of only published at #5 no longer follows" in wrong["published"][0]


def test_a_cut_is_made_again_from_the_sessions_as_they_were_then(congress, monkeypatch):
    for name in ("final", "consolation"):
        congress.submit("spring", AddStage(name))
    congress.submit("spring", EnterEntrants(tuple(Entrant(each) for each in ("1NS", "1EW", "2NS", "2EW"))))
    cut = Qualify("only", "final", 1, despite=True, also=("2EW",), reason="late")
    first = congress.submit("spring", cut).events[0]
    congress.submit("friday", CorrectResult(Where(1, "1"), Result("4SN-3"), reason="a slip"))
    assert found(congress, "spring", strict=True)[0] == {}
    with monkeypatch.context() as patched:
        patched.setattr(qualifying, "select", lambda *_: Selected(("1EW",), ()))
        number = congress.submit("spring", structs.replace(cut, into="consolation")).events[0].number
    wrong, _ = found(congress, "spring", strict=True)
    assert number > first.number
    told = f"the cut from only into consolation at #{number} no longer follows from the sessions as they were then"
    assert wrong == {"published": [told]}


def test_a_session_that_did_not_move_between_two_publications_is_worked_out_once_for_both(congress, monkeypatch):
    congress.submit("saturday", OpenSession("Saturday", None, (1,), 2, load_profile("default")))
    congress.submit("spring", AddSession("only", "saturday"))
    for table, result in enumerate(("4SN=", "4SN-1", "4SN+1"), start=1):
        where = Where(1, str(table), f"{table}NS", f"{table}EW")
        congress.submit("saturday", RecordResult(where, Result(result)))
        if table > 1:
            congress.submit("spring", PublishStanding())
    log, asked = congress.store.log, []
    stream, read = congress.tournaments.stream("spring"), log.read
    monkeypatch.setattr(log, "read", lambda name, upto=None: asked.append(name) or read(name, upto))
    assert not list(check_published(log, stream))
    assert (asked.count("friday"), asked.count("saturday")) == (1, 2)


def test_its_logs_are_all_of_one_moment_whoever_records_while_they_are_read(congress, monkeypatch):
    log, other = congress.store.log, Office.open(congress.store.url, by="else")
    last, at = log.last, log.heads()

    def recorded_meanwhile():
        heads = last()
        other.submit("friday", RecordResult(Where(1, "3", "3NS", "3EW"), Result("4SN-2")))
        monkeypatch.setattr(log, "last", last)
        return heads

    monkeypatch.setattr(log, "last", recorded_meanwhile)
    found = congress.tournaments.logs("spring")
    other.close()
    assert {name: len(events) for name, events in found.items()} == {name: at[name] for name in ("spring", "friday")}


def test_a_session_that_was_added_to_two_tournaments_at_once_is_named(congress, monkeypatch):
    with monkeypatch.context() as patched:  # neither has seen the other's yet
        patched.setattr(Look, "of_session", lambda *_: None)
        congress.submit("autumn", AddSession("only", "friday"))
    for name, other in (("spring", "autumn"), ("autumn", "spring")):
        wrong, audit = found(congress, name)
        assert (wrong, [each.text for each in audit.warnings]) == (
            {},
            [f"session friday belongs to {name} and to {other}: it counts in both"],
        )


def test_who_was_entered_late_beside_its_own_session_is_warned_of(congress):
    """1NS of friday has a score; it was then entered in the other section under the number it has there."""
    congress.submit("saturday", OpenSession("Saturday", None, (1,), 2, load_profile("default")))
    congress.submit("spring", AddSession("only", "saturday", 1, "B", links=(("1NS", "2NS"),)))
    for table, result in enumerate(("4SN=", "4SN-1"), start=1):
        congress.submit("saturday", RecordResult(Where(1, str(table), f"{table}NS", f"{table}EW"), Result(result)))
    assert found(congress, "spring")[1].warnings == []
    wrong, audit = found(congress, "spring", strict=True)
    (warning,) = audit.warnings
    assert (wrong, warning.code) == ({}, "plays-twice")
    assert warning.text == (
        "only: 2NS has 2 scores of sitting 1, as 2NS of friday and as 1NS of saturday: all of them are added up"
    )
    assert warning.hint == "`tournament link saturday 1NS=ENTRANT --tournament spring` says who it is"


def test_standings_cannot_be_worked_out_of_a_session_that_was_changed(congress):
    tamper(congress, "friday", "4SN-1", "4SN-2")
    wrong, _ = found(congress, "spring", strict=True)
    assert list(wrong) == ["standings"]
    assert wrong["standings"][0].startswith("the scores of friday cannot be worked out")
    assert found(congress, "spring")[0] == {}


def test_a_tournament_whose_log_is_broken_does_not_stop_the_check_of_another(congress):
    tamper(congress, "autumn", "only", "lone")
    assert found(congress, "spring", strict=True)[0] == {}
    assert "chain" in found(congress, "autumn", strict=True)[0]


def test_a_session_that_is_not_here_is_noted_and_there_is_no_bundle_without_it(congress, tmp_path, capsys):
    """The bundle of the tournament was imported, and that of its session was not."""
    with Office.open(str(tmp_path / "other.db"), by="spec", new=True) as other:
        restore(other.store, RestorePlan("spring", congress.store.log.stored("spring")))
        assert found(other, "spring", strict=True)[1].notes == ["not here, so not in its standings: friday"]
        with pytest.raises(Refusal, match="sessions of spring are missing here: friday") as refused:
            other.export("spring", tmp_path / "spring.zip")
        assert (refused.value.code, [*tmp_path.glob("spring*")]) == ("session-not-here", [])
    assert run(["--db", str(tmp_path / "other.db"), "tournament", "standings"]) == 0
    assert "not here yet: friday; `bridge-ledger" in capsys.readouterr().err
