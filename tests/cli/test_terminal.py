"""What strangers wrote reaches no terminal raw: shown as escapes however it is printed, refused where it comes in."""

import json
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from cli.desk.output import complete_commands
from cli.main import run
from cli.terminal import progress, prompts, screen, tables
from cli.terminal.settings import Settings
from ledger.digests import event_digest
from ledger.errors.visible import is_plain, json_escaped, visible
from ledger.kernel.free_text import commitment
from ledger.office import Office
from ledger.store import backup, chain
from ledger.store.record import has_plain_texts
from tests.exchange.fuzz import LOOKS
from tests.exchange.fuzzed_logs import EVENING, Logs
from tests.store.unguarded import unguarded

CLIPBOARD = "\x1b]52;c;Zm9v\x07"
TURNED = "\u202edrow\u2028\x9b2J\u200b"
FORGED = "1NS\n#9      00:00  Ahlborn     R-0009 withdrawn\tx"
STEERING = [*map(chr, range(32)), "\x7f", *map(chr, range(0x80, 0xA0)), *"\u061c\u200b\u200e\u200f\u2028\u2029\ufeff"]
STEERING += [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\ud83d", "\udcff", "\U000e0041"]
STEERING += ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\ufe0f", "\ufe0e", "\U000e0100", "\u17b4", "\U0001d173"]


@pytest.mark.parametrize("letter", STEERING, ids=ascii)
def test_what_steers_a_screen_is_shown_as_an_escape(letter):
    text = f"a{letter}b"
    assert not is_plain(text)
    assert visible(text).isascii()
    assert visible(text).startswith("a\\")
    assert json.loads(json_escaped(json.dumps(text, ensure_ascii=False))) == text
    assert is_plain(json_escaped(json.dumps(text, ensure_ascii=False)))


@pytest.mark.parametrize("text", ["Zoë Åberg", "小林", "5♥?", "a\u00a0b", r"C:\new", "é\u0301", "🂡", "5♥\ufe0f?"])
def test_what_people_are_called_is_shown_as_it_is(text):
    assert is_plain(text)
    assert visible(text) == text


def test_our_own_line_breaks_and_colours_stay(capsys):
    screen.put("a", "", screen.bold(CLIPBOARD))
    screen.put_on_stderr(screen.join_parts([screen.red("error"), f": {FORGED}"]))
    printed = capsys.readouterr()
    assert printed.out == "a\n\n\x1b[1m\\x1b]52;c;Zm9v\\x07\x1b[0m\n"
    assert printed.err.startswith("\x1b[31;1merror\x1b[0m: 1NS\\n#9")
    assert printed.err.count("\n") == 1


def test_a_row_without_its_first_field_is_a_card_of_its_own():
    rows = [["1", "weighted:"], ["", "60% 4SN="], ["", "40% PASS"], ["2", "PASS"], ["", "nobody sat"]]
    cards = "\n".join(tables.cards(["table", "score"], rows, 40)).split("\n\n")
    assert cards == [
        "table  1\nscore  weighted:\nscore  60% 4SN=\nscore  40% PASS",
        "table  2\nscore  PASS",
        "score  nobody sat",
    ]


@pytest.mark.parametrize("width", [160, 30])
@pytest.mark.parametrize("name", [CLIPBOARD, TURNED, FORGED, f"小林{FORGED}"], ids=ascii)
def test_no_cell_of_a_table_breaks_its_line(name, width):
    drawn = tables.draw_table(["who", ">score"], [[name, "7.20"], ["2", "3"]], width, colour=False)
    assert all(map(is_plain, drawn))
    assert all(map(is_plain, tables.cards(["who", "score"], [[name, "7.20"]], width)))
    if width == 160:
        assert len(drawn) == 3


def test_what_is_printed_next_waits_until_the_bar_is_gone(monkeypatch):
    gone = []

    def slowly(_what, done):
        done.wait()
        time.sleep(0.05)
        gone.append("the bar")

    monkeypatch.setattr(progress, "_show", slowly)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.show_progress("reading"):
        assert not gone
    assert gone


def test_questions_and_progress_are_shown(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(prompts, "can_ask", lambda settings: True)
    monkeypatch.setattr("click.confirm", lambda text, **_: asked.append(text) or True)
    prompts.confirm(Settings(), f"Erase {CLIPBOARD}?")
    assert asked == [r"Erase \x1b]52;c;Zm9v\x07?"]
    done = progress.threading.Event()
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 0)
    worker = progress.threading.Thread(target=progress._show, args=(f"reading {CLIPBOARD}[red]", done))
    worker.start()
    time.sleep(0.3)
    done.set()
    worker.join()
    assert "\x1b]52" not in capsys.readouterr().err


# A log that somebody wrote past the office


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    folder = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        for line in EVENING:
            assert run([word.replace("&", " ") for word in line.split()]) == 0
    with sqlite3.connect(folder / "bridge-ledger.db") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def is_commitment(said):
    return len(said) == 64 and said.isalnum()


def kept(db, text):
    """What stands for a text in a record, once it lies beside the log."""
    salt = os.urandom(16)
    made = commitment(salt, text)
    db.execute("INSERT INTO text (session, commitment, salt, text) VALUES ('s', ?, ?, ?)", (made, salt, text))
    return made


@pytest.fixture
def hostile(office, tmp_path, monkeypatch):
    """A function that writes a log in which every text is one nobody types, and opens it at the desk."""
    monkeypatch.chdir(tmp_path)

    def write(text, *, kept_beside=False):
        shutil.copy(office / "bridge-ledger.db", tmp_path / "bridge-ledger.db")
        records = Logs(tmp_path / "bridge-ledger.db").records
        previous = chain.GENESIS
        with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection) as db:
            for record in records:
                if not kept_beside:
                    record[8] = text
                for said in (record[3], *record[3].get("players", ())):
                    for field in ("title", "facts", "reason", "grounds", "note", "question", "among", "name"):
                        if field in said and is_commitment(said[field]):
                            said[field] = kept(db, text)
                        elif field in said and not kept_beside:
                            said[field] = text
                written = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
                previous = event_digest(previous, written)
                changed = "UPDATE event SET record = ?, digest = ? WHERE number = ?"
                db.execute(changed, (written, previous, record[1]))
        return records

    return write


@pytest.mark.parametrize("text", [CLIPBOARD, TURNED, FORGED], ids=ascii)
def test_a_hostile_log_steers_no_terminal(hostile, text, capsys):
    records = hostile(text)
    for look in LOOKS:
        assert run(look.split()) in (0, 1, 3)
        printed = capsys.readouterr()
        assert all(is_plain(line.replace("\t", "")) for line in (printed.out + printed.err).split("\n")), look
    run(["log", "--plain", "-n", "400"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(records)
    assert {line.count("\t") for line in lines} == {4}


def test_verify_names_what_no_desk_types(hostile, capsys):
    hostile(CLIPBOARD)
    assert run(["verify"]) == 3
    assert (
        "event #1 of session s holds a line break or another character that steers a screen" in capsys.readouterr().err
    )


def test_verify_names_also_the_text_that_is_kept_beside_the_log(hostile, capsys):
    hostile(CLIPBOARD, kept_beside=True)
    assert run(["verify"]) == 3
    assert "facts of event #" in capsys.readouterr().err


@pytest.mark.parametrize("text", [CLIPBOARD, TURNED, FORGED], ids=ascii)
def test_receipts_seals_and_bundles_of_it_are_refused(hostile, text, capsys, tmp_path):
    hostile(text)
    assert run(["export", "-o", "s.zip"]) in (0, 3)
    if (tmp_path / "s.zip").exists():
        assert run(["verify", "--bundle", "s.zip"]) == 3
        assert run(["init", "--db", "new.db"]) == 0
        assert run(["import", "s.zip", "--db", "new.db"]) == 3
    (tmp_path / "x.seal").write_text(f"ebu.example/{text}\n1\n{'A' * 43}=\n\n— {text} AAAAAAAA\n")
    assert run(["verify", "--seal", "x.seal", "--key", "k.pub"]) == 2
    receipt = {"schema": "receipt/1", "session": "s", "as_of": 1, "case": text, "key": text, "seal": text}
    (tmp_path / "x.receipt").write_text(json.dumps(receipt | {"events": [], "since": "", "growth": []}))
    assert run(["verify", "--receipt", "x.receipt"]) == 2
    assert all(is_plain(line) for line in capsys.readouterr().err.split("\n"))


def test_a_text_is_recorded_only_where_a_desk_may_type_it(office, monkeypatch, tmp_path, capsys):
    """Whichever way it comes: an option, the environment, another program."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(office / "bridge-ledger.db", tmp_path)
    before = Logs(tmp_path / "bridge-ledger.db").records
    assert run(["result", "add", "3/1", "4SN=", "--ns", "1", "--ew", "2", "--by", CLIPBOARD]) == 2
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn\x1b[2J")
    assert run(["session", "open", "new", "--boards", "1-2"]) == 2
    assert "error[bad-value]" in capsys.readouterr().err
    assert Logs(tmp_path / "bridge-ledger.db").records == before


@pytest.mark.parametrize(
    ("record", "plain"),
    [
        (b'["a\\\\b\\"c"]', True),
        ('["Zoë \\\\n"]'.encode(), True),
        (b'["a\\nb"]', False),
        (b'["a\\\\\\u001b"]', False),
        ('["a\u202e"]'.encode(), False),
        (b'["a\x7f"]', False),
    ],
)
def test_texts_are_looked_at_in_the_bytes_of_a_record(record, plain):
    assert has_plain_texts(record) is plain


# Output that cannot be written, and Ctrl-C


def typed(folder, *arguments, **more):
    command = [sys.executable, "-c", "from cli import start; start()", *arguments]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
@pytest.mark.parametrize("command", ["log", "help notation", "ruling --help", "session list --json", "", "--version"])
def test_output_to_a_full_disk_is_told(office, command):
    with open("/dev/full", "w") as full:
        process = typed(office, *command.split(), stdout=full)
        said = process.communicate(timeout=180)[1]
    assert process.returncode == 2
    assert "output-lost" in said
    assert "Traceback" not in said


def test_closed_output_stops_nothing(office):
    closed = f"{sys.executable} -c 'from cli import start; start()' log >&-"
    done = subprocess.run(closed, shell=True, cwd=office, capture_output=True, text=True, timeout=180)
    assert (done.returncode, done.stderr) == (0, "")


SLIPS = "".join(f"{board}/1 4SN= --ns 1 --ew 2\n" for board in range(1, 25))
SCRIPT = "".join(f"result add {slip}standings\n" for slip in SLIPS.splitlines(keepends=True))
TABLE = "board,ns,ew,score\n" + "".join(f"{board},1,2,420\n" for board in range(1, 25))
READER_HAS_GONE = "nobody reads any more what is printed here; the command goes on, and records to its end"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("result add -", SLIPS),
        ("result add - --json", SLIPS),
        ("desk", SCRIPT),
        ("import evening.csv --session s", TABLE),
        ("import evening.csv --session s --json", TABLE),
    ],
)
def test_what_records_goes_on_when_nobody_reads_what_it_prints(tmp_path, monkeypatch, line, given):
    """Whoever read standard output has gone: all of the batch is recorded, and standard error says what happened."""
    (tmp_path / "evening.csv").write_text(TABLE)
    opened(tmp_path, monkeypatch)
    code, said = without_a_reader(tmp_path, line, given)
    assert (code, said) == (0, f"{READER_HAS_GONE}\n")
    with Office.open("bridge-ledger.db") as office:
        assert sum(1 for played in office.session("s").table_boards() if played.result) == 24


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize("line", ["result add -", "result add - --json"])
def test_what_records_goes_on_when_what_it_prints_has_no_room(tmp_path, monkeypatch, line, buffered):
    """All of the batch is recorded, and the exit code still says that nothing could be printed."""
    opened(tmp_path, monkeypatch)
    monkeypatch.setenv("PYTHONUNBUFFERED", buffered)
    with open("/dev/full", "w") as full:
        process = typed(tmp_path, *line.split(), stdin=subprocess.PIPE, stdout=full)
        said = process.communicate(SLIPS, timeout=180)[1]
    assert process.returncode == 2
    assert "output-lost" in said
    with Office.open("bridge-ledger.db") as office:
        assert sum(1 for played in office.session("s").table_boards() if played.result) == 24


def test_slips_are_recorded_where_only_the_first_lines_are_wanted(tmp_path, monkeypatch):
    opened(tmp_path, monkeypatch)
    (tmp_path / "slips").write_text(SLIPS)
    line = f'{shlex.quote(sys.executable)} -uc "import cli; cli.start()" result add - < slips | head -2'
    done = subprocess.run(["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, f"{READER_HAS_GONE}\n", 2)
    with Office.open("bridge-ledger.db") as office:
        assert sum(1 for played in office.session("s").table_boards() if played.result) == 24


def test_a_line_that_is_refused_is_told_where_nobody_reads_the_others(tmp_path, monkeypatch):
    opened(tmp_path, monkeypatch)
    code, said = without_a_reader(tmp_path, "result add -", f"{SLIPS}30/1 4SN= --ns 1 --ew 2\n")
    assert code == 1
    assert said.startswith(READER_HAS_GONE)
    assert "line 25: 30/1 4SN=" in said


@pytest.mark.parametrize("line", ["log", "log --follow --after 0", "standings"])
def test_what_only_looks_ends_when_nobody_reads_what_it_prints(office, line):
    assert without_a_reader(office, line) == (0, "")


def opened(folder, monkeypatch):
    """Open a session of 24 boards and 4 pairs in a folder."""
    monkeypatch.chdir(folder)
    assert run(["init"]) == 0
    assert run(["session", "open", "s", "--boards", "1-24", "--contestants", "1-4"]) == 0


def without_a_reader(folder, line, given=""):
    """The exit code of a command whose standard output nobody reads, and what it says on standard error."""
    reading, writing = os.pipe()
    os.close(reading)
    process = typed(folder, *line.split(), stdin=subprocess.PIPE, stdout=writing)
    os.close(writing)
    said = process.communicate(given, timeout=180)[1]
    return process.returncode, said


def test_interrupted_while_it_is_loaded(office, tmp_path):
    """Ctrl-C at moments of the way from the first import to the end: a sentence, never a traceback."""
    go = "import sys; from cli import start; print('.', flush=True); start()"
    for wait in (0.01, 0.03, 0.06, 0.1, 0.2):
        process = subprocess.Popen(
            [sys.executable, "-c", go, "log"], cwd=office, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout.read(1) == "."
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=180)[1]
        assert process.returncode in (0, 130)
        assert said.strip() in ("", "interrupted", "interrupted; nothing more was recorded")


AS_IT_IS_LOADED = """
import os, signal, sys
loaded = sys.argv.pop()
from cli import start
class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == loaded:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
start()
"""


@pytest.mark.parametrize("module", ["cli.screens.mistakes", "ledger.overall.figures", "sqlalchemy.engine.row"])
def test_interrupted_while_a_module_is_loaded(office, module):
    """Nothing asks for a module that is half there: the command ends in a sentence, and has recorded nothing."""
    command = [sys.executable, "-c", AS_IT_IS_LOADED, "result", "add", "-", module]
    done = subprocess.run(command, cwd=office, input="1/1 1 2 4sn=", capture_output=True, text=True, timeout=180)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted; nothing more was recorded")


@pytest.mark.parametrize("named", ["desk:se%40cret@oslo/ledger", "oslo/ledger?password=se%40cret&user=desk"])
def test_no_hint_repeats_a_password(named):
    """What is printed is read by whoever stands behind the scorer, and kept by the terminal."""
    asked = Settings()
    asked.db = f"postgresql+psycopg://{named}"
    hint = complete_commands("`undo 12` takes it back", asked)
    assert "oslo" in hint
    assert "cret" not in hint


@pytest.mark.parametrize("password", ["secret", "se@cret", "se%40cret", "se/cret", "se:cret", "se%zzcret"])
@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://desk:{}@127.0.0.1:1/ledger",
        "postgresql+psycopg://127.0.0.1:1/ledger?user=desk&password={}",
        "postgresql+psycopg://127.0.0.1:1/ledger?user=desk&passwd={}",
        "postgresql+psycopg://desk:{}@127.0.0.1:port/ledger?password={}",
        "postgresql+psycopg//desk:{}@127.0.0.1/ledger",
        "postgresql:/desk:{}@127.0.0.1/ledger",
        "mysql://desk:{}@127.0.0.1/ledger",
    ],
)
def test_nothing_printed_repeats_the_password_of_a_database(url, password, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in ("log", "doctor", "init", "backup copy.db"):
        assert run(["--db", url.replace("{}", password), *line.split()]) != 0
    printed = capsys.readouterr()
    assert "127.0.0.1" in printed.out + printed.err or "server" in printed.err
    assert "cret" not in printed.out + printed.err


@pytest.mark.parametrize("login", ["desk:secret", "secret", "desk:se@cret", "desk:"])
@pytest.mark.parametrize(
    "line",
    [
        "verify --tiles https://{}@h.example/",
        "verify --tiles ftp://{}@h.example/",
        "seal --policy policy",
        "serve --url https://{}@h.example/",
        "report poster --url https://{}@h.example/ -o poster.html",
        "report site https://{}@h.example/",
        "publish --site https://{}@h.example/",
        "call poll C-0001 what --open 3 --url https://{}@h.example/",
        "devices status --address http://{}@h.example:5079 --club-id c --licence key",
    ],
)
def test_an_address_with_a_login_is_refused_and_the_login_is_not_repeated(office, line, login, capsys, monkeypatch):
    monkeypatch.chdir(office)
    (office / "key").write_text("0123")
    (office / "policy").write_text(f"witness w1 k https://{login}@h.example/\nquorum w1\n")
    assert run(line.replace("{}", login).split()) == 2
    printed = capsys.readouterr()
    assert "…@h.example" in printed.err
    assert "cret" not in printed.out + printed.err


def test_a_program_of_postgresql_is_told_its_password_where_nobody_else_reads_it():
    for named in ("desk:secret@oslo/ledger", "oslo/ledger?password=secret&user=desk"):
        assert "secret" not in " ".join(backup.command_line(f"postgresql+psycopg://{named}", "pg_dump", ["-Fc"]))


@pytest.mark.parametrize(("login", "sudo", "by"), [("root", "ann", "ann"), ("root", "", "root"), ("bo", "ann", "bo")])
def test_who_types_by_sudo_is_recorded_by_the_own_login(login, sudo, by, monkeypatch):
    monkeypatch.delenv("BRIDGE_LEDGER_BY", raising=False)
    monkeypatch.setenv("SUDO_USER", sudo)
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert Settings().official == by
