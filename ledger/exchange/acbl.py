"""A club game as the ACBL's pages hold it, in JSON: sessions of sections of boards, each with its results; and what is
told of a .json that is of none of the kinds that are read.

{"sessions": [{"sections": [{"name": "A", "pair_summaries": […], "boards": [{"board_number": 1,
  "board_results": [{"ns_pair": "1", "ew_pair": "2", "ns_score": "420", "contract": "4 S", "declarer": "N",
                     "result": "=", "tricks_taken": 10, "ns_match_points": "3.00", "ew_match_points": "1.00"}]}]}]}]}
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.bridge import Result, is_passed_out
from ledger.errors import Misuse
from ledger.exchange.sheet import (
    Sheet,
    board_number,
    contract_result,
    plain_title,
    read_bytes,
    require_few,
    require_plain,
    round_number,
    section_letters,
    shortened,
    table_name,
    why,
)
from ledger.kernel.at_table import Where
from ledger.labels import LABEL
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

_KINDS = (
    "a club game of the ACBL (sessions, each with sections, each with boards), or what a Bridgemate Data Connector "
    "sent (messages with SectionLetters)"
)

_KIND = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`(?: - at `\$?\.?(.*)`)?")
_LONGEST_PLACE = 60
_CALLED = {"array": "a list", "object": "an object", "str": "a text", "int": "a number", "float": "a number"}


def no_game(path: Path, content: bytes, why: str) -> Misuse:
    """Return why a .json is no game; `why`: what msgspec says of it."""
    said = None
    with suppress(ValueError, RecursionError):
        said = json.loads(content)
    schema = said.get("schema") if isinstance(said, dict) else None
    told, hint = why, _KINDS
    if isinstance(schema, str) and re.fullmatch(r"[a-z-]{1,40}/[0-9]{1,3}", schema):
        told, hint = f"it is a list of this ledger's own ({schema})", "`export FILE.zip` writes what restores a session"
    elif not content.strip():
        told = "it is empty"
    elif "truncated" in why:
        told = "it breaks off"
    elif "missing required field" in why:
        told = "it has no sessions"
    elif wrong := _KIND.search(why):
        wanted, got, at = wrong.groups()
        told = f"{at[:_LONGEST_PLACE] if at else 'it'} is {_words(got)}, not {_words(wanted)}"
    return Misuse("bad-file", f"{path} is no JSON with results: {told}", hint)


def _words(types: str) -> str:
    return " or ".join(_CALLED.get(each, each) for each in types.split(" | "))


Text = str | int | float | None
"""A value as the pages have it: a number, or the text of one."""


class _Player(Struct):
    name: Text = None
    id_number: Text = None


class _Summary(Struct):
    pair_number: Text = None
    direction: Text = None
    score: Text = None
    percentage: Text = None
    players: list[_Player] = []


class _Line(Struct):
    ns_pair: Text = None
    ew_pair: Text = None
    ns_score: Text = None
    ew_score: Text = None
    contract: Text = None
    declarer: Text = None
    tricks_taken: Text = None
    opening_lead: Text = None
    round_number: Text = None
    table_number: Text = None
    ns_match_points: Text = None
    ew_match_points: Text = None


class _Board(Struct):
    board_number: Text = None
    board_results: list[_Line] = []


class _Section(Struct):
    name: Text = None
    pair_summaries: list[_Summary] = []
    boards: list[_Board] = []


class _Session(Struct):
    sections: list[_Section] = []


class _Game(Struct):
    sessions: list[_Session]
    name: Text = None
    start_date: Text = None


_UNPLAYED = ("", "NP", "NOT PLAYED", "LATE PLAY")


def read_acbl(path: Path) -> Sheet:
    """Read a club game; Misuse (bad-file) where it is none, or of several sessions."""
    content = read_bytes(path)
    try:
        game = msgspec.json.decode(content, type=_Game)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise no_game(path, content, str(error)) from error
    if len(game.sessions) != 1:
        raise Misuse("bad-file", f"{path} holds {len(game.sessions)} sessions", "save one file a session")
    sections = game.sessions[0].sections
    require_few(path, sum(len(board.board_results) for section in sections for board in section.boards))
    title, day = plain_title(_text(game.name), path), _text(game.start_date)[:10]
    sheet = Sheet(path.stem, title, program="ACBLscore", scoring="matchpoints")
    with suppress(ValueError):
        date.fromisoformat(day)
        sheet.date = day
    reader = _Reader(path.name, sheet, sections)
    reader.pairs()
    reader.lines()
    return sheet


class _Reader:
    def __init__(self, file: str, sheet: Sheet, sections: list[_Section]) -> None:
        self.file, self.sheet = file, sheet
        apart = len(sections) > 1
        letters = [section_letters(_text(each.name), at) if apart else "" for at, each in enumerate(sections)]
        self.sections = list(zip(letters, sections, strict=True))
        directions: dict[str, set[str]] = {}
        for section, each in self._summaries():
            directions.setdefault(section + _text(each.pair_number), set()).add(_direction(each))
        sheet.winners = 2 if any(len(sat) > 1 for sat in directions.values()) else None

    def _summaries(self) -> Iterator[tuple[str, _Summary]]:
        return ((letters, each) for letters, section in self.sections for each in section.pair_summaries)

    def pairs(self) -> None:
        found: dict[str, None] = {}
        for letters, each in self._summaries():
            try:
                label = self._label(letters, _text(each.pair_number), _direction(each))
                players = [
                    Player(label, seat, _text(player.name), _text(player.id_number))
                    for seat, player in enumerate(each.players, start=1)
                ]
                require_plain(*(text for player in players for text in (player.name, player.member_number)))
            except ValueError as error:
                self.sheet.problems.append((f"{self.file} pair {shortened(_text(each.pair_number))}", why(error)))
                continue
            found[label] = None
            self.sheet.players += players
            self.sheet.printed.of_contestant(label, total=_text(each.score), percentage=_text(each.percentage))
        self.sheet.contestants = tuple(found)

    def lines(self) -> None:
        for letters, section in self.sections:
            for board in section.boards:
                for at, line in enumerate(board.board_results, start=1):
                    of_section = f" section {letters}" if letters else ""
                    place = f"{self.file} board {shortened(_text(board.board_number))} line {at}{of_section}"
                    read = partial(self._line, letters=letters, board=_text(board.board_number), line=line)
                    if self.sheet.read_record(place, read):
                        self.sheet.printed.of_line(place, _text(line.ns_match_points), _text(line.ew_match_points))

    def _line(self, place: str, letters: str, board: str, line: _Line) -> SheetLine:
        number = board_number(board)
        where = Where(
            number,
            table_name(_text(line.table_number)),
            self._label(letters, _text(line.ns_pair), "NS"),
            self._label(letters, _text(line.ew_pair), "EW"),
            round_number(_text(line.round_number)),
        )
        result = _result(line, number)
        lead = _text(line.opening_lead).replace(" ", "")
        return SheetLine(place, where, result, None, self.sheet.lead(place, lead) if result else None)

    def _label(self, letters: str, number: str, direction: str) -> str:
        label = f"{letters}{number.upper()}{direction if self.sheet.winners == 2 else ''}"
        if not LABEL.fullmatch(label):
            raise ValueError(f"{shortened(label)!r} is no contestant's number")
        return label


def _result(line: _Line, board: int) -> Result | None:
    score, contract = _text(line.ns_score).upper(), _text(line.contract).upper().replace(" ", "")
    if score in _UNPLAYED:
        return None
    if is_passed_out(score) or is_passed_out(contract):
        return contract_result("PASS", "", "", "", board)
    if score[:1].isalpha():
        raise ValueError(f"score {shortened(score)} is not a number: an average, of which the file does not say which")
    contract, declarer, tricks = contract.replace("*", "X"), _text(line.declarer), _text(line.tricks_taken)
    if not (contract and declarer and tricks):
        contract = declarer = tricks = ""
    return contract_result(contract, declarer, tricks, score, board)


def _direction(each: _Summary) -> str:
    return {"N": "NS", "E": "EW"}.get(_text(each.direction).upper()[:1], "")


def _text(value: Text) -> str:
    return "" if value is None else str(value).strip()
