"""export, and what `import` and `verify` do with a bundle."""

import json
import sys
from pathlib import Path

import click

from cli.commands.session import session_name
from cli.desk.desk import Desk
from cli.desk.keys import known_key, needed
from cli.desk.settings import Standing, settings
from cli.screens.words import counted
from ledger.errors import Corrupt, Misuse
from ledger.store.restoring import restore
from ledger.trust.bundle.reader import Bundle, read_bundle
from ledger.trust.bundle.writer import export as write_bundle
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed


@click.command(cls=Standing)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="What to call it [default: the session's name, .zip].",
)
@click.option("--without-names", is_flag=True, help="Leave out who the players are; the log holds their numbers only.")
@click.pass_context
def export(context: click.Context, out: Path | None, without_names: bool) -> None:
    """Write a session to one file, a bundle: every event with its digest, the seals, the players, and a program that checks it all.

    The program lies inside: `python3 thursday.zip` runs it, with nothing else installed. `import thursday.zip` restores the session
    in any ledger, on SQLite or PostgreSQL, with the same numbers and digests.

    \b
    Examples:
      bridge-ledger export -o thursday.zip
      bridge-ledger export --without-names
      python3 thursday.zip
    """
    desk = Desk(context)
    session = desk.session_id
    made = write_bundle(desk.store, session, out or Path(f"{session}.zip"), names=not without_names)
    if desk.settings.json:
        told = {"file": str(made.path), "events": made.size, "seals": made.seals, "people": made.people}
        desk.json("export/1", None, {"session": session, "as_of": made.size, "digest": made.digest, **told})
        return
    names = counted(made.people, "name") if made.people else "no names"
    what = f"{counted(made.size, 'event')}, {counted(made.seals, 'seal')}, {names}"
    desk.say(f"{made.path}: session {session}, {what}; digest {made.digest[:16]}")
    desk.aside(f"Check it anywhere: `python3 {made.path}`")


def import_bundle(context: click.Context, path: Path) -> None:
    """Restore a session from a bundle, bit for bit, or take over what is new in it."""
    desk = Desk(context, writing=True)
    bundle = read_bundle(path)
    session, dry_run = bundle.session, desk.settings.dry_run
    if desk.settings.session_id not in (None, session_name(session.id)):
        raise Misuse("usage", f"the bundle is of session {session.id}, which keeps its name", "leave --session out")
    _signed(bundle, known_key(None))
    seals = [(seal.checkpoint.size, str(seal)) for seal in bundle.seals]
    added = restore(desk.store, session.id, bundle.rows(), seals, bundle.people, keep=not dry_run)
    if desk.settings.json:
        told = {"events": added, "results": 0, "skipped": [], "dry_run": dry_run, "notes": list(bundle.notes)}
        desk.json("import/1", session, told)
        return
    _say_notes(bundle)
    if added:
        verb = "Would restore" if dry_run else "Restored"
        desk.say(
            f"{verb} {counted(added, 'event')} of session {session.id}, up to #{session.number}; digest {session.digest.hex()[:16]}"
        )
    else:
        desk.say(
            f"Nothing new: session {session.id} has everything in the bundle, up to #{session.number}, the same to the byte"
        )


def verify_bundle(
    context: click.Context, path: Path, given: Seal | None, key: PublicKey | None, *, named: bool
) -> None:
    """Check a bundle by itself, and by a seal that was given out; no database is asked."""
    bundle = read_bundle(path)
    signed, session = _signed(bundle, key), bundle.session
    if named and key and not signed:
        raise Corrupt("seal-forged", f"no seal in the bundle has a signature of {key.short}", "is it the office's key?")
    if given:
        _by_seal(bundle, given, key)
    if settings(context).json:
        names = ("bundle", "chain", "codec", "replay", "seals", *(["seal"] if given else []))
        checks = [{"session": session.id, "check": name, "ok": True, "problems": []} for name in names]
        head = {"schema": "verify/1", "session": session.id, "as_of": session.number, "digest": session.digest.hex()}
        told = {"seals": len(bundle.seals), "signed": signed, "notes": list(bundle.notes)}
        print(json.dumps({**head, "ok": True, "checks": checks, **told}))
        return
    print(f"{session.id}: {session.number} events, each as it was recorded; digest {session.digest.hex()[:16]}")
    by = f"signed by {key.short}: {signed}" if key else "no key to check signatures with: --key"
    print(f"seals that fit the log: {len(bundle.seals)}; {by}")
    if given:
        print(f"it extends the seal up to #{given.checkpoint.size}")
    _say_notes(bundle)


def _by_seal(bundle: Bundle, given: Seal, key: PublicKey | None) -> None:
    """Corrupt where a bundle does not extend a seal that was given out, or that is forged."""
    if given.checkpoint.session != bundle.session.id:
        raise Misuse(
            "other-seal",
            f"the seal is of {given.checkpoint.origin}, the bundle of {bundle.session.id}",
            "which is meant?",
        )
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
