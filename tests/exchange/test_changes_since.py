"""What is to be typed into another program says why: by its event and case, or as moved by a ruling on another line."""

import json

import pytest

from tests.exchange.test_round_trips import desk as desk
from tests.exchange.test_round_trips import ruled as ruled


def reasons(desk, *options):
    told = json.loads(desk(f"--db a.db export --changes-since {' '.join(options)} --json"))["changes"]
    return {(each["board"], each["table"]): (each["why"], each["ruled"]) for each in told}


def last(desk):
    return json.loads(desk("--db a.db standings --json"))["as_of"]


def test_a_weighted_score_is_named_and_what_it_moves(ruled):
    since = last(ruled)
    ruled("--db a.db ruling amend R-0002 --weighted '50% 4SN=, 50% 4SN-1' --reason 'halves'")
    found = reasons(ruled, str(since))
    assert found["3", "1"] == (f"R-0002 (#{since + 1})", "R-0002: weighted 50% of +420 (4SN=) plus 50% of -50 (4SN-1)")
    assert found["3", "2"] == ("moved by R-0002", "")


@pytest.mark.parametrize("notation", ["acblscore", "plain"])
def test_an_award_by_the_average_that_moved_was_not_ruled_anew(ruled, notation):
    """Its score follows who sat there on other boards: in both columns it is the same."""
    since = last(ruled)
    ruled("--db a.db result correct 3/3 6SN= --reason 'the slip'")
    found = reasons(ruled, str(since), "--notation", notation)
    assert found["3", "3"] == (f"#{since + 1}", "")
    assert found["4", "3"][0] == "R-0004 as before, moved by others"


def test_a_line_that_was_voided_says_so(ruled):
    since = last(ruled)
    ruled("--db a.db result void 2/3 --reason 'wrong board' --yes")
    assert reasons(ruled, str(since))["2", "3"] == ("taken back", "")
