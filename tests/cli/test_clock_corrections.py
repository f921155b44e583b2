"""How wrong a clock was, as it is typed: what is no span of time, or more than a clock is wrong by, is never asked."""

import pytest

from cli.main import run
from cli.options.sessions import parse_span as seconds
from ledger.bridge.notation import Unreadable

SLIP = ["result", "add", "1/1", "4SN=", "--ns", "1NS", "--ew", "1EW"]


@pytest.fixture
def friday(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    assert run(["init"]) == run(["session", "open", "friday", "--boards", "1-2", "--winners", "2", "-q"]) == 0
    assert run([*SLIP, "-q"]) == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("45s", 45), ("90 mins", 5400), ("1 Hour, 2 minutes", 3720), ("2days", 172_800), ("20h30m", 73_800)],
)
def test_a_span_of_time_names_its_units(typed, meant):
    assert seconds(typed) == meant


@pytest.mark.parametrize("typed", ["1month", "1 mon", "30 ms", "2decades", "1h 2", "h", "", "0s", "1 hour later"])
def test_another_unit_is_no_span_of_time(typed):
    with pytest.raises(Unreadable) as caught:
        seconds(typed)
    assert caught.value.code == "bad-time"


@pytest.mark.parametrize("said", [["--ahead", "999999d"], ["--behind", "999999d" * 4], ["--behind", "99999d"]])
def test_a_clock_is_not_wrong_by_ages(friday, capsys, said):
    assert run(["session", "clock", "2", *said, "--yes"]) == 2
    assert "error[bad-number]" in capsys.readouterr().err
    assert run(["explain", "1/1", "-q"]) == run(["log", "-q"]) == 0
