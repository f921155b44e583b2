"""PBN rounds of teams: the two rooms, byes, and how scores are written."""

import json
from types import SimpleNamespace

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Misuse
from ledger.exchange.csv.read import read_csv
from ledger.exchange.given_out import ExportedSession
from ledger.exchange.pbn.read import read_pbn
from ledger.exchange.pbn.write import section_lines, write_pbn
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds
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
    expected = [("1", "A", "4SN="), ("1 closed", "B", "PASS")]
    assert [(line.where.table, line.where.ns, str(line.result)) for line in sheet.lines] == expected
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
        (BID.replace("3S!", "^I 4H"), ["its auction is left out: '^' marks an insufficient bid"]),
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
    expected = [(1, 0, 1, []), (1, 0, 1, []), (0, 0, 0, [])]
    assert [(each["events"], each["results"], each["deals"], each["skipped"]) for each in found] == expected
    assert [(each["dry_run"], each["notes"]) for each in found] == [(True, []), (False, []), (False, [])]


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
    text = write_pbn(ExportedSession(evening.scoreboard))
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
    path.write_text(write_pbn(ExportedSession(evening.scoreboard)))
    sheet = read_pbn(path)
    printed = {line.where.ns: sheet.printed.lines[line.place] for line in sheet.lines}
    assert printed == {"X": ("10", "-10"), "Y": ("-10", "10")}


def seats(sheet):
    return [(line.where.board, line.where.ns, line.where.ew, str(line.result)) for line in sheet.lines]


MADE = {"Contract": "4S", "Declarer": "S", "Result": "10"}
DOWN = {"Contract": "4S", "Declarer": "S", "Result": "9"}


def test_the_home_team_sits_east_west_in_the_closed_room(tmp_path):
    both = [(1, "Reds", "Blues", "4SS="), (1, "Blues", "Reds", "4SS-1")]
    opened, closed = (
        game(1, "Reds", "Blues", Room=room, **played) for room, played in (("Open", MADE), ("Closed", DOWN))
    )
    assert seats(read(tmp_path, opened + closed)) == both
    assert seats(read(tmp_path, closed + opened)) == both[::-1]
    assert seats(read(tmp_path, game(1, "Reds", "Blues", **MADE) + game(1, "Reds", "Blues", **DOWN))) == both
    as_seated = game(1, "Reds", "Blues", Room="Open", **MADE) + game(1, "Blues", "Reds", Room="Closed", **DOWN)
    assert seats(read(tmp_path, as_seated)) == both


def test_teams_that_are_named_once_play_all_that_follows(tmp_path):
    once = "".join(
        f'[{name} "{text}"]\n' for name, text in {"Event": "Final", "Board": 1, "Room": "Closed", **DOWN}.items()
    )
    sheet = read(tmp_path, game(1, "Reds", "Blues", Room="Open", **MADE) + once)
    assert seats(sheet) == [(1, "Reds", "Blues", "4SS="), (1, "Blues", "Reds", "4SS-1")]


def test_a_record_that_stands_twice_is_of_one_room(tmp_path):
    named = {"West": "A", "North": "B", "East": "C", "South": "D"}
    sheet = read(tmp_path, 2 * game(1, "Reds", "Blues", **named, **MADE))
    assert [(line.where.ns, line.where.ew) for line in sheet.lines] == [("Reds", "Blues")] * 2


@pytest.mark.parametrize("first", ["Event", "Date", "Board", "Room", "Declarer", "West"])
def test_a_record_ends_at_the_empty_line_whatever_tag_begins_the_next(tmp_path, first):
    named = {"Event": "Final", "Date": "2026.01.07", "West": "A", "North": "B", "East": "C", "South": "D"}

    def record(board, room, played):
        tags = named | {"Board": board, "HomeTeam": "Reds", "VisitTeam": "Blues", "Room": room} | played
        return "".join(f'[{name} "{tags[name]}"]\n' for name in sorted(tags, key=lambda name: name != first)) + "\n"

    closed = DOWN | {"West": "B", "North": "A", "East": "D", "South": "C"}
    text = record(1, "Open", MADE) + record(1, "Closed", closed) + record(2, "Open", DOWN)
    assert len(seats(read(tmp_path, text))) == 3


def test_a_comment_that_swallows_records_needs_a_person(tmp_path):
    text = game(1, "A", "B", **PLAYED).rstrip() + "\n{begun\n\n" + game(8, "A", "B", **PLAYED) + "}\n"
    sheet = read(tmp_path, text)
    expected = (1, ["a comment that begins there has tags in it: is its closing brace missing?"])
    assert (len(sheet.lines), [why for _, why in sheet.problems]) == expected
    assert len(read(tmp_path, text.replace("}\n", "")).lines) == 2


@pytest.mark.parametrize("written", ["[Board 1]", '[Board "1]', "[ Board\t1 ]"])
def test_a_tag_without_its_quotation_marks_is_read(tmp_path, written):
    assert seats(read(tmp_path, game(1, "A", "B", **PLAYED).replace('[Board "1"]', written))) == [(1, "A", "B", "4SN=")]


def test_a_tag_without_its_bracket_needs_a_person(tmp_path):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED).replace('[Result "10"]', '[Result "10"'))
    assert [why for _, why in sheet.problems] == ['\'[Result "10"\' is no tag: a tag is written [Board "1"]']


HEAD = '[Event "Club"]\n[Board "1"]\n[ScoreTable "{}"]\n{}\n\n'
COLUMNS = (
    r"Section;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer;Result\2R;Score_NS\4R;Score_EW\4R;Names_NS\11;Names_EW"
)


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ("A  1  2 PASS - -  PASS    - Ash-Birch   Cedar-Dogwood", "PASS"),
        ("A  1  2 Pass - -     0    - Ash-Birch   Cedar-Dogwood", "PASS"),
        ("A  1  2 AP   - -     -    - Ash-Birch   Cedar-Dogwood", "PASS"),
        ("A  1  2 -    - -  Pass    - Ash-Birch   Cedar-Dogwood", "PASS"),
        ("A  1  2 4S   N 10  420    - Del Ash-Birch Cedar-Dogwood", "4SN="),
        ("A  1  2 4S   N 10  420    - Del Ash-Birch Van der Cedar-Dogwood", "4SN="),
        ("A  1  2 4S*  N 10  590    - Ash Cedar", "4SXN="),
        ("A  1  2 4S   N 10  420    -", "4SN="),
        ("A\t1\t2\t4S\tN\t10\t420\t\tDel Ash\tVan der Elm", "4SN="),
        ("A  1  2 -    N -     -    - Ash-Birch   Cedar-Dogwood", None),
        ("A  1  2 NP   - -     -    - Ash-Birch   Cedar-Dogwood", None),
        ("A  1  - -    - -     -    - Ash-Birch   -", None),
    ],
)
def test_cells_as_programs_write_them(tmp_path, row, result):
    sheet = read(tmp_path, HEAD.format(COLUMNS, row))
    assert (sheet.problems, sheet.records, len(sheet.unplayed)) == ([], 1, result is None)
    assert [str(line.result) for line in sheet.lines] == ([result] if result else [])


def test_a_bad_line_does_not_make_one_field_of_two(tmp_path):
    rows = ["A  1  1 4S   N 10  420    - a b", "A  2  2 4S   N 99  420    - a b"]
    boards = [HEAD.format(COLUMNS, "\n".join(rows)).replace('[Board "1"]', f'[Board "{at}"]') for at in (1, 2)]
    good = [each.replace("N 99", "N 10") for each in boards]
    for text in (*good, "".join(good)), (*good, "".join(boards)):
        assert read(tmp_path, text[-1]).winners == 2


def test_a_table_of_frequencies_names_nobody_and_leaves_the_deals(tmp_path):
    sheet = read(tmp_path, f'[Board "1"]\n{DEAL}[ScoreTable "Rank;Score_NS;Multiplicity"]\n1 420 3\n2 -50 1\n')
    assert (list(sheet.deals), sheet.problems, sheet.records, sheet.unread) == ([1], [], 2, 2)
    assert [why for _, why in sheet.notes] == ["2 lines of score tables left out: they do not say who played"]


def test_a_result_without_its_table_needs_a_person(tmp_path):
    sheet = read(tmp_path, TABLE + '[Event "Pairs"]\n[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "8"]\n')
    assert (sheet.records, len(sheet.lines), sheet.unread) == (3, 2, 1)


def test_deals_of_boards_whose_players_are_not_named(tmp_path):
    played = '[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'
    sheet = read(tmp_path, f'[Board "1"]\n{DEAL}{played}\n[Board "2"]\n{DEAL}')
    assert (list(sheet.deals), sheet.lines, sheet.problems, sheet.unread) == ([1, 2], [], [], 1)


def test_cards_without_a_board_are_named(tmp_path):
    sheet = read(tmp_path, f'[Dealer "N"]\n{DEAL}\n[Board "2"]\n{DEAL}')
    assert (list(sheet.deals), sheet.dealt) == ([2], 2)
    assert [why for _, why in sheet.notes] == ["its cards are left out: there is no board (blank)"]


def test_a_plain_score_is_declarers_or_north_souths(tmp_path):
    tags = {"Contract": "4S", "Declarer": "E", "Result": "10"}
    for score in ("420", "-420"):
        assert seats(read(tmp_path, game(1, "A", "B", **tags, Score=score))) == [(1, "A", "B", "4SE=")]
    assert read(tmp_path, game(1, "A", "B", **tags, Score="450")).problems


def test_a_record_without_a_score_has_the_vulnerability_of_its_board(tmp_path):
    sheet = read(tmp_path, game(1, "A", "B", **MADE, Vulnerable="All"))
    assert [why for _, why in sheet.problems] == ["its vulnerability is Both, and that of a board 1 is None"]


def test_a_file_of_hands_says_what_is_needed_before_it(tmp_path, capsys):
    file, desk = tmp_path / "hands.pbn", ["--db", str(tmp_path / "t.db"), "--no-input"]
    file.write_text(f'[Board "3"]\n{DEAL}')
    assert run([*desk, "init", "-q"]) == 0
    assert run([*desk, "import", str(file)]) == 2
    told = capsys.readouterr().err
    assert "has deals and no results, and there is no session yet to put them in" in told
    assert "session open NAME --boards 3`" in told
    assert f"import {file}" not in told


def test_where_the_other_room_is_missing_nothing_is_ours(tmp_path, capsys):
    file, desk = tmp_path / "match.pbn", ["--db", str(tmp_path / "t.db"), "--no-input"]
    file.write_text(game(1, "A", "B", **PLAYED, ScoreIMP="NS -1 EW 1"))
    assert run([*desk, "init", "-q"]) == run([*desk, "import", str(file)]) == 0
    assert "the file's score of a line is -1 : 1, ours none" in capsys.readouterr().out


# Single records of PBN: what is said of a result is never taken for a board that was not played


PLAYERS = {"North": "Ann", "South": "Ada", "East": "Bob", "West": "Ben"}


def record(*lines, **tags):
    """A record of four players: its tags, then lines as they stand."""
    stated = {"Board": "1", **PLAYERS, **tags}
    return '[Event "E"]\n' + "".join(f'[{name} "{text}"]\n' for name, text in stated.items()) + "".join(lines) + "\n"


OTHER = record(Contract="4H", Declarer="S", Result="9").replace("Ann", "Cid").replace("Bob", "Dot")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (record(Contract="Pass"), "PASS"),
        (record(Contract="Pass", Result="", Declarer=""), "PASS"),
        (record('[Auction "N"]\nAP\n'), "PASS"),
        (record('[Auction "N"]\nPass Pass Pass Pass\n', Contract="", Result=""), "PASS"),
        (record('[Result "10"]\n[Auction "N"]\n1S Pass 4S AP\n'), "4SN="),
        (record('[Result "9"]\n[Auction "N"]\n- 1S X XX\nAP\n'.replace("- ", "Pass ")), "1SXXE+2"),
        (record(Contract="2S", Declarer="N", Result="^9"), "2SN+1"),
        (record('[Contract "2S"]\n', Contract="2S", Declarer="N", Result="9"), "2SN+1"),
    ],
)
def test_a_record_is_read_by_what_it_says_of_the_result(tmp_path, text, result):
    sheet = read(tmp_path, OTHER + text)
    assert (sheet.problems, sheet.unplayed) == ([], [])
    assert [str(line.result) for line in sheet.lines] == ["4HS-1", result]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (record(Contract="2S", Result="9"), "one of them is missing"),
        (record(Contract="2S", Declarer="N"), "one of them is missing"),
        (record(Contract="2S", Declarer="N", Result=""), "one of them is missing"),
        (record(Contract="2S", Declarer="N", Result="?"), "one of them is missing"),
        (record(Result="9"), "one of them is missing"),
        (record('Result "9"]\n', Contract="2S", Declarer="N"), "is no tag"),
        (record('[Auction "N"]\n1S Pass 4S AP\n'), "one of them is missing"),
        (record('[Auction "N"]\n1S Pass 1S AP\n', Result="9"), "its auction cannot be read"),
        (record('[Contract "2S"]\n[Declarer "N"]\n[Result "9"]\n', Contract="7NT"), "Contract twice: '7NT' and '2S'"),
        (record('[Contract "7NT"]\n[Contract "2S"]\n[Result "9"]\n', Declarer="N"), "Contract twice: '7NT' and '2S'"),
        (record('[North "Eve"]\n[Contract "2S"]\n[Declarer "N"]\n[Result "9"]\n'), "North twice: 'Ann' and 'Eve'"),
    ],
)
def test_a_record_that_does_not_say_all_of_its_result_needs_a_person(tmp_path, text, why):
    sheet = read(tmp_path, OTHER + text)
    ((place, message),) = sheet.problems
    assert (sheet.unplayed, why in message, place) == ([], True, "round.pbn record 2 board 1")
    assert [str(line.result) for line in sheet.lines] == ["4HS-1"]


def test_records_without_anything_of_a_result_were_not_played(tmp_path):
    sheet = read(tmp_path, OTHER + record(Contract="", Declarer="", Result="") + record(Declarer="N"))
    assert (len(sheet.lines), len(sheet.unplayed), sheet.problems) == (1, 2, [])


def test_a_team_without_opponents_has_a_bye(tmp_path):
    sheet = read(tmp_path, game(1, "A", "B", **PLAYED) + game(2, "A", "", Contract="Pass"))
    assert (len(sheet.lines), len(sheet.unplayed)) == (1, 1)


# Who sat for which team in a PBN match: by the rooms, as far as the players' names allow


REDS, BLUES = ("Ann", "Ada", "Amy", "Ali"), ("Bob", "Ben", "Bea", "Bix")


def room(board, called, ns, ew, home="Red", visit="Blue"):
    (north, south), (east, west) = ns, ew
    placed = {"North": north, "South": south, "East": east, "West": west}
    teams = {} if home is None else {"HomeTeam": home, "VisitTeam": visit}
    return game(board, "", "", Room=called, **placed, **PLAYED, **teams).replace('[HomeTeam ""]\n[VisitTeam ""]\n', "")


def both(board, first=REDS, second=BLUES, **teams):
    """Both rooms of a board: the first team sits North–South in the open one."""
    return room(board, "Open", first[:2], second[:2], **teams) + room(board, "Closed", second[2:], first[2:], **teams)


def placed(sheet):
    return [(line.where.board, line.where.ns) for line in sheet.lines]


@pytest.mark.parametrize("home", ["Red", None])
def test_names_that_agree_with_the_rooms_are_as_the_rooms_say(tmp_path, home):
    sheet = read(tmp_path, both(1, home=home) + both(8, home=home))
    one, two = ("Red", "Blue") if home else ("Home", "Visitors")
    assert (placed(sheet), sheet.problems) == ([(1, one), (1, two), (8, one), (8, two)], [])


@pytest.mark.parametrize("home", ["Red", None])
def test_the_same_four_in_both_rooms_need_a_person(tmp_path, home):
    text = room(1, "Open", REDS[:2], BLUES[:2], home=home) + room(1, "Closed", REDS[:2], BLUES[:2], home=home)
    sheet = read(tmp_path, text)
    assert (sheet.lines, len(sheet.problems)) == ([], 2)
    assert "Ann sat for" in sheet.problems[0][1]


def test_a_board_on_which_the_others_sat_north_south_needs_a_person(tmp_path):
    sheet = read(tmp_path, both(1) + both(8) + both(3, BLUES, REDS))
    assert placed(sheet) == [(1, "Red"), (1, "Blue"), (8, "Red"), (8, "Blue")]
    assert [place for place, _ in sheet.problems] == ["round.pbn record 5 board 3", "round.pbn record 6 board 3"]


def test_teams_that_change_direction_at_half_time_need_a_person(tmp_path):
    sheet = read(tmp_path, both(1) + both(8, BLUES, REDS))
    assert (sheet.lines, len(sheet.problems)) == ([], 4)


def test_a_pair_that_sat_for_another_team_elsewhere_needs_a_person(tmp_path):
    golds = ("Gil", "Gus", "Gia", "Gem")
    sheet = read(tmp_path, both(1) + both(8) + room(3, "Open", golds[:2], REDS[:2], "Red", "Gold"))
    assert [place for place, _ in sheet.problems] == ["round.pbn record 5 board 3"]
    assert "Ann and Ada sat for Gold" in sheet.problems[0][1]


def test_players_who_are_called_as_their_team_sat_where_they_are_named(tmp_path):
    text = room(1, "Open", ("Blue", "Blue"), ("Red", "Red")) + room(1, "Closed", ("Red", "Red"), ("Blue", "Blue"))
    sheet = read(tmp_path, text)
    assert (placed(sheet), sheet.problems) == ([(1, "Blue"), (1, "Red")], [])
