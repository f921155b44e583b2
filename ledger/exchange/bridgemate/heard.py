"""The Data Connector's queues, and the sheet of their items: results, calls, players, cards.

Items are sent again until they are accepted, and an item number accepts every earlier item too, seen or not. So after
accepting, the whole queue is compared with the accepted items: the Data Connector may have lost its memory and count
anew, another program may have accepted our items, or items may have come in another order. A queue is accepted up to
the last item seen, once that is stored, and never on trust.
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
from ledger.exchange.bridgemate.telling import ERROR, NO_DATA, NOT_IMPLEMENTED, UNEXPECTED, ConnectorLine, refusal_for
from ledger.exchange.bridgemate.told import DIRECTIONS, NAMED, DevicePlan, place_of
from ledger.exchange.sheet import Sheet, board_number, reason_of, require_short
from ledger.kernel.free_text import is_gone
from ledger.labels.persons import name_words, number_key
from ledger.session import Session
from ledger.session.places import sits_at_one_table
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import players_to_show

_M = TypeVar("_M", bound="PlayerMessage | SeatMessage")


class QueuedItems(NamedTuple):
    """The items in the Data Connector's queues: a field for each queue, items in the order of the queue."""

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
    """A player and his number (PlayerDataDTO)."""

    player_number: str


class SeatMessage(_Named, frozen=True, rename="pascal", kw_only=True):
    """A message that a player sits down or gets up (ParticipationDTO); it has a number, or only a name."""

    section_letters: Annotated[str, Meta(pattern=r"^[A-Z]{1,3} *\Z")]
    table_number: TableNumber
    direction: Annotated[int, Meta(ge=1, le=4)]
    round_number: int = 0
    player_number: str = ""
    is_player_swap: bool = False
    is_removal: bool = False


def read_queued_items(items: QueuedItems, device_plan: DevicePlan, guid: str) -> Sheet:
    """Return a sheet of the queued items; items that cannot be recorded become problems for the director."""
    messages = []
    for item in (*items.results, *items.calls):
        message = message_of(item)
        if not isinstance(message, str) and message.session_guid not in ("", guid):
            message = f"it is of another session: {shown_message(item)}"
        messages.append(message)
    sheet = sheet_of(messages, device_plan.labels)
    people = _Players(device_plan, items.players)
    sheet.players = list(people.of(items.seats))
    sheet.problems += [(f"{DEVICE} {where}", reason) for where, reason in people.waiting.items()]
    sheet.problems += [(f"{DEVICE} message", item) for item in people.unread]
    for item in items.deals:  # a board's cards as entered at a table; the last ones count
        cards: Mapping[str, object] = item if isinstance(item, dict) else {}
        place = f"{DEVICE} hand record"
        try:
            board = board_number(str(cards.get("BoardNumber")))
            place = f"{place} of board {board}"
            if board not in device_plan.session.boards:
                raise ValueError("the session has no such board")
            hands = (".".join(str(cards.get(f"{hand}{suit}") or "") for suit in SUITS) for hand in HANDS.values())
            sheet.deals[board] = Deal(f"N:{' '.join(hands)}")
        except ValueError as error:
            sheet.problems.append((place, f"{reason_of(error)}: {shown_message(item)}"))
    return sheet


class _Players:
    """The names of players by number. `waiting`: seats that the director must check; `unread`: invalid messages."""

    def __init__(self, device_plan: DevicePlan, players: Iterable[object]) -> None:
        self._device_plan = device_plan
        self.waiting: dict[str, str] = {}
        self.unread: list[str] = []
        self._names: dict[str, str] = {}
        for known in device_plan.session.players.values():
            if known.member_number and not (is_gone(known.name) or is_gone(known.member_number)):
                self._names[number_key(known.member_number)] = str(known.name)
        for player in players:
            if isinstance(one := _convert(player, PlayerMessage), PlayerMessage):
                self._names[number_key(one.player_number)] = one.name
            else:
                self.unread.append(one)

    def of(self, seats: Iterable[object]) -> Iterator[Player]:
        players: dict[tuple[str, int], Player] = {}
        for value in seats:
            one = _convert(value, SeatMessage)
            if isinstance(one, str):
                self.unread.append(one)
            else:
                self._seat_player(one, players)
        yield from players.values()

    def _seat_player(self, one: SeatMessage, players: dict[tuple[str, int], Player]) -> None:
        table = self._device_plan.labels.table(one.section_letters, one.table_number)
        where = f"player at table {table}, {NAMED[one.direction]}"
        side, seat = DIRECTIONS[one.direction]
        number = one.player_number.strip()
        name = one.name or self._names.get(number_key(number), "")
        round_ = max(one.round_number, 1)
        planned = self._device_plan.seated(one.section_letters.strip(), one.table_number, round_)
        who = "" if planned is None else planned.ns if side is Side.NS else planned.ew
        if not who:
            self.waiting[where] = f"nobody sits there in round {round_}"
            return
        if round_ > 1:  # a substitute: for the director (Law 4)
            newcomer = f"{name} {number}".strip()
            sat = f"{newcomer} sat down: `contestant substitute {who} --seat SEAT --name NAME`"
            self.waiting[f"{where}, round {round_}"] = sat
            return
        if side is Side.EW and not sits_at_one_table(self._device_plan.session):
            seat += 2  # the other pair of a team
        if one.is_removal:
            players.pop((who, seat), None)
            self.waiting[where] = f"taken away at the device: `person name {who} {seat} NAME` says who sits there"
            return
        player = Player(who, seat, name, number)
        try:
            require_short(player.name, player.member_number)
        except ValueError as error:
            self.waiting[where] = str(error)
            return
        if one.is_player_swap:
            # the partner, where he sat down before the two changed places, sits where this one sat
            partner_seat = seat + 1 if seat % 2 else seat - 1
            before, partner = players.get((who, seat)), players.get((who, partner_seat))
            if before and partner and (partner.name, partner.member_number) == (player.name, player.member_number):
                players[who, partner_seat] = Player(who, partner_seat, before.name, before.member_number)
        self.waiting.pop(where, None)
        # partners may sit the other way round than they were entered
        known = players_to_show(self._device_plan.session)
        entered = {each.seat: each for each in known.values() if each.contestant == who and each.name}
        if (who, seat) in self._device_plan.session.players_in_file or not entered:
            players[who, seat] = player
        elif not any(_is_same_player(player, each) for each in entered.values()):
            if seat in entered:
                self.waiting[where] = _another_player(player, entered[seat])
            else:
                players[who, seat] = player


def _another_player(player: Player, entered: Player) -> str:
    who, seat, name, number = player.contestant, player.seat, player.name, player.member_number
    member = f" --member {number}" if number else ""
    newcomer = f"{name} {number}".strip()
    return (
        f'{newcomer} sat down, and {entered.name} is entered: `person name {who} {seat} "{name or "NAME"}"{member}` if '
        f'{newcomer} plays; `contestant substitute {who} --seat SEAT --name "{name or "NAME"}"` if only for some rounds'
    )


def _is_same_player(one: Player, known: Player) -> bool:
    if is_gone(known.name) or is_gone(known.member_number):
        return True
    if one.member_number and known.member_number:
        return number_key(one.member_number) == number_key(known.member_number)
    return not one.name or name_words(one.name) == name_words(known.name)


def _convert(value: object, kind: type[_M]) -> _M | str:
    if not isinstance(value, dict):
        return f"it is no player: {shown_message(value)}"
    try:
        return msgspec.convert({name: each for name, each in value.items() if each is not None}, kind)
    except msgspec.ValidationError:
        return f"it says no table and seat, or no number: {shown_message(value)}"


class _Queue(NamedTuple):
    """A queue: its kind, the command numbers (new items, all items, accept), and the data type of its items."""

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
_LOOKS_AT_NEW_ITEMS = 20  # before a look at whole queues: another program may have accepted our items


class _Items(NamedTuple):
    items: Sequence[object]
    last: int


class DeviceQueues:
    """The queues of a session at the Data Connector, and the items read but not yet accepted."""

    def __init__(self, line: ConnectorLine, guid: str) -> None:
        self._line, self._guid = line, guid
        self._to_accept: dict[_Queue, _Items] = {}
        self._unaccepted: dict[_Queue, Sequence[object]] = {}
        self._may_miss_items = True
        self._looks = 0

    @property
    def reads_whole_queues(self) -> bool:
        """True if the next look reads all items of the queues, not only whether new ones have come."""
        return self._may_miss_items or self._looks >= _LOOKS_AT_NEW_ITEMS

    def look(self, *, again: bool = False) -> QueuedItems | None:
        """Return all items of the queues; None if no item is new, all earlier ones are stored, and `again` is False.

        Unavailable (devices-away) or Refusal if a queue cannot be read: its items wait.
        """
        whole = again or self.reads_whole_queues
        new = {queue: self._poll(queue, queue.new) for queue in _QUEUES}
        self._to_accept = {queue: each for queue, each in new.items() if each.items}
        news = [queue for queue, each in new.items() if each.items and each.items != self._unaccepted.get(queue)]
        if not (whole or news):
            self._looks += 1
            return None
        self._may_miss_items = True  # until these items are stored
        heard: dict[str, list[object]] = {}
        for queue in _QUEUES:  # new items that are no longer in the queue, then the whole queue
            everything = self._poll(queue, queue.whole).items
            heard[queue.kind] = [*(each for each in new[queue].items if each not in everything), *everything]
        return QueuedItems(**heard)

    def waiting(self) -> int:
        """Return the number of items in the queues that were not yet accepted."""
        return sum(len(self._poll(queue, queue.new).items) for queue in _QUEUES)

    def places_with_new_results(self) -> set[tuple[object, ...]]:
        """Return (section, table, round, board) of each result not yet accepted; each may replace a recorded one."""
        queue = next(each for each in _QUEUES if each.kind == "results")
        return {place_of(each) for each in self._poll(queue, queue.new).items if isinstance(each, dict)}

    def accept(self, session: Session) -> None:
        """Accept the items of the last look at the Data Connector, which then sends them no more.

        A player is stored once a seat is taken under his number; until then no item of the players' queue is accepted.
        """
        accepted = False
        known = {number_key(str(each.member_number)) for each in session.players.values()}
        for queue, seen in self._to_accept.items():
            players = seen.items if queue.kind == "players" else ()
            numbers = [str(each.get("PlayerNumber")) for each in players if isinstance(each, dict)]
            if not all(number_key(each) in known for each in numbers):
                self._unaccepted[queue] = seen.items
                continue
            self._unaccepted.pop(queue, None)
            answer = self._line.ask(queue.accept, json.dumps(seen.last), self._guid)
            if answer.failed:
                raise refusal_for(self._line, answer)
            accepted = True
        self._to_accept = {}
        self._may_miss_items, self._looks = accepted, 0

    def _poll(self, queue: _Queue, command: int) -> _Items:
        answer = self._line.ask(command, session=self._guid)
        if answer.error in (NO_DATA, NOT_IMPLEMENTED, UNEXPECTED):
            return _Items((), 0)
        if answer.failed:
            raise refusal_for(self._line, answer)
        try:
            items = json.loads(answer.text) if answer.text.strip() else []
        except (ValueError, RecursionError):
            items = None
        is_other = answer.data_type == ERROR or (items and answer.data_type not in (queue.data_type, 0))
        if not isinstance(items, list) or is_other:
            raise Unavailable("devices-away", f"the Data Connector's {queue.kind} cannot be read", "`devices status`")
        return _Items(items, answer.last_id)
