"""Files of every program: individuals, teams, Swiss, PBN, ACBL games; their regulations, and what they print."""

import json
from fractions import Fraction

import pytest

from cli.main import run
from ledger.bridge.board import Deal
from ledger.errors import Misuse
from ledger.exchange.acbl import read_acbl
from ledger.exchange.comparison import PairFigure, compare_pairs, is_same
from ledger.exchange.pbn.read import read_pbn
from ledger.exchange.programs import profile_of, recognise_awards, regulations_of, scale_of
from ledger.exchange.sheet import PrintedMatch, PrintedOverall, Sheet
from ledger.exchange.usebio.read import read_usebio
from ledger.laws.adjustment import Artificial, Awarded, Grade
from ledger.laws.profile_loader import list_shipped_profiles, load_profile
from ledger.laws.regulations import Matches
from tests.core.spec import Evening
from tests.exchange.files import usebio


def element(tag, *inner, **tags):
    said = "".join(f"<{name}>{text}</{name}>" for name, text in tags.items())
    return f"<{tag}>{said}{''.join(inner)}</{tag}>"


def read(tmp_path, text, reader=read_usebio, name="f.xml", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return reader(path)


@pytest.fixture
def ledger(tmp_path, capsys):
    def call(*arguments, code=0):
        found = run(["--db", str(tmp_path / "l.db"), *map(str, arguments)])
        printed = capsys.readouterr()
        assert found == code, printed.err
        return printed.out + printed.err

    call("init")
    return call


def seated(sheet):
    return [(line.where.round, line.where.ns, line.where.ew, str(line.result)) for line in sheet.lines]


# Individuals


def four(n, s, e, w, score="420"):
    numbers = dict(zip(("N", "S", "E", "W"), (n, s, e, w), strict=True))
    return element("TRAVELLER_LINE", **{f"{k}_PLAYER_NUMBER": v for k, v in numbers.items()}, SCORE=score)


def individual(*lines):
    players = "".join(element("PLAYER", PLAYER_NUMBER=n, PLAYER_NAME=f"P{n}", PLACE=f"{n}=") for n in range(1, 9))
    board = element("BOARD", *lines, BOARD_NUMBER=1)
    return usebio(f"<PARTICIPANTS>{players}</PARTICIPANTS>{board}", kind="INDIVIDUAL")


def test_four_players_to_a_line(tmp_path):
    sheet = read(tmp_path, individual(four(1, 2, 3, 4), four(5, 6, 7, 8, "-50")))
    assert seated(sheet) == [(None, "1+2", "3+4", "+420"), (None, "5+6", "7+8", "-50")]
    assert sheet.contestants == tuple("12345678")
    assert (sheet.players[0].name, sheet.printed.places["3"]) == ("P1", "3")


def test_two_lines_to_a_table_of_players_beside_partners_who_are_not_there(tmp_path):
    sheet = read(tmp_path, individual(four(1, 11, 3, 32), four(2, 21, 4, 42)))
    assert seated(sheet) == [(None, "1+2", "3+4", "+420")]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([four(1, 11, 3, 32), four(2, 21, 4, 42, "-50")], "say -50 and 420"),
        ([four(1, 11, 3, 32)], "the line with the partners is missing"),
    ],
)
def test_halves_that_make_no_table_need_a_person(tmp_path, lines, why):
    ((_, message),) = read(tmp_path, individual(*lines)).problems
    assert why in message


# Teams


def room(direction, score, pairs=("1", "2"), **points):
    ns, ew = pairs
    return element("TRAVELLER_LINE", DIRECTION=direction, SCORE=score, NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, **points)


def match(one, two, vps=("12", "8"), rooms=None, imps="10"):
    board = element("BOARD", *(rooms or (room("NS", "420"), room("EW", "-50"))), BOARD_NUMBER=1, IMPS=imps)
    return element(
        "MATCH", board, ROUND_NUMBER=1, TEAM=one, OPPOSING_TEAM=two, TEAM_SCORE=vps[0], OPPOSING_TEAM_SCORE=vps[1]
    )


def teams(*matches, names=("", ""), method="IMPS", score="VPS"):
    extra = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>{score}</MATCH_SCORING_METHOD>"
    team = "<TEAM TEAM_ID='{0}' TEAM_NAME='{1}'><TOTAL_SCORE>{2}</TOTAL_SCORE></TEAM>"
    entered = team.format(1, names[0], 12) + team.format(2, names[1], 8)
    return usebio(
        f"<SESSION><PARTICIPANTS>{entered}</PARTICIPANTS>{''.join(matches)}</SESSION>", kind="TEAMS", extra=extra
    )


def test_a_match_in_two_rooms(tmp_path):
    sheet = read(tmp_path, teams(match(1, 2)))
    assert seated(sheet) == [(1, "1", "2", "+420"), (1, "2", "1", "-50")]
    assert (sheet.scoring, sheet.contestants, sheet.printed.totals) == ("teams", ("1", "2"), {"1": "12", "2": "8"})
    assert sheet.printed.matches == {(1, "1", "2"): PrintedMatch(1, "10", ("12", "8"))}
    unsaid = read(tmp_path, teams(match(1, 2, vps=("", ""), imps="")))
    assert unsaid.printed.matches == {(1, "1", "2"): PrintedMatch(1, "", ("", ""))}


def test_what_the_pairs_of_teams_have_of_each_board_is_held_against_the_file(tmp_path):
    """420 here and -50 there: 10 IMPs, and the second line has another figure."""
    crossed = [{"NS_CROSS_IMP_POINTS": ns, "EW_CROSS_IMP_POINTS": ew} for ns, ew in (("10", "-10"), ("-9", "9"))]
    rooms = room("NS", "420", ("1-1", "2-3"), **crossed[0]), room("EW", "-50", ("2-1", "1-3"), **crossed[1])
    scoreboard = Evening((1,), 1, contestants=("1", "2"), scoring="teams").scoreboard
    assert list(compare_pairs(read(tmp_path, teams(match(1, 2, rooms=rooms))), scoreboard)) == [
        PairFigure("pair-line", "board 1, pairs 1-1 v 2-3", "10", Fraction(10)),
        PairFigure("pair-line", "board 1, pairs 2-1 v 1-3", "-9", Fraction(-10)),
    ]


def test_teams_are_called_by_their_names_where_these_tell_them_apart(tmp_path):
    assert read(tmp_path, teams(match(1, 2), names=("Reds", "Blues"))).contestants == ("Reds", "Blues")
    assert read(tmp_path, teams(match(1, 2), names=("Reds", "Reds"))).contestants == ("1", "2")


def test_a_match_that_both_teams_tell_is_read_once(tmp_path):
    mirrored = (room("EW", "420"), room("NS", "-50"))
    sheet = read(tmp_path, teams(match(1, 2), match(2, 1, ("8", "12"), mirrored)))
    assert (len(sheet.lines), sheet.records, sheet.repeats) == (2, 4, 2)


def test_a_match_that_both_teams_tell_in_two_ways_keeps_what_differs_for_a_person(tmp_path):
    other = (room("EW", "420"), room("NS", "50"))
    sheet = read(tmp_path, teams(match(1, 2), match(2, 1, ("8", "12"), other)))
    assert (len(sheet.lines), sheet.records, sheet.repeats) == (3, 4, 1)


def test_traveller_lines_outside_matches_and_sections_need_a_person(tmp_path):
    sheet = read(tmp_path, teams(match(1, 2), element("BOARD", room("NS", "420"), BOARD_NUMBER=2)))
    assert (len(sheet.lines), sheet.records, sheet.unread) == (2, 3, 1)
    assert "1 traveller line stands outside" in sheet.problems[0][1]


def test_point_a_board_is_a_form_of_its_own(tmp_path):
    assert read(tmp_path, teams(match(1, 2), method="PAB", score="")).scoring == "board-a-match"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (match(1, 9), "there is no team 9"),
        (match(1, 1), "cannot play itself"),
        (match(1, 2, rooms=[room("UP", "420")]), "no direction"),
        (match(1, 2, rooms=[room("NS", "420")] * 3), "in two rooms, not in 3"),
    ],
)
def test_matches_that_need_a_person(tmp_path, made, why):
    problems = read(tmp_path, teams(made)).problems
    assert problems
    assert all(why in message for _, message in problems)


def test_the_scale_of_the_file_is_that_of_the_session(tmp_path, ledger):
    """No known scale gives 12–8 for ten IMPs on one board: it is the file's own."""
    path = tmp_path / "f.xml"
    path.write_text(teams(match(1, 2)).replace("Compscore3", "TeamsScorer"))
    said = json.loads(ledger("import", path, "--json"))
    assert said["compared"] == {"figures": {"total": 2, "margin": 1, "points": 1}, "differing": []}
    assert "matches.table" in ledger("session", "show")


@pytest.mark.parametrize(
    ("printed", "vp"),
    [
        ([], "none"),
        ([PrintedMatch(8, "12", ("14", "6")), PrintedMatch(8, "-12", ("6", "14"))], "discrete"),
        ([PrintedMatch(8, "12", ("14.39", "5.61"))], "continuous"),
        ([PrintedMatch(8, "12", ("17", "3"))], "table"),
        ([PrintedMatch(8, "12", ("17", "3")), PrintedMatch(8, "12", ("16", "4"))], "none"),
        ([PrintedMatch(8, "12", ("17", "3")), PrintedMatch(9, "1", ("11", "9"))], "none"),
        ([PrintedMatch(8, "x", ("17", "3"))], "none"),
    ],
)
def test_scales_that_matches_show(printed, vp):
    assert scale_of(Matches(vp="none"), printed).vp == vp


# Swiss pairs, sections, sessions


def test_swiss_pairs_play_matches(tmp_path):
    line = element("TRAVELLER_LINE", SCORE="420")
    met = element("MATCH", element("BOARD", line, BOARD_NUMBER=3), ROUND_NUMBER=2, NS_PAIR_NUMBER=5, EW_PAIR_NUMBER=7)
    sheet = read(tmp_path, usebio(f"<SESSION>{met}</SESSION>", kind="SWISS_PAIRS"))
    assert seated(sheet) == [(2, "5", "7", "+420")]
    assert profile_of(sheet) == "ebu-swiss-pairs"


def test_sessions_that_played_the_same_boards_are_evenings_of_their_own(tmp_path):
    board = element("BOARD", element("TRAVELLER_LINE", NS_PAIR_NUMBER=1, EW_PAIR_NUMBER=2, SCORE=420), BOARD_NUMBER=1)
    with pytest.raises(Misuse, match="several sessions"):
        read(tmp_path, usebio(f"<SESSION>{board}</SESSION><SESSION>{board}</SESSION>"))


def test_the_hands_of_a_file_are_its_deals(tmp_path):
    hands = [("North", "AKQ32 J54 K7 A98"), ("East", "T9 AKQ QJ5 QJT76"), ("South", "J654 T987 A86 K2")]
    suits = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    dealt = [
        element("HAND", DIRECTION=seat, **dict(zip(suits, cards.split(), strict=True)))
        for seat, cards in (*hands, ("West", "87 632 T9432 543"))
    ]
    whole = element("HANDSET", element("BOARD", *dealt, BOARD_NUMBER=1), element("BOARD", *dealt[:2], BOARD_NUMBER=2))
    wrong = element("HANDSET", element("BOARD", *dealt[:3], dealt[0].replace("North", "West"), BOARD_NUMBER=3))
    sheet = read(
        tmp_path, usebio(individual(four(1, 2, 3, 4))[0:0] + "").replace("</EVENT>", f"</EVENT>{whole}{wrong}")
    )
    assert sheet.deals == {1: Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")}
    assert [place for place, _ in sheet.notes] == ["f.xml hands of board 3"]


# PBN


HEAD = """% <META  name=Generator  content="Magic Contest France">
[Event "Finale"]
[Date "2026.03.05"]
[Scoring "MatchPoints;MP1"]
"""
COLUMNS = r"Table\2R;PairId_NS;PairId_EW;Contract\3L;Declarer;Result;Lead;Score_NS;Score_EW;" + ";".join(
    f"{column}_{side}" for column in ("MP", "Percentage") for side in ("NS", "EW")
)
TOTALS = '[TotalScoreTable "Rank;PairId;TotalScoreMP;TotalPercentage;Names"]\n1 1 6.0 50.00 "Zoë Å - Bo Ek"\n'


def tables(*rows, head=HEAD + TOTALS, columns=COLUMNS):
    return f'{head}[Board "1"]\n[ScoreTable "{columns}"]\n' + "\n".join(rows) + "\n"


ROWS = (
    '1 1 2 4S N 10 S9 "420" - 6.0 0.0 100 0',
    '2 3 4 3N S 9 - "400" - 2.0 4.0 33 67',
    '3 5 6 3S* W 8 D2 - "-100" 0.0 6.0 0 100',
    '4 7 8 - - - - "A+" "A-" 3.6 2.4 60 40',
)


def test_a_table_of_results(tmp_path):
    sheet = read(tmp_path, tables(*ROWS), read_pbn, "f.pbn", "iso-8859-1")
    expected = [("1", "2", "4SN=", "S9"), ("3", "4", "3NTS=", None), ("5", "6", "3SXW-1", "D2")]
    assert [(each.where.ns, each.where.ew, str(each.result), each.lead) for each in sheet.lines[:3]] == expected
    assert sheet.lines[3].adjustment == Artificial(Grade("A+"), Grade("A-"))
    assert (sheet.program, sheet.scoring, sheet.date) == ("Magic Contest France", "matchpoints", "2026-03-05")
    assert [player.name for player in sheet.players] == ["Zoë Å", "Bo Ek"]
    assert next(iter(sheet.printed.lines.values())) == ("6.0", "0.0")
    assert (sheet.printed.totals, sheet.printed.percentages) == ({"1": "6.0"}, {"1": "50.00"})


@pytest.mark.parametrize(
    ("cells", "award"),
    [
        ("- - ^60 ^40", Artificial(Grade("60"), Grade("40"))),
        ("^7.5 ^2 - -", Awarded(Fraction(15, 2), Fraction(2), "out")),
    ],
)
def test_values_behind_a_caret_are_artificial(tmp_path, cells, award):
    sheet = read(tmp_path, tables(f"1 1 2 - - - - - - {cells}"), read_pbn, "f.pbn")
    assert sheet.lines[0].adjustment == award


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1 1 2 4S", "more or fewer cells"),
        ("1 1 2 A A A - - - 3 3 50 50", "does not say to what"),
        ('1 x 2 4S N 10 - "420" - 1 1 50 50', "no contestant"),
        ('1 1 2 4S N 10 - "430" - 1 1 50 50', "SCORE_MISMATCH"),
        ("1 1 2 - - - - ^700 ^3 - - - -", "not an artificial score"),
    ],
)
def test_rows_that_need_a_person(tmp_path, row, why):
    ((_, message),) = read(tmp_path, tables(ROWS[0], row), read_pbn, "f.pbn").problems
    assert why in message


def test_the_session_is_told_from_the_event(tmp_path):
    totals = '[TotalScoreTable "Rank;PairId;TotalScoreMP;SessionScoreMP;SessionPercentage"]\n1 1 99.0 6.0 50.00\n'
    printed = read(tmp_path, tables(ROWS[0], head=HEAD + totals), read_pbn, "f.pbn").printed
    assert (printed.totals, printed.percentages, printed.places) == ({"1": "6.0"}, {"1": "50.00"}, {})
    assert printed.overall == {"1": PrintedOverall("", "99.0", "", "1")}


@pytest.mark.parametrize(("score", "boards"), [("3.0", 144), ("5.0", 1)], ids=["more boards", "more than fields have"])
def test_totals_of_the_event_alone_are_not_the_sessions(tmp_path, score, boards):
    """144 boards are not the file's one; and a field has 3 of 6 on a board of four tables, not 5."""
    rows = "".join(f"{pair} {pair} {score} {boards}\n" for pair in range(1, 9))
    totals = f'[TotalScoreTable "Rank;PairId;TotalScoreMP;NrBoards"]\n{rows}'
    sheet = read(tmp_path, tables(*ROWS, head=HEAD + totals), read_pbn, "f.pbn")
    assert (sheet.printed.totals, sheet.printed.places) == ({}, {})
    assert [each.total for each in sheet.printed.overall.values()] == [score] * 8
    assert "not compared with this one's" in sheet.notes[-1][1]


def game(board, **tags):
    return f'[Event "#"]\n[Board "{board}"]\n' + "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


PLAYED = {"Declarer": "S", "Contract": "4S", "Result": "10", "Score": "NS 420"}
ROBOTS = {"North": "BEN", "South": "BEN", "East": "WB5", "West": "WB5"}
TURNED = {"North": "WB5", "South": "WB5", "East": "BEN", "West": "BEN"}


def test_two_rooms_of_two_teams(tmp_path):
    text = (
        game(1, **ROBOTS, **PLAYED, Room="Open")
        + "{\nBEN +7}\n"
        + game(1, **TURNED, Contract="Pass", Score="NS 0", Room="Closed")
    )
    sheet = read(tmp_path, text, read_pbn, "f.pbn")
    assert [(each.where.ns, each.where.table) for each in sheet.lines] == [("BEN", "open"), ("WB5", "closed")]
    people = {"North": "A", "South": "B", "East": "C", "West": "D"}
    turned = {"North": "C", "South": "D", "East": "A", "West": "B"}
    text = game(1, **people, **PLAYED, Room="Open") + game(1, **turned, **PLAYED, Room="Closed")
    assert read(tmp_path, text, read_pbn, "f.pbn").contestants == ("Home", "Visitors")


def test_games_of_pairs_known_by_their_names(tmp_path):
    others = {"North": "E", "South": "F", "East": "B", "West": "A"}
    text = game(1, North="A", South="B", East="C", West="D", **PLAYED, Scoring="MP") + game(8, **others, **PLAYED)
    sheet = read(tmp_path, text + game(3, North="?", **PLAYED), read_pbn, "f.pbn")
    assert [(each.where.ns, each.where.ew) for each in sheet.lines] == [("1", "2"), ("3", "1")]
    assert [player.name for player in sheet.players if player.contestant == "1"] == ["A", "B"]
    assert "does not name all its players" in sheet.problems[0][1]


# A club game of the ACBL


def acbl(**changed):
    line = {"ns_pair": "1", "ew_pair": 1, "ns_score": "420", "contract": "4 S", "declarer": "N", "tricks_taken": 10}
    lines = [
        line | {"ns_match_points": "1.00", "ew_match_points": 0} | changed,
        line | {"ns_pair": "2", "ew_pair": "2", "ns_score": "-50", "tricks_taken": 9},
    ]
    pairs = [
        {"pair_number": str(n), "direction": d, "percentage": p}
        for n, d, p in ((1, "NS", 100), (1, "EW", 0), (2, "NS", 0), (2, "EW", 100))
    ]
    section = {"name": "A", "pair_summaries": pairs, "boards": [{"board_number": 1, "board_results": lines}]}
    return json.dumps({"name": "Tuesday", "start_date": "2026-03-10", "sessions": [{"sections": [section]}]})


def test_a_club_game(tmp_path, ledger):
    path = tmp_path / "f.json"
    path.write_text(acbl())
    said = json.loads(ledger("import", path, "--json"))
    assert said["compared"] == {"figures": {"percentage": 4, "line": 1}, "differing": []}
    assert "ACBLscore" in ledger("session", "show")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ns_score": "AVE"}, "an average, of which the file does not say which"),
        ({"ns_score": "430"}, "SCORE_MISMATCH"),
        ({"ns_pair": "\u202e"}, "no contestant"),
    ],
)
def test_results_that_need_a_person(tmp_path, changed, why):
    ((_, message),) = read(tmp_path, acbl(**changed), read_acbl, "f.json").problems
    assert why in message


@pytest.mark.parametrize("score", ["", "np", "Not played", "LATE PLAY"])
def test_what_a_club_game_did_not_play_is_told(tmp_path, score):
    sheet = read(tmp_path, acbl(ns_score=score), read_acbl, "f.json")
    assert ([str(line.result) for line in sheet.lines], len(sheet.unplayed), sheet.problems) == (["4SN-1"], 1, [])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sessions": 1}', '{"sessions": []}', "[" * 100_000])
def test_json_that_is_no_game(tmp_path, text):
    with pytest.raises(Misuse) as caught:
        read(tmp_path, text, read_acbl, "f.json")
    assert caught.value.code == "bad-file"


# Regulations of what wrote a file


@pytest.mark.parametrize(
    ("program", "profile"),
    [
        ("EBUScore Pairs", "ebuscore"),
        ("PairsScorer", "pairsscorer"),
        ("BriAn", "brian"),
        ("KoPS", "kops"),
        ("ScoreBridge 10", "scorebridge"),
        ("RealBridge", "realbridge"),
        ("Pianola", "pianola"),
        ("", "default"),
    ],
)
def test_the_regulations_of_the_program(program, profile):
    sheet = Sheet("x", "X", program=program, scoring="matchpoints")
    assert regulations_of(sheet, None).profile == profile
    assert profile in list_shipped_profiles()
    assert regulations_of(sheet, "wbf").profile == load_profile("wbf").profile


def test_a_figure_is_the_same_to_the_decimals_both_have():
    assert is_same("28.3", Fraction("28.25"))
    assert not is_same("28.3", Fraction("28.24"))
    assert not is_same("28.30", Fraction("28.34"))
    assert not is_same("sixty", Fraction(60))


def test_what_differs_is_named(tmp_path, ledger):
    path = tmp_path / "f.pbn"
    path.write_text(tables(*ROWS[:2], '3 5 6 3S* W 8 D2 - "-100" 0.0 4.0 0 100'))
    said = ledger("import", path)
    assert "compared with what the file prints: 1 total, 1 percentage, 1 place, 3 scores of lines: 4 differ" in said
    assert "contestant 1: the file's total is 6.0, ours 4" in said


def test_awards_wait_for_no_grade_that_follows_other_boards(tmp_path):
    """A+ that is worth more than 60% is the session's average (Law 12C2(c)), not an award."""
    sheet = read(tmp_path, tables(*ROWS[:3], '4 7 8 - - - - "A+" "A-" 4.1 1.9 68 32'), read_pbn, "f.pbn")
    recognise_awards(sheet, Fraction(1))
    assert sheet.lines[3].adjustment == Artificial(Grade("A+"), Grade("A-"))


# What the regulations say


def scored(ledger, tmp_path, scoring, profile, lines):
    path = tmp_path / "s.csv"
    path.write_text("board,ns,ew,score\n" + "".join(f"{line}\n" for line in lines))
    ledger("import", path, "--scoring", scoring, "--profile", profile)
    fields = json.loads(ledger("standings", "--json"))["fields"]
    return {row["contestant"]: row for field in fields for row in field["rows"]}


def test_a_board_with_its_own_top_counts_for_less(tmp_path, ledger):
    """1 and 2 play for 4 and then for 2 matchpoints: 4 + 0 of 6 are 66.67 per cent, not the half of two boards."""
    lines = ["1,1,2,420", "1,3,4,170", "1,5,6,-50", "2,1,2,-50", "2,3,4,420"]
    rows = scored(ledger, tmp_path, "matchpoints", "brian", lines)
    assert [rows[each]["percent"]["text"] for each in "1234"] == ["66.67", "33.33", "66.67", "33.33"]
    explained = ledger("explain", "1", "--ns", "1", "--ew", "2")
    assert "420" in explained
    ledger("result", "void", "2", "--ns", "3", "--ew", "4", "--reason", "wrong board", "--yes")
    rows = {r["contestant"]: r for f in json.loads(ledger("standings", "--json"))["fields"] for r in f["rows"]}
    assert rows["1"]["percent"]["text"] == "100.00"  # alone on board 2: nothing to be had there


@pytest.mark.parametrize(("profile", "percent"), [("pairsscorer", "8.33"), ("ebuscore", "8.38")])
def test_pairsscorer_does_not_round_the_matchpoints_of_a_board(tmp_path, ledger, profile, percent):
    """Three bottoms among 3 of 5 results are worth 2/3 each (Neuberg): 2 of 24, or 2.01 when each is rounded."""
    small = [line for board in "123" for line in (f"{board},1,2,-50", f"{board},3,4,0", f"{board},5,6,50")]
    full = [f"4,{ns},{ns + 1},0" for ns in range(11, 20, 2)]
    rows = scored(ledger, tmp_path, "matchpoints", profile, [*small, *full])
    assert rows["1"]["percent"]["text"] == percent


def test_no_comparison_is_more_than_the_regulations_let_it_be(tmp_path, ledger):
    rows = scored(ledger, tmp_path, "cross-imps", "kops", ["1,1,2,2220", "1,3,4,-2220"])
    assert rows["1"]["score"]["text"] == "17.00"
    assert "limited to +17" in ledger("explain", "1", "--ns", "1", "--ew", "2")


def test_a_sum_is_rounded_before_it_is_factored(tmp_path, ledger):
    """Of three comparisons one is worth 10 IMPs: 3.33 on one board of two, so 6.66 and not 6.67."""
    first = ["1,1,2,420", "1,3,4,-50", "1,5,6,420", "1,7,8,420"]
    rows = scored(ledger, tmp_path, "cross-imps", "pianola", [*first, "2,3,4,50", "2,5,6,50", "2,7,8,50"])
    assert rows["1"]["score"]["text"] == "6.66"
