"""What is erased of a case is erased wherever the case says it; nothing else goes with it."""

import pytest

from cli.main import run
from ledger.office import Office

EVENING = (
    "init -q",
    "session open s --boards 1-2 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "ruling add 1/1 --stands --facts hesitated --reason clear",
    "ruling add 1/2 --stands --facts hesitated",
    "ruling amend R-0001 --artificial A+/A- --offender EW",
    "ruling amend R-0001 --artificial A-/A+ --offender NS --facts otherwise",
)


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in EVENING:
        assert run([*line.split(), *(["--yes"] if "amend" in line else [])]) == 0, line


def kept():
    with Office.open("bridge-ledger.db") as office:
        return [(each.number, each.field, str(each.text)) for each in office.texts("s")]


def test_an_amendment_that_says_the_facts_again_does_not_keep_them(evening):
    assert {(5, "facts", "hesitated"), (7, "facts", "hesitated")} <= {*kept()}
    assert run(["text", "erase", "5", "--field", "facts", "--yes"]) == 0
    assert kept() == [
        (5, "reason", "clear"),
        (6, "facts", "hesitated"),
        (7, "reason", "clear"),
        (8, "facts", "otherwise"),
        (8, "reason", "clear"),
    ]
    assert run(["verify", "--strict"]) == 0


def test_all_that_would_go_is_shown_before_it_does(evening, capsys):
    capsys.readouterr()
    assert run(["text", "erase", "7", "--field", "facts", "-n"]) == 0
    printed = capsys.readouterr().out
    assert ["#5" in printed, "#6" in printed, "#7" in printed, "Would erase 2 texts" in printed] == [1, 0, 1, 1]
