"""PBN 2.1: the results of pairs in tables, rounds of teams in two rooms, single games, and deals.

    [Board "11"] [HomeTeam "AUSTRIA"] [VisitTeam "DENMARK"] [Round "2"]
    [Contract "4S"] [Declarer "N"] [Result "10"] [Score "NS 420"]

The home team of a record sits North–South in it. A record without a score is a bye or a board not played.
"""

import re
from pathlib import Path

from ledger.errors import Misuse
from ledger.exchange.pairs_by_name import PairsByName
from ledger.exchange.pbn.document import Document, read_document
from ledger.exchange.pbn.records import in_rooms, named_teams, pairs_by_name, read_records, teams_by_room
from ledger.exchange.pbn.score_tables import has_score_tables, read_score_tables
from ledger.exchange.sheet import Sheet, board_number, plain_title, shortened
from ledger.scoring.forms import FormName

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
