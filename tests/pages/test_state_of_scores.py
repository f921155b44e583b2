"""Whether scores are final, until when they may change, and what is undecided: the same wherever it is asked."""

import json
import re
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.seen import seen

TEAMS = """
init
session open teams --scoring teams --boards 1-2 --contestants Oslo,Rome
result add 1 4SN= --table 1a --ns Oslo --ew Rome --round 1
result add 1 4SN-1 --table 1b --ns Rome --ew Oslo --round 1
publish --yes
"""

_PROVISIONAL = "The scores are provisional"


def said(name: str) -> str:
    return " ".join(seen(Path(name).read_text()))


def asked(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    capsys.readouterr()
    assert run(line) == 0, line
    return "".join(capsys.readouterr())


def test_every_page_says_it_in_the_same_words(evening, typed):
    typed('appeal lodge P-0001 --by-side NS --signed N,S --grounds "we were on time"')
    typed("report site site")
    whole = "The scores are provisional. Corrections, rulings and appeals are possible until"
    for name in ("index", "standings", "boards", "rulings", "appeals", "contestant-4NS"):
        page = said(f"site/{name}.html")
        assert whole in page, name
        assert re.search(r"Still to be decided: A-0002 ?\. Until then the scores are not final\.", page), name
    assert "P-0001 : under appeal, A-0002" in said("site/contestant-4NS.html")
    typed("report standings --out wall.html")
    assert whole in said("wall.html")


def test_the_matches_say_it_too(typed, tmp_path):
    typed(TEAMS + "report site site")
    assert _PROVISIONAL in said("site/matches.html")


def test_the_board_of_a_ruling_says_it_in_a_terminal_and_as_json(evening, capsys):
    text = asked(capsys, "board", "2", "--as-of", "@")
    assert "Board 2 is provisional. Corrections, rulings and appeals are possible until 22:30" in text
    assert text.count("R-0002 until 22:30") == 1
    assert "R-0002, board 2" not in text, "a period is told once"
    finality = json.loads(asked(capsys, "--json", "board", "2", "--as-of", "@"))["finality"]
    assert (finality["state"], finality["undecided"]) == ("provisional", [])
    assert finality["later_appeals_until"].keys() == {"R-0002"}


def test_a_case_says_until_when_it_may_be_appealed(evening, capsys):
    for case in ("R-0002", "P-0001"):
        shown = json.loads(asked(capsys, "--json", "show", case, "--as-of", "@"))
        assert shown["state"] == "standing"
        assert shown["appeal_until"].startswith("2026-03-05T22:30:")


def test_a_case_tells_its_weights_and_its_state_apart_from_its_heading(evening, typed, capsys):
    typed("report site site")
    page = said("site/rulings.html")
    assert "in force: weighted 80% 4♠N=, 20% 4♠N-1 under 12C1(c) (" in page
    assert "a penalty of 25% of a top — again · standing" in page
    assert "2EW · decided, deposit returned" in said("site/appeals.html")
    assert re.search("in force: weighted 80% 4.N=, 20% 4.N-1 under 12C1", asked(capsys, "show", "R-0001"))


def test_the_ranking_for_the_wall_names_the_day_of_play(evening, typed):
    typed("report standings --out wall.html")
    assert "Thursday 5 Mar 2026 · as of event" in said("wall.html")
