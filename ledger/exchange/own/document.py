"""What stands in our own file, and how that is written and read as JSON; nothing that no office says is read.

The mark in a file of another format says how much of the session is in its companion alone: a comment, so no other
program minds it; a CSV has no comments. Without the companion, `import` says by the mark what is missing.
"""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from ledger.bounds.files import OWN_NUMBER
from ledger.bounds.tournaments import BOARD, ROUND
from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.exchange.sheet import shortened
from ledger.facts import (
    Command,
    DeclarePhantom,
    DisqualifyContestant,
    ExpectResults,
    FindMismatch,
    FoulBoard,
    GiveRuling,
    Grounds,
    ImposePenalty,
    LeaveUnplayed,
    PostponePlay,
    ScoreMatch,
    SeatSubstitute,
    SetCarryOver,
    ShortenMatch,
    SitOut,
    VoidMatch,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.laws.adjustment import Adjustment, stated_weightings
from ledger.laws.profile_loader import check_regulations
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName
from ledger.store.record import decode_value, encode_value

_HEAD = 1024

_MARK = "bridge-ledger: only in the companion: rulings {}, penalties {}, more {}"

_MARKED = re.compile(
    rb"bridge-ledger: only in the companion: rulings ([0-9]{1,6}), penalties ([0-9]{1,6}), more ([0-9]{1,6})"
)


class CompanionCounts(NamedTuple):
    """How much only the companion holds: rulings no result says, penalties, and what else moves a score."""

    rulings: int
    penalties: int
    more: int

    @property
    def text(self) -> str:
        """'2 rulings and 1 penalty'."""
        words = (("ruling", "rulings"), ("penalty", "penalties"), ("other statement", "other statements"))
        said = [f"{number} {name[number != 1]}" for number, name in zip(self, words, strict=True) if number]
        return " and ".join(said)


def marked(text: str, kind: str, held: CompanionCounts) -> str:
    """A file with its mark, where anything is only in the companion."""
    mark = _MARK.format(*held)
    if not any(held):
        return text
    if kind == "usebio":
        prolog, found, rest = text.partition("<USEBIO")
        return f"{prolog}<!-- {mark} -->\n{found}{rest}"
    if kind == "pbn":
        head, found, rest = text.partition("% EXPORT\r\n")
        return f"{head}{found}% {mark}\r\n{rest}"
    return text


def mark_of(data: bytes) -> CompanionCounts | None:
    """What a file says is only in its companion; None where it does not say so."""
    found = _MARKED.search(data[:_HEAD])
    return CompanionCounts(*map(int, found.groups())) if found else None


SCHEMA = "session-file/1"

COMMANDS: dict[str, type[Command]] = {
    "declare-phantom": DeclarePhantom,
    "disqualify-contestant": DisqualifyContestant,
    "expect-results": ExpectResults,
    "find-mismatch": FindMismatch,
    "foul-board": FoulBoard,
    "give-ruling": GiveRuling,
    "impose-penalty": ImposePenalty,
    "leave-unplayed": LeaveUnplayed,
    "postpone-play": PostponePlay,
    "seat-substitute": SeatSubstitute,
    "set-carry-over": SetCarryOver,
    "shorten-match": ShortenMatch,
    "score-match": ScoreMatch,
    "sit-out": SitOut,
    "void-match": VoidMatch,
    "withdraw-contestant": WithdrawContestant,
    "withhold-standing": WithholdStanding,
}
"""What may be said besides the results, by its name in the file."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class OwnRuling(_Part, frozen=True):
    """The ruling on a line: its case in the session it comes from, its score, what it rests on."""

    case: str
    adjustment: Adjustment
    grounds: Grounds = Grounds()


class OwnRecord(_Part, frozen=True):
    """What was bid and played at a table, and what was said of the calls."""

    auction: Auction | None = None
    play: CardPlay | None = None
    notes: tuple[str, ...] = ()


class OwnLine(_Part, frozen=True):
    """A table's play of a board: who met, what was bid and played there, and what was ruled on it."""

    board: int
    ns: str
    ew: str
    round: int | None = None
    table: str | None = None
    result: Result | None = None
    lead: str | None = None
    ruling: OwnRuling | None = None
    record: OwnRecord = OwnRecord()


class OwnPlayer(_Part, frozen=True):
    """A player of a contestant, by seat."""

    contestant: str
    seat: int
    name: str
    member_number: str = ""


class OwnStatement(_Part, frozen=True):
    """What is said besides the results: the name of a command of `COMMANDS`, and its fields."""

    command: str
    said: msgspec.Raw


class Companied(_Part, frozen=True):
    """The file of another program beside which ours lies."""

    name: str
    sha256: str


class OwnFile(Struct, frozen=True, kw_only=True):
    """A session as it stands: how it is scored, who plays, which boards, every line, and what is said besides.

    `lost`: what `beside` cannot say, in sentences. Whatever else stands in the file is for other readers.
    """

    schema: Literal["session-file/1"] = "session-file/1"
    beside: Companied | None = None
    session: str
    as_of: int
    digest: str
    title: str
    date: str | None
    scoring: FormName
    winners: Literal[1, 2]
    regulations: Regulations
    contestants: tuple[str, ...]
    boards: tuple[int, ...]
    players: tuple[OwnPlayer, ...] = ()
    deals: dict[str, Deal] = {}
    lines: tuple[OwnLine, ...] = ()
    besides: tuple[OwnStatement, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def commands(self) -> Iterator[Command]:
        """What is said besides the results."""
        for told in self.besides:
            if told.command not in COMMANDS:
                raise ValueError(f"nothing is said by {shortened(told.command)!r}")
            kind: Any = COMMANDS[told.command]
            yield msgspec.json.decode(told.said, type=kind, dec_hook=decode_value)


def tell(command: Command) -> OwnStatement:
    """A command as it stands in the file."""
    name = next(name for name, kind in COMMANDS.items() if type(command) is kind)
    fields = msgspec.to_builtins(command, enc_hook=encode_value)
    said = {name: value for name, value in fields.items() if value not in (None, "", [])}
    return OwnStatement(command=name, said=msgspec.Raw(msgspec.json.encode(said)))


def write_own(document: OwnFile, **more: object) -> str:
    """The file, a line a line; with `more` at its end, for other readers."""
    fields = msgspec.json.decode(msgspec.json.encode(document, enc_hook=encode_value))
    return msgspec.json.format(msgspec.json.encode({**fields, **more}), indent=1).decode() + "\n"


def is_own(data: bytes) -> bool:
    """Whether these bytes would be our own file."""
    return f'"{SCHEMA}"'.encode() in data[:400]


def read_own(path: Path, data: bytes) -> OwnFile:
    """Our own file; Misuse (bad-file) where it cannot be read, or says what no office says."""
    try:
        _check_texts(msgspec.json.decode(data))
        document = msgspec.json.decode(data, type=OwnFile, dec_hook=decode_value)
        _check(document)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError, ArithmeticError) as error:
        hint = "export it again; or take it away, where it lies beside another file"
        raise Misuse("bad-file", f"{path} cannot be read: {error}", hint) from error
    return document


def _check_texts(value: object) -> None:
    """ValueError for a text that no desk types, or a number that nothing has."""
    left = [value]
    while left:
        match left.pop():
            case str(text) if not is_plain(text):
                raise ValueError(f"{shortened(text)!r} has a character that steers a screen, or is not seen")
            case int(number) if not OWN_NUMBER.hold(number):
                raise ValueError("a number is larger than any here")
            case dict(fields):
                left += [*fields, *fields.values()]
            case list(members):
                left += members


def _check(document: OwnFile) -> None:
    check_regulations(document.regulations)
    if document.date:
        date.fromisoformat(document.date)
    for board in (*document.boards, *(line.board for line in document.lines)):
        if not BOARD.hold(board):
            raise ValueError(f"there is no board {board}")
    for line in document.lines:
        if line.round is not None and not ROUND.hold(line.round):
            raise ValueError(f"there is no round {line.round}")
        _check_weights(line.ruling.adjustment if line.ruling else None)
    for command in document.commands:
        _check_weights(command.adjustment if isinstance(command, GiveRuling) else None)


def _check_weights(adjustment: Adjustment | None) -> None:
    for weighting in stated_weightings(adjustment).values() if adjustment else ():
        if sum(part.weight for part in weighting) != 1 or any(part.weight <= 0 for part in weighting):
            raise ValueError("the weights of a ruling do not add up to one")
