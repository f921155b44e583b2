"""Small files that are named on the command line."""

from pathlib import Path

from ledger.errors import Misuse
from ledger.files import MIB, read_file
from ledger.trust.seal import Seal, parse_seal

_LONGEST = 4 * MIB
"""Of a receipt: 10,000 events of a case with their proofs. A seal has 600 bytes."""


def read_seal(path: Path) -> Seal:
    """The seal in a file, as it was printed or sent."""
    return parse_seal(read_small(path, "a seal"))


def read_small(path: Path, what: str) -> str:
    """The text of a file that cannot be long; Misuse where it is not there, or no text."""
    try:
        return read_file(path, _LONGEST).decode("utf-8-sig")  # some editors put a mark before it
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", f"name the file of {what}") from None
    except OSError as error:
        message = f"{path} cannot be read as {what}: {error.strerror}"
        raise Misuse("bad-file", message, "is it the file you meant?") from None
    except UnicodeDecodeError:
        raise Misuse(
            "bad-file", f"{path} cannot be read as {what}: it is no text", "is it the file you meant?"
        ) from None
