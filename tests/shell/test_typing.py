"""What helps at a desk that stays while a line is typed: Tab, and the lines of before."""

import os
import signal
import stat
import threading
import time

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.shell import shell
from cli.shell.shell import DeskCompleter, Shell


@pytest.fixture
def offered(asked):
    """A function that presses Tab after a text: the lines it may become."""

    def press_tab(text):
        found = DeskCompleter(asked).get_completions(Document(text), CompleteEvent())
        return [text[: len(text) + each.start_position] + each.text for each in found]

    return press_tab


@pytest.mark.parametrize(
    ("so_far", "offers"),
    [
        ("stand", "standings"),
        ("bridge-ledger sta", "bridge-ledger stakes"),
        ("ruling a", "ruling add"),
        ("ruling add 1 --wei", "ruling add 1 --weighted"),
        ("ruling add 1 --offender ", "ruling add 1 --offender both"),
        ("--sess", "--session"),
        ('call add 1 "W hes" --cal', 'call add 1 "W hes" --caller'),
    ],
)
def test_tab_offers_what_click_completes(offered, so_far, offers):
    assert offers in offered(so_far)


@pytest.mark.parametrize("so_far", ["ruling add 1 --offender x", "--db nowhere.db board "])
def test_tab_where_there_is_nothing_to_offer(offered, so_far):
    assert offered(so_far) == []


def test_tab_offers_what_the_session_at_hand_knows(asked, offered, typed):
    typed("session open friday --boards 7-8 --contestants 5-6NS,5-6EW")
    asked.session = "thursday"
    Shell(asked)._look()
    assert offered("scorecard 9") == ["scorecard 9NS", "scorecard 9EW"]
    assert "--session friday" in offered("--session ")
    assert offered("--session friday scorecard 5") == [
        "--session friday scorecard 5NS",
        "--session friday scorecard 5EW",
    ]


def test_tab_offers_files(offered, evening):
    (evening / "evening one.csv").write_text("")
    assert [each for each in offered("verify --receipt even") if "evening" in each]


def sit_down(asked, keys):
    """Sit at the desk and press these keys; the exit code."""
    with create_pipe_input() as pressed, create_app_session(input=pressed, output=DummyOutput()):
        pressed.send_text(keys)
        return Shell(asked).stay()


def test_lines_are_answered_until_quit(asked, capsys):
    assert sit_down(asked, "board 1\rbord\rstandings\rquit\rlog\r") == 0
    printed = capsys.readouterr()
    assert "Board 1" in printed.out
    assert "East–West" in printed.out
    assert "#5" not in printed.out.partition("East–West")[2]
    assert "error[usage]: No such command 'bord'" in printed.err


def test_enter_right_after_tab_enters_what_tab_made_of_the_line(asked, capsys):
    """Both keys come at once, before anything could be drawn: what is answered is what stands there."""
    sit_down(asked, "stand\t\rquit\r")
    out, err = capsys.readouterr()
    assert "1NS" in out
    assert "error" not in err


def test_control_c_clears_the_line_and_control_d_leaves(asked, capsys):
    assert sit_down(asked, "undo 3 --yes\x03log -n 1\r\x04") == 0
    printed = capsys.readouterr()
    assert "board 1, 3NS v 3EW: 3NTN=" in printed.out
    assert "Recorded" not in printed.out


def test_control_c_while_others_are_told_of_leaves_them_their_turn(asked, capsys):
    shell = Shell(asked)
    held = []

    def waits_for_a_line():
        return shell._typing is not None and shell._typing.app.is_running

    def tell_long(pressed):
        while not waits_for_a_line():
            time.sleep(0.01)
        with shell.idle:
            pressed.send_text("board 1\r")
            while waits_for_a_line():
                time.sleep(0.01)
            time.sleep(0.2)  # now the line waits for its turn
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
            held.append(shell.idle.locked())
        pressed.send_text("standings\rquit\r")

    with create_pipe_input() as pressed, create_app_session(input=pressed, output=DummyOutput()):
        others = threading.Thread(target=tell_long, args=[pressed])
        others.start()
        assert shell.stay() == 0
        others.join(120)
    assert held == [True]
    assert "East–West" in capsys.readouterr().out


def test_arrow_up_repeats_a_line_also_of_another_evening(asked, capsys):
    assert sit_down(asked, "log -n 1\rquit\r") == 0
    first = capsys.readouterr().out
    assert sit_down(asked, "\x1b[A\x1b[A\rquit\r") == 0
    assert capsys.readouterr().out == first


def test_the_lines_are_for_their_user_alone_and_can_be_forgotten(asked, capsys):
    sit_down(asked, "log -n 1\r show 5\rforget\rquit\r")
    path = shell.history_path()
    assert str(path) in capsys.readouterr().out
    assert "log" not in path.read_text()
    sit_down(asked, "log -n 1\r show 5\rcall add 'it\rquit\r")
    kept = path.read_text()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert "+log -n 1" in kept
    assert "+call add 'it" in kept
    assert "show 5" not in kept


def test_without_a_state_folder_they_are_of_this_evening_only(asked, monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "file" / "folder"))
    assert type(shell.history()) is InMemoryHistory
    monkeypatch.setattr(shell, "state_folder", lambda: None)
    assert type(shell.history()) is InMemoryHistory
    assert sit_down(asked, "log -n 1\rforget\rquit\r") == 0
    assert "no lines are kept" in capsys.readouterr().out


def test_many_lines_are_cut_to_the_last(asked, monkeypatch):
    monkeypatch.setattr(shell, "LINES_KEPT", 3)
    for number in range(7):
        shell.history().store_string(f"board {number}")
    assert list(shell.history().load_history_strings()) == ["board 6", "board 5", "board 4"]
    path = shell.history_path()
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(path.name)] == [path.name]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_lines_that_cannot_be_cut_are_all_kept(asked, monkeypatch):
    monkeypatch.setattr(shell, "LINES_KEPT", 1)
    for number in range(3):
        shell.history().store_string(f"board {number}")
    before = shell.history_path().read_text()

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr("prompt_toolkit.history.FileHistory.store_string", full)
    assert type(shell.history()) is InMemoryHistory
    path = shell.history_path()
    assert path.read_text() == before
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(path.name)] == [path.name]


def test_the_lines_typed_after_another_desk_forgot_them_are_for_their_user_alone(asked):
    here = shell.history()
    shell.forget()
    before = os.umask(0o022)
    try:
        here.store_string("board 1")
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat(shell.history_path()).st_mode) == 0o600


def test_the_prompt_shows_the_session_and_follows_it(asked, typed):
    shell = Shell(asked)
    shell._look()
    assert (shell.session_id, shell.prompt) == ("thursday", "thursday> ")
    typed("session open friday --boards 1-2")
    shell._look()
    assert (shell.session_id, shell.prompt) == (None, "bridge-ledger> ")
    asked.session = "friday"
    shell._look()
    assert shell.prompt == "friday> "
