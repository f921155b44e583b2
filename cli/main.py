"""The entry point: finds the command, and turns every failure into a message and an exit code."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NoReturn

import click

from cli.desk import overview, screen
from cli.desk.options import Verbs, root_options
from cli.desk.overview import COMMANDS
from cli.desk.program import PROGRAM
from cli.desk.settings import Settings
from cli.desk.soundness import blamed
from cli.screens import mistakes
from ledger.bridge.unreadable import Unreadable
from ledger.errors import Problem

_INTERRUPTED = 130


class Root(Verbs):
    """The top-level group; a command's module is imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All command names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and take it from there."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(module), attribute)
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; where it breaks on what the log says, the log is told, not our mistake."""
        try:
            return super().invoke(ctx)
        except (Problem, Unreadable, click.ClickException, click.exceptions.Exit, click.Abort, OSError):
            raise
        except Exception as error:
            if _broke_off(error):
                raise KeyboardInterrupt from error
            raise blamed(ctx, error) from error

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by section, without importing any."""
        formatter.write("\n".join(overview.page(formatter.width)))


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        screen.put(overview.version())
        context.exit()


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)


def _broke_off(error: BaseException | None) -> bool:
    """Whether an error came as Ctrl-C was being obeyed: something was let go of that had only begun."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


@click.command(cls=Root, params=[*root_options(), _VERSION], context_settings={"max_content_width": overview.WIDEST})
def root() -> None:
    """An event-sourced ruling ledger for duplicate bridge: every score answers the question "why?"."""


def main() -> NoReturn:
    """Run the command line and exit with its code (`help exit-codes`)."""
    screen.prepare()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], asked: Settings | None = None) -> int:
    """Run one command line, with what is asked of all of a desk's; the exit code."""
    asked = asked or Settings()
    try:
        code = _command(arguments, asked)
        screen.flush()
    except (KeyboardInterrupt, click.Abort):
        screen.put_aside("interrupted; nothing more was recorded")
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
