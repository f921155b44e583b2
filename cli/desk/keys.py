"""Where the office's key is: --key, BRIDGE_LEDGER_KEY, or the folder of the user's own settings."""

import os
from pathlib import Path

import click

from ledger.errors import Misuse
from ledger.trust.keys import Key, new_key, read_key, read_public_key
from ledger.trust.seal import PublicKey


def key_path(named: str | None) -> Path:
    """The file of the key to seal with."""
    kept = named or os.environ.get("BRIDGE_LEDGER_KEY")
    return Path(kept) if kept else Path(click.get_app_dir("bridge-ledger")) / "seal.key"


def office_key(named: str | None = None) -> Key | None:
    """The key to seal with, if the office has one; one that is named must be there."""
    path = key_path(named)
    return read_key(path) if named or os.environ.get("BRIDGE_LEDGER_KEY") or path.exists() else None


def needed(key: PublicKey | None) -> PublicKey:
    """The key a signature is to be checked with; Misuse where nobody said which."""
    if key is None:
        raise Misuse(
            "no-key", "whose signature should it have?", "the office's public key: --key NAME+12345678+AV…, or a file"
        )
    return key


def known_key(named: str | None) -> PublicKey | None:
    """The public key to check signatures with: the one named, or that of the office's own key, if it has one."""
    if named:
        return read_public_key(named)
    key = office_key()
    return key.public if key else None


def sealing_key(named: str | None) -> Key:
    """The key to seal with; it must be there."""
    return read_key(key_path(named))


def make_key(path: Path, name: str) -> Key:
    """A new key in the name of an office, in a file only its owner may read."""
    return new_key(path, name)
