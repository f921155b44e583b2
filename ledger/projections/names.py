"""The names of contestants on a screen: their players, as far as known and not erased."""

import re
from collections.abc import Mapping
from functools import lru_cache

from ledger.kernel.free_text import is_gone
from ledger.labels import members
from ledger.session import Session
from ledger.subjects.tournaments.state import players_to_show


def names_of(session: Session) -> dict[str, str]:
    """Return the players of each contestant in the order of their seats, 'Jane Roe & J. O’Hara', where any is known."""
    names_by_contestant: dict[str, list[str]] = {}
    players = players_to_show(session)
    for contestant, seat in sorted(players):
        name = players[contestant, seat].name
        if name and not is_gone(name):
            names_by_contestant.setdefault(contestant, []).append(name)
    return {contestant: join_names(names) for contestant, names in names_by_contestant.items()}


def join_names(names: list[str]) -> str:
    """Join names: 'Jane Roe & J. O’Hara', 'Ann, Bo, Cy & Dee'."""
    return " & ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


_NUMBER = re.compile(r"[A-Z]{0,3}[0-9]+(NS|EW)?")


@lru_cache(maxsize=65536)
def is_team_name(label: str) -> bool:
    """Return whether a contestant's label is a name ('Norway') and no number ('3EW', 'A12')."""
    return not all(_NUMBER.fullmatch(each) for each in members(label))


def with_names(label: str, names: Mapping[str, str]) -> str:
    """Return a contestant's label and players: '3EW Jane Roe & J. O’Hara'; two individuals are joined by ' + '."""
    texts = [f"{each} {names[each]}" if each in names else each for each in members(label)]
    return " + ".join(texts) if any(each in names for each in members(label)) else label


def players_text(label: str, names: Mapping[str, str]) -> str:
    """Return a contestant's players; '' if none is known, and for a named team, which has more members than play."""
    labels = members(label)
    if is_team_name(label):
        return ""
    return " + ".join(names.get(each, each) for each in labels) if any(each in names for each in labels) else ""


def names_first(label: str, names: Mapping[str, str]) -> str:
    """Return a contestant, players first: 'Jane Roe & J. O’Hara (3EW)'; the label alone if no player is known."""
    players = players_text(label, names)
    return f"{players} ({label})" if players else label
