"""A desk that stays answers as the command line does: the same words, the same refusals, and goes on."""

import io
import sys

import pytest

from cli.main import run
from cli.shell.answering import DeskClosed, answer
from cli.terminal.settings import Offices, Settings
from ledger.trust.keys import new_key


@pytest.mark.parametrize(
    "line",
    [
        "board 1",
        "standings",
        "standings --as-of 2",
        "explain 1 --ns 1NS",
        "log",
        "log -n 2 --patch",
        "show 3",
        "scorecard 1NS",
        "check",
        "board 99",
        "bord 1",
        "ruling add 1/1 --weighted",
        "result add 1/1 4S= --ns 1NS --ew 1EW",
        "session list --json",
        "result add 2/1 5S= --json",
        "help exit-codes",
    ],
)
def test_the_same_as_on_the_command_line(asked, line, capsys):
    answer("standings", asked)
    capsys.readouterr()
    warm = answer(line, asked), *capsys.readouterr()
    cold = run(line.split()), *(_in_words_of_the_desk(text) for text in capsys.readouterr())
    assert warm == cold


def _in_words_of_the_desk(text):
    """What the command line prints, with hints as they are typed at the desk."""
    return text.replace("`bridge-ledger ", "`")


def test_what_is_recorded_here_is_seen_at_once(asked, capsys):
    answer("standings", asked)
    answer("explain 1 --ns 1NS", asked)
    capsys.readouterr()
    assert answer("ruling add 1/1 --weighted '60% 4SN=, 40% 4SN-1' --offender EW --law 16B", asked) == 0
    assert "R-0001" in capsys.readouterr().out
    for line in ("explain 1 --ns 1NS", "standings", "log", "board 1"):
        warm = answer(line, asked), capsys.readouterr().out
        assert warm == (run(line.split()), _in_words_of_the_desk(capsys.readouterr().out))


def test_what_another_desk_records_is_seen_at_the_next_command(asked, capsys):
    answer("log", asked)
    assert run(["result", "add", "2/1", "3NTS=", "--ns", "1NS", "--ew", "1EW"]) == 0
    capsys.readouterr()
    assert answer("log -n 1", asked) == 0
    assert "board 2, 1NS v 1EW: 3NTS=" in capsys.readouterr().out


def test_what_was_erased_is_not_remembered(asked, capsys):
    answer("call add 1/1 'Miss Roe hesitated' --caller N --stage play", asked)
    answer("log", asked)
    assert "Miss Roe" in capsys.readouterr().out
    assert run(["text", "erase", "6", "--yes"]) == 0
    capsys.readouterr()
    answer("log", asked)
    assert "Miss Roe" not in capsys.readouterr().out


def test_options_of_a_line_are_of_that_line_alone(asked, capsys):
    asked.quiet = True
    assert answer("result add 2/1 3NTS= --ns 1NS --ew 1EW --by Cole -n", asked) == 0
    assert (asked.by, asked.dry_run, asked.quiet) == (None, False, True)
    assert answer("result add 2/1 3NTS= --ns 1NS --ew 1EW", asked) == 0
    assert "Recorded #6" in capsys.readouterr().out


def test_quit_leaves_and_an_empty_line_says_nothing(asked, capsys):
    assert answer("", asked) == 0
    for word in ("quit", "exit", "QUIT"):
        with pytest.raises(DeskClosed):
            answer(word, asked)
    assert capsys.readouterr() == ("", "")


def test_a_remark_behind_a_command_is_left_out(asked, capsys):
    assert answer("standings   # who leads: W's pair", asked) == 0
    assert answer("result add 2/1 3NTS= --ns 1NS --ew 1EW --lead HK   # board 2, table 1", asked) == 0
    assert answer("show #6  # the event", asked) == 0
    assert "3NTS=" in capsys.readouterr().out


def test_a_quotation_left_open_is_told(asked, capsys):
    assert answer("call add 1/1 West's pause", asked) == 2
    assert capsys.readouterr().err.startswith("error[usage]: an apostrophe opens a quotation")


def test_what_a_command_does_to_the_environment_stays_with_it(asked, monkeypatch, capsys):
    assert answer("demo", asked) == 0
    capsys.readouterr()
    assert answer("log -n 1", asked) == 0
    assert "board 1, 3NS v 3EW" in capsys.readouterr().out


def test_no_desk_in_a_desk(asked, capsys):
    assert answer("desk", asked) == 2
    assert "this is the desk already" in capsys.readouterr().err


def test_the_ledger_is_made_meanwhile(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    asked = Settings()
    asked.offices = Offices()
    assert answer("log", asked) == 5
    assert answer("init", asked) == 0
    assert answer("session open s --boards 1-2", asked) == 0
    assert answer("log", asked) == 0
    asked.offices.close()


def test_another_file_put_in_its_place_is_told_once(asked, tmp_path, capsys):
    assert answer("log", asked) == 0
    (tmp_path / "bridge-ledger.db").rename(tmp_path / "moved.db")
    for beside in tmp_path.glob("bridge-ledger.db-*"):
        beside.unlink()
    assert run(["init"]) == 0
    assert answer("log", asked) == 3
    assert "error[history-changed]" in capsys.readouterr().err
    assert answer("log", asked) == 2
    assert "error[no-such-session]" in capsys.readouterr().err


def test_a_database_of_another_version_is_told(asked, capsys, monkeypatch):
    assert answer("log", asked) == 0
    with monkeypatch.context() as patch:
        patch.setattr("ledger.store.tables.SCHEMA", "0002")
        assert answer("log", asked) == 5
        assert "error[database-new]" in capsys.readouterr().err
    assert answer("log", asked) == 0


# Lines from a file


@pytest.fixture
def script(asked, monkeypatch):
    """A function that has `desk` read these lines from standard input."""
    asked.offices.close()

    def read(text, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return run(["desk", *options])

    return read


def test_lines_from_standard_input(script, capsys):
    assert script("# corrections\n\nresult add 2/1 3NTS= --ns 1NS --ew 1EW\nbridge-ledger log -n 1\nquit\nlog\n") == 0
    printed = capsys.readouterr()
    assert printed.out.count("3NTS=") == 2
    assert printed.err.startswith("… ")


def test_the_first_line_that_fails_ends_it(script, capsys):
    assert script("board 1 -q\nboard 99\nresult add 2/1 3NTS= --ns 1NS --ew 1EW\n") == 1
    printed = capsys.readouterr()
    assert "error[no-such-board]" in printed.err
    assert "stopped at line 2 (exit 1); nothing after it was done" in printed.err
    assert "3NTS=" not in printed.out


def test_a_session_that_is_not_there_is_told_where_no_line_would(script, capsys):
    assert script("", "--session", "nosuch") == script("# nothing\n", "--session", "nosuch") != 0
    assert capsys.readouterr().err.count("error[no-such-session]") == 2
    assert script("") == 0
    assert script("session open new --boards 1-2 -q\n", "--session", "new") == 0


def test_no_command_reads_the_lines_after_its_own(script, capsys):
    assert script("undo 3\ny\n") == 1
    assert "error[needs-yes]" in capsys.readouterr().err


def test_what_is_asked_of_the_desk_holds_for_every_line(script, capsys):
    assert script("result add 2/1 3NTS= --ns 1NS --ew 1EW\n", "-n", "--by", "Cole") == 0
    assert capsys.readouterr().out.startswith("Would record")
    assert script("board 99\n", "--json") == 1
    assert capsys.readouterr().err.startswith('{"error"')


@pytest.mark.parametrize("option", [["--as-of", "2"], ["--at", "22:41"], ["--command-id", "x"]])
def test_what_is_of_one_command_is_not_of_all(script, option, capsys):
    assert script("log\n", *option) == 2
    assert "belong to one command" in capsys.readouterr().err


def test_the_office_that_stays_open_is_in_turn_of_each_who_records(evening):
    offices, state = Offices(), evening / "state"
    for name in ("ann", "ben"):
        key = new_key(evening / name, name)
        office = offices.office("bridge-ledger.db", by=name, key=key, state=state, signer=key)
        assert (office.by, office.key, office.signer) == (name, key, key)
    offices.close()
