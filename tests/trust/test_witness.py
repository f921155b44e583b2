"""Witnesses: what others' programs sign is read here and the other way round; a fork is refused, and where is said."""

import json
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cli.main import run
from ledger.errors import Problem
from ledger.store.store import Store
from ledger.trust.keys import read_key, signed_by
from ledger.trust.seal import COSIGNATURE, is_consistent, parse_key_line, parse_public_key, parse_seal
from ledger.trust.witnessing import parse_request, request
from tests.promises import promise

# Of golang.org/x/mod/sumdb/note, and of the tests of github.com/transparency-dev/{formats,witness}
GO_KEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
WITNESS_PUBLIC = "BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
MONKEYS = "monkeys+db4d9f7e+AULaJMvTtDLHPUcUrjdDad9vDlh/PTfC2VV60JUtCfWT"
FIVE = (
    "monkeys\n5\n41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=\n\n"
    "— monkeys 202fftzGl3LVoqjXfwCFZZXs8I+5G22+Ek2K0AOyBuSJ/8/CZawNF+6fNlTKOCd622pbzJNkkJFWuw9DbicZCkEx9AY=\n"
)
EIGHT = (
    "monkeys\n8\nV8K9aklZ4EPB+RMOk1/8VsJUdFZR77GDtZUQq84vSbo=\n\n"
    "— monkeys 202ffoUEboiQYpHzICeaFmoy3RNviHTpAxYrq/eO4QQVQMvu9UebKBMX2MJC76NLthZaKsnKbCA8GxrjePZhvDCH7Ag=\n"
)
GROWTH = (
    "b9e1d62618f7fee8034e4c5010f727ab24d8e4705cb296c374bf2025a87a10d2",
    "aac66cd7a79ce4012d80762fe8eec3a77f22d1ca4145c3f4cee022e7efcd599d",
    "89d0f753f66a290c483b39cd5e9eafb12021293395fad3d4a2ad053cfbcfdc9e",
    "29e40bb79c966f4c6fe96aff6f30acfce5f3e8d84c02215175d6e018a5dee833",
)
SPEC_CHECKPOINT = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


@promise("T2")
def test_keys_and_checkpoints_of_other_programs_are_read():
    assert str(parse_public_key(GO_PUBLIC)) == GO_PUBLIC
    key = parse_public_key(MONKEYS)
    five, eight = parse_seal(FIVE), parse_seal(EIGHT)
    assert signed_by(five, key) is signed_by(eight, key) is True
    proof = [bytes.fromhex(each) for each in GROWTH]
    assert is_consistent(5, 8, proof, five.checkpoint.root, eight.checkpoint.root)
    assert not is_consistent(5, 8, proof[:3], five.checkpoint.root, eight.checkpoint.root)


def test_a_key_of_gos_note_is_read_and_seals_alike(tmp_path):
    file = tmp_path / "go.key"
    file.write_text(GO_KEY)
    file.chmod(0o600)
    assert str(read_key(file).public) == GO_PUBLIC


def test_a_witness_key_has_the_id_the_specification_gives_it():
    """SHA-256(name || 0x0A || 0x04 || key)[:4], worked out here by hand; a real witness's key of type 0x04."""
    key_id = sha256(b"remora.n621.de\n" + b64decode(WITNESS_PUBLIC)).digest()[:4].hex()
    text = f"remora.n621.de+{key_id}+{WITNESS_PUBLIC}"
    key = parse_key_line(text, (COSIGNATURE,))
    assert (key.id.hex(), key.kind) == (key_id, b"\x04")
    assert parse_key_line(GO_PUBLIC, (COSIGNATURE,)) is None
    with pytest.raises(Problem, match="no public key"):
        parse_public_key(text)


@promise("T7")
def test_a_cosignature_is_what_the_specification_says(tmp_path):
    """Signed here by hand from the words of c2sp.org/tlog-cosignature, and held against what the program makes."""
    seed, at = bytes(range(32)), 1_679_315_147
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    key_id = sha256(b"witness.example.com/w1\n\x04" + public).digest()[:4]
    signed = private.sign(f"cosignature/v1\ntime {at}\n{SPEC_CHECKPOINT}".encode())
    line = f"— witness.example.com/w1 {b64encode(key_id + at.to_bytes(8, 'big') + signed).decode()}\n"
    file = tmp_path / "w1"
    file.write_text(f"PRIVATE+KEY+witness.example.com/w1+{key_id.hex()}+{b64encode(COSIGNATURE + seed).decode()}\n")
    file.chmod(0o600)
    key = read_key(file, COSIGNATURE)
    (made,) = key.cosign(parse_seal(f"{SPEC_CHECKPOINT}\n{line}").checkpoint, at)
    assert str(made) + "\n" == line
    assert signed_by(parse_seal(f"{SPEC_CHECKPOINT}\n{line}"), key.public) is True
    later = f"— witness.example.com/w1 {b64encode(key_id + (at + 1).to_bytes(8, 'big') + signed).decode()}\n"
    assert signed_by(parse_seal(f"{SPEC_CHECKPOINT}\n{later}"), key.public) is False
    for changed in (SPEC_CHECKPOINT.replace("63\n", "64\n"), SPEC_CHECKPOINT.replace("sofa", "soda")):
        assert signed_by(parse_seal(f"{changed}\n{line}"), key.public) is False


@promise("T7")
def test_what_is_mailed_is_the_body_of_add_checkpoint():
    proof = "\n".join(b64encode(bytes.fromhex(each)).decode() for each in GROWTH)
    text = f"old 5\n{proof}\n\n{EIGHT}"
    asked = parse_request(text)
    assert (asked.old, len(asked.proof), asked.seal.checkpoint.size) == (5, 4, 8)
    assert str(asked) == text
    assert parse_request(FIVE).old == 0
    respelt = text.replace("ENI=\n", "ENJ=\n")
    assert respelt != text
    for wrong in (
        respelt,
        "old x\n\n" + EIGHT,
        "old 5\n!!\n\n" + EIGHT,
        "old 05\n\n" + EIGHT,
        "old 5\n\nnothing",
        "hello",
    ):
        with pytest.raises(Problem) as error:
            parse_request(wrong)
        assert error.value.code == "bad-seal"


# The desk


@pytest.fixture
def type_(tmp_path, monkeypatch, capsys):
    """An office with a sealed evening, and two witnesses; what is typed, and what it prints to a file."""
    monkeypatch.chdir(tmp_path)

    def type_(line, into=None, code=0):
        capsys.readouterr()
        assert run(line.split()) == code, capsys.readouterr()
        out, err = capsys.readouterr()
        if into:
            Path(into).write_text(out)
        return out + err

    for line in ("init", "session open s --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2"):
        type_(line)
    type_("seal --new-key ebu.example --key k")
    for name in ("w1", "w2"):
        type_(f"witness --new-key {name}.example --key {name}")
    for quorum in ("w1", "both", "any"):
        Path(f"{quorum}.policy").write_text(policy(quorum))
    return type_


def policy(quorum):
    """The office and both witnesses, each with two keys; of the quorum `both`, each has signed with both."""
    lines = [f"log {key}" for key in Path("k.pub").read_text().split()]
    for name in ("w1", "w2"):
        old, new = Path(f"{name}.pub").read_text().split()
        lines += [f"witness {name}-old {old}", f"witness {name}-new {new}", f"group {name} all {name}-old {name}-new"]
    groups = {"both": ["group both 2 w1 w2"], "any": ["group any any w1 w2"]}
    return "\n".join([*lines, *groups.get(quorum, []), f"quorum {quorum}", ""])


@promise("A32", "T6")
def test_a_seal_goes_to_a_witness_and_comes_back(type_):
    type_("seal --since 0 --key k", "a.ask")
    assert "asked for once" in " ".join(type_("witness --help").split())
    assert "error[no-key]" in type_("witness a.ask --key w1 --seen w1.json", code=2)
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    kept = json.loads(Path("w1.json").read_text())
    assert list(kept) == ["ebu.example/s"]
    assert Path("w1.json").stat().st_mode & 0o777 == 0o600
    type_("witness a.ask --key w1 --seen of/its/own/w1.json --office k.pub")
    assert Path("of/its/own/w1.json").read_text() == Path("w1.json").read_text()
    assert Path("of/its/own").stat().st_mode & 0o777 == 0o700
    type_("seal --witness a.seal", "a.kept")
    assert len(parse_seal(Path("a.kept").read_text()).signatures) == 4
    for quorum in ("w1", "any"):
        assert "witnessed by w1-old, w1-new\n" in type_(f"verify --seal a.kept --policy {quorum}.policy")
    missing = "which is not the quorum both; missing: w2-old, w2-new"
    told = type_("verify --seal a.kept --policy both.policy", code=3)
    assert f"error[no-quorum]: the seal has the signatures of w1-old, w1-new, {missing}\n" in told
    assert "--policy checks the witnesses of a seal" in type_("verify --policy w1.policy", code=2)
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    number = parse_seal(Path("a.kept").read_text()).checkpoint.size
    type_(f"seal --since {number} --key k", "b.ask")
    type_("witness b.ask --key w1 --seen w1.json", "b.seal")
    type_("witness b.ask --key w1 --seen w1.json", "b.seal")  # again: the same answer, later
    assert "error[no-proof]" in type_("witness a.ask --key w1 --seen w1.json", code=1)
    type_("result add 2/1 4SN= --ns 1 --ew 2")
    type_("seal --key k", "c.seal")
    assert f"--since {parse_seal(Path('b.seal').read_text()).checkpoint.size}" in type_(
        "witness c.seal --key w1 --seen w1.json", code=1
    )
    assert "error[no-such-event]" in type_("seal --since 99 --key k", code=1)


@promise("A30", "T6")
@pytest.mark.parametrize("longer", [0, 1, 60])
def test_a_witness_refuses_a_fork(type_, longer):
    """The office holds the key and all copies, and writes another evening; the witness has seen the first."""
    type_("seal --since 0 --key k", "a.ask")
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    before = Path("w1.json").read_bytes()
    seen = parse_seal(Path("a.seal").read_text()).checkpoint
    for line in ("init", "session open s --boards 1-99", "result add 1/1 4SN-1 --ns 1 --ew 2"):
        type_(f"--db other.db {line}")
    for board in range(longer):
        type_(f"--db other.db result add {board + 2}/1 4SN= --ns 1 --ew 2 -q")
    type_(f"--db other.db seal --since {seen.size} --key k", "b.ask")
    said = type_("witness b.ask --key w1 --seen w1.json", code=3)
    assert "error[forked]" in said
    assert "keep both seals" in said
    assert Path("w1.json").read_bytes() == before


@promise("T8")
def test_what_is_forged_or_damaged_is_not_signed(type_):
    type_("seal --since 0 --key k", "a.ask")
    type_("seal --new-key ebu.example --key false")
    assert "error[seal-forged]" in type_("witness a.ask --key w1 --seen w1.json --office false.pub", code=3)
    assert not Path("w1.json").exists()
    type_("witness a.ask --key w1 --seen w1.json --office k.pub")
    assert "error[other-key]" in type_("witness a.ask --key w1 --seen w1.json --office false.pub", code=1)
    assert "error[bad-key]" in type_("witness a.ask --key k --seen w1.json", code=2)
    assert "error[bad-key]" in type_("seal --key w1", code=2)
    Path("w1.json").write_text("{")
    assert "would sign another history" in type_("witness a.ask --key w1 --seen w1.json", code=2)
    assert "error[bad-file]" in type_("witness a.ask --key w1 --seen /proc/no/w1.json --office k.pub", code=2)
    assert "what is to be signed" in type_("witness --key w1", code=2)


def test_only_a_seal_that_was_given_out_takes_signatures(type_):
    type_("seal --since 0 --key k", "a.ask")
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    text = Path("a.seal").read_text()
    Path("b.seal").write_text(text.replace("\n3\n", "\n2\n"))
    assert "error[" in type_("seal --witness b.seal", code=2)


def test_a_cosignature_in_the_place_of_a_seal_is_not_the_offices(type_):
    """Its key has another id, and what it signs another beginning: neither passes for the other."""
    type_("seal --since 0 --key k", "a.ask")
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    seal = parse_seal(Path("a.seal").read_text())
    office, witness = read_key(Path("k")).public, read_key(Path("w1"), COSIGNATURE).public
    assert signed_by(seal, office) is signed_by(seal, witness) is True
    store = Store("sqlite:///bridge-ledger.db")
    assert str(request(seal, store.log.digests("s"), 2)).startswith("old 2\n")
    store.close()


def test_witnesses_who_were_asked_side_by_side_stand_under_one_seal(type_):
    type_("seal --since 0 --key k", "a.ask")
    for name in ("w1", "w2"):
        type_(f"witness a.ask --key {name} --seen {name}.json --office k.pub", f"{name}.seal")
        type_(f"seal --witness {name}.seal", "kept.seal")
    told = type_("verify --seal kept.seal --key k.pub --policy both.policy")
    assert "witnessed by w1-old, w1-new, w2-old, w2-new\n" in told
    listed = type_("seal --list --key k")
    assert listed.count("\n   3  ") == 1
    assert "w1.example" in listed
    assert "w2.example" in listed


def test_what_is_returned_signs_for_nobody_but_witnesses(type_):
    """A second line in the office's own name would be kept for good, and called forged ever after."""
    type_("seal --since 0 --key k", "a.ask")
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    text = Path("a.seal").read_text()
    office = b64decode(text.partition("— ebu.example ")[2].split("\n")[0])
    Path("b.seal").write_text(text + f"— ebu.example {b64encode(office[:4] + bytes(64)).decode()}\n")
    type_("seal --witness b.seal", "kept.seal")
    assert len(parse_seal(Path("kept.seal").read_text()).signatures) == 4
    type_("verify --key k")
    Path("c.seal").write_text(text.partition("— w1.example")[0])
    assert "no witness has signed it" in type_("seal --witness c.seal", code=2)


def test_a_false_line_in_a_witness_s_name_does_not_spoil_the_true_one(type_):
    type_("seal --since 0 --key k", "a.ask")
    type_("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal")
    text = Path("a.seal").read_text()
    head, line, new = text.split("— w1.example ")
    false = b64encode(b64decode(line)[:4] + bytes(72)).decode()
    Path("b.seal").write_text(f"{head}— w1.example {false}\n— w1.example {new}")
    type_("seal --witness b.seal", "kept.seal")
    assert "error[no-quorum]" in type_("verify --seal kept.seal --policy w1.policy", code=3)
    type_("seal --witness a.seal", "kept.seal")
    assert "witnessed by w1-old, w1-new\n" in type_("verify --seal kept.seal --policy w1.policy")
