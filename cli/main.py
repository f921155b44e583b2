"""The entry point: finds the command, and turns every failure into a message and an exit code."""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

import click

from cli.options.root import root
from cli.screens import mistakes
from cli.terminal import screen
from cli.terminal.overview import PROGRAM
from cli.terminal.settings import Settings

_INTERRUPTED = 130

_NEW_OBJECTS = 10_000
"""Between two looks for circles nobody reaches: a log has few of them, and every look costs what a log is long."""


def main() -> NoReturn:
    """Run the command line and exit with its code (`help exit-codes`)."""
    gc.set_threshold(_NEW_OBJECTS)
    screen.prepare()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], asked: Settings | None = None) -> int:
    """Run one command line, with what is asked of all of a desk's; the exit code."""
    asked = asked or Settings()
    try:
        code = _command(arguments, asked)
        screen.flush()
    except (KeyboardInterrupt, click.Abort):
        screen.put_aside("interrupted; nothing more was recorded" if asked.records else "interrupted")
        return _INTERRUPTED
    except BrokenPipeError:
        screen.silence()  # what reads our output has gone
        return 0
    except Exception as error:
        return mistakes.report(screen.lost(error) or error, [*arguments, *asked.flags], asked)
    return code if isinstance(code, int) else 0


def _command(arguments: list[str], asked: Settings) -> object:
    """What a command gives back; without any, the help."""
    try:
        return root.main(arguments, prog_name=PROGRAM, standalone_mode=False, obj=asked)
    except click.exceptions.NoArgsIsHelpError as error:
        screen.put(*(error.ctx.get_help() if error.ctx else "").split("\n"))
        return mistakes.NOT_UNDERSTOOD
