"""Slips of a match that nobody drew: said at the first of them, by `check`, and before the next draw."""

import pytest

from cli.main import run

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
