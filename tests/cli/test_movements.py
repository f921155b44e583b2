"""A movement laid down at the desk: for sections, teams and individuals; chosen from what fits; from a scoring file."""

import json
import shlex

import pytest

from cli.main import run
from cli.terminal import prompts
from ledger.office import Office
from ledger.subjects.movement.state import plan_of
from tests.needs import SHARED, needs

EVENING = SHARED / "bws" / "session_12_tables.bws"


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    assert run(["init"]) == 0

    def type_line(line, code=0):
        capsys.readouterr()
        assert run(shlex.split(line)) == code, capsys.readouterr()
        told = capsys.readouterr()
        return told.out + told.err

    return type_line


def planned():
    with Office.open("sqlite:///bridge-ledger.db") as office:
        return plan_of(office.session(office.sessions()[0]))


def test_each_section_has_a_movement_of_its_own(typed):
    typed("session open pairs --boards 1-12 --contestants A1-A8,B1-B6")
    assert "--section A" in typed("movement set howell --yes", code=2)
    typed("movement set three-quarter --rounds 6 --section a --yes")
    typed("movement set howell --section B --rounds 4 --boards-each 2 --yes")
    plan = planned()
    assert {each.table for each in plan.tables} == {*("A1", "A2", "A3", "A4"), *("B1", "B2", "B3")}
    assert {each for each in plan.contestants if each.startswith("B")} == {f"B{number}" for number in range(1, 7)}
    refused = typed("movement change --rounds 3 -n", code=1)
    assert "error[no-movement]: each section has a movement of its own\nhint: --section A" in refused
    typed("movement change --rounds 3 --section B --yes")
    assert max(each.round for each in planned().tables if each.table.startswith("B")) == 3


def test_a_table_of_no_planned_round_is_told_where_the_board_is_played(typed):
    typed("session open pairs --boards 1-21 --contestants 1-8")
    typed("movement set howell --boards-each 3 --yes")
    told = typed("result add 1/9 4SN=", code=1)
    assert "error[bad-table]: no drawn or planned round has board 1 table 9\n" in told
    assert "hint: board 1 is played at tables " in told
    assert "; if it was played there: add --ns CONTESTANT --ew CONTESTANT\n" in told
    typed("result add 1/9 4SN= --ns 1 --ew 2")


def test_teams_are_called_by_their_names(typed):
    typed('session open teams --scoring teams --boards 1-24 --contestants "Norway,Iceland,Oslo,Malta"')
    assert "all-play-all" in typed("movement set")
    typed("movement set all-play-all --yes")
    assert planned().contestants == {"Norway", "Iceland", "Oslo", "Malta"}
    assert "Team Oslo" in typed("movement show --pair oslo")
    typed("movement change --without Malta --from-round 3 --yes")
    assert "sits out: Oslo in round 3; at no table: Malta in round 3" in typed("movement show --round 3")


def test_individuals_play_with_a_partner_each_round(typed):
    typed("session open individual --boards 1-14 --contestants 1-8")
    typed("movement set whist --yes")
    plan = planned()
    assert all("+" in each.ns and "+" in each.ew for each in plan.tables if each.ns)
    assert plan.contestants == {str(number) for number in range(1, 9)}
    assert "Player 3" in typed("movement show --pair 3")
    assert "everybody partners everybody once" in typed("movement show --worth")


@pytest.mark.parametrize(("contestants", "empty"), [("1-5NS,1-4EW", "5EW"), ("1-4NS,1-5EW", "5NS")])
def test_the_half_table_is_where_a_pair_is_missing(typed, contestants, empty):
    typed(f"session open pairs --boards 1-15 --contestants {contestants}")
    typed("movement set mitchell --yes")
    plan = planned()
    assert len(plan.contestants) == 9
    assert empty not in plan.contestants
    typed(f"session enter {empty}")
    typed(f"movement change --seat {empty} --from-round 2 --yes")
    assert {each.round for each in planned().of(empty)} == {2, 3, 4, 5}


def test_a_play_that_a_director_ruled_on_under_law_15_does_not_stand_otherwise(typed):
    typed("session open pairs --boards 1-15 --contestants 1-10")
    typed("movement set mitchell --boards-each 3 --yes")
    typed("result add 4/1 4SN= --ns 1 --ew 6 --round 1")
    stands = "board 4, 1 v 6: they have other boards"
    assert stands in typed("movement change --rounds 4 -n")
    typed('ruling add 4/1 --stands --law 15A --offender NS --reason "they took the wrong boards"')
    assert "otherwise" not in typed("movement change --rounds 4 -n")
    typed("ruling withdraw R-0001 --reason mistaken --yes")
    assert stands in typed("movement change --rounds 4 -n")


def test_whoever_is_entered_under_other_numbers_sits_in_their_order(typed):
    typed("session open pairs --boards 1-21 --contestants 11-18")
    typed("movement set howell --yes")
    assert planned().contestants == {str(number) for number in range(11, 19)}


def test_boards_are_those_of_the_session_or_as_typed(typed):
    typed("session open pairs --boards 1-28 --contestants 1-8")
    typed("movement set howell --first-board 8 --boards-each 2 --yes")
    assert {board for each in planned().tables for board in each.boards} == set(range(8, 22))
    typed("movement set howell --boards 1-7 --yes")
    assert {board for each in planned().tables for board in each.boards} == set(range(1, 8))
    assert "7 sets of boards, and there are 6 boards" in typed("movement set howell --boards 1-6", code=1)


def test_who_goes_before_anything_was_played_sits_nowhere(typed):
    typed("session open pairs --boards 1-14 --contestants 1-8")
    typed("movement set howell --yes")
    typed("movement change --without 3 --yes")
    assert planned().contestants == {*"1245678"}


def test_one_of_those_that_fit_is_chosen_by_its_number(typed, monkeypatch):
    typed("session open pairs --boards 1-24 --contestants 1-8")
    proposals = json.loads(typed("movement set --json"))["proposals"]
    at = next(at for at, each in enumerate(proposals, 1) if each["typed"] == "mitchell --share")
    monkeypatch.setattr("cli.desk.desk.Desk.can_ask", True)
    monkeypatch.setattr(prompts, "ask", lambda _, read: read(str(at)))
    monkeypatch.setattr("click.confirm", lambda *_, **__: True)
    monkeypatch.setattr(prompts, "can_ask", lambda _: True)
    typed("movement set")
    assert {(each.table, each.round) for each in planned().tables if "1" in (each.ns, each.ew)} == {
        ("1", round_) for round_ in range(1, 5)
    }
    monkeypatch.setattr(prompts, "ask", lambda _, read: read("99"))
    assert f"99 is not in the range 1<=x<={len(proposals)}" in typed("movement set", code=2)


def test_nobody_entered_and_nobody_said_is_asked_for(typed):
    typed("session open pairs --boards 1-24")
    assert "how many play?" in typed("movement set", code=2)
    assert "the number of pairs is given twice" in typed("movement set howell --pairs 8 --tables 4", code=2)
    assert "--pairs 8" in typed("movement set howell --teams 8", code=2)
    typed("movement set howell --tables 3.5 --yes")
    assert planned().contestants == {str(number) for number in range(1, 8)}


@needs("../shared/data")
def test_the_movement_of_a_scoring_file_is_read(typed):
    typed("session open pairs --boards 1-27")
    assert "would record" in typed(f"movement set --from {EVENING} --copies 2 -n").casefold()
    typed(f"movement set --from {EVENING} --copies 2 --yes")
    plan = planned()
    assert len({each.table for each in plan.tables}) == 12
    assert all(each.boards for each in plan.tables)


def test_a_section_without_a_movement_changes_none_of_another(typed):
    typed("session open pairs --boards 1-12 --contestants A1-A8,B1-B6")
    typed("movement set howell --section A --boards-each 1 --yes")
    refused = typed("movement change --section B --rounds 5 --yes", code=1)
    assert "section B has no movement of its own\nhint: --section A" in refused
    assert "Recorded" in typed("movement change --rounds 5 --yes")


def test_what_an_undo_brings_back_is_held_against_the_other_sections(typed):
    typed("session open pairs --boards 1-24 --contestants A1-A8")
    typed("movement set howell --section A --boards-each 2 --yes")
    typed('movement set --section A --row "1/1 1 2 1-2" --row "1/2 3 4 3-4" --yes')
    typed('movement set --section B --row "1/1 A5 A6 1-2" --yes')
    with Office.open("sqlite:///bridge-ledger.db") as office:
        laid = list(office.session("pairs").movements.facts)
    assert "A5 is in the movement of section B already" in typed(f"undo {laid[1]} --yes", code=1)
    assert f"`bridge-ledger undo {laid[1]}` first" in typed(f"undo {laid[0]} --yes", code=1)
    typed(f"undo {laid[2]} --yes")
    typed(f"undo {laid[1]} --yes")
    assert {each.table for each in planned().tables} == {"A1", "A2", "A3", "A4"}


def test_from_which_round_on_is_asked_of_the_tables_of_that_movement(typed):
    typed("session open pairs --boards 1-24 --contestants A1-A8,B1-B8")
    for section in "AB":
        typed(f"movement set howell --section {section} --boards-each 2 --yes")
    there = next(each for each in planned().of_round(3) if each.table == "B1")
    typed(f"result add {there.boards[0]}/B1 4SN= --ns {there.ns} --ew {there.ew} --round 3")
    assert "7 pairs at 4 tables" in typed("movement change --section A --without 7 -n")
    assert "at no table: B7 in rounds 4–7" in typed("movement change --section B --without 7 -n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--without 7 --rounds 5", "one change goes into one command"),
        ("--without 7 --boards 1-3", "--boards does not go with this change"),
        ("--seat 9 --instead-of 7 --switch 1", "--switch does not go with this change"),
        ("--rounds 5 --from-round 3", "--from-round does not go with this change"),
        ("--rounds 5 --boards-each 2", "--boards-each does not go with this change"),
        ("--round 2 --table 1 --boards 5-6 --pairs 8", "--pairs does not go with this change"),
    ],
)
def test_what_a_change_has_no_use_for_is_not_left_out_unsaid(typed, line, said):
    typed("session open pairs --boards 1-24 --contestants 1-8")
    typed("movement set howell --yes")
    assert said in typed(f"movement change {line} -n", code=2)


def test_nothing_is_switched_where_the_lines_are_ranked_apart(typed):
    typed("session open pairs --boards 1-10 --contestants 1-5NS,1-5EW")
    typed("movement set mitchell --yes")
    assert "ranked apart" in typed("movement change --rounds 4 --switch 1 -n", code=2)


def test_a_movement_is_changed_also_after_boards_were_taken_out(typed):
    typed("session open pairs --boards 1-14 --contestants 1-8")
    typed("movement set howell --yes")
    typed("session remove-boards 13-14 --reason late --yes")
    typed("movement change --without 7 --yes")
    assert "not in this session" in typed("movement change --round 2 --table 1 --boards 15 -n", code=1)


def test_a_movement_does_not_end_before_a_round_that_was_begun_nor_after_its_last(typed):
    typed("session open pairs --boards 1-24 --contestants 1-8")
    typed("movement set howell --yes")
    for board in (4, 5, 6):
        typed(f"result add {board}/1 4SN= --yes")
    refused = typed("movement change --rounds 1 --yes", code=1)
    assert "round 2 was begun" in refused
    assert "--rounds 2; `result void`" in refused
    assert "`undo`" in typed("movement change --rounds 9 --yes", code=1)
    typed("movement change --rounds 2 --yes")


def test_whom_somebody_who_leaves_was_to_meet_yet_is_told_with_what_is_typed_next(typed):
    typed("session open pairs --boards 1-24 --contestants 1-8")
    typed("movement set howell --yes")
    for board in (1, 2, 3):
        typed(f"result add {board}/1 4SN= --yes")
    told = typed("contestant withdraw 8 --after-round 1 --stand --yes")
    assert "8 is in the movement from round 2 on, against 2" in told
    assert "movement change --without 8 --from-round 2" in told
    assert "contestant sit-out 2 --round 2 --boards 4-6 --against 8" in told
    typed("movement change --without 8 --from-round 2 --yes")
    typed("undo 7 --yes")
    assert "in the movement" not in typed("contestant withdraw 8 --after-round 1 --yes")


def test_the_rounds_of_a_pair_are_headed_by_its_names(typed):
    typed("session open pairs --boards 1-24 --contestants 1-8")
    typed('person add 3 "Jane Roe" "Joe Doe"')
    typed("movement set howell --yes")
    assert "Pair 3 Jane Roe & Joe Doe" in typed("movement show --by pair")
