"""What `verify` found: a line a check, and the first bad event named if one fails."""

from collections.abc import Sequence
from dataclasses import asdict

from cli.desk.desk import Desk
from cli.desk.screen import put_aside
from cli.screens.seals import seal_json
from ledger.errors import Misuse
from ledger.recording.ledgers import driver_note
from ledger.trust.discrepancy import Discrepancy
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.verification import Audit


def verify_log(desk: Desk, given: Seal | None, key: PublicKey | None, *, strict: bool, by_key: bool) -> bool:
    """Check every session, the one named, or the one a seal is of, and print what was found; whether all is sound."""
    audits = desk.office.verify(_session(desk, given), strict=strict, seal=given, key=key, by_key=by_key)
    if desk.settings.json:
        desk.json("verify/1", _json(audits, given, key))
    else:
        _print_all(desk, audits)
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


def _json(audits: Sequence[Audit], given: Seal | None, key: PublicKey | None) -> dict[str, object]:
    """Every check of every session as JSON."""
    only = audits[0] if len(audits) == 1 else None
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    checks = [check for each in audits for check in checks_json(each)]
    sealed = {"seal": seal_json(given, key)} if given else {}
    notes = [{"session": each.session, "note": note} for each in audits for note in each.notes]
    warned = [{"session": each.session, **asdict(warning)} for each in audits for warning in each.warnings]
    found = {"ok": all(each.ok for each in audits), "checks": checks, "notes": notes, "warnings": warned}
    return {**head, **found, **sealed}


def checks_json(audit: Audit) -> list[dict[str, object]]:
    """Every check of a session as JSON, with what it found."""
    return [
        {"session": audit.session, "check": check, "ok": not found, "problems": [asdict(each) for each in found]}
        for check, found in audit.checks.items()
    ]


def _print_all(desk: Desk, audits: Sequence[Audit]) -> None:
    """A line a check; what is wrong on stderr."""
    if desk.settings.verbose and (note := driver_note(desk.settings.database)):
        desk.say(note)
    for each in audits:
        _print(desk, each)
    if not audits:
        desk.say("no sessions: nothing to check")


def _print(desk: Desk, audit: Audit) -> None:
    sound = f"{audit.events} events, digest {audit.digest[:16]}" if audit.digest else f"sound up to #{audit.events}"
    desk.say(f"{audit.session}: {sound}" if audit.session else "the database")
    for check, found in audit.checks.items():
        desk.say(f"  {'FAILED' if found else 'ok    '}  {check}")
        _say(found)
    desk.say(*(f"  note    {note}" for note in audit.notes))
    for each in audit.warnings:
        put_aside(f"warning: {each.text}", f"hint: {each.hint}")


def say_findings(audit: Audit) -> None:
    """What was found to be wrong, on stderr."""
    for found in audit.checks.values():
        _say(found)


def _say(found: Sequence[Discrepancy]) -> None:
    for each in found:
        put_aside(f"error[{each.code}]: {each.text}", *([f"hint: {each.hint}"] if each.hint else []))
