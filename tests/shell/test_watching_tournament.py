"""`watch` of a tournament: what is open in any of its sessions, the cut, the draws, who leads; at any size."""

import json
import re
import shutil
from copy import deepcopy

import pytest

from cli.main import run
from cli.shell import layout
from cli.shell.watch_screen import LEAVES, fragments
from cli.shell.watched_session import EVENTS_KEPT
from cli.shell.watched_tournament import WatchedTournament
from ledger.errors.visible import is_plain
from ledger.office import Office
from tests.pages.conftest import Known, at_the_desk
from tests.pages.event import AFTER, EVENT

MATTERS = """
call add 1/1 "W hesitated" --session friday-b --ns 1 --ew 2 --caller N --stage play
ruling add 2/1 --artificial A+/A- --provisional --law 16B --session friday-b
check query 1/2 "both sides asked" --session sunday
publish --session friday-a
appeal lodge R-0001 --by-side EW --signed E,W --grounds "a heart was led" --session friday-a
"""

SHORT = """
init
session open friday --boards 1 --contestants 1-2
call add 1/1 "W hesitated" --session friday --ns 1 --ew 2 --caller N --stage play
tournament open spring
tournament stage add only
tournament add friday --stage only
"""


@pytest.fixture(scope="module")
def typed_event(tmp_path_factory):
    """The congress with something of everything, typed once."""
    folder, known = tmp_path_factory.mktemp("event"), Known()
    with pytest.MonkeyPatch.context() as monkeypatch:
        at_the_desk(folder, monkeypatch, known)(EVENT + AFTER + MATTERS)
    return folder, known


@pytest.fixture
def desk(typed_event, tmp_path, monkeypatch):
    """The desk it was typed at, in a folder of the test's own."""
    folder, known = typed_event
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return at_the_desk(tmp_path, monkeypatch, deepcopy(known))


def printed(capsys, *options: str) -> str:
    capsys.readouterr()
    assert run(["watch", "--session", "spring", *options]) == 0
    return capsys.readouterr().out


def screen(watched: WatchedTournament, width: int = 100, height: int = 80) -> str:
    return "\n".join(line.text for line in layout.lines(watched.seen, width, height))


def test_without_a_terminal_it_is_printed_once_in_plain_lines(desk, capsys):
    text = printed(capsys)
    assert "Open calls (1)\nfriday-b  C-0001" in text
    assert "Provisional rulings (1)\nfriday-b  R-0001  board 2" in text
    assert "Open appeals (1)\nfriday-a  A-0001" in text
    assert "Queried results (1)\nsunday  board 1" in text
    assert "friday-a: corrections of the score, rulings and appeals" in text
    assert "At the cut\nfinal: 4 of qualifying; last in " in text
    assert "swiss: round 2 drawn (#16), 0 of 2 played\ncup: Final, 0 of 1 over" in text
    assert "swiss (VP)\n    1  Norway     18.09" in text
    assert "    –  Turku  plays F" in text
    assert "Last recorded\nfriday-a  #" in text
    assert "\x1b" not in text
    assert printed(capsys, "--once").splitlines()[2:] == text.splitlines()[2:]


def test_whom_the_cut_would_name_now_stands_under_it(desk, capsys):
    desk('ruling add 1/1 --result 4SN+1 --offender EW --law 16B --reason "late" --session friday-b')
    text = printed(capsys)
    assert "\n  as it stands now " in text.partition("At the cut")[2].partition("Drawn")[0]


def test_one_object(desk, capsys):
    found = json.loads(printed(capsys, "--json"))
    assert found["schema"] == "tournament-watch/1"
    waiting = {each["session"]: each for each in found["sessions"]}
    assert [each["case"] for each in waiting["friday-b"]["open_calls"]] == ["C-0001"]
    assert [each["case"] for each in waiting["friday-a"]["open_appeals"]] == ["A-0001"]
    assert found["cuts"][0]["into"] == "final"
    assert found["clocks"][0]["minutes_left"] > 0
    assert [each["stage"] for each in found["stages"]] == ["cup", "league", "swiss", "final", "qualifying"]
    leader = found["stages"][2]["rows"][0]
    assert (leader["rank"], leader["contestant"], leader["total"]["text"]) == (1, "Norway", "18.09")
    assert found["heads"][0]["session"] == "spring"
    assert found["events"][-1]["session"] == "friday-a"


def test_first_out_is_the_reserve_whose_turn_it_is(desk, capsys):
    def first_out():
        return re.search(r"first out (\w+) ", printed(capsys))[1]

    cut = json.loads(printed(capsys, "--json"))["cuts"][0]
    ill, next_, *_ = cut["reserves"]
    assert first_out() == ill
    desk(f"tournament withdraw {ill} --stage qualifying --after 1 --reason ill")
    assert first_out() == next_


def test_the_heads_are_told_before_anything_was_scored(tmp_path, monkeypatch, capsys):
    at_the_desk(tmp_path, monkeypatch, Known())("init\ntournament open spring\ntournament stage add only")
    found = json.loads(printed(capsys, "--json"))
    assert [(each["session"], each["number"]) for each in found["heads"]] == [("spring", 2)]


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("height", [10, 24, 60])
def test_it_fits_every_screen(desk, width, height):
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
    lines = "".join(part for _, part in fragments(watched, width, height)).split("\n")
    assert len(lines) == height
    assert max(map(len, lines)) <= width
    assert all(map(is_plain, lines))
    assert lines[-1] == LEAVES
    assert "Open calls (1)" in lines


def test_wide_screens_have_the_names(desk):
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
    assert "A1 Ann Archer & Bob Bell" in screen(watched, 200)
    assert "Ann Archer" not in screen(watched, 60)


@pytest.mark.parametrize(("height", "sections"), [(9, [4, 1]), (10, [3, 1, 1])])
def test_three_calls_are_shown_before_others_have_a_line(desk, height, sections):
    """And no more than three while a section below has none; what is left over is theirs again, the calls first."""
    for said in ("one", "two", "three", "four", "five"):
        desk(f'call add 1/1 "{said}" --session friday-b --ns 1 --ew 2 --caller N --stage play')
    with Office.open("bridge-ledger.db") as office:
        found = layout.lines(WatchedTournament(office, "spring").seen, 100, height)[2:]
    headings = [at for at, line in enumerate(found) if line.heading]
    ends = [*headings[1:], len(found)]
    assert [found[at].text for at in headings][:2] == ["Open calls (6)", "Provisional rulings (1)"]
    assert [end - at - 1 for at, end in zip(headings, ends, strict=True)] == sections


def test_it_goes_on_with_what_others_record_in_any_session_and_in_one_that_came_in_since(desk):
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
        desk("result add 1 4SN= --table 1a --ns Norway --ew Oslo --round 2 --session teams --by Cole")
        desk("result add 1 4SN-1 --table 1b --ns Oslo --ew Norway --round 2 --session teams --by Cole")
        watched.look(office)
        assert "teams  #" in screen(watched)
        assert "swiss: round 2 drawn (#16), 1 of 2 played" in screen(watched)
        desk("session open elsewhere --boards 1 --contestants 1-2")
        watched.look(office)
        assert "elsewhere" not in screen(watched), "it is of no tournament"
        desk("session open saturday --boards 1 --contestants 1-2")
        desk("tournament add saturday --stage qualifying --sitting 2 --section C")
        desk('call add 1 "no bid" --session saturday --ns 1 --ew 2 --caller N --stage play')
        watched.look(office)
        assert "saturday  C-0001" in screen(watched)
        with Office.open("bridge-ledger.db") as again:
            desk("penalty add 1 10% --reason late --session sunday --by Dahl")
            watched.look(again)
        assert "Dahl" in screen(watched)


def test_nothing_is_worked_out_again_where_nothing_was_recorded(desk):
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
        before = watched.seen.stages
        watched.look(office)
        assert watched.seen.stages is before


def test_what_was_erased_is_not_on_the_screen(desk):
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
        assert "hesitated" in screen(watched)
        for name in ("friday-a", "friday-b"):
            for number in {each.number for each in office.texts(name, word="hesitated")}:
                desk(f"text erase {number} --session {name}")
        watched.look(office)
        assert "hesitated" not in screen(watched)
        shown = [(each.session, each.number) for each in watched.seen.events]
        assert len(shown) == len(set(shown)) == EVENTS_KEPT


def test_after_an_erasure_every_event_is_shown_once_in_a_short_log_too(tmp_path, monkeypatch):
    desk = at_the_desk(tmp_path, monkeypatch, Known())
    desk(SHORT)
    with Office.open("bridge-ledger.db") as office:
        watched = WatchedTournament(office, "spring")
        assert "hesitated" in screen(watched, 200)
        there = len(watched.seen.events)
        desk("text erase 3 --session friday")
        watched.look(office)
        assert "hesitated" not in screen(watched, 200)
        shown = [(each.session, each.number) for each in watched.seen.events]
        assert len(shown) == len(set(shown)) == there + 1
