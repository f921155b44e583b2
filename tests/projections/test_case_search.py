"""Which cases are meant, and in what one is like another: by the cases in brief alone."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.laws.adjustment import Artificial, Assigned, Grade, SelfInflicted, Split, Stands, Weighted, parse_weighting
from ledger.laws.citation import SUBJECTS
from ledger.projections.case_search import (
    CHANGED,
    CaseFilter,
    CasePlace,
    CaseQuery,
    CaseSummary,
    case_words,
    find_largest_weight,
    likeness,
    points,
    score_kind,
    summary,
)
from ledger.projections.casework import case_file, case_names
from tests.core.spec import Evening

LAWS = ("16B1(a)", "16B", "16A", "12C1(c)", "73D1", "27", "1", "12A1")
SCORES = (
    Stands(),
    Assigned(Result("4SN=")),
    Weighted(parse_weighting("60% 4SN=, 40% 4SN-1")),
    Weighted(parse_weighting("2/3 4SN=, 1/3 4SN-1")),
    Split(parse_weighting("75% 4SN=, 25% 4SN-1"), parse_weighting("4SN-1")),
    Artificial(Grade("A+"), Grade("A-")),
    None,
)

cases = st.builds(
    lambda laws, subjects, score, director, verdicts: CaseSummary(
        case="R-0001",
        cases=("R-0001",),
        day="2025-03-07",
        given_at=1,
        laws=tuple(laws),
        subjects=tuple(subjects),
        score=score,
        kind=score_kind(score),
        heaviest=find_largest_weight(score),
        directors=(director,),
        verdicts=tuple(verdicts),
    ),
    st.lists(st.sampled_from(LAWS), max_size=3, unique=True),
    st.lists(st.sampled_from(SUBJECTS), max_size=2, unique=True),
    st.sampled_from(SCORES),
    st.sampled_from(("K. Ahlborn", "Berg")),
    st.lists(st.sampled_from(sorted(CHANGED)), max_size=1),
)


PLACE = CasePlace("friday", "Friday pairs", "spring", "Spring congress")


def case(score=None, ruled=None, **said):
    given = {
        "score": score,
        "kind": score_kind(score),
        "heaviest": find_largest_weight(score),
        "ruled_kind": score_kind(ruled),
    }
    return CaseSummary(case="R-0001", cases=("R-0001",), given_at=1, **{"day": "2025-03-07", **given, **said})


@given(cases, cases)
def test_likeness_goes_both_ways_and_nobody_is_more_like_a_case_than_itself(one, other):
    assert points(likeness(one, other)) == points(likeness(other, one))
    about = [law for law in one.laws if not law.startswith("12")] or one.subjects
    if about:
        assert points(likeness(one, one)) >= points(likeness(one, other))
    else:
        assert likeness(one, one) == ()


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("16B1(a)", "16B2", [("law", 3, "16B")]),
        ("16B", "16A", [("law", 1, "16")]),
        ("27", "27B", [("law", 1, "27")]),
        ("16B", "1", []),
        ("12C1(c)", "12C1(c)", []),
    ],
)
def test_two_laws_are_alike_by_section_or_by_number(one, other, common):
    found = likeness(case(laws=(one,), score=Stands()), case(laws=(other,)))
    assert [tuple(each) for each in found] == common


def test_weights_are_similar_up_to_ten_per_cent():
    def ruled(text):
        return case(laws=("16B",), score=Weighted(parse_weighting(text)))

    model = ruled("60% 4SN=, 40% 4SN-1")
    near, far = ruled("70% 4SN=, 30% 4SN-1"), ruled("71% 4SN=, 29% 4SN-1")
    assert [each.aspect for each in likeness(model, near)] == ["law", "score", "weights"]
    assert [each.aspect for each in likeness(model, far)] == ["law", "score"]


@given(cases)
def test_what_is_not_asked_about_narrows_nothing(each):
    assert CaseQuery().takes(each, PLACE)


@pytest.mark.parametrize(
    ("query", "fits", "fits_not"),
    [
        (CaseQuery(CaseFilter(("16B",))), case(laws=("16B1(a)",)), case(laws=("16A",))),
        (CaseQuery(scores=["stands"]), case(score=Stands()), case(score=None)),
        (CaseQuery(scores=["penalty"]), case(amount=Fraction(25), unit="%"), case(score=Stands())),
        (CaseQuery(ruled=["stands"]), case(score=SCORES[1], ruled=Stands()), case(score=Stands(), ruled=SCORES[1])),
        (CaseQuery(weights=(Fraction(3, 5), Fraction(1))), case(score=SCORES[2]), case(score=SCORES[1])),
        (CaseQuery(weights=(Fraction(3, 5), Fraction(13, 20))), case(score=SCORES[2]), case(score=SCORES[3])),
        (CaseQuery(director="ahl"), case(directors=("K. Ahlborn",)), case(directors=("Berg",))),
        (CaseQuery(committee="lund"), case(committee=("Lund", "Moor")), case(chairmen=("Lund",))),
        (CaseQuery(chairman="lund"), case(chairmen=("Lund",)), case(committee=("Lund", "Moor"))),
        (CaseQuery(verdicts=CHANGED), case(verdicts=("varied", "upheld")), case(verdicts=("upheld",))),
        (CaseQuery(merit="without"), case(merits=("without",)), case(merits=("with",))),
        (CaseQuery(appealed=True), case(appealed=True), case()),
        (CaseQuery(CaseFilter(since="2025-03-07", until="2025-03-07")), case(), case(day="2025-03-08")),
        (CaseQuery(withdrawn=True, appealed=True), case(withdrawn=True, appealed=True), case(withdrawn=True)),
    ],
)
def test_each_thing_that_is_said_narrows(query, fits, fits_not):
    assert query.takes(fits, PLACE)
    assert not query.takes(fits_not, PLACE)


def test_a_tournament_is_meant_by_a_part_of_its_name_a_session_in_full():
    assert CaseQuery(tournament="CONGRESS").takes(case(), PLACE)
    assert not CaseQuery(tournament="autumn").takes(case(), PLACE)
    assert CaseQuery(session="friday").takes(case(), PLACE)
    assert CaseQuery(session="spring").takes(case(), PLACE)
    assert not CaseQuery(session="frid").takes(case(), PLACE)


@pytest.mark.parametrize(
    ("score", "weight"),
    [
        (SCORES[2], Fraction(3, 5)),
        (SCORES[3], Fraction(2, 3)),
        (SCORES[4], Fraction(3, 4)),
        (SelfInflicted("NS", parse_weighting("80% 4SN=, 20% 4SN-1"), parse_weighting("4SN-1")), Fraction(4, 5)),
        (SCORES[1], None),
        (SCORES[5], None),
        (None, None),
    ],
)
def test_the_heaviest_outcome_of_a_score(score, weight):
    assert find_largest_weight(score) == weight


def test_a_case_in_brief_and_its_words_are_those_of_the_log():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.rule(1, 1, SCORES[2], laws=("16B",), offender="NS", facts="hesitated", reason="", legal_route="")
    session = evening.session
    (only,) = (case_file(session, each) for each in case_names(session))
    brief = summary(only)
    assert (brief.case, brief.board, brief.ns, brief.ew) == ("R-0001", 1, "1NS", "1EW")
    assert (brief.laws, brief.subjects) == (("16B",), ("unauthorised-information",))
    assert (brief.score, brief.ruled, brief.kind) == (SCORES[2], SCORES[2], "weighted")
    assert (brief.directors, brief.offender, brief.day) == (("spec",), "NS", "1970-01-01")
    assert case_words(only) == ["hesitated"]
