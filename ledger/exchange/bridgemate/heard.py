"""What the Data Connector said, of all kinds, as a sheet: results, calls, players who sat down, cards."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from ledger.bounds.types import TableNumber
from ledger.bridge import Side
from ledger.bridge.deal import Deal
from ledger.exchange.bridgemate.connector import DEVICE, sheet_of
from ledger.exchange.bridgemate.meanings import HANDS, SUITS
from ledger.exchange.bridgemate.messages import Message, message_of, shown_message
from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.exchange.bridgemate.tables import require_short
from ledger.exchange.bridgemate.told_people import DIRECTIONS, NAMED
from ledger.exchange.sheet import Sheet, board_number, why
from ledger.facts.free_text import is_gone
from ledger.facts.people import Player
from ledger.labels.persons import name_words, number_key
from ledger.session.people import players_told
from ledger.session.places import sits_once

_M = TypeVar("_M", bound="PlayerMessage | SeatMessage")


class HeardItems(NamedTuple):
    """What was said, by its kind, each in the order it was queued: objects as they were sent."""

    results: Sequence[object] = ()
    players: Sequence[object] = ()
    seats: Sequence[object] = ()
    deals: Sequence[object] = ()
    calls: Sequence[object] = ()


class _Named(Struct, frozen=True, rename="pascal", kw_only=True):
    last_name: str = ""
    first_name: str = ""

    @property
    def name(self) -> str:
        """The name as it is said."""
        return f"{self.first_name.strip()} {self.last_name.strip()}".strip()


class PlayerMessage(_Named, frozen=True, rename="pascal", kw_only=True):
    """Who has a number (PlayerDataDTO)."""

    player_number: str


class SeatMessage(_Named, frozen=True, rename="pascal", kw_only=True):
    """Who sat down, or got up (ParticipationDTO): by number, or by name alone."""

    section_letters: Annotated[str, Meta(pattern=r"^[A-Z]{1,3} *\Z")]
    table_number: TableNumber
    direction: Annotated[int, Meta(ge=1, le=4)]
    round_number: int = 0
    player_number: str = ""
    is_player_swap: bool = False
    is_removal: bool = False


def heard(said: HeardItems, told: DevicePlan, guid: str) -> Sheet:
    """All that was said; what cannot be recorded as it stands is among the problems, and waits for a person."""
    own = [_of_session(each, guid) for each in (*said.results, *said.calls)]
    sheet = sheet_of(own, told.labels)
    people = _Players(told, said.players)
    sheet.players = list(people.of(said.seats))
    sheet.problems += [(f"{DEVICE} {where}", why) for where, why in people.waiting.items()]
    sheet.problems += [(f"{DEVICE} message", each) for each in people.unread]
    for each in said.deals:
        _add_deal(sheet, each, told.session.boards)
    return sheet


def _of_session(value: object, guid: str) -> Message | str:
    """A message of the session that is followed; a text where it is of another, or none at all."""
    message = message_of(value)
    if isinstance(message, str) or message.session_guid in ("", guid):
        return message
    return f"it is of another session: {shown_message(value)}"


# Players


class _Players:
    """Who is known under which number, and who sat down where; what of it waits for a person, and what is unread."""

    def __init__(self, told: DevicePlan, players: Iterable[object]) -> None:
        self._told = told
        self.waiting: dict[str, str] = {}
        self.unread: list[str] = []
        known = [
            each for each in told.session.players.values() if not (is_gone(each.name) or is_gone(each.member_number))
        ]
        self._names = {number_key(each.member_number): str(each.name) for each in known if each.member_number}
        for each in players:
            if isinstance(one := _read(each, PlayerMessage), PlayerMessage):
                self._names[number_key(one.player_number)] = one.name
            else:
                self.unread.append(one)

    def of(self, seats: Iterable[object]) -> Iterator[Player]:
        """The players of each contestant, as was said last."""
        found: dict[tuple[str, int], Player] = {}
        for each in seats:
            one = _read(each, SeatMessage)
            if isinstance(one, str):
                self.unread.append(one)
            else:
                self._sit(one, found)
        yield from found.values()

    def _sit(self, one: SeatMessage, found: dict[tuple[str, int], Player]) -> None:
        table = self._told.labels.table(one.section_letters, one.table_number)
        where = f"player at table {table}, {NAMED[one.direction]}"
        side, seat = DIRECTIONS[one.direction]
        number = one.player_number.strip()
        name = one.name or self._names.get(number_key(number), "")
        round_ = max(one.round_number, 1)
        planned = self._told.seated(one.section_letters.strip(), one.table_number, round_)
        who = "" if planned is None else planned.ns if side is Side.NS else planned.ew
        if not who:
            self.waiting[where] = f"nobody sits there in round {round_}"
            return
        if round_ > 1:  # in another's place: for the director (Law 4)
            self.waiting[f"{where}, round {round_}"] = (
                f"{name} {number}".strip() + f" sat down: `contestant substitute {who} …`"
            )
            return
        if side is Side.EW and not sits_once(self._told.session):
            seat += 2  # the other pair of a team
        if one.is_removal:
            found.pop((who, seat), None)
            self.waiting[where] = f"taken away at the device: `person name {who} {seat} …` says who sits there"
            return
        player = Player(who, seat, name, number)
        try:
            require_short(player.name, player.member_number)
        except ValueError as error:
            self.waiting[where] = str(error)
            return
        if one.is_player_swap:
            _change_places(player, found)
        self.waiting.pop(where, None)
        entered = self._entered(who)
        if (who, seat) in self._told.session.players_in_file or not entered:
            found[who, seat] = player
        elif not any(_is_the_same(player, each) for each in entered.values()):
            if seat in entered:
                self.waiting[where] = _another_sat_down(player, entered[seat])
            else:
                found[who, seat] = player

    def _entered(self, who: str) -> Mapping[int, Player]:
        """Who plays as a contestant, as the desk has it, by seat: partners may sit the other way round."""
        known = players_told(self._told.session)
        return {each.seat: each for each in known.values() if each.contestant == who and each.name}


def _another_sat_down(player: Player, entered: Player) -> str:
    who, seat, name, number = player.contestant, player.seat, player.name, player.member_number
    member = f" --member {number}" if number else ""
    said = f"{name} {number}".strip()
    return (
        f'{said} sat down, and {entered.name} is entered: `person name {who} {seat} "{name or "…"}"{member}` where '
        f"that is who plays; `contestant substitute {who} …` for some rounds"
    )


def _is_the_same(one: Player, other: Player) -> bool:
    """Whether two are the same person, by number, else by name; nothing is said of whom something was erased."""
    if is_gone(other.name) or is_gone(other.member_number):
        return True
    if one.member_number and other.member_number:
        return number_key(one.member_number) == number_key(other.member_number)
    return not one.name or name_words(one.name) == name_words(other.name)


def _change_places(player: Player, found: dict[tuple[str, int], Player]) -> None:
    """The partner, where he sat down before the two changed places, sits where this one sat."""
    who, seat = player.contestant, player.seat
    other = seat + 1 if seat % 2 else seat - 1
    before, partner = found.get((who, seat)), found.get((who, other))
    if before and partner and (partner.name, partner.member_number) == (player.name, player.member_number):
        found[who, other] = Player(who, other, before.name, before.member_number)


def _read(value: object, kind: type[_M]) -> _M | str:
    """What was sent, without what is null in it; why it is none."""
    if not isinstance(value, dict):
        return f"it is no player: {shown_message(value)}"
    try:
        return msgspec.convert({name: each for name, each in value.items() if each is not None}, kind)
    except msgspec.ValidationError:
        return f"it says no table and seat, or no number: {shown_message(value)}"


# Cards


def _add_deal(sheet: Sheet, value: object, boards: Container[int]) -> None:
    """The cards of a board that were entered at a table, as was said last; where they are none a person looks at it."""
    said: Mapping[str, object] = value if isinstance(value, dict) else {}
    place = f"{DEVICE} hand record"
    try:
        board = board_number(str(said.get("BoardNumber")))
        place = f"{place} of board {board}"
        if board not in boards:
            raise ValueError("the session has no such board")
        hands = (".".join(str(said.get(f"{hand}{suit}") or "") for suit in SUITS) for hand in HANDS.values())
        sheet.deals[board] = Deal(f"N:{' '.join(hands)}")
    except ValueError as error:
        sheet.problems.append((place, f"{why(error)}: {shown_message(value)}"))
