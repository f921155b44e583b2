"""One row that no program of ours wrote stops nothing else: it is a finding of `verify`, and all else is as before."""

import json
import sqlite3
from contextlib import closing

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.kernel.at_table import Where
from ledger.office import Office
from ledger.subjects.play.facts import RecordResult
from tests.store.unguarded import unguarded

EVENING = (
    "init -q",
    "session open s --boards 1-2 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "ruling add 1/1 --stands --facts hesitated",
    "seal --new-key ebu.example --key k",
    "seal --key k",
)
ODD_ROWS = {
    "the column seal.note holds values of the wrong type: 1": "INSERT INTO seal VALUES ('s', 1, x'00')",
    "the column seal.session holds values of the wrong type: 1": "UPDATE seal SET session = CAST(session AS BLOB)",
    "the column seal.size holds values of the wrong type: 1": "INSERT INTO seal VALUES ('s', 'x', 'y')",
    "a seal that is kept with session s cannot be read": "INSERT INTO seal VALUES ('s', 1, CAST(x'ff' AS TEXT))",
    "the column text.commitment holds values of the wrong type: 1": "INSERT INTO text VALUES ('s', x'00', 1, 2)",
    "rows of the seals belong to no session: \\x1b[2J": "INSERT INTO seal VALUES (CAST(x'1b5b324a' AS TEXT), 1, 'x')",
    "rows of the texts belong to no session: elsewhere": "INSERT INTO text VALUES ('elsewhere', 'x', x'00', 'Roe')",
}
WHATEVER_HAPPENED = (
    ("standings", 0),
    ("log", 0),
    ("explain 1/1", 0),
    ("text list", 0),
    ("seal --list", 0),
    ("seal --key k", 0),
    ("publish --yes", 0),
    ("report site site", 0),
    ("receipt R-0001 --key k.pub", 0),
    ("export s.zip", 0),
    ("verify --bundle s.zip", 0),
    ("backup b.db", 3),
    ("--db b.db.unsound standings", 0),
)


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in EVENING:
        assert run(line.split()) == 0, line


def edited(statement):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        connection.execute(statement)


@pytest.mark.parametrize("finding", ODD_ROWS)
def test_a_row_of_another_type_is_a_finding_and_stops_nothing(evening, capsys, finding):
    edited(ODD_ROWS[finding])
    assert run(["verify"]) == 3
    assert finding in capsys.readouterr().err
    for line, code in WHATEVER_HAPPENED:
        assert run(line.split()) == code, (line, capsys.readouterr())


VALUES = ("'x'", "1.5", "-1", "1 << 40", "x'00'")
OF_AN_EVENT = [(column, value) for column in ("number", "record", "digest", "command_id", "part") for value in VALUES]


@pytest.mark.parametrize(("column", "value"), OF_AN_EVENT)
def test_an_event_of_another_session_that_cannot_be_read_stops_nobody(evening, capsys, column, value):
    for line in (
        "session open other --boards 1 --contestants 1-4",
        "result add 1/1 PASS --ns 1 --ew 2 --session other",
    ):
        assert run(line.split()) == 0
    try:
        edited(f"UPDATE event SET {column} = {value} WHERE session = 'other' AND number = 3")
    except sqlite3.IntegrityError:
        return  # it is as it was: the part or the id of another event
    for line in ("standings", "log", "result add 1/2 4SN-1 --ns 3 --ew 4", "seal --key k", "session list"):
        assert run([*line.split(), *(["--session", "s"] if line != "session list" else [])]) == 0, line
    capsys.readouterr()
    assert run(["verify"]) == 3
    assert "other" in capsys.readouterr().err
    assert run(["log", "--session", "other"]) in (0, 3)


@pytest.mark.parametrize(
    "statement", ["UPDATE alembic_version SET version_num = x'00'", "INSERT INTO alembic_version VALUES ('zzz')"]
)
def test_a_version_that_cannot_be_told_is_said(evening, capsys, statement):
    edited(statement)
    for line in ("standings", "verify", "backup b.db", "upgrade"):
        assert run(line.split()) == 5, line
        assert "does not name one version" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM alembic_version", "does not say which version of a ledger it is: the row that says it is gone"),
        ("UPDATE alembic_version SET version_num = 'x'", "says it is at version 'x', which no ledger has"),
        ("UPDATE alembic_version SET version_num = '-1'", "says it is at version '-1', which no ledger has"),
        (
            "UPDATE alembic_version SET version_num = char(27) || printf('%.1000000c', 'x')",
            f"says it is at version '\\x1b{'x' * 19}…, which no ledger has",
        ),
        (
            "INSERT INTO alembic_version SELECT printf('%.100000c', 'x') || value FROM json_each('[1,2,3,4]')",
            f"does not name one version of a ledger: '0006', '{'x' * 23}…, '{'x' * 23}…, …",
        ),
    ],
)
def test_a_version_that_is_none_is_said_in_few_words_and_leads_to_a_backup(evening, capsys, statement, said):
    """Nothing else would help: neither `upgrade` nor `init` takes such a ledger."""
    edited(statement)
    for line in ("standings", "verify", "backup b.db", "upgrade", "init"):
        assert run(line.split()) == 5, line
        told = capsys.readouterr().err
        assert (f"error[not-a-ledger]: bridge-ledger.db {said}\n" in told, len(told) < 500) == (True, True), told
        assert "hint: somebody changed it with another program; `restore` a backup into a new ledger, --db NEW" in told


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO event VALUES ('s', 'x', 'c', 0, x'00', zeroblob(32))",
        "INSERT INTO event VALUES ('s', 0, 'c', 0, x'00', zeroblob(32))",
        "INSERT INTO event VALUES ('s', 9, 'c', -1, x'00', zeroblob(32))",
        "INSERT INTO event VALUES ('s', 9, 'c', 0, 'text', zeroblob(32))",
        "INSERT INTO event VALUES ('s', 9, 'c', 0, x'00', zeroblob(31))",
        "INSERT INTO text VALUES ('s', x'00', NULL, NULL)",
        "INSERT INTO seal VALUES ('s', 0, 'x')",
        "INSERT INTO seal VALUES ('s', 1, x'00')",
    ],
)
def test_a_file_itself_takes_no_value_of_another_type(evening, statement):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)


@pytest.mark.parametrize("number", ["NULL", "'x' || number"])
def test_a_session_without_a_single_number_of_an_event_is_damaged_and_stops_nobody(evening, capsys, number):
    assert run(["session", "open", "other", "--boards", "1", "--contestants", "1-4"]) == 0
    edited(f"UPDATE event SET number = {number} WHERE session = 'other'")
    capsys.readouterr()
    assert run(["session", "list"]) == 0
    listed = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "damaged: event #1 of session other is missing" in listed["other"]
    assert "open" in listed["s"]
    assert run(["verify"]) == 3
    assert "event #1 of session other is missing" in capsys.readouterr().err


@pytest.mark.parametrize("session", ["NULL", "''", "x'00'", "7"])
def test_a_row_of_no_session_hides_none(evening, capsys, session):
    edited(f"INSERT INTO event VALUES ({session}, 1, 'c', 0, x'5b5d', zeroblob(32))")
    for line in ("session list", "standings --session s", "result add 1/2 4SN-1 --ns 3 --ew 4 --session s"):
        assert run(line.split()) == 0, line
    assert "Recorded #5" in capsys.readouterr().out
    assert run(["verify"]) == 3
    printed = capsys.readouterr()
    assert "s: 5 events" in printed.out
    assert "has no log here" not in printed.err


def test_events_kept_under_other_numbers_are_read_and_nothing_follows_them(evening, capsys):
    assert run(["session", "open", "other", "--boards", "1", "--contestants", "1-4"]) == 0
    edited("UPDATE event SET number = number - 9 WHERE session = 'other'")
    assert run(["log", "--session", "other"]) == 0
    capsys.readouterr()
    assert run(["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2", "--session", "other"]) == 3
    assert "the last event of session other is #2, and is kept under the number -7" in capsys.readouterr().err
    assert run(["verify"]) == 3
    assert "event #1 of session other was changed after it was recorded: its row has (-8," in capsys.readouterr().err


@pytest.fixture
def spoilt_tournament(evening, capsys):
    for line in ("tournament open spring", "session open other --boards 1 --contestants 1-4"):
        assert run(line.split()) == 0
    edited("UPDATE event SET digest = zeroblob(32) WHERE session = 'spring'")
    capsys.readouterr()


def test_a_tournament_that_cannot_be_read_keeps_nobody_from_recording(spoilt_tournament, capsys):
    for line in ("result add 1/2 4SN-1 --ns 3 --ew 4", "publish --yes", "seal --key k"):
        assert run([*line.split(), "--session", "s"]) == 0, line
    capsys.readouterr()
    assert run(["result", "correct", "1/2", "4SN=", "--reason", "slip", "--yes", "--session", "s"]) == 0
    printed = capsys.readouterr()
    assert "Recorded #" in printed.out
    why = "event #1 of session spring was changed after it was recorded"
    assert f"warning: the effect on a tournament is unknown: {why}" in printed.err
    assert run(["result", "correct", "1/2", "4SN-1", "--reason", "slip", "--yes", "--json", "--session", "s"]) == 0
    assert json.loads(capsys.readouterr().out)["tournament_untold"] == why
    assert run(["verify"]) == 3


def test_what_hangs_on_a_ruling_is_told_of_the_session_though_its_tournament_cannot_be_read(spoilt_tournament, capsys):
    why = "event #1 of session spring was changed after it was recorded"
    assert run(["stakes", "R-0001", "--session", "s"]) == 0
    printed = capsys.readouterr()
    assert "table result   0.00   0.00   nothing" in printed.out
    assert "Nothing hangs" not in printed.out
    assert f"warning: what hangs on it in a tournament cannot be told: {why}" in printed.err
    assert run(["stakes", "R-0001", "--json", "--session", "s"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tournament_untold"], told["decisive"]) == (why, None)
    assert run(["stakes", "R-0001", "--cut", "1", "--session", "s"]) == 3
    assert why in capsys.readouterr().err


def test_one_tournament_that_cannot_be_read_does_not_hide_another(evening, capsys):
    for line in (
        "tournament open spring",
        "tournament open autumn",
        "tournament stage add only --session autumn",
        "tournament add s --stage only --session autumn --yes",
    ):
        assert run(line.split()) == 0, line
    edited("UPDATE event SET digest = zeroblob(32) WHERE session = 'spring'")
    capsys.readouterr()
    assert run(["result", "correct", "1/1", "4SN-1", "--reason", "slip", "--yes", "--json", "--session", "s"]) == 0
    assert json.loads(capsys.readouterr().out)["tournament"]["name"] == "autumn"


@pytest.mark.parametrize(
    "structure",
    [
        "ALTER TABLE event RENAME COLUMN part TO other",
        "ALTER TABLE event RENAME TO other; CREATE VIEW event AS SELECT * FROM other",
        "CREATE TRIGGER more BEFORE INSERT ON event BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
    ],
)
def test_a_table_that_somebody_made_otherwise_takes_nothing_and_is_named(evening, capsys, structure):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection:
        connection.executescript(structure)
    for command in (["result", "add", "1/2", "4SN-1", "--ns", "3", "--ew", "4"], ["verify"]):
        assert run(command) == 3
        assert "error[schema-changed]" in capsys.readouterr().err


WORDS = {
    "few": ("no", "no"),
    "as of a lock": ("database is locked", "database is locked"),
    "steering": ("\x1b[2J\nx", r"\x1b[2J x"),
    "many": ("y" * 9_000, f"{'y' * 300}…"),
}
"""What a trigger says, and how it is told."""


@pytest.mark.parametrize("how", ["ABORT", "FAIL", "ROLLBACK"])
@pytest.mark.parametrize("which", WORDS)
def test_what_a_trigger_refuses_that_somebody_makes_under_a_desk_is_told_at_once(evening, monkeypatch, which, how):
    """In its words. Another desk was not first: nobody tries again."""
    words, told_as = WORDS[which]
    monkeypatch.setattr("ledger.recording.recorder.time.sleep", lambda _: pytest.fail("it is tried again"))
    with Office.open("bridge-ledger.db", by="Cole") as office:
        with closing(sqlite3.connect("bridge-ledger.db")) as connection:
            connection.execute(f"CREATE TRIGGER more AFTER INSERT ON event BEGIN SELECT RAISE({how}, '{words}'); END")
        with pytest.raises(Unavailable) as caught:
            office.submit("s", RecordResult(Where(1, "2", "3", "4"), Result("4SN-1")))
    assert caught.value.code == "event-refused"
    assert caught.value.message == f"bridge-ledger.db refuses what was to be recorded: {told_as}"
    assert "nothing was recorded" in caught.value.hint
