"""What devices were told of a session while it is followed, and what has to be told since: movement, people, cards.

Of the movement they are asked what they have; people and cards are told again where somebody begins to follow, for
what they have already does no harm.
"""

from collections.abc import Mapping
from typing import Any

from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.exchange.bridgemate.telling import DeviceSession, require_sayable
from ledger.exchange.bridgemate.told_movement import sections_told
from ledger.exchange.bridgemate.told_people import PeopleTold, deals_told, people_since, people_told
from ledger.exchange.bridgemate.told_results import results_told
from ledger.labels import joined
from ledger.session import Session

_NOBODY = PeopleTold((), ())


class NewsForDevices:
    """What of a session devices have, as far as it was told by whoever follows them now."""

    def __init__(self, devices: DeviceSession) -> None:
        self._devices = devices
        self._at = -1
        self._sections: Mapping[str, Any] = {}
        self._owed = False
        self._people = _NOBODY
        self._deals: tuple[Mapping[str, Any], ...] = ()

    def forget(self) -> None:
        """Whatever they were told, they may have forgotten."""
        self._at, self._sections, self._people, self._deals = -1, {}, _NOBODY, ()

    def tell(self, session: Session) -> list[str]:
        """Tell what is otherwise than they have it; what that was, in words.

        Refused (devices-unsayable) where it cannot be said to them: they stay with what they have.
        """
        if session.number == self._at:
            return []
        told = require_sayable(session)
        found = [*self._movement(told), *self._people_and_cards(told)]
        self._at = session.number
        return found

    def _movement(self, told: DevicePlan) -> list[str]:
        now = sections_told(told, self._devices.guid)
        if now == self._sections:
            return []
        had = self._devices.movements()
        owed, self._owed = self._owed, True
        changed = self._devices.update(told, had) if had is not None else []
        if owed:  # an answer was lost, and with it what they deleted
            self._devices.put_results(results_told(told, self._devices.guid))
        self._owed, self._sections = False, now
        return [f"the movement of section {joined(changed)}"] if changed else []

    def _people_and_cards(self, told: DevicePlan) -> list[str]:
        people = people_told(told, self._devices.guid, self._devices.line.club)
        new = people_since(self._people, people)
        self._devices.put_people(new)
        deals = tuple(each for each in deals_told(told, self._devices.guid) if each not in self._deals)
        self._devices.put_deals(deals)
        begun = self._at < 0
        self._people, self._deals = people, (*self._deals, *deals)
        if begun:
            return []  # what they had already, as a rule
        return [*(["names"] if new.seats or new.players else []), *(["hand records"] if deals else [])]
