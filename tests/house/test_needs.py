"""The end of a test run lists in one line which programs and files the machine lacks."""

from tests.needs import NEEDS, is_here, summed_up


def test_what_is_had_in_the_same_way_stands_together():
    reasons = ["Skipped: there is no tmux", "there is no chromium, pypdf", "there is no tmux", "not on this system"]
    said = "chromium, tmux (apt-get install chromium tmux); pypdf (pip install -e '.[test]')"
    assert summed_up(reasons) == f"skipped for want of: {said}"
    assert summed_up(["not on this system"]) == ""


def test_of_every_need_it_is_known_whether_it_is_here():
    assert {is_here(each) for each in NEEDS} <= {True, False}
