"""The referee and the program agree, to the fraction; some evenings of each form, the same every time."""

import pytest

from tests.oracle.compare import FORMS, differences

EVENINGS = 12


@pytest.mark.parametrize("form", FORMS)
def test_the_laws_and_the_program_agree(form):
    figures = 0
    for seed in range(EVENINGS):
        number, found, _ = differences(seed, form)
        figures += number
        assert not found, found[:10]
    assert figures > EVENINGS
