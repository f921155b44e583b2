"""Who is entered: names in full, by a few letters of the club's list of members, and all of an evening from a table."""

import json

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.exchange.bridgemate import bws
from ledger.exchange.sheet import Sheet
from ledger.kernel.at_table import Where
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

LIST = "No;Surname;First name;Club\n1234;Bell;Ann;Oxford\n5678;Dunn;Carl;York\n9;Dunn;Carla;\n77;Fox;Pat;\n;Ek;Bo;\n"


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A folder with a ledger, a session of six pairs, and a list of members that is named in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("BRIDGE_LEDGER_MEMBERS", "members.csv")
    monkeypatch.delenv("BRIDGE_LEDGER_DB", raising=False)
    (tmp_path / "members.csv").write_text(LIST)
    assert run(["init", "-q"]) == 0
    assert run(["session", "open", "t", "--boards", "1-4", "--contestants", "1-6", "-q"]) == 0
    return tmp_path


@pytest.fixture
def does(club, capsys):
    """Types a command; its exit code, and what it printed."""

    def typed(*words, code=0):
        capsys.readouterr()
        assert run([*words]) == code, capsys.readouterr()
        printed = capsys.readouterr()
        return printed.err if code else printed.out

    return typed


def people(does):
    found = json.loads(does("person", "list", "--json"))["people"]
    return {(each["contestant"], each["seat"]): (each["name"], each["member_number"]) for each in found}


def test_a_late_pair_is_one_command(does):
    said = does("session", "enter", "7", "bel an & dun carl 5")
    assert "contestants entered: 7" in said
    assert "7 player 1 is Ann Bell (1234); 7 player 2 is Carl Dunn (5678)" in said
    assert people(does) == {("7", 1): ("Ann Bell", "1234"), ("7", 2): ("Carl Dunn", "5678")}


def test_who_did_not_come_is_taken_out(does):
    assert "6" in does("session", "remove-contestants", "6", "--yes", "--reason", "did not come")
    assert "7, 6" not in does("session", "enter", "7")
    assert len(json.loads(does("session", "show", "--json"))["contestants"]) == 6


def test_programs_are_told_who_was_entered_also_where_nobody_is_known_by_name(does):
    assert json.loads(does("session", "enter", "7", "--json"))["entered"] == [{"contestant": "7", "players": []}]


def test_who_comes_late_and_sits_nowhere_in_the_movement_is_told_how_to_be_seated(does):
    does("movement", "set", "howell", "--boards-each", "1", "--rounds", "4", "--yes")
    assert "7 sits nowhere in the movement: `bridge-ledger movement change --seat 7`" in does("session", "enter", "7")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["1234 & 77"], [("Ann Bell", "1234"), ("Pat Fox", "77")]),
        (["ANN BELL (1234)", "Zoe New (-)"], [("Ann Bell", "1234"), ("Zoe New", "")]),
        (["(77) / Ann Alt (E 4)"], [("Pat Fox", "77"), ("Ann Alt", "E 4")]),
        (["bo & Ana Costa e Silva (-)"], [("Bo Ek", ""), ("Ana Costa e Silva", "")]),
    ],
)
def test_people_are_typed_in_several_ways(does, typed, found):
    said = json.loads(does("session", "enter", "7", *typed, "--json"))
    told = [(each["name"], each["member_number"]) for each in said["entered"][0]["players"]]
    assert said["entered"][0]["contestant"] == "7"
    assert told == found


@pytest.mark.parametrize(
    ("typed", "code", "tells"),
    [
        ("dun & bo", "which-member", "Carla Dunn   9"),
        ("zed & bo", "no-such-member", '"Zed (-)"'),
        ("Ann Bell (77) & bo", "which-member", "77 is Pat Fox on the list, and not Ann Bell"),
        ("bell & ann bell", "plays-twice", "Ann Bell (1234) is named twice"),
        ("88 & bo", "no-such-member", "nobody of members.csv is 88"),
    ],
)
def test_who_is_not_known_or_may_be_several_is_asked_again(does, typed, code, tells):
    said = does("session", "enter", "7", typed, code=1)
    assert said.startswith(f"error[{code}]")
    assert tells in said
    assert people(does) == {}


def test_who_plays_already_is_not_entered_again(does):
    does("session", "enter", "7", "bell & bo")
    assert "error[plays-twice]: 8: Ann Bell (1234) plays as 7" in does("session", "enter", "8", "bell & fox", code=1)
    assert "error[named-already]: 7 is Ann Bell (1234) & Bo Ek" in does("session", "enter", "7", "fox & 9", code=1)
    assert "error[nothing-to-change]" in does("session", "enter", "7", "bell & bo", code=1)
    assert "contestants entered" not in does("session", "enter", "1", "fox & 9")  # it was, by its number


def test_without_a_list_names_are_in_full(does, monkeypatch):
    monkeypatch.delenv("BRIDGE_LEDGER_MEMBERS")
    does("session", "enter", "7", "Ann Bell (1234) & Carl Dunn")
    assert people(does) == {("7", 1): ("Ann Bell", "1234"), ("7", 2): ("Carl Dunn", "")}
    assert "--members FILE" in does("session", "enter", "8", "77 & Bo Ek", code=1)
    assert "error[unquoted]" in does("session", "enter", "8", "9", code=2)
    assert "an unmatched bracket" in does("session", "enter", "8", "Bo Ek (12", code=2)


ENTRIES = "pair,player 1,number 1,player 2,number 2\n1,Uwe Alt,88,,77\n8,Jan Berg,,ann bell,\n9,,,,\n"


def test_an_evening_is_entered_from_a_table(does, club):
    (club / "entries.csv").write_text(ENTRIES)
    said = does("session", "enter", "--from", "entries.csv")
    assert "8: Jan Berg & Ann Bell (1234)" in said
    assert "contestants entered: 8, 9" in said
    assert people(does) == {
        ("1", 1): ("Uwe Alt", "88"),
        ("1", 2): ("Pat Fox", "77"),
        ("8", 1): ("Jan Berg", ""),
        ("8", 2): ("Ann Bell", "1234"),
    }
    assert "error[nothing-to-change]" in does("session", "enter", "--from", "entries.csv", code=1)


def test_what_is_wrong_with_a_table_is_told_line_by_line(does, club):
    (club / "entries.csv").write_text("pair,names\n8,Ann Bell & 404\n9,dunn\n10\nx,Bo Ek\n11,Bo Ek\n11,Pat Fox\n")
    said = does("session", "enter", "--from", "entries.csv", code=1)
    assert said.startswith("error[bad-lines]: 5 lines of entries.csv cannot be read")
    assert [f"  line {line} " in said for line in (2, 3, 4, 5, 6, 7)] == [True, True, True, True, False, True]
    assert people(does) == {}


def test_many_wrong_lines_are_counted(does, club):
    (club / "entries.csv").write_text("pair,names\n" + "".join(f"{at},999\n" for at in range(10, 60)))
    said = does("session", "enter", "--from", "entries.csv", code=1)
    assert "50 lines of entries.csv cannot be read, of which the first 20 are told" in said
    assert said.count("nobody of members.csv is 999") == 20


def test_the_list_says_what_is_wrong_with_it(does, club, capsys):
    (club / "members.csv").write_text(LIST + "77;Vu;Kim;\n;;;\n")
    said = does("person", "members")
    assert "6 members on members.csv" in said
    assert "line 7: number 77 of Kim Vu is that of Pat Fox in line 5" in said
    assert "Carla Dunn" in does("person", "members", "du", "9")
    assert json.loads(does("person", "members", "--json"))["problems"][0]["where"] == "line 7"
    capsys.readouterr()
    assert run(["session", "enter", "7", "bell & bo"]) == 0
    assert "note: members.csv line 7: " in capsys.readouterr().err


def test_who_is_entered_so_is_erased_and_the_log_still_verifies(does):
    does("session", "enter", "7", "bell & bo")
    assert "Ann Bell" in does("person", "erase", "--member", "1234", "--yes")
    assert people(does) == {("7", 2): ("Bo Ek", "")}
    assert "ok      texts" in does("verify")
    assert "Ann Bell" not in does("log")


def test_a_device_knows_the_number_and_the_list_the_name(does, monkeypatch):
    line = SheetLine("line 1", Where(1, "1", "1", "2"), Result("4SN="))
    players = [Player("1", 1, "", "1234"), Player("1", 2, "", "404"), Player("2", 1, "A. Fox", "77")]

    def read(path, winners):
        return Sheet("t", "t", winners=1, lines=[line], players=players, device="t.bws")

    monkeypatch.setattr(bws, "read_bws", read)
    expected = {("1", 1): ("Ann Bell", "1234"), ("1", 2): ("", "404"), ("2", 1): ("A. Fox", "77")}
    does("import", "t.bws", "--session", "evening")
    assert people(does) == expected
    monkeypatch.delenv("BRIDGE_LEDGER_MEMBERS")
    does("import", "t.bws", "--session", "evening")
    assert people(does) == expected


@pytest.fixture
def spring(does):
    """A tournament with four pairs by number and one with its players."""
    does("tournament", "open", "spring", "-q")
    does("tournament", "stage", "add", "q", "-q")
    does("tournament", "enter", "1-4", "-q")
    assert "5 player 1 is Ann Bell (1234)" in does("tournament", "enter", "5", "bell & bo", "--seed", "3")


def test_whom_the_tournament_knows_is_entered_in_its_session_by_the_number_alone(spring, does):
    does("session", "open", "fri", "--boards", "1-4", "--contestants", "1-4", "-q")
    does("tournament", "add", "fri", "--stage", "q", "-q")
    assert "5: Ann Bell (1234) & Bo Ek" in does("session", "enter", "5", "--session", "fri")
    for table, (ns, ew) in enumerate([("5", "2"), ("1", "3")], start=1):
        does("result", "add", f"1/{table}", "4SN=", "--ns", ns, "--ew", ew, "--session", "fri", "-q")
    assert "Ann Bell & Bo Ek" in does("standings", "--session", "fri")
    assert "Ann Bell & Bo Ek" in does("tournament", "standings")


def test_what_was_said_of_a_contestant_holds_where_it_is_named(spring, does):
    does("tournament", "enter", "6", "--stratum", "B", "--seed", "9", "-q")
    said = does("tournament", "enter", "6", "fox & carla")
    assert "entered: 6" not in said
    found = json.loads(does("tournament", "show", "--json"))["entrants"]
    assert {"label": "6", "stratum": "B", "seed": 9}.items() <= found[-1].items()


def test_other_people_of_a_session_are_not_the_contestant_that_was_entered(spring, does):
    does("session", "open", "fri", "--boards", "1-4", "--contestants", "1-5", "-q")
    does("session", "enter", "5", "fox & carla", "--session", "fri")
    does("session", "enter", "2", "bell & bo", "--session", "fri")
    said = does("tournament", "add", "fri", "--stage", "q", code=1)
    assert said.startswith("error[who-is-who]")
    assert "5 of spring" in said


def test_entries_of_a_tournament_are_corrected_and_erased(spring, does):
    assert "error[plays-twice]" in does("tournament", "enter", "6", "1234 & fox", code=1)
    assert "error[named-already]" in does("tournament", "enter", "5", "fox & carla", code=1)
    assert "error[no-such-contestant]" in does("person", "add", "9", "fox", "--session", "spring", code=1)
    does("person", "add", "5", "fox", "carla", "--session", "spring")
    assert people(does) == {("5", 1): ("Pat Fox", "77"), ("5", 2): ("Carla Dunn", "9")}
    assert "2 entries" not in does("person", "erase", "--member", "77", "--yes")
    assert people(does) == {("5", 2): ("Carla Dunn", "9")}
    assert "ok      texts" in does("verify", "--session", "spring")


def test_a_pair_is_not_entered_twice_though_it_has_no_number(spring, does):
    does("tournament", "enter", "6", "Al Ox (-) & Cy Yo (-)")
    said = does("tournament", "enter", "7", "Yo Cy (-) & Al Ox (-)", code=1)
    assert "error[plays-twice]: 7: Yo Cy & Al Ox play as 6" in said


def test_the_entries_of_a_tournament_come_from_a_table(spring, does, club):
    (club / "entries.csv").write_text("team;names\nJays;fox (77) & Al Ox\nOwls;Cy Yo & Di Za\n")
    said = does("tournament", "enter", "--from", "entries.csv", "--seed", "7", "--json")
    assert [each["contestant"] for each in json.loads(said)["entered"]] == ["Jays", "Owls"]
    found = json.loads(does("tournament", "show", "--json"))["entrants"]
    assert [(each["label"], each.get("seed")) for each in found][-2:] == [("Jays", 7), ("Owls", 8)]
    assert people(does)["Jays", 1] == ("Pat Fox", "77")


def test_a_bundle_of_a_tournament_has_its_entries(spring, does, club):
    does("session", "open", "fri", "--boards", "1-4", "--contestants", "1-5", "-q")
    does("tournament", "add", "fri", "--stage", "q", "-q")
    does("export", "spring.zip", "--session", "spring")
    does("--db", "other.db", "init", "-q")
    does("--db", "other.db", "import", "spring.zip", "--unsealed")
    assert people(lambda *words: does("--db", "other.db", *words))["5", 1] == ("Ann Bell", "1234")
