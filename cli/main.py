"""The entry point: runs a command line, and turns every failure into a message and an exit code."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from cli.desk.commands import root
from cli.terminal import screen
from cli.terminal.overview import COMPLETE, PROGRAM
from cli.terminal.settings import Settings

_INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line and exit with its code (`help exit-codes`); when a shell asks for Tab, print completions."""
    if COMPLETE in os.environ:
        with suppress(Exception, SystemExit):  # an error would be printed into the line being typed
            root.main(prog_name=PROGRAM)
        _leave(0)
    screen.prepare()
    _leave(run(sys.argv[1:]))


def _leave(code: int) -> NoReturn:
    """Exit; at once, when all is closed: taking every object apart would take a quarter of a question's time."""
    atexit.register(_end, code)
    sys.exit(code)


def _end(code: int) -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader has gone: said already, or nobody is there to be told
            stream.flush()
    os._exit(code)


def run(arguments: list[str], asked: Settings | None = None) -> int:
    """Run one command line and return its exit code; `asked`: the settings of a desk that runs many lines."""
    asked = asked or Settings()
    code: object = 0
    try:
        code = _command(arguments, asked)
        screen.flush()
    except (KeyboardInterrupt, click.Abort):
        screen.put_on_stderr("interrupted; nothing more was recorded" if asked.records else "interrupted")
        return _INTERRUPTED
    except screen.ReaderGone:
        pass  # a reading command may stop; one that has ended keeps its code
    except Exception as error:
        from cli.screens import mistakes

        return mistakes.report(screen.output_lost_error(error) or error, [*arguments, *asked.flags], asked)
    return code if isinstance(code, int) else 0


def _command(arguments: list[str], asked: Settings) -> object:
    """Run the command and return its result; without a command, print the help and return EXIT_USAGE."""
    try:
        return root.main(arguments, prog_name=PROGRAM, standalone_mode=False, obj=asked)
    except click.exceptions.NoArgsIsHelpError as error:
        from cli.screens import mistakes

        screen.put(*(error.ctx.get_help() if error.ctx else "").split("\n"))
        return mistakes.EXIT_USAGE
