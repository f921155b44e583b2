"""What an event of each kind holds, as data for a page: by it a browser reads events as strictly as the ledger does.

    kinds       the structure that is the body of a kind, by the kind's stored name
    structs     by the name of a structure, its fields; each with its shape, and what it is where it may be left out

A shape is the name of a simple one (`text`, `words` about people, `whole` number, `truth`, `result`, `deal`, `auction`,
`play`, `grade`, `fraction`), or a list: ["or-none", shape], ["each", shape], ["all", shape, …], ["one-of", value, …],
["structure", name], ["tagged", {tag: name}]. Kinds of earlier versions are not in it.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import NODEFAULT, inspect

from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.events.register import KINDS
from ledger.laws.adjustment import Grade

Shape = str | list[object]

_VALUES: dict[type, str] = {
    Result: "result",
    Deal: "deal",
    Auction: "auction",
    CardPlay: "play",
    Grade: "grade",
    Fraction: "fraction",
}


def shapes() -> dict[str, object]:
    """The shapes of every kind of today."""
    found = _Structures()
    kinds = {kind.stored_name: found.name(inspect.type_info(kind.event)) for kind in KINDS}
    return {"kinds": kinds, "structs": found.structs}


class _Structures:
    """The structures met so far, by the names of their classes."""

    def __init__(self) -> None:
        self.structs: dict[str, dict[str, list[object]]] = {}

    def name(self, kind: inspect.Type) -> str:
        """The name of a structure, which is described by then."""
        if not isinstance(kind, inspect.StructType):
            raise TypeError(f"{kind} is no structure")
        name = kind.cls.__name__
        if name not in self.structs:
            self.structs[name] = {}
            optional = kind.cls.__struct_config__.omit_defaults
            tag: dict[str, list[object]] = {kind.tag_field: [["one-of", kind.tag]]} if kind.tag_field else {}
            fields = {each.encode_name: self._field(each, optional=optional) for each in kind.fields}
            self.structs[name] = {**tag, **fields}
        return name

    def _field(self, field: inspect.Field, *, optional: bool) -> list[object]:
        """Its shape, and what it is where it is left out; a number as a fraction may also be said to be that."""
        shape = self.shape(field.type)
        if not optional or field.default is NODEFAULT:
            return [shape]
        return [shape, "" if isinstance(field.default, Fraction) else field.default]

    def shape(self, kind: inspect.Type) -> Shape:
        """The shape of a value; TypeError where a page could not tell it."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.shape(inner)
            case inspect.StrType(pattern=pattern):
                return "words" if pattern else "text"
            case inspect.BoolType():
                return "truth"
            case inspect.IntType(gt=None, ge=None, lt=None, le=None, multiple_of=None):
                return "whole"
            case inspect.CustomType(cls=cls):
                return _VALUES[cls]
            case inspect.LiteralType(values=values):
                return ["one-of", *values]
            case inspect.EnumType(cls=cls):
                return ["one-of", *_values_of(cls)]
            case inspect.VarTupleType(item_type=item, min_length=None, max_length=None):
                return ["each", self.shape(item)]
            case inspect.TupleType(item_types=items):
                return ["all", *map(self.shape, items)]
            case inspect.StructType(array_like=True, fields=fields):
                return ["all", *(self.shape(each.type) for each in fields)]
            case inspect.StructType():
                return ["structure", self.name(kind)]
            case inspect.UnionType(types=types):
                return self._union([each for each in types if not isinstance(each, inspect.NoneType)], len(types))
        raise TypeError(f"no page reads {kind}")

    def _union(self, types: list[inspect.Type], count: int) -> Shape:
        """One of several structures, told apart by their tags; or one type, where it is not None."""
        one: Shape = self.shape(types[0])
        if len(types) > 1:
            one = ["tagged", {each.tag: self.name(each) for each in types if isinstance(each, inspect.StructType)}]
        return ["or-none", one] if count > len(types) else one


def _values_of(cls: type[Enum]) -> list[object]:
    return [each.value for each in cls]
