"""Results as people keep them in tables: other words, encodings, separators, spreadsheets; and what is none."""

import zipfile
from pathlib import Path

import pytest

from ledger.errors import Misuse
from ledger.exchange.csv.read import read_csv
from ledger.exchange.csv.tables import KNOWN, find_column
from ledger.exchange.movement_tables import read_movement_table
from ledger.movements.plan import PlannedTable
from tests.needs import needs

ENGLISH = """board,table,ns,ew,contract,declarer,tricks,lead,score,names_ns,names_ew
1,1,1,2,4SX,N,11,HK,690,Jörg Müller - Ayşe Öz,A & B
1,2,3,4,3NT,W,7,,100,Jane Roe; Joe Doe,
2,1,1,2,PASS,,,,0,,
2,2,3,4,2H,E,8,,-110,,
"""
GERMAN = """Spiel-Nr;Tisch;Paar NS;Namen NS;Paar OW;Namen OW;Kontrakt;Von;Ergebnis;Ausspiel;Score NS;Score OW;MP NS
1;1;1;Jörg Müller - Ayşe Öz;2;A & B;4♠x;N;+1;♥K;690;-690;1
1;2;3;Jane Roe; Joe Doe;4;;3 SA;W;-2;-;100;;1
2;1;1;;2;;Passe;;;;;;
2;2;3;;4;;2 H;O;=;;;110;1
""".replace("Jane Roe; Joe", '"Jane Roe; Joe').replace("Doe;4", 'Doe";4')
FRENCH = """Donne,Table,NS,EO,Contrat,Déclarant,Résultat,Entame,Joueurs NS,Joueurs EO
1,1,1,2,4SX,N,+1,HK,Jörg Müller - Ayşe Öz,A & B
1,2,3,4,3SA,O,-2,,Jane Roe / Joe Doe,
2,1,1,2,Passe,,,,,
2,2,3,4,2H,E,=,,,
"""


def read(folder: Path, content: str | bytes, name: str = "t.csv", **said):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_csv(path, said)


def said(sheet):
    lines = [(line.where, line.result, line.adjustment, line.lead) for line in sheet.lines]
    return lines, sorted((each.contestant, each.seat, each.name) for each in sheet.players)


@pytest.mark.parametrize("text", [GERMAN, FRENCH, ENGLISH.replace(",", "\t"), "sep=,\n" + ENGLISH])
def test_the_same_table_in_other_words(tmp_path, text):
    sheet = read(tmp_path, text)
    assert (said(sheet), sheet.problems) == (said(read(tmp_path, ENGLISH)), [])
    assert [str(line.result) for line in sheet.lines] == ["4SXN+1", "3NTW-2", "PASS", "2HE="]
    assert [each.name for each in sheet.players] == ["Jörg Müller", "Ayşe Öz", "A", "B", "Jane Roe", "Joe Doe"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_in_other_encodings(tmp_path, encoding):
    text = ENGLISH.replace("Ayşe", "Ayse")
    sheet = read(tmp_path, text.encode(encoding))
    assert sheet.players[0].name == "Jörg Müller"
    assert any("Windows-1252" in note for _, note in sheet.notes) is (encoding == "cp1252")


@needs("openpyxl")
def test_a_spreadsheet_says_the_same(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append([])
    for row in ENGLISH.splitlines():
        cells = row.split(",")
        book.active.append([int(cell) if cell.lstrip("-").isdigit() else cell or None for cell in cells])
    book.save(tmp_path / "t.xlsx")
    assert said(read_csv(tmp_path / "t.xlsx")) == said(read(tmp_path, ENGLISH))


def test_a_spreadsheet_without_its_reader_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as archive:
        archive.writestr("x", "")
    with pytest.raises(Exception, match="not installed") as caught:
        read_csv(tmp_path / "t.xlsx")
    assert caught.value.code == "tool-missing"


def test_columns_as_the_desk_says(tmp_path):
    text = "a,b,c,d\n1,7,8,420\n"
    sheet = read(tmp_path, text, board="a", ns="B", ew="c", score="d")
    assert [(line.where.ns, line.where.ew, str(line.result)) for line in sheet.lines] == [("7", "8", "+420")]
    with pytest.raises(Misuse, match="has no column 'Z'"):
        read(tmp_path, text, board="Z")
    with pytest.raises(Misuse, match="has no column ns, ew"):
        read(tmp_path, text, board="a")


def test_our_own_names_are_known_as_such():
    assert [find_column(name) for name in KNOWN] == list(KNOWN)


def test_sections_are_part_of_the_numbers(tmp_path):
    sheet = read(tmp_path, "section,board,ns,ew,score\nA,1,1,2,420\nb,1,1,2,-50\n")
    assert [(line.where.ns, line.where.ew) for line in sheet.lines] == [("A1", "A2"), ("B1", "B2")]
    assert "is no section" in read(tmp_path, "section,board,ns,ew,score\nA1,1,1,2,420\n").problems[0][1]


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        ("4SN=,,,", "4SN="),
        ("4S by N,,+1,", "4SN+1"),
        ("4S N,,10,420", "4SN="),
        ("4S,N,=,420", "4SN="),
        ("4S,N,−1,", "4SN-1"),
        ("-,-,-,-50", "-50"),
        (",,,A6040", "artificial 60/40"),
        ("4S,N,+1,420", "SCORE_MISMATCH: 4SN+1 scores +450, the line says 420"),
        ("4S,,10,", "does not say who declares"),
        ("4S,N,,420", "4SN="),
        ("4S,N,,-100", "4SN-2"),
        ("4S,N,,430", "SCORE_MISMATCH: 4S N never scores 430"),
        (",,,1.430", "+1430"),
        (",,,−50", "-50"),
        ("4S,N,+9,", "4S N +9 would be 19 tricks"),
    ],
)
def test_contract_and_tricks_in_any_way(tmp_path, cells, result):
    sheet = read(tmp_path, f"board,ns,ew,contract,declarer,tricks,score\n1,1,2,{cells}\n")
    found = [str(line.result or line.adjustment) for line in sheet.lines] or [why for _, why in sheet.problems]
    assert result in found[0]


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        ("420,", "+420"),
        (",50", "-50"),
        ("-50,50", "-50"),
        ("420,-", "+420"),
        ("0,110", "-110"),
        ("1'430,", "+1430"),
        ("420.00,-420.00", "+420"),
        ("A+,A-", "artificial A+/A-"),
        ("60%,40%", "artificial 60/40"),
        ("420,420", "do not go together"),
        ("A+,50", "artificial A+/50"),
        ("A+,rubbish", "is no artificial score"),
        ("many,", "are no scores"),
    ],
)
def test_a_score_for_each_side(tmp_path, cells, result):
    sheet = read(tmp_path, f"board,ns,ew,NS Score,EW Score\n1,1,2,{cells}\n")
    found = [str(line.result or line.adjustment) for line in sheet.lines] or [why for _, why in sheet.problems]
    assert result in found[0]


def test_two_fields_have_their_own_players(tmp_path):
    rows = "".join(f"{board},1,1,420,Jane,Joe\n" for board in (1, 2))
    sheet = read(tmp_path, "board,ns,ew,score,names ns,names ew\n" + rows)
    expected = (2, [("1NS", "Jane"), ("1EW", "Joe")])
    assert (sheet.winners, [(each.contestant, each.name) for each in sheet.players]) == expected


def test_what_is_not_used_is_said(tmp_path):
    notes = [note for _, note in read(tmp_path, "board,ns,ew,score,MP NS,Weather\n1,1,2,420,1,fine\n").notes]
    assert notes == ["columns not used: 'Weather'"]


@pytest.mark.parametrize(
    ("content", "name", "why"),
    [
        (b"board,ns,ew,score\n1,1,\x002,420\n", "t.csv", "is no text file .byte 22"),
        ("é,ns,ew,score\n1,1,\x002,420\n".encode(), "t.csv", "is no text file .byte 19"),
        (b"\xff\xfeb\x00", "t.csv", "has no column"),
        (b"\xff\xfeb\x00o", "t.csv", "is no text file"),
        (b"", "t.csv", "is empty"),
        (b"board,ns,ew,EW score,score ew\n", "t.csv", "two columns for score_ew"),
        (b"no zip", "t.xlsx", "cannot be read as a spreadsheet"),
        (b"PK\x05\x06" + bytes(18), "t.xlsx", "cannot be read as a spreadsheet"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, content, name, why):
    with pytest.raises(Misuse, match=why) as caught:
        read(tmp_path, content, name)
    assert caught.value.code == "bad-file"


def test_a_spreadsheet_that_unpacks_to_more_than_any_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(65 << 20))
    with pytest.raises(Misuse, match="unpacks to more than 64 MiB"):
        read_csv(tmp_path / "t.xlsx")


@pytest.mark.parametrize(
    ("tricks", "results"),
    [
        (("=", "1", "-1"), ("4SN=", "4SN+1", "4SN-1")),  # a spreadsheet keeps +1 as 1
        (("0", "2", "-3"), ("4SN=", "4SN+2", "4SN-3")),
        (("10", "11", "9"), ("4SN=", "4SN+1", "4SN-1")),
        (("10", "1", "-1"), ("4SN=", "4SN+1", "4SN-1")),  # more than six are never over
    ],
)
def test_a_column_counts_tricks_taken_or_those_over_the_contract(tmp_path, tricks, results):
    rows = "".join(f"{board},1,2,4S,N,{text}\n" for board, text in enumerate(tricks, start=1))
    sheet = read(tmp_path, f"board,ns,ew,contract,declarer,tricks\n{rows}")
    assert tuple(line.result for line in sheet.lines) == results


def test_small_numbers_alone_are_asked_about_and_read_as_the_desk_says(tmp_path):
    text = "board,ns,ew,contract,declarer,Stiche\n1,1,2,4S,N,1\n2,1,2,3NT,S,0\n3,1,2,2H,E,2\n"
    with pytest.raises(Misuse, match="6 or less in every line") as caught:
        read(tmp_path, text)
    assert caught.value.hint == 'say which: --map over="Stiche", or --map tricks="Stiche"'
    assert [line.result for line in read(tmp_path, text, over="Stiche").lines] == ["4SN+1", "3NTS=", "2HE+2"]
    assert [line.result for line in read(tmp_path, text, tricks="Stiche").lines] == ["4SN-9", "3NTS-9", "2HE-6"]


def test_a_score_beside_it_says_what_was_meant(tmp_path):
    sheet = read(tmp_path, "board,ns,ew,contract,declarer,tricks,score\n1,1,2,4S,N,1,-450\n")
    assert [line.result for line in sheet.lines] == ["4SN-9"]


def test_all_in_one_cell(tmp_path):
    sheet = read(tmp_path, "board,ns,ew,contract\n1,1,2,4SN+1\n1,3,4,PASS\n1,5,6,3NTE\n")
    assert [line.result for line in sheet.lines] == ["4SN+1", "PASS"]
    assert len(sheet.problems) == 1


def test_every_column_that_is_missing_is_named_with_the_likeliest_heading(tmp_path):
    with pytest.raises(Misuse, match=r"has no column board, ew, contract \(or score\)") as caught:
        read(tmp_path, "Kastchen,NS,Endkontrakt\n")
    assert "its columns are Kastchen, NS, Endkontrakt; say which is which: --map board=" in caught.value.hint
    assert "--map contract=Endkontrakt" in caught.value.hint


@pytest.mark.parametrize(
    "above", ["Paarturnier am 5.3.2026\n", "Club;;;\n\n;Runde 2\n", "sep=;\nClub, Thursday\n", "\n"]
)
def test_lines_above_the_columns_are_not_read_and_named(tmp_path, above):
    sheet = read(tmp_path, f"{above}Brett;board;NS;EW;score\n1;1;1;2;420\n1;1;3;4;4200000\n".replace("Brett;", "x;"))
    assert [line.where.board for line in sheet.lines] == [1]
    assert sheet.problems[0][0] == f"t.csv line {above.count(chr(10)) + 3}"
    titles = [note for _, note in sheet.notes if "stands above" in note]
    assert len(titles) == sum(bool(line.strip("; ")) and "sep" not in line for line in above.splitlines())


@needs("openpyxl")
def test_a_title_above_a_spreadsheet(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["Thursday", None, None], [], ["board", "ns", "ew", "score"], [1, 1, 2, 420.0]):
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    sheet = read_csv(tmp_path / "t.xlsx")
    assert [(line.place, str(line.result)) for line in sheet.lines] == [("t.xlsx line 4", "+420")]
    assert "'Thursday'" in sheet.notes[0][1]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ("1,2,NP,,", "unplayed"),
        ("1,2,not played,,", "unplayed"),
        ("1,bye,,,", "unplayed"),
        ("0,2,,,", "unplayed"),
        ("1,0,4S,N,10", "nobody sat East–West: it has a result of one pair alone"),
        (",2,4S,N,10", "nobody sat North–South"),
    ],
)
def test_half_a_table(tmp_path, cells, found):
    sheet = read(tmp_path, f"section,board,ns,ew,contract,declarer,tricks\nA,1,{cells}\n")
    assert not sheet.lines
    assert found in (sheet.problems[0][1] if sheet.problems else "unplayed")


def test_tables_of_sections_are_theirs(tmp_path):
    sheet = read(tmp_path, "section,board,table,ns,ew,score\nA,1,1,1,2,420\nB,1,1,1,2,420\n")
    assert [line.where.table for line in sheet.lines] == ["A1", "B1"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(tmp_path, encoding):
    sheet = read(tmp_path, ENGLISH.replace(",", "\t").encode(encoding), "t.tsv")
    assert len(sheet.lines) == 4


def test_what_a_side_made_and_what_it_lost(tmp_path):
    sheet = read(tmp_path, "board,ns,ew,NS+,NS-\n1,1,2,420,\n1,3,4,,50\n")
    assert [str(line.result) for line in sheet.lines] == ["+420", "-50"]


def test_a_line_of_totals_is_passed_over(tmp_path):
    sheet = read(tmp_path, "board,ns,ew,contract,declarer,tricks,lead\n1,1,2,4S,N,10,\nSumme,,,,,10,\n")
    assert ([line.result for line in sheet.lines], sheet.problems) == (["4SN="], [])
    assert ("t.csv line 3", "not read, for it is a sum: 'Summe'") in sheet.notes


def test_teams_whose_names_end_like_a_direction_are_no_two_fields(tmp_path):
    text = "board,table,ns,ew,contract,declarer,tricks,score\n1,1,LIONS,CREW,4S,N,10,420\n"
    assert read(tmp_path, text).winners != 2
    assert read(tmp_path, text.replace("LIONS", "1NS").replace("CREW", "1EW")).winners == 2


def test_a_pair_may_stand_behind_its_direction(tmp_path):
    path = tmp_path / "evening.csv"
    path.write_text("board,ns,ew,score\n1,NS 1,EW 1,420\n1,NS2,EW2,-50\n", encoding="utf-8")
    sheet = read_csv(path)
    expected = (2, [("1NS", "1EW"), ("2NS", "2EW")])
    assert (sheet.winners, [(line.where.ns, line.where.ew) for line in sheet.lines]) == expected


def test_rows_of_separators_alone_are_empty(tmp_path):
    path = tmp_path / "evening.csv"
    path.write_text("board,ns,ew,score\n1,1,2,420\n,,,\n,,,,,,\n , , ,\n", encoding="utf-8")
    assert (read_csv(path).problems, read_csv(path).records) == ([], 1)


# The cells of a table in other languages: by their whole column, or asked about


LANGUAGES = {
    "en": ("board,ns,ew,contract,declarer,tricks,lead", "C D H S", "3NT W", "HK"),
    "fr": ("Donne,NS,EO,Contrat,Déclarant,Levées,Entame", "T K C P", "3SA O", "CR"),
    "de": ("Spiel,NS,OW,Kontrakt,Von,Stiche,Ausspiel", "Treff Karo Cœur Pik", "3 SA W", "♥K"),
    "it": ("Mano,NS,EO,Contratto,Dichiarante,Prese,Attacco", "F Q C P", "3 senza O", "CR"),
    "es": ("Mano,NS,EO,Contrato,Declarante,Bazas,Salida", "T D C P", "3ST O", "CR"),
    "pt": ("board,NS,EO,Contrato,Carteador,Vazas,Saída", "P O C E", "3ST O", "CR"),
    "nl": ("Spel,NZ,OW,Contract,Leider,Slagen,Uitkomst", "K R H S", "3SA W", "HH"),
    "pl": ("Rozdanie,NS,EW,Kontrakt,Rozgrywający,Lewy,Wist", "T K C P", "3BA W", "CK"),
    "sv": ("Bricka,NS,ÖV,Kontrakt,Spelförare,Stick,Utspel", "K R H S", "3 sang V", "HK"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cells_in_other_languages(tmp_path, language):
    head, suits, notrump, lead = LANGUAGES[language]
    contract, declarer = notrump.rsplit(" ", 1)
    rows = [f"{at},1,2,4{suit}X,N,10,{lead}" for at, suit in enumerate(suits.split(), start=1)]
    sheet = read(tmp_path, "\n".join([head, *rows, f"5,1,2,{contract},{declarer},9,"]) + "\n")
    assert [str(line.result) for line in sheet.lines] == ["4CXN=", "4DXN=", "4HXN=", "4SXN=", "3NTW="], sheet.problems
    assert {line.lead for line in sheet.lines[:4]} == {"HK"}


@pytest.mark.parametrize(
    ("head", "rows", "said", "results"),
    [
        ("Kontrakt,Von,Stiche", ["4C,N,10", "4H,N,10"], None, ["4CN=", "4HN="]),  # only English has both
        ("Kontrakt,Von,Stiche", ["4C,N,10"], None, "C in its contracts is clubs (English, German), or hearts"),
        ("Kontrakt,Von,Stiche", ["4C,N,10"], "de", ["4HN="]),
        ("Kontrakt,Von,Stiche", ["4C,N,10"], "en", ["4CN="]),
        ("contract,declarer,tricks", ["4C,N,10"], None, ["4CN="]),
        ("contract,declarer,tricks", ["4P,N,10", "4C,N,10"], None, "P in its contracts is "),
        ("contract,declarer,tricks", ["4P,N,10", "4C,N,10"], "pt", ["4CN=", "4HN="]),
        ("Contrat,Déclarant,Levées", ["4P,N,10", "4S,N,10", "4T,N,10"], None, ["4SN=", "4CN="]),
        ("contract,declarer,tricks", ["4S,O,10"], None, "O among its declarers is East"),
        ("contract,declarer,tricks", ["4S,O,10"], "nl", ["4SE="]),
        ("contract,declarer,tricks", ["4S,O,10", "4S,W,10"], None, ["4SE=", "4SW="]),
        ("contract,declarer,tricks", ["4S,O,10", "4S,E,10"], None, ["4SW=", "4SE="]),
        ("contract,declarer,tricks", ["4S,O,10", "4S,E,10", "4S,W,10"], None, ["4SE=", "4SW="]),
        ("contract,declarer,tricks,names EO", ["4S,O,10,"], None, ["4SW="]),
        ("contract,declarer,tricks,names EO", ["4S,O,10,", "4S,W,9,"], None, "O among its declarers"),
    ],
)
def test_letters_are_read_by_the_whole_column_or_asked_about(tmp_path, head, rows, said, results):
    path = tmp_path / "t.csv"
    path.write_text(f"board,ns,ew,{head}\n" + "".join(f"{at},1,2,{row}\n" for at, row in enumerate(rows, start=1)))
    if isinstance(results, list):
        assert [line.result for line in read_csv(path, language=said).lines] == results
        return
    with pytest.raises(Misuse) as caught:
        read_csv(path, language=said)
    assert results in caught.value.message
    assert "--language" in caught.value.hint


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ("4 Pik x von O +1", "4SXW+1"),
        ("3 Sans Atout par S =", "3NTS="),
        ("3NO-1", "3NTW-1"),
        ("4HD by N 9", "4HXN-1"),
        ("2S** E +1", "2SXXE+1"),
        ("5 Karo surcontré S -2", "5DXXS-2"),
        ("1♣️ W 7", "1CW="),
        ("4 Pik x von O 4", "is not a result"),  # tricks over, or all that were taken
        ("4TR N =", "is not a result"),  # Treff, or clubs redoubled
        ("8S N =", "no contract at level 8"),
    ],
)
def test_a_whole_result_in_a_cell_in_other_words(tmp_path, cell, result):
    sheet = read(tmp_path, f"board,ns,eo,contract\n1,1,2,{cell}\n", ew="eo")
    found = [str(line.result) for line in sheet.lines] or [why for _, why in sheet.problems]
    assert result in found[0]


@pytest.mark.parametrize("word", ["P", "Pass", "Passe", "Pas", "Paso", "all pass", "pass out", "AP", "Passed-out"])
def test_nobody_bid_in_any_words(tmp_path, word):
    assert [line.result for line in read(tmp_path, f"board,ns,ew,contract\n1,1,2,{word}\n").lines] == ["PASS"]


GERMAN_LEADS = "Brett;Tisch;NS;OW;Kontrakt;Alleinspieler;Stiche;Ausspiel;Score\n"
ROWS = ["4♠;N;10;{};420", "3NT;N;9;{};400", "4♥;N;10;{};420", "1NT;N;7;{};90"]


def led(folder, leads, rows=ROWS, **said):
    placed = enumerate(zip(rows, leads, strict=True), start=1)
    lines = [f"1;{at};{2 * at - 1};{2 * at};{row.format(lead)}\n" for at, (row, lead) in placed]
    path = folder / "t.csv"
    path.write_text(GERMAN_LEADS + "".join(lines))
    return read_csv(path, **said)


@pytest.mark.parametrize("language", [None, "de"])
def test_leads_tell_what_letters_are_where_contracts_do_not(tmp_path, language):
    sheet = led(tmp_path, ["P5", "C10", "T10", "CK"], language=language)
    assert [line.lead for line in sheet.lines] == ["S5", "HT", "CT", "HK"]


def test_leads_that_may_be_two_cards_are_asked_about(tmp_path):
    with pytest.raises(Misuse, match=r"C10 among its leads is C10 \(English, German\), or H10") as caught:
        led(tmp_path, ["C10", "", "", ""])
    assert "--language" in caught.value.hint


def test_a_lead_in_words_is_read_and_one_that_is_no_card_is_left_out(tmp_path):
    sheet = led(tmp_path, ["Pik 5", "♥D", "Treff-10", "klein"], language="de")
    assert [line.lead for line in sheet.lines] == ["S5", "HQ", "CT", None]
    assert ("t.csv line 5", "its lead is left out: 'klein' is no card") in sheet.notes


def test_leads_do_not_outvote_contracts(tmp_path):
    sheet = led(tmp_path, ["P5", "T10", "P6", "T9"], ["4S;N;10;{};", "3D;N;9;{};", "4H;N;10;{};", "1C;N;7;{};"])
    assert [str(line.result) for line in sheet.lines] == ["4SN=", "3DN=", "4HN=", "1CN="]
    assert not any(line.lead for line in sheet.lines)
    assert sum("its lead is left out" in note for _, note in sheet.notes) == 4


def test_paus_are_clubs(tmp_path):
    sheet = read(tmp_path, "board,ns,ew,contract\n1,1,2,2 Paus N =\n")
    assert [str(line.result) for line in sheet.lines] == ["2CN="]


# A movement in a table that somebody keeps: its columns in any order, and what is wrong named by its line


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
    assert read_movement_table(path) == PLANNED


def test_a_section_goes_before_the_numbers(tmp_path):
    path = tmp_path / "plan.csv"
    path.write_text("section,round,table,ns,ew,boards\nB,2,3,4,9,1-2\n")
    assert read_movement_table(path) == (PlannedTable(2, "B3", "B4", "B9", (1, 2)),)


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
        read_movement_table(path)
    assert said in error.value.message
    assert error.value.code == "bad-file"
