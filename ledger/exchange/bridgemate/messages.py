"""The messages of the Bridgemate Data Connector, as its maker's guide has them: ResultDTO and TdCallDTO."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from ledger.bounds.files import NESTED
from ledger.bounds.tournaments import ROUND_SAID
from ledger.bounds.types import BoardNumber, TableNumber

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
    return map(message_of, objects_in(content))


def objects_in(content: bytes) -> Iterator[object]:
    """What stands in lists and responses, one after the other. ValueError where this is no JSON."""
    return _objects(_parsed(content))


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
    """What keeps a message from being one."""
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
