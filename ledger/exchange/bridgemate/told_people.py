"""What devices are told of people and cards: who sits where in the first round, under which number, and the deals.

As the Data Connector has it: PlayerDataDTO, ParticipationDTO, HandrecordDTO. What was erased of a player is not told.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ledger.bridge import Side
from ledger.bridge.deal import Deal
from ledger.exchange.bridgemate.meanings import HANDS, SUITS
from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.exchange.bridgemate.told_movement import GROUP
from ledger.facts.free_text import is_gone
from ledger.facts.people import Player
from ledger.labels.persons import number_key
from ledger.session.people import players_told
from ledger.session.places import sits_once

DIRECTIONS = {1: (Side.NS, 1), 2: (Side.EW, 1), 3: (Side.NS, 2), 4: (Side.EW, 2)}
"""North, East, South, West as devices number them: the side, and which of its two players sits there."""

NAMED = {1: "North", 2: "East", 3: "South", 4: "West"}


class PeopleTold(NamedTuple):
    """Players with their numbers, and who sits where at the beginning."""

    players: tuple[dict[str, Any], ...]
    seats: tuple[dict[str, Any], ...]


def people_told(told: DevicePlan, guid: str, club: str) -> PeopleTold:
    """Everybody who is known by name. Of a team nobody knows who sits where."""
    seated = list(_seated(told)) if sits_once(told.session) else []
    numbers = Counter(number_key(_text(player.member_number)) for _, player in seated)
    players, seats = [], []
    for at, player in seated:
        number, name = _text(player.member_number), _names(player.name)
        if number and numbers[number_key(number)] == 1:  # once in an event: else devices take two for one
            players.append({"SessionGuid": guid, "ClubId": club, "PlayerNumber": number, **name})
            seats.append({"SessionGuid": guid, **at, "PlayerNumber": number})
        else:
            seats.append({"SessionGuid": guid, **at, **name})
    return PeopleTold(tuple(players), tuple(seats))


def people_since(before: PeopleTold, now: PeopleTold) -> PeopleTold:
    """What of it is new, or otherwise; and that seats are empty whose players are not told any longer."""
    taken = {_seat(each) for each in now.seats}
    emptied = tuple({**_seat_only(each), "IsRemoval": True} for each in before.seats if _seat(each) not in taken)
    players = tuple(each for each in now.players if each not in before.players)
    return PeopleTold(players, (*emptied, *(each for each in now.seats if each not in before.seats)))


_SEAT = ("SessionGuid", "SectionLetters", "TableNumber", "Direction")


def _seat_only(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said[name] for name in _SEAT}


def _seat(said: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(_seat_only(said).values())


def _seated(told: DevicePlan) -> Iterator[tuple[dict[str, Any], Player]]:
    """Who sits down first, and where: whoever sits out there too."""
    known = players_told(told.session)
    for letters, tables in told.sections.items():
        for table in tables:
            if not (planned := told.seated(letters, table)):
                continue
            for direction, (side, seat) in DIRECTIONS.items():
                who = planned.ns if side is Side.NS else planned.ew
                player = known.get((who, seat))
                if player and told.pair(planned, side) and _text(player.name):
                    yield {"SectionLetters": letters, "TableNumber": table, "Direction": direction}, player


def _text(text: str) -> str:
    return "" if is_gone(text) else str(text).strip()


def _names(name: str) -> dict[str, str | None]:
    """A name in the two parts that devices show: the last word, and what stands before it."""
    first, _, last = str(name).strip().rpartition(" ")
    return {"FirstName": first or None, "LastName": last}


def deals_told(told: DevicePlan, guid: str) -> list[dict[str, Any]]:
    """The cards of each board that is in the movement."""
    boards = sorted({board for each in told.plan.tables for board in each.boards})
    letters = next(iter(told.sections), "A")
    return [
        {
            "SessionGuid": guid,
            "ScoringGroupNumber": GROUP,
            "SectionLetters": letters,
            "BoardNumber": board,
            **_cards(deal),
        }
        for board in boards
        if (deal := told.session.deal(board))
    ]


def _cards(deal: Deal) -> dict[str, str]:
    return {
        f"{HANDS[seat.value]}{suit}": cards
        for seat, hand in deal.hands.items()
        for suit, cards in zip(SUITS, hand, strict=True)
    }
