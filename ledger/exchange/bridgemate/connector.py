"""Messages of the Bridgemate Data Connector: results and director calls in JSON (ResultDTO, TdCallDTO).

A message is sent until the receiver confirms it, so it may come more than once. The messages about a table's play of a
board become one line of a sheet.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs
from msgspec.structs import replace

from ledger.bounds.files import NESTED
from ledger.bounds.tournaments import ROUND_SAID
from ledger.bounds.types import BoardNumber, TableNumber
from ledger.bridge import Result, parse_result
from ledger.errors import Misuse
from ledger.exchange.sheet import Sheet, board_number, not_played_question, require_line_limit
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade
from ledger.subjects.calls.facts import DeviceCall
from ledger.subjects.sheets import SheetLine

BOTH_SIDES, NS_ALONE, EW_ALONE = 3, 1, 2
"""The sides a result is valid for (ScoringDirection)."""

NOT_PLAYED, WORST = -10, -9
"""Levels without a contract: -10 is a board not played, -1 to -9 (WORST) stand for two averages."""

GRADES = ("A-", "A", "A+")
STRAINS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "N"}
SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
STAKES = {0: "", 1: "X", 2: "XX"}
RANKS = {**{rank: str(rank) for rank in range(2, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}
_Round = Annotated[int, Meta(ge=1, le=ROUND_SAID.most)]
_SENT = "SerializedData"
_SHOWN = 150
_OF_CALLS = {"Hour", "Minute", "Status"}
"""Fields of calls that no result has."""


class ResultMessage(Struct, frozen=True, rename="pascal"):
    """A message with a table's result on a board; a missing number is 0, a missing `scoring_direction` both sides."""

    section_letters: Annotated[str, Meta(pattern=r"^[A-Z]{1,3} *\Z")]
    table_number: TableNumber
    round_number: _Round
    board_number: BoardNumber
    session_guid: str = ""
    scoring_direction: Annotated[int, Meta(ge=0, le=3)] = 3
    is_deleted: bool = False
    pair_north_south: int = 0
    pair_east_west: int = 0
    declaring_pair: int = 0
    declarer_direction: int = 0
    level: int = 0
    denomination: int = 0
    stake: int = 0
    total_tricks: int = 0
    lead_card_rank: int = 0
    lead_card_suit: int = 0


class CallMessage(Struct, frozen=True, rename="pascal"):
    """A message with a call for the director; `status`: 1 launched, 2 in progress, 3 resolved, 4 deferred."""

    section_letters: Annotated[str, Meta(pattern=r"^[A-Z]{1,3} *\Z")]
    table_number: TableNumber
    round_number: _Round
    hour: Annotated[int, Meta(ge=0, le=23)]
    minute: Annotated[int, Meta(ge=0, le=59)]
    status: Annotated[int, Meta(ge=1, le=4)]
    session_guid: str = ""


Message = ResultMessage | CallMessage


def read_messages(content: bytes) -> Iterator[Message | str]:
    """Yield each message in the order sent; for an invalid message, yield the reason. ValueError: no JSON."""
    return map(message_of, _flatten(_parse(content)))


def message_of(value: object) -> Message | str:
    """Convert a JSON value to a message; return the reason, as text, if the value is no message."""
    if not isinstance(value, dict):
        return f"it is no result, and no call: {shown_message(value)}"
    fields = {name: each for name, each in value.items() if each is not None}
    kind: type[Message] = CallMessage if _OF_CALLS & fields.keys() else ResultMessage
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return f"{_first_fault(fields, kind)}: {shown_message(value)}"


def _first_fault(fields: Mapping[str, object], kind: type[Message]) -> str:
    for field in structs.fields(kind):
        name = field.encode_name
        if name not in fields and field.required:
            return f"it does not say its {name}"
        try:
            msgspec.convert(fields.get(name, field.default), field.type)
        except msgspec.ValidationError:
            return f"its {name} is none that the Data Connector has"
    return "it is no result, and no call"


def shown_message(value: object) -> str:
    """Return the beginning of an invalid message, by which the user can recognise it."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _flatten(value: Any, depth: int = 0) -> Iterator[object]:
    """Yield the single values of nested lists; a response of the Data Connector holds its list as JSON text."""
    if not NESTED.hold(depth):
        raise ValueError("lists stand in lists, as the Data Connector sends none")
    if isinstance(value, list):
        for item in value:
            yield from _flatten(item, depth + 1)
    elif isinstance(value, dict) and isinstance(value.get(_SENT), str):
        yield from _flatten(_parse(value[_SENT].encode()), depth + 1)
    else:
        yield value


def _parse(content: bytes) -> object:
    """Parse JSON and return its value; if each line is a JSON value of its own (JSON Lines), return a list of them."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is no UTF-8 from byte {error.start + 1} on") from error
    if not text.strip():
        raise ValueError("it is empty")
    try:
        return _load(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or error.msg != "Extra data":
            raise
        return [_load(line) for line in lines]


def _load(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse_duplicates(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"it says {name[:40]!r} twice of one thing")
        fields[name] = value
    return fields


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is no number")


class Labels:
    """The labels of tables and contestants in sections: a section's letters, then a number.

    The letter A is left out if A is the only section and no known label begins with it.
    """

    def __init__(self, sections: Iterable[str], known: Iterable[str] = ()) -> None:
        lettered = any(each[0] == "A" and each[1:2].isdigit() for each in known)
        self._plain = "" if lettered or len(set(sections)) > 1 else "A"

    def of(self, letters: str, number: int) -> str:
        """Return the label of a contestant without its direction, or of a table."""
        section = letters.strip()
        return f"{'' if section == self._plain else section}{number}"

    table = of


def line_of(place: str, messages: Sequence[ResultMessage], labels: Labels) -> SheetLine:
    """Combine the messages about one table's play of a board into a line; ValueError if the director must check it."""
    last = messages[-1]
    if last.is_deleted:
        table = labels.table(last.section_letters, last.table_number)
        return SheetLine(place, Where(_board(last), table, round=last.round_number), erased=True)
    where = _where(last, labels)
    if last.scoring_direction not in (0, BOTH_SIDES):
        sides: dict[int, ResultMessage] = {}
        for message in messages:
            if message.scoring_direction in (0, BOTH_SIDES):
                sides.clear()
            else:
                sides[message.scoring_direction] = message
        ns, ew = sides.get(NS_ALONE), sides.get(EW_ALONE)
        if ns and ew and NOT_PLAYED < ns.level < 0 and NOT_PLAYED < ew.level < 0:
            # in a message for East–West alone, the first average is theirs
            return SheetLine(place, where, adjustment=Artificial(_grades(ns.level)[0], _grades(ew.level)[0]))
        if ns and ew and min(ns.level, ew.level) >= 0 and _result(ns) == _result(ew):
            return SheetLine(place, where, _result(ns))
        says = f"`ruling add {where.typed} --split SIDES` says what the other has"
        raise ValueError(f"a score of its own for one side: {says}")
    if last.level == NOT_PLAYED:
        return SheetLine(place, where, undecided=not_played_question(where))
    if last.level < 0:
        return SheetLine(place, where, adjustment=Artificial(*_grades(last.level)))
    return SheetLine(place, where, _result(last))


def where_of(message: ResultMessage, labels: Labels) -> Where | None:
    """Return the table and board that a message names, its contestants if valid; None without a valid board number."""
    with suppress(ValueError):
        return _where(message, labels)
    with suppress(ValueError):
        table = labels.table(message.section_letters, message.table_number)
        return Where(_board(message), table, round=message.round_number)
    return None


def _board(message: ResultMessage) -> int:
    return board_number(str(message.board_number))


def _where(message: ResultMessage, labels: Labels) -> Where:
    pairs = message.pair_north_south, message.pair_east_west
    if min(pairs) < 1:
        raise ValueError("nobody sat North–South, or East–West: it has a result of one pair alone")
    ns, ew = (labels.of(message.section_letters, pair) for pair in pairs)
    table = labels.table(message.section_letters, message.table_number)
    # if, say, North declared and is of the pair stated as East–West, the pairs sat the other way round
    seat, pair = SEATS.get(message.declarer_direction, ""), message.declaring_pair
    has_declared = message.level >= 1 and pairs[0] != pairs[1] and pair in pairs and bool(seat)
    if has_declared and (seat in "NS") != (pair == pairs[0]):
        return Where(_board(message), table, ew, ns, message.round_number, switched=True)
    return Where(_board(message), table, ns, ew, message.round_number)


def _result(message: ResultMessage) -> Result:
    if message.level == 0:
        return parse_result("PASS")
    strain, seat = STRAINS.get(message.denomination), SEATS.get(message.declarer_direction)
    stake = STAKES.get(message.stake)
    if strain is None or seat is None or stake is None:
        raise ValueError("its denomination, declarer or stake has a value that the Data Connector does not use")
    return parse_result(f"{message.level}{strain}{stake} {seat} {message.total_tricks} tricks")


def _grades(level: int) -> tuple[Grade, Grade]:
    """Return the two grades of an artificial score by the devices' level: -1 is A-/A-, -3 is A-/A+, -9 is A+/A+."""
    if level < WORST:
        raise ValueError(f"{level} is no level")
    first, second = divmod(-level - 1, len(GRADES))
    return Grade(GRADES[first]), Grade(GRADES[second])


DEVICE = "Data Connector"  # the queue's name for the device, whatever the file of its messages is called
_RESOLVED = 3


def is_from_connector(content: bytes) -> bool:
    """Return whether a JSON file holds messages of the Data Connector."""
    return b"SectionLetters" in content


def read_connector(path: Path, content: bytes, known: Iterable[str] = ()) -> Sheet:
    """Read a file of messages. Misuse (bad-file): no JSON, or several sessions in it. `known`: contestants' labels."""
    try:
        items = list(read_messages(content))
    except ValueError as error:
        message = f"{'standard input' if str(path) == '-' else path} is no JSON of the Data Connector: {error}"
        raise Misuse("bad-file", message, "save what it sent as it is") from error
    require_line_limit(path, len(items))
    messages = [each for each in items if not isinstance(each, str)]
    sessions = sorted({each.session_guid for each in messages if each.session_guid})
    if len(sessions) > 1:  # results of two evenings stand in one file
        named = " and ".join(each[:40] for each in sessions[:2])
        several = f"{path} holds what was sent of {len(sessions)} sessions: {named}"
        raise Misuse("bad-file", several, "one file a session")
    return sheet_of(items, Labels({each.section_letters.strip() for each in messages}, known))


def sheet_of(items: Iterable[Message | str], labels: Labels) -> Sheet:
    """Return a sheet with the results and calls of the messages; an item that is a text becomes a problem."""
    sheet = Sheet(name="", title=DEVICE, program=DEVICE, device=DEVICE, partial=True)
    results: dict[str, list[ResultMessage]] = defaultdict(list)
    calls: dict[DeviceCall, bool] = {}
    for item in items:
        if isinstance(item, str):
            sheet.problems.append((f"{DEVICE} message", item))
            continue
        table = labels.table(item.section_letters, item.table_number)
        if isinstance(item, ResultMessage):
            results[f"{DEVICE} table {table}, round {item.round_number}, board {item.board_number}"].append(item)
        else:
            call = DeviceCall(table, item.round_number, f"{item.hour:02}:{item.minute:02}")
            calls[call] = calls.get(call, False) or item.status == _RESOLVED
    for place, of_place in results.items():  # the last message about a table's play of a board counts

        def read(place: str, of_place: list[ResultMessage] = of_place) -> SheetLine:
            line = line_of(place, of_place, labels)
            suit, rank = of_place[-1].lead_card_suit, of_place[-1].lead_card_rank
            lead = f"{STRAINS.get(suit, '?')}{RANKS.get(rank, '?')}" if rank else ""
            return replace(line, lead=sheet.lead(place, lead) if line.result else None)

        if sheet.read_record(place, read) is None and (about := where_of(of_place[-1], labels)):
            sheet.about[place] = about
    sheet.calls = [DeviceCall(call.table, call.round, call.at, settled) for call, settled in calls.items()]
    return sheet
