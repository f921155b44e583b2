"""What `verify` found: a line a check, and the first bad event named if one fails."""

import sys
from collections.abc import Sequence
from dataclasses import asdict

from cli.desk.desk import Desk
from cli.screens.seals import seal_json
from ledger.errors import Misuse
from ledger.recording.ledgers import driver_note
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.verification import Audit


def verify_log(desk: Desk, given: Seal | None, key: PublicKey | None, *, strict: bool, by_key: bool) -> bool:
    """Check every session, the one named, or the one a seal is of, and print what was found; whether all is sound."""
    audits = desk.office.verify(_session(desk, given), strict=strict, seal=given, key=key, by_key=by_key)
    if desk.settings.json:
        desk.json("verify/1", _json(audits, given))
    else:
        _print_all(desk, audits)
        if key is None and any("seals" in each.checks for each in audits):
            desk.aside("note: the seals fit the log; whose signatures they have was not checked: --key")
    return all(each.ok for each in audits)


def _session(desk: Desk, given: Seal | None) -> str | None:
    """The session to check, even if nothing of it is left but a seal; None for every one there is."""
    named = desk.settings.session_id
    if given is None:
        return desk.office.the_session(named) if named else None
    sealed = given.checkpoint.session
    if named not in (None, sealed):
        raise Misuse("other-seal", f"the seal is of session {sealed}, not of {named}", "leave --session out")
    return sealed


def _json(audits: Sequence[Audit], given: Seal | None) -> dict[str, object]:
    """Every check of every session as JSON."""
    only = audits[0] if len(audits) == 1 else None
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    checks = [check for each in audits for check in _checks(each)]
    sealed = {"seal": seal_json(given)} if given else {}
    warned = [{"session": each.session, **asdict(warning)} for each in audits for warning in each.warnings]
    return {**head, "ok": all(each.ok for each in audits), "checks": checks, "warnings": warned, **sealed}


def _checks(audit: Audit) -> list[dict[str, object]]:
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
        for each in found:
            print(f"error[{each.code}]: {each.text}", file=sys.stderr)
            if each.hint:
                print(f"hint: {each.hint}", file=sys.stderr)
    for each in audit.warnings:
        print(f"warning: {each.text}", file=sys.stderr)
        print(f"hint: {each.hint}", file=sys.stderr)
