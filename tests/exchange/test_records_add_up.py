"""Whatever is read of a file is recorded, or is named: every record is counted, and the sum is printed."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.main import run
from ledger.exchange.bridgemate.bws import read_bws
from ledger.exchange.given_out import ExportedSession
from ledger.exchange.pbn.write import write_pbn
from ledger.exchange.reading import read_results
from ledger.exchange.usebio.write import write_usebio
from ledger.exchange.writing import write_results
from ledger.kernel.at_table import Where
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening
from tests.exchange.naive_counts import records_of
from tests.needs import SHARED, needs
from tests.strategies import results

FILES = (
    sorted(
        path
        for path in SHARED.glob("*/*.*")
        if path.suffix in (".xml", ".pbn", ".csv") and not re.search(r"\.(lines|standings|hands)\.", path.name)
    )
    if SHARED.is_dir()
    else []
)


def accounted(sheet):
    """The records of a sheet by what became of them."""
    return len(sheet.lines) + len(sheet.unplayed) + sheet.unread + sheet.repeats


@needs("../shared/data")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_record_of_a_published_file_is_accounted_for(path):
    sheet = read_results(path)
    assert sheet.records == accounted(sheet) == records_of(path)


@needs("../shared/data")
@pytest.mark.parametrize("name", ["session_11_tables_2026", "session_12_tables"])
def test_every_row_of_a_file_of_bridgemates_is_accounted_for(name):
    sheet = read_bws(SHARED / "bws" / f"{name}.bws")
    assert sheet.records == accounted(sheet) > 0


@needs("../shared/data")
def test_every_deal_of_a_published_file_is_accounted_for():
    path = SHARED / "bws" / "session_11_tables_2026.hands.pbn"
    sheet = read_results(path)
    assert sheet.dealt == len(sheet.deals) + sheet.dealt_again == path.read_bytes().count(b"[Deal ")


@st.composite
def evenings(draw):
    """A few boards of pairs, or of a match of teams."""
    boards = tuple(range(1, draw(st.integers(1, 4)) + 1))
    scoring = draw(st.sampled_from(["matchpoints", "cross-imps", "teams"]))
    teams = scoring == "teams"
    evening = Evening(boards, 1, contestants=("Reds", "Blues") if teams else tuple("123456"), scoring=scoring)
    rooms = (("open", "Reds", "Blues"), ("closed", "Blues", "Reds"))
    tables = rooms if teams else (("1", "1", "2"), ("2", "3", "4"), ("3", "5", "6"))
    for board in boards:
        for table, ns, ew in draw(st.lists(st.sampled_from(tables), unique=True)):
            evening.do(RecordResult(Where(board, table, ns, ew, 1), draw(results)))
    return evening


WRITERS = {".pbn": write_pbn, ".xml": write_usebio, ".csv": write_results}


@pytest.mark.parametrize("ending", WRITERS)
@settings(max_examples=25, deadline=None)
@given(evening=evenings())
def test_every_result_we_write_is_read_again(ending, evening):
    recorded = [played for played in evening.session.table_boards() if played.result]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"evening{ending}"
        path.write_text(WRITERS[ending](ExportedSession(evening.scoreboard)), newline="")
        if not recorded:
            return
        sheet = read_results(path)
        scores_alone = any(played.result.bare_score is not None for played in recorded)  # +0 is one too
        if ending != ".pbn" or not evening.scoreboard.teams or not scores_alone:
            assert records_of(path) == len(recorded)
    assert (sheet.records, accounted(sheet), len(sheet.lines)) == (len(recorded),) * 3


def typed(capsys, *words):
    """What a command prints, and how it ends."""
    code = run(list(words))
    return code, capsys.readouterr().out


SUM = re.compile(r"^  ([0-9]+) records? in the file: (.+)$", re.MULTILINE)


def sum_of(text):
    """The number of records that is printed, and what became of them."""
    ((records, rest),) = SUM.findall(text)
    return int(records), {words: int(number) for number, words in re.findall(r"([0-9]+) ([a-z ]+)", rest)}


def test_an_import_prints_what_became_of_every_record(tmp_path, capsys):
    file, desk = tmp_path / "evening.csv", ["--db", str(tmp_path / "t.db"), "--no-input"]
    rows = ["1,1,2,4S,N,10", "1,3,4,4S,N,9", "1,5,6,4S,N,99", "2,1,2,NP,,", "2,3,4,3NT,S,9", "2,3,4,3NT,S,9"]
    file.write_text("board,ns,ew,contract,declarer,tricks\n" + "\n".join(rows) + "\n")
    typed(capsys, *desk, "init")
    first = {"recorded": 3, "said twice": 1, "not played": 1, "needs a person": 1}
    trial = {"to be recorded": 3, "said twice": 1, "not played": 1, "needs a person": 1}
    again = {"already known": 3, "said twice": 1, "not played": 1, "needs a person": 1}
    for options, told in (["--dry-run"], trial), (["--skip-bad"], first), (["--skip-bad"], again):
        code, out = typed(capsys, *desk, "import", str(file), "--session", "s", *options)
        records, became = sum_of(out)
        assert (code, records, became) == (0, 6, told)
        assert sum(became.values()) == records


def test_programs_are_told_what_became_of_every_record(tmp_path, capsys):
    import json

    file, desk = tmp_path / "evening.csv", ["--db", str(tmp_path / "t.db"), "--no-input"]
    file.write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,421\n2,1,2,\n")
    typed(capsys, *desk, "init")
    _, out = typed(capsys, *desk, "import", str(file), "--skip-bad", "--json")
    records = json.loads(out)["records"]
    assert records.pop("in_file") == sum(records.values()) == 3
    expected = {"recorded": 1, "not_played": 1, "need_a_person": 1}
    assert {name: number for name, number in records.items() if number} == expected
