"""devices start, follow, status: what is told to the devices and heard from them, and how they stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.options.sessions import nothing_said_but
from cli.screens.device_following import Follower, HowFar, check_goes_on
from cli.words.movement import late_text
from cli.words.vocabulary import counted
from ledger.errors import Problem, Refusal
from ledger.exchange.bridgemate.connector import DEVICE
from ledger.exchange.bridgemate.heard import DeviceQueues, heard
from ledger.exchange.bridgemate.telling import (
    ConnectorLine,
    DeviceSession,
    NewsForDevices,
    guid_of,
    require_sayable,
    settings_in,
)
from ledger.exchange.bridgemate.told import (
    DevicePlan,
    deals_told,
    movement_in,
    people_told,
    place_of,
    results_told,
    sections_told,
)
from ledger.exchange.sheet import read_bytes
from ledger.projections.planned import late, missing, playing
from ledger.session.moment import iso
from ledger.subjects.calls.state import is_open
from ledger.subjects.movement.state import plan_of
from ledger.subjects.queue.state import waiting

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.exchange.bridgemate.telling import DeviceSession
    from ledger.exchange.bridgemate.told import DevicePlan
    from ledger.exchange.sheet import Sheet
    from ledger.session import Session


def at_devices(desk: Desk, line: ConnectorLine) -> DeviceSession:
    """The session meant, as the Data Connector knows it."""
    first = next(iter(desk.office.log(desk.session_id, 1)))
    return DeviceSession(line, guid_of(first.digest))


def start(desk: Desk, line: ConnectorLine, settings: Path | None, *, anew: bool) -> None:
    """Tell the devices the session, or go on with the one they have."""
    session = desk.before()
    told, devices = require_sayable(session), at_devices(desk, line)
    wanted = settings_in(read_bytes(settings), settings.name) if settings else {}
    line.hello()
    try:
        has = devices.movements() is not None
    except Refusal:
        if not anew:
            raise
        has = True  # they cannot tell: where it is to begin anew, they may have the session
    begins = anew or not has
    if has and anew:
        desk.confirm("The devices have this session: begin it anew? What was entered and not heard yet is lost.")
    if wanted and not begins:
        raise Refusal("devices-running", "settings go with a session that begins", "`devices start --anew`")
    if not desk.settings.dry_run:
        if begins:
            devices.begin(told, iso(desk.office.clock())[:10], wanted)
        else:
            devices.go_on()
        heard_first = set() if begins else DeviceQueues(line, devices.guid).places_waiting()
        again = [each for each in results_told(told, devices.guid) if place_of(each) not in heard_first]
        devices.put_results(again)
    _say_started(desk, devices, told, begins=begins)


def _say_started(desk: Desk, devices: DeviceSession, told: DevicePlan, *, begins: bool) -> None:
    people = people_told(told, devices.guid, devices.line.club)
    tables = sum(len(section) for section in told.sections.values())
    counts = {
        "sections": len(told.sections),
        "tables": tables,
        "rounds": len(told.plan.rounds),
        "names": len(people.seats),
        "deals": len(deals_told(told, devices.guid)),
        "results": len(results_told(told, devices.guid)),
    }
    if desk.settings.json:
        how = {"address": devices.line.address, "guid": devices.guid, "begun": begins}
        desk.json_at("devices-start/1", told.session, {**how, "dry_run": desk.settings.dry_run, **counts})
        return
    verbs = ("Went on with", "Told", "Would go on with", "Would tell")
    verb = verbs[2 * desk.settings.dry_run + begins]
    size = f"{counted(tables, 'table')}, {counted(counts['rounds'], 'round')}, {counted(counts['names'], 'name')}"
    cards = f", {counted(counts['deals'], 'hand record')}" if counts["deals"] else ""
    results = f", {counted(counts['results'], 'result')}" if counts["results"] else ""
    desk.say(f"{verb} session {told.session.id} at {devices.line.address}: {size}{cards}{results}")
    if not desk.settings.dry_run:
        desk.hint("", "Next: `devices follow` hears what they say")


def follow(desk: Desk, line: ConnectorLine, members: Path | None) -> NoReturn:
    """Hear the devices, and tell them what changes here, until interrupted."""
    check_goes_on(desk, "devices follow")
    session = desk.before()
    source = FollowedConnector(at_devices(desk, line))
    follower = Follower(desk, source, nothing_said_but(members=members), None)
    follower.attend(session)
    follower.follow()


# How they stand


def show_status(desk: Desk, line: ConnectorLine) -> None:
    """Whether they are heard, what they have of the session, and what of the evening waits or is late."""
    session, devices = desk.session(), at_devices(desk, line)
    away, had, unheard, same = "", None, None, None
    try:
        line.hello()
        had = devices.movements()
        unheard = DeviceQueues(line, devices.guid).waiting() if had is not None else 0
        if had is not None:
            sections = sections_told(require_sayable(session), devices.guid)
            same = {letters: movement_in(each) for letters, each in sections.items()} == had
    except Problem as trouble:
        away = trouble.message
    slips, behind = missing(session), late(session)
    calls = [call for call in session.calls.values() if is_open(session, call)]
    if desk.settings.json:
        desk.json_at(
            "devices-status/1",
            session,
            {
                "address": line.address,
                "trouble": away,
                "has_session": had is not None,
                "same_movement": same,
                "unheard": unheard,
                "missing": sum(len(each.boards) for each in slips),
                "waiting": len(waiting(session)),
                "open_calls": [each.case for each in calls],
                "late": [
                    {"table": each.planned.table, "round": each.planned.round, "boards": list(each.boards)}
                    for each in behind
                ],
            },
        )
        return
    if away:
        state = away
    elif had is None:
        state = f"{devices.line.address} has nothing of the session: `devices start` tells it"
    else:
        movement = "its movement as it is here" if same else "with another movement"
        state = f"{devices.line.address} has the session, {movement}"
    desk.hint(f"devices   {state}")
    not_accepted = f"{counted(unheard, 'message')} not accepted yet" if unheard else "nothing"
    desk.say(f"unheard   {'nobody can tell' if unheard is None else not_accepted}")
    desk.say(f"missing   {counted(sum(len(each.boards) for each in slips), 'result')}")
    desk.say(f"waiting   {counted(len(waiting(session)), 'line')} in the queue, {counted(len(calls), 'open call')}")
    desk.say(f"late      {'; '.join(map(late_text, behind)) or 'no table'}")


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
