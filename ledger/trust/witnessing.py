"""Witnesses: another office, or the federation, signs that each new seal extends all it saw of a log before.

Whoever holds the office's key and every copy of its log can write another log and seal that; not for those who ask for
a witness's signature too, unless the witness helps. What a witness needs comes by mail, as a file:

    old 120                         the size of the seal this witness signed last; 0 where it has signed none
    PlRNCrwHpqhGrupu…               what shows that the log only grew since (RFC 9162), a hash a line
                                    an empty line, and the seal

That is the body of `add-checkpoint` in c2sp.org/tlog-witness, and what it signs a cosignature/v1 of
c2sp.org/tlog-cosignature, so other programs can be on either side.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ledger.bounds.files import PROOF
from ledger.errors import Corrupt, Misuse, Refusal
from ledger.store.own_files import alone, write_whole
from ledger.trust.keys import Key, signed_by
from ledger.trust.merkle import consistency_proof, consistent
from ledger.trust.seal import Checkpoint, PublicKey, Seal, between, from_base64, parse_public_key, parse_seal, parted
from ledger.trust.sealing import require_signed

_OLD = re.compile(r"old (0|[1-9][0-9]{0,14})")


@dataclass(frozen=True, slots=True)
class Request:
    """A seal to be witnessed: since which size, and what shows that the log only grew."""

    old: int
    proof: tuple[bytes, ...]
    seal: Seal

    def __str__(self) -> str:
        lines = [f"old {self.old}", *(b64encode(each).decode() for each in self.proof), "", str(self.seal)]
        return "\n".join(lines)


class WitnessRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a witness keeps of a log: the office's public key, and the last seal it signed."""

    key: str
    seal: str


_SEEN = msgspec.json.Decoder(dict[str, WitnessRecord])


def request(seal: Seal, digests: Sequence[bytes], old: int) -> Request:
    """What a witness is asked who signed the seal up to event `old` last; Refusal where the log has not so many."""
    if old > seal.checkpoint.size:
        raise Refusal("no-such-event", f"there is no event #{old}", "--since: up to which event the witness has signed")
    return Request(old, tuple(consistency_proof(digests, old)) if old else (), seal)


def parse_request(text: str) -> Request:
    """A request as it was mailed, or a seal alone; Misuse (bad-seal) where it is neither."""
    head, _, rest = text.replace("\r\n", "\n").partition("\n\n")
    first, *lines = head.split("\n")
    if not first.startswith("old "):
        return Request(0, (), parse_seal(text))
    try:
        if not _OLD.fullmatch(first) or len(lines) > PROOF.most:
            raise ValueError(first[:40])
        proof = tuple(map(from_base64, lines))
    except ValueError as error:
        hint = "the file that `seal --since NUMBER` printed, whole"
        raise Misuse("bad-seal", f"this is nothing to be witnessed: {error}", hint) from None
    return Request(int(first[4:]), proof, parse_seal(rest))


class Witness:
    """A witness, and what it has seen: in a file of its own, which it writes before it signs."""

    def __init__(self, key: Key, path: Path) -> None:
        self.key = key
        self.path = path

    def sign(self, asked: Request, office: PublicKey | None, at: int) -> Seal:
        """The seal with this witness's signature at a time (seconds UTC), once it extends the last one signed.

        `office`: whose seal it must be; known from the second time on. Raises Misuse (no-key), Refusal (no-proof),
        Corrupt (seal-forged; forked, with where the two part).
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):  # two requests at once: the second is held against what the first leaves
                self._take_note(asked, office)
        except OSError as error:
            message = f"{self.path} cannot be written: {error.strerror}; nothing was signed"
            raise Misuse("bad-file", message, "another place: --seen FILE") from None
        return replace(asked.seal, signatures=(*asked.seal.signatures, self.key.cosign(asked.seal.checkpoint, at)))

    def _seen(self) -> dict[str, WitnessRecord]:
        try:
            return _SEEN.decode(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            hint = "restore it: without it this witness would sign another history"
            raise Misuse("bad-file", f"{self.path} cannot be read: {error}", hint) from None

    def _take_note(self, asked: Request, office: PublicKey | None) -> None:
        """Keep the seal as the last one of its log, if it is the office's and extends the one before."""
        seen = self._seen()
        known = seen.get(asked.seal.checkpoint.origin)
        key = _office_key(known, office)
        require_signed(asked.seal, key)
        if known:
            _require_extends(asked, parse_seal(known.seal).checkpoint)
        now = {**seen, asked.seal.checkpoint.origin: WitnessRecord(str(key), str(asked.seal))}
        write_whole(self.path, msgspec.json.format(msgspec.json.encode(now)).decode() + "\n")


def _office_key(known: WitnessRecord | None, office: PublicKey | None) -> PublicKey:
    """Whose seals of a log this witness signs: the key it was told the first time."""
    if known is None and office is None:
        raise Misuse("no-key", "whose log is it? nothing of it was signed here before", "--office KEY, once")
    key = parse_public_key(known.key) if known else office
    if key is None or office not in (None, key):
        raise Refusal(
            "other-key", "this log was signed here with another key of the office", "ask the office; in person"
        )
    return key


def _require_extends(asked: Request, last: Checkpoint) -> None:
    """Refusal (no-proof) where that cannot be told, Corrupt (forked) where it does not extend the last one signed."""
    now = asked.seal.checkpoint
    if now.size < last.size:
        raise Refusal("no-proof", f"this witness has signed up to #{last.size} already", "`seal` makes a newer one")
    if now.size == last.size and now.root == last.root:
        return
    if asked.old != last.size and now.size != last.size:
        proof = f"`seal --since {last.size}` makes what this witness needs"
        raise Refusal("no-proof", f"the file does not show that the log only grew since #{last.size}", proof)
    if not consistent(last.size, now.size, asked.proof, last.root, now.root):
        raise Corrupt("forked", _parted(last, now), "keep both seals: together, they prove it to anybody")


def _parted(last: Checkpoint, now: Checkpoint) -> str:
    """What is said of a seal that does not extend the last one, by the marks that both have."""
    history = f"the seal of {now.origin} up to #{now.size} is of another history than the one up to #{last.size}"
    where = parted(last, now)
    return f"{history}, signed here" + (f": they part {between(*where)}" if where else "")


def joined(kept: Sequence[Seal], returned: Seal) -> Seal:
    """The office's own seal with the signatures witnesses returned, beside those that it has of others.

    Nothing but cosignatures is taken: who returns a seal does not sign for the office. Whose they are is for those to
    check who know the witnesses. Misuse: it gave out no such seal (other-seal), no witness signed this one (bad-seal).
    """
    witnessed = [each for each in returned.signatures if each.is_witness]
    if not witnessed:
        raise Misuse("bad-seal", f"no witness has signed it: it has only what {returned.signers} signed", "`witness`")
    for seal in kept:
        if seal.checkpoint == returned.checkpoint:
            return seal.with_more(witnessed)
    sealed = f"no seal of {returned.checkpoint.origin} up to #{returned.checkpoint.size} was given out here"
    raise Misuse("other-seal", sealed, "`seal --list` shows those that were")


def require_quorum(seal: Seal, witnesses: Sequence[PublicKey], quorum: int) -> list[PublicKey]:
    """The witnesses who signed a seal; Corrupt (no-quorum) where they are fewer than asked for."""
    good = [key for key in witnesses if signed_by(seal, key)]
    if len(good) < quorum:
        short = ", ".join(key.short for key in witnesses if key not in good)
        message = f"{len(good)} of {len(witnesses)} witnesses signed the seal, {quorum} must: not {short}"
        raise Corrupt("no-quorum", message, "`witness` signs it, `seal --witness FILE` takes its signature")
    return good
