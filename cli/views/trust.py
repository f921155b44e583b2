"""What makes the log believed, as JSON: seals, receipts, bundles, and what `verify` found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from cli.views.events import events_json
from ledger.trust.keys import signed_by

if TYPE_CHECKING:
    from ledger.recording.taking_over import RestoreReport
    from ledger.trust.bundle.reader import Bundle
    from ledger.trust.bundle.writer import ExportReport
    from ledger.trust.checks import Discrepancy
    from ledger.trust.receipt import Receipt
    from ledger.trust.seal import PublicKey, Seal
    from ledger.trust.seals import TiledLog
    from ledger.trust.verification import Audit


def signature_text(made: Seal, key: PublicKey | None, witnesses: Sequence[PublicKey] = ()) -> str:
    """Who signed a seal, where that was checked; else that it was not, or that it is forged.

    The `witnesses` are those whose keys were named.
    """
    known = [*([key] if key else []), *witnesses]
    if forged := [each.short for each in known if signed_by(made, each) is False]:
        return f"FORGED: not by {', '.join(forged)}"
    good = [each.short for each in known if signed_by(made, each)]
    others = ", ".join(dict.fromkeys(each.short for each in made.signatures if each.short not in good))
    if not good:
        return f"not checked; says {made.signers}"
    return ", ".join(good) + (f"; not checked: {others}" if others else "")


def audits_json(audits: Sequence[Audit], given: Seal | None, key: PublicKey | None) -> dict[str, object]:
    """Every check of every session as JSON."""
    of_sessions = [each for each in audits if each.session]
    only = of_sessions[0] if len(of_sessions) == 1 else None
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    checks = [check for each in audits for check in checks_json(each)]
    sealed = {"seal": seal_json(given, key)} if given else {}
    notes = [{"session": each.session, "note": note} for each in audits for note in each.notes]
    warned = [{"session": each.session, **asdict(warning)} for each in audits for warning in each.warnings]
    found = {"ok": all(each.ok for each in audits), "checks": checks, "notes": notes, "warnings": warned}
    return {**head, **found, **sealed}


def seal_json(made: Seal, key: PublicKey | None) -> dict[str, object]:
    """A seal as JSON; `signed_by` is null where its signature was not checked, or is forged (`forged`)."""
    good = signed_by(made, key) if key else None
    return {
        "size": made.checkpoint.size,
        "root": made.checkpoint.root_text,
        "origin": made.checkpoint.origin,
        "signed_by": key.short if key and good else None,
        "says": made.signers,
        "forged": good is False,
        "note": str(made),
    }


def exported_json(made: ExportReport) -> dict[str, object]:
    """What was written to a bundle."""
    own = made.logs[0]
    head = {"session": own.session, "as_of": own.size, "digest": own.digest}
    counts = {
        "events": made.size,
        "seals": made.seals,
        "seals_left_out": made.left,
        "people": made.people,
        "texts": made.texts,
        "evidence": made.files,
        "evidence_left_out": made.files_left,
    }
    logs = [{"session": log.session, "as_of": log.size, "digest": log.digest} for log in made.logs]
    return {**head, "file": str(made.path), **counts, "logs": logs}


def checks_json(audit: Audit) -> list[dict[str, object]]:
    """Every check of a session as JSON, with what it found."""
    return [
        {"session": audit.session, "check": check, "ok": not found, "problems": [asdict(each) for each in found]}
        for check, found in audit.checks.items()
    ]


def receipt_json(receipt: Receipt, signed: str, key: PublicKey | None) -> dict[str, object]:
    """What a receipt proves, and by whose signature."""
    sealed = receipt.seal.checkpoint
    head = {"session": sealed.session, "as_of": sealed.size, "digest": None, "ok": True}
    checks = [{"session": sealed.session, "check": "receipt", "ok": True, "problems": []}]
    # what is sealed is what was recorded; of corrections that came later a receipt knows nothing
    events = events_json(receipt.events, None)
    proved = {"case": receipt.case, "signature": signed, "seal": seal_json(receipt.seal, key), "events": events}
    return {**head, "checks": checks, **proved}


def tiled_json(logs: Sequence[TiledLog], key: PublicKey | None, given: Seal | None) -> dict[str, object]:
    """Logs that were read from tiles and hold; of two, that one is the beginning of the other."""
    checks = [{"session": each.seal.checkpoint.session, "check": "tiles", "ok": True, "problems": []} for each in logs]
    sealed = {"seal": seal_json(given, key)} if given else {}
    first = logs[0].seal.checkpoint
    head = {"session": first.session, "as_of": first.size, "digest": logs[0].digests[-1].hex(), "ok": True}
    return {**head, "checks": checks, "logs": [seal_json(each.seal, key) for each in logs], **sealed}


def restored_json(done: RestoreReport) -> dict[str, object]:
    """What was taken over of a log."""
    head = {"session": done.session.id, "as_of": done.head.number, "digest": done.head.digest.hex()}
    recorded = [{"number": each.number, "name": each.name.partition("/")[0]} for each in done.recorded]
    return {**head, "events": done.taken, "texts": done.texts, "evidence": done.files, "recorded": recorded}


def bundle_json(bundle: Bundle, audits: list[Audit], given: Seal | None, signed: int) -> dict[str, object]:
    """A bundle, and what the checks of it found."""
    checks = list[dict[str, object]]()
    for audit in audits:
        sealed = ["seal"] if given and given.checkpoint.session == audit.session else []
        was_read: dict[str, list[Discrepancy]] = {name: [] for name in ("bundle", "chain", "codec", "seals", *sealed)}
        checks += checks_json(replace(audit, checks=was_read | audit.checks))
    logs = [{"session": each.session, "as_of": each.events, "digest": each.digest} for each in audits]
    seals = {"seals": len(bundle.seals), "signed": signed}
    found = {"ok": all(each.ok for each in audits), "checks": checks}
    return {**logs[0], **found, **seals, "logs": logs, "notes": list(bundle.notes)}
