"""Keys and signatures of officials' devices: Ed25519, or ECDSA on P-256 with SHA-256, as browsers make them."""

from base64 import b64encode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ledger.digests import COMMAND, SIZE
from ledger.errors import Misuse
from ledger.kernel.free_text import KeptText
from ledger.store.record import canonical
from ledger.subjects.office.facts import CommandSigned
from ledger.trust.seal import from_base64


def require_device_key(text: str) -> str:
    """Return the public key of a device, in base64; Misuse (bad-key) for a text that is none."""
    try:
        if b64encode(from_base64(text)).decode() != text:
            raise ValueError
        _public(text)
    except ValueError:
        raise Misuse("bad-key", f"{text[:60]!r} is no public key of a device", "Ed25519, or a point of P-256") from None
    return text


def _public(key: str) -> Ed25519PublicKey | EllipticCurvePublicKey:
    raw = from_base64(key)
    if len(raw) == SIZE:
        return Ed25519PublicKey.from_public_bytes(raw)
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw)


def device_signed(key: str, signature: str, signed: bytes) -> bool:
    """Return whether a signature, in base64, is a device's good signature of some bytes."""
    try:
        public, made = _public(key), from_base64(signature)
        if isinstance(public, Ed25519PublicKey):
            public.verify(made, signed)
        elif len(made) == 2 * SIZE:
            r, s = (int.from_bytes(half, "big") for half in (made[:SIZE], made[SIZE:]))
            public.verify(encode_dss_signature(r, s), signed, ECDSA(SHA256()))
        else:
            return False
    except (ValueError, InvalidSignature):
        return False
    return True


def is_command_signed(key: str, session: str, command_id: str, event: CommandSigned) -> bool:
    """Return whether the device with a public key signed a command, under its id in its session."""
    text = event.command
    commitment = text.commitment if isinstance(text, KeptText) else text
    signed = COMMAND.joined(canonical([session, command_id, event.seen, commitment]))
    return device_signed(key, event.signature, signed)
