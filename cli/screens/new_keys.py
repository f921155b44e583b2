"""A key that was made: its public half, and where the two are."""

from pathlib import Path

from cli.desk import keys
from cli.desk.output import Output
from cli.desk.screen import put_aside
from ledger.errors import Misuse


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
