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

    def asked(text):
        terminal.wait_until(lambda screen: text in " ".join(screen.split()), text)

    terminal.start(f"{environment}bridge-ledger ruling add 1/1")
    for text, answer in (
        ("--call CASE:", ""),
        ("--facts TEXT:", "slow"),
        ("awarded, self-inflicted, claim, stands:", "9"),
        ("'9' is not one of", "weighted"),
        ("--weighted WEIGHTING:", "60% 4SN=, 50% 4SN-1"),
    ):
        asked(text)
        terminal.type(answer)
    asked("the weights add up to 110%")
    terminal.write("60% 4SN=, 40% 4SN-2")
    terminal.press("BSpace")
    terminal.type("1")
    asked("--offender SIDE:")
    terminal.type("ew")
    asked("--law LAW:")
    terminal.type("16B")
    for text in ("infraction", "damage", "--findings", "--alternative", "--disallowed", "--reason", "--consulted"):
        terminal.type("")
        asked(text)
    terminal.type("")
    asked("Which: notified, told-of-appeal:")
    terminal.type("")
    asked("Record it? [Y/n]")
    assert r"\x1b" not in terminal.history
    terminal.press("Enter")
    asked("Recorded #4")
    asked("40% 4")


def test_ctrl_c_and_ctrl_d_at_a_question_record_nothing(opened):
    terminal = opened()
    before = events(terminal)
    for key in ("C-c", "C-d"):
        terminal.start("bridge-ledger result add 2/1; echo exit $?")
        terminal.wait_for("Who sat North–South.", "--ns CONTESTANT:")
        terminal.type("1")
        terminal.wait_for("--ew CONTESTANT:")
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
