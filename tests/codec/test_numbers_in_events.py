"""Whole numbers in events: each is between bounds of `ledger/bounds`, which who reads an event keeps on both sides."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from ledger.bounds.events import DIGITS
from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.errors import Corrupt
from ledger.laws.adjustment import Grade
from ledger.store import record
from ledger.subjects.register import KINDS
from tests.codec.examples import records

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


def in_examples() -> Iterator[Any]:
    """Each number of an event, once for the place of its kind."""
    kinds = {kind.stored_name: kind.event for kind in KINDS}
    seen = set()
    for line in records():
        name, body = json.loads(line)[2:4]
        for at, kind in numbers(inspect.type_info(kinds[name]), body):
            place = ".".join("…" if isinstance(step, int) else step for step in at)
            if (name, place) not in seen:
                seen.add((name, place))
                yield pytest.param(line, at, kind, id=f"{name}:{place}")


@pytest.mark.parametrize(("line", "at", "kind"), list(in_examples()))
def test_a_number_in_an_event_is_read_up_to_its_bounds(line, at, kind):
    for kept in (kind.ge, kind.le):
        record.READER.read(with_number(line, at, kept), json.loads(line)[1])
    for beyond in (kind.ge - 1, kind.le + 1):
        with pytest.raises(Corrupt):
            record.READER.read(with_number(line, at, beyond), json.loads(line)[1])


@pytest.mark.parametrize("at", [0, 1])
def test_a_number_of_a_fraction_is_read_up_to_its_digits(at):
    (line,) = (each for each in records() if b"carry-over-set/1" in each)
    record.READER.read(with_number(line, ("imps", at), 10**DIGITS.most - 1), 71)
    with pytest.raises(Corrupt):
        record.READER.read(with_number(line, ("imps", at), 10**DIGITS.most), 71)


def everything_in(kind: inspect.Type) -> Iterator[inspect.Type]:
    """The types a value is made of; RecursionError where one is in itself, so that there is no end to it."""
    yield kind
    parts = [getattr(kind, name, ()) for name in ("type", "item_type")] + [*getattr(kind, "item_types", ())]
    parts += [*getattr(kind, "types", ()), *(field.type for field in getattr(kind, "fields", ()))]
    for each in parts:
        if isinstance(each, inspect.Type):
            yield from everything_in(each)


KNOWN = (inspect.Metadata, inspect.UnionType, inspect.StructType, inspect.TupleType, inspect.VarTupleType)
KNOWN += (inspect.StrType, inspect.IntType, inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.EnumType)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.stored_name)
def test_the_types_of_an_event_keep_every_bound_of_a_short_record(kind):
    """Who reads rests on them alone: each number has a most, nothing is of any type, in itself, or of any field."""
    for each in everything_in(inspect.type_info(kind.event)):
        assert isinstance(each, KNOWN) or each.cls in (Result, Grade, Deal, Auction, CardPlay, Fraction), each
        assert not isinstance(each, inspect.IntType) or None not in (each.ge, each.le), each
        assert not isinstance(each, inspect.StructType) or each.forbid_unknown_fields, each
