"""Sending a session to the devices: its beginning, its continuation, and changes.

The devices are asked which movement they have, so nothing about earlier messages has to be remembered. Only what is
wholly expressible, and passes the maker's own checks, is sent.

The maker's client does HTTP. Any error on the line is Unavailable (devices-away) at once; the caller tries again, and
nothing is sent twice behind his back.
"""

import json
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any, NamedTuple, TypeVar, cast
from urllib.error import HTTPError

from ledger.bounds.files import ANSWER
from ledger.errors import Misuse, Refusal, Unavailable
from ledger.exchange.bridgemate.told import (
    DevicePlan,
    PlayersAndSeats,
    Said,
    changed_players_and_seats,
    deal_messages,
    first_sentences,
    players_and_seats,
    result_messages,
    rounds_in_message,
    scoring_method,
    section_messages,
    sentences_on_unsupported_parts,
    session_message,
    tables_with_deleted_results,
)
from ledger.files import require_no_login
from ledger.labels import joined
from ledger.session import Session
from ledger.subjects.movement.state import plan_of

_T = TypeVar("_T")
PATIENCE_SECONDS = 20  # the limit for an answer
ERROR = 4
NONE, BUSY, NO_DATA, NO_UPDATES, MOVEMENT, VALIDATION, ENTRY_UNKNOWN = 0, 1, 2, 3, 4, 5, 6
NOT_IMPLEMENTED, EMPTY, NO_CONNECTION, TIME_OUT, UNEXPECTED = 8, 9, 10, 11, 13
_PASSING = (BUSY, EMPTY, NO_CONNECTION, TIME_OUT)
_SHOWN = 300
_HIDDEN = "…"


class ConnectorAnswer(NamedTuple):
    """An answer of the Data Connector: data type, error (0 for none), number of the last queue item, contents."""

    data_type: int
    error: int
    last_id: int
    text: str

    @property
    def failed(self) -> bool:
        """True if the Data Connector did not carry out the command; "nothing to update" is no failure."""
        return self.error != NO_UPDATES and (self.data_type == ERROR or self.error != NONE)


class Licence:
    """The licence of a Data Connector: the club's id, and its key, which is never shown."""

    def __init__(self, club: str, key: str) -> None:
        self.club = club
        self._key = key

    def hidden(self, text: str) -> str:
        """Return a text with '…' in place of the key."""
        return text.replace(self._key, _HIDDEN) if self._key else text

    def client(self, address: str | None, transport: "BoundedHttp") -> Any:
        """Return the device maker's client for an address. Misuse (usage): no valid address."""
        from bridgemate_dataconnector import DataConnectorClient

        require_no_login(address or "")
        try:
            return DataConnectorClient(self.club, self._key, address, cast(Any, transport))
        except ValueError:
            hint = "--address http://192.168.1.50:5079"
            raise Misuse("usage", f"{address!r} is no address of a Data Connector", hint) from None


class ConnectorLine:
    """The connection of a club to its Data Connector."""

    def __init__(self, licence: Licence, address: str | None = None, transport: "BoundedHttp | None" = None) -> None:
        self._licence = licence
        self._transport = transport or BoundedHttp(PATIENCE_SECONDS)
        self._client = licence.client(address, self._transport)

    @property
    def address(self) -> str:
        """The address of the Data Connector."""
        return str(self._client.base_address)

    @property
    def club(self) -> str:
        """The id of the club."""
        return self._licence.club

    def hello(self) -> str:
        """Return the Data Connector's name for itself. Unavailable (devices-away): none answers at the address."""
        greeting = self._answer_of(lambda: self._transport.get(f"{self.address}/"))
        if self._client.API_PING_RESPONSE not in greeting:
            raise self._unavailable("something else answers there")
        return self._licence.hidden(greeting.strip()[:_SHOWN])

    def ask(self, command: int, data: str = "", session: str = "") -> ConnectorAnswer:
        """Send a command to the Data Connector and return its answer, which may report a failure.

        Unavailable (devices-away): no usable answer came, and it is unknown whether the command was carried out.
        """
        from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands, ScoringProgramRequest

        request = ScoringProgramRequest()
        request.command = ScoringProgramDataConnectorCommands(command)
        request.session_guid, request.serialized_data = session, data
        answered_command, answer = self._answer_of(lambda: _read_response(self._client.send_request(request)))
        if answer.failed and answer.error in _PASSING:
            raise self._unavailable("it is busy" if answer.error in (BUSY, TIME_OUT) else "it does not answer")
        if answered_command != command and not answer.failed:
            raise self._unavailable("it answers another command")
        return answer

    def detail(self, answer: ConnectorAnswer) -> str:
        """Return the error text of an answer, for the person who investigates the error."""
        text = answer.text
        with suppress(ValueError, RecursionError):
            message = json.loads(text)
            text = message if isinstance(message, str) else text
        return self._licence.hidden(text[:_SHOWN])

    def _answer_of(self, call: Callable[[], _T]) -> _T:
        try:
            return call()
        except HTTPError as error:
            error.close()
            raise self._unavailable(f"it answers with status {error.code}") from None
        except TimeoutError:
            raise self._unavailable(f"no answer in {PATIENCE_SECONDS} seconds") from None
        except (OSError, HTTPException) as error:
            raise self._unavailable(self._licence.hidden(f"{getattr(error, 'reason', error)}"[:_SHOWN])) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._unavailable("its answer cannot be read") from None

    def _unavailable(self, why: str) -> Unavailable:
        hint = "is it running, and may this computer reach it? BCS admits other computers only if that is switched on"
        return Unavailable("devices-away", f"the Data Connector at {self.address} cannot be heard: {why}", hint)


def _read_response(response: Any) -> tuple[int, ConnectorAnswer]:
    """Return the number of the command that was answered, and the answer."""
    last = response.last_queue_item_id
    if not isinstance(last, int) or isinstance(last, bool):
        raise TypeError(last)
    text = str(response.serialized_data or "")
    return int(response.request_command), ConnectorAnswer(int(response.data_type), int(response.error_type), last, text)


class BoundedHttp:
    """HTTP requests without a proxy, with a time limit and a limit on the length of answers."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def get(self, url: str) -> str:
        """Send a GET request and return the body of the response."""
        return self._fetch(urllib.request.Request(url))

    def post(self, url: str, json_body: str) -> str:
        """Send a POST request and return the body of the response. TypeError: the body is no JSON object."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        text = self._fetch(urllib.request.Request(url, json_body.encode(), headers, method="POST"))
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None  # at a JSONDecodeError the client would send the request four more times
        if not isinstance(answer, dict):
            raise TypeError(text)
        return text

    def _fetch(self, request: urllib.request.Request) -> str:
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
"""The rounds of each table, by section and table."""


def guid_of(digest: bytes) -> str:
    """Return a session's id at the devices; the digest of its first event gives the id, equal in every database."""
    return digest.hex()[:32].upper()


def require_plan_for_devices(session: Session) -> DevicePlan:
    """Return a session's plan for the devices. Refusal: no movement, or one that devices cannot express."""
    if not plan_of(session):
        raise Refusal("no-movement", f"no movement was laid down for session {session.id}", "`movement set`")
    if sentences := sentences_on_unsupported_parts(session):
        raise Refusal("devices-unsayable", f"devices cannot be told: {first_sentences(sentences)}", "`movement change`")
    return DevicePlan(session)


class DeviceSession:
    """A client for one session on the Bridgemate Data Connector, which knows the session by its GUID."""

    def __init__(self, line: ConnectorLine, guid: str) -> None:
        self.line = line
        self.guid = guid

    def movements(self) -> Movements | None:
        """Return the movement the devices have for the session; None if the devices do not know the session."""
        answer = self.line.ask(_ALL_MOVEMENTS, session=self.guid)
        if answer.error in _UNKNOWN:
            return None
        answered = self._require_done(answer)
        sections_sent: list[Any] = answered if isinstance(answered, list) else [answered]
        with self._refuse_unreadable():
            sections = [each for each in sections_sent if each and each.get("SessionGuid") in (self.guid, None)]
            return {str(each["Letters"]): rounds_in_message(each) for each in sections} or None

    def begin(self, device_plan: DevicePlan, today: str, settings: Said) -> None:
        """Start the session anew at the devices, with these settings; the devices delete everything earlier."""
        club, people = self.line.club, players_and_seats(device_plan, self.guid, self.line.club)
        sections = [{"SessionGuid": self.guid, "SectionLetters": letters} for letters in device_plan.sections]
        start = {
            "Commands": _START_BCS | _RESET | _READ,
            "EventGuid": self.guid,
            "ClubId": club,
            "Sessions": [session_message(device_plan, self.guid, today)],
            "PlayerData": list(people.players),
            "Participations": list(people.seats),
            "Handrecords": deal_messages(device_plan, self.guid),
            **{kind: [{**each, **at} for at in sections] for kind, each in settings.items()},
        }
        self._require_done(self.line.ask(_INITIALIZE, validated_json("InitDTO", start)))

    def go_on(self) -> None:
        """Continue a session that the devices already have: start the devices' program and let it read the session."""
        message = {"EventGuid": self.guid, "ClubId": self.line.club, "Commands": _START_BCS | _READ}
        self._require_done(self.line.ask(_CONTINUE, validated_json("ContinueDTO", message)))

    def update(self, device_plan: DevicePlan, had: Movements) -> list[str]:
        """Send sections whose movement differs from the devices' (`had`), delete unplanned ones; return their letters.

        Devices delete results of changed sections: those that the new movement still has are sent again.
        """
        club, sections = self.line.club, section_messages(device_plan, self.guid)
        changed = [letters for letters, section in sections.items() if rounds_in_message(section) != had.get(letters)]
        deleted_rounds: list[tuple[str, int, int]] = []
        for letters in changed:
            # tables that no longer exist are sent without rounds, which deletes them
            gone_tables = sorted(had.get(letters, {}).keys() - rounds_in_message(sections[letters]).keys())
            empty_table = {"SessionGuid": self.guid, "SectionLetters": letters, "Rounds": []}
            tables = [*sections[letters]["Tables"], *({**empty_table, "TableNumber": table} for table in gone_tables)]
            as_whole = {"ClubId": club, "ScoringGroupScoringMethod": scoring_method(device_plan.session)}
            message = validated_json("SectionUpdateDTO", {**sections[letters], "Tables": tables, **as_whole})
            reply = self._require_done(self.line.ask(_UPDATE_MOVEMENT, message, self.guid))
            with self._refuse_unreadable():
                if isinstance(reply, dict):
                    deleted_rounds += tables_with_deleted_results(reply)
                else:  # the answer does not say which tables changed
                    deleted_rounds += [(letters, table, 1) for table in device_plan.sections.get(letters, {})]
        gone = [letters for letters in had if letters not in sections]
        for letters in gone:
            deletion = {"SessionGuid": self.guid, "ClubId": club, "Letters": letters, "IsDeleted": True}
            self._require_done(self.line.ask(_UPDATE_MOVEMENT, validated_json("SectionUpdateDTO", deletion), self.guid))
        if deleted_rounds:
            self.put_results(result_messages(device_plan, self.guid, deleted_rounds))
        return [*changed, *gone]

    def put_results(self, results: Sequence[Said]) -> None:
        """Send results to the devices."""
        self._put(_PUT_RESULTS, "ResultDTO", results)

    def put_people(self, people: PlayersAndSeats) -> None:
        """Send players to the devices, then the players' seats."""
        self._put(_PUT_PLAYERS, "PlayerDataDTO", people.players)
        self._put(_PUT_SEATS, "ParticipationDTO", people.seats)

    def put_deals(self, deals: Sequence[Said]) -> None:
        """Send the cards of boards to the devices."""
        self._put(_PUT_DEALS, "HandrecordDTO", deals)

    def _put(self, command: int, kind: str, messages: Sequence[Said]) -> None:
        if messages:
            sent = ",".join(validated_json(kind, each) for each in messages)
            self._require_done(self.line.ask(command, f"[{sent}]", self.guid))

    @contextmanager
    def _refuse_unreadable(self) -> Iterator[None]:
        try:
            yield
        except (AttributeError, KeyError, TypeError, ValueError):
            message = "the answer of the Data Connector cannot be read"
            raise Unavailable("devices-away", message, "`devices status`") from None

    def _require_done(self, answer: ConnectorAnswer) -> object:
        if answer.failed:
            raise refusal_for(self.line, answer)
        try:
            return json.loads(answer.text) if answer.text else None
        except (ValueError, RecursionError):
            return None


def refusal_for(line: ConnectorLine, answer: ConnectorAnswer) -> Refusal:
    """Return the Refusal for an answer that reports failure."""
    if answer.error in _UNKNOWN:
        hint = "`devices start` sends the session, `devices start --anew` begins it again"
        return Refusal("devices-without", f"the Data Connector does not know it: {line.detail(answer)}", hint)
    licence = " is the club's id right, and its licence key?" if answer.error == VALIDATION else ""
    old = " it is of an earlier version" if answer.error == NOT_IMPLEMENTED else ""
    text = f"the Data Connector does not carry out the command (error {answer.error}): {line.detail(answer)}"
    return Refusal("devices-refuse", text, f"`devices status`;{licence or old}".rstrip(";"))


def validated_json(kind: str, fields: Said) -> str:
    """Return a message as JSON. Refusal (devices-unsayable): the maker's own validation rejects the message."""
    from bridgemate_dataconnector import dto, validation

    name = "".join(f"_{each.lower()}" if each.isupper() else each for each in kind.removesuffix("DTO")).lstrip("_")
    try:
        message_object = getattr(dto, kind).from_dict(dict(fields))
        valid = getattr(validation, f"validate_{name}_dto")(message_object)
    except (TypeError, ValueError, AttributeError) as error:
        raise Refusal("devices-unsayable", f"devices cannot be told: {error}", "`movement show`") from error
    if not valid:
        message = f"devices cannot be told: {first_sentences(message_object.validation_messages)}"
        raise Refusal("devices-unsayable", message, "`movement show`")
    return json.dumps(message_object.to_dict(), separators=(",", ":"))


_KINDS = ("Bridgemate2Settings", "Bridgemate3Settings")


def settings_in(content: bytes, name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the settings for each kind of device from a JSON file. Misuse (bad-file): the file has no settings.

    The settings hold for every section, so the file need not name a session or section.
    """
    try:
        settings = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _no_settings(name, f"it is no JSON: {error}") from None
    if not isinstance(settings, dict) or not settings or not {*settings} <= {*_KINDS}:
        raise _no_settings(name, f"it is no object of {' or '.join(_KINDS)}")
    if not all(isinstance(each, dict) for each in settings.values()):
        raise _no_settings(name, "its settings are an object each")
    return settings


def _no_settings(name: str, why: str) -> Misuse:
    hint = '{"Bridgemate3Settings": {"BM3PINcode": "1234"}}: `help devices`'
    return Misuse("bad-file", f"{name} holds no settings of devices: {why}", hint)


_NOBODY = PlayersAndSeats((), ())


class DeviceUpdates:
    """A record of what this process has sent to the devices, so that it sends only changes."""

    def __init__(self, devices: DeviceSession) -> None:
        self._devices = devices
        self._sent_number = -1
        self._sections: Mapping[str, Any] = {}
        self._may_lack_results = False
        self._people = _NOBODY
        self._deals: tuple[Mapping[str, Any], ...] = ()

    def forget(self) -> None:
        """Forget what was sent: the next update sends everything."""
        self._sent_number, self._sections, self._people, self._deals = -1, {}, _NOBODY, ()

    def tell(self, session: Session) -> list[str]:
        """Send the changes in a session to the devices; return a phrase for each kind of change.

        Refusal (devices-unsayable): devices cannot express the session; they keep what they have.
        """
        if session.number == self._sent_number:
            return []
        device_plan, devices, changes = require_plan_for_devices(session), self._devices, []
        if (sections := section_messages(device_plan, devices.guid)) != self._sections:
            had = devices.movements()
            owed, self._may_lack_results = self._may_lack_results, True
            if changed := devices.update(device_plan, had) if had is not None else []:
                changes.append(f"the movement of section {joined(changed)}")
            if owed:  # an answer was lost: the devices may have deleted any result
                devices.put_results(result_messages(device_plan, devices.guid))
            self._may_lack_results, self._sections = False, sections
        people = players_and_seats(device_plan, devices.guid, devices.line.club)
        new = changed_players_and_seats(self._people, people)
        devices.put_people(new)
        deals = tuple(each for each in deal_messages(device_plan, devices.guid) if each not in self._deals)
        devices.put_deals(deals)
        if self._sent_number >= 0:  # names and deals sent at the beginning are no change
            changes += [*(["names"] if new.seats or new.players else []), *(["hand records"] if deals else [])]
        self._people, self._deals, self._sent_number = people, (*self._deals, *deals), session.number
        return changes
