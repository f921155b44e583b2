"""Of an artificial score that may give way, both figures are told, and the one that was taken is the score."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.facts import AmendRuling, GiveRuling, Grounds, RecordResult, Where
from ledger.laws.adjustment import Artificial, Grade, Stands, parse_weighting
from ledger.projections.explanation import compared
from tests.core.spec import Evening

tens = st.integers(-60, 60).map(lambda tens: tens * 10)
grades = st.sampled_from(["A+", "A", "A-"]).map(Grade)
forms = st.sampled_from(["matchpoints", "cross-imps", "butler"])
awards = st.builds(
    Artificial, grades, grades, tens.map(lambda score: parse_weighting(f"60% {score:+d}, 40% {score + 50:+d}"))
)


@settings(max_examples=60, deadline=None)
@given(forms, st.lists(tens, min_size=8, max_size=8), awards, awards, st.booleans())
def test_the_figure_that_was_taken_is_the_score(form, scores, first, second, twice):
    evening = Evening((1, 2), scoring=form)
    evening.play(1, scores[:4])
    evening.play(2, scores[4:])
    evening.rule(1, 1, first)
    if twice:
        evening.rule(2, 2, second)
    board = evening.scoreboard
    for played in (each for each in board.session.table_boards() if each.cases):
        found = compared(board, played)
        taken = found.assigned if found.gives_way else found.by_award
        assert board.score(played, found.side).value == taken
        assert (board.line(played).award is None) is found.gives_way


def test_nothing_is_compared_where_nothing_may_give_way():
    evening = Evening()
    evening.play(1, [420, 450])
    case = evening.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    assert compared(evening.scoreboard, evening.at(1, 1)) is None
    evening.do(AmendRuling(case, Stands(), Grounds()))
    assert compared(evening.scoreboard, evening.at(1, 1)) is None


def test_where_the_other_room_is_missing_the_award_counts():
    evening = Evening(winners=1, contestants=("A", "B"), scoring="teams")
    evening.do(RecordResult(Where(1, "open", "A", "B", 1), Result("+400")))
    award = Artificial(Grade("A+"), Grade("A-"), parse_weighting("+400"))
    evening.do(GiveRuling(Where(1, "open"), award, Grounds(offender="EW", laws=("40C",))))
    found = compared(evening.scoreboard, evening.at(1, "open"))
    assert (found.assigned, found.by_award, found.gives_way) == (None, 3, False)
