"""Guide cards for the tables and slips for the contestants: what they say, in English and in German."""

import pytest

from cli.main import run
from tests.pages.test_pages import require_golden, require_whole
from tests.pages.test_papers import words, written

ROWS = ("1/1 1 1 1", "1/2 2 2 2", "1/3 3 3 3", "1/4 4 - -", "2/2 2 1 3", "2/3 3 2 1", "2/4 4 3 2")
"""Two rounds in which somebody sits out, and somebody is at no table: a card and a slip have everything on them."""


@pytest.fixture
def laid_down(evening, typed):
    typed('person name 2NS 1 "Jane <b>Roe"')
    assert run(["-q", "movement", "set", *(f"--row={row}" for row in ROWS), "--yes", "--sharing", "1,4"]) == 0


@pytest.mark.parametrize("name", ["cards", "slips"])
def test_a_paper_of_the_movement_is_the_same_byte_for_byte(name, laid_down):
    for _ in range(2):
        page = written(f"report {name}")
        require_golden(f"paper-{name}.html", page)
    require_whole(page)
    assert "Jane <b>" not in page


def test_a_card_says_who_sits_there_and_where_everybody_goes(laid_down):
    said = words(written("report cards"))
    assert "Table 2 round NS EW boards NS next to EW next to boards next to 1 2NS 2EW 2 stay 3 EW 4" in said
    assert "Table 4 Boards are shared with table 1. round" in said


def test_a_slip_says_where_a_pair_sits_and_when_it_sits_out(laid_down):
    said = words(written("report slips"))
    assert "Pair 4NS round table side against boards 1 4 NS sits out – 2 4 NS 3EW 2" in said
    assert "Pair 2NS Jane &lt;b&gt;Roe round" in said


def test_in_german_every_word_is_german(laid_down):
    cards, slips = (words(written(f"report {name} --language de")) for name in ("cards", "slips"))
    assert "Tischkarten" in cards
    assert "1 2NS 2OW 2 bleiben 3 OW 4" in cards
    assert "Paar 4NS Runde Tisch Seite gegen Boards 1 4 NS setzt aus" in slips


@pytest.mark.parametrize("name", ["cards", "slips"])
def test_without_a_movement_there_is_nothing_to_print(name, evening, capsys):
    assert run(["report", name, "-o", "page.html"]) == 1
    assert "error[no-movement]" in capsys.readouterr().err


def test_a_traveller_has_the_pairs_of_the_movement_and_a_slip_the_boards_of_a_round(laid_down):
    """Board 2 is played at table 2 first, and by 4NS and 3EW in round 2."""
    travellers = words(written("report blanks travellers"))
    assert (
        "Board 2 dealer E, vulnerable NS round NS EW contract by lead tricks NS+ NS- 1 2NS 2EW 2 4NS 3EW" in travellers
    )
    slips = words(written("report blanks pick-ups"))
    assert "Table 2, round 1 NS 2NS Jane &lt;b&gt;Roe · EW 2EW board contract by lead tricks NS+ NS- 2" in slips
    assert "Table 4, round 1" not in slips
    german = words(written("report blanks pick-ups --language de"))
    assert "Tisch 2, Runde 1 NS 2NS" in german


def test_without_a_movement_a_traveller_has_lines_to_write_in(evening, typed):
    page = written("report blanks travellers")
    require_whole(page)
    said = words(page)
    assert "Board 1 dealer N, vulnerable None round NS EW contract by lead tricks NS+ NS-" in said
    assert page.count("<tr><td><bdi></bdi></td>") >= page.count("<h2>Board")
