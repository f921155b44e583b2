"""The kinds of commands, and the options each takes: what looks, what looks at the whole ledger, what records.

A text that the shell took apart, because it was not quoted, is recognised here.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from cli.options import usage
from cli.options.declared import CommonOption
from cli.terminal import overview, pager
from cli.terminal.settings import check_text, settings
from ledger.errors import Misuse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# The options every command takes


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Note the option where it was given, before or after the command."""
    if isinstance(value, str):
        check_text(f"--{parameter.name}".replace("_", "-"), value, allow_empty=False)
    if value is not None and value is not False and parameter.name:
        setattr(settings(context), parameter.name, value)
    return value


def _common(*names: str, **details: Any) -> Callable[[], click.Option]:
    return lambda: CommonOption(list(names), expose_value=False, callback=_keep, **details)


_LOOKING = (
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

_AT_A_MOMENT = (
    _common("--as-of", metavar="WHEN", help="Look at an earlier moment: 207, R-0001-, end-of-play, 22:41."),
)

_REFUSED = (_common("--as-of", hidden=True, help="Not offered: the past is not written; refused in those words."),)

_WRITING = (
    _common("-n", "--dry-run", is_flag=True, help="Show what would be recorded, record nothing."),
    _common("--yes", is_flag=True, help="Do not ask."),
    _common("--at", metavar="TIME", help="When it happened: 22:41, 2026-03-05T22:41 [default: now]."),
    _common("--clock-is-right", is_flag=True, help="This computer's clock is right, whatever disagrees with it."),
    _common("--by", metavar="NAME", help="Who is recording [env: BRIDGE_LEDGER_BY]."),
    _common(
        "--sign-with", metavar="FILE", help="The key of who records, if tied to one [env: BRIDGE_LEDGER_OFFICIAL_KEY]."
    ),
    _common("--command-id", metavar="ID", help="Idempotency key: the same id records only once."),
)

COMMON = {"every command": _LOOKING, "commands that look": _AT_A_MOMENT, "commands that record": _WRITING}
"""The options that are no command's own, by who takes them."""


def root_options() -> list[click.Parameter]:
    """Options accepted before any command."""
    return [make() for made in COMMON.values() for make in made]


class Paged(click.Command):
    """A command whose help is laid out by `usage`."""

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The same ones wherever it is looked at from: click keeps the option that it makes at the first look."""
        return list(overview.HELP)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help for the screen there is."""
        formatter.write("\n".join(usage.page(self, ctx, formatter.width)))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; of a mistake it is known which command it was made in."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


class Verbs(Paged, click.Group):
    """A noun, with the commands that are typed after it, and the topic that shows the way through them."""

    def __init__(self, *args: Any, guide: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guide = guide

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Its commands, in the order they are usually wanted."""
        return list(self.commands)


class Command(Paged):
    """A command of the desk; it takes the options of its kind after its own."""

    COMMON: tuple[Callable[[], click.Option], ...] = ()

    RECORDS = False
    """Whether it is said of every failure, from what was typed on, what became of what was to be recorded."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in self.COMMON)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What was typed; Misuse (unquoted) where a text was taken apart by the shell."""
        if self.RECORDS:
            settings(ctx).records = True
        typed = list(args)
        check_quoted(self, typed)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if error.message.startswith("Got unexpected extra") and (found := unquoted(ctx, typed)):
                raise found from error
            raise


class QueryCommand(Command):
    """A command that only looks."""

    COMMON = (*_LOOKING, *_AT_A_MOMENT)

    def invoke(self, ctx: click.Context) -> object:
        """Run it, through a pager where it is more than a screen."""
        with pager.paged(settings(ctx)):
            return super().invoke(ctx)


class QueryGroup(Verbs):
    """A command that looks, with others under it that record."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in QueryCommand.COMMON)


class WholeLedgerCommand(Command):
    """A command that looks at the whole ledger, never at an earlier moment of it."""

    COMMON = _LOOKING

    def invoke(self, ctx: click.Context) -> object:
        """Refuse a moment given before the command."""
        if settings(ctx).as_of:
            raise Misuse("usage", f"{ctx.info_name} has no --as-of", "leave it out")
        return super().invoke(ctx)


class MakingCommand(WholeLedgerCommand):
    """A command that makes a ledger, or changes how one is kept."""

    RECORDS = True


class RecordingCommand(Command):
    """A command that records."""

    COMMON = (*_LOOKING, *_REFUSED, *_WRITING)
    RECORDS = True

    def invoke(self, ctx: click.Context) -> object:
        """Check every text before anything is done with it."""
        for name, value in ctx.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(name.strip("_").replace("_", "-"), text)
        return super().invoke(ctx)


_TEXTS = ("alleged", "cards", "contestants", "facts", "question", "result_", "team", "who")
"""The arguments that may have blanks in them."""

_PROSE = ("--weighted", "--split", "--self-inflicted", "--facts", "--findings", "--reason", "--legal-route", "--unless")
"""The options whose text has blanks in it, as a rule."""

_BY_PARTS = {"--split": "NS: 4SN=; EW: 4SN-1", "--self-inflicted": "B: 4SN=; C: 4SN-1"}
"""What is written in parts with a semicolon, at which a shell ends the command."""


def unquoted(context: click.Context, words: Sequence[str]) -> Misuse | None:
    """What to quote of a command line with words too many; None where they are no part of a text.

    Raises click.NoSuchOption where an option that is none was taken for a word.
    """
    command = context.command
    known = {name for param in command.params for name in param.opts + param.secondary_opts}
    for word in words:
        if word.startswith("--") and (name := word.partition("=")[0]) not in known and len(name) > 2:
            raise click.NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=context)
    for option, texts in _options_with_words(command, words):
        text = _BY_PARTS.get(option) or " ".join(texts)
        return _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')
    places = [param for param in command.params if isinstance(param, click.Argument)]
    loose = _loose_words(command, words)
    if not places or places[-1].name not in _TEXTS or len(loose) <= len(places):
        return None
    texts = loose[len(places) - 1 :]
    return _quote_it(f"{len(texts)} words stand where one text belongs", f'"{" ".join(texts)}"')


def check_quoted(command: click.Command, words: Sequence[str]) -> None:
    """Misuse (unquoted) where words after a text would be taken for more of the place, which was named before it."""
    places = [param for param in command.params if isinstance(param, click.Argument)]
    if len(places) != 1 or places[0].nargs != -1 or not words or words[0].startswith("-"):
        return
    for option, texts in _options_with_words(command, words):
        if option in _PROSE:
            text = _BY_PARTS.get(option) or " ".join(texts)
            raise _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')


def _quote_it(message: str, quoted: str) -> Misuse:
    return Misuse("unquoted", message, f"quote it: {quoted}")


def _options_with_words(command: click.Command, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The options that take a free text and have further words behind it."""
    free = {name for param in command.params if _is_free_text(param) for name in param.opts}
    known = {name for param in command.params for name in param.opts}
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in free:
            behind = ([value] if equals and word.startswith("--") else []) + _until_option(words[at + 1 :], known)
            if len(behind) > 1:
                yield name, behind


def _is_free_text(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not param.is_flag and isinstance(param.type, click.types.StringParamType)


def _until_option(words: Sequence[str], known: set[str]) -> list[str]:
    """The words before the next option; one with a single dash may be a text, where it is no option there is."""
    end = next((at for at, word in enumerate(words) if word.startswith("--") or word in known), len(words))
    return list(words[:end])


def _loose_words(command: click.Command, words: Sequence[str]) -> list[str]:
    """The words that belong to no option."""
    valued = {name for param in command.params for name in param.opts if not getattr(param, "is_flag", True)}
    known = {name for param in command.params for name in param.opts}
    found, after_option = [], False
    for word in words:
        if not after_option and not word.startswith("--") and word not in known:
            found.append(word)
        after_option = word in valued
    return found
