"""verify --receipt: what was proved, and by whose signature; no database is asked."""

import json
from pathlib import Path

import click

from cli.commands.seal import read_small, seal_json
from cli.desk.settings import settings
from cli.screens.event_lines import event_json
from cli.screens.telling import told
from cli.screens.times import moment_text
from ledger.errors import Misuse
from ledger.trust.receipt import Receipt, check_receipt
from ledger.trust.seal import PublicKey, Seal, parse_public_key
from ledger.trust.sealing import require_signed


def verify_receipt(
    context: click.Context, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool
) -> None:
    """Check a receipt, and print the events it proves."""
    receipt = check_receipt(read_small(path, "a receipt").encode())
    if given and given.checkpoint not in [each.checkpoint for each in (receipt.seal, receipt.since) if each]:
        raise Misuse(
            "other-seal",
            f"the receipt says nothing of the seal of {given.checkpoint.origin} up to #{given.checkpoint.size}",
            f"the office makes one that does: `receipt {receipt.case} --since FILE`",
        )
    signed = _signature(receipt, given, key, named)
    if settings(context).json:
        _json(receipt, signed)
    else:
        _print(receipt, signed)


def _signature(receipt: Receipt, given: Seal | None, key: PublicKey | None, named: bool) -> str:
    """By whose signature it holds; Corrupt (seal-forged) where it is not that of the key."""
    if not (named or given) and not (key and receipt.seal.signatures_of(key)):
        key = parse_public_key(receipt.key) if receipt.key else None
        known = "the key the receipt itself names: compare it with the one the office gave out (--key checks it)"
    else:
        known = "the office's key"
    if key is None:
        return f"not checked: it says {receipt.seal.signers}; --key NAME+12345678+AV… checks it"
    for seal in filter(None, (receipt.seal, receipt.since, given)):
        require_signed(seal, key)
    return f"{key.short}, {known}"


def _json(receipt: Receipt, signed: str) -> None:
    sealed = receipt.seal.checkpoint
    head = {"schema": "verify/1", "session": sealed.session, "as_of": sealed.size, "digest": None, "ok": True}
    checks = [{"session": sealed.session, "check": "receipt", "ok": True, "problems": []}]
    told = {
        "case": receipt.case,
        "signature": signed,
        "seal": seal_json(receipt.seal),
        "events": list(map(event_json, receipt.events)),
    }
    print(json.dumps({**head, "checks": checks, **told}, ensure_ascii=False))


def _print(receipt: Receipt, signed: str) -> None:
    sealed = receipt.seal.checkpoint
    print(
        f"{receipt.case} stood in the log of {sealed.session}, word for word, when it was sealed up to #{sealed.size}:\n"
    )
    for envelope in receipt.events:
        when = moment_text(envelope.occurred_at, envelope.recorded_at)
        print(f"  #{envelope.number:<5} {when}  {envelope.by:<10} {told(envelope.event)}")
    if receipt.since:
        earlier = receipt.since.checkpoint
        print(f"\nThat seal extends the one up to #{earlier.size}: nothing before was changed since.")
    print("\nWhat else became of the case, a receipt cannot show: ask the office for all of it.")
    print(f"\nRoot of the seal: {sealed.root_text}\nSigned by: {signed}")
