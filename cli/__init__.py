"""The command line. It decides and stores nothing: everything it knows comes from the office (`ledger.office`).

A command's module only declares with click what can be typed. What the work takes is imported at the first use of a
package (`screens.effects`) or in the function, so `--help` and Tab load no database.
"""

import gc
import os
from typing import NoReturn

_NEW_OBJECTS = 200_000
"""Objects made between two garbage collections; with 10,000, `standings` (100,000 objects) took a tenth longer."""


def start() -> NoReturn:
    """Run the program; Ctrl-C ends it with one line on stderr, even while modules are being imported."""
    gc.set_threshold(_NEW_OBJECTS)
    try:
        from cli.main import main

        main()
    except KeyboardInterrupt:
        os.write(2, b"interrupted; nothing more was recorded\n")
        os._exit(130)
