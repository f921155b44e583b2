"""What a terminal shows: colours where it has them and nobody forbade them, our own words all the same."""

import pytest


@pytest.fixture
def opened(terminals, tmp_path):
    def with_session(width=80, **environment):
        terminal = terminals(tmp_path, width, **environment)
        terminal.run("bridge-ledger init -q; bridge-ledger session open t --boards 1-2 -q")
        return terminal

    return with_session


@pytest.mark.parametrize("width", [60, 200])
def test_a_mistake_is_red_on_a_terminal(opened, width):
    terminal = opened(width)
    assert "error[no-such-board]" in terminal.run("bridge-ledger board 9").replace("\n", "")
    assert "\x1b[1m\x1b[31merror[no-such-board]" in terminal.colours


def test_no_colour_where_it_is_not_wanted(opened):
    terminal = opened(NO_COLOR="1")
    assert "error[no-such-board]" in terminal.run("bridge-ledger board 9")
    assert "\x1b[31" not in terminal.colours
