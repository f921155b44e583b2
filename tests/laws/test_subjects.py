"""What the Laws that a ruling cites say it is about."""

import pytest

from ledger.laws.citation import parse_law
from ledger.laws.subjects import JUDGED, SUBJECTS, subjects_of
from ledger.projections.case_filter import is_under


@pytest.mark.parametrize(
    ("law", "subject"),
    [
        ("16B1(a)", "unauthorised-information"),
        ("73C", "unauthorised-information"),
        ("73D1", "hesitation"),
        ("20F", "misinformation"),
        ("21B", "misinformation"),
        ("40B4", "misinformation"),
        ("40C1", "deviation"),
        ("47E2", "misinformation"),
        ("47C", "played-card"),
        ("27B1", "insufficient-bid"),
        ("30A", "call-out-of-turn"),
        ("25A", "changed-call"),
        ("54", "lead-out-of-turn"),
        ("50D1", "exposed-card"),
        ("43A1", "dummy"),
        ("64A2", "revoke"),
        ("70C", "claim"),
        ("15B", "wrong-board"),
        ("87", "wrong-board"),
        ("79C1", "scoring"),
        ("90B1", "late"),
        ("90B2", "slow-play"),
        ("90B8", "procedure"),
        ("74A2", "conduct"),
        ("91A", "conduct"),
        ("82C", "director-error"),
    ],
)
def test_a_law_says_what_a_ruling_is_about(law, subject):
    assert subjects_of((parse_law(law),)) == (subject,)


@pytest.mark.parametrize("law", ["12C1(c)", "9B1", "81C3", "92B", "41A"])
def test_laws_of_procedure_say_nothing_of_it(law):
    assert subjects_of((parse_law(law),)) == ()


def test_several_are_each_told_once_in_the_order_of_the_list():
    assert subjects_of(("70C", "16B", "73C", "73D1")) == ("hesitation", "unauthorised-information", "claim")
    assert set(SUBJECTS) >= JUDGED


def test_a_part_of_a_law_is_under_it_and_another_number_is_not():
    assert [is_under(law, "12") for law in ("12", "12C1(c)", "1", "120")] == [True, True, False, False]
    assert is_under("90B1", "90B")
    assert not is_under("90B12", "90B1")


def test_a_paragraph_whose_number_only_begins_so_is_of_its_section_and_not_of_that_paragraph():
    """90B1 is late; a 90B12 would be of procedure, as all else of 90."""
    assert subjects_of(("90B1",)) == ("late",)
    assert subjects_of(("90B12",)) == subjects_of(("90B12(a)",)) == subjects_of(("90B",)) == ("procedure",)
