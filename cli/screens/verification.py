"""What `verify` finds of a log, a receipt or a bundle; and bundles, which are written and restored."""

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output, filled
from cli.screens.events import print_event
from cli.terminal.keys import known_key, needed, read_small
from cli.terminal.screen import put_aside
from cli.terminal.settings import Settings
from cli.views.trust import audits_json, bundle_json, exported_json, receipt_json, restored_json
from cli.words.events import event_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.errors.visible import called
from ledger.kernel.free_text import kept_texts, texts_in
from ledger.labels import require_session_name
from ledger.recording import taking_over
from ledger.recording.ledgers import driver_note
from ledger.recording.taking_over import RestoreReport
from ledger.session import Stream
from ledger.subjects.office.facts import JudgementSigned, key_name
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.bundle.reader import Bundle, BundledLog, beyond_text, read_bundle
from ledger.trust.checks import Discrepancy
from ledger.trust.keys import require_extended, require_signed
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


def verify_log(desk: Desk, given: Seal | None, key: PublicKey | None, *, strict: bool, by_key: bool) -> bool:
    """Check every session, the one named, or the one a seal is of, and print what was found; whether all is sound."""
    audits = desk.office.verify(_session(desk, given), strict=strict, seal=given, key=key, by_key=by_key)
    if desk.settings.json:
        desk.json("verify/1", audits_json(audits, given, key))
    else:
        if desk.settings.verbose and (note := driver_note(desk.settings.database)):
            desk.say(note)
        for audit in audits:
            if not audit.session and audit.ok and not audit.notes:
                desk.say("the database: guarded as it was made")
                continue
            sound = f"{audit.events} events, digest {audit.digest[:16]}" if audit.digest else ""
            sound = sound or f"sound up to #{audit.events}"
            desk.say(f"{called(audit.session)}: {sound}" if audit.session else "the database")
            for check, found in audit.checks.items():
                desk.say(f"  {'FAILED' if found else 'ok    '}  {check}")
                _say(found, desk.settings)
            desk.say(*(f"  note    {note}" for note in audit.notes))
            for warning in audit.warnings:
                put_aside(f"warning: {warning.text}", f"hint: {warning.hint}")
        if not any(each.session for each in audits):
            desk.say("no sessions: nothing to check")
        if key is None and any("seals" in each.checks for each in audits):
            desk.aside("note: the seals fit the log; whose signatures they have was not checked: --key")
    return all(each.ok for each in audits)


def _session(desk: Desk, given: Seal | None) -> str | None:
    """The session to check, even if nothing of it is left but a seal; None for every one there is."""
    named = desk.settings.session_named
    if given is None:
        return desk.office.the_session(named) if named else None
    sealed = given.checkpoint.session
    if named not in (None, sealed):
        raise Misuse("other-seal", f"the seal is of session {sealed}, not of {named}", "leave --session out")
    return sealed


def say_findings(audit: Audit, asked: Settings) -> None:
    """What was found to be wrong, on stderr."""
    for found in audit.checks.values():
        _say(found, asked)


def _say(found: Sequence[Discrepancy], asked: Settings) -> None:
    """The findings of a check; what to do is said once, after the last that has the same hint."""
    for hint, of in groupby(found, key=lambda each: each.hint):
        put_aside(
            *(f"error[{each.code}]: {each.text}" for each in of), *([f"hint: {filled(hint, asked)}"] if hint else [])
        )


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
    text = read_small(path, "a receipt")
    try:
        sealed = parse_seal(text).checkpoint
    except Misuse:
        pass  # as it should be: a seal is checked another way
    else:
        how = "--seal FILE checks it: against the log here, or with --tiles, --bundle or a --receipt of that log"
        raise Misuse("bad-receipt", f"{path} is no receipt, but a seal of {sealed.origin} up to #{sealed.size}", how)
    receipt = check_tlog_proof(text) if text.startswith(FIRST_LINE) else check_receipt(text.encode())
    if officials:
        require_signed_by(receipt, officials)
    if given:
        require_mentioned(receipt, given, needed(key, given))
    signed, key = _signature(receipt, given, key, named)
    if out.settings.json:
        out.json("verify/1", receipt_json(receipt, signed, key))
    else:
        out.say(*_receipt_lines(receipt, signed, compared=bool(officials)))


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


def _receipt_lines(receipt: Receipt, signed: str, *, compared: bool) -> list[str]:
    sealed = receipt.seal.checkpoint
    words = [text for each in receipt.events for _, text in kept_texts(each.event)]
    told = (
        "but for the words, which are not in it" if any(each.gone == "withheld" for each in words) else "word for word"
    )
    proved = list[str]()
    for each in receipt.events:
        when = moment_text(each.occurred_at, each.recorded_at)
        proved.append(f"  #{each.number:<5} {when}  {each.by:<10} {event_text(each.event)}")
        proved += [f"           {where}: {text}" for where, text in texts_in(each.event)]
        # the digest of all that was given out, whole: as the site prints it, to be held against it
        if isinstance(each.event, ScoresPublished):
            proved.append(f"           numbers: {each.event.numbers}")
        if isinstance(each.event, StandingPublished):
            proved += [f"           numbers of {one.stage}: {one.numbers}" for one in each.event.stages]
    since = []
    if receipt.since is not None:
        earlier = receipt.since.checkpoint.size
        since = ["", f"That seal extends the one up to #{earlier}: nothing before was changed since."]
    stood = f"{receipt.case} stood in the log of {sealed.session}, {told}, when it was sealed up to #{sealed.size}:"
    return [
        stood,
        "",
        *proved,
        *since,
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


def export_bundle(desk: Desk, path: Path | None, *, names: bool, texts: bool, files: bool) -> None:
    """Write the session meant to a bundle, or the tournament with its sessions, and say what is in it."""
    name = desk.session_id
    path = path or Path(f"{name}.zip")
    made = desk.office.export(name, path, names=names, texts=texts, files=files, key=known_key(None))
    if desk.settings.json:
        desk.json("export/1", exported_json(made))
        return
    players = counted(made.people, "name") if made.people else "no names"
    said = counted(made.texts, "text") if made.texts else "no texts"
    inside = f"{counted(made.size, 'event')}, {counted(made.seals, 'seal')}, {players}, {said}"
    if desk.office.tournaments.is_one(name):
        desk.say(f"{made.path}: tournament {name} and {counted(len(made.logs) - 1, 'session')}, {inside}")
        desk.say(*(f"  {log.session}, up to #{log.size}; digest {log.digest[:16]}" for log in made.logs))
    else:
        desk.say(f"{made.path}: session {name}, {inside}; digest {made.logs[0].digest[:16]}")
    for log in made.logs:
        if log.left:
            numbers = ", ".join(f"#{size}" for size in log.left)
            kept = f"{counted(len(log.left), 'kept seal')} of {log.session} left out, up to {numbers}"
            desk.hint_aside(f"{kept}: no good seal of this log; `verify --session {log.session}` says why")
    if made.files:
        desk.say(f"  with {counted(made.files, 'file')} of evidence")
    if made.files_left:
        why = "no good copies of what was filed: `verify` says more" if files else "--evidence takes it along"
        desk.hint_aside(f"{counted(made.files_left, 'file')} of evidence left out: {why}")
    desk.aside(f"Check it anywhere: `python3 {shlex.quote(str(made.path))}`")


def restore_bundle(desk: Desk, path: Path, key: PublicKey | None, *, under_seal: bool, consent: bool) -> None:
    """Restore a session or a tournament from a bundle, bit for bit, or take over what is new in it, on authority.

    `under_seal`: a session that is not here must be under seals of the key to its last event.
    """
    bundle = read_bundle(path)
    if desk.settings.session_named not in (None, require_session_name(bundle.session.id)):
        kept = f"the bundle is of {_called(bundle.session)}, which keeps its name"
        raise Misuse("usage", kept, "leave --session out")
    restore = partial(desk.office.restore, bundle, key=key, under_seal=under_seal, consent=consent)
    if consent and not desk.settings.dry_run:
        supposed = restore(dry_run=True)
        if any(each.recorded for each in supposed):
            if not (desk.settings.json or desk.settings.yes):
                _say_all_restored(desk, bundle, supposed, key, "Would restore")
            desk.confirm("Take over these events, which no seal of the office covers, as chief director?")
    done = restore(dry_run=desk.settings.dry_run)
    desk.say_trouble()
    if not desk.settings.json:
        _say_notes(bundle)
        _say_all_restored(desk, bundle, done, key, "Would restore" if desk.settings.dry_run else "Restored")
        return
    logs = [restored_json(each) for each in done]
    counts = {
        "events": sum(each.taken for each in done),
        "texts": sum(each.texts for each in done),
        "evidence": sum(each.files for each in done),
        "results": 0,
        "skipped": [],
        "dry_run": desk.settings.dry_run,
    }
    seals = {"signed": sum(each.signed for each in done), "seals_left_out": sum(each.left for each in done)}
    desk.json("import/1", {**logs[0], **counts, **seals, "logs": logs, "notes": list(bundle.notes)})


def _say_all_restored(desk: Desk, bundle: Bundle, done: list[RestoreReport], key: PublicKey | None, verb: str) -> None:
    for log, each in zip(bundle.logs, done, strict=True):
        _say_restored(desk, log, each, verb)
    if left := sum(each.left for each in done):
        desk.aside(f"{counted(left, 'seal')} of the bundle left out: not signed with a key that is known here")
    elif any(each.taken and not each.recorded for each in done):
        # what a session that was not here rests on: its bundle shows that it hangs together, a seal who wrote it
        signed = sum(each.signed for each in done)
        unchecked = "Who wrote it was not checked: a seal says that, with the office's key: --key"
        desk.aside(
            f"Seals in it: {len(bundle.seals)}; signed by {key.short}: {signed}" if key is not None else unchecked
        )


def _say_restored(desk: Desk, log: BundledLog, done: RestoreReport, verb: str) -> None:
    session, last = log.session, done.head
    if not done.taken:
        nothing = "no event" if done.texts or done.files or done.erased else "Nothing"
        desk.say(
            f"{nothing.capitalize()} new: {_called(session)} has every event in the bundle, up to #{session.number}, "
            "the same to the byte"
        )
    else:
        what = f"{counted(done.taken, 'event')} of {_called(session)}, up to #{session.number}"
        upto = f" up to #{last.number}:" if done.recorded else ""
        desk.say(f"{verb} {what}; digest{upto} {last.digest.hex()[:16]}")
    if done.texts:
        desk.hint(f"{verb} {counted(done.texts, 'text')} about people: `person list`, `text list`")
    if done.files:
        desk.hint(f"{verb} {counted(done.files, 'file')} of evidence: `call evidence C-0001` lists that of a call")
    if done.erased:
        desk.say("Erased here too what the log says was erased")
    if done.recorded:
        for envelope in log.events():
            if envelope.number > done.before:
                print_event(desk, envelope, stream=session)
        for envelope in done.recorded:
            print_event(desk, envelope, stream=session)


def _called(stream: Stream) -> str:
    return f"{'tournament' if isinstance(stream, Tournament) else 'session'} {stream.id}"


def verify_bundle(
    out: Output, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool, unsealed: bool
) -> bool:
    """Check a bundle and all it says, and hold it against a seal that was given out; whether its logs are sound.

    `named`: the key was; then something signed with it must say of every event what it was, but for those after the
    last seal where they may be `unsealed`. No database is asked.
    """
    bundle = read_bundle(path)
    signed = bundle.signed(key)
    if named and key:
        bundle.require_covered(key, bundle.heads(), unsealed=unsealed)
    if given:
        log = bundle.named(given.checkpoint.session)
        if log is None:
            two = f"the seal is of {given.checkpoint.origin}, the bundle of {', '.join(bundle.heads())}"
            raise Misuse("other-seal", two, "which is meant?")
        require_signed(given, needed(key, given))
        require_extended(given, Roots(log.found.digests))
    audits = taking_over.audits(bundle, key)
    if out.settings.json:
        out.json("verify/1", bundle_json(bundle, audits, given, len(signed)))
    else:
        out.say(*_bundle_lines(bundle, given, key, len(signed)))
        if unsealed and key and (missing := bundle.beyond(signed)):
            out.say(f"beyond the last seal, and taken as they are: {beyond_text(missing)}")
        _say_notes(bundle)
        for audit in audits:
            say_findings(audit, out.settings)
    return all(audit.ok for audit in audits)


def _bundle_lines(bundle: Bundle, given: Seal | None, key: PublicKey | None, signed: int) -> list[str]:
    sessions = [log.session for log in bundle.logs]
    by = f"signed by {key.short}: {signed}" if key else "no key to check signatures with: --key"
    lines = [
        f"{each.id}: {each.number} events, each as it was recorded; digest {each.digest.hex()[:16]}"
        for each in sessions
    ]
    if isinstance(own := bundle.session, Tournament):
        none = "none that belongs to it is left out, none is another's"
        lines.append(f"with {own.id}, sessions: {len(sessions) - 1}; {none}")
    if bundle.logs[0].found.heads:
        lines.append(f"what was decided and given out of {own.id} rests on just these logs")
    lines.append(f"seals that fit the log: {len(bundle.seals)}; {by}")
    if given:
        lines.append(f"it extends the seal of {given.checkpoint.session} up to #{given.checkpoint.size}")
    return lines


def _say_notes(bundle: Bundle) -> None:
    for note in bundle.notes:
        put_aside(f"note: {note}")
