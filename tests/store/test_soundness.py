"""What a server refuses by what somebody put there; times that run backwards; the rows of seals."""

import sqlite3
from contextlib import closing

import pytest

from cli.main import run
from ledger.kernel.fact import Envelope
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.play.facts import ContestantsEntered
from ledger.trust.verification import audit
from tests.promises import promise
from tests.store.conftest import administer
from tests.store.unguarded import unguarded

EVENING = (["session", "open", "s", "--boards", "1-2"], ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"])


def entered(number, recorded_at):
    event = ContestantsEntered((str(number),))
    return Envelope("s", number, "contestants-entered/1", event, f"c{number}", 0, recorded_at, recorded_at, "me", ())


REFUSING = {
    "a trigger": (
        "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no \x1b[2J''; END'",
        "CREATE TRIGGER more BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION no()",
    ),
    "a check": ("ALTER TABLE event ADD CONSTRAINT more CHECK (number < 4) NOT VALID",),
    "a column": ("ALTER TABLE event ADD COLUMN more text", "ALTER TABLE event ADD CHECK (more IS NOT NULL) NOT VALID"),
}


@pytest.mark.parametrize("what", REFUSING)
def test_what_a_server_refuses_by_what_somebody_put_there_is_told_at_once(new_database, capsys, monkeypatch, what):
    """Another desk was not first: nobody tries again. `doctor` names it too."""
    url = new_database()
    for command in EVENING:
        assert run(["--db", url, *command]) == 0
    administer(url, *REFUSING[what])
    capsys.readouterr()
    with monkeypatch.context() as waiting:
        waiting.setattr("ledger.recording.recorder.time.sleep", lambda _: pytest.fail("it is tried again"))
        assert run(["--db", url, "result", "add", "1/2", "4SN=", "--ns", "3", "--ew", "4"]) == 5
    told = capsys.readouterr().err
    assert ("error[event-refused]: " in told, "refuses what was to be recorded: " in told) == (True, True), told
    assert "hint: nothing was recorded; " in told
    for look, code in (("verify", 3), ("doctor", 1)):
        assert run(["--db", url, look]) == code
        printed = capsys.readouterr()
        assert "more" in printed.out + printed.err


@promise("T37")
def test_a_time_that_runs_backwards_is_a_warning(tmp_path, capsys):
    """By more than clocks of two desks differ: a clock was wrong, or somebody wrote beside them."""
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    times = 10**15, 10**15 - 7_000_000, 10**15 - 660_000_000, 10**15
    store.append([entered(number, time) for number, time in enumerate(times, start=1)])
    (warning,) = audit(store, "s").warnings
    assert (warning.code, warning.number) == ("time-backwards", 3)
    store.close()
    run(["--db", str(tmp_path / "ledger.db"), "verify"])
    assert "warning: #3 of session s has a time 10 minutes before that of #2" in capsys.readouterr().err


def test_the_log_says_what_the_clock_of_each_desk_was_at(office):
    from tests.store.test_waiting import OPEN, result

    office.submit("s", OPEN)
    latest = office.session("s").recorded_at
    office.clock = lambda: latest - 3_600_000_000
    office.submit("s", result())
    assert list(office.log("s"))[-1].recorded_at == latest - 3_600_000_000


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seal SET size = size + 1",
        "UPDATE seal SET note = replace(note, '— ', '—  ')",
        "UPDATE seal SET note = note || char(10)",
        "UPDATE seal SET session = 't'",
        "UPDATE seal SET note = 'x'",
    ],
)
def test_the_row_of_a_seal_is_what_it_was(tmp_path, capsys, change):
    path = tmp_path / "ledger.db"
    key = tmp_path / "k"
    for command in (["init"], *EVENING, ["seal", "--new-key", "club", "--key", str(key)], ["seal", "--key", str(key)]):
        assert run(["--db", str(path), *command]) == 0, capsys.readouterr()
    assert run(["--db", str(path), "verify"]) == 0
    with closing(sqlite3.connect(path)) as connection, unguarded(connection):
        connection.execute(change)
    assert run(["--db", str(path), "verify"]) == 3
    assert "error[seal-broken]" in capsys.readouterr().err
