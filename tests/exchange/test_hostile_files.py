"""Files, logs and databases that mean harm, or are no files at all: each answered in a sentence, in little memory."""

import json
import os
import shutil
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from cli.main import run
from ledger.bounds import Bounds
from ledger.bounds.files import LINES, TAGS
from ledger.bridge import Result
from ledger.digests import event_digest
from ledger.errors import Corrupt, Misuse
from ledger.exchange import sheet
from ledger.exchange.csv.read import read_csv
from ledger.exchange.usebio.read import read_usebio
from ledger.files import read_file
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Stands
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording.recorder import read_back
from ledger.store import chain
from ledger.store.record import is_canonical, name_of, write
from ledger.subjects.appeals.facts import AppealDecided
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from tests.exchange import fuzz
from tests.exchange.files import board, line, pair
from tests.exchange.files import usebio as xml
from tests.exchange.fuzzed_logs import Logs
from tests.needs import require
from tests.store.unguarded import unguarded

MILLION = "1" * 1_000_000


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A folder with an evening, its seal, a receipt and a bundle."""
    folder = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        fuzz.make_office(folder)
    return folder


@pytest.fixture
def desk(office, tmp_path, monkeypatch, capsys):
    """A function that types a command in a folder with that ledger, and an empty one: exit code, all that was said."""
    for name in ("bridge-ledger.db", "empty.db", "s.zip", "s.seal", "k.pub"):
        shutil.copy(office / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")

    def typed(*words):
        code = run([*words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return typed


def written(*lines):
    Path("f.csv").write_text("\n".join(("board,table,ns,ew,score", *lines)) + "\n")
    return "f.csv"


# Result files


@pytest.mark.parametrize("form", ["butler", "cross-imps", "teams", "knockout"])
def test_a_per_cent_that_is_no_award_in_imps_is_one_line_that_needs_a_person(desk, form):
    here, there = ("Oslo,Bergen", "Bergen,Oslo") if form in ("teams", "knockout") else ("1,2", "3,4")
    file = written(f"1,1,{here},420", f"1,2,{there},A7040", f"2,1,{here},50")
    code, said = desk("--db", "empty.db", "import", file, "--scoring", form)
    assert (code, "f.csv line 3: 70/40 is no artificial score in IMPs" in said) == (1, True)
    assert desk("--db", "empty.db", "import", file, "--scoring", form, "--skip-bad")[0] == 0
    assert desk("--db", "empty.db", "standings")[0] == 0


def test_the_same_per_cent_is_one_at_matchpoints(desk):
    assert desk("--db", "empty.db", "import", written("1,1,1,2,420", "1,2,3,4,A7040"))[0] == 0


@pytest.mark.parametrize("number", [MILLION, "1" * 5_000, "²", "٣", "-1", "0", "10000", "1e3"], ids=len)
def test_a_board_of_a_million_digits_is_one_line(desk, number):
    code, said = desk("--db", "empty.db", "import", written("1,1,1,2,420", f"{number},1,1,2,420"))
    assert (code, len(said) < 600, "1 line needs a person: f.csv line 3" in said) == (1, True, True)
    Path("f.xml").write_text(xml(board(1, [line("1", "2", "420")]) + board(number, [line("1", "2", "420")])))
    code, said = desk("--db", "empty.db", "import", "f.xml")
    assert (code, len(said) < 600) == (1, True)


@pytest.mark.parametrize(
    "row",
    [
        '1,2,"3\n#9      00:00  Ahlborn",4,50',
        "1,2,3\x1b]0;x\x07,4,50",
        "1,2,x,y,50",
        '1,2,"3"x,4,50',
        "1,2,3,4,50,,",
        "1,\x9b,3,4,50",
    ],
    ids=ascii,
)
def test_a_bad_line_of_a_file_is_one_line_and_not_the_file(desk, row):
    code, said = desk("--db", "empty.db", "import", written("1,1,1,2,420", row), "--skip-bad")
    assert (code, "Recorded 1 result" in said, "1 line that needs a person" in said) == (0, True, True)
    assert "\x1b" not in said
    assert "\n#9" not in said


def test_a_player_no_list_can_show_is_one_line(desk):
    pairs = pair("1", names=("\u202eeoD enaJ", "B")) + pair("x\x9b", names=("A", "B")) + pair("2", names=("C", "D"))
    Path("f.xml").write_text(xml(f"<PARTICIPANTS>{pairs}</PARTICIPANTS>" + board(1, [line("1", "2", "420")])))
    code, said = desk("--db", "empty.db", "import", "f.xml", "--skip-bad")
    assert (code, "2 lines that need a person" in said, r"\u202e" in said) == (0, True, True)
    assert desk("--db", "empty.db", "person", "list", "--plain")[1].count("\n") == 3  # the heading, and a pair's two


PILE = "Zoe" + "\u0301" * 200 + " Roe"


def test_a_name_with_a_pile_of_marks_is_one_line_of_usebio(desk):
    pairs = pair("1", names=(PILE, "B")) + pair("2", names=("Nguye\u0302\u0303n", "D"))
    Path("f.xml").write_text(xml(f"<PARTICIPANTS>{pairs}</PARTICIPANTS>" + board(1, [line("1", "2", "420")])))
    code, said = desk("--db", "empty.db", "import", "f.xml", "--skip-bad")
    assert (code, "1 line that needs a person" in said, "has 199 combining marks on one letter" in said) == (0,) + (
        True,
    ) * 2
    assert "\u0301\u0301" not in said
    assert "Nguyễn" in unicodedata.normalize("NFC", desk("--db", "empty.db", "person", "list", "--plain")[1])


def test_a_name_with_a_pile_of_marks_is_one_line_of_pbn(desk):
    games = [
        f'[Event "x"]\n[Board "1"]\n[North "{north}"]\n[South "B"]\n[East "C"]\n[West "D"]\n'
        '[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n[PairNS "1"]\n[PairEW "2"]\n'
        for north in (PILE,)
    ]
    Path("f.pbn").write_text("\n".join(games))
    code, said = desk("--db", "empty.db", "import", "f.pbn")
    assert (code, "has 199 combining marks on one letter" in said, "\u0301\u0301" in said) == (1, True, False)


def test_a_pile_of_marks_is_not_typed(desk):
    code, said = desk("call", "add", "1/1", PILE, "--caller", "N", "--stage", "play")
    assert (code, "alleged: 'Zoe" in said, "at most 4 are taken" in said) == (2, True, True)


def test_titles_that_steer_a_screen_give_way_to_the_name_of_the_file(desk):
    Path("f.xml").write_text(xml(board(1, [line("1", "2", "420")])).replace("Test pairs", "Test\x9b2J\u202e"))
    assert desk("--db", "empty.db", "import", "f.xml")[0] == 0
    assert json.loads(desk("--db", "empty.db", "session", "list", "--json")[1])["sessions"][0]["title"] == "f"


# What is no file, and what is too long


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("kind", ["fifo", "folder", "zero"])
@pytest.mark.parametrize(
    "command",
    [
        "--db empty.db import {}.csv",
        "--db empty.db import {}.xml",
        "--db empty.db import {}.pbn",
        "--db empty.db import {}.zip",
        "--db empty.db session open s --boards 1-2 --profile {}.toml",
        "verify --bundle {}.zip",
        "verify --receipt {}.x",
        "verify --seal {}.x --key k.pub",
        "verify --key {}.x",
    ],
)
def test_what_is_no_file_is_told_and_never_waited_for(desk, kind, command):
    for ending in ("csv", "xml", "pbn", "zip", "toml", "x"):
        name = f"{kind}.{ending}"
        make = {"fifo": os.mkfifo, "folder": os.mkdir, "zero": lambda name: os.symlink("/dev/zero", name)}[kind]
        make(name)
    code, said = desk(*command.format(kind).split())
    assert (code, "error[" in said) == (2, True)


def test_a_database_that_is_a_pipe_is_told(desk):
    os.mkfifo("pipe.db")
    assert desk("--db", "pipe.db", "log")[0] == 5


def test_files_are_read_with_a_limit(tmp_path, monkeypatch):
    path = tmp_path / "f.csv"
    path.write_bytes(b"x" * 4096)
    assert len(read_file(path, Bounds("", 0, 4096))) == 4096
    with pytest.raises(OSError, match="longer than 3 KiB"):
        read_file(path, Bounds("", 0, 3072))
    with open(path, "wb") as file:
        file.truncate(1 << 30)  # a gigabyte of nothing, which no disk need hold
    with pytest.raises(Misuse, match="it is longer than 32 MiB, as no such file is"):
        read_csv(path)
    few = LINES._replace(most=3)
    monkeypatch.setattr("ledger.exchange.csv.read.LINES", few)
    monkeypatch.setattr(sheet, "LINES", few)
    path.write_text("board,ns,ew,score\n" + "1,1,2,420\n" * 4)
    with pytest.raises(Misuse, match="more than 3 lines"):
        read_csv(path)


def test_a_file_of_nothing_but_tags_is_refused(tmp_path):
    path = tmp_path / "f.xml"
    path.write_text("<USEBIO>" + "<a/>" * TAGS.most + "</USEBIO>")
    with pytest.raises(Misuse, match="tags, as no result file has"):
        read_usebio(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 9_000 + "]" * 9_000, "nested too deeply"),
        ("a" + ".a" * 9_000 + " = 1", "nested too deeply"),
        ("a = " + "9" * 9_000, "digits"),
        ("a = " + "[" * 90_000, "longer than 32 KiB"),
        ('profile = "f"\ntitle = "x\\u001b]0;y"', "steers a screen"),
        ('profile = "f"\ntitle = "x\u202e"', "steers a screen"),
    ],
    ids=["nested", "dotted", "digits", "long", "escape", "turned"],
)
def test_profiles_that_mean_harm(tmp_path, text, why):
    path = tmp_path / "f.toml"
    path.write_text(text)
    with pytest.raises(Misuse, match=why) as refused:
        load_profile(str(path))
    assert refused.value.code == "bad-profile"


# Logs


def bundle_of(records):
    """What `records` are as rows of a log whose digests fit."""
    rows, previous = [], chain.GENESIS
    for record in records:
        text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        previous = event_digest(previous, text)
        rows.append((text, previous))
    return rows


def rewritten(records):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection) as db:
        for number, row in enumerate(bundle_of(records), start=1):
            db.execute("UPDATE event SET record = ?, digest = ? WHERE number = ?", (*row, number))


@pytest.mark.parametrize("result", [5, None, True, [], {}, 10**30, "4S=", "\x1b[2J", ["4SN="]], ids=repr)
def test_a_body_whose_result_is_none(desk, result):
    records = Logs(Path("bridge-ledger.db")).records
    records[2][3]["result"] = result
    rewritten(records)
    for look in ("show 3", "log", "board 1", "standings", "result add 3/1 4SN= --ns 1 --ew 2"):
        code, said = desk(*look.split())
        what = "beyond-bounds" if result == 10**30 else "bad-body"
        assert (code, f"error[{what}]: event #3" in said) == (3, True), look


@pytest.mark.parametrize("number", [2**63, 10**30, -1, 1.5], ids=str)
@pytest.mark.parametrize("place", [1, 5, 6, 7])
def test_an_oversized_integer_in_an_envelope(desk, place, number):
    records = Logs(Path("bridge-ledger.db")).records
    records[2][place] = number
    rewritten(records)
    for look in ("show 3", "log", "board 1", "export -o x.zip", "verify"):
        assert desk(*look.split())[0] in (0, 3)
    assert desk("verify")[0] == 3


def test_a_log_that_follows_from_nothing_names_the_event(desk):
    records = Logs(Path("bridge-ledger.db")).records
    next(record for record in records if record[2].startswith("ruling-withdrawn"))[3]["case"] = "R-0077"
    rewritten(records)
    for look in ("show R-0001", "board 1", "standings", "ruling list"):
        code, said = desk(*look.split())
        assert (code, "error[bad-log]: event #" in said) == (3, True)
    assert desk("verify")[0] == 3


def test_where_a_command_breaks_on_a_log_nobody_recorded_the_log_is_told(desk):
    """A per cent that is no award in IMPs: no desk records one, and nothing can be scored by it."""
    records = Logs(Path("bridge-ledger.db")).records
    records[0][3]["scoring"] = "butler"
    given = next(record for record in reversed(records) if record[3].get("adjustment", {}).get("kind") == "artificial")
    given[3]["adjustment"]["ns"] = "70"
    rewritten(records)
    code, said = desk("standings")
    assert (code, "error[bad-log]: session s is not as an office records it" in said) == (3, True)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda record: record[3].update(weather="rain"), "unknown field"),
        (lambda record: record.__setitem__(2, "result-recorded/9"), "'result-recorded/9'"),
        (lambda record: record.__setitem__(2, "weather-noted/1"), "'weather-noted/1'"),
    ],
    ids=["field", "version", "event"],
)
def test_what_a_newer_program_recorded_is_told_as_such(desk, change, what):
    records = Logs(Path("bridge-ledger.db")).records
    records[2][10] = "99.1"
    change(records[2])
    rewritten(records)
    code, said = desk("log")
    assert (code, "error[unknown-event]: event #3" in said) == (3, True)
    assert what in said
    assert "bridge-ledger 99.1" in said
    assert "upgrade bridge-ledger" in said


def test_an_unknown_field_of_a_program_that_is_not_newer_is_a_bad_body(desk):
    records = Logs(Path("bridge-ledger.db")).records
    records[2][3]["weather"] = "rain"
    rewritten(records)
    assert "error[bad-body]" in desk("log")[1]


@pytest.mark.parametrize("name", ["x'00ff'", "CAST(x'ff41' AS TEXT)", "'a' || char(27) || '[2J'"])
def test_rows_of_no_session_brick_no_other_and_verify_tells_them(desk, name):
    with closing(sqlite3.connect("bridge-ledger.db")) as db, unguarded(db):
        db.execute(f"INSERT INTO event SELECT {name}, number, command_id, part, record, digest FROM event")
        db.execute(f"INSERT INTO seal VALUES ({name}, 1, 'x')")
    for look in ("log", "session list", "standings", "show 3", "result add 3/1 4SN= --ns 1 --ew 2 --by Cole --yes"):
        assert desk(*look.split())[0] == 0, look
    code, said = desk("verify")
    assert (code, "\x1b" in said) == (3, False)


@pytest.mark.parametrize(("version", "code"), [("0001", "database-old"), ("", "not-a-ledger"), ("x", "not-a-ledger")])
def test_upgrade_over_tables_of_another_program(desk, version, code):
    with sqlite3.connect("bridge-ledger.db") as db:
        db.execute("UPDATE alembic_version SET version_num = ?", (version,))
        db.execute("DROP TABLE event")
    for command in ("upgrade", "log", "init"):
        ended, said = desk(command)
        assert (ended, said.partition("]")[0]) == (5, f"error[{code}"), command


# What is recorded does not depend on how a text came about


def decided(merit):
    event = AppealDecided(case="A-0001", body="committee", verdict="upheld", point="judgement", merit=merit)
    return Envelope("s", 1, name_of(event), event, "c", 0, 1, 1, "Berg", ())


def test_equal_events_are_one_record():
    usual, write_all_or_none = decided("with"), decided("".join(["wi", "th"]))
    assert usual.event == write_all_or_none.event
    assert write(read_back(write_all_or_none)) == write(usual)
    assert is_canonical(read_back(write_all_or_none), write(read_back(write_all_or_none)))


def test_what_was_put_together_at_run_time_is_verified(desk):
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        where = Where(3, "1", "1", "2")
        grounds = Grounds("".join(["no", "ne"]))
        office.submit("s", RecordResult(where, Result("4SN=")))
        office.submit("s", GiveRuling(where, Stands(), grounds))
    assert desk("verify", "--strict")[0] == 0


def test_a_text_nobody_types_is_not_recorded():
    with pytest.raises(Misuse, match="steers a screen"):
        read_back(structs.replace(decided("with"), by="Berg\x1b[2J"))
    with pytest.raises(Misuse):
        read_back(structs.replace(decided("with"), by="Berg\udcff"))
    text = write(structs.replace(decided("with"), by="Berg\u202e"))
    rows = chain.read([(text, event_digest(chain.GENESIS, text))], "s", check=chain.require_canonical)
    with pytest.raises(Corrupt, match="steers a screen"):
        next(rows)


# Names of files


@pytest.mark.parametrize("name", ["a b", "a%20b", "a?b", "a#b", "a%zz", "o % ?d#r/x"])
def test_any_name_of_a_file_will_do(desk, name, monkeypatch):
    Path(name).parent.mkdir(exist_ok=True)
    database = f"{name}.db"
    assert desk("--db", database, "init")[0] == 0
    assert Path(database).exists()
    Path(f"{name}.csv").write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n")
    assert desk("--db", database, "import", f"{name}.csv", "--session", "s")[0] == 0
    assert desk("--db", database, "seal", "--new-key", "ebu.example", "--key", f"{name}.key")[0] == 0
    assert desk("--db", database, "seal", "--key", f"{name}.key")[0] == 0
    assert desk("--db", database, "export", "-o", f"{name}.zip")[0] == 0
    assert desk("verify", "--bundle", f"{name}.zip", "--key", f"{name}.key.pub")[0] == 0
    monkeypatch.setattr("ledger.store.database.os.access", lambda path, how: False)
    code, said = desk("--db", database, "log", "--plain")  # as one who may only read
    assert (code, said.count("\n")) == (0, 4)


# At random


TARGETS = "csv usebio usebio-teams pbn pbn-tables acbl connector bws profile receipt seal key bundle congress log"


@pytest.mark.parametrize("target", TARGETS.split())
def test_what_is_made_at_random_is_answered_in_a_sentence(office, target, monkeypatch):
    """The first cases of `python -m tests.exchange.fuzz`, which goes on for as long as it is let."""
    if target == "bws":
        require("../shared/data")
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    for number, command, outcome, _ in fuzz.cases(target, office, seed=0):
        if number > 12:
            break
        assert not outcome.wrong, f"case {number}: {command}"
