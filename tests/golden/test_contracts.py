"""Contracts scored (Law 77), and one result assigned to both sides."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side, Unreadable, contract_score, ns_score, parse_result
from ledger.bridge.scales import imps
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Component, Grade, Stands, Weighted
from ledger.laws.rounding import Rounding, round_for, round_to
from ledger.subjects.appeals.facts import Adjudication, AppealFurther, DecideAppeal, LodgeAppeal
from ledger.subjects.appeals.state import deposit_state, further_deposit_states
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, WithdrawRuling
from tests.core.spec import Evening, blank
from tests.golden.boards import field, ns_of, totals
from tests.golden.examples import VULNERABLE, exact, golden, mixture, results
from tests.golden.rooms import in_rooms, match_of, seat, teams


@golden("S01-assigned-5C-to-4C", "S07-abf-ex1-assigned")
def test_assigned(given, expected):
    board = VULNERABLE[given["vul"]]
    evening = Evening(boards=[board])

    def stated(what: dict) -> Result:
        return Result(f"{what['contract']}{what['declarer']}{what['tricks']} tricks")

    evening.play(board, [str(stated(given["table"]))])
    assert ns_of(evening, board) == expected["table_score_ns"]
    evening.rule(board, 1, Assigned(stated(given["assigned_both_sides"])))
    assert ns_of(evening, board) == expected["assigned_score_ns"]


@golden("S19-ebl-660")
def test_assigned_alone(given, expected):
    assigned = given["assigned_both_sides"]
    result = Result(f"{assigned['contract']}{assigned['declarer']}{assigned['tricks']} tricks")
    evening = Evening(boards=[2])
    evening.play(2, ["PASS"])
    evening.rule(2, 1, Assigned(result))
    assert ns_of(evening, 2) == expected["assigned_score_ns"]


@golden("S20-ebl-split-1NTx")
def test_split_undertricks(given, expected):
    for name, vulnerable in (("non_vul", False), ("vul", True)):
        for who, sign in (("nos", -1), ("os", 1)):
            played = results(given["split"][who].replace("x", "X"), "E").played
            assert sign * contract_score(played, vulnerable) == expected[name][who]


@golden("S25b-ebl-550-check", "D40-contract-scores")
def test_contract_scores(given, expected):
    for text, wanted in zip(given.get("results") or given["cases"], expected["scores"], strict=True):
        contract, _, vul = text.replace("(8 tricks)", "").strip().partition(" ")
        assert contract_score(results(contract).played, vul == "vul") == wanted, text


@golden("D39-imp-table")
def test_imp_table(given, expected):
    assert [imps(difference) for difference in given["diffs"]] == expected["imps"]
    assert [imps(-difference) for difference in given["diffs"]] == [-worth for worth in expected["imps"]]


# Rounding, where the regulations say so


@golden("D31-rounding-directions")
def test_rounding_directions(given, expected):
    values = exact(given["nos_exact"])
    assert [round_for(value, Fraction(1), up=True) for value in values] == expected["toward_nos"]
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        assert [round_to(value, Fraction(1), mode) for value in values] == expected[
            f"nearest_{mode.value.replace('-', '_')}"
        ]


@golden("D32-rounding-mp-away")
def test_rounding_matchpoints(given, expected):
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        rounded_ = [
            round_to(Fraction(value), Fraction(given["unit"]), mode, Fraction(given["average"]))
            for value in given["values"]
        ]
        assert rounded_ == exact(expected[mode.value.replace("-", "_")])


# Penalties in matchpoints


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


# What a director may award: disallowed outcomes, contested claims, advice


@golden("S08-abf-ex2-weighted-legality", "S25-ebl-disallowed-call-ok", "S26-ebl-disallowed-call-bad")
def test_legality(given, expected):
    evening = Evening(boards=[2])
    evening.play(2, ["4SE-1", "PASS"])
    if "components" in given and "contract" in given["components"][0]:
        results_ = [
            Result(f"{part['contract']}{part['declarer']}{part['tricks']} tricks") for part in given["components"]
        ]
        assert [ns_score(result, 2) for result in results_] == expected["component_scores_ns"]
        refused = Weighted((Component(Fraction(1, 2), Result("4SE-1")), Component(Fraction(1, 2), results_[0])))
        evening.refuses(
            GiveRuling(evening.where(2, 1), refused, Grounds(**{**blank(), "disallowed": ("4S",)})),
            "disallowed-outcome",
        )
    else:
        results_ = [
            results(part["result"].replace("m", "D"), "W" if part["result"].startswith("4S") else "N")
            for part in given["components"]
        ]
    weighting = tuple(
        Component(Fraction(part["weight"]), result) for part, result in zip(given["components"], results_, strict=True)
    )
    command = GiveRuling(evening.where(2, 1), Weighted(weighting), Grounds(**{**blank(), "disallowed": ("4SW", "4SE")}))
    if expected["legal"]:
        evening.do(command)
    else:
        refusal = evening.refuses(command, "disallowed-outcome")
        assert str(weighting[expected["offending_component"]].result) in refusal.message


@golden("S09-abf-reveley-5C")
def test_reveley(given, expected):
    """An outcome that lies in a disallowed call is refused, unless the record states a legal route to it."""
    evening = Evening(boards=[1])
    evening.play(1, ["4SE-1"])

    def command(*outcomes: str, route: str = "") -> GiveRuling:
        weights = [Component(Fraction(1, len(outcomes)), Result(each)) for each in outcomes]
        grounds = Grounds(**{**blank(), "disallowed": ("5CN",), "legal_route": route})
        return GiveRuling(evening.where(1, 1), Weighted(tuple(weights)), grounds)

    allowed, (rejected,) = map(as_typed, expected["allowed"]), map(as_typed, expected["rejected"])
    candidates = [as_typed(each) for each in given["candidate_components"]]
    assert rejected in candidates
    assert rejected in evening.refuses(command(*candidates), "disallowed-outcome").message
    evening.do(command(*candidates, route="5C is reached without the information"))
    evening.do(WithdrawRuling("R-0001"))
    evening.do(command(*allowed))


def as_typed(text: str) -> str:
    """'4H E 10' and '5C N -1' as they are typed: 4HE 10 tricks, 5CN-1."""
    contract, seat, tricks = text.split()
    return str(Result(f"{contract}{seat}{tricks}" + ("" if tricks[0] in "+-=" else " tricks")))


@golden("S30-ebl-claim-not-assigned")
def test_claim(given, expected):
    """A contested claim is a ruling of fact: one result for both sides, neither weighted nor split."""
    parts = ", ".join(f"{part['weight']} {part['score_ns']:+d}" for part in given["components"])
    made, down = (f"{part['score_ns']:+d}" for part in given["components"])
    rejected = {"weighted": parts, "split": f"NS: {made}; EW: {down}"}
    for kind in ("weighted", expected["also_rejected"]):
        with pytest.raises(Unreadable):
            Claim(parse_result(rejected[kind]))
    evening = Evening()
    evening.play(1, [0, 0])
    evening.rule(1, 1, Claim(parse_result(made)), laws=("70",))
    assert [evening.score(1, 1, side.value) for side in Side] == [evening.scoreboard.top, 0]


@golden("S17-abf-more-than-four")
def test_more_than_four(given, expected):
    for outcomes, advised in ((given["number_of_outcomes"], True), (4, False)):
        evening = Evening()
        evening.play(1, [0, 0])
        evening.rule(1, 1, Weighted(mixture([[f"1/{outcomes}", 100 * at] for at in range(outcomes)])))
        assert (expected["advisory"] in evening.log[-1].event.advice) is advised  # recorded, not refused


@golden("S29-ebl-over-100")
def test_over_100(given, expected):
    for case, percent, warned in zip(given["cases"], expected["sum_pct"], expected["warn"], strict=True):
        evening = Evening()
        evening.play(1, [0, 0])
        adjustment = Artificial(Grade(case["ns"]), Grade(case["ew"]))
        assert 100 * (adjustment.ns.flat + adjustment.ew.flat) == percent
        evening.rule(1, 1, adjustment, offender="outside" if case["outside_agency"] else None)
        assert ("OVER_100_NEEDS_OUTSIDE_AGENCY" in evening.log[-1].event.advice) is warned
