"""The values that questions answer with, and how JSON says them: the fields of a value are the keys of its object."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

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


def filled(kind: type[Row], /, *facts: object, **own: Any) -> Row:
    """Make a row of its own fields; each other field is taken from the first fact that has one of that name."""
    for name in kind.__struct_fields__:
        fact = None if name in own else next((each for each in facts if hasattr(each, name)), None)
        own |= {} if fact is None else {name: getattr(fact, name)}
    return kind(**own)


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
