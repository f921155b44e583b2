"""PBN files of a round of teams: every board of every match in two rooms.

    [Board "11"] [HomeTeam "AUSTRIA"] [VisitTeam "DENMARK"] [Round "2"]
    [Contract "4S"] [Declarer "N"] [Result "10"] [Score "NS 420"]

The home team of a record sits North–South in it. A record without a score is a bye or a board not played.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from ledger.bridge import Result
from ledger.commands import SheetLine, Where
from ledger.errors import Misuse
from ledger.exchange.sheet import (
    MOST_LINES,
    Sheet,
    board_number,
    contract_result,
    plain_title,
    read_bytes,
    require_few,
    require_plain,
    round_number,
    shortened,
    table_name,
    why,
)

_TAG = re.compile(r'^\[(\w+) "([^"]*)"\]', re.MULTILINE)
_SCORE = re.compile(r"(?:(NS|EW) )?([+-]?[0-9]{1,5})")


def read_pbn(path: Path) -> Sheet:
    """Read a PBN file; Misuse (bad-file) where it is none, or holds no matches of teams."""
    games = list(islice(_games(path), MOST_LINES + 1))
    require_few(path, len(games))
    if not any("HomeTeam" in game and "VisitTeam" in game for game in games):
        raise Misuse("bad-file", f"{path} holds no matches of teams", "records of teams name HomeTeam and VisitTeam")
    first = games[0]
    title = plain_title(first.get("Event", ""), path)
    sheet = Sheet(path.stem, title, _date(first.get("Date", "")), winners=1, scoring="teams")
    _read_games(sheet, path, games)
    teams = (team for line in sheet.lines for team in (line.where.ns, line.where.ew) if team)
    sheet.contestants = tuple(dict.fromkeys(teams))
    return sheet


def _read_games(sheet: Sheet, path: Path, games: Sequence[dict[str, str]]) -> None:
    """Put every record on the sheet: as a line, as not played, or as a problem."""
    tables: set[tuple[int | None, int, str | None]] = set()
    for at, game in enumerate(games, start=1):
        place = f"{path.name} record {at} board {shortened(game.get('Board', '?'))}"
        try:
            line = _line(place, game)
        except ValueError as error:
            sheet.problems.append((place, why(error)))
            continue
        if line.result is None:
            sheet.unplayed.append(place)
        else:
            sheet.lines.append(_room_of_its_own(line, tables))


def _room_of_its_own(line: SheetLine, tables: set[tuple[int | None, int, str | None]]) -> SheetLine:
    """The line, its room told from the other where a file has both rooms under one number; `tables` are those read."""
    where = line.where
    if where.table and (where.round, where.board, where.table) in tables:
        line = replace(line, where=replace(where, table=f"{where.table} closed"))
    tables.add((where.round, where.board, line.where.table))
    return line


def _games(path: Path) -> Iterator[dict[str, str]]:
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    for game in re.split(r"(?m)^(?=\[Event )", text)[1:]:
        yield dict(_TAG.findall(game))


def _line(place: str, game: dict[str, str]) -> SheetLine:
    require_plain(game.get("HomeTeam"), game.get("VisitTeam"))
    where = Where(
        board_number(game.get("Board", "")),
        table_name(game.get("Table", "")),
        game.get("HomeTeam") or "",
        game.get("VisitTeam") or "",
        _round(game.get("Round", "")),
    )
    return SheetLine(place, where, _result(game, where.board), lead=None)


def _round(text: str) -> int | None:
    """The round a record says it is of; what is no number ('-', 'Final') tells no round from another."""
    return round_number(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None


def _result(game: dict[str, str], board: int) -> Result | None:
    stated = game.get("Score", "")
    score = _SCORE.fullmatch(stated)
    if not score:
        if stated:
            raise ValueError(f"{shortened(stated)!r} is no score: NS 420 or EW 420")
        return None
    ns_score = int(score[2]) if score[1] != "EW" else -int(score[2])
    contract = game.get("Contract", "").upper().replace(" ", "")
    tricks = game.get("Result", "")
    return contract_result(contract, game.get("Declarer", ""), tricks, str(ns_score), board)


def _date(text: str) -> str | None:
    day = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", text)
    return "-".join(day.groups()) if day else None
