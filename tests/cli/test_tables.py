"""Tables on screens of any width: nothing is lost but what may be spared, and no number is ever folded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.terminal.screen import GREEN, RED, InkedText, highlight, ink_by_sign, paint, wants_colour
from cli.terminal.tables import Layout, cells, draw_table, fold, fold_hanging

COLUMNS = ["table", "who", ">score", "why"]
ROW = ["12", "Norway and the Faroes", "1234.50", "slow pass over four spades, and a lead out of turn"]
WORDS = st.text(st.sampled_from("ab é小♥ "), max_size=40)


@given(text=WORDS, width=st.integers(2, 30))
def test_what_is_folded_fits_and_keeps_its_letters(text, width):
    lines = fold(text, width)
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(text=WORDS, width=st.integers(12, 30))
def test_a_hanging_line_keeps_its_letters_too(text, width):
    assert "".join("".join(fold_hanging(text, width, 6)).split()) == "".join(text.split())


@given(
    rows=st.lists(st.tuples(WORDS, WORDS, st.integers(-9999, 9999).map(str), WORDS), max_size=4),
    room=st.integers(20, 160),
)
def test_a_table_is_never_wider_than_the_screen(rows, room):
    for line in draw_table(COLUMNS, rows, room):
        assert cells(line) <= room or room < 30  # a card needs room for a heading and a word


@pytest.mark.parametrize("width", [200, 90, 60, 40, 25])
def test_the_numbers_stay_whole(width):
    lines = draw_table(COLUMNS, [ROW], width)
    assert any("1234.50" in line for line in lines)
    assert "slow" in "".join(lines)


def test_a_table_stands_closer_then_spares_then_goes_beneath():
    def at(width):
        return draw_table(
            ["who", "names", ">score", "lead"], [["1NS", "Ann & Bob", "7.20", "HK"]], width, layout=layout
        )

    layout = Layout(spare=("lead",), beneath=("names",))
    assert at(40)[1] == "1NS   Ann & Bob    7.20   HK"
    assert at(27)[1] == "1NS  Ann & Bob   7.20  HK"
    assert at(24)[1] == "1NS   Ann & Bob    7.20"
    assert at(14)[1:] == ["1NS    7.20", "  Ann & Bob"]


def test_a_column_that_says_nothing_goes_first():
    assert draw_table(["case", "reason"], [["R-0001", ""]], 12) == ["case", "R-0001"]


def test_colours_are_not_counted_in_a_width():
    plain, painted = (
        draw_table(["a", ">b"], [[InkedText("x", None), InkedText("+3.20", "gain")]], 80, colour=how) for how in (0, 1)
    )
    assert painted[1].replace("\x1b[32m", "").replace("\x1b[0m", "") == plain[1]
    assert highlight("R-0001 4♥N=") == "\x1b[35mR-0001\x1b[0m 4\x1b[31m♥\x1b[0mN="
    assert highlight("nothing of that: XR-00012x") == "nothing of that: XR-00012x"


class Screen:
    def __init__(self, terminal):
        self.isatty = lambda: terminal


@pytest.mark.parametrize(
    ("asked", "environment", "terminal", "paints"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_who_paints(monkeypatch, asked, environment, terminal, paints):
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(Screen(terminal), asked) is paints


def test_a_difference_has_the_colour_of_its_sign_where_there_are_colours():
    rows = [[ink_by_sign(each)] for each in ("+3.20", "-0.60", "0.00")]
    assert draw_table([">by"], rows, 80, colour=True)[1:] == [paint("+3.20", GREEN), paint("-0.60", RED), " 0.00"]
    assert draw_table([">by"], rows, 80)[1:] == ["+3.20", "-0.60", " 0.00"]
