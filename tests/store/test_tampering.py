"""Whoever changes the log behind the office's back is found, at the event that was changed."""

import shutil
import sqlite3

import pytest

from cli.main import run
from ledger.errors import Corrupt
from ledger.store.store import Store

COLUMNS = (
    "session",
    "number",
    "name",
    "command_id",
    "part",
    "occurred_at",
    "recorded_at",
    "recorded_by",
    "because",
    "body",
    "digest",
)
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
    """A copy, its triggers dropped, changed by SQL."""
    copy = tmp_path / "copy.db"
    with sqlite3.connect(ledger) as source:
        source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(ledger, copy)
    connection = sqlite3.connect(copy)
    for trigger in ("event_no_update", "event_no_delete"):
        connection.execute(f"DROP TRIGGER {trigger}")
    for statement, *arguments in statements:
        connection.execute(statement, *arguments)
    connection.commit()
    connection.close()
    return copy


def verdict(copy, capsys):
    code = run(["--db", str(copy), "verify"])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET body = x'7b7d'", "DELETE FROM event", "UPDATE event SET recorded_by = 'me' WHERE number = 2"],
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


@pytest.mark.parametrize("number", range(1, EVENTS + 1))
@pytest.mark.parametrize("column", COLUMNS)
def test_one_byte_of_one_row_is_found(ledger, tmp_path, capsys, column, number):
    value = stored(ledger, column, number)
    if value == "":
        value, changed = "", "1"  # an empty `because`
    else:
        changed = flipped(value, number)
    copy = tampered(ledger, tmp_path, (f"UPDATE event SET {column} = ? WHERE number = ?", (changed, number)))
    code, told = verdict(copy, capsys)
    assert code == 3
    assert f"event #{number} " in told
    assert "error[chain-broken]" in told or "error[event-missing]" in told


@pytest.mark.parametrize("column", ["body", "digest"])
def test_every_byte_counts(ledger, tmp_path, capsys, column):
    value = stored(ledger, column, 5)
    for at in range(len(value)):
        copy = tampered(ledger, tmp_path, (f"UPDATE event SET {column} = ? WHERE number = 5", (flipped(value, at),)))
        code, told = verdict(copy, capsys)
        assert (code, "event #5 " in told) == (3, True)


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"4SN=\x00"])
def test_text_that_is_no_text_is_reported_not_raised(ledger, tmp_path, capsys, damage):
    copy = tampered(ledger, tmp_path, ("UPDATE event SET recorded_by = CAST(? AS TEXT) WHERE number = 3", (damage,)))
    assert verdict(copy, capsys)[0] == 3


def test_a_missing_event_is_missed(ledger, tmp_path, capsys):
    code, told = verdict(tampered(ledger, tmp_path, ("DELETE FROM event WHERE number = 4",)), capsys)
    assert code == 3
    assert "error[event-missing]" in told
    assert "event #4 of session s is missing: event #5 stands in its place" in told


def test_reading_stops_at_the_bad_event_too(ledger, tmp_path):
    copy = tampered(ledger, tmp_path, ("UPDATE event SET body = replace(body, '4SN-1', '4SN-2') WHERE number = 5",))
    store, read = Store(f"sqlite:///{copy}"), []
    with pytest.raises(Corrupt) as caught:
        read.extend(store.read("s"))
    store.close()
    assert caught.value.number == 5


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("ruling-invented/7", b"{}", "unknown-event"),
        ("session-closed/1", b'{"reason":"x","why":"y"}', "bad-body"),
        ("result-voided/1", b"{", "bad-body"),
    ],
)
def test_a_body_that_is_not_what_its_name_says(ledger, tmp_path, capsys, name, body, code):
    """Even where the digests were made to fit."""
    from ledger.store import codec

    store = Store(f"sqlite:///{ledger}")
    row = list(store.rows("s"))[EVENTS - 1]
    store.close()
    envelope = ("s", EVENTS + 1, name, "forged", 0, row.occurred_at, row.recorded_at, "forger", "")
    digest = codec.digest(row.digest, envelope, body)
    copy = tampered(ledger, tmp_path, (f"INSERT INTO event VALUES ({','.join('?' * 11)})", (*envelope, body, digest)))
    code_, told = verdict(copy, capsys)
    assert code_ == 3
    assert f"event #{EVENTS + 1}" in told
    assert run(["--db", str(copy), "log"]) == 3
    assert code in capsys.readouterr().err
