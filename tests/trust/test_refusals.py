"""What is no seal, key, signature or request is refused by name; and what a log that parts from its seal is told."""

from dataclasses import replace
from hashlib import sha256

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey
from msgspec.structs import replace as other

from ledger.bounds.events import SEAL
from ledger.errors import Corrupt, Misuse, Problem
from ledger.trust.keys import (
    is_signed,
    new_key,
    notes,
    read_key,
    read_public_key,
    require_extended,
    require_signed,
    sign_judgement,
    signed_by,
    signed_seals,
    text_signed_by,
)
from ledger.trust.seal import (
    COSIGNATURE,
    ED25519,
    ML_DSA,
    Checkpoint,
    PublicKey,
    Roots,
    Seal,
    Signature,
    checkpoint,
    is_consistent,
    is_included,
    parse_key_line,
    parse_public_key,
    parse_seal,
    parse_seal_within,
)
from ledger.trust.witnessing import Request, Witness, add_cosignatures, parse_request, request
from tests.pages.made_receipts import OFFICE, OFFICIAL, STRANGER, spoilt, with_signatures

WHOLE = "name the file that `seal` printed, whole and unchanged"


def digests(size, *, other=0):
    """Of a log: 32 bytes for each event; from event `other` on they are of another history."""
    return [bytes([number, bool(other and number >= other)] * 16) for number in range(1, size + 1)]


def sealed(size, key=OFFICE, **log):
    return key.sign(checkpoint("ebu.example", "thu", digests(size, **log)))


def refused(call, *given):
    """How it is refused: code, words, hint."""
    with pytest.raises(Problem) as caught:
        call(*given)
    return caught.value.code, caught.value.message, caught.value.hint


# Seals as text


TEXT = str(sealed(3))
ORIGIN, SIZE, ROOT, _, SIGNED, _ = TEXT.split("\n")


PARTS = "a seal has an origin, a size, a root, and a signature after an empty line"


def lines(*changed):
    return "\n".join(changed)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * (SEAL.most + 1), "it is too long"),
        ("x" * SEAL.most, PARTS),
        (TEXT.replace("thu", "t\u202ehu"), "it has a character that steers a screen, or is not seen"),
        ("\ud800", "it has a character that steers a screen, or is not seen"),
        (lines(ORIGIN, SIZE, ROOT, SIGNED), PARTS),
        (lines(" ", SIZE, ROOT, "", SIGNED), "'3' is not how many events were sealed"),
        (lines(ORIGIN, "1" * 16, ROOT, "", SIGNED), f"'{'1' * 16}' is not how many events were sealed"),
        (lines(ORIGIN, "x" * 50, ROOT, "", SIGNED), f"'{'x' * 40}' is not how many events were sealed"),
        (lines(ORIGIN, SIZE, ROOT, "a line more", "", SIGNED), PARTS),
        (lines(ORIGIN, SIZE, ROOT[:40] + "====", "", SIGNED), f"'{ROOT[:40]}' is not base64"),
        (lines(ORIGIN, SIZE, ROOT[:-4], "", SIGNED), "its root is cut short, or too long"),
        (lines(ORIGIN, SIZE, ROOT, "", f"a {'A' * 48}"), f"'a {'A' * 38}' is no signature"),
        (lines(ORIGIN, SIZE, ROOT, "", "— a AAAAAA=="), "'— a AAAAAA==' is no signature"),
    ],
)
def test_what_is_no_seal_is_told_by_what_is_wrong(text, why):
    assert refused(parse_seal, text) == ("bad-seal", f"this is no seal: {why}", WHOLE)


def test_a_seal_is_read_as_it_was_printed():
    for text in (
        TEXT,
        lines(ORIGIN, SIZE, ROOT, "", SIGNED, "— a AAAAAAA=", ""),
        lines(ORIGIN, "9" * 15, ROOT, "", SIGNED, ""),
    ):
        assert str(parse_seal(text)) == text == str(parse_seal_within(text))
    mailed = TEXT.replace("\n", "\r\n")
    assert str(parse_seal(mailed)) == TEXT
    why = "this is no seal: in a receipt it stands just as it was given out, to the byte"
    for text in (mailed, TEXT + "\n", TEXT.rstrip("\n")):
        assert refused(parse_seal_within, text) == ("bad-seal", why, WHOLE)


def test_a_seal_says_whose_log_it_is_of_and_who_signed_it():
    seal = sealed(3)
    assert (seal.checkpoint.origin, seal.checkpoint.session, seal.checkpoint.size) == ("ebu.example/thu", "thu", 3)
    assert ("ebu.example/thu", "3", seal.checkpoint.root_text) == (ORIGIN, SIZE, ROOT)
    twice = with_signatures(seal, *seal.signatures * 2, Signature("w1", b"\x00\x01\x02\x03", bytes(72)))
    assert twice.signers == f"{OFFICE.public.short}, w1+00010203"
    assert twice.cosignatures == [twice.signatures[2]]
    assert len(seal.with_more(twice.signatures).signatures) == 2
    assert twice.signatures_of(OFFICE.public) == [seal.signatures[0].signature] * 2
    assert seal.signatures_of(PublicKey("another", OFFICE.public.key)) == []
    assert notes([seal, twice]) == [(3, str(seal)), (3, str(twice))]


def test_the_name_of_a_session_must_not_hide_that_of_the_office():
    with pytest.raises(Misuse):
        checkpoint("ebu.example", "a/b", digests(1))


FIRST = "is the first that is not what was sealed"


@pytest.mark.parametrize(
    ("log", "others", "message", "sound"),
    [
        (digests(40, other=21), (), f"an event from #1 to #40 {FIRST}", 0),
        (digests(40, other=21), (10, 20, 30), f"an event from #21 to #40 {FIRST}", 20),
        (digests(40, other=40), (39, 41), f"event #40 {FIRST}", 39),
        (digests(20), (), "the log ends at #20; #21–#40 were sealed and are gone", 0),
        (digests(20), (20, 21), "the log ends at #20; #21–#40 were sealed and are gone", 20),
    ],
)
def test_it_is_told_what_of_a_log_is_not_as_it_was_sealed(log, others, message, sound):
    with pytest.raises(Corrupt) as caught:
        require_extended(sealed(40), Roots(log), map(sealed, others))
    assert (caught.value.code, caught.value.number) == ("seal-broken", sound + 1)
    assert caught.value.message == f"session thu: {message}"
    before = f"events 1–{sound} are as another seal has them;" if sound else "is it of another ledger?"
    assert caught.value.hint == f"{before} compare with an export"
    require_extended(sealed(40), Roots(digests(41)))


# Keys and signatures


def test_a_signature_is_of_one_key_over_one_text():
    seal = sealed(3)
    assert signed_by(seal, OFFICE.public) is True
    assert signed_by(seal, STRANGER.public) is None
    assert signed_by(with_signatures(seal, spoilt(seal)), OFFICE.public) is False
    both = with_signatures(seal, *seal.signatures, spoilt(seal))
    assert signed_by(both, OFFICE.public) is False  # one that is forged spoils an office's
    ask = "do not trust it; ask the office for its seal, and its key"
    office, stranger = OFFICE.public.short, STRANGER.public.short
    missing = f"the seal has no signature of {stranger}: it says it is signed by {office}"
    assert refused(require_signed, seal, STRANGER.public) == ("seal-forged", missing, ask)
    forged = f"the signature of {office} does not fit what the seal says"
    assert refused(require_signed, both, OFFICE.public) == ("seal-forged", forged, ask)
    assert signed_seals([seal, sealed(3, STRANGER)], OFFICE.public) == [seal]
    assert signed_seals([seal], None) == []
    assert refused(signed_seals, [seal, both], OFFICE.public)[0] == "seal-forged"


def test_a_witness_may_sign_again_and_one_good_signature_will_do():
    witness = replace(OFFICIAL, public=PublicKey("w1", OFFICIAL.public.key, COSIGNATURE))
    seal = sealed(3)
    (good,), (later,) = witness.cosign(seal.checkpoint, 1), witness.cosign(seal.checkpoint, 2)
    bad = replace(good, signature=bytes(72))
    for signatures, holds in (((good,), True), ((good, later), True), ((bad, good), True), ((bad,), False), ((), None)):
        assert signed_by(with_signatures(seal, *signatures), witness.public) is holds
    moved = replace(good, signature=(2).to_bytes(8, "big") + good.signature[8:])
    assert signed_by(with_signatures(seal, moved), witness.public) is False


def test_a_judgement_is_signed_with_the_key_and_over_the_digest_it_names():
    signed = sign_judgement(OFFICIAL, bytes(range(32)))
    assert (signed.digest, signed.key) == (bytes(range(32)).hex(), str(OFFICIAL.public))
    assert is_signed(signed)

    for wrong in (
        {"digest": bytes(32).hex()},
        {"digest": "xx"},
        {"key": str(OFFICE.public)},
        {"key": f" {signed.key}"},
        {"key": "nobody"},
    ):
        assert is_signed(other(signed, **wrong)) is False
    assert text_signed_by(OFFICIAL.public, bytes(64), b"text") is False


NAMED = str(OFFICE.public)


WHOLE_LINE = "the whole of FILE.pub, as its owner gave it out: NAME+12345678+A…"
PARTS = "it does not have three parts: a name, eight digits of 0–9 and a–f, and the key"
CHARACTER = "a character in it was changed"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", PARTS),
        ("ebu.example", PARTS),
        ("a+b+c", PARTS),
        (NAMED[:20], PARTS),
        (NAMED[:-4], "its last part has 40 characters, and that of a key has 44"),
        (f"{NAMED}=", "its last part has 45 characters, and that of a key has 44"),
        (NAMED.replace("ebu", "fbu"), CHARACTER),
        (f"x{NAMED}", CHARACTER),
        (f"{NAMED[:-1]}!", CHARACTER),
        (str(PublicKey("w1", OFFICE.public.key, COSIGNATURE)), "it is one of a witness"),
    ],
)
def test_what_is_no_public_key_is_refused_whole_and_by_what_is_wrong_with_it(text, why):
    message = f"{text!r} is no public key of an office: {why}"
    assert refused(parse_public_key, text) == ("bad-key", message, WHOLE_LINE)


def test_what_is_no_key_at_all_is_not_shown_to_its_end():
    message = refused(parse_public_key, "{" * 10_000)[1]
    assert message == f"{'{' * 60 + '…'!r} is no public key of an office: {PARTS}"


def test_the_longest_key_is_shown_whole_and_nothing_longer():
    text = str(PublicKey("n" * 100, OFFICE.public.key))
    assert refused(parse_public_key, f"{text[:-1]}!")[1].startswith(f"{text[:-1] + '!'!r} is no public key")
    assert refused(parse_public_key, f"{text}!")[1].startswith(f"{text[:60] + '…'!r} is no public key")


def test_the_name_of_an_office_has_a_few_signs_and_that_of_a_witness_whatever_is_seen():
    for name, reads in (("ebu", (True, True)), ("bücher", (False, True)), ("e\u200bu", (False, False))):
        lines = [str(PublicKey(name, bytes(32), kind)) for kind in (ED25519, COSIGNATURE)]
        kinds = ((ED25519, ML_DSA), (COSIGNATURE, ML_DSA))
        assert tuple(parse_key_line(*each) is not None for each in zip(lines, kinds, strict=True)) == reads


def test_a_secret_key_is_not_shown(tmp_path):
    file = tmp_path / "k"
    new_key(file, "ebu.example")
    code, message, hint = refused(read_public_key, file.read_text().strip())
    assert (code, message.partition(":")[0]) == ("bad-key", "this is the secret half of a key")
    secret = file.read_text().strip().split("+", 4)[4]  # base64 may have a + too
    assert secret[:8] not in message + hint


def test_a_key_of_two_lines_is_one_office_s(tmp_path):
    key, stranger = (new_key(tmp_path / name, "ebu.example", second=True) for name in "ks")
    first, second = str(key.public).split("\n")
    assert parse_public_key(f"\ufeff {first}\r\n") == key.public.first
    assert parse_public_key(f"\ufeff{first}\r\n{second}\r\n") == key.public == read_key(tmp_path / "k").public
    (tmp_path / "k").write_bytes((tmp_path / "k").read_bytes().replace(b"\n", b"\r\n"))
    assert read_key(tmp_path / "k").public == key.public
    other = new_key(tmp_path / "o", "fbu.example", second=True).public.second
    for wrong, why in (
        (second, "its last part has 1752 characters, and that of a key has 44"),
        (f"{second}\n{first}", "its last part has 1752 characters, and that of a key has 44"),
        (f"{first}\n{first}", "its last part has 44 characters, and that of a second line has 1752"),
        (f"{first}\n{other}", "the line before it is a key of ebu.example"),
        (f"{first}\n{second}\n{second}", "a key is one line, or two"),
        (f"{first}\n{second[:-9]}{'A' if second[-9] != 'A' else 'B'}{second[-8:]}", CHARACTER),
    ):
        code, message, _ = refused(parse_public_key, wrong)
        assert (code, message.partition("of an office: ")[2]) == ("bad-key", why)
    seal = key.sign(checkpoint("ebu.example", "thu", digests(3)))
    assert (
        signed_by(seal, key.public) is signed_by(seal, key.public.first) is signed_by(seal, key.public.second) is True
    )
    assert signed_by(seal, stranger.public) is None
    for at, missing in enumerate((key.public.second, key.public.first)):
        alone = with_signatures(seal, seal.signatures[at])
        assert signed_by(alone, key.public) is False, "who knows both keys takes neither alone"
        says = f"the seal has no signature of {missing.short}: it says it is signed by {seal.signatures[at].short}"
        assert refused(require_signed, alone, key.public)[1] == says
    for wrong in (bytes(2428), b"\xff" * 2428, b"x", seal.signatures[1].signature[:-1]):
        forged = with_signatures(seal, seal.signatures[0], replace(seal.signatures[1], signature=wrong))
        assert signed_by(forged, key.public) is False
        assert signed_by(forged, key.public.first) is True
        fits = f"the signature of {key.public.second.short} does not fit what the seal says"
        assert refused(require_signed, forged, key.public)[:2] == ("seal-forged", fits)
        both = with_signatures(seal, *seal.signatures, forged.signatures[1])
        assert refused(require_signed, both, key.public)[:2] == ("seal-forged", fits), (
            "a good one excuses no forged one"
        )
    moved = replace(seal, checkpoint=replace(seal.checkpoint, size=4))
    assert signed_by(moved, key.public.second) is False


def test_a_second_signature_is_what_the_specification_says(tmp_path):
    """Checked here by hand from the words of c2sp.org/tlog-cosignature: ML-DSA-44 over a cosigned_message."""
    witness = new_key(tmp_path / "w", "w1.example", COSIGNATURE, second=True)
    point = checkpoint("ebu.example", "thu", digests(3))
    _, made = witness.cosign(point, 1_679_315_147)
    assert made.key_id == sha256(b"w1.example\n\x06" + witness.public.second.key).digest()[:4]
    at = (1_679_315_147).to_bytes(8, "big")
    message = (
        b"subtree/v1\n\0" + b"\x0aw1.example" + at + b"\x0febu.example/thu" + bytes(8) + bytes(7) + b"\3" + point.root
    )
    assert made.signature[:8] == at
    MLDSA44PublicKey.from_public_bytes(witness.public.second.key).verify(made.signature[8:], message)
    assert signed_by(Seal(point, (made,)), witness.public.second) is True


def test_a_time_or_name_that_no_text_to_sign_has_is_signed_by_nobody(tmp_path):
    key = new_key(tmp_path / "k", "ebu.example", second=True)
    for origin, at, holds in (("o" * 255, 2**63 - 1, True), ("o" * 255, 2**63, False), ("ü" * 127, 2**63 - 1, True)):
        assert signed_by(key.sign(Checkpoint(origin, 3, bytes(32)), at), key.public) is holds
    short, longer = (Checkpoint(origin, 3, bytes(32)) for origin in ("o", "ü" * 128))
    second, named = key.sign(short).signatures[1], PublicKey("n" * 256, key.public.second.key, ML_DSA)
    assert signed_by(Seal(longer, (second,)), key.public.second) is False
    assert signed_by(Seal(short, (Signature(named.name, named.id, second.signature),)), named) is False


def test_a_python_without_ml_dsa_is_told(tmp_path, monkeypatch):
    key = new_key(tmp_path / "k", "ebu.example", second=True)
    seal = key.sign(checkpoint("ebu.example", "thu", digests(3)))

    class Without:
        def __getattr__(self, name):
            raise UnsupportedAlgorithm("ML-DSA-44 is not supported by this backend.")

    for name in ("MLDSA44PrivateKey", "MLDSA44PublicKey"):
        monkeypatch.setattr(f"ledger.trust.keys.{name}", Without())
    for call in (lambda: read_key(tmp_path / "k"), lambda: signed_by(seal, key.public)):
        assert refused(call)[0] == "no-ml-dsa"
    assert refused(lambda: new_key(tmp_path / "n", "ebu.example", second=True))[0] == "no-ml-dsa"
    assert not (tmp_path / "n").exists()
    assert signed_by(seal, key.public.first) is True


def test_a_file_of_a_key_is_refused_by_what_is_wrong_with_it(tmp_path):
    file = tmp_path / "k"
    makes = "`seal --new-key NAME` makes one; --key FILE names another"
    assert refused(read_key, file) == ("no-key", f"there is no key in {file}", makes)
    gives = "the public key itself, NAME+12345678+A…, or a file of it: its owner gives it out, as FILE.pub"
    assert refused(read_public_key, str(file)) == ("no-key", f"there is no key in {file}", gives)
    assert refused(read_public_key, "ebu.example+12345678")[0] == "bad-key"
    assert refused(read_key, tmp_path)[:2] == ("no-key", f"{tmp_path} cannot be read: Is a directory")
    key = new_key(file, "ebu.example")
    assert (
        read_public_key(str(file)) == read_public_key(f"{file}.pub") == read_public_key(str(key.public)) == key.public
    )
    assert repr(key) == f"Key({key.public.short})"
    text = file.read_text()
    exposed = (f"{file} can be read by others", f"chmod 600 {file}")
    for mode in (0o640, 0o604, 0o601):
        file.chmod(mode)
        assert refused(read_key, file) == ("key-exposed", *exposed)
    file.chmod(0o600)
    not_to_seal = ("bad-key", f"{file} holds no key to seal with", "`seal --new-key NAME` makes one")
    not_to_witness = ("bad-key", f"{file} holds no key to witness with", "`witness --new-key NAME` makes one")
    assert refused(read_key, file, COSIGNATURE) == not_to_witness
    name, key_id = "+ebu.example+", f"+{key.public.id.hex()}+"
    for wrong in (
        text.replace(name, "+ebu+"),
        text.replace(key_id, "+00000000+"),
        text[12:],
        text[:-6],
        f"{text[:-10]}!{text[-10:]}",
        "PRIVATE+KEY+",
    ):
        file.write_text(wrong)
        assert refused(read_key, file) == not_to_seal
    file.write_bytes(b"\xff")
    assert refused(read_key, file) == ("no-key", f"{file} cannot be read: it is no text", "is it the file of a key?")


def test_a_key_is_made_once_and_for_a_name_without_blanks(tmp_path):
    code, message, hint = refused(new_key, tmp_path / "k", "ebu example")
    assert (code, message) == ("bad-key", "'ebu example' is no name for a key")
    assert hint == "whose key it is, without blanks: ebu.example"
    (tmp_path / "k.pub").write_text("something")
    kept, another = (
        f"{tmp_path / 'k.pub'} holds a key already",
        "seals are checked against it: --key FILE makes another",
    )
    assert refused(new_key, tmp_path / "k", "ebu.example") == ("key-exists", kept, another)
    made = new_key(tmp_path / "deep" / "er" / "k", "w1", COSIGNATURE)
    assert read_key(tmp_path / "deep" / "er" / "k", COSIGNATURE).public == made.public
    assert (tmp_path / "deep" / "er").stat().st_mode & 0o777 == 0o700


# Proofs


def test_a_proof_of_hashes_of_another_length_proves_nothing():
    log = digests(2)
    root = Roots(log).upto(2)
    assert is_included(log[0], 0, 1, [], root) is is_included(log[0], 0, 3, [b"short"], root) is False
    assert is_included(log[0], 0, 1, [bytes(32)], root) is is_included(log[0], 2, 2, [bytes(32)], root) is False
    assert is_consistent(1, 2, [b"short"], Roots(log).upto(1), root) is is_consistent(0, 2, [], root, root) is False
    assert is_consistent(2, 2, [bytes(32)], root, root) is is_consistent(2, 2, [], b"short", b"short") is False
    assert (
        is_consistent(3, 4, [], root, root) is is_consistent(1, 2, [bytes(32)] * 3, Roots(log).upto(1), root) is False
    )
    assert is_consistent(2, 2, [], root, root) is True


# Witnesses


def test_a_request_shows_that_the_log_only_grew():
    seal = sealed(7)
    asked = request(seal, digests(7), 5)
    assert (asked.old, asked.seal) == (5, seal)
    assert is_consistent(5, 7, asked.proof, Roots(digests(7)).upto(5), seal.checkpoint.root)
    assert request(seal, digests(7), 0) == Request(0, (), seal)
    assert request(seal, digests(7), 7) == Request(7, (), seal)
    since = "--since NUMBER: the last event that it has signed"
    assert refused(request, seal, digests(7), 8) == ("no-such-event", "there is no event #8", since)
    assert parse_request(str(asked)) == asked
    whole = "name the file that `seal --since NUMBER` printed, whole"
    code, message, hint = refused(parse_request, f"old {'1' * 50}\n\n{seal}")
    assert (code, hint) == ("bad-seal", whole)
    assert message == f"this is no request to a witness: old {'1' * 36}"
    assert refused(parse_request, f"old 5\n{'A' * 45}\n\n{seal}")[0] == "bad-seal"


@pytest.fixture
def witness(tmp_path):
    return Witness(new_key(tmp_path / "w1", "w1", COSIGNATURE), tmp_path / "seen" / "seen.json")


def test_a_witness_signs_what_extends_all_it_has_signed(witness):
    signed = witness.sign(request(sealed(5), digests(5), 0), OFFICE.public, 1_000)
    assert signed_by(signed, witness.key.public) is signed_by(signed, OFFICE.public) is True
    later = witness.sign(request(sealed(7), digests(7), 5), None, 2_000)
    assert signed_by(later, witness.key.public) is True
    again = witness.sign(request(sealed(7), digests(7), 0), OFFICE.public, 3_000)  # the same seal needs no proof
    assert again.signatures[1].signature[:8] == (3_000).to_bytes(8, "big")


def refuses(witness, asked, office=None):
    return refused(witness.sign, asked, office, 1)


def test_a_witness_refuses_by_name(witness):
    first = request(sealed(5), digests(5), 0)
    whose = ("no-key", "this witness does not know the log yet", "name its office once: --office KEY")
    assert refuses(witness, first) == whose
    assert refuses(witness, request(sealed(5, STRANGER), digests(5), 0), OFFICE.public)[0] == "seal-forged"
    witness.sign(first, OFFICE.public, 1)
    other = ("other-key", "this log was signed here with another key of the office", "ask the office in person")
    assert refuses(witness, first, STRANGER.public) == other
    older = ("no-proof", "this witness has already signed a newer seal, up to event #5", "`seal` makes a newer one")
    assert refuses(witness, request(sealed(4), digests(4), 0)) == older
    grew = "the file does not show that the log only grew since #5"
    since = ("no-proof", grew, "`seal --since 5` makes what this witness needs")
    assert refuses(witness, request(sealed(7), digests(7), 4)) == since
    witness.path.write_text("{")
    restore = "restore it: without it this witness would sign another history"
    code, message, hint = refuses(witness, first)
    assert (code, hint) == ("bad-file", restore)
    assert message.startswith(f"{witness.path} cannot be read: ")


def test_a_witness_that_cannot_write_down_what_it_saw_signs_nothing(witness, tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = Witness(witness.key, tmp_path / "file" / "folder" / "seen.json")
    written = f"{nowhere.path} cannot be written: Not a directory; nothing was signed"
    asked = request(sealed(5), digests(5), 0)
    assert refuses(nowhere, asked, OFFICE.public) == (
        "bad-file",
        written,
        "name a file in a folder that you may write to: --seen FILE",
    )


@pytest.mark.parametrize(("size", "part"), [(7, 3), (5, 4), (64, 1)])
def test_a_fork_is_refused_and_told(witness, size, part):
    witness.sign(request(sealed(5), digests(5), 0), OFFICE.public, 1)
    forked = request(sealed(size, other=part), digests(size, other=part), 5 if size > 5 else 0)
    history = f"the seal of ebu.example/thu up to #{size} is of another history than the one up to #5, signed here"
    keep = "keep both seals: together, they prove it to anybody"
    if size > 5:
        keep = "keep both seals: the office cannot show anybody that one continues the other"
    assert refuses(witness, forked) == ("forked", history, keep)


def test_only_the_cosignatures_of_a_returned_seal_are_taken():
    seal, witness = sealed(5), replace(OFFICIAL, public=PublicKey("w1", OFFICIAL.public.key, COSIGNATURE))
    (cosigned,) = witness.cosign(seal.checkpoint, 1)
    kept = add_cosignatures([sealed(3), seal], Seal(seal.checkpoint, (spoilt(seal), cosigned)))
    assert kept == Seal(seal.checkpoint, (*seal.signatures, cosigned))
    alone = f"no witness has signed it, only {OFFICE.public.short}"
    assert refused(add_cosignatures, [seal], seal) == ("bad-seal", alone, "let one sign: `witness`")
    strange = "no seal of ebu.example/thu up to #5 was given out here"
    shows = "`seal --list` shows the seals given out here"
    assert refused(add_cosignatures, [sealed(3)], kept) == ("other-seal", strange, shows)
