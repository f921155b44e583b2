"""Lines of a file about one table's play: the same twice counts once, and of those that contradict none counts."""

import pytest

from ledger.bridge import Result
from ledger.facts import ImportSheet, OpenSession, SheetLine, Where
from ledger.laws.profile_loader import load_profile
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")


def sheet(*lines, scoring="matchpoints", skip_bad=True):
    opening = OpenSession("Thursday", None, (1, 2), 1, load_profile("default"), (), scoring)
    placed = (SheetLine(f"line {at}", where, result, lead=lead) for at, (where, result, lead) in enumerate(lines, 1))
    return ImportSheet(opening, tuple(placed), skip_bad=skip_bad)


def at(ns, ew, result=MADE, *, board=1, table=None, round_=None, lead=None):
    return Where(board, table, ns, ew, round_), result, lead


def opened():
    evening = Evening.__new__(Evening)
    evening.log = []
    return evening


def recorded(*lines, **said):
    """The seats of the results recorded, which lines were left out, and which were taken once."""
    response = opened().decide(sheet(*lines, **said))
    results = [each.event for each in response.uncommitted if type(each.event).__name__ == "ResultRecorded"]
    once = [each.where for each in response.notes if "taken once" in each.why]
    return [str(each.seating) for each in results], [each.where for each in response.skipped], once


OTHER = at("5", "6", table="3")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((at("1", "2"), at("1", "2")), (["1 v 2", "5 v 6"], [], ["line 2"])),
        ((at("1", "2", table="1"), at("1", "2", lead="SA")), (["1 v 2", "5 v 6"], [], ["line 2"])),
        ((at("1", "2"), at("1", "2", DOWN)), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("1", "2"), at("1", "2", DOWN)), (["5 v 6"], ["line 1", "line 2", "line 3"], [])),
        ((at("1", "2", table="1"), at("1", "2", table="2")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("1", "4")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("2", "1")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2", table="1"), at("3", "4", table="1")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2", table="1"), at("3", "4", table="2")), (["1 v 2", "3 v 4", "5 v 6"], [], [])),
    ],
)
def test_pairs(lines, found):
    assert recorded(*lines, OTHER) == found


@pytest.mark.parametrize(
    ("lines", "left_out", "once"),
    [
        ((at("H", "A", round_=1), at("H", "A", DOWN, round_=2)), [], []),  # they met twice
        ((at("H", "A", round_=1), at("A", "H", DOWN, round_=1)), [], []),  # two rooms
        ((at("H", "A", round_=1, table="open"), at("H", "A", round_=1)), [], ["line 2"]),
        ((at("H", "A", round_=1, table="open"), at("H", "A", DOWN, round_=1)), ["line 1", "line 2"], []),
        ((at("H", "A", round_=1, table="1"), at("A", "H", DOWN, round_=1, table="1")), ["line 1", "line 2"], []),
    ],
)
def test_teams(lines, left_out, once):
    _, *found = recorded(*lines, at("X", "Y", round_=1), scoring="teams")
    assert found == [left_out, once]


def test_without_skip_bad_they_stop_the_import_and_both_are_named():
    refusal = opened().refuses(sheet(at("1", "2"), at("1", "2", DOWN), skip_bad=False), "bad-lines")
    assert "line 1: board 1, 1 v 2 stands twice: 4SN= here, 4SN-1 in line 2; line 2: " in refusal.message
    assert opened().decide(sheet(at("1", "2"), at("1", "2"), skip_bad=False)).skipped == ()


def test_what_is_recorded_stays_and_what_contradicts_it_later_is_set_aside():
    evening = opened()
    evening.do(sheet(at("1", "2"), OTHER))
    later = evening.decide(sheet(at("1", "2"), at("1", "2", DOWN), OTHER))
    assert (later.uncommitted, [each.where for each in later.skipped]) == ((), ["line 2"])
    elsewhere = evening.decide(sheet(at("1", "2"), at("2", "3", board=1), OTHER))
    assert [each.where for each in elsewhere.skipped] == ["line 2"]
    assert not any("no longer in the file" in each.why for each in (*later.notes, *elsewhere.notes))


def test_many_lines_that_contradict_each_other_take_no_time():
    lines = [at("1", "2", Result(f"+{score * 10}"), table=f"T{score}") for score in range(700)] * 20
    seats, left_out, _ = recorded(*lines, OTHER)
    assert (seats, len(left_out)) == (["5 v 6"], 14_000)
