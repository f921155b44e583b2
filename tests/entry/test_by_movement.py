"""Slips entered where there is a movement: it proposes the tables of each round, and names what is otherwise."""

import io

import pytest

from cli.entry.asking import Screen, heading
from cli.main import run
from ledger.movements.plan import PlannedTable
from ledger.subjects.movement.facts import SetMovement
from tests.core.evenings_by_plan import mitchell
from tests.entry.sittings import UP, desk_of, opened, results, sit

THREE = mitchell(3, rounds=2)


@pytest.fixture
def desk(tmp_path):
    """Three tables, two rounds of two boards: pairs 1–3 sit, 4–6 move."""
    opened(tmp_path, "--boards", "1-6")
    desk = desk_of(tmp_path)
    desk.submit(SetMovement(THREE, name="mitchell"))
    return desk


def asked(typist):
    return [prompt.split(">")[0] for prompt in typist.prompts]


def test_slips_are_asked_in_the_order_of_the_rounds_and_a_result_is_all_that_is_typed(desk):
    typist, session = sit(desk, *["4sn="] * 12)
    assert asked(typist)[:12] == [
        "1/1  1 v 4",
        "2/1  1 v 4",
        "3/2  2 v 5",
        "4/2  2 v 5",
        "5/3  3 v 6",
        "6/3  3 v 6",
        "3/1  1 v 6",
        "4/1  1 v 6",
        "5/2  2 v 4",
        "6/2  2 v 4",
        "1/3  3 v 5",
        "2/3  3 v 5",
    ]
    assert asked(typist)[12:] == ["the end"]
    assert len(results(session)) == 12
    assert {played.round for played in session.table_boards()} == {1, 2}
    assert run(["--db", desk.settings.db, "check"]) == 0


def test_the_heading_says_the_round_and_the_table(desk):
    sit(desk, "4sn=")
    typist, session = sit(desk)
    assert typist.views[0].above[0].startswith("round 1, table 1: boards 1–2   Board 2")
    from cli.entry.agenda import Plan
    from cli.entry.sitting import EntryState

    question = EntryState(Plan()).question(session)
    assert heading(session, Plan(), question, Screen(40, 24, symbols=True)) == "round 1, table 1: boards 1–2  1/12"


def test_the_slips_of_a_table_that_is_left_out_are_asked_later(desk):
    typist, _ = sit(desk, "n", "4sn=")
    assert asked(typist)[:3] == ["1/1  1 v 4", "3/2  2 v 5", "4/2  2 v 5"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 5 4sn=", "others are to sit there; planned: round 1, table 1: 1 v 4, boards 1–2"),
        ("9 4 4sn=", "9 is in no round of the movement; planned: round 1, table 1: 1 v 4, boards 1–2"),
        ("4 1 4sn=", "they sit the other way round; planned: round 1, table 1: 1 v 4, boards 1–2"),
        ("5/1 1 4 4sn=", "they have other boards; planned: round 1, table 1: 1 v 4, boards 1–2"),
    ],
)
def test_what_is_otherwise_is_named_and_asked_about(desk, line, says):
    typist, session = sit(desk, line, "n")
    assert typist.prompts[1] == "Keep it? [y/N] "
    assert typist.views[1].above[0].endswith(f"is not as planned: {says}")
    assert results(session) == {}
    assert asked(typist)[2] == "1/1  1 v 4", "it is asked again"


def test_it_can_be_kept(desk):
    _, session = sit(desk, "1 5 4sn=", "y")
    assert results(session) == {(1, "1"): ("1 v 5", "4SN=", None)}


def test_it_is_said_while_it_is_typed(desk):
    typist, _ = sit(desk)
    (line,) = [each for each in typist.views[0].reading("1 5 4sn=") if "planned" in each]
    assert line.startswith("look again: not as planned: others are to sit there")


def test_what_was_kept_is_not_asked_about_when_its_result_is_corrected(desk):
    typist, session = sit(desk, "1 5 4sn=", "y", UP, "1 5 4sn-1")
    assert [prompt for prompt in typist.prompts if prompt.startswith("Keep")] == ["Keep it? [y/N] "]
    assert results(session) == {(1, "1"): ("1 v 5", "4SN-1", None)}


def test_who_sits_out_is_asked_for_nothing(tmp_path):
    opened(tmp_path, "--boards", "1-6")
    desk = desk_of(tmp_path)
    half = [each for each in THREE if each.ew != "6"]
    half += [PlannedTable(each.round, each.table, each.ns, "", each.boards) for each in THREE if each.ew == "6"]
    desk.submit(SetMovement(tuple(half)))
    typist, _ = sit(desk, *["4sn="] * 8)
    assert asked(typist)[-1] == "the end"


# At the desk


def test_a_table_and_a_board_are_enough(desk, capsys):
    assert run(["--db", desk.settings.db, "--by", "scorer", "result", "add", "3/2", "4S="]) != 0
    assert run(["--db", desk.settings.db, "--by", "scorer", "result", "add", "3/2", "4SN="]) == 0
    (played,) = desk_of_results(desk)
    assert (str(played.seating), played.round, played.table) == ("2 v 5", 1, "2")
    assert "planned" not in capsys.readouterr().out


def desk_of_results(desk):
    return [played for played in desk.office.session("t").table_boards() if played.results]


def test_what_is_otherwise_is_told_in_what_came_of_it(desk, capsys):
    words = ["--db", desk.settings.db, "--by", "scorer"]
    assert run([*words, "result", "add", "3/2", "4SN=", "--ns", "2", "--ew", "4"]) == 0
    said = capsys.readouterr().out
    assert "note: not as planned: others are to sit there; planned: round 1, table 2: 2 v 5, boards 3–4" in said
    assert run([*words, "result", "correct", "3/2", "--now-ew", "5"]) == 0
    assert "planned" not in capsys.readouterr().out


def test_a_table_that_does_not_have_the_board_needs_who_sat_there(desk, capsys):
    assert run(["--db", desk.settings.db, "--by", "scorer", "--no-input", "result", "add", "5/1", "4SN="]) != 0
    assert "--ns" in capsys.readouterr().err


def test_how_far_the_evening_is_stands_in_session_show_and_under_the_standings(desk, capsys):
    sit(desk, *["4sn="] * 7)
    words = ["--db", desk.settings.db]
    capsys.readouterr()
    assert run([*words, "session", "show"]) == 0
    assert "round 2 of 2" in capsys.readouterr().out
    assert run([*words, "standings"]) == 0
    assert "round 2 of 2" in capsys.readouterr().err
    assert run([*words, "--by", "scorer", "publish", "--yes"]) == 0
    assert "no-score: table 1, 1 v 6: round 2, table 1: board 4" in capsys.readouterr().out


def test_a_table_that_plays_a_board_in_two_rounds_is_asked_for_both(tmp_path):
    """A triangle: three teams, the same boards at each table in both rounds, the other way round."""
    opened(tmp_path, "--boards", "1-3", "--scoring", "teams")
    desk = desk_of(tmp_path)
    rows = [(1, "1", "A", "B", 1), (1, "2", "B", "C", 2), (1, "3", "C", "A", 3)]
    again = [(2, table, ew, ns, board) for _, table, ns, ew, board in rows]
    tables = tuple(PlannedTable(each[0], each[1], each[2], each[3], (each[4],)) for each in [*rows, *again])
    desk.submit(SetMovement(tables, name="triangle"))
    typist, session = sit(desk, *["4sn="] * 6)
    assert asked(typist)[:2] == ["1/1 r1  A v B", "2/2 r1  B v C"]
    assert asked(typist)[3] == "1/1 r2  B v A"
    assert sum(bool(played.results) for played in session.table_boards()) == 6


def test_a_howell_in_which_a_table_has_its_boards_again_is_entered_whole(tmp_path):
    """Three tables that share: table 2 has boards 3 and 4 in rounds 1 and 3, of other pairs."""
    opened(tmp_path, "--boards", "1-10", "--contestants", "1-6")
    assert run(["--db", str(tmp_path / "bridge-ledger.db"), "movement", "set", "howell", "--yes"]) == 0
    desk = desk_of(tmp_path)
    typist, session = sit(desk, *["4sn="] * 30)
    assert {"3/2 r1  4 v 3", "3/2 r3  1 v 5"} <= {*asked(typist)}
    assert sum(bool(played.results) for played in session.table_boards()) == 30
    assert run(["--db", desk.settings.db, "check"]) == 0


@pytest.mark.parametrize("with_round", [True, False])
def test_such_slips_may_be_typed_with_who_sat_there(tmp_path, with_round):
    opened(tmp_path, "--boards", "1-10", "--contestants", "1-6")
    where = ["--db", str(tmp_path / "bridge-ledger.db")]
    assert run([*where, "movement", "set", "howell", "--yes"]) == 0
    for ns, ew, round_ in (("1", "5", "3"), ("4", "3", "1")):
        said = ["--round", round_] if with_round else []
        assert run([*where, "result", "add", "3/2", "4sn=", "--ns", ns, "--ew", ew, *said]) == 0
    assert run([*where, "result", "add", "3/2", "4sn=", "--ns", "2", "--ew", "6", "--round", "1"]) == 1


def test_of_slips_from_a_file_each_that_is_otherwise_is_named(desk, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1/1 1 4 4sn=\n3/2 2 6 4sn=\n"))
    capsys.readouterr()
    assert run(["--db", desk.settings.db, "result", "add", "-"]) == 0
    first, second = capsys.readouterr().out.split("line 2")
    assert "otherwise" not in first
    assert "note: not as planned: others are to sit there; planned: round 1, table 2: 2 v 5" in second
