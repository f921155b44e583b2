"""What is to be typed into another program: in its notation, which is read again where we read it too."""

import pytest
from hypothesis import given

from ledger.bridge import Result
from ledger.exchange.changes import line_text, notation_of
from ledger.exchange.given_out import GivenLine
from ledger.exchange.sheet import artificial_score, contract_result
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.profile_loader import shipped
from ledger.scoring.line import Seating
from ledger.session import TableBoard
from ledger.session.cases import ScoreInForce
from ledger.session.rulings import CombinedRulings
from tests import strategies


def played(result):
    return GivenLine(
        TableBoard(1, Seating("1", "2")), Result(str(result)), None, (None, None), CombinedRulings(None, None, None)
    )


def awarded(ns, ew, percent=(60, 40)):
    score = ScoreInForce(1, "R-0001", Artificial(Grade(ns), Grade(ew)), "none", ())
    return GivenLine(TableBoard(1, Seating("1", "2")), None, percent, (None, None), CombinedRulings(None, score, score))


@given(strategies.results)
def test_travellers_and_ours_are_read_again(result):
    line = played(result)
    said, score = line_text(line, "usebio"), result.bare_score is not None
    contract, declarer, tricks = ("", "", "") if score else (*said.split(), "", "")[:3]
    assert contract_result(contract, declarer, tricks, said if score else "", 1) == line.result
    assert Result(line_text(line, "ledger")) == line.result
    assert line_text(line, "plain") == line_text(line, "usebio")


@given(strategies.results)
def test_scores_are_those_of_the_board(result):
    line = played(result)
    assert int(line_text(line, "acblscore").split()[1]) == line.ns_score


@pytest.mark.parametrize(
    ("notation", "ns", "ew", "percent", "said"),
    [
        ("usebio", "A+", "A-", (60, 40), "A6040"),
        ("bridgemate", "A+", "A", (60, 50), "60%-50%"),
        ("bridgemate", "70", "30", (70, 30), "NS 70%, EW 30%"),
        ("realbridge", "A+", "A-", (60, 40), "+/- ~"),
        ("realbridge", "60", "40", (60, 40), "+/- ="),
        ("realbridge", "A", "A", (50, 50), "=/= ="),
        ("realbridge", "A+", "40", (60, 40), "NS 60%, EW 40%"),
        ("acblscore", "A+", "A-", (60, 40), "S: Ave+ / Ave-"),
        ("acblscore", "60", "40", (60, 40), "NS 60%, EW 40%"),
        ("plain", "A+", "A-", (60, 40), "NS 60%, EW 40%"),
        ("ledger", "A+", "A-", (60, 40), "A+/A-"),
    ],
)
def test_artificial_scores(notation, ns, ew, percent, said):
    assert line_text(awarded(ns, ew, percent), notation) == said


def test_averages_of_usebio_are_read_again():
    assert artificial_score(line_text(awarded("60", "40"), "usebio")) == Artificial(Grade("60"), Grade("40"))


def test_every_profile_has_a_notation():
    known = {profile: notation_of(profile) for profile in shipped()}
    assert known["ebuscore"] == "usebio"
    assert known["wbf"] == "plain"
