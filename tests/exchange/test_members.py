"""Lists of members: whatever their columns are called and however they are written, the same people are found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.bounds.files import NAME
from ledger.errors import Misuse
from ledger.exchange.members import read_members
from ledger.labels.persons import Member, Members

ANN, CARL, ZOE = ("Ann", "Bell", "1234", "Oxford"), ("Carl", "Dunn", "5678", "York"), ("Zoë", "Łoś", "SE 12", "")
HEADINGS = {
    "en": ("First name", "Surname", "Membership No.", "Club"),
    "de": ("Vorname", "Name", "Mitgliedsnummer", "Verein"),
    "fr": ("Prénom", "Nom", "N° licence", "Club"),
    "pl": ("Imię", "Nazwisko", "Nr legitymacji", "Klub"),
    "nl": ("Voornaam", "Achternaam", "Lidnummer", "Club"),
    "it": ("Nome", "Cognome", "Tessera", "Circolo"),
    "es": ("Nombre", "Apellidos", "Licencia", "Club"),
    "sv": ("Förnamn", "Efternamn", "Medlemsnummer", "Klubb"),
    "ebu": ("Given name", "Last name", "EBU", "Club name"),
    "acbl": ("First", "Last", "ACBL Number", "Affiliation"),
    "short": ("First name", "Last name", "No", "Club"),
}


def read(folder, text, *, name="members.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return read_members(path)


def people(found):
    return [(each.name, each.number) for each in found.members.everybody]


@given(
    heading=st.sampled_from(sorted(HEADINGS)),
    order=st.permutations(range(5)),
    between=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    above=st.sampled_from(["", "Members of the club, 2026\n\n"]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_columns_in_any_order_language_and_encoding_are_the_same_people(
    tmp_path_factory, heading, order, between, encoding, above, end
):
    rows = [(*HEADINGS[heading], "Telephone"), *((*each, "0171 1") for each in (ANN, CARL, ZOE))]
    text = above.replace("\n", end) + "".join(between.join(row[at] for at in order) + end for row in rows)
    found = read(tmp_path_factory.mktemp("members"), text, encoding=encoding)
    expected = [("Ann Bell", "1234", "Oxford"), ("Carl Dunn", "5678", "York"), ("Zoë Łoś", "SE 12", "")]
    assert [each[:3] for each in found.members.everybody] == expected
    assert not [where for where, _ in found.problems if where]


@pytest.mark.parametrize(
    "text",
    [
        "Number,Name\n1234,Ann Bell\n5678,Carl Dunn\n",
        'EBU No;Player\n1234;"Bell, Ann"\n5678;"DUNN, Carl"\n'.replace("DUNN", "Dunn"),
        "Member,Name\n1234,Ann Bell\n5678,Carl Dunn\n",
        "Name,Member\nAnn Bell,1234\nCarl Dunn,5678\n",
        "No,Name,EBU number\n1,Ann Bell,1234\n2,Carl Dunn,5678\n",
    ],
)
def test_a_whole_name_stands_in_one_column(tmp_path, text):
    assert people(read(tmp_path, text)) == [("Ann Bell", "1234"), ("Carl Dunn", "5678")]


def test_names_keep_what_stands_before_or_behind_them(tmp_path):
    dutch = read(tmp_path, "Voornaam,Tussenvoegsel,Achternaam,Lidnr\nJan,van der,Berg,7\nPiet,,Bos,8\n")
    assert people(dutch) == [("Jan van der Berg", "7"), ("Piet Bos", "8")]
    assert people(read(tmp_path, 'name\n"John Smith, Jr."\n')) == [("John Smith, Jr.", "")]


def test_another_encoding_is_said(tmp_path):
    windows = read(tmp_path, "Nummer;Name\n1;Jörg Müller\n", encoding="cp1252")
    assert people(windows) == [("Jörg Müller", "1")]
    assert "Windows-1252" in windows.problems[0][1]
    assert "UTF-16" in read(tmp_path, "number;name\n1;Łukasz\n", encoding="utf-16").problems[0][1]


def test_what_is_wrong_with_a_line_is_told_by_the_line_and_the_others_are_read(tmp_path):
    lines = [
        "number,name",
        "1,Ann Bell",
        "2,",
        "1,Bob Cox",
        "3",
        "1,BELL Ann",
        f"4,{'x' * (NAME.most + 1)}",
        "5,E\x1bd",
    ]
    found = read(tmp_path, "\n".join([*lines, f"{'9' * 41},Ida Joy", "6,Zoe New"]) + "\n")
    assert people(found) == [("Ann Bell", "1"), ("Bob Cox", "1"), ("Zoe New", "6")]
    told = dict(found.problems)
    assert list(told) == ["line 3", "line 4", "line 5", "line 6", "line 7", "line 8", "line 9"]
    assert told["line 3"] == "it has no name"
    assert told["line 4"] == "number 1 of Bob Cox is that of Ann Bell in line 2"
    assert told["line 6"] == "BELL Ann (1) is in line 2 already"
    assert "more or fewer cells" in told["line 5"]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "number,club\n1,York\n", "number,name\n"])
def test_what_is_no_list_of_members_is_refused(tmp_path, text):
    with pytest.raises(Misuse) as refused:
        read(tmp_path, text)
    assert refused.value.code == "bad-file"


def test_ten_thousand_lines_are_read_and_each_is_found(tmp_path):
    lines = [f"{number};Bell{number};Ann" for number in range(1, 10_001)]
    found = read(tmp_path, "\n".join(["number;surname;first name", *lines, "7;Cox;Bob"]) + "\n").members
    assert len(found) == 10_001
    assert [each.name for each in found.meant("bell9999 an")] == ["Ann Bell9999"]
    assert [each.name for each in found.meant("7")] == ["Ann Bell7", "Bob Cox"]
    assert len(list(found.begun("bel ann 1000"))) == 2  # 1000 and 10000


LIST = Members(
    [
        Member("Ann Bell", "1234", "Oxford"),
        Member("Ann Bellamy", "22"),
        Member("Ann Dunn", "31"),
        Member("Ann Dunn", "32", "York"),
        Member("Shane O'Hara", "4"),
        Member("Łukasz Żółć-Nowak", "SE 5"),
        Member("Jürgen Østergaard", "6"),
        Member("Eva Mueller", "7"),
    ]
)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("bell ann", ["Ann Bell"]),  # whole, though another begins so
        ("bell a", ["Ann Bell", "Ann Bellamy"]),
        ("bella", ["Ann Bellamy"]),
        ("dunn", ["Ann Dunn", "Ann Dunn"]),
        ("dunn 32", ["Ann Dunn"]),
        ("1234", ["Ann Bell"]),
        ("se5", ["Łukasz Żółć-Nowak"]),
        ("zolc luk", ["Łukasz Żółć-Nowak"]),
        ("ohara", ["Shane O'Hara"]),
        ("ostergaard jurgen", ["Jürgen Østergaard"]),
        ("oesterg juer", ["Jürgen Østergaard"]),
        ("Müller", ["Eva Mueller"]),
        ("o'h", ["Shane O'Hara"]),
        ("ann ann", []),
        ("xyz", []),
        ("", []),
    ],
)
def test_a_few_letters_of_the_names_or_the_number_are_enough(typed, names):
    assert [each.name for each in LIST.meant(typed)] == names
