"""What is said of a bundle: written, restored, and checked by itself."""

import sys
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.keys import known_key, needed
from cli.desk.output import Output
from cli.screens.vocabulary import counted
from ledger.errors import Corrupt, Misuse
from ledger.session.session_name import require_session_name
from ledger.trust.bundle.reader import Bundle, read_bundle
from ledger.trust.bundle.writer import Exported
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed


def export_bundle(desk: Desk, path: Path | None, *, names: bool, texts: bool) -> None:
    """Write the session meant to a bundle, and say what is in it."""
    session = desk.session_id
    made = desk.office.export(session, path or Path(f"{session}.zip"), names=names, texts=texts)
    if desk.settings.json:
        desk.json("export/1", _exported_json(made, session))
        return
    players = counted(made.people, "name") if made.people else "no names"
    said = counted(made.texts, "text") if made.texts else "no texts"
    inside = f"{counted(made.size, 'event')}, {counted(made.seals, 'seal')}, {players}, {said}"
    desk.say(f"{made.path}: session {session}, {inside}; digest {made.digest[:16]}")
    desk.aside(f"Check it anywhere: `python3 {made.path}`")


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


def restore_bundle(desk: Desk, path: Path) -> None:
    """Restore a session from a bundle, bit for bit, or take over what is new in it."""
    bundle = read_bundle(path)
    if desk.settings.session_id not in (None, require_session_name(bundle.session.id)):
        kept = f"the bundle is of session {bundle.session.id}, which keeps its name"
        raise Misuse("usage", kept, "leave --session out")
    _signed(bundle, known_key(None))
    added = desk.office.restore(bundle, dry_run=desk.settings.dry_run)
    if desk.settings.json:
        counts = {"events": added, "results": 0, "skipped": [], "dry_run": desk.settings.dry_run}
        desk.json_at("import/1", bundle.session, {**counts, "notes": list(bundle.notes)})
        return
    _say_notes(bundle)
    desk.say(_restored(bundle, added, "Would restore" if desk.settings.dry_run else "Restored"))


def _restored(bundle: Bundle, added: int, verb: str) -> str:
    session = bundle.session
    if not added:
        same = f"session {session.id} has everything in the bundle, up to #{session.number}, the same to the byte"
        return f"Nothing new: {same}"
    what = f"{counted(added, 'event')} of session {session.id}, up to #{session.number}"
    return f"{verb} {what}; digest {session.digest.hex()[:16]}"


def verify_bundle(out: Output, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool) -> None:
    """Check a bundle by itself, and by a seal that was given out; no database is asked."""
    bundle = read_bundle(path)
    signed = _signed(bundle, key)
    if named and key and not signed:
        raise Corrupt("seal-forged", f"no seal in the bundle has a signature of {key.short}", "is it the office's key?")
    if given:
        _check_by_seal(bundle, given, key)
    if out.settings.json:
        out.json("verify/1", _json(bundle, given, signed))
    else:
        out.say(*_lines(bundle, given, key, signed))
        _say_notes(bundle)


def _json(bundle: Bundle, given: Seal | None, signed: int) -> dict[str, object]:
    session = bundle.session
    names = ("bundle", "chain", "codec", "replay", "seals", *(["seal"] if given else []))
    checks = [{"session": session.id, "check": name, "ok": True, "problems": []} for name in names]
    head = {"session": session.id, "as_of": session.number, "digest": session.digest.hex(), "ok": True}
    return {**head, "checks": checks, "seals": len(bundle.seals), "signed": signed, "notes": list(bundle.notes)}


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


def _signed(bundle: Bundle, key: PublicKey | None) -> int:
    """How many of a bundle's seals are signed with a key; Corrupt where a signature of it is forged."""
    mine = [seal for seal in bundle.seals if key and seal.signatures_of(key)]
    for seal in mine:
        require_signed(seal, needed(key))
    return len(mine)


def _say_notes(bundle: Bundle) -> None:
    for note in bundle.notes:
        print(f"note: {note}", file=sys.stderr)
