"""Boards, tables, cases, sides and contestants as typed, and their parsing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource
from click.exceptions import NoSuchOption
from click.shell_completion import CompletionItem

from cli.options import known
from ledger.bounds.tournaments import BOARD
from ledger.errors import Misuse
from ledger.labels import DIGITS, SECTION, agreeing

if TYPE_CHECKING:
    from ledger.kernel.at_table import SideName


_RANGE = re.compile(rf"({SECTION})({DIGITS})(?:-(?:\1)?({DIGITS}))?(NS|EW)?")

_NUMBERS = re.compile(f"{DIGITS}[-–]{DIGITS}")


def parse_board(text: str) -> int:
    """Parse a board number; Misuse (no-such-board) for any other text.

    >>> parse_board("23")
    23
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 15 and BOARD.hold(int(text))):
        numbered = f"boards are numbered 1 to {BOARD.most}"
        first = "" if text.lstrip("-").isdigit() else "; the board is said first, with its table: 23/1"
        raise Misuse("no-such-board", f"there is no board {text[:20]}", numbered + first)
    return int(text)


def parse_boards(text: str) -> tuple[int, ...]:
    """Parse boards and ranges of boards; Misuse (bad-boards, no-such-board) for any other text.

    >>> parse_boards("1-3,7")
    (1, 2, 3, 7)
    """
    boards: dict[int, None] = {}
    for piece in text.replace("–", "-").replace(" ", "").split(","):
        first, dash, last = piece.partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise Misuse("bad-boards", f"{piece!r} is no board or range of boards", "write 1-24, or 1-12,17")
        low, high = parse_board(first), parse_board(last or first)
        if high < low:
            raise Misuse("bad-boards", f"{piece} runs backwards", f"write {high}-{low}")
        boards |= dict.fromkeys(range(low, high + 1))
    return tuple(boards)


def parse_rounds(text: str) -> tuple[int, ...]:
    """Parse rounds and ranges of rounds; Misuse (usage) for any other text.

    >>> parse_rounds("1,3-5")
    (1, 3, 4, 5)
    """
    rounds: list[int] = []
    for piece in text.replace("–", "-").split(","):
        match = re.fullmatch(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", piece.strip())
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise Misuse("usage", f"{piece.strip()!r} is no round or range of rounds", "--rounds 3-4")
        rounds += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(dict.fromkeys(rounds))


def parse_contestants(text: str) -> tuple[str, ...]:
    """Parse contestants and ranges of contestants; Misuse (bad-contestants) if one is invalid, or typed twice.

    >>> parse_contestants("1-2NS,1-2EW")
    ('1NS', '2NS', '1EW', '2EW')
    """
    pieces = [piece.strip() for piece in text.upper().replace("–", "-").split(",")]
    return _without_repetition((piece, _parse_range(piece)) for piece in pieces)


def _parse_range(piece: str) -> list[str]:
    match = _RANGE.fullmatch(piece)
    if match and int(match[3] or match[2]) < int(match[2]):
        turned = f"{match[1]}{match[3]}-{match[1]}{match[2]}{match[4] or ''}"
        raise Misuse("bad-contestants", f"{piece} runs backwards", f"write {turned}")
    if not match:
        raise Misuse(
            "bad-contestants", f"{piece!r} is no contestant or range of contestants", "write 1-12, or 1-13NS,1-13EW"
        )
    section, first, last, side = match[1], int(match[2]), int(match[3] or match[2]), match[4] or ""
    return [f"{section}{number}{side}" for number in range(first, last + 1)]


def parse_teams(text: str) -> tuple[str, ...]:
    """Parse names of teams, or numbers and ranges of numbers; Misuse (bad-contestants) if invalid or typed twice.

    >>> parse_teams("Norway, Iceland"), parse_teams("1-3,5")
    (('Norway', 'Iceland'), ('1', '2', '3', '5'))
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    return _without_repetition((piece, _parse_team_or_range(piece)) for piece in pieces)


def _without_repetition(named: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """Return the labels of all pieces of a typed list; Misuse (bad-contestants) if a label occurs twice.

    >>> _without_repetition([("1-2", ("1", "2")), ("3", ("3",))])
    ('1', '2', '3')
    """
    unique: list[str] = []
    pieces: list[str] = []
    twice: list[str] = []
    for piece, labels in named:
        new = [label for label in labels if label not in unique]
        twice += [label for label in labels if label in unique]
        pieces += new if len(new) < len(labels) else [piece]
        unique += new
    if twice:
        names = f"{', '.join(dict.fromkeys(twice))} {agreeing(len({*twice}), 'is')}"
        raise Misuse("bad-contestants", f"{names} named twice", f"each once: {', '.join(pieces)}")
    return tuple(unique)


def _parse_team_or_range(piece: str) -> list[str]:
    """Parse a team, or a range of numbered teams; a hyphen between other words belongs to the name."""
    if re.fullmatch(r"[0-9][-–0-9 .:/]*[-– .:/][-–0-9 .:/]*", piece) and not _NUMBERS.fullmatch(piece):
        alone = ",".join(re.findall("[0-9]+", piece))
        raise Misuse(
            "bad-contestants", f"{piece!r} is no contestant or range of contestants", f"write {alone}, or 1-12"
        )
    return _parse_range(piece.replace("–", "-")) if _NUMBERS.fullmatch(piece) else [piece]


def parse_names(text: str) -> tuple[str, ...]:
    """Parse names of people, and drop repeated ones.

    >>> parse_names("Berg, Dahl and Ek")
    ('Berg', 'Dahl', 'Ek')
    """
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[,;&]|\band\b", text) if name.strip()))


SEATS_IN_FULL = {"north": "N", "east": "E", "south": "S", "west": "W"}

_SIDE_WORDS: dict[str, SideName] = {
    **dict.fromkeys(("n", "s", "north", "south", "ns", "sn", "northsouth", "southnorth"), "NS"),
    **dict.fromkeys(("e", "w", "east", "west", "ew", "we", "eastwest", "westeast"), "EW"),
}


def side_named(text: str) -> SideName | None:
    """Return the side that a word means by its name or by one of its seats; None for any other word.

    >>> side_named("north"), side_named("E/W"), side_named("South-North"), side_named("both")
    ('NS', 'EW', 'NS', None)
    """
    return _SIDE_WORDS.get(re.sub(r"[\s/–-]", "", text).casefold())


def parse_sides(text: str, option: str) -> tuple[SideName, ...]:
    """Parse the sides that confirm a result or agree to a ruling; Misuse if a word is no side, or names one seat.

    >>> parse_sides("ew, NS", "--by-sides")
    ('EW', 'NS')
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    # A seat is one player: what he says is not yet what his side agrees to.
    seats = {*SEATS_IN_FULL, *"nesw"}
    named = [None if piece.casefold() in seats else side_named(piece) for piece in pieces]
    sides = tuple(dict.fromkeys(side for side in named if side))
    if not sides or None in named:
        raise Misuse("usage", f"{text!r} are no sides", f"{option} NS,EW")
    return sides


def parse_seats(text: str) -> tuple[str, ...]:
    """Parse the seats of the players who concur in an appeal; Misuse if a word is no seat.

    >>> parse_seats("N,S"), parse_seats("ew"), parse_seats("north, South")
    (('N', 'S'), ('E', 'W'), ('N', 'S'))
    """
    words = re.split(r"[,\s/–-]+", text)
    letters = "".join(SEATS_IN_FULL.get(word.casefold(), word.upper()) for word in words)
    seats = tuple(dict.fromkeys(letters))
    if not set(seats) <= set("NESW"):
        raise Misuse("usage", f"{text!r} are no seats", "--signed N,S, the players who concur")
    return seats


class Address(NamedTuple):
    """A typed address: a board, its table after a slash, and further words that name the contestants."""

    board: int
    table: str | None = None
    words: tuple[str, ...] = ()


class BoardAndTable(click.ParamType[Address]):
    """The option type of a board, or of a board and a table in one word: '23', '23/1', '23/open/Oslo'."""

    name = "board"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Return the boards for Tab, or, once a board is typed, its tables."""
        return list(known.completions(known.boards(ctx, incomplete), incomplete))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        """Parse a board, and the table after its slash."""
        return value if isinstance(value, Address) else parse_address([str(value)])


def parse_address(typed: list[str]) -> Address:
    """Parse the words of an address: 'BOARD/TABLE', then further words.

    >>> parse_address(["7/open/Oslo", "r2"])
    Address(board=7, table='open', words=('Oslo', 'r2'))
    """
    board, *parts = typed[0].split("/")
    first, *words = [each.strip() for each in parts] or [""]
    return Address(parse_board(board), first or None, tuple(filter(None, [*words, *typed[1:]])))


class BoardArgument(click.Argument):
    """The argument BOARD, an address of one or more words; the command's later arguments take the last words."""

    def __init__(self, declared: Sequence[str], **details: Any) -> None:
        super().__init__(declared, nargs=-1, metavar="BOARD", **{"required": True, **details})

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        """Return the words of the address; if words are too few for all arguments, the first word is the board."""
        typed = opts.get(self.name)
        if not (isinstance(typed, tuple) and typed) and isinstance(opts, dict):
            self.give_first_word(ctx, opts)
        return super().consume_value(ctx, opts)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the boards for Tab, or the tables of a board; nothing once the argument is typed."""
        return [] if ctx.params.get(self.name) else BoardAndTable().shell_complete(ctx, self, incomplete)

    def give_first_word(self, ctx: click.Context, opts: dict[str, Any]) -> None:
        """Move the first word to the board if click has given all words to the later arguments."""
        if isinstance(typed := opts.get(self.name), tuple) and typed:
            return
        arguments = [each.name for each in ctx.command.params if isinstance(each, click.Argument) and each is not self]
        words = [opts.pop(name) for name in arguments if isinstance(opts.get(name), str)]
        if words:
            opts[self.name] = (words[0],)
            opts.update(zip(arguments, words[1:], strict=False))

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Parse the words as an address; for no words, return click's value for a missing argument."""
        words = [str(each) for each in value or ()]
        for at, word in enumerate(words[1:], start=1):
            if word.startswith("-") and word.lstrip("-")[:1].isalpha():
                raise NoSuchOption(f"--{word.lstrip('-')}" if word[1:2] != "-" else word, ctx=ctx)
            if word.casefold() in ("ns", "ew") and words[at + 1 :]:
                hint = f"--{word.casefold()} {words[at + 1]}"
                raise Misuse("usage", f"{word} stands alone: an option begins with two dashes", hint)
        return parse_address(list(value)) if value else super().type_cast_value(ctx, value)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the parsed address; None if the argument is optional and was not typed."""
        return super().process_value(ctx, value) or None


class Addresses(NamedTuple):
    """The address of a table on its first board, and in `also` the further boards at that table."""

    first: Address
    also: tuple[int, ...] = ()


class BoardsArgument(BoardArgument):
    """The argument for one or several boards at one table: 7/4, 16-18/6."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Parse the address of the table on the first board, and the further boards."""
        boards, slash, table = str(value[0]).partition("/") if value else ("", "", "")
        if not re.fullmatch(r"[0-9]+(?:[-,][0-9]+)+", boards):
            address = super().type_cast_value(ctx, value)
            return Addresses(address) if isinstance(address, Address) else address
        first, *also = parse_boards(boards)
        return Addresses(super().type_cast_value(ctx, (f"{first}{slash}{table}", *value[1:])), tuple(also))


_CASES_EXPLAINED = "a case is R-2, a ruling; A-2, an appeal; C-2, a call; P-2, a penalty"


def _complete_case(_: object, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    return list(known.completions(known.cases(ctx, param), incomplete))


class Case(click.ParamType[str]):
    """The option type of a case in any spelling (R-0002, R-2, r2); the office refuses an unknown case."""

    name = "case"
    shell_complete = _complete_case

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a case as the log spells it (r2: R-0002); any other text in capitals, for the office to refuse."""
        return case_named(str(value)) or str(value).strip().upper()


class AddressedCase(NamedTuple):
    """A case and the name of its session; the name is '' for the session of this run."""

    session: str
    case: str


class CaseOfAnySession(click.ParamType[AddressedCase]):
    """The option type of a case in this run's session, R-0001, or in another session: friday/R-0001."""

    name = "case"
    shell_complete = _complete_case

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AddressedCase:
        """Parse the name of a session, if typed, and the case; spell the case as in the log."""
        if isinstance(value, AddressedCase):
            return value
        session, _, case = str(value).strip().rpartition("/")
        return AddressedCase(session, case_named(case) or case.upper())


def case_named(text: str) -> str | None:
    """Return a case, spelled as in the log; None for a text that names no case."""
    from ledger.session.case_numbers import case_name  # loads the session: `--help` and Tab do without

    return case_name(text)


def parse_event(text: str, hint: str) -> int:
    """Parse the number of an event; Unreadable (usage) with `hint` for anything else.

    >>> parse_event("207", ""), parse_event("#207", "")
    (207, 207)
    """
    match = re.fullmatch(r"#?([0-9]{1,15})", text.strip())
    if not match:
        from ledger.bridge import Unreadable

        no_event = f"{text!r} is no event and no case"
        raise Unreadable("usage", no_event, text=text, marks=((0, len(text)),), hint=f"{hint}; {_CASES_EXPLAINED}")
    return int(match[1])
