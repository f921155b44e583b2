"""One SQLite file under two names, by a link or a mount, or on a shared drive: nobody records, everybody may look.

Each name has a -wal of its own: of two desks, each under another name, both would be told that they had recorded, and
one would overwrite what the other had.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from cli.main import run
from ledger.recording.known_words import sessions
from ledger.store import database, own_files
from ledger.store.own_files import place_of, require_one_name
from tests.needs import needs
from tests.promises import promise

PROGRAM = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"
STAYING = """
import sys
from ledger.errors import Problem
from ledger.subjects.play.facts import AddBoards
from ledger.office import Office
with Office.open(sys.argv[1]) as office:
    office.store.log.heads()
    print("open", flush=True)
    for line in sys.stdin:
        try:
            if line.startswith("look"):
                print("sees", office.session("s").number, flush=True)
            else:
                office.submit("s", AddBoards((int(line),)))
                print("recorded", line.strip(), flush=True)
        except Problem as problem:
            print(problem.code, problem.message, problem.hint, flush=True)
"""


class StayingDesk:
    """A desk that stays open, in a process and a mount namespace of its own; `mounted`: what it mounts first, where."""

    def __init__(self, path, mounted=None):
        own = [sys.executable, "-c", STAYING, str(path)]
        if mounted:
            source, target = mounted
            script = 'mount --bind "$1" "$2"; shift 2; exec "$@"'
            own = ["unshare", "-m", "sh", "-c", script, "sh", str(source), str(target), *own]
        elif mounted == ():
            own = ["unshare", "-m", *own]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(own, text=True, **pipes)
        assert self.process.stdout.readline() == "open\n", self.process.stderr.read()

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def mount(self, source, target):
        """Mount a file while the desk is open, where the desk sees it."""
        command = ["nsenter", "-t", str(self.process.pid), "-m", "mount", "--bind", str(source), str(target)]
        subprocess.run(command, check=True)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.process.communicate(timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.process.communicate()


@pytest.fixture
def path(tmp_path, capsys):
    """A ledger of one event in a folder of its own."""
    path = tmp_path / "office" / "club.db"
    path.parent.mkdir()
    for command in (["init"], ["session", "open", "s", "--boards", "1"]):
        assert run(["--db", str(path), *command]) == 0
    capsys.readouterr()
    return path


def typed(path, *command):
    """One command in a process of its own."""
    return subprocess.run([sys.executable, "-c", PROGRAM, "--db", str(path), *command], capture_output=True, text=True)


def linked(path, name="same.db", folder=None):
    """A second name of a file, a hard link."""
    second = (folder or path.parent) / name
    os.link(path, second)
    return second


def mounted(path, folder, *command):
    """One command that sees a file mounted alone in another folder."""
    folder.mkdir(exist_ok=True)
    target = folder / "club.db"
    target.touch()
    script = 'mount --bind "$1" "$2"; shift 2; exec "$@"'
    own = [sys.executable, "-c", PROGRAM, "--db", str(target), *command]
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", str(path), str(target), *own], capture_output=True, text=True
    )


RECORDING = (
    *("init", "upgrade", "session open t --boards 1", "result add 1/1 PASS --ns 1 --ew 2", "session add-boards 7"),
    *("official add ann --as chief-director", "seal", "tournament open spring"),
)
LOOKING = (
    "standings",
    "log",
    "verify",
    "check",
    "board 1",
    "session list",
    "log --json",
    "doctor --json",
    "person list",
)


@promise("A37", "B13")
@pytest.mark.parametrize("command", RECORDING)
def test_nothing_is_recorded_in_a_file_with_two_names(path, tmp_path, capsys, monkeypatch, command):
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", str(tmp_path / "office.key"))
    shutil.copyfile(path, tmp_path / "copy.db")
    assert run(["--db", str(tmp_path / "copy.db"), "--no-input", "seal", "--new-key", "office"]) == 0
    assert run(["--db", str(tmp_path / "copy.db"), "--no-input", *command.split()]) == 0
    capsys.readouterr()
    second = linked(path)
    before = path.read_bytes()
    for each in (path, second):
        code = run(["--db", str(each), "--no-input", *command.split()])
        refusal = capsys.readouterr().err
        assert (code, "error[database-two-names]" in refusal) == (5, True), refusal
        assert "club.db and same.db" in refusal.replace("same.db and club.db", "club.db and same.db")
        assert "nothing was recorded; end every desk under either name first" in refusal
        assert "then remove the name that no desk uses" in refusal
    assert path.read_bytes() == before
    assert {each.name for each in path.parent.iterdir()} == {"club.db", "same.db"}


@pytest.mark.parametrize("command", [each for each in RECORDING if each not in ("init", "upgrade", "seal")])
def test_a_command_that_is_only_tried_is_refused_as_it_would_be(path, capsys, command):
    linked(path)
    assert run(["--db", str(path), "--no-input", *command.split(), "-n"]) == 5
    said = capsys.readouterr()
    assert ("Would" in said.out, "error[database-two-names]" in said.err) == (False, True)


def test_a_backup_is_restored_into_no_file_with_two_names(path, capsys):
    copy, empty = path.parent / "copy.db", path.parent / "empty.db"
    assert run(["--db", str(path), "backup", str(copy)]) == 0
    empty.touch()
    linked(empty)
    capsys.readouterr()
    assert run(["--db", str(empty), "restore", str(copy)]) == 5
    assert "empty.db is one file under 2 names, empty.db and same.db" in capsys.readouterr().err
    assert empty.stat().st_size == 0


def test_whoever_ends_every_desk_before_he_removes_a_name_loses_nothing(path):
    """Of the two names the one that a desk had open goes, and its -wal would be of nobody."""
    (path.parent.parent / "b").mkdir()
    with StayingDesk(path) as first:
        assert first.ask(2) == "recorded 2"
        second = linked(path, "club.db", path.parent.parent / "b")
        refused = typed(second, "session", "add-boards", "3")
        assert "end every desk under either name first" in refused.stderr
        looked = typed(second, "log")
        assert "events recorded under another name are missing here" in looked.stderr
        first.close()
    path.unlink()
    assert not path.with_name("club.db-wal").exists()
    assert typed(second, "session", "add-boards", "3").returncode == 0
    log = typed(second, "log").stdout
    assert ("#2" in log, "#3" in log) == (True, True)


@pytest.mark.parametrize("command", LOOKING)
def test_a_file_with_two_names_is_looked_at_and_nothing_is_made_beside_it(path, capsys, command):
    second = linked(path, folder=path.parent.parent)
    for each in (path, second):
        wrong = command.startswith("doctor")
        assert run(["--db", str(each), *command.split()]) == wrong
        assert "2 names" in "".join(capsys.readouterr()) or "--json" in command
    assert [each.name for each in path.parent.iterdir()] == ["club.db"]


@promise("B13")
def test_a_file_with_two_names_is_backed_up_and_recorded_in_again_under_one(path, capsys):
    second = linked(path)
    copy = path.parent / "copy.db"
    assert run(["--db", str(second), "backup", str(copy)]) == 0
    assert "2 names" in capsys.readouterr().err
    for each in (copy, path):
        if each == path:
            second.unlink()
        assert run(["--db", str(each), "session", "add-boards", "2"]) == 0
        assert "names" not in capsys.readouterr().err


def test_a_backup_and_a_new_ledger_take_the_place_of_one_name_alone(path, capsys):
    """What is written beside the file and then takes its name leaves the other name what it was."""
    assert run(["--db", str(path), "backup", str(path.parent / "copy.db")]) == 0
    kept = linked(path.parent / "copy.db", "kept.db").read_bytes()
    assert run(["--db", str(path), "session", "add-boards", "2"]) == 0
    assert run(["--db", str(path), "backup", str(path.parent / "copy.db"), "--overwrite"]) == 0
    assert (path.parent / "kept.db").read_bytes() == kept
    assert place_of(path.parent / "copy.db").fault == ""


@promise("B13")
@pytest.mark.parametrize("killed", [True, False], ids=["killed", "ended"])
def test_a_link_that_appears_while_a_desk_is_open_stops_both_and_loses_nothing(path, killed):
    with StayingDesk(path) as first:
        assert first.ask(2) == "recorded 2"
        second = linked(path)
        assert first.ask(3).startswith("database-two-names")
        assert first.ask("look") == "sees 2"
        other = typed(second, "session", "add-boards", "4")
        assert (other.returncode, "error[database-two-names]" in other.stderr) == (5, True)
        looked = typed(second, "log")  # what the desk recorded lies in club.db-wal, which this name does not see
        told = "events recorded under club.db are missing here until every desk there has ended"
        assert (looked.returncode, told in looked.stderr) == (0, True)
        assert not (path.parent / "same.db-wal").exists()
        if killed:
            first.kill()
            assert "#2" in typed(path, "log").stdout  # the -wal that is left lies under this name
            second.unlink()
        else:
            second.unlink()
            assert first.ask(5) == "recorded 5"
            first.close()
    events = 2 if killed else 3
    assert f"s: {events} events" in typed(path, "verify").stdout
    assert typed(path, "session", "add-boards", "6").returncode == 0
    assert f"s: {events + 1} events" in typed(path, "verify").stdout


@promise("B13")
@needs("leave to mount")
def test_two_desks_of_one_file_of_which_one_sees_it_mounted_lose_nothing(path, tmp_path):
    target = tmp_path / "data" / "club.db"
    target.parent.mkdir()
    target.touch()
    with StayingDesk(path) as first, StayingDesk(target, mounted=(path, target)) as second:
        answers = [(first.ask(board), second.ask(board + 10)) for board in range(2, 6)]
        for mine, theirs in answers:
            assert mine.startswith("recorded ")
            assert theirs.startswith("database-two-names")
            assert "is mounted by itself" in theirs
            assert "mount the folder it lies in" in theirs
        first.kill()
        assert second.ask("look") == "sees 1"
    assert "s: 5 events" in typed(path, "verify").stdout
    assert [each.name for each in target.parent.iterdir()] == ["club.db"]


@needs("leave to mount")
@pytest.mark.parametrize(
    "command", ["init", "upgrade", "session open t --boards 1", "result add 1/1 PASS --ns 1 --ew 2"]
)
def test_nothing_is_recorded_in_a_file_that_is_mounted_alone(path, tmp_path, command):
    done = mounted(path, tmp_path / "data with blank", *command.split())
    assert (done.returncode, "error[database-two-names]" in done.stderr) == (5, True)
    assert f"data with blank/club.db is mounted by itself, from {path}" in done.stderr


@needs("leave to mount")
@pytest.mark.parametrize("command", ["standings", "log", "verify", "doctor"])
def test_a_file_that_is_mounted_alone_is_looked_at(path, tmp_path, command):
    done = mounted(path, tmp_path / "data", command)
    assert done.returncode == (command == "doctor"), done.stderr
    assert "is mounted by itself" in done.stdout + done.stderr
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["club.db"]


@needs("leave to mount")
def test_no_ledger_is_made_in_an_empty_file_that_is_mounted_alone(tmp_path):
    (tmp_path / "empty.db").touch()
    done = mounted(tmp_path / "empty.db", tmp_path / "data", "init")
    assert (done.returncode, "error[database-two-names]" in done.stderr) == (5, True)
    assert (tmp_path / "empty.db").stat().st_size == 0


@needs("leave to mount")
def test_a_mount_that_appears_while_a_desk_is_open_stops_it(path):
    with StayingDesk(path, mounted=()) as desk:
        assert desk.ask(2) == "recorded 2"
        desk.mount(path, path)
        assert desk.ask(3).startswith("database-two-names")
        assert desk.ask("look") == "sees 2"


@needs("leave to mount")
def test_a_folder_that_is_mounted_is_no_second_name(path, tmp_path):
    """-wal and -shm lie in it too: both desks record, and see each other."""
    (tmp_path / "data").mkdir()
    target = tmp_path / "data" / "club.db"
    script = 'mount --bind "$1" "$2"; shift 2; exec "$@"'
    own = ["unshare", "-m", "sh", "-c", script, "sh", str(path.parent), str(target.parent)]
    with StayingDesk(path) as first:
        for board in (2, 4):
            assert first.ask(board) == f"recorded {board}"
            command = [sys.executable, "-c", PROGRAM, "--db", str(target), "session", "add-boards", str(board + 1)]
            assert subprocess.run([*own, *command]).returncode == 0
        assert first.ask("look") == "sees 5"


MADE_UP = r"""
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 0:50 / /mnt/club\040office rw,relatime shared:2 master:3 - {kind} server:/club rw,vers=4.2,addr=10.0.0.1
23 21 8:1 /srv/club.db /data/club.db rw - ext4 /dev/sda1 rw
"""


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        *((kind, "shared drive") for kind in ("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "vboxsf", "drvfs")),
        *((kind, "shared drive") for kind in ("virtiofs", "fuse.rclone", "fuse")),
        *((kind, "another name below") for kind in ("overlay", "fuse.fuse-overlayfs")),
        *((kind, "") for kind in ("ext4", "btrfs", "xfs", "fuseblk", "tmpfs", "zfs", "vfat")),
    ],
)
def test_the_table_of_mounts_tells_on_what_a_file_lies(kind, fault):
    mounts = own_files.read_mounts(MADE_UP.strip().format(kind=kind))
    assert mounts["22"].point == "/mnt/club office"
    place = own_files.mounted_place("/mnt/club office/club.db", "22", "22", mounts)
    assert (fault in place.fault, bool(place.fault), place.has_other_locks) == (True, bool(fault), bool(fault))
    assert ("mount a folder" in place.way_out) == (fault == "another name below")
    assert own_files.mounted_place("/srv/club.db", "21", "21", mounts).fault == ""
    alone = own_files.mounted_place("/data/club.db", "23", "21", mounts)
    assert alone.fault == "is mounted by itself, from /srv/club.db"


def test_a_container_records_in_its_own_root_and_doctor_says_that_it_goes_with_it():
    place = own_files.mounted_place("/home/club.db", "1", "1", own_files.read_mounts("1 0 0:30 / / rw - overlay o rw"))
    assert (place.fault, place.has_other_locks, "is deleted with it" in place.warning) == ("", False, True)


def test_a_drive_of_windows_that_is_a_servers_is_told_by_its_path():
    place = own_files.mounted_place(r"\\server\club\club.db", "", "", {})
    assert (place.has_other_locks, place.fault.startswith("lies on a shared drive (")) == (True, True)


@promise("B16")
def test_a_file_on_a_shared_drive_is_looked_at_in_a_copy_and_nobody_records(path, monkeypatch, capsys):
    with StayingDesk(path) as there:
        assert there.ask(2) == "recorded 2"
        mounts = own_files.read_mounts(own_files.Path("/proc/self/mountinfo").read_text())
        monkeypatch.setattr(own_files, "_SHARED", (mounts[own_files._mount_of(str(path))].kind,))
        own_files._mounted_place.cache_clear()
        for command in (["session", "add-boards", "3"], ["--db", str(path.parent / "new.db"), "init"]):
            assert run(["--db", str(path), *command]) == 5
            refusal = capsys.readouterr().err
            assert "lies on a shared drive (" in refusal
            assert "put it on a disk of this computer, or use PostgreSQL" in refusal
        beside = {each.name for each in path.parent.iterdir()}
        assert run(["--db", str(path), "log"]) == 0
        said = capsys.readouterr()
        assert ("#2" in said.out, "others have just recorded may be missing here" in said.err) == (True, True)
        assert run(["--db", str(path), "doctor"]) == 1
        assert {each.name for each in path.parent.iterdir()} == beside == {"club.db", "club.db-wal", "club.db-shm"}
        assert there.ask(4) == "recorded 4"
    own_files._mounted_place.cache_clear()


@promise("B16")
@needs("leave to mount", "overlay file systems")
def test_a_file_in_a_layer_over_another_is_looked_at_and_nobody_records(path, tmp_path):
    """The layer below goes on: a desk of the host that has it open loses nothing to those who look in the container."""
    for folder in ("upper", "work", "merged"):
        (tmp_path / folder).mkdir()
    layers = f"lowerdir={path.parent},upperdir={tmp_path}/upper,workdir={tmp_path}/work"
    script = 'mount -t overlay overlay -o "$1" "$2"; shift 2; exec "$@"'
    merged = tmp_path / "merged" / "club.db"

    def contained(*command, name="club.db"):
        own = [sys.executable, "-c", PROGRAM, "--db", str(merged.with_name(name)), *command]
        shell = ["unshare", "-m", "sh", "-c", script, "sh", layers, str(merged.parent), *own]
        return subprocess.run(shell, capture_output=True, text=True)

    with StayingDesk(path) as desk:
        assert desk.ask(2) == "recorded 2"
        for refused in (contained("session", "add-boards", "3"), contained("init", name="new.db")):
            assert (refused.returncode, "lies in a layer (overlay) over files" in refused.stderr) == (5, True)
            assert "mount a folder for it, as in `docker run -v" in refused.stderr
        looked = contained("log")
        assert (looked.returncode, "#2" in looked.stdout) == (0, True), looked.stderr
        assert desk.ask(4) == "recorded 4"
    assert "s: 3 events" in typed(path, "verify").stdout
    assert [*(tmp_path / "upper").iterdir()] == []


@promise("B13")
def test_a_symbolic_link_is_no_second_name(path, tmp_path, capsys):
    """Both desks share the -wal beside the file itself."""
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with StayingDesk(path) as first, StayingDesk(link) as second:
        for board in range(2, 8, 2):
            assert first.ask(board) == f"recorded {board}"
            assert second.ask(board + 1) == f"recorded {board + 1}"
        assert first.ask("look") == second.ask("look") == "sees 7"
    assert [each.name for each in tmp_path.glob("link.db*")] == ["link.db"]


@pytest.mark.parametrize("asked", ["look", "tab"])
def test_a_look_through_a_symbolic_link_sees_what_waits_beside_the_file(path, tmp_path, monkeypatch, asked):
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with closing(sqlite3.connect(path)) as holder:
        holder.execute("SELECT count(*) FROM event").fetchone()
        assert run(["--db", str(path), "session", "open", "later", "--boards", "1", "-q"]) == 0
        if asked == "look":
            monkeypatch.setattr(database, "may_be_written", lambda _: False)
            assert "later" in looked(link)
        else:
            assert "later" in sessions(str(link))


def looked(path):
    from ledger.store.store import Store

    with closing(Store(f"sqlite:///{path}")) as store:
        return store.log.streams()


@pytest.mark.parametrize("there", ["a link in a folder of many", "no /proc", "another system"])
def test_what_cannot_be_known_stops_nobody(path, monkeypatch, there):
    if there == "no /proc":
        monkeypatch.setattr(own_files.Path, "read_text", lambda *_, **__: (_ for _ in ()).throw(OSError()))
    elif there == "another system":
        monkeypatch.delattr(os, "O_PATH", raising=False)
    require_one_name(path)
    if there == "a link in a folder of many":
        linked(path, folder=path.parent.parent)
        assert place_of(path).fault == "is one file under 2 names"


def test_the_index_of_cases_is_made_in_memory_where_its_file_has_a_second_name(path, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    assert run(["--db", str(path), "cases", "hesitat"]) == 0
    (index,) = (tmp_path / "state").glob("*.cases.db")
    capsys.readouterr()
    os.link(index, tmp_path / "index.db")
    assert run(["--db", str(path), "cases", "hesitat"]) == 0
    assert "the index of cases cannot be stored" in "".join(capsys.readouterr())


def test_threads_that_record_at_once_all_ask_whether_a_mount_has_changed(path):
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: place_of(path).fault, range(4_000)))
    assert set(answers) == {""}
