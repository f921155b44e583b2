"""Brackets: drawn by seeds, in threes, or elsewhere; what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.decide.brackets import after, by_seeds, in_threes
from ledger.facts import DecideKnockout, DrawBracket, DrawLot, KnownMeeting, Undo
from tests.core.congress import Congress

FIELDS = st.integers(2, 70).map(lambda size: [f"T{seed}" for seed in range(1, size + 1)])
UNEVEN = FIELDS.filter(lambda field: len(field).bit_count() > 1)
MET = (KnownMeeting("SF1", ("Norway", "Wales"), 0, None), KnownMeeting("SF2", ("Malta", "Italy"), 16, "Malta"))
FOUR = DrawBracket("knockout", ("Norway", "Malta", "Italy", "Wales"))


def entrants(matches):
    return [side.entrant for match in matches for side in match.sides if side.entrant]


@given(FIELDS)
def test_by_seeds_everybody_is_placed_once_and_one_goes_out_of_each_match(field):
    matches = by_seeds(field)
    assert sorted(entrants(matches)) == sorted(field)
    assert len(matches) == len(field) - 1


@given(FIELDS)
def test_the_best_have_the_byes_and_the_two_best_meet_in_the_final_alone(field):
    matches = by_seeds(field)
    first = {side.entrant for match in matches if match.round == 1 for side in match.sides}
    byes = [team for team in field if team not in first]
    assert byes == field[: len(byes)]
    under = {match.name: {*entrants([match])} for match in matches}
    for match in matches:
        under[match.name] |= {team for side in match.sides if side.feeder for team in under[side.feeder]}
        assert match is matches[-1] or not {*field[:2]} <= under[match.name]


@given(UNEVEN)
def test_in_threes_everybody_plays_in_the_first_round_and_a_power_of_two_goes_on(field):
    first = [match for match in in_threes(field) if match.round == 1]
    assert sorted(entrants(first)) == sorted(field)
    assert sum(match.survivors for match in first).bit_count() == 1
    assert {len(match.sides) for match in first} <= {2, 3}


@given(UNEVEN.filter(lambda field: len(field) > 3))
def test_two_who_go_on_from_one_match_do_not_meet_at_once(field):
    for match in in_threes(field):
        feeders = [side.feeder for side in match.sides if side.feeder]
        assert len(feeders) == len(set(feeders))


def test_neighbours_meet_after_a_first_round_that_was_drawn_elsewhere_and_one_alone_has_a_bye():
    found = after([(("Norway",), 1), (("Italy", "Malta"), 1)])
    assert [(match.name, [side.entrant or side.feeder for side in match.sides]) for match in found] == [
        ("SF1", ["Italy", "Malta"]),
        ("F", ["Norway", "SF1"]),
    ]


def decided(winner, loser, how="walk-over", reason="because"):
    return DecideKnockout("knockout", winner, loser, how, reason, MET)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DrawBracket("final", ("A", "B")), "no-such-stage"),
        (FOUR, "bracket-drawn"),
        (decided("Norway", "Malta"), "not-in-match"),
        (decided("Malta", "Italy"), "match-played"),
        (decided("Norway", "Wales", "conceded"), "nothing-conceded"),
        (decided("Norway", "Wales", reason=" "), "needs-reason"),
        (DecideKnockout("final", "Norway", "Wales", "walk-over", "because"), "no-such-stage"),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_what_cannot_be_is_refused(command, code):
    cup = Congress("knockout", format_="knockout")
    cup.do(FOUR)
    cup.refuses(command, code)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DrawBracket("knockout", ("Norway",)), "bad-bracket"),
        (DrawBracket("knockout", ("Norway", "Malta", "Norway")), "plays-twice"),
        (DrawBracket("knockout", ("Norway", " ")), "bad-name"),
        (DrawBracket("knockout", (), ((("A", "B", "C"), 3),)), "bad-bracket"),
        (DrawBracket("knockout", (), ((("A", "B", "C", "D"), 2),)), "bad-bracket"),
        (DrawBracket("knockout", (), ((("A",), 0), (("B", "C"), 1))), "bad-bracket"),
        (DrawBracket("knockout", (), ((("A", "B"), 1), (("C", "D"), 1), (("E", "F"), 1))), "bad-bracket"),
        (decided("Norway", "Wales"), "no-bracket"),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_no_bracket_is_drawn_that_could_not_be_played(command, code):
    Congress("knockout", format_="knockout").refuses(command, code)


def test_a_bracket_stays_while_something_is_decided_in_it():
    cup = Congress("knockout", format_="knockout")
    drawn = cup.do(FOUR)[0]
    said = cup.do(decided("Norway", "Wales"))[0]
    cup.refuses(decided("Wales", "Norway"), "match-decided")
    cup.refuses(Undo(drawn), "has-dependants")
    cup.do(Undo(said))
    cup.refuses(Undo(said), "undo-nothing")
    cup.do(Undo(drawn))
    assert cup.tournament.knockouts.bracket("knockout") is None
    cup.refuses(Undo(drawn), "undo-nothing")
    cup.do(FOUR)


def test_a_stage_whose_bracket_is_drawn_or_that_a_lot_was_drawn_for_stays():
    congress = Congress("knockout", format_="knockout")
    stage = congress.log[-1]
    congress.do(FOUR)
    assert "the bracket of knockout is drawn" in congress.refuses(Undo(stage), "has-dependants").message
    congress.do(Undo(congress.log[-1]))
    congress.do(DrawLot("knockout", ("Norway", "Malta"), playing=("Norway", "Malta")))
    assert "a lot was drawn for knockout" in congress.refuses(Undo(stage), "has-dependants").message
    congress.do(Undo(congress.log[-1]))
    congress.do(Undo(stage))
    assert not congress.tournament.stages
