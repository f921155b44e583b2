"""Appeals: the score in force, periods, concurrence, instances."""

from fractions import Fraction

from msgspec import structs

from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Awarded, Stands, Weighted
from ledger.subjects.appeals.facts import Adjudication, AppealFurther, DecideAppeal, LodgeAppeal, ReviewDecision
from ledger.subjects.appeals.state import appeal_state, deposit_state
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.play.facts import AmendRegulations, CorrectResult, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import Reopening
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty
from tests.core.spec import Evening
from tests.golden.boards import amended, ns_of
from tests.golden.examples import exact, golden, mixture, score
from tests.golden.rooms import match_of, rule_room, teams


def columns(evening: Evening) -> list[Fraction]:
    return evening.column(1)


@golden("D34-ledger-appeal-overturned")
def test_score_in_force(given, expected):
    """An appeal does not suspend the ruling; the committee's decision replaces its score, the authority's that."""
    evening, after = Evening(), {}
    evening.play(1, [given["events"][0]["ns"], *given["other_tables_ns"]])
    ruled, decided = (Weighted(mixture(given["events"][at]["both"])) for at in (2, 4))
    steps = {
        "1": [],
        "2": [AddCall(evening.where(1, 1), "a hesitation", "N", "auction")],
        "3": [GiveRuling(Where(1, "1"), ruled, Grounds(laws=("16B",)), call="C-0001")],
        "4": [LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), deposit="20 GBP")],
        "5": [DecideAppeal("A-0001", Adjudication("varied", decided))],
        "6": [
            AppealFurther("A-0001", "NS", "the national authority", "a principle", ("N", "S")),
            ReviewDecision("A-0001", Adjudication("table-result-restored")),
        ],
    }
    for seq, commands in steps.items():
        for command in commands:
            evening.do(command)
        after[seq] = columns(evening)
    for seq, value in expected["ns_mp_of_table_after_seq"].items():
        assert after[seq][0] == exact(value)
    for seq, value in expected["other_table_620_ns_mp_after_seq"].items():
        assert after[seq][1] == exact(value)
    assert deposit_state(evening.session.appeals["A-0001"]) == given["events"][4]["deposit"]


@golden("P22-vanderbilt-2013")
def test_vanderbilt(given, expected):
    """A decision after the match takes 11 IMPs from one team only: the winner changes."""
    evening = amended(teams(boards=7), "matches", vp="none")
    for board, (x, y) in enumerate(zip([21] * 6, [24] * 5 + [11], strict=True), start=1):
        rule_room(evening, Awarded(Fraction(x), Fraction(y), "out"), board=board)
    rule_room(evening, Awarded(Fraction(11), Fraction(0), "out"), board=7)
    (before,) = evening.scoreboard.matches.values()
    evening.do(PublishScores())
    evening.do(LodgeAppeal("R-0007", "EW", "the heart lead was to be found", captain=True))
    evening.do(DecideAppeal("A-0001", Adjudication("overturned", Awarded(Fraction(0), Fraction(0), "out"))))
    (after,) = evening.scoreboard.matches.values()
    names = {"Monaco": "X", "Auken": "Y"}
    for match, key in ((before, "before"), (after, "after")):
        assert {name: match.scores[team].value for name, team in names.items()} == (
            given["match_before"] if key == "before" else expected["match_after"]
        )
        assert match.winner == names[expected[f"winner_{key}"]]


@golden("D35-ledger-79C")
def test_correction_period(given, expected):
    """A result, and three corrections of it: in time, too late, and too late but approved and beyond doubt."""
    evening = Evening()
    now = evening.session.regulations
    periods = structs.replace(now.periods, correction_minutes=given["correction_period_minutes"])
    evening.do(AmendRegulations(structs.replace(now, periods=periods, profile="as given")))
    accepted, codes, in_force = [], [], []
    for event in given["events"]:
        first = event["type"] == "table_result"
        approved = Reopening("scoring-error", "the organiser", event.get("beyond_reasonable_doubt", False))
        late = approved if event.get("organizer_approval") else None
        command = (
            RecordResult(evening.where(1, 1), score(event["ns"]))
            if first
            else CorrectResult(Where(1, "1"), score(event["ns"]), reason=event["reason"], reopening=late)
        )
        at = max(int(event["at"].removeprefix("T0")), 0)
        try:
            evening.do(command, at=at)
            accepted.append(True)
        except Refusal as refusal:
            accepted.append(False)
            codes.append(refusal.code)
        if first:
            evening.do(PublishScores(), at=0)
        in_force.append(ns_of(evening, 1))
    assert (accepted, in_force) == (expected["accepted"], expected["ns_after"])
    assert codes == [{"CORRECTION_PERIOD_EXPIRED": "correction-late"}[expected["reject_code"]]]


@golden("D44-appeal-concurrence")
def test_concurrence(given, expected):
    codes = {"CONCURRENCE_92D1": "concurrence", "TIME_92B": "appeal-late"}
    for case, accepted, code in zip(given["cases"], expected["accepted"], expected["reject_codes"], strict=True):
        evening, ns, ew = {
            "pairs": (Evening(), "1NS", "1EW"),
            "teams": (Evening(winners=1, contestants=("X", "Y"), scoring="teams"), "X", "Y"),
            "individual": (Evening(winners=1), "1+2", "3+4"),
        }[case["event"]]
        where = Where(1, "1", ns, ew)
        evening.do(RecordResult(where, score(420)))
        evening.do(GiveRuling(where, Stands(), Grounds()))
        evening.do(PublishScores())
        command = LodgeAppeal(
            "R-0001", "NS", "damaged", tuple(case.get("signed_by", ())), captain=case.get("captain_concurs", False)
        )
        if accepted:
            evening.do(command, at=case["minutes_after_official_score"])
        else:
            evening.refuses(command, codes[code], at=case["minutes_after_official_score"])


@golden("P23-ebl-review-2018")
def test_review(given, expected):
    """The second instance reviews the ruling; what was without merit may cost IMPs or VPs, given with the appeal."""
    evening = match_of({1: (Fraction(12), Fraction(-12))}, 8)
    evening.do(LodgeAppeal("R-0001", "NS", "damaged", captain=True))
    evening.do(DecideAppeal("A-0001", Adjudication("upheld", merit="without")))
    evening.refuses(ReviewDecision("A-0001", Adjudication("upheld")), "no-prior-appeal")
    evening.do(AppealFurther("A-0001", "NS", "the reviewer", "a principle", captain=True))
    evening.do(ReviewDecision("A-0001", Adjudication("upheld")))
    state = appeal_state(evening.session, evening.session.appeals["A-0001"])
    assert expected["second_instance"].startswith(state.removesuffix("ed"))
    for unit in expected["sanction_if_without_merit"]:
        opponent = "Y" if unit == "IMPs" else None
        evening.do(ImposePenalty("X", Fraction(1), unit.removesuffix("s"), opponent=opponent, beside="A-0001"))
    assert [penalty.imposed.beside for penalty in evening.session.penalties_of("X")] == ["A-0001", "A-0001"]
