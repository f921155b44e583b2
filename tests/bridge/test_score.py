"""Law 77: all 2,940 contract results against the table of the Law, and the table against another's program."""

import csv
from pathlib import Path

import pytest

from ledger.bridge import Result, Seat, contract_score, dealer, ns_score, vulnerability
from tests.needs import needs

TABLE = [
    (row["contract"], row["vulnerable"] == "1", tricks, int(row[str(tricks)]))
    for row in csv.DictReader((Path(__file__).parent / "contract_scores.csv").read_text().splitlines())
    for tricks in range(14)
]


def result(contract: str, declarer: str, tricks: int) -> Result:
    return Result(f"{contract}{declarer}{tricks} tricks")


def test_the_table_has_every_result_there_is():
    assert len(TABLE) == 7 * 5 * 3 * 2 * 14 == 2940


def test_every_contract_result_scores_what_law_77_says():
    wrong = [
        (contract, vulnerable, tricks)
        for contract, vulnerable, tricks, score in TABLE
        if contract_score(result(contract, "N", tricks).played, vulnerable) != score
    ]
    assert not wrong


@needs("endplay")
def test_the_table_agrees_with_an_independent_library():
    from endplay import types  # heavy: only CI installs it

    wrong = []
    for contract, vulnerable, tricks, score in TABLE:
        margin = tricks - int(contract[0]) - 6
        outcome = f"{margin:+d}" if margin else "="
        theirs = types.Contract(contract.replace("XX", "").replace("X", "").replace("NT", "NT") + "N" + outcome)
        theirs.penalty = {"": types.Penalty.passed, "X": types.Penalty.doubled, "XX": types.Penalty.redoubled}[
            "X" * contract.count("X")
        ]
        if theirs.score(types.Vul.both if vulnerable else types.Vul.none) != score:
            wrong.append((contract, vulnerable, tricks))
    assert not wrong


@pytest.mark.parametrize(
    ("board", "who", "vulnerable"),
    [
        (1, "N", "None"),
        (2, "E", "NS"),
        (4, "W", "Both"),
        (7, "S", "Both"),
        (13, "N", "Both"),
        (16, "W", "EW"),
        (17, "N", "None"),
        (36, "W", "Both"),
    ],
)
def test_dealer_and_vulnerability_by_board_number(board, who, vulnerable):
    assert dealer(board) is Seat(who)
    assert vulnerability(board).value == vulnerable


@pytest.mark.parametrize("board", range(1, 33))
def test_turning_the_table_turns_the_score(board):
    """A contract by North and the same by East, where both are as vulnerable, are worth the same to their sides."""
    if vulnerability(board).value in ("None", "Both"):
        assert ns_score(Result("4SXN-2"), board) == -ns_score(Result("4SXE-2"), board)


def test_a_pass_and_a_bare_score():
    assert ns_score(Result("PASS"), 4) == 0
    assert ns_score(Result("-650"), 4) == -650
