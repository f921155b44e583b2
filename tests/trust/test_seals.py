"""Seals and receipts: what they show, and that whoever rewrites, cuts or forges is found."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from msgspec import structs

from cli.main import run
from ledger.errors import Misuse
from ledger.store.chain import GENESIS, with_digests
from ledger.store.log import row
from ledger.store.store import Store
from ledger.store.tables import INSERT
from ledger.trust.keys import new_key, read_key, signed_by
from ledger.trust.seal import checkpoint, parse_public_key, parse_seal
from tests.promises import promise
from tests.store.edited_offices import said
from tests.store.unguarded import unguarded
from tests.trust import fuzz_seals

TABLES = 40


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A folder with a ledger of some ninety events, a seal of it, a ruling after it, and another seal."""
    folder = tmp_path_factory.mktemp("office")
    csv = "board,table,ns,ew,contract,declarer,tricks\n"
    csv += "".join(
        f"{board},{t},{2 * t - 1},{2 * t},4S,N,{8 + t % 4}\n" for board in (1, 2) for t in range(1, TABLES + 1)
    )
    (folder / "thu.csv").write_text(csv)
    steps = (
        "init",
        "import thu.csv -q",
        "result correct 1/3 4SN= -q",
        "seal --new-key ebu.example --key k",
        "seal --key k",
        "ruling add 1/1 --stands -q",
        "seal --key k",
    )
    here = os.getcwd()
    os.chdir(folder)
    try:
        for step in steps:
            assert run(step.split()) == 0
    finally:
        os.chdir(here)
    return folder


@pytest.fixture
def desk(office, tmp_path, monkeypatch, capsys):
    """A copy of that folder to be in, and a function that types a command: exit code, stdout, stderr."""
    for name in ("bridge-ledger.db", "k", "k.pub"):
        shutil.copy(office / name, tmp_path)
    with sqlite3.connect(office / "bridge-ledger.db") as source, sqlite3.connect(tmp_path / "bridge-ledger.db") as copy:
        source.backup(copy)
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()

    def typed(line):
        code = run(line.split())
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    first, last = (json.loads(typed("seal --list --json")[1])["seals"][at]["note"] for at in (0, 1))
    (tmp_path / "first.seal").write_text(first)
    (tmp_path / "last.seal").write_text(last)
    return typed


def rewrite(change, keep=None):
    """Change the log as its owner could: the triggers dropped, and every digest from there on worked out again."""
    store = Store("sqlite:///bridge-ledger.db")
    log = [change(envelope) for envelope in list(store.log.read("thu"))[:keep]]
    store.close()
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        connection.execute("DELETE FROM event")
        connection.executemany(INSERT, [row(envelope, stored) for envelope, stored in with_digests(log, GENESIS)])


def test_a_log_that_grew_extends_its_seals(desk):
    code, out, _ = desk("verify --seal first.seal --key k.pub")
    assert code == 0
    assert "ok      seal\n" in out


def test_that_the_database_is_guarded_is_said_where_it_is_so(desk):
    code, out, _ = desk("verify")
    assert (code, out.split("\n")[0]) == (0, "the database: guarded as it was made")
    (schema, *_) = json.loads(desk("verify --json")[1])["checks"]
    assert schema == {"session": "", "check": "schema", "ok": True, "problems": []}
    with closing(sqlite3.connect("bridge-ledger.db")) as connection:
        ((trigger,), *_) = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        connection.execute(f"DROP TRIGGER {trigger}")
    code, out, err = desk("verify")
    assert (code, "guarded" in out, "FAILED  schema" in out) == (3, False, True)
    assert f"- trigger {trigger} " in err
    assert [each["ok"] for each in json.loads(desk("verify --json")[1])["checks"] if each["check"] == "schema"] == [
        False
    ]


def test_a_new_key_seals_nothing_and_says_so(desk):
    before = desk("seal --list")
    code, out, err = desk("seal --new-key club.example --key new")
    assert (code, out) == (0, Path("new.pub").read_text())
    assert "Nothing is sealed yet: `bridge-ledger seal --key new` signs the log.\n" in err
    assert desk("seal --list") == before
    assert desk("seal --key new")[0] == 0
    assert desk("seal --list") != before


@promise("T2")
def test_the_note_is_what_other_programs_read(desk):
    """C2SP: origin, size and root; a signature line of name and base64 (key id, Ed25519 over the text above)."""
    with open("first.seal", encoding="utf-8") as file:
        text, _, signed = file.read().partition("\n\n")
    origin, size, root = text.split("\n")
    assert (origin, size) == ("ebu.example/thu", "83")
    assert len(root) == 44
    assert signed.startswith("— ebu.example ")
    assert signed.endswith("\n")


@promise("A22", "T5")
@pytest.mark.parametrize("number", [1, 2, 40, 82, 83])
def test_a_rewritten_log_is_found_and_where(desk, number):
    """Every digest after it fits, so the chain alone shows nothing: the seal does."""
    rewrite(lambda envelope: structs.replace(envelope, by="somebody") if envelope.number == number else envelope)
    code, _, err = desk("verify --seal first.seal --key k")
    assert code == 3
    assert "error[seal-broken]" in err
    assert "an event from #1 to #83 is the first that is not what was sealed" in err


@promise("A22", "T5")
def test_earlier_seals_that_hold_show_from_where_on_a_log_was_rewritten(desk):
    rewrite(lambda envelope: structs.replace(envelope, by="somebody") if envelope.number == 84 else envelope)
    code, _, err = desk("verify --seal last.seal --key k")
    assert code == 3
    assert "event #84 is the first that is not what was sealed" in err
    assert "events 1–83 are as another seal has them; compare with an export" in err


@promise("A23", "T5")
def test_a_log_cut_short_is_found(desk):
    rewrite(lambda envelope: envelope, keep=70)
    code, out, err = desk("verify --seal first.seal --key k")
    assert code == 3
    assert "the log ends at #70; #71–#83 were sealed and are gone" in err
    assert "FAILED  seal\n" in out
    assert desk("verify")[0] == 3  # the seals kept with the log say so too


@promise("T5")
def test_two_events_that_changed_places_are_found(desk):
    rewrite(lambda envelope: envelope)
    assert desk("verify --seal last.seal --key k")[0] == 0
    store = Store("sqlite:///bridge-ledger.db")
    log = list(store.log.read("thu"))
    store.close()
    swapped = {10: structs.replace(log[10], number=10), 11: structs.replace(log[9], number=11)}
    rewrite(lambda envelope: swapped.get(envelope.number, envelope))
    code, _, err = desk("verify --seal last.seal --key k")
    assert code == 3
    assert "is not what was sealed" in err


@promise("A30")
def test_another_ledger_of_the_same_name_is_not_what_was_sealed(desk):
    rewrite(lambda envelope: structs.replace(envelope, command_id=f"other-{envelope.command_id}"))
    code, _, err = desk("verify --seal first.seal --key k")
    assert code == 3
    assert "is it of another ledger? compare with an export" in err


def test_a_forged_signature_and_a_foreign_key_are_refused(desk, tmp_path):
    note = (tmp_path / "first.seal").read_text()
    seal = parse_seal(note)
    forged = replace(seal.signatures[0], signature=bytes(64))
    (tmp_path / "forged.seal").write_text(str(replace(seal, signatures=(forged,))))
    code, _, err = desk("verify --seal forged.seal --key k")
    assert code == 3
    assert "error[seal-forged]" in err
    new_key(tmp_path / "other", "ebu.example")
    assert "error[seal-forged]" in desk("verify --seal first.seal --key other")[2]
    longer = replace(seal, checkpoint=replace(seal.checkpoint, size=82))
    (tmp_path / "longer.seal").write_text(str(longer))
    assert "error[" in desk("verify --seal longer.seal --key k")[2]


@promise("A7")
def test_a_byte_flipped_in_a_seal_is_found(desk, tmp_path):
    """Every byte of the file up to the long signature, and some of that: unreadable, forged, or of another session."""
    note = (tmp_path / "first.seal").read_bytes()
    second = note.rindex("— ".encode())
    for at in (*range(second + 32), *range(second + 32, len(note) - 1, 97)):
        (tmp_path / "flipped.seal").write_bytes(note[:at] + bytes([note[at] ^ 1 << at % 8]) + note[at + 1 :])
        code, _, err = desk("verify --seal flipped.seal --key k")
        assert code in (2, 3), f"byte {at}"
        assert err.startswith("error["), f"byte {at}"


@promise("T4")
def test_the_key_is_the_owners_alone(desk, tmp_path):
    assert (tmp_path / "k").stat().st_mode & 0o777 == 0o600
    (tmp_path / "k").chmod(0o640)
    assert "error[key-exposed]" in desk("seal --key k")[2]
    assert "error[key-exists]" in desk("seal --new-key a --key k")[2]
    assert "error[no-key]" in desk("seal --key nowhere")[2]
    assert "error[no-key]" in desk("verify --seal first.seal")[2]
    (tmp_path / "odd").write_text("PRIVATE+KEY+a+b+c")
    (tmp_path / "odd").chmod(0o600)
    assert "error[bad-key]" in desk("seal --key odd")[2]
    assert "error[bad-key]" in desk("verify --seal first.seal --key a+b+c")[2]


@promise("T4")
def test_no_key_is_ever_shown(desk, tmp_path):
    secret = (tmp_path / "k").read_text().strip().split("+", 4)[4]
    for line in ("seal --key k", "seal --key k --json", "verify --seal first.seal --key k", "publish --yes"):
        assert secret not in "".join(map(str, desk(line)))
    assert secret not in repr(read_key(tmp_path / "k"))


def test_a_seal_is_kept_once(desk):
    code, out, _ = desk("seal --key k")
    assert (code, out) == (0, desk("seal --key k")[1])
    assert len(json.loads(desk("seal --list --json")[1])["seals"]) == 2


def test_a_broken_log_is_not_sealed(desk):
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.execute("DROP TRIGGER event_no_update")
        connection.execute("UPDATE event SET record = CAST(replace(record, '/1\"', '/2\"') AS BLOB) WHERE number = 40")
    assert "error[chain-broken]: event #40" in desk("seal --key k")[2]


@promise("T3")
def test_publishing_seals_where_there_is_a_key(desk, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    code, out, _ = desk("publish --yes")
    assert code == 0
    assert "ebu.example/thu\n85\n" in out
    root = out.split("\n85\n")[1].split("\n")[0]
    assert f"Sealed up to #85: root {root}, signed by: ebu.example+{(read_key_id())}" in desk("report register")[1]
    assert desk("ruling add 1/5 --artificial A+/A- --offender EW -q --yes")[0] == 0
    code, out, err = desk("publish --yes --json")
    assert code == 0, err
    assert json.loads(out)["seal"].startswith("ebu.example/thu\n87\n")


def read_key_id():
    with open("k.pub") as file:
        return file.read().split("+")[1]


@promise("A7", "A29", "T51")
def test_whatever_is_changed_in_what_seals_and_proves_claims_nothing_new(tmp_path):
    found = fuzz_seals.fuzz(tmp_path, 200, seed=0)
    assert [*found] == ["seal", "request", "answer", "receipt", "tlog-proof"]
    for name, answers in found.items():
        told = {said for said, _ in answers}
        assert (fuzz_seals.FALSE in told, fuzz_seals.REFUSED in told, answers.total()) == (False, True, 40), name


# Receipts


@promise("A29", "T9")
def test_a_receipt_is_checked_without_a_database(desk, tmp_path):
    code, out, _ = desk("receipt R-0001 --key k --since first.seal")
    assert code == 0
    (tmp_path / "r").write_text(out)
    assert "thu.csv" not in out
    (tmp_path / "bridge-ledger.db").unlink()
    code, output, _ = desk("verify --receipt r --seal first.seal --key k.pub")
    assert code == 0
    assert "#84" in output
    assert "R-0001 board 1, 1 v 2: the table result stands" in output
    assert "extends the one up to #83" in output
    assert "the key the receipt itself names" in desk("verify --receipt r")[1]


def test_a_session_that_was_not_typed_is_no_matter_to_a_receipt(desk, tmp_path, monkeypatch):
    (tmp_path / "r").write_text(desk("receipt R-0001 --key k --since first.seal")[1])
    monkeypatch.setattr("sys.stdin", StringIO("verify --receipt r   # as it is\n"))
    code, output, _ = desk("desk --session thu")
    assert (code, "R-0001 board 1" in output) == (0, True)
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", "friday")
    assert desk("verify --receipt r --key k.pub")[0] == 0
    assert desk("verify --seal first.seal --key k.pub")[0] == 0
    code, _, err = desk("verify --receipt r --session thu")
    assert (code, "leave --strict and --session out" in err) == (2, True)


def test_a_receipt_reaches_no_further_than_its_seal(desk):
    assert desk("ruling withdraw R-0001 -q")[0] == 0
    code, out, err = desk("receipt R-0001")
    assert code == 0
    assert json.loads(out)["as_of"] == 84
    assert "the last seal does not cover #85" in err
    assert desk("ruling add 1/3 --stands -q")[0] == 0
    assert "error[not-sealed]: R-0002 (#86)" in desk("receipt R-0002")[2]
    assert "error[no-such-case]" in desk("receipt R-0009")[2]
    assert desk("receipt #84")[0] == 0
    assert "error[no-such-event]: there is no event #999" in desk("receipt #999")[2]


@promise("T11")
def test_a_receipt_of_a_publication_has_its_numbers_whole(desk, tmp_path):
    assert desk("publish --yes -q")[0] == 0
    assert desk("seal --key k")[0] == 0
    body = json.loads(desk("show 85 --json")[1])["event"]["body"]
    (tmp_path / "r").write_text(desk("receipt 85")[1])
    code, output, err = desk("verify --receipt r --key k.pub")
    assert code == 0, err
    assert f"numbers: {body['numbers']}\n" in output
    assert len(body["numbers"]) == 64


@promise("A7")
def test_a_receipt_that_was_changed_does_not_hold(desk, tmp_path):
    text = desk("receipt R-0001 --key k --since first.seal")[1].strip()
    receipt = json.loads(text)
    (proved,) = receipt["events"]
    changed = [
        text.replace('"stands"', '"stayed"'),
        text.replace('"ns":"1"', '"ns":"3"'),
        text.replace(proved["previous"], "00" * 32),
        text.replace(proved["proof"][0], proved["proof"][1]),
        text.replace(receipt["growth"][0], receipt["growth"][1]),
        text.replace('"thu"', '"fri"'),
        text.replace('"as_of":84', '"as_of":83'),
    ]
    for each in changed:
        assert each != text
        (tmp_path / "r").write_text(each)
        code, _, err = desk("verify --receipt r --key k")
        assert code == 3, each
        assert "error[receipt-broken]" in err
    seal = parse_seal(receipt["seal"])
    forged = replace(seal, signatures=(replace(seal.signatures[0], signature=bytes(64)),))
    (tmp_path / "r").write_text(
        text.replace(json.dumps(str(seal), ensure_ascii=False), json.dumps(str(forged), ensure_ascii=False))
    )
    assert "error[seal-forged]" in desk("verify --receipt r --key k")[2]


def test_every_byte_of_a_receipt_counts_or_says_nothing(desk, tmp_path):
    """No flipped bit makes a receipt prove other events than it did."""
    text = desk("receipt R-0001 --key k")[1].strip().encode()
    (tmp_path / "r").write_bytes(text)
    proved = json.loads(desk("verify --receipt r --key k --json")[1])["events"]
    held = 0
    for at in range(0, len(text), 3):
        (tmp_path / "r").write_bytes(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])
        code, out, err = desk("verify --receipt r --key k --json")
        if code == 0:
            held += 1
            assert json.loads(out)["events"] == proved
        else:
            assert code in (2, 3), err
    assert held < len(text) / 10  # the case's name, the hints of the key


@promise("T9")
def test_a_receipt_says_what_was_said_and_proves_it(desk, tmp_path):
    desk("ruling add 2/1 --stands --facts slow_and_sure --reason thirds -q")
    desk("seal --key k")
    receipt = json.loads(desk("receipt R-0002 --key k")[1])
    (proved,) = receipt["events"]
    assert [text["text"] for text in proved["texts"]] == ["slow_and_sure", "thirds"]
    assert "slow_and_sure" not in json.dumps(proved["line"])
    (tmp_path / "r").write_text(desk("receipt R-0002 --key k")[1])
    code, out, _ = desk("verify --receipt r --key k")
    assert (code, "facts: slow_and_sure" in out, "reason: thirds" in out) == (0, True, True)


@promise("T10")
def test_a_receipt_proves_that_a_text_was_erased(desk, tmp_path):
    desk("ruling add 2/1 --stands --facts slow_and_sure --reason thirds -q")
    assert desk("text erase 85 --field facts --because mistaken --yes")[0] == 0
    desk("seal --key k")
    text = desk("receipt R-0002 --key k")[1]
    assert "slow_and_sure" not in text
    (tmp_path / "r").write_text(text)
    code, out, _ = desk("verify --receipt r --key k")
    assert code == 0
    assert "#86" in out
    assert "facts: (erased at " in out
    assert "reason: thirds" in out


def test_what_is_no_receipt_or_speaks_of_another_seal(desk, tmp_path):
    (tmp_path / "r").write_text(desk("receipt R-0001 --key k")[1])
    code, _, err = desk("verify --receipt r --seal first.seal --key k")
    assert (code, "error[other-seal]" in err) == (2, True)
    assert desk("verify --receipt r --seal last.seal --key k")[0] == 0
    (tmp_path / "odd").write_text("{}")
    assert "error[bad-receipt]" in desk("verify --receipt odd")[2]
    (tmp_path / "odd").write_text('{"schema": "receipt/2"}')
    assert "error[bad-receipt]" in desk("verify --receipt odd")[2]
    assert "error[no-such-file]" in desk("verify --receipt nowhere")[2]
    assert "error[other-seal]" in desk("verify --seal last.seal --key k --session fri")[2]


# The pieces


def test_a_key_survives_its_file(tmp_path):
    made = new_key(tmp_path / "a" / "key", "club.example/office")
    again = read_key(tmp_path / "a" / "key")
    seal = again.sign(checkpoint("club.example/office", "s", [bytes(32)]))
    assert signed_by(seal, made.public) is True
    assert signed_by(parse_seal(str(seal)), parse_public_key((tmp_path / "a" / "key.pub").read_text())) is True
    assert str(made.public).startswith(f"{made.public.short}+")
    with pytest.raises(Misuse, match="no name for a key"):
        new_key(tmp_path / "b", "two words")


# What somebody may try, and what may go wrong


def test_a_receipt_is_held_against_a_seal_only_with_the_key(desk, tmp_path):
    (tmp_path / "r").write_text(desk("receipt R-0001")[1])
    code, _, err = desk("verify --receipt r --seal last.seal")
    assert (code, "error[no-key]" in err) == (2, True)
    assert desk("verify --receipt r --seal last.seal --key k")[0] == 0


@promise("T9")
def test_a_receipt_holds_one_case_and_nothing_of_another(desk, tmp_path):
    for line in (
        "ruling add 1/2 --stands -q",
        "appeal lodge R-0001 --by-side NS --signed N,S --grounds unclear -q",
        "appeal decide A-0001 --table-result -q --yes",
        "ruling add 2/2 --stands -q",
        "ruling amend R-0003 --stands --reason anew -q --yes",
        "seal --key k",
    ):
        code, _, err = desk(line)
        assert code == 0, err
    made = {case: json.loads(desk(f"receipt {case} --key k")[1]) for case in ("R-0001", "A-0001", "R-0002", "R-0003")}
    for receipt in made.values():
        (tmp_path / "r").write_text(json.dumps(receipt, ensure_ascii=False, separators=(",", ":")))
        assert desk("verify --receipt r --key k")[0] == 0
    spliced = {**made["R-0001"], "events": [*made["R-0001"]["events"][:1], *made["R-0002"]["events"]]}
    (tmp_path / "r").write_text(json.dumps(spliced, ensure_ascii=False, separators=(",", ":")))
    code, _, err = desk("verify --receipt r --key k")
    assert (code, "does not belong to R-0001" in err) == (3, True)


def test_a_log_that_is_gone_is_missed_by_its_seals(desk):
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.execute("DROP TRIGGER event_no_delete")
        connection.execute("DELETE FROM event")
    for line in ("verify", "verify --seal first.seal --key k"):
        code, _, err = desk(line)
        assert (code, "the log ends at #0; #1–#83 were sealed and are gone" in err) == (3, True)


@promise("A25")
def test_what_is_no_seal_among_the_seals_is_a_discrepancy(desk, tmp_path):
    """And keeps nobody from sealing, nor from what is proved by the seals that are: anybody who records can do it."""
    forged = new_key(tmp_path / "other", "ebu.example").sign(checkpoint("ebu.example", "thu", [bytes(32)] * 7))
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.execute("INSERT INTO seal VALUES ('thu', 5, 'hello')")
        connection.execute("INSERT INTO seal VALUES ('thu', 6, 'ebu.example/thu\n2\n<43 A>=\n\n— x AAAAAAAA\n')")
        connection.execute("INSERT INTO seal VALUES ('thu', 7, ?)", [str(forged)])
    code, out, err = desk("verify")
    assert (code, err.count("error[seal-broken]"), "ok      codec" in out) == (3, 3, True)
    for line in ("seal --key k", "receipt R-0001 --key k", "report register"):
        assert desk(line)[0] == 0, line
    code, out, err = desk("seal --list --key k")
    assert (code, out.count("FORGED: it is no seal"), out.count("not checked")) == (0, 2, 1)
    assert json.loads(desk("seal --list --key k --json")[1])["strange"] == [5, 6]


@promise("A25")
def test_a_forged_seal_among_the_kept_is_not_held_against_the_log(desk, tmp_path):
    """With the key it is told as forged, and no more; without it, that nobody has looked whose signature it has."""
    seal = read_key(Path("k")).sign(checkpoint("ebu.example", "thu", [bytes(32)] * 7))
    forged = replace(seal, signatures=(replace(seal.signatures[0], signature=bytes(64)),))
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.execute("INSERT INTO seal VALUES ('thu', 7, ?)", [str(forged)])
    code, _, err = desk("verify --key k")
    assert (code, err.count("error[")) == (3, 1)
    assert f"error[seal-forged]: the signature of {seal.signatures[0].name}" in err
    assert "does not fit what the seal says" in err
    unchecked = f"the seal, kept with the log, says it is signed by {forged.signers}: that was not checked"
    code, _, err = desk("verify")
    assert (code, err.count("error["), unchecked in err, "verify --key KEY` of the office" in err) == (3, 1, True, True)
    code, _, err = desk("backup b.db")
    assert (code, "error[backup-unsound]" in err, unchecked in err) == (3, True, True)


@promise("A25")
@pytest.mark.parametrize("line", ["verify --key k", "seal --list"])
def test_thousands_of_forged_seals_keep_nobody_waiting(desk, line):
    """Each that says it is the office's is held against its key, and none against all the others."""
    seal = read_key(Path("k")).sign(checkpoint("ebu.example", "thu", [bytes(32)] * 7))
    forged = (
        replace(seal, signatures=(replace(seal.signatures[0], signature=number.to_bytes(64)),))
        for number in range(12_000)
    )
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.executemany("INSERT INTO seal VALUES ('thu', 7, ?)", ((str(each),) for each in forged))
    code, text = said(line)
    assert code == (3 if line.startswith("verify") else 0), text[:300]


@promise("A25")
def test_with_a_key_there_must_be_a_seal_of_it(desk, tmp_path):
    new_key(tmp_path / "other", "ebu.example")
    assert desk("verify --key k")[0] == 0
    code, _, err = desk("verify --key other")
    assert (code, "error[seal-forged]" in err) == (3, True)


def test_a_publication_that_cannot_be_sealed_is_told_all_the_same(desk, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    other = read_key(Path("k")).sign(checkpoint("ebu.example", "thu", [bytes(32)] * 5))  # the log never was so
    with sqlite3.connect("bridge-ledger.db") as connection:
        connection.execute("INSERT INTO seal VALUES ('thu', 5, ?)", [str(other)])
    code, out, err = desk("publish --yes")
    assert (code, "Recorded #85   scores published" in out, "error[seal-broken]" in err) == (3, True, True)


def test_a_new_key_is_on_the_disk_before_it_is_used(tmp_path, monkeypatch):
    """A seal that is out, by a key that a power failure took, can never be given again."""
    synced, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_ino), sync(file)))
    new_key(tmp_path / "key", "ebu.example")
    assert (tmp_path / "key").stat().st_ino in synced
