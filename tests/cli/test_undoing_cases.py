"""`undo` with the number of a case: a ruling goes whole, an appeal step by step, the last step first."""

import pytest

EVENING = (
    "init",
    "session open evening --boards 1-2 --contestants 1-2NS,1-2EW",
    "result add 1/1 4SN= --ns 1 --ew 1",
    "result add 1/2 4SN-1 --ns 2 --ew 2",
    "ruling add 1/1 --result 4SN-1 --offender NS --law 16B",
    "ruling amend R-0001 --facts slow",
)

LODGED = ("appeal lodge R-0001 --by-side NS --signed N,S --grounds clear",)
DECIDED = (*LODGED, 'appeal decide A-0001 --varied --result 4SN-2 --reason "worse" --yes')
FURTHER = (*DECIDED, 'appeal further A-0001 --by-side NS --signed N,S --to "the NA" --grounds principle')
REVIEWED = (*FURTHER, "appeal review A-0001 --upheld --reason right --yes")


@pytest.fixture
def typed(typed):
    """Type lines in the folder of an evening with a ruling."""
    for line in EVENING:
        typed(line)
    return typed


@pytest.mark.parametrize(
    ("steps", "undone"),
    [
        (DECIDED, ["A-0001 decision taken back"]),
        (FURTHER, ["A-0001 is not taken further after all", "A-0001 decision taken back"]),
        (
            REVIEWED,
            ["A-0001 decision taken back", "A-0001 is not taken further after all", "A-0001 decision taken back"],
        ),
    ],
    ids=["decided", "taken further", "reviewed"],
)
def test_an_appeal_is_taken_back_step_by_step(typed, steps, undone):
    for line in steps:
        typed(line)
    for words in undone:
        assert words in typed("undo A-0001 --yes")
    assert "`bridge-ledger appeal withdraw A-0001`" in typed("undo A-0001 --yes", code=1)  # it was screened
    typed("appeal withdraw A-0001 --leave Ahlborn")
    assert "R-0001   withdrawn" in typed("undo R-0001 --reason wrong --yes")


def test_an_appeal_that_nobody_looked_at_is_taken_back_before_its_ruling(typed):
    typed(LODGED[0])
    assert "A-0001 (#7) was lodged against R-0001" in typed("undo R-0001 --yes", code=1)
    assert "A-0001 withdrawn" in typed("undo A-0001 --yes")
    assert "error[case-withdrawn]" in typed("undo A-0001 --yes", code=1)
    assert "R-0001   withdrawn" in typed("undo R-0001 --reason wrong --yes")


def test_an_appeal_that_was_heard_says_what_to_type(typed):
    typed(LODGED[0])
    typed('appeal hear A-0001 --committee "Berg, Ek" --chairman Berg --scribe Ek --present "N, W"')
    assert "appeal withdraw A-0001" in typed("undo A-0001 --yes", code=1)


def test_a_penalty_imposed_again_is_taken_back_by_its_number(typed):
    typed("penalty add 1NS 10% --law 74A --reason late")
    typed("undo P-0001 --yes")
    typed("undo @ --yes")
    assert "P-0001" in typed("undo P-0001 --yes")
    assert "case-withdrawn" in typed("undo P-0001 --yes", code=1)
