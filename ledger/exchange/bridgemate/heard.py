"""What the Data Connector said, as a sheet: results, calls, players, cards; and its queues, until that is stored.

It is sent again until it is accepted, and accepting means: up to an item, whatever has come there meanwhile. So what
was accepted is held against the whole queue afterwards: where the Data Connector lost its memory and counts anew, where
another program accepted what was ours, where items came in another order. A queue is accepted up to what was seen of
it, once that is stored, and never on trust.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from ledger.bounds.types import TableNumber
from ledger.bridge import Side
from ledger.bridge.board import Deal
from ledger.errors import Unavailable
from ledger.exchange.bridgemate.bws import HANDS, SUITS
from ledger.exchange.bridgemate.connector import DEVICE, message_of, sheet_of, shown_message
from ledger.exchange.bridgemate.telling import ERROR, NO_DATA, NOT_IMPLEMENTED, UNEXPECTED, ConnectorLine, refused
from ledger.exchange.bridgemate.told import DIRECTIONS, NAMED, DevicePlan, place_of
from ledger.exchange.sheet import Sheet, board_number, require_short, why
from ledger.kernel.free_text import is_gone
from ledger.labels.persons import name_words, number_key
from ledger.session import Session
from ledger.session.places import sits_once
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import players_told

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
    own = []
    for each in (*said.results, *said.calls):
        message = message_of(each)
        if not isinstance(message, str) and message.session_guid not in ("", guid):
            message = f"it is of another session: {shown_message(each)}"
        own.append(message)
    sheet = sheet_of(own, told.labels)
    people = _Players(told, said.players)
    sheet.players = list(people.of(said.seats))
    sheet.problems += [(f"{DEVICE} {where}", reason) for where, reason in people.waiting.items()]
    sheet.problems += [(f"{DEVICE} message", each) for each in people.unread]
    for each in said.deals:  # the cards of a board that were entered at a table, as was said last
        cards: Mapping[str, object] = each if isinstance(each, dict) else {}
        place = f"{DEVICE} hand record"
        try:
            board = board_number(str(cards.get("BoardNumber")))
            place = f"{place} of board {board}"
            if board not in told.session.boards:
                raise ValueError("the session has no such board")
            hands = (".".join(str(cards.get(f"{hand}{suit}") or "") for suit in SUITS) for hand in HANDS.values())
            sheet.deals[board] = Deal(f"N:{' '.join(hands)}")
        except ValueError as error:
            sheet.problems.append((place, f"{why(error)}: {shown_message(each)}"))
    return sheet


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
            # the partner, where he sat down before the two changed places, sits where this one sat
            other = seat + 1 if seat % 2 else seat - 1
            before, partner = found.get((who, seat)), found.get((who, other))
            if before and partner and (partner.name, partner.member_number) == (player.name, player.member_number):
                found[who, other] = Player(who, other, before.name, before.member_number)
        self.waiting.pop(where, None)
        # who plays as a contestant, as the desk has it, by seat: partners may sit the other way round
        known = players_told(self._told.session)
        entered = {each.seat: each for each in known.values() if each.contestant == who and each.name}
        if (who, seat) in self._told.session.players_in_file or not entered:
            found[who, seat] = player
        elif not any(_is_the_same(player, each) for each in entered.values()):
            if seat in entered:
                self.waiting[where] = _another_sat_down(player, entered[seat])
            else:
                found[who, seat] = player


def _another_sat_down(player: Player, entered: Player) -> str:
    who, seat, name, number = player.contestant, player.seat, player.name, player.member_number
    member = f" --member {number}" if number else ""
    said = f"{name} {number}".strip()
    return (
        f'{said} sat down, and {entered.name} is entered: `person name {who} {seat} "{name or "…"}"{member}` where '
        f"that is who plays; `contestant substitute {who} …` for some rounds"
    )


def _is_the_same(one: Player, other: Player) -> bool:
    if is_gone(other.name) or is_gone(other.member_number):
        return True
    if one.member_number and other.member_number:
        return number_key(one.member_number) == number_key(other.member_number)
    return not one.name or name_words(one.name) == name_words(other.name)


def _read(value: object, kind: type[_M]) -> _M | str:
    if not isinstance(value, dict):
        return f"it is no player: {shown_message(value)}"
    try:
        return msgspec.convert({name: each for name, each in value.items() if each is not None}, kind)
    except msgspec.ValidationError:
        return f"it says no table and seat, or no number: {shown_message(value)}"


class _Queue(NamedTuple):
    """A queue: the commands for what is new in it, for all of it, and to accept; what kind of thing is in it."""

    kind: str
    new: int
    whole: int
    accept: int
    data_type: int


_QUEUES = (
    _Queue("players", 20, 24, 28, 10),
    _Queue("seats", 21, 25, 29, 11),
    _Queue("deals", 22, 26, 30, 13),
    _Queue("results", 19, 23, 27, 12),
    _Queue("calls", 36, 37, 38, 21),
)
_UNTIL_ALL_AGAIN = 20
"""So many looks at what is new, and then one at everything: another program may have accepted what was not its own."""


class _Items(NamedTuple):
    items: Sequence[object]
    last: int


class DeviceQueues:
    """The queues of a session, as far as they were heard."""

    def __init__(self, line: ConnectorLine, guid: str) -> None:
        self._line, self._guid = line, guid
        self._to_accept: dict[_Queue, _Items] = {}
        self._left: dict[_Queue, Sequence[object]] = {}
        self._unsure = True
        self._looks = 0

    @property
    def looks_at_all(self) -> bool:
        """Whether the next look is at everything."""
        return self._unsure or self._looks >= _UNTIL_ALL_AGAIN

    def look(self, *, again: bool = False) -> HeardItems | None:
        """All that was said, where anything of it may not be stored; None where nothing new is there.

        Unavailable (devices-away) or refused where it cannot be heard: then it waits as it is.
        """
        whole = again or self.looks_at_all
        new = {queue: self._poll(queue, queue.new) for queue in _QUEUES}
        self._to_accept = {queue: each for queue, each in new.items() if each.items}
        news = [queue for queue, each in new.items() if each.items and each.items != self._left.get(queue)]
        if not (whole or news):
            self._looks += 1
            return None
        self._unsure = True  # until what is seen now is stored
        heard: dict[str, list[object]] = {}
        for queue in _QUEUES:  # all of it in its order; before it, what is new and no longer there
            everything = self._poll(queue, queue.whole).items
            heard[queue.kind] = [*(each for each in new[queue].items if each not in everything), *everything]
        return HeardItems(**heard)

    def waiting(self) -> int:
        """How many items wait to be heard."""
        return sum(len(self._poll(queue, queue.new).items) for queue in _QUEUES)

    def places_waiting(self) -> set[tuple[object, ...]]:
        """Of which tables and boards results wait to be heard: what is recorded of them here is not the last word."""
        queue = next(each for each in _QUEUES if each.kind == "results")
        return {place_of(each) for each in self._poll(queue, queue.new).items if isinstance(each, dict)}

    def accept(self, session: Session) -> None:
        """What was seen at the last look is stored: it need not be sent again.

        A player with his number is, once somebody sat down under it: until then the name waits.
        """
        accepted = False
        known = {number_key(str(each.member_number)) for each in session.players.values()}
        for queue, seen in self._to_accept.items():
            players = seen.items if queue.kind == "players" else ()
            numbers = [str(each.get("PlayerNumber")) for each in players if isinstance(each, dict)]
            if not all(number_key(each) in known for each in numbers):
                self._left[queue] = seen.items
                continue
            self._left.pop(queue, None)
            answer = self._line.ask(queue.accept, json.dumps(seen.last), self._guid)
            if answer.failed:
                raise refused(self._line, answer)
            accepted = True
        self._to_accept = {}
        self._unsure, self._looks = accepted, 0

    def _poll(self, queue: _Queue, command: int) -> _Items:
        answer = self._line.ask(command, session=self._guid)
        if answer.error in (NO_DATA, NOT_IMPLEMENTED, UNEXPECTED):
            return _Items((), 0)
        if answer.failed:
            raise refused(self._line, answer)
        try:
            found = json.loads(answer.text) if answer.text.strip() else []
        except (ValueError, RecursionError):
            found = None
        if (
            not isinstance(found, list)
            or (found and answer.data_type not in (queue.data_type, 0))
            or answer.data_type == ERROR
        ):
            raise Unavailable("devices-away", f"the Data Connector's {queue.kind} cannot be read", "`devices status`")
        return _Items(found, answer.last_id)
