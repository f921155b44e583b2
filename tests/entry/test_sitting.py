"""A sitting: what is asked, what typed lines record, the way back; in the end it is as `result add` makes it."""

from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cli.entry.agenda import Plan
from cli.entry.running import EntryRun
from cli.entry.sitting import EntryState
from cli.entry.taken_lines import SlipIntake
from cli.main import run
from ledger.laws.profile_loader import load_profile
from ledger.projections.standings import standings
from ledger.subjects.play.facts import OpenSession
from tests.entry.sittings import ABANDON, DOWN, TAB, UP, opened, results, sit

ASKED = "The scores are out, and this changes them. Record it? [y/N] "
SIX = ("--boards", "1-4", "--contestants", "1-6")


@pytest.fixture
def desk(tmp_path):
    return opened(tmp_path, *SIX)


def published(desk, *lines):
    """The scores of these slips are out."""
    sit(desk, *lines)
    assert run(["--db", desk.settings.db, "publish", "--yes", "-q"]) == 0


def test_board_by_board_the_tables_that_are_missing(desk):
    typist, session = sit(desk, "1 2 4sn= sa", "3 4 4sn+1", "5 6 p", "1 2 620", "3 4 -100")
    assert [prompt.split()[0].rstrip(">") for prompt in typist.prompts] == ["1/1", "1/2", "1/3", "2/1", "2/2", "2/3"]
    assert results(session) == {
        (1, "1"): ("1 v 2", "4SN=", "SA"),
        (1, "2"): ("3 v 4", "4SN+1", None),
        (1, "3"): ("5 v 6", "PASS", None),
        (2, "1"): ("1 v 2", "+620", None),
        (2, "2"): ("3 v 4", "-100", None),
    }
    assert sit(desk)[0].prompts[0].startswith("2/3")


def test_it_is_recorded_before_the_next_is_asked(desk):
    seen = []

    class Watching:
        def ask(self, view):
            seen.append(desk.office.session("t").number)
            return "1 2 4sn=" if len(seen) == 1 else "q"

    EntryRun(desk, EntryState(Plan()), Watching()).run()
    assert seen == [2, 3]


def test_who_sat_there_is_proposed_from_the_other_boards_of_the_round(desk):
    typist, session = sit(desk, "1 2 4sn=", "3 4 4sn=", "5 6 4sn=", "4sn-1", "4sn-1", "4sn-1", per_round=2)
    assert typist.prompts[3:6] == ["2/1  1 v 2> ", "2/2  3 v 4> ", "2/3  5 v 6> "]
    assert typist.prompts[6] == "3/1  1 v ?> "  # the round is another: who stayed so far may stay
    assert results(session)[2, "3"] == ("5 v 6", "4SN-1", None)


def test_without_a_word_about_rounds_it_only_may_be_so_and_stands_before_the_line(desk):
    typist, _ = sit(desk, "1 2 4sn=", "3 4 4sn=", "5 6 4sn=", "1 2 p", "3 4 p", "5 6 p", "1 4 p", "3 6 p", "5 2 p")
    assert typist.prompts[3] == "2/1  1 v 2?> "
    assert typist.prompts[6] == "3/1  1 v 2?> "
    assert typist.prompts[9] == "4/1  1 v 4> "  # by now it is seen that a round has two boards


def test_a_round_slip_is_entered_at_once(desk):
    lines = ("1 2 4sn=", "4sn-1", "3 4 p", "p", "5 6 -50", "-50", "1 4 p")
    typist, session = sit(desk, *lines, by_round=True, per_round=2)
    asked = [prompt.split()[0].rstrip(">") for prompt in typist.prompts]
    assert asked == ["1/1", "2/1", "1/2", "2/2", "1/3", "2/3", "3/1", "4/1"]
    assert len(results(session)) == 7


def test_where_nobody_was_entered_the_first_board_tells_how_many_tables_there_are(tmp_path):
    desk = opened(tmp_path, "--boards", "1-3")
    typist, session = sit(desk, "1 2 4sn=", "3 4 4sn=", "n", "1 2 p", "3 4 p", "1 2 p")
    assert [prompt.split(">")[0].split()[0] for prompt in typist.prompts] == [
        "1/1",
        "1/2",
        "1/3",
        "2/1",
        "2/2",
        "3/1",
        "3/2",
    ]
    assert len(results(session)) == 5


def test_arrow_up_is_the_slip_before_and_typing_it_anew_corrects_it(desk):
    typist, session = sit(desk, "1 2 4sn= sa", "3 4 4sn+1", UP, UP, "1 2 4sn-1 sa", "5 6 p", UP, UP, DOWN, DOWN)
    assert typist.prompts[3] == "1/2 again> 3 4 4SN+1"
    assert typist.prompts[4] == "1/1 again> 1 2 4SN= SA"
    assert typist.prompts[-1] == "2/1  1 v 2?> "
    assert results(session)[1, "1"] == ("1 v 2", "4SN-1", "SA")
    assert [said.result for said in session.boards[1][next(iter(session.boards[1]))].results] == ["4SN=", "4SN-1"]


def test_who_sat_there_and_the_lead_are_corrected_too(desk):
    _, session = sit(desk, "1 2 4sn= sa", UP, "1 5 4sn=", UP, "1 5 np")
    played = next(session.table_boards())
    assert (str(played.seating), played.result, played.lead) == ("1 v 5", None, None)
    _, session = sit(desk, "1/1 1 5 4sn+1")
    assert results(session) == {(1, "1"): ("1 v 5", "4SN+1", None)}


def test_what_was_to_be_played_later_may_be_so_again(desk):
    _, session = sit(desk, "1 2 lp", UP, "1 2 4sn=", UP, "1 2 lp")
    assert (results(session), [each.pending for each in session.table_boards()]) == ({}, [True])
    _, session = sit(desk, "1/1 4sn-1", "u", "1/1 np", "1/1 p")
    assert results(session) == {(1, "1"): ("1 v 2", "PASS", None)}


def test_what_was_recorded_last_is_taken_back_and_asked_again(desk):
    typist, session = sit(desk, "1 2 4sn=", "3 4 p", "u", "u", "u")
    assert typist.prompts[3] == "1/2> 3 4 PASS"
    assert typist.prompts[4] == "1/1> 1 2 4SN="
    assert results(session) == {}


def test_a_line_that_cannot_be_read_is_offered_again(desk, capsys):
    typist, session = sit(desk, "1 2 4s=", "4sn=", "99/1 4sn=", "77/1", "1 1 4sn=", "1 2 4sn= 1s", ABANDON, "1 7 p", "")
    said = capsys.readouterr().out
    assert [typist.views[at].text for at in (1, 2, 3)] == ["1 2 4s=", "4sn=", "99/1 4sn="]
    assert (typist.views[1].selected, typist.views[2].from_start) == (True, True)
    assert typist.views[7].text == ""
    for code in ("no-declarer", "bad-table", "no-such-board", "pair-against-itself", "bad-card", "no-such-contestant"):
        assert f"error[{code}]" in said
    assert results(session) == {}


@pytest.mark.parametrize("left_by", ["s", TAB, "n", "3/2"])
def test_a_line_that_cannot_be_read_is_not_offered_for_another_slip(desk, left_by):
    typist, _ = sit(desk, "1 2 4s=", left_by)
    assert [view.text for view in typist.views] == ["", "1 2 4s=", ""]


def test_a_line_without_its_seats_is_offered_with_the_cursor_before_it_and_a_wrong_one_to_be_replaced(desk, capsys):
    typist, _ = sit(desk, "4sn=", "1 2 4sn+9", "1 2 4sn=")
    offered = [(view.text, view.from_start, view.selected) for view in typist.views]
    assert offered == [("", False, False), ("4sn=", True, False), ("1 2 4sn+9", False, True), ("", False, False)]


def test_skipping_and_going_elsewhere(desk):
    typist, session = sit(desk, "s", TAB, "3/2", "1 2 p", "2/1 3 4 p", "n", "?", "4/")
    asked = [prompt.split(">")[0].split()[0] for prompt in typist.prompts]
    assert asked == ["1/1", "1/2", "1/3", "3/2", "3/3", "2/2", "3/1", "3/1", "4/1"]
    assert set(results(session)) == {(3, "2"), (2, "1")}


def test_after_publication_a_correction_is_asked(desk):
    published(desk, "1 2 4sn= sa", "3 4 4sn=")
    before = desk.office.session("t").number
    typist, session = sit(desk, "1/1 1 2 4sn-1", "n", "1/1 np", "n", consented=True)
    assert session.number == before
    assert [typist.prompts[at] for at in (1, 3)] == [ASKED, ASKED]
    assert "board 1 table 1, 1 v 2: 4SN-1 instead of 4SN=" in typist.views[1].above[0]
    typist, session = sit(desk, "1/1 1 2 4sn-2", "y", "5 6 p", "u", "y", consented=True)
    assert [prompt == ASKED for prompt in typist.prompts] == [False, True, False, False, True, False]
    assert results(session) == {(1, "1"): ("1 v 2", "4SN-2", None), (1, "2"): ("3 v 4", "4SN=", None)}


def test_after_publication_each_new_slip_is_asked_where_it_was_not_at_the_beginning(desk):
    published(desk, "1 2 4sn=", "3 4 4sn=")
    typist, session = sit(desk, "5 6 p", "n", "5 6 p", "y")
    assert [prompt == ASKED for prompt in typist.prompts] == [False, True, False, True, False]
    assert len(results(session)) == 3


def test_with_yes_nothing_is_asked(desk):
    published(desk, "1 2 4sn= sa", "3 4 4sn=")
    desk.settings.yes = True
    typist, session = sit(desk, "1/1 1 2 4sn-1", "5 6 p", "u")
    assert ASKED not in typist.prompts
    assert results(session)[1, "1"] == ("1 v 2", "4SN-1", None)


def test_a_result_typed_again_without_its_lead_is_one_event(desk):
    _, session = sit(desk, "1 2 4sn= sa", UP, "1 2 4sn-1")
    assert [type(each.event).__name__ for each in desk.office.log("t")][-2:] == ["ResultRecorded", "ResultCorrected"]
    assert results(session)[1, "1"] == ("1 v 2", "4SN-1", None)


def test_a_tab_is_a_blank(desk):
    _, session = sit(desk, "1\t2\t4sn=\tsa")
    assert results(session)[1, "1"] == ("1 v 2", "4SN=", "SA")


def test_a_second_reading_asks_what_is_in(desk):
    sit(desk, "1 2 4sn= sa", "3 4 p")
    typist, session = sit(desk, "", "1/2 -50", again=True)
    assert typist.prompts[0] == "1/1 again> 1 2 4SN= SA"
    assert results(session)[1, "2"] == ("3 v 4", "-50", None)


def test_two_teams_sit_in_two_rooms(tmp_path):
    desk = opened(tmp_path, "--boards", "1-2", "--scoring", "knockout", "--contestants", "New York,Oslo")
    lines = ('"New York" oslo 4sn=', 'Oslo "New York" 4sn-1', '"New York" Oslo p')
    typist, session = sit(desk, *lines, tables=("open", "closed"))
    assert typist.prompts[1] == "1/open  Oslo v New York?> "
    assert results(session)[1, "closed"] == ("New York v Oslo", "4SN=", None)
    assert len(results(session)) == 3


@pytest.mark.parametrize(("scoring", "typed"), [("knockout", "Oslo Bergen 4sn="), ("matchpoints", "1 14 4sn=")])
def test_who_names_nobody_is_shown_how_contestants_are_typed(tmp_path, capsys, scoring, typed):
    sit(opened(tmp_path, "--boards", "1-2", "--scoring", scoring), "4sn=")
    assert f"before the result: {typed}" in capsys.readouterr().out


def test_before_the_first_slip_there_is_none_to_go_back_to(tmp_path, capsys):
    sit(opened(tmp_path, "--boards", "1-2"), UP, "1 2 4sn=")
    assert "there is no slip before: `result correct`" in capsys.readouterr().out


def test_individuals_and_directions_ranked_apart(tmp_path):
    desk = opened(tmp_path, "--boards", "1-2")
    _, session = sit(desk, "1+3 2+4 4sn=")
    assert results(session) == {(1, "1"): ("1+3 v 2+4", "4SN=", None)}
    desk = opened(tmp_path, "--boards", "1-2", "--winners", "2", "--contestants", "1-2NS,1-2EW", session="mitchell")
    typist, session = sit(desk, "1 2 4sn=", "1ew 2ns 4sn=", per_round=2)
    assert results(session)[1, "2"] == ("1EW v 2NS", "4SN=", None)
    assert typist.prompts[-1] == "2/1  1 v 2> "


def test_what_speaks_against_a_slip_is_said_and_stops_nobody(desk, capsys):
    typist, session = sit(desk, "1 2 4sn=", "3 4 -420", "5 6 4hn=", "1 2 4hn=", per_round=2)
    assert any("-420: +420?" in text for text in typist.views[1].reading("3 4 -420"))
    said = capsys.readouterr().out
    assert said.count("look again") == 2
    assert "the slip before, 1/3, was 4HN= too" in said
    assert len(results(session)) == 4


def test_the_lead_is_held_against_the_cards(desk, tmp_path):
    deal = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    run(["--db", str(tmp_path / "bridge-ledger.db"), "deal", "add", "1", deal, "-q"])
    typist, _ = sit(desk)
    assert "N has the SA that was led" in " ".join(typist.views[0].reading("1 2 4sn= sa"))
    assert "look again" not in " ".join(typist.views[0].reading("1 2 4sn= ha"))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", "the result"),
        ("4", "of what?"),
        ("4s", "by whom?"),
        ("1 2 4sn", "how many tricks?"),
        ("1 2 4sn=", "NS +420, vul None"),
        ("1 2 np", "not played"),
        ("3/2", "board 3 table 2 next"),
        ("s", "skip"),
        ("1 2 4sn+9", "tricks"),
        ("9/9 1 2 p", "board 9 is not"),
    ],
)
def test_what_is_read_stands_there_while_it_is_typed(desk, typed, read):
    typist, _ = sit(desk)
    assert read in " ".join(typist.views[0].reading(typed))


SAID = st.sampled_from(["4SN=", "4SN= SA", "4SN-1 SA", "3NTE+1", "PASS", "+620", "np", "lp"])
SLOTS = st.tuples(st.integers(1, 2), st.integers(1, 2))
STEPS = st.one_of(
    st.tuples(st.just("slip"), SLOTS, SAID),
    st.tuples(st.just("back"), st.integers(1, 3), SAID),
    st.tuples(st.sampled_from(["undo", "skip", "nonsense"])),
)


class Model:
    """What a sitting should leave: every slip as it was typed last and not taken back."""

    def __init__(self):
        self.said, self.entered, self.acts, self.typed = {}, [], [], []

    def slip(self, slot, said):
        board, table = slot
        self.typed.append(f"{board}/{table} {2 * table - 1} {2 * table} {said}")
        self.entered.append(slot)
        self._say(slot, said, len(self.entered) - 1, new=True)

    def back(self, steps, said):
        if steps <= len(self.entered):
            slot = self.entered[-steps]
            self.typed += [UP] * steps
            self.typed.append(f"{2 * slot[1] - 1} {2 * slot[1]} {said}")
            self._say(slot, said, len(self.entered) - steps, new=False)

    def _say(self, slot, said, at, *, new):
        if self.said.get(slot) != said:
            self.acts.append((slot, self.said.get(slot), at, new))
            self.said[slot] = said

    def undo(self):
        self.typed.append("u")
        if self.acts:
            slot, before, at, new = self.acts.pop()
            self.said[slot] = before
            if new:
                del self.entered[at]

    def skip(self):
        self.typed.append(ABANDON)
        self.typed.append("s")

    def nonsense(self):
        self.typed += ["4s=", "hello", "1 1 p", ABANDON]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    return opened(tmp_path_factory.mktemp("club")), count()


def anew(desk, name):
    """The same desk, at a session that has just been opened."""
    contestants = ("1", "2", "3", "4")
    desk.office.submit(name, OpenSession("", None, (1, 2), 1, load_profile("default"), contestants))
    desk.settings.session = name
    return desk


@given(st.lists(STEPS, max_size=12))
@hypothesis_settings(
    deadline=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
def test_whatever_is_typed_it_is_as_result_add_makes_it(club, steps):
    desk, number = club
    model = Model()
    for name, *rest in steps:
        getattr(model, name)(*rest)
    _, session = sit(anew(desk, f"sitting-{next(number)}"), *model.typed, again=True)
    lines = [
        f"{board}/{table} {said} --ns {2 * table - 1} --ew {2 * table}"
        for (board, table), said in model.said.items()
        if said
    ]
    taken = list(SlipIntake(anew(desk, f"lines-{next(number)}")).each(lines))
    expected = desk.office.session(desk.session_id)
    assert all(each.event for each in taken)
    assert (results(session), absences(session)) == (results(expected), absences(expected))
    assert standings(desk.office.scoreboard(session.id)) == standings(desk.office.scoreboard(expected.id))


def absences(session):
    return {(each.board, each.table): type(each.absent) for each in session.table_boards() if each.absent}


def test_at_the_end_one_may_still_go_back(tmp_path):
    desk = opened(tmp_path, "--boards", "1", "--contestants", "1-2")
    typist, session = sit(desk, "1 2 4sn=", "p", UP, "1 2 4sn-1", "s", "n", "")
    assert typist.prompts == ["1/1> ", "the end> ", "the end> p", "1/1 again> 1 2 4SN=", *["the end> "] * 3]
    assert results(session)[1, "1"] == ("1 v 2", "4SN-1", None)
