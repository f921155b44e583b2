"""The desk: the command line, which only talks. Everything it knows it asks the office for.

A command's module declares with click what can be typed; what it takes to do it is imported when it is done, at the
first use of a room (`screens.effects`) or in the function. So `--help` and a Tab wait for no database.
"""

import os
from typing import NoReturn


def start() -> NoReturn:
    """Run the program; Ctrl-C ends it in one line from here on, also while modules are imported."""
    try:
        from cli.main import main

        main()
    except KeyboardInterrupt:
        os.write(2, b"interrupted; nothing more was recorded\n")
        os._exit(130)
