"""Files of keys, seals and receipts: where they lie, which is meant, and reading those named on the command line."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from ledger.bounds.events import RECEIPT
from ledger.errors import Misuse, Problem
from ledger.files import read_file
from ledger.trust.keys import Key, new_key, read_key, read_public_key
from ledger.trust.seal import COSIGNATURE, ED25519, PublicKey, Seal, parse_seal


def own_file(name: str) -> Path:
    """A file in the folder of the user's own settings."""
    return Path(click.get_app_dir("bridge-ledger")) / name


def witness_path(named: str | None) -> Path:
    """The file of the key to witness with."""
    return Path(named) if named else own_file("witness.key")


def witness_key(named: str | None) -> Key:
    """The key to witness with; it must be there."""
    return read_key(witness_path(named), COSIGNATURE)


def witnesses(named: Sequence[str]) -> list[PublicKey]:
    """The public keys of witnesses, each given in full or in a file, none twice."""
    return list(dict.fromkeys(read_public_key(each, COSIGNATURE) for each in named))


def official_key(named: str | None) -> Key | None:
    """The key of who is recording: --sign-with, or BRIDGE_LEDGER_OFFICIAL_KEY; None where neither is said."""
    kept = named or os.environ.get("BRIDGE_LEDGER_OFFICIAL_KEY")
    return read_key(_there(kept)) if kept else None


def official_public_key(named: str) -> PublicKey:
    """The public key of an official: given in full, or in a file."""
    return read_public_key(named if named.count("+") >= 2 else str(_there(named)))


def _there(named: str) -> Path:
    """The file of an official's key; Misuse (no-key) where there is none."""
    path = Path(named)
    if not path.is_file():
        hint = "name the file; `official new-key NAME FILE` makes one, and its public half FILE.pub"
        raise Misuse("no-key", f"there is no key in {path}", hint)
    return path


def key_path(named: str | None) -> Path:
    """The file of the key to seal with."""
    kept = named or os.environ.get("BRIDGE_LEDGER_KEY")
    return Path(kept) if kept else own_file("seal.key")


def office_key(named: str | None = None) -> Key | None:
    """The key to seal with, if the office has one; one that is named must be there."""
    path = key_path(named)
    if named:
        return read_key(path)
    return own_sealing_key() if os.environ.get("BRIDGE_LEDGER_KEY") or path.exists() else None


def needed(key: PublicKey | None, given: Seal) -> PublicKey:
    """The key a seal is to be checked with; Misuse where nobody said which."""
    if key is None:
        says = f"the seal says that {given.signers} signed it: with which key is that to be checked?"
        raise Misuse("no-key", says, "--key NAME+12345678+AV…, or a file of it: the office's, and from itself")
    return key


def known_key(named: str | None) -> PublicKey | None:
    """The public key to check signatures with: the one named, or that of the office's own key, if it has one."""
    if named:
        return read_public_key(named)
    key = office_key()
    return key.public if key else None


def own_key() -> PublicKey | None:
    """The office's own key, to check its seals with; a report does not fail for want of one that can be read."""
    with suppress(Problem):
        return known_key(None)
    return None


def sealing_key(named: str | None) -> Key:
    """The key to seal with; it must be there."""
    return read_key(key_path(named))


def own_sealing_key() -> Key:
    """The office's own key, for a command that takes no other; it must be there."""
    try:
        return read_key(key_path(None))
    except Misuse as error:
        hint = "`seal --new-key NAME` makes one; BRIDGE_LEDGER_KEY names the file of another"
        raise Misuse(error.code, error.message, hint if error.code == "no-key" else error.hint) from None


def make_key(path: Path, name: str, kind: bytes = ED25519) -> Key:
    """A new key in the name of an office, or of a witness (`kind`), in a file only its owner may read."""
    return new_key(path, name, kind)


def read_seal(path: Path) -> Seal:
    """The seal in a file, as it was printed or sent."""
    return parse_seal(read_small(path, "a seal"))


def read_small(path: Path, what: str) -> str:
    """The text of a file that cannot be long; Misuse where it is not there, or no text."""
    try:
        return read_file(path, RECEIPT).decode("utf-8-sig")  # some editors put a mark before it
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", f"name the file of {what}") from None
    except OSError as error:
        message = f"{path} cannot be read as {what}: {error.strerror}"
        raise Misuse("bad-file", message, "is it the file you meant?") from None
    except UnicodeDecodeError:
        raise Misuse(
            "bad-file", f"{path} cannot be read as {what}: it is no text", "is it the file you meant?"
        ) from None
