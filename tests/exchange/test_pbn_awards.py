"""Lines of a PBN table that give a score without a contract, or beside one; and the section that a tag names."""

import pytest

from tests.exchange.test_pbn import read

TABLE = (
    '[Event "E"]\n[Board "1"]\n[Scoring "MatchPoints"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;'
    'Score_NS;Score_EW;MP_NS;MP_EW;Percentage_NS;Percentage_EW"]\n1 4 4S N 10 420 - - - - -\n{}\n\n'
)


@pytest.mark.parametrize(
    ("row", "result", "award"),
    [
        ("2 5 - - - - - 3.6 2.4 - -", None, "awarded 3.6/2.4, out of the field"),
        ("2 5 - - - - - - - 60 40", None, "artificial 60/40"),
        ("2 5 - - - - - 3.6 2.4 60 40", None, "artificial 60/40"),
        ("2 5 NP - - - - - - 50 50", None, "artificial 50/50"),
        ("2 5 - N - - - 3 3 - -", None, "awarded 3/3, out of the field"),
        ("2 5 - - - - - ^A+ ^A- - -", None, "artificial A+/A-"),
        ("2 5 - - - - - A+ A- - -", None, "artificial A+/A-"),
        ("2 5 - - - A+ A- - - - -", None, "artificial A+/A-"),
        ("2 5 - - - - - - - ^A ^A", None, "artificial A/A"),
        ("2 5 2S N 10 170 - ^5 ^1 ^83.33 ^16.67", "2SN+2", "awarded 5/1, in the field"),
        ("2 5 2S N ^10 170 - 5 1 83.33 16.67", "2SN+2", None),
        ("2 5 2S N 10 170 - - - ^60 ^40", "2SN+2", "artificial 60/40"),
    ],
)
def test_a_score_that_a_line_gives_is_an_award(tmp_path, row, result, award):
    sheet = read(tmp_path, TABLE.format(row))
    _, line = sheet.lines
    assert sheet.problems == []
    assert (line.result and str(line.result), line.adjustment and repr(line.adjustment)) == (result, award)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("2 5 - - - - - ^3.6 - - -", "to one side alone: '^3.6'"),
        ("2 5 - - - - - - 2.4 - -", "to one side alone: '2.4'"),
        ("2 5 - - - A+ - - - - -", "to one side alone: 'A+'"),
        ("2 5 - - - - - x y - -", "x"),
    ],
)
def test_a_score_that_is_given_by_halves_needs_a_person(tmp_path, row, why):
    sheet = read(tmp_path, TABLE.format(row))
    ((_, message),) = sheet.problems
    assert (len(sheet.lines), why in message) == (1, True)


@pytest.mark.parametrize("row", ["2 5 - - - - - 0 0 0 0", "2 - - - - - - 3.6 - 60 -", "2 5 NP - - - - - - - -"])
def test_a_line_that_gives_nobody_anything_was_not_played(tmp_path, row):
    sheet = read(tmp_path, TABLE.format(row))
    assert (len(sheet.lines), len(sheet.unplayed), sheet.problems) == (1, 1, [])


SECTION = '[Section "{}"]\n[ScoreTable "Table;PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 1 2 4S N 10\n{}'


@pytest.mark.parametrize("between", ["\n", ""])
def test_the_section_of_a_table_may_stand_in_a_tag(tmp_path, between):
    text = '[Event "E"]\n[Board "1"]\n' + SECTION.format("A", between) + SECTION.format("B", "\n")
    places = [(line.where.table, line.where.ns, line.where.ew) for line in read(tmp_path, text).lines]
    assert places == [("A1", "A1", "A2"), ("B1", "B1", "B2")]


def numbered(section, board, ns, ew, north):
    tags = {"Board": board, "Section": section, "Table": 1, "PairId_NS": ns, "PairId_EW": ew, "North": north}
    tags |= {"South": "S", "East": "E", "West": "W", "Contract": "4S", "Declarer": "N", "Result": 10}
    return '[Event "E"]\n' + "".join(f'[{name} "{text}"]\n' for name, text in tags.items()) + "\n"


def test_single_records_are_of_the_pairs_and_the_section_they_name(tmp_path):
    sheet = read(tmp_path, numbered("A", 1, 7, 8, "Ann") + numbered("B", 1, 7, 8, "Bob"))
    places = [(line.where.table, line.where.ns, line.where.ew) for line in sheet.lines]
    assert places == [("A1", "A7", "A8"), ("B1", "B7", "B8")]
    expected = [("A7", "Ann"), ("A8", "E"), ("B7", "Bob"), ("B8", "E")]
    assert [(each.contestant, each.name) for each in sheet.players if each.seat == 1] == expected


def test_numbers_that_sit_both_ways_in_single_records_are_of_two_fields(tmp_path):
    text = "".join(numbered("", board, at, at, f"North{at}") for board in (1, 2) for at in (1, 2))
    sheet = read(tmp_path, text)
    expected = (2, ["1NS", "1EW", "2NS", "2EW"])
    assert (sheet.winners, [each.contestant for each in sheet.players if each.seat == 1]) == expected


@pytest.mark.parametrize(
    ("tag", "form", "named"),
    [
        ("IMP;Mean", "butler", False),
        ("IMP;Median", "butler", False),
        ("IMP;Experts", "butler", True),
        ("IMP", "cross-imps", False),
    ],
)
def test_imps_against_a_datum_are_butler(tmp_path, tag, form, named):
    sheet = read(tmp_path, TABLE.format("2 5 4S N 10 420 - - - - -").replace("MatchPoints", tag))
    assert (sheet.scoring, bool(sheet.notes)) == (form, named)
