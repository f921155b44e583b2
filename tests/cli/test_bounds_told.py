"""`help bounds` says every bound of the table, as it is; a file beyond one is refused with the line that is."""

from pathlib import Path

import pytest

import cli
from ledger.bounds import events, files, named_bounds, serving, tournaments
from ledger.errors import Misuse
from ledger.exchange.csv.read import read_csv
from ledger.exchange.pbn.document import read_document

TOLD = Path(cli.__file__).parent / "help" / "bounds.md"


@pytest.mark.parametrize("table", [events, files, serving, tournaments])
def test_the_manual_says_every_bound(table):
    lines = TOLD.read_text("utf-8").splitlines()
    missing = [line for _, each in named_bounds(table) if (line := f"    {each}") not in lines]
    assert missing == []


@pytest.mark.parametrize("over", [0, 1])
def test_a_value_that_is_never_closed_is_told_with_its_line(tmp_path, over):
    path = tmp_path / "f.pbn"
    path.write_text('[Event "x"]\n[Site "' + "x" * (files.CHARACTERS.most - 7 + over))
    if over:
        with pytest.raises(Misuse, match=r"f.pbn line 2, column 7: it goes on for more than 10000 characters"):
            read_document(path)
    else:
        assert len(read_document(path).games) == 1


@pytest.mark.parametrize("over", [0, 1])
def test_a_table_of_too_many_columns_is_told_with_its_line(tmp_path, over):
    path = tmp_path / "f.csv"
    columns = ["board", "ns", "ew", "score", *(f"c{at}" for at in range(files.COLUMNS.most - 4 + over))]
    path.write_text(",".join(columns) + "\n" + "1,1,2,420" + "," * (len(columns) - 4) + "\n")
    if over:
        with pytest.raises(Misuse, match="line 1: it names 201 columns, and no table has more than 200"):
            read_csv(path)
    else:
        assert len(read_csv(path).lines) == 1


@pytest.mark.parametrize("over", [0, 1])
def test_a_cell_that_goes_on_is_told_with_its_line(tmp_path, over):
    path = tmp_path / "f.csv"
    path.write_text("board,ns,ew,score,note\n1,1,2,420," + "x" * (files.CHARACTERS.most + over) + "\n")
    found = read_csv(path)
    said = "its column 5 has more than 10000 characters"
    assert (len(found.lines), any(said in why for _, why in found.problems)) == ((0, True) if over else (1, False))
