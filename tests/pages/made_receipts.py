"""Receipts and seals made by hand: of logs that are made up, with every hash right, sealed with keys that are the same
every time; whatever else is to stand in them.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from ledger.bridge import Result
from ledger.digests import event_digest
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import KeptText, kept_texts
from ledger.laws.adjustment import Weighted
from ledger.store import chain
from ledger.store.record import canonical, name_of
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.people.facts import ErasedText, TextErased
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.rulings.facts import PenaltyImposed, RulingGiven, RulingWithdrawn
from ledger.trust.keys import Key, sign_judgement
from ledger.trust.seal import ED25519, PublicKey, Seal, Signature, checkpoint, consistency_proof, inclusion_proof
from tests.kept import kept, salts


def key_of(name: str, seed: int) -> Key:
    """A key that is the same every time."""
    private = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
    return Key(PublicKey(name, private.public_key().public_bytes_raw(), ED25519), private)


OFFICE, STRANGER, OFFICIAL = key_of("ebu.example", 7), key_of("ebu.example", 8), key_of("ahlborn", 9)


def record(number: int, event: Event, because: tuple[int, ...] = (), **other: Any) -> bytes:
    """An event as the ledger writes it."""
    envelope = Envelope("s", number, name_of(event), event, "c", 0, 1, 2, "Åsa “A” Öst", because, "0.1.0")
    return canonical(structs.astuple(structs.replace(envelope, **other))[:-1])


class Log:
    """Records, whatever they are, with the digests over them; and seals and receipts of them."""

    def __init__(self, *records: bytes, session: str = "s") -> None:
        self.records, self.session = records, session
        self.digests: list[bytes] = []
        for each in records:
            self.digests.append(event_digest(self.previous(len(self.digests) + 1), each))

    def previous(self, number: int) -> bytes:
        """What an event is chained to."""
        return self.digests[number - 2] if number > 1 else chain.GENESIS

    def seal(self, size: int = 0, *, key: Key = OFFICE, name: str = OFFICE.public.name) -> Seal:
        """A seal of its first events, or of all."""
        return key.sign(checkpoint(name, self.session, self.digests[: size or len(self.digests)]))

    def event(self, number: int, texts: Sequence[KeptText] = (), size: int = 0) -> dict[str, Any]:
        """An event as it stands in a receipt."""
        proof = inclusion_proof(self.digests[: size or len(self.digests)], number - 1)
        said = [{"commitment": each.commitment, "salt": coded(each.salt), "text": str(each)} for each in texts]
        line = {"digest": self.digests[number - 1].hex(), "record": msgspec.Raw(self.records[number - 1])}
        return {"line": line, "previous": self.previous(number).hex(), "proof": list(map(coded, proof)), "texts": said}

    def receipt(self, case: str, /, *events: object, extends: Seal | None = None, size: int = 0, **other: Any) -> bytes:
        """A receipt of these events, with whatever else is said to stand in it."""
        size = size or len(self.digests)
        growth = consistency_proof(self.digests[:size], extends.checkpoint.size) if extends else []
        receipt = {
            "schema": "receipt/1",
            "session": self.session,
            "as_of": size,
            "case": case,
            "key": "",
            "seal": str(self.seal(size)),
            "events": list(events),
            "since": str(extends) if extends else "",
            "growth": list(map(coded, growth)),
        }
        return msgspec.json.encode({**receipt, **other})


def coded(data: bytes) -> str:
    """In base64."""
    return b64encode(data).decode()


def alone(written: bytes, texts: Sequence[KeptText] = (), name: str = "#1", **other: Any) -> bytes:
    """A receipt, with every hash right, of the only event of a log."""
    log = Log(written)
    return log.receipt(name, log.event(1, texts), **other)


_SALT = salts()
RULING = kept(
    RulingGiven(
        adjustment=Weighted(((Fraction(3, 5), Result("4SN=")), (Fraction(2, 5), Result("4SN-1")))),
        case="R-0001",
        board=1,
        ns="1",
        ew="2",
        facts="W hesitated\nover 4♥",
        findings="none",
        reason="three pass on",
    ),
    _SALT,
)
WITHDRAWN = kept(RulingWithdrawn("R-0001", "a mistake"), _SALT)
APPEAL = kept(AppealLodged("A-0001", "R-0001", "EW", "no suggestion"), _SALT)
PENALTY = kept(PenaltyImposed("P-0001", "7", Fraction(25), "%", reason="late"), _SALT)
RESULT = ResultRecorded(1, "1", "2", Result("4SN="))


def texts_of(event: Event) -> dict[str, KeptText]:
    """Its texts, by where they stand."""
    return dict(kept_texts(event))


def _erased(number: int, field: str, event: Event) -> TextErased:
    return TextErased((ErasedText(number, field, texts_of(event)[field].commitment),), "asked")


def evening(*, judged: Callable[[bytes], Event] = lambda digest: sign_judgement(OFFICIAL, digest)) -> Log:
    """Eleven events: a ruling (#2) that was signed (#3), in part erased (#5), appealed (#6) and withdrawn (#9), among
    what is none of it.
    """
    before = [record(1, RESULT), record(2, RULING, (1,), occurred_at=86_400_000_000, by="<b>A</b>")]
    return Log(
        *before,
        record(3, judged(Log(*before).digests[-1]), (2,)),
        record(4, PENALTY),
        record(5, _erased(2, "reason", RULING)),
        record(6, APPEAL, (2,)),
        record(7, _erased(4, "reason", PENALTY)),
        record(8, RESULT),
        record(9, WITHDRAWN),
        record(10, RESULT, (6,)),
        record(11, RESULT),
    )


LOG = evening()
FACTS, FINDINGS, REASON = (texts_of(RULING)[name] for name in ("facts", "findings", "reason"))
THE_RULING, JUDGED = LOG.event(2, [FACTS, FINDINGS]), LOG.event(3)
ERASED, APPEALED = LOG.event(5), LOG.event(6, texts_of(APPEAL).values())
PENALISED, PENALTY_ERASED = LOG.event(4), LOG.event(7)
TAKEN_BACK, ANSWERED = LOG.event(9), LOG.event(10)
FIRST = LOG.event(1)
EARLY, WHOLE = LOG.seal(5), LOG.seal()


def first(**other: Any) -> bytes:
    """A receipt of the first event, with something else in it."""
    return LOG.receipt("#1", FIRST, **other)


def ruled(**other: Any) -> bytes:
    """A receipt of the ruling, with something else about its event."""
    return LOG.receipt("R-0001", {**THE_RULING, **other})


def other_id(key: PublicKey) -> str:
    """A public key whose id is not the hash of it."""
    return f"{key.name}+00000000+{str(key).rpartition('+')[2]}"


def stored(kind: str, body: object, /, **other: Any) -> bytes:
    """A record with a body, whatever it is."""
    envelope = {
        "session": "s",
        "number": 1,
        "kind": kind,
        "body": body,
        "command": "c",
        "part": 0,
        "occurred": 1,
        "recorded": 2,
        "by": "A",
        "because": [],
        "program": "0.1.0",
    }
    return json.dumps([*{**envelope, **other}.values()], ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )


RESULT_BODY: dict[str, Any] = {"board": 1, "ew": "2", "ns": "1", "result": "4SN="}


def with_signatures(seal: Seal, *signatures: Signature) -> Seal:
    """A seal with just these signatures."""
    return Seal(seal.checkpoint, signatures)


def spoilt(seal: Seal) -> Signature:
    """The signature of a seal with its last bit changed."""
    good = seal.signatures[0]
    return Signature(good.name, good.key_id, good.signature[:-1] + bytes([good.signature[-1] ^ 1]))
