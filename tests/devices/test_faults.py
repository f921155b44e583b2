"""What goes wrong between here and the tables: nothing is lost, nothing recorded twice, nothing kept in silence."""

import pytest

from ledger.errors import Refusal, Unavailable
from ledger.exchange.bridgemate.heard import DeviceQueues
from ledger.exchange.bridgemate.telling import BoundedHttp, ConnectorLine, DeviceSession, Licence
from tests.devices.stand_in import CLUB, LICENCE
from tests.devices.wire import RAW, served

RESULTS = (19, 23)


@pytest.fixture
def playing(evening):
    return evening.started()


# On the line


@pytest.mark.parametrize("fault", [*RAW])
def test_whatever_comes_in_place_of_an_answer_is_told_and_nothing_is_accepted(playing, fault):
    playing.enters(1, 1)
    with served(playing.stand_in) as there:
        line = ConnectorLine(Licence(CLUB, LICENCE), there.address)
        queues = DeviceQueues(line, playing.guid)
        assert len(queues.look().results) == 1
        there.faults = [fault]
        with pytest.raises(Unavailable) as told:
            queues.look()
        assert (told.value.code, LICENCE in told.value.message) == ("devices-away", False)
        assert len(queues.look().results) == 1
    assert playing.stand_in.unheard(playing.guid) == 1


def test_an_answer_that_does_not_come_in_time_is_not_waited_for(playing):
    with served(playing.stand_in) as there:
        there.slow = True
        line = ConnectorLine(Licence(CLUB, LICENCE), there.address, BoundedHttp(1))
        with pytest.raises(Unavailable, match="no answer in"):
            line.hello()


def test_what_is_no_data_connector_is_told_so(playing):
    playing.stand_in.version = "<html>"
    assert (playing.type("devices", "start"), "something else answers there" in playing.said) == (5, True)


def test_a_line_that_is_down_is_waited_for_and_told_once(playing):
    down = []
    playing.wire.fault = lambda at, body: "before" if down else None
    playing.enters(1, 1)
    playing.follow(lambda: down.append(1), None, lambda: playing.enters(2, 1), lambda: down.clear(), looks=6)
    assert playing.said.count("waiting: the Data Connector at http://localhost:5079 cannot be heard") == 1
    assert (len(playing.results), playing.stand_in.unheard(playing.guid)) == (2, 0)


def test_a_data_connector_that_is_not_there_yet_is_waited_for(playing):
    begun = playing.wire.at
    playing.enters(1, 1)
    playing.wire.fault = lambda at, body: "before" if at < begun + 4 else None
    playing.follow(looks=12)
    assert ("waiting: " in playing.said, len(playing.results)) == (True, 1)


def test_one_that_is_busy_is_asked_again(playing):
    playing.enters(1, 1)
    playing.stand_in.busy = True
    playing.follow(None, lambda: setattr(playing.stand_in, "busy", False))
    assert ("it is busy" in playing.said, len(playing.results)) == (True, 1)


@pytest.mark.parametrize("command", [5, 6, 10, 27, 31])
def test_where_an_answer_is_lost_the_same_is_said_again_and_does_no_harm(evening, command):
    """It was done, and nobody knows: who says it again comes to the same."""
    lost = []

    def fault(at, body):
        if f'"Command":{command},' in body and not lost:
            lost.append(at)
            return "after"
        return None

    evening.wire.fault = fault
    evening.open()
    evening.type("result", "add", "10/2", "4SN=")
    for _ in range(3):
        evening.type("devices", "start")
    evening.enters(1, 1)
    evening.follow(
        lambda: evening.type("movement", "change", "--round", "1", "--table", "1", "--boards", "1-2", "--yes"), looks=8
    )
    assert (len(lost), len(evening.results), evening.stand_in.unheard(evening.guid)) == (1, 2, 0)
    assert evening.round(1, 1)["HighBoardNumber"] == 2
    assert len(evening.stand_in.sessions[evening.guid].results) == 2


# In the queue


def test_what_another_program_accepted_is_found(playing):
    playing.enters(1, 1)
    playing.stand_in.another_accepts(playing.guid)
    playing.follow(lambda: (playing.enters(2, 1), playing.stand_in.another_accepts(playing.guid)), looks=24)
    assert len(playing.results) == 2


def test_one_that_was_restarted_with_its_memory_goes_on(playing):
    playing.enters(1, 1)
    playing.follow()
    playing.enters(2, 1)
    playing.follow()
    assert len(playing.kinds) == 5


def test_one_that_lost_its_memory_counts_anew_and_nothing_new_is_missed(playing):
    """The ids begin at 1 between what is heard and what is accepted: more is accepted than was heard, and is found."""
    for table in (1, 2, 3):
        playing.enters(table, 1)
    forgotten = []

    def forget(guid, kind, upto):
        if kind == "results" and not forgotten:
            forgotten.append(upto)
            playing.stand_in.forgets()
            for table in (1, 2, 4):
                playing.enters(table, 2)

    playing.stand_in.on_accept = forget
    playing.follow(looks=6)
    assert (forgotten, len(playing.results), playing.stand_in.unheard(playing.guid)) == ([3], 6, 0)


def test_one_that_lost_the_session_is_told_so_and_waited_for(playing):
    playing.enters(1, 1)
    playing.follow(playing.stand_in.forgets_everything, *[None] * 24, lambda: playing.type("devices", "start"), looks=4)
    assert "waiting: the Data Connector" in playing.said
    assert len(playing.stand_in.sessions[playing.guid].results) == 1, "what is recorded it was told again"


def test_a_session_it_never_had_is_refused(evening):
    evening.open()
    assert (evening.type("devices", "follow"), "error[devices-without]" in evening.said) == (1, True)
    evening.type("devices", "status")
    assert "does not have the session: `bridge-ledger devices start` sends it" in evening.said


def test_what_waits_in_one_that_cannot_be_heard_nobody_can_tell(playing):
    playing.enters(1, 1)
    playing.stand_in.busy = True
    playing.type("devices", "status")
    assert "unheard   unknown" in playing.said
    told = playing.of_json("devices", "status")
    assert (told["has_session"], told["unheard"]) == (False, None)


def test_a_movement_they_cannot_be_told_is_no_reason_to_say_that_they_have_none(playing):
    playing.enters(1, 1)
    assert playing.type("movement", "change", "--row", "7/1 8 7 19,21", "--yes") == 0, playing.said
    told = playing.of_json("devices", "status")
    assert (told["has_session"], told["same_movement"], told["unheard"]) == (True, None, 1)
    assert "devices know boards in a row" in told["trouble"]


@pytest.mark.parametrize("seed", range(4))
def test_in_whatever_order_it_comes_what_was_said_last_counts(playing, seed):
    playing.stand_in.shuffles(seed)
    for result in ("4S=", "4S-1", "3NT+1", "5H-2"):
        playing.enters(1, 1, result=result)
    playing.enters(2, 1)
    playing.takes_back(2, 1)
    playing.follow(lambda: playing.enters(1, 1, result="4S="), lambda: playing.enters(1, 1, result="PASS"))
    assert playing.results == {(1, "1", 1): "PASS"}


def test_what_is_of_another_session_waits_for_a_person(playing):
    there = playing.stand_in.sessions[playing.guid].queues["results"]
    playing.enters(1, 1)
    there.append((2, {**there[0][1], "SessionGuid": "B" * 32, "TableNumber": 2}))
    playing.follow()
    assert (len(playing.results), len(playing.waiting), playing.stand_in.unheard(playing.guid)) == (1, 1, 0)


def test_a_result_that_the_movement_no_longer_has_waits_with_what_is_planned_beside_it(playing):
    there = playing.round(1, 2)
    playing.enters(1, 2)
    row = f"2/1 {there['PairEW']} {there['PairNS']} {there['LowBoardNumber']}-{there['HighBoardNumber']}"
    assert playing.type("movement", "change", "--row", row, "--yes") == 0, playing.said
    playing.follow()
    (why,) = playing.waiting
    assert (playing.results, "they sit the other way round; planned: round 2, table 1" in why) == ({}, True)
    assert playing.stand_in.unheard(playing.guid) == 0


def test_an_earlier_version_that_knows_no_calls_is_heard_all_the_same(playing):
    playing.stand_in.old = {36, 37}
    playing.enters(1, 1)
    playing.follow()
    assert len(playing.results) == 1


def test_a_session_that_is_closed_keeps_what_comes_in_the_queue_of_the_data_connector(playing):
    playing.follow(
        lambda: playing.type("session", "close", "--yes"),
        lambda: playing.enters(1, 1),
        None,
        lambda: playing.type("undo", "@", "--yes"),
        looks=6,
    )
    assert playing.said.count("waiting: session thursday is closed") == 1
    assert (len(playing.results), playing.stand_in.unheard(playing.guid)) == (1, 0)


def test_what_is_put_and_not_taken_is_refused(playing):
    session = DeviceSession(playing.line(), playing.guid)
    with pytest.raises(Refusal, match="does not know it") as told:
        session.put_results(
            [
                {
                    "SessionGuid": playing.guid,
                    "SectionLetters": "A",
                    "TableNumber": 99,
                    "RoundNumber": 1,
                    "BoardNumber": 1,
                    "PairNorthSouth": 1,
                    "PairEastWest": 2,
                    "DeclaringPair": 1,
                }
            ]
        )
    assert told.value.code == "devices-without"
