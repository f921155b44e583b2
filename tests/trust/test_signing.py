"""Signatures of officials: whoever leaves one out, forges or moves one is named by `verify`."""

import json
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from cli.main import run
from ledger.store.chain import GENESIS, with_digests
from ledger.store.store import Store
from ledger.subjects.office.facts import JudgementSigned
from ledger.trust.examination import examine
from ledger.trust.keys import Key, is_signed, read_key, sign_judgement
from ledger.trust.seal import PublicKey
from tests.kept import kept
from tests.promises import promise

EVENING = (
    "init",
    "official new-key ahlborn a.key",
    "session open s --boards 1-2",
    "official add Ahlborn --as chief-director --key a.key.pub",
    "official add Dahl --as scorer --sign-with a.key",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "ruling add 1/1 --result 4SN-1 --offender NS --law 16B --sign-with a.key",
    "ruling withdraw R-0001 --reason mistaken --sign-with a.key",
    "seal --new-key ebu.example --key k",
    "seal --key k",
)
RULING, SIGNATURE = 9, 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An evening of Ahlborn's, who is tied to his key: his ruling is #9, its signature #10."""
    made = tmp_path_factory.mktemp("signing")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        for line in EVENING:
            assert run(line.split()) == 0
    return made


@pytest.fixture
def log(folder, monkeypatch):
    monkeypatch.chdir(folder)
    store = Store("sqlite:///bridge-ledger.db")
    found = list(store.log.read("s"))
    store.close()
    assert (found[RULING - 1].name, found[SIGNATURE - 1].name) == ("ruling-given/1", "judgement-signed/1")
    return found


def found(log):
    """What `verify` says of the signatures of a log that was chained again, as the owner of a database can."""
    again = [envelope for envelope, _ in with_digests(log, GENESIS)]
    return [(each.number, each.text) for each in examine(again, "s").get("signatures", [])]


def with_event(log, number, event):
    return [replace(each, event=event) if each.number == number else each for each in log]


@promise("S1")
def test_as_it_was_recorded_every_judgement_is_signed(log):
    assert found(log) == []
    assert all(is_signed(each.event) for each in log if isinstance(each.event, JudgementSigned))


@promise("S5")
def test_a_judgement_at_the_end_without_its_signature_is_named(log):
    assert found(log[:RULING]) == [(RULING, "#9 (ruling-given/1) by Ahlborn has no signature of the key " + key())]


def test_a_judgement_is_to_be_signed_though_nothing_in_the_log_is(log):
    """Dahl's office, given by Ahlborn, who is tied to his key."""
    assert found(log[:3]) == [(3, "#3 (official-appointed/1) by Ahlborn has no signature of the key " + key())]


def test_one_in_the_middle_is_named_where_the_next_command_begins(log):
    kept = log[:RULING]
    kept += [replace(log[6], number=RULING + 1, command_id="another", by="Dahl", because=())]
    assert [number for number, _ in found(kept)] == [RULING]


def test_a_signature_of_another_command_signs_nothing_and_what_stood_before_it_stays_unsigned(log):
    apart = [*log[:RULING], replace(log[SIGNATURE - 1], command_id="another")]
    assert found(apart) == [
        (RULING, "#9 (ruling-given/1) by Ahlborn has no signature of the key " + key()),
        (SIGNATURE, "#10 signs nothing that Ahlborn recorded just before it"),
    ]


@promise("S4")
def test_a_signature_of_something_else_is_named(log):
    ruling = log[RULING - 1]
    changed = with_event(log, RULING, kept(replace(ruling.event, reason="said otherwise")))
    assert (SIGNATURE, "#10 signs something other than the events before it") in found(changed)
    copied = with_event(log, SIGNATURE, log[-1].event)
    assert (SIGNATURE, "#10 signs something other than the events before it") in found(copied)


def test_a_signature_of_another_key_is_named(log):
    private = Ed25519PrivateKey.generate()
    forger = Key(PublicKey("ahlborn", private.public_key().public_bytes_raw()), private)
    forged = with_event(log, SIGNATURE, sign_judgement(forger, log[RULING - 1].digest))
    assert [text for number, text in found(forged) if number == SIGNATURE] == [
        f"#10 is signed with the key {forger.public.short}, to which Ahlborn was not tied"
    ]


@pytest.mark.parametrize("signature", [b64encode(bytes(64)).decode(), "", "no base64"])
def test_a_forged_signature_is_named(log, signature):
    forged = with_event(log, SIGNATURE, replace(log[SIGNATURE - 1].event, signature=signature))
    assert (SIGNATURE, f"the signature in #10 is forged: it is not of the key {key()}") in found(forged)


def test_a_signature_that_signs_nothing_is_named(log):
    alone = replace(log[SIGNATURE - 1], number=len(log) + 1, because=(len(log),))
    assert [text for _, text in found([*log, alone])] == [
        f"#{len(log) + 1} signs nothing that Ahlborn recorded just before it"
    ]


def test_where_nobody_is_tied_to_a_key_nothing_is_checked(log):
    assert "signatures" not in examine(log[:1], "s")


@promise("A10", "S5")
def test_a_judgement_put_in_round_the_program_fails_verify_and_import(folder, log, monkeypatch, capsys):
    from ledger.store.log import append

    monkeypatch.chdir(folder)
    Path("forged.db").write_bytes(Path("bridge-ledger.db").read_bytes())
    store = Store("sqlite:///forged.db")
    event = replace(
        log[RULING - 1], number=len(log) + 1, because=(), event=replace(log[RULING - 1].event, case="R-0002")
    )
    with store.connections.writing() as cursor:
        append(store.connections, cursor, [replace(event, command_id="put in")], log[-1].digest)
    store.close()
    assert run(["--db", "forged.db", "verify"]) == 3
    assert "error[signatures]: #13 (ruling-given/1) by Ahlborn has no signature" in capsys.readouterr().err
    assert run(["--db", "forged.db", "export", "-o", "forged.zip"]) == 0
    assert run(["import", "forged.zip", "--by", "Dahl"]) == 3
    assert "error[bundle-unsound]" in capsys.readouterr().err


@promise("S1", "S6")
def test_a_receipt_shows_whose_key_it_was_and_no_other_passes(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert run(["receipt", "R-0001"]) == 0
    text = capsys.readouterr().out
    Path("r").write_text(text)
    assert run(["verify", "--receipt", "r", "--official-key", "a.key.pub"]) == 0
    assert f"#9 signed by Ahlborn with the key {key()}: as named" in capsys.readouterr().out
    assert run(["verify", "--receipt", "r", "--official-key", "k.pub"]) == 3
    assert "error[signature-forged]" in capsys.readouterr().err
    assert run(["receipt", "#9"]) == 0
    assert [each["line"]["record"][1] for each in json.loads(capsys.readouterr().out)["events"]] == [9, 10]


def test_a_receipt_from_which_the_signatures_were_left_out_does_not_pass_as_signed(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert run(["receipt", "R-0001"]) == 0
    receipt = json.loads(capsys.readouterr().out)
    receipt["events"] = [each for each in receipt["events"] if each["line"]["record"][2] != "judgement-signed/1"]
    Path("short").write_text(json.dumps(receipt, ensure_ascii=False, separators=(",", ":")))
    assert run(["verify", "--receipt", "short"]) == 0
    assert "signed with the key" not in capsys.readouterr().out
    assert run(["verify", "--receipt", "short", "--official-key", "a.key.pub"]) == 3
    assert "no official signed anything in it" in capsys.readouterr().err


@promise("S3")
def test_the_consent_to_an_import_is_signed_too(folder, monkeypatch, capsys):
    """Whoever types the chief director's name and --consent has not his key."""
    monkeypatch.chdir(folder)
    Path("other.db").write_bytes(Path("bridge-ledger.db").read_bytes())
    add = "--db other.db result add 2/1 4SN= --ns 1 --ew 2 --by Dahl"
    assert run(add.split()) == 0
    assert run(["--db", "other.db", "export", "-o", "more.zip"]) == 0
    Path("here.db").write_bytes(Path("bridge-ledger.db").read_bytes())
    consent = "--db here.db import more.zip --consent --yes --by Ahlborn"
    assert run(consent.split()) == 1
    assert "error[not-signed]" in capsys.readouterr().err
    assert run(f"{consent} --sign-with a.key".split()) == 0
    assert f"signed with the key {key()}" in capsys.readouterr().out
    assert run(["--db", "here.db", "verify"]) == 0


def key() -> str:
    return read_key(Path("a.key")).public.short
