"""What tables enter while they are followed, and what is changed at the desk meanwhile."""

import json

import pytest

from ledger.subjects.queue.state import waiting_lines

DEAL = {
    "north_spades": "AKQ32",
    "north_hearts": "J54",
    "north_diamonds": "K7",
    "north_clubs": "A98",
    "east_spades": "T9",
    "east_hearts": "AKQ",
    "east_diamonds": "QJ5",
    "east_clubs": "QJT76",
    "south_spades": "J654",
    "south_hearts": "T987",
    "south_diamonds": "A86",
    "south_clubs": "K2",
    "west_spades": "87",
    "west_hearts": "632",
    "west_diamonds": "T9432",
    "west_clubs": "543",
}


@pytest.fixture
def playing(evening):
    return evening.started()


def test_results_corrections_and_deletions_are_recorded_once_and_then_accepted(playing):
    playing.enters(1, 1)
    code = playing.follow(
        lambda: playing.enters(2, 1, result="3NT+1"),
        lambda: playing.enters(1, 1, result="4S-1"),
        lambda: playing.takes_back(2, 1),
        lambda: playing.enters(2, 1, result="PASS"),
    )
    assert (code, playing.results) == (130, {(1, "1", 1): "4SN-1", (1, "2", 10): "PASS"})
    told = ["result-recorded", "result-recorded", "result-corrected", "result-voided", "result-recorded"]
    assert playing.kinds[3:] == told
    assert playing.stand_in.unheard(playing.guid) == 0
    playing.follow()
    assert len(playing.kinds) == 8, "who follows again records nothing again"
    assert playing.type("verify", "--strict") == 0


def test_a_table_that_sat_the_other_way_round_is_read_so(playing):
    there = playing.round(1, 1)
    playing.enters(1, 1, declaring_pair=there["PairEW"])
    playing.follow()
    (played,) = playing.session.table_boards()
    assert played.seating.pair == (str(there["PairEW"]), str(there["PairNS"]))


def test_what_needs_a_person_waits_and_is_accepted(playing):
    playing.enters(1, 1, level=-10, declarer_direction=0, denomination=0, total_tricks=0)
    playing.enters(2, 1, pair_north_south=7, declaring_pair=7)
    playing.stand_in.sessions[playing.guid].queues["results"].append((3, {"SectionLetters": "?", "Level": 5}))
    playing.follow()
    first, second, third = sorted(playing.waiting)
    assert (first.startswith("it says 4SN="), "SectionLetters" in second, "not played" in third) == (True, True, True)
    assert playing.stand_in.unheard(playing.guid) == 0


def test_a_correction_beneath_a_ruling_is_put_to_the_director(playing):
    playing.enters(1, 1)
    playing.follow(
        lambda: playing.type(
            "ruling", "add", "1/1", "--weighted", "60% 4SN=, 40% 4SN-1", "--law", "16B", "--offender", "EW"
        ),
        lambda: playing.enters(1, 1, result="4S-1"),
    )
    assert playing.kinds[-2:] == ["result-corrected", "line-set-aside"]
    assert "R-0001" in playing.waiting[0]


def test_a_table_that_calls_makes_a_call_and_is_answered(playing):
    call = {"section_letters": "A", "table_number": 3, "round_number": 1, "hour": 19, "minute": 40}
    playing.follow(
        *(lambda status=status: playing.stand_in.calls(playing.guid, **call, status=status) for status in (1, 2, 4, 3))
    )
    assert playing.kinds[3:] == ["director-called", "call-answered"]
    (called,) = playing.session.calls.values()
    assert (called.called.table, called.called.on_device) == ("3", "19:40")


def test_players_who_type_their_number_are_known_by_it(playing):
    seat = {"section_letters": "A", "table_number": 1}
    playing.stand_in.sits(playing.guid, **seat, direction=1, player_number="17")
    playing.follow(
        lambda: playing.stand_in.names(playing.guid, "17", "Jane", "Roe"),
        lambda: playing.stand_in.sits(playing.guid, **seat, direction=4, first_name="Joe", last_name="Doe"),
    )
    people = {key: (str(each.name), str(each.member_number)) for key, each in playing.session.players.items()}
    assert people == {("8", 1): ("Jane Roe", "17"), ("1", 2): ("Joe Doe", "")}
    assert playing.stand_in.unheard(playing.guid) == 0


def test_partners_who_change_places_and_who_gets_up(playing):
    seat = {"section_letters": "A", "table_number": 1}
    for direction, number in ((1, "17"), (3, "18")):
        playing.stand_in.names(playing.guid, number, "P", f"of {number}")
        playing.stand_in.sits(playing.guid, **seat, direction=direction, player_number=number)
    playing.follow(
        lambda: playing.stand_in.sits(playing.guid, **seat, direction=1, player_number="18", is_player_swap=True)
    )
    people = {key: str(each.member_number) for key, each in playing.session.players.items()}
    assert people == {("8", 1): "18", ("8", 2): "17"}
    playing.follow(lambda: playing.stand_in.sits(playing.guid, **seat, direction=3, is_removal=True))
    assert playing.waiting == ["taken away at the device: `person name 8 2 NAME` says who sits there"]


def test_another_than_who_is_entered_waits_for_a_person_and_partners_sit_as_they_like(playing):
    for seat, name, number in (("1", "Ann Bell", "17"), ("2", "Carl Dunn", "18")):
        assert playing.type("person", "name", "8", seat, name, "--member", number) == 0, playing.said
    assert playing.type("person", "name", "3", "2", "Eva Frost", "--member", "21") == 0, playing.said
    for direction, number in ((1, "18"), (3, "17")):
        playing.stand_in.sits(
            playing.guid, section_letters="A", table_number=1, direction=direction, player_number=number
        )
    playing.stand_in.names(playing.guid, "19", "Zoe", "Newman")
    playing.stand_in.sits(playing.guid, section_letters="A", table_number=2, direction=3, player_number="19")
    playing.follow()
    (why,) = playing.waiting
    assert why.startswith(
        'Zoe Newman 19 sat down, and Eva Frost is entered: `person name 3 2 "Zoe Newman" --member 19`'
    )
    assert playing.type("person", "name", "3", "2", "Zoe Newman", "--member", "19") == 0, playing.said
    assert playing.type("import", "queue", "resolve", str(waiting_lines(playing.session)[0].number)) == 0, playing.said
    playing.follow()
    assert (playing.waiting, playing.stand_in.unheard(playing.guid)) == ([], 0)


def test_a_name_nobody_sat_down_under_waits_where_it_is(playing):
    """It stands in no log, so it is not accepted; and nobody is kept awake by it."""
    playing.stand_in.names(playing.guid, "17", "Jane", "Roe")
    playing.follow(looks=8)
    assert playing.stand_in.unheard(playing.guid) == 1
    assert playing.stand_in.heard[-5:] == [20, 21, 22, 19, 36], "only what is new is asked"
    playing.follow(
        lambda: playing.stand_in.sits(
            playing.guid, section_letters="A", table_number=1, direction=1, player_number="17"
        )
    )
    assert playing.stand_in.unheard(playing.guid) == 0


def test_cards_that_were_typed_in_are_the_deal_of_the_board(playing):
    playing.stand_in.deals(playing.guid, board_number=1, **DEAL)
    playing.follow()
    assert str(playing.session.deal(1)).startswith("N:AKQ32.J54.K7.A98 T9.AKQ")


def test_who_sits_down_in_a_later_round_or_is_nobody_we_can_read_waits_for_a_person(playing):
    playing.stand_in.names(playing.guid, "17", "Jane", "Roe")
    playing.stand_in.sits(
        playing.guid, section_letters="A", table_number=1, direction=1, round_number=3, player_number="17"
    )
    playing.stand_in.deals(playing.guid, board_number=99, **DEAL)
    queues = playing.stand_in.sessions[playing.guid].queues
    queues["seats"].append((2, {"PlayerNumber": "18"}))
    queues["players"].append((2, {"LastName": "Nemo"}))
    queues["deals"].append((3, "no hand record"))
    playing.follow()
    assert sorted(each.partition(":")[0] for each in playing.waiting) == [
        "Jane Roe 17 sat down",
        "it says no table and seat, or no number",
        "it says no table and seat, or no number",
        "the session has no such board",
        "there is no board None",
    ]
    assert playing.session.deal(99) is None


def test_the_players_of_a_team_are_those_of_both_its_pairs(evening):
    rows = ("--row", "1/1 1 2 1-3", "--row", "1/2 2 1 1-3", "--sharing", "1,2", "--yes")
    evening.started("--boards", "1-3", "--scoring", "teams", movement=("movement", "set", *rows))
    for table in (1, 2):
        for direction in (1, 2, 3, 4):
            seat = {"section_letters": "A", "table_number": table, "direction": direction}
            evening.stand_in.sits(evening.guid, **seat, first_name="P", last_name=f"{table}{direction}")
    evening.enters(1, 1)
    evening.enters(2, 1, result="4S-1")
    evening.follow()
    people = {key: str(each.name)[2:] for key, each in evening.session.players.items()}
    assert people == {
        ("1", 1): "11",
        ("1", 2): "13",
        ("1", 3): "22",
        ("1", 4): "24",
        ("2", 1): "21",
        ("2", 2): "23",
        ("2", 3): "12",
        ("2", 4): "14",
    }
    assert evening.results == {(1, "1", 1): "4SN=", (1, "2", 1): "4SN-1"}


# What is changed here goes to them


def test_a_table_that_is_no_more_is_taken_from_them(playing):
    rows = [word for row in ("1/1 8 1 1-3", "1/2 3 6 10-12") for word in ("--row", row)]
    playing.enters(3, 1)
    playing.follow(lambda: playing.type("movement", "set", *rows, "--yes"))
    there = playing.stand_in.sessions[playing.guid]
    assert [each["TableNumber"] for each in there.sections["A"]["Tables"]] == [1, 2]
    assert (len(there.results), len(playing.results)) == (0, 1)


def test_a_correction_that_is_not_heard_yet_is_not_written_over_by_a_start(playing):
    playing.enters(1, 1)
    playing.follow()
    playing.enters(1, 1, result="4S-1")
    assert playing.type("devices", "start") == 0
    (there,) = playing.stand_in.sessions[playing.guid].results.values()
    assert there["TotalTricks"] == 9


def test_a_movement_that_is_changed_goes_to_them_and_results_that_hold_go_again(playing):
    for table in (1, 2):
        playing.enters(table, 1)
        playing.enters(table, 2)
    there = playing.stand_in.sessions[playing.guid]
    playing.follow(lambda: playing.type("movement", "change", "--rounds", "6", "--switch", "0", "--yes"), looks=6)
    assert "sent to the devices: the movement of section A" in playing.said
    assert {len(each["Rounds"]) for each in there.sections["A"]["Tables"]} == {6}
    assert len(there.results) == 4, "nothing was deleted: the rounds before are as they were"
    playing.follow(
        lambda: playing.type("movement", "change", "--round", "1", "--table", "1", "--boards", "1-2", "--yes")
    )
    assert (playing.round(1, 1)["HighBoardNumber"], len(there.results)) == (2, 4)
    assert len(playing.results) == 4


def test_a_change_made_while_nobody_followed_is_told_when_somebody_does(playing):
    playing.type("movement", "change", "--rounds", "6", "--switch", "0", "--yes")
    playing.follow()
    assert len(playing.stand_in.sessions[playing.guid].sections["A"]["Tables"][0]["Rounds"]) == 6
    assert playing.stand_in.heard.count(6) == 1
    playing.follow()
    assert playing.stand_in.heard.count(6) == 1, "they are not told again what they have"


def test_a_movement_that_cannot_be_said_is_told_once_and_the_rest_goes_on(playing):
    row = ("movement", "change", "--row", "7/1 8 7 19,21", "--yes")
    playing.follow(lambda: playing.type(*row), lambda: playing.enters(1, 1), looks=8)
    assert playing.said.count("not sent to the devices: ") == 1
    assert (playing.stand_in.heard.count(6), len(playing.results)) == (0, 1)


def test_a_name_that_is_put_right_goes_to_them_and_one_that_is_erased_from_them(playing):
    seats = playing.stand_in.sessions[playing.guid].seats
    playing.follow(lambda: playing.type("person", "name", "8", "1", "Jane Roe"))
    assert seats["A", 1, 1]["LastName"] == "Roe"
    playing.follow(
        lambda: playing.type("person", "name", "8", "1", "Jane Rowe"),
        lambda: playing.type("person", "erase", "Jane Rowe", "--yes"),
    )
    assert seats["A", 1, 1] is None


# What is said


def test_how_things_stand_is_one_line_and_an_object_with_json(playing):
    playing.enters(1, 1)
    playing.follow(lambda: playing.enters(1, 1, 2))
    assert "Data Connector: 2 results of 84, 82 missing" in playing.said
    playing.follow(lambda: playing.enters(1, 1, 3), words=("--json",))
    states = [json.loads(line) for line in playing.said.splitlines() if '"following/1"' in line]
    assert [each["results"] for each in states if "results" in each][-1] == 3


def test_who_is_late_is_told_by_status(playing):
    for board in (1, 2, 3):
        playing.enters(1, 1, board)
    playing.enters(1, 2)
    playing.follow()
    playing.type("devices", "status")
    assert "late      table 2  round 1, boards 10–12 to come" in playing.said
    assert "has the session, its movement as it is here" in playing.said
    told = playing.of_json("devices", "status")
    assert (told["has_session"], told["same_movement"], told["unheard"], len(told["late"])) == (True, True, 0, 3)


def test_it_records_as_long_as_it_runs(playing):
    assert playing.type("devices", "follow", "-n") == 2
