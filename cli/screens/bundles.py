"""What is said of a bundle: written, restored, and checked by itself."""

import shlex
from functools import partial
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.keys import needed
from cli.desk.output import Output
from cli.desk.screen import put_aside
from cli.screens.audits import checks_json, say_findings
from cli.screens.events import print_event
from cli.screens.vocabulary import counted
from ledger.errors import Corrupt, Misuse
from ledger.recording.taking_over import Restored, signed_seals
from ledger.session import Session
from ledger.session.session_name import require_session_name
from ledger.trust.bundle.reader import Bundle, read_bundle
from ledger.trust.bundle.writer import Exported
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed
from ledger.trust.verification import Audit


def export_bundle(desk: Desk, path: Path | None, *, names: bool, texts: bool) -> None:
    """Write the session meant to a bundle, and say what is in it."""
    session = desk.session_id
    made = desk.office.export(session, path or Path(f"{session}.zip"), names=names, texts=texts)
    if desk.settings.json:
        desk.json("export/1", _exported_json(made, session))
        return
    players = counted(made.people, "name") if made.people else "no names"
    said = counted(made.texts, "text") if made.texts else "no texts"
    of = f"{'tournament' if session in desk.office.tournaments.names() else 'session'} {session}"
    inside = f"{counted(made.size, 'event')}, {counted(made.seals, 'seal')}, {players}, {said}"
    desk.say(f"{made.path}: {of}, {inside}; digest {made.digest[:16]}")
    desk.aside(f"Check it anywhere: `python3 {shlex.quote(str(made.path))}`")


def _exported_json(made: Exported, session: str) -> dict[str, object]:
    head = {"session": session, "as_of": made.size, "digest": made.digest}
    return {
        **head,
        "file": str(made.path),
        "events": made.size,
        "seals": made.seals,
        "people": made.people,
        "texts": made.texts,
    }


def restore_bundle(desk: Desk, path: Path, key: PublicKey | None, *, consent: bool) -> None:
    """Restore a session from a bundle, bit for bit, or take over what is new in it, on authority."""
    bundle = read_bundle(path)
    if desk.settings.session_named not in (None, require_session_name(bundle.session.id)):
        kept = f"the bundle is of session {bundle.session.id}, which keeps its name"
        raise Misuse("usage", kept, "leave --session out")
    restore = partial(desk.office.restore, bundle, key=key, consent=consent)
    if consent and not desk.settings.dry_run and (supposed := restore(dry_run=True)).recorded:
        if not (desk.settings.json or desk.settings.yes):
            _say_restored(desk, bundle, supposed, key, "Would restore")
        desk.confirm("Take over these events, which no seal of the office covers, as chief director?")
    done = restore(dry_run=desk.settings.dry_run)
    desk.say_trouble()
    if desk.settings.json:
        _print_restored_json(desk, bundle, done)
    else:
        _say_notes(bundle)
        _say_restored(desk, bundle, done, key, "Would restore" if desk.settings.dry_run else "Restored")


def _print_restored_json(desk: Desk, bundle: Bundle, done: Restored) -> None:
    last = done.recorded[-1] if done.recorded else bundle.session
    head = {"session": bundle.session.id, "as_of": last.number, "digest": last.digest.hex()}
    counts = {"events": done.taken, "texts": done.texts, "results": 0, "skipped": [], "dry_run": desk.settings.dry_run}
    recorded = [{"number": each.number, "name": each.name.partition("/")[0]} for each in done.recorded]
    seals = {"signed": done.signed, "seals_left_out": done.left}
    desk.json("import/1", {**head, **counts, "recorded": recorded, **seals, "notes": list(bundle.notes)})


def _say_restored(desk: Desk, bundle: Bundle, done: Restored, key: PublicKey | None, verb: str) -> None:
    """What came into the session, the event that says so, and what is known of who signed it."""
    session = bundle.session
    last = done.recorded[-1] if done.recorded else session
    if not done.taken:
        nothing = "no event" if done.texts or done.erased else "Nothing"
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
    if done.erased:
        desk.say("Erased here too what the log says was erased")
    if done.recorded:
        for envelope in bundle.events():
            if envelope.number > done.before:
                print_event(desk, envelope)
        for envelope in done.recorded:
            print_event(desk, envelope)
    if done.left:
        desk.aside(f"{counted(done.left, 'seal')} of the bundle left out: not signed with a key that is known here")
    elif done.taken and not done.recorded:
        desk.aside(_signatures_text(bundle, key, done.signed))


def _called(stream: Session) -> str:
    return f"{'tournament' if stream.tournament else 'session'} {stream.id}"


def _signatures_text(bundle: Bundle, key: PublicKey | None, signed: int) -> str:
    """What a session that was not here rests on: its bundle shows that it hangs together, a seal who wrote it."""
    if key is None:
        return "Who wrote it was not checked: a seal says that, with the office's key: --key"
    return f"Seals in it: {len(bundle.seals)}; signed by {key.short}: {signed}"


def verify_bundle(out: Output, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool) -> bool:
    """Check a bundle and all it says, and hold it against a seal that was given out; whether its log is sound.

    No database is asked.
    """
    bundle = read_bundle(path)
    signed = len(signed_seals(bundle.seals, key))
    if named and key and not signed:
        raise Corrupt("seal-forged", f"no seal in the bundle has a signature of {key.short}", "is it the office's key?")
    if given:
        _check_by_seal(bundle, given, key)
    audit = Audit(bundle.session.id, bundle.session.number, bundle.session.digest.hex(), checks=bundle.examined())
    if out.settings.json:
        out.json("verify/1", _json(bundle, audit, given, signed))
    else:
        out.say(*_lines(bundle, given, key, signed))
        _say_notes(bundle)
        say_findings(audit)
    return audit.ok


def _json(bundle: Bundle, audit: Audit, given: Seal | None, signed: int) -> dict[str, object]:
    names = ("bundle", "chain", "codec", "seals", *(["seal"] if given else []))
    held = Audit(audit.session, checks={name: [] for name in names} | audit.checks)
    head = {"session": audit.session, "as_of": audit.events, "digest": audit.digest, "ok": audit.ok}
    seals = {"seals": len(bundle.seals), "signed": signed}
    return {**head, "checks": checks_json(held), **seals, "notes": list(bundle.notes)}


def _lines(bundle: Bundle, given: Seal | None, key: PublicKey | None, signed: int) -> list[str]:
    session = bundle.session
    by = f"signed by {key.short}: {signed}" if key else "no key to check signatures with: --key"
    lines = [
        f"{session.id}: {session.number} events, each as it was recorded; digest {session.digest.hex()[:16]}",
        f"seals that fit the log: {len(bundle.seals)}; {by}",
    ]
    return [*lines, f"it extends the seal up to #{given.checkpoint.size}"] if given else lines


def _check_by_seal(bundle: Bundle, given: Seal, key: PublicKey | None) -> None:
    """Corrupt where a bundle does not extend a seal that was given out, or that is forged."""
    if given.checkpoint.session != bundle.session.id:
        two = f"the seal is of {given.checkpoint.origin}, the bundle of {bundle.session.id}"
        raise Misuse("other-seal", two, "which is meant?")
    require_signed(given, needed(key))
    require_extended(given, [digest for _, digest in bundle.rows()])


def _say_notes(bundle: Bundle) -> None:
    for note in bundle.notes:
        put_aside(f"note: {note}")
