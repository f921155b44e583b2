"""Telling the devices: a session from its beginning, going on with it, and what changed of it since.

What they have of the movement they are asked, so nobody need remember what they were told. Nothing is sent that is not
wholly sayable, and that the maker's own checks do not pass.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ledger.errors import Refusal, Unavailable
from ledger.exchange.bridgemate.line import (
    ENTRY_UNKNOWN,
    MOVEMENT,
    NO_DATA,
    NOT_IMPLEMENTED,
    VALIDATION,
    ConnectorAnswer,
    ConnectorLine,
)
from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.exchange.bridgemate.told_movement import (
    Said,
    changed_rounds,
    deletion_told,
    movement_in,
    sections_told,
    session_told,
    update_told,
)
from ledger.exchange.bridgemate.told_people import PeopleTold, deals_told, people_told
from ledger.exchange.bridgemate.told_results import results_told
from ledger.exchange.bridgemate.unsayable import told_shortly, unsayable
from ledger.session import Session
from ledger.session.movement import plan_of

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

    # What they have

    def movements(self) -> Movements | None:
        """What they have of the movement; None where they have nothing of the session."""
        answer = self.line.ask(_ALL_MOVEMENTS, session=self.guid)
        if answer.error in _UNKNOWN:
            return None
        found = _list(self._done(answer))
        with self._read():
            sections = [each for each in found if each and each.get("SessionGuid") in (self.guid, None)]
            return {str(each["Letters"]): movement_in(each) for each in sections} or None

    # From the beginning, and going on

    def begin(self, told: DevicePlan, today: str, settings: Said) -> None:
        """The whole session anew: what they had of it they forget."""
        club, people = self.line.club, people_told(told, self.guid, self.line.club)
        said = {
            "Commands": _START_BCS | _RESET | _READ,
            "EventGuid": self.guid,
            "ClubId": club,
            "Sessions": [session_told(told, self.guid, today)],
            "PlayerData": list(people.players),
            "Participations": list(people.seats),
            "Handrecords": deals_told(told, self.guid),
            **{kind: self._for_each_section(told, each) for kind, each in settings.items()},
        }
        self._done(self.line.ask(_INITIALIZE, checked("InitDTO", said)))

    def go_on(self) -> None:
        """Go on with the session they have: their program is started, and reads."""
        said = {"EventGuid": self.guid, "ClubId": self.line.club, "Commands": _START_BCS | _READ}
        self._done(self.line.ask(_CONTINUE, checked("ContinueDTO", said)))

    def _for_each_section(self, told: DevicePlan, settings: Said) -> list[dict[str, Any]]:
        return [{**settings, "SessionGuid": self.guid, "SectionLetters": letters} for letters in told.sections]

    # What changed

    def update(self, told: DevicePlan, had: Movements) -> list[str]:
        """The sections that are otherwise than they have them, each as a whole; which these are.

        The results they delete by it are told again, as far as they are as the movement has it now.
        """
        club, now = self.line.club, sections_told(told, self.guid)
        changed = [letters for letters, section in now.items() if movement_in(section) != had.get(letters)]
        again: list[tuple[str, int, int]] = []
        for letters in changed:
            section = {**now[letters], "Tables": [*now[letters]["Tables"], *self._tables_gone(had, now[letters])]}
            said = checked("SectionUpdateDTO", update_told(told, section, club))
            reply = self._done(self.line.ask(_UPDATE_MOVEMENT, said, self.guid))
            with self._read():
                again += changed_rounds(reply) if isinstance(reply, dict) else _whole(told, letters)
        gone = [letters for letters in had if letters not in now]
        for letters in gone:
            said = checked("SectionUpdateDTO", deletion_told(self.guid, club, letters))
            self._done(self.line.ask(_UPDATE_MOVEMENT, said, self.guid))
        if again:
            self.put_results(results_told(told, self.guid, again))
        return [*changed, *gone]

    def _tables_gone(self, had: Movements, section: Said) -> list[dict[str, Any]]:
        """The tables they have and that are no more: without a round, which deletes them."""
        letters = section["Letters"]
        gone = sorted(had.get(letters, {}).keys() - movement_in(section).keys())
        own = {"SessionGuid": self.guid, "SectionLetters": letters, "Rounds": []}
        return [{**own, "TableNumber": table} for table in gone]

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
            raise Unavailable(
                "devices-away", "what the Data Connector has cannot be read", "`devices status`"
            ) from None

    def _done(self, answer: ConnectorAnswer) -> object:
        """What came of it; refused where nothing did."""
        if answer.failed:
            raise refused(self.line, answer)
        try:
            return json.loads(answer.text) if answer.text else None
        except (ValueError, RecursionError):
            return None


def _list(found: object) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _whole(told: DevicePlan, letters: str) -> list[tuple[str, int, int]]:
    """All tables of a section, where it is not said which of them changed."""
    return [(letters, table, 1) for table in told.sections.get(letters, {})]


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
        raise Refusal(
            "devices-unsayable", f"devices cannot be told: {told_shortly(found.validation_messages)}", "`movement show`"
        )
    return json.dumps(found.to_dict(), separators=(",", ":"))
