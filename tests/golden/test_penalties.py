"""Penalties in matchpoints."""

from fractions import Fraction

from msgspec import structs

from ledger.bridge import Result
from ledger.facts import Adjudication, AppealFurther, DecideAppeal, ImposePenalty, LodgeAppeal, RecordResult
from ledger.laws.adjustment import Artificial, Awarded, Grade, Stands
from ledger.session.appeals import deposit_state, further_deposit_states
from tests.core.spec import Evening
from tests.golden.boards import field, totals
from tests.golden.examples import exact, golden
from tests.golden.rooms import in_rooms, match_of, seat, teams


@golden("S15-abf-30pct")
def test_penalties_in_matchpoints(given, expected):
    tables = given["top"] // 2 + 1
    evening = Evening(boards=(1, 2))
    evening.play(1, [0] * tables)
    evening.rule(1, 1, Artificial(Grade("40"), Grade("60")))
    assert evening.score(1, 1) == exact(expected["artificial_mp"])
    before = totals(evening)
    evening.do(ImposePenalty("1NS", Fraction(expected["procedural_penalty_pct_of_top"]), "%", ("90A",)))
    after = totals(evening)
    assert before["1NS"] - after["1NS"] == exact(expected["penalty_mp"])
    assert after["1NS"] == exact(expected["net_mp"])
    assert 100 * after["1NS"] / given["top"] == given["intended_pct"]
    assert {contestant for contestant in before if before[contestant] != after[contestant]} == {"1NS"}


@golden("D17-pp-mp")
def test_penalty_of_a_session(given, expected):
    """Fourteen tops of 14 are a session of 196; the penalty is a share of one top, and nobody else gains by it."""
    top = given["top"]
    evening = Evening(boards=range(1, given["session_mp"] // top + 1))
    for board in evening.session.boards:
        evening.play(board, [0] * (top // 2 + 1 if board == 1 else 1))
        evening.rule(board, 1, Awarded(Fraction(top), Fraction(0), "keep"))
    assert evening.scoreboard.top == top
    before = totals(evening)
    assert before["1NS"] == given["session_mp"]
    evening.do(ImposePenalty("1NS", Fraction(given["penalty_pct_top"]), "%", ("90A",)))
    after = totals(evening)
    assert before["1NS"] - after["1NS"] == exact(expected["penalty_mp"])
    assert after["1NS"] == exact(expected["net"])
    changes = {after[contestant] - before[contestant] for contestant in before if contestant != "1NS"}
    assert changes == {expected["opponents_change"]}


@golden("P24-ebu-deposits")
def test_standard_penalties(given, expected):
    """A deposit is kept as it was paid; the standard penalty is a quarter of a top, or 6 IMPs, or 1 VP."""
    standard = expected["standard_penalty"]
    pairs = field([0] * 8)
    evening = match_of({1: (Fraction(12), Fraction(-12))}, 8)
    for session, contestant, amount, unit in (
        (pairs, "1NS", standard["mp_pct_top"], "%"),
        (evening, "X", standard["vp"], "VP"),
    ):
        before = totals(session)
        session.do(ImposePenalty(contestant, Fraction(amount), unit, ("90A",)))
        off = pairs.scoreboard.top / 4 if unit == "%" else 1
        assert before[contestant] - totals(session)[contestant] == off
    (before,) = evening.scoreboard.matches.values()
    evening.do(ImposePenalty("X", Fraction(standard["imps"]), "IMP", ("90A",), opponent="Y"))
    (after,) = evening.scoreboard.matches.values()
    assert before.scores["X"].value - after.scores["X"].value == standard["imps"]
    paid = f"{expected['deposit_pairs_gbp']} GBP"
    higher = f"{expected['national_authority_gbp']} GBP"
    pairs.rule(1, 1, Stands())
    pairs.do(LodgeAppeal("R-0001", "EW", "damaged", ("E", "W"), deposit=paid))
    pairs.do(DecideAppeal("A-0001", Adjudication("upheld", merit="without")))
    pairs.do(AppealFurther("A-0001", "EW", "the national authority", "a principle", ("E", "W"), deposit=higher))
    appeal = pairs.session.appeals["A-0001"]
    assert (appeal.lodged.deposit, appeal.awaiting.deposit) == (paid, higher)
    assert (deposit_state(appeal), further_deposit_states(appeal)) == ("forfeited", ("held",))


def test_a_penalty_counts_though_the_first_match_does_not_yet():
    """A point against Y, whose first match lacks a room: it comes off what Y has, 1 of the second match."""
    evening = teams("board-a-match", boards=2)
    in_rooms(evening, 420, None)
    for room, ns in ((1, "+50"), (2, "+90")):
        evening.do(RecordResult(structs.replace(seat(2, room), round=2), Result(ns)))
    evening.do(ImposePenalty("Y", Fraction(1, 2), "points", ("90A",)))
    assert totals(evening) == {"X": 0, "Y": Fraction(1, 2)}
