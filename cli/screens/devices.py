"""devices start, follow, status: what is told to the devices, and how they stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.options.sessions import nothing_said_but
from cli.screens.device_following import Follower, check_goes_on
from cli.screens.followed_connector import FollowedConnector
from cli.words.movement_lines import late_text
from cli.words.vocabulary import counted
from ledger.errors import Problem, Refusal
from ledger.exchange.bridgemate.hearing import DeviceQueues
from ledger.exchange.bridgemate.settings import settings_in
from ledger.exchange.bridgemate.telling import DeviceSession, guid_of, require_sayable
from ledger.exchange.bridgemate.told_movement import movement_in, sections_told
from ledger.exchange.bridgemate.told_people import deals_told, people_told
from ledger.exchange.bridgemate.told_results import place_of, results_told
from ledger.exchange.sheet import read_bytes
from ledger.projections.planned import MissingSlips, late, missing
from ledger.session.calls import is_open
from ledger.session.moment import iso
from ledger.session.queue import waiting

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.exchange.bridgemate.line import ConnectorLine
    from ledger.exchange.bridgemate.numbering import DevicePlan
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
    has = _has(devices, anew=anew)
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


def _has(devices: DeviceSession, *, anew: bool) -> bool:
    """Whether they have the session; where they cannot tell and it is to begin anew, they may."""
    try:
        return devices.movements() is not None
    except Refusal:
        if anew:
            return True
        raise


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
        same = None if had is None else _is_the_same(session, devices, had)
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
                "late": [_late_json(each) for each in behind],
            },
        )
        return
    desk.hint(f"devices   {_devices_line(away, devices, has=had is not None, same=same)}")
    desk.say(f"unheard   {_unheard_text(unheard)}")
    desk.say(f"missing   {counted(sum(len(each.boards) for each in slips), 'result')}")
    desk.say(f"waiting   {counted(len(waiting(session)), 'line')} in the queue, {counted(len(calls), 'open call')}")
    desk.say(f"late      {'; '.join(map(late_text, behind)) or 'no table'}")


def _unheard_text(messages: int | None) -> str:
    """How much waits to be heard; None where nobody can tell."""
    if messages is None:
        return "nobody can tell"
    return f"{counted(messages, 'message')} not accepted yet" if messages else "nothing"


def _late_json(slips: MissingSlips) -> dict[str, object]:
    return {"table": slips.planned.table, "round": slips.planned.round, "boards": list(slips.boards)}


def _is_the_same(session: Session, devices: DeviceSession, had: object) -> bool:
    told = require_sayable(session)
    return {letters: movement_in(each) for letters, each in sections_told(told, devices.guid).items()} == had


def _devices_line(away: str, devices: DeviceSession, *, has: bool, same: bool | None) -> str:
    if away:
        return away
    if not has:
        return f"{devices.line.address} has nothing of the session: `devices start` tells it"
    return (
        f"{devices.line.address} has the session, {'its movement as it is here' if same else 'with another movement'}"
    )
