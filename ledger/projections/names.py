"""What contestants are called on a screen: by their players, as far as these are known and not erased."""

import re
from collections.abc import Mapping
from functools import lru_cache

from ledger.kernel.free_text import is_gone
from ledger.labels import members
from ledger.session import Session
from ledger.subjects.tournaments.state import players_told


def names_of(session: Session) -> dict[str, str]:
    """The players of each contestant in the order of their seats, 'Jane Roe & J. O’Hara', where any is known."""
    found: dict[str, list[str]] = {}
    players = players_told(session)
    for contestant, seat in sorted(players):
        name = players[contestant, seat].name
        if name and not is_gone(name):
            found.setdefault(contestant, []).append(name)
    return {contestant: together(names) for contestant, names in found.items()}


def together(names: list[str]) -> str:
    """'Jane Roe & J. O’Hara'; of more than two 'Ann, Bo, Cy & Dee'."""
    return " & ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


_NUMBER = re.compile(r"[A-Z]{0,3}[0-9]+(NS|EW)?")


@lru_cache(maxsize=65536)
def is_team_name(label: str) -> bool:
    """Whether a contestant is called by a name of its own, 'Norway', and not by a number: '3EW', 'A12'."""
    return not all(_NUMBER.fullmatch(each) for each in members(label))


def with_names(label: str, names: Mapping[str, str]) -> str:
    """A contestant with its players, '3EW Jane Roe & J. O’Hara'; individuals who play together one after the other."""
    told = [f"{each} {names[each]}" if each in names else each for each in members(label)]
    return " + ".join(told) if any(each in names for each in members(label)) else label


def players_text(label: str, names: Mapping[str, str]) -> str:
    """The players alone, in turn; '' where nobody is known, and of a team with a name, which has more than play."""
    both = members(label)
    if is_team_name(label):
        return ""
    return " + ".join(names.get(each, each) for each in both) if any(each in names for each in both) else ""


def led_by_names(label: str, names: Mapping[str, str]) -> str:
    """A contestant as players know each other, 'Jane Roe & J. O’Hara (3EW)'; its number where nobody is known."""
    players = players_text(label, names)
    return f"{players} ({label})" if players else label
