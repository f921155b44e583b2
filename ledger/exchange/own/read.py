"""Our own file read again: by itself, or as the companion of a file of another program."""

from pathlib import Path

from msgspec.structs import replace

from ledger.bounds.files import OWN
from ledger.digests import of_bytes
from ledger.errors import Misuse
from ledger.exchange.own.document import OwnFile, OwnLine, OwnRecord, is_own, mark_of, read_own
from ledger.exchange.sheet import Sheet, lead_card, plain_title, require_few, table_name, why
from ledger.facts import SheetLine, Where
from ledger.facts.auctions import PlayRecord
from ledger.facts.people import Player
from ledger.files import read_file


def companion_of(path: Path) -> Path:
    """Where the companion of a file lies: beside it."""
    return path.with_name(f"{path.name}.json")


def read_companion(path: Path, content: bytes) -> OwnFile | None:
    """The companion of a file with this content; None where none lies beside it, or it is of another file of that name.

    Misuse (bad-file) where it cannot be read.
    """
    beside = companion_of(path)
    try:
        data = read_file(beside, OWN)
    except FileNotFoundError:
        return None
    except OSError as error:
        hint = "take it away, and the file is imported by itself"
        raise Misuse("bad-file", f"{beside} cannot be read: {error.strerror}", hint) from error
    if not is_own(data):
        return None
    document = read_own(beside, data)
    of = document.beside
    return document if of and of.sha256 == of_bytes(content).hex() else None


def without_companion(sheet: Sheet, path: Path, content: bytes) -> None:
    """Note on the sheet of a file of ours that more is in its companion, which is not at hand."""
    if held := mark_of(content):
        name = companion_of(path).name
        sheet.lacks = name
        why = f"it is not beside {path.name}, or is of another file: only it has {held.text} of the session"
        sheet.notes.insert(0, (f"companion {name}", f"{why}; bridge-ledger wrote both (`help exporting`)"))


def own_sheet(path: Path, document: OwnFile) -> Sheet:
    """All that the file says, as any reader hands it in."""
    require_few(path, len(document.lines))
    sheet = Sheet(
        name=document.session,
        title=plain_title(document.title, path),
        date=document.date,
        winners=document.winners,
        scoring=document.scoring,
        regulations=document.regulations,
        contestants=document.contestants,
        more_boards=document.boards,
        players=[Player(each.contestant, each.seat, each.name, each.member_number) for each in document.players],
    )
    for at, line in enumerate(document.lines, start=1):
        place = f"{path.name} line {at} board {line.board}"
        try:
            sheet.lines.append(_line(place, line))
        except ValueError as error:
            sheet.problems.append((place, why(error)))
    for text, deal in document.deals.items():
        if text.isascii() and text.isdigit() and len(text) < 5 and int(text) in document.boards:
            sheet.bring_deal(int(text), str(deal), f"{path.name} board {text}")
    told = zip(document.besides, document.commands, strict=True)
    sheet.besides = [(f"{path.name} {each.command} {at}", said) for at, (each, said) in enumerate(told, start=1)]
    return sheet


def _line(place: str, line: OwnLine) -> SheetLine:
    where = Where(line.board, table_name(line.table or ""), line.ns, line.ew, line.round)
    lead = lead_card(line.lead or "")
    said = line.record
    record = PlayRecord(said.auction, said.play, said.notes) if said != OwnRecord() else None
    if line.ruling is None:
        return SheetLine(place, where, line.result, lead=lead, record=record)
    adjustment, grounds = line.ruling.adjustment, line.ruling.grounds
    return SheetLine(place, where, line.result, adjustment, lead, grounds, record=record)


def with_companion(sheet: Sheet, document: OwnFile, path: Path) -> Sheet:
    """What the companion of a file says, with the figures that the file itself prints."""
    own = own_sheet(companion_of(path), document)
    places = {_key(line): line.place for line in reversed(sheet.lines)}
    own.lines = [_at(line, places.get(_key(line))) for line in own.lines]
    own.printed, own.swiss = sheet.printed, sheet.swiss
    own.notes.insert(0, (path.name, f"taken from {companion_of(path).name}, which lies beside it"))
    return own


def _key(line: SheetLine) -> tuple[int, str | None, str | None, int | None]:
    return line.where.board, line.where.ns, line.where.ew, line.where.round


def _at(line: SheetLine, place: str | None) -> SheetLine:
    """A line, by its place in the file that prints its figures."""
    return replace(line, place=place or line.place)
