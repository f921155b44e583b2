"""Whoever changes the log behind the office's back is found, at the event that was changed."""

import shutil
import sqlite3

import pytest

from cli.main import run
from ledger.digests import event_digest
from ledger.kernel.fact import Envelope
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.play.facts import SessionClosed
from ledger.trust.verification import audit
from tests.kept import kept, salts
from tests.promises import promise
from tests.store.unguarded import unguarded

COLUMNS = ("session", "number", "command_id", "part", "record", "digest")
EVENTS = 8


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """A small ledger with a ruling in it."""
    path = tmp_path_factory.mktemp("tampering") / "ledger.db"
    commands = (
        ["init"],
        ["session", "open", "s", "--boards", "1-2"],
        ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"],
        ["result", "add", "1/2", "4SN-1", "--ns", "3", "--ew", "4"],
        ["ruling", "add", "1/1", "--weighted", "1/3 4SN=, 2/3 4SN-1", "--offender", "EW"],
        ["ruling", "withdraw", "R-0001"],
        ["undo", "@", "--yes"],
    )
    for command in commands:
        assert run(["--db", str(path), *command]) == 0
    return path


def tampered(ledger, tmp_path, *statements):
    """A copy, changed by SQL past its triggers."""
    copy = tmp_path / "copy.db"
    with sqlite3.connect(ledger) as source:
        source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(ledger, copy)
    connection = sqlite3.connect(copy)
    with unguarded(connection):
        for statement, *arguments in statements:
            connection.execute(statement, *arguments)
    connection.close()
    return copy


def verdict(copy, capsys):
    code = run(["--db", str(copy), "verify"])
    return code, capsys.readouterr().err


@promise("A21")
@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET record = x'5b5d'", "DELETE FROM event", "UPDATE event SET command_id = 'me' WHERE number = 2"],
)
def test_the_log_is_append_only_in_the_database_itself(ledger, statement):
    connection = sqlite3.connect(ledger)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()


def test_an_untouched_copy_is_sound(ledger, tmp_path, capsys):
    assert verdict(tampered(ledger, tmp_path), capsys) == (0, "")


def stored(ledger, column, number):
    connection = sqlite3.connect(ledger)
    (value,) = connection.execute(f"SELECT {column} FROM event WHERE number = ?", (number,)).fetchone()
    connection.close()
    return value


def flipped(value, at):
    """The value with one bit of one byte changed."""
    if isinstance(value, int):
        return value ^ (16 << 8 * (at % 6))
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[at % len(raw)] ^= 1
    return raw.decode() if isinstance(value, str) else bytes(raw)


@promise("A21", "T1")
@pytest.mark.parametrize("number", range(1, EVENTS + 1))
@pytest.mark.parametrize("column", COLUMNS)
def test_one_byte_of_one_row_is_found(ledger, tmp_path, capsys, column, number):
    value = stored(ledger, column, number)
    changed = flipped(value, number)
    copy = tampered(ledger, tmp_path, (f"UPDATE event SET {column} = ? WHERE number = ?", (changed, number)))
    code, output = verdict(copy, capsys)
    assert code == 3
    assert f"event #{number} " in output
    assert "error[chain-broken]" in output or "error[event-missing]" in output


@pytest.mark.parametrize("column", ["record", "digest"])
def test_every_byte_counts(ledger, tmp_path, capsys, column):
    value = stored(ledger, column, 5)
    for at in range(len(value)):
        copy = tampered(ledger, tmp_path, (f"UPDATE event SET {column} = ? WHERE number = 5", (flipped(value, at),)))
        code, output = verdict(copy, capsys)
        assert (code, "event #5 " in output) == (3, True)


def test_a_missing_event_is_missed(ledger, tmp_path, capsys):
    code, output = verdict(tampered(ledger, tmp_path, ("DELETE FROM event WHERE number = 4",)), capsys)
    assert code == 3
    assert "error[event-missing]" in output
    assert "event #4 of session s is missing: event #5 stands in its place" in output


def forged(ledger, tmp_path, *records, session="s", number=EVENTS):
    """A copy that goes on with these records, their digests made to fit."""
    store = Store(f"sqlite:///{ledger}")
    previous = store.log.digests(session)[-1]
    store.close()
    rows = []
    for at, record in enumerate(records, start=number + 1):
        previous = event_digest(previous, record)
        rows.append(("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", (session, at, "forged", at, record, previous)))
    return tampered(ledger, tmp_path, *rows)


def written(name, body, *, number=EVENTS + 1, part=None, program="9.9.9", session="s"):
    """A record of any name and body."""
    record = f'["{session}",{number},"{name}",%b,"forged",{part or number},1,1,"forger",[],"{program}"]'
    return record.encode() % body


@promise("P11")
@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("ruling-invented/7", b"{}", "unknown-event"),
        ("session-closed/1", b'{"reason":"x","why":"y"}', "unknown-event"),  # a field of a newer program
        ("result-voided/1", b"{", "bad-body"),
    ],
)
def test_a_body_that_is_not_what_its_name_says(ledger, tmp_path, capsys, name, body, code):
    """Even where the digests were made to fit."""
    copy = forged(ledger, tmp_path, written(name, body))
    code_, output = verdict(copy, capsys)
    assert code_ == 3
    assert f"event #{EVENTS + 1}" in output
    assert run(["--db", str(copy), "log"]) == 3
    assert code in capsys.readouterr().err


@promise("P11")
def test_an_event_with_what_a_newer_program_added_says_which_program_that_was(ledger, tmp_path, capsys):
    copy = forged(ledger, tmp_path, written("session-closed/1", b'{"reason":"x","why":"y"}'))
    assert run(["--db", str(copy), "log"]) == 3
    said = "; it was recorded by bridge-ledger 9.9.9, which is newer than this one, 0.1.0"
    assert said in capsys.readouterr().err


@promise("P11")
def test_a_newer_event_stops_the_reader_only_from_there_on(ledger, tmp_path, capsys):
    """What a later version recorded is said to be that, the chain holds to the end, and the past is still read."""
    newer = written("session-closed/2", b'{"why":"it was over"}')
    copy = forged(ledger, tmp_path, newer, written("session-closed/1", b'{"reason":"x"}', number=EVENTS + 2))
    code = run(["--db", str(copy), "verify"])
    printed = capsys.readouterr()
    assert code == 3
    assert "ok      chain" in printed.out
    assert "FAILED  codec" in printed.out
    assert f"s: {EVENTS + 2} events" in printed.out
    assert f"error[unknown-event]: event #{EVENTS + 1} of session s is a 'session-closed/2'" in printed.err
    assert "which bridge-ledger 9.9.9 recorded and this one, 0.1.0, does not know" in printed.err
    assert run(["--db", str(copy), "board", "1"]) == 3
    assert "unknown-event" in capsys.readouterr().err
    for moment in (f"#{EVENTS}", f"#{EVENTS + 1}-", "R-0001"):
        assert run(["--db", str(copy), "--as-of", moment, "board", "1"]) == 0, capsys.readouterr().err
        assert run(["--db", str(copy), "--as-of", moment, "log"]) == 0, capsys.readouterr().err


@promise("P11")
@pytest.mark.parametrize("program", ["0.1.0", "0.0.9", "forged"])
def test_an_unknown_event_of_no_newer_program_was_recorded_by_none(ledger, tmp_path, capsys, program):
    """To upgrade would not help: that is not what is said; what was before it is still read."""
    copy = forged(ledger, tmp_path, written("weather-noted/1", b"{}", program=program))
    for line in ("verify", "log"):
        assert run(["--db", str(copy), line]) == 3
        err = capsys.readouterr().err
        which = f"event #{EVENTS + 1} of session s"
        assert f"error[unknown-event]: {which} is a 'weather-noted/1', which no released bridge-ledger up to" in err
        assert "recorded: another program wrote it" in err
        assert f"compare with a backup or an export; what was before is read with --as-of '#{EVENTS + 1}-'" in err
        assert "upgrade" not in err


@pytest.mark.parametrize(("name", "told"), [("", "''"), ("x" * 100_000, "x" * 64 + "…")])
def test_a_session_of_no_name_or_an_endless_one_is_told_in_few_letters(ledger, tmp_path, capsys, name, told):
    copy = tampered(ledger, tmp_path, ("INSERT INTO event VALUES (?, 1, 'c', 0, x'5b5d', zeroblob(32))", (name,)))
    for line in (["verify"], ["session", "list"]):
        assert run(["--db", str(copy), *line]) in (0, 3)
        printed = capsys.readouterr()
        said = "".join((printed.out + printed.err).split())
        assert len(said) < 3_000
        assert f"event#1ofsession{told}waschangedafteritwasrecorded" in said  # a table breaks its lines


@pytest.mark.parametrize("record", [b"hello", b'["s",', b"[]", b'["s", 9,"session-closed/1"]', b"\xff"])
def test_a_row_that_is_no_record_and_has_its_digest_was_not_changed(ledger, tmp_path, capsys, record):
    """Nothing of it was ever recorded."""
    copy = forged(ledger, tmp_path, record)
    for line in ("verify", "log"):
        assert run(["--db", str(copy), line]) == 3
        err = capsys.readouterr().err
        none = f"event #{EVENTS + 1} of session s was not recorded by a desk: another program wrote it"
        assert f"error[chain-broken]: {none}" in err
        assert f"events 1–{EVENTS} are intact" in err
        assert "changed after it was recorded" not in err


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (written("session-closed/1", b'{"reason": ""}'), "canonical"),
        (written("session-closed/1", b'{"reason":"x"}')[:-1] + b',""]', "bad-body"),
        (written("session-closed/1", b'{"reason":"x"}')[:-1] + b',"AA=="]', "bad-body"),
        (written("session-closed/1", b"{}").replace(b',"9.9.9"]', b"]"), "canonical"),
        (b'{"session":"s"}', "event-missing\x00chain-broken"),
    ],
)
def test_a_record_in_any_other_form_is_found(ledger, tmp_path, capsys, record, why):
    code, output = verdict(forged(ledger, tmp_path, record), capsys)
    assert code == 3
    assert f"event #{EVENTS + 1} " in output
    assert any(word in output for word in why.split("\x00"))


def test_a_log_chained_anew_with_a_gap_in_its_numbers_is_found(ledger, tmp_path, capsys):
    """Every digest fits; only the numbers tell."""
    copy = forged(ledger, tmp_path, written("session-closed/1", b'{"reason":"x"}', number=EVENTS + 2))
    code, output = verdict(copy, capsys)
    assert (code, "error[event-missing]" in output) == (3, True)
    assert f"event #{EVENTS + 1} of session s is missing: event #{EVENTS + 2} stands in its place" in output


@pytest.mark.parametrize("odd", ["a,", 'a"b', "a\\", "♠ c"])
def test_a_session_of_any_name_is_read(tmp_path, odd):
    store = Store(f"sqlite:///{tmp_path / 'odd.db'}")
    migrate(store)
    salt = salts()
    events = [
        Envelope(odd, number, "session-closed/1", kept(SessionClosed("x"), salt), "c", number, 1, 1, "me", ())
        for number in (1, 2)
    ]
    assert store.append(events) == list(store.log.read(odd))
    assert audit(store, odd).checks["chain"] == audit(store, odd).checks["codec"] == []
    store.close()
