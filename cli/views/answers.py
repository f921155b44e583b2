"""The values that questions answer with, and how JSON says them: the fields of a value are the keys of its object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

from cli.words.notation import decimal_text
from ledger.laws.rounding import Rounding, exact_text


class ScoreValue(Struct, frozen=True, gc=False):
    """A number: exactly, as '36/5', and with two decimals by the session's own rounding, as '7.20'."""

    exact: str
    text: str

    @property
    def value(self) -> Fraction:
        """The exact number."""
        return Fraction(self.exact)


def score(value: Fraction, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> ScoreValue:
    """Make a score of a number, its text with two decimals or as many as are asked for."""
    return ScoreValue(exact_text(value), decimal_text(value, places, mode))


def score_or_none(value: Fraction | None, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> ScoreValue | None:
    """Make a score of a number; None where there is none."""
    return None if value is None else score(value, mode, places)


def scores(values: Mapping[str, Fraction], mode: Rounding = Rounding.HALF_UP) -> dict[str, ScoreValue]:
    """Make a score of what each contestant has."""
    return {whose: score(value, mode) for whose, value in values.items()}


_EPOCH = datetime.fromtimestamp(0, UTC)


def microseconds(time: str) -> int:
    """Read a time of a row, as `iso` of `ledger.session.moment` writes it (µs UTC)."""
    return (datetime.fromisoformat(time) - _EPOCH) // timedelta(microseconds=1)


Row = TypeVar("Row", bound=Struct)


def filled(kind: type[Row], /, *facts: object, mode: Rounding = Rounding.HALF_UP, **own: Any) -> Row:
    """Make a row of its own fields; each other field is taken from the first fact that has one of that name.

    A field becomes what its type says: a number a score, its text rounded by `mode`; a fact a row; '' None.
    """
    said = dict[str, Any]()
    for name, turned in _turning(kind).items():
        value = own.get(name, _NOTHING)
        for fact in facts if value is _NOTHING else ():
            if (value := getattr(fact, name, _NOTHING)) is not _NOTHING:
                break
        if value is not _NOTHING:
            said[name] = turned(value, mode)
    return kind(**said)


_NOTHING = object()

_Turned = Callable[[Any, Rounding], Any]


@cache
def _turning(kind: type[Struct]) -> dict[str, _Turned]:
    return {each.name: _turned(each.type) for each in msgspec.structs.fields(kind)}


def _turned(kind: Any) -> _Turned:
    """Return what makes a field of this type of the value of a fact."""
    origin, within = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        others = [each for each in within if each not in (NoneType, UnsetType)]
        turned = _turned(others[0]) if len(others) == 1 else _as_it_is
        empty = (None, UNSET, "") if NoneType in within and str in others else (None, UNSET)
        return lambda value, mode: turned(value, mode) if value not in empty else None if value == "" else value
    if kind is ScoreValue:
        return lambda value, mode: value if isinstance(value, kind) else score(getattr(value, "value", value), mode)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return lambda value, mode: value if isinstance(value, kind) else filled(kind, value, mode=mode)
    if origin is tuple and within[-1] is Ellipsis:
        each = _turned(within[0])
        return lambda values, mode: tuple(each(value, mode) for value in values)
    if origin is dict:
        each = _turned(within[1])
        return lambda values, mode: {name: each(value, mode) for name, value in values.items()}
    return _as_it_is


def _as_it_is(value: Any, _: Rounding) -> Any:
    return value


class Answer(Struct, frozen=True, kw_only=True):
    """What a question answers."""

    schema: ClassVar[str]
    """Its name in JSON: 'standings/1'."""


def as_json(value: Struct) -> dict[str, Any]:
    """A value as JSON has it."""
    found: dict[str, Any] = msgspec.to_builtins(value, enc_hook=_plain)
    return found


def _plain(text: object) -> str:
    if isinstance(text, str):  # kept texts and phrases are strings that know more
        return str(text)
    raise TypeError(f"{type(text)} is no value of JSON")


def fields(value: object, *names: str) -> dict[str, object]:
    """Return what stands in JSON under the name it has here."""
    return {name: getattr(value, name) for name in names}
