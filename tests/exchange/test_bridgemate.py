"""Bridgemates' scoring files: real ones to the last row, and what is in them that real ones do not show."""

import json
import shutil
import struct
from collections import defaultdict
from contextlib import closing
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from cli.main import run
from ledger.bridge import Result, Side
from ledger.errors import Misuse
from ledger.exchange.bridgemate.access import (
    AccessFile,
    Column,
    DamagedFile,
    RowForm,
    ScoringFileTables,
    device_tables,
    read_row,
)
from ledger.exchange.bridgemate.bws import DeviceMovement, movement_of, planned_tables, read_bws, read_line, sheet_of
from ledger.laws.adjustment import Artificial, Grade
from ledger.movements.plan import PlannedTable
from ledger.office import Office
from tests.exchange.access_writer import AccessWriter
from tests.needs import SHARED, needs

DATA = SHARED / "bws"
real = needs("../shared/data")
OF_2026, OF_2005 = DATA / "session_11_tables_2026.bws", DATA / "session_12_tables.bws"


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """A function that types a command in an empty folder with a ledger: exit code, all that was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")

    def call(*words):
        code = run([*map(str, words)])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    call("init")
    return call


@pytest.fixture
def copy(tmp_path):
    """The file of 2026 as one may write in it."""
    path = tmp_path / "thursday.bws"
    shutil.copy(OF_2026, path)
    path.chmod(0o644)
    return path


# Matchpoints, computed from the rows by nothing that the ledger has


def score(row):
    """What a contract scores for North–South, by Law 77 as every player knows it."""
    if row["Contract"] == "PASS":
        return 0
    level, strain, *doubled = row["Contract"].split()
    level, by, board = int(level), row["NS/EW"], row["Board"]
    made = 0 if row["Result"] == "=" else int(row["Result"])
    vulnerable = "-NEBNEB-EB-NB-NE"[(board - 1) % 16] in ("NB" if by in "NS" else "EB")
    times = {"": 1, "x": 2, "xx": 4}["".join(doubled)]
    if made < 0:
        down = -made
        if times == 1:
            points = -down * (100 if vulnerable else 50)
        else:
            steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
            points = -sum(steps[:down]) * times // 2
    else:
        trick = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}[strain]
        below = (level * trick + (10 if strain == "NT" else 0)) * times
        bonus = (500 if vulnerable else 300) if below >= 100 else 50
        bonus += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
        bonus += {1: 0, 2: 50, 4: 100}[times]
        over = made * (trick if times == 1 else (200 if vulnerable else 100) * times // 2)
        points = below + bonus + over
    return points if by in "NS" else -points


def matchpoints(path):
    """(board, NS pair) → North–South's matchpoints, of boards without a remark."""
    boards = defaultdict(list)
    for row in AccessFile(path.read_bytes()).rows("ReceivedData"):
        boards[row["Board"]].append(row)
    for board, rows in boards.items():
        if not any(row["Remarks"] for row in rows):
            scores = {row["PairNS"]: score(row) for row in rows}
            for pair, own in scores.items():
                others = [each for other, each in scores.items() if other != pair]
                yield (board, str(pair)), sum((own > each) * 2 + (own == each) for each in others)


@real
@pytest.mark.parametrize(("path", "results", "boards"), [(OF_2026, 297, 27), (OF_2005, 286, 22)], ids=["2026", "2005"])
def test_every_result_is_recorded_and_its_matchpoints_are_right(typed, path, results, boards):
    code, said = typed("import", path, "--json")
    assert (code, json.loads(said)["results"], json.loads(said)["skipped"]) == (0, results, [])
    expected = dict(matchpoints(path))
    with Office.open("bridge-ledger.db") as office:
        scoreboard = office.scoreboard(path.stem)
        ours = {
            (played.board, played.seating.ns.removesuffix("NS")): scoreboard.score(played, Side.NS).value
            for played in office.session(path.stem).table_boards()
        }
    assert len({board for board, _ in expected}) == boards
    assert {place: ours[place] for place in expected} == {place: Fraction(mp) for place, mp in expected.items()}
    assert typed("verify", "--strict")[0] == 0


@real
def test_what_the_files_say_beside_results():
    sheet = read_bws(OF_2026)
    assert (sheet.date, sheet.winners, sheet.expected, len(sheet.players)) == ("2026-01-19", 2, 297, 44)
    expected = ["the device asked whether 1 NT +1 is right", "the device asked whether 1 NT -1 is right"]
    assert [why for _, why in sheet.notes] == expected
    sheet = read_bws(OF_2005)
    assert (sheet.date, sheet.winners, sheet.expected, len(sheet.players)) == ("2005-05-09", None, 288, 0)
    awards = {(line.where.board, line.adjustment) for line in sheet.lines if line.adjustment}
    assert awards == {(1, Artificial(Grade("40"), Grade("60"))), (2, Artificial(Grade("60"), Grade("60")))}
    assert [why for _, why in sheet.notes] == ["declarer was pair 7, it says, and E sat the other way"]


@real
@pytest.mark.parametrize("path", [OF_2026, OF_2005], ids=["2026", "2005"])
def test_every_table_is_read_to_the_last_row_it_says_it_has(path):
    file = AccessFile(path.read_bytes())
    for name in file.names:
        assert len(file.rows(name)) == file.expected(name), name
    received = file.rows("ReceivedData")
    assert all(datetime.fromisoformat(row["TimeLog"]).year == 1899 for row in received)
    assert {row["Letter"].strip() for row in file.rows("Section")} == {"A"}


@real
def test_an_empty_file_has_no_results(typed):
    code, said = typed("import", DATA / "empty_template.bws")
    assert (code, "has no results" in said) == (2, True)


def test_a_row_of_access_2000_has_counts_of_two_bytes():
    """Number 7, text 'AB', a box that is ticked, and a text that is null; the last as mdbtools describes it."""
    columns = [Column("Number", 3, 0, 0, 0, 2), Column("Name", 10, 1, None, 0, 20), Column("Box", 1, 2, 0, 0, 1)]
    columns.append(Column("Nothing", 10, 3, None, 1, 20))
    text = "AB".encode("utf-16-le")
    record = struct.pack("<Hh4sHHHHB", 4, 7, text, 8, 8, 4, 2, 0b0111)
    assert read_row(record, columns, RowForm.JET4) == {"Number": 7, "Name": "AB", "Box": True, "Nothing": None}
    with pytest.raises(ValueError, match="lie outside it"):
        read_row(struct.pack("<Hh4sHHHHB", 4, 7, text, 9, 900, 4, 2, 0b0111), columns, RowForm.JET4)


def test_a_row_that_is_shorter_than_what_says_which_of_its_columns_are_null_breaks_off():
    """Of seventeen columns three bytes say which are null; here are two bytes in all."""
    with pytest.raises(ValueError, match="breaks off"):
        read_row(b"\x11\xff", [Column("Box", 1, 0, 0, 0, 1)], RowForm.JET3)


# What stands in rows


def tables(*received, **others):
    """A file of one table and one round, with these rows of ReceivedData."""
    usual = {"Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "NS/EW": "N"}
    usual |= {"Contract": "4 S", "Result": "=", "LeadCard": "", "Remarks": "", "DateLog": "2026-03-05 00:00:00"}
    rows = [{**usual, "ID": at, **row} for at, row in enumerate(received, start=1)]
    meeting = {"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 2, "LowBoard": 1, "HighBoard": 3}
    return ScoringFileTables(
        {"Section": [{"ID": 1, "Letter": "A"}], "RoundData": [meeting], "ReceivedData": rows, **others}
    )


def read(*received, **others):
    return sheet_of(Path("f.bws"), tables(*received, **others))


@pytest.mark.parametrize(
    ("row", "result", "award"),
    [
        ({}, "4SN=", None),
        ({"Contract": "3 NT xx", "NS/EW": "W", "Result": "-2"}, "3NTXXW-2", None),
        ({"Contract": "4Sx", "Result": "+1"}, "4SXN+1", None),
        ({"Contract": "PASS", "Result": "", "NS/EW": ""}, "PASS", None),
        ({"Contract": "", "Result": "", "Remarks": "60%-40%"}, None, "60/40"),
        ({"Contract": "", "Result": "", "Remarks": "50% - 60%"}, None, "50/60"),
        ({"Remarks": "40%-40%"}, "4SN=", "40/40"),
    ],
)
def test_contracts_and_awards(row, result, award):
    (line,) = read(row).lines
    assert line.result == (Result(result) if result else None)
    assert line.adjustment == (Artificial(*map(Grade, award.split("/"))) if award else None)


def test_a_wrong_direction_turns_the_table_round():
    sheet = read({"Remarks": "Wrong direction"})
    (line,) = sheet.lines
    assert (line.where.ns, line.where.ew, line.where.switched) == ("2", "1", True)
    assert "changed places" in sheet.notes[0][1]


@pytest.mark.parametrize(
    ("remark", "why"),
    [("Not played", "not played: who was at fault?"), ("Arbitral score", "the director is to decide"), ("", "neither")],
)
def test_what_has_no_score_waits_for_a_person(remark, why):
    (line,) = read({"Contract": "", "Result": "", "NS/EW": "", "Remarks": remark}).lines
    assert (line.result, line.adjustment, line.undecided.startswith(why)) == (None, None, True)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"Contract": "9 S"}, "9SN="),
        ({"NS/EW": "NS"}, "'NS' is no declarer"),
        ({"Result": "10"}, "10 is no number of tricks"),
        ({"Result": "+4"}, "14 tricks"),
        ({"Board": 0}, "there is no board 0"),
        ({"Board": -5}, "there is no board -5"),
        ({"PairEW": 0}, "nobody sat"),
        ({"Remarks": "999%-40%", "Contract": ""}, "999"),
    ],
)
def test_what_makes_no_result_is_one_line_that_needs_a_person(row, why):
    sheet = read({}, {**row, "Table": 2, "PairNS": 3, "PairEW": row.get("PairEW", 4)})
    assert len(sheet.lines) == 1
    assert [why in told for _, told in sheet.problems] == [True]


@pytest.mark.parametrize(
    ("remark", "needs_a_look"),
    [("pass out of turn", True), ("", False), ("Not played", False), ("Arbitral score", False), ("60%-40%", False)],
)
def test_a_remark_that_is_in_a_persons_own_words_is_to_be_looked_at(remark, needs_a_look):
    told = [told for _, told in read({"Remarks": remark}).notes]
    assert (f"remark: {remark}" in told) is needs_a_look
    assert any("remark" in each for each in told) is needs_a_look


def test_a_declarer_who_did_not_sit_there_is_to_be_looked_at():
    told = [told for _, told in read({"Declarer": 2}).notes]
    assert told == ["declarer was pair 2, it says, and N sat the other way"]


def test_a_lead_that_is_no_card_is_left_out_with_a_note():
    sheet = read({"LeadCard": "\x1b[2J"})
    assert ([line.lead for line in sheet.lines], sheet.problems) == ([None], [])
    assert [told for _, told in sheet.notes if "lead" in told] == [r"its lead is left out: '\x1b[2J' is no card"]


@real
def test_a_board_that_the_movement_does_not_have_needs_a_person():
    movement = DeviceMovement(device_tables("t.bws", OF_2026.read_bytes()))
    assert 777 not in movement.boards
    row = {"Section": 1, "Table": 1, "Round": 1, "Board": 777, "PairNS": 1, "PairEW": 2}
    with pytest.raises(ValueError, match="board 777 is not in the movement, which has boards "):
        read_line("t.bws", row, movement)


def test_of_rows_that_were_put_right_the_last_counts():
    (line,) = read({"Erased": True}, {"Result": "-1"}).lines
    assert (str(line.result), line.erased) == ("4SN-1", False)


def test_a_row_that_was_erased_is_no_result():
    (line,) = read({"Erased": True}).lines
    assert line.erased


def test_two_rows_that_differ_need_a_person():
    assert "2 results that differ" in read({}, {"Result": "-1"}).problems[0][1]
    assert not read({}, {}).problems


def test_of_several_sections_every_number_has_its_letters():
    sections = [{"ID": 1, "Letter": "A "}, {"ID": 2, "Letter": "BB"}]
    lines = read({}, {"Section": 2}, Section=sections).lines
    assert [(line.where.table, line.where.ns) for line in lines] == [("A1", "A1"), ("BB1", "BB1")]


def test_individuals_sit_with_whom_the_row_names():
    (line,) = read({"South": 3, "West": 4}).lines
    assert (line.where.ns, line.where.ew) == ("1+3", "2+4")


def test_names_come_from_the_list_of_members_where_a_number_alone_was_typed():
    numbers = [
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "77", "Name": ""},
        {"Section": 1, "Table": 1, "Direction": "W", "Number": "", "Name": "Jane Roe"},
        {"Section": 1, "Table": 1, "Direction": "S", "Number": "1", "Name": "\x1b[2J"},
        {"Section": 1, "Table": 9, "Direction": "N", "Number": "78", "Name": ""},
        {"Section": 1, "Table": 9, "Direction": "S", "Number": "", "Name": ""},
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "79", "Name": "", "Round": 2},
    ]
    sheet = read({}, PlayerNumbers=numbers, PlayerNames=[{"ID": 1, "strID": "77", "Name": "Joe Doe"}])
    expected = [("1", 1, "Joe Doe"), ("2", 2, "Jane Roe")]
    assert [(each.contestant, each.seat, each.name) for each in sheet.players] == expected
    assert [where for where, _ in sheet.notes] == ["player 2 of 1", "player at 9N"]


def test_hand_records_are_deals():
    hands = "AKQ32.J54.K7.A98", "T9.AKQ.QJ5.QJT76", "J654.T987.A86.K2", "87.632.T9432.543"
    suits = ("Spades", "Hearts", "Diamonds", "Clubs")
    columns = [f"{seat}{suit}" for seat in ("North", "East", "South", "West") for suit in suits]
    row = dict(zip(columns, ".".join(hands).split("."), strict=True))
    sheet = read({}, HandRecord=[{"Section": 1, "Board": 1, **row}, {"Board": 2, **row, "WestClubs": "5432"}])
    assert {board: str(deal)[:19] for board, deal in sheet.deals.items()} == {1: "N:AKQ32.J54.K7.A98 "}
    assert [where for where, _ in sheet.notes] == ["hand record of board 2"]


# What cannot be read


@real
def test_a_page_of_zeroes_is_told_with_what_it_held(typed, copy):
    writer = AccessWriter(copy)
    writer.zero_page_of(100)
    writer.save()
    code, said = typed("import", copy)
    assert (code, "thursday.bws cannot be read: table ReceivedData: it says it has 297 rows, and" in said) == (2, True)


@real
def test_any_page_of_zeroes_is_told_or_holds_nothing_that_results_rest_on(copy):
    """Whichever page is lost of the tables that are read: it is all of it, or it is said what could not be read."""
    whole, content = read_bws(copy), copy.read_bytes()
    file, said = AccessFile(content), 0
    owners = {file._tables[name] for name in ("Section", "RoundData", "ReceivedData", "PlayerNumbers", "Session")}
    heads = [content[at : at + 8] for at in range(0, len(content), 2048)]
    read_from = [at for at, head in enumerate(heads) if int.from_bytes(head[4:], "little") in {2, *owners}]
    for page in {0, 2, *owners, *read_from}:
        damaged = content[: page * 2048] + bytes(2048) + content[(page + 1) * 2048 :]
        try:
            sheet = read_bws(copy, content=damaged)
        except Misuse:
            said += 1
            continue
        assert (sheet.lines, sheet.date) == (whole.lines, whole.date)
        assert sheet.players == whole.players or "could not be read" in sheet.notes[0][1]
    assert said > 15


def renamed(content, column, to):
    """The definition of a column with another name of the same length, wherever it stands."""
    assert len(column) == len(to)
    return content.replace(bytes([len(column)]) + column.encode(), bytes([len(to)]) + to.encode())


@real
@pytest.mark.parametrize(
    ("column", "to", "table"),
    [
        ("PairNS", "PairXX", "ReceivedData"),
        ("LowBoard", "LowPrice", "RoundData"),
        ("Remarks", "Thought", "ReceivedData"),
    ],
)
def test_a_table_without_a_column_that_results_rest_on_is_refused(typed, copy, column, to, table):
    copy.write_bytes(renamed(copy.read_bytes(), column, to))
    code, said = typed("import", copy)
    assert (code, f"thursday.bws cannot be read: table {table}: it has no column {column}" in said) == (2, True)


@real
def test_a_column_of_a_kind_that_is_not_read_is_said(typed, copy, monkeypatch):
    """Texts are taken for such a kind: no file at hand has a column of one."""
    monkeypatch.setattr("ledger.exchange.bridgemate.access.READABLE", {1, 3, 4, 8})
    code, said = typed("import", copy)
    assert (code, "table Section: its column Letter is of a kind that is not read" in said) == (2, True)


@real
def test_a_file_without_the_table_of_players_says_so(copy):
    copy.write_bytes(copy.read_bytes().replace(b"PlayerNumbers", b"QlayerNumbers"))
    sheet = read_bws(copy)
    assert (len(sheet.lines), sheet.players) == (297, [])
    assert ("table PlayerNumbers", "could not be read: the file has no such table") in sheet.notes


@real
def test_the_players_of_2005_are_read_though_none_has_a_name():
    rows = AccessFile(OF_2005.read_bytes()).rows("PlayerNumbers")
    assert (len(rows), {row["Direction"] for row in rows}) == (48, {"N", "S", "E", "W"})
    assert not any(row["Number"] or row["Name"] for row in rows)


@real
@pytest.mark.parametrize("length", [0, 1, 19, 100, 2048, 100_000, 1_000_001])
def test_a_file_that_breaks_off_is_told(typed, copy, length):
    copy.write_bytes(copy.read_bytes()[:length])
    code, said = typed("import", copy)
    assert (code, said.startswith("error[bad-file]: thursday.bws cannot be read")) == (2, True)
    assert typed("session", "list", "--plain")[1].count("\n") == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (bytes(4096), "nothing but zeros"),
        (b"PK\x03\x04", "no Access file"),
        (b"\x00\x01\x00\x00Standard ACE DB\x00", "no Access file"),
        (b"board,ns\n", "no Access file"),
    ],
    ids=["empty", "zeros", "zip", "accdb", "csv"],
)
def test_another_kind_of_file_under_its_name_is_told(typed, content, why):
    Path("f.bws").write_bytes(content)
    code, said = typed("import", "f.bws")
    assert (code, why in said) == (2, True)


@real
def test_a_definition_that_leads_in_a_circle_ends():
    content = bytearray(OF_2026.read_bytes())
    page = AccessFile(bytes(content))._tables["ReceivedData"]
    content[page * 2048 + 4 : page * 2048 + 8] = page.to_bytes(4, "little")
    with pytest.raises(DamagedFile, match="columns"):
        AccessFile(bytes(content)).rows("ReceivedData")


@real
def test_the_file_of_another_evening_is_refused_and_what_contradicts_is_named(typed, copy):
    typed("import", copy)
    code, said = typed("import", OF_2005, "--session", "thursday")
    assert (code, "its date is 2026-01-19, the file's 2005-05-09" in said) == (1, True)
    writer = AccessWriter(copy)  # the same day, and the same pairs elsewhere
    for key in writer.rows:
        writer.put(key, "PairEW", writer.value(key, "PairEW") % 11 + 1)
    writer.save()
    for words in (("import", copy), ("import", copy, "--skip-bad")):
        code, said = typed(*words)
        assert (code, "error[other-event]: the file contradicts 297 of the 297 results" in said) == (1, True)
        assert "table 8, round 1, board 22" in said
    with closing(Office.open("bridge-ledger.db")) as office:
        assert office.session("thursday").number == 300


# The movement that a scoring file of Bridgemates has


def rounds(*rows, **others):
    """What is planned by these rows of RoundData, in one section unless another is said."""
    usual = {"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 2, "LowBoard": 1, "HighBoard": 3}
    tables = {"Section": [{"ID": 1, "Letter": "A"}], "ReceivedData": []} | others
    return planned_tables(ScoringFileTables(tables | {"RoundData": [usual | row for row in rows]}))


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
