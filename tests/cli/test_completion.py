"""Completion: what Tab offers for the words of a command line, by click, from a file at a glance."""

import os
import shutil
import sqlite3
import subprocess
import sys

import click
import pytest
from click.shell_completion import ShellComplete

from cli.desk.commands import root
from cli.main import run
from cli.terminal.settings import Settings
from cli.terminal.shells import SHELLS


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A ledger with two tables on board 1, one of them on board 2, a call, a ruling, an appeal and a penalty."""
    db = str(tmp_path_factory.mktemp("evening") / "club.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path_factory.mktemp("state")))
        for line in (
            "init",
            "session open thursday --boards 1-12 --contestants 1-3NS,1-3EW",
            "result add 1/1 4SN= --ns 1 --ew 1",
            "result add 1/2 4SN-1 --ns 2 --ew 2",
            "result add 1/3 4SN-2 --ns 3 --ew 3",
            "result add 2/1 3NTE= --ns 1 --ew 2",
            "result add 2/3 3NTE= --ns 3 --ew 3",
            "result void 1/3 --yes",
            "result void 2/1 --yes",
            "result add 2/2 3NTE= --ns 1 --ew 2",
            "official add Ahlborn --as chief-director --by Ahlborn",
            "call add 1/2 slow --caller N --stage play --by Ahlborn",
            "ruling add 1/1 --stands --by Ahlborn --told-of-appeal",
            "ruling add 2/3 --stands --by Ahlborn --told-of-appeal",
            "penalty add 1NS 10% --law 90B1 --by Ahlborn",
            "appeal lodge R-0001 --by-side EW --signed E,W --grounds none --by Ahlborn",
        ):
            assert run(["--db", db, *line.split(), "-q", "--no-input"]) == 0, line
    return db


def completions(db, line):
    """Everything Tab offers for the last word of a line."""
    *words, begun = line.split(" ")
    asked = Settings()
    asked.db = db
    return ShellComplete(root, {"obj": asked}, "bridge-ledger", "").get_completions(words, begun)


def offered(db, line):
    """The words Tab offers for the last word of a line."""
    return [each.value if each.type == "plain" else f"<{each.type}>" for each in completions(db, line)]


WORDS = {
    "ru": ["ruling"],
    "report board 1": ["1", "10", "11", "12"],
    "explain 1": ["1", "10", "11", "12"],
    "explain 1/": ["1/1", "1/2", "1/3"],
    "deal add 2": ["2"],
    "result add 2/": ["2/1", "2/2", "2/3"],
    "result add 2/1 ": [],
    "result correct 2/3 --now-table ": ["1", "2", "3"],
    "ruling add 1/1 --ns 2": ["2NS", "2EW"],
    "ruling add 1/1 --law 16": ["16", "16A", "16B", "16C", "16D"],
    "ruling add 1/1 --call ": ["C-0001"],
    "ruling add --law 16B 1/": ["1/1", "1/2", "1/3"],
    "ruling add --table=2 1/1 --off": ["--offender"],
    "ruling add 1 --table=": ["1", "2", "3"],
    "ruling add 1/1 --offender no": ["none"],
    "ruling amend ": ["R-0002", "R-0001"],
    "ruling amend R-0001 --wei": ["--weighted"],
    "appeal lodge ": ["R-0002", "R-0001", "P-0001"],
    "appeal hear ": ["A-0001"],
    "call facts ": ["C-0001"],
    "penalty withdraw p": ["P-0001"],
    "undo ": ["R-0002", "R-0001", "A-0001", "C-0001", "P-0001"],
    "standings --as-of r-0001": ["R-0001", "R-0001-"],
    "--session ": ["thursday"],
    "--session nobody board ": [],
    "--session nobody board 1 --session t": ["thursday"],
    "publish --by a": ["Ahlborn"],
    "scorecard 3": ["3NS", "3EW"],
    "help result-": ["result-files"],
    "help 9A": ["9A"],
    "import x --profile ebu": ["<file>", "ebu", "ebu-swiss-pairs", "ebuscore"],
    "report standings --language ": ["<file>", "en", "de"],
    "import ": ["<file>"],
    "demo --keep ": ["<file>"],
    "--db ": ["<file>"],
    "movement set ho": ["howell"],
    "completion ": ["bash", "zsh", "fish", "powershell"],
    "nonsense boa": ["board"],
    "ruling nonsense --": ["--help"],
}


@pytest.mark.parametrize("line", WORDS)
def test_what_is_offered(evening, line):
    assert offered(evening, line) == WORDS[line]


def test_a_glance_sees_boards_and_contestants_that_were_taken_out_again(tmp_path):
    db = str(tmp_path / "t.db")
    for line in ("init", "session open t --boards 1-3 --contestants 1-3", "session add-boards 4-5", "undo @ --yes"):
        assert run(["--db", db, *line.split(), "-q", "--no-input"]) == 0, line
    assert offered(db, "board ") == ["1", "2", "3"]


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """Two tournaments: one with a session in its first stage, one with a section that has a letter; and a session."""
    db = str(tmp_path_factory.mktemp("congress") / "club.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path_factory.mktemp("state")))
        for line in (
            "init",
            "tournament open spring",
            "tournament stage add qualifying",
            "tournament stage add plate",
            "undo 3 --session spring --yes",
            "tournament stage add final",
            "session open friday --boards 1-2 --contestants 1-2NS,1-2EW",
            "session open sunday --boards 1-2 --contestants 1-2",
            "tournament add friday --stage qualifying --section A",
            "tournament enter 11-12 --stratum B",
            "tournament link friday 1NS=14",
            "tournament open winter",
            "tournament stage add only --tournament winter",
            "session open monday --boards 1-2 --contestants 1-2",
            "tournament add monday --stage only --section C --tournament winter",
        ):
            assert run(["--db", db, *line.split(), "-q", "--no-input"]) == 0, line
    return db


OF_TOURNAMENTS = {
    "tournament show --tournament ": ["spring", "winter"],
    "tournament standings --tournament spring ": ["qualifying", "final"],
    "--session friday tournament standings f": ["final"],
    "--session spring tournament standings q": ["qualifying"],
    "tournament standings ": [],
    "tournament add ": ["friday", "monday", "spring", "sunday", "winter"],
    "tournament add sunday --tournament spring --stage ": ["qualifying", "final"],
    "tournament explain --tournament spring ": ["11", "12", "14"],
    "tournament explain --tournament winter ": ["C1", "C2"],
    "use ": ["friday", "monday", "spring", "sunday", "winter"],
}


@pytest.mark.parametrize("line", OF_TOURNAMENTS)
def test_what_is_offered_of_tournaments(congress, line):
    assert offered(congress, line) == OF_TOURNAMENTS[line]


def test_the_only_session_is_meant_beside_a_tournament(tmp_path):
    db = str(tmp_path / "club.db")
    for line in ("init", "tournament open spring", "session open friday --boards 7-8 --contestants 1-2"):
        assert run(["--db", db, *line.split(), "-q"]) == 0
    assert offered(db, "board ") == ["7", "8"]


def test_looking_leaves_nothing_behind(evening, tmp_path):
    shutil.copyfile(evening, tmp_path / "club.db")
    assert offered(str(tmp_path / "club.db"), "--session ") == ["thursday"]
    assert os.listdir(tmp_path) == ["club.db"]


@pytest.mark.parametrize("what", ["missing", "folder", "text", "cut", "locked", "server", "forged"])
def test_nothing_is_offered_where_there_is_nothing_to_be_read(evening, tmp_path, what):
    db = tmp_path / "a #?%41.db"
    where = str(db)
    if what == "folder":
        db.mkdir()
    elif what == "text":
        db.write_text("no ledger\n" * 200)
    elif what == "cut":
        with open(evening, "rb") as whole:
            db.write_bytes(whole.read()[:5000])
    elif what == "forged":
        with sqlite3.connect(db) as made:
            made.execute("CREATE TABLE event (session, number, record)")
            for record in (b'["t",1,"session-opened/1"', b"[]", b'{"boards":[', 7, '["t",1,"x/1",{"boards":[1]}]'):
                made.execute("INSERT INTO event VALUES ('t', 1, ?)", (record,))
        made.close()
    elif what == "locked":
        shutil.copyfile(evening, db)
        holding = sqlite3.connect(db, isolation_level=None)
        for statement in ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "CREATE TABLE other (x)"):
            holding.execute(statement)
    elif what == "server":
        where = "postgresql+psycopg://nobody@localhost:1/none"
    for line in ("board ", "ruling add 1/", "show ", "scorecard ", "tournament explain ", "tournament standings "):
        told, aside = shell_asks("bash", f"bridge-ledger {line}", BRIDGE_LEDGER_DB=where)
        assert (told, aside) == ("", ""), line


def test_a_word_that_would_steer_a_screen_is_not_offered(tmp_path):
    db = tmp_path / "forged.db"
    with sqlite3.connect(db) as made:
        made.execute("CREATE TABLE event (session, number, record)")
        made.execute("""INSERT INTO event VALUES ('a\x1b[2J', 1, ''), ('b', 1, '')""")
    made.close()
    assert offered(str(db), "--session ") == ["b"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_every_shell_says_how_it_is_had_for_good(shell, capsys):
    assert run(["completion", shell]) == 0
    printed = capsys.readouterr().out
    assert f"_BRIDGE_LEDGER_COMPLETE={shell}_complete" in printed or f"'{shell}_complete'" in printed
    assert f"bridge-ledger completion {shell} >" in printed


def shell_asks(shell, line, **environment):
    """What the program answers a shell that asks, at the end of a line, and what it says aside."""
    words = line.split(" ")
    joined = "\n".join(words) if shell == "bash" else line
    at = words[-1] if shell == "fish" else str(len(words) - 1)
    asked = {"COMP_WORDS": joined, "COMP_CWORD": at, "_BRIDGE_LEDGER_COMPLETE": f"{shell}_complete"}
    start = [sys.executable, "-c", "import cli; cli.start()"]
    done = subprocess.run(start, env={**os.environ, **asked, **environment}, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


def commands(command=root, path=()):
    """The words of every command that can be typed."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


def test_a_tab_in_any_command_loads_neither_the_database_nor_the_office():
    """Whoever presses Tab waits for what a command's module imports at its top: `tests/bench/startup.py`."""
    dear = {
        "sqlalchemy",
        "msgspec",
        "cryptography",
        "rich",
        "ledger.kernel",
        "ledger.subjects",
        "ledger.session",
        "ledger.office",
    }
    tab = "from cli.desk.commands import root; import sys; from click.shell_completion import ShellComplete"
    asked = f"{tab}; [ShellComplete(root, {{}}, '', '').get_completions(list(each), '--') for each in {[*commands()]}]"
    done = subprocess.run([sys.executable, "-c", f"{asked}; print(*sys.modules)"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not {*done.stdout.split()} & dear


@pytest.mark.parametrize(
    ("shell", "line", "answered"),
    [
        ("bash", "--session = th", "plain,thursday"),
        ("bash", "--session =", "plain,thursday"),
        ("bash", "ruling show r-0002", "plain,R-0002"),
        ("zsh", "ruling show r-0002", "plain\nR-0002\nboard 2 table 3"),
        ("fish", "ruling show r-0002", "plain,R-0002\tboard 2 table 3"),
        ("powershell", "--session t", "plain\nthursday\n_"),
        ("tcsh", "--session t", ""),
    ],
)
def test_each_shell_is_answered_in_its_own_form(evening, shell, line, answered):
    told, aside = shell_asks(shell, f"bridge-ledger {line}", BRIDGE_LEDGER_DB=evening)
    assert (told, aside) == (answered, "")
