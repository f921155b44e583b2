"""The declaration of options: as attributes of a class, with the type a command gets, and a heading in the help.

Also options that several commands take: the board, the case, the reason, seats, a score, a late change.
"""

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn

import click

from cli.options.addresses import SEATS_IN_FULL, BoardArgument, Case, side_named
from cli.words import vocabulary
from ledger.errors import Misuse


class Heading(NamedTuple):
    """A heading over options in the help of a command.

    Options with a `topic`, a page of the manual, are only named, in a line, if the help does not fit the screen; `rare`
    options always are.
    """

    title: str
    topic: str = ""
    rare: bool = False


class DeclaredOption:
    """An option as a class declares it: its names on the command line, and its keyword arguments for click."""

    def __init__(self, names: tuple[str, ...], details: dict[str, Any]) -> None:
        self.names = names
        self.details = details


class Options:
    """A read-only set of options with their typed values, listed under one heading in the help."""

    HEADING = Heading("Options")

    def __init__(self, given: dict[str, object]) -> None:
        for name in self.declared():
            vars(self)[name] = given.pop(name)

    @classmethod
    def declared(cls) -> dict[str, DeclaredOption]:
        """Return the declared options by attribute name, in the order of their declaration, a base's first."""
        attributes = (each for kind in reversed(cls.__mro__) for each in vars(kind).items())
        return {name: each for name, each in attributes if isinstance(each, DeclaredOption)}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} is as it was typed")


# What several commands take


CLUB_FILE: dict[str, Any] = {
    "metavar": "FILE",
    "type": click.Path(path_type=Path, dir_okay=False),
    "envvar": "BRIDGE_LEDGER_CLUB",
    "help": "The club's name, colour and logo: .toml [env: BRIDGE_LEDGER_CLUB].",
}


_FILE_WANTED = "a file", "save what is there, as a browser does, and name that file"
_FOLDER_WANTED = "a folder", "name one here, and copy it to the web host"


class OnThisComputer(click.Path):
    """The option type of a file or folder on this computer; it refuses a web address."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of a file or folder; refuse a web address."""
        from ledger.files import looks_like_address, without_login

        if looks_like_address(str(value)):
            is_folder = param is not None and param.metavar == "DIR"
            what, hint = _FOLDER_WANTED if is_folder else _FILE_WANTED
            raise Misuse("usage", f"{without_login(str(value))} is an address: {what} on this computer is wanted", hint)
        return super().convert(value, param, ctx)


class SeatChoice(click.Choice[str]):
    """The option type of a seat by letter or name (N, north), or of another listed choice."""

    def __init__(self, *choices: str) -> None:
        super().__init__(choices or tuple("NESW"), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a seat typed by letter or name as its letter (north: N); any other choice as it stands in the list."""
        return super().convert(SEATS_IN_FULL.get(str(value).casefold(), value), param, ctx)


class SideChoice(click.Choice[str]):
    """The option type of a side by letters, name or seat (NS, north, East–West), or of another listed choice."""

    def __init__(self, *choices: str) -> None:
        super().__init__(choices, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a side typed by letters, name or seat as its letters (North: NS); any other choice as in the list."""
        return super().convert(side_named(str(value)) or value, param, ctx)


def option(*names: str, **details: Any) -> Any:
    """Declare an option as an attribute of an `Options` class; the attribute's annotation is the type of its value."""
    return DeclaredOption(names, details)


def read_by(read: Callable[[str], object]) -> Callable[[click.Context, click.Parameter, str | None], object]:
    """Return a click callback that parses the typed text with `read`, and returns None for None."""
    return lambda _context, _parameter, text: None if text is None else read(text)


def _check_score(_context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text:
        from cli.options.scores import parse_score  # loads the Laws: `--help` and Tab do without
        from ledger.bridge import Seat

        parse_score(str(parameter.name), text, "NS", Seat.N)  # any declarer: the real one may be recorded at the table
    return text


def _score_option(name: str, metavar: str, text: str) -> Any:
    return option(name, metavar=metavar, callback=_check_score, help=text)


def _read_laws(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...], *, now: bool = False
) -> tuple[str, ...]:
    """Parse citations of the Laws and drop repeated ones; one text may cite several. `now`: by the newest edition."""
    if not texts:  # Tab and most commands load no edition
        return ()
    from ledger.laws.edition import parse_any, parse_now

    parse = parse_now if now else parse_any
    return tuple(dict.fromkeys(parse(law) for text in texts for law in text.split(",")))


LAWS: dict[str, Any] = {"multiple": True, "metavar": "LAW", "callback": _read_laws}
"""An option for Laws of the session's edition, which is known only later."""

LAWS_NOW = LAWS | {"callback": partial(_read_laws, now=True)}
"""An option for Laws of the newest edition, or one named ('12C1e of 2007'), by which all cases are searched."""


class ScoreOptions(Options):
    """Options for the score of a ruling or a decision: one option for each kind of score."""

    HEADING = Heading("The score, one of", "rulings")

    result: str | None = _score_option("--result", "RESULT", "Assigned: one result for both sides.")
    transfer: int | None = option(
        "--transfer", type=click.IntRange(1, 13), metavar="TRICKS", help="Tricks from the offenders after a revoke."
    )
    weighted: str | None = _score_option("--weighted", "WEIGHTING", 'Weighted: "60% 4SN=, 40% 4SN-1".')
    split: str | None = _score_option("--split", "SIDES", 'Split: "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1".')
    artificial: str | None = _score_option("--artificial", "NS/EW", "Artificial: A+/A-, 60/40; one side: A+/-.")
    unless: str | None = option("--unless", metavar="RESULT", help="With --artificial: this if better.")
    awarded: str | None = _score_option("--awarded", "NS/EW", "Scores given outright, in matchpoints: 23/11.")
    field: Literal["keep", "out"] | None = option(
        "--field", type=click.Choice(["keep", "out"]), help="With --awarded: compare the table result? [keep]."
    )
    self_inflicted: str | None = _score_option(
        "--self-inflicted", "B-AND-C", 'Self-inflicted: "B: 4SN=; C: 5HE-1"; A as played.'
    )
    claim: str | None = _score_option("--claim", "RESULT", "A contested claim (70): one result.")
    stands: bool = option("--stands", is_flag=True, help="The table result stands, infraction or not.")
    declarer: str | None = option("--declarer", type=SeatChoice(), help="Who declares, where the results do not say.")


SCORES = ("result", "transfer", "weighted", "split", "artificial", "awarded", "self_inflicted", "claim", "stands")
"""The options that are a kind of score each."""

Body = Callable[..., object]


class HeadedOption(click.Option):
    """A click option that the help lists under a heading."""

    def __init__(self, *args: Any, heading: Heading | None = None, **details: Any) -> None:
        super().__init__(*args, **details)
        self.heading = heading or Heading("Options")


class CommonOption(HeadedOption):
    """An option that every command of a kind takes, such as --db."""


def takes(**sets: type[Options]) -> Callable[[Body], Body]:
    """Return a decorator that adds sets of options to a command: `score=ScoreOptions` gives its function `score`."""

    def decorate(body: Body) -> Body:
        @wraps(body)
        def with_objects(*args: object, **given: object) -> object:
            # Each set takes its own values out of `given`: so first the sets, then what they leave.
            objects = {name: kind(given) for name, kind in sets.items()}
            return body(*args, **given, **objects)

        declared: Body = with_objects
        for kind in reversed(sets.values()):
            for name, declaration in reversed(kind.declared().items()):
                details = {"heading": kind.HEADING} | declaration.details
                declared = click.option(name, *declaration.names, cls=HeadedOption, **details)(declared)
        return declared

    return decorate


def click_options(kind: type[Options]) -> list[click.Option]:
    """Return the click options for a set of options."""
    return [HeadedOption([name, *each.names], **each.details) for name, each in kind.declared().items()]


board_argument = click.argument("board", cls=BoardArgument)

case_argument = click.argument("case", type=Case())

reason_option = click.option("--reason", default="", metavar="TEXT", help="Why.")

erased_because_option = click.option(
    "--because",
    type=click.Choice(list(vocabulary.ERASED_BECAUSE)),
    help="Why: whom it is about asked for it; it never belonged there; it was kept long enough [default: asked].",
)

declarer_option = click.option("--declarer", type=SeatChoice(), help="Who declares, where the result does not say.")

MEMBERS_LIST: dict[str, Any] = {
    "metavar": "FILE",
    "type": click.Path(path_type=Path),
    "help": "The list of members to find people on: .csv, .xlsx [env: BRIDGE_LEDGER_MEMBERS].",
}

MEMBERS = click.option("--members", **MEMBERS_LIST)

ENTRIES = click.option(
    "--from", "file", metavar="FILE", type=click.Path(path_type=Path), help="A table of them: .csv, .xlsx."
)


class PageOptions(Options):
    """Options for the language of printed pages, and for the club named on them."""

    language: str = option(
        "--language",
        default="en",
        metavar="LANGUAGE",
        help="The page's own words: en, de, or a .po file [default: en].",
    )
    club: Path | None = option("--club", **CLUB_FILE)


url_option = click.option(
    "--url", metavar="URL", default="", help="The address phones open, where a proxy or a web host stands before it."
)


def key_option(text: str) -> Callable[[Body], Body]:
    """Return the option --key with this help text."""
    return click.option("--key", "named", metavar="KEY", help=text)


def tiles_option(text: str) -> Callable[[Body], Body]:
    """Return the option --tiles, a folder for the tiles of a log, with this help text."""
    return click.option("--tiles", "tiled", metavar="DIR", type=OnThisComputer(), help=text)


periods_from_option = click.option(
    "--periods-from-at",
    "from_then",
    default="",
    metavar="WHY",
    help="Why the periods run from --at, and not from now; the chief director's.",
)


class SeatsOptions(Options):
    """Options that name a table of a board: its name, its contestants, or the round."""

    HEADING = Heading("Which table", "options")

    table: str | None = option("--table", metavar="TABLE", help="The table; or write the board as 23/1.")
    ns: str | None = option("--ns", metavar="CONTESTANT", help="Who sat North–South.")
    ew: str | None = option("--ew", metavar="CONTESTANT", help="Who sat East–West.")
    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round, where teams meet again.")


switched_option = click.option(
    "--switched",
    cls=HeadedOption,
    heading=SeatsOptions.HEADING,
    is_flag=True,
    help="Arrow-switched: 1EW sat North–South.",
)


class CorrectSeatingOptions(Options):
    """Options for the correct contestants, board, table and round of a play that was recorded wrongly."""

    HEADING = Heading("Who really sat there")

    now_ns: str | None = option("--now-ns", metavar="CONTESTANT", help="Who really sat North–South.")
    now_ew: str | None = option("--now-ew", metavar="CONTESTANT", help="Who really sat East–West.")
    now_board: int | None = option("--now-board", type=click.IntRange(min=1), help="The board it really was.")
    now_table: str | None = option("--now-table", metavar="TABLE", help="The table it really was.")
    now_round: int | None = option("--now-round", type=click.IntRange(1, 999), help="The round it really was.")
    swapped: bool = option(
        "--swapped", is_flag=True, help="The two contestants sat the other way round; the result stays North–South's."
    )
    switched: bool = option(
        "--switched", is_flag=True, help="With --now-…: the table was arrow-switched; 1EW sat North–South."
    )
    exchange: bool = option(
        "--exchange",
        is_flag=True,
        help="With --now-…: the other table gets who is recorded here, the other board this result.",
    )


class ReopeningOptions(Options):
    """Options for the reason to change a score after the correction and appeal periods have ended."""

    HEADING = Heading("After the periods", "options", rare=True)

    reopen: Literal["scoring-error", "authority", "disciplinary"] | None = option(
        "--reopen",
        type=click.Choice(list(vocabulary.REOPENINGS)),
        help="After the periods: a scoring error, the regulating authority, a disciplinary finding.",
    )
    authority: str | None = option("--authority", metavar="WHO", help="With --reopen: who approved or decided it.")
    beyond_doubt: bool = option(
        "--beyond-doubt", is_flag=True, help="With --reopen scoring-error: beyond reasonable doubt."
    )
