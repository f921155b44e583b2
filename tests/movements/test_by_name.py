"""Movements by their names, in the labels of a session; and which are proposed."""

import pytest

from ledger.bounds.tournaments import IN_MOVEMENT
from ledger.errors import Refusal
from ledger.labels import LABEL, PARTNERS
from ledger.movements.kinds import KINDS, NAMES, build, proposals
from ledger.movements.movement import put_labels, shared
from ledger.movements.plan import PlannedTable, faults

OF_SIZE = {
    "mitchell": 14,
    "howell": 12,
    "three-quarter": 12,
    "hesitation": 16,
    "rover": 13,
    "web": 24,
    "bowman": 18,
    "double-weave": 16,
    "barometer": 9,
    "head-to-head": 2,
    "all-play-all": 6,
    "american-whist": 7,
    "triangle": 3,
    "rainbow": 20,
    "whist": 12,
}


def test_every_name_has_a_size_here_and_a_sentence():
    assert set(OF_SIZE) == set(NAMES)
    assert all(sentence[0].isupper() and not sentence.endswith(".") for sentence in NAMES.values())


@pytest.mark.parametrize("name", OF_SIZE)
def test_a_movement_by_its_name_can_be_played(name):
    movement = build(name, contestants=OF_SIZE[name])
    tables = put_labels(movement, boards_per_set=2, section="A")
    found = faults(tables, copies=movement.copies, sharing=shared(movement, "A"), teams=KINDS[name].field == "teams")
    assert found == []
    assert len(movement.contestants) == OF_SIZE[name]


@pytest.mark.parametrize("pairs", range(4, 41))
def test_every_number_of_pairs_has_something_proposed_that_fits(pairs):
    for winners in (1, 2):
        found = proposals(pairs, 26, winners)
        assert found
        for each in found:
            tables = put_labels(each.movement, boards_per_set=each.boards_each)
            assert max(board for at in tables for board in at.boards) <= 26
            assert each.name in NAMES
            assert each.movement.winners == winners


@pytest.mark.parametrize(
    ("contestants", "boards", "winners", "field", "first"),
    [
        (17, 27, 2, "pairs", "mitchell"),
        (12, 24, 2, "pairs", "mitchell --share"),
        (14, 28, 2, "pairs", "mitchell"),
        (28, 26, 2, "pairs", "web --rounds 13"),
        (8, 21, 1, "pairs", "howell"),
        (10, 27, 1, "pairs", "howell"),
        (12, 24, 1, "pairs", "three-quarter --rounds 8"),
        (18, 27, 1, "pairs", "mitchell"),
        (2, 24, None, "teams", "head-to-head"),
        (3, 24, None, "teams", "triangle"),
        (5, 20, None, "teams", "american-whist"),
        (6, 25, None, "teams", "all-play-all"),
        (8, 21, None, "individuals", "whist"),
        (20, 20, None, "individuals", "rainbow"),
    ],
)
def test_what_a_scorer_would_want_comes_first(contestants, boards, winners, field, first):
    assert proposals(contestants, boards, winners, field)[0].typed == first


def test_where_nothing_fits_nothing_is_proposed():
    assert proposals(400, 30, 2) == []


@pytest.mark.parametrize(
    ("name", "wanted", "message", "hint"),
    [
        ("cavendish", {"contestants": 8}, "no movement is called cavendish", "mitchell, howell"),
        (
            "mitchell",
            {"contestants": 12},
            "a Mitchell of 6 tables needs a relay and share, or a skip",
            "`movement set mitchell --tables 6 --share`",
        ),
        ("mitchell", {"contestants": 12, "missing": "ns"}, "nobody is missing: 12 pairs fill the tables", "--pairs 11"),
        (
            "howell",
            {"contestants": 8, "share": True},
            "--share does not go with this movement",
            "`movement set howell`",
        ),
        ("howell", {"contestants": 8, "winners": 2}, "it has one winner", "`movement set howell`"),
        ("hesitation", {"contestants": 8, "skip": True}, "--skip does not go with this movement", "--switch"),
        ("rover", {"contestants": 12}, "12 pairs fill them", "`movement set mitchell --pairs 12`"),
        ("triangle", {"contestants": 4}, "a triangle is for 3 teams, not 4", "all-play-all"),
        ("triangle", {"contestants": 3, "rounds": 1}, "a triangle goes over 2 rounds", "--rounds 2"),
        ("barometer", {"contestants": IN_MOVEMENT.most + 1}, "a movement is of 2 to 400, not 401", "--section A"),
        ("mitchell", {"contestants": 1}, "a movement is of 2 to 400, not 1", "--section A"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(name, wanted, message, hint):
    with pytest.raises(Refusal, match=message) as refusal:
        build(name, **wanted)
    assert refusal.value.code == "no-such-movement"
    assert hint in refusal.value.hint


def test_the_labels_are_those_of_a_session():
    first = put_labels(build("mitchell", contestants=6), boards_per_set=2, section="A")[0]
    assert first == PlannedTable(1, "A1", "A1NS", "A1EW", (1, 2))
    one = put_labels(build("mitchell", contestants=6, winners=1), boards_per_set=2)[0]
    assert (one.ns, one.ew) == ("1", "4")
    four = put_labels(build("whist", contestants=8), boards_per_set=3, section="B")[0]
    assert (four.table, four.ns, four.ew) == ("B1", "B8+B1", "B5+B7")


@pytest.mark.parametrize("name", OF_SIZE)
def test_a_session_takes_every_label(name):
    tables = put_labels(build(name, contestants=OF_SIZE[name]), boards_per_set=1, section="AB")
    labels = {side for at in tables for side in (at.ns, at.ew) if side}
    assert labels
    assert all(LABEL.fullmatch(label) or PARTNERS.fullmatch(label) for label in labels)


def test_boards_are_cut_into_sets_as_they_stand():
    movement = build("mitchell", contestants=6)
    numbered = put_labels(movement, boards_per_set=2, boards=range(13, 19))
    assert [at.boards for at in numbered[:3]] == [(13, 14), (15, 16), (17, 18)]
    listed = put_labels(movement, boards_per_set=2, boards=[5, 3, 9, 1, 7, 2])
    assert [at.boards for at in listed[:3]] == [(5, 3), (9, 1), (7, 2)]
    for short in ({"boards_per_set": 3, "boards": range(1, 9)}, {"boards_per_set": 0}):
        with pytest.raises(Refusal, match="needs 3 sets") as refusal:
            put_labels(movement, **short)
        assert refusal.value.code == "no-such-movement"


def test_who_is_opposite_nobody_has_no_boards():
    tables = put_labels(build("mitchell", contestants=5, missing="ns"), boards_per_set=2)
    empty = [at for at in tables if not at.ns]
    assert [(at.table, at.ew, at.boards) for at in empty] == [("3", "3EW", ()), ("3", "2EW", ()), ("3", "1EW", ())]
    assert not any(at.played for at in empty)


def test_half_a_table_is_in_the_line_that_is_said():
    assert "no EW 9" in build("mitchell", contestants=17).name
    assert "no NS 9" in build("mitchell", contestants=17, missing="ns").name
    assert "no NS 8" in build("mitchell", contestants=15, share=True).name
    assert "no NS 6" in build("web", contestants=11, missing="ns").name
    assert "no EW 16" in build("mitchell", contestants=15, share=True, winners=1, missing="ew").name


def test_who_switches_wants_one_winner():
    movement = build("mitchell", contestants=14, switched=2)
    assert (movement.winners, movement.switched) == (1, (6, 7))
    assert build("mitchell", contestants=26, winners=1).switched == (12, 13)
    assert build("mitchell", contestants=26, winners=1, switched=0).switched == ()
