"""Who has a place where matches rank: few boards, a short knockout, scores that were cancelled; and the matches."""

from collections.abc import Sequence

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import scorecard, standings
from ledger.scoring.forms import FormName
from ledger.subjects.evolving import replay
from ledger.subjects.participation.facts import SeatSubstitute, SitOut, WithdrawContestant
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening
from tests.golden.boards import amended


def teams(*matches: tuple[str, str, int, Sequence[int]], form: FormName = "teams", of: str = "ABCD") -> Evening:
    """Matches of teams: the two, the round, and the boards, each made in one room and down in the other."""
    evening = Evening(range(1, 13), 1, contestants=(*of,), scoring=form)
    for ns, ew, round_, boards in matches:
        for board in boards:
            evening.do(RecordResult(Where(board, f"{ns}open", ns, ew, round_), Result("4SN=")))
            evening.do(RecordResult(Where(board, f"{ns}closed", ew, ns, round_), Result("4SN-1")))
    return evening


def swiss_pairs(played: dict[int, str]) -> Evening:
    """Swiss pairs, a board a round: '1 v 2, 3 v 4' says who met."""
    evening = Evening(tuple(played), 1, "ebu-swiss-pairs", tuple("123456"))
    for board, tables in played.items():
        for table, met in enumerate(tables.split(", "), start=1):
            evening.do(RecordResult(Where(board, str(table), *met.split(" v "), board), Result("+100")))
    return evening


def unplaced(evening: Evening) -> dict[str, str]:
    """Who has no place, and why."""
    (field,) = standings(evening.scoreboard)
    return {row.contestant: row.mark.standing for row in field.rows if row.rank is None and row.mark}


def test_few_boards_cost_no_place_where_totals_are_sums_of_matches():
    """A total of matches is not factored, so that nobody leads by few boards; round 4 may be half typed."""
    evening = swiss_pairs({1: "1 v 2, 3 v 4", 2: "1 v 3, 2 v 4", 3: "1 v 4, 5 v 6"})
    assert unplaced(amended(evening, "standings", least_boards="50%")) == {}
    evening.do(SeatSubstitute("5", "N", 3))
    assert unplaced(evening) == {}


def test_who_has_only_cancelled_matches_is_marked():
    evening = teams(("A", "B", 1, (1, 2)), ("C", "D", 1, (1, 2)))
    evening.do(WithdrawContestant("D", 1))
    assert unplaced(evening) == {"C": "too-few-boards", "D": "withdrawn"}


def test_a_knockout_match_that_was_short_has_its_winner():
    evening = teams(("A", "B", 1, (1,)), ("C", "D", 1, range(1, 7)), form="knockout")
    (field,) = standings(evening.scoreboard)
    assert {row.contestant: row.rank for row in field.rows} == {"A": 1, "C": 1, "B": 3, "D": 3}


def test_a_match_that_could_not_be_played_is_on_the_card():
    evening = amended(teams(("A", "B", 1, (1, 2))), "participation", sit_out="60%")
    evening.do(SitOut("A", (), None, 2))
    (missed,) = scorecard(evening.scoreboard, "A").missed
    assert (missed.fact.round, missed.worth.value) == (2, 12)
    assert scorecard(evening.scoreboard, "B").missed == ()


def test_matches_are_those_of_the_scores_that_were_taken_over():
    evening = teams(("A", "B", 1, (1, 2)))
    before = Scoreboard(replay(evening.log[:-2], "evening")).completed()
    after = Scoreboard(evening.session)
    assert [match.boards for match in after.matches.values()] == [2]
    assert after.matches is after.matches
    kept = after.matches
    after.reuse_from(before)
    assert after.matches is not kept
    assert [match.boards for match in after.matches.values()] == [2]
