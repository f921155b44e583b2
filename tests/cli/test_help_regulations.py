"""`help NAME`: the place of a regulation, and what a value means."""

import pytest

from cli.main import run
from ledger.laws.profile_loader import describe_regulations


def told(capsys, *words: str) -> str:
    assert run(["help", *words]) == 0, words
    return capsys.readouterr().out


def test_every_regulation_has_its_page_with_its_values_and_its_source(capsys):
    for name, regulation in describe_regulations().items():
        page = told(capsys, name)
        assert page.startswith(f"# {name}: {regulation.title}\n")
        flat = " ".join(page.split())
        for words in (regulation.says, regulation.source, *regulation.values, *regulation.values.values()):
            assert words in flat, (name, words)
        if regulation.default in regulation.values:
            assert f"{regulation.values[regulation.default]} (the default)" in flat


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("toward-nos", "up for who did not offend"),
        ("small-groups", "65/55%"),
        ("by-event", "of the match in a Swiss"),
        ("2/1/0", "two for a win, one for a tie"),
        ("participation.sit-out", "# participation.sit_out: what a scheduled sit-out is worth"),
    ],
)
def test_a_value_is_explained_and_a_name_may_be_typed_with_a_hyphen(word, says, capsys):
    assert says in told(capsys, word)


def test_a_word_that_is_more_than_a_value_is_looked_up_everywhere(capsys):
    assert told(capsys, "average").startswith("# What speaks of 'average'")


def test_the_topic_lists_every_regulation(capsys):
    page = told(capsys, "regulations")
    for name, regulation in describe_regulations().items():
        (line,) = [line for line in page.splitlines() if line.startswith(f"    {name} ")]
        assert line.endswith(regulation.title)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("total.factoring", "4 of 8 on one of two boards, less a fine of 0.40, are 7.60 of 16, not 3.60 of 8"),
        ("imps.board.rounding", "1.5 : −1.5 are 1 : −2"),
        ("matches.vp", "12.5 are read as 13"),
    ],
)
def test_what_no_source_says_is_stated_and_marked(name, rule, capsys):
    page = " ".join(told(capsys, name).split())
    assert rule in page
    assert "nobody verified it" in page
