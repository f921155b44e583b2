"""The manual pages: every command has its place in one, and `man` reads them without a word against them."""

import re
import subprocess
import sys

import click
import pytest

from cli.options.root import root
from cli.options.usage import usage_lines
from cli.screens.man_pages import man_pages
from cli.terminal.overview import COMMANDS
from tests.needs import needs

PAGES = man_pages(root)


def test_there_is_a_page_for_the_program_and_for_each_command():
    assert PAGES.keys() == {"bridge-ledger.1", *(f"bridge-ledger-{name}.1" for name in COMMANDS)}


@needs("man")
@pytest.mark.parametrize("page", PAGES)
def test_man_reads_it_without_a_warning(page, tmp_path):
    file = tmp_path / page
    file.write_text(PAGES[page], "utf-8")
    told = {"LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin", "MAN_KEEP_FORMATTING": ""}
    read = subprocess.run(["man", "--warnings", "-l", str(file)], capture_output=True, text=True, env=told, check=True)
    assert read.stderr == ""
    assert "SYNOPSIS" in read.stdout
    assert "\\" not in read.stdout


def test_what_is_to_be_typed_stands_as_it_is_typed(tmp_path):
    page = PAGES["bridge-ledger-ruling.1"]
    assert r"bridge\-ledger ruling add 23/1 \-\-weighted \(dq60% 4SN=, 40% 4SN\-1\(dq" in page
    assert not [line for line in page.splitlines() if re.match(r"\.(?!TH|SH|SS|TP|PP|EX|EE)", line)]


def test_every_option_of_every_command_is_in_its_page():
    context = click.Context(root)
    for name in COMMANDS:
        command = root.get_command(context, name)
        below = command.commands.values() if isinstance(command, click.Group) else ()
        for each in (command, *below):
            for option in (one for one in each.params if isinstance(one, click.Option) and not one.hidden):
                said = option.opts[-1].replace("-", "\\-")
                assert said in PAGES[f"bridge-ledger-{name}.1"] or said in PAGES["bridge-ledger.1"], (name, said)


def test_a_command_is_typed_there_as_in_its_help():
    said = r"\fBbridge\-ledger ruling add\fR "
    (synopsis,) = (line for line in PAGES["bridge-ledger-ruling.1"].splitlines() if line.startswith(said))
    context = click.Context(root, info_name="bridge-ledger")
    for name in ("ruling", "add"):
        context = click.Context(context.command.get_command(context, name), info_name=name, parent=context)
    helped = " ".join(usage_lines(context.command, context, 1000))
    assert helped == "Usage: bridge-ledger ruling add " + synopsis.removeprefix(said).replace("\\", "")


def test_help_is_told_once():
    assert [page for page, text in PAGES.items() if r"\fB\-\-help\fR" in text or r"\-h, \-\-help" in text] == [
        "bridge-ledger.1"
    ]


def test_they_are_made_and_every_option_is_completed_with_nothing_but_click():
    """When a wheel is built there is no more; and a Tab, which reads the same, waits for no more."""
    dear = "msgspec sqlalchemy alembic rich cryptography prompt_toolkit jinja2 babel defusedxml"
    script = f"""if True:
        import sys
        for name in {dear.split()}:
            sys.modules[name] = None
        from cli.main import root
        from cli.screens.man_pages import man_pages
        print(len(man_pages(root)))
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == f"{len(COMMANDS) + 1}\n", done.stderr
