"""Whole numbers in events: each is between bounds of `ledger/bounds`, which who reads an event keeps on both sides."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from ledger.errors import Corrupt
from ledger.facts.register import KINDS
from ledger.store import record

LINES = (Path(__file__).parent / "corpus.jsonl").read_bytes().splitlines()
BODY = 3

Number = tuple[tuple[Any, ...], inspect.IntType]
"""Where a number stands in a body, and as what."""


def numbers(kind: inspect.Type, value: Any, at: tuple[Any, ...] = ()) -> Iterator[Number]:
    """Every whole number there is in a value of an event, but of the two in a fraction."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from numbers(inner, value, at)
        case inspect.IntType() if isinstance(value, int) and not isinstance(value, bool):
            yield at, kind
        case inspect.StructType(array_like=True, fields=fields):
            for place, field in enumerate(fields[: len(value)]):
                yield from numbers(field.type, value[place], (*at, place))
        case inspect.StructType(fields=fields) if isinstance(value, dict):
            for field in fields:
                if field.encode_name in value:
                    yield from numbers(field.type, value[field.encode_name], (*at, field.encode_name))
        case inspect.VarTupleType(item_type=item) if isinstance(value, list):
            for place, each in enumerate(value):
                yield from numbers(item, each, (*at, place))
        case inspect.TupleType(item_types=items) if isinstance(value, list):
            for place, (item, each) in enumerate(zip(items, value, strict=True)):
                yield from numbers(item, each, (*at, place))
        case inspect.UnionType(types=types) if value is not None:
            tag = value.get("kind") if isinstance(value, dict) else None
            for each in types:
                if tag is None or (isinstance(each, inspect.StructType) and each.tag == tag):
                    yield from numbers(each, value, at)


def with_number(line: bytes, at: tuple[Any, ...], number: int) -> bytes:
    """A record with another number in one place of its body."""
    made = json.loads(line)
    holder = made[BODY]
    for step in at[:-1]:
        holder = holder[step]
    holder[at[-1]] = number
    return msgspec.json.encode(made, order="sorted")


def in_corpus() -> Iterator[Any]:
    """Each number of an event of today, once for the place of its kind."""
    today = {kind.stored_name: kind.event for kind in KINDS}
    seen = set()
    for line in LINES:
        name, body = json.loads(line)[2:4]
        for at, kind in numbers(inspect.type_info(today[name]), body) if name in today else ():
            place = ".".join("…" if isinstance(step, int) else step for step in at)
            if (name, place) not in seen:
                seen.add((name, place))
                yield pytest.param(line, at, kind, id=f"{name}:{place}")


@pytest.mark.parametrize(("line", "at", "kind"), list(in_corpus()))
def test_a_number_in_an_event_is_read_up_to_its_bounds(line, at, kind):
    for kept in (kind.ge, kind.le):
        record.READER.read(with_number(line, at, kept), json.loads(line)[1])
    for beyond in (kind.ge - 1, kind.le + 1):
        with pytest.raises(Corrupt):
            record.READER.read(with_number(line, at, beyond), json.loads(line)[1])
