"""Following a file that devices write: it is changed, and the follower killed, and the log has every change once."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledger.bridge import Result
from ledger.office import Office
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded, ResultVoided
from tests.exchange.access_writer import AccessWriter
from tests.needs import SHARED, needs

DATA = SHARED / "bws"
pytestmark = [
    needs("../shared/data"),
    pytest.mark.skipif(os.name == "nt", reason="a follower is killed by a signal here"),
]
DEADLINE_SECONDS = 180
ENV = os.environ | {"BRIDGE_LEDGER_BY": "Ahlborn"}


class Evening:
    """A copy of a real file, in which rows come in, change and go, and a follower that is killed now and then."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "thursday.bws"
        shutil.copy(DATA / "session_11_tables_2026.bws", self.file)
        self.file.chmod(0o644)
        self.writer = AccessWriter(self.file)
        self.to_come = list(self.writer.rows)
        self.writer.hide(*self.to_come)
        self.expected: list[tuple] = []
        self.follower: subprocess.Popen | None = None
        self.run("init")

    def run(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            self.command(*words), cwd=self.folder, env=ENV, capture_output=True, text=True, timeout=DEADLINE_SECONDS
        )

    @staticmethod
    def command(*words: str) -> list[str]:
        return [sys.executable, "-c", "import cli; cli.start()", *words]

    def follow(self) -> None:
        words = self.command("import", "thursday.bws", "--follow")
        with (self.folder / "said").open("ab") as said:
            self.follower = subprocess.Popen(words, cwd=self.folder, env=ENV, stdout=said, stderr=said)

    def kill(self, how: int = signal.SIGKILL) -> int:
        self.follower.send_signal(how)
        return self.follower.wait(timeout=DEADLINE_SECONDS)

    def results(self) -> list[tuple]:
        """What the log says of results, in order."""
        with Office.open(str(self.folder / "bridge-ledger.db")) as office:
            events = [each.event for each in office.log("thursday")] if "thursday" in office.sessions() else []
        kinds = ResultRecorded | ResultCorrected | ResultVoided
        return [
            (type(each).__name__, each.board, each.table, str(getattr(each, "result", "")))
            for each in events
            if isinstance(each, kinds)
        ]

    def until_recorded(self, seconds: float = DEADLINE_SECONDS) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.results() == self.expected:
                return True
            time.sleep(0.2)
        return False

    def until_said(self, *texts: str) -> str:
        """All that the follower said, once it said these."""
        end = time.monotonic() + DEADLINE_SECONDS
        while not all(text in (said := (self.folder / "said").read_text()) for text in texts):
            assert time.monotonic() < end, said
            time.sleep(0.2)
        return said

    # What may happen to a row

    def _place(self, key: int) -> tuple[int, str]:
        return self.writer.value(key, "Board"), str(self.writer.value(key, "Table"))

    def _result(self, key: int) -> str:
        said = {column: self.writer.value(key, column) for column in ("Contract", "NS/EW", "Result")}
        contract = said["Contract"].replace(" ", "").upper()
        return contract if contract == "PASS" else f"{contract}{said['NS/EW']}{said['Result']}"

    def comes_in(self, key: int) -> None:
        self.writer.show(key)
        self.expected.append(("ResultRecorded", *self._place(key), self._result(key)))

    def is_changed(self, key: int, rng: random.Random) -> None:
        other = {"N": "S", "S": "N", "E": "W", "W": "E"}
        self.writer.put(key, "NS/EW", other[self.writer.value(key, "NS/EW")])
        if len(self.writer.value(key, "Result")) == 2:
            self.writer.put(key, "Result", rng.choice(["-1", "-2", "-3"]))
        self.expected.append(("ResultCorrected", *self._place(key), self._result(key)))

    def is_erased(self, key: int) -> None:
        self.writer.put(key, "Erased", True)
        self.expected.append(("ResultVoided", *self._place(key), ""))

    def comes_back(self, key: int) -> None:
        self.writer.put(key, "Erased", False)
        self.expected.append(("ResultRecorded", *self._place(key), self._result(key)))


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    if evening.follower and evening.follower.poll() is None:
        evening.kill()


def test_every_change_is_recorded_once_whenever_the_follower_is_killed(evening):
    rng = random.Random(7)
    there, erased = [evening.to_come.pop()], []
    evening.comes_in(there[0])
    evening.writer.save()
    evening.follow()
    assert evening.until_recorded()
    for step in range(16):
        what = rng.choice(["comes in", "comes in", "changed", "erased", "back"])
        playable = [key for key in there if evening.writer.value(key, "Contract") != "PASS"]
        if what == "changed" and playable:
            evening.is_changed(rng.choice(playable), rng)
        elif what == "erased" and len(there) > 3:
            key = there.pop(rng.randrange(len(there)))
            evening.is_erased(key)
            erased.append(key)
        elif what == "back" and erased:
            key = erased.pop()
            evening.comes_back(key)
            there.append(key)
        else:
            key = evening.to_come.pop()
            evening.comes_in(key)
            there.append(key)
        evening.writer.save()
        if step % 4 == 0:  # in the midst of it, or just after
            time.sleep(rng.choice([0, 1, 2]) / 2)
            assert evening.kill() == -signal.SIGKILL
            evening.follow()
        assert evening.until_recorded(), (evening.results()[-3:], evening.expected[-3:])
    assert evening.kill(signal.SIGINT) == 130
    assert json.loads(evening.run("import", "thursday.bws", "--json").stdout)["events"] == 0
    assert evening.run("verify", "--strict").returncode == 0


def test_a_file_that_is_half_written_is_waited_for(evening):
    evening.comes_in(evening.to_come.pop())
    evening.writer.save()
    evening.follow()
    assert evening.until_recorded()
    evening.comes_in(evening.to_come.pop())
    whole = bytes(evening.writer.content)
    evening.file.write_bytes(whole[:700_000])
    evening.until_said("waiting: thursday.bws cannot be read")
    evening.file.write_bytes(whole)
    assert evening.until_recorded()
    assert evening.until_said("waiting: ").count("waiting: ") == 1


def test_a_file_that_is_not_there_yet_is_waited_for_and_another_evening_ends_it(evening):
    evening.comes_in(evening.to_come.pop())
    evening.file.unlink()
    evening.follow()
    evening.until_said("waiting: thursday.bws is not there")
    shutil.copy(DATA / "empty_template.bws", evening.file)
    evening.until_said("thursday.bws: no results yet")
    evening.writer.save()
    assert evening.until_recorded()
    evening.until_said("1 result of 297, 296 missing")
    shutil.copy(DATA / "session_12_tables.bws", evening.writer.path.with_suffix(".new"))
    os.replace(evening.writer.path.with_suffix(".new"), evening.file)
    assert evening.follower.wait(timeout=DEADLINE_SECONDS) == 1
    evening.until_said("error[other-event]", "hint: --session NAME")


def test_what_is_decided_at_the_desk_leaves_the_queue_of_who_follows(evening):
    there, double = evening.to_come[:2]
    evening.comes_in(there)
    evening.writer.save()
    evening.follow()
    evening.until_said("1 result of 297, 296 missing\n")
    for column in ("Table", "Round", "Board", "PairNS", "PairEW"):
        evening.writer.put(double, column, evening.writer.value(there, column))
    evening.writer.put(double, "NS/EW", {"N": "E"}.get(evening.writer.value(there, "NS/EW"), "N"))
    evening.writer.show(double)
    evening.writer.save()
    evening.until_said("set aside: thursday.bws table", "1 in the queue\n")
    board, table = evening._place(there)
    done = evening.run("ruling", "add", f"{board}/{table}", "--artificial", "A/A", "--law", "12C1(d)")
    assert done.returncode == 0, done.stderr
    assert "no line waits" in evening.run("import", "queue").stdout
    assert evening.until_said("1 in the queue\n").count("set aside") == 1
    evening.until_said("1 in the queue\nthursday.bws: ")


def test_a_row_that_changes_beneath_a_ruling_waits_until_a_director_confirms_it(evening):
    key = next(key for key in evening.to_come if evening.writer.value(key, "Contract") != "PASS")
    was = evening._result(key)
    evening.comes_in(key)
    evening.writer.save()
    evening.follow()
    evening.until_said("1 result of 297, 296 missing\n")
    at = "/".join(map(str, evening._place(key)))
    assert evening.run("ruling", "add", at, "--stands", "--law", "16B", "--offender", "EW").returncode == 0
    declarer = evening.writer.value(key, "NS/EW")
    evening.is_changed(key, random.Random(7))
    evening.writer.save()
    fact = f"R-0001 was given on {Result(was)}, now {Result(evening._result(key))}"
    evening.until_said(f"{fact}: does it still hold?", "1 in the queue\n")
    assert fact in evening.run("import", "queue", "--plain").stdout
    assert fact in evening.run("check", "--plain").stdout
    assert evening.run("ruling", "confirm", "R-0001").returncode == 0
    evening.until_said("1 in the queue\nthursday.bws: ")
    assert "no line waits" in evening.run("import", "queue").stdout
    evening.writer.put(key, "NS/EW", declarer)
    evening.expected.append(("ResultCorrected", *evening._place(key), evening._result(key)))
    evening.writer.save()
    assert evening.until_recorded()
    evening.until_said("R-0001 was confirmed on ")
    assert evening.kill(signal.SIGINT) == 130
    assert evening.run("verify", "--strict").returncode == 0


def test_what_is_no_such_file_is_refused_at_once(evening):
    (evening.folder / "thursday.bws").write_text("board,ns,ew,score\n")
    done = evening.run("import", "thursday.bws", "--follow")
    assert (done.returncode, "no Access file" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [("--dry-run",), ("--command-id", "x"), ("--session", "x"), ("--map", "board=Nr")])
def test_what_cannot_be_followed_is_refused(evening, words):
    file = "thursday.csv" if "--session" in words else "thursday.bws"
    done = evening.run("import", file, "--follow", *words)
    assert (done.returncode, "error[usage]" in done.stderr) == (2, True)
