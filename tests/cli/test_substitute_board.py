"""A board that one room cannot play, and another in its place (Laws 6D, 86B2(a)): the match has no board less."""

import json

import pytest

from cli.main import run

EVENING = (
    "init",
    "session open s --scoring teams --boards 1-8 --contestants A,B,C,D",
    *(
        f"result add {board}/{table}{room} {result} --ns {ns} --ew {ew} --round 1"
        for table, one, other in (("1", "A", "B"), ("2", "C", "D"))
        for board in range(1, 9)
        for room, ns, ew, result in (("a", one, other, "4SN="), ("b", other, one, "4SN-1" if board == 1 else "4SN="))
        if (board, table, room) != (3, "1", "b")
    ),
    "session add-boards 25",
    "result add 25/1a 3NTN= --ns A --ew B --round 1",
    "result add 25/1b 3NTN= --ns B --ew A --round 1",
)
REPLACED = "result not-played 3/1b --ns B --ew A --round 1 --no-score --replaced-by 25"


@pytest.fixture
def typed(typed):
    """Type lines in the folder of an evening of two matches, one of which lacks a room of board 3."""
    for line in EVENING:
        typed(line)
    return typed


def test_the_match_has_as_many_boards_as_the_others_and_is_worth_as_much(typed):
    typed(REPLACED)
    said = typed("standings --plain")
    a, c = (next(line.split("\t") for line in said.splitlines() if f"\t{team}\t" in line) for team in "AC")
    assert a[2:] == c[2:]  # ten IMPs in eight boards, both


def test_it_is_told_in_the_log_and_the_result_of_the_other_room_says_why_it_counts_for_nothing(typed):
    said = typed(REPLACED)
    assert "board 3, B v A: not played, no board for either side, board 25 in its place" in said
    assert "no board for either side, board 25 in its place   (#37)" in typed("explain 3/1a")
    assert "board 25 in its place" in typed("board 3")
    assert "board 25 in its place" in typed("board 3 --json")
    assert "nothing to look at" in typed("check")


def test_undo_brings_the_question_back(typed):
    typed(REPLACED)
    typed("undo 37 --yes")
    assert "the other room has no result" in typed("check")
    assert "not compared yet" in typed("explain 3/1a")


def test_an_equal_result_of_another_match_on_the_board_still_counts(typed):
    typed(REPLACED)
    assert "not compared" not in typed("explain 3/2a")
    assert "no board for either side" not in typed("explain 3/2a")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("3/1b --no-score --replaced-by 26", "board 26 is not in this session"),
        ("3/1b --no-score --replaced-by 3", "board 3 cannot replace itself"),
        ("3-4/1b --no-score --replaced-by 25", "which board did board 25 replace?"),
        ("3/1b --replaced-by 25", "board 3 has no score for either side if board 25 was played instead"),
    ],
)
def test_what_cannot_be_in_the_place_of_a_board_is_refused(typed, more, message):
    assert message in typed(f"result not-played {more} --ns B --ew A --round 1", code=1)
    assert "board 3" in typed("check")


def test_a_movement_plans_it_in_the_place_of_the_other(typed):
    rows = [f"1/{table} {ns} {ew} 1-8" for table, ns, ew in (("1a", "A", "B"), ("1b", "B", "A"), ("2a", "C", "D"))]
    rows.append("1/2b D C 1-8")
    assert run(["movement", "set", *(word for row in rows for word in ("--row", row)), "--copies", "4", "--yes"]) == 0
    assert "they have other boards" in typed("check")
    typed(REPLACED)
    assert "nothing to look at" in typed("check")
    assert "1–2, 4–8, 25" in typed("movement show --table 1a")
    assert "1–8" in typed("movement show --table 2a")


def laid_down(typed):
    """Lay down the movement of the first round: both matches have boards 1 to 8."""
    two = (("1a", "A", "B"), ("1b", "B", "A"), ("2a", "C", "D"), ("2b", "D", "C"))
    rows = " ".join(f"--row '1/{table} {ns} {ew} 1-8'" for table, ns, ew in two)
    typed(f"movement set {rows} --copies 4 --yes")


def test_a_board_that_the_match_has_by_the_movement_replaces_none(typed):
    laid_down(typed)
    refused = typed(REPLACED.replace("25", "2"), code=1)
    assert "B v A is to play board 2 by the movement, in round 1" in refused
    assert "1–8" in typed("movement show --table 1a")
    typed(REPLACED)


def test_a_board_replaces_one_other_board_of_a_match(typed):
    typed(REPLACED)
    typed("result void 4/1b --ns B --ew A --reason mislaid --yes")
    fourth = "result not-played 4/1b --ns B --ew A --round 1 --no-score --replaced-by"
    assert "B v A played board 25 in the place of board 3 (#37)" in typed(f"{fourth} 25", code=1)
    assert "B v A played board 25 in the place of board 3 (#37)" in typed(f"{fourth} 3", code=1)
    typed("session add-boards 26")
    typed(f"{fourth} 26")


def test_both_rooms_may_say_that_the_same_board_replaces_another(typed):
    typed("result void 3/1a --ns A --ew B --reason mislaid --yes")
    typed(REPLACED)
    other = REPLACED.replace("3/1b --ns B --ew A", "3/1a --ns A --ew B")
    typed("session add-boards 26")
    assert "in the place of board 3" in typed(other.replace("25", "26"), code=1)
    typed(other)


def test_another_match_may_have_the_same_replacement(typed):
    typed(REPLACED)
    typed("result void 4/2b --ns D --ew C --reason mislaid --yes")
    typed("result not-played 4/2b --ns D --ew C --round 1 --no-score --replaced-by 25")


def test_a_board_in_the_place_of_another_is_not_taken_out(typed):
    typed("session add-boards 26")
    typed(REPLACED.replace("25", "26"))
    for line in ("session remove-boards 26 --reason spare --yes", "undo 37 --yes"):
        assert "B v A played board 26 in the place of board 3 (#38)" in typed(line, code=1)
    typed("undo 38 --yes")
    typed("session remove-boards 26 --reason spare --yes")
    assert "board 26 is not in this session" in typed("undo 39 --yes", code=1)


def test_a_replacement_that_cannot_be_played_is_replaced_in_its_turn(typed):
    laid_down(typed)
    typed("session add-boards 26,27")
    typed(REPLACED.replace("25", "26"))
    typed("result not-played 26/1b --ns B --ew A --round 1 --no-score --replaced-by 27")
    assert "1–2, 4–8, 27" in typed("movement show --table 1a")
    assert "board 27 was played in the place of board 26" in typed("undo 39 --yes", code=1)


def test_in_a_knockout_the_other_matches_do_not_wait_for_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    lines = [
        "init",
        "session open s --scoring knockout --boards 1-2 --contestants A,B,C,D",
        "tournament open t",
        "tournament stage add cup --format knockout --session t",
        "tournament add s --stage cup",
        "tournament draw-bracket cup --seeds A,B,C,D --session t",
        *(
            f"result add {board}/{table}{room} {result} --ns {ns} --ew {ew} --session s"
            for table, one, other in (("1", "A", "D"), ("2", "B", "C"))
            for board in (1, 2)
            for room, ns, ew, result in (("a", one, other, "4SN="), ("b", other, one, "4SN-1"))
            if (board, table, room) != (2, "1", "b")
        ),
        "session add-boards 25 --session s",
        "result not-played 2/1b --ns D --ew A --no-score --replaced-by 25 --session s",
    ]
    for line in lines:
        assert run(line.split()) == 0, capsys.readouterr()
    capsys.readouterr()
    run(["tournament", "bracket", "cup", "--session", "t"])
    said = capsys.readouterr().out
    assert "1 board" in said  # of A v D, which is still to play board 25; B v C is over
    for room, ns, ew in (("a", "A", "D"), ("b", "D", "A")):
        assert run(f"result add 25/1{room} 4SN= --ns {ns} --ew {ew} --session s".split()) == 0
    capsys.readouterr()
    run(["tournament", "bracket", "cup", "--session", "t"])
    assert "to play" not in capsys.readouterr().out


def test_a_mismatch_asks_whose_fault_it_was(typed):
    assert "--at-fault" in typed("match mismatch A B --round 2 --correct C", code=2)


@pytest.fixture
def swiss(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    for line in (
        "init",
        "tournament open t",
        "tournament stage add sw --format swiss --adds victory-points",
        "session open s --scoring teams --contestants A,B,C,D --boards 1-4",
        "tournament add s --stage sw",
        "tournament enter A,B,C,D --seed 1",
        "tournament draw sw",
        "movement set --draw --boards-each 2 --session s --yes",
        *(f"result add {board}/{table} 4SN= --session s" for board in (1, 2) for table in ("1a", "1b", "2a")),
        "result add 1/2b 4SN= --session s",
        "session add-boards 9 --session s",
    ):
        assert run(line.split()) == 0, line
    return capsys


def test_the_next_draw_leaves_the_boards_of_the_rounds_as_they_are(swiss):
    swiss.readouterr()
    assert run(["movement", "show", "--session", "s", "--json"]) == 0
    tables = json.loads(swiss.readouterr().out)["tables"]
    one = next(each for each in tables if each["table"] == "2b")
    sides = f"--ns {one['ns']} --ew {one['ew']}"
    for line in (
        f"result add 9/2a 4SN= --ns {one['ew']} --ew {one['ns']} --round 1 --session s",
        f"result add 9/2b 4SN= {sides} --round 1 --session s",
        f"result not-played 2/2b {sides} --round 1 --no-score --replaced-by 9 --session s",
        "tournament draw sw",
    ):
        assert run(line.split()) == 0, line
    swiss.readouterr()
    assert run(["movement", "show", "--session", "s", "--json"]) == 0
    tables = json.loads(swiss.readouterr().out)["tables"]
    boards = {(each["round"], each["table"]): each["boards"] for each in tables}
    assert (boards[1, "1a"], boards[1, "2a"]) == ([1, 2], [1, 9])
    assert (boards[2, "1a"], boards[2, "2b"]) == ([3, 4], [3, 4])
