"""Asking on real terminals: what is on the screen when keys were sent; an interruption records nothing."""

import pytest


@pytest.fixture
def opened(terminals, tmp_path):
    def with_a_result(width=80, height=40):
        terminal = terminals(tmp_path, width, height, BRIDGE_LEDGER_BY="Ann")
        lines = ("init", "session open t --boards 1-4", "result add 1/1 5HE-1 --ns 1 --ew 2")
        terminal.run("; ".join(f"bridge-ledger {line} -q" for line in lines))
        return terminal

    return with_a_result


def events(terminal):
    return terminal.run("bridge-ledger log --plain | wc -l").split("\n")[1].strip()


@pytest.mark.parametrize(
    ("width", "height", "environment"),
    [(80, 50, ""), (40, 60, "env NO_COLOR=1 "), (80, 50, "env TERM=dumb LC_ALL=C ")],
    ids=["80 columns", "40 columns", "a dumb terminal in ASCII"],
)
def test_a_ruling_of_which_only_the_table_was_typed(opened, width, height, environment):
    terminal = opened(width, height)
    terminal.start(f"{environment}bridge-ledger ruling add 1/1")
    terminal.wait_for("What happened?")
    terminal.type("")
    terminal.wait_for("Which score?", "number>")
    terminal.type("9")
    terminal.wait_for("is none of these")
    terminal.type("3")
    terminal.wait_for("their weights?")
    terminal.type("60% 4SN=, 50% 4SN-1")
    assert r"\x1b" not in terminal.wait_for("error[weights-sum]")
    terminal.wait_until(lambda screen: screen.count("> 60% 4SN=, 50% 4SN-1") == 2, "what was typed, to be put right")
    terminal.press(*["BSpace"] * 9)  # "50% 4SN-1"
    terminal.type("40% 4SN-1")
    terminal.wait_for("Who offended?")
    terminal.type("ew")
    terminal.wait_for("Which Law?", "16B")
    terminal.type("?")
    terminal.wait_for("help laws")
    terminal.type("16B")
    for asked in ("damage", "you find?", "alternatives", "may not be", "Why this", "consult?"):
        terminal.wait_for(asked)
        terminal.type("y" if asked == "damage" else "")
    terminal.wait_for("both sides told?", "number [not yet]>")
    terminal.type("")
    terminal.wait_for("Record it? [Y/n]")
    terminal.press("Enter")
    screen = terminal.wait_for("The same in one line").replace("\n", "")
    assert "Recorded #4" in screen
    assert "ruling add 1/1 --weighted '60% 4SN=, 40% 4SN-1' --offender EW --law 16B --damage" in screen


def test_ctrl_c_and_ctrl_d_at_a_question_record_nothing(opened):
    terminal = opened()
    before = events(terminal)
    for key in ("C-c", "C-d"):
        terminal.start("bridge-ledger result add 2/1; echo exit $?")
        terminal.wait_for("Who sat North-South?", ">")
        terminal.type("1")
        terminal.wait_for("Who sat East-West?")
        terminal.wait_until(lambda screen: screen.endswith(">"), "its prompt: before that a key may be lost")
        terminal.press(key)
        terminal.wait_for("interrupted; nothing more was recorded", "exit 130")
    terminal.start("bridge-ledger undo 3; echo exit $?")
    terminal.wait_for("Take back", "[y/N]")
    terminal.type("n")
    terminal.wait_for("nothing was recorded", "exit 0")
    terminal.start("bridge-ledger undo 3; echo exit $?")
    terminal.wait_for("[y/N]")
    terminal.press("C-c")
    terminal.wait_for("interrupted", "exit 130")
    assert events(terminal) == before


def test_where_nobody_can_be_asked_the_option_is_named(opened):
    terminal = opened()
    screen = terminal.run("bridge-ledger result add 2/1 < /dev/null; bridge-ledger ruling add 1/1 --no-input")
    assert "RESULT is missing" in screen
    assert "error[one-kind]: which score?" in screen


def test_scores_that_are_out_are_asked_about(opened):
    terminal = opened()
    terminal.run("bridge-ledger publish -q --yes")
    before = events(terminal)
    terminal.start("bridge-ledger result add 1/2 4SN= --ns 3 --ew 4; echo exit $?")
    terminal.wait_for("Would record", "The scores are out, and this changes them. Record it? [y/N]")
    terminal.type("n")
    terminal.wait_for("nothing was recorded", "exit 0")
    assert events(terminal) == before
