"""The line itself, driven by a program: what its keys hand back, and that none is lost."""

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.entry.asking import SpecialKey, TerminalPrompt, View

REFUSED = View(["Board 1"], "1/1> ", "4sn= 1 1", lambda _: [], selected=True)
EMPTY = View(["Board 1"], "1/1> ", "", lambda _: [])


@pytest.fixture
def line():
    with create_pipe_input() as keys:
        yield TerminalPrompt(input=keys, output=DummyOutput()), keys


@pytest.mark.parametrize("then", ["np\r", "1 1 4sn= sa\r", "> p\r"])
def test_what_is_typed_after_a_refused_line_was_forgotten_is_read_whole(line, then):
    asking, keys = line
    keys.send_text("\x03" + then)
    assert asking.ask(REFUSED) is SpecialKey.ABANDON
    assert asking.ask(EMPTY) == then.rstrip("\r")


def test_keys_one_after_the_other_answer_one_question_each(line):
    asking, keys = line
    keys.send_text("\x03\t\x1b[A\x03\x04")
    asked = [asking.ask(view) for view in (REFUSED, EMPTY, EMPTY, REFUSED, EMPTY)]
    assert asked == [SpecialKey.ABANDON, SpecialKey.TAB, SpecialKey.UP, SpecialKey.ABANDON, SpecialKey.END]


def test_a_refused_line_gives_way_to_what_is_typed(line):
    asking, keys = line
    keys.send_text("np\r")
    assert asking.ask(REFUSED) == "np"
