"""The whole command line, in one file: a change of it is seen in one difference."""

from tests.cli.command_line import PAGE, page


def test_the_command_line_is_what_the_page_says():
    assert page().splitlines() == PAGE.read_text("utf-8").splitlines(), "python -m tests.cli.command_line"
