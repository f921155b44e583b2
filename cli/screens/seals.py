"""Seals and their signatures: made, listed, and carried between those who witness them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.json.trust import seal_json, signature_text
from cli.terminal import keys
from cli.terminal.keys import known_key
from cli.terminal.progress import working
from cli.terminal.screen import put_aside
from ledger.errors import Misuse, Problem
from ledger.session import Stream
from ledger.trust.keys import Key
from ledger.trust.seal import COSIGNATURE, PublicKey, Seal
from ledger.trust.witnessing import Request, Witness, parse_request, require_quorum

if TYPE_CHECKING:
    from cli.screens.tiles import TilesToCome, WrittenTiles
    from ledger.trust.seals import ReceiptProof


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


def print_seal(desk: Desk, made: Seal, key: PublicKey, tiles: TilesToCome | None = None) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        _seal_as_json(desk, made, seal_json(made, key), tiles)
        return
    desk.say(*str(made).rstrip("\n").split("\n"))
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")
    witnessed = list(dict.fromkeys(each.short for each in made.signatures if each.is_witness))
    desk.aside(*([f"Signed by {', '.join(witnessed)} too."] if witnessed else []))
    desk.aside(*map(str, _written(desk, tiles, made)))


def _seal_as_json(desk: Desk, made: Seal, said: dict[str, object], tiles: TilesToCome | None) -> None:
    """A seal as one object, with its tiles; the same without these where they cannot be written."""
    sealed, more = made.checkpoint, dict[str, object]()
    try:
        if tiles:
            more["tiles"] = [each.as_json() for each in _written(desk, tiles, made)]
    finally:
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **said, **more})


def seal_session(desk: Desk, key: Key, witnesses: Sequence[str], named: Sequence[str], tiles: Path | None) -> None:
    """Seal the session meant, ask witnesses at their addresses for their signatures, write tiles, and print the seal.

    What a witness does not sign, or cannot be written, is said at the end: the seal is kept without it.
    """
    put = _tiles(desk, key, tiles)
    known = keys.witnesses(named)
    if witnesses and not known:
        raise Misuse("no-key", "whose signature should it be?", "the public key of the witness: --witness-key KEY")
    made = desk.office.seals.give(desk.session_id, key, keep=not desk.settings.dry_run)
    failed: list[Problem] = []
    for address in () if desk.settings.dry_run else witnesses:
        try:
            with working(f"asking {address}"):
                made = desk.office.seals.ask(made, address, known)
        except Problem as error:
            failed.append(error)
    try:
        print_seal(desk, made, key.public, put)
    except Problem as error:
        failed.append(error)
    for each in failed[1:]:
        put_aside(f"error[{each.code}]: {each.message}")
    if failed:
        raise failed[0]


def take_signatures(desk: Desk, files: Sequence[Path], named: str | None, tiles: Path | None) -> None:
    """Keep what witnesses signed and returned as files, write tiles, and print the seal."""
    returned, keep = list(map(keys.read_seal, files)), not desk.settings.dry_run
    put = _tiles(desk, keys.sealing_key(named), tiles) if tiles else None
    for each in returned:
        print_joined(desk, desk.office.seals.join(desk.session_id, each, keep=keep), put)


def _tiles(desk: Desk, key: Key, folder: Path | None) -> TilesToCome | None:
    """The tiles to write; what cannot be written is refused before anything is sealed."""
    if folder is None:
        return None
    from cli.screens.tiles import TilesToCome

    return TilesToCome(desk, desk.session_id, folder, key)


def _written(desk: Desk, tiles: TilesToCome | None, made: Seal) -> list[WrittenTiles]:
    return tiles.write(made) if tiles and not desk.settings.dry_run else []


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
    if kept and key is None:
        desk.aside("note: whose signatures these are was not checked: --key KEY")


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


def check_quorum(out: Output, given: Seal | None, named: Sequence[str], quorum: int | None) -> list[PublicKey]:
    """The witnesses named who signed a seal, and says so; Corrupt (no-quorum) where they are too few."""
    known = keys.witnesses(named)
    if not (given and known):
        raise Misuse("usage", "--witness and --quorum go with --seal", "verify --seal FILE --witness KEY --quorum 1")
    wanted = quorum or len(known)
    if wanted > len(known):
        raise Misuse("usage", f"{wanted} of {len(known)} witnesses cannot sign", "name more: --witness KEY")
    good = require_quorum(given, known, wanted)
    out.aside(f"the seal is witnessed by {len(good)} of {len(known)}: {', '.join(key.short for key in good)}")
    return good


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


def print_joined(desk: Desk, joined: Seal, tiles: TilesToCome | None = None) -> None:
    """A seal with what a witness returned, as it is kept now."""
    if desk.settings.json:
        _seal_as_json(desk, joined, {"note": str(joined)}, tiles)
        return
    desk.say(*_lines(joined))
    kept = "Would be kept" if desk.settings.dry_run else "Kept"
    desk.hint_aside(
        f"{kept} with {len(joined.signatures)} signatures. Whose they are: `verify --seal FILE --witness KEY`."
    )
    desk.aside(*map(str, _written(desk, tiles, joined)))


def write_proofs(desk: Desk, folder: Path, made: ReceiptProof) -> None:
    """The events of a case as tlog-proofs, a file each."""
    from cli.pages.folder import put_whole

    session, files = made.seal.checkpoint.session, dict[int, Path]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in made.tlog_proofs().items():
            files[number] = folder / f"{session}-{number}.tlog-proof"
            put_whole(files[number], text.encode())
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise Misuse("output-lost", message, "name another folder: --tlog-proof DIR") from None
    if desk.settings.json:
        told = [{"number": number, "file": str(path)} for number, path in files.items()]
        desk.json("proofs/1", {"session": session, "as_of": made.seal.checkpoint.size, "proofs": told})
        return
    desk.say(*(f"#{number}: {path}" for number, path in files.items()))
    desk.hint_aside("The words about people are not in them: `receipt` has those. `verify --receipt FILE` takes both.")


def _lines(note: object) -> list[str]:
    """A seal, or what is asked with one, line by line as it is written."""
    return str(note).rstrip("\n").split("\n")
