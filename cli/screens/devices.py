"""devices start, follow, status: send a session to the scoring devices, hear their results, show their state."""

from pathlib import Path
from typing import NoReturn

from cli.desk.desk import Desk
from cli.options.sessions import import_options_with
from cli.screens.device_following import Follower, ResultProgress, check_goes_on
from cli.views.answers import fields
from cli.words.movement import late_table_text
from cli.words.vocabulary import counted
from ledger.errors import Problem, Refusal
from ledger.exchange.bridgemate.connector import DEVICE
from ledger.exchange.bridgemate.heard import DeviceQueues, read_queued_items
from ledger.exchange.bridgemate.telling import (
    ConnectorLine,
    DeviceSession,
    DeviceUpdates,
    guid_of,
    require_plan_for_devices,
    settings_in,
)
from ledger.exchange.bridgemate.told import (
    DevicePlan,
    deal_messages,
    place_of,
    players_and_seats,
    result_messages,
    rounds_in_message,
    section_messages,
)
from ledger.exchange.sheet import Sheet, read_bytes
from ledger.projections.planned import find_missing_slips, find_planned_meetings, late_slips
from ledger.session import Session
from ledger.session.moment import iso
from ledger.subjects.calls.state import is_open
from ledger.subjects.movement.state import plan_of
from ledger.subjects.queue.state import waiting_lines


def device_session(desk: Desk, line: ConnectorLine) -> DeviceSession:
    """Return the current session as the Data Connector knows it, by its GUID."""
    first = next(iter(desk.office.log(desk.session_id, 1)))
    return DeviceSession(line, guid_of(first.digest))


def start(desk: Desk, line: ConnectorLine, settings: Path | None, *, anew: bool) -> None:
    """Send the session to the devices, or resume it there unless `anew`; Refusal if it resumes with `settings`."""
    session = desk.before()
    plan, devices = require_plan_for_devices(session), device_session(desk, line)
    wanted = settings_in(read_bytes(settings), settings.name) if settings else {}
    line.hello()
    try:
        has = devices.movements() is not None
    except Refusal:
        if not anew:
            raise
        has = True  # the connector refuses to tell; with --anew, assume it has and ask before results are lost
    begins = anew or not has
    if has and anew:
        desk.confirm("The devices have this session: begin it anew? Results entered there and not read yet are lost.")
    if wanted and not begins:
        raise Refusal("devices-running", "settings are sent only when a session begins", "`devices start --anew`")
    if not desk.settings.dry_run:
        if begins:
            devices.begin(plan, iso(desk.office.clock())[:10], wanted)
        else:
            devices.go_on()
        # results that wait in the queues are newer than ours, which must not replace them
        heard_first = set() if begins else DeviceQueues(line, devices.guid).places_with_new_results()
        again = [each for each in result_messages(plan, devices.guid) if place_of(each) not in heard_first]
        devices.put_results(again)
    people = players_and_seats(plan, devices.guid, devices.line.club)
    tables = sum(len(section) for section in plan.sections.values())
    counts = {
        "sections": len(plan.sections),
        "tables": tables,
        "rounds": len(plan.plan.rounds),
        "names": len(people.seats),
        "deals": len(deal_messages(plan, devices.guid)),
        "results": len(result_messages(plan, devices.guid)),
    }
    if desk.settings.json:
        how = {"address": devices.line.address, "guid": devices.guid, "begun": begins}
        desk.print_json_of_state("devices-start/1", plan.session, {**how, "dry_run": desk.settings.dry_run, **counts})
        return
    verbs = ("Resumed", "Started", "Would resume", "Would start")
    verb = verbs[2 * desk.settings.dry_run + begins]
    size = f"{counted(tables, 'table')}, {counted(counts['rounds'], 'round')}, {counted(counts['names'], 'name')}"
    cards = f", {counted(counts['deals'], 'hand record')}" if counts["deals"] else ""
    results = f", {counted(counts['results'], 'result')}" if counts["results"] else ""
    desk.say(f"{verb} session {plan.session.id} at {devices.line.address}: {size}{cards}{results}")
    if not desk.settings.dry_run:
        desk.hint("", "Next: `devices follow` records their results")


def follow(desk: Desk, line: ConnectorLine, members: Path | None) -> NoReturn:
    """Record what the devices report and send them changes, until interrupted."""
    check_goes_on(desk, "devices follow")
    session = desk.before()
    source = FollowedConnector(device_session(desk, line))
    follower = Follower(desk, source, import_options_with(members=members), None)
    follower.attend(session)
    follower.follow()


def show_status(desk: Desk, line: ConnectorLine) -> None:
    """Print whether the devices have the session and its movement, and which results are unread, missing or late."""
    session, devices = desk.session(), device_session(desk, line)
    away, had, unheard, same = "", None, None, None
    try:
        line.hello()
        had = devices.movements()
        unheard = DeviceQueues(line, devices.guid).waiting() if had is not None else 0
        if had is not None:
            sections = section_messages(require_plan_for_devices(session), devices.guid)
            same = {letters: rounds_in_message(each) for letters, each in sections.items()} == had
    except Problem as trouble:
        away = trouble.message
    behind, waiting = late_slips(session), len(waiting_lines(session))
    missing = sum(len(each.boards) for each in find_missing_slips(session))
    calls = [call for call in session.calls.values() if is_open(session, call)]
    if desk.settings.json:
        state = {"address": line.address, "trouble": away, "has_session": had is not None, "same_movement": same}
        counts = {"unheard": unheard, "missing": missing, "waiting": waiting}
        cases = [each.case for each in calls]
        late = [{**fields(each.planned, "table", "round"), "boards": list(each.boards)} for each in behind]
        value = {**state, **counts, "open_calls": cases, "late": late}
        desk.print_json_of_state("devices-status/1", session, value)
        return
    movement = "its movement as it is here" if same else "with another movement"
    has = f"has the session, {movement}" if had is not None else "does not have the session: `devices start` sends it"
    desk.hint(f"devices   {away or f'{line.address} {has}'}")
    not_accepted = f"{counted(unheard, 'message')} not accepted yet" if unheard else "nothing"
    desk.say(f"unheard   {'unknown' if unheard is None else not_accepted}")
    desk.say(f"missing   {counted(missing, 'result')}")
    desk.say(f"waiting   {counted(waiting, 'line')} in the queue, {counted(len(calls), 'open call')}")
    desk.say(f"late      {'; '.join(map(late_table_text, behind)) or 'no table'}")


class FollowedConnector:
    """A session at a Data Connector: its messages are recorded first, then changes are sent to the devices."""

    name = DEVICE
    settled = True
    looks_per_minute = 40

    def __init__(self, devices: DeviceSession) -> None:
        self._devices = devices
        self._queues = DeviceQueues(devices.line, devices.guid)
        self._news = DeviceUpdates(devices)
        self._seen = False
        self._lost = False
        self._refusal = ""
        self._notes: list[str] = []

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """Return the messages that may not be stored yet; if there are none, send the changes and return None."""
        if after is None:
            raise ValueError("only an open session can be followed")
        try:
            if again or self._lost or self._queues.reads_whole_queues:
                self._require_session(after)
            messages = self._queues.look(again=again or self._lost)
            self._lost = False
            if messages is not None:
                return read_queued_items(messages, DevicePlan(after), self._devices.guid)
            self._send_news(after)
        except Problem:
            self._lost = True
            raise
        return None

    def stored(self, after: Session | None) -> None:
        """Accept the stored messages, so that the devices do not repeat them; then send the changes."""
        if after is not None:
            try:
                self._queues.accept(after)
                self._send_news(after)
            except Problem:
                self._lost = True
                raise

    def progress(self, sheet: Sheet, after: Session | None) -> ResultProgress:
        """Count the results that came, those that the session's movement expects, and those it lacks."""
        if after is None:
            return ResultProgress(0, 0, 0)
        came = sum(1 for played in after.table_boards() if played.results or played.cases)
        expected = sum(len(each.boards) for each in find_planned_meetings(after, plan_of(after)))
        return ResultProgress(came, expected, sum(len(each.boards) for each in find_missing_slips(after)))

    def notes(self) -> list[str]:
        """Return, once each, the changes sent to the devices and those that cannot be sent to them."""
        notes, self._notes = self._notes, []
        return notes

    def is_temporary(self, trouble: Problem) -> bool | None:
        """Return True if the devices are away or lost the session, False if it was never there; else None."""
        if trouble.code == "devices-away":
            return True
        return self._seen if trouble.code in ("devices-without", "devices-refuse") else None

    def _require_session(self, session: Session) -> None:
        try:
            has_session = self._devices.movements() is not None
        except Refusal:
            return  # the connector refuses to tell; reading its queues will show if the session is gone
        if not has_session:
            self._news.forget()
            hint = "`devices start` sends it"
            raise Refusal("devices-without", f"the Data Connector does not have session {session.id}", hint)
        self._seen = True

    def _send_news(self, session: Session) -> None:
        try:
            changes = self._news.tell(session)
        except Refusal as refusal:
            if refusal.code not in ("devices-unsayable", "no-movement"):
                raise
            if self._refusal != refusal.message:
                self._notes.append(f"not sent to the devices: {refusal.message}")
            self._refusal = refusal.message
            return
        self._refusal = ""
        if changes:
            self._notes.append(f"sent to the devices: {', '.join(changes)}")
