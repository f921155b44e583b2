"""`enter` on real terminals: what stands there while a slip is typed, the way back, and a window that is closed."""

import os
import signal

import pytest


@pytest.fixture
def opened(terminals, tmp_path):
    def with_session(width=80, height=24, **environment):
        terminal = terminals(tmp_path, width, height, **environment)
        terminal.run("bridge-ledger init -q; bridge-ledger session open t --boards 1-4 --contestants 1-6 -q")
        return terminal

    return with_session


@pytest.mark.parametrize("width", [60, 200])
def test_a_sitting(opened, width):
    terminal = opened(width)
    terminal.start("bridge-ledger enter --per-round 2")
    terminal.wait_for("no slip yet", "1/1>")
    terminal.write("1 2 4sn")
    terminal.wait_for("how many tricks?")
    terminal.write("= sa")
    terminal.wait_for("4♠N=  lead SA → NS +420, vul None")
    terminal.press("Enter")
    terminal.wait_for("#3   board 1, table 1, 1 v 2: 4SN=, lead SA", "1/2>", "4♠N=")
    terminal.type("3 4 4s=")
    terminal.wait_for("error[no-declarer]", "1/2> 3 4 4s=")
    terminal.write("3 4 -420")  # in the place of what was selected
    terminal.wait_for("1/2> 3 4 -420", "-420: +420?")
    terminal.press("C-c")
    terminal.wait_until(lambda screen: screen.endswith("1/2>"), "an empty line")
    terminal.press("Up")
    terminal.wait_for("1/1 again> 1 2 4SN= SA")
    terminal.press("C-u")
    terminal.type("1 2 4sn-1 sa")
    terminal.wait_for("instead of 4SN=", "1/2>")
    terminal.type("2/1")
    terminal.wait_for("2/1  1 v 2>")
    terminal.press("C-d")
    screen = terminal.wait_for("1 slip entered; 1 of 12 are in", "goes on with those that are missing")
    assert "no slip yet" not in screen  # what stood above the line has gone


def test_whom_the_movement_has_there_is_on_a_screen_of_80_columns(opened):
    terminal = opened(80)
    terminal.run("bridge-ledger session open e --boards 1-10 --contestants 1-6 -q")
    terminal.run("bridge-ledger movement set howell --session e --yes -q")
    terminal.start("bridge-ledger enter --session e")
    terminal.wait_for("1/1  ")
    terminal.type("1/1 2 3 4sn=")
    screen = terminal.wait_for("Keep it? [y/N]", "not as planned")
    assert "planned: round 1, table 1: 6 v 1, boards 1–2 Keep" in " ".join(screen.split())


def test_what_was_acknowledged_is_there_when_the_window_is_closed(opened, terminals, tmp_path):
    terminal = opened(40)
    terminal.start("bridge-ledger enter")
    terminal.wait_for("1/1>")
    terminal.type("1 2 4sn=")
    terminal.wait_for("1/2>")
    terminal.write("3 4 4sn")
    terminal.wait_for("1/2> 3 4 4sn")
    terminal.hang_up()
    after = terminals(tmp_path, 200, TERM="dumb", LANG="C", NO_COLOR="1")
    after.type("bridge-ledger enter")
    after.wait_for("1/2>")
    after.type("3 4 4hn-1")
    after.wait_for("board 1, table 2, 3 v 4: 4HN-1", "1/3>")
    after.type("q")  # Ctrl-D may come while the terminal is still its own between two lines, and is then lost
    assert "1 slip entered; 2 of 12 are in" in after.wait_for("are in")


def test_scores_that_are_out_are_asked_about_once(opened):
    terminal = opened(100, height=40)
    lines = ("1/1 4SN= --lead SA --ns 1 --ew 2", "1/2 4SN= --ns 3 --ew 4")
    terminal.run(
        "; ".join([*(f"bridge-ledger result add {line} -q" for line in lines), "bridge-ledger publish -q --yes"])
    )
    terminal.start("bridge-ledger enter")
    terminal.wait_for("The scores were given out, and what you enter changes them. Go on? [y/N]")
    terminal.type("y")
    terminal.wait_for("1/3>")
    terminal.type("5 6 4sn+1")
    terminal.wait_for("board 1, table 3, 5 v 6: 4SN+1", "2/1  1 v 2?>")
    terminal.press("C-u")  # who may sit there
    terminal.type("1/1 4sn-1")
    terminal.wait_for("4SN-1 instead of 4SN=", "The scores are out, and this changes them. Record it? [y/N]")
    terminal.type("n")
    terminal.wait_for("not recorded", "2/1  1 v 2?>")
    terminal.press("C-u")
    terminal.type("1/1 4sn-2")
    terminal.wait_for("4SN-2 instead of 4SN=", "Record it? [y/N]")
    terminal.type("y")
    terminal.wait_for("4SN-2 instead of 4SN=", "2/1  1 v 2?>")
    terminal.press("C-u")
    terminal.type("q")
    terminal.wait_for("1 slip entered; 3 of 12 are in")
    terminal.start("bridge-ledger enter --yes")
    terminal.wait_for("2/1  1 v 2?>")
    terminal.press("C-u")
    terminal.type("1/1 4sn=")
    terminal.wait_for("4SN= instead of 4SN-2", "2/1  1 v 2?>")
    terminal.press("C-u")
    terminal.type("q")
    terminal.wait_for("3 of 12 are in")
    terminal.start("bridge-ledger result add -; echo exit $?")
    terminal.wait_for("The scores were given out. Record these slips? [y/N]")
    terminal.type("y")
    for line, slip in enumerate(("2/1 4SN= --ns 1 --ew 2", "2/2 4SN-1 --ns 3 --ew 4"), start=1):
        terminal.type(slip)
        terminal.wait_for(f"line {line}    Recorded")
    terminal.press("C-d")
    terminal.wait_for("2 slips recorded, 0 not recorded", "exit 0")


@pytest.mark.parametrize(("command", "asked"), [("enter", "1/1>"), ("result add 1/1", "Who sat North–South.")])
def test_told_to_end_it_leaves_the_terminal_as_it_was(opened, tmp_path, command, asked):
    terminal = opened()
    line = f"(echo $BASHPID > number; exec bridge-ledger {command}); echo ended $?; stty -a"
    terminal.start(f"bash -c '{line}'")
    terminal.wait_for(asked)
    terminal.wait_until(lambda screen: screen.endswith((">", ":")), "a prompt")
    os.kill(int((tmp_path / "number").read_text()), signal.SIGTERM)
    screen = terminal.wait_for("ended 143", "icanon")
    assert "-icanon" not in screen
    assert "-echo " not in screen


def test_without_a_terminal_it_says_what_to_type(opened):
    screen = opened(200).run("echo 4sn= | bridge-ledger enter; bridge-ledger enter --json")
    assert "`enter` needs a terminal" in screen
    assert "`bridge-ledger result add - < slips.txt`" in screen
