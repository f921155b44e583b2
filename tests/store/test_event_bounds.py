"""How much an event can be: on both sides of every bound, for everybody who keeps it.

Who records refuses what is beyond; who reads, the verifier of a bundle and the page that checks receipts take it for no
event. A database keeps some of them. All of them hold the numbers of one table.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from msgspec import Struct

from cli.main import run
from ledger.bounds import events, named_bounds
from ledger.bounds.events import exceeded_bound
from ledger.digests import event_digest
from ledger.errors import Corrupt, Misuse
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, commitment
from ledger.recording.recorder import read_back
from ledger.store import chain, record
from ledger.store.chain import TextRow
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.store.tables import SCHEMA_NAME
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.trust.bundle import verifier
from ledger.trust.seal import parse_seal
from tests.store.conftest import administer_each

BOUNDS = dict(named_bounds(events))


class Said(Struct):
    """The body of an event, whatever it holds."""

    contestants: Any


def event(contestants: object = ("1",), **beside: Any) -> Envelope:
    """An event that says so many contestants, and what stands beside its body."""
    usual = {"session": "s", "number": 1, "name": "contestants-entered/1", "command_id": "c", "part": 0}
    usual |= {"occurred_at": 5, "recorded_at": 6, "by": "me", "because": (), "program": "0.1.0"}
    return Envelope(event=Said(contestants), **(usual | beside))


def of_size(size: int) -> Envelope:
    """An event whose record has so many bytes."""
    many = ["x" * 1000] * ((size - 2000) // 1003)
    missing = size - len(record.write(event([*many, "x"])))
    return event([*many, "x" * (1 + missing)])


def nested(depth: int) -> Envelope:
    found: list[object] = []
    for _ in range(depth - 3):
        found = [found]
    return event(found)


CASES: dict[str, list[Callable[[int], Envelope]]] = {
    "RECORD": [of_size],
    "DIGITS": [lambda digits: event(["7" * digits]), lambda digits: event([int("7" * digits), 1])],
    "WHOLE": [
        lambda digits: event(int("7" * digits)),
        lambda digits: event([1, -int("7" * digits), 1]),
        lambda digits: event({"a": int("7" * digits), "b": 1}),
        lambda digits: event([int("7" * digits), "1"]),
    ],
    "TEXT": [lambda size: event(["x" * size]), lambda size: event(["é" * (size // 2) + "x" * (size % 2)])],
    "MEMBERS": [lambda members: event(["1"] * members), lambda members: event(because=(1,) * members)],
    "DEPTH": [nested],
    "NUMBER": [lambda number: event(number=number)],
    "PART": [lambda part: event(part=part)],
    "TIME": [lambda time: event(occurred_at=time), lambda time: event(recorded_at=time)],
    "COMMAND": [lambda size: event(command_id="ö" * size)],
    "AUTHOR": [lambda size: event(by="ö" * size)],
    "PROGRAM": [lambda size: event(program="ö" * size)],
}
SIDES = [
    pytest.param(bounds, make(said), within, id=f"{name}-{at}-{said}")
    for name, makers in CASES.items()
    for bounds in [BOUNDS[name]]
    for at, make in enumerate(makers)
    for said, within in [(bounds.most, True), (bounds.most + 1, False)]
    + ([(bounds.least, True), (bounds.least - 1, False)] if name in ("NUMBER", "PART", "TIME", "COMMAND") else [])
    if said >= 0 or name != "COMMAND"
]
BESIDE = {"WORDS", "SEAL", "LINE", "RECEIPT"}


def test_every_bound_of_the_table_has_its_cases():
    assert CASES.keys() | BESIDE == BOUNDS.keys()
    assert {each.values[0] for each in SIDES} == {BOUNDS[name] for name in CASES}


def refusal(asked: Callable[[], object]) -> tuple[str, str]:
    """The code and the words of what refuses; neither where nothing does."""
    try:
        asked()
    except (Corrupt, Misuse) as error:
        return error.code, error.message
    return "", ""


@pytest.mark.parametrize(("bounds", "envelope", "within"), SIDES)
def test_who_records_keeps_it(bounds, envelope, within):
    code, said = refusal(lambda: record.as_read(envelope))
    assert (code != "too-large") == within
    assert within or str(bounds) in said


@pytest.mark.parametrize(("bounds", "envelope", "within"), SIDES)
def test_who_reads_keeps_it(bounds, envelope, within):
    stored = record.write(envelope)
    rows = [(stored, event_digest(chain.GENESIS, stored))]

    def read(check: Callable[[Envelope, Any], None] | None) -> tuple[str, str]:
        return refusal(lambda: list(chain.read(rows, "s", envelope.number - 1, check=check)))

    code, said = read(chain.require_canonical)
    assert (code != "beyond-bounds") == within
    assert within or (f"event #{envelope.number}" in said and str(bounds) in said)
    is_harmless = bounds == events.DIGITS and len(stored) <= events.SHORT  # digits in a short text: `verify` tells them
    assert read(None)[0] == code or is_harmless
    if not within:
        with pytest.raises(ValueError, match="not recorded by a desk"):
            chain.parse_line(chain.line_of(rows[0]))


def answer(asked: Callable[[], object]) -> str:
    """What a database says to what it refuses; '' where it takes it."""
    try:
        asked()
    except (sqlite3.IntegrityError, psycopg.Error) as error:
        return str(error)
    return ""


OF_SERVER = (events.RECORD, events.PART, events.TIME, events.COMMAND, events.AUTHOR, events.PROGRAM)
"""The bounds that the function of a server keeps, whoever calls it: of a record, and of what stands beside its body."""


@pytest.fixture(scope="module")
def server(postgresql, template):
    administer_each(postgresql, "CREATE DATABASE bounded TEMPLATE template_ledger")
    plain = sa.make_url(template).set(drivername="postgresql", database="bounded")
    where = plain.render_as_string(hide_password=False)
    with psycopg.connect(where, options=f"-c search_path={SCHEMA_NAME}") as connection:
        yield connection
        connection.rollback()
    administer_each(postgresql, "DROP DATABASE bounded WITH (FORCE)")


def appended(server: psycopg.Connection, envelope: Envelope, texts: tuple[object, ...] = ()) -> str:
    """What a server says to an event that is handed to it past the program, and to its texts; nothing of it stays."""
    stored, before = record.write(envelope), envelope.number - 1
    given = (before, bytes(32), b"[%b]" % stored, event_digest(chain.GENESIS, stored))

    def handed() -> None:
        if before > 0:
            earlier = "INSERT INTO event (session, number, command_id, part, record, digest) VALUES "
            server.execute(f"{earlier} ('s', %s, 'b', 0, '', %s)", (before, bytes(32)))
        server.execute("SELECT append_events('s', %s, %s, %s, %s)", given)
        if texts:
            server.execute("SELECT keep_texts('s', 1, %s, %s, %s)", texts)

    said = answer(handed)
    server.rollback()
    return said


@pytest.mark.parametrize(
    ("bounds", "envelope", "within"), [each for each in SIDES if each.values[0] in OF_SERVER or each.values[2]]
)
def test_a_server_keeps_it(server, bounds, envelope, within):
    said = appended(server, envelope)
    if within and envelope.recorded_at == bounds.most:
        assert "the clock of this computer is" in said  # a server takes nothing from so far ahead
    elif within:
        assert said == ""
    else:
        assert "is not as an event is recorded" in said or "event_record_check" in said or "event_part_check" in said


@pytest.mark.parametrize("over", [0, 1])
def test_a_file_keeps_the_length_of_a_record_and_of_a_digest(tmp_path, over):
    store = Store(f"sqlite:///{tmp_path / 'l.db'}")
    migrate(store)
    store.close()
    with closing(sqlite3.connect(tmp_path / "l.db")) as connection:
        for record, digest in ((events.RECORD.most + over, 32), (2, 32 + over)):
            row = ("s", digest, "c", digest, bytes(record), bytes(digest))
            said = answer(lambda row=row: connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row))
            assert ("CHECK constraint failed" in said) == bool(over)


@pytest.mark.parametrize(("bounds", "envelope", "within"), SIDES)
def test_the_verifier_of_a_bundle_keeps_it(bounds, envelope, within):
    stored = record.write(envelope)
    assert verifier.within(stored, json.loads(stored)) == within


# What stands beside an event


def long_text(size: int) -> PlayersNamed:
    return PlayersNamed((Player("1", 1, "é" * (size // 2) + "x" * (size % 2)),))


@pytest.mark.parametrize(("size", "within"), [(events.WORDS.most, True), (events.WORDS.most + 1, False)])
def test_words_beside_the_log_have_their_bound_too(server, size, within):
    envelope = Envelope("s", 1, "players-named/1", long_text(size), "c", 0, 5, 6, "me", ())
    assert refusal(lambda: read_back(envelope))[0] == ("" if within else "too-large")
    salt, words = bytes(16), str(long_text(size).players[0].name)
    committed = commitment(salt, words)
    assert TextRow(committed, salt, words).fits == within
    said = (committed, salt.hex(), words, {committed})
    if within:
        verifier.check_text(*said)
    else:
        with pytest.raises(verifier.Broken):
            verifier.check_text(*said)
    event = PlayersNamed((Player("1", 1, KeptText(words, committed, salt)),))
    kept = Envelope("s", 1, "players-named/1", event, "c", 0, 5, 6, "me", ())
    assert ("that is no text of an event" in appended(server, kept, ([committed], [salt], [words]))) != within


@pytest.mark.parametrize("over", [0, 1])
def test_a_seal_has_its_bound(over):
    signature = "— a " + "A" * 96
    head = "a/s\n1\n" + "A" * 43 + "=\n\n"
    room = events.SEAL.most - len(head.encode())
    lines, rest = divmod(room, len(f"{signature}\n".encode()))
    note = head + f"{signature}\n" * lines + "\n" * (rest + over)
    assert len(note.encode()) == events.SEAL.most + over
    assert refusal(lambda: parse_seal(note)) == (("bad-seal", "this is no seal: it is too long") if over else ("", ""))


def test_the_verifier_of_a_bundle_reads_lines_as_long_as_the_table_says():
    assert events.LINE.most == verifier.LONGEST_LINE


@pytest.mark.parametrize("over", [0, 1])
def test_a_receipt_has_its_bound(tmp_path, monkeypatch, capsys, over):
    monkeypatch.chdir(tmp_path)
    Path("r").write_bytes(b" " * (events.RECEIPT.most + over))
    assert run(["verify", "--receipt", "r"]) == 2
    assert ("longer than 4 MiB" in capsys.readouterr().err) == bool(over)


# One event beyond what an event can be, in a log that is looked at


def deep(depth: int, around: bytes = b'{"contestants":%b}', name: bytes = b"contestants-entered/1") -> bytes:
    """A record with so many lists in one another: more than what writes an event goes down."""
    return b'["s",4,"%b",%b,"c",0,5,6,"me",[],"0.1.0"]' % (name, around % (b"[" * depth + b"]" * depth))


AWARD = b'{"adjustment":{"kind":"stands","unheard_of":%b},"case":"R-0001"}'
HOSTILE = {
    "a time no calendar has": record.write(event(number=4, occurred_at=9 * 10**18)),
    "a label of a million digits": record.write(event(["7" * 10**6], number=4)),
    "a label of a million letters": record.write(event(["x" * 10**6], number=4)),
    "two hundred thousand causes": record.write(event(number=4, because=(1,) * 200_000)),
    "fifty megabytes": record.write(event(["x" * 1000] * 50_000, number=4)),
    "ten thousand lists in one another": deep(10_000),
    "a thousand lists in one another, in a short record": deep(1_000),
    "forty lists where an award has no field": deep(40, AWARD, b"ruling-given/1"),
    "a number of a thousand digits, in a short record": record.write(event(int("7" * 1_000), number=4)),
}


LOOKS = ("log", "show 3", "standings", "explain 1/1", "report audit -o a.html", "report site site", "session list")


@pytest.mark.parametrize("what", HOSTILE)
def test_one_event_beyond_its_bounds_is_named_and_nothing_else_is_lost(tmp_path, monkeypatch, capsys, what):
    monkeypatch.chdir(tmp_path)
    for line in ("init -q", "session open s --boards 1 --contestants 1-4", "result add 1/1 4SN= --ns 1 --ew 2"):
        assert run(line.split()) == 0
    stored = HOSTILE[what]
    assert exceeded_bound(stored) or what == "a time no calendar has"
    with closing(sqlite3.connect("bridge-ledger.db")) as connection:
        (number, last) = connection.execute("SELECT number, digest FROM event ORDER BY number DESC").fetchone()
        connection.execute("PRAGMA ignore_check_constraints=ON")
        stored = stored.replace(b'"s",4,', b'"s",%d,' % (number + 1), 1)
        row = ("s", number + 1, "c", 0, stored, event_digest(last, stored))
        connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row)
        connection.commit()
    assert run(["verify"]) == 3
    assert f"event #{number + 1} of session s was not recorded by a desk: " in capsys.readouterr().err
    for line in LOOKS:
        code = run(line.split())
        told = capsys.readouterr().err
        assert code in (0, 3), (line, told)
        assert (
            code == 0 or f"error[beyond-bounds]: event #{number + 1} of session s was not recorded by a desk" in told
        ), line
    assert run(["log", "--as-of", f"#{number + 1}-"]) == 0
    assert "board 1, 1 v 2: 4♠N=" in capsys.readouterr().out
