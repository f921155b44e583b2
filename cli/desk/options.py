"""What can be typed: the options every command takes, and those that several share, each set as one object.

A set of options is a class of `Options` whose attributes are made by `option`; `takes` gives a command the object.
Nothing here needs more than click, so that help and completion come at once.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Literal, NoReturn

import click

from cli.desk import names
from cli.desk.settings import check_text, settings
from cli.screens import vocabulary
from ledger.errors import Misuse

Body = Callable[..., None]


class Declared:
    """An option as it is declared: its names on the command line, and what click wants to know of it."""

    def __init__(self, names: tuple[str, ...], details: dict[str, Any]) -> None:
        self.names = names
        self.details = details


def option(*names: str, **details: Any) -> Any:
    """An attribute of a set of options; the type that is written beside it is what a command gets."""
    return Declared(names, details)


class Options:
    """A set of options, with the values they were given; those are not changed."""

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
    for name, each in reversed([each for kind in sets for each in kind.declared().items()]):
        body = click.option(name, *each.names, **each.details)(body)
    return body


# The options every command takes


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> object:
    """Note the option where it was given, before or after the command."""
    if isinstance(value, str):
        check_text(f"--{parameter.name}".replace("_", "-"), value, allow_empty=False)
    if value is not None and value is not False and parameter.name:
        setattr(settings(context), parameter.name, value)
    return value


def _common(*names: str, **details: Any) -> Callable[[], click.Option]:
    return lambda: click.Option(list(names), expose_value=False, callback=_keep, **details)


_LOOKING = (
    _common("--db", metavar="FILE|URL", help="The database [env: BRIDGE_LEDGER_DB; default: bridge-ledger.db]."),
    _common("--session", metavar="ID", help="The session [env: BRIDGE_LEDGER_SESSION; default: the only one]."),
    _common("--json", is_flag=True, help="One JSON object on stdout."),
    _common("--plain", is_flag=True, help="Tab-separated, for other programs."),
    _common(
        "--color", type=click.Choice(["auto", "always", "never"]), help="Colour [default: auto; NO_COLOR is kept]."
    ),
    _common("--no-pager", is_flag=True, help="Accepted; output is never paged."),
    _common("--no-input", is_flag=True, help="Never ask; fail instead."),
    _common("-q", "--quiet", is_flag=True, help="Say only what was recorded."),
    _common("-v", "--verbose", is_flag=True, help="Say more."),
)
_AT_A_MOMENT = (
    _common("--as-of", metavar="WHEN", help="Look at an earlier moment: 207, R-0001-, end-of-play, 22:41."),
)
_REFUSED = (_common("--as-of", hidden=True, help="Not offered: the past is not written; refused in those words."),)
_WRITING = (
    _common("--by", metavar="NAME", help="Who is recording [env: BRIDGE_LEDGER_BY]."),
    _common(
        "--sign-with", metavar="FILE", help="The key of who records, if tied to one [env: BRIDGE_LEDGER_OFFICIAL_KEY]."
    ),
    _common("--at", metavar="TIME", help="When it happened: 22:41, 2026-03-05T22:41 [default: now]."),
    _common("-n", "--dry-run", is_flag=True, help="Show what would be recorded, record nothing."),
    _common("--yes", is_flag=True, help="Do not ask."),
    _common("--command-id", metavar="ID", help="Idempotency key: the same id records only once."),
)


def root_options() -> list[click.Parameter]:
    """Options accepted before any command."""
    return [make() for make in (*_LOOKING, *_AT_A_MOMENT, *_WRITING)]


class Command(click.Command):
    """A command of the desk; it takes the options of its kind after its own."""

    COMMON: tuple[Callable[[], click.Option], ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(make() for make in self.COMMON)


class Looking(Command):
    """A command that only looks."""

    COMMON = (*_LOOKING, *_AT_A_MOMENT)


class LookingGroup(click.Group):
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


class BoardAndTable(click.ParamType[tuple[int, str | None]]):
    """A board, or a board and table together: '23', '23/1'."""

    name = "board"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str | None]:
        """Board number, and the table where it is given."""
        board, _, table = str(value).partition("/")
        return names.parse_board(board), table or None


board_argument = click.argument("board", type=BoardAndTable())
case_argument = click.argument("case")
reason_option = click.option("--reason", default="", help="Why.")
erased_because_option = click.option(
    "--because",
    type=click.Choice(list(vocabulary.ERASED_BECAUSE)),
    default="asked",
    help="Why: whom it is about asked for it; it never belonged there; it was kept long enough [default: asked].",
)
declarer_option = click.option(
    "--declarer",
    type=click.Choice(list("NESW"), case_sensitive=False),
    help="Who declares, where the result does not say.",
)
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

    table: str | None = option("--table", metavar="TABLE", help="The table (or write the board as 23/1).")
    ns: str | None = option("--ns", metavar="CONTESTANT", help="Who sat North–South.")
    ew: str | None = option("--ew", metavar="CONTESTANT", help="Who sat East–West.")
    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round, where teams meet again.")


switched_option = click.option(
    "--switched", is_flag=True, help="Arrow-switched: 1EW sat North–South, where the directions are ranked apart."
)


class ReallyOptions(Options):
    """Who really sat at a table, where that was recorded wrongly."""

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

    reopen: Literal["79C2", "authority", "disciplinary"] | None = option(
        "--reopen",
        type=click.Choice(list(vocabulary.REOPENINGS)),
        help="After the periods: a scoring error (79C2), the regulating authority, a disciplinary finding.",
    )
    authority: str | None = option("--authority", metavar="WHO", help="With --reopen: who approved or decided it.")
    beyond_doubt: bool = option("--beyond-doubt", is_flag=True, help="With --reopen 79C2: beyond reasonable doubt.")
