"""A memo sealed to those who may read it: their keys open it, and no other.

The keys are those that officials sign with (Ed25519). What opens is the same key as X25519 has it: of the public half
by the map from one curve to the other (RFC 7748, §4.1), of the private half by what RFC 8032 makes of its seed. As in
age and HPKE, the words are encrypted once (ChaCha20-Poly1305), with a key that is made for them and wrapped for each
reader under what his key and one made for this memo have in common (X25519, HKDF-SHA256).

What is sealed is a text: base64 of a byte 1, the public half of the key made for it (32), how many readers (1), for
each the wrapped key (48), and the words. Whose they are the event says; who may not read it learns how long it is.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ledger.errors import Corrupt, Misuse
from ledger.trust.keys import Key
from ledger.trust.seal import PublicKey

_VERSION = b"\x01"
_ONCE = bytes(12)
"""The nonce: each key encrypts one thing only."""

_KEY, _WRAPPED, _FIRST = 32, 48, 34
_PRIME = 2**255 - 19
MOST_READERS = 20


def seal_memo(words: str, readers: Sequence[PublicKey]) -> str:
    """Words for the holders of these keys. Misuse: there are too many, or one is no key that can be sealed to."""
    if len(readers) > MOST_READERS:
        raise Misuse("too-large", f"a memo has at most {MOST_READERS} readers", "grant it to fewer")
    own, key = X25519PrivateKey.generate(), os.urandom(_KEY)
    public = own.public_key().public_bytes_raw()
    wrapped = [_wrapping(_shared(own, each), public, each.key).encrypt(_ONCE, key, None) for each in readers]
    head = _VERSION + public + bytes([len(readers)]) + b"".join(wrapped)
    return b64encode(head + ChaCha20Poly1305(key).encrypt(_ONCE, words.encode(), head)).decode()


def open_memo(sealed: str, keys: Sequence[str], key: Key) -> str | None:
    """The words, where they were sealed to a key; None where not. Corrupt (memo-changed): they are not as sealed.

    `keys`: the public keys they were sealed to, in full, in that order.
    """
    if str(key.public) not in keys:
        return None
    try:
        return _opened(b64decode(sealed, validate=True), list(keys).index(str(key.public)), key)
    except (ValueError, InvalidTag) as error:
        raise Corrupt("memo-changed", "what is sealed there does not open: it was changed", "`verify`") from error


def _opened(coded: bytes, at: int, key: Key) -> str:
    begins = _FIRST + at * _WRAPPED
    body = _FIRST + coded[_FIRST - 1] * _WRAPPED
    public = coded[1 : 1 + _KEY]
    wrapping = _wrapping(key.shared_with(X25519PublicKey.from_public_bytes(public)), public, key.public.key)
    own = wrapping.decrypt(_ONCE, coded[begins : begins + _WRAPPED], None)
    return ChaCha20Poly1305(own).decrypt(_ONCE, coded[body:], coded[:body]).decode()


def _wrapping(shared: bytes, public: bytes, reader: bytes) -> ChaCha20Poly1305:
    """What wraps a key for one reader of one memo."""
    return ChaCha20Poly1305(HKDF(SHA256(), _KEY, public + reader, b"bridge-ledger memo 1").derive(shared))


def _shared(own: X25519PrivateKey, reader: PublicKey) -> bytes:
    """What the key of a memo has in common with a reader's: u = (1 + y) / (1 - y), modulo the prime, is his key there.

    Misuse (bad-key): it is one that nobody holds.
    """
    y = int.from_bytes(reader.key, "little") & (2**255 - 1)
    try:
        u = (1 + y) * pow(1 - y, -1, _PRIME) % _PRIME
        return own.exchange(X25519PublicKey.from_public_bytes(u.to_bytes(_KEY, "little")))
    except ValueError:
        hint = "the public key of an official: FILE.pub"
        raise Misuse("bad-key", f"nothing can be sealed to {reader.short}", hint) from None
