"""Completion: what Tab offers for every word of every command, from a file at a glance or from a session in hand."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time

import click
import pytest

from cli.completion import table, writing
from cli.completion.answering import answer
from cli.completion.offers import OFFERS
from cli.completion.shells import SHELLS
from cli.main import run
from cli.options.root import root
from cli.terminal.overview import COMMANDS
from cli.terminal.settings import Settings
from ledger.office import Office
from ledger.recording.known_words import WordsOfFile, WordsOfSession
from ledger.session.moment import number_at

_OWN = """
accept_late agreed ahead alleged also alternatives among amount answers approved_by artificial at authority
address awarded barred behind boards by_sides bye calls cards changes claim claims club club_number columns command_id
commentator committee contestants date deposit disallowed dissent event events evidence expected facts fault field
figures findings fine grounds here host imps instead into kinds lead least_boards leave legal_route letters links
login matches member name named names new_key note notes pairs penalty present question reason recommendation
regulation removed result result_ results rounds rows section seed seeds segments self_inflicted servers
session_unit share sharing side signed since source split stage statements stratum tables text through ties
title to top triangle unit unless until url version view weight weighted word words writers
"""
SAID_IN_WORDS_OF_ONES_OWN = set(_OWN.split())
"""What no list holds: results, texts, names of people, numbers."""


def parameters(command=root, path=""):
    """Every parameter of every command that takes a text, with what it is offered."""
    for each in command.params:
        if isinstance(each.type, type(click.STRING)) and not getattr(each, "is_flag", False):
            yield path, each.name, writing.takes(path, command, each)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from parameters(command.get_command(context, name), f"{path} {name}".strip())


def test_every_parameter_is_offered_something_or_is_said_in_words_of_ones_own():
    unknown = {(path, name) for path, name, takes in parameters() if takes == writing.NOTHING}
    own = {name for path, name in unknown if (path, name) != ("tournament stage add", "stage")}
    assert own <= SAID_IN_WORDS_OF_ONES_OWN, unknown


def test_the_table_that_tab_reads_says_what_the_commands_say(monkeypatch):
    writing.require_written()
    monkeypatch.setitem(COMMANDS, "board", (COMMANDS["board"][0], "Something else"))
    with pytest.raises(ValueError, match="write_completion"):
        writing.require_written()


def test_the_table_names_no_offer_there_is_not():
    there = {*OFFERS, "files", "folders", writing.NOTHING}
    for path in table.paths():
        for each in table.command(path).parameters:
            named = each.takes.split() if not each.takes.startswith("=") else []
            assert {name.partition(":")[0] for name in named} <= there, (path, each)


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


def offered(db, line, known=None):
    """What Tab offers for the last word of a line."""
    *words, begun = line.split(" ")
    asked = Settings()
    asked.db, asked.known_words = db, known
    return [each.value if each.kind == "plain" else f"<{each.kind}>" for each in answer(words, begun, asked)]


def test_a_glance_at_a_file_knows_what_the_session_itself_does_of_boards_and_tables(tmp_path):
    """Boards that were taken out again, seats that were corrected, a result that was voided."""
    db = str(tmp_path / "t.db")
    for line in (
        "init",
        "session open t --boards 1-3 --contestants 1-9",
        *(f"result add 1/{at} 4SN= --ns {2 * at - 1} --ew {2 * at}" for at in (1, 2, 3, 4)),
        "result correct 1/1 --now-ew 9",
        "result correct 1/2 --swapped",
        "result correct 1/4 --now-table 7",
        "result void 1/3 --reason none --yes",
        "session add-boards 4-5",
        "undo @ --yes",
    ):
        assert run(["--db", db, *line.split(), "-q", "--no-input"]) == 0, line
    with Office.open(db) as office:
        known = WordsOfSession(office.session("t"), ["t"])
    seen = WordsOfFile(db, "t")
    assert seen.boards() == known.boards() == [1, 2, 3]
    assert seen.tables(1, with_result=True) == known.tables(1, with_result=True) == ["1", "2", "7"]


WORDS = {
    "ru": ["ruling"],
    "report board 1": ["1", "10", "11", "12"],
    "explain 1": ["1", "10", "11", "12", "1/1", "1/2"],
    "deal add 2": ["2"],
    "result add 1/": ["1/3"],
    "result add 2/": ["2/1"],
    "result not-played 2 --table ": ["1"],
    "result correct 2/": ["2/2", "2/3"],
    "result correct 2/3 --now-table ": ["1", "2", "3"],
    "ruling add 1/": ["1/1", "1/2"],
    "ruling add 1 --table ": ["1", "2"],
    "call add 2/": ["2/1", "2/2", "2/3"],
    "ruling add 1/1 --ns 2": ["2NS", "2EW"],
    "ruling add 1/1 --law 16": ["16", "16A", "16B", "16C", "16D"],
    "ruling add 1/1 --call ": ["C-0001"],
    "ruling add --law=16B 1/": ["1/1", "1/2"],
    "ruling add --table=2 1/1 --off": ["--offender"],
    "ruling add 1 --table=": ["--table=1", "--table=2"],
    "ruling add 1/1 --offender no": ["none"],
    "ruling amend ": ["R-0002", "R-0001"],
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
    "help result": ["result-files", "result"],
    "help laws 9": ["9", "90", "91", "92", "93", "9A", "9B", "9C", "9D"],
    "help 9": ["9", "90", "91", "92", "93", "9A", "9B", "9C", "9D"],
    "help ruling a": ["add", "amend"],
    "import x --profile ebu": ["<file>", "ebu", "ebu-swiss-pairs", "ebuscore"],
    "report standings --language ": ["<file>", "de", "en", "fr", "pl"],
    "import ": ["<file>"],
    "demo --keep ": ["<file>"],
    "completion ": ["bash", "zsh", "fish", "powershell"],
}


@pytest.mark.parametrize("line", WORDS)
def test_what_is_offered(evening, line):
    assert offered(evening, line) == WORDS[line]


def test_the_end_of_play_is_told_as_what_it_is(evening):
    asked = Settings()
    asked.db = evening
    (told,) = answer(["standings", "--as-of"], "end", asked)
    assert told.about == "after the last result recorded"
    with Office.open(evening, by="x") as office:
        last = number_at(told.value, office.log("thursday"))
        assert [each.number for each in office.log("thursday") if each.name.startswith("result-recorded/")][-1] == last


@pytest.mark.parametrize("line", [line for line in WORDS if "nobody" not in line])
def test_a_session_in_hand_offers_the_same(evening, line):
    office = Office.open(evening, by="x")
    known = WordsOfSession(office.session("thursday"), office.sessions())
    office.close()
    assert offered("nowhere.db", line, known) == WORDS[line]


def test_each_case_is_told_with_what_it_is_about(evening):
    office = Office.open(evening, by="x")
    known = WordsOfSession(office.session("thursday"), office.sessions())
    office.close()
    told = WordsOfFile(evening, None).cases()
    assert told == known.cases()
    assert told["R-0001"] == "board 1 table 1"
    assert told["A-0001"] == "R-0001"


TAKEN_BACK = (
    "tournament open summer",
    "tournament stage add only --tournament summer",
    "session open july --boards 1 --contestants 1-3",
    "session open august --boards 1 --contestants 1-2",
    "tournament add july --stage only --section D --tournament summer",
    "tournament add august --stage only --section E --tournament summer",
    "tournament enter 21-22 --stratum C --tournament summer",
    "tournament enter 23-24 --stratum D --tournament summer",
    "undo 6 --session summer --yes",
    "tournament link july 1=31 --tournament summer",
    "tournament link july 1=32 --tournament summer",
    "tournament link july 2=33 --tournament summer",
    "tournament link august 1=34 --tournament summer",
    "undo 9 --session summer --yes",
    "undo 10 --session summer --yes",
    "tournament remove august --tournament summer --yes",
)
"""A tournament of which an entry, two links and a session are taken back."""


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """Two tournaments: one with a session in its first stage, one with nothing; and a session of neither."""
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
            "tournament open autumn",
            "tournament open cup",
            "tournament stage add ko --format knockout --tournament cup",
            "tournament stage add league --tournament cup",
            "tournament enter Norway,Iceland,Malta,Wales --seed 1 --tournament cup",
            "tournament draw-bracket ko --tournament cup",
            "tournament open winter",
            "tournament stage add only --tournament winter",
            "session open monday --boards 1-2 --contestants 1-2",
            "tournament add monday --stage only --section C --tournament winter",
            "tournament stage add last --tournament winter",
            "session open tuesday --boards 1-2 --contestants 1-2",
            "tournament add tuesday --stage last --tournament winter 1=C2",
            "result add 1/1 4SN= --ns 1 --ew 2 --session monday",
            "ruling add 1/1 --stands --session monday",
            *TAKEN_BACK,
        ):
            assert run(["--db", db, *line.split(), "-q", "--no-input"]) == 0, line
    return db


OF_TOURNAMENTS = {
    "tournament show --tournament ": ["autumn", "cup", "spring", "summer", "winter"],
    "tournament standings --tournament spring ": ["qualifying", "final"],
    "tournament standings --tournament autumn ": [],
    "--session friday tournament standings f": ["final"],
    "--session spring tournament standings q": ["qualifying"],
    "tournament standings ": [],
    "tournament stage amend --tournament spring ": ["qualifying", "final"],
    "tournament stage add --tournament spring ": [],
    "tournament add ": ["august", "sunday"],
    "tournament add sunday --tournament spring --stage ": ["qualifying", "final"],
    "tournament remove --tournament spring ": ["friday"],
    "tournament explain --tournament spring ": ["11", "12", "14"],
    "tournament link --tournament spring ": ["friday"],
    "tournament link friday 2": ["2NS=", "2EW="],
    "--session spring tournament link friday 2NS=": ["2NS=11", "2NS=12", "2NS=14"],
    "tournament add sunday --tournament spring --section ": ["A"],
    "tournament enter 15 --tournament spring --stratum ": ["B"],
    "tournament draw-bracket --tournament cup ": ["ko"],
    "tournament draw --tournament cup ": [],
    "tournament stage amend --tournament cup ": ["ko", "league"],
    "tournament draw-bracket ko --tournament cup --seeds Malta,": ["Malta,Norway", "Malta,Iceland", "Malta,Wales"],
    "tournament winner --tournament cup ko ": ["Norway", "Wales", "Iceland", "Malta"],
    "tournament winner --tournament cup ko Malta --against ": ["Iceland", "Norway", "Wales"],
    "tournament walk-over --tournament cup league ": [],
    "tournament explain --tournament autumn ": [],
    "tournament explain --tournament winter ": ["C1", "C2", "2"],
    "tournament standings --tournament winter --as-of mon": ["monday/"],
    "--session winter log --as-of t": ["tuesday/"],
    "tournament qualified --tournament winter --as-of monday/R": ["monday/R-0001", "monday/R-0001-"],
    "tournament diff --tournament winter monday/e": ["monday/end-of-play"],
    "--session monday log --as-of m": [],
    "use ": ["august", "autumn", "cup", "friday", "july", "monday", "spring", "summer", "sunday", "tuesday", "winter"],
    "tournament explain --tournament summer ": ["21", "22", "31"],
    "tournament enter 15 --tournament summer --stratum ": ["C"],
    "tournament add sunday --tournament summer --section ": ["D"],
}


@pytest.mark.parametrize("line", OF_TOURNAMENTS)
def test_what_is_offered_of_tournaments(congress, line):
    assert offered(congress, line) == OF_TOURNAMENTS[line]


def test_the_only_session_is_meant_beside_a_tournament(tmp_path):
    db = str(tmp_path / "club.db")
    for line in ("init", "tournament open spring", "session open friday --boards 7-8 --contestants 1-2"):
        assert run(["--db", db, *line.split(), "-q"]) == 0
    assert offered(db, "board ") == ["7", "8"]


def test_a_url_of_a_file_is_read_too(evening):
    assert offered(f"sqlite:///{evening}", "--session ") == ["thursday"]


@pytest.mark.parametrize("what", ["missing", "folder", "text", "cut", "server", "forged"])
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
            for record in (b'["t",1,"session-opened/5"', b"[]", b'{"boards":[', 7, '["t",1,"x/1",{"boards":[1]}]'):
                made.execute("INSERT INTO event VALUES ('t', 1, ?)", (record,))
        made.close()
    elif what == "server":
        where = "postgresql+psycopg://nobody@localhost:1/none"
    for line in ("board ", "ruling add 1/", "show ", "scorecard ", "tournament remove ", "tournament standings "):
        assert offered(where, line) == [], line


def test_a_ledger_that_is_locked_or_of_another_version_is_silent_and_quick(evening, tmp_path):
    locked, newer = tmp_path / "locked.db", tmp_path / "newer.db"
    shutil.copyfile(evening, locked)
    with sqlite3.connect(newer) as made:
        made.execute("CREATE TABLE alembic_version (version_num)")
        made.execute("INSERT INTO alembic_version VALUES ('from the future')")
        made.execute("CREATE TABLE event (stream, at, what)")
    made.close()
    holding = sqlite3.connect(locked, isolation_level=None)
    holding.execute("PRAGMA locking_mode = EXCLUSIVE")
    holding.execute("BEGIN EXCLUSIVE")
    holding.execute("CREATE TABLE other (x)")
    started = time.monotonic()
    for db in (locked, newer):
        for line in ("board ", "ruling add 1/", "--session ", "tournament standings "):
            assert offered(str(db), line) in ([], ["thursday"]), (db, line)
    assert time.monotonic() - started < 3
    told, _, aside = shell_asks("bash", "bridge-ledger board 1", BRIDGE_LEDGER_DB=str(locked))
    assert (told, aside) == ("", [])
    holding.close()


def test_looking_leaves_nothing_behind_and_sees_what_another_desk_has_just_recorded(evening, tmp_path):
    db = tmp_path / "club.db"
    shutil.copyfile(evening, db)
    assert offered(str(db), "--session ") == ["thursday"]
    assert os.listdir(tmp_path) == ["club.db"]
    office = Office.open(str(db), by="Ahlborn")
    office.sessions()
    assert run(["--db", str(db), "session", "open", "friday", "--boards", "1-2", "-q"]) == 0
    assert (tmp_path / "club.db-wal").exists()
    assert offered(str(db), "--session ") == ["friday", "thursday"]
    assert offered(str(db), "board ") == []  # of which session?
    assert offered(str(db), "--session friday board ") == ["1", "2"]
    office.close()


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
    """What the program answers a shell that asks, at the end of a line."""
    words = line.split(" ")
    joined = "\n".join(words) if shell == "bash" else line
    at = words[-1] if shell == "fish" else str(len(words) - 1)
    asked = {"COMP_WORDS": joined, "COMP_CWORD": at, "_BRIDGE_LEDGER_COMPLETE": f"{shell}_complete"}
    start = [sys.executable, "-X", "importtime", "-c", "import cli; cli.start()"]
    done = subprocess.run(start, env={**os.environ, **asked, **environment}, capture_output=True, text=True, check=True)
    loaded = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time")]
    told = [line for line in done.stderr.splitlines() if not line.startswith("import time")]
    return done.stdout, set(loaded), told


def test_a_tab_loads_neither_click_nor_the_database_nor_the_office(evening):
    dear = {"click", "sqlalchemy", "msgspec", "cryptography", "rich", "argparse", "pathlib", "hashlib"}
    dear |= {"ledger.bridge", "ledger.facts", "ledger.session", "ledger.office", "cli.main"}
    for line in ("explain 1/", "backup ", "export x --format ", "import x --profile e", "show ", "help ", "ruling a"):
        told, loaded, aside = shell_asks("bash", f"bridge-ledger {line}", BRIDGE_LEDGER_DB=evening, XDG_STATE_HOME="no")
        assert told.startswith(("plain,", "file,")), line
        assert "cli.completion.table" in loaded
        assert not loaded & dear, (line, loaded & dear)
        assert not aside


@pytest.mark.parametrize(
    ("shell", "line", "answered"),
    [
        ("bash", "--session = th", "plain,thursday\n"),
        ("bash", "--session =", "plain,thursday\n"),
        ("bash", "--session=th", "plain,--session=thursday\n"),
        ("bash", "ruling show r-0002", "plain,R-0002\n"),
        ("zsh", "--session=th", "plain\n--session=thursday\n_\n"),
        ("zsh", "ruling show r-0002", "plain\nR-0002\nboard 2 table 3\n"),
        ("fish", "ruling show r-0002", "plain,R-0002\tboard 2 table 3\n"),
        ("fish", "ruling show ", "plain,R-0002\tboard 2 table 3\nplain,R-0001\tboard 1 table 1\n"),
        ("powershell", "--session t", "plain\nthursday\n_\n"),
        ("tcsh", "--session t", ""),
        ("bash", "nonsense st", ""),
        ("bash", "ruling nonsense --", ""),
        ("bash", "ruling add -- --wei", ""),
    ],
)
def test_each_shell_is_answered_in_its_own_form(evening, shell, line, answered):
    told, _, aside = shell_asks(shell, f"bridge-ledger {line}", BRIDGE_LEDGER_DB=evening)
    assert told == answered
    assert not aside


def test_a_word_that_bash_parted_is_answered_without_its_first_piece(congress):
    for line in ("link friday 2NS = 1", "link friday 2NS ="):
        line = f"bridge-ledger --session spring tournament {line}"
        told, *_ = shell_asks("bash", line, BRIDGE_LEDGER_DB=congress)
        assert told == "plain,11\nplain,12\nplain,14\n"


def test_a_quotation_that_is_open_is_left_to_bash(tmp_path):
    db = str(tmp_path / "teams.db")
    for line in (
        ["init"],
        ["session", "open", "x", "--scoring", "teams", "--boards", "1", "--contestants", "New York"],
    ):
        assert run(["--db", db, *line, "-q"]) == 0
    for begun, answered in (("New", "plain,'New York'\n"), ("'New", "plain,New York\n")):
        assert shell_asks("bash", f"bridge-ledger scorecard {begun}", BRIDGE_LEDGER_DB=db)[0] == answered


def test_an_option_is_offered_until_it_is_given(evening):
    assert offered(evening, "ruling add 1/1 --weig") == ["--weighted"]
    for given in ("--weighted x", "--weighted=x"):
        assert offered(evening, f"ruling add 1/1 {given} --weig") == []
    assert offered(evening, "ruling add 1/1 --law 16B --la") == ["--law"]
    assert "--as-of" not in offered(evening, "ruling add --")
    assert {"-n", "--help", "--db"} <= {*offered(evening, "ruling add -")}
