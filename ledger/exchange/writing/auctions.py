"""Auctions and play in the companion of a file that has no place for them: kept there, and taken up again."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.commands import SheetLine
from ledger.events.auctions import PlayRecord
from ledger.events.free_text import is_gone
from ledger.exchange.sheet import Sheet, require_plain, why
from ledger.exchange.writing.given_out import GivenLine, GivenOut
from ledger.store.codec import encode_value


class ToldAuction(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a table bid and played."""

    board: int
    ns: str
    ew: str
    round: int | None = None
    table: str | None = None
    auction: Auction | None = None
    play: CardPlay | None = None
    notes: tuple[str, ...] = ()


def told_auctions(out: GivenOut) -> tuple[ToldAuction, ...]:
    """Those of every line that has any."""
    return tuple(_told(out, line) for line in out.lines() if line.played.record != PlayRecord())


def auctions_json(out: GivenOut) -> object:
    """The same as JSON has them."""
    return msgspec.to_builtins(told_auctions(out), enc_hook=encode_value)


def _told(out: GivenOut, line: GivenLine) -> ToldAuction:
    played, record = line.played, line.played.record
    return ToldAuction(
        board=played.board,
        ns=played.seating.ns,
        ew=played.seating.ew,
        round=played.round,
        table=played.table,
        auction=record.auction,
        play=record.play,
        notes=tuple("" if is_gone(note) or not out.texts else str(note) for note in record.notes),
    )


def auctions_lost(told: Sequence[ToldAuction]) -> list[str]:
    """What the file has no place for, in a sentence."""
    lines = "1 line" if len(told) == 1 else f"{len(told)} lines"
    return [f"the auction and the play of {lines}: they are in the companion alone"] if told else []


def with_auctions(sheet: Sheet, told: Sequence[ToldAuction], file: str) -> None:
    """Give each line what the companion says of it; a note says where that could not stand in a log."""
    by_board: dict[int, list[int]] = {}
    for at, line in enumerate(sheet.lines):
        by_board.setdefault(line.where.board, []).append(at)
    for each in told:
        mine = [at for at in by_board.get(each.board, ()) if _is_on(each, sheet.lines[at])]
        try:
            require_plain(*each.notes)
        except ValueError as error:
            sheet.notes.append((f"{file} board {each.board}", f"its auction is left out: {why(error)}"))
            continue
        if len(mine) == 1:
            record = PlayRecord(each.auction, each.play, each.notes)
            sheet.lines[mine[0]] = structs.replace(sheet.lines[mine[0]], record=record)


def _is_on(told: ToldAuction, line: SheetLine) -> bool:
    where = line.where
    here = (told.ns, told.ew) == (where.ns, where.ew) and line.record is None
    return here and all(
        None in (one, other) or one == other for one, other in ((told.round, where.round), (told.table, where.table))
    )
