r"""Texts about people, kept beside the log under a commitment in it, so that each can be erased alone.

A field of an event with text about people is a `FreeText`. A decision writes the plain words. Before the event is
recorded `add_digests` gives each text its salt, and from then on it is a `KeptText`: the words, with their commitment,
which alone stands in the record:

    SHA-256("bridge-ledger text 1\\n" || salt || text), in hexadecimal digits

The record alone reveals nothing: the salt is 16 random bytes and is kept with the text. Text and salt together prove
what was recorded. Every reader insists on 16 bytes of salt: with a longer one, words could be moved from the front of
the text into its salt. An empty text stands as "".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from ledger.digests import TEXT

_IN_A_RECORD = Meta(pattern=r"^([0-9a-f]{64})?\Z", description="the commitment to a text")

FreeText = Annotated[str, _IN_A_RECORD]
"""A text about people: in a record only its commitment, as decoders check, and everywhere else the text itself."""

T = TypeVar("T", bound=Struct)

Change = Callable[[str, str], str]
"""A function from a text's path in its event ('facts', 'statements.2') and the text to its replacement."""

_Walk = Callable[[Any, str, Change], Any]


class KeptText(str):
    """A text with its digest (`commitment`) and `salt`; a text whose words are `gone` reads as a notice instead.

    `gone`: 'erased', 'lost', 'changed' since, 'left out' of the bundle it came in, 'withheld' from this reader, or ''
    if the words are present.
    """

    __slots__ = ("commitment", "gone", "salt")
    commitment: str
    gone: str
    salt: bytes

    def __new__(cls, text: str, commitment: str, salt: bytes = b"", gone: str = "") -> KeptText:
        """Create the text; `salt` is empty if the words are gone."""
        kept = super().__new__(cls, text)
        kept.commitment, kept.salt, kept.gone = commitment, salt, gone
        return kept


def commitment(salt: bytes, text: str) -> str:
    """Return the salted digest of a text, by which the log commits to it. ValueError: the salt has not 16 bytes.

    >>> commitment(bytes(16), "W hesitated over 4S")[:16]
    '722ada24c8efbf2d'
    """
    return TEXT.digest(salt, text.encode("utf-8", "surrogatepass")).hex()


def add_digests(event: T, new_salt: Callable[[], bytes]) -> T:
    """Return an event whose texts have salts and digests. ValueError: a text has a NUL or a lone surrogate."""

    def commit(where: str, text: str) -> str:
        if "\0" in text:
            raise ValueError(f"{where} holds a character that no text has")
        text.encode()  # raises UnicodeEncodeError, a ValueError
        salt = new_salt()
        return KeptText(text, commitment(salt, text), salt)

    return change_texts(event, commit)


def change_texts(event: T, change: Change) -> T:
    """Return an event with `change` applied to each text that is not empty; the event itself if no text changes."""
    walk = _walk_of_struct(type(event))
    return walk(event, "", change) if walk else event


def texts_in(event: Struct) -> list[tuple[str, str]]:
    """Return (path, text) for each text of an event that is not empty; a path is 'facts' or 'statements.2'."""
    texts: list[tuple[str, str]] = []

    def note(where: str, text: str) -> str:
        texts.append((where, text))
        return text

    change_texts(event, note)
    return texts


def kept_texts(event: Struct) -> Iterator[tuple[str, KeptText]]:
    """Yield (path, text) for each text of a recorded event that is not empty; TypeError for a text without a digest."""
    for where, text in texts_in(event):
        if not isinstance(text, KeptText):
            raise TypeError(f"{where} is a text without its commitment: it has no place in a record")
        yield where, text


@cache
def has_texts(kind: type[Struct]) -> bool:
    """Return whether events of a kind can hold free text."""
    return _walk_of_struct(kind) is not None


def is_gone(text: str) -> bool:
    """Return whether the words of a text are missing and a notice stands in their place."""
    return isinstance(text, KeptText) and bool(text.gone)


def is_still_stored(text: KeptText) -> bool:
    """Return whether a text's words are still stored, even changed ones, so that they can be erased."""
    return text.gone in ("", "changed")


def are_same(again: Sequence[Struct], recorded: Sequence[Struct]) -> bool:
    """Return whether events equal recorded ones, where the salts of texts, and texts erased since, do not count."""
    if len(again) != len(recorded):
        return False
    return all(_with_gone_texts(new, old) == old for new, old in zip(again, recorded, strict=True))


def _with_gone_texts(event: T, recorded: Struct) -> T:
    gone = {where: text for where, text in texts_in(recorded) if is_gone(text)}
    return change_texts(event, lambda where, text: gone.get(where, text)) if gone else event


# A walk applies a change to every text in a value of one type; None if no text can be in it


def _walk_of(hint: Any) -> _Walk | None:
    if _IN_A_RECORD in getattr(hint, "__metadata__", ()):
        return _change_text
    if get_origin(hint) is tuple:
        return _walk_of_tuple(get_args(hint))
    return _walk_of_struct(hint) if isinstance(hint, type) and issubclass(hint, Struct) else None


def _change_text(value: str, where: str, change: Change) -> str:
    return change(where, value) if value else value


@cache
def _walk_of_struct(kind: type[Struct]) -> _Walk | None:
    hints = get_type_hints(kind, include_extras=True)
    walks = [(name, walk) for name in kind.__struct_fields__ if (walk := _walk_of(hints[name]))]

    def change_fields(value: Any, where: str, change: Change) -> Any:
        after = {}
        for name, walk in walks:
            before = getattr(value, name)
            if (new := walk(before, _path(where, name), change)) is not before:
                after[name] = new
        return structs.replace(value, **after) if after else value

    return change_fields if walks else None


def _walk_of_tuple(hints: tuple[Any, ...]) -> _Walk | None:
    if hints[-1:] == (Ellipsis,):
        every = _walk_of(hints[0])
        return every and (lambda value, where, change: _change_members(every, value, where, change))
    walks = [_walk_of(hint) for hint in hints]  # a tuple of fixed length: each member has its own type

    def change_members(value: Any, where: str, change: Change) -> Any:
        return tuple(walk(it, where, change) if walk else it for walk, it in zip(walks, value, strict=True))

    return change_members if any(walks) else None


def _change_members(walk: _Walk, values: Any, where: str, change: Change) -> Any:
    return tuple(walk(value, _path(where, str(number)), change) for number, value in enumerate(values, start=1))


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
