"""One ranking or two: where no pair changes direction, where the numbers are the same in both, and as the desk asks."""

import json
import shlex
from pathlib import Path

import pytest

from cli.main import run
from ledger.exchange.bridgemate.access import ScoringFileTables
from ledger.exchange.bridgemate.bws import sheet_of
from ledger.exchange.fields import count_rankings, relabel_contestants
from tests.exchange.files import board, line, pair, usebio
from tests.needs import needs

BOARDS = {
    1: (("1", "4", 420), ("2", "5", -50), ("3", "6", 400)),
    2: (("1", "5", -110), ("2", "6", -400), ("3", "4", -140)),
    3: (("1", "6", 90), ("2", "4", 110), ("3", "5", -50)),
}
"""A Mitchell of three tables whose East–West pairs are numbered on; every score with its contract is possible."""
APART = [["1NS", "2NS", "3NS"], ["5EW", "6EW", "4EW"]]
TOGETHER = [["1", "5", "6", "2", "3", "4"]]
NAMES = {
    "1": ("Ann", "Ada"),
    "2": ("Bob", "Ben"),
    "3": ("Cid", "Cis"),
    "4": ("Dee", "Dot"),
    "5": ("Eve", "Ed"),
    "6": "FG",
}
RANKED_APART = "no pair changes direction, so North–South are never compared with East–West, and they are ranked apart"
RANKED_TOGETHER = "so North–South are never compared with East–West; the file ranks them together: --winners 2"


def table(boards, between=","):
    rows = [["board", "ns", "ew", "score"]]
    rows += [[str(number), ns, ew, str(score)] for number, lines in boards.items() for ns, ew, score in lines]
    return "".join(between.join(row) + "\n" for row in rows)


def pbn_tables(boards, head=""):
    columns = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n'
    return head + "".join(
        f'[Event "E"]\n[Board "{number}"]\n[Scoring "MP"]\n{columns}'
        + "".join(f"{ns} {ew} {score}\n" for ns, ew, score in lines)
        + "\n"
        for number, lines in boards.items()
    )


def pbn_games(boards):
    """Every result as a game of its own: pairs are known by their players, and numbered as they come."""
    text = ""
    for number, lines in boards.items():
        for ns, ew, score in lines:
            (north, south), (east, west) = NAMES[ns], NAMES[ew]
            seats = {"North": north, "South": south, "East": east, "West": west}
            tags = {"Event": "#", "Board": number, "Scoring": "MP", **seats, "Score": f"NS {score}"}
            text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"
    return text


def xml(boards, winners=""):
    pairs = "".join(pair(number, names=NAMES.get(number, ())) for number in sorted({*numbers_in(boards)}))
    played = "".join(
        board(number, [line(ns, ew, str(score)) for ns, ew, score in lines]) for number, lines in boards.items()
    )
    text = usebio(f"<PARTICIPANTS>{pairs}</PARTICIPANTS>{played}", winners=winners)
    return text.replace("<WINNER_TYPE></WINNER_TYPE>", "").replace("Compscore3", "Other")


def numbers_in(boards):
    return (number for lines in boards.values() for ns, ew, _ in lines for number in (ns, ew))


def acbl(boards):
    numbers = sorted({*numbers_in(boards)})
    pairs = [{"pair_number": number, "players": [{"name": name} for name in NAMES[number]]} for number in numbers]
    played = [
        {
            "board_number": number,
            "board_results": [{"ns_pair": ns, "ew_pair": ew, "ns_score": str(score)} for ns, ew, score in lines],
        }
        for number, lines in boards.items()
    ]
    section = {"name": "A", "pair_summaries": pairs, "boards": played}
    return json.dumps({"name": "Tuesday", "sessions": [{"sections": [section]}]})


FILES = {
    "evening.csv": table(BOARDS),
    "evening.tsv": table(BOARDS, "\t"),
    "evening.pbn": pbn_tables(BOARDS),
    "games.pbn": pbn_games(BOARDS),
    "evening.xml": xml(BOARDS),
    "evening.json": acbl(BOARDS),
}


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    assert run(["init"]) == 0

    def call(typed, code=0):
        capsys.readouterr()
        assert run(shlex.split(typed)) == code
        printed = capsys.readouterr()
        return printed.err if code else printed.out

    return call


def ranked(desk):
    fields = json.loads(desk("standings --json"))["fields"]
    return [[row["contestant"] for row in field["rows"]] for field in fields]


def renumbered(ranking):
    """Pairs that are known by name are numbered as they come: 1 v 4 are the first two."""
    as_they_come = {"1": "1", "4": "2", "2": "3", "5": "4", "3": "5", "6": "6"}
    return [sorted(as_they_come[label[0]] + label[1:] for label in field) for field in ranking]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(
    ("asked", "ranking", "noted"),
    [("", APART, True), ("--winners 2", APART, False), ("--winners 1", TOGETHER, False)],
    ids=["unasked", "two", "one"],
)
def test_where_no_pair_changes_direction_there_are_two_rankings_unless_the_desk_says_one(
    desk, file, asked, ranking, noted
):
    Path(file).write_text(FILES[file])
    said = desk(f"import {file} {asked} --profile default --scoring matchpoints")
    assert (RANKED_APART in said) is noted
    if file == "games.pbn":
        assert [sorted(field) for field in ranked(desk)] == renumbered(ranking)
    else:
        assert [sorted(field) for field in ranked(desk)] == [sorted(field) for field in ranking]
        assert ranked(desk)[0][0] == ranking[0][0]
    assert "Nothing new" in desk(f"import {file}")


@needs("openpyxl")
@pytest.mark.parametrize(("asked", "ranking"), [("", APART), ("--winners 1", TOGETHER)])
def test_a_spreadsheet_is_ranked_as_a_table_of_text_is(desk, asked, ranking):
    import openpyxl

    book = openpyxl.Workbook()
    for row in table(BOARDS).splitlines():
        book.active.append(row.split(","))
    book.save("evening.xlsx")
    desk(f"import evening.xlsx {asked}")
    assert ranked(desk) == ranking


def test_players_and_printed_figures_go_with_their_pairs(desk):
    """Every pair of each direction has its own players, and the totals that the file prints are compared."""
    Path("evening.xml").write_text(
        FILES["evening.xml"].replace("<TOTAL_SCORE></TOTAL_SCORE>", "<TOTAL_SCORE>9</TOTAL_SCORE>")
    )
    said = desk("import evening.xml --profile default -v")
    assert "6 totals" in said
    assert "contestant 4EW: the file's total is 9, ours 2" in said
    assert "4EW" in desk("person list")


def test_a_file_that_ranks_all_together_is_followed_and_a_note_tells(desk):
    Path("evening.xml").write_text(xml(BOARDS, winners=1))
    assert RANKED_TOGETHER in desk("import evening.xml")
    assert ranked(desk) == TOGETHER


def test_pairs_that_change_direction_are_one_field(desk):
    howell = {
        1: (("1", "4", 420), ("2", "3", -50)),
        2: (("4", "2", 90), ("3", "1", 400)),
        3: (("1", "2", 50), ("4", "3", 0)),
    }
    Path("howell.csv").write_text(table(howell))
    said = desk("import howell.csv")
    assert "one winner" in said
    assert "direction" not in said


def test_a_single_round_tells_nothing_of_the_movement(desk):
    Path("round.csv").write_text(table({1: BOARDS[1]}))
    assert "one winner" in desk("import round.csv")


SHARED = {1: (("1", "1", 420), ("2", "2", -50))}
"""One board of two fields with the same numbers."""


of_each_kind = pytest.mark.parametrize(
    ("file", "text"), [("e.csv", table(SHARED)), ("e.pbn", pbn_tables(SHARED)), ("e.xml", xml(SHARED))]
)


@of_each_kind
@pytest.mark.parametrize("asked", ["", "--winners 2"])
def test_a_single_board_on_which_every_number_sits_both_ways_is_of_two_fields(desk, file, text, asked):
    Path(file).write_text(text)
    desk(f"import {file} {asked}")
    assert ranked(desk) == [["1NS", "2NS"], ["2EW", "1EW"]]


@of_each_kind
def test_a_number_that_stands_for_two_pairs_is_not_ranked_with_itself(desk, file, text):
    Path(file).write_text(text)
    refused = desk(f"import {file} --winners 1", code=2)
    assert "a number stands for a pair of each direction" in refused
    assert "--winners 2" in refused


def test_one_slip_on_a_single_board_does_not_make_two_fields(desk):
    Path("e.csv").write_text(table({1: (("1", "2", 420), ("3", "3", -50), ("5", "6", 90))}))
    assert "cannot play against itself" in desk("import e.csv", code=1)


def test_directions_in_the_numbers_are_left_out_where_the_desk_asks_for_one_ranking(desk):
    directed = {number: [(f"{ns}NS", f"{ew}EW", score) for ns, ew, score in lines] for number, lines in BOARDS.items()}
    Path("e.csv").write_text(table(directed))
    desk("import e.csv --winners 1")
    assert ranked(desk) == TOGETHER


def test_a_pair_that_changes_direction_is_named_where_the_desk_asks_for_two_rankings(desk):
    switched = BOARDS | {3: (("6", "1", -90), ("2", "4", 110), ("3", "5", -50))}
    Path("e.csv").write_text(table(switched))
    assert "1 and 6 sit both ways, as a contestant of each direction" in desk("import e.csv --winners 2")


def test_individuals_are_not_ranked_apart(desk):
    Path("e.csv").write_text("board,ns,ew,score\n1,1+2,3+4,420\n1,5+6,7+8,-50\n")
    assert "individuals, who are ranked together" in desk("import e.csv --winners 2", code=2)


@pytest.mark.parametrize("ending", ["xml", "pbn"])
def test_one_ranking_that_was_written_is_one_when_it_is_read(desk, ending):
    """A session that ranks a Mitchell together says so in its files, or by its numbers."""
    Path("e.csv").write_text(table(BOARDS))
    desk("import e.csv --winners 1 --session evening")
    desk(f"export out.{ending}")
    desk("--db b.db init")
    assert RANKED_TOGETHER in desk(f"--db b.db import out.{ending}")


def test_a_csv_cannot_say_that_a_mitchell_is_ranked_together_and_export_names_it(desk):
    Path("e.csv").write_text(table(BOARDS))
    desk("import e.csv --winners 1 --session evening")
    assert "`import --scoring matchpoints --winners 1`" in desk("export out.csv -v")


HANDS = "SJ654HT987DA86CK2,S87H632DT9432C543,SAKQ32HJ54DK7CA98"
DEALERS = {1: (3, "o"), 2: (4, "n"), 3: (1, "e")}
"""The number of who deals each board, and who is vulnerable."""


@pytest.mark.parametrize(("asked", "fields"), [("", 2), ("--winners 2", 2), ("--winners 1", 1)])
def test_pairs_of_a_lin_file_are_ranked_by_how_they_sat(desk, asked, fields):
    """They are known by their players' names; South comes first."""
    text = "vg|Tuesday,,P,1,3,,,,|\n"
    for number, lines in BOARDS.items():
        dealer, vulnerable = DEALERS[number]
        for ns, ew, score in lines:
            names = ",".join((NAMES[ns][1], NAMES[ew][1], NAMES[ns][0], NAMES[ew][0]))
            bid = f"mb|1N|mb|p|mb|p|mb|p|mc|{7 + score % 3}|"
            text += f"qx|o{number}|pn|{names}|st||md|{dealer}{HANDS}|sv|{vulnerable}|{bid}pg||\n"
    Path("tuesday.lin").write_text(text)
    desk(f"import tuesday.lin {asked}")
    assert len(ranked(desk)) == fields
    assert sorted(label[0] for field in ranked(desk) for label in field) == list("123456")


def device(winners=None):
    """What Bridgemates are told of the Mitchell: its movement, and no result yet."""
    columns = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
    rounds = [
        dict(zip(columns, (1, at, number, int(ns), int(ew), number, number), strict=True))
        for number, lines in BOARDS.items()
        for at, (ns, ew, _) in enumerate(lines, start=1)
    ]
    numbers = [
        {"Section": 1, "Table": 1, "Direction": seat, "Number": "", "Name": name}
        for seat, name in zip("NE", "AD", strict=True)
    ]
    tables = {"Section": [{"ID": 1, "Letter": "A"}], "RoundData": rounds, "ReceivedData": [], "PlayerNumbers": numbers}
    return sheet_of(Path("evening.bws"), ScoringFileTables(tables), winners)


@pytest.mark.parametrize(
    ("asked", "opened", "winners", "players"),
    [
        (None, None, 2, ["1NS", "4EW"]),
        (1, None, 1, ["1", "4"]),
        (2, None, 2, ["1NS", "4EW"]),
        (None, 1, 1, ["1", "4"]),
        (None, 2, 2, ["1NS", "4EW"]),
    ],
)
def test_the_movement_of_the_devices_tells_before_any_result_is_in(asked, opened, winners, players):
    """A session that is open already keeps the rankings it has."""
    sheet = device(asked)
    assert count_rankings(sheet, asked, opened, in_matches=False) == winners
    relabel_contestants(sheet, winners)
    assert [each.contestant for each in sheet.players] == players


def test_whoever_sits_nowhere_is_named():
    sheet = device()
    sheet.planned = ()
    relabel_contestants(sheet, 2)
    assert sheet.players == []
    why = "the file does not say in which direction: players and printed figures are left out"
    assert sheet.notes == [("evening", f"1 and 4 sit, and {why}")]
