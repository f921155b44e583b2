"""What the Bridgemate Data Connector sends, as the client of its makers writes it."""

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from bridgemate_dataconnector import dto

from cli.main import run
from ledger.errors import Misuse
from ledger.exchange.bridgemate.connector import read_connector
from ledger.office import Office
from ledger.subjects.calls.facts import CallAnswered, DeviceCall, DirectorCalled

GUID = "A2D168825A194C2AB0B4E4EA26834067"
USUAL = dto.ResultDTO(
    session_guid=GUID,
    section_letters="A",
    table_number=1,
    round_number=1,
    board_number=1,
    scoring_direction=dto.ResultDTO.ScoringDirection_NSEW,
    pair_north_south=1,
    pair_east_west=2,
    declaring_pair=1,
    declarer_direction=dto.ResultDTO.Direction_North,
    level=4,
    denomination=dto.ResultDTO.Denomination_Spades,
    total_tricks=10,
)
CALL = dto.TdCallDTO(
    session_guid=GUID, section_letters="A", table_number=1, round_number=2, hour=19, minute=40, status=1
)


def sent(*messages):
    return json.dumps([each.to_dict() for each in messages]).encode()


def read(*messages, known=()):
    return read_connector(Path("sent.json"), sent(*messages), known)


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """A function that hands in messages on standard input: exit code, all that was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")

    def call(*words, messages=()):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(sent(*messages)), isatty=lambda: False))
        code = run([*words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    call("init")
    return call


def events():
    with Office.open("bridge-ledger.db") as office:
        return [each.event for each in office.log("thursday")]


LEVELS = {-1: "A-/A-", -2: "A-/A", -3: "A-/A+", -4: "A/A-", -5: "A/A", -6: "A/A+", -7: "A+/A-", -8: "A+/A", -9: "A+/A+"}


@pytest.mark.parametrize(("level", "award"), LEVELS.items())
def test_artificial_levels(level, award):
    (line,) = read(replace(USUAL, level=level, total_tricks=0)).lines
    assert (f"{line.adjustment.ns}/{line.adjustment.ew}", line.result) == (award, None)


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({}, "4SN="),
        ({"level": 0, "declarer_direction": 0, "denomination": 0, "total_tricks": 0}, "PASS"),
        ({"level": 3, "denomination": 5, "stake": 2, "total_tricks": 7, "declarer_direction": 4}, "3NTXXW-2"),
        ({"level": 1, "denomination": 1, "stake": 1, "total_tricks": 13, "declarer_direction": 2}, "1CXE+6"),
    ],
)
def test_contracts(change, result):
    (line,) = read(replace(USUAL, **change)).lines
    assert str(line.result) == result


def test_leads_and_boards_that_were_not_played():
    (line,) = read(replace(USUAL, lead_card_rank=14, lead_card_suit=2)).lines
    assert line.lead == "DA"
    (line,) = read(replace(USUAL, level=dto.ResultDTO.ContractLevel_NoPLay)).lines
    assert line.undecided.startswith("not played: who was at fault?")


def test_averages_of_each_side_are_put_together_and_other_split_scores_need_a_person():
    ns, ew = (replace(USUAL, scoring_direction=side, level=level) for side, level in ((1, -7), (2, -4)))
    (line,) = read(ns, ew).lines
    assert (line.adjustment.ns, line.adjustment.ew) == ("A+", "A")
    for messages in ((ns,), (replace(ns, level=4), ew)):
        assert "ruling add 1/1 --ns 1 --ew 2 --split" in read(*messages).problems[0][1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"section_letters": "a"}, "its SectionLetters is none that"),
        ({"section_letters": None}, "does not say its SectionLetters"),
        ({"table_number": 0}, "its TableNumber is none that"),
        ({"board_number": None}, "does not say its BoardNumber"),
        ({"board_number": 10**30}, "its BoardNumber is none that"),
        ({"level": 8}, "8S"),
        ({"level": -11}, "-11 is no level"),
        ({"total_tricks": 14}, "14"),
        ({"declarer_direction": 7}, "does not use"),
        ({"stake": True}, "Stake"),
        ({"pair_east_west": 0}, "nobody sat"),
    ],
)
def test_what_is_no_result_is_one_message_that_needs_a_person(change, why):
    sheet = read(replace(USUAL, **change), replace(USUAL, board_number=2))
    assert (len(sheet.lines), [why in told for _, told in sheet.problems]) == (1, [True])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'[{"SectionLetters": "A", "SectionLetters": "B"}]',
        b'[{"Level": NaN}]',
        b"[" * 100_000,
        b'[{"Level": ' + b"9" * 5_000 + b"}]",
        b"[[[[[[[[1]]]]]]]]",
    ],
    ids=["empty", "cut", "utf-16", "doubles", "nan", "deep", "digits", "lists"],
)
def test_what_is_no_json_of_it_is_refused(content):
    with pytest.raises(Misuse, match="is no JSON of the Data Connector"):
        read_connector(Path("sent.json"), content)


def test_two_evenings_in_one_file_are_refused():
    with pytest.raises(Misuse, match="2 sessions"):
        read(USUAL, replace(USUAL, session_guid="B" * 32))


def test_a_response_and_a_message_a_line_are_read_too():
    response = dto.ScoringProgramResponse(session_guid=GUID, serialized_data=sent(USUAL).decode())
    lines = b"\n".join(json.dumps(each.to_dict()).encode() for each in (USUAL, CALL))
    assert len(read_connector(Path("r.json"), json.dumps(response.to_dict()).encode()).lines) == 1
    sheet = read_connector(Path("l.json"), lines)
    assert (len(sheet.lines), len(sheet.calls)) == (1, 1)


def test_sections_have_their_letters_where_there_are_several():
    def tables(sheet):
        return [(line.where.table, line.where.ns) for line in sheet.lines]

    other = replace(USUAL, section_letters="B")
    assert tables(read(USUAL)) == [("1", "1")]
    assert tables(read(USUAL, other)) == [("A1", "A1"), ("B1", "B1")]
    assert tables(read(other)) == [("B1", "B1")]
    assert tables(read(USUAL, known=("A1", "B2"))) == [("A1", "A1")]


def test_a_call_is_one_call_however_often_it_was_sent():
    calls = [replace(CALL, status=status) for status in (1, 2, 4, 3)]
    assert read(*calls).calls == [DeviceCall("1", 2, "19:40", settled=True)]
    assert read(*calls[:3]).calls == [DeviceCall("1", 2, "19:40")]


# Into the ledger


def test_what_is_sent_twice_is_recorded_once(typed):
    batch = [USUAL, replace(USUAL, table_number=2, pair_north_south=3, pair_east_west=4, total_tricks=9)]
    code, said = typed("import", "-", "--session", "thursday", messages=batch)
    assert (code, "Recorded 2 results in session thursday" in said) == (0, True)
    for again in (batch, batch[:1], batch[::-1]):
        code, said = typed("import", "-", messages=again)
        assert (code, "Nothing new: session thursday has all that Data Connector says" in said) == (0, True)
    assert len(events()) == 4


def test_a_result_put_right_and_one_taken_back(typed):
    typed("import", "-", "--session", "thursday", messages=[USUAL, replace(USUAL, board_number=2)])
    deleted = dto.ResultDTO(section_letters="A", table_number=1, round_number=1, board_number=2, is_deleted=True)
    code, said = typed("import", "-", messages=[replace(USUAL, total_tricks=9), deleted])
    assert (code, "Recorded 1 correction, 1 voided result" in said) == (0, True)
    assert typed("import", "-", messages=[deleted])[1].startswith("Nothing new")
    assert typed("verify", "--strict")[0] == 0


def test_what_needs_a_person_waits_and_a_later_batch_settles_what_it_says_anew(typed):
    split = replace(USUAL, board_number=2, scoring_direction=1)
    code, said = typed("import", "-", "--session", "thursday", messages=[USUAL, split])
    assert (code, "1 line in the queue for a person" in said) == (0, True)
    typed("import", "-", messages=[replace(USUAL, board_number=3)])
    assert "--split" in typed("import", "queue")[1]
    typed("import", "-", messages=[replace(USUAL, board_number=2)])
    assert typed("import", "queue")[1] == "no line waits for a person\n"


def test_calls_are_recorded_once_and_answered_when_they_are_resolved(typed):
    typed("import", "-", "--session", "thursday", messages=[USUAL, CALL])
    typed("import", "-", messages=[CALL, replace(CALL, status=2)])
    assert "C-0001" in typed("call", "list", "--plain")[1]
    assert [type(each) for each in events()[-2:]][1] is DirectorCalled
    for _ in range(2):
        typed("import", "-", messages=[replace(CALL, status=3)])
    assert [type(each) for each in events()[-2:]] == [DirectorCalled, CallAnswered]
    assert "settled" in typed("call", "list")[1]
    code, said = typed("ruling", "add", "1/1", "--artificial", "A/A", "--call", "C-0001", "--law", "12C1(d)")
    assert (code, "R-0001" in said) == (0, True)
    assert typed("verify", "--strict")[0] == 0


def test_a_call_that_was_ruled_on_is_not_answered_by_the_device(typed):
    typed("import", "-", "--session", "thursday", messages=[USUAL, CALL])
    typed("ruling", "add", "1/1", "--artificial", "A/A", "--call", "C-0001", "--law", "12C1(d)")
    before = len(events())
    typed("import", "-", messages=[replace(CALL, status=3)])
    assert len(events()) == before


def test_calls_of_no_session_are_refused(typed):
    assert "error[no-such-session]" in typed("import", "-", messages=[CALL])[1]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"[1, 2]", "it is a list, not an object"),
        (b"{}", "it has no sessions"),
        (b'{"sessions": [{"sections": 3}]}', "sessions[0].sections is a number, not a list"),
        (b"{sessions}", "JSON is malformed: "),
        (b'{"sessions": [', "it breaks off"),
    ],
)
def test_a_json_that_is_neither_kind_names_both(typed, content, why):
    Path("f.json").write_bytes(content)
    code, said = typed("import", "f.json")
    assert (code, f"error[bad-file]: f.json is no JSON with results: {why}" in said) == (2, True), said
    assert "a club game of the ACBL" in said
    assert "a Bridgemate Data Connector" in said


@pytest.mark.parametrize("schema", ["session-file/1", "board/1"])
def test_a_json_of_our_own_is_told_for_what_it_is(typed, schema):
    Path("f.json").write_text(json.dumps({"schema": schema}))
    assert f"it is a list of this ledger's own ({schema})" in (told := typed("import", "f.json")[1])
    assert "export FILE.zip" in told
