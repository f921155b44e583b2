"""A ledger on a full disk: everybody may look and back up, as if it were read-only, and nothing is half recorded.

The tests mount a small disk and put on it what a laptop has on its one disk: ledger, state folder, temporary files.
Then they fill it, with bytes, or with files until there can be no more names.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cli.main import run
from tests.needs import needs
from tests.promises import promise

ROOT = Path(__file__).parents[2]
SMALL_DISK = """
import contextlib, io, json, os, shutil, subprocess, sys, tempfile
disk, options, made, *asked = json.loads(sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", disk], check=True)
shutil.copytree(made, disk, dirs_exist_ok=True)
os.chdir(disk)
os.mkdir("tmp")
tempfile.tempdir = os.environ["SQLITE_TMPDIR"] = f"{disk}/tmp"
os.environ["BRIDGE_LEDGER_STATE"] = f"{disk}/state"
from cli.main import run

def fill():
    with contextlib.suppress(OSError):
        for at in range(1000 if "nr_inodes" in options else 0):
            open(f"fill {at}", "wb").close()
        with open("fill", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

def typed(*command):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run(["--db", "club.db", "--no-input", *command])
    return code, said.getvalue()
"""
COMMANDS = """
before, commands = asked
for command in before:
    assert typed(*command)[0] == 0
fill()
answers = [typed(*command) for command in commands]
shutil.copyfile("club.db", os.path.join(os.environ["OUT"], "afterwards.db"))
if os.path.exists("club.db-wal"):
    shutil.copyfile("club.db-wal", os.path.join(os.environ["OUT"], "afterwards.db-wal"))
json.dump(answers, sys.__stdout__)
"""
STAYING = """
from ledger.errors import Problem
from ledger.subjects.play.facts import AddBoards
from ledger.office import Office
fill()
answers = []
with Office.open("club.db", state=None) as office:
    for room in (False, True):
        if room:
            os.unlink("fill")
        answers.append(office.session("s").number)
        try:
            office.submit("s", AddBoards((9,)))
            answers.append("recorded")
        except Problem as problem:
            answers.append(problem.code)
    answers.append(office.session("s").number)
json.dump(answers, sys.__stdout__)
"""
SIZES = {"bytes": "size=3m", "names": "size=3m,nr_inodes=60"}


@pytest.fixture
def made(tmp_path, capsys):
    """A folder with a ledger of three events, as a desk left it."""
    folder = tmp_path / "made"
    folder.mkdir()
    for command in ("init", "session open s --boards 1-4", "result add 1/1 4SN= --ns 1 --ew 2"):
        assert run(["--db", str(folder / "club.db"), "-q", *command.split()]) == 0
    capsys.readouterr()
    return folder


@pytest.fixture
def out(tmp_path, monkeypatch):
    """A folder on another disk."""
    folder = tmp_path / "other disk"
    folder.mkdir()
    monkeypatch.setenv("OUT", str(folder))
    return folder


def crash(path):
    """Record once more, and leave it in the -wal, as somebody does whose computer stops."""
    kept = path.with_name("kept.db")
    with closing(sqlite3.connect(path)) as holder:
        holder.execute("SELECT count(*) FROM event").fetchone()
        assert run(["--db", str(path), "-q", "result", "add", "1/2", "PASS", "--ns", "3", "--ew", "4"]) == 0
        for beside in ("", "-wal"):
            shutil.copyfile(f"{path}{beside}", f"{kept}{beside}")
    for beside in ("", "-wal"):
        os.replace(f"{kept}{beside}", f"{path}{beside}")


def on_small_disk(program, tmp_path, options, made, *asked):
    """Run a program that sees a small disk, nobody else does; returns what it prints."""
    disk = tmp_path / "disk"
    disk.mkdir(exist_ok=True)
    arguments = json.dumps([str(disk), options, str(made), *asked])
    command = ["unshare", "-m", sys.executable, "-c", SMALL_DISK + program, arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@promise("B14")
@needs("leave to mount")
@pytest.mark.parametrize("left", ["nothing", "a -wal"])
@pytest.mark.parametrize("filled", SIZES)
def test_everybody_may_look_at_a_ledger_on_a_full_disk_and_back_it_up(made, out, tmp_path, filled, left):
    if left == "a -wal":
        crash(made / "club.db")
    events = 5 if left == "a -wal" else 3
    looks = [
        *("standings", "log", "explain 1/1", "verify", "verify --strict", "check", "board 1", "session list", "show 3"),
        *("cases hesitat", "person list", "ruling list", "diff 2 3"),
    ]
    written = {
        "backup": out / "copy.db",
        "export": out / "s.zip",
        "report site": out / "site",
        "report replay -o": out / "replay.html",
    }
    commands = [each.split() for each in looks] + [[*each.split(), str(file)] for each, file in written.items()]
    answers = on_small_disk(COMMANDS, tmp_path, SIZES[filled], made, [], [*commands, ["doctor"]])
    for command, (code, printed) in zip(commands, answers, strict=False):
        assert code == 0, (command, printed)
    assert f"s: {events} events" in answers[looks.index("verify")][1]
    doctor = " ".join(answers[-1][1].split())
    assert ("disk 0 MB free" in doctor, f"1 with {events} events" in doctor) == (filled == "bytes", True)
    assert all(file.exists() for file in written.values())
    assert run(["--db", str(written["backup"]), "verify", "--strict", "-q"]) == 0


@promise("B14")
@needs("leave to mount")
@pytest.mark.parametrize("left", ["nothing", "a -wal"])
@pytest.mark.parametrize("filled", SIZES)
def test_what_would_be_recorded_on_a_full_disk_is_refused_and_nothing_is(made, out, tmp_path, filled, left, capsys):
    if left == "a -wal":
        crash(made / "club.db")
    commands = [
        *("result add 1/3 PASS --ns 5 --ew 6", "session open t --boards 1", "undo 3 --yes", "upgrade", "init"),
        *("session add-boards 9", "backup here.db"),
    ]
    answers = on_small_disk(COMMANDS, tmp_path, SIZES[filled], made, [], [each.split() for each in commands])
    for command, (code, printed) in zip(commands, answers, strict=True):
        if not command.startswith("backup"):
            assert (code, "error[database-full]" in printed) == (5, True), (command, printed)
            assert "nothing was recorded" in printed
        assert code in (2, 5), (command, printed)
    capsys.readouterr()
    assert run(["--db", str(out / "afterwards.db"), "verify", "--strict"]) == 0
    assert f"s: {5 if left == 'a -wal' else 3} events" in capsys.readouterr().out


@promise("B14")
@needs("leave to mount")
def test_a_desk_that_stays_records_again_as_soon_as_there_is_room(made, tmp_path):
    assert on_small_disk(STAYING, tmp_path, SIZES["bytes"], made) == [3, "database-full", 3, "recorded", 4]


@needs("leave to mount")
def test_cases_are_found_on_a_full_disk_whose_index_was_made_before(made, out, tmp_path):
    before = ["cases hesitat", "call add 1/1 -m 'hesitated over 4S'", "result add 1/2 PASS --ns 3 --ew 4"]
    before[1:2] = ["ruling add 1/1 --stands --facts hesitation --law 16B"]
    answers = on_small_disk(
        COMMANDS, tmp_path, SIZES["bytes"], made, [each.split() for each in before], [["cases", "hesitation"]]
    )
    assert answers[0][0] == 0, answers
    assert "R-0001" in answers[0][1]


@promise("B14")
@needs("strace")
@pytest.mark.parametrize("fault", ["EDQUOT", "ENOSPC", "EIO"])
@pytest.mark.parametrize("call", ["pwrite64", "ftruncate", "openat"])
def test_a_quota_that_is_used_up_stops_recording_alone(made, tmp_path, call, fault):
    """Of what SQLite makes beside the file; the first call of each kind fails, and every one after it."""
    path = made / "club.db"
    program = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"
    injected = f"inject={call}:error={fault}" + (":when=1" if call == "openat" else "")
    strace = ["strace", "-f", "-o", "/dev/null", "-P", f"{path}-shm", "-e", f"trace={call}", "-e", injected]

    def typed(*command):
        desk = [sys.executable, "-c", program, "--db", str(path), *command]
        return subprocess.run([*strace, *desk], capture_output=True, text=True, cwd=ROOT)

    looked = typed("log")
    assert (looked.returncode, "#3" in looked.stdout) == (0, True), looked.stderr
    refused = typed("session", "add-boards", "9")
    if refused.returncode:
        assert (refused.returncode, "error[database-full]" in refused.stderr) == (5, True), refused.stderr
        assert "nothing was recorded" in refused.stderr
    done = subprocess.run([sys.executable, "-c", program, "--db", str(path), "verify"], capture_output=True, text=True)
    assert f"s: {3 if refused.returncode else 4} events" in done.stdout
