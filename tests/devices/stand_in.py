"""A Data Connector that stands in for the maker's: written from its maker's guide, and holding what is sent to it
against the maker's own checks. Behind it are a control program, which keeps the movement and the results, and tables.

It answers requests as they come over HTTP; `tests/devices/wire.py` carries them, and what goes wrong on the way.
"""

import json
from collections import defaultdict
from random import Random

from bridgemate_dataconnector import dto, validation

CLUB, LICENCE = "club-17", "S3CRET-LICENCE-0042"
OK, ERROR = 1, 4
BUSY, NO_DATA, MOVEMENT, VALIDATION, NOT_IMPLEMENTED = 1, 2, 4, 5, 8
KINDS = {"players": 10, "seats": 11, "results": 12, "deals": 13, "calls": 21}
NEW = {19: "results", 20: "players", 21: "seats", 22: "deals", 36: "calls"}
ALL = {23: "results", 24: "players", 25: "seats", 26: "deals", 37: "calls"}
ACCEPT = {27: "results", 28: "players", 29: "seats", 30: "deals", 38: "calls"}
PUT = {
    10: (dto.ResultDTO, "result"),
    11: (dto.PlayerDataDTO, "player_data"),
    12: (dto.ParticipationDTO, "participation"),
}
PUT |= {13: (dto.HandrecordDTO, "handrecord")}


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, error, detail):
        super().__init__(detail)
        self.error, self.detail = error, detail


class _Session:
    """What is kept of a session: sections by letters, queues by kind, and what the control program has."""

    def __init__(self, said):
        self.said = said
        groups = said["ScoringGroups"]
        self.sections = {section["Letters"]: section for group in groups for section in group["Sections"]}
        self.queues = {kind: [] for kind in KINDS}
        self.accepted = dict.fromkeys(KINDS, 0)
        self.results, self.players, self.seats, self.deals = {}, {}, {}, {}

    def round(self, letters, table, number):
        tables = self.sections.get(letters, {}).get("Tables") or ()
        rounds = next((each["Rounds"] for each in tables if each["TableNumber"] == table), ())
        return next((each for each in rounds if each["RoundNumber"] == number), None)


class StandIn:
    """A Data Connector with its sessions; `heard`: the commands that came; `on_accept` is asked before it accepts."""

    version = "Bridgemate dataconnector service version 5.0.1041.0"

    def __init__(self):
        self.sessions = {}
        self.heard, self.busy, self.shuffled, self.old = [], False, None, set()
        self.on_accept = lambda guid, kind, upto: None
        self._ids = defaultdict(int)

    # What comes over the line

    def answer(self, body):
        """The answer to a request, both as texts."""
        request = json.loads(body)
        command, guid = request["Command"], request["SessionGuid"]
        self.heard.append(command)
        try:
            assert isinstance(command, int), "the command is a number"
            assert isinstance(request["SerializedData"], str), "data is a text of JSON"
            if (request["ClubId"], request["LicenceKey"]) != (CLUB, LICENCE):
                raise Refused(VALIDATION, f"licence {request['LicenceKey']} is not of club {request['ClubId']}")
            if self.busy:
                raise Refused(BUSY, "a previous request is not completed")
            if command in self.old:
                raise Refused(NOT_IMPLEMENTED, "not implemented")
            kind, last, data = self._done(command, guid, request["SerializedData"])
            error = 0
        except Refused as refused:
            kind, last, error, data = ERROR, 0, refused.error, refused.detail
        said = {"RequestCommand": command, "DataType": kind, "LastQueueItemId": last, "ErrorType": error}
        return json.dumps({**said, "SessionGuid": guid, "SerializedData": json.dumps(data)})

    def _done(self, command, guid, text):
        if command == 5:
            return self._initialize(guid, json.loads(text))
        if command == 31:
            return self._go_on(guid, json.loads(text))
        session = self._session(guid)
        if command in NEW or command in ALL:
            return self._polled(session, command)
        if command in ACCEPT:
            return self._accepted(session, guid, ACCEPT[command], json.loads(text))
        if command in PUT:
            return self._put(session, command, json.loads(text))
        if command == 6:
            return 14, 0, self._update(session, json.loads(text))
        if command == 33:
            return 16, 0, list(session.sections.values())
        raise Refused(NOT_IMPLEMENTED, f"command {command}")

    def _session(self, guid):
        if guid not in self.sessions:
            raise Refused(MOVEMENT, f"session {guid} is not known")
        return self.sessions[guid]

    def _initialize(self, guid, said):
        assert guid == "", "the session stands in the data"
        found = dto.InitDTO.from_dict(said)
        if not validation.validate_init_dto(found):
            raise Refused(VALIDATION, "; ".join(found.validation_messages))
        for each in said["Sessions"]:
            session = self.sessions[each["SessionGuid"]] = _Session(each)
            session.settings = [*(said["Bridgemate2Settings"] or ()), *(said["Bridgemate3Settings"] or ())]
            for command, kind in ((11, "PlayerData"), (12, "Participations"), (13, "Handrecords")):
                self._keep(
                    session, command, [item for item in said[kind] or () if item["SessionGuid"] == each["SessionGuid"]]
                )
        return OK, 0, "initialized"

    def _go_on(self, guid, said):
        assert guid == "", "the event stands in the data"
        if not validation.validate_continue_dto(found := dto.ContinueDTO.from_dict(said)):
            raise Refused(VALIDATION, "; ".join(found.validation_messages))
        self._session(said["EventGuid"])
        return OK, 0, "continued"

    # Queues

    def _polled(self, session, command):
        kind = NEW.get(command) or ALL[command]
        since = session.accepted[kind] if command in NEW else 0
        found = [(at, item) for at, item in session.queues[kind] if at > since]
        if self.shuffled and command in NEW:
            items = [item for _, item in found]
            self.shuffled.shuffle(items)
            return KINDS[kind], found[-1][0] if found else 0, items
        return KINDS[kind], found[-1][0] if found else 0, [item for _, item in found]

    def _accepted(self, session, guid, kind, upto):
        assert type(upto) is int, "an id is a number"
        self.on_accept(guid, kind, upto)
        session.accepted[kind] = max(session.accepted[kind], upto)
        return OK, 0, "accepted"

    def _queue(self, guid, kind, found):
        self._ids[guid, kind] += 1
        item = found.to_dict()
        self.sessions[guid].queues[kind].append((self._ids[guid, kind], item))
        return item

    # What is put, and a movement that changes

    def _put(self, session, command, said):
        if not said:
            raise Refused(NO_DATA, "empty data")
        kind, name = PUT[command]
        for each in said:
            if not getattr(validation, f"validate_{name}_dto")(found := kind.from_dict(each)):
                raise Refused(VALIDATION, "; ".join(found.validation_messages))
        self._keep(session, command, said)
        return OK, 0, "put"

    def _keep(self, session, command, said):
        for each in said:
            if command == 10:
                self._check_seats(session, each)
                session.results[key_of(each)] = each
            elif command == 11:
                session.players[each["PlayerNumber"]] = each
            elif command == 12:
                if each["PlayerNumber"] and each["PlayerNumber"] not in session.players:
                    raise Refused(VALIDATION, f"player {each['PlayerNumber']} is not known")
                seat = each["SectionLetters"], each["TableNumber"], each["Direction"]
                session.seats[seat] = None if each["IsRemoval"] else each
            else:
                session.deals[each["BoardNumber"]] = each

    def _check_seats(self, session, result):
        there = session.round(result["SectionLetters"], result["TableNumber"], result["RoundNumber"])
        if there is None:
            raise Refused(MOVEMENT, f"no such round: {key_of(result)}")
        if not there["LowBoardNumber"] <= result["BoardNumber"] <= there["HighBoardNumber"]:
            raise Refused(MOVEMENT, f"no such board there: {key_of(result)}")

    def _update(self, session, said):
        if not validation.validate_section_update_dto(found := dto.SectionUpdateDTO.from_dict(said)):
            raise Refused(VALIDATION, "; ".join(found.validation_messages))
        letters = said["Letters"]
        if said["IsDeleted"]:
            session.sections.pop(letters)
            return None
        before = {each["TableNumber"]: each["Rounds"] for each in session.sections.get(letters, {}).get("Tables", ())}
        if missing := before.keys() - {table["TableNumber"] for table in said["Tables"]}:
            raise Refused(VALIDATION, f"tables {missing} are not specified")
        changed = []
        for table in said["Tables"]:
            had = before.get(table["TableNumber"], [])
            first = next(
                (each["RoundNumber"] for at, each in enumerate(table["Rounds"]) if had[at : at + 1] != [each]), None
            )
            if first:
                changed.append({**table, "Rounds": [each for each in table["Rounds"] if each["RoundNumber"] >= first]})
                for key in [
                    each for each in session.results if each[:2] == (letters, table["TableNumber"]) and each[2] >= first
                ]:
                    del session.results[key]
            if not table["Rounds"]:
                for key in [each for each in session.results if each[:2] == (letters, table["TableNumber"])]:
                    del session.results[key]
        section = {name: said[name] for name in dto.SectionDTO().to_dict() if name in said}
        section["Tables"] = [table for table in section["Tables"] if table["Rounds"]]
        session.sections[letters] = section
        return {**section, "Tables": changed}

    # What the tables type

    def enters(self, guid, **said):
        """A table enters a result, corrects it, or takes it back (`is_deleted`)."""
        found = dto.ResultDTO(session_guid=guid, scoring_direction=3, **said)
        assert validation.validate_result_dto(found), found.validation_messages
        session, item = self.sessions[guid], found.to_dict()
        self._check_seats(session, item)
        if found.is_deleted:
            session.results.pop(key_of(item), None)
        else:
            session.results[key_of(item)] = item
        return self._queue(guid, "results", found)

    def calls(self, guid, **said):
        """A table calls the director, or that goes on."""
        found = dto.TdCallDTO(session_guid=guid, **said)
        assert validation.validate_td_call_dto(found), found.validation_messages
        return self._queue(guid, "calls", found)

    def sits(self, guid, **said):
        """Somebody types a number at a table, changes places with his partner, or gets up."""
        found = dto.ParticipationDTO(session_guid=guid, **said)
        assert validation.validate_participation_dto(found), found.validation_messages
        return self._queue(guid, "seats", found)

    def names(self, guid, number, first, last):
        """A number is named that nobody had."""
        found = dto.PlayerDataDTO(guid, CLUB, number, first, last)
        assert validation.validate_player_data_dto(found), found.validation_messages
        return self._queue(guid, "players", found)

    def deals(self, guid, **said):
        """A table types in the cards of a board."""
        found = dto.HandrecordDTO(session_guid=guid, scoring_group_number=1, section_letters="A", **said)
        assert validation.validate_handrecord_dto(found), found.validation_messages
        return self._queue(guid, "deals", found)

    # What befalls it

    def forgets(self):
        """It loses its queues, and counts from 1 again; the control program keeps what it has."""
        for session in self.sessions.values():
            session.queues, session.accepted = {kind: [] for kind in KINDS}, dict.fromkeys(KINDS, 0)
        self._ids.clear()

    def forgets_everything(self):
        """It loses its sessions too."""
        self.sessions.clear()
        self._ids.clear()

    def another_accepts(self, guid, upto=1 << 30):
        """Another scoring program says that it has stored what waits."""
        session = self.sessions[guid]
        for kind in KINDS:
            last = session.queues[kind][-1][0] if session.queues[kind] else 0
            session.accepted[kind] = max(session.accepted[kind], min(upto, last))

    def shuffles(self, seed):
        """What is new comes in any order."""
        self.shuffled = Random(seed)

    def unheard(self, guid):
        """How many items nobody accepted."""
        session = self.sessions[guid]
        return sum(1 for kind in KINDS for at, _ in session.queues[kind] if at > session.accepted[kind])


def key_of(result):
    """What a result is of."""
    return tuple(result[name] for name in ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"))
