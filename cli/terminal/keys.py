"""Files of keys, seals and receipts: their default places, and reading those named on the command line."""

import os
from contextlib import suppress
from pathlib import Path

import click

from ledger.bounds import Bounds
from ledger.bounds.events import RECEIPT
from ledger.bounds.files import POLICY
from ledger.errors import Misuse, Problem
from ledger.files import read_file
from ledger.trust.keys import Key, read_key, read_public_key
from ledger.trust.policy import Policy, parse_policy
from ledger.trust.seal import COSIGNATURE, PublicKey, Seal, parse_seal


def own_file(name: str) -> Path:
    """Return the path of a file in the folder with this user's settings."""
    return Path(click.get_app_dir("bridge-ledger")) / name


def witness_path(named: str | None) -> Path:
    """Return the path of the witness's key: the named file, or witness.key in the user's settings."""
    return Path(named) if named else own_file("witness.key")


def witness_key(named: str | None) -> Key:
    """Return the key that a witness signs with; Misuse (no-key) if the file does not exist."""
    return read_key(witness_path(named), COSIGNATURE)


def read_policy(path: Path) -> Policy:
    """Read a policy from a file; Misuse (no-such-file, bad-file, bad-policy)."""
    return parse_policy(_content(path, "a policy", POLICY))


def official_key(named: str | None) -> Key | None:
    """Return the official's key, by --sign-with or BRIDGE_LEDGER_OFFICIAL_KEY, or None; Misuse (no-key) if missing."""
    kept = named or os.environ.get("BRIDGE_LEDGER_OFFICIAL_KEY")
    return read_key(_existing_path(kept)).without_second_key if kept else None


def official_public_key(named: str) -> PublicKey:
    """Return the public key of an official, typed in full or as the name of a file; Misuse (no-key) if missing."""
    return read_public_key(named if named.count("+") >= 2 else str(_existing_path(named))).first


def _existing_path(named: str) -> Path:
    """Return the path of an official's key; Misuse (no-key) if there is no such file."""
    path = Path(named)
    if not path.is_file():
        hint = "name the file; `official new-key NAME FILE` makes one, and its public half FILE.pub"
        raise Misuse("no-key", f"there is no key in {path}", hint)
    return path


def key_path(named: str | None) -> Path:
    """Return the path of the sealing key: as named, by BRIDGE_LEDGER_KEY, or seal.key in the user's settings."""
    kept = named or os.environ.get("BRIDGE_LEDGER_KEY")
    return Path(kept) if kept else own_file("seal.key")


def office_key(named: str | None = None) -> Key | None:
    """Return the key to seal with; None if the office has none. Misuse (no-key) if a named file does not exist."""
    path = key_path(named)
    if named:
        return read_key(path)
    return office_sealing_key() if os.environ.get("BRIDGE_LEDGER_KEY") or path.exists() else None


def require_key(key: PublicKey | None, given: Seal) -> PublicKey:
    """Return `key` to check a seal with; Misuse (no-key), which names the signers of the seal, if `key` is None."""
    if key is None:
        says = f"the seal says that {given.signers} signed it: with which key is that to be checked?"
        raise Misuse("no-key", says, "--key FILE: the public key of that office, received from the office itself")
    return key


def public_key_named_or_own(named: str | None) -> PublicKey | None:
    """Return the public key to check signatures with: the one named, else the office's own; None if there is none."""
    if named:
        return read_public_key(named)
    key = office_key()
    return key.public if key else None


def own_key() -> PublicKey | None:
    """Return the office's public key; None if the file is missing or unreadable, which must not stop a report."""
    with suppress(Problem):
        return public_key_named_or_own(None)
    return None


def sealing_key(named: str | None) -> Key:
    """Return the key to seal with; Misuse (no-key) if the file does not exist."""
    return read_key(key_path(named))


def office_sealing_key() -> Key:
    """Return the office's own key to seal with; Misuse (no-key) if there is none."""
    try:
        return read_key(key_path(None))
    except Misuse as error:
        hint = "`seal --new-key NAME` makes one; BRIDGE_LEDGER_KEY names the file of another"
        raise Misuse(error.code, error.message, hint if error.code == "no-key" else error.hint) from None


def read_seal(path: Path) -> Seal:
    """Read a seal from a file."""
    return parse_seal(read_short_text(path, "a seal"))


def read_short_text(path: Path, what: str) -> str:
    """Read a text file of limited length; Misuse if it does not exist or is not text."""
    try:
        return _content(path, what, RECEIPT).decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError:
        message = f"{path} cannot be read as {what}: it is no text"
        raise Misuse("bad-file", message, "is it the file you meant?") from None


def _content(path: Path, what: str, most: Bounds) -> bytes:
    try:
        return read_file(path, most)
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", f"name the file of {what}") from None
    except OSError as error:
        message = f"{path} cannot be read as {what}: {error.strerror}"
        raise Misuse("bad-file", message, "is it the file you meant?") from None
