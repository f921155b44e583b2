"""Slips of a match that nobody drew: said at the first of them, by `check`, and before the next draw."""

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
def typed(tmp_path, monkeypatch, capsys):
    """A function that types a line in the folder of an evening whose first round is drawn: all that was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("COLUMNS", "200")

    def call(line, code=0):
        given = run(line.split())
        said = capsys.readouterr()
        assert given == code, said.out + said.err
        return said.out + said.err

    for line in EVENING:
        call(line)
    return call


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
    assert ("Played otherwise in saturday" in said, WRONG in said) == (True, True)
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
    assert ("no boards are left for round 2" in said, "session add-boards" in said) == (True, True)


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
