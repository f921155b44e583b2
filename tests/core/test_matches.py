"""What is found of matches: what is refused, what it comes to in whatever order it is typed, and taking it back."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.bridge.scales import squarefree, ximpq
from ledger.facts import FindMismatch, ImposePenalty, OpenSession, RecordResult, ShortenMatch, Undo, VoidMatch, Where
from ledger.laws.profile_loader import load_profile
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import replay
from tests.core.spec import Evening
from tests.golden.boards import amended

EIGHT = tuple(range(1, 9))
SWISS = "ebu-swiss-pairs"


def swiss() -> Evening:
    """Pairs 1 v 2 and 3 v 4 in round 1, 1 v 3 and 2 v 4 in round 2, a board each."""
    evening = Evening((1, 2), 1, SWISS, ("1", "2", "3", "4"))
    for board, table, ns, ew, score in (
        (1, "1", "1", "2", "+420"),
        (1, "2", "3", "4", "-50"),
        (2, "1", "1", "3", "+100"),
        (2, "2", "2", "4", "+200"),
    ):
        evening.do(RecordResult(Where(board, table, ns, ew, board), Result(score)))
    return evening


def totals(evening: Evening) -> dict[str, Fraction]:
    (field,) = standings(evening.scoreboard)
    return {row.contestant: row.total for row in field.rows}


def mismatch(**said) -> FindMismatch:
    asked = {"contestant": "1", "opponent": "3", "round": 2, "correct": ("4",), "at_fault": False}
    return FindMismatch(**{**asked, **said})


@pytest.mark.parametrize(
    ("command", "code", "named"),
    [
        (ShortenMatch(("1", "2"), EIGHT[:2], removed=(3,)), "no-such-board", "board 3 is not"),
        (ShortenMatch(("1", "2"), (1, 2), removed=(1, 2)), "too-few-boards", "0 of 2"),
        (VoidMatch(("1", "2"), (1,), fault="3"), "no-such-contestant", "neither 1 nor 2"),
        (VoidMatch(("1", "9"), (1,)), "no-such-contestant", "9"),
        (VoidMatch(("1", "1"), (1,)), "pair-against-itself", "1"),
        (mismatch(round=1, opponent="2"), "no-mismatch", "round 1"),
        (mismatch(opponent="2"), "no-such-match", "1 did not meet 2 in round 2; it met 3"),
        (mismatch(round=3), "no-such-match", "it met nobody"),
        (mismatch(correct=("3",)), "no-mismatch", "3 cannot be"),
        (mismatch(correct=("8",)), "no-such-contestant", "8"),
        (ImposePenalty("1", 25, "%"), "wrong-unit", "taken in a match"),
        (ImposePenalty("1", 3, "IMP"), "wrong-unit", "IMP is no unit"),
        (ImposePenalty("1", 0, "%", named="slow"), "no-such-penalty", "slow"),
    ],
)
def test_what_is_refused(command, code, named):
    assert named in swiss().refuses(command, code).message


@pytest.mark.parametrize("command", [VoidMatch(("1", "2"), (1,), fault="both"), mismatch()])
def test_something_is_found_of_a_match_once(command):
    evening = swiss()
    (event,) = evening.do(command)
    assert f"#{event.number}" in evening.refuses(command, "found-already").message
    evening.do(Undo(event))
    evening.do(command)
    assert [*evening.session.findings.facts] == [event.number + 2]


def test_only_who_is_ranked_by_matches_has_any():
    pairs = Evening()
    pairs.play(1, [420, -50])
    pairs.refuses(VoidMatch(("1NS", "1EW"), (1,)), "no-matches")
    knockout = Evening(winners=1, contestants=("X", "Y"), scoring="knockout")
    knockout.refuses(VoidMatch(("X", "Y"), (1,), wrong_seating=True), "no-matches")
    knockout.refuses(mismatch(contestant="X", opponent="Y"), "no-matches")
    opening = OpenSession("", None, (1,), 2, load_profile(SWISS))
    Evening.refuses(Blank(), opening, "needs-one-field")


class Blank(Evening):
    """A session nobody has opened."""

    def __init__(self):
        self.log = []


def test_a_match_that_nobody_played_is_worth_what_was_found_of_it():
    evening = Evening(EIGHT, 1, "ebu", scoring="teams")
    evening.do(VoidMatch(("Norway", "Iceland"), EIGHT, fault="Iceland", round=1))
    assert totals(evening) == {"Norway": 14, "Iceland": 6}
    assert [match.note for match in evening.scoreboard.matches.values()] == ["void"]


def test_a_void_match_makes_no_half_match_of_the_other():
    """Pair 1 was to meet 4 in round 1, and met 2 in the end."""
    evening = swiss()
    evening.do(VoidMatch(("1", "4"), (1,), wrong_seating=True, fault="director", round=1))
    assert {match.teams: match.pool for match in evening.scoreboard.matches.values() if match.round == 1} == {
        ("1", "2"): 20,
        ("1", "4"): 20,
        ("3", "4"): 20,
    }


def test_a_knockout_match_is_shortened_in_imps():
    evening = Evening((1, 2), 1, contestants=("X", "Y"), scoring="knockout")
    for room, (ns, ew) in enumerate((("X", "Y"), ("Y", "X")), start=1):
        evening.do(RecordResult(Where(1, str(room), ns, ew), Result("+50")))
    evening.do(ShortenMatch(("X", "Y"), (1, 2), removed=(2,), fault="X"))
    (match,) = evening.scoreboard.matches.values()
    assert [match.nets[team].value for team in "XY"] == [-3, 3]
    assert (match.winner, match.boards) == ("Y", 2)


@pytest.mark.parametrize(("fault", "score"), [("X", (0, Fraction(5, 2))), ("none", (0, 0)), ("both", (0, 0))])
def test_awards_for_a_removed_board_of_a_knockout_are_averaged(fault, score):
    """Law 12C4, as golden D43: +3 and +3 come to nothing, +2 against −3 to 2.5 for each side's own figure."""
    evening = amended(
        Evening((1, 2), 1, contestants=("X", "Y"), scoring="knockout"), "artificial", imps_plus=2, imps_minus=-3
    )
    for room, (ns, ew) in enumerate((("X", "Y"), ("Y", "X")), start=1):
        evening.do(RecordResult(Where(1, str(room), ns, ew), Result("+50")))
    evening.do(ShortenMatch(("X", "Y"), (1, 2), removed=(2,), fault=fault))
    (match,) = evening.scoreboard.matches.values()
    assert (match.balanced, tuple(match.scores[team].value for team in "XY")) == (True, score)
    assert match.nets["X"].value == -match.nets["Y"].value


def test_taking_a_finding_back_restores_every_number():
    evening = swiss()
    for command in (
        ShortenMatch(("1", "2"), (1, 2), removed=(2,), fault="2"),
        VoidMatch(("1", "2"), (1,), wrong_seating=True, fault="1"),
        mismatch(),
    ):
        before = evening.scoreboard
        (event,) = evening.do(command)
        assert [match.note for match in before.matches.values()] != [
            match.note for match in evening.scoreboard.matches.values()
        ]
        evening.do(Undo(event))
        assert not ripple(before, evening.scoreboard)
        assert totals(evening) == {row.contestant: row.total for row in standings(before)[0].rows}


_RESULTS = [
    RecordResult(Where(board, str(table), ns, ew, round_), Result(f"{score:+d}" if score else "PASS"))
    for board, round_, table, ns, ew, score in (
        (1, 1, 1, "1", "2", 420),
        (1, 1, 2, "3", "4", -50),
        (2, 1, 1, "1", "2", -100),
        (2, 1, 2, "3", "4", 0),
        (3, 2, 1, "1", "3", 100),
        (3, 2, 2, "2", "4", 200),
        (4, 2, 1, "1", "3", 620),
        (4, 2, 2, "2", "4", 620),
    )
]
_FINDINGS = [
    ShortenMatch(("2", "1"), (1, 2), removed=(2,), fault="2", round=1),
    VoidMatch(("2", "4"), (3, 4), fault="both", round=2),
    ImposePenalty("1", Fraction(1), "VP"),
]


@settings(max_examples=20, deadline=None)
@given(st.permutations(_RESULTS + _FINDINGS), st.sampled_from(["matchpoints", "cross-imps"]))
def test_the_order_of_typing_changes_no_score(commands, scoring):
    """A removed board does not count in its match, typed before or after it was removed."""
    found = []
    for order in (commands, _RESULTS + _FINDINGS):
        evening = Evening(range(1, 5), 1, SWISS, ("1", "2", "3", "4"), scoring)
        for command in order:
            evening.do(command)
        drawn = [
            (match.round, {*match.teams}, match.boards, match.note) for match in evening.scoreboard.matches.values()
        ]
        found.append((totals(evening), drawn))
    assert found[0] == found[1]


def test_a_scoreboard_goes_on_from_an_earlier_one_to_the_same_totals():
    evening = swiss()
    before = replay(evening.log[:-1], "evening")
    on = Scoreboard(evening.session, Scoreboard(before).completed())
    assert standings(on) == standings(evening.scoreboard)


sums = st.lists(
    st.tuples(st.fractions(-500, 500, max_denominator=4), st.integers(2, 20).map(lambda r: r * (r - 1) // 2)),
    min_size=1,
    max_size=4,
)


@given(sums)
def test_ximpq_is_the_sum_of_the_roots_rounded(each):
    """Against fifty digits, which tell every sum of four such roots from a half it is not."""
    with localcontext() as context:
        context.prec = 60
        total = sum(
            (Decimal(s.numerator) / s.denominator / Decimal(pairings).sqrt() for s, pairings in each), Decimal(0)
        )
        rounded = total.quantize(Decimal("1e-40")).quantize(Decimal(1), ROUND_HALF_UP)
    assert ximpq(each) == rounded
    assert ximpq([(-s, pairings) for s, pairings in each]) == -rounded


@given(st.integers(1, 5000))
def test_a_number_is_a_square_and_what_is_left(number):
    outside, inside = squarefree(number)
    assert outside * outside * inside == number
    assert all(inside % (factor * factor) for factor in range(2, 72))


def test_the_first_result_of_an_evening_is_an_average():
    evening = Evening(winners=1, profile="ebu-swiss-pairs", contestants=("1", "2", "3", "4"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+420")))
    assert [(row.contestant, row.total) for row in standings(evening.scoreboard)[0].rows] == [("1", 10), ("2", 10)]
