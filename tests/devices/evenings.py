"""An evening with devices: a ledger, a stand-in, and who types at the desk and at the tables."""

import json
from types import SimpleNamespace

import pytest

from cli.main import run
from ledger.exchange.bridgemate.telling import ConnectorLine, Licence
from ledger.office import Office
from ledger.subjects.queue.state import waiting_lines
from tests.devices.stand_in import CLUB, LICENCE, StandIn
from tests.devices.wire import Wire

HOWELL = ("movement", "set", "howell", "--pairs", "8", "--boards-each", "3", "--yes")


class DeviceEvening:
    """Commands are typed; those that speak with devices go through the wire of the stand-in."""

    def __init__(self, capsys, patch):
        self.capsys, self.patch = capsys, patch
        self.stand_in = StandIn()
        self.wire = Wire(self.stand_in)
        patch.setattr("cli.options.sessions.ConnectorOptions.line", lambda asked: self.line())
        self.said = ""
        self.type("init")

    def line(self, licence=LICENCE):
        return ConnectorLine(Licence(CLUB, licence), None, self.wire)

    def open(self, *options, movement=HOWELL):
        self.type("session", "open", "thursday", *(options or ("--boards", "1-21", "--date", "2026-03-05")))
        if movement:
            assert self.type(*movement) == 0, self.said
        return self

    def started(self, *options, movement=HOWELL):
        self.open(*options, movement=movement)
        assert self.type("devices", "start") == 0, self.said
        return self

    def type(self, *words):
        code = run([*words])
        printed = self.capsys.readouterr()
        self.said = printed.out + printed.err
        return code

    def follow(self, *steps, words=(), looks=4):
        """Follow; after each look one of these is done, and then it is looked so often again. What it said."""
        left, heard = [*steps, *[None] * looks], []

        def sleep(_seconds):
            printed = self.capsys.readouterr()
            heard.append(printed.out + printed.err)
            if not left:
                raise KeyboardInterrupt
            if step := left.pop(0):
                step()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cli.screens.device_following.time", SimpleNamespace(sleep=sleep))
            code = self.type("devices", "follow", *words)
        self.said = "".join(heard) + self.said
        return code

    # At the tables

    @property
    def guid(self):
        (guid,) = self.stand_in.sessions
        return guid

    def round(self, table, round_, letters="A"):
        return self.stand_in.sessions[self.guid].round(letters, table, round_)

    def enters(self, table, round_, board=None, result="4S=", letters="A", **said):
        """A table enters a result, by its movement: 4S= declared by North."""
        there = self.round(table, round_, letters)
        made = {"4S=": (4, 4, 10), "4S-1": (4, 4, 9), "3NT+1": (3, 5, 10), "5H-2": (5, 3, 9)}.get(result)
        level, strain, tricks = made or (0, 0, 0)
        usual = {
            "section_letters": letters,
            "table_number": table,
            "round_number": round_,
            "board_number": board or there["LowBoardNumber"],
            "pair_north_south": there["PairNS"],
            "pair_east_west": there["PairEW"],
            "declaring_pair": there["PairNS"],
            "declarer_direction": 1 if made else 0,
            "level": level,
            "denomination": strain,
            "total_tricks": tricks,
        }
        return self.stand_in.enters(self.guid, **{**usual, **said})

    def takes_back(self, table, round_, board=None):
        return self.enters(table, round_, board, is_deleted=True)

    # What is in the ledger

    @property
    def session(self):
        with Office.open("bridge-ledger.db") as office:
            return office.session("thursday")

    @property
    def kinds(self):
        with Office.open("bridge-ledger.db") as office:
            return [each.name.partition("/")[0] for each in office.log("thursday")]

    @property
    def results(self):
        return {
            (played.round, played.table, played.board): str(played.result)
            for played in self.session.table_boards()
            if played.results
        }

    @property
    def waiting(self):
        return [each.line.why for each in waiting_lines(self.session)]

    def of_json(self, *words):
        assert self.type(*words, "--json") == 0, self.said
        return json.loads(self.said)
