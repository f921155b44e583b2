"""The first cases of each database whose rows somebody edited past the program; `fuzz_rows` goes on from there."""

from itertools import takewhile

import pytest

from tests.store import fuzz_rows
from tests.store.edited_offices import file_office, server_office

CASES = 4


@pytest.fixture
def office(request, tmp_path):
    if request.param == "postgresql":
        with server_office(tmp_path, request.getfixturevalue("postgresql")) as made:
            yield made
    else:
        with file_office(tmp_path) as made:
            yield made


@pytest.mark.parametrize("office", ["sqlite", "postgresql"], indirect=True)
def test_no_edited_row_ends_a_command_without_a_sentence_or_stops_another_session(office):
    tried = list(takewhile(lambda each: each[0] <= CASES, fuzz_rows.cases(office, seed=1, looks=2)))
    assert [each for each in tried if each[-1]] == []
    assert {each[0] for each in tried} == set(range(1, CASES + 1))
    assert sum(case.rows for case in {number: case for number, case, *_ in tried}.values()) > CASES
    assert {code for *_, code, _ in tried} >= {0, 3}
