"""Artificial scores (Law 12C2), and the contestant's other boards."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.facts import ImposePenalty
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.regulations import Further
from tests.core.spec import Evening
from tests.golden.boards import amended, field, percent_of, session_of, totals
from tests.golden.examples import as_weighting, exact, golden
from tests.golden.rooms import imps_of, rule_room, teams


@golden("S03-artificial-60-50-40")
def test_artificial(given, expected):
    for grade, share, mp in zip(given["artificial"], expected["fractions_of_top"], exact(expected["mp"]), strict=True):
        evening = field([420] * 12 + [{"artificial": [grade, "A"]}])
        assert evening.scoreboard.top == given["top"]
        assert Grade(grade).flat == Fraction(share)
        assert evening.score(1, 13) == mp


@golden("S04-artificial-imps")
def test_artificial_imps(given, expected):
    for grade, imps in zip(given["artificial"], expected["imps"], strict=True):
        evening = teams()
        rule_room(evening, Artificial(Grade(grade), Grade("A")), laws=("12C2(b)",))
        assert imps_of(evening, "X") == imps
        assert imps_of(evening, "Y") == 0


@golden("S12-abf-12c2c-nos-64", "S13-abf-12c2c-os-38")
def test_other_boards(given, expected):
    evening = session_of(given["other_boards_pct"], 4, {1: given["award"]})
    assert percent_of(evening, 1) == expected["awarded_pct"]


@golden("S31-ebl-session-average")
def test_session_average(given, expected):
    for (grade, percent), awarded in zip(given["cases"], expected["awarded_pct"], strict=True):
        assert percent_of(session_of(percent, 4, {1: grade}), 1) == awarded


@golden("D07-12c2c-two-aplus")
def test_two_aplus(given, expected):
    evening = session_of(
        65, given["boards"], {int(board): grade for board, grade in given["artificial_boards"].items()}
    )
    assert [percent_of(evening, 5), percent_of(evening, 6)] == [expected["awarded_pct_each"]] * 2
    assert sum(percent_of(evening, board) for board in range(1, 25)) / 24 == expected["session_pct"]


@golden("D08-12c2c-equivalence")
def test_equivalence(given, expected):
    """A+ as the better of flat and average is the average: with the flat 60% in the session it stays below it."""
    boards = given["other_boards"] + 1
    evening = session_of(given["other_pct"], boards, {1: "A+"})
    assert percent_of(evening, 1) == expected["awarded"]
    with_flat = session_of(given["other_pct"], boards, {1: str(given["flat"])})
    session = sum(percent_of(with_flat, board) for board in range(1, boards + 1)) / boards
    assert session == exact(expected["session_pct_with_flat"])
    assert (session > 60) is expected["exceeds_60"]


@golden("D09-12c2c-aplus-and-aminus")
def test_plus_and_minus(given, expected):
    for case, awarded in zip(given["cases"], expected["awarded"], strict=True):
        evening = session_of(case["other_pct"], 5, dict(enumerate(case["boards"], start=1)))
        assert [percent_of(evening, 1), percent_of(evening, 2)] == awarded


@golden("D38-12c2d-third-board")
def test_third_board(given, expected):
    evening = session_of(given["other_pct"], 10, dict.fromkeys(range(1, given["boards_not_played"] + 1), "A+"))
    amended(evening, "artificial", further=(Further("A+", given["option"]["first_n"], given["option"]["then"]),))
    assert [percent_of(evening, board) for board in range(1, 5)] == expected["awarded_pct"]


@golden("S27-ebl-fielded-psyche", "S28-ebl-fielded-psyche-nos-better")
def test_fielded_psyche(given, expected):
    """A+/A− unless the table result is better for the non-offenders; the penalty either way."""
    tables = given["top"] // 2 + 1
    own = Fraction(given.get("nos_table_mp", given.get("nos_table_pct", 0) * Fraction(given["top"]) / 100))
    others = [20 * at for at in range(tables - 1)]
    evening = Evening()
    table_result = 10 * int(own) - 10
    evening.play(1, [table_result, *others])
    evening.rule(1, 1, Artificial(Grade("60"), Grade("40"), as_weighting(table_result)), offender="EW", laws=("40C",))
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (exact(expected["nos_mp"]), exact(expected["os_mp"]))
    if "artificial_applied" in expected:
        derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
        assert (derivation.text == "of the top") is expected["artificial_applied"]
    before = totals(evening)
    evening.do(ImposePenalty("1EW", Fraction(10), "%", ("90A",)))
    after = totals(evening)
    assert before["1EW"] - after["1EW"] == exact(expected["os_penalty_mp"])
    if "os_net_mp" in expected:
        assert after["1EW"] == exact(expected["os_net_mp"])
    assert after["1NS"] == before["1NS"] == exact(expected["nos_mp"])


@golden("P21-ebu-scoring-wrong-board")
def test_wrong_board(given, expected):
    """Both sides at fault; two such errors are two awards, not multiple occurrences (Law 12C2(d))."""
    grades, percents = expected["pairs"].strip(")").split(" (")
    pairs = field([0] * 4 + [{"artificial": grades.split("/")}])
    found = [100 * pairs.score(1, 5, side.value) / pairs.scoreboard.top for side in Side]
    assert "/".join(map(str, found)) == percents
    evening = teams(boards=2)
    for board in (1, 2):
        rule_room(evening, Artificial(Grade("A-"), Grade("A-")), board=board, laws=("86B2(c)",), offender="both")
        assert [imps_of(evening, "X", board), imps_of(evening, "Y", board)] == expected["teams"]
