"""Keys of offices, witnesses and officials in files that only their owners can read, and the check of stored seals.

An official signs his judgement over the digest of its last event, and so over the log up to it. The signed text is no
checkpoint, so a judgement's signature is never valid for a seal, nor a seal's for a judgement.
"""

import os
import re
import shlex
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey, MLDSA44PublicKey

from ledger.bounds.files import KEY
from ledger.digests import JUDGEMENT, from_digits
from ledger.errors import Corrupt, Misuse, Refusal
from ledger.files import read_file, unwritable
from ledger.store.own_files import write_whole
from ledger.store.store import Note, Store
from ledger.subjects.office.facts import JudgementSigned
from ledger.trust.seal import (
    COSIGNATURE,
    ED25519,
    KEY_NAME,
    ML_DSA,
    PRIVATE,
    TIME_BYTES,
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

_LIKE_A_KEY = re.compile(r"[^+]+\+([0-9a-f]{8}$|.*\+)")
_PUBLIC = "the public key itself, NAME+12345678+A…, or a file of it: its owner gives it out, as FILE.pub"


@dataclass(frozen=True, slots=True)
class Key:
    """A key that can sign, alone or with a second one (ML-DSA-44); its private half is never printed."""

    public: PublicKey
    _private: Ed25519PrivateKey
    _second: MLDSA44PrivateKey | None = None

    def __repr__(self) -> str:
        return f"Key({self.public.short})"

    @property
    def without_second_key(self) -> "Key":
        """The key without its second key (ML-DSA-44): officials sign with Ed25519 alone."""
        return Key(self.public.first, self._private)

    def sign(self, checkpoint: Checkpoint, at: int | None = None) -> Seal:
        """Sign a checkpoint at a time (seconds UTC; default: now), and return the seal."""
        own = self._private.sign(str(checkpoint).encode())
        return Seal(checkpoint, self._signatures(own, checkpoint, int(time.time()) if at is None else at))

    def cosign(self, checkpoint: Checkpoint, at: int) -> tuple[Signature, ...]:
        """Return a witness's signatures of a checkpoint, with the time of signing `at` (seconds UTC).

        The witness attests that the checkpoint extends all that it signed before.
        """
        own = at.to_bytes(TIME_BYTES, "big") + self._private.sign(_cosigned(checkpoint, at))
        return self._signatures(own, checkpoint, at)

    def sign_text(self, text: bytes) -> bytes:
        """Return this key's signature of a text that is no checkpoint."""
        return self._private.sign(text)

    def _signatures(self, own: bytes, checkpoint: Checkpoint, at: int) -> tuple[Signature, ...]:
        signed, name = [own], self.public.name
        if self._second:
            signed.append(at.to_bytes(TIME_BYTES, "big") + self._second.sign(_cosigned_by_name(checkpoint, name, at)))
        return tuple(Signature(name, key.id, each) for key, each in zip(self.public.each, signed, strict=True))


def _cosigned(checkpoint: Checkpoint, at: int) -> bytes:
    """Return the bytes that a witness signs: time and checkpoint (C2SP tlog-cosignature, cosignature/v1)."""
    return f"cosignature/v1\ntime {at}\n{checkpoint}".encode()


def _cosigned_by_name(checkpoint: Checkpoint, name: str, at: int) -> bytes:
    """Return the bytes that a key of ML-DSA-44 signs: its name, time, origin, size and root (C2SP, subtree/v1)."""
    by, origin = name.encode(), checkpoint.origin.encode()
    leaves = bytes(8) + checkpoint.size.to_bytes(8, "big")  # the subtree from the first leaf on: the whole tree
    head = b"subtree/v1\n\0" + bytes([len(by)]) + by + at.to_bytes(TIME_BYTES, "big")
    return head + bytes([len(origin)]) + origin + leaves + checkpoint.root


def signed_by(seal: Seal, key: PublicKey) -> bool | None:
    """Return True if a key's signature of a seal is good, False if it is forged; None if the key did not sign.

    A key with a second one must have signed with both. One forged signature of an office spoils the seal. Witnesses
    sign again by mail, so one good signature suffices.
    """
    if not seal.signatures_of(key):
        return None
    return not _missing_or_forged(seal, key)


def _missing_or_forged(seal: Seal, key: PublicKey) -> list[PublicKey]:
    """Return the keys, of a key and its second key, that lack a valid signature on a seal: it is missing or forged."""
    enough: Callable[[Iterable[bool]], bool] = all if key.kind == ED25519 else any
    signatures = {each: seal.signatures_of(each) for each in key.each}
    return [
        each
        for each, of_it in signatures.items()
        if not of_it or not enough(_fits(each, signature, seal.checkpoint) for signature in of_it)
    ]


def _fits(key: PublicKey, signature: bytes, checkpoint: Checkpoint) -> bool:
    if key.kind == ED25519:
        return text_signed_by(key, signature, str(checkpoint).encode())
    at, signed = int.from_bytes(signature[:TIME_BYTES], "big"), signature[TIME_BYTES:]
    if at >> 63 or any(len(each.encode()) > 255 for each in (key.name, checkpoint.origin)):  # no text to sign has these
        return False
    text = _cosigned_by_name(checkpoint, key.name, at) if key.kind == ML_DSA else _cosigned(checkpoint, at)
    return text_signed_by(key, signed, text)


def text_signed_by(key: PublicKey, signature: bytes, text: bytes) -> bool:
    """Return whether `signature` is a key's good signature of a text."""
    try:
        with _needing_ml_dsa():
            public = MLDSA44PublicKey if key.kind == ML_DSA else Ed25519PublicKey
            public.from_public_bytes(key.key).verify(signature, text)
    except InvalidSignature:
        return False
    return True


@contextmanager
def _needing_ml_dsa() -> Iterator[None]:
    try:
        yield
    except UnsupportedAlgorithm:
        message = "the library `cryptography` of this Python has no ML-DSA-44, with which a key of two lines signs"
        hint = "`pip install cryptography` has it; or name a file of the key's first line alone"
        raise Misuse("no-ml-dsa", message, hint) from None


def new_key(path: Path, name: str, kind: bytes = ED25519, *, second: bool = False) -> Key:
    """Make a key; write it to a file that only its owner can read, and its public half to FILE.pub.

    `second`: make a key of ML-DSA-44 too, in the same files. Raises Refusal (key-exists) if either file exists: seals
    of an overwritten key could no longer be checked; Misuse if the name is invalid (bad-key), a file cannot be written
    (bad-file), or this Python has no ML-DSA-44 (no-ml-dsa).
    """
    if not KEY_NAME.fullmatch(name):
        raise Misuse("bad-key", f"{name!r} is no name for a key", "whose key it is, without blanks: ebu.example")
    with _needing_ml_dsa():
        private, other = Ed25519PrivateKey.generate(), MLDSA44PrivateKey.generate() if second else None
        key = _key(name, private, kind, other)
    halves = zip(key.public.each, (private, other), strict=False)
    lines = [(each, each.kind + half.private_bytes_raw()) for each, half in halves if half]
    text = "".join(f"{PRIVATE}{each.short}+{b64encode(coded).decode()}\n" for each, coded in lines)
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
        raise unwritable(path, error, "--key FILE") from None
    return key


def read_key(path: Path, kind: bytes = ED25519) -> Key:
    """Read a private key from a file; `kind`: an office's key or a witness's.

    Raises Misuse if the file cannot be read (no-key), if others can read it too (key-exposed, not on Windows), or if it
    holds no key of this kind (bad-key).
    """
    text = without_surroundings(_text(path))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise Misuse("key-exposed", f"{path} can be read by others", f"chmod 600 {shlex.quote(str(path))}")
    first, _, second = text.replace("\r\n", "\n").partition("\n")
    try:
        with _needing_ml_dsa():
            short, private = _private_line(first, kind)
            other_short, seed = _private_line(second, ML_DSA) if second else ("", b"")
            other = MLDSA44PrivateKey.from_seed_bytes(seed) if second else None
            key = _key(short.partition("+")[0], Ed25519PrivateKey.from_private_bytes(private), kind, other)
        if [each.short for each in key.public.each] != [short, *filter(None, [other_short])]:
            raise ValueError
        return key
    except ValueError:
        what = "witness" if kind == COSIGNATURE else "seal"
        raise Misuse("bad-key", f"{path} holds no key to {what} with", f"`{what} --new-key NAME` makes one") from None


def _private_line(text: str, kind: bytes) -> tuple[str, bytes]:
    """Return a private key's name and id, and its bytes; ValueError for anything else."""
    name, key_id, coded = text.removeprefix(PRIVATE).split("+", 2)
    private = from_base64(coded)
    if not (text.startswith(PRIVATE) and KEY_NAME.fullmatch(name)) or private[:1] != kind:
        raise ValueError
    return f"{name}+{key_id}", private[1:]


def read_public_key(named: str) -> PublicKey:
    """Return a public key, given as text, or by the file of the public or the private key."""
    path = Path(named)
    if not path.is_file() and _LIKE_A_KEY.match(named):
        return parse_public_key(named)
    text = _text(path, _PUBLIC)
    is_private = without_surroundings(text).startswith(PRIVATE)
    return read_key(path).public if is_private else parse_public_key(text)


def _text(path: Path, hint: str = "`seal --new-key NAME` makes one; --key FILE names another") -> str:
    try:
        return read_file(path, KEY).decode("utf-8")
    except FileNotFoundError:
        raise Misuse("no-key", f"there is no key in {path}", hint) from None
    except OSError as error:
        raise Misuse("no-key", f"{path} cannot be read: {error.strerror}", "is it the file of a key?") from None
    except UnicodeDecodeError:
        raise Misuse("no-key", f"{path} cannot be read: it is no text", "is it the file of a key?") from None


def _key(name: str, private: Ed25519PrivateKey, kind: bytes, second: MLDSA44PrivateKey | None = None) -> Key:
    other = PublicKey(name, second.public_key().public_bytes_raw(), ML_DSA) if second else None
    return Key(PublicKey(name, private.public_key().public_bytes_raw(), kind, other), private, second)


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
    return not key.second and str(key) == event.key and text_signed_by(key, signature, signed)


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
    """Raise Corrupt (seal-forged) unless a seal has a good signature of a key, and of its second one."""
    wrong = _missing_or_forged(seal, key)
    if not wrong:
        return
    forged = [each for each in wrong if seal.signatures_of(each)]
    message = f"the seal has no signature of {wrong[0].short}: it says it is signed by {seal.signers}"
    if forged:
        message = f"the signature of {forged[0].short} does not fit what the seal says"
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
