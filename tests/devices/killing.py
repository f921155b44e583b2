"""Followers that are killed and start again, while tables type and the line and the Data Connector have their troubles.

    python -m tests.devices.killing 1000 [SEED]      so many lives; what came of them

Each life ends by being killed at a random request or while it records: before it is stored, after it is stored and
before that is accepted, when it is accepted and nobody was told. What is accepted is held against the ledger each time.
"""

import io
import os
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

from cli.main import run
from cli.options.sessions import import_options_with
from cli.screens import imports
from cli.screens.device_following import Follower
from cli.screens.devices import FollowedConnector
from ledger.bridge import parse_result
from ledger.errors import Problem
from ledger.exchange.bridgemate.telling import ConnectorLine, DeviceSession, Licence, guid_of, require_plan_for_devices
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded, ResultVoided
from tests.devices.stand_in import CLUB, LICENCE, StandIn, key_of
from tests.devices.wire import Wire
from tests.entry.sittings import desk_of

ROUNDS, TABLES, RESULTS = 7, 4, ("4S=", "4S-1", "3NT+1", "PASS", None)
TYPED = {"4S=": (4, 4, 10, 1), "4S-1": (4, 4, 9, 1), "3NT+1": (3, 5, 10, 3), "PASS": (0, 0, 0, 0)}
PLAYED = {"4S=": "4SN=", "4S-1": "4SN-1", "3NT+1": "3NTS+1", "PASS": "PASS"}


class Killed(BaseException):
    """The follower's process is gone, at once."""


class Early(Killed):
    """Before the request got there."""

    early = True


class Lives:
    """A ledger in a folder of its own, a stand-in, the tables, and what each of them last said."""

    def __init__(self, folder, seed):
        self.folder, self.rng = folder, Random(seed)
        self.told, self.said, self.calls = {}, Counter(), {}
        self.stand_in = StandIn()
        self.wire = Wire(self.stand_in, self._fault)
        self.until, self.record_kill, self.at_accepting = None, "", False
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            for words in (
                ("init",),
                ("session", "open", "thursday", "--boards", "1-21", "--date", "2026-03-05"),
                ("movement", "set", "howell", "--pairs", "8", "--boards-each", "3", "--yes"),
            ):
                assert run(["--db", str(folder / "bridge-ledger.db"), "--by", "scorer", *words]) == 0
        self.desk = desk_of(folder, "thursday")
        first = next(iter(self.desk.office.log("thursday", 1)))
        self.guid = guid_of(first.digest)
        self.stand_in.on_accept = self._check_stored
        self._devices().begin(require_plan_for_devices(self.desk.office.session("thursday")), "2026-03-05", {})

    def _devices(self):
        return DeviceSession(ConnectorLine(Licence(CLUB, LICENCE), None, self.wire), self.guid)

    # At the tables

    def types(self):
        """A table types something: a result, a correction, a deletion, a call."""
        often = self.rng.random() < 0.6  # at one table they cannot make up their minds
        table, round_ = (1, 1) if often else (self.rng.randint(1, TABLES), self.rng.randint(1, ROUNDS))
        there = self.stand_in.sessions[self.guid].round("A", table, round_)
        if not often and self.rng.random() < 0.1:
            self._call(table, round_)
            return
        board = self.rng.randint(there["LowBoardNumber"], there["HighBoardNumber"])
        key = ("A", table, round_, board)
        before = self.told.get(key)
        result = self.rng.choice([each for each in RESULTS if each != before])
        self.told[key] = result
        self.said[key] += 1
        at = {"section_letters": "A", "table_number": table, "round_number": round_, "board_number": board}
        if result is None:
            self.stand_in.enters(self.guid, **at, is_deleted=True)
            return
        level, strain, tricks, seat = TYPED[result]
        pairs = {
            "pair_north_south": there["PairNS"],
            "pair_east_west": there["PairEW"],
            "declaring_pair": there["PairNS"],
        }
        how = {"level": level, "denomination": strain, "total_tricks": tricks, "declarer_direction": seat}
        self.stand_in.enters(self.guid, **at, **pairs, **how)

    def _call(self, table, round_):
        at = (table, round_, 18 + round_ % 5, self.rng.randint(0, 59))
        status = 3 if self.calls.get(at) else 1
        self.calls[at] = status
        named = {"section_letters": "A", "table_number": table, "round_number": round_, "hour": at[2], "minute": at[3]}
        self.stand_in.calls(self.guid, **named, status=status)

    # A life

    def live(self):
        """Follow until killed; how it ended."""
        self.stand_in.shuffled = Random(self.rng.random()) if self.rng.random() < 0.3 else None
        self.until = self.wire.at + self.rng.randint(1, 60)
        self.at_accepting = self.rng.random() < 0.4
        self.desk.office.close()  # nothing that a process remembers outlives it
        self.desk = desk_of(self.folder, "thursday")
        self.record_kill = self.rng.choice(["", "", "", "before", "after"])
        source = FollowedConnector(self._devices())
        follower = Follower(self.desk, source, import_options_with(members=None), None)
        follower.attend(self.desk.office.session("thursday"))
        try:
            while True:
                for _ in range(self.rng.randint(0, 3)):
                    self.types()
                if self.rng.random() < 0.1:
                    self.stand_in.another_accepts(self.guid)
                self._look(follower)
        except Killed as killed:
            return str(killed)

    def _look(self, follower):
        record = imports.record_sheet

        def recorded(*said):
            kill, self.record_kill = self.record_kill, ""
            if kill == "before" and self.rng.random() < 0.5:
                raise Killed("before it was stored")
            effect = record(*said)
            if kill == "after" and self.rng.random() < 0.5:
                raise Killed("after it was stored")
            return effect

        imports.record_sheet = recorded
        try:
            follower.look()
        except Problem as trouble:
            if not follower.source.is_temporary(trouble):
                raise
        finally:
            imports.record_sheet = record

    def _fault(self, at, body):
        if self.until is None:
            return None
        accepting = '"Command":27' in body
        if at >= self.until and (accepting or not self.at_accepting):
            return self.rng.choice(
                [
                    Early("before it was accepted" if accepting else "before it was asked"),
                    Killed("after it was accepted" if accepting else "before it was heard"),
                ]
            )
        return self.rng.choices([None, "before", "after"], [94, 3, 3])[0]

    # What is held against the ledger

    def _check_stored(self, guid, kind, upto):
        """Nothing is accepted that is not stored: what was said last of each, or what was said since."""
        if kind != "results" or guid != self.guid:
            return
        queue = self.stand_in.sessions[guid].queues[kind]
        stored = self.stored()
        latest = {key_of(item): at for at, item in queue if at <= upto}
        for key, at in latest.items():
            later = {_result_of(item) for number, item in queue if number >= at and key_of(item) == key}
            assert stored.get(key) in later, f"accepted, and not stored: {key}"

    def stored(self):
        """What the ledger has, by table and board."""
        session = self.desk.office.session("thursday")
        return {
            ("A", int(played.table), played.round, played.board): str(played.result)
            for played in session.table_boards()
            if played.results
        }

    def hear_the_rest(self):
        """Follow without trouble until nothing waits."""
        self.until, self.record_kill, self.stand_in.shuffled = None, "", None
        source = FollowedConnector(self._devices())
        follower = Follower(self.desk, source, import_options_with(members=None), None)
        follower.attend(self.desk.office.session("thursday"))
        for _ in range(4):
            follower.look()

    def check(self):
        """The ledger has what the tables last said, and nothing twice."""
        self.hear_the_rest()
        wanted = {key: PLAYED[result] for key, result in self.told.items() if result}
        assert self.stored() == {key: str(parse_result(result)) for key, result in wanted.items()}
        now, steps = {}, Counter()
        called, answered = Counter(), Counter()
        for envelope in self.desk.office.log("thursday"):
            event = envelope.event
            if isinstance(event, ResultRecorded | ResultCorrected | ResultVoided):
                key = ("A", int(event.table), event.round, event.board)
                result = None if isinstance(event, ResultVoided) else str(event.result)
                assert now.get(key) != result, f"recorded twice: {key}"
                now[key] = result
                steps[key] += 1
            elif isinstance(event, DirectorCalled):
                called[int(event.table), event.round, event.on_device] += 1
            elif isinstance(event, CallAnswered):
                answered[event.case] += 1
        assert all(steps[key] <= self.said[key] for key in steps)
        assert called == Counter({(t, r, f"{h:02}:{m:02}"): 1 for t, r, h, m in self.calls})
        assert answered.total() == sum(1 for status in self.calls.values() if status == 3)
        assert set(answered.values()) <= {1}
        assert self.stand_in.unheard(self.guid) == 0
        assert not self.desk.office.session("thursday").queue.lines


def _result_of(item):
    if item["IsDeleted"]:
        return None
    typed = item["Level"], item["Denomination"], item["TotalTricks"], item["DeclarerDirection"]
    return next(PLAYED[result] for result, each in TYPED.items() if each == typed)


def lived(folder, lives, seed):
    """So many lives, and what came of them."""
    all_of_them = Lives(folder, seed)
    ended = Counter(all_of_them.live() for _ in range(lives))
    all_of_them.check()
    return all_of_them, ended


def main():
    lives, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    in_memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            all_of_them, ended = lived(Path(folder), lives, seed)
        print(f"{lives} lives, {all_of_them.wire.at} requests, {all_of_them.said.total()} results typed")
        print(f"{len(list(all_of_them.desk.office.log('thursday')))} events in the log, {dict(ended)}")


if __name__ == "__main__":
    main()
