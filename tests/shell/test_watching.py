"""The screen of `watch`, without a terminal: what is on it, at any size, and as JSON."""

import json

import pytest

from cli.main import run
from cli.shell import layout
from cli.shell.watch_screen import LEAVES, fragments
from cli.shell.watched_session import WatchedSession
from ledger.errors.visible import is_plain
from ledger.office import Office

MATTERS = (
    "call add 2/1 'W hesitated' --ns 1NS --ew 1EW --caller N --stage play",
    "ruling add 1/1 --artificial A+/A- --provisional --law 16B",
    "ruling add 1/2 --stands --law 73C --offender NS",
    "check query 1/3 'both sides asked'",
    "publish --yes",
    "appeal lodge R-0002 --by-side EW --signed E,W --grounds 'a heart was led'",
)
HEADINGS = (
    "Open calls (1)",
    "Provisional rulings (1)",
    "Open appeals (1)",
    "Running out",
    "Queried results (1)",
    "North–South",
    "Last recorded",
)


@pytest.fixture
def watched(evening, typed, capsys):
    """The evening with something of everything."""
    for line in MATTERS:
        typed(line)
    capsys.readouterr()
    with Office.open("bridge-ledger.db") as office:
        yield WatchedSession(office, "thursday"), office


def test_once_everything_is_printed(watched, capsys):
    assert run(["watch", "--once"]) == 0
    printed = capsys.readouterr().out
    assert [heading for heading in HEADINGS if heading not in printed] == []
    for said in ("C-0001  just now  board 2 table 1", "R-0001  board 1, 1NS v 1EW  for now artificial A+/A-"):
        assert said in printed
    assert "A-0001  just now  against R-0002" in printed
    assert 'board 1, 3NS v 3EW  3NTN=  "both sides asked"' in printed
    assert "corrections of the score" in printed
    assert run(["watch"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == printed.splitlines()[2:]


def test_one_object(watched, capsys):
    assert run(["watch", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "watch/1"
    assert [call["case"] for call in found["open_calls"]] == ["C-0001"]
    assert (found["provisional"], found["queue"]) == (["R-0001"], [])
    assert [each["case"] for each in found["open_appeals"]] == ["A-0001"]
    assert found["queried"] == [{"board": 1, "table": "3", "ns": "3NS", "ew": "3EW"}]
    assert found["clocks"][0]["minutes_left"] > 0
    assert found["fields"][0]["rows"][0]["rank"] == 1
    assert found["events"][-1]["name"].startswith("appeal-lodged")


def test_of_a_session_with_a_movement_its_round_and_who_is_late_are_in_it(evening, typed, capsys):
    typed("movement set mitchell --yes")
    capsys.readouterr()
    assert run(["watch", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["round"], found["late"]


def test_where_nothing_waits_nothing_is_said_of_it(evening, capsys):
    assert run(["watch"]) == 0
    printed = capsys.readouterr().out
    assert "Open calls" not in printed
    assert "Running out" not in printed
    assert "North–South" in printed


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("height", [10, 12, 24, 60])
def test_it_fits_every_screen(watched, width, height):
    seen, _ = watched
    text = "".join(part for _, part in fragments(seen, width, height))
    lines = text.split("\n")
    assert len(lines) == height
    assert max(map(len, lines)) <= width
    assert all(map(is_plain, lines))
    assert lines[-1] == LEAVES
    assert "Open calls (1)" in lines


def test_there_is_always_room_for_what_waits_longest(watched, typed):
    seen, office = watched
    for number in range(12):
        typed(f"call add 5 'call {number}' --ns 2NS --caller N --stage play")
    seen.look(office)
    told = [line.text for line in layout.lines(seen.seen, 60, 12)]
    assert told[2] == "Open calls (13)"
    assert told[3].startswith("C-0001")
    assert any(line.startswith("… and ") for line in told)


def test_it_goes_on_with_what_others_record(watched, typed):
    seen, office = watched
    typed("result add 3/1 4SN= --ns 1NS --ew 1EW --by Cole --yes")
    seen.look(office)
    assert "  Cole  board 3, 1NS v 1EW: 4SN=" in "\n".join(line.text for line in layout.lines(seen.seen, 80, 40))
    with Office.open("bridge-ledger.db") as again:
        typed("result add 3/2 4SN= --ns 2NS --ew 2EW --by Dahl --yes")
        seen.look(again)
    assert "Dahl" in layout.lines(seen.seen, 80, None)[-5].text


def _screen(watched):
    return "\n".join(line.text for line in layout.lines(watched.seen, 200, 100))


def test_what_was_erased_is_not_on_the_screen(watched, typed, monkeypatch):
    seen, office = watched
    seen.look(office)
    assert "hesitated" in _screen(seen)
    number = next(each.number for each in office.log("thursday") if each.name.startswith("director-called"))
    typed(f"text erase {number} --yes")
    typed("result add 3/1 4SN= --ns 1NS --ew 1EW --by Cole --yes")
    seen.look(office)
    assert "hesitated" not in _screen(seen)
    assert [each.number for each in seen.seen.events] == [each.number for each in office.log("thursday")]
    assert _screen(seen).count("  Cole  ") == 1
    read = []
    monkeypatch.setattr(office, "log", lambda session, upto=None: read.append(session) or [])
    seen.look(office)
    assert read == []  # the whole log, once


def test_what_is_in_the_way_stands_at_the_foot(watched):
    seen, _ = watched
    seen.say("what others record is not seen now: the server does not answer")
    assert fragments(seen, 40, 10)[-1] == ("reverse", "what others record is not seen now: the…")


def test_the_past_is_not_watched(evening, capsys):
    assert run(["watch", "--as-of", "2"]) == 2
