"""A movement in a table that somebody keeps: its columns in any order, and what is wrong named by its line."""

import pytest

from ledger.errors import Misuse
from ledger.exchange.movement_tables import movement_table
from ledger.movements.plan import PlannedTable

PLANNED = (PlannedTable(1, "1", "5", "12", (4, 5, 6)), PlannedTable(1, "2", "7", "", ()))


@pytest.mark.parametrize(
    "text",
    [
        "round,table,ns,ew,boards\n1,1,5,12,4-6\n1,2,7,0,\n",
        "Boards;EW;NS;Table;Round\n4–6;12;5;1;1\n;;7;2;1\n",
        "Rnd,Table,NSPair,EWPair,LowBoard,HighBoard\n1,1,5,12,4,6\n1,2,7,-,0,0\n",
        'round,table,NS,EW,"boards"\n1,1,5,12,"4, 5, 6"\n1,2,7,,-\n',
        "round\ttable\tns\tew\tboards\n1\t1\t5\t12\t4;5;6\n1\t2\t7\t0\t0\n1\t3\t0\t0\t7-9\n",
    ],
    ids=["plain", "turned round, with semicolons", "low and high", "a list", "tabs, and a table where nobody sits"],
)
def test_columns_stand_in_any_order(text, tmp_path):
    path = tmp_path / "plan.csv"
    path.write_text(text)
    assert movement_table(path) == PLANNED


def test_a_section_goes_before_the_numbers(tmp_path):
    path = tmp_path / "plan.csv"
    path.write_text("section,round,table,ns,ew,boards\nB,2,3,4,9,1-2\n")
    assert movement_table(path) == (PlannedTable(2, "B3", "B4", "B9", (1, 2)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("round,table,ns\n1,1,5\n", "it has no column ew and no column boards"),
        ("round,table,ns,ew,boards\n1,1,5,12,4-6\nx,2,7,8,1-3\n", "line 3: x is no round"),
        ("round,table,ns,ew,boards\n1,1,5,12,6-4\n", "line 2: boards 6-4 run backwards"),
        ("round,table,ns,ew,boards\n1,1,5,12,4-six\n,1,5,12,4\n", "line 2: six is no board; line 3: it names no round"),
        ("round,table,ns,ew,boards\n1,1,5,12,six\n", "line 2: six is no board"),
        ("round,table,ns,ew,boards\n1,,5,12,4\n", "line 2: it names no table"),
        ("round,table,ns,ew,lowboard,highboard\n1,1,5,12,4,\n", "line 2: it names no board"),
        ("round,table,ns,ew,boards\n1,1,5,12\n", "line 2: it has more or fewer cells than the first line names"),
        ("round,table,ns,ew,boards\n" + "x,1,5,12,4\n" * 5, "line 4: x is no round; and 2 lines more"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(text, said, tmp_path):
    path = tmp_path / "plan.csv"
    path.write_text(text)
    with pytest.raises(Misuse) as error:
        movement_table(path)
    assert said in error.value.message
    assert error.value.code == "bad-file"
