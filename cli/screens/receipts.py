"""verify --receipt: what was proved, and by whose signature; no database is asked."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cli.desk.files import read_small
from cli.desk.output import Output
from cli.screens.event_texts import event_text
from cli.screens.events import event_json
from cli.screens.seals import seal_json
from cli.screens.times import moment_text
from ledger.errors import Misuse
from ledger.events import Event
from ledger.events.free_text import texts_in
from ledger.events.office import JudgementSigned, ScoresPublished, key_name
from ledger.events.standing_publication import StandingPublished
from ledger.trust.receipt import Receipt, check_receipt, require_signed_by
from ledger.trust.seal import PublicKey, Seal, parse_public_key
from ledger.trust.sealing import require_signed


def verify_receipt(
    out: Output,
    path: Path,
    given: Seal | None,
    key: PublicKey | None,
    officials: Sequence[PublicKey] = (),
    *,
    named: bool,
) -> None:
    """Check a receipt, and print the events it proves; the `officials` must have signed it, and no others."""
    receipt = check_receipt(read_small(path, "a receipt").encode())
    if officials:
        require_signed_by(receipt, officials)
    _check_mentioned(receipt, given)
    signed, key = _signature(receipt, given, key, named)
    if out.settings.json:
        out.json("verify/1", _json(receipt, signed, key))
    else:
        out.say(*_lines(receipt, signed, compared=bool(officials)))


def _check_mentioned(receipt: Receipt, given: Seal | None) -> None:
    """Misuse where a receipt says nothing of the seal it is to be checked by."""
    mentioned = [each.checkpoint for each in (receipt.seal, receipt.since) if each]
    if given and given.checkpoint not in mentioned:
        seal = f"the seal of {given.checkpoint.origin} up to #{given.checkpoint.size}"
        makes = f"the office makes one that does: `receipt {receipt.case} --since FILE`"
        raise Misuse("other-seal", f"the receipt says nothing of {seal}", makes)


def _signature(
    receipt: Receipt, given: Seal | None, key: PublicKey | None, named: bool
) -> tuple[str, PublicKey | None]:
    """By whose signature it holds, and the key it was checked with; Corrupt (seal-forged) where it is another's."""
    known = "the office's key"
    if not (named or given) and not (key and receipt.seal.signatures_of(key)):
        key = parse_public_key(receipt.key) if receipt.key else None
        known = "the key the receipt itself names: compare it with the one the office gave out (--key checks it)"
    if key is None:
        return f"not checked: it says {receipt.seal.signers}; --key NAME+12345678+AV… checks it", None
    for seal in filter(None, (receipt.seal, receipt.since, given)):
        require_signed(seal, key)
    return f"{key.short}, {known}", key


def _json(receipt: Receipt, signed: str, key: PublicKey | None) -> dict[str, object]:
    sealed = receipt.seal.checkpoint
    head = {"session": sealed.session, "as_of": sealed.size, "digest": None, "ok": True}
    checks = [{"session": sealed.session, "check": "receipt", "ok": True, "problems": []}]
    events = [event_json(envelope) for envelope in receipt.events]
    proved = {"case": receipt.case, "signature": signed, "seal": seal_json(receipt.seal, key), "events": events}
    return {**head, "checks": checks, **proved}


def _lines(receipt: Receipt, signed: str, *, compared: bool) -> list[str]:
    sealed = receipt.seal.checkpoint
    stood = (
        f"{receipt.case} stood in the log of {sealed.session}, word for word, when it was sealed up to #{sealed.size}:"
    )
    return [
        stood,
        "",
        *_event_lines(receipt),
        *_since_lines(receipt),
        "",
        "What else became of the case, a receipt cannot show: ask the office for all of it.",
        "",
        f"Root of the seal: {sealed.root_text}",
        f"Signed by: {signed}",
        *_official_lines(receipt, compared),
    ]


def _official_lines(receipt: Receipt, compared: bool) -> Iterator[str]:
    """With which keys officials signed what is in it; `compared`: somebody who knows them said that they are theirs."""
    known = "as named" if compared else "compare it with the one he gave out (--official-key checks it)"
    for each in receipt.events:
        if isinstance(each.event, JudgementSigned):
            numbers = ", ".join(f"#{number}" for number in each.because)
            yield f"{numbers} signed by {each.by} with the key {key_name(each.event.key)}: {known}"


def _event_lines(receipt: Receipt) -> list[str]:
    lines = []
    for each in receipt.events:
        when = moment_text(each.occurred_at, each.recorded_at)
        lines.append(f"  #{each.number:<5} {when}  {each.by:<10} {event_text(each.event)}")
        lines += [f"           {where}: {text}" for where, text in texts_in(each.event)]
        lines += [f"           {numbers}" for numbers in _numbers(each.event)]
    return lines


def _numbers(event: Event) -> Iterator[str]:
    """The digest of all that was given out, whole: as the site prints it, to be held against it."""
    if isinstance(event, ScoresPublished):
        yield f"numbers: {event.numbers}"
    if isinstance(event, StandingPublished):
        yield from (f"numbers of {each.stage}: {each.numbers}" for each in event.stages)


def _since_lines(receipt: Receipt) -> list[str]:
    if receipt.since is None:
        return []
    earlier = receipt.since.checkpoint.size
    return ["", f"That seal extends the one up to #{earlier}: nothing before was changed since."]
