"""The line to the Data Connector: a request, and its answer, over HTTP by its maker's client.

The client gives up nothing it is told: whatever goes wrong on the line is Unavailable (devices-away), at once. Who
talks to the devices tries again; nothing is sent twice behind his back.
"""

import json
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, TypeVar, cast
from urllib.error import HTTPError

from ledger.bounds.files import ANSWER
from ledger.errors import Misuse, Unavailable

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
        from bridgemate_dataconnector import DataConnectorClient  # where it is installed: `require_client`

        try:
            return DataConnectorClient(self.club, self._key, address, cast(Any, transport))
        except ValueError:
            hint = "--address http://192.168.1.50:5079"
            raise Misuse("usage", f"{address!r} is no address of a Data Connector", hint) from None


def require_client() -> None:
    """Unavailable (tool-missing) where the maker's client is not installed."""
    if not find_spec("bridgemate_dataconnector"):
        missing = "what speaks with the Data Connector of Bridgemates is not installed here"
        raise Unavailable("tool-missing", missing, "pip install 'bridge-ledger[bridgemate]'; or `import FILE.bws`")


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
    numbers = (int(said.data_type), int(said.error_type), _number(said.last_queue_item_id))
    return int(said.request_command), ConnectorAnswer(*numbers, str(said.serialized_data or ""))


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


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
