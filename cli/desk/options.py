"""What can be typed: the options every command takes, and those that several share, each set as one object.

A set of options is a class of `Options` whose attributes are made by `option`; `takes` gives a command the object.
The help of a command shows each under its heading; a shared set that a topic tells is named there in a line, and the
options every command takes too. Nothing here needs more than click, so that help and completion come at once.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn

import click

from cli.desk import overview, pager, unquoted, usage
from cli.desk.addresses import BoardArgument
from cli.desk.references import Case
from cli.desk.settings import check_text, settings
from cli.screens import vocabulary
from ledger.errors import Misuse

Body = Callable[..., None]


class Heading(NamedTuple):
    """What options stand under in the help of a command.

    Where `topic` names one of the manual's that tells them, a page too long for a screen names them in a line; where
    they are `rare`, every page does.
    """

    title: str
    topic: str = ""
    rare: bool = False


class Headed(click.Option):
    """An option that stands under a heading in the help."""

    def __init__(self, *args: Any, heading: Heading | None = None, **details: Any) -> None:
        super().__init__(*args, **details)
        self.heading = heading or Heading("Options")


class Common(Headed):
    """An option of every command of its kind."""


class Declared:
    """An option as it is declared: its names on the command line, and what click wants to know of it."""

    def __init__(self, names: tuple[str, ...], details: dict[str, Any]) -> None:
        self.names = names
        self.details = details


def option(*names: str, **details: Any) -> Any:
    """An attribute of a set of options; the type that is written beside it is what a command gets."""
    return Declared(names, details)


class Options:
    """A set of options, with the values they were given; those are not changed. In the help they have a heading."""

    HEADING = Heading("Options")

    def __init__(self, given: dict[str, object]) -> None:
        for name in self.declared():
            vars(self)[name] = given.pop(name)

    @classmethod
    def declared(cls) -> dict[str, Declared]:
        """The options of the set by name, in the order they are written."""
        return {name: each for name, each in vars(cls).items() if isinstance(each, Declared)}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} is as it was typed")


def takes(**sets: type[Options]) -> Callable[[Body], Body]:
    """Give a command one object for each set of options: `@takes(score=ScoreOptions)` and an argument `score`."""

    def decorate(body: Body) -> Body:
        @wraps(body)
        def with_objects(*args: object, **given: object) -> None:
            made = {name: kind(given) for name, kind in sets.items()}
            body(*args, **given, **made)

        return _declared(with_objects, sets.values())

    return decorate


def _declared(body: Body, sets: Iterable[type[Options]]) -> Body:
    """The command with the options of its sets, in the order they are written."""
    declared = [(each, name, option) for each in sets for name, option in each.declared().items()]
    for each, name, option in reversed(declared):
        body = click.option(name, *option.names, cls=Headed, **{"heading": each.HEADING} | option.details)(body)
    return body


def made(kind: type[Options]) -> list[click.Option]:
    """The options of a set, by themselves."""
    return [Headed([name, *each.names], **each.details) for name, each in kind.declared().items()]


# The options every command takes


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Note the option where it was given, before or after the command."""
    if isinstance(value, str):
        check_text(f"--{parameter.name}".replace("_", "-"), value, allow_empty=False)
    if value is not None and value is not False and parameter.name:
        setattr(settings(context), parameter.name, value)
    return value


def _common(*names: str, **details: Any) -> Callable[[], click.Option]:
    return lambda: Common(list(names), expose_value=False, callback=_keep, **details)


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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in self.COMMON)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What was typed; Misuse (unquoted) where a text was taken apart by the shell."""
        typed = list(args)
        unquoted.check_quoted(self, typed)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if error.message.startswith("Got unexpected extra") and (found := unquoted.unquoted(ctx, typed)):
                raise found from error
            raise


class Looking(Command):
    """A command that only looks."""

    COMMON = (*_LOOKING, *_AT_A_MOMENT)

    def invoke(self, ctx: click.Context) -> object:
        """Run it, through a pager where it is more than a screen."""
        with pager.paged(settings(ctx)):
            return super().invoke(ctx)


class LookingGroup(Verbs):
    """A command that looks, with others under it that record."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in Looking.COMMON)


class Standing(Command):
    """A command that looks at the whole ledger, never at an earlier moment of it."""

    COMMON = _LOOKING

    def invoke(self, ctx: click.Context) -> object:
        """Refuse a moment given before the command."""
        if settings(ctx).as_of:
            raise Misuse("usage", f"{ctx.info_name} has no --as-of", "leave it out")
        return super().invoke(ctx)


class Writing(Command):
    """A command that records."""

    COMMON = (*_LOOKING, *_REFUSED, *_WRITING)

    def invoke(self, ctx: click.Context) -> object:
        """Check every text before anything is done with it."""
        for name, value in ctx.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(name.strip("_").replace("_", "-"), text)
        return super().invoke(ctx)


# What several commands take


class SeatChoice(click.Choice[str]):
    """A seat by its letter, or in full: N, north; and whatever else may stand for one."""

    _IN_FULL: ClassVar = {"north": "N", "east": "E", "south": "S", "west": "W"}

    def __init__(self, *choices: str) -> None:
        super().__init__(choices or tuple("NESW"), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The letter of a seat."""
        return super().convert(self._IN_FULL.get(str(value).casefold(), value), param, ctx)


board_argument = click.argument("board", cls=BoardArgument)
case_argument = click.argument("case", type=Case())
reason_option = click.option("--reason", default="", metavar="TEXT", help="Why.")
erased_because_option = click.option(
    "--because",
    type=click.Choice(list(vocabulary.ERASED_BECAUSE)),
    default="asked",
    help="Why: whom it is about asked for it; it never belonged there; it was kept long enough [default: asked].",
)
declarer_option = click.option("--declarer", type=SeatChoice(), help="Who declares, where the result does not say.")
law_option = click.option(
    "--law", "laws", multiple=True, metavar="LAW", help="The Law applied: 90B2 (can be repeated)."
)
language_option = click.option(
    "--language", default="en", metavar="LANGUAGE", help="The page's own words: en, de, or a .po file [default: en]."
)


def key_option(text: str) -> Callable[[Body], Body]:
    """The option --key."""
    return click.option("--key", "named", metavar="KEY", help=text)


class SeatsOptions(Options):
    """The options that name a table of a board."""

    HEADING = Heading("Which table", "options")

    table: str | None = option("--table", metavar="TABLE", help="The table; or write the board as 23/1.")
    ns: str | None = option("--ns", metavar="CONTESTANT", help="Who sat North–South.")
    ew: str | None = option("--ew", metavar="CONTESTANT", help="Who sat East–West.")
    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round, where teams meet again.")


switched_option = click.option(
    "--switched", cls=Headed, heading=SeatsOptions.HEADING, is_flag=True, help="Arrow-switched: 1EW sat North–South."
)


class ReallyOptions(Options):
    """Who really sat at a table, where that was recorded wrongly."""

    HEADING = Heading("Who really sat there")

    now_ns: str | None = option("--now-ns", metavar="CONTESTANT", help="Who really sat North–South.")
    now_ew: str | None = option("--now-ew", metavar="CONTESTANT", help="Who really sat East–West.")
    now_table: str | None = option("--now-table", metavar="TABLE", help="The table it really was.")
    now_round: int | None = option("--now-round", type=click.IntRange(1, 999), help="The round it really was.")
    swapped: bool = option(
        "--swapped", is_flag=True, help="The two contestants sat the other way round; the result stays North–South's."
    )
    switched: bool = option(
        "--switched", is_flag=True, help="With --now-…: the table was arrow-switched; 1EW sat North–South."
    )
    exchange: bool = option(
        "--exchange", is_flag=True, help="With --now-…: the other table of the board gets who is recorded here."
    )


class ReopeningOptions(Options):
    """What allows a change after the periods have run out."""

    HEADING = Heading("After the periods", "options", rare=True)

    reopen: Literal["79C2", "authority", "disciplinary"] | None = option(
        "--reopen",
        type=click.Choice(list(vocabulary.REOPENINGS)),
        help="After the periods: a scoring error (79C2), the regulating authority, a disciplinary finding.",
    )
    authority: str | None = option("--authority", metavar="WHO", help="With --reopen: who approved or decided it.")
    beyond_doubt: bool = option("--beyond-doubt", is_flag=True, help="With --reopen 79C2: beyond reasonable doubt.")
