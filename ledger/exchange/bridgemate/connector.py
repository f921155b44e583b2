"""What the Bridgemate Data Connector sends: results, and calls for the director, as JSON (ResultDTO and TdCallDTO).

It is sent until the receiver says that it was stored, so it may come more than once. It holds only what is new.
What was sent of a table's play of a board becomes a line of a sheet.
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
from ledger.exchange.sheet import Sheet, ask_not_played, board_number, require_few
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade
from ledger.subjects.calls.facts import DeviceCall
from ledger.subjects.sheets import SheetLine

BOTH_SIDES, NS_ALONE, EW_ALONE = 3, 1, 2
"""For whom a result is (ScoringDirection)."""

NOT_PLAYED, WORST = -10, -9
"""Levels that are no contract: -1 to -9 are two averages."""

GRADES = ("A-", "A", "A+")
STRAINS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "N"}
SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
STAKES = {0: "", 1: "X", 2: "XX"}
RANKS = {**{rank: str(rank) for rank in range(2, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


_Round = Annotated[int, Meta(ge=1, le=ROUND_SAID.most)]
_SENT = "SerializedData"
_SHOWN = 150
_OF_CALLS = {"Hour", "Minute", "Status"}
"""What calls say, and no result does."""


class ResultMessage(Struct, frozen=True, rename="pascal"):
    """A table's result on a board. What is not said of it is 0; of one that `is_deleted`, nothing need be said."""

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
    """A call for the director: `status` is 1 launched, 2 in progress, 3 resolved, 4 deferred."""

    section_letters: Annotated[str, Meta(pattern=r"^[A-Z]{1,3} *\Z")]
    table_number: TableNumber
    round_number: _Round
    hour: Annotated[int, Meta(ge=0, le=23)]
    minute: Annotated[int, Meta(ge=0, le=59)]
    status: Annotated[int, Meta(ge=1, le=4)]
    session_guid: str = ""


Message = ResultMessage | CallMessage


def read_messages(content: bytes) -> Iterator[Message | str]:
    """The messages in the order they were sent; a text says why one is none. ValueError where this is no JSON."""
    return map(message_of, _objects(_parsed(content)))


def message_of(value: object) -> Message | str:
    """A message; a text says why it is none."""
    if not isinstance(value, dict):
        return f"it is no result, and no call: {shown_message(value)}"
    said = {name: each for name, each in value.items() if each is not None}
    kind: type[Message] = CallMessage if _OF_CALLS & said.keys() else ResultMessage
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError:
        return f"{_wrong(said, kind)}: {shown_message(value)}"


def _wrong(said: Mapping[str, object], kind: type[Message]) -> str:
    for each in structs.fields(kind):
        name = each.encode_name
        if name not in said and each.required:
            return f"it does not say its {name}"
        try:
            msgspec.convert(said.get(name, each.default), each.type)
        except msgspec.ValidationError:
            return f"its {name} is none that the Data Connector has"
    return "it is no result, and no call"


def shown_message(value: object) -> str:
    """The beginning of what was sent: it is all that tells it from another."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _objects(value: Any, depth: int = 0) -> Iterator[object]:
    """The messages in lists, and in responses, which hold such a list as a text."""
    if not NESTED.hold(depth):
        raise ValueError("lists stand in lists, as the Data Connector sends none")
    if isinstance(value, list):
        for each in value:
            yield from _objects(each, depth + 1)
    elif isinstance(value, dict) and isinstance(value.get(_SENT), str):
        yield from _objects(_parsed(value[_SENT].encode()), depth + 1)
    else:
        yield value


def _parsed(content: bytes) -> object:
    """What a text says in JSON: one value, or one in each line."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is no UTF-8 from byte {error.start + 1} on") from error
    if not text.strip():
        raise ValueError("it is empty")
    try:
        return _loaded(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or error.msg != "Extra data":
            raise
        return [_loaded(line) for line in lines]


def _loaded(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _without_doubles(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"it says {name[:40]!r} twice of one thing")
        found[name] = value
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


class Labels:
    """How tables and contestants of sections are called.

    The letters of a section stand before its numbers, but for a section A that is the only one as far as one knows.
    """

    def __init__(self, sections: Iterable[str], known: Iterable[str] = ()) -> None:
        lettered = any(each[0] == "A" and each[1:2].isdigit() for each in known)
        self._plain = "" if lettered or len(set(sections)) > 1 else "A"

    def of(self, letters: str, number: int) -> str:
        """A contestant, without its direction."""
        section = letters.strip()
        return f"{'' if section == self._plain else section}{number}"

    table = of


def line_of(place: str, said: Sequence[ResultMessage], labels: Labels) -> SheetLine:
    """The line that what was said last makes; ValueError where a person has to look at it."""
    last = said[-1]
    if last.is_deleted:
        table = labels.table(last.section_letters, last.table_number)
        return SheetLine(place, Where(_board(last), table, round=last.round_number), erased=True)
    where = _where(last, labels)
    if last.scoring_direction not in (0, BOTH_SIDES):
        return _split(place, where, said)
    if last.level == NOT_PLAYED:
        return SheetLine(place, where, undecided=ask_not_played(where))
    if last.level < 0:
        return SheetLine(place, where, adjustment=Artificial(*_grades(last.level)))
    return SheetLine(place, where, _result(last))


def about_of(message: ResultMessage, labels: Labels) -> Where | None:
    """Which table and board a message is about, and who sat there as far as it says; None where there is no board."""
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
    # the two sat the other way round where North declared, and it was the pair of East–West
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
        raise ValueError("its denomination, declarer or stake is none of those the Data Connector has")
    return parse_result(f"{message.level}{strain}{stake} {seat} {message.total_tricks} tricks")


def _grades(level: int) -> tuple[Grade, Grade]:
    """The two averages an artificial level stands for: -1 is A-/A-, -3 is A-/A+, -9 is A+/A+."""
    if level < WORST:
        raise ValueError(f"{level} is no level")
    first, second = divmod(-level - 1, len(GRADES))
    return Grade(GRADES[first]), Grade(GRADES[second])


# A result for one side, and another for the other


def _split(place: str, where: Where, said: Sequence[ResultMessage]) -> SheetLine:
    """Averages of the two sides together; a director's own split score is for him to record."""
    sides: dict[int, ResultMessage] = {}
    for each in said:
        if each.scoring_direction in (0, BOTH_SIDES):
            sides.clear()
        else:
            sides[each.scoring_direction] = each
    ns, ew = sides.get(NS_ALONE), sides.get(EW_ALONE)
    if ns and ew and NOT_PLAYED < ns.level < 0 and NOT_PLAYED < ew.level < 0:
        # of East–West's own, the first average is East–West's
        return SheetLine(place, where, adjustment=Artificial(_grades(ns.level)[0], _grades(ew.level)[0]))
    if ns and ew and min(ns.level, ew.level) >= 0 and _result(ns) == _result(ew):
        return SheetLine(place, where, _result(ns))
    raise ValueError(f"a score of its own for one side: `ruling add {where.typed} --split …` says what the other has")


DEVICE = "Data Connector"
"""Under this name its lines wait in the queue, whatever the file is called in which they came."""

_RESOLVED = 3


def is_sent(content: bytes) -> bool:
    """Whether a file of JSON is of the Data Connector, and not of another program."""
    return b"SectionLetters" in content


def read_connector(path: Path, content: bytes, known: Iterable[str] = ()) -> Sheet:
    """Read what was sent; Misuse (bad-file) where it is no such thing. `known`: the session's contestants."""
    try:
        said = list(read_messages(content))
    except ValueError as error:
        message = f"{'standard input' if str(path) == '-' else path} is no JSON of the Data Connector: {error}"
        raise Misuse("bad-file", message, "save what it sent as it is") from error
    require_few(path, len(said))
    messages = [each for each in said if not isinstance(each, str)]
    sessions = sorted({each.session_guid for each in messages if each.session_guid})
    if len(sessions) > 1:  # results of two evenings stand in one file
        named = " and ".join(each[:40] for each in sessions[:2])
        several = f"{path} holds what was sent of {len(sessions)} sessions: {named}"
        raise Misuse("bad-file", several, "one file a session")
    return sheet_of(said, Labels({each.section_letters.strip() for each in messages}, known))


def sheet_of(said: Iterable[Message | str], labels: Labels) -> Sheet:
    """What was sent, in the order it was; a text says why something is no message."""
    sheet = Sheet(name="", title=DEVICE, program=DEVICE, device=DEVICE, partial=True)
    results: dict[str, list[ResultMessage]] = defaultdict(list)
    calls: dict[DeviceCall, bool] = {}
    for each in said:
        if isinstance(each, str):
            sheet.problems.append((f"{DEVICE} message", each))
            continue
        table = labels.table(each.section_letters, each.table_number)
        if isinstance(each, ResultMessage):
            results[f"{DEVICE} table {table}, round {each.round_number}, board {each.board_number}"].append(each)
        else:
            call = DeviceCall(table, each.round_number, f"{each.hour:02}:{each.minute:02}")
            calls[call] = calls.get(call, False) or each.status == _RESOLVED
    for place, of_place in results.items():  # a line for each table's play of a board: what was said of it last

        def read(place: str, of_place: list[ResultMessage] = of_place) -> SheetLine:
            line = line_of(place, of_place, labels)
            suit, rank = of_place[-1].lead_card_suit, of_place[-1].lead_card_rank
            lead = f"{STRAINS.get(suit, '?')}{RANKS.get(rank, '?')}" if rank else ""
            return replace(line, lead=sheet.lead(place, lead) if line.result else None)

        if sheet.read_record(place, read) is None and (about := about_of(of_place[-1], labels)):
            sheet.about[place] = about
    sheet.calls = [DeviceCall(call.table, call.round, call.at, settled) for call, settled in calls.items()]
    return sheet
