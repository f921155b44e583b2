"""What is put into a log past the program, well chained as it may be, is not signed: no key vouches for what no command
reads.
"""

import json
import sqlite3
from contextlib import closing

import pytest

from cli.main import run
from ledger.digests import event_digest
from ledger.store.record import canonical
from ledger.store.store import Store
from tests.promises import promise
from tests.store.unguarded import unguarded

AT = 1_700_000_000_000_000
LABEL = {"label": "x" * 1_000_000}


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """A session of three events with a key, and a function that types a command: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    assert run(["seal", "--new-key", "ebu.example", "--key", "k"]) == 0
    for line in ("init", "session open s --boards 1-2 -q", "result add 1/1 4SN= --ns 1 --ew 2 -q"):
        assert run(line.split()) == 0

    def typed(line):
        capsys.readouterr()
        code = run(line.split())
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return typed


def put_in(kind, body, *, occurred=AT, because=(), column="c"):
    """An event after the last, chained as it should be, beside the program."""
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        (previous,) = connection.execute("SELECT digest FROM event ORDER BY number DESC").fetchone()
        record = canonical(["s", 4, kind, body, "c", 0, occurred, AT, "scorer", list(because), "x"])
        row = ("s", 4, column, 0, record, event_digest(previous, record))
        connection.execute(
            "INSERT INTO event (session, number, command_id, part, record, digest) VALUES (?, ?, ?, ?, ?, ?)", row
        )


CLOSED = ("session-closed/1", {})


@promise("A34")
@pytest.mark.parametrize(
    ("event", "more", "code"),
    [
        (("foo-bar/1", {}), {}, "unknown-event"),
        (("session-closed/1", {"bad": 1}), {}, "bad-body"),
        (CLOSED, {"because": [4]}, "bad-log"),
        (CLOSED, {"occurred": 9 * 10**18}, "beyond-bounds"),
        (("session-closed/1", LABEL), {}, "beyond-bounds"),
        (CLOSED, {"column": "another"}, "chain-broken"),
        (("ruling-withdrawn/1", {"case": "R-0009"}), {}, "bad-log"),
    ],
    ids=["unknown", "bad body", "because of itself", "beyond time", "too long", "other column", "of no case"],
)
@pytest.mark.parametrize("line", ["seal", "seal --since 0", "seal --dry-run"])
def test_a_log_that_does_not_hold_is_not_sealed(desk, event, more, code, line):
    put_in(*event, **more)
    exit_code, printed, told = desk(line)
    assert (exit_code, printed) == (3, "")
    assert told.startswith(f"error[{code}]: "), told
    with closing(Store("sqlite:///bridge-ledger.db")) as store:
        assert store.seals.of("s") == []
    assert desk("verify")[0] == 3


def test_what_is_well_put_in_is_sealed(desk):
    """The rows of these tests are refused for what is wrong with them alone."""
    put_in(*CLOSED)
    assert desk("verify")[0] == 0
    assert desk("seal")[0] == 0
    assert json.loads(desk("seal --list --json")[1])["seals"][0]["size"] == 4


def test_with_scores_that_are_published_a_log_that_does_not_hold_is_not_sealed(desk):
    put_in("contestants-entered/1", {"contestants": ["3", "4"]}, because=[4])
    code, _, told = desk("publish --yes")
    assert code == 3, told
    assert told.startswith("error[bad-log]: #4 answers (4,), which are not before it"), told
    assert desk("log")[1].startswith("#5 ")
    assert json.loads(desk("seal --list --json")[1])["seals"] == []
