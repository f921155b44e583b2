"""The movement that a scoring file of Bridgemates has."""

from pathlib import Path

import pytest

from ledger.errors import Misuse
from ledger.exchange.bridgemate.bws import read_bws
from ledger.exchange.bridgemate.rounds import movement_of, planned_tables
from ledger.exchange.bridgemate.tables import DeviceTables
from ledger.movements.plan import PlannedTable
from tests.needs import SHARED, needs

DATA = SHARED / "bws"
OF_2026, OF_2005 = DATA / "session_11_tables_2026.bws", DATA / "session_12_tables.bws"
real = needs("../shared/data")


def rounds(*rows, **others):
    """What is planned by these rows of RoundData, in one section unless another is said."""
    usual = {"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 2, "LowBoard": 1, "HighBoard": 3}
    tables = {"Section": [{"ID": 1, "Letter": "A"}], "ReceivedData": []} | others
    return planned_tables(DeviceTables(tables | {"RoundData": [usual | row for row in rows]}))


@real
@pytest.mark.parametrize(
    ("path", "size", "first"),
    [
        (OF_2026, 99, PlannedTable(1, "1", "1NS", "1EW", (1, 2, 3))),
        (OF_2005, 144, PlannedTable(1, "1", "1", "13", (1, 2))),
    ],
    ids=["2026", "2005"],
)
def test_the_movement_of_a_real_evening_is_what_was_played(path, size, first):
    planned = movement_of(path)
    assert (len(planned), planned[0]) == (size, first)
    winners = read_bws(path).winners
    meant = {(each.round, each.table, each.ns, each.ew, board) for each in planned for board in each.boards}
    suffix = ("NS", "EW") if winners == 2 else ("", "")
    played = {
        (
            line.where.round,
            line.where.table,
            f"{line.where.ns}{suffix[0]}",
            f"{line.where.ew}{suffix[1]}",
            line.where.board,
        )
        for line in read_bws(path).lines
    }
    assert len(played) > 250
    assert played == meant


def test_boards_are_listed_or_run_from_the_first_to_the_last():
    assert [each.boards for each in rounds({}, {"Table": 2, "CustomBoards": "7,9,12"})] == [(1, 2, 3), (7, 9, 12)]


def test_who_has_nobody_opposite_sits_out():
    out = rounds({"EWPair": 0}, {"Table": 2, "NSPair": 0, "EWPair": 4}, {"Table": 3, "NSPair": 0, "EWPair": 0})
    assert [(each.table, each.ns, each.ew) for each in out] == [("1", "1", ""), ("2", "", "4")]


def test_the_missing_pair_of_a_section_is_nobody():
    (one,) = rounds({"EWPair": 8}, Section=[{"ID": 1, "Letter": "A", "MissingPair": 8}])
    assert (one.ns, one.ew) == ("1", "")


def test_sections_have_their_letters_and_two_lines_their_directions():
    sections = [{"ID": 1, "Letter": "A", "Winners": 2}, {"ID": 2, "Letter": "B", "Winners": 2}]
    found = rounds({}, {"Section": 2, "Table": 3}, Section=sections)
    assert [(each.table, each.ns, each.ew) for each in found] == [("A1", "A1NS", "A2EW"), ("B3", "B1NS", "B2EW")]


def test_an_individual_is_read_where_the_rounds_say_all_four():
    results = [{"Section": 1, "South": 3, "West": 4}]
    (one,) = rounds({"South": 3, "West": 4}, ReceivedData=results)
    assert (one.ns, one.ew) == ("1+3", "2+4")
    assert rounds({}, ReceivedData=results) == ()


def test_rows_come_by_round_and_table():
    found = rounds({"Round": 2}, {"Table": 10}, {"Table": 2}, {"Round": 0})
    assert [(each.round, each.table) for each in found] == [(1, "2"), (1, "10"), (2, "1")]


def test_what_is_no_scoring_file_is_refused(tmp_path):
    path = Path(tmp_path / "no.bws")
    path.write_bytes(b"nothing")
    with pytest.raises(Misuse) as wrong:
        movement_of(path)
    assert wrong.value.code == "bad-file"
