"""Keys of offices, witnesses and officials in files that only their owners can read, and the check of stored seals.

An official signs his judgement over the digest of its last event, and so over the log up to it. The signed text is no
checkpoint, so a judgement's signature is never valid for a seal, nor a seal's for a judgement.
"""

import os
import re
import shlex
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.bounds.files import KEY
from ledger.digests import JUDGEMENT, from_digits
from ledger.errors import Corrupt, Misuse, Refusal
from ledger.files import read_file
from ledger.store.own_files import write_whole
from ledger.store.store import Note, Store
from ledger.subjects.office.facts import JudgementSigned
from ledger.trust.seal import (
    COSIGNATURE,
    ED25519,
    KEY_NAME,
    PRIVATE,
    Checkpoint,
    PublicKey,
    Roots,
    Seal,
    Signature,
    from_base64,
    parse_public_key,
    parse_seal,
    without_surroundings,
)

_TIME_BYTES = 8
_LIKE_A_KEY = re.compile(r"[^+]+\+([0-9a-f]{8}$|.*\+)")
_PUBLIC = "the public key itself, NAME+12345678+A…, or a file of it: its owner gives it out, as FILE.pub"


@dataclass(frozen=True, slots=True)
class Key:
    """A key pair that can sign; its private half is never printed."""

    public: PublicKey
    _private: Ed25519PrivateKey

    def __repr__(self) -> str:
        return f"Key({self.public.short})"

    def sign(self, checkpoint: Checkpoint) -> Seal:
        """Sign a checkpoint, and return the seal."""
        return Seal(checkpoint, (self._signature(self._private.sign(str(checkpoint).encode())),))

    def cosign(self, checkpoint: Checkpoint, at: int) -> Signature:
        """Return a witness's signature of a checkpoint, with the time of signing `at` (seconds UTC).

        The witness attests that the checkpoint extends all that it signed before.
        """
        signed = self._private.sign(_cosigned(checkpoint, at))
        return self._signature(at.to_bytes(_TIME_BYTES, "big") + signed)

    def sign_text(self, text: bytes) -> bytes:
        """Return this key's signature of a text that is no checkpoint."""
        return self._private.sign(text)

    def _signature(self, signed: bytes) -> Signature:
        return Signature(self.public.name, self.public.id, signed)


def _cosigned(checkpoint: Checkpoint, at: int) -> bytes:
    """Return the bytes that a witness signs: time and checkpoint (C2SP tlog-cosignature, cosignature/v1)."""
    return f"cosignature/v1\ntime {at}\n{checkpoint}".encode()


def signed_by(seal: Seal, key: PublicKey) -> bool | None:
    """Return True if a key's signature of a seal is good, False if it is forged; None if the key did not sign.

    One forged signature of an office spoils the seal. Witnesses sign again by mail, so one good signature suffices.
    """
    signatures = seal.signatures_of(key)
    if not signatures:
        return None
    if key.kind != COSIGNATURE:
        return all(text_signed_by(key, each, str(seal.checkpoint).encode()) for each in signatures)
    parts = ((int.from_bytes(each[:_TIME_BYTES], "big"), each[_TIME_BYTES:]) for each in signatures)
    return any(text_signed_by(key, signature, _cosigned(seal.checkpoint, at)) for at, signature in parts)


def text_signed_by(key: PublicKey, signature: bytes, text: bytes) -> bool:
    """Return whether `signature` is a key's good signature of a text."""
    try:
        Ed25519PublicKey.from_public_bytes(key.key).verify(signature, text)
    except InvalidSignature:
        return False
    return True


def new_key(path: Path, name: str, kind: bytes = ED25519) -> Key:
    """Make a key; write it to a file that only its owner can read, and its public half to FILE.pub.

    Raises Refusal (key-exists) if either file exists: seals of an overwritten key could no longer be checked; Misuse if
    the name is invalid (bad-key) or a file cannot be written (bad-file).
    """
    if not KEY_NAME.fullmatch(name):
        raise Misuse("bad-key", f"{name!r} is no name for a key", "whose key it is, without blanks: ebu.example")
    private = Ed25519PrivateKey.generate()
    key = _key(name, private, kind)
    text = f"{PRIVATE}{name}+{key.public.id.hex()}+{b64encode(kind + private.private_bytes_raw()).decode()}\n"
    public = path.with_name(path.name + ".pub")
    for file in (path, public):
        if file.exists():
            message = f"{file} holds a key already"
            raise Refusal("key-exists", message, "seals are checked against it: --key FILE makes another")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, text, new=True)
        try:
            public.write_text(f"{key.public}\n")
        except OSError:
            for half in (path, public):  # nothing was sealed with it yet
                half.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Misuse("bad-file", f"{path} cannot be written: {error.strerror}", "another place: --key FILE") from None
    return key


def read_key(path: Path, kind: bytes = ED25519) -> Key:
    """Read a private key from a file; `kind`: an office's key or a witness's.

    Raises Misuse if the file cannot be read (no-key), if others can read it too (key-exposed, not on Windows), or if it
    holds no key of this kind (bad-key).
    """
    text = without_surroundings(_text(path))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise Misuse("key-exposed", f"{path} can be read by others", f"chmod 600 {shlex.quote(str(path))}")
    name, _, coded_parts = text.removeprefix(PRIVATE).partition("+")
    try:
        coded = b64decode(coded_parts.partition("+")[2], validate=True)
        key = _key(name, Ed25519PrivateKey.from_private_bytes(coded[1:]), kind)
        if (
            not (text.startswith(PRIVATE) and KEY_NAME.fullmatch(name))
            or coded[:1] != kind
            or key.public.id.hex() != coded_parts.partition("+")[0]
        ):
            raise ValueError
        return key
    except ValueError:
        what = "witness" if kind == COSIGNATURE else "seal"
        raise Misuse("bad-key", f"{path} holds no key to {what} with", f"`{what} --new-key NAME` makes one") from None


def read_public_key(named: str, kind: bytes = ED25519) -> PublicKey:
    """Return a public key of a `kind`, given as text, or by the file of the public or the private key."""
    path = Path(named)
    if not path.is_file() and _LIKE_A_KEY.match(named):
        return parse_public_key(named, kind)
    text = _text(path, _PUBLIC)
    is_private = without_surroundings(text).startswith(PRIVATE)
    return read_key(path, kind).public if is_private else parse_public_key(text, kind)


def _text(path: Path, hint: str = "`seal --new-key NAME` makes one; --key FILE names another") -> str:
    try:
        return read_file(path, KEY).decode("utf-8")
    except FileNotFoundError:
        raise Misuse("no-key", f"there is no key in {path}", hint) from None
    except OSError as error:
        raise Misuse("no-key", f"{path} cannot be read: {error.strerror}", "is it the file of a key?") from None
    except UnicodeDecodeError:
        raise Misuse("no-key", f"{path} cannot be read: it is no text", "is it the file of a key?") from None


def _key(name: str, private: Ed25519PrivateKey, kind: bytes) -> Key:
    return Key(PublicKey(name, private.public_key().public_bytes_raw(), kind), private)


def sign_judgement(key: Key, digest: bytes) -> JudgementSigned:
    """Return the event that signs a judgement, given the digest of the judgement's last event."""
    return JudgementSigned(digest.hex(), str(key.public), b64encode(key.sign_text(JUDGEMENT.joined(digest))).decode())


def is_signed(event: JudgementSigned) -> bool:
    """Return whether the signature in a judgement's event is valid for the key and digest there.

    The log says whose key that is.
    """
    try:
        key, signature = parse_public_key(event.key), from_base64(event.signature)
        signed = JUDGEMENT.joined(from_digits(event.digest))
    except (Misuse, ValueError):
        return False
    return str(key) == event.key and text_signed_by(key, signature, signed)


class StoredSeals(NamedTuple):
    """The valid seals stored with a session, shortest first, and the invalid rows, each with its error."""

    seals: list[Seal]
    strange: list[tuple[Note, Corrupt]]


def kept_seals(store: Store, session: str) -> StoredSeals:
    """Return the seals stored with a session, without checking their signatures."""
    kept = StoredSeals([], [])
    hint = "somebody wrote to the database with another program"
    for size, note in store.seals.of(session):
        try:
            seal = parse_seal(note)
            point = seal.checkpoint
            message = f"a seal stored for {size} events of session {session} covers {point.size} of {point.session}"
            if (point.session, point.size, str(seal)) == (session, size, note):
                kept.seals.append(seal)
                continue
        except Misuse as error:
            message = f"a seal that is kept with session {session} cannot be read: {error.message}"
        kept.strange.append(((size, note), Corrupt("seal-broken", message, hint)))
    return kept


def require_extended(seal: Seal, log: Roots, others: Iterable[Seal] = ()) -> None:
    """Raise Corrupt (seal-broken) if a log does not continue the sealed log.

    `others`: seals of the same log, whose agreement with the log shows which events are as sealed.
    """
    size, length = seal.checkpoint.size, len(log.leaves)
    agreed = 0
    for sealed in sorted({each.checkpoint for each in (*others, seal)}, key=lambda each: each.size):
        if sealed.size <= min(size, length) and log.upto(sealed.size) == sealed.root:
            if sealed == seal.checkpoint:
                return
            agreed = sealed.size
    first = agreed + 1
    where = f"event #{first}" if first == size else f"an event from #{first} to #{size}"
    message = f"{where} is the first that is not what was sealed"
    if length < size:
        message = f"the log ends at #{length}; #{length + 1}–#{size} were sealed and are gone"
    sound = f"events 1–{agreed} are as another seal has them; " if agreed else "is it of another ledger? "
    hint = f"{sound}compare with an export"
    raise Corrupt("seal-broken", f"session {seal.checkpoint.session}: {message}", hint, first)


def require_signed(seal: Seal, key: PublicKey) -> None:
    """Raise Corrupt (seal-forged) unless a seal has a good signature of a key."""
    is_good = signed_by(seal, key)
    if is_good is None:
        message = f"the seal has no signature of {key.short}: it says it is signed by {seal.signers}"
    else:
        message = f"the signature of {key.short} does not fit what the seal says"
    if not is_good:
        raise Corrupt("seal-forged", message, "do not trust it; ask the office for its seal, and its key")


def signed_seals(found: Iterable[Seal], key: PublicKey | None) -> list[Seal]:
    """Return the seals signed with a key, [] without a key; raise Corrupt (seal-forged) if its signature is bad."""
    by_key = [seal for seal in found if key and seal.signatures_of(key)]
    for seal in by_key:
        assert key
        require_signed(seal, key)
    return by_key


def notes(found: Iterable[Seal]) -> list[Note]:
    """Return seals in the form the database stores: the number of events that each covers, and its text."""
    return [(seal.checkpoint.size, str(seal)) for seal in found]
