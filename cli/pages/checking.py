"""The page on which a browser checks receipts, seals and tiles offline, and the seal of the pages in its folder."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import NODEFAULT, inspect

from cli.pages.links import Links
from cli.pages.printing import Press, as_data, in_press_language
from cli.words.language import record_name
from ledger.bounds import events, named_bounds
from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Grade
from ledger.subjects.register import KINDS
from ledger.trust.keys import signed_by
from ledger.trust.seal import PublicKey, Seal, inclusion_proof

Shape = str | list[object]  # the type of a value, as the script of the page reads it

_VALUES: dict[type, str] = {
    Result: "result",
    Deal: "deal",
    Auction: "auction",
    CardPlay: "play",
    Grade: "grade",
    Fraction: "fraction",
}


def _kinds_and_structures() -> tuple[dict[str, str], dict[str, dict[str, list[object]]]]:
    structures = _Structures()
    kinds = {kind.stored_name: structures.name(inspect.type_info(kind.event)) for kind in KINDS}
    return kinds, structures.structs


class _Structures:
    def __init__(self) -> None:
        self.structs: dict[str, dict[str, list[object]]] = {}

    def name(self, kind: inspect.Type) -> str:
        """Return a structure's name, after adding the structure to `structs` if it is new."""
        if not isinstance(kind, inspect.StructType):
            raise TypeError(f"{kind} is no structure")
        name = kind.cls.__name__
        if name not in self.structs:
            self.structs[name] = {}
            optional = kind.cls.__struct_config__.omit_defaults
            fields: dict[str, list[object]] = {kind.tag_field: [["one-of", kind.tag]]} if kind.tag_field else {}
            for field in kind.fields:
                # A field is its shape and its default, if it may be omitted; "" stands for the default of a fraction,
                # None for that of a field which is not written where it says nothing.
                is_unset = not field.required and field.default is field.default_factory is NODEFAULT
                has_default = is_unset or (optional and field.default is not NODEFAULT)
                default = None if is_unset else "" if isinstance(field.default, Fraction) else field.default
                fields[field.encode_name] = [self.shape(field.type), *([default] if has_default else [])]
            self.structs[name] = fields
        return name

    def shape(self, kind: inspect.Type) -> Shape:
        """Return how the page reads a value of a type; TypeError for a type it cannot read."""
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
        """Return the shape of a union: of structures that their tags tell apart, or of one type that may be None."""
        one: Shape = self.shape(types[0])
        if len(types) > 1:
            one = ["tagged", {each.tag: self.name(each) for each in types if isinstance(each, inspect.StructType)}]
        return ["or-none", one] if count > len(types) else one


def record_names() -> list[str]:
    """Return the names of event kinds, fields and choices in words, as the page reads them: 'ruling given'."""
    kinds, structs = _kinds_and_structures()
    names = {kind.partition("/")[0].replace("-", " ") for kind in kinds}
    names |= {field.replace("_", " ") for struct in structs.values() for field in struct}
    names |= {each for struct in structs.values() for shape in struct.values() for each in _choices(shape)}
    return sorted(name for name in {*names, "yes", "no"} if _WORDS.search(name))


_WORDS = re.compile("[a-z]{2}")
"""A name without two small letters in a row is notation: NS, A+, 79C2."""


def _choices(shape: object) -> Iterator[str]:
    if not isinstance(shape, list):
        return
    if shape[:1] == ["one-of"]:
        yield from (each for each in shape[1:] if isinstance(each, str))
    else:
        yield from (each for part in shape for each in _choices(part))


_PARTS = ("reading", "sealing", "policy", "notations", "shapes", "receipt", "tiles", "telling", "page")

_SCRIPTS = [f"check_{part}.js" for part in _PARTS]


class SealProof(NamedTuple):
    """The proof that a seal covers event `number` and its `digest`.

    A digest covers every event before it. `state`: the number of the last event that the pages show.
    """

    seal: str
    number: int
    digest: str
    proof: list[str]
    state: int


def seal_proof(log: Sequence[Envelope], seals: Sequence[Seal], key: PublicKey | None) -> SealProof | None:
    """Return the proof by the office's latest seal of this log or of its beginning; None without a seal or a key."""
    known = [each for each in seals if key and signed_by(each, key) and each.checkpoint.size <= len(log)]
    if not known:
        return None
    sealed = max(known, key=lambda seal: seal.checkpoint.size)
    number = sealed.checkpoint.size
    digests = [envelope.digest for envelope in log[:number]]
    proof = [b64encode(each).decode() for each in inclusion_proof(digests, number - 1)]
    return SealProof(str(sealed), number, digests[number - 1].hex(), proof, len(log))


@in_press_language
def check_page(
    press: Press, key: PublicKey | str | None, beside: Mapping[str, object] | None = None, own: SealProof | None = None
) -> str:
    """Return the page that checks receipts, `key` or a policy filled in.

    `beside`: a site's head and foot, `own`: its proof.
    """
    called = {name: local for name in record_names() if (local := record_name(name)) != name}
    kinds, structs = _kinds_and_structures()
    bounds = {name: [each.least, each.most] for name, each in named_bounds(events)}
    known = {"shapes": {"kinds": kinds, "structs": structs}, "bounds": bounds, "own": own._asdict() if own else None}
    given = as_data(known | ({"names": called} if called else {}))
    view = {"head": None, **(beside or {}), "key": str(key) if key else "", "own": own, "given": given}
    return press.scripted("check.html", Links(), view, _SCRIPTS)
