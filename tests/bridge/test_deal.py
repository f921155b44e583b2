"""Deals: what is written is read back, and what is no deal is refused, saying why."""

import pytest
from hypothesis import given

from ledger.bridge import Seat, Unreadable
from ledger.bridge.board import Deal
from tests.strategies import deals

CARDS = "AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"


@given(deals)
def test_a_deal_reads_back_from_every_seat_and_in_any_case(deal):
    hands = str(deal)[2:].split()
    for at, seat in enumerate("NESW"):
        assert Deal(f"{seat}:" + " ".join(hands[at:] + hands[:at])) == deal
    assert Deal(str(deal).lower().replace("t", "10")) == deal
    assert Deal.of(deal.hands) == deal
    assert sum(len(suit) for hand in deal.hands.values() for suit in hand) == 52


def test_voids_are_empty_or_a_dash():
    empty = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    dashes = "N:AKQJT98765432.-.-.- -.AKQJT98765432.-.- -.-.AKQJT98765432.- -.-.-.AKQJT98765432"
    assert Deal(dashes) == Deal(empty) == empty
    assert Deal(empty).hands[Seat.E] == ("", "AKQJT98765432", "", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a seat and four hands"),
        (CARDS, "not a seat and four hands"),
        ("X:" + CARDS, "not a seat and four hands"),
        ("N:" + CARDS + " " + CARDS[:16], "not a seat and four hands"),
        ("N:- - - -", "North's - is not four suits"),
        ("N:" + CARDS.replace("K7", "K1"), "North's AKQ32.J54.K1.A98 is not four suits"),
        ("N:" + CARDS.replace("AKQ32.J54", "AKQ32J54"), "is not four suits"),
        ("N:" + CARDS.replace("K7", "K6"), "D6 is there twice: North and South"),
        ("N:" + CARDS.replace("AKQ32", "AAQ32"), "SA is there twice: North"),
        ("N:" + CARDS.replace("K7", "K").replace("T9432", "T97432"), "North has 12 cards, not 13"),
        ("N:" + "9" * 100_000, "far too long"),
    ],
)
def test_what_is_no_deal_is_refused(text, why):
    with pytest.raises(Unreadable, match=why) as caught:
        Deal(text)
    assert caught.value.code == "bad-deal"
