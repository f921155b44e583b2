"""Who a substitute is: by name, or by the number of the membership; both are kept beside the log."""

from typing import NamedTuple

from ledger.events.participation import SubstituteSeated
from ledger.events.people import Player
from ledger.session import Session

_OWN_PLAYERS = 2


class Substitute(NamedTuple):
    """Which of a contestant's players he is, and which of other contestants'."""

    named: Player
    elsewhere: tuple[tuple[str, int], ...]


def find_substitute(session: Session, contestant: str, name: str, member: str = "") -> Substitute:
    """The player as he is known with this contestant, or as one more of its players."""
    same = [player for player in session.players.values() if _is(player, name, member)]
    elsewhere = tuple((player.contestant, player.seat) for player in same if player.contestant != contestant)
    for player in same:
        if player.contestant == contestant:
            return Substitute(player, elsewhere)
    return Substitute(Player(contestant, _next_player(session, contestant), name, member), elsewhere)


def _is(player: Player, name: str, member: str) -> bool:
    if member and player.member_number:
        return player.member_number == member
    return player.name.casefold() == name.casefold()


def _next_player(session: Session, contestant: str) -> int:
    """The first number that no player of the contestant has had, though his name may have been erased."""
    kept = [seat for whose, seat in session.players if whose == contestant]
    seated = [fact.player for _, fact in session.participation.all(SubstituteSeated, contestant)]
    return max([_OWN_PLAYERS, *kept, *seated]) + 1
