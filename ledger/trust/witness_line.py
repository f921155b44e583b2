"""The line to a witness: its signature, asked for over HTTP (`add-checkpoint` of c2sp.org/tlog-witness).

What comes back is believed only where it is a signature of a key that was named; TLS is verified as the system does.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from urllib.request import Request

from ledger.bounds.files import WITNESSED
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.trust.keys import signed_by
from ledger.trust.line import answer_to, came, status_text
from ledger.trust.seal import PublicKey, Seal, Signature, parse_seal
from ledger.trust.witnessing import request

PATIENCE_SECONDS = 20
"""So long an answer is waited for, all of it."""

_ROUNDS = 3
_SIZE = re.compile(rb"(0|[1-9][0-9]{0,14})\n")
_NOBODY = "is the address right, and this computer online? else try later"
_NO_WITNESS = "is it the address of a witness (c2sp.org/tlog-witness)? ask whoever runs it"
_LATER = "try later, or tell whoever runs it"
_MOVED = "ask whoever runs it for the new address"
_TO_DO = {301: _MOVED, 302: _MOVED, 307: _MOVED, 308: _MOVED, 400: _NO_WITNESS, 405: _NO_WITNESS, 501: _NO_WITNESS}
_NOT_FOUND, _FORBIDDEN, _CONFLICT, _UNPROVED = 404, 403, 409, 422


class WitnessAnswer(NamedTuple):
    """What a witness answered."""

    status: int
    content: bytes


Post = Callable[[str, bytes], WitnessAnswer]
"""What carries a request to an address: HTTP; OSError, HTTPException or ValueError where it does not come through."""


def ask_witness(
    address: str, seal: Seal, digests: Sequence[bytes], keys: Sequence[PublicKey], old: int, post: Post | None = None
) -> list[Signature]:
    """What a witness at an address signs of a seal, by one of these keys; `old`: up to which event it may have signed.

    Where it has signed up to another it says so, and is asked again from there. Raises Unavailable (witness-away),
    Refusal (witness-refuses), Corrupt (forked, seal-forged).
    """
    size = seal.checkpoint.size
    for _ in range(_ROUNDS):
        answer = _posted(address, str(request(seal, digests, old)).encode(), post or posted)
        if answer.status != _CONFLICT:
            break
        if not (said := _SIZE.fullmatch(answer.content)):
            raise _away(address, "it says that it has signed another seal, and not up to which event", _NO_WITNESS)
        known, asked, old = int(said[1]), old, int(said[1])
        if known > size:
            further = f"the witness at {address} has signed up to #{known}, and the log here ends at #{size}"
            raise Corrupt(
                "forked", further, "another copy of the ledger went on, or it is another history: compare both"
            )
        if known == asked:
            raise _forked(address, seal, old)
    if answer.status == _UNPROVED:
        raise _forked(address, seal, old)
    if answer.status != 200:
        raise _refused(address, seal, answer)
    return _signatures(address, seal, keys, answer.content)


def _signatures(address: str, seal: Seal, keys: Sequence[PublicKey], content: bytes) -> list[Signature]:
    """Those of an answer that are good, of the keys that were named; of others nothing is taken."""
    try:
        returned = parse_seal(f"{seal.checkpoint}\n{content.decode()}").signatures
    except (Misuse, UnicodeDecodeError):
        raise _away(address, "what answers there sent no signature", _NO_WITNESS) from None
    good = [each for each in returned if any(signed_by(Seal(seal.checkpoint, (each,)), key) for key in keys)]
    if not good:
        says = ", ".join(dict.fromkeys(each.short for each in returned))
        message = f"the witness at {address} gave no good signature of {' or '.join(key.short for key in keys)}: {says}"
        raise Corrupt("seal-forged", message, "its key, from itself: --witness-key KEY; the seal is kept without it")
    return good


def _refused(address: str, seal: Seal, answer: WitnessAnswer) -> Problem:
    """Why a witness does not sign, by what it answered."""
    origin, said = seal.checkpoint.origin, answer.content.decode(errors="replace").strip().split("\n")[0][:200]
    if answer.status == _NOT_FOUND:
        unknown = f"the witness at {address} does not know the log {origin}, or no witness is asked there"
        return Refusal(
            "witness-refuses", unknown, "is the address right? then give whoever runs it the office's public key"
        )
    if answer.status == _FORBIDDEN:
        other = f"the witness at {address} knows the log {origin} under another key of the office"
        return Refusal("witness-refuses", other, "give whoever runs it the office's public key, in person")
    told = f": it says {said!r}" if said and not said.startswith("<") else ""
    to_do = _NO_WITNESS if answer.status < 300 else _TO_DO.get(answer.status, _LATER)
    return _away(address, status_text("it", answer.status) + told, to_do)


def _forked(address: str, seal: Seal, old: int) -> Corrupt:
    sealed = seal.checkpoint
    seen = f"the witness at {address} has seen another history of {sealed.origin} up to #{old}"
    return Corrupt(
        "forked", f"{seen}, and does not sign the seal up to #{sealed.size}", "ask it for the seal it signed"
    )


def _posted(address: str, body: bytes, post: Post) -> WitnessAnswer:
    url = f"{address.rstrip('/')}/add-checkpoint"
    late = f"no answer in {PATIENCE_SECONDS} seconds"
    return came(lambda: post(url, body), PATIENCE_SECONDS, partial(_away, address, to_do=_NOBODY), late)


def _away(address: str, why: str, to_do: str) -> Unavailable:
    hint = f"{to_do}; the seal is kept without it: `seal --witness URL` asks again, of a newer one"
    return Unavailable("witness-away", f"the witness at {address} gave no signature: {why}", hint)


def posted(url: str, body: bytes) -> WitnessAnswer:
    """A request, and its answer whatever the status."""
    asked = Request(url, body, {"Content-Type": "text/plain; charset=utf-8"}, method="POST")
    return WitnessAnswer(*answer_to(asked, WITNESSED.most, PATIENCE_SECONDS))
