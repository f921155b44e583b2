"""A table of what people type: one plain meaning is accepted and echoed in one form; else the message names the fix."""

import shlex
import tomllib
from pathlib import Path

import pytest

from cli.main import run
from ledger.errors import CODES
from tests.cli.examples import LATE
from tests.scenarios.runner import Clock

TYPOS = tomllib.loads(Path(__file__).with_name("typos.toml").read_text())["typos"]
DEAL = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
EVENING = (
    "init",
    "session open t --boards 1-24 --contestants 1-20 --at 'yesterday 20:00'",
    f'deal add 1 "{DEAL}"',
    "result add 1/1 5HE-1 --ns 1 --ew 2",
    "result add 2/1 4SN= --ns 1 --ew 2",
    'call add 1/1 "West hesitated" --caller N --stage auction',
    "ruling add 2/1 --result 4SN-1 --offender NS --told-of-appeal",
    'appeal lodge R-0001 --by-side NS --signed N,S --grounds "it was clear"',
    "penalty add 3 10% --law 90B2",
    "tournament open spring",
    "tournament stage add q",
)


@pytest.fixture(scope="module", autouse=True)
def late():
    """Shortly before midnight, whenever the tests run: 22:41 is past."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        clock = Clock()
        clock.now = LATE
        patch.setattr("ledger.recording.machine_state.now", clock.microseconds)
        yield


@pytest.fixture(scope="module")
def evening(late, tmp_path_factory):
    file = tmp_path_factory.mktemp("typos") / "t.db"
    for line in EVENING:
        assert run(["--db", str(file), *shlex.split(line), "-q"]) == 0
    return file


def test_there_are_enough_of_them():
    assert len({row["typed"] for row in TYPOS}) == len(TYPOS) >= 120


@pytest.mark.parametrize("row", TYPOS, ids=[row["typed"] for row in TYPOS])
def test_a_slip_is_understood_or_told_how_to_put_right(row, evening, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ann")
    code = run(["--db", str(evening), "-n", *shlex.split(row["typed"])])
    printed = capsys.readouterr()
    if says := row.get("says"):
        assert (code, says in printed.out) == (0, True), printed
        return
    assert row["code"] in CODES
    assert code in (1, 2)
    assert printed.err.startswith(f"error[{row['code']}]: ")
    assert row.get("tells", "") in printed.err
    assert "Would record" not in printed.out
