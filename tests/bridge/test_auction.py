"""Auctions and play: what is read prints the same, who declares, who wins, and what cannot have been."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.bridge import Seat, Unreadable
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from tests.strategies import auctions, plays

DEAL = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")


@given(auctions)
def test_what_is_printed_is_read(auction):
    assert Auction(str(auction)) == auction
    assert Auction.of(auction.calls[0].seat, [each.written for each in auction.calls]) == auction


@given(auctions)
def test_an_auction_that_is_over_takes_no_call(auction):
    if auction.is_over:
        with pytest.raises(Unreadable):
            Auction(f"{auction} P")
    else:
        assert Auction(f"{auction} all pass").is_over


@pytest.mark.parametrize(
    ("typed", "printed", "contract"),
    [
        ("N: 1♣-(1♠)-X-P-2H-AP", "N: 1C 1S X P 2H P P P", "2HN"),
        ("w: p, p, 1nt, all pass", "W: P P 1NT P P P", "1NTE"),
        ("S: Pass Pass Pass Pass", "S: P P P P", None),
        ("E: AP", "E: P P P P", None),
        ("N: 1S P 2S P 4S dbl rdbl ap", "N: 1S P 2S P 4S X XX P P P", "4SXXN"),
        ("N: 1H P 1S P 2S P 2N P 4S AP", "N: 1H P 1S P 2S P 2NT P 4S P P P", "4SS"),
        ("N: 1H X 2H 3H AP", "N: 1H X 2H 3H P P P", "3HW"),
        ("N: 1C! (1D=1=) 1H", "N: 1C! 1D=1= 1H", None),
        ("N: 1C X 1D P P", "N: 1C X 1D P P", None),
        ("N: 1S P ^1H P 2S AP", "N: 1S P ^1H P 2S P P P", "2SN"),
        ("N: 1S (^1H!) P P", "N: 1S ^1H! P P", None),
        ("N: 1S ^1H X AP", "N: 1S ^1H X P P P", "1HXE"),
        ("N: 1C ^ 1S P 2C AP", "N: 1C ^ 1S P 2C P P P", "2CN"),
        ("N: 1C P ^ P P", "N: 1C P ^ P P", "1CN"),
        ("N: ^ P P P P", "N: ^ P P P P", None),
    ],
)
def test_what_an_auction_ends_in(typed, printed, contract):
    auction = Auction(typed)
    assert str(auction) == printed
    assert (str(auction.contract) if auction.contract else None) == contract


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N:",
        "1C P P P",
        "N: 8C",
        "N: 2C 1S",
        "N: 1C 1C",
        "N: X",
        "N: 1C P X",
        "N: 1C X X",
        "N: 1C XX",
        "N: 1C X P XX P",
        "N: 1C P P P P",
        "N: P P P P P",
        "N: 1C (P",
        "N: 1C!=1=!",
        "N: 1C ^1H",
        "N: ^1C",
        "N: 1C ^P",
        "N: 1C ^ X",
        "N: ^",
        "N: 1C ^! P",
        "N: (1C) (1S)",
        "N: " + "P " * 2000,
    ],
)
def test_what_is_no_auction(text):
    with pytest.raises(Unreadable) as caught:
        Auction(text)
    assert caught.value.code == "bad-auction"


@given(plays)
def test_a_play_that_is_printed_is_read(play):
    assert CardPlay(str(play)) == play


@given(st.permutations([suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]), st.sampled_from("CDHSN"))
def test_every_card_in_order_makes_thirteen_tricks(pack, strain):
    play = CardPlay.in_order(Seat.W, pack, strain)
    won = play.winners(strain)
    assert (play.lead, len(won), None in won) == (pack[0], 13, False)
    assert [play.tricks[at][seat] for at, seat in enumerate([Seat.W, *won[:-1]])] == pack[::4]


@pytest.mark.parametrize(
    ("strain", "winner"), [("N", Seat.W), ("S", Seat.N), ("H", Seat.S), ("C", Seat.W)], ids=["N", "S", "H", "C"]
)
def test_the_highest_trump_else_the_highest_of_the_suit_led_wins(strain, winner):
    assert CardPlay("W: DT S2 D9 H2").winners(strain) == [winner]


def test_what_nobody_noted_has_no_winner():
    play = CardPlay("W: DT D9 - D2, CA, H2 H3")
    assert (str(play), play.winners("N")) == ("W: DT D9 - D2, CA - - -, H2 H3 - -", [None, None, None])


@pytest.mark.parametrize(
    "text",
    ["", "W:", "W: -", "SA S2", "W: SA SA", "W: S1", "W: SA S2 S3 S4 S5", "W: SA," + "-," * 13, "W: " + "SA " * 200],
)
def test_what_is_no_play(text):
    with pytest.raises(Unreadable) as caught:
        CardPlay(text)
    assert caught.value.code in ("bad-play", "bad-card")


def test_a_revoke_is_seen_and_a_discard_is_none():
    play = CardPlay("E: HA H7 H2 H4, HK H8 H3 H5, HQ H9 S7 HJ, CQ CK C3 C8")
    assert [(each.trick, each.seat, each.card, each.held) for each in play.revokes(DEAL, "S")] == [
        (3, Seat.W, "S7", "H6")
    ]
    assert list(CardPlay("E: HA H7 H2 H4").revokes(DEAL, "N")) == []


def test_a_card_of_another_hand():
    assert CardPlay("E: HA H7 H2 H4").first_card_not_held(DEAL) is None
    assert CardPlay("E: HA H7 H4 H2").first_card_not_held(DEAL) == (Seat.W, "H4")
