"""A list of members, and who of it is meant by a few letters of a name, or by a number. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from ledger.labels.persons import name_words, number_key


class Member(NamedTuple):
    """Somebody of a list of members: the name, the number of the membership, the club, and the line of the list."""

    name: str
    number: str = ""
    club: str = ""
    line: int = 0


class Members:
    """A list of members; `source`: the file it was read from. They are found in the order of the list."""

    def __init__(self, everybody: Iterable[Member], source: str = "") -> None:
        self.everybody = tuple(everybody)
        self.source = source

    def __len__(self) -> int:
        return len(self.everybody)

    def numbered(self, number: str) -> tuple[Member, ...]:
        """Those with a number of membership: several only where the list has it twice."""
        return self._by_number.get(number_key(number), ())

    def called(self, name: str) -> tuple[Member, ...]:
        """Those of exactly this name, in whatever order its words are written."""
        return self._by_name.get(name_words(name), ())

    def begun(self, text: str) -> Iterator[Member]:
        """Those with a word of the name, or the number, that begins with each of the words typed: 'bel a', '12 bell'.

        >>> members = Members([Member("Ann Bell", "1234"), Member("Bella Arne", "2")])
        >>> [each.name for each in members.begun("bel an")], [each.name for each in members.begun("bel 12")]
        (['Ann Bell'], ['Ann Bell'])
        """
        typed = sorted(name_words(text), key=len, reverse=True)
        if typed:
            for line, member in self._lines:
                if all(f" {word}" in line for word in typed) and _each_begins(typed, line.split()):
                    yield member

    def meant(self, text: str) -> tuple[Member, ...]:
        """Who may be meant by a number, a whole name or the beginnings of one: the first of these that anybody has."""
        return self.numbered(text) or self.called(text) or tuple(self.begun(text))

    @cached_property
    def _by_number(self) -> dict[str, tuple[Member, ...]]:
        found: dict[str, list[Member]] = defaultdict(list)
        for member in self.everybody:
            if member.number:
                found[number_key(member.number)].append(member)
        return {number: tuple(each) for number, each in found.items()}

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], tuple[Member, ...]]:
        found: dict[tuple[str, ...], list[Member]] = defaultdict(list)
        for member in self.everybody:
            found[name_words(member.name)].append(member)
        return {words: tuple(each) for words, each in found.items()}

    @cached_property
    def _lines(self) -> list[tuple[str, Member]]:
        """Each with the words he is found by, a blank before each: also O'Hara as one word, and his number."""
        return [(f" {' '.join(_found_by(member))}", member) for member in self.everybody]


def _found_by(member: Member) -> Iterator[str]:
    words = name_words(member.name)
    yield from words
    yield from (whole for part in member.name.split() if (whole := "".join(_in_order(part))) not in words)
    if member.number:
        yield number_key(member.number)


def _in_order(part: str) -> list[str]:
    """The words of a part of a name as they stand: of O'Hara, o and hara."""
    return [word for piece in re.split(r"[\W_]+", part) for word in name_words(piece)]


def _each_begins(typed: list[str], words: list[str]) -> bool:
    """Whether each of the words typed, the longest first, begins another of the words: 'ann ann' is not Ann Bell."""
    left = list(words)
    for begun in typed:
        found = next((word for word in left if word.startswith(begun)), None)
        if found is None:
            return False
        left.remove(found)
    return True
