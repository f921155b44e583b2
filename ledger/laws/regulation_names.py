"""Every regulation by its name: what it decides in a director's words, what it may be and what that means, and where it
comes from. The words stand in `regulations.toml`; types and defaults are those of `ledger.laws.regulations`.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from ledger.laws.regulations import Regulations


class Described(NamedTuple):
    """A regulation: its name ('artificial.window'), the subject it belongs to, a title of a few words, what it decides.

    `values`: what it may be, each with its meaning; in capitals what stands for many: UNIT, LINES. `source`: the Law or
    the book it is from; where nobody verified it, that.
    """

    name: str
    subject: str
    title: str
    says: str
    values: Mapping[str, str]
    source: str

    @property
    def choices(self) -> tuple[str, ...]:
        """Its values, where only some words are allowed; else none.

        >>> described()["knockout.rounded"].choices, described()["total.unit"].choices
        (('before', 'after', 'never'), ())
        """
        meant, _ = self._type
        if meant is bool:
            return ("false", "true")
        if isinstance(meant, type) and issubclass(meant, Enum):
            return tuple(each.value for each in meant)
        return tuple(map(str, get_args(meant))) if get_origin(meant) is Literal else ()

    @property
    def default(self) -> str:
        """What it is where nothing is said, as it is typed.

        >>> described()["total.unit"].default, described()["rulings.skewed"].default
        ('0.01', 'false')
        """
        return value_text(values(Regulations("", ""))[self.name])

    @property
    def may_be(self) -> str:
        """What it may be, in a line.

        >>> described()["total.unit"].may_be
        'exact, UNIT'
        >>> described()["cross_imps.most"].may_be
        'IMPS from 1 to 24'
        """
        _, bounds = self._type
        return ", ".join(self.values) + "".join(f" from {each.ge} to {each.le}" for each in bounds)

    @property
    def _type(self) -> tuple[Any, Sequence[msgspec.Meta]]:
        """Its type, and between what it is where it is a number."""
        meant: Any = Regulations
        for key in self.name.split("."):
            meant = get_type_hints(meant, include_extras=True)[key]
        return (meant.__origin__, meant.__metadata__) if get_origin(meant) is Annotated else (meant, ())


@cache
def described() -> Mapping[str, Described]:
    """Every regulation there is, by its name, subject by subject.

    >>> described()["total.unit"].title
    'the unit of a session total'
    """
    told = tomllib.loads((files("ledger.laws") / "regulations.toml").read_text("utf-8"))
    shared = told.pop("shared")
    subject_of = {table: subject for subject, tables in told.pop("subjects").items() for table in tables}
    found = {}
    for name, row in told.items():
        values = shared[row["values"]] if isinstance(row["values"], str) else row["values"]
        subject = subject_of[name.rpartition(".")[0]]
        found[name] = Described(name, subject, row["title"], row["says"].strip(), values, row["source"].strip())
    return found


def values(regulations: Regulations) -> dict[str, object]:
    """Every value of regulations by its name, in the order of the type.

    >>> values(Regulations("", ""))["periods.appeal_minutes"]
    30
    """
    return dict(_flattened(msgspec.to_builtins(regulations)))


def _flattened(tables: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Nested tables as 'imps.board.unit'; what stands in none is what the regulations are called."""
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{before}{name}.")
        elif before:
            yield f"{before}{name}", value


def value_text(value: object) -> str:
    """A value as it is typed.

    >>> value_text((("standard", ("25%", "6IMP")),)), value_text(True), value_text("0.01")
    ('[["standard", ["25%", "6IMP"]]]', 'true', '0.01')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
