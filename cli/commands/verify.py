"""verify: the chain, what the log says, and seals, receipts and bundles against it."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from cli.commands.export import verify_bundle
from cli.commands.seal import read_seal, seal_json
from cli.desk.desk import Desk
from cli.desk.keys import key_option, known_key, needed
from cli.desk.settings import Standing, settings
from cli.screens.proving import verify_receipt
from ledger.errors import Misuse
from ledger.store.database import sqlite_note, sqlite_path
from ledger.trust.seal import Seal
from ledger.trust.verification import Audit, audit


@click.command(cls=Standing)
@click.option("--strict", is_flag=True, help="Also work out every score again and check that each derivation gives it.")
@click.option(
    "--seal", "seal_file", metavar="FILE", type=click.Path(path_type=Path), help="Against a seal that was given out."
)
@click.option(
    "--receipt",
    "receipt_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A receipt; with --seal, that it extends that one. No database.",
)
@click.option(
    "--bundle", "bundle_file", metavar="FILE", type=click.Path(path_type=Path), help="What `export` wrote. No database."
)
@key_option("The office's public key, or a file of it [default: that of your own].")
@click.pass_context
def verify(
    context: click.Context,
    strict: bool,
    seal_file: Path | None,
    receipt_file: Path | None,
    bundle_file: Path | None,
    named: str | None,
) -> None:
    """Check the ledger: every digest from the stored bytes, every body, the replay, the arithmetic, the seals.

    Exit 3 if anything fails. Without --session, every session is checked.

    \b
    Examples:
      bridge-ledger verify --strict
      bridge-ledger verify --seal thursday.seal --key ebu.example+3a7f01c2+AV…
      bridge-ledger verify --receipt R-0001.receipt

    Without a seal this shows that nobody changed an event without rewriting every later one. That events were cut off the
    end, or the whole log rewritten, only a seal or an export shows that was kept elsewhere: `help seal`.
    """
    if receipt_file and bundle_file:
        raise Misuse("usage", "a receipt and a bundle are checked one at a time", "leave one of them out")
    if (receipt_file or bundle_file) and (strict or settings(context).session_id):
        raise Misuse("usage", "a receipt or a bundle is checked as it is", "leave --strict and --session out")
    given = read_seal(seal_file) if seal_file else None
    key = known_key(named)
    if given:
        needed(key)
    if receipt_file:
        verify_receipt(context, receipt_file, given, key, named=named is not None)
        return
    if bundle_file:
        verify_bundle(context, bundle_file, given, key, named=named is not None)
        return
    desk = Desk(context)
    wanted = given.checkpoint.session if given else desk.settings.session_id
    if given and desk.settings.session_id not in (None, wanted):
        raise Misuse(
            "other-seal", f"the seal is of session {wanted}, not of {desk.settings.session_id}", "leave --session out"
        )
    if given:
        names = [given.checkpoint.session]  # even if nothing of it is left
    else:
        names = [desk.office.the_session(wanted)] if wanted else desk.store.sealed_or_kept()
    audits = [audit(desk.store, name, strict=strict, seal=given, key=key, by_key=named is not None) for name in names]
    if desk.settings.json:
        _json(desk, audits, given)
    else:
        _print(desk, audits)
        if key is None and any("seals" in each.checks for each in audits):
            desk.aside("note: the seals fit the log; whose signatures they have was not checked: --key")
    if not all(each.ok for each in audits):
        context.exit(3)


def _json(desk: Desk, audits: Sequence[Audit], given: Seal | None) -> None:
    only = audits[0] if len(audits) == 1 else None
    checks = [
        {"session": each.session, "check": check, "ok": not found, "problems": [asdict(finding) for finding in found]}
        for each in audits
        for check, found in each.checks.items()
    ]
    head = {"session": only and only.session, "as_of": only and only.events, "digest": only and only.digest}
    sealed = {"seal": seal_json(given)} if given else {}
    desk.json("verify/1", None, {**head, "ok": all(each.ok for each in audits), "checks": checks, **sealed})


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
