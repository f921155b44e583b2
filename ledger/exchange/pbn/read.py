"""PBN 2.1: the results of pairs in tables, rounds of teams in two rooms, single games, and deals.

    [Board "11"] [HomeTeam "AUSTRIA"] [VisitTeam "DENMARK"] [Round "2"]
    [Contract "4S"] [Declarer "N"] [Result "10"] [Score "NS 420"]

A record without a score is a bye or a board not played. Records without teams are of two rooms, or of pairs known by
their players' names.

The home team sits North–South in the open room and East–West in the closed room. Some programs name the team that
sits North–South as the home team in both rooms: then the two records of a board name the teams in two orders.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from ledger.bridge import Result, is_passed_out, ns_score
from ledger.bridge.board import Deal, Vulnerability
from ledger.bridge.double_dummy import DIGITS_OF_PBN, Tricks, parse_tricks
from ledger.bridge.notation import Unreadable
from ledger.errors import Misuse
from ledger.exchange.fields import Winners, two_fields
from ledger.exchange.pbn.document import (
    PLAYERS,
    Document,
    Game,
    cell,
    contract_of,
    label,
    letters,
    read_document,
    require_cells,
)
from ledger.exchange.pbn.score_tables import (
    contract_of_auction,
    game_record,
    has_score_tables,
    note_frequency_tables,
    read_score_tables,
)
from ledger.exchange.pbn.scoring_tag import read_scoring
from ledger.exchange.sheet import (
    PairsByName,
    Sheet,
    board_number,
    contract_result,
    reason_of,
    require_plain,
    require_vulnerability,
    round_number,
    shorten,
    table_name,
    title_or_stem,
)
from ledger.kernel.at_table import Where
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

Seats = tuple[str, str]
"""The contestants North–South and East–West."""

OPEN, CLOSED = "open", "closed"


def room_of(game: Game) -> str:
    """Return the room stated in a record: 'open', 'closed', or another word as written; '' if none is stated."""
    stated = game.tag("Room").lower()
    return next((room for room in (OPEN, CLOSED) if stated and room.startswith(stated.split()[0])), stated)


class Rooms:
    """The rooms of a match of teams: each record's room, and which team sits North–South in it."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._rooms = {id(game): room_of(game) for game in games}
        self._closed: set[int] = set()
        boards: dict[tuple[str, str, frozenset[str]], list[Game]] = defaultdict(list)
        for game in games:
            if all(_named_teams(game)):
                boards[game.tag("Round"), game.tag("Board"), frozenset(_named_teams(game))].append(game)
        any_as_seated = any(map(_is_named_as_seated, boards.values()))
        for board in boards.values():
            if _is_named_as_seated(board):
                continue
            # all records of the board name the home team first: which of them are of the closed room?
            unstated = [game for game in board if not room_of(game)]
            if len(board) > 1:
                self._rooms |= {id(game): room for game, room in _rooms_in_turn(unstated, board)}
            if len(board) > 1 or not any_as_seated:
                self._closed |= {id(game) for game in board if self._rooms[id(game)] == CLOSED}

    def room(self, game: Game) -> str:
        """Return a record's room, as stated or deduced from the order of the board's records; '' if unknown."""
        return self._rooms[id(game)]

    def seats(self, game: Game) -> Seats:
        """Return the two teams at a record's table, North–South first; ValueError if a team is not named."""
        home, visit = _named_teams(game)
        if not (home and visit):
            raise ValueError("it does not name both teams")
        if _sides_of(game) in ((home, visit), (visit, home)):
            return _sides_of(game)
        return (visit, home) if id(game) in self._closed else (home, visit)


def _named_teams(game: Game) -> Seats:
    return game.tag("HomeTeam"), game.tag("VisitTeam")


def _is_named_as_seated(board: Sequence[Game]) -> bool:
    """Return whether a board's records name the North–South team first, so that the order changes with the room."""
    rooms: dict[Seats, set[str]] = defaultdict(set)
    for game in board:
        rooms[_named_teams(game)].add(room_of(game))
    return len(rooms) > 1 and not any({OPEN, CLOSED} <= stated for stated in rooms.values())


def _rooms_in_turn(unstated: Sequence[Game], board: Sequence[Game]) -> Iterator[tuple[Game, str]]:
    """Yield each record that states no room, and its room: open and closed alternate, but a repeat keeps its room."""
    turns = [OPEN, CLOSED] if OPEN not in map(room_of, board) else [CLOSED, OPEN]
    rooms: dict[tuple[str, ...], str] = {}
    for game in unstated:
        content = tuple(game.tag(name) for name in (*PLAYERS, "Contract", "Declarer", "Result", "Score"))
        repeats = game.stated.issuperset(PLAYERS) and len(set(content[:4])) > 1
        if not (repeats and content in rooms):
            rooms[content] = turns[len(rooms) % 2]
        yield game, rooms[content]


def seats_by_room(games: Sequence[Game]) -> Callable[[Game], Seats]:
    """Return a function that tells which team sits North–South in a record, by its room, if the file names no teams."""
    opened = next((game for game in games if room_of(game) == OPEN), games[0])
    home, visit = _sides_of(opened)
    names = (home, visit) if home and visit and home != visit else ("Home", "Visitors")

    def seats(game: Game) -> Seats:
        if _sides_of(game) in (names, names[::-1]):
            return _sides_of(game)
        return names if room_of(game) == OPEN else (names[1], names[0])

    return seats


def seats_checked_by_names(games: Sequence[Game], seats: Callable[[Game], Seats]) -> Callable[[Game], Seats]:
    """Return the function `seats` with a check: ValueError if a player or pair sat at least as often for another team.

    The home team's direction is only a custom. A record needs a person if one of its players sat for the opponents in
    the same match, or one of its pairs for another team, in at least as many records.
    """
    teams: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for game in games:
        try:
            for sitting, _, team in _players_and_pairs(game, seats(game)):
                teams[sitting][team] += 1
        except ValueError:
            continue  # unnamed teams are a problem when the record is read

    def checked(game: Game) -> Seats:
        pairs = seats(game)
        for sitting, named, team in _players_and_pairs(game, pairs):
            others = Counter({name: often for name, often in teams[sitting].items() if name != team})
            rival, most = next(iter(others.most_common(1)), ("", 0))
            if most >= teams[sitting][team]:
                claim = f"as its room says, {shorten(named)} sat for {shorten(team)}"
                raise ValueError(f"{claim}, and in other records for {shorten(rival)}")
        return pairs

    return checked


def _players_and_pairs(game: Game, teams: Seats) -> Iterator[tuple[Hashable, str, str]]:
    """Yield (key, name, team) of each player and each pair in a record; a player's key includes the match."""
    if game.stated.isdisjoint(PLAYERS):
        return  # inherited players prove nothing
    match = game.tag("Round"), frozenset(teams)
    for team, seats in zip(teams, (("North", "South"), ("East", "West")), strict=True):
        names = [name for seat in seats if (name := game.tag(seat))]
        for name in names:
            yield (match, name), name, team
        if len(set(names)) == 2:
            yield frozenset(names), " and ".join(names), team


def _sides_of(game: Game) -> Seats:
    """Return a name for each side that both partners share, as robots do; '' for a side whose partners differ."""
    return _shared_name(game, ("North", "South")), _shared_name(game, ("East", "West"))


def _shared_name(game: Game, seats: tuple[str, str]) -> str:
    one, two = (game.tag(seat) for seat in seats)
    return one if one == two else ""


def in_rooms(games: Sequence[Game]) -> bool:
    """Return whether most records state a room, and both rooms occur."""
    rooms = [room_of(game) for game in games]
    return {OPEN, CLOSED} <= set(rooms) and 2 * sum(map(bool, rooms)) > len(rooms)


_SCORE = re.compile(r"(?:(NS|EW) )?([+-]?[0-9]{1,5})(?: +(?:NS|EW) [+-]?[0-9]{1,5})?")
_TRICKS = re.compile(r"(NS|EW) +([0-9]{1,2})(?: +(?:NS|EW) +[0-9]{1,2})?", re.IGNORECASE)
_IMPS = re.compile(r"NS ([+-]?[0-9.]{1,8}) EW ([+-]?[0-9.]{1,8})")
Numbered = dict[int, Game]
"""Records by their position in the file."""


def read_records(sheet: Sheet, file: str, games: Numbered, seats: Callable[[Game], Seats], rooms: Rooms) -> None:
    """Read every record into the sheet: a line, an unplayed board, or a problem."""
    tables: set[tuple[int | None, int, str | None]] = set()
    for at, game in games.items():

        def read(place: str, game: Game = game) -> SheetLine:
            line = _line(place, game, seats, rooms.room(game))
            if line.result is None:
                return line
            record = game_record(sheet, place, game)
            lead, where = record.play.lead if record and record.play else None, line.where
            if where.table and (where.round, where.board, where.table) in tables:  # both rooms are under one number
                where = replace(where, table=f"{where.table} closed")
            tables.add((where.round, where.board, where.table))
            return replace(line, where=where, record=record, lead=lead)

        place = f"{file} record {at} board {shorten(game.tags.get('Board', '?'))}"
        if sheet.read_record(place, read) and (printed := _IMPS.fullmatch(game.tag("ScoreIMP"))):
            sheet.printed.of_line(place, printed[1], printed[2])


def _line(place: str, game: Game, seats: Callable[[Game], Seats], room: str) -> SheetLine:
    """Return a record as a line of the sheet; if the board was not played, the line has no seats."""
    if game.contradicted:
        name, first, second = game.contradicted[0]
        raise ValueError(f"it states {name} twice: {shorten(first)!r} and {shorten(second)!r}")
    if game.misread:
        raise ValueError(f'{shorten(game.misread[0])!r} is no tag: a tag is written [Board "1"]')
    board = board_number(game.tags.get("Board", ""))
    result = _result(game, board)
    if result is None:
        return SheetLine(place, Where(board))
    ns, ew = seats(game)
    require_plain(ns, ew)
    table = f"{letters(game.tag('Section').upper())}{game.tag('Table')}" if game.tag("Table") else room
    # a round that is no number ('-', 'Final') does not distinguish rounds
    round_ = game.tag("Round")
    is_number = round_.isascii() and round_.isdigit() and len(round_) <= 3
    where = Where(board, table_name(table), ns, ew, round_number(round_) if is_number else None)
    return SheetLine(place, where, result)


def _result(game: Game, board: int) -> Result | None:
    """Return a record's result; None if the board was not played, ValueError if the score is not the contract's."""
    stated, contract = game.tag("Score"), contract_of(game.tag("Contract"))
    declarer = game.tag("Declarer").upper().removeprefix("^")  # declarer and dummy were exchanged (§3.4.13)
    if not contract and (game.tag("Result") or not stated):
        contract, called = contract_of_auction(game)
        declarer = declarer or called
    tricks = _tricks(game.tag("Result"), declarer)
    if not stated:
        # of a team without opponents programs write 'Pass'
        home, visit = game.tag("HomeTeam"), game.tag("VisitTeam")
        if bool(home) != bool(visit) and not game.tag("Result"):
            return None
        require_vulnerability(board, _VULNERABLE.get(game.tags.get("Vulnerable", "").strip().lower()))
        return contract_result(contract, declarer, tricks, "", board)
    score = _SCORE.fullmatch(stated)
    if not score:
        raise ValueError(f"{shorten(stated)!r} is no score: NS 420 or EW 420")
    side, points = score[1], int(score[2])
    if not side and declarer in ("E", "W") and contract and tricks:
        # by the standard it is declarer's (§4.2.1); some programs write North–South's
        played = contract_result(contract, declarer, tricks, "", board)
        side = "NS" if played and ns_score(played, board) == points else "EW"
    return contract_result(contract, declarer, tricks, str(-points if side == "EW" else points), board)


_VULNERABLE = {
    "none": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "ns": Vulnerability.NS,
    "ew": Vulnerability.EW,
    "all": Vulnerability.BOTH,
    "both": Vulnerability.BOTH,
}


def _tricks(stated: str, declarer: str) -> str:
    """Return declarer's tricks from text such as 'EW 2', which may count the defenders'; return other text unchanged.

    >>> [_tricks(text, "N") for text in ("11", "NS 11", "EW 2", "EW 2 NS 11", "^NS 10", "^9")]
    ['11', '11', '11', '11', '10', '9']
    """
    stated = stated.removeprefix("^")  # the score was adjusted (§3.4.15)
    match = _TRICKS.fullmatch(stated)
    if not match:
        return stated
    side, tricks = match[1].upper(), int(match[2])
    return str(tricks if declarer in side else 13 - tricks)


_NUMBERS = ("PairId_NS", "PairId_EW")


def pairs_by_number(game: Game) -> Seats:
    """Return a record's pairs by number, with the letters of the section; ValueError if a number is invalid."""
    ns, ew = (label(game.tag("Section").upper(), game.tag(name)) for name in _NUMBERS)
    return ns, ew


def _name_pairs(sheet: Sheet, games: Iterable[Game], winners: Winners | None) -> None:
    """Add the players of numbered pairs to the sheet; if East–West pairs are a field of their own, pair 1 is 1EW."""
    sheet.winners = winners or (2 if two_fields(sheet.lines) else None)
    players: dict[tuple[str, int], Player] = {}
    for game in games:
        try:
            pairs = pairs_by_number(game)
            require_plain(*map(game.tag, PLAYERS))
        except ValueError:
            continue  # its line is a problem already
        for side, pair, names in zip(("NS", "EW"), pairs, (("North", "South"), ("East", "West")), strict=True):
            contestant = f"{pair}{side}" if sheet.winners == 2 and pair[-1].isdigit() else pair
            for seat, name in enumerate(map(game.tag, names), start=1):
                if name:
                    players.setdefault((contestant, seat), Player(contestant, seat, name))
    sheet.players = list(players.values())


def read_pbn(path: Path, winners: Winners | None = None) -> Sheet:
    """Read a PBN file. Misuse (bad-file): it has no results and no deals. `winners`: the user's number of rankings."""
    document = read_document(path)
    title = title_or_stem(re.sub(r"<[^<>]{0,80}>", "", document.first("Event")), path)
    day = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", document.first("Date"))
    sheet = Sheet(path.stem, title, "-".join(day.groups()) if day else None, program=document.program)
    if has_score_tables(document):
        read_scoring(sheet, document, teams=False)
        read_score_tables(sheet, document, path.name, winners)
    else:
        _read_games(sheet, path, document, winners)
    note_frequency_tables(sheet, document, path.name)
    for at, game in enumerate(document.games, start=1):
        place, deal = f"{path.name} record {at} board {shorten(game.tag('Board') or '?')}", game.tag("Deal")
        if "Deal" not in game.stated or not deal:
            continue
        try:
            sheet.add_deal(board_number(game.tag("Board")), deal, place)
            _add_tricks(sheet, game, deal, place)
        except ValueError as error:
            sheet.dealt += 1
            sheet.notes.append((place, f"its cards are left out: {reason_of(error)}"))
    for line in document.swallowed:
        reason = "a comment that begins there has tags in it: is its closing brace missing?"
        sheet.problems.append((f"{path.name} line {line}", reason))
    if not (sheet.records or sheet.problems or sheet.dealt):
        hint = "records name HomeTeam and VisitTeam, a Room, or the players; or the file has a ScoreTable, or deals"
        raise Misuse("bad-file", f"{path} holds no results and no deals", hint)
    return sheet


def _add_tricks(sheet: Sheet, game: Game, text: str, place: str) -> None:
    """Keep the double-dummy tricks that a record has beside its own deal; note a table that cannot be read."""
    try:
        deal, tables = Deal(text), list[Tricks]()
        if "DoubleDummyTricks" in game.stated:
            tables.append(parse_tricks(game.tag("DoubleDummyTricks")))
        if "OptimumResultTable" in game.stated:
            rows = [require_cells(row) for row in game.table("OptimumResultTable")]
            cells = {(cell(row, "Denomination")[:1], cell(row, "Declarer")): cell(row, "Result") for row in rows}
            taken = (int(cells.get((strain, seat.value), "-1")) for strain, seat in DIGITS_OF_PBN)
            tables.append(parse_tricks("".join(f"{each:x}" for each in taken)))
    except Unreadable:
        return  # the deal is noted already
    except ValueError as error:
        sheet.notes.append((place, f"its double-dummy table is left out: {reason_of(error)}"))
        return
    if any(table != tables[0] for table in tables):
        sheet.notes.append((place, "its double-dummy table is left out: it states the tricks in two ways"))
    elif tables:
        sheet.tricks[deal] = tables[0]


def _read_games(sheet: Sheet, path: Path, document: Document, winners: Winners | None) -> None:
    numbered = {at: game for at, game in enumerate(document.games, start=1) if game.is_of_play}
    games = list(numbered.values())
    rooms = Rooms(games)
    if any(game.tag("HomeTeam") and game.tag("VisitTeam") for game in games):
        sheet.winners = 1
        read_scoring(sheet, document, teams=True)
        read_records(sheet, path.name, numbered, seats_checked_by_names(games, rooms.seats), rooms)
    elif in_rooms(games):
        sheet.winners = 1
        read_scoring(sheet, document, teams=True)
        read_records(sheet, path.name, numbered, seats_checked_by_names(games, seats_by_room(games)), rooms)
    elif played := sum(
        bool(game.tag("Score") or game.tag("Result")) or is_passed_out(contract_of(game.tag("Contract")))
        for game in games
    ):
        # a file of deals may state results without a player or a pair
        who = (*PLAYERS, *_NUMBERS)
        if any(game.tag("Deal") for game in games) and not any(game.tag(name) for game in games for name in who):
            sheet.records, sheet.unread = played, played
            nameless = f"the results of {played} of its records are left out: none says who played"
            sheet.notes.append((path.name, nameless))
            return
        read_scoring(sheet, document, teams=False)
        if all(game.tag(number) for game in games for number in _NUMBERS):
            read_records(sheet, path.name, numbered, pairs_by_number, rooms)
            _name_pairs(sheet, games, winners)
        else:
            pairs = PairsByName()  # known by their players' names alone

            def seats(game: Game) -> Seats:
                north, south, east, west = map(game.tag, ("North", "South", "East", "West"))
                return pairs.number(north, south), pairs.number(east, west)

            read_records(sheet, path.name, numbered, seats, rooms)
            sheet.players = list(pairs.players())
        if unnamed := sum(1 for game in games if game.stated.isdisjoint(PLAYERS) and game.tag("North")):
            records = "1 record names" if unnamed == 1 else f"{unnamed} records name"
            sheet.notes.append((path.name, f"{records} nobody: read as played by those of the board before"))
    contestants = (each for line in sheet.lines for each in (line.where.ns, line.where.ew) if each)
    sheet.contestants = tuple(dict.fromkeys(contestants))
