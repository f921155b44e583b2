"""Seals and their signatures: made, listed, and carried between those who witness them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.json.trust import seal_json, signature_text
from cli.terminal import keys
from cli.terminal.keys import known_key
from cli.terminal.screen import put_aside
from ledger.errors import Misuse, Problem
from ledger.session import Stream
from ledger.trust.seal import COSIGNATURE, PublicKey, Seal
from ledger.trust.witnessing import Request, Witness, parse_request, require_quorum


def make_key(out: Output, path: Path, name: str) -> None:
    """Make a key to sign with, in the name of an office or of an official, and print its public half."""
    if out.settings.dry_run:
        raise Misuse("usage", "a key is not made on trial", "leave -n out")
    key = keys.make_key(path, name)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(str(key.public))
    kept = f"The key is in {path}: keep a copy where no ledger is."
    put_aside(f"{kept} The line above is its public half, in", f"{path}.pub: give that to everybody.")


def print_seal(desk: Desk, made: Seal, key: PublicKey) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        sealed = made.checkpoint
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **seal_json(made, key)})
        return
    desk.say(*str(made).rstrip("\n").split("\n"))
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")


def list_seals(desk: Desk, key: PublicKey | None) -> None:
    """The seals that were given out of the session meant; whose they are is said where it was checked."""
    session = desk.session_id
    kept = desk.office.seals.of(session)
    if desk.settings.json:
        shown = [seal_json(each, key) for each in kept]
        desk.json("seals/1", {"session": session, "seals": shown, "strange": desk.office.seals.strange(session)})
        return
    rows = [[str(each.checkpoint.size), each.checkpoint.root_text, signature_text(each, key)] for each in kept]
    strange = [[str(size), "", "FORGED: it is no seal"] for size in desk.office.seals.strange(session)]
    rows = sorted([*rows, *strange], key=lambda row: int(row[0]))
    desk.table_or("no seals were given out", [">size", "root", "signed by"], rows)


def own_key() -> PublicKey | None:
    """The office's own key, to check its seals with; a report does not fail for want of one that can be read."""
    with suppress(Problem):
        return known_key(None)
    return None


def last_seal_json(desk: Desk, upto: Stream) -> dict[str, object] | None:
    """The last seal up to a moment as JSON."""
    made = desk.office.seals.last(upto)
    return seal_json(made, own_key()) if made else None


def say_last_seal(desk: Desk, upto: Stream) -> None:
    """The same in a line, at the foot of what it covers; not among tab-separated lines."""
    made = None if desk.settings.plain else desk.office.seals.last(upto)
    if made:
        sealed, signature = made.checkpoint, signature_text(made, own_key())
        desk.say("", f"Sealed up to #{sealed.size}: root {sealed.root_text}, signed by: {signature}")


def make_witness_key(out: Output, named: str | None, name: str) -> None:
    """A key to witness with; its public half is for everybody."""
    path = keys.witness_path(named)
    key = keys.make_key(path, name, COSIGNATURE)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(str(key.public))
    put_aside(f"The key is in {path}. The line above is its public half: give that to everybody.")


def sign(out: Output, file: Path, named: str | None, office: str | None, seen: Path | None) -> None:
    """Sign the seal in a file, if it extends the last one signed here; print it with that signature."""
    asked = parse_request(keys.read_small(file, "a seal"))
    witness = Witness(keys.witness_key(named), seen or keys.own_file("witness.json"))
    signed = witness.sign(asked, keys.known_key(office) if office else None, int(time.time()))
    sealed, key = signed.checkpoint, witness.key.public
    if out.settings.json:
        witnessed = {"origin": sealed.origin, "root": sealed.root_text, "witness": key.short, "note": str(signed)}
        out.json("witness/1", {"session": sealed.session, "as_of": sealed.size, **witnessed})
        return
    out.say(*_lines(signed))
    out.aside(f"Signed as {key.short}: the log of {sealed.origin} up to #{sealed.size}.")


def check_quorum(out: Output, given: Seal | None, named: Sequence[str], quorum: int | None) -> None:
    """Corrupt (no-quorum) where too few of the witnesses named signed a seal; says who did."""
    known = keys.witnesses(named)
    if not (given and known):
        raise Misuse("usage", "--witness and --quorum go with --seal", "verify --seal FILE --witness KEY --quorum 1")
    wanted = quorum or len(known)
    if wanted > len(known):
        raise Misuse("usage", f"{wanted} of {len(known)} witnesses cannot sign", "name more: --witness KEY")
    good = require_quorum(given, known, wanted)
    out.aside(f"witnessed by {len(good)} of {len(known)}: {', '.join(key.short for key in good)}")


def print_request(desk: Desk, asked: Request) -> None:
    """What a witness needs, to be mailed; what to do with it on stderr."""
    if desk.settings.json:
        sealed = asked.seal.checkpoint
        desk.json("request/1", {"session": sealed.session, "as_of": sealed.size, "old": asked.old, "body": str(asked)})
        return
    desk.say(*_lines(asked))
    desk.hint_aside(
        f"For a witness who has signed up to #{asked.old}: `witness FILE`, and `seal --witness FILE` takes it."
    )


def print_joined(desk: Desk, joined: Seal) -> None:
    """A seal with what a witness returned, as it is kept now."""
    sealed = joined.checkpoint
    if desk.settings.json:
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, "note": str(joined)})
        return
    desk.say(*_lines(joined))
    kept = "Would be kept" if desk.settings.dry_run else "Kept"
    desk.hint_aside(
        f"{kept} with {len(joined.signatures)} signatures. Whose they are: `verify --seal FILE --witness KEY`."
    )


def _lines(note: object) -> list[str]:
    """A seal, or what is asked with one, line by line as it is written."""
    return str(note).rstrip("\n").split("\n")
