"""The casebook: subjects, comments and differences of a case, the case in full, and earlier penalties."""

import pytest

from ledger.bridge import Result
from ledger.bridge.board import Deal
from ledger.errors import Refusal
from ledger.kernel.fact import TakenBack
from ledger.laws.adjustment import Assigned, Claim, Stands
from ledger.overall.standing import find_earlier_penalties
from ledger.projections.casework import case_file, case_names, case_steps, ruled_case_of
from ledger.projections.checking import check, unlike_rulings_between
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, HearAppeal, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.casebook import (
    CaseCommented,
    ClassifyCase,
    CommentCase,
    DifferenceStated,
    StateDifference,
    comments_on,
    subjects,
)
from ledger.subjects.deals import RecordDeal
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import CloseSession, CorrectResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from tests.core.spec import Evening

DOWN, TWO_DOWN = Assigned(Result("4SN-1")), Assigned(Result("4SN-2"))
DEALT = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")


@pytest.fixture
def evening() -> Evening:
    """Three tables, and a ruling at the first: a hesitation by East–West, by the Laws it cites."""
    evening = Evening()
    evening.play(1, ["4SN=", "4SN=", "4SN="])
    evening.rule(1, 1, DOWN, offender="EW", laws=("16B", "73D1"))
    return evening


def last(evening: Evening) -> Undo:
    return Undo(evening.log[-1])


# Subjects


def test_what_is_said_takes_the_place_of_what_the_laws_say_and_goes_again(evening):
    by_law = ("hesitation", "unauthorised-information")
    assert subjects(evening.session, "R-0001") == by_law
    evening.do(ClassifyCase("R-0001", ("claim", "alerting")))
    assert subjects(evening.session, "R-0001") == ("alerting", "claim")
    evening.do(last(evening))
    assert subjects(evening.session, "R-0001") == by_law


def test_subjects_are_given_with_the_ruling(evening):
    evening.do(GiveRuling(evening.where(1, 2), Stands(), Grounds(laws=("16B",)), subjects=("deviation",)))
    assert subjects(evening.session, "R-0002") == ("deviation",)


def test_an_appeal_is_about_what_it_is_against(evening):
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    assert subjects(evening.session, "A-0001") == subjects(evening.session, "R-0001")


def test_what_is_not_or_is_already_so_is_refused(evening):
    evening.refuses(ClassifyCase("R-0001", ()), "no-subject")
    evening.refuses(ClassifyCase("R-0009", ("claim",)), "no-such-case")
    evening.do(ClassifyCase("R-0001", ("claim",)))
    evening.refuses(ClassifyCase("R-0001", ("claim",)), "nothing-to-change")
    said = last(evening)
    evening.do(said)
    evening.refuses(said, "undo-nothing")


def test_what_is_said_twice_is_one_and_in_the_order_of_the_field(evening):
    (said,) = evening.do(ClassifyCase("R-0001", ("revoke", "alerting", "revoke")))
    assert said.event.subjects == ("alerting", "revoke")


def test_of_a_case_that_was_withdrawn_there_is_nothing_to_say(evening):
    evening.do(ImposePenalty("2NS", 10, "%"))
    evening.do(WithdrawPenalty("P-0001"))
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    for case in ("R-0001", "P-0001"):
        evening.refuses(ClassifyCase(case, ("claim",)), "case-withdrawn")
        evening.refuses(CommentCase(case, "Jane Roe", "quite so"), "case-withdrawn")
    evening.refuses(StateDifference("R-0001", "R-0001", "why"), "case-withdrawn")


# Comments


def test_a_comment_is_signed_and_says_something(evening):
    evening.refuses(CommentCase("R-0001", " ", "quite so"), "no-commentator")
    evening.refuses(CommentCase("R-0001", "Jane Roe", " "), "no-commentator")
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    evening.refuses(CommentCase("R-0001", "Jane Roe", "quite so"), "case-withdrawn")


def test_a_ruling_an_appeal_and_a_penalty_are_commented_on_and_nothing_else(evening):
    evening.do(AddCall(evening.where(1, 2), "slow", "N", "auction"))
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.do(ImposePenalty("2NS", 10, "%"))
    for case in ("R-0001", "A-0001", "P-0001"):
        expected = [CaseCommented(case, "Jane Roe", "quite so")]
        assert [each.event for each in evening.do(CommentCase(case, "Jane Roe", "quite so"))] == expected
    for case in ("C-0001", "R-0009", "quite so"):
        evening.refuses(CommentCase(case, "Jane Roe", "quite so"), "no-such-case")


def test_a_comment_is_taken_back_once_with_its_reason(evening):
    (commented,) = evening.do(CommentCase("R-0001", "Jane Roe", "quite so"))
    (taken_back,) = evening.do(Undo(commented, "on another case"))
    assert taken_back.event == TakenBack(commented.number, "case-commented", "R-0001", reason="on another case")
    evening.refuses(Undo(commented), "undo-nothing")


def test_a_scorer_says_nothing_of_a_case(evening):
    evening.rule(1, 2, TWO_DOWN, offender="EW", laws=("16B",))
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    for name, office in (("Falk", "scorer"), ("Berg", "committee")):
        evening.do(AppointOfficial(name, office), by="Ahlborn")
    comment, why = CommentCase("R-0001", "Jane Roe", "quite so"), StateDifference("R-0002", "R-0001", "why")
    for said in (ClassifyCase("R-0001", ("claim",)), comment, why):
        evening.refuses(said, "not-your-office", by="Falk")
    evening.refuses(why, "not-your-office", by="Berg")
    evening.do(comment, by="Berg")
    evening.do(why, by="Ahlborn")


def test_comments_are_of_the_whole_case_also_after_the_closing_and_are_taken_back(evening):
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")))
    evening.do(PublishScores())
    evening.do(CloseSession())
    before = evening.column(1)
    evening.do(CommentCase("A-0001", "Jane Roe", "quite so"))
    evening.do(CommentCase("R-0001", "John Poe", "not so"))
    assert [each.said.commentator for each in case_file(evening.session, "R-0001").comments] == ["Jane Roe", "John Poe"]
    evening.do(last(evening))
    assert [each.said.comment for each in comments_on(evening.session, "A-0001", "R-0001")] == ["quite so"]
    assert evening.column(1) == before


# Hearings


def test_who_was_in_the_chair_sat_on_the_committee(evening):
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.refuses(HearAppeal("A-0001", ("Berg", "Ek"), chairman="Dahl"), "no-committee")
    evening.do(HearAppeal("A-0001", ("Berg", "Dahl", "Ek"), ("E", "W"), chairman="Dahl", scribe="Falk"))
    heard = case_file(evening.session, "A-0001").appeals[0].appeal.heard
    assert (heard.chairman, heard.scribe, heard.members) == ("Dahl", "Falk", ("Berg", "Ek"))


def test_a_hearing_names_its_committee_and_its_scribe_need_not_sit_on_it(evening):
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.refuses(HearAppeal("A-0001", ()), "no-committee")
    evening.refuses(HearAppeal("A-0001", (), scribe="Falk"), "no-committee")
    evening.refuses(HearAppeal("A-0009", ("Berg",), chairman="Berg"), "no-such-case")
    evening.do(HearAppeal("A-0001", ("Berg", "Ek"), scribe="Falk"))
    heard = case_file(evening.session, "A-0001").appeals[0].appeal.heard
    assert (heard.chairman, heard.scribe, heard.members) == ("", "Falk", ("Berg", "Ek"))
    assert case_file(evening.session, "A-0001").committee == ("Berg", "Ek")


# The case in full


def test_a_case_has_every_number_that_belongs_to_it_whichever_is_asked_for(evening):
    call = evening.do(AddCall(evening.where(1, 2), "slow", "N", "auction"), at=1)[0].event.case
    evening.do(GiveRuling(evening.where(1, 2), DOWN, Grounds(laws=("16B",)), call=call), at=11)
    evening.do(PublishScores(), at=12)
    evening.do(AmendRuling("R-0002", TWO_DOWN, cause="second-thoughts"), at=13)
    evening.do(LodgeAppeal("R-0003", "NS", "too much", ("N", "S"), deposit="20 GBP"), at=20)
    evening.do(HearAppeal("A-0001", ("Berg", "Ek")), at=30)
    evening.do(DecideAppeal("A-0001", Adjudication("upheld", laws=("12C1(c)",), merit="without")), by="Berg", at=45)
    evening.do(ImposePenalty("2NS", 10, "%", beside="A-0001"), at=46)
    session = evening.session
    for number in ("C-0001", "R-0002", "R-0003", "A-0001", "P-0001"):
        assert ruled_case_of(session, number) == "R-0003", number
    case = case_file(session, "C-0001")
    assert case.cases == ("C-0001", "R-0002", "R-0003", "A-0001", "P-0001")
    assert [ruling.case for ruling in case.rulings] == ["R-0002", "R-0003"]
    assert (case.until_ruled, case.appeals[0].until_decided) == (10 * 60_000_000, 25 * 60_000_000)
    assert (case.appeals[0].deposit, [each.case for each in case.appeals[0].sanctions]) == ("forfeited", ["P-0001"])
    assert case.laws == ("16B", "12C1(c)")
    assert (case.directors, case.committee) == (("spec",), ("Berg", "Ek"))
    assert case_names(session) == ["R-0001", "R-0003"]


def test_each_step_of_a_case_has_the_scores_of_then(evening):
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.do(DecideAppeal("A-0001", Adjudication("overturned", TWO_DOWN)))
    case = case_file(evening.session, "R-0001")
    ruled, decided = (case_steps(evening.log, "evening", [case])[number] for number in case.scored_by)
    whose = {change.contestant: (change.before, change.after) for change in ruled.moved.changes}
    assert whose["1NS"] == (2, 0)
    assert decided.moved.changes == ()  # a bottom is a bottom, whatever it is
    assert ruled.played(case) == ruled.scoreboard.session.line(1, case.seating)


def test_a_case_withdrawn_is_none_of_a_session_s_unless_it_is_asked_for(evening):
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    assert case_names(evening.session) == []
    assert case_names(evening.session, withdrawn=True) == ["R-0001"]
    assert case_file(evening.session, "R-0001").withdrawn


def test_a_call_that_nobody_ruled_on_is_no_case(evening):
    evening.do(AddCall(evening.where(1, 2), "slow", "N", "auction"))
    with pytest.raises(Refusal) as caught:
        case_file(evening.session, "C-0001")
    assert caught.value.code == "no-such-case"


# The same board, ruled otherwise


def named(evening: Evening) -> list[str]:
    return [each.text for each in check(evening.scoreboard).open if each.code == "ruled-otherwise"]


def test_the_same_board_with_another_score_on_like_facts_is_named_with_both_cases(evening):
    evening.rule(1, 2, TWO_DOWN, offender="EW", laws=("16B",))
    (text,) = named(evening)
    assert "R-0001" in text
    assert "R-0002" in text
    assert "assigned 4SN-1, offender EW" in text


@pytest.mark.parametrize(
    ("adjustment", "grounds"),
    [
        (DOWN, {"offender": "EW", "laws": ("16B",)}),
        (TWO_DOWN, {"offender": "NS", "laws": ("16B",)}),
        (Stands(), {"offender": "EW", "laws": ("16B",)}),
        (TWO_DOWN, {"offender": "EW", "laws": ("64A2",)}),
        (Claim(Result("4SN-2")), {"laws": ("70C",)}),
    ],
    ids=["the same score", "the other side", "a result that stands and is the same", "another subject", "a claim"],
)
def test_what_is_not_alike_is_not_named(evening, adjustment, grounds):
    evening.do(CorrectResult(evening.where(1, 3), Result("4SN-1")))
    evening.rule(1, 3, adjustment, **grounds)
    assert named(evening) == []


def test_a_director_says_why_in_either_of_the_two_and_takes_it_back(evening):
    evening.rule(1, 2, TWO_DOWN, offender="EW", laws=("16B",))
    evening.refuses(StateDifference("R-0002", "R-0001", " "), "needs-reason")
    evening.refuses(StateDifference("R-0001", "R-0001", "why"), "nothing-to-change")
    evening.do(StateDifference("R-0001", "R-0002", "the tempo was agreed there"))
    report = check(evening.scoreboard)
    expected = ["the tempo was agreed there"]
    assert [each.how for each in report.worked_off if each.concern.code == "ruled-otherwise"] == expected
    assert named(evening) == []
    evening.refuses(StateDifference("R-0001", "R-0002", "the tempo was agreed there"), "nothing-to-change")
    evening.do(last(evening))
    assert len(named(evening)) == 1


def test_why_is_said_of_two_rulings_in_force_and_anew_in_other_words(evening):
    evening.rule(1, 2, TWO_DOWN, offender="EW", laws=("16B",))
    for one, other in (("R-0009", "R-0001"), ("R-0001", "R-0009"), ("R-0001", "A-0001")):
        evening.refuses(StateDifference(one, other, "why"), "no-such-case")
    evening.do(StateDifference("R-0002", "R-0001", "the tempo was agreed there"))
    evening.do(StateDifference("R-0002", "R-0001", "the poll was of experts"))
    again = check(evening.scoreboard).worked_off
    assert [each.how for each in again if each.concern.code == "ruled-otherwise"] == ["the poll was of experts"]
    evening.do(PublishScores())
    evening.do(AmendRuling("R-0001", TWO_DOWN, cause="second-thoughts"))
    evening.refuses(StateDifference("R-0001", "R-0002", "why"), "ruling-superseded")
    evening.refuses(StateDifference("R-0002", "R-0001", "why"), "ruling-superseded")


def test_the_session_itself_by_its_name_is_no_other_session(evening):
    evening.rule(1, 2, TWO_DOWN, offender="EW", laws=("16B",))
    evening.do(StateDifference("R-0002", "R-0001", "the tempo was agreed there", evening.session.id))
    assert named(evening) == []
    evening.refuses(StateDifference("R-0002", "R-0009", "why", evening.session.id), "no-such-case")


def test_why_it_is_otherwise_than_in_another_session_is_said_by_its_name(evening):
    (said,) = evening.do(StateDifference("R-0001", "R-0001", "there the poll was of experts", "other"))
    assert said.event == DifferenceStated("R-0001", "R-0001", "there the poll was of experts", "other")
    evening.refuses(StateDifference("R-0001", "R-0001", "there the poll was of experts", "other"), "nothing-to-change")
    evening.refuses(StateDifference("R-0001", "R-0001", "why", evening.session.id), "nothing-to-change")
    (recalled,) = evening.do(Undo(said))
    assert recalled.event == TakenBack(said.number, "difference-stated", "R-0001")
    evening.refuses(Undo(said), "undo-nothing")


def test_the_same_cards_in_another_session_are_the_same_board(evening):
    other = Evening((7,))
    other.play(7, ["4SN=", "4SN="])
    other.rule(7, 1, TWO_DOWN, offender="EW", laws=("16B",))
    assert unlike_rulings_between(evening.session, [other.session]) == []  # nobody knows the cards
    evening.do(RecordDeal(1, DEALT))
    other.do(RecordDeal(7, DEALT))
    (found,) = unlike_rulings_between(evening.session, [other.session])
    assert (found.here.case, found.here.board, found.there.board) == ("R-0001", 1, 7)


# What was penalised before


def test_what_a_contestant_was_warned_for_before_is_known_and_how_often(evening):
    evening.do(ImposePenalty("2NS", 0, "%", ("90B1",), "late"))
    evening.do(ImposePenalty("2NS", 10, "%", ("74A",), "rude"))
    evening.do(ImposePenalty("3NS", 0, "%", ("90B1",), "late"))
    evening.do(ImposePenalty("2NS", 0, "%", ("90B1",), "late again"))
    before = find_earlier_penalties(evening.session, "P-0004", None)
    assert [(each.penalty.imposed.case, each.alike) for each in before] == [("P-0001", True), ("P-0002", False)]
    evening.do(WithdrawPenalty("P-0001"))
    assert [each.penalty.imposed.case for each in find_earlier_penalties(evening.session, "P-0004", None)] == ["P-0002"]
