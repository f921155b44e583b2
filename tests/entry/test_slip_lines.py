"""Slips as lines: the words of the command line, short forms, comments; each line by itself."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.entry.slip_lines import read_slip, split_seats_and_outcome
from cli.main import run
from ledger.bridge import Unreadable
from ledger.errors import Misuse
from ledger.kernel.at_table import Where
from ledger.subjects.participation.facts import LeaveUnplayed, PostponePlay
from ledger.subjects.play.facts import RecordResult

BOTH = Where(5, "3", "1", "14")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("5/3 4sn= --ns 1 --ew 14", RecordResult(BOTH, "4SN=")),
        ("5/3 4SN= --ns 1 --ew 14 --lead SA", RecordResult(BOTH, "4SN=", "SA")),
        ("5/3 4s= sa --ns=1 --ew=14 --declarer N", RecordResult(BOTH, "4SN=", "SA")),
        ("5/3 1 14 4sn= sa", RecordResult(BOTH, "4SN=", "SA")),
        ("5/3 3NS-1 --ns 1 --ew 14", RecordResult(BOTH, "3NTS-1")),
        ("5/3 1ns-2 sa --ns 1 --ew 14", RecordResult(BOTH, "1NTS-2", "SA")),
        ("5/3 3NS-1 4sn=", RecordResult(Where(5, "3", "3NS", "1"), "4SN=")),
        ("5/3 1-14 np", LeaveUnplayed(BOTH, scored=False)),
        ("5 -620 --table 3 --ns 1 --ew 14  # in a hurry", RecordResult(BOTH, "-620")),
        ("5/3 np --ns 1 --ew 14", LeaveUnplayed(BOTH, scored=False)),
        ("5/3 later --ns 1 --ew 14", PostponePlay(BOTH)),
        ('1/open p --ns "New York #2" --ew O\'Brien', RecordResult(Where(1, "open", "New York #2", "O'Brien"), "PASS")),
    ],
)
def test_a_line_is_a_slip(line, command):
    assert read_slip(line).command == command


@pytest.mark.parametrize("line", ["", "# board 5", "   # 5/3 4sn="])
def test_a_line_may_say_nothing(line):
    assert read_slip(line) is None


def test_what_no_slip_has_is_refused():
    with pytest.raises(Misuse, match="--db"):
        read_slip("5/3 4sn= --db other.db")
    with pytest.raises(Misuse, match="steers a screen"):
        read_slip("5/3 4sn= \x1b[2J")
    for line in ("5/3 1 14 4sn= --ns 1 --ew 14", "5/3 1 4sn="):
        with pytest.raises(Misuse, match="given once, both sides"):
            read_slip(line)
    with pytest.raises(Unreadable, match="declares"):
        read_slip("5/3 4s=")


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["init", "-q"]) == 0
    assert run(["session", "open", "t", "--boards", "1-24", "-q"]) == 0
    return tmp_path


def entered(monkeypatch, capsys, text, *options):
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code = run(["result", "add", "-", "--json", *options])
    return code, json.loads(capsys.readouterr().out)


def test_an_evening_goes_in_and_goes_in_again(club, monkeypatch, capsys):
    text = "".join(f"{board}/{pair} 4sn= --ns {2 * pair - 1} --ew {2 * pair}\n" for board in (1, 2) for pair in (1, 2))
    _, tried = entered(monkeypatch, capsys, text, "-n")
    assert len(tried["recorded"]) == 4
    code, done = entered(monkeypatch, capsys, text)
    assert (code, [each["line"] for each in done["recorded"]]) == (0, [1, 2, 3, 4])
    code, again = entered(monkeypatch, capsys, text)
    assert (code, again["recorded"], again["refused"], len(again["already"])) == (0, [], [], 4)
    assert again["as_of"] == done["as_of"]


def test_what_was_recorded_is_said_before_what_was_not_where_both_go_to_one_file(club, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", io.StringIO("1/1 4sn= --ns 1 --ew 2\n1/1 4sn-1\n"))
    told = tmp_path / "told"
    with told.open("a") as out, told.open("a") as err, monkeypatch.context() as patched:
        patched.setattr("sys.stdout", out)
        patched.setattr("sys.stderr", err)
        run(["result", "add", "-"])
    assert told.read_text().index("1 slip recorded, 1 not recorded") < told.read_text().index("line 2: 1/1 4sn-1")


def test_a_trial_knows_the_lines_before(club, monkeypatch, capsys):
    code, tried = entered(monkeypatch, capsys, "1/1 4sn= --ns 1 --ew 2\n1/1 4sn-1\n1/2 p --ns 1 --ew 3\n", "-n")
    assert code == 1
    assert [each["code"] for each in tried["refused"]] == ["result-exists", "played-already"]


def test_after_publication_it_takes_a_yes(club, monkeypatch, capsys):
    entered(monkeypatch, capsys, "1/1 4sn= --ns 1 --ew 2\n")
    run(["publish", "--yes", "-q"])
    monkeypatch.setattr("sys.stdin", io.StringIO("1/2 4sn= --ns 3 --ew 4\n"))
    assert run(["result", "add", "-"]) == 1
    assert "error[needs-yes]" in capsys.readouterr().err
    assert entered(monkeypatch, capsys, "1/2 4sn= --ns 3 --ew 4\n", "--yes")[1]["recorded"]


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_bytes_that_are_no_text_are_refused_with_their_line(club, errors):
    """Whether this language's standard input would stop at them, or not."""
    command = [Path(sys.executable).parent / "bridge-ledger", "result", "add", "-"]
    lines = b"\xef\xbb\xbf1/1 4sn= --ns 1 --ew 2\r\n1/2 4s\xff= --ns 3 --ew 4\n"
    done = subprocess.run(
        command, input=lines, capture_output=True, env={**os.environ, "PYTHONIOENCODING": f"utf-8:{errors}"}
    )
    assert done.returncode == 2
    assert b"1 slip recorded, 1 not recorded" in done.stdout.replace(b", 0 already recorded", b"")
    assert b"line 2: 1/2 4s" in done.stderr


def test_a_word_that_is_no_label_is_nobody_with_a_slip_behind_it():
    with pytest.raises(Unreadable):
        split_seats_and_outcome(["Oslo", "4sn="])
