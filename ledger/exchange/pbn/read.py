"""PBN 2.1: the results of pairs in tables, rounds of teams in two rooms, single games, and deals.

    [Board "11"] [HomeTeam "AUSTRIA"] [VisitTeam "DENMARK"] [Round "2"]
    [Contract "4S"] [Declarer "N"] [Result "10"] [Score "NS 420"]

The home team of a record sits North–South in it. A record without a score is a bye or a board not played.
Other records are played games: of teams in two rooms, or of pairs known by their players' names.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from ledger.bridge import Result, is_passed_out
from ledger.errors import Misuse
from ledger.exchange.pairs import PairsByName
from ledger.exchange.pbn.document import Document, Game, game_record, read_document
from ledger.exchange.pbn.score_tables import has_score_tables, read_score_tables
from ledger.exchange.sheet import (
    Sheet,
    board_number,
    contract_result,
    plain_title,
    require_plain,
    round_number,
    shortened,
    table_name,
    why,
)
from ledger.facts import SheetLine, Where
from ledger.scoring.forms import FormName

_SCORE = re.compile(r"(?:(NS|EW) )?([+-]?[0-9]{1,5})(?: +(?:NS|EW) [+-]?[0-9]{1,5})?")

_TRICKS = re.compile(r"\^?(NS|EW) +([0-9]{1,2})(?: +(?:NS|EW) +[0-9]{1,2})?", re.IGNORECASE)

_IMPS = re.compile(r"NS ([+-]?[0-9.]{1,8}) EW ([+-]?[0-9.]{1,8})")

Seats = tuple[str, str]
"""Who sat North–South, and who East–West."""


def read_records(sheet: Sheet, file: str, games: Sequence[Game], seats: Callable[[Game], Seats]) -> None:
    """Put every record on the sheet: as a line, as not played, or as a problem."""
    tables: set[tuple[int | None, int, str | None]] = set()
    for at, game in enumerate(games, start=1):
        place = f"{file} record {at} board {shortened(game.tags.get('Board', '?'))}"
        try:
            line = _line(place, game, seats(game))
        except ValueError as error:
            sheet.problems.append((place, why(error)))
            continue
        if line.result is None:
            sheet.unplayed.append(place)
            continue
        record = game_record(sheet, place, game)
        lead = record.play.lead if record and record.play else None
        sheet.lines.append(_room_of_its_own(replace(line, record=record, lead=lead), tables))
        if printed := _IMPS.fullmatch(game.tag("ScoreIMP")):
            sheet.printed.of_line(place, printed[1], printed[2])


def _room_of_its_own(line: SheetLine, tables: set[tuple[int | None, int, str | None]]) -> SheetLine:
    """The line, its room told from the other where a file has both rooms under one number; `tables` are those read."""
    where = line.where
    if where.table and (where.round, where.board, where.table) in tables:
        line = replace(line, where=replace(where, table=f"{where.table} closed"))
    tables.add((where.round, where.board, line.where.table))
    return line


def _line(place: str, game: Game, seats: Seats) -> SheetLine:
    ns, ew = seats
    require_plain(ns, ew)
    table = table_name(game.tag("Table") or game.tag("Room").lower())
    where = Where(board_number(game.tags.get("Board", "")), table, ns, ew, _round(game.tag("Round")))
    return SheetLine(place, where, _result(game, where.board))


def _round(text: str) -> int | None:
    """The round a record says it is of; what is no number ('-', 'Final') tells no round from another."""
    return round_number(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None


def _result(game: Game, board: int) -> Result | None:
    """By contract, declarer and tricks, checked by the score; the contract alone where no score is stated."""
    stated, contract = game.tag("Score"), game.tag("Contract").upper().replace(" ", "")
    declarer = game.tag("Declarer").upper().removeprefix("^")  # declarer and dummy were exchanged (§3.4.13)
    tricks = _tricks(game.tag("Result"), declarer)
    if not stated:
        passed_out = is_passed_out(contract) and "Result" in game.tags  # '' then (§3.4.15); a bye states none
        played = passed_out or (contract and declarer and tricks)
        return contract_result(contract, declarer, tricks, "", board) if played else None
    score = _SCORE.fullmatch(stated)
    if not score:
        raise ValueError(f"{shortened(stated)!r} is no score: NS 420 or EW 420")
    ns_score = int(score[2]) if score[1] != "EW" else -int(score[2])
    return contract_result(contract, declarer, tricks, str(ns_score), board)


def _tricks(stated: str, declarer: str) -> str:
    """The tricks declarer won, as agreed, whichever side's are stated (§3.4.15); as it stands where nothing else is.

    >>> [_tricks(text, "N") for text in ("11", "NS 11", "EW 2", "EW 2 NS 11", "^NS 10")]
    ['11', '11', '11', '11', '10']
    """
    found = _TRICKS.fullmatch(stated)
    if not found:
        return stated
    side, tricks = found[1].upper(), int(found[2])
    return str(tricks if declarer in side else 13 - tricks)


# Who sat there


def named_teams(game: Game) -> Seats:
    """Home and visitors: in its record the home team sits North–South; ValueError where one is not named."""
    home, visit = game.tag("HomeTeam"), game.tag("VisitTeam")
    if not (home and visit):
        raise ValueError("it does not name both teams")
    return home, visit


def teams_by_room(games: Sequence[Game]) -> Callable[[Game], Seats]:
    """Two teams whose rooms are told apart: called as their players are where those have one name, as robots have."""
    opened = next((game for game in games if _is_open(game)), games[0])
    home, visit = (_one_name(opened, seats) for seats in (("North", "South"), ("East", "West")))
    names = (home, visit) if home and visit and home != visit else ("Home", "Visitors")

    def seats(game: Game) -> Seats:
        return names if _is_open(game) else (names[1], names[0])

    return seats


def in_rooms(games: Sequence[Game]) -> bool:
    """Whether most records say that they are of the open or the closed room, and both are there."""
    rooms = [game.tag("Room").lower() for game in games]
    return {"open", "closed"} <= set(rooms) and 2 * sum(map(bool, rooms)) > len(rooms)


def _is_open(game: Game) -> bool:
    return game.tag("Room").lower() == "open"


def _one_name(game: Game, seats: tuple[str, str]) -> str:
    one, two = (game.tag(seat) for seat in seats)
    return one if one == two else ""


def pairs_by_name(pairs: PairsByName) -> Callable[[Game], Seats]:
    """Pairs that are known by their players' names alone."""

    def seats(game: Game) -> Seats:
        return pairs.number(game.tag("North"), game.tag("South")), pairs.number(game.tag("East"), game.tag("West"))

    return seats


_FORMS: tuple[tuple[str, FormName], ...] = (
    ("butler", "butler"),
    ("datum", "butler"),
    ("cross", "cross-imps"),
    ("ximp", "cross-imps"),
    ("cavendish", "cross-imps"),
    ("imp", "cross-imps"),
    ("bam", "board-a-match"),
    ("board", "board-a-match"),
    ("mp", "matchpoints"),
    ("match", "matchpoints"),
)
"""What stands in the tag Scoring, the more exact first; IMPs of pairs without a datum are of every comparison."""


def read_pbn(path: Path) -> Sheet:
    """Read a PBN file; Misuse (bad-file) where it is none, or tells neither results nor deals."""
    document = read_document(path)
    title = plain_title(re.sub(r"<[^<>]{0,80}>", "", document.first("Event")), path)
    sheet = Sheet(path.stem, title, _date(document.first("Date")), program=document.program)
    if has_score_tables(document):
        sheet.scoring = _form(document)
        read_score_tables(sheet, document, path.name)
    else:
        _read_games(sheet, path, document)
    _read_deals(sheet, document, path.name)
    if not (sheet.lines or sheet.problems or sheet.unplayed or sheet.deals):
        hint = "records name HomeTeam and VisitTeam, a Room, or the players; or the file has a ScoreTable, or deals"
        raise Misuse("bad-file", f"{path} holds no results and no deals", hint)
    return sheet


def _read_games(sheet: Sheet, path: Path, document: Document) -> None:
    games = document.games
    if any(game.tag("HomeTeam") and game.tag("VisitTeam") for game in games):
        sheet.winners, sheet.scoring = 1, "teams"
        read_records(sheet, path.name, games, named_teams)
    elif in_rooms(games):
        sheet.winners, sheet.scoring = 1, "teams"
        read_records(sheet, path.name, games, teams_by_room(games))
    elif any(game.tag("Score") or game.tag("Result") for game in games):
        pairs = PairsByName()
        sheet.winners, sheet.scoring = 1, _form(document)
        read_records(sheet, path.name, games, pairs_by_name(pairs))
        sheet.players = list(pairs.players())
    contestants = (each for line in sheet.lines for each in (line.where.ns, line.where.ew) if each)
    sheet.contestants = tuple(dict.fromkeys(contestants))


def _read_deals(sheet: Sheet, document: Document, file: str) -> None:
    """The cards of every board that a record deals in full."""
    for at, game in enumerate(document.games, start=1):
        place, deal = f"{file} record {at} board {shortened(game.tag('Board'))}", game.tag("Deal")
        try:
            board = board_number(game.tag("Board")) if deal else 0
        except ValueError:
            continue  # its line is a problem already
        if board:
            sheet.bring_deal(board, deal, place)


def _form(document: Document) -> FormName | None:
    stated = document.first("Scoring").lower()
    return next((form for word, form in _FORMS if word in stated), None)


def _date(text: str) -> str | None:
    day = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", text)
    return "-".join(day.groups()) if day else None
