"""An appeal whose ruling was amended meanwhile: what is in force is told, and what can be done."""

import pytest

from cli.main import run


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def typed(line, code=0):
        assert run(["--no-input", *line.split()]) == code
        captured = capsys.readouterr()
        return captured.out + captured.err

    typed("init -q")
    typed("session open s --boards 1 --contestants 1-2NS,1-2EW -q")
    for table in "12":
        typed(f"result add 1/{table} 4SN= --ns {table} --ew {table} -q")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 16B --yes -q")
    typed("appeal lodge R-0001 --by-side NS --signed N,S --grounds x -q")
    return typed


def test_what_is_known_of_the_score_is_said_before_it_is_given_out(call):
    refused = call("ruling amend R-0001 --result 4SN-2 --yes", 1)
    assert "error[needs-cause]: R-0001 was appealed: why does the ruling change?" in refused


def test_the_ruling_in_force_is_told_and_the_way_out(call):
    call("ruling amend R-0001 --result 4SN-2 --cause director-error --yes -q")
    assert "(R-0002)" in call("appeal list --plain")
    assert "`appeal confirm` or `appeal withdraw`" in call("check")
