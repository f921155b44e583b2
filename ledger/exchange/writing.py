"""Putting what is given out into files: whole or not at all, for their owner alone, never over what is there.

`given_out` is what each format writes, the companion (`own`) what none can. The standings they print are ours. Read
again with the companion they give these; without it, as far as lines say them.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from ledger.errors import Misuse
from ledger.exchange.csv.write import write_results
from ledger.exchange.given_out import GivenOut
from ledger.exchange.own.document import OwnFile, marked, write_own
from ledger.exchange.own.read import companion_of
from ledger.exchange.own.write import held, losses, lost_besides, own_file
from ledger.exchange.pbn.write import write_pbn
from ledger.exchange.usebio.write import write_usebio
from ledger.files import require_free
from ledger.store.own_files import write_together

Format = Literal["usebio", "pbn", "csv"]

_WRITERS: dict[Format, Callable[[GivenOut], str]] = {"usebio": write_usebio, "pbn": write_pbn, "csv": write_results}


def give_out(out: GivenOut, path: Path, kind: Format) -> OwnFile:
    """Write a session in a format, and its companion beside it, with what that format cannot say; what it says.

    Refusal (file-exists) where either is there; Misuse where the format has no words for the session, or the files
    cannot be written.
    """
    beside = companion_of(path)
    for each in (path, beside):
        require_free(each)
    text = marked(_WRITERS[kind](out), kind, held(out))
    written = text.encode(_encoding(kind, text))
    lost = [*losses(out), *lost_besides(out, kind)]
    said = own_file(out, beside=(path.name, written), lost=lost)
    _write({path: written, beside: write_own(said)})
    return said


def _encoding(kind: Format, text: str) -> str:
    """PBN is ISO 8859-1 where that has every letter."""
    return "latin-1" if kind == "pbn" and all(ord(letter) < 256 for letter in text) else "utf-8"


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file that is not there yet; Misuse (bad-file) where that cannot be."""
    _write({path: content})


def _write(contents: Mapping[Path, str | bytes]) -> None:
    """New files, all of them or none."""
    for path in contents:
        require_free(path)
    try:
        write_together(contents)
    except OSError as error:
        place = next(iter(contents))
        raise Misuse("bad-file", f"{place} cannot be written: {error.strerror}", "another place: -o FILE") from error
