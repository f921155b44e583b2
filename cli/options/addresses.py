"""What names a board, a table, a case or an event on the command line: 23, 5/3, 7 Oslo r2, R-0001, #12."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click
from click.core import ParameterSource
from click.exceptions import NoSuchOption

from cli.options import names
from ledger.bridge import Unreadable
from ledger.errors import Misuse


class Address(NamedTuple):
    """A board; after its slash the table, as it is called; and every other word that says which play is meant."""

    board: int
    table: str | None = None
    words: tuple[str, ...] = ()


class BoardAndTable(click.ParamType[Address]):
    """A board, or a board and table together, in one word: '23', '23/1', '23/open/Oslo'."""

    name = "board"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        """The board, and what stands after its slash."""
        return value if isinstance(value, Address) else parse_address([str(value)])


def parse_address(typed: list[str]) -> Address:
    """What the words of an address say.

    >>> parse_address(["7/open/Oslo", "r2"])
    Address(board=7, table='open', words=('Oslo', 'r2'))
    """
    board, *rest = typed[0].split("/")
    first, *others = [each.strip() for each in rest] or [""]
    return Address(names.parse_board(board), first or None, tuple(filter(None, [*others, *typed[1:]])))


def _check_no_option(ctx: click.Context, words: Sequence[str]) -> None:
    """Refuse an option that is none: '-ns', '--NS', 'ns'. A score may begin with a minus, so click lets them pass."""
    for at, word in enumerate(words[1:], start=1):
        if word.startswith("-") and word.lstrip("-")[:1].isalpha():
            raise NoSuchOption(f"--{word.lstrip('-')}" if word[1:2] != "-" else word, ctx=ctx)
        if word.casefold() in ("ns", "ew") and words[at + 1 :]:
            said = f"--{word.casefold()} {words[at + 1]}"
            raise Misuse("usage", f"{word} stands alone: an option begins with two dashes", said)


class BoardArgument(click.Argument):
    """The board, and after it, in words of their own, who sat there: what follows takes its words from the end."""

    def __init__(self, declared: Sequence[str], **details: Any) -> None:
        super().__init__(declared, nargs=-1, metavar="BOARD", **{"required": True, **details})

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        """The words that were typed; where they are too few for everything, the first is the board."""
        typed = opts.get(self.name)
        if not (isinstance(typed, tuple) and typed) and isinstance(opts, dict):
            self.put_first(ctx, opts)
        return super().consume_value(ctx, opts)

    def put_first(self, ctx: click.Context, opts: dict[str, Any]) -> None:
        """Give the board the first word that click, which reads from the end, has given to what follows."""
        if isinstance(typed := opts.get(self.name), tuple) and typed:
            return
        others = [each.name for each in ctx.command.params if isinstance(each, click.Argument) and each is not self]
        words = [opts.pop(name) for name in others if isinstance(opts.get(name), str)]
        if words:
            opts[self.name] = (words[0],)
            opts.update(zip(others, words[1:], strict=False))

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The words, put together; as click has it where there are none."""
        _check_no_option(ctx, [str(each) for each in value or ()])
        return parse_address(list(value)) if value else super().type_cast_value(ctx, value)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The address, or None where it may be left out."""
        return super().process_value(ctx, value) or None


class Addresses(NamedTuple):
    """A table on one board, or on several."""

    first: Address
    also: tuple[int, ...] = ()


class BoardsArgument(BoardArgument):
    """Boards that one table is meant of: 7/4, 16-18/6; the first as every address is typed."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The address on the first of the boards, and the others."""
        boards, slash, rest = str(value[0]).partition("/") if value else ("", "", "")
        if not re.fullmatch(r"[0-9]+(?:[-,][0-9]+)+", boards):
            found = super().type_cast_value(ctx, value)
            return Addresses(found) if isinstance(found, Address) else found
        first, *also = names.parse_boards(boards)
        return Addresses(super().type_cast_value(ctx, (f"{first}{slash}{rest}", *value[1:])), tuple(also))


_KINDS = "a case is R-2, a ruling; A-2, an appeal; C-2, a call; P-2, a penalty"


class Case(click.ParamType[str]):
    """A case, however it is typed: R-0002, R-2, r2. What names none stays as it is, for the office to refuse."""

    name = "case"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """As the log names it."""
        return case_named(str(value)) or str(value).strip().upper()


class AddressedCase(NamedTuple):
    """A case, and the session it is of; '' for the one that is meant."""

    session: str
    case: str


class CaseOfAnySession(click.ParamType[AddressedCase]):
    """A case of the session that is meant, R-0001, or of another: friday/R-0001."""

    name = "case"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AddressedCase:
        """With the case as the log names it."""
        if isinstance(value, AddressedCase):
            return value
        session, _, case = str(value).strip().rpartition("/")
        return AddressedCase(session, case_named(case) or case.upper())


def case_named(text: str) -> str | None:
    """The case a text names, as the log names it; None where it names none."""
    from ledger.session.case_numbers import case_name  # with the session: nobody waits for it who only asks for help

    return case_name(text)


def parse_event(text: str, hint: str) -> int:
    """The number of an event.

    >>> parse_event("207", ""), parse_event("#207", "")
    (207, 207)
    """
    found = re.fullmatch(r"#?([0-9]{1,15})", text.strip())
    if not found:
        no_event = f"{text!r} is no event and no case"
        raise Unreadable("usage", no_event, text=text, marks=((0, len(text)),), hint=f"{hint}; {_KINDS}")
    return int(found[1])
