"""Small files that are named on the command line."""

from pathlib import Path

from ledger.errors import Misuse
from ledger.trust.seal import Seal, parse_seal

_LONGEST = 1 << 22


def read_seal(path: Path) -> Seal:
    """The seal in a file, as it was printed or sent."""
    return parse_seal(read_small(path, "a seal"))


def read_small(path: Path, what: str) -> str:
    """The text of a file that cannot be long; Misuse where it is not there, or no text."""
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
        if len(content) > _LONGEST:
            raise Misuse("bad-file", f"{path} is far too long to be {what}", "is it the file you meant?")
        return content.decode("utf-8-sig")  # some editors put a mark before it
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", f"name the file of {what}") from None
    except (OSError, UnicodeDecodeError):
        raise Misuse("bad-file", f"{path} cannot be read as {what}", "is it the file you meant?") from None
