"""What somebody wrote or said about people: kept beside the log, under a commitment in it, and to be erased alone.

A field of an event that holds such words is a `FreeText`. Whoever decides writes the words themselves into it. Before
the event is recorded each text is given its salt (`committed`), and from then on is a `KeptText`: the same words, with
what stands for them in the record,

    SHA-256("bridge-ledger text 1\\n" || salt || text), in hexadecimal digits

Whoever has only the record learns nothing from it: the salt is 16 random bytes, and goes with the text. Whoever has the
text and its salt can show that just this was recorded: a salt has exactly 16 bytes wherever one is read, or words could
be cut from the front of a text and given to its salt. No text stands as "".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from ledger.digests import TEXT

_IN_A_RECORD = Meta(pattern=r"^([0-9a-f]{64})?\Z", description="the commitment to a text")

FreeText = Annotated[str, _IN_A_RECORD]
"""A text about people; a commitment in a record, which decoders see to, and the words themselves everywhere else."""

T = TypeVar("T", bound=Struct)

Change = Callable[[str, str], str]
"""What becomes of a text: where it stands in its event ('facts', 'statements.2'), and the text."""

_Walk = Callable[[Any, str, Change], Any]


class KeptText(str):
    """A text with its commitment: the words and their `salt`, or, where they are `gone`, what is said in their place.

    `gone`: 'erased', 'lost', 'changed' since, 'left out' of the bundle it came in, or 'withheld' from who reads; ''
    where it is here.
    """

    __slots__ = ("commitment", "gone", "salt")
    commitment: str
    gone: str
    salt: bytes

    def __new__(cls, text: str, commitment: str, salt: bytes = b"", gone: str = "") -> KeptText:
        """The text as it is."""
        kept = super().__new__(cls, text)
        kept.commitment, kept.salt, kept.gone = commitment, salt, gone
        return kept


def commitment(salt: bytes, text: str) -> str:
    """What stands in a record for a text with this salt. ValueError: a salt of more or fewer bytes than 16.

    >>> commitment(bytes(16), "W hesitated over 4S")[:16]
    '722ada24c8efbf2d'
    """
    return TEXT.digest(salt, text.encode("utf-8", "surrogatepass")).hex()


def committed(event: T, new_salt: Callable[[], bytes]) -> T:
    """An event as it is recorded: each text with its commitment, by a salt of its own. ValueError: no text at all."""

    def commit(where: str, text: str) -> str:
        if "\0" in text:
            raise ValueError(f"{where} holds a character that no text has")
        text.encode()  # or UnicodeEncodeError, which is a ValueError
        salt = new_salt()
        return KeptText(text, commitment(salt, text), salt)

    return changed(event, commit)


def changed(event: T, change: Change) -> T:
    """An event with each of its texts changed; where there is none, the event itself."""
    walk = _fields(type(event))
    return walk(event, "", change) if walk else event


def texts_in(event: Struct) -> list[tuple[str, str]]:
    """The texts of an event, each with where it stands: ('facts', …), ('statements.2', …)."""
    found: list[tuple[str, str]] = []

    def note(where: str, text: str) -> str:
        found.append((where, text))
        return text

    changed(event, note)
    return found


def kept_texts(event: Struct) -> Iterator[tuple[str, KeptText]]:
    """The same of an event that was recorded; TypeError for a text that has no commitment."""
    for where, text in texts_in(event):
        if not isinstance(text, KeptText):
            raise TypeError(f"{where} is a text without its commitment: it has no place in a record")
        yield where, text


@cache
def has_texts(kind: type[Struct]) -> bool:
    """Whether events of a kind can hold free text."""
    return _fields(kind) is not None


def is_gone(text: str) -> bool:
    """Whether the words of a text are not here, so that something else is said in their place."""
    return isinstance(text, KeptText) and bool(text.gone)


def is_beside(text: KeptText) -> bool:
    """Whether something of a text is still beside the log, if no longer what was recorded: that can be erased."""
    return text.gone in ("", "changed")


# How a value is walked, by its type: None where no text can be in it


def _walk(hint: Any) -> _Walk | None:
    if _IN_A_RECORD in getattr(hint, "__metadata__", ()):
        return _text
    if get_origin(hint) is tuple:
        return _members(get_args(hint))
    return _fields(hint) if isinstance(hint, type) and issubclass(hint, Struct) else None


def _text(value: str, where: str, change: Change) -> str:
    return change(where, value) if value else value


@cache
def _fields(kind: type[Struct]) -> _Walk | None:
    """Of a struct: its fields by name."""
    hints = get_type_hints(kind, include_extras=True)
    walks = [(name, walk) for name in kind.__struct_fields__ if (walk := _walk(hints[name]))]

    def each(value: Any, where: str, change: Change) -> Any:
        after = {}
        for name, walk in walks:
            before = getattr(value, name)
            if (now := walk(before, _in(where, name), change)) is not before:
                after[name] = now
        return structs.replace(value, **after) if after else value

    return each if walks else None


def _members(hints: tuple[Any, ...]) -> _Walk | None:
    """Of a tuple: each member by its number from 1, or, of several of different types, those that hold texts."""
    if hints[-1:] == (Ellipsis,):
        every = _walk(hints[0])
        return every and (lambda value, where, change: _all(every, value, where, change))
    walks = [_walk(hint) for hint in hints]

    def each(value: Any, where: str, change: Change) -> Any:
        return tuple(walk(it, where, change) if walk else it for walk, it in zip(walks, value, strict=True))

    return each if any(walks) else None


def _all(walk: _Walk, values: Any, where: str, change: Change) -> Any:
    return tuple(walk(value, _in(where, str(number)), change) for number, value in enumerate(values, start=1))


def _in(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
