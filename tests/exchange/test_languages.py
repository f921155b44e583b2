"""The cells of a table in other languages: by their whole column, or asked about."""

import pytest

from ledger.errors import Misuse
from ledger.exchange.csv.read import read_csv
from tests.exchange.test_tables import read

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
