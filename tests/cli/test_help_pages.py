"""The manual: every command it shows can be typed, and every line of it fits a screen and a forge."""

import re
from collections import Counter

import click
import pytest

from cli.desk.commands import root
from cli.screens.manual import CONTENTS, lay_out_page, page, topic_subject, topics
from ledger.laws.profile_loader import list_shipped_profiles
from tests.cli.examples import typed as typed_words

IN_ONE_PIECE = re.compile(r'"[^"]{14,}"|\S{24,}')
"""A text in quotes, an address: what is copied is not parted."""
TYPED = re.compile(r"^    bridge-ledger (.+?)(?: {2,}.*)?$", re.MULTILINE)
PAGES = {topic: page(click.Context(root), (topic,)) for topic in topics()}


def typed(text):
    """The commands of a page, without what is said beside them or done with their output."""
    return [re.split(" [<>] ", line)[0] for line in TYPED.findall(text)]


SHOWN = [(topic, line) for topic, text in PAGES.items() for line in typed(text)]


@pytest.mark.parametrize(("topic", "line"), SHOWN, ids=[f"{topic}: {line}" for topic, line in SHOWN])
def test_a_command_of_the_manual_can_be_typed(topic, line):
    assert typed_words(f"bridge-ledger {line}")


@pytest.mark.parametrize("topic", topics())
def test_a_page_fits_a_screen(topic):
    assert all(len(line) <= 120 for line in PAGES[topic].splitlines())


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("topic", ["", *topics()])
def test_a_page_is_folded_to_the_screen_and_loses_nothing(topic, width):
    text = PAGES.get(topic) or page(click.Context(root), ())
    lines = [*lay_out_page(text, width, colour=False)]
    assert [line for line in lines if len(line) > width and not IN_ONE_PIECE.search(line)] == []
    assert not letters(text) - letters("".join(lines))  # a card has the headings of its table again


def letters(text):
    """What is read of a page, in whatever order columns are folded, whatever marks and blanks are about it."""
    return Counter(re.findall(r"[a-zA-Z0-9]", text))


def test_headings_and_what_is_typed_stand_out():
    lines = [*lay_out_page("# A page\n\nType `undo 5`, **twice**.\n\n    as `it` is", 60, colour=True)]
    assert lines[0] == "\x1b[1mA page\x1b[0m"
    assert lines[2] == "Type \x1b[1mundo 5\x1b[0m, \x1b[1mtwice\x1b[0m."
    assert lines[4] == "  as `it` is"


def test_what_goes_on_in_the_next_line_stands_under_its_beginning():
    lines = [
        *lay_out_page("* a point that\n  goes on\n* another\n  of two lines\n\na line\nand more", 12, colour=False)
    ]
    assert lines == ["* a point", "  that goes", "  on", "* another of", "  two lines", "", "a line and", "more"]


def test_the_contents_name_every_topic_once():
    named = [topic for topics_of_it in CONTENTS.values() for topic in topics_of_it]
    assert sorted(named) == topics()
    assert all(topic_subject(topic) for topic in named)


def test_the_topics_the_manual_promises_are_there():
    promised = {"installing", "result-files", "postgresql", "cases", "trust", "scoring", "rulings", "laws"}
    assert promised | {"worked-examples", "speed", "changes"} <= set(topics())
    everything = page(click.Context(root), ())
    assert all(topic in everything for topic in topics())


def test_every_profile_there_is_is_listed():
    assert all(f" {name}" in PAGES["result-files"] for name in list_shipped_profiles())
