"""Parsing of players: a full name, or with a list of members a few letters or a number; and a name with the number
in brackets: "Ann Bell (1234) & Carl Dunn".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from ledger.bounds.files import MEMBER_NUMBER, NAME
from ledger.errors import Misuse, Refusal
from ledger.errors.visible import show_name
from ledger.labels.persons import Member, Members
from ledger.subjects.people.facts import Player

_WITH_NUMBER = re.compile(r"(?P<name>[^()]*)\(\s*(?P<number>-?|[^()]*[0-9][^()]*?)\s*\)")
"""A name with a number in brackets; for somebody without a number, the brackets hold nothing or a dash."""

_NUMBER = re.compile(r"[^\W_]*[0-9][\w ./-]*")

_PARTNERS_SEPARATOR = re.compile(r"[;&]|\s/\s")
"""The separator of partners. No word such as 'e' or 'and': it may be part of a name, Costa e Silva."""

LISTED = 9
"""The most members that are listed if several fit."""


def contestant(label: str, texts: Sequence[str], members: Members | None, *, whole: bool = False) -> tuple[Player, ...]:
    """Parse the players of a contestant, in the order typed; one text may hold several names, joined by &.

    `whole`: names are written in full, so a name that is not on the list is accepted as it is.
    """
    typed = [each for text in texts for each in _PARTNERS_SEPARATOR.split(text) if each.strip()]
    members_found = (person(each, members, whole=whole) for each in typed)
    return tuple(Player(label, seat, each.name, each.number) for seat, each in enumerate(members_found, start=1))


def player(label: str, seat: int, name: str, number: str) -> Player:
    """Return a player in a seat of a contestant."""
    return Player(label, seat, name, number)


def person(text: str, members: Members | None, *, whole: bool = False) -> Member:
    """Return the person that a text means, spelled as in the list of members; without a list, as typed.

    Refusal if several members fit (which-member), or none (no-such-member; with `whole`, a name is taken as typed).
    """
    text = " ".join(text.split())
    if numbered := _WITH_NUMBER.fullmatch(text):
        name, number = numbered["name"].strip(), numbered["number"].removeprefix("-").strip()
        return _member_with_number(name, number, members) if number else _person_in_full(name)
    if members is None or not len(members):
        if _NUMBER.fullmatch(text):
            hint = f'--members FILE, the list of members; or with the name: "NAME ({text})"'
            raise Refusal("no-such-member", f"{show_name(text)} is a number, and there is no list to find it in", hint)
        return _person_in_full(text)
    found_members = members.meant(text)
    if len(found_members) > 1:
        one, of = found_members[0], f"; the first {LISTED} are listed" if len(found_members) > LISTED else ""
        raise Refusal(
            "which-member",
            f"{len(found_members)} of {members.source} fit {show_name(text)}{of}",
            f'more letters, or with the number: "{one.name} ({one.number or "-"})"',
            table=tuple(_member_rows(found_members)),
        )
    if not found_members and (not whole or _NUMBER.fullmatch(text)):
        hint = f'other letters; or for somebody who is not on the list the full name: "{show_name(text).title()} (-)"'
        raise Refusal("no-such-member", f"nobody of {members.source} is {show_name(text)}", hint)
    return found_members[0] if found_members else _person_in_full(text)


def find_members(text: str, members: Members) -> tuple[Member, ...]:
    """Return the members that match a number, a name or its first letters; at most one more than LISTED."""
    return members.numbered(text) or members.called(text) or tuple(islice(members.begun(text), LISTED + 1))


def _member_rows(rows: Iterable[Member]) -> Iterable[tuple[str, ...]]:
    yield "name", "number", "club"
    yield from ((each.name, each.number, each.club) for each in islice(rows, LISTED))


def _member_with_number(name: str, number: str, members: Members | None) -> Member:
    """Return the listed member with this number and name; if the list lacks the number, the person as typed.

    Refusal (which-member) if the number belongs to another name.
    """
    known = members.numbered(number) if members else ()
    if not known:
        return _person_in_full(name)._replace(number=_require_short(number, MEMBER_NUMBER.most))
    fits = tuple(Members(known).begun(name)) if name else known
    if len(fits) == 1:
        return fits[0]
    of = " and ".join(each.name for each in known[:2])
    raise Refusal(
        "which-member",
        f"{show_name(number)} is {of} on the list, and not {show_name(name)}",
        f'type the name alone; if the person is not on the list, the full name: "{show_name(name)} (-)"',
        table=tuple(_member_rows(known)),
    )


def _person_in_full(name: str) -> Member:
    if not name:
        raise Misuse("usage", "the player's name is missing", '"Ann Bell (1234) & Carl Dunn"')
    if name.count("(") != name.count(")"):
        raise Misuse("usage", f"{show_name(name)} has an unmatched bracket", '"Ann Bell (1234)"')
    return Member(_require_short(name, NAME.most))


def _require_short(text: str, most: int) -> str:
    if len(text) > most:
        raise Misuse("usage", f"{show_name(text)} is longer than {most} characters", "say it shorter")
    return text
