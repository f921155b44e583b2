"""What is typed at a desk that stays, taken apart: quotes, hints that were copied, and what Tab is to complete."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.shell.answering import complete_words, words_of
from ledger.errors import Misuse


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("board 5", ["board", "5"]),
        ("  board\t5  ", ["board", "5"]),
        ("", []),
        ("   ", []),
        ("bridge-ledger explain 5 --table 3", ["explain", "5", "--table", "3"]),
        ("`bridge-ledger undo R-0001`", ["undo", "R-0001"]),
        ("$ bridge-ledger log", ["log"]),
        (
            "ruling add 5/3 --weighted '60% 4SN=, 40% 4SN-1'",
            ["ruling", "add", "5/3", "--weighted", "60% 4SN=, 40% 4SN-1"],
        ),
        ('call add 5/3 "West\'s pause"', ["call", "add", "5/3", "West's pause"]),
        ("show #207", ["show", "#207"]),
        ("standings   # who leads: W's pair", ["standings"]),
        ('call add 5/3 "#1 and # of it" # why', ["call", "add", "5/3", "#1 and # of it"]),
        ("board 5#3", ["board", "5#3"]),
        ("  # nothing", []),
        ("result add 5/3 4♠N=", ["result", "add", "5/3", "4♠N="]),
        ("log --by ''", ["log", "--by", ""]),
    ],
)
def test_words(line, words):
    assert words_of(line) == words


@pytest.mark.parametrize(
    ("line", "says", "hint"),
    [
        ("call add 5/3 West's pause", "an apostrophe opens a quotation", 'put the whole text between two "'),
        ('call add 5/3 "W hesitated', 'a quotation is not closed: "W hesitated', 'end it with "'),
        ("call add 5/3 'W hesitated", "a quotation is not closed: 'W hesitated", "end it with '"),
        ("board 5 \\", "the line ends in a backslash", "leave it out"),
    ],
)
def test_a_quotation_that_is_not_closed(line, says, hint):
    with pytest.raises(Misuse) as refused:
        words_of(line)
    assert says in refused.value.message
    assert refused.value.hint == hint


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ([], "", 0)),
        ("rul", ([], "rul", 3)),
        ("ruling ", (["ruling"], "", 0)),
        ("bridge-ledger ruling a", (["ruling"], "a", 1)),
        ('scorecard "von A', (["scorecard"], "von A", 6)),
        ("call add 5 'it is' --st", (["call", "add", "5", "it is"], "--st", 4)),
        ("scorecard von\\ A", (["scorecard"], "von A", 6)),
    ],
)
def test_what_tab_completes(typed, found):
    assert complete_words(typed) == found


@given(st.text(max_size=40))
def test_whatever_is_typed_is_words_or_a_refusal(line):
    before, typed, width = complete_words(line)
    assert width <= len(line)
    assert all(isinstance(word, str) for word in [*before, typed])
    with suppress(Misuse):
        assert all(isinstance(word, str) for word in words_of(line))
