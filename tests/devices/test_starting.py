"""What devices are told of a session, and what is refused before anything is sent."""

import json
from pathlib import Path

import pytest

from cli.options.sessions import ConnectorOptions
from ledger.exchange.bridgemate.telling import Licence
from ledger.exchange.bridgemate.told import scoring_method, sentences_on_unsupported_parts
from ledger.movements.plan import PlannedTable
from ledger.subjects.movement.facts import MovementSet
from tests.core.spec import Evening
from tests.devices.stand_in import CLUB, LICENCE
from tests.devices.wire import served
from tests.golden.boards import amended

LINE_TO = ConnectorOptions.line
DEAL = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"


def seats(stand_in, guid, letters="A"):
    """Who meets whom where on which boards, as the devices have it."""
    tables = stand_in.sessions[guid].sections[letters]["Tables"]
    names = ("TableNumber", "RoundNumber", "PairNS", "PairEW", "LowBoardNumber", "HighBoardNumber")
    return {tuple(each[name] for name in names) for table in tables for each in table["Rounds"]}


def test_the_movement_is_told_as_it_was_laid_down(evening):
    evening.started()
    plan = evening.of_json("movement", "show")["tables"]
    told = {
        (int(each["table"]), each["round"], int(each["ns"]), int(each["ew"]), each["boards"][0], each["boards"][-1])
        for each in plan
    }
    assert seats(evening.stand_in, evening.guid) == told
    assert len(told) == 28
    session = evening.stand_in.sessions[evening.guid].said
    assert (session["Name"], session["Year"], session["Month"], session["Day"]) == ("thursday", 2026, 3, 5)
    assert session["ScoringGroups"][0]["ScoringMethod"] == 10


@pytest.mark.parametrize(
    ("scoring", "said", "method"),
    [
        ("matchpoints", {}, 10),
        ("butler", {"artificial": {"imps_plus": 2}}, 22),
        ("butler", {"artificial": {"imps_plus": 3}}, 27),
        ("butler", {"artificial": {"imps_plus": 2}, "butler": {"trim": "1"}}, 21),
        ("cross-imps", {"artificial": {"imps_plus": 3}}, 36),
        ("cross-imps", {"artificial": {"imps_plus": 2}, "cross_imps": {"divisor": "none"}}, 30),
        ("cross-imps", {"artificial": {"imps_plus": 2}, "cross_imps": {"divisor": "results"}}, 31),
        ("teams", {}, 51),
        ("teams", {"matches": {"vp": "discrete"}}, 50),
        ("teams", {"matches": {"vp": "none"}}, 40),
        ("board-a-match", {}, 60),
        ("knockout", {}, 40),
    ],
)
def test_devices_show_scores_by_the_method_that_is_nearest(scoring, said, method):
    """By the numbers in the maker's guide."""
    evening = Evening((1,), 1, contestants=("1", "2"), scoring=scoring)
    for part, values in said.items():
        amended(evening, part, **values)
    assert scoring_method(evening.session) == method


def test_names_numbers_and_cards_go_with_it_and_what_was_erased_does_not(evening):
    evening.open()
    evening.type("person", "name", "8", "1", "Jane van Roe", "--member", "17")
    evening.type("person", "name", "8", "2", "Joe Doe")
    evening.type("person", "name", "1", "1", "Ann Gone")
    evening.type("deal", "add", "1", DEAL)
    assert evening.type("person", "erase", "Ann Gone", "--yes") == 0, evening.said
    evening.type("devices", "start")
    there = evening.stand_in.sessions[evening.guid]
    assert [(each["FirstName"], each["LastName"]) for each in there.players.values()] == [("Jane van", "Roe")]
    expected = {("A", 1, 1): ("17", None), ("A", 1, 3): (None, "Doe")}
    assert {seat: (each["PlayerNumber"], each["LastName"]) for seat, each in there.seats.items()} == expected
    expected = [(1, "AKQ32", "AKQ")]
    assert [(board, each["NorthSpades"], each["EastHearts"]) for board, each in there.deals.items()] == expected
    assert "Gone" not in json.dumps(there.said)


def test_a_session_they_have_is_gone_on_with_and_only_anew_from_the_beginning(evening):
    evening.started()
    evening.enters(1, 1)
    assert (evening.type("devices", "start"), "Resumed session thursday" in evening.said) == (0, True)
    assert (evening.stand_in.unheard(evening.guid), evening.stand_in.heard.count(5)) == (1, 1)
    assert evening.type("devices", "start", "--anew", "--no-input") == 1, "it is asked first"
    assert (evening.type("devices", "start", "--anew", "--yes"), evening.stand_in.heard.count(5)) == (0, 2)
    assert evening.stand_in.unheard(evening.guid) == 0


def test_on_trial_nothing_is_sent(evening):
    evening.open()
    assert (evening.type("devices", "start", "-n"), "Would start session thursday" in evening.said) == (0, True)
    assert not evening.stand_in.sessions


def test_what_is_recorded_already_is_told_too(evening):
    evening.open()
    evening.type("result", "add", "1/1", "4SN=", "--lead", "HA")
    evening.type("result", "not-played", "2/1", "--yes")
    evening.type("ruling", "add", "3/1", "--artificial", "A+/A-", "--law", "12C1(d)", "--offender", "EW")
    evening.type("devices", "start")
    told = evening.stand_in.sessions[evening.guid].results
    expected = {1: (4, 10, 3), 2: (-10, 0, 0), 3: (-7, 0, 0)}
    assert {
        key[3]: (each["Level"], each["TotalTricks"], each["LeadCardSuit"]) for key, each in told.items()
    } == expected


def test_settings_are_those_of_a_file_for_each_section(evening):
    evening.open()
    good = {"BM3PINcode": "1234", "BM3ScreenBrightness": 3, "BM3TDCall": 1}
    Path("s.json").write_text(json.dumps({"Bridgemate3Settings": good}))
    assert evening.type("devices", "start", "--settings", "s.json") == 0, evening.said
    (told,) = evening.stand_in.sessions[evening.guid].settings
    assert (told["SectionLetters"], told["BM3TDCall"], told["BM3PINcode"]) == ("A", 1, "1234")
    actual = (evening.type("devices", "start", "--settings", "s.json"), "error[devices-running]" in evening.said)
    assert actual == (1, True)
    for wrong, code in (
        ("{", "bad-file"),
        ('{"Other": {}}', "bad-file"),
        ('{"Bridgemate3Settings": {}}', "devices-unsayable"),
    ):
        Path("s.json").write_text(wrong)
        evening.type("devices", "start", "--settings", "s.json", "--anew", "--yes")
        assert f"error[{code}]" in evening.said, wrong


ROWS = ("movement", "set", "--yes")


@pytest.mark.parametrize(
    ("opening", "rows", "why"),
    [
        ("1-9", ["1/1 1 2 1,3"], "round 1, table 1: boards 1, 3, and devices know boards in a row"),
        ("1-9", ["1/open 1 2 1-3"], "table open: devices have a number"),
        ("1-9", ["1/AB1 AB1 AB2 1-3"], "table AB1: devices have a number from 1 to 9999, and a section of one letter"),
        ("1-9", ["1/1 1 2 1-3", "1/B1 B1 B2 4-6"], "table 1: beside other sections its letters are missing"),
        ("1-9", ["1/A1 A1 A2 1-3", "1/B1 7 8 4-6"], "7 sits in round 1 at table B1, in another section"),
        ("1-9", ["1/1 1+2 3+4 1-3"], "individuals"),
        ("1-9 --winners 2", ["1/1 1EW 2NS 1-3"], "1EW sits NS in round 1 at table 1: ranked apart"),
        ("1-9 --scoring teams", ["1/1 Oslo Bergen 1-3", "1/2 Bergen Oslo 1-3", "--sharing 1,2"], "Oslo has no number"),
        ("1-9 --scoring teams-of-eight", ["1/1 1 2 1-3"], "teams of eight"),
    ],
)
def test_what_devices_cannot_be_told_is_said_before_anything_is_sent(evening, opening, rows, why):
    words = [word for row in rows for word in (row.split(" ", 1) if row.startswith("--") else ["--row", row])]
    evening.open("--boards", *opening.split(), movement=(*ROWS, *words))
    assert (evening.type("devices", "start"), "error[devices-unsayable]" in evening.said) == (1, True), evening.said
    assert why in evening.said
    assert not evening.stand_in.heard


def test_what_the_makers_checks_pass_is_found_whatever_laid_it_down(evening):
    """The desk refuses such a movement; a log that was taken over may have one."""
    evening.open()
    session = evening.session
    (number,) = session.movements.facts
    wrong = (
        PlannedTable(1, "1", "1", "1", (1, 2)),
        PlannedTable(1, "2", "2", "3", (3, 4)),
        PlannedTable(1, "3", "4", "5", (3, 4)),
        PlannedTable(2, "2", "2", "6", (3,)),
        PlannedTable(2, "3", "6", "7", (5,)),
    )
    session.movements.facts[number] = MovementSet(wrong)
    told = " ".join(sentences_on_unsupported_parts(session))
    for why in (
        "pair 1 meets itself",
        "2 plays board 3 twice",
        "tables 2 and 3 both have boards 3–4",
        "pair 6 is at tables",
    ):
        assert why in told, told


def test_without_a_movement_there_is_nothing_to_tell(evening):
    evening.open(movement=None)
    assert (evening.type("devices", "start"), "error[no-movement]" in evening.said) == (1, True)


def test_two_winners_sit_outs_and_phantoms(evening):
    evening.open(
        "--boards", "1-6", "--winners", "2", movement=(*ROWS, "--row", "1/1 1NS 1EW 1-3", "--row", "1/2 2NS - 4-6")
    )
    evening.type("devices", "start")
    section = evening.stand_in.sessions[evening.guid].sections["A"]
    assert section["Winners"] == 2
    assert seats(evening.stand_in, evening.guid) == {(1, 1, 1, 1, 1, 3), (2, 1, 2, 0, 0, 0)}


def test_sections_and_teams(evening):
    rows = ("--row", "1/A1 A1 A2 1-3", "--row", "1/BB1 BB1 BB2 4-6", "--row", "2/BB1 BB2 BB1 1-3")
    evening.open("--boards", "1-6", movement=(*ROWS, *rows))
    evening.type("devices", "start")
    assert [*evening.stand_in.sessions[evening.guid].sections] == ["A", "BB"]


def test_teams_have_their_mates_at_the_other_table(evening):
    rows = ("--row", "1/1 1 2 1-3", "--row", "1/2 2 1 1-3", "--sharing", "1,2")
    evening.open("--boards", "1-3", "--scoring", "teams", movement=(*ROWS, *rows))
    assert evening.type("devices", "start") == 0, evening.said
    first = evening.round(1, 1)
    assert (first["TeamNS"], first["TeamEW"], first["MatesTableTableNumber"]) == (1, 2, 2)


# The licence


def test_whose_it_is_has_to_be_said_and_the_key_is_shown_nowhere(evening, monkeypatch):
    evening.open()
    monkeypatch.setattr("cli.options.sessions.ConnectorOptions.line", LINE_TO)
    assert (evening.type("devices", "status"), "the club's id and its licence key" in evening.said) == (2, True)
    monkeypatch.setenv("BRIDGE_LEDGER_DEVICES_CLUB", CLUB)
    Path("key").write_text(f"{LICENCE}\n")
    evening.type("devices", "start", "--licence", "key", "--address", "http://127.0.0.1:9")
    assert ("error[devices-away]" in evening.said, LICENCE in evening.said) == (True, False)
    Path("key").write_text("two words\n")
    assert (evening.type("devices", "start", "--licence", "key"), "error[bad-file]" in evening.said) == (2, True)
    Path("key").write_text(LICENCE)
    assert evening.type("devices", "start", "--licence", "key", "--address", "nowhere") == 2
    assert "is no address of a Data Connector" in evening.said


def test_over_http_as_it_is_typed(evening, monkeypatch):
    monkeypatch.setattr("cli.options.sessions.ConnectorOptions.line", LINE_TO)
    monkeypatch.setenv("BRIDGE_LEDGER_DEVICES_CLUB", CLUB)
    monkeypatch.setenv("BRIDGE_LEDGER_DEVICES_LICENCE", LICENCE)
    with served(evening.stand_in) as there:
        monkeypatch.setenv("BRIDGE_LEDGER_DEVICES_ADDRESS", f"{there.address}/")
        evening.open()
        assert evening.type("devices", "start") == 0, evening.said
        evening.enters(1, 1)
        there.faults = [None, None, "half", None, "silence"]
        evening.follow(lambda: evening.enters(1, 1, result="4S-1"))
        assert (evening.results, evening.stand_in.unheard(evening.guid)) == ({(1, "1", 1): "4SN-1"}, 0)
        evening.type("devices", "status")
        assert f"{there.address} has the session" in evening.said


def test_a_wrong_key_ends_it_and_is_hidden_though_the_data_connector_says_it(evening):
    evening.started()
    wrong = "WRONG-KEY-1234"
    evening.patch.setattr("cli.options.sessions.ConnectorOptions.line", lambda asked: evening.line(wrong))
    for words in (("devices", "follow"), ("devices", "start"), ("devices", "follow", "--json", "-v")):
        assert evening.type(*words) == 1
        assert ("devices-refuse" in evening.said, "and its licence key?" in evening.said) == (True, True), evening.said
        assert wrong not in evening.said
    assert (evening.type("devices", "status"), wrong in evening.said) == (0, False)
    assert wrong not in repr(vars(Licence(CLUB, wrong).client(None, None)).keys()) + repr(Licence(CLUB, wrong))
