"""A real evening held against the movement that its devices were given, and rows of it that are altered."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.main import run
from ledger.exchange.bridgemate.bws import movement_of
from ledger.movements.plan import group_tables_with_same_boards
from ledger.office import Office
from ledger.projections.planned import find_missing_slips, find_progress, played_otherwise
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.queue.state import waiting_lines
from tests.entry.sittings import desk_of
from tests.exchange.access_writer import AccessWriter
from tests.needs import SHARED, needs

DATA = SHARED / "bws"
OF_2026, OF_2005 = DATA / "session_11_tables_2026.bws", DATA / "session_12_tables.bws"
pytestmark = needs("../shared/data")
FILE = Path("thursday.bws")


class Evening:
    """A copy of a real file, and a session with its movement."""

    def __init__(self, capsys, monkeypatch, path, boards, *opening):
        shutil.copy(path, FILE)
        FILE.chmod(0o644)
        self.writer, self.capsys, self.patch = AccessWriter(FILE), capsys, monkeypatch
        self.type("init")
        assert self.type("session", "open", "thursday", "--boards", boards, *opening)[0] == 0

    def lay_down(self):
        """Its movement, as the devices have it."""
        desk = desk_of(Path(), "thursday")
        tables = movement_of(FILE, desk.office.session("thursday").opening.winners)
        desk.submit(SetMovement(tables, sharing=group_tables_with_same_boards(tables)))
        desk.office.close()

    def type(self, *words):
        code = run([*words])
        printed = self.capsys.readouterr()
        return code, printed.out + printed.err

    def alter(self, key, **cells):
        for column, value in cells.items():
            self.writer.put(key, column, value)
        self.writer.save()

    @property
    def session(self):
        with Office.open("bridge-ledger.db") as office:
            return office.session("thursday")

    @property
    def waiting(self):
        """Why lines wait in the queue."""
        return [each.line.why for each in waiting_lines(self.session)]


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    """The evening of 2026."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    return Evening(capsys, monkeypatch, OF_2026, "1-33", "--winners", "2", "--date", "2026-01-19")


@pytest.fixture
def of_2005(tmp_path, monkeypatch, capsys):
    """The evening of 2005."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    return Evening(capsys, monkeypatch, OF_2005, "1-24", "--date", "2005-05-09")


@pytest.mark.parametrize("name", ["evening", "of_2005"])
def test_a_real_evening_is_as_its_movement_says(name, request):
    found = request.getfixturevalue(name)
    found.lay_down()
    assert found.type("import", str(FILE), "--skip-bad")[0] == 0
    session = found.session
    assert sum(1 for played in session.table_boards() if played.results) > 280
    assert list(played_otherwise(session)) == []
    assert find_missing_slips(session) == []
    assert str(find_progress(session)).startswith("all ")


ALTERED = {
    "pair": ({"PairEW": 7}, "others are to sit there; planned: round "),
    "board": ({"Board": 10}, "they have other boards; planned: round "),
    "round": ({"Round": 9}, "they play it in another round, or at another table; planned: round "),
    "nobody": ({"PairEW": 77}, "77EW is nobody's number; planned: round "),
}


@pytest.mark.parametrize("what", sorted(ALTERED))
def test_an_altered_row_of_a_real_evening_is_caught(evening, what):
    evening.lay_down()
    cells, why = ALTERED[what]
    key = next(
        each
        for each in evening.writer.rows
        if (evening.writer.value(each, "Table"), evening.writer.value(each, "Round")) == (1, 1)
    )
    before = {column: evening.writer.value(key, column) for column in cells}
    others = [each for each in evening.writer.rows if each != key]
    evening.writer.hide(*others)
    evening.alter(key, **cells)
    assert evening.type("import", str(FILE), "--skip-bad")[0] == 0
    (waits,) = evening.waiting
    assert why in waits
    assert not any(played.results for played in evening.session.table_boards())
    evening.writer.show(*others)
    evening.alter(key, **before)
    assert evening.type("import", str(FILE), "--skip-bad")[0] == 0
    assert evening.waiting == []
    assert find_missing_slips(evening.session) == []
    assert list(played_otherwise(evening.session)) == []


def test_a_pair_of_nobody_is_followed_by_its_row_without_any_movement(evening):
    key = next(iter(evening.writer.rows))
    was = evening.writer.value(key, "PairEW")
    evening.alter(key, PairEW=77)
    steps = [None, None, lambda: evening.alter(key, PairEW=was), None, None, None]
    waited = []

    def sleep(_seconds):
        if not steps:
            raise KeyboardInterrupt
        waited.append(evening.session.queue.facts)
        if step := steps.pop(0):
            step()

    evening.patch.setattr("cli.screens.device_following.time", SimpleNamespace(sleep=sleep))
    code, said = evening.type("import", str(FILE), "--follow")
    assert (code, "77EW is nobody's number" in said) == (130, True)
    assert [len(each) for each in waited if each], "its line waited while the row was wrong"
    session = evening.session
    assert "77EW" not in session.contestants
    assert not session.queue.facts
    assert sum(1 for played in session.table_boards() if played.results) == len(evening.writer.rows)
