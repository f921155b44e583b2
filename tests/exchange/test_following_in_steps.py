"""Who follows a file, look by look: between two looks somebody does something at another desk, or to the file."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.main import run
from ledger.office import Office
from tests.exchange.access_writer import AccessWriter
from tests.needs import SHARED, needs

DATA = SHARED / "bws"
pytestmark = needs("../shared/data")


class Evening:
    """A copy of a real file with one result in it, and what is done between the looks of who follows it."""

    def __init__(self, capsys, monkeypatch):
        shutil.copy(DATA / "session_11_tables_2026.bws", "thursday.bws")
        Path("thursday.bws").chmod(0o644)
        self.writer = AccessWriter(Path("thursday.bws"))
        self.first, *others = self.writer.rows
        board = self.writer.value(self.first, "Board")
        self.second = next(key for key in others if self.writer.value(key, "Board") == board)
        self.writer.hide(*(key for key in self.writer.rows if key != self.first))
        self.writer.save()
        self.capsys, self.patch = capsys, monkeypatch
        self.type("init")

    def type(self, *words):
        code = run([*words])
        printed = self.capsys.readouterr()
        self.said += printed.out + printed.err
        return code

    said = ""

    def follow(self, *steps, words=()):
        """Follow, with each of these done after a look; twice as often is looked at last. What was said meanwhile."""
        left = [step for each in steps for step in (each, None)] + [None] * 4

        def sleep(_seconds):
            if not left:
                raise KeyboardInterrupt
            if step := left.pop(0):
                step()

        self.said = ""
        self.patch.setattr("cli.screens.device_following.time", SimpleNamespace(sleep=sleep))
        code = self.type("import", "thursday.bws", "--follow", *words)
        return code, self.said

    def place(self, key):
        return f"{self.writer.value(key, 'Board')}/{self.writer.value(key, 'Table')}"

    def who(self, key):
        return "--ns", str(self.writer.value(key, "PairNS")), "--ew", str(self.writer.value(key, "PairEW"))

    def comes_in(self, key):
        self.writer.show(key)
        self.writer.save()

    @property
    def events(self):
        with Office.open("bridge-ledger.db") as office:
            return [each.name.partition("/")[0] for each in office.log("thursday")]


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    return Evening(capsys, monkeypatch)


def test_what_the_desk_takes_back_makes_room_for_what_the_file_says(evening):
    number = []

    def not_played():
        evening.type("result", "not-played", evening.place(evening.second), *evening.who(evening.second))
        number.append(str(len(evening.events)))

    code, said = evening.follow(
        not_played, lambda: evening.comes_in(evening.second), lambda: evening.type("undo", *number, "--yes")
    )
    assert (code, "it says" in said, f"was not played (#{number[0]}): `undo {number[0]}`" in said) == (130, True, True)
    assert evening.events[-2:] == ["result-recorded", "line-settled"]


def test_a_session_that_was_closed_is_waited_for(evening):
    code, said = evening.follow(
        lambda: evening.type("session", "close", "--yes"),
        lambda: evening.comes_in(evening.second),
        lambda: evening.type("undo", "@", "--yes"),
    )
    assert (code, said.count("waiting: session thursday is closed"), "reads again" in said) == (130, 1, False)
    assert evening.events[-1] == "result-recorded"


def test_two_that_say_otherwise_of_a_table_do_not_correct_each_other_for_ever(evening):
    other = Path("other") / "thursday.bws"
    other.parent.mkdir()
    shutil.copy("thursday.bws", other)
    theirs = AccessWriter(other)
    theirs.put(evening.first, "NS/EW", {"N": "S"}.get(theirs.value(evening.first, "NS/EW"), "N"))
    theirs.save()
    evening.follow(lambda: evening.type("import", str(other)))
    assert evening.events.count("result-corrected") == 1


def test_how_things_stand_is_an_object_a_change_with_json(evening):
    _, said = evening.follow(lambda: evening.comes_in(evening.second), words=("--json",))
    states = [line for line in said.splitlines() if '"following/1"' in line]
    assert ['"results": 1,' in states[0], '"results": 2,' in states[1], len(states)] == [True, True, 2]


def test_a_file_that_is_no_access_file_by_now_ends_it(evening):
    code, said = evening.follow(lambda: Path("thursday.bws").write_text("board,ns,ew\n"))
    assert (code, "error[bad-file]" in said) == (2, True)
