"""verify: the chain, and what the log says."""

import sys
from collections.abc import Sequence
from dataclasses import asdict

import click

from cli.desk import Desk
from cli.settings import Standing
from ledger.audit import Audit, audit
from ledger.database import sqlite_note, sqlite_path


@click.command(cls=Standing)
@click.option("--strict", is_flag=True, help="Also work out every score again and check that each derivation gives it.")
@click.pass_context
def verify(context: click.Context, strict: bool) -> None:
    """Check the ledger: every digest from the stored bytes, every body, the replay, the arithmetic.

    Exit 3 if anything fails. Without --session, every session is checked.

    \b
    Example:  bridge-ledger verify --strict

    This shows that nobody changed an event without rewriting every later one; it cannot show that events were not
    cut off the end, or the whole log rewritten: keep an export or a backup elsewhere to compare with.
    """
    desk = Desk(context)
    named = desk.settings.session_id
    names = [desk.office.the_session(named)] if named else desk.store.sessions()
    audits = [audit(desk.store, name, strict=strict) for name in names]
    if desk.settings.json:
        _json(desk, audits)
    else:
        _print(desk, audits)
    if not all(each.ok for each in audits):
        context.exit(3)


def _json(desk: Desk, audits: Sequence[Audit]) -> None:
    only = audits[0] if len(audits) == 1 else None
    checks = [
        {"session": each.session, "check": check, "ok": not found, "problems": [asdict(finding) for finding in found]}
        for each in audits
        for check, found in each.checks.items()
    ]
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    desk.json("verify/1", None, {**head, "ok": all(each.ok for each in audits), "checks": checks})


def _print(desk: Desk, audits: Sequence[Audit]) -> None:
    if desk.settings.verbose and sqlite_path(desk.settings.url):
        desk.say(sqlite_note())
    for each in audits:
        sound = f"{each.events} events, digest {each.digest[:16]}" if each.digest else f"sound up to #{each.events}"
        desk.say(f"{each.session}: {sound}")
        for check, found in each.checks.items():
            desk.say(f"  {'FAILED' if found else 'ok    '}  {check}")
            for finding in found:
                print(f"error[{finding.code}]: {finding.text}", file=sys.stderr)
                if finding.hint:
                    print(f"hint: {finding.hint}", file=sys.stderr)
    if not audits:
        desk.say("no sessions: nothing to check")
