"""Law 12C4: a knockout match has one score."""

from fractions import Fraction

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Awarded, Component, Grade, Split, Weighted
from ledger.laws.rounding import Rounding
from ledger.projections.matches import Match
from ledger.projections.standings import standings, total_derivation
from ledger.subjects.play.facts import SetCarryOver
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty
from tests.core.spec import Evening, blank
from tests.golden.boards import amended, rounding
from tests.golden.examples import exact, golden, mixture
from tests.golden.rooms import imps_of, in_rooms, rule_room, teams
from tests.trust_checks import holds


def knockout(x: Fraction, y: Fraction) -> tuple[Fraction, Fraction]:
    """Law 12C4 on two own scores, given as awards."""
    evening = teams("knockout")
    rule_room(evening, Awarded(x, y, "out"))
    return imps_of(evening, "X"), imps_of(evening, "Y")


@golden("D10-ko-average-brief")
def test_knockout_average(given, expected):
    actual = knockout(Fraction(given["nos_own_imps"]), Fraction(given["os_own_imps"]))
    assert actual == (exact(expected["nos"]), exact(expected["os"]))


@golden("D11-ko-average-artificial")
def test_knockout_artificial(given, expected):
    for (x, y), first, second in zip(given["cases"], exact(expected["first"]), exact(expected["second"]), strict=True):
        assert knockout(Fraction(x), Fraction(y)) == (first, second)
    evening = teams("knockout")
    rule_room(evening, Artificial(Grade("A+"), Grade("A+")))
    assert imps_of(evening, "X") == 0


@golden("D12-ko-split-weighted-order")
def test_knockout_order(given, expected):
    evening = teams("knockout")
    in_rooms(evening, 0, given["other_table_ns"])
    rule_room(evening, Split(mixture(given["nos_ruling"]), mixture(given["os_ruling_as_ns"])), laws=("12C4",))
    assert imps_of(evening, "X") == -imps_of(evening, "Y") == exact(expected["exact_average_nos"])
    rounding(evening, imps=("1", Rounding.HALF_AWAY_FROM_AVERAGE))
    assert imps_of(amended(evening, "knockout", rounded="before"), "X") == exact(
        expected["round_first_unit1_then_average"]
    )


def test_the_average_is_rounded_once_where_regulations_round_after_it():
    """X 5 and Y −2.5: 3.75 each way, which whole IMPs round away from the average."""
    evening = teams("knockout")
    rule_room(evening, Awarded(Fraction(5), Fraction(-5, 2), "out"))
    assert imps_of(evening, "X") == Fraction(15, 4)
    rounding(evening, imps=("1", Rounding.HALF_AWAY_FROM_AVERAGE))
    amended(evening, "knockout", rounded="after")
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (4, -4)


def test_the_average_is_rounded_toward_the_side_that_alone_did_not_offend():
    """X, which offended, has 3 of its 3.75."""
    evening = teams("knockout")
    rule_room(evening, Awarded(Fraction(5), Fraction(-5, 2), "out"), offender="NS")
    rounding(evening, imps=("1", Rounding.TOWARD_NOS))
    amended(evening, "knockout", rounded="after")
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (3, -3)


def test_a_score_that_balances_is_rounded_there_too():
    """1/4 of 10 IMPs is 2.5: three away from the average; two where that is for the non-offenders, here Y."""
    evening = teams("knockout")
    in_rooms(evening, 0, 0)
    weights = (Component(Fraction(1, 4), Result("+430")), Component(Fraction(3, 4), Result("+0")))
    rule_room(evening, Weighted(weights), offender="NS")
    amended(evening, "knockout", rounded="after")
    for mode, imps in ((Rounding.HALF_AWAY_FROM_AVERAGE, 3), (Rounding.TOWARD_NOS, 2)):
        rounding(evening, imps=("1", mode))
        assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (imps, -imps)


@golden("D19-pp-ko-not-averaged")
def test_penalty_is_not_averaged(given, expected):
    """Four boards give 40 : 38; the penalty comes off the fined team's own figure, and turns the match."""
    evening = won({"X": (24, 16), "Y": (24, 14)})
    assert own_scores(evening) == list(given["match"].values())
    assert match_of(evening).winner == "X"
    evening.do(ImposePenalty("X", Fraction(given["offender_penalty_imps"]), "IMP"))
    assert own_scores(evening) == [expected["home"], expected["away"]]
    assert match_of(evening).winner == "Y"


def won(swings: dict[str, tuple[int, ...]]) -> Evening:
    """A knockout match in which each team won boards by so many IMPs."""
    boards = [(imps if team == "X" else -imps) for team, own in swings.items() for imps in own]
    evening = teams("knockout", boards=len(boards))
    for board, imps in enumerate(boards, start=1):
        rule_room(evening, Awarded(Fraction(imps), Fraction(-imps), "out"), board=board)
    return evening


def match_of(evening: Evening) -> Match:
    (found,) = evening.scoreboard.matches.values()
    assert all(holds(score) for score in (*found.scores.values(), *found.nets.values()))
    return found


def own_scores(evening: Evening) -> list[Fraction]:
    return [match_of(evening).scores[team].value for team in "XY"]


@golden("W01-ko-carry-over", "W02-ko-carry-over-turns-the-match", "W03-ko-penalty-turns-the-match")
def test_a_match_is_imps_for_each_side(given, expected):
    evening = won(given["won"])
    for team, imps in given.get("carry_over", {}).items():
        evening.do(SetCarryOver(team, Fraction(imps)))
    for team, imps in given.get("penalties", {}).items():
        evening.do(ImposePenalty(team, Fraction(imps), "IMP"))
    assert own_scores(evening) == exact(expected["imps"])
    assert (match_of(evening).winner, abs(match_of(evening).lead)) == (expected["winner"], exact(expected["by"]))
    rows = standings(evening.scoreboard)[0].rows
    assert [row.contestant for row in rows] == expected["ranking"]
    assert {row.contestant: row.total for row in rows} == dict(zip("XY", exact(expected["imps"]), strict=True))
    assert all(holds(total_derivation(evening.scoreboard, team)) for team in "XY")


@golden("W04-ko-averaged-board")
def test_an_averaged_board_is_its_winners(given, expected):
    evening = teams("knockout")
    rule_room(evening, Awarded(*map(Fraction, given["own_imps"]), "out"))
    assert own_scores(evening) == exact(expected["imps"])
    assert match_of(evening).balanced


@golden("W05-split-board-own-totals")
def test_where_a_board_does_not_balance_each_team_has_its_own_total(given, expected):
    evening = teams("teams", boards=2)
    for board, own in enumerate(given["own_imps"], start=1):
        rule_room(evening, Awarded(*map(Fraction, own), "out"), board=board)
    found = match_of(evening)
    assert not found.balanced
    assert own_scores(evening) == exact(expected["own_totals"])
    assert (found.winner, found.lead) == (expected["winner"], exact(expected["lead"]))


def test_teams_of_a_knockout_are_ranked_by_their_match_not_by_their_imps():
    """H beats A 12 : 10; C loses to D 38 : 40, with more IMPs than H."""
    evening = Evening(boards=(1, 2), winners=1, contestants=("H", "A", "C", "D"), scoring="knockout")
    for home, away, swings in (("H", "A", (12, -10)), ("C", "D", (19, -20))):
        for board, imps in enumerate(swings, start=1):
            where = Where(board, f"{home}{board}", home, away)
            evening.do(GiveRuling(where, Awarded(Fraction(imps), Fraction(-imps), "out"), Grounds(**blank())))
    found = {row.contestant: (row.rank, row.total) for row in standings(evening.scoreboard)[0].rows}
    assert found == {"H": (1, 12), "D": (1, 20), "A": (3, 10), "C": (3, 19)}
