"""The kinds of commands and their common options; and the root command, which finds a command by its name.

An unquoted text, split by the shell, is recognised here. If a command breaks, the log is checked before our code is
blamed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from difflib import get_close_matches
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from cli.desk.desk import Desk
from cli.options import known
from cli.options.declared import CommonOption
from cli.options.known import completions
from cli.terminal import overview, screen
from cli.terminal.overview import COMMANDS
from cli.terminal.settings import check_text, settings
from ledger.errors import Corrupt, Misuse, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# The options that commands share


def _store_setting(context: click.Context, parameter: click.Parameter, value: object) -> object:
    if isinstance(value, str):
        check_text(f"--{parameter.name}".replace("_", "-"), value, allow_empty=False)
    if value is not None and value is not False and parameter.name:
        setattr(settings(context), parameter.name, value)
    return value


def _common(*names: str, **details: Any) -> Callable[[], click.Option]:
    return lambda: CommonOption(list(names), expose_value=False, callback=_store_setting, **details)


_FOR_ALL = (
    _common("--db", metavar="FILE|URL", help="The database [env: BRIDGE_LEDGER_DB; default: bridge-ledger.db]."),
    _common("--session", metavar="ID", help="The session [env: BRIDGE_LEDGER_SESSION; default: the only one]."),
    _common("--json", is_flag=True, help="One JSON object on stdout."),
    _common("--plain", is_flag=True, help="Tab-separated, for other programs."),
    _common(
        "--color", type=click.Choice(["auto", "always", "never"]), help="Colour [default: auto; NO_COLOR is kept]."
    ),
    _common("--no-pager", is_flag=True, help="No pager, also where it is more than a screen."),
    _common("--no-input", is_flag=True, help="Never ask; fail instead."),
    _common("-q", "--quiet", is_flag=True, help="Say only what was recorded."),
    _common("-v", "--verbose", is_flag=True, help="Say more."),
)

_FOR_LOOKING = (
    _common("--as-of", metavar="WHEN", help="Look at an earlier moment: 207, R-0001-, end-of-play, 22:41."),
)

_REFUSED = (_common("--as-of", hidden=True, help="Not offered: the past is not written; refused in those words."),)

_FOR_RECORDING = (
    _common("-n", "--dry-run", is_flag=True, help="Show what would be recorded, record nothing."),
    _common("--yes", is_flag=True, help="Do not ask."),
    _common("--at", metavar="TIME", help="When it happened: 22:41, 2026-03-05T22:41 [default: now]."),
    _common("--by", metavar="NAME", help="Who is recording [env: BRIDGE_LEDGER_BY]."),
    _common(
        "--sign-with", metavar="FILE", help="The key of who records, if tied to one [env: BRIDGE_LEDGER_OFFICIAL_KEY]."
    ),
    _common("--command-id", metavar="ID", help="Idempotency key: the same id records only once."),
)

COMMON = {"every command": _FOR_ALL, "commands that look": _FOR_LOOKING, "commands that record": _FOR_RECORDING}
"""The options that commands share, by the commands that take them."""


def _print_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        screen.put(*context.get_help().split("\n"))
        context.exit()


class Paged(click.Command):
    """A command with its own options first and then those of its kind; `usage` lays out its help."""

    COMMON: tuple[Callable[[], click.Option], ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in self.COMMON)
        for param in self.params:
            param.type = known.type_of(param)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """Return -h and --help as the names of the help option."""
        return list(overview.HELP)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help, changed to print with our own module, so that a closed pipe is no failure."""
        option = super().get_help_option(ctx)
        if option:
            option.callback = _print_help
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of the command, folded to the width of the screen."""
        from cli.options import usage

        formatter.write("\n".join(usage.page(self, ctx, formatter.width)))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the typed words; add the command's context to a usage error, so that the error can hint at its help."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


class Verbs(Paged, click.Group):
    """A group of commands under a noun, with the manual's topic on them."""

    def __init__(self, *args: Any, guide: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guide = guide

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in their usual order of use."""
        return list(self.commands)


class DeskCommand(Paged):
    """A command of this program; its function takes a `Desk` first, and returns the exit code (None: 0)."""

    RECORDS = False
    """True if the command records: it then runs to its end even without a reader, and failures say what it recorded."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the typed words. Misuse (unquoted) if the shell split an unquoted text."""
        if self.RECORDS:
            settings(ctx).records = True
        typed = list(args)
        check_quoted(self, typed)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if error.message.startswith("Got unexpected extra") and (misuse := quoting_hint(ctx, typed)):
                raise misuse from error
            raise

    def invoke(self, ctx: click.Context) -> object:
        """Call the function with a desk; a recording command completes its work even if nobody reads its output."""
        assert self.callback
        with screen.continuing_without_reader() if self.RECORDS else nullcontext():
            return ctx.invoke(self.callback, Desk(ctx, writing=self.RECORDS), **ctx.params)


class QueryCommand(DeskCommand):
    """A command that only reads the ledger."""

    COMMON = (*_FOR_ALL, *_FOR_LOOKING)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, through a pager if its output is longer than the screen."""
        from cli.terminal import pager

        with pager.use_pager(settings(ctx)):
            return super().invoke(ctx)


class QueryGroup(Verbs):
    """A command that reads by itself, and has subcommands that record."""

    COMMON = QueryCommand.COMMON


class WholeLedgerCommand(DeskCommand):
    """A command on the whole ledger; it cannot be combined with --as-of."""

    COMMON = _FOR_ALL

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; Misuse (usage) if --as-of was typed before its name."""
        if settings(ctx).as_of:
            raise Misuse("usage", f"{ctx.info_name} has no --as-of", "leave it out")
        return super().invoke(ctx)


class MakingCommand(WholeLedgerCommand):
    """A command that creates a ledger, or changes how a ledger is stored."""

    RECORDS = True


class RecordingCommand(DeskCommand):
    """A command that records events in the ledger."""

    COMMON = (*_FOR_ALL, *_REFUSED, *_FOR_RECORDING)
    RECORDS = True

    def invoke(self, ctx: click.Context) -> object:
        """Check every text that was typed, then run the command."""
        for name, value in ctx.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(name.strip("_").replace("_", "-"), text)
        return super().invoke(ctx)


_TEXTS = ("alleged", "cards", "contestants", "facts", "question", "result_", "team", "who")
"""The arguments whose text may have blanks."""

_PROSE = ("--weighted", "--split", "--self-inflicted", "--facts", "--findings", "--reason", "--legal-route", "--unless")
"""The options whose text has blanks in it, as a rule."""

_EXAMPLES_OF_PARTS = {"--split": "NS: 4SN=; EW: 4SN-1", "--self-inflicted": "B: 4SN=; C: 4SN-1"}
"""Examples for options whose text has parts with a semicolon, at which a shell ends the command."""


def quoting_hint(context: click.Context, words: Sequence[str]) -> Misuse | None:
    """Return a Misuse that shows which text to quote if a line has too many words; None if no text explains them.

    Raises click.NoSuchOption if an unknown option was taken for a word.
    """
    command = context.command
    known = {name for param in command.params for name in param.opts + param.secondary_opts}
    for word in words:
        if word.startswith("--") and (name := word.partition("=")[0]) not in known and len(name) > 2:
            raise click.NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=context)
    for option, texts in _options_with_words(command, words):
        text = _EXAMPLES_OF_PARTS.get(option) or " ".join(texts)
        return _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')
    positional = [param for param in command.params if isinstance(param, click.Argument)]
    # The words that belong to no option.
    valued = {name for param in command.params for name in param.opts if not getattr(param, "is_flag", True)}
    loose, after_option = [], False
    for word in words:
        if not after_option and not word.startswith("--") and word not in known:
            loose.append(word)
        after_option = word in valued
    if not positional or positional[-1].name not in _TEXTS or len(loose) <= len(positional):
        return None
    texts = loose[len(positional) - 1 :]
    return _quote_it(f"{len(texts)} words stand where one text belongs", f'"{" ".join(texts)}"')


def check_quoted(command: click.Command, words: Sequence[str]) -> None:
    """Raise Misuse (unquoted) if an option's text lacks quotes, so that its later words would become arguments."""
    positional = [param for param in command.params if isinstance(param, click.Argument)]
    if len(positional) != 1 or positional[0].nargs != -1 or not words or words[0].startswith("-"):
        return
    for option, texts in _options_with_words(command, words):
        if option in _PROSE:
            text = _EXAMPLES_OF_PARTS.get(option) or " ".join(texts)
            raise _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')


def _quote_it(message: str, quoted: str) -> Misuse:
    return Misuse("unquoted", message, f"quote it: {quoted}")


def _options_with_words(command: click.Command, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each option of free text with the words that follow it, if there are several."""
    options = [each for each in command.params if isinstance(each, click.Option) and not each.is_flag]
    free = {name for each in options if isinstance(each.type, click.types.StringParamType) for name in each.opts}
    known = {name for param in command.params for name in param.opts}
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in free:
            # a word with a single dash may be a text, if no option has this name
            texts = takewhile(lambda each: not each.startswith("--") and each not in known, words[at + 1 :])
            behind = [*([value] if equals and word.startswith("--") else []), *texts]
            if len(behind) > 1:
                yield name, behind


def corrupt_if_damaged(context: click.Context, error: Exception) -> Exception:
    """Return Corrupt (bad-log) if `verify` finds the log damaged, and else the error itself."""
    try:
        run = settings(context)
        from ledger.office import Office  # loads the database: only if a command broke

        with Office.open(run.database) as office:
            for audit in office.verify(office.resolve_session(run.session_id), strict=True):
                for check, findings in audit.checks.items():
                    if findings:
                        what = f"session {audit.session}" if audit.session else "the ledger"
                        wrong = f"{what} is not as an office records it: {check}: {findings[0].text}"
                        return Corrupt("bad-log", wrong, "`verify --strict` lists all that is wrong")
    except Exception:  # if the check fails too, the first error is reported
        return error
    return error


class Root(Verbs):
    """The top-level group; it imports a command's module only when the command is called."""

    COMMON = tuple(make for options in COMMON.values() for make in options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order in which the help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return the command."""
        return overview.command(cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the options, and the commands without importing their modules, for Tab."""
        return [*completions(COMMANDS, incomplete), *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; if it fails because the log is damaged, raise Corrupt instead of its error."""
        from ledger.bridge.notation import Unreadable

        try:
            return super().invoke(ctx)
        except (Problem, Unreadable, click.ClickException, click.exceptions.Exit, click.Abort, OSError):
            raise
        except Exception as error:
            if _was_interrupted(error):
                raise KeyboardInterrupt from error
            raise corrupt_if_damaged(ctx, error) from error

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help that lists all commands by section, without importing their modules."""
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


def _was_interrupted(error: BaseException | None) -> bool:
    """Return True if an error arose while Ctrl-C was being handled."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


@click.command(cls=Root, params=[_VERSION], context_settings={"max_content_width": overview.WIDEST})
def root() -> None:
    """An event-sourced ruling ledger for duplicate bridge: every score answers the question "why?"."""
