"""The command line as a whole: finds a command by its name, and where one breaks, asks whether the log is sound."""

from __future__ import annotations

from importlib import import_module

import click

from cli.options.commands import Verbs, root_options
from cli.terminal import overview, screen
from cli.terminal.overview import COMMANDS
from cli.terminal.settings import Settings, settings
from ledger.bridge.notation import Unreadable
from ledger.errors import Corrupt, Problem


def blamed(context: click.Context, error: Exception) -> Exception:
    """The error as it is; or Corrupt (bad-log), where `verify` finds that no office recorded the log it broke on."""
    try:
        found = _found(settings(context))
    except Exception:  # whatever keeps the log from being checked, what broke first is told
        return error
    return found or error


def _found(asked: Settings) -> Problem | None:
    """What is wrong with the database, or the session meant; None where they are sound, or nobody said which."""
    from ledger.office import Office  # with the database: only where something broke

    with Office.open(asked.database) as office:
        for audit in office.verify(office.the_session(asked.session_id), strict=True):
            for check, findings in audit.checks.items():
                if findings:
                    what = f"session {audit.session}" if audit.session else "the ledger"
                    wrong = f"{what} is not as an office records it: {check}: {findings[0].text}"
                    return Corrupt("bad-log", wrong, "`verify --strict` says all of it")
    return None


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
