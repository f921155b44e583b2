"""The companion of a file in another program's format: as JSON, what that format cannot say.

It lies beside the file, as `thursday.xml.json`, and holds for that very file alone, by its SHA-256. `import` takes it
up where it is there, and so records the rulings as they were given.
"""

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, structs

from ledger.bridge import Result
from ledger.commands import SheetLine, Where
from ledger.errors import Misuse
from ledger.events.free_text import is_gone
from ledger.events.rulings import Offender
from ledger.exchange.sheet import Sheet, board_number, plain_title, require_plain, shortened, table_name, why
from ledger.exchange.writing.auctions import ToldAuction, auctions_lost, with_auctions
from ledger.exchange.writing.given_out import GivenLine, GivenOut, says_all
from ledger.files import MIB, read_file
from ledger.laws.adjustment import Adjustment, stated_weightings
from ledger.laws.profile_loader import check_regulations
from ledger.laws.regulations import Regulations
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.forms import FormName
from ledger.store.codec import decode_value, encode_value

_LONGEST = 8 * MIB
"""Of a companion: 20,000 rulings with their facts and reasons."""


class Lost(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ruling the file shows no more of than the scores: what it says, on which line, and why.

    `adjustment` is None where several rulings hold on the line together; `says` has all of them in words.
    """

    board: int
    ns: str
    ew: str
    round: int | None = None
    table: str | None = None
    case: str
    says: str
    adjustment: Adjustment | None = None
    offender: Offender = "none"
    played: Result | None = None
    facts: str = ""
    reason: str = ""

    @property
    def in_words(self) -> str:
        """What was ruled on which line."""
        return f"board {self.board}, {self.ns} v {self.ew}: {self.says}"

    @property
    def is_said(self) -> bool:
        """Whether the file says the score itself, and only why is lost."""
        return self.adjustment is not None and says_all(self.adjustment)


class Companion(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file cannot say of a session: its form of scoring and regulations too, where there is no place for them.

    `other`: what else is not in the file, in sentences.
    """

    schema: Literal["companion/1"] = "companion/1"
    file: str
    sha256: str
    session: str
    as_of: int
    digest: str
    title: str
    date: str | None
    scoring: FormName
    winners: Literal[1, 2]
    regulations: Regulations
    rulings: tuple[Lost, ...] = ()
    auctions: tuple[ToldAuction, ...] = ()
    other: tuple[str, ...] = ()


def companion_of(path: Path) -> Path:
    """Where the companion of a file lies: beside it."""
    return path.with_name(f"{path.name}.json")


def companion(out: GivenOut, path: Path, written: bytes, *, auctions: tuple[ToldAuction, ...] = ()) -> Companion:
    """The companion of a file that holds these bytes; `auctions` are those it has no place for."""
    session = out.session
    return Companion(
        file=path.name,
        sha256=sha256(written).hexdigest(),
        session=session.id,
        as_of=session.number,
        digest=session.digest.hex(),
        title=session.opening.title,
        date=session.opening.date,
        scoring=session.opening.scoring,
        winners=session.opening.winners,
        regulations=session.regulations,
        rulings=tuple(_lost(out, line) for line in out.lines() if line.ruled.all),
        auctions=auctions,
        other=(*_other(out.scoreboard), *auctions_lost(auctions)),
    )


def write_companion(said: Companion) -> str:
    """The companion as JSON, a line a ruling."""
    return msgspec.json.format(msgspec.json.encode(said, enc_hook=encode_value), indent=1).decode() + "\n"


def _lost(out: GivenOut, line: GivenLine) -> Lost:
    played, scores = line.played, line.ruled.all
    judgement = out.session.rulings[played.cases[-1]].judgement
    only = scores[0] if len(scores) == 1 else None
    said = {name: getattr(judgement, name) for name in ("facts", "reason") if out.texts}
    return Lost(
        board=played.board,
        ns=played.seating.ns,
        ew=played.seating.ew,
        round=played.round,
        table=played.table,
        case="+".join(played.cases),
        says="; ".join(f"{score.case}: {score.adjustment!r}" for score in scores),
        adjustment=only.adjustment if only else None,
        offender=only.offender if only else "none",
        played=played.result,
        **{name: "" if is_gone(text) else str(text) for name, text in said.items()},
    )


def _other(scoreboard: Scoreboard) -> Iterator[str]:
    """What is in the totals and in no line, or not in the file at all."""
    session = scoreboard.session
    for penalty in session.penalties_in_force():
        imposed = penalty.imposed
        yield f"{penalty.case}: {imposed.contestant} has lost {imposed.amount} {imposed.unit}; it is in the total alone"
    for contestant, carried in session.carry_over.items():
        yield f"{contestant} carries over {carried[-1].imps} IMPs; they are in the total alone"
    for number, fact in session.participation.facts.items():
        yield f"#{number}: {type(fact).__name__} is in no line"
    for number, finding in session.findings.items():
        yield f"#{number}: {type(finding).__name__} is in the match's score alone"
    fouled = sorted({played.board for played in session.table_boards() if played.versions})
    yield from (f"board {board} was fouled: which tables played which version is not in the file" for board in fouled)


# Reading it again


def read_companion(path: Path) -> Companion | None:
    """The companion of a file; None where none lies beside it, or it is of another file of that name.

    Misuse (bad-file) where it cannot be read.
    """
    beside = companion_of(path)
    try:
        data = read_file(beside, _LONGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(beside, str(error.strerror)) from error
    if b'"companion/1"' not in data:
        return None
    try:
        found = msgspec.json.decode(data, type=Companion, dec_hook=decode_value)
    except (msgspec.MsgspecError, ValueError, RecursionError, ArithmeticError) as error:
        raise _unreadable(beside, str(error)) from error
    _check(beside, found)
    return found if found.sha256 == sha256(path.read_bytes()).hexdigest() else None


def _unreadable(beside: Path, why: str) -> Misuse:
    return Misuse("bad-file", f"{beside} cannot be read: {why}", "take it away, and the file is imported by itself")


def _check(beside: Path, found: Companion) -> None:
    try:
        check_regulations(found.regulations)
    except (ValueError, ArithmeticError) as error:
        raise _unreadable(beside, str(error)) from error
    for lost in found.rulings:
        for weighting in stated_weightings(lost.adjustment).values() if lost.adjustment else ():
            if sum(part.weight for part in weighting) != 1 or any(part.weight <= 0 for part in weighting):
                raise _unreadable(beside, f"the weights of {lost.case} do not add up to one")


def with_companion(sheet: Sheet, said: Companion, path: Path) -> None:
    """A sheet as it was given out: with its form of scoring, and its rulings as they were given.

    Misuse (bad-file) where the companion says what no office does.
    """
    sheet.scoring, sheet.winners, sheet.name = said.scoring, said.winners, said.session
    sheet.title, sheet.date = plain_title(said.title, path), _date(said, path)
    left = list(said.rulings)
    sheet.notes.clear()  # what the reader made of the scores alone
    sheet.lines = [_as_ruled(line, left) for line in sheet.lines]
    sheet.lines += [_line(path, lost) for lost in left if lost.played or lost.adjustment]
    with_auctions(sheet, said.auctions, companion_of(path).name)
    if said.rulings:
        taken = f"the rulings are those of {companion_of(path).name}, which lies beside it"
        sheet.notes.append((path.name, taken))


def _date(said: Companion, path: Path) -> str | None:
    try:
        return date.fromisoformat(said.date).isoformat() if said.date else None
    except ValueError:
        raise _unreadable(companion_of(path), f"{shortened(said.date or '')!r} is no date") from None


def _as_ruled(line: SheetLine, left: list[Lost]) -> SheetLine:
    """A line with what was ruled on it, which is taken from what is left; without a ruling, as it was played."""
    lost = next((each for each in left if _is_on(each, line)), None)
    if lost is None:
        return structs.replace(line, adjustment=None) if line.result else line
    left.remove(lost)
    if lost.adjustment is None:
        return line
    return structs.replace(line, result=lost.played, adjustment=lost.adjustment, offender=lost.offender)


def _is_on(lost: Lost, line: SheetLine) -> bool:
    where = line.where
    here = (lost.board, lost.ns, lost.ew) == (where.board, where.ns or "", where.ew or "")
    return here and (lost.round == where.round or None in (lost.round, where.round))


def _line(path: Path, lost: Lost) -> SheetLine:
    """A ruling on a line that the file could not say at all."""
    place = f"{companion_of(path).name} {shortened(lost.case)}"
    try:
        require_plain(lost.ns, lost.ew)
        where = Where(board_number(str(lost.board)), table_name(lost.table or ""), lost.ns, lost.ew, lost.round)
    except ValueError as error:
        raise _unreadable(companion_of(path), f"{place}: {why(error)}") from error
    return SheetLine(place, where, lost.played, lost.adjustment, offender=lost.offender)
