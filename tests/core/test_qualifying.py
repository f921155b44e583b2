"""Cuts and withdrawals: qualifiers from stage to stage, ties, the director's word."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cli.words.events import event_text
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned
from ledger.laws.regulations import CarryRules, StageRules
from ledger.overall.aspects import aspects, overall_ripple
from ledger.overall.before_a_draw import gather_draw_basis
from ledger.overall.qualifying import compare_cuts, list_placed, open_concerns, select
from ledger.overall.stage_standing import rankings
from ledger.overall.standing import overall
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.play.facts import CorrectResult, RecordResult
from ledger.subjects.qualifying.facts import (
    ChangeQualifiers,
    ConcernAtCut,
    MatterCode,
    PlacedContestant,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.rulings.facts import GiveRuling, Grounds, Undo
from ledger.subjects.tournaments.facts import AddSession, AmendStage, EnterEntrants, Entrant
from tests.core.congress import Congress
from tests.core.spec import Evening
from tests.core.stages import BOTH, Weekend, mitchell
from tests.core.swiss_stage import Swiss

FIELD = tuple(PlacedContestant(str(pair), place) for pair, place in ((1, 1), (4, 2), (6, 2), (5, 4), (3, 4), (2, 6)))
OPEN = (ConcernAtCut("provisional-ruling", "friday", "R-0001", 1),)


def cut(best=3, **more) -> Qualify:
    return Qualify(*BOTH, best, **{"placed": FIELD} | more)


# A cut


def test_a_cut_of_more_places_than_contestants_says_so():
    congress = Congress("qualifying", "final")
    said = event_text(congress.do(cut(9))[-1].event)
    assert said.startswith("qualified 6 from qualifying into final, the best 9 (there are no more): 1, 4, 6,")


def test_who_is_level_for_the_last_place_goes_on_where_the_director_names_him():
    congress = Congress("qualifying", "final")
    refusal = congress.refuses(cut(2), "tied-at-cut")
    assert refusal.message == "4, 6 are level for the last of 2 places"
    congress.do(cut(2, also=("6",), reason="they beat 4"))
    assert congress.tournament.qualified.cuts[BOTH].now == ("1", "6")


def test_who_is_named_comes_beside_the_best_and_who_is_barred_leaves_his_place_to_the_next():
    congress = Congress("qualifying", "final")
    congress.do(cut(2, also=("2",), barred=("4",), reason="the holders; 4 plays elsewhere"))
    assert congress.tournament.qualified.cuts[BOTH].said.qualified == ("1", "6", "2")


def test_each_section_or_direction_sends_its_own_best():
    field = [
        PlacedContestant(label, place, label[-2:]) for place, label in enumerate(("1NS", "2NS", "3NS", "1EW", "2EW"), 1)
    ]
    assert select(field, 1).qualified == ("1EW", "1NS")
    assert select(field, 2).qualified == ("1EW", "1NS", "2EW", "2NS")  # the first of each before the seconds


def test_out_of_two_stages_the_first_of_each_come_before_the_seconds():
    congress = Congress("red", "blue", "final")
    for stage, names in (("red", "ABC"), ("blue", "DE")):
        field = tuple(PlacedContestant(name, place) for place, name in enumerate(names, 1))
        congress.do(Qualify(stage, "final", 3, placed=field))
    assert congress.tournament.qualified.qualifiers("final") == ("A", "D", "B", "E", "C")


@given(st.lists(st.integers(1, 6), max_size=12), st.integers(1, 8), st.randoms())
def test_the_order_in_which_a_field_is_told_never_matters(places, best, random):
    field = [PlacedContestant(str(number), place) for number, place in enumerate(places, 1)]
    mixed = random.sample(field, len(field))
    found = select(mixed, best)
    assert found == select(field, best)
    assert sorted((*found.qualified, *found.reserves)) == sorted(each.entrant for each in field)
    assert bool(found.tied) == (len(found.qualified) < min(best, len(field)))
    worst = max((each.place for each in field if each.entrant in found.qualified), default=0)
    assert all(each.place > worst for each in field if each.entrant not in found.qualified)


OPEN_MATTERS = [
    (ConcernAtCut("no-results", "friday"), "friday has no results"),
    (ConcernAtCut("no-score", "friday"), "friday lacks results"),
    (ConcernAtCut("no-score", "friday", board=7), "board 7 of friday has no score"),
    (ConcernAtCut("to-play", "saturday", board=7), "board 7 of saturday is still to play"),
    (ConcernAtCut("to-play", "saturday", match="Norway v Malta"), "Norway v Malta is still to play"),
    (ConcernAtCut("provisional-ruling", "friday", "R-0003", 7), "R-0003 of friday is provisional"),
    (ConcernAtCut("open-appeal", "friday", "A-0001", 7), "A-0001 of friday is not decided"),
    (ConcernAtCut("set-aside", "friday"), "friday has a line set aside"),
]


@pytest.mark.parametrize(("matter", "told"), OPEN_MATTERS)
def test_what_is_open_is_told_with_its_case_its_board_and_its_session(matter, told):
    refusal = Congress("qualifying", "final").refuses(cut(3, open=(matter,)), "cut-too-early")
    assert refusal.message == f"the scores of qualifying may still change: {told}"
    assert refusal.hint == f"`check --session {matter.session}`; or --despite --reason TEXT cuts all the same"


def test_everything_that_may_be_open_is_told_in_words():
    assert {matter.code for matter, _ in OPEN_MATTERS} == set(get_args(MatterCode))


@pytest.mark.parametrize(("how_many", "more"), [(6, ""), (7, ", and 1 more"), (20, ", and 14 more")])
def test_of_much_that_is_open_the_first_is_named_and_the_rest_counted(how_many, more):
    matters = tuple(ConcernAtCut("to-play", "friday", board=board) for board in range(1, how_many + 1))
    refusal = Congress("qualifying", "final").refuses(cut(3, open=matters), "cut-too-early")
    assert refusal.message.endswith(f"board 6 of friday is still to play{more}")


WITHDRAWN = WithdrawEntrant("4", "qualifying", 1, playing=("4",))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cut(3, open=OPEN), "cut-too-early"),
        (cut(3, open=OPEN, despite=True), "needs-reason"),
        (cut(2, also=("6",)), "needs-reason"),
        (cut(2), "tied-at-cut"),
        (cut(2, also=("17",), reason="the holders"), "not-in-stage"),
        (cut(2, barred=("17",), reason="elsewhere"), "not-in-stage"),
        (cut(2, placed=()), "not-in-stage"),
        (Qualify("final", "qualifying", 2, placed=FIELD), "wrong-way"),
        (Qualify("qualifying", "consolation", 2, placed=FIELD), "no-such-stage"),
        (ChangeQualifiers(*BOTH, "1", "5", "unwell", FIELD), "no-cut"),
        (SayCarryForward(*BOTH, "17", 3, "as announced", ("1",)), "not-in-stage"),
        (SayCarryForward(*BOTH, "1", 3, "", ("1",)), "needs-reason"),
        (RuleCarryForward(*BOTH, CarryRules("white-book")), "bad-carry"),
        (RuleCarryForward(*BOTH, CarryRules("matches")), "bad-carry"),
        (RuleCarryForward(*BOTH, CarryRules("spread", figures=(12,))), "bad-carry"),
        (RuleCarryForward(*BOTH, CarryRules("table")), "bad-carry"),
        (RuleCarryForward(*BOTH, CarryRules("share", figures=(12,))), "bad-carry"),
        (RuleCarryForward(*BOTH, CarryRules("share", top=12)), "bad-carry"),
        (RuleCarryForward(*BOTH, None), "nothing-to-change"),
        (WithdrawEntrant("4", "qualifying", 2, playing=("4",)), "no-such-sitting"),
        (WithdrawEntrant("17", "qualifying", 1, playing=("4",)), "not-in-stage"),
    ],
)
def test_what_cannot_be_is_refused_before_a_cut(command, code):
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    congress.refuses(command, code)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cut(3), "qualified-already"),
        (ChangeQualifiers(*BOTH, "5", "3", "unwell", FIELD), "not-qualified"),
        (ChangeQualifiers(*BOTH, "1", "6", "unwell", FIELD), "nothing-to-change"),
        (ChangeQualifiers(*BOTH, reason="unwell"), "nothing-to-change"),
        (ChangeQualifiers(*BOTH, "1", "17", "unwell", FIELD), "not-in-stage"),
        (ChangeQualifiers(*BOTH, "1", "4", "unwell", FIELD), "has-withdrawn"),
        (ChangeQualifiers(*BOTH, "1", "5", "", FIELD), "needs-reason"),
        (SayCarryForward(*BOTH, "2", 3, "as announced", FIELD), "not-qualified"),
        (WITHDRAWN, "has-withdrawn"),
    ],
)
def test_what_cannot_be_is_refused_after_a_cut(command, code):
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(WITHDRAWN)
    congress.do(cut(2))
    congress.refuses(command, code)


def test_a_cut_names_everything_that_is_still_open():
    weekend = Weekend()
    friday = weekend.friday
    assert not open_concerns(weekend.scores, "qualifying")
    friday.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), Grounds(laws=("16B",)), provisional=True))
    call = friday.do(AddCall(Where(1, "2"), "slow", "N", "auction"))[0].event.case
    friday.do(GiveRuling(Where(1, "2"), Assigned(Result("4SN-1")), Grounds(laws=("16B",)), call=call))
    friday.do(LodgeAppeal("R-0002", "NS", "too much", ("N", "S")))
    weekend.do(AddSession("qualifying", "saturday"))
    found = [(each.code, each.session, each.case) for each in open_concerns(weekend.scores, "qualifying")]
    assert found == [
        ("provisional-ruling", "friday", "R-0001"),
        ("open-appeal", "friday", "A-0001"),
        ("no-results", "saturday", ""),
    ]


def test_a_cut_despite_what_is_open_says_so():
    congress = Congress("qualifying", "final")
    congress.do(cut(3, open=OPEN, despite=True, reason="midnight"))
    assert congress.tournament.qualified.cuts[BOTH].said.despite == OPEN


# After it


def test_a_late_correction_changes_no_cut_and_shows_who_would_have_gone_on():
    weekend = Weekend()
    weekend.qualify(3)
    assert not any(each.differs for each in compare_cuts(weekend.scores))
    weekend.friday.do(CorrectResult(Where(2, "2"), Result("+450")))  # 1 has 4 + 2, 6 has 2 + 4; 3 and 4 have 4
    (found,) = compare_cuts(weekend.scores)
    assert found.cut.now == ("1", "4", "6")
    assert (found.out, found.instead, found.tied) == ((), (), ("3", "4"))
    weekend.friday.do(CorrectResult(Where(1, "2"), Result("+110")))  # 3 has 2 + 4, 4 has 2 + 0; 6 has 8, 1 has 6
    (found,) = compare_cuts(weekend.scores)
    assert (found.out, found.instead, found.tied) == (("4",), ("3",), ())
    told = {(key.kind, key.whose): value for key, value in aspects(weekend.scores).items() if "go on" in key.kind}
    kind = "would go on to final"
    assert told == {(kind, "3"): "yes, by place", (kind, "4"): "no, by place"}
    assert weekend.tournament.qualified.cuts[BOTH].now == ("1", "4", "6")


def test_who_went_on_instead_is_not_said_again_and_is_told_where_that_turns_out_otherwise():
    weekend = Weekend()
    weekend.qualify(3)
    corrections = [
        *weekend.friday.do(CorrectResult(Where(2, "2"), Result("+450"))),
        *weekend.friday.do(CorrectResult(Where(1, "2"), Result("+110"))),  # 3 would go on, and 4 not
    ]
    weekend.do(ChangeQualifiers(*BOTH, "4", "3", "placed higher", placed=FIELD))
    (found,) = compare_cuts(weekend.scores)
    assert (found.out, found.instead, found.tied, found.order) == ((), (), (), ("6", "1", "3"))  # 6 leads by now
    for each in reversed(corrections):
        weekend.friday.do(Undo(each))
    (found,) = compare_cuts(weekend.scores)
    assert (found.out, found.instead, found.tied) == (("3",), ("4",), ())


def test_who_was_put_in_or_left_out_by_the_director_is_so_by_his_word():
    weekend = Weekend()
    weekend.qualify(3)
    weekend.do(ChangeQualifiers(*BOTH, enters="2", reason="the home pair", placed=FIELD))
    weekend.do(ChangeQualifiers(*BOTH, leaves="6", reason="no room"))
    (found,) = compare_cuts(weekend.scores)
    assert found.cut.now == ("1", "4", "2")
    assert not found.differs


def test_a_late_correction_ripples_into_what_is_carried_and_who_would_go_on():
    weekend = Weekend(StageRules(adds="matchpoints"))
    weekend.do(RuleCarryForward(*BOTH, CarryRules("share")))
    weekend.qualify(3)
    before = weekend.scores
    weekend.friday.do(CorrectResult(Where(2, "2"), Result("+450")))
    weekend.friday.do(CorrectResult(Where(1, "2"), Result("+110")))  # 6 has 8, 1 and 3 have 6, 4 has 2
    moved = overall_ripple(before, weekend.scores)
    told = {(each.kind, each.whose): (each.before, each.after) for each in moved.moved}
    assert told["carried forward", "4"] == (3, 1)
    assert told["would go on to final", "3"] == (None, "yes, by place")
    assert told["would go on to final", "4"] == (None, "no, by place")
    assert ("would go on to final", "1") not in told


def test_only_those_who_go_on_and_are_still_here_are_drawn():
    weekend = Weekend()
    weekend.do(EnterEntrants(tuple(Entrant(str(each)) for each in range(1, 7))))
    weekend.qualify(3)
    weekend.do(WITHDRAWN)
    known = gather_draw_basis(weekend.scores, weekend.tournament.stages["final"], 1)
    assert known.order == ("1", "6")
    assert known.gone == {"4": "withdrew"}


def test_who_did_not_qualify_has_no_place_in_the_final_until_he_is_admitted():
    weekend = Weekend()
    weekend.final()
    weekend.qualify(3)
    assert [(row.entrant, row.rank) for row in weekend.standing("final").rows if row.rank is None] == [("5", None)]
    weekend.do(ChangeQualifiers(*BOTH, enters="5", reason="a full table", placed=FIELD))
    assert all(row.rank for row in weekend.standing("final").rows)


def test_a_session_of_the_final_with_a_stranger_is_refused_with_his_name():
    congress = Congress("qualifying", "final")
    congress.do(cut(3))
    refusal = congress.refuses(AddSession("final", "sunday", contestants={"sunday": ("1", "5")}), "not-qualified")
    assert refusal.message == "5 of sunday did not qualify for final"
    congress.do(AddSession("final", "sunday", contestants={"sunday": ("1", "4")}))


def test_one_who_withdraws_frees_his_place_for_the_next_reserve_and_nothing_happens_by_itself():
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(cut(3))
    congress.do(WITHDRAWN)
    held = congress.tournament.qualified.cuts[BOTH]
    assert held.now == ("1", "4", "6")
    assert congress.tournament.qualified.next_reserve(held) == "3"
    congress.refuses(ChangeQualifiers(*BOTH, "4", "2", "", FIELD), "needs-reason")
    congress.do(ChangeQualifiers(*BOTH, "4", "3", "", FIELD))
    now = congress.tournament.qualified.cuts[BOTH]
    assert now.now == ("1", "6", "3")  # in the order of the field at the cut: a reserve has no better seed by it
    assert congress.tournament.qualified.reserves(now) == ["5", "2"]  # who withdrew is no reserve
    congress.refuses(Undo(congress.log[-2]), "has-dependants")


def test_whom_a_reserve_replaced_is_the_first_reserve_and_has_its_own_place_when_it_comes_back():
    congress = Congress("qualifying", "final")
    congress.do(cut(3))
    congress.do(ChangeQualifiers(*BOTH, "4", "5", "a ruling", FIELD))
    held = congress.tournament.qualified.cuts[BOTH]
    assert (held.now, held.reserves) == (("1", "6", "5"), ["4", "3", "2"])
    congress.do(ChangeQualifiers(*BOTH, "5", "4", "the appeal", FIELD))
    held = congress.tournament.qualified.cuts[BOTH]
    assert (held.now, held.reserves) == (("1", "4", "6"), ["3", "5", "2"])


def test_who_does_not_go_on_after_all_is_no_reserve():
    congress = Congress("qualifying", "final")
    congress.do(cut(3))
    congress.do(ChangeQualifiers(*BOTH, "4", "", "plays elsewhere", FIELD))
    assert congress.tournament.qualified.cuts[BOTH].reserves == ["3", "5", "2"]


def test_another_order_of_those_who_go_on_is_told_and_is_in_the_ripple():
    weekend = Weekend()
    weekend.qualify(3)
    before = weekend.scores
    weekend.friday.do(CorrectResult(Where(2, "2"), Result("+450")))
    weekend.friday.do(CorrectResult(Where(1, "2"), Result("+110")))  # 6 has 8, 1 and 3 have 6, 4 has 2
    (found,) = compare_cuts(weekend.scores)
    assert found.order == ("6", "1", "3")
    told = {each.whose: each.after for each in overall_ripple(before, weekend.scores).moved if "seed" in each.kind}
    assert told == {"1": "2 by place, 1 at the cut", "6": "1 by place, 3 at the cut"}


@pytest.mark.parametrize(
    ("after", "sittings", "good", "places"),
    [(1, 1, False, (1, None)), (1, 2, False, (None, None)), (1, 2, True, (1, None)), (1, 3, True, (None, None))],
    ids=["after the last sitting", "half way", "half way, for a good reason", "before half, for a good reason"],
)
def test_who_withdrew_has_no_place_in_the_stages_from_then_on(after, sittings, good, places):
    weekend = Weekend()
    for sitting in range(2, sittings + 1):
        weekend.do(AddSession("qualifying", f"day {sitting}", sitting))
    weekend.final()
    weekend.do(WithdrawEntrant("1", "qualifying", after, good, playing=("1",)))
    assert (weekend.row("qualifying", "1").rank, weekend.row("final", "1").rank) == places
    assert weekend.row("qualifying", "1").total.value == 100
    said = [note for note in weekend.standing("qualifying").notes if note.startswith("1 withdrew for a good reason")]
    assert len(said) == (good and places == (1, None))


def test_who_withdraws_after_a_cut_is_none_that_would_not_have_gone_on():
    """1 and two others went on as they stood; that 1 leaves now makes no cut of then another one."""
    weekend = Weekend()
    weekend.qualify(3)
    weekend.do(WithdrawEntrant("1", "qualifying", 1, playing=("1",)))
    (then,) = compare_cuts(weekend.scores)
    assert (then.differs, then.out, then.instead) == (False, (), ())
    left = Weekend()
    left.do(WithdrawEntrant("1", "qualifying", 1, playing=("1",)))
    left.do(cut(2, placed=list_placed(left.standing("qualifying"))))
    (now,) = compare_cuts(left.scores)
    assert now.cut.now == ("4", "6")
    assert not now.differs


@pytest.mark.parametrize(("after", "place"), [(5, None), (6, 1), (8, 1)])
def test_half_of_a_stage_is_counted_in_sittings_whatever_numbers_they_have(after, place):
    """Four sittings, 5 to 8: a contestant that played only the first has not played half."""
    congress = Congress("qualifying", rules=StageRules("matchpoints"))
    for sitting in (5, 6, 7, 8):
        congress.do(AddSession("qualifying", f"day_{sitting}", sitting))
    congress.do(WithdrawEntrant("1", "qualifying", after, good_reason=True, playing=("1",)))
    day = Evening(boards=(1,), winners=1)
    day.play(1, [420, 50])
    scores = congress.over(day_5=day)
    assert overall(scores, congress.tournament.stages["qualifying"]).row("1").rank == place


def test_who_left_after_the_last_sitting_so_far_is_said_to_have_its_place_until_the_stage_goes_on():
    weekend = Weekend()
    weekend.do(WithdrawEntrant("1", "qualifying", 1, playing=("1",)))
    note = "1 withdrew (#5), and has a place unless qualifying goes on without it"
    assert weekend.row("qualifying", "1").rank == 1
    assert note in weekend.standing("qualifying").notes
    weekend.do(AddSession("qualifying", "sunday", 2))
    assert weekend.row("qualifying", "1").rank is None
    over = Weekend()
    over.do(WithdrawEntrant("1", "qualifying", 1, playing=("1",)))
    over.final()
    assert note not in over.standing("qualifying").notes


def test_who_leaves_before_the_final_is_withdrawn_from_the_stage_that_has_the_sitting():
    congress = Congress("qualifying", "final")
    for stage, session in (("qualifying", "friday"), ("qualifying", "saturday"), ("final", "sunday")):
        congress.do(AddSession(stage, session))
    refusal = congress.refuses(WithdrawEntrant("4", "final", 2, playing=("4",)), "no-such-sitting")
    assert refusal.hint == "sittings of final: 1; `tournament withdraw 4 --stage qualifying --after 2`"


def test_a_swiss_goes_on_with_a_round_that_is_drawn():
    swiss = Swiss(4)
    swiss.play(swiss.draw())
    swiss.do(WithdrawEntrant("4", "swiss", 1, playing=swiss.teams))
    standing = overall(swiss.scores, swiss.stage)
    assert standing.row("4").rank == 3
    swiss.draw()
    standing = overall(swiss.scores, swiss.stage)
    assert standing.row("4").rank is None
    assert not any("has a place" in note for note in standing.notes)


# Taken back


def test_nobody_withdrew_before_a_sitting_that_he_played():
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(AddSession("qualifying", "saturday"))
    withdraw = WithdrawEntrant("4", "qualifying", 1, playing=("4",), played=(1, 2))
    refusal = congress.refuses(withdraw, "no-such-sitting")
    expected = ("4 played sitting 2 of qualifying", "`tournament withdraw 4 --stage qualifying --after 2`")
    assert (refusal.message, refusal.hint) == expected
    congress.do(replace(withdraw, sitting=2))


def test_what_was_said_is_taken_back_the_last_first():
    congress = Congress("qualifying", "final")
    congress.do(cut(3))
    congress.do(ChangeQualifiers(*BOTH, "1", "5", "unwell", FIELD))
    congress.refuses(Undo(congress.log[-2]), "has-dependants")
    congress.do(Undo(congress.log[-1]))
    assert congress.tournament.qualified.cuts[BOTH].now == ("1", "4", "6")
    congress.refuses(Undo(congress.log[-1]), "undo-nothing")
    congress.do(Undo(congress.log[3]))
    assert not congress.tournament.qualified.cuts


def test_a_withdrawal_is_taken_back_once_and_never_in_place_of_a_later_one():
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    first = congress.do(WITHDRAWN)[-1]
    congress.do(Undo(first))
    assert congress.refuses(Undo(first), "undo-nothing").message == "4 is back already"
    second = congress.do(WITHDRAWN)[-1]
    assert congress.refuses(Undo(first), "undo-nothing").message == "4 is back already"
    assert congress.tournament.qualified.withdrawn["4"].number == second.number
    congress.do(Undo(second))
    assert not congress.tournament.qualified.withdrawn


def test_one_change_after_another_is_taken_back_and_the_order_is_that_of_before():
    congress = Congress("qualifying", "final")
    congress.do(cut(3))
    first = congress.do(ChangeQualifiers(*BOTH, "1", "", "unwell", FIELD))[-1]
    second = congress.do(ChangeQualifiers(*BOTH, "4", "5", "unwell", FIELD))[-1]
    congress.do(Undo(second))
    congress.do(Undo(first))
    assert congress.tournament.qualified.cuts[BOTH].now == ("1", "4", "6")
    congress.refuses(Undo(second), "undo-nothing")


@pytest.mark.parametrize(
    "commands",
    [
        [RuleCarryForward(*BOTH, CarryRules("share", Fraction(1, part))) for part in (2, 3)],
        [SayCarryForward(*BOTH, "1", Fraction(much), "as announced", ("1",)) for much in (2, 3)],
        [AmendStage("final", "sessions", StageRules(best=best)) for best in (2, 3)],
    ],
    ids=["by rule", "by word", "rules of a stage"],
)
def test_the_earlier_word_can_be_taken_back_after_the_later_one(commands):
    congress = Congress("qualifying", "final")
    before = congress.tournament
    earlier = congress.do(commands[0])[-1]
    after_one = congress.tournament
    later = congress.do(commands[1])[-1]
    congress.refuses(Undo(earlier), "has-dependants")
    taken_back = congress.do(Undo(later))[-1]
    assert congress.tournament.facts.facts == after_one.facts.facts
    congress.refuses(Undo(taken_back), "undo-nothing")
    congress.do(Undo(earlier))
    assert congress.tournament.stages == before.stages
    assert not congress.tournament.qualified.ways()
    congress.refuses(Undo(earlier), "undo-nothing")


def test_a_stage_that_something_rests_on_stays():
    congress = Congress("qualifying", "final")
    congress.do(RuleCarryForward(*BOTH, CarryRules("share")))
    congress.refuses(Undo(congress.log[1]), "has-dependants")
    congress.do(Undo(congress.log[-1]))
    congress.do(Undo(congress.log[1]))
    assert list(congress.tournament.stages) == ["final"]


def test_the_field_of_a_cut_is_the_standing_with_places_and_groups():
    weekend = Weekend()
    assert list_placed(weekend.standing("qualifying")) == tuple(
        PlacedContestant(str(pair), place) for pair, place in ((1, 1), (4, 2), (6, 2), (3, 4), (5, 4), (2, 6))
    )
    by_direction = list_placed(Weekend(friday=mitchell()).standing("qualifying"), "direction")
    assert [(each.entrant, each.group) for each in by_direction[:2]] == [("1NS", "NS"), ("3EW", "EW")]


def test_teams_whose_names_end_like_a_direction_play_in_none():
    """LIONS beat CREW: neither of them is the best of a direction."""
    congress = Congress("qualifying", "final", rules=StageRules("imps"))
    congress.do(AddSession("qualifying", "friday"))
    friday = Evening(boards=(1,), winners=1, scoring="teams", contestants=("LIONS", "CREW"))
    friday.do(RecordResult(Where(1, "open", "LIONS", "CREW"), Result("+420")))
    friday.do(RecordResult(Where(1, "closed", "CREW", "LIONS"), Result("-50")))
    standing = overall(congress.over(friday=friday), congress.tournament.stages["qualifying"])
    assert [part.name for part in rankings(standing, "direction")] == [""]
    assert select(list_placed(standing, "direction"), 1).qualified == ("LIONS",)
