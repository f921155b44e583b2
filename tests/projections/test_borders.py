"""Scores at the borders: one table, one room, two meetings, fields of unequal boards; and the order of what is told."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.facts import AmendRegulations, GiveRuling, Grounds, RecordResult, Where
from ledger.laws.adjustment import Artificial, Grade, SelfInflicted, certain
from ledger.projections.explanation import explain
from ledger.projections.standings import standings
from ledger.session import in_order
from tests.core.spec import Evening, blank


def amended(evening: Evening, table: str, **values) -> Evening:
    """The evening under regulations changed in one table, where that changes anything."""
    now = evening.session.regulations
    then = structs.replace(now, **{table: structs.replace(getattr(now, table), **values)})
    if then != now:
        evening.do(AmendRegulations(then))
    return evening


def test_average_plus_on_boards_of_one_table_is_a_share_of_nothing():
    """One table alone: the top is 0, and so are all tops of the other boards (Law 12C2(c) has no average)."""
    evening = Evening(boards=(1, 2))
    evening.play(1, [None])
    evening.play(2, [420])
    evening.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    assert evening.scoreboard.top == 0
    assert [evening.score(1, 1, side.value) for side in Side] == [0, 0]


def meet(evening: Evening, board: int, round_: int, swing: int | None) -> None:
    """X against Y on a board: X's room has the swing; None: it is ruled A+ to X."""
    open_room, closed = Where(board, f"{board}-1", "X", "Y", round_), Where(board, f"{board}-2", "Y", "X", round_)
    evening.do(RecordResult(open_room, Result(f"{swing or 0:+d}")))
    evening.do(RecordResult(closed, Result("+0")))
    if swing is None:
        evening.do(GiveRuling(open_room, Artificial(Grade("A+"), Grade("A-")), Grounds(**blank())))


@pytest.mark.parametrize(("window", "imps"), [("match", 5), ("session", Fraction(15, 2))])
def test_the_window_of_average_plus_is_the_match_of_its_round(window, imps):
    """X beat Y by 10 IMPs in round 1 and by 5 in round 2, where a board was spoilt."""
    evening = Evening(boards=(1, 2, 3), winners=1, contestants=("X", "Y"), scoring="teams")
    amended(evening, "artificial", window=window)
    meet(evening, 1, 1, 430)
    meet(evening, 2, 2, 170)
    meet(evening, 3, 2, None)
    assert evening.score(3, "3-1") == imps


def unequal() -> Evening:
    """North–South play two boards each; each East–West pair one of them."""
    evening = Evening(boards=(1, 2))
    for board, first in ((1, 1), (2, 3)):
        for pair, score in ((1, 400), (2, 100)):
            where = Where(board, str(pair), f"{pair}NS", f"{first + pair - 1}EW")
            evening.do(RecordResult(where, Result(f"{score:+d}")))
    return evening


@pytest.mark.parametrize(("factoring", "winner"), [("field", 2), ("session", 4), ("none", 2)])
def test_totals_are_factored_to_the_boards_of_the_field_or_of_the_session(factoring, winner):
    evening = amended(unequal(), "total", factoring=factoring)
    found = {row.contestant: row.exact for field in standings(evening.scoreboard) for row in field.rows}
    assert (found["1NS"], found["2NS"]) == (4, 0)
    assert (found["2EW"], found["4EW"]) == (winner, winner)
    assert (found["1EW"], found["3EW"]) == (0, 0)


@pytest.mark.parametrize("ruling", [None, SelfInflicted("NS", certain(Result("+420")), certain(Result("+300")))])
def test_a_board_of_one_room_counts_for_nobody_and_says_why(ruling):
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    where = Where(1, "1", "X", "Y", 1)
    evening.do(RecordResult(where, Result("+100")))
    if ruling:
        evening.do(GiveRuling(where, ruling, Grounds(**{**blank(), "offender": "EW", "laws": ("12C1(e)",)})))
    for side in Side:
        score = evening.scoreboard.score(evening.at(1, 1), side)
        assert not score.counts
        why = explain(evening.log, "evening", evening.at(1, 1), side)
        assert (why.derivation.value, why.derivation.text) == (0, "not compared yet")
        assert all(milestone.after is None for milestone in why.milestones)


def test_tables_stand_in_the_order_of_the_tables_not_of_the_pairs():
    evening = Evening()
    for table, pair in (("10", 1), ("2", 9), ("1", 5)):
        evening.do(RecordResult(Where(1, table, f"{pair}NS", f"{pair}EW"), Result(f"{10 * pair:+d}")))
    assert [played.table for played in in_order(evening.session.boards[1])] == ["1", "2", "10"]
    derivation = explain(evening.log, "evening", evening.at(1, 1), Side.NS).derivation
    assert [part.text.split(" +")[0] for part in derivation.parts] == ["table 2", "table 10"]


@pytest.mark.parametrize(("trim", "datum", "said"), [("0", 250, ""), ("1", 100, " without the 1 highest and lowest")])
def test_the_datum_says_what_was_cut_off(trim, datum, said):
    evening = Evening(scoring="butler")
    amended(evening, "butler", trim=trim)
    evening.play(1, [1000, 100, 100, -200])
    assert evening.scoreboard.datum(1) == datum
    derivation = explain(evening.log, "evening", evening.at(1, 2), Side.NS).derivation.parts[1]
    while derivation.text and not derivation.text.startswith("North–South's scores"):
        derivation = derivation.parts[0]
    assert derivation.text == f"North–South's scores{said}"
