"""Verify logs, receipts and bundles; write and restore bundles."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.output import Output, complete_commands
from cli.screens.events import print_event
from cli.screens.seals import check_quorum
from cli.terminal.keys import public_key_named_or_own, read_short_text, require_key
from cli.terminal.screen import put_on_stderr
from cli.terminal.settings import Settings
from cli.views.trust import audits_json, bundle_json, exported_json, receipt_json, restored_json
from cli.words.events import event_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.errors.visible import show_name
from ledger.kernel.free_text import kept_texts, texts_in
from ledger.labels import require_session_name
from ledger.session import Stream
from ledger.subjects.office.facts import JudgementSigned, key_name
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.bundle.reader import Bundle, describe_uncovered, read_bundle
from ledger.trust.checks import Discrepancy
from ledger.trust.keys import require_extended, require_signed
from ledger.trust.policy import Policy
from ledger.trust.receipt import (
    FIRST_LINE,
    Receipt,
    check_receipt,
    check_tlog_proof,
    require_mentioned,
    require_signed_by,
)
from ledger.trust.seal import PublicKey, Roots, Seal, parse_public_key, parse_seal
from ledger.trust.verification import Audit

if TYPE_CHECKING:
    from ledger.recording.taking_over import RestoreReport


def verify_log(desk: Desk, given: Seal | None, key: PublicKey | None, *, strict: bool, by_key: bool) -> bool:
    """Verify all sessions, or the one named or sealed; print the findings, and return True if the logs are sound."""
    audits = desk.office.verify(_session_to_verify(desk, given), strict=strict, seal=given, key=key, by_key=by_key)
    if desk.settings.json:
        desk.json("verify/1", audits_json(audits, given, key))
    else:
        for audit in audits:
            if not audit.session and audit.ok and not audit.notes:
                desk.say("the database: guarded as it was made")
                continue
            sound = f"{counted(audit.events, 'event')}, digest {audit.digest[:16]}" if audit.digest else ""
            sound = sound or f"sound up to #{audit.events}"
            desk.say(f"{show_name(audit.session)}: {sound}" if audit.session else "the database")
            for check, findings in audit.checks.items():
                desk.say(f"  {'FAILED' if findings else 'ok    '}  {check}")
                _say_check(findings, desk.settings)
            desk.say(*(f"  note    {note}" for note in audit.notes))
            for warning in audit.warnings:
                put_on_stderr(f"warning: {warning.text}", f"hint: {warning.hint}")
        if not any(each.session for each in audits):
            desk.say("no sessions: nothing to check")
        if key is None and any("seals" in each.checks for each in audits):
            desk.aside("note: the seals fit the log; whose signatures they have was not checked: --key")
    return all(each.ok for each in audits)


def _session_to_verify(desk: Desk, given: Seal | None) -> str | None:
    """Return the session that is named or sealed, even if its log is gone; None for all sessions."""
    named = desk.settings.session_named if given is None else desk.settings.session
    if given is None:
        return desk.office.resolve_session(named) if named else None
    sealed = given.checkpoint.session
    if named not in (None, sealed):
        raise Misuse("other-seal", f"the seal is of session {sealed}, not of {named}", "leave --session out")
    return sealed


def say_findings(audit: Audit, settings: Settings) -> None:
    """Print the findings of an audit on stderr."""
    for findings in audit.checks.values():
        _say_check(findings, settings)


def _say_check(findings: Sequence[Discrepancy], settings: Settings) -> None:
    """Print the findings of one check; consecutive findings with the same hint share it."""
    for hint, of in groupby(findings, key=lambda each: each.hint):
        put_on_stderr(
            *(f"error[{each.code}]: {each.text}" for each in of),
            *([f"hint: {complete_commands(hint, settings)}"] if hint else []),
        )


def verify_receipt(
    out: Output,
    path: Path,
    given: Seal | None,
    key: PublicKey | None,
    officials: Sequence[PublicKey] = (),
    policy: Policy | None = None,
    *,
    named: bool,
) -> None:
    """Verify a receipt, and print the events it proves; if `officials` are named, it must be signed by them only.

    The receipt's seal must fulfil a `policy`.
    """
    text = read_short_text(path, "a receipt")
    try:
        sealed = parse_seal(text).checkpoint
    except Misuse:
        pass  # a receipt is no seal: go on
    else:
        how = "--seal FILE checks it: against the log here, or with --tiles, --bundle or a --receipt of that log"
        raise Misuse("bad-receipt", f"{path} is no receipt, but a seal of {sealed.origin} up to #{sealed.size}", how)
    receipt = check_tlog_proof(text) if text.startswith(FIRST_LINE) else check_receipt(text.encode())
    if officials:
        require_signed_by(receipt, officials)
    if given:
        require_mentioned(receipt, given, require_key(key, given))
    signed, key = _signature(receipt, given, key, named)
    if policy:
        check_quorum(out, [receipt.seal], policy)
    if out.settings.json:
        out.json("verify/1", receipt_json(receipt, signed, key))
    else:
        out.say(*_receipt_lines(receipt, signed, compared=bool(officials)))


def _signature(
    receipt: Receipt, given: Seal | None, key: PublicKey | None, named: bool
) -> tuple[str, PublicKey | None]:
    """Return a receipt's signer and the key that verified it, None if unchecked; Corrupt (seal-forged) if forged."""
    origin = "the office's key"
    if not (named or given) and not (key and receipt.seal.signatures_of(key)):
        key = parse_public_key(receipt.key) if receipt.key else None
        origin = "the key the receipt itself names: compare it with the one the office gave out (--key checks it)"
    if key is None:
        return f"not checked: it says {receipt.seal.signers}; --key NAME+12345678+AV… checks it", None
    for seal in filter(None, (receipt.seal, receipt.since, given)):
        require_signed(seal, key)
    return f"{key.told}, {origin}", key


def _receipt_lines(receipt: Receipt, signed: str, *, compared: bool) -> list[str]:
    sealed = receipt.seal.checkpoint
    words = [text for each in receipt.events for _, text in kept_texts(each.event)]
    withheld = any(each.gone == "withheld" for each in words)
    wording = "but for the words, which are not in it" if withheld else "word for word"
    proved = list[str]()
    for envelope in receipt.events:
        when = moment_text(envelope.occurred_at, envelope.recorded_at)
        proved.append(f"  #{envelope.number:<5} {when}  {envelope.by:<10} {event_text(envelope.event)}")
        proved += [f"           {where}: {text}" for where, text in texts_in(envelope.event)]
        # the whole digest of the numbers published, to compare with the one printed on the site
        if isinstance(envelope.event, ScoresPublished):
            proved.append(f"           numbers: {envelope.event.numbers}")
        if isinstance(envelope.event, StandingPublished):
            proved += [f"           numbers of {one.stage}: {one.numbers}" for one in envelope.event.stages]
    since = []
    if receipt.since is not None:
        earlier = receipt.since.checkpoint.size
        since = ["", f"That seal extends the one up to #{earlier}: nothing before was changed since."]
    stood = f"{receipt.case} stood in the log of {sealed.session}, {wording}, when it was sealed up to #{sealed.size}:"
    return [
        stood,
        "",
        *proved,
        *since,
        "",
        "A receipt does not show what else became of the case: ask the office for all of it.",
        "",
        f"Root of the seal: {sealed.root_text}",
        f"Signed by: {signed}",
        *_official_lines(receipt, compared),
    ]


def _official_lines(receipt: Receipt, compared: bool) -> Iterator[str]:
    """Yield the keys with which officials signed rulings and decisions; `compared`: the user named these keys."""
    remark = "as named" if compared else "compare it with the one he gave out (--official-key checks it)"
    for envelope in receipt.events:
        if isinstance(envelope.event, JudgementSigned):
            numbers = ", ".join(f"#{number}" for number in envelope.because)
            yield f"{numbers} signed by {envelope.by} with the key {key_name(envelope.event.key)}: {remark}"


def export_bundle(desk: Desk, path: Path | None, *, names: bool, texts: bool, files: bool) -> None:
    """Write a session, or a tournament with its sessions, to a bundle, and print its contents."""
    name = desk.session_id
    path = path or Path(f"{name}.zip")
    bundle = desk.office.export(name, path, names=names, texts=texts, files=files, key=public_key_named_or_own(None))
    if desk.settings.json:
        desk.json("export/1", exported_json(bundle))
        return
    seals = counted(bundle.seals, "seal") if bundle.seals else "not sealed"
    players = counted(bundle.people, "name") if bundle.people else "no players' names"
    texts_inside = counted(bundle.texts, "text") if bundle.texts else "no texts"
    inside = f"{counted(bundle.size, 'event')}, {seals}, {players}, {texts_inside}"
    if desk.office.tournaments.is_one(name):
        desk.say(f"{bundle.path}: tournament {name} and {counted(len(bundle.logs) - 1, 'session')}, {inside}")
        desk.say(*(f"  {log.session}, up to #{log.size}; digest {log.digest[:16]}" for log in bundle.logs))
    else:
        desk.say(f"{bundle.path}: session {name}, {inside}; digest {bundle.logs[0].digest[:16]}")
    for log in bundle.logs:
        if log.left:
            numbers = ", ".join(f"#{size}" for size in log.left)
            kept = f"{counted(len(log.left), 'kept seal')} of {log.session} left out, up to {numbers}"
            desk.hint_aside(f"{kept}: no good seal of this log; `verify --session {log.session}` says why")
    if bundle.files:
        desk.say(f"  with {counted(bundle.files, 'file')} of evidence")
    if bundle.files_left:
        why = "no good copies of what was filed: `verify` says more" if files else "--evidence takes it along"
        desk.hint_aside(f"{counted(bundle.files_left, 'file')} of evidence left out: {why}")
    desk.aside(f"Check it anywhere: `python3 {shlex.quote(str(bundle.path))}`")


def restore_bundle(desk: Desk, path: Path, key: PublicKey | None, *, under_seal: bool, consent: bool) -> None:
    """Restore a session or a tournament from a bundle bit for bit; with `consent`, unsealed events too.

    `under_seal`: a session that is not in this ledger must be sealed with the key up to its last event.
    """
    bundle = read_bundle(path)
    if desk.settings.session not in (None, require_session_name(bundle.session.id)):
        message = f"the bundle is of {_stream_text(bundle.session)}, which keeps its name"
        raise Misuse("usage", message, "leave --session out")
    restore = partial(desk.office.restore, bundle, key=key, under_seal=under_seal, consent=consent)
    if consent and not desk.settings.dry_run:
        supposed = restore(dry_run=True)
        if any(each.recorded for each in supposed):
            if not (desk.settings.json or desk.settings.yes):
                _say_restored(desk, bundle, supposed, key, "Would restore")
            desk.confirm("Take over these events, which no seal of the office covers, as chief director?")
    reports = restore(dry_run=desk.settings.dry_run)
    desk.print_unkept_note()
    if not desk.settings.json:
        _say_notes(bundle)
        _say_restored(desk, bundle, reports, key, "Would restore" if desk.settings.dry_run else "Restored")
        return
    logs = [restored_json(each) for each in reports]
    counts = {
        "events": sum(each.taken for each in reports),
        "texts": sum(each.texts for each in reports),
        "evidence": sum(each.files for each in reports),
        "results": 0,
        "skipped": [],
        "dry_run": desk.settings.dry_run,
    }
    seals = {"signed": sum(each.signed for each in reports), "seals_left_out": sum(each.left for each in reports)}
    desk.json("import/1", {**logs[0], **counts, **seals, "logs": logs, "notes": list(bundle.notes)})


def _say_restored(desk: Desk, bundle: Bundle, reports: list[RestoreReport], key: PublicKey | None, verb: str) -> None:
    for log, report in zip(bundle.logs, reports, strict=True):
        session, last = log.session, report.head
        if not report.taken:
            nothing = "no event" if report.texts or report.files or report.erased else "Nothing"
            has = f"{_stream_text(session)} has every event in the bundle, up to #{session.number}"
            desk.say(f"{nothing.capitalize()} new: {has}, the same to the byte")
        else:
            what = f"{counted(report.taken, 'event')} of {_stream_text(session)}, up to #{session.number}"
            upto = f" up to #{last.number}:" if report.recorded else ""
            desk.say(f"{verb} {what}; digest{upto} {last.digest.hex()[:16]}")
        if report.texts:
            desk.hint(f"{verb} {counted(report.texts, 'text')} about people: `person list`, `text list`")
        if report.files:
            how = "`call evidence C-0001` lists that of a call"
            desk.hint(f"{verb} {counted(report.files, 'file')} of evidence: {how}")
        if report.erased:
            desk.say("Texts that the log says were erased are now erased here too")
        if report.recorded:
            for envelope in log.events():
                if envelope.number > report.before:
                    print_event(desk, envelope, stream=session)
            for envelope in report.recorded:
                print_event(desk, envelope, stream=session)
    if left_out := sum(report.left for report in reports):
        desk.aside(f"{counted(left_out, 'seal')} of the bundle left out: not signed with a key that is known here")
    elif any(report.taken and not report.recorded for report in reports):
        # for a new session, the bundle proves only that its events form a chain; a seal proves who wrote them
        signed = sum(report.signed for report in reports)
        unchecked = "Who wrote it was not checked: a seal says that, with the office's key: --key"
        checked = key and f"Seals in it: {len(bundle.seals)}; signed by {key.short}: {signed}"
        desk.aside(checked or unchecked)


def _stream_text(stream: Stream) -> str:
    return f"{'tournament' if isinstance(stream, Tournament) else 'session'} {stream.id}"


def verify_bundle(
    out: Output, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool, unsealed: bool
) -> bool:
    """Verify a bundle, and check that it extends a seal `given`; return True if its logs are sound.

    `named`: the user named the key; then its signatures must cover every event, except those after the last seal if
    `unsealed`. No database is read.
    """
    bundle = read_bundle(path)
    signed = bundle.signed(key)
    if named and key:
        bundle.require_covered(key, bundle.heads(), unsealed=unsealed)
    if given:
        log = bundle.named(given.checkpoint.session)
        if log is None:
            message = f"the seal is of {given.checkpoint.origin}, the bundle of {', '.join(bundle.heads())}"
            raise Misuse("other-seal", message, "name the seal of this bundle, or the bundle of this seal")
        require_signed(given, require_key(key, given))
        require_extended(given, Roots(log.found.digests))
    from ledger.recording.taking_over import audits as audits_of  # imported late: it loads everything that records

    audits = audits_of(bundle, key)
    if out.settings.json:
        out.json("verify/1", bundle_json(bundle, audits, given, len(signed)))
    else:
        sessions = [log.session for log in bundle.logs]
        by = f"signed by {key.short}: {len(signed)}" if key else "no key to check signatures with: --key"
        lines = [
            f"{each.id}: {counted(each.number, 'event')}, each as it was recorded; digest {each.digest.hex()[:16]}"
            for each in sessions
        ]
        if isinstance(stream := bundle.session, Tournament):
            lines.append(f"with {stream.id}, sessions: {len(sessions) - 1}, exactly those that belong to it")
        if bundle.logs[0].found.heads:
            lines.append(f"the decisions and published standings of {stream.id} rest on exactly these logs")
        lines.append(f"seals that fit the log: {len(bundle.seals)}; {by}")
        if given:
            lines.append(f"it extends the seal of {given.checkpoint.session} up to #{given.checkpoint.size}")
        out.say(*lines)
        if unsealed and key and (missing := bundle.beyond(signed)):
            out.say(f"after the last seal, and not signed: {describe_uncovered(missing)}")
        _say_notes(bundle)
        for audit in audits:
            say_findings(audit, out.settings)
    return all(audit.ok for audit in audits)


def _say_notes(bundle: Bundle) -> None:
    for note in bundle.notes:
        put_on_stderr(f"note: {note}")
