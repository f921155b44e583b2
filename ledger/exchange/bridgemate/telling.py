"""Telling the devices: a session from its beginning, going on with it, and what changed of it since.

What they have of the movement they are asked, so nobody need remember what they were told. Nothing is sent that is not
wholly sayable, and that the maker's own checks do not pass.

Requests and answers go over HTTP by the maker's client, which gives up nothing it is told: whatever goes wrong on the
line is Unavailable (devices-away), at once. Who talks to devices tries again; nothing is sent twice behind his back.
"""

import json
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any, NamedTuple, Protocol, TypeVar, cast
from urllib.error import HTTPError

from ledger.bounds.files import ANSWER
from ledger.errors import Misuse, Refusal, Unavailable
from ledger.exchange.bridgemate.told import (
    DevicePlan,
    PeopleTold,
    Said,
    changed_rounds,
    deals_told,
    movement_in,
    people_since,
    people_told,
    results_told,
    scoring_method,
    sections_told,
    session_told,
    told_shortly,
    unsayable,
)
from ledger.labels import joined
from ledger.session import Session
from ledger.subjects.movement.state import plan_of

_T = TypeVar("_T")
PATIENCE_SECONDS = 20
"""So long an answer is waited for."""

ERROR = 4
NONE, BUSY, NO_DATA, NO_UPDATES, MOVEMENT, VALIDATION, ENTRY_UNKNOWN = 0, 1, 2, 3, 4, 5, 6
NOT_IMPLEMENTED, EMPTY, NO_CONNECTION, TIME_OUT, UNEXPECTED = 8, 9, 10, 11, 13
_PASSING = (BUSY, EMPTY, NO_CONNECTION, TIME_OUT)
_SHOWN = 300
_HIDDEN = "…"


class Transport(Protocol):
    """What carries a request: HTTP, and in tests whatever stands in for it."""

    def get(self, url: str) -> str:
        """The answer to a question."""

    def post(self, url: str, json_body: str) -> str:
        """The answer to a request."""


class ConnectorAnswer(NamedTuple):
    """What the Data Connector answered: what is in it, up to which item of its queue, and its error, if any."""

    data_type: int
    error: int
    last_id: int
    text: str

    @property
    def failed(self) -> bool:
        """Whether it did not do what it was asked; what it had already is done."""
        return self.error != NO_UPDATES and (self.data_type == ERROR or self.error != NONE)


class Licence:
    """Whose the Data Connector is: the club's id, and its key, which is never shown."""

    def __init__(self, club: str, key: str) -> None:
        self.club = club
        self._key = key

    def hidden(self, text: str) -> str:
        """A text in which the key does not stand, whoever wrote it there."""
        return text.replace(self._key, _HIDDEN) if self._key else text

    def client(self, address: str | None, transport: Transport) -> Any:
        """The maker's client. Misuse (usage) where the address is none."""
        from bridgemate_dataconnector import DataConnectorClient

        try:
            return DataConnectorClient(self.club, self._key, address, cast(Any, transport))
        except ValueError:
            hint = "--address http://192.168.1.50:5079"
            raise Misuse("usage", f"{address!r} is no address of a Data Connector", hint) from None


class ConnectorLine:
    """Somebody's line to a Data Connector."""

    def __init__(self, licence: Licence, address: str | None = None, transport: Transport | None = None) -> None:
        self._licence = licence
        self._transport = transport or BoundedHttp(PATIENCE_SECONDS)
        self._client = licence.client(address, self._transport)

    @property
    def address(self) -> str:
        """Where it is."""
        return str(self._client.base_address)

    @property
    def club(self) -> str:
        """Whose it is."""
        return self._licence.club

    def hello(self) -> str:
        """How it calls itself; Unavailable (devices-away) where nothing answers there that is one."""
        said = self._on_the_line(lambda: self._transport.get(f"{self.address}/"))
        if self._client.API_PING_RESPONSE not in said:
            raise self._away("something else answers there")
        return self._licence.hidden(said.strip()[:_SHOWN])

    def ask(self, command: int, said: str = "", session: str = "") -> ConnectorAnswer:
        """The answer to a request.

        Unavailable (devices-away) where there is none: then nobody can tell whether it was done.
        """
        from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands, ScoringProgramRequest

        request = ScoringProgramRequest()
        request.command = ScoringProgramDataConnectorCommands(command)
        request.session_guid, request.serialized_data = session, said
        found, answer = self._on_the_line(lambda: _answered(self._client.send_request(request)))
        if answer.failed and answer.error in _PASSING:
            raise self._away("it is busy" if answer.error in (BUSY, TIME_OUT) else "it does not answer")
        if found != command and not answer.failed:
            raise self._away("it answers what was not asked")
        return answer

    def detail(self, answer: ConnectorAnswer) -> str:
        """What it says of an error, for whoever looks into it."""
        text = answer.text
        with suppress(ValueError, RecursionError):
            said = json.loads(text)
            text = said if isinstance(said, str) else text
        return self._licence.hidden(text[:_SHOWN])

    def _on_the_line(self, call: Callable[[], _T]) -> _T:
        try:
            return call()
        except HTTPError as error:
            error.close()
            raise self._away(f"it answers with status {error.code}") from None
        except TimeoutError:
            raise self._away(f"no answer in {PATIENCE_SECONDS} seconds") from None
        except (OSError, HTTPException) as error:
            raise self._away(self._licence.hidden(f"{getattr(error, 'reason', error)}"[:_SHOWN])) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._away("its answer cannot be read") from None

    def _away(self, why: str) -> Unavailable:
        hint = "does it run, and may this computer reach it? BCS lets others in only where that is switched on"
        return Unavailable("devices-away", f"the Data Connector at {self.address} cannot be heard: {why}", hint)


def _answered(said: Any) -> tuple[int, ConnectorAnswer]:
    """To which command it is an answer, and what."""
    last = said.last_queue_item_id
    if not isinstance(last, int) or isinstance(last, bool):
        raise TypeError(last)
    text = str(said.serialized_data or "")
    return int(said.request_command), ConnectorAnswer(int(said.data_type), int(said.error_type), last, text)


class BoundedHttp:
    """HTTP without a proxy, in bounded time, and no more of an answer than there can be."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def get(self, url: str) -> str:
        """The answer to a question."""
        return self._answer(urllib.request.Request(url))

    def post(self, url: str, json_body: str) -> str:
        """The answer to a request: an object of JSON, or TypeError."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        text = self._answer(urllib.request.Request(url, json_body.encode(), headers, method="POST"))
        try:
            found = json.loads(text)
        except ValueError:
            found = None  # and no JSONDecodeError: the client would send it again, four times
        if not isinstance(found, dict):
            raise TypeError(text)
        return text

    def _answer(self, request: urllib.request.Request) -> str:
        with self._opener.open(request, timeout=self._patience) as response:
            content = response.read(ANSWER.most + 1)
        if len(content) > ANSWER.most:
            raise ValueError("more than any answer has")
        return str(content.decode())


_INITIALIZE, _UPDATE_MOVEMENT, _PUT_RESULTS, _PUT_PLAYERS, _PUT_SEATS, _PUT_DEALS = 5, 6, 10, 11, 12, 13
_CONTINUE, _ALL_MOVEMENTS = 31, 33
_START_BCS, _RESET, _READ = 1, 2, 4
_UNKNOWN = (MOVEMENT, ENTRY_UNKNOWN, NO_DATA)
Movements = Mapping[str, Mapping[int, Sequence[tuple[Any, ...]]]]
"""The rounds of each table of each section."""


def guid_of(digest: bytes) -> str:
    """What devices call a session, by the digest of its first event: the same wherever the ledger lies."""
    return digest.hex()[:32].upper()


def require_sayable(session: Session) -> DevicePlan:
    """What devices are told; refused where that cannot be said to them, or there is no movement."""
    if not plan_of(session):
        raise Refusal("no-movement", f"no movement was laid down for session {session.id}", "`movement set`")
    if found := unsayable(session):
        raise Refusal("devices-unsayable", f"devices cannot be told: {told_shortly(found)}", "`movement change`")
    return DevicePlan(session)


class DeviceSession:
    """A session at a Data Connector, under its guid there."""

    def __init__(self, line: ConnectorLine, guid: str) -> None:
        self.line = line
        self.guid = guid

    def movements(self) -> Movements | None:
        """What they have of the movement; None where they have nothing of the session."""
        answer = self.line.ask(_ALL_MOVEMENTS, session=self.guid)
        if answer.error in _UNKNOWN:
            return None
        answered = self._done(answer)
        found: list[Any] = answered if isinstance(answered, list) else [answered]
        with self._read():
            sections = [each for each in found if each and each.get("SessionGuid") in (self.guid, None)]
            return {str(each["Letters"]): movement_in(each) for each in sections} or None

    def begin(self, told: DevicePlan, today: str, settings: Said) -> None:
        """The whole session anew: what they had of it they forget."""
        club, people = self.line.club, people_told(told, self.guid, self.line.club)
        sections = [{"SessionGuid": self.guid, "SectionLetters": letters} for letters in told.sections]
        said = {
            "Commands": _START_BCS | _RESET | _READ,
            "EventGuid": self.guid,
            "ClubId": club,
            "Sessions": [session_told(told, self.guid, today)],
            "PlayerData": list(people.players),
            "Participations": list(people.seats),
            "Handrecords": deals_told(told, self.guid),
            **{kind: [{**each, **at} for at in sections] for kind, each in settings.items()},
        }
        self._done(self.line.ask(_INITIALIZE, checked("InitDTO", said)))

    def go_on(self) -> None:
        """Go on with the session they have: their program is started, and reads."""
        said = {"EventGuid": self.guid, "ClubId": self.line.club, "Commands": _START_BCS | _READ}
        self._done(self.line.ask(_CONTINUE, checked("ContinueDTO", said)))

    def update(self, told: DevicePlan, had: Movements) -> list[str]:
        """The sections that are otherwise than they have them, each as a whole; which these are.

        The results they delete by it are told again, as far as they are as the movement has it now.
        """
        club, now = self.line.club, sections_told(told, self.guid)
        changed = [letters for letters, section in now.items() if movement_in(section) != had.get(letters)]
        again: list[tuple[str, int, int]] = []
        for letters in changed:
            # the tables they have and that are no more: without a round, which deletes them
            gone_tables = sorted(had.get(letters, {}).keys() - movement_in(now[letters]).keys())
            own = {"SessionGuid": self.guid, "SectionLetters": letters, "Rounds": []}
            tables = [*now[letters]["Tables"], *({**own, "TableNumber": table} for table in gone_tables)]
            as_whole = {"ClubId": club, "ScoringGroupScoringMethod": scoring_method(told.session)}
            said = checked("SectionUpdateDTO", {**now[letters], "Tables": tables, **as_whole})
            reply = self._done(self.line.ask(_UPDATE_MOVEMENT, said, self.guid))
            with self._read():
                if isinstance(reply, dict):
                    again += changed_rounds(reply)
                else:  # it is not said which of the tables changed
                    again += [(letters, table, 1) for table in told.sections.get(letters, {})]
        gone = [letters for letters in had if letters not in now]
        for letters in gone:
            deletion = {"SessionGuid": self.guid, "ClubId": club, "Letters": letters, "IsDeleted": True}
            self._done(self.line.ask(_UPDATE_MOVEMENT, checked("SectionUpdateDTO", deletion), self.guid))
        if again:
            self.put_results(results_told(told, self.guid, again))
        return [*changed, *gone]

    def put_results(self, results: Sequence[Said]) -> None:
        """Results they do not have."""
        self._put(_PUT_RESULTS, "ResultDTO", results)

    def put_people(self, people: PeopleTold) -> None:
        """Players, and then who sits where."""
        self._put(_PUT_PLAYERS, "PlayerDataDTO", people.players)
        self._put(_PUT_SEATS, "ParticipationDTO", people.seats)

    def put_deals(self, deals: Sequence[Said]) -> None:
        """The cards of boards."""
        self._put(_PUT_DEALS, "HandrecordDTO", deals)

    def _put(self, command: int, kind: str, said: Sequence[Said]) -> None:
        if said:
            self._done(self.line.ask(command, f"[{','.join(checked(kind, each) for each in said)}]", self.guid))

    @contextmanager
    def _read(self) -> Iterator[None]:
        try:
            yield
        except (AttributeError, KeyError, TypeError, ValueError):
            message = "what the Data Connector has cannot be read"
            raise Unavailable("devices-away", message, "`devices status`") from None

    def _done(self, answer: ConnectorAnswer) -> object:
        if answer.failed:
            raise refused(self.line, answer)
        try:
            return json.loads(answer.text) if answer.text else None
        except (ValueError, RecursionError):
            return None


def refused(line: ConnectorLine, answer: ConnectorAnswer) -> Refusal:
    """What the Data Connector did not do, as it says it."""
    if answer.error in _UNKNOWN:
        hint = "`devices start` tells it, `devices start --anew` from the beginning"
        return Refusal("devices-without", f"the Data Connector does not know it: {line.detail(answer)}", hint)
    licence = " is the club's id right, and its licence key?" if answer.error == VALIDATION else ""
    old = " it is of an earlier version" if answer.error == NOT_IMPLEMENTED else ""
    text = f"the Data Connector does not take it (error {answer.error}): {line.detail(answer)}"
    return Refusal("devices-refuse", text, f"`devices status`;{licence or old}".rstrip(";"))


def checked(kind: str, said: Said) -> str:
    """A thing as it is sent; refused where the maker's own check finds it wrong."""
    from bridgemate_dataconnector import dto, validation

    name = "".join(f"_{each.lower()}" if each.isupper() else each for each in kind.removesuffix("DTO")).lstrip("_")
    try:
        found = getattr(dto, kind).from_dict(dict(said))
        valid = getattr(validation, f"validate_{name}_dto")(found)
    except (TypeError, ValueError, AttributeError) as error:
        raise Refusal("devices-unsayable", f"devices cannot be told: {error}", "`movement show`") from error
    if not valid:
        message = f"devices cannot be told: {told_shortly(found.validation_messages)}"
        raise Refusal("devices-unsayable", message, "`movement show`")
    return json.dumps(found.to_dict(), separators=(",", ":"))


_KINDS = ("Bridgemate2Settings", "Bridgemate3Settings")


def settings_in(content: bytes, name: str) -> Mapping[str, Mapping[str, Any]]:
    """The settings of each kind of device, by the maker's names. Misuse (bad-file) where there are none.

    They are of every section; whose session and section it is need not stand there.
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _none(name, f"it is no JSON: {error}") from None
    if not isinstance(found, dict) or not found or not {*found} <= {*_KINDS}:
        raise _none(name, f"it is no object of {' or '.join(_KINDS)}")
    if not all(isinstance(each, dict) for each in found.values()):
        raise _none(name, "its settings are an object each")
    return found


def _none(name: str, why: str) -> Misuse:
    hint = '{"Bridgemate3Settings": {"BM3PINcode": "1234", …}}: `help devices`'
    return Misuse("bad-file", f"{name} holds no settings of devices: {why}", hint)


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
        told, devices, found = require_sayable(session), self._devices, []
        if (now := sections_told(told, devices.guid)) != self._sections:
            had = devices.movements()
            owed, self._owed = self._owed, True
            if changed := devices.update(told, had) if had is not None else []:
                found.append(f"the movement of section {joined(changed)}")
            if owed:  # an answer was lost, and with it what they deleted
                devices.put_results(results_told(told, devices.guid))
            self._owed, self._sections = False, now
        people = people_told(told, devices.guid, devices.line.club)
        new = people_since(self._people, people)
        devices.put_people(new)
        deals = tuple(each for each in deals_told(told, devices.guid) if each not in self._deals)
        devices.put_deals(deals)
        if self._at >= 0:  # at the beginning they have these already, as a rule
            found += [*(["names"] if new.seats or new.players else []), *(["hand records"] if deals else [])]
        self._people, self._deals, self._at = people, (*self._deals, *deals), session.number
        return found
