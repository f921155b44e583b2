"""Slips of a match that nobody drew: said at the first of them, by `check`, and before the next draw."""

import io
import re

import pytest

from cli.main import run
from ledger.errors import Misuse

EVENING = (
    "init",
    "session open saturday --scoring teams --boards 1-4 --contestants Norway,Iceland,Malta,Oslo",
    "tournament open spring",
    "tournament stage add swiss --format swiss --session spring",
    "tournament enter Norway,Iceland,Malta,Oslo --seed 1",
    "tournament add saturday --stage swiss",
    "tournament draw swiss",  # Norway v Malta, Iceland v Oslo
)

WRONG = (
    "Norway v Iceland was not drawn in round 1 of swiss: Norway is to meet Malta at table 1, Iceland is to meet Oslo"
)


@pytest.fixture
def typed(typed):
    """Type lines in the folder of an evening whose first round is drawn."""
    for line in EVENING:
        typed(line)
    return typed


def slip(board, ns, ew, table, result="4SN=", more=""):
    return f"result add {board} --ns {ns} --ew {ew} --round 1 --table {table} {result} --session saturday {more}"


def test_the_first_slip_of_a_wrong_match_says_who_is_to_meet_whom(typed):
    assert WRONG in typed(slip(1, "Norway", "Iceland", "1a"))
    assert "was not drawn" not in typed(slip(1, "Iceland", "Norway", "1b"))  # said at the first of them


def test_a_slip_as_drawn_says_nothing(typed):
    assert "drawn" not in typed(slip(1, "Malta", "Norway", "1a"))
    assert "not-as-drawn" not in typed("check --session saturday")


def test_an_import_names_the_match(typed, tmp_path):
    rows = ("board,table,round,ns,ew,contract,declarer,tricks", "1,1a,1,Norway,Iceland,4S,N,10")
    (tmp_path / "round1.csv").write_text("\n".join(rows) + "\n")
    assert WRONG in typed("import round1.csv --session saturday --scoring teams")


def test_check_names_the_match_until_a_director_judged_it(typed):
    typed(slip(1, "Norway", "Iceland", "1a"))
    typed(slip(1, "Iceland", "Norway", "1b", "4SN-1"))
    said = typed("check --session saturday")
    assert ("not-as-drawn" in said, WRONG in said) == (True, True)
    typed("match void Norway Iceland --round 1 --boards 1 --fault both --session saturday --yes")
    assert "not-as-drawn" not in typed("check --session saturday")


def test_the_next_draw_asks(typed):
    for table, ns, ew in (("1", "Norway", "Iceland"), ("2", "Malta", "Oslo")):
        typed(slip(1, ns, ew, f"{table}a"))
        typed(slip(1, ew, ns, f"{table}b", "4SN-1"))
    said = typed("tournament draw swiss --no-input", code=1)
    assert ("To look at in saturday" in said, WRONG in said) == (True, True)
    assert "Recorded" in typed("tournament draw swiss --yes")


def test_a_match_beside_the_bracket_is_named(typed):
    typed("tournament stage add cup --format knockout --session spring")
    typed("session open sunday --scoring knockout --boards 1-4")
    typed("tournament add sunday --stage cup")
    typed("tournament draw-bracket cup --seeds Norway,Iceland,Malta,Oslo")
    wrong = "result add 1 --ns Norway --ew Iceland --table 1a 4SN= --session sunday"
    assert "Norway v Iceland is no match of the bracket of cup; drawn: Norway v Oslo; Iceland v Malta" in typed(wrong)
    assert "no match of the bracket" not in typed(wrong.replace("Norway", "Malta").replace("1a", "2a"))


def test_a_later_sitting_with_rounds_of_its_own_is_held_against_its_own_draw(typed):
    for table, ns, ew in (("1", "Norway", "Malta"), ("2", "Iceland", "Oslo")):
        typed(slip(1, ns, ew, f"{table}a"))
        typed(slip(1, ew, ns, f"{table}b", "4SN-1"))
    typed("session open sunday --scoring teams --boards 1-4 --contestants Norway,Iceland,Malta,Oslo")
    typed("tournament add sunday --stage swiss")
    assert "Norway v Iceland" in typed("tournament draw swiss")
    as_drawn = slip(1, "Norway", "Iceland", "1a").replace("saturday", "sunday")
    assert "was not drawn" not in typed(as_drawn)
    assert "was not drawn in round 2" in typed(slip(1, "Norway", "Malta", "2a").replace("saturday", "sunday"))


def test_the_list_of_draws_has_the_tables(typed):
    assert "1: Norway v Malta; 2: Iceland v Oslo" in typed("tournament draws")


def test_who_is_entered_late_is_in_the_session_and_in_the_next_draw(typed):
    said = typed("tournament enter Jays,Kiwis --seed 9")
    assert ("entered: Jays" in said, "contestants entered: Jays, Kiwis" in said) == (True, True)
    for table, ns, ew in (("1", "Norway", "Malta"), ("2", "Iceland", "Oslo")):
        typed(slip(1, ns, ew, f"{table}a"))
        typed(slip(1, ew, ns, f"{table}b", "4SN-1"))
    assert "Jays" in typed("tournament draw swiss")
    assert "contestants entered" not in typed("tournament enter Jays --seed 5")  # only whoever is new


def test_who_is_entered_and_not_drawn_is_said_at_the_draw(typed):
    typed("undo 5 --session spring --yes")
    typed("tournament enter Jays")
    typed("contestant phantom Oslo --session saturday --yes")
    said = typed("tournament draw swiss")
    assert "not drawn: Jays, entered and in no session of swiss" in said
    assert ("session enter Jays --session saturday" in said, "not drawn: Oslo, a phantom" in said) == (True, True)


def test_a_draw_is_laid_down_as_the_movement_of_its_session(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    said = typed("movement show --by round --session saturday --plain")
    assert [line.split() for line in said.splitlines()][-4:] == [
        ["1", "1a", "Norway", "Malta", "1–2"],
        ["1", "1b", "Malta", "Norway", "1–2"],
        ["1", "2a", "Iceland", "Oslo", "1–2"],
        ["1", "2b", "Oslo", "Iceland", "1–2"],
    ]
    said = typed(slip(1, "Norway", "Iceland", "1a"))
    assert ("others are to sit there; planned: round 1, table 1a: Norway v Malta" in said) == (
        "was not drawn" not in said
    )
    assert "not-as-planned" in typed("check --session saturday")


def play_round_one(typed):
    for table, ns, ew in (("1", "Norway", "Malta"), ("2", "Iceland", "Oslo")):
        for board in (1, 2):
            typed(slip(board, ns, ew, f"{table}a"))
            typed(slip(board, ew, ns, f"{table}b", "4SN-1"))


def test_the_next_draw_is_laid_down_beside_it_on_the_next_boards(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    play_round_one(typed)
    assert "movement" in typed("tournament draw swiss")
    said = typed("movement show --round 2 --session saturday --plain")
    assert said.splitlines()[-4].split() == ["2", "1a", "Norway", "Iceland", "3–4"]
    assert "otherwise" not in typed(slip(3, "Norway", "Iceland", "1a").replace("--round 1", "--round 2"))


def test_for_a_program_the_next_draw_is_laid_down_too(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    play_round_one(typed)
    typed("tournament draw swiss --json --yes")
    assert "3–4" in typed("movement show --round 2 --session saturday --plain")


def test_where_no_boards_are_left_for_it_the_draw_says_so(typed):
    typed("movement set --draw --session saturday --yes")  # all four boards in round 1
    play_round_one(typed)
    said = typed("tournament draw swiss --early --yes")
    assert "no boards are left for round 2" in said
    assert "give each round fewer boards: --boards-each 2; or add boards: `" in said
    assert "session add-boards 5-8" in said


def test_the_draw_says_how_it_is_laid_down(typed):
    typed("undo 5 --session spring --yes")
    assert "movement set --draw --session saturday" in typed("tournament draw swiss")


def test_a_bracket_is_laid_down_too(typed):
    typed("tournament stage add cup --format knockout --session spring")
    typed("session open sunday --scoring knockout --boards 1-4")
    typed("tournament add sunday --stage cup")
    assert "nothing is drawn for sunday" in typed("movement set --draw --session sunday --yes", code=2)
    typed("tournament draw-bracket cup --seeds Norway,Iceland,Malta,Oslo")
    typed("movement set --draw --session sunday --yes")
    said = typed("movement show --by round --session sunday --plain")
    assert ["1", "2b", "Malta", "Iceland", "1–4"] in [line.split() for line in said.splitlines()]


def test_a_draw_is_laid_down_though_nobody_hears_of_it(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    play_round_one(typed)

    def gone(*_):
        raise Misuse("usage", "the screen went away", "`tournament draws`")

    with pytest.MonkeyPatch.context() as heard:
        heard.setattr("cli.screens.effects.report", gone)
        run(["tournament", "draw", "swiss", "--yes"])
    assert "3–4" in typed("movement show --round 2 --session saturday --plain")


def test_a_draw_that_is_taken_back_says_which_movement_has_it_still(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    play_round_one(typed)
    typed("tournament draw swiss")
    said = typed("undo @ --session spring --yes")
    again = re.search(
        r"The movement of saturday has that round still: `bridge-ledger (undo \d+ --session saturday)`", said
    )
    typed(f"{again[1]} --yes")
    assert "round 2" not in typed("movement show --session saturday --by round --plain")
    assert "movement" in typed("tournament draw swiss")
    assert "3–4" in typed("movement show --round 2 --session saturday --plain")


def boards_of_round(typed, first, matches):
    """Type the slips of two boards of a round, each room of each match."""
    for board in (first, first + 1):
        for table, (ns, ew) in enumerate(matches, start=1):
            typed(f"result add {board}/{table}a --ns {ns} --ew {ew} 4SN= --session saturday")
            typed(f"result add {board}/{table}b --ns {ew} --ew {ns} 4SN-1 --session saturday")


@pytest.fixture
def in_round_2(typed):
    """The evening with a movement as drawn: round 1 is played (boards 1–2), Norway v Iceland is to come (3–4)."""
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    boards_of_round(typed, 1, [("Norway", "Malta"), ("Iceland", "Oslo")])
    assert "Norway v Iceland, Malta v Oslo" in typed("tournament draw swiss --yes")
    return typed


def test_a_wrong_match_is_of_the_round_that_the_table_has_the_board_in(in_round_2):
    after_round_1 = in_round_2("tournament standings --after-round 1 --session spring")
    boards_of_round(in_round_2, 3, [("Norway", "Oslo"), ("Iceland", "Malta")])
    assert in_round_2("tournament standings --after-round 1 --session spring") == after_round_1
    said = in_round_2("check --session saturday")
    assert ("not-as-planned" in said, "was not drawn" in said, "no-score" in said) == (True, False, False)
    assert ("match mismatch Norway Oslo" in said, "match void" in said, "--now-ns 5" in said) == (True, True, False)
    judged = in_round_2("match mismatch Norway Oslo --round 2 --correct Iceland --at-fault --session saturday --yes")
    assert "round 2" in judged
    draws = in_round_2("tournament draws --session spring")
    assert "Oslo: its match was judged in #" in draws
    assert ("Oslo, if not at fault" in draws, "Malta, if not at fault" in draws) == (False, True)
    assert "not-as-planned   board 3, table 1a" not in in_round_2("check --session saturday")


def test_two_who_met_in_another_round_are_held_against_the_round_of_the_board(in_round_2):
    said = in_round_2("result add 3/1a --ns Iceland --ew Oslo 4SN= --session saturday")
    assert "planned: round 2, table 1a: Norway v Iceland, boards 3–4" in said


def test_of_no_table_the_board_says_the_round(in_round_2):
    said = in_round_2("result add 3 --ns Iceland --ew Oslo 4SN= --session saturday")
    assert "planned: round 2" in said


def test_slips_of_a_wrong_match_from_standard_input_have_the_round_of_the_board(in_round_2, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("3/1a 4SN= --ns Iceland --ew Oslo\n"))
    assert "planned: round 2, table 1a" in in_round_2("result add - --session saturday --yes")


def test_a_line_of_a_file_that_names_no_round_is_held_against_the_round_of_the_board(in_round_2, tmp_path):
    rows = ("board,table,ns,ew,contract,declarer,tricks", "3,1a,Iceland,Oslo,4S,N,10")
    (tmp_path / "wrong.csv").write_text("\n".join(rows) + "\n")
    assert "planned: round 2, table 1a" in in_round_2("import wrong.csv --session saturday --yes")


def test_a_penalty_makes_no_round_that_was_drawn_before_it_wrong(in_round_2):
    said = in_round_2("penalty add Norway 30VP --law 90 --session saturday --yes")
    assert ("P-0001" in said, "drawn wrongly" in said) == (True, False)
    assert "drawn otherwise" not in in_round_2("tournament draws --session spring")


def test_a_penalty_that_a_round_was_drawn_by_makes_it_wrong_once_it_is_taken_back(typed):
    typed("movement set --draw --boards-each 2 --session saturday --yes")
    boards_of_round(typed, 1, [("Norway", "Malta"), ("Iceland", "Oslo")])
    typed("penalty add Norway 30VP --law 90 --session saturday --yes")
    typed("tournament draw swiss --yes")
    assert "drawn otherwise" not in typed("tournament draws --session spring")
    assert "drawn wrongly" in typed("undo P-0001 --session saturday --reason appeal --yes")


def test_a_void_match_is_not_to_be_judged_any_more(in_round_2):
    boards_of_round(in_round_2, 3, [("Norway", "Oslo"), ("Iceland", "Malta")])
    in_round_2("match void Norway Oslo --round 2 --boards 3,4 --fault both --session saturday --yes")
    draws = in_round_2("tournament draws --session spring")
    assert ("Norway, if not at fault" in draws, "Oslo, if not at fault" in draws) == (False, False)


def test_a_draw_that_a_changed_movement_does_not_have_says_so(in_round_2):
    boards_of_round(in_round_2, 3, [("Norway", "Iceland"), ("Malta", "Oslo")])
    in_round_2("session add-boards 5-6 --session saturday --yes")
    in_round_2("movement change --round 2 --table 2a --boards 4 --session saturday --yes")
    said = in_round_2("tournament draw swiss --yes")
    assert "The round is not in the movement of saturday, which was changed by hand" in said
    assert "movement set --draw --session saturday" in said


def test_slips_of_a_stage_that_is_not_out_are_recorded_without_a_question(typed, monkeypatch):
    """A stage was published; the next one, which contestants come into from it, is no matter of that publication."""
    boards_of = [("1", "Norway", "Malta"), ("2", "Iceland", "Oslo")]
    for table, ns, ew in boards_of:
        typed(slip(1, ns, ew, f"{table}a"))
        typed(slip(1, ew, ns, f"{table}b", "4SN-1"))
    typed("tournament stage add cup --format knockout --session spring")
    typed("tournament publish swiss --yes")
    typed("session open sunday --scoring knockout --boards 1-4 --contestants Norway,Iceland")
    typed("tournament add sunday --stage cup")
    monkeypatch.setattr("sys.stdin", io.StringIO("1/1a 4SN= --ns Norway --ew Iceland\n"))
    assert "given out" not in typed("result add - --session sunday --no-input")
    monkeypatch.setattr("sys.stdin", io.StringIO("2/1a 4SN= --ns Norway --ew Malta --round 1\n"))
    assert "The scores were given out. Record these slips?" in typed("result add - --session saturday --no-input", 1)


def test_slips_of_a_stage_from_which_contestants_came_into_one_that_is_out_are_asked_about(typed, monkeypatch):
    for table, ns, ew in [("1", "Norway", "Malta"), ("2", "Iceland", "Oslo")]:
        typed(slip(1, ns, ew, f"{table}a"))
        typed(slip(1, ew, ns, f"{table}b", "4SN-1"))
    typed("tournament stage add cup --format swiss --session spring")
    typed("tournament qualify swiss --into cup --best 4 --despite --reason late --yes")
    typed("session open sunday --scoring teams --boards 1-4 --contestants Norway,Iceland,Malta,Oslo")
    typed("tournament add sunday --stage cup")
    typed(slip(1, "Norway", "Iceland", "1a").replace("saturday", "sunday"))
    typed(slip(1, "Iceland", "Norway", "1b").replace("saturday", "sunday"))
    typed("tournament publish cup --yes")
    monkeypatch.setattr("sys.stdin", io.StringIO("2/1a 4SN= --ns Norway --ew Malta --round 1\n"))
    assert "given out" in typed("result add - --session saturday --no-input", 1)
