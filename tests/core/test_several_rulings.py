"""Several rulings on a board: one score in any order of typing and in either room."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledger.bridge import Result, Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.projections.lone_results import artificial_score_sources
from ledger.projections.ripple import stakes
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.play.facts import CorrectResult, RecordResult, VoidResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, NotifySides, Undo, WithdrawRuling
from ledger.subjects.rulings.state import combine_rulings, ruling_state
from ledger.trust.checks import matches_agree, one_in_force
from tests.core.spec import Evening
from tests.strategies import bare_scores, weightings
from tests.trust_checks import holds

# Any evening, typed in any order

grades = st.sampled_from([Grade(text) for text in ("A+", "A", "A-")])


PROFILES = [
    name for name in profile_loader.list_shipped_profiles() if profile_loader.load_profile(name).matches.pairs == "none"
]
"""Those under which directions may be ranked apart: where matches of pairs are converted, all are one field."""


def judgement(offender: str):
    """Return possible rulings against an offender."""
    of_both = [
        st.just(Stands()),
        st.builds(Assigned, bare_scores),
        st.builds(Weighted, weightings(bare_scores)),
        st.builds(Artificial, grades, grades, st.just(()) | weightings(bare_scores)),
        st.builds(Awarded, st.just(Fraction(0)), st.just(Fraction(0)), st.sampled_from(["keep", "out"])),
        st.builds(Split, weightings(bare_scores), weightings(bare_scores)),
    ]
    if offender in ("NS", "EW"):
        nos = st.just(Side(offender).other.value)
        of_both.append(st.builds(SelfInflicted, nos, weightings(bare_scores), weightings(bare_scores)))
    return st.tuples(st.one_of(of_both), st.just(offender))


claims = st.tuples(st.builds(Claim, bare_scores), st.just("none"))
sets_of_rulings = st.one_of(
    st.just(()),
    *(st.tuples(judgement(offender)) for offender in ("NS", "EW", "both", "none")),
    st.tuples(judgement("NS"), judgement("EW")),
    st.tuples(claims, judgement("EW")),
    st.tuples(claims, judgement("NS"), judgement("EW")),
)
tables = st.lists(st.tuples(bare_scores, st.none() | bare_scores, sets_of_rulings), min_size=4, max_size=4)
SEATS = {"teams": (("X", "Y"), ("Y", "X"), ("Z", "W"), ("W", "Z"))}


def seats(scoring: str, table: int) -> tuple[str, str]:
    return SEATS["teams"][table] if scoring != "matchpoints" else (f"{table}NS", f"{table}EW")


def typed(scoring: str, profile: str, dealt: list, order: list[tuple[int, str, int]]) -> tuple[Evening, list]:
    """Return an evening with a table's result typed first, and the commands accepted."""
    pairs = scoring == "matchpoints"
    evening = Evening(winners=2 if pairs else 1, profile=profile, scoring=scoring)
    warm, accepted, begun = evening.scoreboard.completed(), [], set()
    for table, what, number in order:
        where = Where(1, str(table), *seats(scoring, table), None if pairs else 1)
        score, correction, rulings = dealt[table]
        if table not in begun:
            evening.do(RecordResult(where, score))
            begun.add(table)
        try:
            if what == "correct" and correction not in (None, score):
                evening.do(CorrectResult(where, correction))
            elif what == "rule":
                adjustment, offender = rulings[number]
                evening.do(GiveRuling(where, adjustment, Grounds(offender=offender, laws=("82C",))))
        except Refusal:
            continue
        accepted.append((table, what, number))
        warm = Scoreboard(evening.session, warm).completed()
    if begun:
        assert dict(warm.board(1).pairs) == dict(evening.scoreboard.board(1).pairs)
    return evening, accepted


def steps(dealt: list) -> list[tuple[int, str, int]]:
    ruled = [(table, "rule", number) for table, (*_, rulings) in enumerate(dealt) for number in range(len(rulings))]
    return [(table, what, 0) for table in range(len(dealt)) for what in ("result", "correct")] + ruled


def pairs_of(evening: Evening) -> dict:
    return {seating.pair: pair for seating, pair in evening.scoreboard.board(1).pairs.items()}


@pytest.mark.parametrize("scoring", ["matchpoints", "teams", "knockout", "board-a-match"])
@given(dealt=tables, data=st.data(), profile=st.sampled_from(PROFILES))
@settings(max_examples=10, deadline=None)
def test_the_order_of_typing_changes_no_score(scoring, dealt, data, profile):
    evening, accepted = typed(scoring, profile, dealt, steps(dealt))
    other, all_of_them = typed(scoring, profile, dealt, data.draw(st.permutations(accepted)))
    assert sorted(all_of_them) == sorted(accepted)
    assert pairs_of(other) == pairs_of(evening)
    for played in evening.session.table_boards():
        for side in Side:
            derivation = evening.scoreboard.score(played, side).derivation()
            assert holds(derivation)
    assert not [*one_in_force(evening.session)]
    if scoring != "matchpoints":
        assert not [*matches_agree(evening.session)]


@pytest.mark.parametrize("scoring", ["teams", "knockout", "board-a-match"])
@given(dealt=tables, profile=st.sampled_from(PROFILES))
@settings(max_examples=10, deadline=None)
def test_which_room_is_the_open_one_changes_no_score(scoring, dealt, profile):
    """Results and rulings of one room are typed as the second room's, with the teams in each other's seats."""
    evening, accepted = typed(scoring, profile, dealt, steps(dealt))
    assume(len(accepted) == len(steps(dealt)))
    first, second, *rest = dealt
    turned, _ = typed(scoring, profile, [second, first, *rest], steps([second, first, *rest]))
    assert pairs_of(turned)["X", "Y"] == pairs_of(evening)["Y", "X"]
    assert pairs_of(turned)["Y", "X"] == pairs_of(evening)["X", "Y"]


# What goes together, what is taken back, what is decided

AT = Where(1, "1")
DOWN, MADE = Result("4SN-1"), Result("4SN=")
HALVES = Weighted(parse_weighting("1/2 4SN=, 1/2 4SN-1"))


def against(offender: str, adjustment=HALVES, *laws: str) -> GiveRuling:
    return GiveRuling(AT, adjustment, Grounds(offender=offender, laws=laws))


@pytest.fixture
def evening():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN+1", "4SN-2", "4SN-1"])
    return evening


def cases(evening: Evening) -> tuple[str, ...]:
    return evening.at(1, 1).cases


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (against("EW"), against("EW", Stands())),
        (against("EW"), against("none")),
        (against("both"), against("EW")),
        (against("outside"), against("NS")),
        (against("none", Claim(DOWN)), against("none", Claim(MADE))),
        (against("none", Claim(DOWN)), against("none", Stands(), "70A")),
    ],
)
def test_two_rulings_that_do_not_go_together(evening, first, second):
    evening.do(first)
    assert "`ruling amend R-0001 --result RESULT`" in evening.refuses(second, "already-ruled").hint


@pytest.mark.parametrize("offender", ["NS", "EW", "both", "none", "outside"])
@pytest.mark.parametrize("claim", [Claim(DOWN), Assigned(DOWN)])
def test_a_claim_goes_with_an_infraction_of_anybodys_in_either_order(evening, offender, claim):
    claimed, infraction = against("none", claim, "70C"), against(offender)
    evening.do(claimed)
    evening.do(infraction)
    other = Evening()
    other.play(1, ["4SN=", "4SN+1", "4SN-2", "4SN-1"])
    other.do(infraction)
    other.do(claimed)
    assert cases(evening) == cases(other) == ("R-0001", "R-0002")
    assert evening.column(1) == other.column(1)


def test_no_amendment_makes_two_rulings_one_too_many(evening):
    evening.do(against("NS"))
    evening.do(against("EW", Assigned(MADE)))
    refused = evening.refuses(AmendRuling("R-0001", None, Grounds(offender="EW")), "already-ruled")
    assert "R-0002" in refused.message
    assert "(--offender NS)" in refused.hint
    evening.refuses(AmendRuling("R-0001", None, Grounds(offender="both"), cause="second-thoughts"), "already-ruled")


def test_what_was_withdrawn_comes_back_beside_the_others_or_not_at_all(evening):
    evening.do(against("NS"))
    before = evening.column(1)
    evening.do(against("EW", Assigned(DOWN)))
    both = evening.column(1), evening.column(1, "EW")
    (withdrawn,) = evening.do(WithdrawRuling("R-0002", "wrong side"))
    assert evening.column(1) == before
    evening.do(Undo(withdrawn, "it was right"))
    assert (evening.column(1), evening.column(1, "EW")) == both
    assert cases(evening) == ("R-0001", "R-0002")
    (again,) = evening.do(WithdrawRuling("R-0002", "wrong side"))
    evening.do(against("EW", Stands()))
    assert "R-0003" in evening.refuses(Undo(again), "already-ruled").message


def test_superseding_one_leaves_the_other_and_gives_it_back(evening):
    evening.do(against("NS"))
    evening.do(against("EW", Assigned(DOWN)))
    before = evening.column(1), evening.column(1, "EW")
    evening.do(AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"))
    assert cases(evening) == ("R-0002", "R-0003")
    evening.do(WithdrawRuling("R-0003", "no"))
    assert cases(evening) == ("R-0001", "R-0002")
    assert (evening.column(1), evening.column(1, "EW")) == before


def test_each_has_its_own_appeal_and_its_own_state(evening):
    evening.do(against("NS"))
    evening.do(against("EW", Assigned(DOWN)))
    evening.do(NotifySides("R-0002", True))
    evening.do(LodgeAppeal("R-0001", "NS", "no infraction", ("N", "S")))
    session = evening.session
    states = [ruling_state(session, ruling, 0) for ruling in session.rulings.values()]
    assert states == ["under appeal", "standing"]
    assert [ruling.notified_at for ruling in session.rulings.values()] == [None, 0]
    their_score = evening.score(1, 1, "EW")
    evening.refuses(DecideAppeal("A-0001", Adjudication("varied", Assigned(DOWN), offender="EW")), "already-ruled")
    evening.do(DecideAppeal("A-0001", Adjudication("table-result-restored")))
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (4, their_score)


def test_stakes_try_one_ruling_while_the_other_stays(evening):
    evening.do(against("NS"))
    evening.do(against("EW", Assigned(DOWN)))
    at_stake = stakes(evening.session, evening.session.rulings["R-0001"])
    theirs = {at_stake.value(prospect, Side.EW) for prospect in at_stake.prospects}
    assert theirs == {evening.score(1, 1, "EW")}
    assert len({at_stake.value(prospect, Side.NS) for prospect in at_stake.prospects}) > 1
    on_the_claim = Evening(scoring="cross-imps")
    on_the_claim.play(1, ["4SN=", "4SN-1"])
    on_the_claim.do(against("none", Claim(DOWN)))
    on_the_claim.do(against("EW", Stands()))
    claimed = stakes(on_the_claim.session, on_the_claim.session.rulings["R-0001"])
    worth = {prospect.name: claimed.value(prospect, Side.NS) for prospect in claimed.prospects}
    assert worth == {"upheld": 0, "table result": 10, "all to NS": 24, "all to EW": -24}


def test_the_offenders_gain_is_measured_by_the_claim(evening):
    """The claim was ruled 4SN-1: an assigned 4SN= is no gain for East–West, though no less than the table result."""
    evening.do(against("none", Claim(MADE)))
    evening.do(against("EW", Assigned(DOWN)))
    assert evening.log[-1].event.advice == ("OS_GAINS",)
    other = Evening()
    other.play(1, ["4SN=", "4SN+1", "4SN-2", "4SN-1"])
    other.do(against("none", Claim(Result("4SN-2"))))
    other.do(against("EW", Assigned(DOWN)))
    assert other.log[-1].event.advice == ()


def test_without_a_result_the_claims_is_not_taken_from_under_a_ruling_that_rests_on_it():
    evening = Evening()
    evening.play(1, [None, "4SN=", "4SN-1"])
    evening.do(GiveRuling(evening.where(1, 1), Claim(MADE), Grounds()))
    evening.refuses(AmendRuling("R-0001", Stands()), "no-result")
    evening.do(against("EW", Stands()))
    assert evening.score(1, 1) == 3
    evening.refuses(WithdrawRuling("R-0001", "no"), "has-dependants")
    evening.do(WithdrawRuling("R-0002", "no"))
    evening.do(WithdrawRuling("R-0001", "no"))
    assert len(evening.session.boards[1]) == 2


def test_a_result_ruled_on_twice_is_not_voided(evening):
    evening.do(against("none", Claim(DOWN)))
    evening.do(against("EW"))
    assert "R-0001 and R-0002 rule on" in evening.refuses(VoidResult(AT), "has-dependants").message


def test_the_average_counts_a_board_that_is_artificial_for_the_other_side_alone():
    """1NS has 4 of 4 on board 1 though 1EW's score there is artificial: its A+ on board 2 is all of the top."""
    evening = Evening(boards=(1, 2))
    evening.play(1, ["4SN=", "4SN-1", "4SN-2"])
    evening.play(2, [None, "4SN=", "4SN-1"])
    evening.do(against("NS", Stands()))
    evening.do(against("EW", Artificial(Grade("A+"), Grade("A-"))))
    evening.rule(2, 1, Artificial(Grade("A+"), Grade("A+")), offender="outside")
    assert combine_rulings(evening.session, evening.at(1, 1)).each_side
    assert evening.score(2, 1) == 4
    assert evening.score(2, 1, "EW") == Fraction(12, 5)


def test_averages_of_two_sides_do_not_go_round_in_a_circle():
    """Two pairs have artificial scores on each other's boards: neither average depends on itself."""
    evening = Evening(boards=(1, 2))
    for board in (1, 2):
        evening.play(board, ["4SN=", "4SN-1", "4SN-2"])
    plus, minus = Artificial(Grade("A-"), Grade("A+")), Artificial(Grade("A+"), Grade("A-"))
    evening.do(GiveRuling(Where(1, "1"), plus, Grounds(offender="NS")))
    evening.do(GiveRuling(Where(1, "1"), Stands(), Grounds(offender="EW")))
    evening.do(GiveRuling(Where(2, "1"), Stands(), Grounds(offender="NS")))
    evening.do(GiveRuling(Where(2, "1"), minus, Grounds(offender="EW")))
    assert (evening.score(1, 1), evening.score(2, 1)) == (Fraction(8, 5), 4)
    assert (evening.score(1, 1, "EW"), evening.score(2, 1, "EW")) == (0, 0)


def test_an_award_for_the_whole_board_stands_alone_in_both_rooms():
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    for table, pair in (("open", ("X", "Y")), ("closed", ("Y", "X"))):
        evening.do(RecordResult(Where(1, table, *pair, 1), MADE))
    damage = SelfInflicted("NS", parse_weighting("4SN+1"), parse_weighting("4SN-1"))
    evening.do(GiveRuling(Where(1, "open"), damage, Grounds(offender="EW")))
    plus = Artificial(Grade("A+"), Grade("A-"))
    refused = evening.refuses(GiveRuling(Where(1, "closed"), plus, Grounds(offender="EW")), "already-ruled")
    assert "R-0001" in refused.message
    assert "for both rooms" in refused.hint
    evening.do(GiveRuling(Where(1, "closed"), damage, Grounds(offender="EW")))
    evening.refuses(AmendRuling("R-0002", plus), "already-ruled")


# An artificial score in one room, and what the other room has: Laws 86B1 and 86B2(b), and rulings it silences


OPEN, CLOSED = Where(1, "open", "A", "B"), Where(1, "closed", "B", "A")
BETTER = Artificial(Grade("A-"), Grade("A+"), parse_weighting("4SN="))
PLUS = Artificial(Grade("A-"), Grade("A+"))
WEIGHTED = Weighted(parse_weighting("50% 4SN=, 50% 4SN-1"))


@pytest.fixture(params=["teams", "knockout", "board-a-match"])
def match(request):
    """A board that one room has played."""
    match = Evening((1, 2), winners=1, scoring=request.param)
    match.do(RecordResult(OPEN, Result("4SN=")))
    return match


def advice(match, score, where=CLOSED, **said):
    return match.do(GiveRuling(where, score, Grounds(**{"offender": "NS"} | said)))[-1].event.advice


@pytest.mark.parametrize(
    ("score", "laws", "advised"),
    [
        (PLUS, ("86B2(b)",), True),
        (PLUS, (), True),
        (PLUS, ("12C2(a)",), True),
        (BETTER, ("86B2(b)",), False),  # already the better of the two
        (PLUS, ("86B2(a)",), False),
        (PLUS, ("87",), False),
        (WEIGHTED, ("86B1",), False),
    ],
)
def test_a_result_of_the_other_room_is_named(match, score, laws, advised):
    assert ("OTHER_ROOM_HAS_RESULT" in advice(match, score, laws=laws)) is advised


def test_a_room_without_a_result_is_not_named(match):
    assert "OTHER_ROOM_HAS_RESULT" not in advice(match, PLUS, Where(2, "closed", "B", "A"))


def test_an_amendment_is_advised_as_the_ruling_is(match):
    advice(match, WEIGHTED, laws=("86B1",))
    (amended,) = match.do(AmendRuling("R-0001", PLUS, Grounds(laws=("86B2(b)",))))
    assert "OTHER_ROOM_HAS_RESULT" in amended.event.advice


def test_a_result_that_comes_after_the_artificial_score_names_it(match):
    there = Where(2, "closed", "B", "A")
    advice(match, PLUS, there)
    match.do(RecordResult(Where(2, "open", "A", "B"), Result("4SN=")))
    played = next(table for table in match.session.boards[2].values() if table.result)
    assert artificial_score_sources(match.session, played) == ["R-0001"]


@pytest.mark.parametrize(("whole", "silent"), [(PLUS, True), (Awarded(3, -3, "out"), True), (BETTER, False)])
@pytest.mark.parametrize("first", ["ruling", "award"])
def test_a_ruling_that_says_nothing_beside_an_award_for_the_whole_board_is_named(match, whole, silent, first):
    if match.session.opening.scoring == "board-a-match" and isinstance(whole, Awarded):
        whole = Awarded(1, 0, "out")
    both = [(WEIGHTED, OPEN), (whole, CLOSED)]
    (score, where), last = both if first == "ruling" else both[::-1]
    advice(match, score, where)
    assert ("RULING_WITHOUT_EFFECT" in advice(match, *last)) is silent


def test_at_four_tables_an_artificial_score_leaves_the_others_their_rulings():
    match = Evening((1,), winners=1, scoring="teams-of-eight")
    match.do(RecordResult(Where(1, "1", "A", "B", round=1), Result("4SN=")))
    match.do(GiveRuling(Where(1, "1", "A", "B", round=1), WEIGHTED, Grounds(offender="EW", laws=("16B",))))
    found = advice(match, PLUS, Where(1, "2", "B", "A", round=1), laws=("86B2(b)",))
    assert "RULING_WITHOUT_EFFECT" not in found
    assert "OTHER_ROOM_HAS_RESULT" in found


def test_pairs_have_no_other_room():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    assert not {"OTHER_ROOM_HAS_RESULT", "RULING_WITHOUT_EFFECT"} & {
        *advice(evening, PLUS, Where(1, "3", "3NS", "3EW"))
    }
    assert not artificial_score_sources(evening.session, evening.at(1, 1))
