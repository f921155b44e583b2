"""LIN, as Bridge Base Online writes it: matches in two rooms, pairs, deals alone."""

import pytest

from ledger.bridge import Seat
from ledger.bridge.board import RANKS, Deal
from ledger.errors import Misuse
from ledger.exchange.lin import read_lin

DEAL = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")
CARDS = "SJ654HT987DA86CK2,S87H632DT9432C543,SAKQ32HJ54DK7CA98"
VG = (
    "vg|Cup Final,Segment 1,I,1,3,Reds,0,Blues,4.5|rs|4SN=,3SNx-1,PASS,PASS,3NE-2,5CxxW-3|"
    "pn|S1,W1,N1,E1,S2,W2,N2,E2|pg||\n"
)
FOUR = "mb|1S|an|five or more|mb|p|mb|3S!|mb|p|mb|4S|mb|p|mb|p|mb|p|"
PLAY = "pc|CQ|pc|CK|pc|C3|pc|C8|pg||pc|S4|pc|S7|pc|SA|pc|S9|mc|10|"


def hand(label="o1", dealer=3, more=FOUR + PLAY, vulnerable="o", cards=CARDS, names=""):
    return f"qx|{label}|{names}st||md|{dealer}{cards}|rh||ah|Board {label[1:]}|sv|{vulnerable}|{more}pg||\n"


def read(tmp_path, text):
    path = tmp_path / "final.lin"
    path.write_bytes(text.encode("iso-8859-1"))
    return read_lin(path)


def test_a_match_in_two_rooms(tmp_path):
    sheet = read(tmp_path, VG + hand() + hand("c1", more="mb|1S|mb|p|mb|3S|mb|d|mb|p|mb|p|mb|p|mc|8|"))
    lines = [(line.where.board, line.where.table, line.where.ns, str(line.result)) for line in sheet.lines]
    assert lines == [
        (1, "open", "Reds", "4SN="),
        (1, "closed", "Blues", "3SXN-1"),
        (2, "open", "Reds", "PASS"),
        (2, "closed", "Blues", "PASS"),
        (3, "open", "Reds", "3NTE-2"),
        (3, "closed", "Blues", "5CXXW-3"),
    ]
    assert (sheet.title, sheet.scoring, sheet.contestants) == ("Cup Final Segment 1", "teams", ("Reds", "Blues"))
    assert (sheet.problems, sheet.deals) == ([], {1: DEAL})
    assert sheet.notes == [
        ("final.lin", "Blues carries over 4.5 IMPs: with --scoring knockout, `session carry-over` records that")
    ]
    bid, open_room = sheet.lines[1].record, sheet.lines[0]
    assert open_room.lead == "CQ"
    assert str(open_room.record.auction) == "N: 1S=1= P 3S! P 4S P P P"
    assert open_room.record.notes == ("five or more",)
    assert str(open_room.record.play) == "E: CQ CK C3 C8, S9 S4 S7 SA"
    assert open_room.record.play.winners("S") == [Seat.S, Seat.N]
    assert (str(bid.auction), bid.play) == ("N: 1S P 3S X P P P", None)


def test_what_was_played_is_what_auction_play_and_claim_come_to(tmp_path):
    pairs = "vg|Tuesday,,P,1,3,,,,|\n"
    names = "pn|Ann,Bob,Cid,Dee|"
    sheet = read(
        tmp_path,
        pairs
        + hand(names=names)
        + hand("o2", 4, "mb|pppp|", "n", names="pn|Bob,Cid,Dee,Ann|")
        + hand("o3", 1, "mb|1C|mb|p|", "e", names=names),
    )
    expected = [("1", "2", "4SN="), ("2", "1", "PASS")]
    assert [(line.where.ns, line.where.ew, str(line.result)) for line in sheet.lines] == expected
    assert (sheet.scoring, sheet.unplayed) == ("matchpoints", ["final.lin board 3"])
    assert [player.name for player in sheet.players] == ["Cid", "Ann", "Dee", "Bob"]


def test_all_the_cards_say_the_tricks(tmp_path):
    text = "mb|p|mb|p|mb|p|mb|1N|mb|p|mb|p|mb|p|"
    cards, won = followed(Seat.N)
    sheet = read(tmp_path, hand(names="pn|A,B,C,D|", more=text + "".join(f"pc|{card}|" for card in cards)))
    (line,) = sheet.lines
    assert line.result.played.tricks == sum(1 for seat in won if seat.side is Seat.W.side)
    assert (line.record.play.winners("N"), sheet.notes) == (won, [])


def followed(first):
    """Thirteen tricks at notrumps in which everybody plays the highest card it may, and who won them."""
    held = {
        seat: [s + r for s, ranks in zip("SHDC", hand, strict=True) for r in ranks] for seat, hand in DEAL.hands.items()
    }
    cards, won, turn = [], [], list(DEAL.hands)
    for _ in range(13):
        at = turn.index(first)
        trick = {}
        for seat in turn[at:] + turn[:at]:
            led = next(iter(trick.values()), held[seat][0])[0]
            may = [card for card in held[seat] if card[0] == led] or held[seat]
            trick[seat] = may[0]
            held[seat].remove(may[0])
        led = trick[first][0]
        first = min((seat for seat in trick if trick[seat][0] == led), key=lambda seat: RANKS.index(trick[seat][1]))
        cards += trick.values()
        won.append(first)
    return cards, won


def test_deals_alone(tmp_path):
    sheet = read(tmp_path, f"md|3{CARDS}|ah|Board 1|sv|o|\nmd|4{CARDS}|ah|Board 2|sv|n|\n")
    assert (sheet.lines, sheet.deals) == ([], {1: DEAL, 2: DEAL})


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (FOUR + "pc|CQ|pc|CA|mc|10|", "its play is left out: S plays CA, and N has it"),
        (FOUR.replace("3S!", "1H") + "mc|10|", "its auction is left out: 1H is not sufficient over 1S"),
        (FOUR.replace("3S!", "huh"), "its auction is left out: 'huh' is no call"),
        (FOUR + "pc|C1|", "its play is left out: 'C1' is no card"),
        (FOUR + "pc|CQ|pc|CQ|", "its play is left out: CQ was played twice"),
    ],
)
def test_what_cannot_have_been_leaves_the_result(tmp_path, more, told):
    sheet = read(tmp_path, VG.replace("4.5", "0") + hand(more=more))
    assert str(sheet.lines[0].result) == "4SN="
    assert [why for _, why in sheet.notes] == [told]


def test_an_auction_that_begins_elsewhere_is_told(tmp_path):
    sheet = read(tmp_path, VG.replace("4.5", "0") + hand(dealer=1))
    expected = [("final.lin board 1 open room", "its auction is left out: it begins with S, and N deals board 1")]
    assert sheet.notes == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (VG.replace("4SN=", "4SN+9") + hand(), "4SN+9 would be 19 tricks"),
        (VG.replace("4SN=", "lots") + hand(), "'lots' is no result"),
        (hand(vulnerable="b", names="pn|A,B,C,D|"), "its vulnerability is Both, and that of a board 1 is None"),
        (hand(names="pn|A,B,,D|"), "it does not name all its players"),
        (hand(names="pn|A,B,C,D|", more=FOUR.replace("3S!", "1H") + "mc|10|"), "its auction cannot be read"),
        (hand(names="pn|A,B,C,D|", more=FOUR + "mc|14|"), "'14' is no number of tricks"),
    ],
)
def test_lines_that_need_a_person(tmp_path, text, why):
    ((_, message),) = read(tmp_path, text).problems
    assert why in message


def test_cards_that_are_none_are_told(tmp_path):
    for cards in ("SAKQ,,", "huh", CARDS.replace("HT987", "HT98S2")):
        sheet = read(tmp_path, VG.replace("4.5", "0") + hand(cards=cards))
        assert (len(sheet.lines), len(sheet.notes), sheet.deals) == (6, 1, {})


@pytest.mark.parametrize("text", ["", "hello", "vg|Final,,I,1,1,A,0,B,0|", "pn|A,B,C,D|"])
def test_files_that_are_none(tmp_path, text):
    with pytest.raises(Misuse) as caught:
        read(tmp_path, text)
    assert caught.value.code == "bad-file"


def test_deals_with_the_empty_head_of_a_match_are_deals(tmp_path):
    head = "vg|,,,,,,,,|rs|,,,|pn|,,,,,,,|pg||\n"
    sheet = read(tmp_path, head + hand(more="") + hand("c1", more="") + hand("o2", 4, more="", vulnerable="n"))
    assert (sheet.lines, sheet.problems, sheet.deals) == ([], [], {1: DEAL, 2: DEAL})


def test_a_match_of_two_teams_is_one_where_only_the_open_room_is_in_the_file(tmp_path):
    (line,) = read(tmp_path, "vg|Final,Segment 1,I,1,1,Red,0,Blue,0|\nrs|4SN=,|\n" + hand()).lines
    assert (line.where.ns, line.where.ew, line.where.table) == ("Red", "Blue", "open")
