"""The page on which a browser checks a receipt or a seal by itself, and the seal of the pages it stands among."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.pages.links import Nowhere
from cli.pages.printing import Press, as_data
from cli.pages.shapes import shapes
from ledger.events import Envelope
from ledger.trust.keys import signed_by
from ledger.trust.merkle import inclusion_proof
from ledger.trust.seal import PublicKey, Seal

_PARTS = ("reading", "sealing", "notations", "shapes", "receipt", "telling", "page")
_SCRIPTS = [f"check_{part}.js" for part in _PARTS]


class Sealed(NamedTuple):
    """What is proved of the state that pages show: event `number`, its digest, is under a seal, by these hashes.

    `state` is the last event of the state. A digest is over every event before it.
    """

    seal: str
    number: int
    digest: str
    proof: list[str]
    state: int


def sealed_state(log: Sequence[Envelope], seals: Sequence[Seal], key: PublicKey | None) -> Sealed | None:
    """What is proved of a state by the last of the office's seals that is of it; None where there is none."""
    known = [each for each in seals if key and signed_by(each, key) and each.checkpoint.size <= len(log)]
    if not known:
        return None
    sealed = max(known, key=lambda seal: seal.checkpoint.size)
    number = sealed.checkpoint.size
    digests = [envelope.digest for envelope in log[:number]]
    proof = [b64encode(each).decode() for each in inclusion_proof(digests, number - 1)]
    return Sealed(str(sealed), number, digests[number - 1].hex(), proof, len(log))


def check_page(
    press: Press, key: PublicKey | None, beside: Mapping[str, object] | None = None, own: Sealed | None = None
) -> str:
    """The page, by itself or `beside` others: what those have at head and foot, and what is proved of them.

    `key` is the public key it proposes, and says where from.
    """
    given = as_data({"shapes": shapes(), "own": own._asdict() if own else None})
    view = {"head": None, **(beside or {}), "key": str(key) if key else "", "own": own, "given": given}
    return press.scripted("check.html", Nowhere(), view, _SCRIPTS)
