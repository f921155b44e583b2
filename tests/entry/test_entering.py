"""Contestants entered one after the other: the number is proposed, members are found as one types."""

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.entry.asking import TerminalPrompt
from cli.entry.entering import EntriesSitting, next_number
from ledger.labels.persons import Member, Members
from tests.entry.sittings import ABANDON, Typist, opened

LIST = Members(
    [Member("Ann Bell", "1234", "Oxford"), Member("Carl Dunn", "5678"), Member("Carla Dunn", "9"), Member("Bo Ek")],
    "members.csv",
)


def enter(desk, *answers, members=LIST):
    typist = Typist(answers)
    done = EntriesSitting(desk, typist, members).run()
    return typist, done


def people(desk):
    named = desk.office.session(desk.session_id).players.values()
    return [(each.contestant, each.seat, each.name, each.member_number) for each in named]


def test_a_pair_is_a_number_that_is_proposed_and_a_few_letters_of_each(tmp_path):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2")
    typist, done = enter(desk, "1", "bel", "dunn carl 5", "2", "bo", "9", "3", "")
    assert typist.prompts == [
        *("contestant> 1", "1, player 1> ", "1, player 2> "),
        *("contestant> 2", "2, player 1> ", "2, player 2> "),
        *("contestant> 3", "3, player 1> "),
    ]
    assert done == 2
    assert people(desk) == [
        *(("1", 1, "Ann Bell", "1234"), ("1", 2, "Carl Dunn", "5678")),
        *(("2", 1, "Bo Ek", ""), ("2", 2, "Carla Dunn", "9")),
    ]
    assert typist.views[2].above == ["1: Ann Bell (1234)"]


def test_who_fits_is_shown_as_one_types_and_tab_takes_the_first(tmp_path):
    typist, _ = enter(opened(tmp_path, "--boards", "1-4", "--contestants", "1-2"), "1", "")
    view = typist.views[1]
    assert view.reading("be") == ["Enter  Ann Bell  1234  Oxford"]
    assert view.reading("dun") == ["Tab    Carl Dunn  5678", "       Carla Dunn  9"]
    assert view.completed("dun") == "Carl Dunn (5678)"
    assert view.reading("Carl Dunn (5678)") == ["Enter  Carl Dunn  5678"]
    assert view.reading("Zoe New (77") == ["the name in full; behind it the number: Ann Bell (1234)"]
    assert view.completed("bo") == "Bo Ek (-)"
    assert view.completed("zed") == "zed"
    assert "nobody of members.csv" in view.reading("zed")[0]


def test_tab_puts_into_the_line_whom_enter_then_takes(tmp_path):
    typist, _ = enter(opened(tmp_path, "--boards", "1-4", "--contestants", "1-2"), "1", "")
    with create_pipe_input() as keys:
        keys.send_text("dun\t\r")
        assert TerminalPrompt(input=keys, output=DummyOutput()).ask(typist.views[1]) == "Carl Dunn (5678)"


def test_of_who_is_not_on_the_list_the_number_is_asked(tmp_path):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2")
    typist, _ = enter(desk, "1", "Zoe New", "77", "Zed", ABANDON, "Ida Joy", "")
    assert people(desk) == [("1", 1, "Zoe New", "77"), ("1", 2, "Ida Joy", "")]
    assert typist.prompts[4:6] == [typist.prompts[4], "1, player 2> Zed"]  # the name again, as it was typed


def test_a_line_that_may_mean_several_stands_there_to_be_mended(tmp_path, capsys):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2")
    typist, _ = enter(desk, "1", "dun", "dun 9", "bel", ABANDON)
    assert "error[which-member]: 2 of members.csv fit dun" in capsys.readouterr().out
    assert typist.prompts[2] == "1, player 1> dun"
    assert people(desk) == [("1", 1, "Carla Dunn", "9"), ("1", 2, "Ann Bell", "1234")]


def test_what_is_refused_is_told_and_the_next_is_asked(tmp_path, capsys):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2")
    _, done = enter(desk, "1", "bel", "bo", "2", "bel", "dunn 9", "9x", "1-2", "1", "2", ABANDON, "")
    printed = capsys.readouterr().out
    assert done == 1
    assert "error[plays-twice]: 2: Ann Bell (1234) plays as 1" in printed
    assert printed.count("error[bad-contestants]") == 2
    assert "1 is Ann Bell (1234) & Bo Ek" in printed


def test_without_a_list_names_are_typed_in_full(tmp_path):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2")
    typist, _ = enter(desk, "1", "Ann Bell (12)", "Carl Dunn", members=None)
    assert people(desk) == [("1", 1, "Ann Bell", "12"), ("1", 2, "Carl Dunn", "")]
    assert typist.views[1].reading("be") == ["Enter  be"]


def test_a_team_has_players_until_a_line_is_empty(tmp_path):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", "Oslo,Bergen", "--scoring", "teams")
    typist, _ = enter(desk, "Oslo", "bel", "bo", "dunn 9", "", "Bergen", "")
    assert typist.prompts[0] == "contestant> Bergen"
    assert [each[:3] for each in people(desk)] == [
        ("Oslo", 1, "Ann Bell"),
        ("Oslo", 2, "Bo Ek"),
        ("Oslo", 3, "Carla Dunn"),
    ]


@pytest.mark.parametrize(("contestants", "then"), [("1-2", "3"), ("1-2NS,1-2EW", "3NS"), ("1-3NS,1-2EW", "3EW")])
def test_the_next_number_is_proposed_once_everybody_is_named(tmp_path, contestants, then):
    desk = opened(tmp_path, "--boards", "1-4", "--contestants", contestants)
    count = len(desk.office.session(desk.session_id).contestants)
    for at in range(count):
        enter(desk, next_number(desk.office.session(desk.session_id)), f"Ann {at}", f"Bo {at}", members=None)
    assert next_number(desk.office.session(desk.session_id)) == then


def test_who_is_not_named_yet_is_proposed_table_by_table(tmp_path):
    desk, proposed = opened(tmp_path, "--boards", "1-4", "--contestants", "1-2NS,1-2EW"), []
    for at in range(4):
        proposed.append(next_number(desk.office.session(desk.session_id)))
        enter(desk, proposed[-1], f"Ann {at}", f"Bo {at}", members=None)
    assert proposed == ["1NS", "1EW", "2NS", "2EW"]
