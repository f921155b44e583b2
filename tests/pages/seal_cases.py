"""Seals and keys that hold, and others of which one thing does not."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

from ledger.trust.seal import PublicKey, Signature
from tests.pages.made_receipts import (
    LOG,
    OFFICE,
    STRANGER,
    WHOLE,
    coded,
    first,
    key_of,
    other_id,
    spoilt,
    with_signatures,
)
from tests.pages.receipt_answers import (
    BAD_KEY,
    HOLDS,
    NO_SEAL,
    OTHERWISE,
    SEAL_STEERS,
    SHORT,
    SIGNATURE,
    SIZE,
    Answer,
    Case,
    bad_signature,
    other_key,
)


def seal_cases() -> Iterator[Case]:
    """All of them."""
    for rows in (signatures(), seals(), keys()):
        yield from rows


def signatures() -> Iterator[Case]:
    """Who signed, and whether one is forged."""
    good, bad = WHOLE.signatures[0], spoilt(WHOLE)
    stranger = LOG.seal(key=STRANGER).signatures[0]
    short = OFFICE.public.short
    for name, lines, answer in (
        ("a signature twice", [good, good], HOLDS),
        ("a good one, then a bad one", [good, bad], bad_signature(11)),
        ("a bad one, then a good one", [bad, good], bad_signature(11)),
        ("a bad one between", [good, bad, good], bad_signature(11)),
        ("a bad one", [bad], bad_signature(11)),
        ("a signature cut short", [Signature(good.name, good.key_id, good.signature[:-1])], bad_signature(11)),
        ("a signature with more", [Signature(good.name, good.key_id, good.signature + b"\0")], bad_signature(11)),
        ("a signature of one byte", [Signature(good.name, good.key_id, b"\0")], bad_signature(11)),
        ("a signature by a stranger", [stranger], other_key(STRANGER.public.short)),
        (
            "one by two strangers",
            [stranger, stranger, _of("x", stranger)],
            other_key(f"{STRANGER.public.short}, {_of('x', stranger).short}"),
        ),
        ("ours under another name", [_of("x", good)], other_key(_of("x", good).short)),
        ("ours under another id", [Signature(good.name, bytes(4), good.signature)], other_key("ebu.example+00000000")),
        (
            "a stranger's beside ours",
            [stranger, good],
            Answer("holds", "", f"Also signed, as it says itself, by {STRANGER.public.short}: not"),
        ),
        ("a stranger's twice", [stranger, stranger, good], Answer("holds", "", f"by {STRANGER.public.short}: not")),
        (
            "two strangers' beside ours",
            [stranger, good, _of("x", stranger)],
            Answer("holds", "", f"by {STRANGER.public.short}, {_of('x', stranger).short}: not"),
        ),
        ("ours alone", [good], Answer("holds", "", f"The signature is good: of the key {short}.\n\nRoot")),
    ):
        yield Case(name, first(seal=str(with_signatures(WHOLE, *lines))), answer)
    for seconds, when in (
        (1, " (1970-01-01 00:00 UTC): not"),
        (1_770_000_000, " (2026-02-02 02:40 UTC): not"),
        (253_402_300_799, " (9999-12-31 23:59 UTC): not"),
        (253_402_300_800, ": not"),
        (0, ": not"),
    ):
        witness = _of("fib.example", Signature("", bytes(4), seconds.to_bytes(8, "big") + bytes(64)))
        said = Answer("holds", "", f"by fib.example+00000000{when}")
        yield Case(f"a witness at {seconds}", first(seal=str(with_signatures(WHOLE, good, witness))), said)
    for length in (71, 73):
        other = Signature("fib.example", bytes(4), bytes([0, 0, 0, 1]) + bytes(length - 4))
        said = Answer("holds", "", "by fib.example+00000000: not")
        yield Case(f"{length} bytes", first(seal=str(with_signatures(WHOLE, good, other))), said)


def _of(name: str, signature: Signature) -> Signature:
    """The same under another name."""
    return Signature(name, signature.key_id, signature.signature)


def _written(head: str, *, origin: str = "ebu.example/s") -> str:
    """A seal with just this between its origin and its signature, which is good."""
    text = f"{origin}\n{head}\n"
    return f"{text}\n{Signature(OFFICE.public.name, OFFICE.public.id, OFFICE.sign_text(text.encode()))}\n"


LOOSE = {"with other ends of lines", "without an end of a line"} | {
    f"with {lines}" for lines in ("empty lines", "an empty line between", "empty lines between")
}
"""What a mail makes of a seal, which is read all the same; in a receipt nothing comes between."""


def seals() -> Iterator[Case]:
    """How a seal is written: in a receipt, and alone."""
    note, root = str(WHOLE), WHOLE.checkpoint.root_text
    signature = note.partition("\n\n")[2]
    told = (
        f"This is a seal of s up to #11.\n\nThe signature is good: of the key {OFFICE.public.short}.\n\n"
        f"Root of the seal: {root}\n\nWhich events are under it, a receipt or a bundle shows."
    )
    for name, text, answer in (
        ("as it was given out", note, Answer("holds", "", told)),
        ("with other ends of lines", note.replace("\n", "\r\n"), HOLDS),
        ("with ends of lines that are none", note.replace("\n", "\r"), SEAL_STEERS),
        ("with what is not seen", note.replace("ebu", "e\u200bbu"), SEAL_STEERS),
        ("with what is not seen beside the signature", note + "\u2060", SEAL_STEERS),
        ("without an end of a line", note.rstrip("\n"), HOLDS),
        ("with empty lines", note + "\n\n", HOLDS),
        ("with an empty line between", f"{note}\n{signature}", HOLDS),
        ("with empty lines between", f"{note}\n\n{signature}", HOLDS),
        ("with a blank in a signature", note.replace("— ebu.example ", "— ebu.example  "), SIGNATURE),
        ("of :1", _written(f":1\n{root}"), SIZE),
        ("of 1:", _written(f"1:\n{root}"), SIZE),
        (
            "of a session with more letters",
            _written(f"11\n{root}", origin="ebu.example/xs"),
            Answer("holds", "", "of xs up"),
        ),
        ("with a line less", _written("11"), NO_SEAL),
        ("with a line more", _written(f"11\n{root}\nmore"), NO_SEAL),
        ("without a signature", note.replace(signature, ""), NO_SEAL),
        ("without an empty line", note.replace("\n\n", "\n"), NO_SEAL),
        ("without anything before it", "\n\n" + signature, NO_SEAL),
        ("without an origin", _written(f"11\n{root}", origin=" "), SIZE),
        ("of no events", _written(f"0\n{root}"), SIZE),
        ("of 011", _written(f"011\n{root}"), SIZE),
        ("of 1e1", _written(f"1e1\n{root}"), SIZE),
        ("of 11 and more", _written(f"11 \n{root}"), SIZE),
        ("of more than there can be", _written(f"1000000000000000\n{root}"), SIZE),
        ("with half a root", _written(f"11\n{coded(bytes(31))}"), SHORT),
        ("with a root and more", _written(f"11\n{coded(bytes(33))}"), SHORT),
        ("with no root", _written("11\n*"), SHORT),
        ("with a line that is no signature", note + "more\n", SIGNATURE),
        ("with a signature without a dash", note.replace("— ", "- "), SIGNATURE),
        ("with a signature of nobody", note.replace("— ebu.example", "— "), SIGNATURE),
        ("with a signature of four bytes", f"{note}— x {coded(bytes(4))}\n", SIGNATURE),
        ("with a signature of five bytes", f"{note}— x {coded(bytes(5))}\n", HOLDS),
        ("with a signature that is no base64", f"{note}— x AAAAAAA\n", SIGNATURE),
        ("with a signature without a blank", f"{note}— xAAAAAAAA\n", SIGNATURE),
        ("with another size", note.replace("\n11\n", "\n12\n"), bad_signature(12)),
        ("with another origin", note.replace("/s", "/t"), bad_signature(11)),
        ("with another root", note.replace(root, coded(bytes(32))), bad_signature(11)),
    ):
        yield Case(f"a seal {name}", text.encode(), answer)
        if answer.page == "unread" and text.strip():
            yield Case(f"a receipt with a seal {name}", first(seal=text), answer)
        elif name in LOOSE:
            yield Case(f"a receipt with a seal {name}", first(seal=text), OTHERWISE)
    yield Case(
        "a seal of a part of a part",
        _written(f"11\n{root}", origin="ebu.example/x/s").encode(),
        Answer("holds", "", "a seal of s up"),
    )


def keys() -> Iterator[Case]:
    """The key it is checked with: as it is given out, or not quite."""
    public = OFFICE.public
    coded_key = str(public).rpartition("+")[2]
    private = Answer(
        "unread",
        "bad-key",
        "This is a private key: whoever has it can sign in its owner's name. Only its public half belongs here, from "
        "the file that ends in .pub.",
    )
    witness = PublicKey(public.name, public.key, b"\x04")
    for name, key, answer in (
        ("in blanks", f"\ufeff\r\n {public}\t", HOLDS),
        ("of another id", other_id(public), BAD_KEY),
        ("of another id in capitals", f"{public.name}+{public.id.hex().upper()}+{coded_key}", BAD_KEY),
        ("of another name", f"x+{public.id.hex()}+{coded_key}", BAD_KEY),
        ("of a witness", str(witness), BAD_KEY),
        ("with a byte too few", _key_text(public.name, public.key[:-1]), BAD_KEY),
        ("with a byte too many", _key_text(public.name, public.key + b"\0"), BAD_KEY),
        ("with a sign after it", f"{public}=", BAD_KEY),
        ("of a name with a blank", _key_text("a b", public.key), BAD_KEY),
        ("of a name that begins with a dot", _key_text(".a", public.key), BAD_KEY),
        ("of a name of 101 letters", _key_text("a" * 101, public.key), BAD_KEY),
        ("of a name of 100 letters", _key_text("a" * 100, public.key), other_key(public.short, _named("a" * 100))),
        ("of a name with every sign", _key_text("Az09._/-", public.key), other_key(public.short, _named("Az09._/-"))),
        ("that is private", f"PRIVATE+KEY+{public}", private),
    ):
        yield Case(f"a key {name}", first(), answer, key)
    for letter in "AZaz09":
        for name in (letter, f"x{letter}"):
            yield Case(f"a key of {name}", first(), other_key(public.short, _named(name)), _key_text(name, public.key))
    for letter in ":@[`{":
        for name in (letter, f"x{letter}"):
            yield Case(f"a key of {name}", first(), BAD_KEY, _key_text(name, public.key))
    plus = next(key for key in (key_of("x", seed) for seed in range(99)) if str(key.public).count("+") > 2)
    signed = str(LOG.seal(key=plus, name="x"))
    yield Case("a key with a plus in it", signed.encode(), HOLDS, str(plus.public))
    nothing = "No key was given: paste the office's public key. Without it anybody could have signed."
    yield Case("a key of blanks", first(), Answer("unread", "bad-key", nothing), " ")


def _named(name: str) -> PublicKey:
    return PublicKey(name, OFFICE.public.key)


def _key_text(name: str, key: bytes) -> str:
    """A key as it is given out, also one that is none: with the id that it would have."""
    kind_and_key = b"\x01" + key
    key_id = sha256(f"{name}\n".encode() + kind_and_key).hexdigest()[:8]
    return f"{name}+{key_id}+{b64encode(kind_and_key).decode()}"
