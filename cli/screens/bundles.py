"""What is said of a bundle: written, restored, and checked by itself."""

import shlex
from functools import partial
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.json.trust import bundle_json, exported_json, restored_json
from cli.screens.events import print_event
from cli.screens.verification import say_findings
from cli.terminal.keys import known_key, needed
from cli.terminal.screen import put_aside
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.labels import require_session_name
from ledger.recording.taking_over import RestoreReport
from ledger.session import Stream, Tournament
from ledger.trust.bundle import trial
from ledger.trust.bundle.reader import Bundle, BundledLog, beyond_text, read_bundle
from ledger.trust.merkle import Roots
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed


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
    if desk.settings.json:
        _print_restored_json(desk, bundle, done)
    else:
        _say_notes(bundle)
        _say_all_restored(desk, bundle, done, key, "Would restore" if desk.settings.dry_run else "Restored")


def _print_restored_json(desk: Desk, bundle: Bundle, done: list[RestoreReport]) -> None:
    logs = [restored_json(each) for each in done]
    events, texts = sum(each.taken for each in done), sum(each.texts for each in done)
    files = sum(each.files for each in done)
    counts = {
        "events": events,
        "texts": texts,
        "evidence": files,
        "results": 0,
        "skipped": [],
        "dry_run": desk.settings.dry_run,
    }
    seals = {"signed": sum(each.signed for each in done), "seals_left_out": sum(each.left for each in done)}
    desk.json("import/1", {**logs[0], **counts, **seals, "logs": logs, "notes": list(bundle.notes)})


def _say_all_restored(desk: Desk, bundle: Bundle, done: list[RestoreReport], key: PublicKey | None, verb: str) -> None:
    """What came into each session, the events that say so, and what is known of who signed them."""
    for log, each in zip(bundle.logs, done, strict=True):
        _say_restored(desk, log, each, verb)
    if left := sum(each.left for each in done):
        desk.aside(f"{counted(left, 'seal')} of the bundle left out: not signed with a key that is known here")
    elif any(each.taken and not each.recorded for each in done):
        desk.aside(_signatures_text(bundle, key, sum(each.signed for each in done)))


def _say_restored(desk: Desk, log: BundledLog, done: RestoreReport, verb: str) -> None:
    """What came into one session, and the event that says so."""
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
                print_event(desk, envelope, wrong=session.wrong_clocks)
        for envelope in done.recorded:
            print_event(desk, envelope, wrong=session.wrong_clocks)


def _called(stream: Stream) -> str:
    return f"{'tournament' if isinstance(stream, Tournament) else 'session'} {stream.id}"


def _signatures_text(bundle: Bundle, key: PublicKey | None, signed: int) -> str:
    """What a session that was not here rests on: its bundle shows that it hangs together, a seal who wrote it."""
    if key is None:
        return "Who wrote it was not checked: a seal says that, with the office's key: --key"
    return f"Seals in it: {len(bundle.seals)}; signed by {key.short}: {signed}"


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
        _check_by_seal(bundle, given, key)
    audits = trial.audits(bundle, key)
    if out.settings.json:
        out.json("verify/1", bundle_json(bundle, audits, given, len(signed)))
    else:
        out.say(*_lines(bundle, given, key, len(signed)))
        if unsealed and key and (missing := bundle.beyond(signed)):
            out.say(f"beyond the last seal, and taken as they are: {beyond_text(missing)}")
        _say_notes(bundle)
        for audit in audits:
            say_findings(audit, out.settings)
    return all(audit.ok for audit in audits)


def _lines(bundle: Bundle, given: Seal | None, key: PublicKey | None, signed: int) -> list[str]:
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


def _check_by_seal(bundle: Bundle, given: Seal, key: PublicKey | None) -> None:
    """Corrupt where a bundle does not extend a seal that was given out, or that is forged."""
    log = bundle.named(given.checkpoint.session)
    if log is None:
        two = f"the seal is of {given.checkpoint.origin}, the bundle of {', '.join(bundle.heads())}"
        raise Misuse("other-seal", two, "which is meant?")
    require_signed(given, needed(key, given))
    require_extended(given, Roots(log.found.digests))


def _say_notes(bundle: Bundle) -> None:
    for note in bundle.notes:
        put_aside(f"note: {note}")
