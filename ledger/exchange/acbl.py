"""Reading of a club game, JSON from the ACBL's pages: one session, with boards in sections; and errors for other JSON.

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
    read_bytes,
    reason_of,
    require_line_limit,
    require_plain,
    round_number,
    section_letters,
    shorten,
    table_name,
    title_or_stem,
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


def not_a_game(path: Path, content: bytes, why: str) -> Misuse:
    """Return the error (Misuse) for a .json file that is no club game; `why`: the JSON decoder's message."""
    document = None
    with suppress(ValueError, RecursionError):
        document = json.loads(content)
    schema = document.get("schema") if isinstance(document, dict) else None
    message, hint = why, _KINDS
    if isinstance(schema, str) and re.fullmatch(r"[a-z-]{1,40}/[0-9]{1,3}", schema):
        message = f"it is a list of this ledger's own ({schema})"
        hint = "`export FILE.zip` writes what restores a session"
    elif not content.strip():
        message = "it is empty"
    elif "truncated" in why:
        message = "it breaks off"
    elif "missing required field" in why:
        message = "it has no sessions"
    elif wrong := _KIND.search(why):
        wanted, got, at = wrong.groups()
        message = f"{at[:_LONGEST_PLACE] if at else 'it'} is {_type_words(got)}, not {_type_words(wanted)}"
    return Misuse("bad-file", f"{path} is no JSON with results: {message}", hint)


def _type_words(types: str) -> str:
    return " or ".join(_CALLED.get(each, each) for each in types.split(" | "))


Text = str | int | float | None
"""A number or a text in the file; None if the value is missing."""


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
    """Read a club game. Misuse (bad-file): the file is no club game, or not exactly one session."""
    content = read_bytes(path)
    try:
        game = msgspec.json.decode(content, type=_Game)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise not_a_game(path, content, str(error)) from error
    if len(game.sessions) != 1:
        raise Misuse("bad-file", f"{path} holds {len(game.sessions)} sessions", "save one file a session")
    sections = game.sessions[0].sections
    require_line_limit(path, sum(len(board.board_results) for section in sections for board in section.boards))
    title, day = title_or_stem(_as_text(game.name), path), _as_text(game.start_date)[:10]
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
        letters = [section_letters(_as_text(summary.name), at) if apart else "" for at, summary in enumerate(sections)]
        self.sections = list(zip(letters, sections, strict=True))
        directions: dict[str, set[str]] = {}
        for section, summary in self._summaries():
            directions.setdefault(section + _as_text(summary.pair_number), set()).add(_direction_of(summary))
        sheet.winners = 2 if any(len(sat) > 1 for sat in directions.values()) else None

    def _summaries(self) -> Iterator[tuple[str, _Summary]]:
        return ((letters, each) for letters, section in self.sections for each in section.pair_summaries)

    def pairs(self) -> None:
        labels: dict[str, None] = {}
        for letters, summary in self._summaries():
            number, total, percentage = map(_as_text, (summary.pair_number, summary.score, summary.percentage))
            try:
                label = self._label(letters, number, _direction_of(summary))
                players = [
                    Player(label, seat, _as_text(player.name), _as_text(player.id_number))
                    for seat, player in enumerate(summary.players, start=1)
                ]
                require_plain(*(text for player in players for text in (player.name, player.member_number)))
            except ValueError as error:
                self.sheet.problems.append((f"{self.file} pair {shorten(number)}", reason_of(error)))
                continue
            labels[label] = None
            self.sheet.players += players
            self.sheet.printed.of_contestant(label, total=total, percentage=percentage)
        self.sheet.contestants = tuple(labels)

    def lines(self) -> None:
        for letters, section in self.sections:
            for board in section.boards:
                for at, line in enumerate(board.board_results, start=1):
                    of_section = f" section {letters}" if letters else ""
                    place = f"{self.file} board {shorten(_as_text(board.board_number))} line {at}{of_section}"
                    read = partial(self._read_line, letters=letters, board=_as_text(board.board_number), line=line)
                    if self.sheet.read_record(place, read):
                        printed = map(_as_text, (line.ns_match_points, line.ew_match_points))
                        self.sheet.printed.of_line(place, *printed)

    def _read_line(self, place: str, letters: str, board: str, line: _Line) -> SheetLine:
        number = board_number(board)
        where = Where(
            number,
            table_name(_as_text(line.table_number)),
            self._label(letters, _as_text(line.ns_pair), "NS"),
            self._label(letters, _as_text(line.ew_pair), "EW"),
            round_number(_as_text(line.round_number)),
        )
        result = _read_result(line, number)
        lead = _as_text(line.opening_lead).replace(" ", "")
        return SheetLine(place, where, result, None, self.sheet.lead(place, lead) if result else None)

    def _label(self, letters: str, number: str, direction: str) -> str:
        label = f"{letters}{number.upper()}{direction if self.sheet.winners == 2 else ''}"
        if not LABEL.fullmatch(label):
            raise ValueError(f"{shorten(label)!r} is no contestant's number")
        return label


def _read_result(line: _Line, board: int) -> Result | None:
    score, contract = _as_text(line.ns_score).upper(), _as_text(line.contract).upper().replace(" ", "")
    if score in _UNPLAYED:
        return None
    if is_passed_out(score) or is_passed_out(contract):
        return contract_result("PASS", "", "", "", board)
    if score[:1].isalpha():
        raise ValueError(f"score {shorten(score)} is not a number: an average, of which the file does not say which")
    contract, declarer, tricks = contract.replace("*", "X"), _as_text(line.declarer), _as_text(line.tricks_taken)
    if not (contract and declarer and tricks):
        contract = declarer = tricks = ""
    return contract_result(contract, declarer, tricks, score, board)


def _direction_of(summary: _Summary) -> str:
    return {"N": "NS", "E": "EW"}.get(_as_text(summary.direction).upper()[:1], "")


def _as_text(value: Text) -> str:
    return "" if value is None else str(value).strip()
