"""How this program is to be called from where it was called: by its name where that finds it, else by its place."""

import shlex
import shutil
import sys
from pathlib import Path

from cli.terminal.overview import PROGRAM


def own_place() -> str | None:
    """Where the program is, as it was typed; None where it was started in another way, from Python."""
    started = Path(sys.argv[0] or ".")
    return sys.argv[0] if started.stem == PROGRAM else None


def found_by_name() -> str | None:
    """What the name alone would start; None where the PATH has nothing of that name."""
    return shutil.which(PROGRAM)


def is_found_by_name() -> bool:
    """Whether the name alone starts this very program; so it is told where nobody knows its place."""
    place, found = own_place(), found_by_name()
    return place is None or (found is not None and Path(found).resolve() == Path(place).resolve())


def called() -> str:
    """What to type for the program, from this folder: 'bridge-ledger', '.venv/bin/bridge-ledger'."""
    place = own_place()
    return PROGRAM if place is None or is_found_by_name() else shlex.quote(place)
