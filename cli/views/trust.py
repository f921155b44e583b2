"""Seals, receipts, bundles and the report of `verify`, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from cli.views.events import events_json
from ledger.trust.keys import signed_by
from ledger.trust.seal import PublicKey, Seal

if TYPE_CHECKING:
    from ledger.recording.taking_over import RestoreReport
    from ledger.trust.bundle.reader import Bundle
    from ledger.trust.bundle.writer import ExportReport
    from ledger.trust.checks import Discrepancy
    from ledger.trust.receipt import Receipt
    from ledger.trust.seals import TiledLog
    from ledger.trust.verification import Audit


def signature_text(seal: Seal, key: PublicKey | None, witnesses: Sequence[PublicKey] = ()) -> str:
    """Name the keys among `key` and `witnesses` that signed a seal, or say that it is unchecked or forged."""
    known = [*([key] if key else []), *witnesses]
    if forged := [each.short for each in known if signed_by(seal, each) is False]:
        return f"FORGED: not by {', '.join(forged)}"
    good = [each for each in known if signed_by(seal, each)]
    checked = {line.short for each in good for line in each.each}
    unchecked = ", ".join(dict.fromkeys(each.told for each in seal.signatures if each.short not in checked))
    if not good:
        return f"not checked; says {seal.signers}"
    return ", ".join(each.told for each in good) + (f"; not checked: {unchecked}" if unchecked else "")


def audits_json(audits: Sequence[Audit], given: Seal | None, key: PublicKey | None) -> dict[str, object]:
    """Return as JSON the checks of all sessions, and the seal they were checked against, if any."""
    of_sessions = [each for each in audits if each.session]
    only = of_sessions[0] if len(of_sessions) == 1 else None
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    checks = [check for each in audits for check in checks_json(each)]
    sealed = {"seal": seal_json(given, key)} if given else {}
    notes = [{"session": each.session, "note": note} for each in audits for note in each.notes]
    warned = [{"session": each.session, **asdict(warning)} for each in audits for warning in each.warnings]
    report = {"ok": all(each.ok for each in audits), "checks": checks, "notes": notes, "warnings": warned}
    return {**head, **report, **sealed}


def seal_json(seal: Seal, key: PublicKey | None) -> dict[str, object]:
    """Return a seal as JSON; `signed_by` is null for an unchecked or a `forged` signature."""
    good = signed_by(seal, key) if key else None
    return {
        "size": seal.checkpoint.size,
        "root": seal.checkpoint.root_text,
        "origin": seal.checkpoint.origin,
        "signed_by": key.short if key and good else None,
        "says": seal.signers,
        "forged": good is False,
        "note": str(seal),
    }


def exported_json(report: ExportReport) -> dict[str, object]:
    """Return as JSON the report on an export: the bundle's logs, and its numbers of events, seals and files."""
    first = report.logs[0]
    head = {"session": first.session, "as_of": first.size, "digest": first.digest}
    counts = {
        "events": report.size,
        "seals": report.seals,
        "seals_left_out": report.left,
        "people": report.people,
        "texts": report.texts,
        "evidence": report.files,
        "evidence_left_out": report.files_left,
    }
    logs = [{"session": log.session, "as_of": log.size, "digest": log.digest} for log in report.logs]
    return {**head, "file": str(report.path), **counts, "logs": logs}


def checks_json(audit: Audit) -> list[dict[str, object]]:
    """Return each check of a session with its problems as JSON."""
    return [
        {"session": audit.session, "check": check, "ok": not problems, "problems": [asdict(each) for each in problems]}
        for check, problems in audit.checks.items()
    ]


def receipt_json(receipt: Receipt, signed: str, key: PublicKey | None) -> dict[str, object]:
    """Return a receipt as JSON: its content, and who signed it."""
    sealed = receipt.seal.checkpoint
    head = {"session": sealed.session, "as_of": sealed.size, "digest": None, "ok": True}
    checks = [{"session": sealed.session, "check": "receipt", "ok": True, "problems": []}]
    # A receipt proves events as they were recorded: clock corrections made later are not in it.
    events = events_json(receipt.events, None)
    proved = {"case": receipt.case, "signature": signed, "seal": seal_json(receipt.seal, key), "events": events}
    return {**head, "checks": checks, **proved}


def tiled_json(logs: Sequence[TiledLog], key: PublicKey | None, given: Seal | None) -> dict[str, object]:
    """Return logs that were read from tiles as JSON; if there are two, the second is the first one continued."""
    checks = [{"session": each.seal.checkpoint.session, "check": "tiles", "ok": True, "problems": []} for each in logs]
    sealed = {"seal": seal_json(given, key)} if given else {}
    first = logs[0].seal.checkpoint
    head = {"session": first.session, "as_of": first.size, "digest": logs[0].digests[-1].hex(), "ok": True}
    return {**head, "checks": checks, "logs": [seal_json(each.seal, key) for each in logs], **sealed}


def restored_json(done: RestoreReport) -> dict[str, object]:
    """Return the report on a restored log as JSON."""
    head = {"session": done.session.id, "as_of": done.head.number, "digest": done.head.digest.hex()}
    recorded = [{"number": each.number, "name": each.name.partition("/")[0]} for each in done.recorded]
    return {**head, "events": done.taken, "texts": done.texts, "evidence": done.files, "recorded": recorded}


def bundle_json(bundle: Bundle, audits: list[Audit], given: Seal | None, signed: int) -> dict[str, object]:
    """Return a bundle as JSON, with the checks of its logs; `signed`: how many of its seals are verified."""
    checks = list[dict[str, object]]()
    for audit in audits:
        sealed = ["seal"] if given and given.checkpoint.session == audit.session else []
        was_read: dict[str, list[Discrepancy]] = {name: [] for name in ("bundle", "chain", "codec", "seals", *sealed)}
        checks += checks_json(replace(audit, checks=was_read | audit.checks))
    logs = [{"session": each.session, "as_of": each.events, "digest": each.digest} for each in audits]
    seals = {"seals": len(bundle.seals), "signed": signed}
    report = {"ok": all(each.ok for each in audits), "checks": checks}
    return {**logs[0], **report, **seals, "logs": logs, "notes": list(bundle.notes)}
