"""The values that questions answer with, and their JSON: the fields of a value are the keys of its object."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from cli.words.notation import decimal_text
from ledger.kernel.fact import StreamHead
from ledger.labels import words_of_class
from ledger.laws.rounding import Rounding, exact_text


class ScoreValue(Struct, frozen=True, gc=False):
    """A number in two forms: an exact fraction ('36/5'), and a rounded text, mostly of two decimals ('7.20')."""

    exact: str
    text: str

    @property
    def value(self) -> Fraction:
        """The exact number as a Fraction."""
        return Fraction(self.exact)


def score(value: Fraction, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> ScoreValue:
    """Return a number as a `ScoreValue`, with its text rounded to `places` decimals."""
    return ScoreValue(exact_text(value), decimal_text(value, places, mode))


def score_or_none(value: Fraction | None, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> ScoreValue | None:
    """Return a number as a `ScoreValue`, or None for None."""
    return None if value is None else score(value, mode, places)


def scores(values: Mapping[str, Fraction], mode: Rounding = Rounding.HALF_UP) -> dict[str, ScoreValue]:
    """Return the numbers of contestants as `ScoreValue`s."""
    return {whose: score(value, mode) for whose, value in values.items()}


_EPOCH = datetime.fromtimestamp(0, UTC)


def microseconds(time: str) -> int:
    """Parse the time of a row, as written by `ledger.session.moment.iso`, to µs UTC."""
    return (datetime.fromisoformat(time) - _EPOCH) // timedelta(microseconds=1)


Row = TypeVar("Row", bound=Struct)


def fill_row(kind: type[Row], /, *facts: object, mode: Rounding = Rounding.HALF_UP, **given: Any) -> Row:
    """Make a row of the type `kind`; each field is given, or copied from the first of `facts` that has such a field.

    Each value is converted to the field's type: a number to a score with its text rounded by `mode`; a fact, or a
    tuple, to a row. An empty text of a fact becomes None if the field may be None.
    """
    for name, (convert, may_be_none) in _fields(kind).items():
        value = given.get(name, _NOTHING)
        for fact in facts if value is _NOTHING else ():
            if (value := getattr(fact, name, _NOTHING)) is not _NOTHING:
                value = None if may_be_none and value == "" else value
                break
        if value is not _NOTHING:
            given[name] = convert(value, mode)
    return kind(**given)


_NOTHING = object()

_Converter = Callable[[Any, Rounding], Any]


@cache
def _fields(kind: type[Struct]) -> dict[str, tuple[_Converter, bool]]:
    """Return, for each field of a type, the converter of its values, and True if the field may be None."""
    return {each.name: (_converter(each.type), NoneType in get_args(each.type)) for each in structs.fields(kind)}


def _converter(kind: Any) -> _Converter:
    origin, within = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        types = [each for each in within if each not in (NoneType, UnsetType)]
        convert = _converter(types[0]) if len(types) == 1 else _as_it_is
        return lambda value, mode: value if value is None or value is UNSET else convert(value, mode)
    if kind is ScoreValue:
        return lambda value, mode: value if isinstance(value, kind) else _scored(value, mode)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return lambda value, mode: value if isinstance(value, kind) else _row(kind, value, mode)
    if origin is tuple and within[-1] is Ellipsis:
        item = _converter(within[0])
        return lambda values, mode: tuple(item(value, mode) for value in values)
    if origin is dict:
        item = _converter(within[1])
        return lambda values, mode: {name: item(value, mode) for name, value in values.items()}
    return _as_it_is


def _scored(value: Any, mode: Rounding) -> ScoreValue:
    return score(value if isinstance(value, Fraction) else value.value, mode)


def _row(kind: type[Row], value: Any, mode: Rounding) -> Row:
    return kind(*value) if type(value) is tuple else fill_row(kind, value, mode=mode)


def _as_it_is(value: Any, _: Rounding) -> Any:
    return value


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to a question: shown on screens and pages, and printed as a JSON object with --json."""

    schema: ClassVar[str]
    """The name and version in JSON; if a class states none, they follow from its name: 'cross-table/1'."""

    def __init_subclass__(cls) -> None:
        if "schema" not in cls.__dict__:
            cls.schema = f"{'-'.join(words_of_class(cls.__name__.removesuffix('Answer')))}/1"


class TournamentAnswer(Answer, frozen=True, kw_only=True):
    """An answer about a tournament; `heads`: the last event of each stream that it is computed from."""

    heads: tuple[StreamHead, ...]


def as_json(value: object) -> Any:
    """Convert a value to types that JSON has."""
    return msgspec.to_builtins(value, enc_hook=_plain)


def _plain(text: object) -> str:
    if isinstance(text, str):  # `KeptText` and `Phrase` are subclasses of str, which msgspec does not convert
        return str(text)
    raise TypeError(f"{type(text)} is no value of JSON")


def fields(value: object, *names: str) -> dict[str, object]:
    """Return the named fields of a value as a dictionary."""
    return {name: getattr(value, name) for name in names}
