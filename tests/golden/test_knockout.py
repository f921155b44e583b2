"""Law 12C4: a knockout match has one score."""

from fractions import Fraction

from ledger.commands import ImposePenalty, SetCarryOver
from ledger.laws.adjustment import Artificial, Awarded, Grade, Split
from ledger.laws.rounding import Rounding
from ledger.projections.matches import matches
from tests.golden.boards import amended, rounding
from tests.golden.examples import exact, golden, mixture
from tests.golden.rooms import imps_of, in_rooms, rule_room, teams


def knockout(x: Fraction, y: Fraction) -> tuple[Fraction, Fraction]:
    """Law 12C4 on two own scores, given as awards."""
    evening = teams("knockout")
    rule_room(evening, Awarded(x, y, "out"))
    return imps_of(evening, "X"), imps_of(evening, "Y")


@golden("D10-ko-average-brief")
def test_knockout_average(given, expected):
    assert knockout(Fraction(given["nos_own_imps"]), Fraction(given["os_own_imps"])) == (
        exact(expected["nos"]),
        exact(expected["os"]),
    )


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


@golden("D19-pp-ko-not-averaged")
def test_penalty_is_not_averaged(given, expected):
    evening = teams("knockout", boards=2)
    rule_room(evening, Awarded(Fraction(2), Fraction(-2), "out"))
    evening.do(SetCarryOver("X", Fraction(38)))
    evening.do(SetCarryOver("Y", Fraction(40)))
    (before,) = matches(evening.scoreboard)
    assert [before.scores[team].value for team in "XY"] == list(given["match"].values())
    evening.do(ImposePenalty("X", Fraction(given["offender_penalty_imps"]), "IMP"))
    (after,) = matches(evening.scoreboard)
    assert [after.scores[team].value for team in "XY"] == [expected["home"], expected["away"]]
