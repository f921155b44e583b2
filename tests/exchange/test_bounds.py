"""Bounds of what other programs and people hand in: what is just within is read, and one more is told."""

import json

import pytest

from ledger.bounds.files import CONSIDERED, DEFINITION, NESTED, NOTE, STATED
from ledger.bounds.tournaments import SEGMENTS, TABLE, WEIGHT
from ledger.bridge import Unreadable
from ledger.errors import Refusal
from ledger.exchange.bridgemate.access import AccessFile, DamagedFile, RowForm
from ledger.exchange.bridgemate.connector import read_messages
from ledger.exchange.bridgemate.told import device_number_of
from ledger.exchange.lin import read_lin
from ledger.exchange.pbn.read import read_pbn
from ledger.laws.adjustment import parse_weighting
from ledger.movements.teams import head_to_head
from ledger.recording.machine_state import Acknowledged, PhonePolls
from ledger.subjects.calls.facts import PollAnswer

over = pytest.mark.parametrize("over", [0, 1])


@over
def test_a_weight_is_no_finer_than_any_director_judges(over):
    of = WEIGHT.most + over
    text = f"1/{of} 4SN=, {of - 1}/{of} 4SN-1"
    if over:
        with pytest.raises(Unreadable, match="finer than a director weighs"):
            parse_weighting(text)
    else:
        assert len(parse_weighting(text)) == 2


@over
def test_a_match_has_so_many_sittings(over):
    rounds = SEGMENTS.most + over
    if over:
        with pytest.raises(Refusal, match="99 rounds at most"):
            head_to_head(rounds=rounds)
    else:
        assert {place.round for place in head_to_head(rounds=rounds).places} == set(range(1, rounds + 1))


@over
def test_devices_number_tables_so_far(over):
    found = device_number_of(str(TABLE.most + over))
    assert found is None if over else found.number == TABLE.most


@over
def test_the_results_of_a_match_before_its_boards_go_on_so_far(tmp_path, over):
    path = tmp_path / "f.lin"
    boards = STATED.most + over
    path.write_text(f"vg|Cup,1,I,1,{boards},Reds,0,Blues,0|rs|{'4SN=,4SN-1,' * boards}|")
    sheet = read_lin(path)
    told = [why for _, why in sheet.problems]
    assert len(sheet.lines) == 2 * STATED.most
    assert told == (
        [f"it says results of more than {STATED.most} boards before them, and the rest was not read"] * over
    )


@over
def test_a_note_to_a_call_goes_on_so_far(tmp_path, over):
    path = tmp_path / "f.pbn"
    said = "x" * (NOTE.most + over)
    tags = {"Board": "1", "West": "a", "North": "b", "East": "c", "South": "d", "Dealer": "N", "Vulnerable": "None"}
    played = {"Declarer": "N", "Contract": "1C", "Result": "7", "Auction": "N"}
    game = "".join(f'[{name} "{value}"]\n' for name, value in (tags | played).items())
    path.write_text(f'{game}1C =1= Pass Pass Pass\n[Note "1:{said}"]\n')
    sheet = read_pbn(path)
    told = any("far too long" in why for _, why in (*sheet.notes, *sheet.problems))
    assert told == bool(over)
    assert bool(sheet.lines[0].record and sheet.lines[0].record.notes == (said,)) == (not over)


@over
def test_what_the_data_connector_sends_stands_in_so_many_lists(over):
    call = {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "Hour": 1, "Minute": 1, "Status": 1}
    sent = json.dumps(call)
    for _ in range(NESTED.most + over):
        sent = f"[{sent}]"
    if over:
        with pytest.raises(ValueError, match="lists stand in lists"):
            list(read_messages(sent.encode()))
    else:
        assert [each.table_number for each in read_messages(sent.encode())] == [1]


@over
def test_an_answer_to_a_poll_considers_so_much(tmp_path, over):
    polls = PhonePolls(Acknowledged(tmp_path, "sqlite:///x.db"))
    (code,) = polls.open("s", 1, 1)
    answer = PollAnswer("Pass", tuple("abcdefghij"[: CONSIDERED.most + over]))
    if over:
        with pytest.raises(Refusal, match="a few things"):
            polls.answer(code, answer)
    else:
        polls.answer(code, answer)
        with polls.lock_answers("s", 1) as held:
            assert held == (answer,)


@over
def test_what_a_table_of_access_is_stands_on_so_many_pages(over):
    """Each page names the next; of a file that lies, without end."""
    pages = DEFINITION.most + over
    file = AccessFile.__new__(AccessFile)
    file._pages = [
        b"",
        *(b"\x02\x01\0\0" + (at % pages and at + 1).to_bytes(4, "little") for at in range(1, pages + 1)),
    ]
    file._form, file._size = RowForm.JET4, 4096
    with pytest.raises(DamagedFile, match="goes on and on" if over else "cannot be read"):
        file._definition(1)
