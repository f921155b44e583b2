"""The first cases of each database whose rows somebody edited past the program; `fuzz_rows` goes on from there."""

import random
import sqlite3
from contextlib import closing
from itertools import takewhile

import pytest

from tests.store import fuzz_rows
from tests.store.edited_offices import file_office, server_office
from tests.store.edited_rows import Rows, rechained
from tests.store.odd_values import TABLES

CASES = 8


@pytest.fixture
def office(request, tmp_path):
    if request.param == "postgresql":
        with server_office(tmp_path, request.getfixturevalue("postgresql")) as made:
            yield made
    else:
        with file_office(tmp_path) as made:
            yield made


@pytest.mark.parametrize("office", ["sqlite", "postgresql"], indirect=True)
def test_each_edited_row_is_named_and_ends_no_command_without_a_sentence_nor_stops_another_session(office):
    tried = list(takewhile(lambda each: each[0] <= CASES, fuzz_rows.cases(office, seed=1, looks=2)))
    assert [each for each in tried if each[-1]] == []
    assert {each[0] for each in tried} == set(range(1, CASES + 1))
    assert sum(case.rows for case in {number: case for number, case, *_ in tried}.values()) > CASES
    assert {code for *_, code, _ in tried} >= {0, 3}


def test_records_that_an_edit_before_has_left_unreadable_stop_no_other_edit():
    kept = [b"", b"no JSON", b"[" * 60_000, b"7", None, b'["s",1,"x/1",{"board":1},"c",0]']
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE TABLE event ({', '.join(TABLES['event'])})")
        for number, record in enumerate(kept, start=1):
            connection.execute("INSERT INTO event VALUES ('s', ?, ?, 0, ?, x'')", (number, f"c{number}", record))
        rechained(random.Random(1), Rows(connection))
        assert connection.execute("SELECT count(*) FROM event WHERE session = 's'").fetchone() == (1,)
