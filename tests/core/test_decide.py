"""Recording and refusing: given events, when a command, then events or a code."""

from array import array
from dataclasses import fields
from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.kernel.in_force import FactsInForce
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.advice import ADVICE
from ledger.projections.standings import standings
from ledger.scoring.line import Seating
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.evolving import evolve
from ledger.subjects.play.facts import (
    AmendRegulations,
    BoardFouled,
    CloseSession,
    ContestantsEntered,
    CorrectResult,
    FoulBoard,
    OpenSession,
    RecordResult,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    VoidResult,
)
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    RulingAmended,
    RulingGiven,
    RulingWithdrawn,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from tests.core.spec import Evening, blank

MADE, DOWN = Result("4SN="), Result("4SN-1")
SIX_FOUR = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
AT_1 = Where(23, "1")


@pytest.fixture
def evening() -> Evening:
    """Board 23 played at three tables."""
    evening = Evening(boards=range(1, 25))
    evening.play(23, ["5HE-1", "4SN=", "4SN-1"])
    return evening


def events(envelope):
    return [each.event for each in envelope]


def grounds(**said):
    return Grounds(**{**blank(), **said})


# Results


def test_a_result_enters_the_contestants_it_names():
    envelope = Evening().do(RecordResult(Where(1, "1", "1", "2"), MADE, lead="DA"))
    expected = [ContestantsEntered(("1NS", "2EW")), ResultRecorded(1, "1NS", "2EW", MADE, table="1", lead="DA")]
    assert events(envelope) == expected


def test_listed_contestants_are_the_only_ones():
    evening = Evening(contestants=["1NS", "1EW"])
    refusal = evening.refuses(RecordResult(Where(1, "1", "1", "2"), MADE), "no-such-contestant")
    assert "1EW" in refusal.hint or "session show" in refusal.hint


@pytest.mark.parametrize(
    ("where", "code"),
    [
        (AT_1, "result-exists"),
        (Where(23, "1", "7", "8"), "table-twice"),
        (Where(23, "9", "1", "9"), "played-already"),
        (Where(23, "9"), "bad-table"),
        (Where(23), "bad-table"),
        (Where(23, "9", "9EW", "8NS"), "wrong-field"),
        (Where(32, "1", "1", "1"), "no-such-board"),
        (Where(2, "9", "Smith", "9"), "bad-contestants"),
    ],
)
def test_lines_that_cannot_be(evening, where, code):
    evening.refuses(RecordResult(where, MADE), code)


def test_boards_with_swapped_digits_are_guessed(evening):
    assert "23" in evening.refuses(RecordResult(Where(32, "1"), MADE), "no-such-board").hint


def test_a_correction_answers_the_result_it_corrects(evening):
    (envelope,) = evening.do(CorrectResult(AT_1, Result("5HE="), reason="claimed"))
    assert envelope.event == ResultCorrected(23, "1NS", "1EW", Result("5HE="), reason="claimed", table="1")
    assert evening.log[envelope.because[0] - 1].event.result == "5HE-1"
    evening.refuses(CorrectResult(AT_1, Result("5HE=")), "nothing-to-change")


def test_a_void_result_is_gone_and_may_be_recorded_again(evening):
    evening.do(VoidResult(AT_1, "wrong board"))
    evening.refuses(VoidResult(AT_1), "no-such-table")
    evening.play(23, ["PASS"])
    assert evening.at(23, 1).result == "PASS"


def test_what_a_ruling_rests_on_is_not_voided(evening):
    evening.rule(23, 1, SIX_FOUR)
    evening.refuses(VoidResult(AT_1), "has-dependants")


# Rulings


def test_a_ruling_holds_its_grounds_and_its_advice(evening):
    (envelope,) = evening.do(GiveRuling(AT_1, SIX_FOUR, grounds(offender="EW", laws=("16B",), facts="slow")))
    assert envelope.event == RulingGiven(
        case="R-0001",
        board=23,
        ns="1NS",
        ew="1EW",
        table="1",
        adjustment=SIX_FOUR,
        offender="EW",
        laws=("16B",),
        facts="slow",
    )
    assert evening.log[envelope.because[0] - 1].event.result == "5HE-1"


def test_a_board_has_one_ruling_in_force(evening):
    evening.rule(23, 1, SIX_FOUR)
    assert "amend" in evening.refuses(GiveRuling(AT_1, Stands(), grounds()), "already-ruled").hint
    evening.do(WithdrawRuling("R-0001"))
    assert evening.rule(23, 1, Stands()) == "R-0002"


def test_an_artificial_score_needs_no_result_and_enters_who_was_to_play(evening):
    envelope = evening.do(GiveRuling(Where(7, "1", "1", "1"), Artificial(Grade("A+"), Grade("A-")), grounds()))
    assert [type(event) for event in events(envelope)] == [RulingGiven]
    evening.play(7, [None, "PASS"])
    assert evening.session.expected == 3


def test_nothing_stands_where_nothing_was_played(evening):
    where = Where(7, "1", "1", "1")
    evening.refuses(GiveRuling(where, Stands(), grounds()), "no-result")
    evening.refuses(GiveRuling(where, Awarded(1, 1, "keep"), grounds()), "no-result")
    evening.do(GiveRuling(where, Awarded(1, 1, "out"), grounds()))


@pytest.mark.parametrize(
    ("disallowed", "refused"),
    [
        ("4S", True),
        ("4♠n", True),
        ("4SN-1", True),
        ("4SE", False),
        ("4SXN", False),
        ("3S", False),
        ("pull of the slow double", False),
    ],
)
def test_golden_s26_a_disallowed_call_is_not_in_the_weighting(evening, disallowed, refused):
    command = GiveRuling(AT_1, SIX_FOUR, grounds(disallowed=(disallowed,)))
    if refused:
        evening.refuses(command, "disallowed-outcome")
    else:
        evening.do(command)


@pytest.mark.parametrize(("ns", "ew"), [(5, 0), (-1, 2), (0, 41)])
def test_no_award_above_the_top_or_below_nothing(evening, ns, ew):
    evening.refuses(GiveRuling(AT_1, Awarded(ns, ew, "keep"), grounds()), "awarded-too-much")


@pytest.mark.parametrize(
    ("adjustment", "said", "advice"),
    [
        (SIX_FOUR, {"offender": "EW"}, ()),
        (SIX_FOUR, {"offender": "NS"}, ("OS_GAINS",)),
        (Split(parse_weighting("4SN="), parse_weighting("4SN-1")), {}, ("SPLIT_UNUSUAL",)),
        (Split(parse_weighting("4SN="), parse_weighting("4SN-1")), {"laws": ("82C",)}, ()),
        (Split(parse_weighting("5HE-1"), parse_weighting("5HE-1")), {"offender": "both"}, ()),
        (Artificial(Grade("A"), Grade("A")), {}, ("ARTIFICIAL_BUT_RESULT_OBTAINABLE",)),
        (
            Artificial(Grade("A+"), Grade("A")),
            {"offender": None},
            ("OVER_100_NEEDS_OUTSIDE_AGENCY", "ARTIFICIAL_BUT_RESULT_OBTAINABLE"),
        ),
        (Artificial(Grade("60"), Grade("60")), {"offender": "outside"}, ("ARTIFICIAL_BUT_RESULT_OBTAINABLE",)),
        (Artificial(Grade("A-"), Grade("A-")), {}, ("MINUS_WITHOUT_FAULT", "ARTIFICIAL_BUT_RESULT_OBTAINABLE")),
        (
            Weighted(parse_weighting("20% 4SN=, 20% 4SN-1, 20% 4SN-2, 20% 4SN+1, 20% 4SN+2")),
            {},
            ("CONSIDER_ARTIFICIAL",),
        ),
    ],
)
def test_golden_s17_s29_advice_is_kept_with_the_ruling(evening, adjustment, said, advice):
    (envelope,) = evening.do(GiveRuling(AT_1, adjustment, grounds(**said)))
    assert envelope.event.advice == advice
    assert {*advice} <= {*ADVICE}, "each has its words"


def test_an_amendment_keeps_what_it_does_not_mention(evening):
    evening.rule(23, 1, SIX_FOUR, offender="EW", laws=("16B",), reason="first thoughts")
    (envelope,) = evening.do(AmendRuling("R-0001", Assigned(MADE), Grounds(reason="second thoughts")))
    assert envelope.event == RulingAmended(
        case="R-0001", adjustment=Assigned(MADE), offender="EW", laws=("16B",), reason="second thoughts"
    )
    evening.refuses(AmendRuling("R-0001", Assigned(MADE)), "nothing-to-change")
    evening.refuses(AmendRuling("R-0009", Assigned(MADE)), "no-such-case")


def test_a_withdrawn_ruling_is_neither_amended_nor_withdrawn(evening):
    evening.rule(23, 1, SIX_FOUR)
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    evening.refuses(AmendRuling("R-0001", Stands()), "case-withdrawn")
    evening.refuses(WithdrawRuling("R-0001"), "case-withdrawn")


# Undo


def undo(evening, number, **said):
    return Undo(evening.log[number - 1], **said)


def last(evening):
    return undo(evening, len(evening.log))


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        (RecordResult(Where(1, "1", "1", "1"), MADE), [ResultVoided, ResultRecorded, ResultVoided]),
        (CorrectResult(AT_1, MADE), [ResultCorrected, ResultCorrected, ResultCorrected]),
        (VoidResult(AT_1), [ResultRecorded, ResultVoided, ResultRecorded]),
        (GiveRuling(AT_1, SIX_FOUR, grounds(reason="x")), [RulingWithdrawn, TakenBack, RulingWithdrawn]),
    ],
)
def test_undoing_is_an_event_that_can_be_undone(evening, command, kinds):
    before = [evening.column(23), evening.column(23, "EW")]
    evening.do(command)
    after = [evening.column(23), evening.column(23, "EW")]
    for round_, kind in enumerate(kinds):
        (envelope,) = evening.do(last(evening))
        assert isinstance(envelope.event, kind)
        assert [evening.column(23), evening.column(23, "EW")] == (after if round_ % 2 else before)


def test_undoing_an_amendment_goes_back_to_the_ruling_before(evening):
    evening.rule(23, 1, SIX_FOUR, reason="first")
    evening.do(AmendRuling("R-0001", Assigned(MADE), Grounds(reason="second")))
    (envelope,) = evening.do(last(evening))
    assert (envelope.event.adjustment, envelope.event.reason) == (SIX_FOUR, "first")


def test_what_later_events_rest_on_is_not_undone(evening):
    evening.do(CorrectResult(AT_1, MADE))
    number = len(evening.log)
    first = evening.at(23, 1).results[0].number
    assert f"#{number}" in evening.refuses(undo(evening, first), "has-dependants").message
    evening.rule(23, 1, SIX_FOUR)
    evening.refuses(undo(evening, first), "has-dependants")
    given = len(evening.log)
    evening.do(AmendRuling("R-0001", Stands()))
    evening.refuses(undo(evening, given), "has-dependants")
    evening.do(undo(evening, given, whole_case=True))
    assert evening.session.rulings["R-0001"].withdrawn


def test_an_undone_void_finds_its_seat_taken(evening):
    evening.do(VoidResult(AT_1))
    void = len(evening.log)
    evening.play(23, ["PASS"])
    evening.refuses(undo(evening, void), "table-twice")


def test_how_a_session_began_is_not_undone(evening):
    evening.refuses(undo(evening, 1), "undo-nothing")
    evening.refuses(undo(evening, 2), "has-dependants")


def test_a_voided_result_is_not_undone_twice(evening):
    number = evening.at(23, 1).results[0].number
    evening.do(undo(evening, number))
    evening.refuses(undo(evening, number), "undo-nothing")


# The session


def test_a_closed_session_takes_nothing_but_its_reopening(evening):
    evening.do(CloseSession("all done"))
    evening.refuses(RecordResult(Where(1, "1", "1", "1"), MADE), "closed")
    evening.refuses(CloseSession(), "closed")
    (envelope,) = evening.do(last(evening))
    assert envelope.event == TakenBack(envelope.number - 1, "session-closed")
    evening.play(1, ["PASS"])


def test_a_session_is_opened_once(evening):
    again = OpenSession("Again", None, (1,), 1, profile_loader.load_profile("default"))
    evening.refuses(again, "session-exists")


@pytest.mark.parametrize("board", [0, 10_000, 2**31])
def test_boards_have_sensible_numbers(board):
    fresh = Evening()
    fresh.log.clear()
    fresh.refuses(OpenSession("X", None, (board,), 1, profile_loader.load_profile("default")), "no-such-board")


# Law 12C1(e), claims, and scores that wait for something better


def test_self_inflicted_damage_needs_the_other_side_to_have_offended(evening):
    damage = SelfInflicted("NS", parse_weighting("4SN="), parse_weighting("4SN-1"))
    for offender in ("NS", "none", "both"):
        evening.refuses(GiveRuling(AT_1, damage, grounds(offender=offender)), "no-offender")
    evening.do(GiveRuling(AT_1, damage, grounds(offender="EW", laws=("12C1(e)",))))


@pytest.mark.parametrize("law", ["68", "70A", "71"])
def test_golden_s30_a_claim_has_one_result_for_both_sides(evening, law):
    for adjustment in (
        SIX_FOUR,
        Split(parse_weighting("4SN="), parse_weighting("4SN-1")),
        Artificial(Grade("A"), Grade("A")),
    ):
        evening.refuses(GiveRuling(AT_1, adjustment, grounds(laws=(law,))), "claim-single-result")
    evening.do(GiveRuling(AT_1, Claim(MADE), grounds(laws=(law,))))
    assert (evening.column(23), evening.column(23, "EW")) == ([3, 3, 0], [1, 1, 4])


@pytest.mark.parametrize("law", ["12C4", "86B1", "12C2(b)"])
def test_a_law_of_another_form_of_scoring_is_refused(evening, law):
    evening.refuses(GiveRuling(AT_1, SIX_FOUR, grounds(laws=(law,))), "wrong-form")


# What the review of an evening taught


def test_a_reinstated_ruling_needs_what_it_rested_on(evening):
    evening.rule(23, 1, Stands())
    evening.do(WithdrawRuling("R-0001"))
    withdrawal = len(evening.log)
    evening.do(VoidResult(AT_1))
    evening.refuses(undo(evening, withdrawal), "no-result")


def test_a_reinstated_ruling_finds_its_seats_taken(evening):
    evening.rule(23, 1, Artificial(Grade("60"), Grade("40")))
    evening.do(WithdrawRuling("R-0001"))
    withdrawal = len(evening.log)
    evening.do(VoidResult(AT_1))
    evening.do(RecordResult(Where(23, "7", "1NS", "7EW"), MADE))
    evening.refuses(undo(evening, withdrawal), "played-already")


def test_a_closing_is_reopened_once_and_only_the_latest(evening):
    evening.do(CloseSession())
    closing = len(evening.log)
    evening.do(last(evening))
    evening.refuses(undo(evening, closing), "has-dependants")
    evening.do(CloseSession())
    evening.refuses(undo(evening, closing + 1), "closed")


def test_a_result_may_follow_a_ruling_that_named_no_table():
    evening = Evening(winners=1)
    evening.do(GiveRuling(Where(1, None, "1", "2"), Artificial(Grade("A"), Grade("A")), grounds()))
    evening.do(RecordResult(Where(1, "1", "1", "2"), MADE))
    assert evening.at(1, 1).cases == ("R-0001",)


# Teams, individuals and what rests on what


def match(scoring="teams", boards=(1, 2, 3)) -> Evening:
    evening = Evening(boards=boards, winners=1, contestants=("X", "Y", "Z"), scoring=scoring)
    evening.do(RecordResult(Where(1, "1o", "X", "Y", 1), MADE))
    return evening


def at_open(adjustment, **said) -> GiveRuling:
    return GiveRuling(Where(1, "1o"), adjustment, grounds(offender="EW", **said))


@pytest.mark.parametrize("scoring", ["teams", "board-a-match", "knockout"])
@pytest.mark.parametrize(
    "adjustment",
    [
        SelfInflicted("NS", parse_weighting("4SN+1"), parse_weighting("4SN-1")),
        Artificial(Grade("A+"), Grade("A-"), parse_weighting("4SN+1")),
    ],
)
def test_a_ruling_waits_for_the_other_room(scoring, adjustment):
    evening = match(scoring)
    evening.do(at_open(adjustment))
    seating = Seating("X", "Y", 1, "1o")
    before = evening.scoreboard.board(1)[seating][Side.NS]
    assert before.counts is isinstance(adjustment, Artificial)
    evening.do(RecordResult(Where(1, "1c", "Y", "X", 1), DOWN))
    assert evening.scoreboard.board(1)[seating][Side.NS].counts
    evening.do(VoidResult(Where(1, "1c")))
    assert evening.scoreboard.board(1)[seating][Side.NS].value == before.value
    evening.do(last(evening))  # the second room's result does not prevent undoing


def test_one_award_says_what_a_board_of_a_match_is_worth():
    evening = match()
    evening.do(RecordResult(Where(1, "1c", "Y", "X", 1), DOWN))
    plus = Artificial(Grade("A+"), Grade("A-"))
    evening.do(at_open(plus))
    evening.refuses(GiveRuling(Where(1, "1c"), plus, grounds()), "already-ruled")
    evening.do(GiveRuling(Where(1, "1c"), Assigned(MADE), grounds()))
    evening.refuses(AmendRuling("R-0002", plus), "already-ruled")


def test_the_session_average_counts_a_board_from_whichever_room_has_it():
    evening = match()
    evening.do(GiveRuling(Where(2, None, "X", "Y"), Awarded(6, -6, "out"), grounds()))
    evening.do(GiveRuling(Where(3, None, "X", "Y"), Artificial(Grade("A+"), Grade("A-")), grounds()))
    board = evening.scoreboard.board(3)[Seating("X", "Y", 1)]
    assert (board[Side.NS].value, board[Side.EW].value) == (6, -6)


def test_amended_regulations_are_scored_before_they_are_recorded_for_individuals_too():
    evening = Evening(winners=1)
    evening.do(RecordResult(Where(1, "1", "3+8", "5+2"), MADE))
    evening.do(GiveRuling(Where(1, "1"), Artificial(Grade("A+"), Grade("A-")), grounds()))
    now = evening.session.regulations
    evening.do(AmendRegulations(structs.replace(now, artificial=structs.replace(now.artificial, imps_plus=2))))
    assert evening.score(1, 1) == 0  # one result only: there is no top to have a share of


@pytest.mark.parametrize(("ns", "ew"), [("3+8+9", "5+4"), ("3+3", "5+4")])
def test_a_side_is_two_individuals(ns, ew):
    code = "bad-contestants" if ns.count("+") > 1 else "pair-against-itself"
    Evening(winners=1).refuses(RecordResult(Where(1, "1", ns, ew), MADE), code)


def test_individuals_are_found_in_either_order_and_teams_have_one_name():
    evening = Evening(winners=1)
    evening.do(RecordResult(Where(1, "1", "8+3", "5+2"), MADE))
    evening.do(CorrectResult(Where(1, None, "3+8", "2+5"), DOWN))
    other = Evening(winners=1, scoring="teams")
    other.refuses(RecordResult(Where(1, "1", "3+8", "C"), MADE), "bad-contestants")
    other.do(RecordResult(Where(1, "1", "Young+Old", "Zoë's #1 (B&B)"), MADE))
    assert list(other.session.contestants) == ["Young+Old", "Zoë's #1 (B&B)"]


def test_a_fouled_board_goes_back_to_the_version_before():
    evening = Evening()
    evening.play(1, [0, 100, 200])
    evening.do(FoulBoard(1, "B", ("1", "2")))
    evening.do(FoulBoard(1, "C", ("1",)))
    evening.do(last(evening))
    assert [evening.at(1, table).version for table in (1, 2, 3)] == ["B", "B", ""]
    first = next(envelope for envelope in evening.log if isinstance(envelope.event, BoardFouled))
    evening.do(VoidResult(Where(1, "2")))
    evening.refuses(Undo(first), "has-dependants")


def test_a_penalty_falls_once_and_on_the_match_it_names():
    evening = match()
    for board, round_, other in ((1, 1, "Y"), (2, 2, "Z"), (3, 3, "Y")):
        if board > 1:
            evening.do(RecordResult(Where(board, f"{board}o", "X", other, round_), MADE))
        evening.do(RecordResult(Where(board, f"{board}c", other, "X", round_), MADE))
    evening.refuses(ImposePenalty("X", 3, "IMP", opponent="Y"), "no-such-match")
    evening.refuses(ImposePenalty("X", 3, "IMP", opponent="X"), "no-such-match")
    evening.do(ImposePenalty("X", 3, "IMP", opponent="Y", round=3))
    assert [found.scores["X"].value for found in evening.scoreboard.matches.values()] == [0, 0, -3]
    bam = Evening(boards=(1, 2), winners=1, contestants=("X", "Y", "Z"), scoring="board-a-match")
    for board, other in ((1, "Y"), (2, "Z")):
        bam.do(RecordResult(Where(board, f"{board}o", "X", other, board), MADE))
        bam.do(RecordResult(Where(board, f"{board}c", other, "X", board), MADE))
    bam.do(ImposePenalty("X", 25, "%"))
    assert standings(bam.scoreboard)[0].rows[0].exact == 1 - Fraction(1, 4)


@pytest.mark.parametrize(("first", "taken"), [(1, [-3, 0]), (None, [-3, 0])])
def test_a_penalty_is_taken_once_though_the_two_meet_again(first, taken):
    evening = match()
    evening.do(RecordResult(Where(1, "1c", "Y", "X", 1), MADE))
    evening.do(ImposePenalty("X", 3, "IMP", opponent="Y", round=first))
    assert evening.session.penalties["P-0001"].imposed.round == 1
    for room, pair in (("o", ("X", "Y")), ("c", ("Y", "X"))):
        evening.do(RecordResult(Where(2, f"2{room}", *pair, 2), MADE))
    assert [found.scores["X"].value for found in evening.scoreboard.matches.values()] == taken


def test_a_penalty_where_no_round_was_said_stays_on_the_only_match():
    evening = Evening(boards=(1, 2), winners=1, contestants=("X", "Y"), scoring="teams")
    for board, round_ in ((1, None), (2, 2)):
        for room, pair in (("o", ("X", "Y")), ("c", ("Y", "X"))):
            evening.do(RecordResult(Where(board, f"{board}{room}", *pair, round_), MADE))
        if board == 1:
            evening.do(ImposePenalty("X", 3, "IMP", opponent="Y"))
        assert [found.scores["X"].value for found in evening.scoreboard.matches.values()] == [-3]


def test_regulations_without_victory_points_do_not_drop_a_penalty_in_them():
    evening = match()
    evening.do(ImposePenalty("X", 1, "VP"))
    plain = AmendRegulations(profile_loader.load_profile("ebl-1999"), "")
    evening.refuses(plain, "wrong-unit")
    evening.do(WithdrawPenalty("P-0001"))
    withdrawn = evening.log[-1]
    evening.do(plain)
    evening.refuses(Undo(withdrawn), "wrong-unit")
    evening.do(AmendRegulations(profile_loader.load_profile("ebu"), ""))
    evening.do(ImposePenalty("X", 1, "VP"))
    evening.refuses(Undo(evening.log[-2]), "wrong-unit")


def test_a_heavy_tie_counts_as_the_better_for_the_non_offenders():
    even = Weighted(parse_weighting("50% +450, 50% -50"))
    worth = {}
    for offender in ("NS", "EW"):
        evening = Evening(profile="acbl")
        evening.play(1, [0, 0, 0])
        evening.rule(1, 1, even, offender=offender)
        worth[offender] = evening.score(1, 2)
    assert worth == {"NS": Fraction(3, 2), "EW": Fraction(1, 2)}


def test_12c1e_by_component_is_decided_by_component():
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    now = evening.session.regulations
    command = AmendRegulations(
        structs.replace(now, self_inflicted=structs.replace(now.self_inflicted, weighted="per-component"))
    )
    evening.do(command)
    for table, seats in (("o", ("X", "Y")), ("c", ("Y", "X"))):
        evening.do(RecordResult(Where(1, table, *seats), MADE))
    damage = SelfInflicted("NS", parse_weighting("45% 6SN=, 55% 6SN-8"), parse_weighting("4SN-3"))
    evening.do(GiveRuling(Where(1, "o"), damage, grounds(offender="EW")))
    assert evening.scoreboard.board(1)[Seating("X", "Y", table="o")][Side.NS].value == Fraction(45, 100) * 11


# Two rooms, one award


@pytest.fixture
def rooms():
    """A team match, both rooms played on board 1."""
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    for table, seats in (("open", ("X", "Y")), ("closed", ("Y", "X"))):
        evening.do(RecordResult(Where(1, table, *seats), MADE))
    return evening


AVERAGE = Artificial(Grade("A+"), Grade("A-"))


def test_no_undo_brings_back_a_second_award(rooms):
    rooms.do(GiveRuling(Where(1, "open"), AVERAGE, Grounds()))
    rooms.do(AmendRuling("R-0001", Assigned(Result("4SN-1"))))
    amended = len(rooms.log)
    rooms.do(GiveRuling(Where(1, "closed"), AVERAGE, Grounds()))
    assert "other room" in rooms.refuses(undo(rooms, amended), "already-ruled").message


def test_neither_the_withdrawal_of_a_later_ruling_nor_a_decision_taken_back_does(rooms):
    rooms.do(GiveRuling(Where(1, "open"), AVERAGE, Grounds()))
    rooms.do(AmendRuling("R-0001", Assigned(Result("4SN-1")), cause="second-thoughts"))
    rooms.do(GiveRuling(Where(1, "closed"), AVERAGE, Grounds()))
    rooms.refuses(WithdrawRuling("R-0002", "wrong"), "already-ruled")
    rooms.do(LodgeAppeal("R-0002", "EW", "why", captain=True))
    rooms.refuses(DecideAppeal("A-0001", Adjudication("varied", AVERAGE)), "already-ruled")
    rooms.do(DecideAppeal("A-0001", Adjudication("varied", Assigned(Result("4SN-2")))))
    rooms.do(last(rooms))


def test_a_call_of_one_pair_is_answered_at_the_table_where_it_plays():
    evening = Evening(contestants=("1NS", "2NS", "1EW", "2EW"))
    (called,) = evening.do(AddCall(Where(1, None, "1NS", None), "slow", "N", "play"))
    evening.play(1, ["4SN=", "4SN="])
    ruling = GiveRuling(evening.where(1, 1), Assigned(Result("4SN-1")), Grounds(laws=("16B",)), call=called.event.case)
    assert evening.do(ruling)[-1].event.case == "R-0001"


def test_evolving_leaves_the_state_it_is_given_as_it_was():
    """An event of any kind changes no table, list or set of the state it is applied to."""
    evening = Evening(boards=(1,))
    evening.do(RecordResult(evening.where(1, 1), Result("4SN=")))
    state = evening.session
    shared = {each.name for each in fields(state) if _changeable(getattr(state, each.name))}
    later = evolve(state)
    assert shared
    assert not [name for name in shared if getattr(later, name) is getattr(state, name)]


def _changeable(value: object) -> bool:
    return isinstance(value, dict | list | set | array | FactsInForce)


def test_a_session_that_was_closed_again_by_an_undo_can_be_reopened():
    evening = Evening(boards=(1,))
    closed = evening.do(CloseSession())[0]
    opened = evening.do(Undo(closed))[0]
    again = evening.do(Undo(opened))[0]
    assert evening.session.closed
    evening.do(Undo(again))
    assert not evening.session.closed
