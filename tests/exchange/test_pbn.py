"""PBN rounds of teams: the two rooms, byes, and how scores are written."""

import json
from types import SimpleNamespace

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Misuse
from ledger.exchange.csv.read import read_csv
from ledger.exchange.given_out import GivenOut
from ledger.exchange.pbn.read import read_pbn
from ledger.exchange.pbn.write import section_lines, write_pbn
from ledger.facts import AddCall, GiveRuling, Grounds, RecordResult, Where
from ledger.laws.adjustment import Artificial, Grade
from tests.core.spec import Evening


def game(board, home, visit, **tags):
    stated = {"Board": board, "Date": "2026.03.05", "HomeTeam": home, "VisitTeam": visit, **tags}
    return '[Event "Round 1"]\n' + "".join(f'[{name} "{value}"]\n' for name, value in stated.items()) + "\n"


PLAYED = {"Contract": "4S", "Declarer": "N", "Result": "10", "Score": "NS 420"}


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "round.pbn"
    path.write_bytes(("% PBN 2.1\n" + text).encode(encoding))
    return read_pbn(path)


def test_a_match_in_two_rooms(tmp_path):
    sheet = read(
        tmp_path, game(1, "A", "B", Table="1", **PLAYED) + game(1, "B", "A", Table="1", Contract="Pass", Score="NS -0")
    )
    assert [(line.where.table, line.where.ns, str(line.result)) for line in sheet.lines] == [
        ("1", "A", "4SN="),
        ("1 closed", "B", "PASS"),
    ]
    assert (sheet.title, sheet.date, sheet.scoring, sheet.contestants) == ("Round 1", "2026-03-05", "teams", ("A", "B"))


DEAL = '[Deal "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"]\n'
BID = (
    '[Auction "N"]\n1S =1= Pass {what; it is} 3S! =2= Pass ; said slowly\n4S$1 AP\n'
    '[Note "1:five \\"or\\" more"]\n[Note "2:Alert."]\n'
)
CARDS = '[Play "E"]\nCQ CK C3 C8\nS9 =1= S4 S7 SA?\n- - D2 -\n*\n[Note "1:top of two"]\n'


def test_auction_and_play(tmp_path):
    sheet = read(
        tmp_path, game(1, "A", "B", **PLAYED).rstrip() + f"\n{DEAL}{BID}{CARDS}\n" + game(1, "B", "A", **PLAYED)
    )
    first, second = sheet.lines
    assert str(first.record.auction) == "N: 1S=1= P 3S! P 4S P P P"
    assert (first.record.notes, first.lead) == (('five "or" more',), "CQ")
    assert str(first.record.play) == "E: CQ CK C3 C8, S9 S4 S7 SA, - - D2 -"
    assert (second.record, sheet.notes) == (None, [])


@pytest.mark.parametrize(
    ("sections", "told"),
    [
        (BID.replace("3S!", "1H") + CARDS, ["its auction is left out: 1H! is not sufficient over 1S"]),
        (BID.replace("3S!", "^I 4H"), ["its auction is left out: ^4H! is no insufficient bid"]),
        (BID.replace("3S!", "^Q 4H"), ["its auction is left out: ^Q is no irregularity"]),
        (BID.replace('"N"', '"X"'), ["its auction is left out: X is no seat to begin with"]),
        (BID.replace('"N"', '"E"'), ["its auction is left out: it begins with E, and N deals board 1"]),
        (CARDS.replace("CQ", "CA"), ["its play is left out: E plays CA, and N has it"]),
        (CARDS.replace("CK", "CQ"), ["its play is left out: CQ was played twice"]),
        (CARDS.replace("CK", "huh"), ["its play is left out: 'HUH' is no card"]),
        (BID.replace("five", "\x1b[2J five"), ["its auction is left out"]),
        ('[Auction "N"]\n[Play "E"]\n- - - -\n', []),
        ('[Auction "N"]\n*\n', []),
    ],
)
def test_what_cannot_have_been_leaves_the_result(tmp_path, sections, told):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED).rstrip() + f"\n{DEAL}{sections}")
    assert [str(line.result) for line in sheet.lines] == ["4SN="]
    assert len(sheet.notes) == len(told)
    assert all(why.startswith(each) for (_, why), each in zip(sheet.notes, told, strict=True))


@pytest.mark.parametrize(
    ("written", "read_as", "ends"),
    [
        ("1S Pass ^I 1H Pass\n4S AP", "N: 1S P ^1H P 4S P P P", "4SN"),
        ("1S Pass ^I1H! =1= X\nAP", "N: 1S P ^1H=1= X P P P", "1HXS"),
        ("1S ^S 4S AP", "N: 1S ^ 4S P P P", "4SN"),
        ("^S 1S! Pass 4S$7 ^S Pass Pass *", "N: ^ 1S P 4S ^ P P", None),
    ],
)
def test_irregularities_of_an_auction_are_kept_and_written_again(tmp_path, written, read_as, ends):
    """^I an insufficient bid that was let stand, ^S a player whose turn was passed over (§3.9)."""
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED).rstrip() + f'\n[Auction "N"]\n{written}\n[Note "1:slip"]\n')
    (line,) = sheet.lines
    assert (str(line.record.auction), sheet.notes) == (read_as, [])
    assert (str(line.record.auction.contract) if ends else None) == ends
    again = "\n".join(section_lines(SimpleNamespace(said=str), line.record))
    (same,) = read(tmp_path, game(1, "A", "B", **PLAYED).rstrip() + f"\n{again}\n").lines
    assert same.record == line.record


def test_an_auction_that_begins_further_on_or_is_not_over(tmp_path):
    begun = '[Auction "W"]\n- 1C 1H +\n'
    (line,) = read(tmp_path, game(1, "A", "B", **PLAYED).rstrip() + "\n" + begun).lines
    assert str(line.record.auction) == "N: 1C 1H"


TABLE = (
    '[Event "Pairs"]\n[Board "1"]\n'
    '[ScoreTable "Table;PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 1 2 4S N 10\n2 3 4 4S N 9\n\n'
)


@pytest.mark.parametrize(
    ("tags", "mine"),
    [
        ('[Table "2"]', [None, "1S"]),
        ('[PairId_NS "1"][PairId_EW "2"]', ["1S", None]),
        ('[Table "2"][PairId_NS "1"][PairId_EW "2"]', [None, None]),
        ("", [None, None]),
    ],
)
def test_a_record_beside_a_score_table_is_of_the_table_it_names(tmp_path, tags, mine):
    sheet = read(tmp_path, TABLE + f'[Event "Pairs"]\n[Board "1"]\n{tags}\n[Auction "N"]\n1S AP\n')
    bid = [line.record.auction.calls[0].call if line.record else None for line in sheet.lines]
    assert (bid, len(sheet.notes)) == (mine, mine.count(None) - 1)


def test_deals_alone(tmp_path):
    sheet = read(tmp_path, f'[Board "3"]\n{DEAL}')
    assert (list(sheet.deals), sheet.lines, sheet.problems) == ([3], [], [])


def test_what_came_of_deals_alone_is_told_to_programs_as_of_results(tmp_path, capsys):
    file, desk = tmp_path / "hands.pbn", ["--db", str(tmp_path / "t.db")]
    file.write_text(f'[Board "3"]\n{DEAL}')
    for line in ("init", "session open t --boards 1-3 --contestants 1-4"):
        assert run([*desk, *line.split(), "-q"]) == 0
    capsys.readouterr()
    found = []
    for options in (["-n"], [], []):
        assert run([*desk, "import", str(file), "--json", *options]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert [(each["events"], each["results"], each["deals"], each["skipped"]) for each in found] == [
        (1, 0, 1, []),
        (1, 0, 1, []),
        (0, 0, 0, []),
    ]
    assert [(each["dry_run"], each["notes"]) for each in found] == [(True, []), (False, []), (False, [])]


def test_byes_and_unplayed_boards_have_no_score(tmp_path):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED) + game(2, "A", "B", Contract="Pass"))
    assert (len(sheet.lines), len(sheet.unplayed)) == (1, 1)


def test_scores_from_either_side(tmp_path):
    sheet = read(
        tmp_path,
        game(1, "A", "B", Contract="4S", Declarer="E", Result="10", Score="EW 420") + game(2, "A", "B", Score="-50"),
    )
    assert [str(line.result) for line in sheet.lines] == ["4SE=", "-50"]


@pytest.mark.parametrize("tricks", ["10", "NS 10", "EW 3", "NS 10 EW 3", "EW 3 NS 10", "^NS 10", "ew 3"])
@pytest.mark.parametrize("declarer", ["N", "n", "^N"])
def test_tricks_of_either_side_and_a_declarer_who_was_exchanged_with_dummy(tmp_path, tricks, declarer):
    """PBN 2.1, 3.4.13 and 3.4.15."""
    tags = {"Contract": "4s", "Declarer": declarer, "Result": tricks}
    for score in ({}, {"Score": "EW -420 NS 420"}):
        sheet = read(tmp_path, game(1, "A", "B", **tags, **score))
        assert [(str(line.result), sheet.problems) for line in sheet.lines] == [("4SN=", [])]


def test_a_board_that_was_passed_out_has_no_declarer_and_no_tricks(tmp_path):
    passed = (
        game(1, "A", "B", Contract="Pass", Declarer="", Result="").rstrip()
        + '\n[Auction "N"]\nAP =1=\n[Note "1:fast"]\n'
    )
    (line,) = read(tmp_path, passed).lines
    assert (str(line.result), str(line.record.auction), line.record.notes) == ("PASS", "N: P P P P", ())


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ({"Score": "NS 430"}, "4SN= scores +420, the line says 430"),
        ({"Score": "lots"}, "'lots' is no score"),
        ({"Result": ""}, "one of them is missing"),
    ],
)
def test_records_that_need_a_person(tmp_path, tags, why):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED | tags))
    ((place, message),) = sheet.problems
    assert (place, why in message) == ("round.pbn record 1 board 1", True)


@pytest.mark.parametrize("text", ["", "hello", '[Event "Pairs"]\n[Board "1"]\n'])
def test_files_without_matches_of_teams(tmp_path, text):
    with pytest.raises(Misuse) as caught:
        read(tmp_path, text)
    assert caught.value.code == "bad-file"


def test_older_encodings(tmp_path):
    assert read(tmp_path, game(1, "Côte", "Ålesund", **PLAYED), "iso-8859-1").contestants == ("Côte", "Ålesund")


def test_a_mitchell_in_plain_numbers_is_two_fields(tmp_path):
    path = tmp_path / "mitchell.csv"
    path.write_text(
        "board,ns,ew,score\n"
        + "".join(f"{board},{pair},{(pair + board) % 4 + 1},+420\n" for board in (1, 2, 3) for pair in (1, 2, 3, 4))
    )
    assert read_csv(path).winners == 2
    path.write_text("board,ns,ew,score\n1,1,2,+420\n1,3,4,-50\n2,2,1,+420\n2,4,3,+50\n")
    assert read_csv(path).winners is None


@pytest.mark.parametrize(
    ("scoring", "columns", "made", "given"),
    [
        ("matchpoints", "MP_NS MP_EW Percentage_NS Percentage_EW", "2 2 50 50", "^2.4 ^2.4 60 60"),
        ("butler", "IMP_NS IMP_EW", "0 0", "^3 ^3"),
        ("cross-imps", "IMP_NS IMP_EW", "0 0", "^3 ^3"),
    ],
)
def test_a_score_table_has_per_cent_where_a_board_has_a_top(scoring, columns, made, given):
    evening = Evening((1,), 1, scoring=scoring, contestants=tuple("123456"))
    evening.play(1, ["4SN=", "4SN="])
    evening.do(AddCall(evening.where(1, 3), "slow", "N", "play"))
    evening.do(GiveRuling(evening.where(1, 3), Artificial(Grade("A+"), Grade("A+")), Grounds(), call="C-0001"))
    text = write_pbn(GivenOut(evening.scoreboard))
    heading, *rows = text.partition("[ScoreTable ")[2].splitlines()[:4]
    named = [column.partition("\\")[0] for column in heading.strip('"]').split(";")]
    cells = [row.split() for row in rows]
    assert named[10:] == columns.split()
    assert [" ".join(each[10:]) for each in cells] == [made, made, given]


def test_the_imps_of_a_room_are_written_for_both_and_read_again(tmp_path):
    """470 apart: 10 IMPs (Law 78B); the team that sat East–West in the other room has what its opponents lack."""
    evening = Evening((1,), 1, contestants=("X", "Y"), scoring="teams")
    for table, pair, result in (("open", ("X", "Y"), "4SN="), ("closed", ("Y", "X"), "4SN-1")):
        evening.do(RecordResult(Where(1, table, *pair, 1), Result(result)))
    path = tmp_path / "teams.pbn"
    path.write_text(write_pbn(GivenOut(evening.scoreboard)))
    sheet = read_pbn(path)
    printed = {line.where.ns: sheet.printed.lines[line.place] for line in sheet.lines}
    assert printed == {"X": ("10", "-10"), "Y": ("-10", "10")}
