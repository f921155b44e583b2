"""Witnesses on a screen: what they sign, and how many signed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from cli.desk import files, keys
from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.desk.screen import put_aside
from ledger.errors import Misuse
from ledger.trust.seal import COSIGNATURE, Seal
from ledger.trust.witnessing import Request, Witness, parse_request, require_quorum


def make_key(out: Output, named: str | None, name: str) -> None:
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
    asked = parse_request(files.read_small(file, "a seal"))
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
