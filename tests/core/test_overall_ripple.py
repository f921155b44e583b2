"""What moves over a tournament when one of its sessions changes: figures worked out by hand, and when nothing moves."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.facts import AddSession, AmendStage, CorrectResult, LinkContestants, RecordResult, RemoveSession, Where
from ledger.laws.adjustment import Assigned
from ledger.laws.stage_rules import StageRules
from ledger.overall.publication import overall_digest
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from tests.core.congress import Congress, evening
from tests.core.spec import Evening

RESULTS = st.sampled_from(["4SN=", "4SN+1", "4SN-1", "PASS"])


def congress(**rules) -> Congress:
    """Friday and Saturday in one stage."""
    found = Congress("qualifying", rules=StageRules(**rules))
    found.do(AddSession("qualifying", "friday"))
    found.do(AddSession("qualifying", "saturday"))
    return found


def moved(found: OverallRipple, kind: str) -> dict[str, tuple[object, object]]:
    return {each.whose: (each.before, each.after) for each in found.moved if each.kind == kind}


def test_a_ruling_of_friday_moves_totals_and_places_over_both_sessions():
    """Friday 420, -50, 450: 2, 0, 4 of 4 to North-South; with 420 at table 2 they are 1, 1, 4. Saturday is level."""
    said, saturday = congress(), evening("4SN=", "4SN=", "4SN=")
    friday = evening("4SN=", "4SN-1", "4SN+1")
    before = said.over(friday=friday, saturday=saturday)
    friday.rule(1, 2, Assigned(Result("4SN=")))
    found = overall_ripple(before, said.over(friday=friday, saturday=saturday))
    half = Fraction(1, 2)
    assert moved(found, "total") == {
        "1NS": (50, 37 + half),
        "2NS": (25, 37 + half),
        "1EW": (50, 62 + half),
        "2EW": (75, 62 + half),
    }
    assert moved(found, "place") == {"1EW": (3, 2), "2EW": (1, 2), "1NS": (3, 4), "2NS": (5, 4), "3EW": (5, 6)}
    assert [stage.name for stage in found.stages] == ["qualifying"]


def test_who_is_linked_moves_under_the_name_of_the_tournament():
    said, friday = congress(), evening("4SN=", "4SN-1", "4SN+1")
    before = said.over(friday=friday)
    said.do(LinkContestants("friday", (("1NS", "7"),)))
    found = overall_ripple(before, said.over(friday=friday))
    assert moved(found, "total") == {"7": (None, 50), "1NS": (50, None)}
    assert moved(found, "place") == {"7": (None, 3), "1NS": (3, None)}


def test_a_session_that_is_taken_out_leaves_what_the_other_says():
    """1NS wins everything on Friday and nothing on Saturday, 2NS the other way round."""
    said, friday, saturday = congress(), evening("4SN=", "4SN-1"), evening("PASS", "4SN=")
    before, friday_alone = said.over(friday=friday, saturday=saturday), said.over(friday=friday)
    said.do(RemoveSession("saturday"))
    without = before.said_otherwise(said.session)
    assert moved(overall_ripple(before, without), "total") == {
        "1NS": (50, 100),
        "2EW": (50, 100),
        "2NS": (50, 0),
        "1EW": (50, 0),
    }
    assert not overall_ripple(friday_alone, without)


def test_the_best_of_two_sessions_hides_what_moved_in_the_other():
    """2NS has 0 of Friday and all of Saturday, which alone counts: what Friday becomes is no matter to it."""
    said, saturday = congress(best=1), evening("PASS", "4SN=")
    friday = evening("4SN=", "4SN-1")
    before = said.over(friday=friday, saturday=saturday)
    friday.rule(1, 2, Assigned(Result("4SN=")))
    found = moved(overall_ripple(before, said.over(friday=friday, saturday=saturday)), "total")
    assert found == {"1NS": (100, 50), "2EW": (100, 50)}


def test_other_rules_of_a_stage_ripple_too():
    said, friday = congress(), evening("4SN=", "4SN-1")
    before = said.over(friday=friday)
    said.do(AmendStage("qualifying", "sessions", StageRules(adds="matchpoints")))
    found = moved(overall_ripple(before, said.over(friday=friday)), "total")
    assert found == {"1NS": (100, 2), "2EW": (100, 2)}


def test_who_wins_a_match_may_change():
    """420 and 50 at the other table are 470, 10 IMPs to Norway; with 450 there Malta wins 30, 1 IMP."""
    said, friday = congress(adds="victory-points"), Evening((1,), 1, contestants=("Norway", "Malta"), scoring="teams")
    closed = Where(1, "2", "Malta", "Norway")
    friday.do(RecordResult(Where(1, "1", "Norway", "Malta"), Result("4SN=")))
    friday.do(RecordResult(closed, Result("4SN-1")))
    before = said.over(friday=friday)
    friday.do(CorrectResult(closed, Result("4SN+1"), reason="misread"))
    found = overall_ripple(before, said.over(friday=friday))
    assert moved(found, "winner") == {"friday: Malta v Norway": ("Norway", "Malta")}
    totals = moved(found, "total")
    assert moved(found, "victory points") == {f"{who} (friday: Malta v Norway)": both for who, both in totals.items()}
    assert totals["Norway"][0] > 10 > totals["Norway"][1]


def digest(found: TournamentScores) -> str:
    return overall_digest(found, found.tournament.stages["qualifying"])


def rows(found: TournamentScores) -> list[tuple[str, int | None, Fraction]]:
    return [
        (row.entrant, row.rank, row.total.value)
        for stage in found.tournament.stages.values()
        for row in overall(found, stage).rows
    ]


@settings(max_examples=40)
@given(st.lists(RESULTS, min_size=3, max_size=3), st.lists(RESULTS, min_size=3, max_size=3), st.integers(0, 2))
def test_nothing_moves_exactly_where_the_standings_are_the_same(first, second, best):
    said, saturday = congress(best=best), evening("4SN=", "4SN+1", "PASS")
    one = said.over(friday=evening(*first), saturday=saturday)
    other = said.over(friday=evening(*second), saturday=saturday)
    same = rows(one) == rows(other)
    assert bool(overall_ripple(one, other)) is not same
    assert (digest(one) == digest(other)) is same
