"""desk: the same commands from a shell that stays warm."""

import sys

import click

from cli.options.commands import RecordingCommand
from cli.terminal.settings import Settings, settings
from ledger.errors import Misuse


@click.command(cls=RecordingCommand)
@click.pass_context
def desk(context: click.Context) -> None:
    """Stay at the desk: the same commands without the first word, each answered at once.

    The prompt shows the session, and how many calls are open. What other desks record is told as it happens. Tab
    completes, arrow-up repeats, quit or Ctrl-D leaves. What is asked here (--session, --by, -n) holds for every line.

    Without a terminal, lines are read from standard input, and the first that fails ends it with its exit code.

    \b
    Examples:
      bridge-ledger desk --session thursday --by Ahlborn
      bridge-ledger desk < corrections.txt
    """
    asked = settings(context)
    if asked.offices:
        raise Misuse("usage", "this is the desk already", "type the command by itself; `quit` leaves")
    if asked.as_of or asked.at or asked.command_id:
        raise Misuse("usage", "--as-of, --at and --command-id are of one command", "give them to that one")
    from cli.pages.program import this_program
    from cli.terminal.offices import Offices

    this_program()  # what runs here till the end, whatever is installed meanwhile
    asked.offices = Offices()
    context.call_on_close(asked.offices.close)
    context.exit(_stay(asked) if sys.stdin.isatty() and sys.stdout.isatty() else _script(asked))


def _stay(asked: Settings) -> int:
    from cli.shell.shell import Shell  # with what reads keys: nobody waits for it who types no lines here

    return Shell(asked).stay()


def _script(asked: Settings) -> int:
    from cli.shell.script import answer_all

    return answer_all(asked)
