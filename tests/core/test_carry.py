"""What is carried forward, to the digit: figures worked out by hand beside each rule."""

from fractions import Fraction
from typing import get_args

import pytest

from cli.words.derivations import outline
from ledger.bridge import Result
from ledger.facts import (
    AddSession,
    AddStage,
    AmendStage,
    CorrectResult,
    EnterEntrants,
    RecordResult,
    RuleCarryForward,
    SayCarryForward,
    Undo,
    Where,
)
from ledger.facts.tournaments import Entrant
from ledger.laws.stage_rules import CarryBy, CarryRules, StageRules
from ledger.overall.carry import carried_into
from ledger.overall.standing import overall
from ledger.scoring.derivation import recomputed
from tests.core.congress import Congress
from tests.core.spec import Evening
from tests.core.stages import BOTH, Weekend, mitchell
from tests.core.swiss_stage import Swiss
from tests.golden.boards import amended

MATCHPOINTS = StageRules(adds="matchpoints")


def weekend(by, share=Fraction(1, 2), *, rules=MATCHPOINTS, qualify=3, **more) -> Weekend:
    """The weekend, its final played, with one rule and a cut."""
    found = Weekend(rules)
    found.do(RuleCarryForward(*BOTH, CarryRules(by, share, **more)))
    found.final()
    if qualify:
        found.qualify(qualify)
    return found


def carried(found: Weekend) -> dict[str, str]:
    """What everybody carries into the final; its derivation comes to the same from its leaves."""
    rows = found.standing("final").rows
    assert all(recomputed(row.total.derivation()) == row.total.value for row in rows)
    return {row.entrant: str(row.carried.value) for row in rows if row.carried}


def test_the_white_book_carries_matchpoints_by_the_tops_of_both_stages():
    """½ × 8 × 2/8 × 2/1 = 2; ½ × 6 × 2/8 × 2/1 = 1.5: of two boards with a top of 4, where a final's board has 2."""
    found = weekend("white-book")
    assert carried(found) == {"1": "2", "4": "3/2", "6": "3/2"}
    totals = {row.entrant: (str(row.total.value), row.rank) for row in found.standing("final").rows}
    assert totals == {"1": ("4", 1), "4": ("3/2", 2), "6": ("3/2", 2), "5": ("2", None)}


def test_a_carried_score_is_rounded_as_the_regulation_says():
    """⅓ × 8 × 2/8 × 2 = 4/3, to 0.01: 1.33."""
    assert carried(weekend("white-book", Fraction(1, 3)))["1"] == "133/100"
    assert carried(weekend("white-book", Fraction(1, 3), unit="0.1"))["1"] == "13/10"


def sat_out(**totals) -> Weekend:
    """The weekend, but 7 and 8 sat where 1 and 2 did on Friday's second board: these have one board, 1 with 4 on it."""
    friday = Evening(boards=(1, 2), winners=1)
    for board, results in ((1, ("12+420", "34-50", "56+100")), (2, ("78+420", "34+100", "56-50"))):
        for table, (ns, ew, *score) in enumerate(results, start=1):
            friday.do(RecordResult(Where(board, str(table), ns, ew), Result("".join(score))))
    found = Weekend(MATCHPOINTS, amended(friday, "total", **totals) if totals else friday)
    found.do(RuleCarryForward(*BOTH, CarryRules("white-book", Fraction(1, 2))))
    found.final()
    return found


def test_who_sat_out_carries_what_he_is_ranked_by_and_the_factor_is_told():
    """4 on one board of two, factored to 8: ½ × 8 × 2/8 × 2 = 2; as his own, ½ × 4 × 1/4 × 2 = 1."""
    found = sat_out()
    assert carried(found)["1"] == "2"
    said = {text: value for _, value, text in outline(found.row("final", "1").total.derivation())}
    assert said["SQ, matchpoints as ranked = 8.00"] == "8"
    assert said["friday, as 1, factored to 2 = 4.00 × 2"] == "8.00"
    assert said["scored on 1 board"] == "4.00"
    assert said["factored up for boards not played"] == "2"
    assert said["MaxQ, the most there were = 8"] == "8"
    assert carried(sat_out(factoring="none"))["1"] == "1"


def test_the_standing_names_whose_matchpoints_were_factored():
    found = sat_out()
    assert found.standing("qualifying").notes == ["factored up to 2 boards in friday: 1, 2, 7, 8"]
    assert found.row("qualifying", "1").total.value == 8
    assert sat_out(factoring="none").standing("qualifying").notes == []
    found.do(AmendStage("qualifying", "sessions", StageRules()))
    assert found.standing("qualifying").notes == []


def test_with_an_announced_top_it_is_known_before_the_final_has_a_result():
    """½ × 8 × 2/8 × 12 = 12 matchpoints, of a final with a top of 12."""
    found = weekend("white-book", top=Fraction(12))
    assert carried(found)["1"] == "12"


def test_who_did_not_qualify_carries_nothing_and_without_a_cut_everybody_does():
    assert carried(weekend("white-book", qualify=0)) == {"1": "2", "4": "3/2", "6": "3/2", "5": "1/2"}


def test_what_is_carried_is_of_the_moment_and_no_number_in_the_log():
    """After 3 and 4 change places on Friday's second board 1 has 4 + 2, and carries ½ × 6 × 2/8 × 2 = 1.5."""
    found = weekend("white-book")
    before = len(found.log)
    found.friday.do(CorrectResult(Where(2, "2"), Result("+450")))
    assert carried(found) == {"1": "3/2", "4": "1", "6": "3/2"}
    assert len(found.log) == before


@pytest.mark.parametrize(
    ("by", "adds", "share", "expected"),
    [
        ("over-average", "percent", Fraction(1, 5), {"1": "10", "4": "5", "6": "5"}),  # 100, 75 and 75 % less 50
        ("over-average", "matchpoints", Fraction(1, 2), {"1": "2", "4": "1", "6": "1"}),  # 8, 6 and 6 less 4
        ("share", "matchpoints", Fraction(1, 2), {"1": "4", "4": "3", "6": "3"}),
        ("share", "percent", Fraction(1, 3), {"1": "3333/100", "4": "25", "6": "25"}),
    ],
)
def test_a_share_of_the_score_or_of_what_is_over_average(by, adds, share, expected):
    assert carried(weekend(by, share, rules=StageRules(adds=adds))) == expected


def test_below_average_something_is_taken_along():
    """5 has 2 of 8, two less than average."""
    assert carried(weekend("over-average", qualify=0))["5"] == "-1"


def test_a_spread_is_even_and_who_is_level_shares_the_figures_of_the_places():
    """12, 7.5, 3 for three; second and third are level: 5.25 each. Of a table of two the third has nothing: 5 each."""
    assert carried(weekend("spread", figures=(Fraction(12), Fraction(3)))) == {"1": "12", "4": "21/4", "6": "21/4"}
    assert carried(weekend("table", figures=(Fraction(12), Fraction(10)))) == {"1": "12", "4": "5", "6": "5"}


def test_directions_that_are_ranked_apart_send_their_best_and_have_the_figures_each():
    found = Weekend(StageRules(adds="matchpoints", winners=2), mitchell())
    found.do(RuleCarryForward(*BOTH, CarryRules("table", figures=(Fraction(5), Fraction(3)))))
    found.qualify(2)
    assert found.tournament.qualified.cuts[BOTH].now == ("3EW", "2EW", "1NS", "2NS")
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    assert {entrant: str(each.value) for entrant, each in final.items()} == {
        "1NS": "5",
        "2NS": "3",
        "3EW": "5",
        "2EW": "3",
    }


@pytest.mark.parametrize(
    ("across", "expected"),
    [(True, {"1NS": "18/5", "B1NS": "6", "B3NS": "9/5"}), (False, {"1NS": "6", "B1NS": "6", "B3NS": "0"})],
)
def test_what_sections_carry_is_as_they_are_scored(across, expected):
    """The same board in both: 420, 400, −50; and 450, 430, 400. The top announced for the final is 12.

    Across the field 1NS has 6 of 10, B1NS 10, B3NS, level with 2NS, 3: ½ × 6 × 1/10 × 12 = 3.6, 6 and 1.8. Each
    section for itself 4, 4 and none of 4.
    """
    found = Weekend(StageRules(adds="matchpoints", across=across), mitchell())
    found.evenings["friday-b"] = Evening()
    found.evenings["friday-b"].play(1, [450, 430, 400])
    found.do(AddSession("qualifying", "friday-b", 1, "B"))
    found.do(RuleCarryForward(*BOTH, CarryRules("white-book", top=Fraction(12))))
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    assert {each: str(final[each].value) for each in expected} == expected


def test_the_word_of_the_director_goes_before_the_rule_until_it_is_taken_back():
    found = weekend("white-book")
    found.do(SayCarryForward(*BOTH, "4", Fraction(5, 2), "announced so"))
    assert carried(found) == {"1": "2", "4": "5/2", "6": "3/2"}
    assert "by the director's word" in found.row("final", "4").carried.text
    found.do(Undo(found.log[-1]))
    assert carried(found) == {"1": "2", "4": "3/2", "6": "3/2"}


def test_the_rule_before_holds_again_where_another_is_taken_back():
    found = weekend("white-book")
    found.do(RuleCarryForward(*BOTH, None, "no carry-forward after all"))
    assert carried(found) == {}
    found.do(Undo(found.log[-1]))
    assert carried(found) == {"1": "2", "4": "3/2", "6": "3/2"}


def test_of_three_words_the_second_holds_where_the_third_is_taken_back():
    found = weekend("white-book")
    for part in (2, 3, 4):
        found.do(RuleCarryForward(*BOTH, CarryRules("share", Fraction(1, part))))
        found.do(SayCarryForward(*BOTH, "1", Fraction(part), "as announced"))
    ruled, said = (found.do(Undo(last))[-1].event for last in found.log[-2:])
    assert ruled.rules == found.tournament.qualified.rules(BOTH) == CarryRules("share", Fraction(1, 3))
    assert (said.carries, carried(found)["1"]) == (3, "3")


def league() -> Evening:
    """Three teams, each against each on one board: X beats Y by 10 IMPs, Z beats X by 1, Y and Z are level."""
    evening = Evening((1,), 1, contestants=("X", "Y", "Z"), scoring="teams")
    for round_, (home, away, open_, closed) in enumerate(
        (("X", "Y", "+420", "-50"), ("Z", "X", "+420", "+400"), ("Y", "Z", "+420", "+420")), 1
    ):
        evening.do(RecordResult(Where(1, "open", home, away, round_), Result(open_)))
        evening.do(RecordResult(Where(1, "closed", away, home, round_), Result(closed)))
    return evening


def league_weekend(adds, by, share) -> dict[str, Fraction]:
    """What X and Z carry, who go on."""
    found = Weekend(StageRules(adds=adds), league())
    found.qualify(2)
    found.do(RuleCarryForward(*BOTH, CarryRules(by, share)))
    assert {*found.tournament.qualified.cuts[BOTH].now} == {"X", "Z"}
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    assert all(recomputed(each) == each.value for each in final.values())
    return {entrant: each.value for entrant, each in final.items()}


def test_only_the_matches_between_those_who_go_on_are_carried():
    """X has +10 − 1 IMPs, Z +1, Y −10; X has won one match, Z one and tied one: X and Z carry their match alone."""
    assert league_weekend("imps", "matches", Fraction(1)) == {"X": -1, "Z": 1}
    assert league_weekend("wins", "matches", Fraction(1)) == {"X": 0, "Z": 1}
    points = league_weekend("victory-points", "matches", Fraction(1))
    assert sum(points.values()) == 20
    assert points["Z"] > 10 > points["X"]


def test_over_average_in_imps_is_over_nothing_and_in_wins_over_the_mean_of_the_stage():
    """Cross-IMPs are over nothing already. Wins: 1 for X, 1½ for Z, ½ for Y; the mean is 1."""
    friday = Evening(winners=1, scoring="cross-imps")
    friday.play(1, [420, -50, 100])
    found = Weekend(StageRules(adds="imps"), friday)
    found.do(RuleCarryForward(*BOTH, CarryRules("over-average")))
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    assert {each: 2 * final[each].value for each in final} == {
        row.entrant: row.total.value for row in found.standing("qualifying").rows
    }
    assert league_weekend("wins", "over-average", Fraction(1, 2)) == {"X": 0, "Z": Fraction(1, 4)}


def test_half_the_victory_points_of_all_matches():
    """Each team played two matches of 20: what X, Y and Z have makes 60, and none of them carries Y's part."""
    halves = league_weekend("victory-points", "share", Fraction(1, 2))
    assert 10 < halves["Z"] < halves["X"] < 20


def test_one_alone_has_the_first_figure_of_a_spread():
    assert carried(weekend("spread", qualify=1, figures=(Fraction(12), Fraction(3)))) == {"1": "12"}


def test_a_bye_of_the_stage_has_no_matchpoints_to_be_carried():
    swiss = Swiss(3, adds="wins")
    swiss.do(AddStage("final", "sessions", MATCHPOINTS))
    swiss.play(swiss.draw())
    swiss.do(RuleCarryForward("swiss", "final", CarryRules("white-book", top=Fraction(12))))
    assert any(row.boards == 0 for row in overall(swiss.scores, swiss.stage).rows)
    assert carried_into(swiss.scores, swiss.tournament.stages["final"], overall) == {}


def test_a_mistaken_way_that_was_taken_back_leaves_every_standing_as_it_was():
    """The stage `wrong` is gone, or comes after the final: nothing of it is looked for."""
    found = Weekend(MATCHPOINTS)
    found.do(AddStage("wrong", "sessions", MATCHPOINTS))
    found.do(AddStage("last", "sessions", MATCHPOINTS))
    found.do(RuleCarryForward("wrong", "last", CarryRules("share")))
    found.do(Undo(found.log[-1]))
    found.do(Undo(next(each for each in found.log if getattr(each.event, "name", "") == "wrong")))
    assert not found.standing("last").rows
    found.do(AddStage("wrong", "sessions", MATCHPOINTS))
    found.do(RuleCarryForward("last", "wrong", CarryRules("share")))
    assert not found.standing("last").rows
    assert not found.standing("wrong").rows


def test_a_stage_is_not_amended_into_one_that_nothing_fits_into_any_more():
    """Four matchpoints carried into a final of percentages would be four per cent more."""
    found = Weekend(MATCHPOINTS)
    found.do(AmendStage("final", "sessions", StageRules()))
    found.do(AmendStage("final", "sessions", MATCHPOINTS))
    amended = found.log[-1]
    found.do(RuleCarryForward(*BOTH, CarryRules("share")))
    for stage in BOTH:
        found.refuses(AmendStage(stage, "sessions", StageRules()), "bad-carry")
    found.refuses(Undo(amended), "bad-carry")
    found.do(AmendStage("final", "sessions", StageRules("matchpoints", best=2)))
    found.do(RuleCarryForward(*BOTH, None))
    found.do(AmendStage("final", "sessions", StageRules()))


def test_a_rule_that_the_stages_do_not_fit_any_more_does_not_come_back_where_another_is_taken_back():
    found = Weekend(MATCHPOINTS)
    found.do(RuleCarryForward(*BOTH, CarryRules("share")))
    nothing = found.do(RuleCarryForward(*BOTH, None))[-1]
    found.do(AmendStage("final", "sessions", StageRules("percent")))
    why = found.refuses(Undo(nothing), "bad-carry")
    assert why.message.startswith("share was carried from qualifying into final, which would not fit: qualifying adds")
    found.do(AmendStage("final", "sessions", StageRules("percent", unit="1")))
    found.do(AmendStage("final", "sessions", MATCHPOINTS))
    found.do(Undo(nothing))
    assert found.tournament.qualified.rules(BOTH) == CarryRules("share", Fraction(1, 2))


def test_no_rule_comes_back_into_a_stage_that_is_gone():
    found = Weekend(MATCHPOINTS)
    found.do(RuleCarryForward(*BOTH, CarryRules("share")))
    nothing = found.do(RuleCarryForward(*BOTH, None))[-1]
    found.do(Undo(next(each for each in found.log if getattr(each.event, "name", "") == "final")))
    found.refuses(Undo(nothing), "no-such-stage")


def test_a_knockout_counts_wins_whatever_its_rules_say():
    found = Weekend(MATCHPOINTS)
    found.do(AmendStage("final", "knockout", MATCHPOINTS))
    for by in ("share", "white-book"):
        found.refuses(RuleCarryForward(*BOTH, CarryRules(by)), "bad-carry")


def test_all_of_the_matches_is_carried_and_half_of_anything_else_where_no_share_is_said():
    assert {by: CarryRules(by).part for by in get_args(CarryBy)} == {
        "white-book": Fraction(1, 2),
        "over-average": Fraction(1, 2),
        "share": Fraction(1, 2),
        "table": Fraction(1, 2),
        "spread": Fraction(1, 2),
        "matches": 1,
    }


def test_the_total_of_sessions_kept_elsewhere_is_said_of_a_stage_that_has_none_here():
    """1 brings 312.5 from the heats, and has 2 in the final; 4 brings 300 and has none there; of 6 nothing was said."""
    found = Weekend(MATCHPOINTS)
    found.final()
    for entrant, carries in (("1", "312.5"), ("4", "300")):
        found.do(SayCarryForward(*BOTH, entrant, Fraction(carries), "kept by the club", playing=("1", "4")))
    totals = {row.entrant: row.total.value for row in found.standing("final").rows}
    assert totals == {"1": Fraction("314.5"), "4": 300, "5": 2, "6": 0}
    elsewhere = Congress(*BOTH, rules=MATCHPOINTS)
    elsewhere.refuses(SayCarryForward(*BOTH, "7", Fraction(3), "kept by the club"), "not-in-stage")
    elsewhere.do(EnterEntrants((Entrant("7"),)))
    elsewhere.do(SayCarryForward(*BOTH, "7", Fraction(3), "kept by the club"))
    final = carried_into(elsewhere.over(), elsewhere.tournament.stages["final"], overall)
    assert {entrant: each.value for entrant, each in final.items()} == {"7": 3}
    elsewhere.do(Undo(elsewhere.log[-1]))
    assert carried_into(elsewhere.over(), elsewhere.tournament.stages["final"], overall) == {}
