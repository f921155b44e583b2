"""devices follow: what the devices say through the Data Connector, and what is changed here and told them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screens.device_following import HowFar
from ledger.errors import Problem, Refusal
from ledger.exchange.bridgemate.connector import DEVICE
from ledger.exchange.bridgemate.heard import heard
from ledger.exchange.bridgemate.hearing import DeviceQueues
from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.exchange.bridgemate.told_since import NewsForDevices
from ledger.projections.planned import missing, playing
from ledger.session.movement import plan_of

if TYPE_CHECKING:
    from ledger.exchange.bridgemate.telling import DeviceSession
    from ledger.exchange.sheet import Sheet
    from ledger.session import Session


class FollowedConnector:
    """A session at a Data Connector that is followed: heard first, and told what changed once all that is stored."""

    name = DEVICE
    settled = True
    looks_a_minute = 40

    def __init__(self, devices: DeviceSession) -> None:
        self._devices = devices
        self._queues = DeviceQueues(devices.line, devices.guid)
        self._told = NewsForDevices(devices)
        self._found = False
        self._lost = False
        self._unsaid = ""
        self._notes: list[str] = []

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """What they said, where anything of it may not be stored yet; else they are told what changed."""
        if after is None:
            raise ValueError("a session is followed that is open")
        try:
            if again or self._lost or self._queues.looks_at_all:
                self._check_there(after)
            said = self._queues.look(again=again or self._lost)
            self._lost = False
            if said is not None:
                return heard(said, DevicePlan(after), self._devices.guid)
            self._tell(after)
        except Problem:
            self._lost = True
            raise
        return None

    def stored(self, after: Session | None) -> None:
        """They need not say it again; and are told what changed."""
        if after is not None:
            try:
                self._queues.accept(after)
                self._tell(after)
            except Problem:
                self._lost = True
                raise

    def progress(self, sheet: Sheet, after: Session | None) -> HowFar:
        """How far the evening is by its movement."""
        if after is None:
            return HowFar(0, 0, 0)
        came = sum(1 for played in after.table_boards() if played.results or played.cases)
        expected = sum(len(each.boards) for each in playing(after, plan_of(after)))
        return HowFar(came, expected, sum(len(each.boards) for each in missing(after)))

    def notes(self) -> list[str]:
        """What they were told since somebody asked, and what cannot be said to them: once."""
        found, self._notes = self._notes, []
        return found

    def may_pass(self, trouble: Problem) -> bool | None:
        """Whether they may be heard at the next look: once they were heard, whatever is in the way."""
        if trouble.code == "devices-away":
            return True
        return self._found if trouble.code in ("devices-without", "devices-refuse") else None

    def _check_there(self, session: Session) -> None:
        """Refused (devices-without) where the Data Connector has nothing of the session."""
        try:
            there = self._devices.movements() is not None
        except Refusal:
            return  # nobody can tell: their queues will
        if not there:
            self._told.forget()
            hint = "`devices start` tells it"
            raise Refusal("devices-without", f"the Data Connector has nothing of session {session.id}", hint)
        self._found = True

    def _tell(self, session: Session) -> None:
        """Tell them what changed here; once that it cannot be said to them."""
        try:
            told = self._told.tell(session)
        except Refusal as refusal:
            if refusal.code not in ("devices-unsayable", "no-movement"):
                raise
            if self._unsaid != refusal.message:
                self._notes.append(f"not told to the devices: {refusal.message}")
            self._unsaid = refusal.message
            return
        self._unsaid = ""
        if told:
            self._notes.append(f"told to the devices: {', '.join(told)}")
