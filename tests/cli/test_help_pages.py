"""The manual: every command it shows can be typed, and every line of it fits a screen and a forge."""

import re
import shlex

import click
import pytest

from cli.main import root
from cli.screens.manual import page, topics
from ledger.laws.profile_loader import shipped

TYPED = re.compile(r"^    bridge-ledger (.+?)(?:\s{2,}.*)?$", re.MULTILINE)
PAGES = {topic: page(click.Context(root), (topic,)) for topic in topics()}


def typed(text):
    """The commands of a page, without what is said beside them or done with their output."""
    return [line.partition(" > ")[0] for line in TYPED.findall(text)]


SHOWN = [(topic, line) for topic, text in PAGES.items() for line in typed(text)]


@pytest.mark.parametrize(("topic", "line"), SHOWN, ids=[f"{topic}: {line}" for topic, line in SHOWN])
def test_a_command_of_the_manual_can_be_typed(topic, line):
    words, command, context = shlex.split(line), root, click.Context(root)
    while words[0].startswith("--"):  # the options before a command
        words = words[2:]
    while isinstance(command, click.Group):
        name = words.pop(0)
        command = command.get_command(context, name)
        assert command is not None, name
    assert command.make_context(line, words)


@pytest.mark.parametrize("topic", topics())
def test_a_page_fits_a_screen(topic):
    assert all(len(line) <= 120 for line in PAGES[topic].splitlines())


def test_the_topics_the_manual_promises_are_there():
    promised = {"installing", "result-files", "postgresql", "cases", "trust", "scoring", "rulings", "laws"}
    assert promised | {"worked-examples", "speed", "changes"} <= set(topics())
    everything = page(click.Context(root), ())
    assert all(topic in everything for topic in topics())


def test_every_profile_there_is_is_listed():
    assert all(f" {name}" in PAGES["result-files"] for name in shipped())
