"""USEBIO: layouts, encodings, what lines say without saying it, and files that are up to no good."""

from fractions import Fraction
from xml.etree.ElementTree import fromstring

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Misuse
from ledger.exchange.given_out import Club, ExportedSession
from ledger.exchange.programs import recognise_awards
from ledger.exchange.usebio.read import read_usebio
from ledger.exchange.usebio.write import write_usebio
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Awarded, Grade
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening
from tests.exchange.files import board, line, pair, usebio

PAIRS = (
    "<PARTICIPANTS>"
    + "".join(pair(str(number), names=("Zoë Åberg", "Bob Ex")) for number in range(1, 13))
    + "</PARTICIPANTS>"
)
PLAYED = [
    line("1", "2", "420", contract="4S", by="N", tricks="10", lead="TD"),
    line("3", "4", "-50", contract="4S", by="N", tricks="9"),
    line("5", "6", "0", contract="PASS"),
]


def read(tmp_path, text, tie=1, encoding="utf-8"):
    path = tmp_path / "result.xml"
    path.write_bytes(text.encode(encoding))
    sheet = read_usebio(path)
    recognise_awards(sheet, Fraction(tie))
    return sheet


def test_the_flat_layout(tmp_path):
    sheet = read(tmp_path, usebio(PAIRS + board(1, PLAYED)))
    expected = ("77", "Test pairs", "2026-03-05", 1, "Compscore3")
    assert (sheet.name, sheet.title, sheet.date, sheet.winners, sheet.program) == expected
    expected = [("1", "2", "4SN=", "DT"), ("3", "4", "4SN-1", None), ("5", "6", "PASS", None)]
    assert [(each.where.ns, each.where.ew, str(each.result), each.lead) for each in sheet.lines] == expected
    assert sheet.boards == (1,)
    assert sheet.contestants == tuple(str(number) for number in range(1, 13))
    assert sheet.players[0].name == "Zoë Åberg"


def test_the_sectioned_layout_is_one_field(tmp_path):
    section = (
        "<SECTION SECTION_ID='{0}'><PARTICIPANTS>"
        + pair("1", "NS")
        + pair("1", "EW")
        + "</PARTICIPANTS>"
        + board(1, [line("1", "1", "{1}")])
        + "</SECTION>"
    )
    body = "<SESSION SESSION_ID='1'>" + section.format("A", "420") + section.format("B", "-50") + "</SESSION>"
    sheet = read(tmp_path, usebio(body, winners=2))
    assert sheet.contestants == ("A1NS", "A1EW", "B1NS", "B1EW")
    assert [(each.where.ns, each.where.ew) for each in sheet.lines] == [("A1NS", "A1EW"), ("B1NS", "B1EW")]


def test_one_section_needs_no_letters(tmp_path):
    body = f"<SESSION><SECTION SECTION_ID='1'>{PAIRS}{board(1, PLAYED)}</SECTION></SESSION>"
    assert read(tmp_path, usebio(body)).lines[0].where.ns == "1"


@pytest.mark.parametrize(
    ("prolog", "encoding"),
    [
        ('<?xml version="1.0" encoding="iso-8859-1"?>', "iso-8859-1"),
        ('<?xml version="1.0" encoding="UTF-8"?>', "utf-8"),
        ('<?xml version="1.0"?>', "utf-8"),
        ('<?xml version="1.0"?>', "iso-8859-1"),
    ],
)
def test_names_survive_every_encoding(tmp_path, prolog, encoding):
    sheet = read(tmp_path, usebio(PAIRS + board(1, PLAYED), prolog=prolog), encoding=encoding)
    assert sheet.players[0].name == "Zoë Åberg"


# Matchpoints that lines print


def field(*lines: str) -> str:
    """A board of four lines beside a full one of four, so that a top is 6."""
    full = board(9, [line(str(2 * at + 1), str(2 * at + 2), str(100 * at + 100)) for at in range(4)])
    return usebio(PAIRS + full + board(1, lines))


def awarded(sheet):
    return {each.where.ns: each.adjustment for each in sheet.lines if each.where.board == 1 and each.adjustment}


@pytest.mark.parametrize(
    ("mps", "why"),
    [
        ([("6", "0"), ("4", "2"), ("1", "5"), ("1", "5")], "the figure itself"),
        ([("6.0", "0.0"), ("4.0", "2.0"), ("1.0", "5.0"), ("1.0", "5.0")], "with a decimal"),
    ],
)
def test_scores_explain_their_matchpoints(tmp_path, mps, why):
    scores = ("420", "170", "-50", "-50")
    lines = [
        line(str(2 * at + 1), str(2 * at + 2), score, mp)
        for at, (score, mp) in enumerate(zip(scores, mps, strict=True))
    ]
    assert awarded(read(tmp_path, field(*lines))) == {}, why


def test_raw_and_rounded_figures_of_small_boards_are_no_awards(tmp_path):
    # Three results where four are expected: raw 4, 2, 0 of 4; Neuberg 17/3, 3, 1/3 of 6.
    raw = [line("1", "2", "420", ("4", "0")), line("3", "4", "170", ("2", "2")), line("5", "6", "-50", ("0", "4"))]
    rounded = [
        line("1", "2", "420", ("5.7", "0.3")),
        line("3", "4", "170", ("3", "3")),
        line("5", "6", "-50", ("0.3", "5.7")),
    ]
    assert awarded(read(tmp_path, field(*raw))) == awarded(read(tmp_path, field(*rounded))) == {}


def test_what_no_printing_explains_was_awarded(tmp_path):
    lines = [
        line("1", "2", "420", ("6", "0")),
        line("3", "4", "170", ("5", "1")),
        line("5", "6", "-50", ("1", "5")),
        line("7", "8", "-50", ("1", "5")),
    ]
    assert awarded(read(tmp_path, field(*lines))) == {"3": Awarded(Fraction(5), Fraction(1), "keep")}


def test_artificial_lines_and_their_overrides(tmp_path):
    lines = [
        line("1", "2", "A6040", ("3.6", "2.4")),
        line("3", "4", "A5050", ("5", "0.5")),
        line("5", "6", "-50"),
        line("7", "8", "A6060"),
    ]
    assert awarded(read(tmp_path, field(*lines))) == {
        "1": Artificial(Grade("60"), Grade("40")),
        "3": Awarded(Fraction(5), Fraction(1, 2), "out"),
        "7": Artificial(Grade("60"), Grade("60")),
    }


def test_another_method_of_scoring_is_no_row_of_awards(tmp_path):
    lines = [
        line(str(2 * at + 1), str(2 * at + 2), score, mp)
        for at, (score, mp) in enumerate(
            zip(("420", "170", "50", "-50"), [("3", "0"), ("2", "1"), ("1", "2"), ("0", "3")], strict=True)
        )
    ]
    sheet = read(tmp_path, field(*lines))
    assert awarded(sheet) == {}
    assert "another method" in sheet.notes[0][1]
    assert awarded(read(tmp_path, field(*lines), tie=Fraction(1, 2))) == {}


@pytest.mark.parametrize(
    "adjusted",
    [
        line("5", "6", "", ("3.6", "2.4")),
        line("5", "6", "0", ("3.6", "2.4")),
        line("5", "6", "0", ("3.6", "2.4"), contract="NP"),
    ],
)
def test_points_without_a_result_are_an_award_out_of_the_field(tmp_path, adjusted):
    others = [
        line(str(at), str(at + 1), score, mp)
        for at, score, mp in ((1, "420", ("5.7", "0.3")), (3, "170", ("3", "3")), (7, "-50", ("0.3", "5.7")))
    ]
    sheet = read(tmp_path, field(*others, adjusted))
    assert awarded(sheet) == {"5": Awarded(Fraction(18, 5), Fraction(12, 5), "out")}
    assert [each.result for each in sheet.lines if each.where.ns == "5" and each.where.board == 1] == [None]


def test_a_score_of_nothing_that_its_points_explain_is_a_board_passed_out(tmp_path):
    scores = (("420", ("6", "0")), ("0", ("4", "2")), ("-50", ("1", "5")), ("-50", ("1", "5")))
    lines = [line(str(2 * at + 1), str(2 * at + 2), score, mp) for at, (score, mp) in enumerate(scores)]
    sheet = read(tmp_path, field(*lines))
    assert (awarded(sheet), len(sheet.lines)) == ({}, 8)


@pytest.mark.parametrize("mp", [("0", "0"), None])
def test_noughts_for_both_are_no_award(tmp_path, mp):
    sheet = read(tmp_path, field(line("1", "2", "420"), line("3", "4", "", mp)))
    assert (awarded(sheet), len(sheet.unplayed)) == ({}, 1)


@pytest.mark.parametrize(("by", "tricks"), [("", "10"), ("N", ""), ("", "")])
def test_a_contract_that_is_not_told_in_full_is_named_and_its_score_kept(tmp_path, by, tricks):
    sheet = read(tmp_path, usebio(PAIRS + board(1, [line("1", "2", "620", contract="4S", by=by, tricks=tricks)])))
    ((place, note),) = sheet.notes
    assert [str(each.result) for each in sheet.lines] == ["+620"]
    assert (place, "contract 4S is left out" in note) == ("result.xml board 1 line 1", True)


# Lines that need a person


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (line("1", "2", "430", contract="4S", by="N", tricks="10"), "SCORE_MISMATCH"),
        (line("1", "2", "Adj"), "ADJ"),
        (line("1", "2", "A60"), "A60"),
        (line("1", "2", "420", contract="8S", by="N", tricks="10"), "level 8"),
        (line("1", "2", "420", contract="4S", by="N", tricks="14"), "14 tricks"),
        (line("1", "2", "four"), "FOUR"),
        (line("1", "2", "425"), "no score"),
        (line("1", "2", "", ("3.6", "")), "to one side alone: 3.6"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, bad, why):
    sheet = read(tmp_path, usebio(PAIRS + board(1, [bad, PLAYED[1]])))
    ((place, message),) = sheet.problems
    assert "board 1 line 1" in place
    assert why in message
    assert len(sheet.lines) == 1


@pytest.mark.parametrize("number", ["0", "2147483648", "-3", "x", ""])
def test_boards_that_are_none(tmp_path, number):
    problems = read(tmp_path, usebio(PAIRS + board(number, PLAYED))).problems
    assert [message for _, message in problems] == [f"there is no board {number or '(blank)'}"] * 3


def test_lines_without_a_score_were_not_played(tmp_path):
    sheet = read(tmp_path, usebio(PAIRS + board(1, [line("1", "2", ""), PLAYED[1]])))
    assert (len(sheet.unplayed), len(sheet.lines), sheet.problems) == (1, 1, [])


# Files that are none


BOMB = '<!DOCTYPE USEBIO [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
THIEF = '<!DOCTYPE USEBIO [<!ENTITY file SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PK\x03\x04",
        "hello",
        "<USEBIO",
        usebio(PAIRS + board(1, PLAYED))[:-400],
        "<html></html>",
        "<USEBIO/>",
        usebio(PAIRS, dtd=BOMB),
        usebio(PAIRS, dtd=THIEF),
        usebio(PAIRS, prolog='<?xml version="1.0" encoding="klingon"?>'),
        usebio(PAIRS + board(1, PLAYED), kind="CANASTA"),
        usebio(PAIRS, extra="<BOARD_SCORING_METHOD>AGGREGATE</BOARD_SCORING_METHOD>"),
    ],
)
def test_files_of_no_form_that_is_known(tmp_path, text):
    with pytest.raises(Misuse) as caught:
        read(tmp_path, text)
    assert caught.value.code == "bad-file"
    assert caught.value.hint


def test_nothing_is_fetched_and_nothing_recorded(tmp_path, capsys):
    path = tmp_path / "x.xml"
    path.write_text(usebio(PAIRS + board(1, PLAYED), dtd=THIEF))
    db = ["--db", str(tmp_path / "x.db")]
    assert run([*db, "init"]) == 0
    assert run([*db, "import", str(path)]) == 2
    assert run([*db, "session", "list", "--plain"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("session\t")


def test_names_go_beside_the_log_and_never_into_it(tmp_path, capsys):
    import sqlite3

    path, db = tmp_path / "x.xml", tmp_path / "x.db"
    path.write_text(usebio(PAIRS + board(1, PLAYED)))
    assert run(["--db", str(db), "init"]) == run(["--db", str(db), "import", str(path)]) == 0
    connection = sqlite3.connect(db)
    assert connection.execute("SELECT count(*) FROM text").fetchone() == (48,)  # a name and a number each
    records = [record.decode() for (record,) in connection.execute("SELECT record FROM event")]
    assert any("result-recorded" in record for record in records)
    assert not any("Åberg" in record for record in records)
    connection.close()
    capsys.readouterr()
    run(["--db", str(db), "standings"])
    assert "Zoë Åberg & Bob Ex" in capsys.readouterr().out


# Written


def written(evening, **more):
    return fromstring(write_usebio(ExportedSession(evening.scoreboard, **more)).partition('dtd">\n')[2])


def numbers(root, *tags):
    return {element.text for tag in tags for element in root.iter(tag)}


def test_pairs_of_two_fields_are_numbers_with_their_direction(tmp_path):
    evening = Evening((1, 2), winners=2)
    for at, shift in ((1, 0), (2, 1)):
        evening.do(RecordResult(Where(at, "1", "1NS", f"{1 + shift}EW"), Result("4SN=")))
        evening.do(RecordResult(Where(at, "2", "2NS", f"{2 - shift}EW"), Result("4SN-1")))
    root = written(evening)
    said = {(pair.findtext("PAIR_NUMBER"), pair.findtext("DIRECTION")) for pair in root.iter("PAIR")}
    assert said == {("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "EW")}
    assert numbers(root, "NS_PAIR_NUMBER", "EW_PAIR_NUMBER") == {"1", "2"}
    path = tmp_path / "alone.xml"
    path.write_text(write_usebio(ExportedSession(evening.scoreboard)), "utf-8")
    lines = {(line.where.board, line.where.ns, line.where.ew) for line in read_usebio(path).lines}
    assert lines == {(1, "1NS", "1EW"), (1, "2NS", "2EW"), (2, "1NS", "2EW"), (2, "2NS", "1EW")}


def test_where_a_table_was_arrow_switched_the_direction_stays_with_the_number():
    """1EW sat North–South: its number alone would be another pair's."""
    evening = Evening((1,), winners=2)
    evening.do(RecordResult(Where(1, "1", "2EW", "1NS", switched=True), Result("4SN=")))
    assert numbers(written(evening), "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "PAIR_NUMBER") == {"2EW", "1NS"}


def test_the_club_is_named_for_the_federation():
    evening = Evening((1,), winners=1)
    evening.play(1, ["4SN="])
    for club in (Club(), Club("Café & Bridge", "004680")):
        root = written(evening, club=club)
        assert (root.findtext("CLUB/CLUB_NAME"), root.findtext("CLUB/CLUB_ID_NUMBER")) == club[:2]


@pytest.mark.parametrize(("two", "told"), [("75", [("7", None), ("5", None)]), ("AB", [("1", "A"), ("2", "B")])])
def test_teams_that_are_called_by_numbers_keep_them(two, told):
    one, other = two
    evening = Evening((1,), winners=1, scoring="teams", contestants=(one, other))
    for table, sat, result in (("open", (one, other), "4SN="), ("closed", (other, one), "4SN-1")):
        evening.do(RecordResult(Where(1, table, *sat, 1), Result(result)))
    root = written(evening)
    assert [(team.get("TEAM_ID"), team.get("TEAM_NAME")) for team in root.iter("TEAM") if team.attrib] == told
    assert numbers(root, "OPPOSING_TEAM") == {told[1][0]}


TEAMS = [("1", "Norway"), ("2", "Malta"), ("3", "Wales")]


def test_what_is_wrong_with_a_match_is_told_with_its_number_in_the_file(tmp_path):
    teams = "".join(f"<TEAM TEAM_ID='{at}' TEAM_NAME='{name}'/>" for at, name in TEAMS)
    met = "".join(
        f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>{one}</TEAM><OPPOSING_TEAM>{other}</OPPOSING_TEAM>{rooms}</MATCH>"
        for one, other, rooms in (("1", "2", board(1, PLAYED[:2])), ("3", "3", ""), ("3", "7", ""))
    )
    sheet = read(tmp_path, usebio(f"<PARTICIPANTS>{teams}</PARTICIPANTS>{met}", kind="TEAMS"))
    expected = [("result.xml match 2", "Wales cannot play itself"), ("result.xml match 3", "there is no team 7")]
    assert sheet.problems == expected
    assert [(each.where.ns, each.where.ew) for each in sheet.lines] == [("Norway", "Malta"), ("Malta", "Norway")]
