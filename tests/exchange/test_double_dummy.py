"""Tricks at double dummy, where what works them out is installed: on the screen, beside a ruling, in `check`."""

import json
import shlex
import sys

import pytest

from cli.main import run
from ledger.bridge import Seat
from ledger.bridge.board import Deal
from ledger.errors import Unavailable
from ledger.exchange.double_dummy import double_dummy_tricks
from tests.needs import needs

A_SUIT_EACH = Deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
SPREAD = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")

    def call(line):
        code = run(shlex.split(line))
        return code, "".join(capsys.readouterr())

    for line in ("init", "session open s --boards 1-4", f'deal add 1 "{SPREAD}"'):
        assert call(line)[0] == 0
    return call


@needs("endplay")
def test_a_suit_each():
    (tricks,) = double_dummy_tricks([A_SUIT_EACH])
    for strain, side in (("S", "NS"), ("H", "EW"), ("D", "NS"), ("C", "EW")):
        assert {seat.value: tricks[strain, seat] for seat in Seat} == {
            seat: 13 if seat in side else 0 for seat in "NESW"
        }
    assert {tricks["N", seat] for seat in Seat} == {0}


@needs("endplay")
def test_it_is_shown_where_it_is_asked_for(desk):
    code, said = desk("board 1 --tricks --json")
    tricks = json.loads(said)["double_dummy"]
    assert (code, tricks["N"]["S"], tricks["S"]["S"], tricks["E"]["S"]) == (0, 10, 10, 3)
    assert "Tricks at double dummy" in desk("board 1 --deal --tricks")[1]
    assert desk("result add 1/1 4SE= --ns 1 --ew 2")[0] == 0
    assert desk("result add 1/2 4SN= --ns 3 --ew 4")[0] == 0
    assert "double dummy" not in desk("check")[1]
    for line in "check --tricks --json", "check --json":  # worked out once, and known from then on
        [doubt] = json.loads(desk(line)[1])["open"]
        assert (doubt["code"], doubt["table"]) == ("likely-slip", "1")
        assert "double dummy has 3 tricks" in doubt["text"]
    said = desk("ruling add 1/1 --weighted '60% 4SN=, 40% 4SN-1' --law 16B --offender EW --tricks")[1]
    assert "S by N: 10 tricks   (ruled: 4SN=, 4SN-1)" in said


def test_where_it_is_not_installed_nothing_is_recorded(desk, monkeypatch):
    monkeypatch.setattr("ledger.exchange.double_dummy.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "endplay", None)
    with pytest.raises(Unavailable) as caught:
        double_dummy_tricks([A_SUIT_EACH])
    assert caught.value.code == "tool-missing"
    code, said = desk("ruling add 1/1 --artificial A+/A- --ns 1 --ew 2 --tricks")
    assert (code, "leave --tricks out" in said) == (5, True)
    assert "R-0001" not in desk("log")[1]
