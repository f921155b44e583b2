"""All play all over several sessions: who met whom, who withdrew, and what that makes of the scores of the stage."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.facts import (
    AddSession,
    AddStage,
    AmendStage,
    ImposePenalty,
    RecordResult,
    SitOut,
    Where,
    WithdrawContestant,
    WithdrawEntrant,
)
from ledger.laws.stage_rules import StageRules
from ledger.overall.cross_table import cross_table
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from tests.core.congress import Congress, as_told
from tests.core.spec import Evening
from tests.golden.boards import amended


def league(*evenings: Evening, order: tuple[int, ...] = (), unit: str = "0.01") -> TournamentScores:
    """Sessions of one stage in which all play all, the first of them its first sitting."""
    congress = Congress("league", format_="all-play-all", rules=StageRules("victory-points", unit=unit))
    for at in order or range(len(evenings)):
        congress.do(AddSession("league", f"s{at + 1}", at + 1))
    return TournamentScores(congress.session, {f"s{at}": each.scoreboard for at, each in enumerate(evenings, start=1)})


def played(*matches: tuple[str, str, int], contestants=("A", "B", "C", "D")) -> Evening:
    """A round a match of two boards; the first won the first of them by so many points."""
    evening = Evening(boards=(1, 2), winners=1, scoring="teams", contestants=contestants)
    for round_, (one, two, points) in enumerate(matches, start=1):
        for board, swing in ((1, points), (2, 0)):
            evening.do(RecordResult(Where(board, f"{round_}o", one, two, round_), Result(f"{swing:+d}")))
            evening.do(RecordResult(Where(board, f"{round_}c", two, one, round_), Result("+0")))
    return evening


def worth(found, own, other):
    return [(cell.worth.value, cell.counts, cell.lost) for cell in found.cells.get((own, other), ())]


def test_two_who_meet_twice_have_both_matches_and_who_met_once_has_still_to_meet_again():
    found = cross_table(league(played(("A", "B", 430), ("C", "D", 0)), played(("B", "A", 430))), "league")
    first, second = (cell.worth.value for cell in found.cells["A", "B"])
    assert found.meets == 2
    assert first + second == 20
    assert found.totals["A"].value == found.totals["B"].value == 20
    assert dict(found.unmet)["C", "D"] == 1
    assert dict(found.unmet)["A", "C"] == 2


def test_who_withdraws_before_half_of_the_stage_is_met_by_nobody_whatever_session_that_was():
    """D met one of three, and withdraws between the sessions."""
    sessions = league(played(("D", "A", 430)), played(("A", "B", 430), ("A", "C", 0)))
    congress = Congress("league", format_="all-play-all", rules=StageRules("victory-points"))
    for name in sessions.scoreboards:
        congress.do(AddSession("league", name))
    congress.do(WithdrawEntrant("D", "league", 1, playing=("A", "B", "C", "D")))
    left = TournamentScores(congress.session, sessions.scoreboards)
    found = cross_table(left, "league")
    assert found.left["D"].part[:2] == (1, 3)
    assert [counts for _, counts, _ in worth(found, "A", "D")] == [False]
    assert found.totals["D"].value == 0
    assert found.totals["A"].value == sum(cell.worth.value for other in "BC" for cell in found.cells["A", other])
    assert "D" not in found.ranks
    assert [pair for pair, _ in found.unmet] == [("B", "C")]


def after_half() -> list[Evening]:
    """D loses to A by 10 IMPs and ties with B, which is two of three, and withdraws: C loses a match."""
    second = played(("B", "D", 0), ("C", "A", 0))
    second.do(WithdrawContestant("D", reason="unwell"))
    return [played(("A", "D", 430), ("B", "C", 90)), second]


def test_after_half_scores_stand_and_who_loses_a_match_has_the_best_of_three():
    """The converse of D's average, which is above the 12 that are 60 % and above C's own: D lost one and tied one."""
    found = cross_table(league(*after_half()), "league")
    lost_to_a = found.cells["D", "A"][0].worth.value
    converse = 20 - (lost_to_a + 10) / 2
    assert converse > 12
    ((indemnity, counts, lost),) = worth(found, "C", "D")
    assert (counts, lost) == (True, True)
    assert 0 <= indemnity - converse < Fraction(1, 100)
    assert found.totals["C"].value == indemnity + sum(cell.worth.value for o in "AB" for cell in found.cells["C", o])
    assert worth(found, "A", "D")[0][1:] == (True, False)


def test_the_standing_is_of_the_totals_of_the_cross_table_once_somebody_left():
    scores = league(*after_half())
    found, standing = cross_table(scores, "league"), overall(scores, scores.tournament.stages["league"])
    assert {row.entrant: row.total.value for row in standing.rows} == {
        each: total.value for each, total in found.totals.items()
    }
    assert {row.entrant: row.rank for row in standing.rows if row.rank} == dict(found.ranks)
    assert standing.row("D").rank is None
    assert standing.notes == ["D withdrew: totals are of the whole stage, as in its cross table"]


def test_without_victory_points_a_lost_match_is_an_average_plus_on_three_boards_and_an_average_on_the_rest():
    """Matches of two boards: 3 IMPs on each of them."""
    evenings = [amended(played((one, "D", 430)), "matches", vp="none") for one in "AB"]
    evenings[1].do(WithdrawContestant("D"))
    found = cross_table(league(*evenings), "league")
    assert found.unit == "IMP"
    assert worth(found, "A", "D") == [(10, True, False)]
    assert worth(found, "C", "D") == [(6, True, True)]


def test_penalties_in_victory_points_come_off_once():
    evening = played(("A", "B", 430), ("C", "D", 0))
    evening.do(ImposePenalty("A", Fraction(2), "VP", ("90B2",), "late"))
    found = cross_table(league(evening), "league")
    assert found.totals["A"].value == found.cells["A", "B"][0].worth.value - 2


def test_a_sit_out_against_who_withdrew_is_not_counted_beside_the_match_it_lost():
    evenings = after_half()
    before = cross_table(league(*evenings), "league").totals["C"].value
    evenings[1].do(SitOut("C", opponent="D", round=3))
    assert cross_table(league(*evenings), "league").totals["C"].value == before


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from([-430, -90, 0, 90, 430]), min_size=6, max_size=6), st.permutations([0, 1, 2]))
def test_the_order_of_sessions_never_matters_and_without_a_withdrawal_it_is_the_sum_of_the_sessions(points, order):
    a, b, c, d, e, f = points
    evenings = [
        played(("A", "B", a), ("C", "D", b)),
        played(("A", "C", c), ("B", "D", d)),
        played(("A", "D", e), ("B", "C", f)),
    ]
    scores = league(*evenings)
    found = cross_table(scores, "league")
    assert found == cross_table(league(*evenings, order=tuple(order)), "league")
    standing = overall(scores, scores.tournament.stages["league"])
    assert {row.entrant: row.total.value for row in standing.rows} == {
        each: total.value for each, total in found.totals.items()
    }
    assert found.unmet == ()


def test_half_of_the_stage_decides_whether_who_withdrew_has_a_place_not_half_of_the_sittings():
    """D met one of three at the first of two sittings: its scores are cancelled, for whatever reason it left."""
    sessions = league(played(("D", "A", 430)), played(("A", "B", 430), ("A", "C", 0)))
    congress = Congress("league", format_="all-play-all", rules=StageRules("victory-points"))
    for name in sessions.scoreboards:
        congress.do(AddSession("league", name))
    congress.do(WithdrawEntrant("D", "league", 1, good_reason=True, playing=("A", "B", "C", "D")))
    left = TournamentScores(congress.session, sessions.scoreboards)
    row = overall(left, congress.tournament.stages["league"]).row("D")
    assert (row.rank, row.total.value, row.mark.standing) == (None, 0, "withdrawn")
    assert "D" not in cross_table(left, "league").ranks


def test_who_leaves_after_half_of_the_stage_for_a_good_reason_keeps_its_place_in_both_tables():
    evenings = [played(("A", "D", 430), ("B", "C", 90)), played(("B", "D", 0), ("C", "A", 0))]
    evenings[1].do(WithdrawContestant("D", good_reason=True, reason="unwell"))
    scores = league(*evenings)
    standing = overall(scores, scores.tournament.stages["league"])
    assert standing.row("D").rank == cross_table(scores, "league").ranks["D"] == 4
    assert standing.row("D").mark.ranked


def test_who_withdraws_after_the_last_sitting_has_played_the_stage_and_keeps_its_place():
    """A won the only match of each of two sittings; once a third is added, it left the stage unfinished after all."""
    congress = Congress("league", "final", format_="all-play-all", rules=StageRules("victory-points"))
    evenings = {"s1": played(("A", "B", 430), ("C", "D", 0)), "s2": played(("A", "C", 430), ("B", "D", 0))}
    for name in evenings:
        congress.do(AddSession("league", name))
    before = overall(congress.over(**evenings), congress.tournament.stages["league"])
    congress.do(WithdrawEntrant("A", "league", 2, playing=("A", "B", "C", "D"), reason="not in the final"))
    after = congress.over(**evenings)
    standing = overall(after, congress.tournament.stages["league"])
    assert before.row("A").rank == 1
    assert as_told(standing) == as_told(before)
    assert standing.notes == ["A withdrew (#6), and has a place unless league goes on without it"]
    assert cross_table(after, "league").left == {}
    congress.do(AddSession("league", "s3"))
    later = congress.over(**evenings)
    assert overall(later, congress.tournament.stages["league"]).row("A").rank is None
    assert list(cross_table(later, "league").left) == ["A"]


def test_totals_are_rounded_as_the_stage_says_whether_or_not_somebody_left():
    """By tens A and C are level, who are not by hundredths; D left after half."""
    scores = league(*after_half(), unit="10")
    found, standing = cross_table(scores, "league"), overall(scores, scores.tournament.stages["league"])
    exact = cross_table(league(*after_half()), "league").totals
    assert exact["A"].value != exact["C"].value
    assert {row.entrant: row.total.value for row in standing.rows} == {
        each: round(total.value / 10) * 10 for each, total in exact.items()
    }
    assert {row.entrant: row.rank for row in standing.rows if row.rank} == dict(found.ranks) == {"A": 1, "C": 1, "B": 3}


def test_where_all_play_all_every_match_counts():
    congress = Congress("league", format_="all-play-all", rules=StageRules("victory-points"))
    best = StageRules("victory-points", best=2)
    congress.refuses(AddStage("second", "all-play-all", best), "bad-stage-rules")
    congress.refuses(AmendStage("league", "all-play-all", best), "bad-stage-rules")
    congress.do(AmendStage("league", "sessions", best))
    hint = congress.refuses(AmendStage("league", "all-play-all", best), "bad-stage-rules").hint
    assert hint == "--best 0, or --format sessions"
