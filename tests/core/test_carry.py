"""Carry-forwards to the last digit: figures computed by hand beside each rule."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.words.derivations import outline
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Adjustment, Artificial, Grade, Split, parse_weighting
from ledger.laws.regulations import CarryBy, CarryRules, StageRules
from ledger.overall.carry import carried_into
from ledger.overall.cross_table import cross_table
from ledger.overall.places import Ties
from ledger.overall.qualifying import open_concerns
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.scoring.derivation import recompute
from ledger.subjects.matches.facts import ScoreMatch, VoidMatch
from ledger.subjects.participation.facts import SitOut, WithdrawContestant
from ledger.subjects.play.facts import CorrectResult, RecordResult, SetCarryOver
from ledger.subjects.qualifying.decide import open_concern_text
from ledger.subjects.qualifying.facts import RuleCarryForward, SayCarryForward, WithdrawEntrant
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, AmendStage, EnterEntrants, Entrant
from tests.core.congress import Congress, as_told
from tests.core.spec import Evening
from tests.core.stages import BOTH, Weekend, mitchell
from tests.core.swiss_stage import Swiss
from tests.golden.boards import amended

MATCHPOINTS = StageRules(adds="matchpoints")


def weekend(by, share=Fraction(1, 2), *, rules=MATCHPOINTS, qualify=3, **more) -> Weekend:
    """Return the weekend with its final played, a carry-forward rule and a cut."""
    found = Weekend(rules)
    found.do(RuleCarryForward(*BOTH, CarryRules(by, share, **more)))
    found.final()
    if qualify:
        found.qualify(qualify)
    return found


def carried(found: Weekend) -> dict[str, str]:
    """Return the carry-forward of each contestant in the final, checked against its derivation's leaves."""
    rows = found.standing("final").rows
    assert all(recompute(row.total.derivation()) == row.total.value for row in rows)
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
    assert found.tournament.qualified.cuts[BOTH].now == ("3EW", "1NS", "2EW", "2NS")
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    expected = {"1NS": "5", "2NS": "3", "3EW": "5", "2EW": "3"}
    assert {entrant: str(each.value) for entrant, each in final.items()} == expected


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
    """Return the carry-forwards of X and Z, who go on."""
    found = Weekend(StageRules(adds=adds), league())
    found.qualify(2)
    found.do(RuleCarryForward(*BOTH, CarryRules(by, share)))
    assert {*found.tournament.qualified.cuts[BOTH].now} == {"X", "Z"}
    final = carried_into(found.scores, found.tournament.stages["final"], overall)
    assert all(recompute(each) == each.value for each in final.values())
    return {entrant: each.value for entrant, each in final.items()}


def test_only_the_matches_between_those_who_go_on_are_carried():
    """X has +10 − 1 IMPs, Z +1, Y −10; X has won one match, Z one and tied one: X and Z carry their match alone."""
    assert league_weekend("imps", "matches", Fraction(1)) == {"X": -1, "Z": 1}
    assert league_weekend("wins", "matches", Fraction(1)) == {"X": 0, "Z": 1}
    points = league_weekend("victory-points", "matches", Fraction(1))
    assert sum(points.values()) == 20
    assert points["Z"] > 10 > points["X"]


def test_over_average_in_imps_is_over_nothing_and_in_wins_over_the_mean_of_the_stage():
    """Cross-IMPs are above nothing anyway. Wins: 1 for X, 1½ for Z, ½ for Y; the mean is 1."""
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
    """The stage `wrong` is removed, or comes after the final: no standing looks for its carry-forward."""
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


# Ties split by the IMPs won and lost: summed board by board, each side's by its own scores


TEAMS = ("A", "B", "C", "D")


def matches(*scores: tuple[int, int], scoring="teams", profile="default") -> Evening:
    """A v B and C v D over these boards: North–South's score of the first team in the open room, closed passed out."""
    evening = Evening(range(1, len(scores) + 1), 1, profile, TEAMS, scoring)
    for number, of_board in enumerate(scores, start=1):
        for (one, two), score in zip((("A", "B"), ("C", "D")), of_board, strict=True):
            evening.do(RecordResult(Where(number, "o" + one, one, two, 1), Result(f"{score:+d}")))
            evening.do(RecordResult(Where(number, "c" + one, two, one, 1), Result("PASS")))
    return evening


def rule(evening: Evening, board: int, adjustment: Adjustment, law: str) -> None:
    evening.do(GiveRuling(Where(board, "oA"), adjustment, Grounds(laws=(law,))))


def quotients(*evenings: Evening) -> dict[str, str] | str:
    """Return each team's quotient over these sessions, or the reason why the rule gives none."""
    congress = Congress("only", format_="all-play-all", rules=StageRules("victory-points", ties=("imp-quotient",)))
    names = [f"session-{at}" for at, _ in enumerate(evenings)]
    for name in names:
        congress.do(AddSession("only", name))
    scores = congress.over(**dict(zip(names, evenings, strict=True)))
    stage = congress.tournament.stages["only"]
    (step,) = Ties(congress.tournament, stage, scores.fields(stage), {}, {}).split(TEAMS).steps
    return step.skipped or dict(step.has)


def test_boards_that_balance_are_won_by_one_and_lost_by_the_other():
    assert quotients(matches((430, 170), (-130, -430))) == {"A": "2.5", "C": "0.5", "D": "2", "B": "0.4"}


def test_an_average_plus_for_both_is_won_by_both_and_lost_by_neither():
    """A has +10, −4 and +3: 13/4; B −10, +4 and +3: 7/10."""
    evening = matches((430, 170), (-130, -430), (0, 0))
    rule(evening, 3, Artificial(Grade("A+"), Grade("A+")), "86B2(a)")
    assert quotients(evening) == {"A": "3.25", "D": "2", "B": "0.7", "C": "0.5"}


def test_a_split_is_won_and_lost_as_each_side_has_it():
    """By the ruling A has +10 of the first board, and B −4; of the second A has −10, and B +10."""
    evening = matches((430, 170), (-430, -430))
    rule(evening, 1, Split(parse_weighting("+430"), parse_weighting("+130")), "82C")
    assert quotients(evening) == {"B": "2.5", "D": "2", "A": "1", "C": "0.5"}


def test_both_sides_may_have_lost_none():
    evening = matches((0, 170), (0, -430))
    rule(evening, 1, Artificial(Grade("A+"), Grade("A+")), "86B2(a)")
    assert {quotients(evening)[team] for team in "AB"} == {"3 and none lost"}


def test_sessions_are_added_up():
    assert quotients(matches((430, 170)), matches((-130, -430)))["A"] == "2.5"


def test_a_fine_is_taken_from_what_its_own_side_won():
    """A has won 10 less 2; B has lost 10 on the boards, whatever A is fined."""
    evening = matches((430, 170), (-130, -430))
    evening.do(ImposePenalty("A", Fraction(2), "IMP", ("90B2",), opponent="B"))
    assert [quotients(evening)[team] for team in "AB"] == ["2", "0.4"]


def test_a_carry_over_is_won_by_who_carries_it_in_and_lost_by_nobody():
    evening = matches((430, 170), (-130, -430), scoring="knockout")
    evening.do(SetCarryOver("A", Fraction(7)))
    assert [quotients(evening)[team] for team in "AB"] == ["4.25", "0.4"]


def test_a_match_of_which_the_imps_are_told_counts_as_told():
    evening = Evening((1, 2), 1, contestants=TEAMS, scoring="teams")
    evening.do(ScoreMatch(("A", "B"), (1, 2), scores=(Fraction(34), Fraction(20)), round=1))
    evening.do(ScoreMatch(("C", "D"), (1, 2), scores=(Fraction(5), Fraction(10)), round=1))
    assert quotients(evening) == {"D": "2", "A": "1.7", "B": "0.5882", "C": "0.5"}


def test_a_match_of_which_the_victory_points_alone_are_known_counts_for_nothing():
    evening = matches((430, 170), (-130, -430))
    evening.do(ScoreMatch(("A", "C"), (1, 2), scores=(Fraction(8), Fraction(12)), in_points=True, round=2))
    assert quotients(evening) == {"A": "2.5", "D": "2", "C": "0.5", "B": "0.4"}


def test_whoever_has_no_match_in_imps_is_named():
    evening = Evening((1, 2), 1, contestants=TEAMS, scoring="teams")
    for two in (("A", "B"), ("C", "D")):
        evening.do(ScoreMatch(two, (1, 2), scores=(Fraction(8), Fraction(12)), in_points=True, round=1))
    assert quotients(evening) == "A has no match whose IMPs are known"
    assert quotients(matches((430, 170), scoring="board-a-match")) == "A has no match whose IMPs are known"


# All play all over several sessions: who met whom, who withdrew, and what that makes of the scores of the stage


def crossed(*evenings: Evening, order: tuple[int, ...] = (), unit: str = "0.01") -> TournamentScores:
    """Return sessions of one all-play-all stage, the first of them its first sitting."""
    congress = Congress("league", format_="all-play-all", rules=StageRules("victory-points", unit=unit))
    for at in order or range(len(evenings)):
        congress.do(AddSession("league", f"s{at + 1}", at + 1))
    return TournamentScores(congress.session, {f"s{at}": each.scoreboard for at, each in enumerate(evenings, start=1)})


def played(*matches: tuple[str, str, int], contestants=("A", "B", "C", "D")) -> Evening:
    """Return a session with a match of two boards a round; the first team won the first board by so many points."""
    evening = Evening(boards=(1, 2), winners=1, scoring="teams", contestants=contestants)
    for round_, (one, two, points) in enumerate(matches, start=1):
        for board, swing in ((1, points), (2, 0)):
            evening.do(RecordResult(Where(board, f"{round_}o", one, two, round_), Result(f"{swing:+d}")))
            evening.do(RecordResult(Where(board, f"{round_}c", two, one, round_), Result("+0")))
    return evening


def worth(found, own, other):
    return [(cell.worth.value, cell.counts, cell.lost) for cell in found.cells.get((own, other), ())]


def test_a_league_with_matches_to_play_is_open_for_a_cut():
    scores = crossed(played(("A", "B", 430), ("C", "D", 0)), played(("A", "C", 430)))
    told = [open_concern_text(each) for each in open_concerns(scores, "league") if each.match]
    assert told == [f"{pair} is still to play" for pair in ("A v D", "B v C", "B v D")]


def test_a_match_that_is_not_to_come_is_not_open_for_a_cut():
    evening = played(("A", "B", 430), ("C", "D", 0), ("A", "C", 430), ("B", "C", 0))
    evening.do(VoidMatch(("C", "D"), (1, 2), fault="director", round=2))
    scores = crossed(evening)
    assert [each.match for each in open_concerns(scores, "league") if each.match] == ["A v D", "B v D"]


def test_a_match_against_one_who_left_is_not_open_for_a_cut():
    evening = played(("A", "B", 430), ("C", "D", 0), ("A", "C", 430), ("B", "C", 0))
    evening.do(WithdrawContestant("D"))
    assert not [each for each in open_concerns(crossed(evening), "league") if each.match]


def test_two_who_meet_twice_have_both_matches_and_who_met_once_has_still_to_meet_again():
    found = cross_table(crossed(played(("A", "B", 430), ("C", "D", 0)), played(("B", "A", 430))), "league")
    first, second = (cell.worth.value for cell in found.cells["A", "B"])
    assert found.meets == 2
    assert first + second == 20
    assert found.totals["A"].value == found.totals["B"].value == 20
    assert dict(found.unmet)["C", "D"] == 1
    assert dict(found.unmet)["A", "C"] == 2


def test_who_withdraws_before_half_of_the_stage_is_met_by_nobody_whatever_session_that_was():
    """D met one of three, and withdraws between the sessions."""
    sessions = crossed(played(("D", "A", 430)), played(("A", "B", 430), ("A", "C", 0)))
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
    found = cross_table(crossed(*after_half()), "league")
    lost_to_a = found.cells["D", "A"][0].worth.value
    converse = 20 - (lost_to_a + 10) / 2
    assert converse > 12
    ((indemnity, counts, lost),) = worth(found, "C", "D")
    assert (counts, lost) == (True, True)
    assert 0 <= indemnity - converse < Fraction(1, 100)
    assert found.totals["C"].value == indemnity + sum(cell.worth.value for o in "AB" for cell in found.cells["C", o])
    assert worth(found, "A", "D")[0][1:] == (True, False)


def test_the_standing_is_of_the_totals_of_the_cross_table_once_somebody_left():
    scores = crossed(*after_half())
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
    found = cross_table(crossed(*evenings), "league")
    assert found.unit == "IMP"
    assert worth(found, "A", "D") == [(10, True, False)]
    assert worth(found, "C", "D") == [(6, True, True)]


def test_penalties_in_victory_points_come_off_once():
    evening = played(("A", "B", 430), ("C", "D", 0))
    evening.do(ImposePenalty("A", Fraction(2), "VP", ("90B2",), "late"))
    found = cross_table(crossed(evening), "league")
    assert found.totals["A"].value == found.cells["A", "B"][0].worth.value - 2


def test_a_sit_out_against_who_withdrew_is_not_counted_beside_the_match_it_lost():
    evenings = after_half()
    before = cross_table(crossed(*evenings), "league").totals["C"].value
    evenings[1].do(SitOut("C", opponent="D", round=3))
    assert cross_table(crossed(*evenings), "league").totals["C"].value == before


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from([-430, -90, 0, 90, 430]), min_size=6, max_size=6), st.permutations([0, 1, 2]))
def test_the_order_of_sessions_never_matters_and_without_a_withdrawal_it_is_the_sum_of_the_sessions(points, order):
    a, b, c, d, e, f = points
    evenings = [
        played(("A", "B", a), ("C", "D", b)),
        played(("A", "C", c), ("B", "D", d)),
        played(("A", "D", e), ("B", "C", f)),
    ]
    scores = crossed(*evenings)
    found = cross_table(scores, "league")
    assert found == cross_table(crossed(*evenings, order=tuple(order)), "league")
    standing = overall(scores, scores.tournament.stages["league"])
    assert {row.entrant: row.total.value for row in standing.rows} == {
        each: total.value for each, total in found.totals.items()
    }
    assert found.unmet == ()


def test_half_of_the_stage_decides_whether_who_withdrew_has_a_place_not_half_of_the_sittings():
    """D met one of three at the first of two sittings: its scores are cancelled, for whatever reason it left."""
    sessions = crossed(played(("D", "A", 430)), played(("A", "B", 430), ("A", "C", 0)))
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
    scores = crossed(*evenings)
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
    """Rounded to tens A and C are level, to hundredths not; D left after half."""
    scores = crossed(*after_half(), unit="10")
    found, standing = cross_table(scores, "league"), overall(scores, scores.tournament.stages["league"])
    exact = cross_table(crossed(*after_half()), "league").totals
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
