"""What a desk that stays tells of what others record: who, what, whose place; many at once in a line; clocks."""

from threading import Event, Lock

import pytest

from cli.shell.background import Background
from cli.shell.news import News
from cli.shell.shell import NO_SESSION, prompt_line
from cli.terminal.settings import Settings
from cli.words.times import period_lines_since
from ledger.office import Office

MINUTE = 60_000_000
CALL = "call add 2/1 'W hesitated' --ns 1NS --ew 1EW --caller N --stage play --by Bertens"


class Sitting:
    """Who sits at a desk, and what he was told."""

    def __init__(self):
        self.asked = Settings()
        self.asked.color = "never"
        self.session_id, self.number_on_entry = "thursday", 5
        self.idle = Lock()
        self.recorded_here = set()
        self.told, self.prompts = [], []

    def show(self, session):
        self.prompts.append(prompt_line(session))

    def tell(self, *lines):
        assert self.idle.locked()
        self.told += lines


@pytest.fixture
def sitting():
    return Sitting()


@pytest.fixture
def told(evening, sitting):
    """A function that looks at what is new since the last time; what was told of it, without the time of day."""
    with Office.open("bridge-ledger.db") as office:
        news = News(sitting)

        def look():
            sitting.told.clear()
            news.look(office)
            return [line.partition("  ")[2] for line in sitting.told]

        look()
        yield look


def test_a_result_of_another_desk_and_whose_place_it_changed(told, typed, sitting):
    typed("result add 1/4 4SN= --ns 4NS --ew 4EW --by Bertens")
    (line,) = told()
    assert line.startswith("Bertens  #6   board 1, table 4, 4NS v 4EW: 4SN=   ")
    assert line.endswith("   4NS new → 1, 3NS 2 → 3, 4EW new → 3 and 1 more")
    assert told() == []


def test_what_was_recorded_here_is_not_repeated(told, typed, sitting):
    typed("result add 1/4 4SN= --ns 4NS --ew 4EW")
    typed("result add 1/5 4SN-2 --ns 5NS --ew 5EW --by Bertens")
    sitting.recorded_here.add(("thursday", 6))
    (line,) = told()
    assert line.startswith("Bertens  #7   ")


def test_what_came_before_the_first_look_is_told(evening, typed, sitting):
    typed(CALL)
    with Office.open("bridge-ledger.db") as office:
        news = News(sitting)
        news.look(office)
        news.look(office)
    (line,) = sitting.told
    assert "C-0001" in line


def test_a_call_stands_out_and_is_in_the_prompt(told, typed, sitting):
    typed(CALL)
    (line,) = told()
    assert 'C-0001 board 2 table 1, 1NS v 1EW: North, in the play: "W hesitated"' in line
    assert sitting.told[0].startswith("\x1b[1m")
    assert sitting.prompts == ["thursday [1 open call]> "]


def test_after_an_outage_the_new_office_is_asked_and_nothing_is_missed_or_told_twice(evening, typed, sitting):
    news = News(sitting)
    with Office.open("bridge-ledger.db") as office:
        news.look(office)
        typed("result add 1/4 4SN= --ns 4NS --ew 4EW --by Bertens")
        news.look(office)
    typed("result add 1/5 4SN= --ns 5NS --ew 5EW --by Cole")
    with Office.open("bridge-ledger.db") as again:
        asked = []
        follow = again.follow
        again.follow = lambda *one: asked.append(one) or follow(*one)
        news.look(again)
    assert asked == [("thursday", {"thursday": 6})]
    assert [line.split()[1] for line in sitting.told] == ["Bertens", "Cole"]


def test_many_at_once_are_summed_up_but_a_call_is_told(told, typed):
    for table in range(1, 9):
        typed(f"result add 3/{table} 4SN= --ns {table}NS --ew {table}EW --by Cole")
    typed(CALL)
    lines = told()
    assert lines[0] == "Cole  recorded 8 results, #6 to #13"
    assert lines[1] == "Bertens  recorded 1 event, #14 to #14"
    assert "C-0001" in lines[2]
    assert len(lines) == 3


def test_another_session_is_followed_once_it_is_in_the_prompt(told, typed, sitting):
    typed("session open friday --boards 1-2 --contestants 1NS,1EW --by Cole")
    assert told() == []
    sitting.session_id, sitting.number_on_entry = "friday", 2
    assert told() == []
    typed("result add 1/1 4SN= --ns 1NS --ew 1EW --session friday --by Cole")
    typed("result add 4/1 4SN= --ns 1NS --ew 1EW --session thursday --by Cole")
    (line,) = told()
    assert line.startswith("Cole  #3   board 1")


def test_the_desk_of_a_tournament_hears_its_sessions_and_no_others(evening, typed, sitting):
    typed("tournament open spring --by Cole")
    typed("tournament stage add qualifying --by Cole")
    typed("tournament add thursday --stage qualifying --by Cole")
    typed("session open friday --boards 1-2 --contestants 1NS,1EW --by Cole")
    sitting.session_id, sitting.number_on_entry = "spring", 3
    with Office.open("bridge-ledger.db") as office:
        news = News(sitting)
        news.look(office)
        typed("result add 1/4 4SN= --ns 4NS --ew 4EW --session thursday --by Bertens")
        typed("result add 1/1 4SN= --ns 1NS --ew 1EW --session friday --by Bertens")
        news.look(office)
        typed("tournament add friday --stage qualifying --by Cole")
        typed("result void 1/1 --reason 'never played' --session friday --by Bertens --yes")
        typed("call add 2/1 'W hesitated' --ns 1NS --ew 1EW --caller N --stage play --session thursday --by Bertens")
        news.look(office)
    said = [line.partition("  ")[2] for line in sitting.told]
    assert said[0].startswith("Bertens  thursday #6   board 1, table 4")
    assert said[0].endswith("4NS new → 1, 3NS 2 → 3, 4EW new → 3 and 1 more")
    assert [line.split("   ")[0] for line in said[1:]] == ["Cole  #4", "Bertens  friday #4", "Bertens  thursday #7"]
    assert sitting.told[-1].startswith("\x1b[1m")


def test_no_session_nothing_to_tell(told, typed, sitting):
    sitting.session_id = None
    typed(CALL)
    assert told() == []
    assert prompt_line(None) == NO_SESSION


def test_what_is_erased_is_told_and_nothing_after_it_is_missed(told, typed):
    typed(CALL)
    told()
    typed("text erase 6 --yes")
    assert told() != []
    typed("result add 1/4 4SN= --ns 4NS --ew 4EW --by Bertens")
    (line,) = told()
    assert line.startswith("Bertens  #8   ")


def test_clocks_are_told_ten_minutes_before_and_when_they_run_out(evening, typed):
    typed("ruling add 1/1 --stands --law 16B --by Cole")
    typed("publish --yes")
    with Office.open("bridge-ledger.db") as office:
        session = office.session("thursday")
    out = session.publications[0].at
    over = out + session.regulations.periods.appeal_minutes * MINUTE
    assert period_lines_since(session, out, out + MINUTE) == []
    (soon,) = period_lines_since(session, out, over - 9 * MINUTE)
    assert "in 9 minutes ends: " in soon
    assert "rulings and appeals" in soon
    assert period_lines_since(session, over - 9 * MINUTE, over - 8 * MINUTE) == []
    (ended,) = period_lines_since(session, over - MINUTE, over + MINUTE)
    assert "over: " in ended
    assert period_lines_since(session, over + MINUTE, over + 2 * MINUTE) == []


def test_a_look_that_fails_otherwise_is_told_once_and_looking_goes_on(evening, monkeypatch):
    monkeypatch.setattr("cli.shell.background.PAUSE_SECONDS", 0)
    monkeypatch.setattr("cli.shell.background.WAIT_SECONDS", 0)
    said, looks, looked = [], [], Event()

    def look(office):
        looks.append(office)
        if len(looks) < 3:
            raise ValueError("what nobody thought of")
        looked.set()

    background = Background("bridge-ledger.db", look, said.append)
    background.start()
    assert looked.wait(120)
    background.end()
    background.join(120)
    assert said == [
        "what others record is not seen now: ValueError: what nobody thought of",
        "the ledger answers again: what others record is seen",
    ]


def test_a_lost_database_is_told_once_and_that_it_is_back(evening, monkeypatch):
    monkeypatch.setattr("cli.shell.background.PAUSE_SECONDS", 0)
    monkeypatch.setattr("cli.shell.background.WAIT_SECONDS", 0)
    said, looked = [], Event()

    def look(office):
        office.sessions()
        looked.set()

    def say(line):
        said.append(line)
        (evening / "aside.db").rename(evening / "bridge-ledger.db") if len(said) == 1 else None

    (evening / "bridge-ledger.db").rename(evening / "aside.db")
    background = Background("bridge-ledger.db", look, say)
    background.start()
    assert looked.wait(120)
    background.end()
    background.join(120)
    assert said[0].startswith("what others record is not seen now: bridge-ledger.db is not here")
    assert said[1:] == ["the ledger answers again: what others record is seen"]
