"""The desk: the command line, which only talks. Everything it knows it asks the office for.

What can be typed is declared with click alone; what it takes to do it is loaded when it is first looked into, so that
`--help` and a Tab wait for no database. The seam is here: the modules of the rooms below, imported as modules (`from
cli.screens import cases`), are executed at the first use of anything in them; commands are typed in full, as
`ledger.commands.GiveRuling`, for the same reason.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

ROOMS_ON_DEMAND = ("cli.desk", "cli.screens")


class OnDemand:
    """Finds the modules that are loaded when they are first used."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's own place, with a loader that waits; None for every other module."""
        if fullname.rpartition(".")[0] not in ROOMS_ON_DEMAND:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.loader:
            spec.loader = LazyLoader(spec.loader)
        return spec


sys.meta_path.insert(0, OnDemand())


def start() -> None:
    """The way in. Ctrl-C is answered in a sentence from here on, also while the program is still being loaded."""
    try:
        from cli.main import main

        main()
    except KeyboardInterrupt:
        os.write(2, b"interrupted; nothing more was recorded\n")
        sys.exit(130)
