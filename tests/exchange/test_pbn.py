"""PBN rounds of teams: the two rooms, byes, and how scores are written."""

import pytest

from ledger.errors import Misuse
from ledger.exchange.csv_results import read_csv
from ledger.exchange.pbn import read_pbn


def game(board, home, visit, **tags):
    stated = {"Board": board, "Date": "2026.03.05", "HomeTeam": home, "VisitTeam": visit, **tags}
    return '[Event "Round 1"]\n' + "".join(f'[{name} "{value}"]\n' for name, value in stated.items()) + "\n"


PLAYED = {"Contract": "4S", "Declarer": "N", "Result": "10", "Score": "NS 420"}


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "round.pbn"
    path.write_bytes(("% PBN 2.1\n" + text).encode(encoding))
    return read_pbn(path)


def test_a_match_in_two_rooms(tmp_path):
    sheet = read(
        tmp_path, game(1, "A", "B", Table="1", **PLAYED) + game(1, "B", "A", Table="1", Contract="Pass", Score="NS -0")
    )
    assert [(line.where.table, line.where.ns, str(line.result)) for line in sheet.lines] == [
        ("1", "A", "4SN="),
        ("1 closed", "B", "PASS"),
    ]
    assert (sheet.title, sheet.date, sheet.scoring, sheet.contestants) == ("Round 1", "2026-03-05", "teams", ("A", "B"))


def test_byes_and_unplayed_boards_have_no_score(tmp_path):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED) + game(2, "A", "B", Contract="Pass"))
    assert (len(sheet.lines), len(sheet.unplayed)) == (1, 1)


def test_scores_from_either_side(tmp_path):
    sheet = read(
        tmp_path,
        game(1, "A", "B", Contract="4S", Declarer="E", Result="10", Score="EW 420") + game(2, "A", "B", Score="-50"),
    )
    assert [str(line.result) for line in sheet.lines] == ["4SE=", "-50"]


@pytest.mark.parametrize("tags", [{**PLAYED, "Score": "NS 430"}, {**PLAYED, "Score": "lots"}, {**PLAYED, "Result": ""}])
def test_records_that_need_a_person(tmp_path, tags):
    sheet = read(tmp_path, game(1, "A", "B", **tags))
    assert len(sheet.problems) == 1


@pytest.mark.parametrize("text", ["", "hello", '[Event "Pairs"]\n[Board "1"]\n'])
def test_files_without_matches_of_teams(tmp_path, text):
    with pytest.raises(Misuse) as caught:
        read(tmp_path, text)
    assert caught.value.code == "bad-file"


def test_older_encodings(tmp_path):
    assert read(tmp_path, game(1, "Côte", "Ålesund", **PLAYED), "iso-8859-1").contestants == ("Côte", "Ålesund")


def test_a_mitchell_in_plain_numbers_is_two_fields(tmp_path):
    path = tmp_path / "mitchell.csv"
    path.write_text(
        "board,ns,ew,score\n"
        + "".join(f"{board},{pair},{(pair + board) % 4 + 1},+420\n" for board in (1, 2, 3) for pair in (1, 2, 3, 4))
    )
    assert read_csv(path).winners == 2
    path.write_text("board,ns,ew,score\n1,1,2,+420\n1,3,4,-50\n2,2,1,+420\n2,4,3,+50\n")
    assert read_csv(path).winners is None
