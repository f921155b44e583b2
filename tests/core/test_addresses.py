"""Addresses of tables: every traveller's address works when typed; ambiguous ones are refused with alternatives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.options.addresses import parse_address
from cli.words.travellers import traveller_of
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.session.places import (
    find,
    label_address,
    plays_at_address,
    shortest_address,
    shortest_addresses,
    sort_plays_by_likeness,
)
from ledger.subjects.participation.facts import PostponePlay
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.seating.facts import CorrectSeating
from tests.core.spec import Evening


def where(text, *words):
    """Return the place a desk reads from typed words."""
    address = parse_address([text, *words] if words or "/" in text else text.split(" "))
    return Where(address.board, address.table, words=address.words)


def met(text, evening):
    """Return the contestants at the table meant; '' if nothing is recorded there."""
    found = find(evening.session, where(text))
    return str(found.seating) if found else ""


def evening_of(*lines, winners=1, scoring="matchpoints"):
    """Return an evening with these lines of board 5: table, NS, EW, round."""
    evening = Evening((5,), winners, scoring=scoring)
    for table, ns, ew, round_ in lines:
        evening.do(RecordResult(Where(5, table, ns, ew, round_), Result("4SN=")))
    return evening


@st.composite
def evenings(draw):
    """Deal boards of pairs (one field or two) or teams, with tables, rounds or neither; some reseated."""
    teams, tables, rounds = draw(st.booleans()), draw(st.sampled_from(["all", "none", "some"])), draw(st.booleans())
    winners = 1 if teams else draw(st.sampled_from([1, 2]))
    evening = Evening((5,), winners, scoring="teams" if teams else "matchpoints")
    numbers = draw(st.permutations(range(1, 9)))
    for at in range(draw(st.integers(1, 4))):
        named = tables == "all" or (tables == "some" and draw(st.booleans()))
        for room in range(2 if teams else 1):
            pair = [f"Team {number}" if teams else str(number) for number in numbers[2 * at : 2 * at + 2]]
            name = (("open", "closed")[room] if teams else str(at + 1)) if named else None
            said = Where(5, name, *(pair[::-1] if room else pair), round=at + 1 if rounds or teams else None)
            evening.do(RecordResult(said, Result("4SN=")))
            if not teams and draw(st.booleans()):
                evening.do(CorrectSeating(said, Where(5), swapped=True))
    return evening


@given(evenings())
def test_a_row_is_addressed_as_it_is_printed(evening):
    session = evening.session
    traveller = traveller_of(evening.scoreboard, 5, symbols=False)
    for played in traveller.lines:
        printed = traveller.rows(played)[0][0]
        assert plays_at_address(session, where(f"5/{printed}")) == [played]
        assert find(session, where(f"5/{printed}")) == played


@given(evenings(), st.sampled_from(["1", "3", "open", "closed", "r1", "r2", "Team", "Team 1", "2NS", "Team 3 EW", "v"]))
def test_what_is_not_plain_is_refused_with_words_for_each(evening, words):
    session = evening.session
    lines = plays_at_address(session, label_address(session, where(f"5 {words}")))
    if len(lines) < 2:
        return
    with pytest.raises(Refusal) as refused:
        find(session, where(f"5 {words}"))
    assert refused.value.code == "bad-table"
    for played in lines:
        assert f"{shortest_address(session, played)} for {played.seating}" in refused.value.hint
        assert find(session, where(f"5/{shortest_addresses(session, 5)[played.seating]}")) == played


def test_a_number_after_a_slash_is_a_table_and_never_a_pair_where_there_are_tables():
    evening = evening_of(("1", "3", "4", None), ("2", "5", "6", None))
    assert met("5/1", evening) == "3 v 4"
    assert met("5/3", evening) == ""
    assert met("5 3", evening) == "3 v 4"
    evening.do(RecordResult(Where(5, "3", "7", "8"), Result("4SN-1")))
    evening.refuses(RecordResult(where("5 3"), Result("4SN-1")), "bad-table")  # table 3, or pair 3 at table 1


def test_without_tables_a_pair_stands_for_its_table():
    evening = evening_of((None, "1", "4", None), (None, "2", "3", None), winners=2)
    assert (met("5/1", evening), met("5/3", evening), met("5 3ew", evening)) == ("1NS v 4EW", "2NS v 3EW", "2NS v 3EW")
    assert [row.table for row in evening.session.boards[5].values()] == [None, None]


def test_a_board_played_in_rounds_is_addressed_by_the_round():
    howell = evening_of((None, "1", "2", 1), (None, "3", "4", 2))
    assert met("5 r2", howell) == met("5 round 2", howell) == "3 v 4"
    assert find(howell.session, Where(5, round=1)).seating.pair == ("1", "2")


def test_teams_by_room_by_name_and_by_round():
    teams = evening_of(
        ("open", "Oslo", "Team Bergen", 1),
        ("closed", "Team Bergen", "Oslo", 1),
        ("open", "Oslo", "Team Bergen", 2),
        scoring="teams",
    )
    assert met("5 Team Bergen NS", teams) == "Team Bergen v Oslo"
    assert find(teams.session, where("5/OPEN", "r2")).round == 2
    assert find(teams.session, where("5 oslo closed")).table == "closed"
    with pytest.raises(Refusal) as refused:
        find(teams.session, where("5/open"))
    assert refused.value.hint == "name one: 5/open/r1 for Oslo v Team Bergen, 5/open/r2 for Oslo v Team Bergen"


def test_what_is_recorded_of_a_table_that_words_name_is_of_that_table():
    evening = evening_of((None, "1", "2", None))
    evening.do(PostponePlay(where("5 3NS 4EW"), "slow"))
    evening.do(RecordResult(where("5/3NS"), Result("3NTN=")))
    played = find(evening.session, Where(5, ns="3"))
    assert (str(played.seating), played.table, str(played.result)) == ("3 v 4", None, "3NTN=")


def test_nobody_takes_another_table_for_one_that_has_nothing_yet():
    evening = evening_of(("1", "3", "4", None))
    evening.refuses(RecordResult(where("5/3"), Result("4SN=")), "bad-table")
    evening.refuses(RecordResult(where("5/Oslo"), Result("4SN=")), "bad-table")
    evening.refuses(RecordResult(where("5 Oslo"), Result("4SN=")), "no-such-table")
    evening.do(RecordResult(Where(5, "3", "7", "8"), Result("4SN=")))
    assert met("5/3", evening) == "7 v 8"


def test_where_nothing_fits_those_there_are_stand_nearest_first():
    evening = evening_of(*((str(table), str(table), str(table + 20), None) for table in range(1, 13)))
    refusal = evening.refuses(CorrectSeating(where("5/13"), Where(5), swapped=True), "no-such-table")
    assert refusal.hint.startswith("there are 5/")
    assert refusal.hint.endswith(", and 4 more")
    assert [played.table for played in sort_plays_by_likeness(evening.session, where("5/120"))[:2]] == ["12", "10"]


def test_a_table_of_a_section_is_itself_in_small_letters_too():
    evening = evening_of(("A1", "1", "2", None))
    assert met("5/a1", evening) == met("5/A1", evening) == "1 v 2"
    evening.refuses(RecordResult(Where(5, "a1", "3", "4"), Result("4SN=")), "table-twice")
    for name in ("1a", "aT2", "open"):
        assert label_address(evening.session, Where(5, name)).table == name
