"""The page on which a browser checks receipts, seals and tiles by itself, and the seal of the pages it stands among."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import NODEFAULT, inspect

from cli.pages.links import Links
from cli.pages.printing import Press, as_data, in_its_language
from cli.words.language import record_name
from ledger.bounds import events, named
from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Grade
from ledger.subjects.register import KINDS
from ledger.trust.keys import signed_by
from ledger.trust.seal import PublicKey, Seal, inclusion_proof

Shape = str | list[object]

_VALUES: dict[type, str] = {
    Result: "result",
    Deal: "deal",
    Auction: "auction",
    CardPlay: "play",
    Grade: "grade",
    Fraction: "fraction",
}


def _kinds_and_structures() -> tuple[dict[str, str], dict[str, dict[str, list[object]]]]:
    found = _Structures()
    kinds = {kind.stored_name: found.name(inspect.type_info(kind.event)) for kind in KINDS}
    return kinds, found.structs


class _Structures:
    def __init__(self) -> None:
        self.structs: dict[str, dict[str, list[object]]] = {}

    def name(self, kind: inspect.Type) -> str:
        """Return the name of a structure, and describe it at its first mention."""
        if not isinstance(kind, inspect.StructType):
            raise TypeError(f"{kind} is no structure")
        name = kind.cls.__name__
        if name not in self.structs:
            self.structs[name] = {}
            optional = kind.cls.__struct_config__.omit_defaults
            fields: dict[str, list[object]] = {kind.tag_field: [["one-of", kind.tag]]} if kind.tag_field else {}
            for each in kind.fields:
                # A field is its shape, and what it is where it is left out; of a number as a fraction "" says so.
                told = optional and each.default is not NODEFAULT
                default = "" if isinstance(each.default, Fraction) else each.default
                fields[each.encode_name] = [self.shape(each.type), *([default] if told else [])]
            self.structs[name] = fields
        return name

    def shape(self, kind: inspect.Type) -> Shape:
        """Return the shape of a value; TypeError where a page could not tell it."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.shape(inner)
            case inspect.StrType(pattern=pattern):
                return "words" if pattern else "text"
            case inspect.BoolType():
                return "truth"
            case inspect.IntType(gt=None, ge=int(least), lt=None, le=int(most), multiple_of=None):
                return ["between", least, most]
            case inspect.CustomType(cls=cls):
                return _VALUES[cls]
            case inspect.LiteralType(values=values):
                return ["one-of", *values]
            case inspect.EnumType(cls=cls):
                return ["one-of", *(each.value for each in cls)]
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


def record_names() -> list[str]:
    """Return how the page reads what records call their kinds, their fields and the choices in them: 'ruling given'."""
    kinds, structs = _kinds_and_structures()
    found = {kind.partition("/")[0].replace("-", " ") for kind in kinds}
    found |= {field.replace("_", " ") for struct in structs.values() for field in struct}
    found |= {each for struct in structs.values() for shape in struct.values() for each in _choices(shape)}
    return sorted(name for name in {*found, "yes", "no"} if _WORDS.search(name))


_WORDS = re.compile("[a-z]{2}")
"""What has no two small letters is notation: NS, A+, 79C2."""


def _choices(shape: object) -> Iterator[str]:
    if not isinstance(shape, list):
        return
    if shape[:1] == ["one-of"]:
        yield from (each for each in shape[1:] if isinstance(each, str))
    else:
        yield from (each for part in shape for each in _choices(part))


_PARTS = ("reading", "sealing", "notations", "shapes", "receipt", "tiles", "telling", "page")

_SCRIPTS = [f"check_{part}.js" for part in _PARTS]


class SealProof(NamedTuple):
    """What is proved of the state that pages show: event `number`, its digest, is under a seal, by these hashes.

    `state` is the last event of the state. A digest is over every event before it.
    """

    seal: str
    number: int
    digest: str
    proof: list[str]
    state: int


def sealed_state(log: Sequence[Envelope], seals: Sequence[Seal], key: PublicKey | None) -> SealProof | None:
    """Return what the last of the office's seals proves of a state; None where no seal is of it."""
    known = [each for each in seals if key and signed_by(each, key) and each.checkpoint.size <= len(log)]
    if not known:
        return None
    sealed = max(known, key=lambda seal: seal.checkpoint.size)
    number = sealed.checkpoint.size
    digests = [envelope.digest for envelope in log[:number]]
    proof = [b64encode(each).decode() for each in inclusion_proof(digests, number - 1)]
    return SealProof(str(sealed), number, digests[number - 1].hex(), proof, len(log))


@in_its_language
def check_page(
    press: Press, key: PublicKey | None, beside: Mapping[str, object] | None = None, own: SealProof | None = None
) -> str:
    """Make the page, alone or `beside` others: with what those have at head and foot, and what is proved of them.

    `key` is the public key it proposes, and says where from.
    """
    called = {name: said for name in record_names() if (said := record_name(name)) != name}
    kinds, structs = _kinds_and_structures()
    bounds = {name: [each.least, each.most] for name, each in named(events)}
    known = {"shapes": {"kinds": kinds, "structs": structs}, "bounds": bounds, "own": own._asdict() if own else None}
    given = as_data(known | ({"names": called} if called else {}))
    view = {"head": None, **(beside or {}), "key": str(key) if key else "", "own": own, "given": given}
    return press.scripted("check.html", Links(), view, _SCRIPTS)
