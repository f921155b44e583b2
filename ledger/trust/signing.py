"""An official's own signature under what he judged: over the digest of its last event, and so of the log up to it.

What is signed is a text of its own, which is no checkpoint: no such signature passes for a seal, nor a seal for it.
"""

from base64 import b64encode

from ledger.errors import Misuse
from ledger.events.office import JudgementSigned
from ledger.trust.keys import Key, text_signed_by
from ledger.trust.seal import from_base64, parse_public_key


def sign_judgement(key: Key, digest: bytes) -> JudgementSigned:
    """The signature of what was just recorded, up to the event of this digest."""
    text = digest.hex()
    return JudgementSigned(text, str(key.public), b64encode(key.sign_text(_signed(text))).decode())


def is_signed(event: JudgementSigned) -> bool:
    """Whether a signature is good: of the key and the digest that stand beside it. Whose key it is, the log says."""
    try:
        key, signature = parse_public_key(event.key), from_base64(event.signature)
    except (Misuse, ValueError):
        return False
    return text_signed_by(key, signature, _signed(event.digest))


def _signed(digest: str) -> bytes:
    return f"bridge-ledger/judgement/v1\n{digest}\n".encode()
