"""Receipts: the proof, checked with nothing but a seal, that a case is in the log word for word.

A receipt holds events of the case from its first, each with its texts, their salts, and the few hashes that lead from
it to the root of the seal; nothing of other events can be read from it. It does not prove that no event of the case was
left out.

One event under a seal is also written as a c2sp.org/tlog-proof, which other programs check. It proves the record as it
stands in the log, with the commitments in the place of words about people.

    c2sp.org/tlog-proof@v1
    extra YnJpZGdlLWxlZGdlci…       the very bytes whose SHA-256 is the entry: the digest before, and the record
    index 6                         the number of the event, from 0
    PlRNCrwHpqhGrupu…               what leads from the entry to the root (RFC 9162), a hash a line
                                    an empty line, and the seal
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import structs

from ledger.digests import EVENT, SIZE, event_digest, from_digits
from ledger.errors import Corrupt, Misuse
from ledger.errors.visible import is_plain
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import Change, KeptText, change_texts
from ledger.store import chain
from ledger.store.chain import (
    GENESIS,
    Erasure,
    OpenText,
    Stored,
    TextRow,
    erased_text,
    text_or_placeholder,
    withheld_text,
)
from ledger.store.record import columns
from ledger.subjects.office.facts import JudgementSigned, key_name
from ledger.subjects.people.facts import TextErased
from ledger.trust.keys import is_signed, require_signed
from ledger.trust.seal import (
    PublicKey,
    Seal,
    consistency_proof,
    from_base64,
    inclusion_proof,
    is_consistent,
    is_included,
    parse_seal_served,
    parse_seal_within,
)


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    commitment: str
    salt: str
    text: str


class _Proof(msgspec.Struct, forbid_unknown_fields=True):
    line: msgspec.Raw
    previous: str
    proof: list[str]
    texts: list[_Text]


class _Receipt(msgspec.Struct, forbid_unknown_fields=True):
    schema: str
    session: str
    as_of: int
    case: str
    key: str
    seal: str
    events: list[_Proof]
    since: str
    growth: list[str]


_SCHEMA = "receipt/1"
_DECODER = msgspec.json.Decoder(_Receipt)
_WHITESPACE = b" \t\r\n"
"""The characters that a mail may add around a receipt; inside it every byte is fixed, so that no two readers differ."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A verified receipt: the events of a case, the seal that covers them, and an earlier seal that this seal extends.

    `key` is the public key named in the receipt, '' if none.
    """

    case: str
    events: tuple[Envelope, ...]
    seal: Seal
    since: Seal | None
    key: str


def make_receipt(
    case: str,
    rows: Iterable[tuple[Stored, Sequence[KeptText]]],
    digests: Sequence[bytes],
    seal: Seal,
    key: str,
    since: Seal | None = None,
) -> bytes:
    """Return the receipt that proves the events of a case under a seal.

    `rows`: the events with their texts; `digests`: those of all events under the seal.
    """
    proofs = list[_Proof]()
    for row, texts in rows:
        stored_texts = [_Text(text.commitment, b64encode(text.salt).decode(), str(text)) for text in texts]
        number = columns(row[0]).number
        previous = digests[number - 2] if number > 1 else chain.GENESIS
        hashes = inclusion_proof(digests, number - 1)
        proof = [b64encode(each).decode() for each in hashes]
        proofs.append(_Proof(msgspec.Raw(chain.line_of(row)), previous.hex(), proof, stored_texts))
    growth = consistency_proof(digests, since.checkpoint.size) if since else []
    receipt = _Receipt(
        _SCHEMA,
        seal.checkpoint.session,
        len(digests),
        case,
        key,
        str(seal),
        proofs,
        str(since) if since else "",
        [b64encode(each).decode() for each in growth],
    )
    return msgspec.json.encode(receipt)


def check_receipt(text: bytes) -> Receipt:
    """Verify the text of a receipt, except for the signature of its seal.

    Raises Corrupt (receipt-broken) if it was changed, Misuse if it is no receipt.
    """
    try:
        receipt = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_receipt(str(error)) from None
    if not all(map(is_plain, (receipt.schema, receipt.session, receipt.case, receipt.key))):
        raise _no_receipt("a text in it steers the screen")
    if receipt.schema != _SCHEMA:
        raise _no_receipt(f"it says {receipt.schema!r}")
    if not receipt.events:
        raise _no_receipt("it holds no event")
    if msgspec.json.encode(receipt) != text.strip(_WHITESPACE):
        raise _no_receipt("it is written otherwise than `receipt` writes it")
    seal = parse_seal_within(receipt.seal)
    if (receipt.session, receipt.as_of) != (seal.checkpoint.session, seal.checkpoint.size):
        raise receipt_error("its seal is of another session or moment")
    events = tuple(_proved_event(each, seal) for each in receipt.events)
    numbers = [envelope.number for envelope in events]
    if numbers != sorted(set(numbers)):
        raise receipt_error("its events are not in their order")
    first = events[0]
    if not receipt.case or receipt.case not in (f"#{first.number}", getattr(first.event, "case", "")):
        raise receipt_error(f"it does not begin with {receipt.case}")
    for at, envelope in enumerate(events):
        event, earlier = envelope.event, set(numbers[:at])
        if isinstance(event, TextErased):  # an erasure belongs to the earlier events whose texts it erases
            belongs = bool(earlier & {each.event for each in event.texts})
        else:
            belongs = getattr(event, "case", "") == receipt.case or bool(earlier & {*envelope.because})
        if at and not belongs:
            raise receipt_error(f"event #{envelope.number} does not belong to {receipt.case}")
    erasures = {
        each.commitment: Erasure(envelope.recorded_at, envelope.by, envelope.number)
        for envelope in events
        if isinstance(envelope.event, TextErased)
        for each in envelope.event.texts
    }

    def erasing(number: int) -> Change:
        def replace_erased(where: str, text: str) -> str:
            if not isinstance(text, KeptText) or not (erasure := erasures.get(text.commitment)):
                return text
            if not text.gone:
                raise receipt_error(f"{where} of event #{number} was erased by #{erasure.number}, and is in it")
            return erased_text(text.commitment, erasure)

        return replace_erased

    return Receipt(
        receipt.case,
        tuple(structs.replace(each, event=change_texts(each.event, erasing(each.number))) for each in events),
        seal,
        _extended_seal(receipt, seal),
        receipt.key,
    )


def _proved_event(proved: _Proof, seal: Seal) -> Envelope:
    try:
        record, digest = chain.parse_line(bytes(proved.line))
        previous, proof = from_digits(proved.previous), hashes_in(proved.proof)
    except ValueError as error:
        raise receipt_error(f"an event in it does not read: {error}") from None
    if event_digest(previous, record) != digest:
        raise receipt_error(f"event #{columns(record).number} is not what was recorded")
    require_under((record, digest), proof, seal)
    texts = _Texts(proved.texts)
    event = event_of((record, digest), previous, texts)
    if texts.rows:
        raise receipt_error(f"a text in it does not belong to event #{event.number}")
    return event


def require_under(row: Stored, proof: Sequence[bytes], seal: Seal) -> None:
    """Raise Corrupt (receipt-broken) unless a proof leads from an event to the root of a seal."""
    at, sealed = columns(row[0]), seal.checkpoint
    if at.session != sealed.session or not is_included(row[1], at.number - 1, sealed.size, proof, sealed.root):
        raise receipt_error(f"event #{at.number} is not under the seal")


def event_of(row: Stored, previous: bytes, texts: OpenText = withheld_text) -> Envelope:
    """Return a row's event after the digest `previous`; raise Corrupt if it is damaged or its signature is forged."""
    at = columns(row[0])
    (envelope,) = chain.read([row], at.session, at.number - 1, previous, chain.require_canonical, texts)
    signed = envelope.event
    if isinstance(signed, JudgementSigned) and (signed.digest != previous.hex() or not is_signed(signed)):
        raise receipt_error(f"the official's signature in #{at.number} is forged")
    return envelope


class _Texts:
    """A function that returns the texts of one event, each checked against its salted hash.

    `rows`: the texts that nobody has asked for yet.
    """

    def __init__(self, texts: Iterable[_Text]) -> None:
        try:
            rows = [TextRow(each.commitment, from_base64(each.salt), each.text) for each in texts]
        except ValueError as error:
            raise receipt_error(f"a text in it does not read: {error}") from None
        self.rows = {row.commitment: row for row in rows}
        if len(self.rows) != len(rows):
            raise receipt_error("a text in it is there twice")

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        row = self.rows.pop(commitment, None)
        if row is None:
            return withheld_text(commitment, number, field)
        if not row.fits:
            raise receipt_error(f"{field} of event #{number} is not what was recorded")
        return text_or_placeholder(row)


def require_signed_by(receipt: Receipt, keys: Sequence[PublicKey]) -> None:
    """Raise Corrupt (signature-forged) unless the case has officials' signatures, all by the given keys."""
    known = set(map(str, keys))
    signed = [each.event for each in receipt.events if isinstance(each.event, JudgementSigned)]
    strange = [event for event in signed if event.key not in known]
    if strange or not signed:
        says = (
            f"it is signed with the key {key_name(strange[0].key)}" if strange else "no official signed anything in it"
        )
        message = f"{receipt.case} is not signed with {' or '.join(key.short for key in keys)}: {says}"
        raise Corrupt("signature-forged", message, "ask the official for his key; and the office for the whole case")


def require_mentioned(receipt: Receipt, given: Seal, key: PublicKey) -> None:
    """Check that a given seal is one of the two seals in a receipt.

    Raises Corrupt if the given seal and one in the receipt belong to two histories (forked), or if one of these two is
    not signed by the key (seal-forged); Misuse (other-seal) if the receipt says nothing of the given seal.
    """
    mine = [each for each in (receipt.seal, receipt.since) if each]
    held = given.checkpoint
    if held in [each.checkpoint for each in mine]:
        return
    for seal in mine:
        if (seal.checkpoint.origin, seal.checkpoint.size) == (held.origin, held.size):
            for signed in (seal, given):  # an unsigned seal proves nothing against the office
                require_signed(signed, key)
            two = f"the receipt and the seal, both up to #{held.size}, are of two histories of {held.origin}"
            raise Corrupt("forked", two, "keep the receipt and the seal: together, they prove it to anybody")
    message = f"the receipt does not say how it stands to your seal of {held.origin} up to #{held.size}"
    ask = "ask the office for a receipt that does, with FILE as your seal"
    raise Misuse("other-seal", message, f"{ask}: `receipt {receipt.case} --since FILE`")


def _extended_seal(receipt: _Receipt, seal: Seal) -> Seal | None:
    if not receipt.since:
        if receipt.growth:
            raise receipt_error("it names no earlier seal, but has a proof that it extends one")
        return None
    since = parse_seal_within(receipt.since)
    earlier, sealed = since.checkpoint, seal.checkpoint
    try:
        growth = hashes_in(receipt.growth)
    except ValueError as error:
        raise receipt_error(f"its proof of growth does not read: {error}") from None
    extends = is_consistent(earlier.size, sealed.size, growth, earlier.root, sealed.root)
    if earlier.origin != sealed.origin or not extends:
        raise receipt_error(f"the seal of {sealed.size} events does not extend the seal of {earlier.size}")
    return since


def hashes_in(texts: Iterable[str]) -> list[bytes]:
    """Decode the hashes of a proof from base64; raise ValueError for anything else."""
    hashes = [from_base64(each) for each in texts]
    if any(len(each) != SIZE for each in hashes):
        raise ValueError("a hash is too long, or cut short")
    return hashes


def _no_receipt(why: str) -> Misuse:
    return Misuse("bad-receipt", f"this is no receipt: {why}", "name the file that `receipt` printed, unchanged")


def receipt_error(message: str) -> Corrupt:
    """Return the error for a receipt that does not prove its case."""
    return Corrupt("receipt-broken", f"the receipt does not hold: {message}", "ask the office for it again")


FIRST_LINE = "c2sp.org/tlog-proof@v1"
_PROOF = re.compile(rf"{re.escape(FIRST_LINE)}\nextra (.+)\nindex (0|[1-9][0-9]{{0,14}})\n((?:.+\n)*)\n((?s:.+))")


def make_tlog_proof(record: bytes, number: int, digests: Sequence[bytes], seal: Seal) -> str:
    """Return the C2SP tlog-proof of an event under a seal; `digests`: those of all events under the seal."""
    before = digests[number - 2] if number > 1 else GENESIS
    hashed = b64encode(EVENT.joined(before, record)).decode()
    proof = "".join(f"{b64encode(each).decode()}\n" for each in inclusion_proof(digests, number - 1))
    return f"{FIRST_LINE}\nextra {hashed}\nindex {number - 1}\n{proof}\n{seal}"


def check_tlog_proof(text: str) -> Receipt:
    """Verify a C2SP tlog-proof, and return it as a receipt of one event, without texts about people.

    Raises Corrupt (receipt-broken) if it was changed, Misuse (bad-receipt, bad-seal) if it is no proof.
    """
    match = _PROOF.fullmatch(text)
    try:
        if not match:
            raise ValueError("its lines are not those of a proof")
        hashed, proof = from_base64(match[1]), hashes_in(match[3].split("\n")[:-1])
        at = len(EVENT.beginning)
        before, record = hashed[at : at + SIZE], hashed[at + SIZE :]
        if EVENT.joined(before, record) != hashed:
            raise ValueError("what was hashed is no event of a ledger")
        number = columns(record).number
    except ValueError as error:
        message = f"this is no proof of an event: {error}"
        raise Misuse("bad-receipt", message, "name the file that `receipt --tlog-proof` wrote, whole") from None
    seal, row = parse_seal_served(match[4]), (record, EVENT.digest(before, record))
    if number != int(match[2]) + 1:
        raise receipt_error(f"its index is that of event #{int(match[2]) + 1}, but its record is #{number}")
    require_under(row, proof, seal)
    return Receipt(f"#{number}", (event_of(row, before),), seal, None, "")
