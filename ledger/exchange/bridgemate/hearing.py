"""Hearing the devices: what waits in the Data Connector's queues, and that it need not wait there any longer.

It is sent again until it is accepted, and accepting means: up to an item, whatever has come there meanwhile. So what
was accepted is held against the whole queue afterwards: where the Data Connector lost its memory and counts anew, where
another program accepted what was ours, where items came in another order. A queue is accepted up to what was seen of
it, once that is stored, and never on trust.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import Unavailable
from ledger.exchange.bridgemate.heard import HeardItems
from ledger.exchange.bridgemate.line import ERROR, NO_DATA, NOT_IMPLEMENTED, UNEXPECTED, ConnectorLine
from ledger.exchange.bridgemate.telling import refused
from ledger.exchange.bridgemate.told_results import place_of
from ledger.labels.persons import number_key
from ledger.session import Session


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
        return HeardItems(**{queue.kind: self._with(queue, new[queue].items) for queue in _QUEUES})

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
        for queue, seen in self._to_accept.items():
            if queue.kind == "players" and not _all_known(seen.items, session):
                self._left[queue] = seen.items
                continue
            self._left.pop(queue, None)
            answer = self._line.ask(queue.accept, json.dumps(seen.last), self._guid)
            if answer.failed:
                raise refused(self._line, answer)
            accepted = True
        self._to_accept = {}
        self._unsure, self._looks = accepted, 0

    def _with(self, queue: _Queue, new: Sequence[object]) -> list[object]:
        """All of a queue in its order; before it, what is new and no longer there."""
        whole = self._poll(queue, queue.whole).items
        return [*(each for each in new if each not in whole), *whole]

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


def _all_known(players: Sequence[object], session: Session) -> bool:
    """Whether everybody who was named with a number has it in the log."""
    known = {number_key(str(each.member_number)) for each in session.players.values()}
    numbers = [str(each.get("PlayerNumber")) for each in players if isinstance(each, dict)]
    return all(number_key(each) in known for each in numbers)
