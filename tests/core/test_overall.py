"""The standing of a tournament over its sessions: rules, sections, ties, marks; figures checked by hand."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.bridge.board import Deal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.regulations import Added, StageRules
from ledger.overall.carry import yield_match_parts
from ledger.overall.places import TieStep
from ledger.overall.rounds import match_worth
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import rankings
from ledger.overall.standing import overall, substitutes
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.scoring.derivation import recompute
from ledger.subjects.deals import RecordDeal
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.matches.facts import VoidMatch
from ledger.subjects.participation.facts import (
    DisqualifyContestant,
    SeatSubstitute,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.rulings.facts import ImposePenalty, Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, DrawLot, EnterEntrants, Entrant, LinkContestants
from tests.core.congress import Congress, as_told
from tests.core.spec import Evening


class Room(Evening):
    """A session by its name."""

    def __init__(self, name, *args, **details):
        self.name = name
        super().__init__(*args, **details)

    @property
    def session(self):
        return replay(self.log, getattr(self, "name", "evening"))


def played(name, *boards, winners=2, scoring="matchpoints"):
    """A session in which each board was played with these North–South scores at tables 1, 2, …"""
    room = Room(name, range(1, len(boards) + 1), winners=winners, scoring=scoring)
    for board, scores in enumerate(boards, start=1):
        room.play(board, scores)
    return room


def scores_of(congress, *rooms):
    return TournamentScores(congress.session, {room.name: room.scoreboard for room in rooms})


def stood(scores):
    stage = scores.tournament.stages["only"]
    return overall(scores, stage)


def congress_of(rules, *sessions):
    """A tournament with these sessions: (name, sitting, section)."""
    congress = Congress("only", rules=rules)
    for name, sitting, section in sessions:
        congress.do(AddSession("only", name, sitting, section))
    return congress


def totals(found):
    return {row.entrant: row.total.value for row in found.rows}


def ranks(found):
    return {row.entrant: row.rank for row in found.rows}


FRIDAY = played("friday", (420, 450, -50), (100, 100, 110))
"""Matchpoints North–South of 4: 2, 4, 0 and 1, 1, 4; so 3, 5, 4 of 8: 37.5, 62.5, 50 %."""
SATURDAY = played("saturday", (620, -100))
"""Of 2: 2, 0; 100 and 0 %."""
TWO = (("friday", 1, ""), ("saturday", 2, ""))


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        # 37.5 on two boards and 100 on one; 62.5 and 0
        (StageRules(), Fraction("58.33"), Fraction("41.67")),
        (StageRules(weight="equal"), Fraction("68.75"), Fraction("31.25")),
        (StageRules(weight="sum"), Fraction("137.5"), Fraction("62.5")),
        (StageRules(best=1), Fraction(100), Fraction("62.5")),
        (StageRules(unit="1"), Fraction(58), Fraction(42)),
        # 38 and 100; 63 and 0
        (StageRules(session_unit="1"), Fraction("58.67"), Fraction(42)),
        # 3 and 2; 5 and 0
        (StageRules(adds="matchpoints"), Fraction(5), Fraction(5)),
        # Saturday's top is 2, Friday's 4: times 2
        (StageRules(adds="matchpoints", factored="top"), Fraction(7), Fraction(5)),
        # Friday's most is 8, Saturday's 2: times 4
        (StageRules(adds="matchpoints", factored="session"), Fraction(11), Fraction(5)),
        (StageRules(adds="matchpoints", factored="session", best=1), Fraction(8), Fraction(5)),
    ],
)
def test_how_scores_come_together(rules, first, second):
    found = stood(scores_of(congress_of(rules, *TWO), FRIDAY, SATURDAY))
    assert (totals(found)["1NS"], totals(found)["2NS"]) == (first, second)
    for row in found.rows:
        assert recompute(row.total.derivation()) == row.total.value


def test_a_carried_figure_is_rounded_where_the_rules_say_so():
    """Friday's three tables have a top of 4, four tables one of 6: 5 × 6/4 = 7.5, to whole ones 8."""
    four = played("sunday", (420, 450, -50, 110))
    rules = StageRules(adds="matchpoints", factored="top", session_unit="1")
    found = stood(scores_of(congress_of(rules, ("friday", 1, ""), ("sunday", 2, "")), FRIDAY, four))
    assert [str(figure.value.value) for figure in found.row("2NS").figures] == ["8", "6"]


def test_an_event_of_one_session_is_that_session():
    """Same places, same totals: of matchpoints, with two winners as with one."""
    congress = congress_of(StageRules(adds="matchpoints", winners=2), ("friday", 1, ""))
    found = stood(scores_of(congress, FRIDAY))
    own = {row.contestant: (row.total, row.rank) for field in standings(FRIDAY.scoreboard) for row in field.rows}
    assert {row.entrant: (row.total.value, row.rank) for row in found.rows} == own


boards = st.lists(st.sampled_from([-100, 50, 110, 140, 420, 620]), min_size=2, max_size=4)
rooms = st.lists(st.lists(boards, min_size=1, max_size=2), min_size=1, max_size=3)
every_rule = st.sampled_from(
    [
        StageRules(),
        StageRules(adds="matchpoints", factored="session", across=True),
        StageRules(across=True, ties=("between", "last-session", "draw"), best=1),
        StageRules(winners=2, weight="equal", ties=("last-session",)),
    ]
)


@settings(max_examples=25, deadline=None)
@given(rooms=rooms, rules=every_rule, data=st.data())
def test_the_order_sessions_are_added_in_never_matters(rooms, rules, data):
    made = [played(f"room-{at}", *own) for at, own in enumerate(rooms)]
    places = [(room.name, 1 + at // 2, "AB"[at % 2]) for at, room in enumerate(made)]
    one = stood(scores_of(congress_of(rules, *places), *made))
    other = stood(scores_of(congress_of(rules, *data.draw(st.permutations(places))), *reversed(made)))
    assert as_told(one) == as_told(other)
    assert one.ties == other.ties


@settings(max_examples=25, deadline=None)
@given(rooms=rooms, rules=every_rule, story=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=5))
def test_overall_after_any_story_is_overall_from_scratch(rooms, rules, story):
    """Rulings and penalties in a row, each scored from the scores before it."""
    made = [played(f"room-{at}", *own) for at, own in enumerate(rooms)]
    congress = congress_of(rules, *((room.name, 1 + at // 2, "AB"[at % 2]) for at, room in enumerate(made)))
    scores = scores_of(congress, *made)
    stood(scores)
    for which, what in story:
        room = made[which % len(made)]
        scores = later(scores, room, *going_on(room, what))
        assert as_told(stood(scores)) == as_told(stood(scores_of(congress, *made)))


def going_on(room, what):
    """Return a further event: a penalty, a result, or a ruling."""
    if what % 3 == 0:
        return room.do(ImposePenalty("1NS", Fraction(25), "%"))
    if what % 3 == 1:
        table = str(7 + len(room.log))
        return room.do(RecordResult(Where(1, table, f"{table}NS", f"{table}EW"), Result("+90")))
    if room.at(1, 1).cases:
        return room.do(ImposePenalty("1EW", Fraction(10), "%"))
    before = len(room.log)
    room.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    return room.log[before:]


def later(scores, room, *new):
    """Return the scores after new events, computed from the earlier scores as an office does."""
    before = scores.scoreboards[room.name].completed()
    return scores.with_scores(Scoreboard(evolve(before.session, *new), before))


# Sections


ACROSS = StageRules(adds="matchpoints", across=True)
SECTIONS = (("friday-a", 1, "A"), ("friday-b", 1, "B"))


def test_a_board_of_two_sections_is_one_field():
    """Four results, top 6: 450 beats 420, 420 and −50; each 420 ties one and beats one."""
    made = played("friday-a", (420, 450)), played("friday-b", (420, -50))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), *made))
    expected = {"A1NS": 3, "A2NS": 6, "B1NS": 3, "B2NS": 0}
    assert {each: totals(found)[each] for each in ("A1NS", "A2NS", "B1NS", "B2NS")} == expected
    assert [(part.name, [(place, row.entrant) for place, row in part.rows]) for part in rankings(found, "section")] == [
        ("A", [(1, "A2NS"), (2, "A1EW"), (2, "A1NS"), (4, "A2EW")]),
        ("B", [(1, "B2EW"), (2, "B1EW"), (2, "B1NS"), (4, "B2NS")]),
    ]


def test_who_has_two_scores_of_one_sitting_is_named():
    """Oslo plays in section A, and was entered late in section B."""
    rooms = [Room(f"friday-{each}", (1,), winners=1, scoring="teams") for each in "ab"]
    for room, other in zip(rooms, ("Malta", "Wien"), strict=True):
        room.do(RecordResult(Where(1, "open", "Oslo", other), Result("+420")))
        room.do(RecordResult(Where(1, "closed", other, "Oslo"), Result("-50")))
    congress = congress_of(StageRules("imps"), *SECTIONS)
    found = stood(scores_of(congress, *rooms))
    said = "Oslo has 2 scores of sitting 1, as Oslo of friday-a and as Oslo of friday-b: all of them are added up"
    assert (found.notes, found.row("Oslo").total.value) == ([said], 20)
    congress.do(LinkContestants("friday-b", (("Oslo", "Bergen"),)))
    assert stood(scores_of(congress, *rooms)).notes == []
    apart = congress_of(StageRules("imps"), ("friday-a", 1, "A"), ("friday-b", 2, "A"))
    assert stood(scores_of(apart, *rooms)).notes == []


def test_a_letter_that_two_sittings_have_says_which_session_is_meant():
    """3NS and 3EW played on Friday alone: they are of Friday's section A, not of Saturday's."""
    made = played("friday", (420, 450, -50)), played("saturday", (420, 450))
    found = stood(scores_of(congress_of(StageRules(), ("friday", 1, "A"), ("saturday", 2, "A")), *made))
    parts = {part.name: {row.entrant for _, row in part.rows} for part in rankings(found, "section")}
    assert parts == {"A (friday)": {"A3EW", "A3NS"}, "A (saturday)": {"A1EW", "A1NS", "A2EW", "A2NS"}}
    apart = stood(scores_of(congress_of(StageRules(winners=2), ("friday", 1, "A"), ("saturday", 2, "A")), *made))
    names = [part.name for part in rankings(apart, "section")]
    assert names == ["A (friday) NS", "A (friday) EW", "A (saturday) NS", "A (saturday) EW"]


def test_rulings_and_penalties_of_a_section_count_across():
    """A+ for A1NS is 3.6 of 6; three results are left, so Neuberg: 450 beats two of three, (4+1)·4/3−1 = 17/3."""
    one, two = played("friday-a", (420, 450)), played("friday-b", (420, -50))
    one.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    two.do(ImposePenalty("1NS", Fraction(25), "%"))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), one, two))
    own = {figure.contestant: figure.value.value for figure in found.row("A1NS").figures}
    assert own == {"1NS": Fraction("3.6")}
    assert totals(found)["A2NS"] == Fraction("5.67")
    assert totals(found)["B1NS"] == Fraction("1.5")  # (2+1)·4/3−1 = 3, less 25% of 6


def test_what_is_recorded_of_several_contestants_of_a_section_holds_for_each():
    one, two = played("friday-a", (420, 450, -50)), played("friday-b", (420, -50, 100))
    for number in "123":
        one.do(DisqualifyContestant(f"{number}NS", "the chief director"))
        two.do(DisqualifyContestant(f"{number}EW", "the chief director"))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), one, two))
    unplaced = [f"{letter}{number}{side}" for letter, side in (("A", "NS"), ("B", "EW")) for number in "123"]
    assert sorted(row.entrant for row in found.rows if row.rank is None) == unplaced
    recorded = [event.number for room in (one, two) for event in room.log[-3:]]
    assert [found.row(each).mark.number for each in unplaced] == recorded


def test_one_changed_board_is_scored_alone():
    one, two = played("friday-a", (420, 450), (90, 110)), played("friday-b", (420, -50), (90, 90))
    scores = scores_of(congress_of(ACROSS, *SECTIONS), one, two)
    (before,) = stood(scores).fields
    scores = later(scores, two, *going_on(two, 2))
    (after,) = stood(scores).fields
    same = [after.scoreboard.board(board) is before.scoreboard.board(board) for board in (1, 2)]
    assert same == [False, True]
    assert stood(scores).fields == (after,)
    assert as_told(stood(scores)) == as_told(stood(scores_of(congress_of(ACROSS, *SECTIONS), one, two)))


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (Room("friday-b", (1,), profile="ebu"), "friday-b has other regulations than friday-a"),
        (Room("friday-b", (1,), scoring="butler"), "friday-b is scored in another way than friday-a"),
    ],
    ids=["regulations", "form"],
)
def test_sections_that_are_no_field_are_scored_by_themselves_and_it_is_said(other, why):
    one = played("friday-a", (420, 450))
    other.play(1, (420, -50))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), one, other))
    assert found.notes[0] == f"{why}: each section is scored by itself"


@pytest.mark.parametrize(
    ("adds", "note"),
    [
        ("imps", "it has no IMPs, and stage only adds those up"),
        ("victory-points", "it has no victory points, and stage only adds those up"),
        ("wins", "it has no matches, and stage only adds those up"),
    ],
)
def test_a_session_without_what_is_added_up_does_not_count_and_it_is_said(adds, note):
    """A session of matchpoints has nothing that adds to IMPs: its figures are not called by another name."""
    congress = congress_of(StageRules(adds), ("friday", 1, ""))
    found = stood(scores_of(congress, played("friday", (420, -50))))
    assert not found.rows
    assert found.notes == [f"friday does not count: {note}"]


@pytest.mark.parametrize(("adds", "what"), [("percent", "percentages"), ("matchpoints", "matchpoints")])
@pytest.mark.parametrize("scoring", ["butler", "cross-imps"])
def test_a_session_of_imps_has_no_part_of_a_top(scoring, adds, what):
    room = Room("friday", (1,), scoring=scoring)
    room.play(1, (420, -50))
    found = stood(scores_of(congress_of(StageRules(adds), ("friday", 1, "")), room))
    assert not found.rows
    assert found.notes == [f"friday does not count: it has no {what}, and stage only adds those up"]


def test_boards_with_one_result_bring_no_percentages_and_it_is_said_unless_nothing_was_played_yet():
    """A board has no top by one result, and none before the first: only the latter is no news."""
    congress = congress_of(StageRules("percent"), ("friday", 1, ""))
    said = "friday does not count: it has no percentages, and stage only adds those up"
    assert said in stood(scores_of(congress, played("friday", (420,)))).notes
    assert said not in stood(scores_of(congress, played("friday"))).notes


def test_imps_are_added_where_the_session_makes_victory_points_of_them():
    """Made in one room, one down in the second: 470 apart, 10 IMPs (Law 78B), not victory points."""
    room = Room("friday", (1,), winners=1, scoring="teams", contestants=("X", "Y"))
    for table, pair, result in (("open", ("X", "Y"), "4SN="), ("closed", ("Y", "X"), "4SN-1")):
        room.do(RecordResult(Where(1, table, *pair, 1), Result(result)))
    found = stood(scores_of(congress_of(StageRules("imps"), ("friday", 1, "")), room))
    assert {row.entrant: row.total.value for row in found.rows} == {"X": 10, "Y": -10}
    (match,) = room.scoreboard.matches.values()
    worth = {adds: part and part.value for adds in get_args(Added) for part in [match_worth(match, "X", adds)]}
    points = match.victory_points["X"].value
    assert worth == {"percent": None, "matchpoints": None, "imps": 10, "victory-points": points, "wins": 1}


def test_nobody_has_won_any_part_of_a_void_match_though_a_board_of_it_was_played():
    room = Room("friday", (1,), 1, "ebu-swiss-pairs", ("1", "2"))
    room.do(RecordResult(Where(1, "1", "1", "2", 1), Result("4SN=")))
    room.do(VoidMatch(("1", "2"), (1,), round=1, fault="2"))
    scores = scores_of(congress_of(StageRules("wins"), ("friday", 1, "")), room)
    fields = scores.fields(scores.tournament.stages["only"])
    assert not [*yield_match_parts(scores.tournament, fields, "wins")]


def test_two_fields_that_are_ranked_as_one_are_told_unless_somebody_plays_in_both():
    """Fields ranked apart cannot be compared; a pair that changes direction between sessions makes them one."""
    one, two = played("friday", (420, 450)), played("saturday", (420, 450))
    said = "North–South and East–West are one list here, and ranked apart in its sessions"
    found = stood(scores_of(congress_of(StageRules(), *TWO), one, two))
    told = "ranked apart here too: `tournament stage amend only --winners 2`"
    assert (found.notes, found.way_out) == ([said], told)
    found = stood(scores_of(congress_of(StageRules(winners=2), *TWO), one, two))
    assert (found.notes, found.way_out) == ([], "")
    turned = congress_of(StageRules(), *TWO)
    turned.do(LinkContestants("saturday", (("1NS", "1EW"), ("1EW", "1NS"))))
    assert stood(scores_of(turned, one, two)).notes == []


def test_boards_with_other_cards_are_not_compared():
    made = played("friday-a", (420, 450)), played("friday-b", (420, -50))
    one, two = "AKQ32.J54.K7.A98", "T9.AKQ.QJ5.QJT76"
    for room, hands in zip(made, (f"{one} {two}", f"{two} {one}"), strict=True):
        room.do(RecordDeal(1, Deal(f"N:{hands} J654.T987.A86.K2 87.632.T9432.543")))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), *made))
    assert found.notes[0] == "board 1 has other cards in friday-b than in friday-a: each section is scored by itself"
    assert totals(found)["A2NS"] == 2


# Ties


def in_matches(name, *results):
    """A round of teams: 'A' meets 'B', each match one board in two rooms, won by so many points."""
    room = Room(name, (1,), winners=1, scoring="teams")
    for table, (home, away, one, other) in enumerate(results):
        room.do(RecordResult(Where(1, f"{table}o", home, away, 1), Result(one)))
        room.do(RecordResult(Where(1, f"{table}c", away, home, 1), Result(other)))
    return room


def test_ties_are_split_by_the_list_in_order_and_each_step_is_told():
    """North and South win first; then East beats South, and West and North tie: East and South have one win each."""
    first = in_matches("first", ("North", "East", "+420", "+170"), ("South", "West", "+420", "+170"))
    second = in_matches("second", ("East", "South", "+420", "+170"), ("West", "North", "+420", "+420"))
    found = stood(scores_of(swiss("between", "imp-quotient"), first, second))
    assert totals(found) == {"North": Fraction("1.5"), "East": 1, "South": 1, "West": Fraction("0.5")}
    assert ranks(found) == {"North": 1, "East": 2, "South": 3, "West": 4}
    (split,) = found.ties
    assert split.order == (("East",), ("South",))
    points = split.steps[0].has
    assert [(step.rule, [whose for whose, _ in step.has]) for step in split.steps] == [("between", ["East", "South"])]
    assert Fraction(points[0][1]) + Fraction(points[1][1]) == 20


def swiss(*ties):
    congress = Congress("only", rules=StageRules(adds="wins", ties=ties), format_="swiss")
    congress.do(AddSession("only", "first"))
    congress.do(AddSession("only", "second"))
    return congress


def test_who_lost_no_imp_goes_before_who_did_and_opponents_count():
    """Everybody wins one of one; the quotient tells who lost none. Opponents of equal totals tell nothing."""
    only = in_matches("first", ("North", "East", "+420", "+170"), ("South", "West", "+420", "+170"))
    asked = ("between", "common-opponents", "imp-quotient", "swiss-points", "wins")
    found = stood(scores_of(swiss(*asked), only))
    winners = found.ties[0]
    assert winners.tied == ("North", "South")
    assert [(step.rule, step.skipped or step.has) for step in winners.steps] == [
        ("between", "North and South have not met"),
        ("common-opponents", "nobody has met all of them"),
        ("imp-quotient", (("North", "6 and none lost"), ("South", "6 and none lost"))),
        ("swiss-points", (("North", "0"), ("South", "0"))),
        ("wins", (("North", "1"), ("South", "1"))),
    ]
    assert winners.order == (("North", "South"),)


@pytest.mark.parametrize(
    ("ends", "order", "rules"),
    [
        ((), (("Bern", "Oslo"), ("Rome",)), ["between", "last-session"]),
        (("shared",), (("Bern", "Oslo"), ("Rome",)), ["between", "last-session"]),
        (("again",), (("Bern",), ("Oslo",), ("Rome",)), ["between", "last-session", "between"]),
    ],
)
def test_who_is_still_level_goes_on_with_the_next_rule_or_with_the_first_again(ends, order, rules):
    """1½ wins each. Bern and Rome have not met; Rome alone lost its last match; Bern beat Oslo in the first round."""
    congress = Congress("only", rules=StageRules(adds="wins", ties=("between", "last-session", *ends)))
    rounds = (
        (("Bern", "Oslo", WON), ("Rome", "Kyiv", TIED), ("Wales", "Malta", TIED)),
        (("Oslo", "Wales", WON), ("Kyiv", "Bern", WON), ("Rome", "Malta", WON)),
        (("Bern", "Wales", TIED), ("Oslo", "Malta", TIED), ("Kyiv", "Rome", WON)),
    )
    rooms = []
    for at, matches in enumerate(rounds, start=1):
        congress.do(AddSession("only", f"round-{at}"))
        rooms.append(in_matches(f"round-{at}", *((one, other, *scores) for one, other, scores in matches)))
    split = next(each for each in stood(scores_of(congress, *rooms)).ties if "Bern" in each.tied)
    assert split.tied == ("Bern", "Oslo", "Rome")
    assert split.order == order
    assert [step.rule for step in split.steps] == rules


WON, TIED = ("+420", "+170"), ("+420", "+420")


def test_pairs_are_split_by_the_boards_they_met_on_and_by_the_last_session():
    """Of 4, Friday 1NS has 4 and 1EW 0, Saturday the other way: 4 to 4 between them; the last session was 1EW's."""
    first, last = played("friday", (420, 170, 170)), played("saturday", (-50, 50, 90))
    found = stood(scores_of(congress_of(StageRules(ties=("between", "last-session")), *TWO), first, last))
    split = next(split for split in found.ties if "1NS" in split.tied)
    assert split.tied == ("1EW", "1NS")
    assert split.steps == (
        TieStep("between", (("1EW", "4"), ("1NS", "4"))),
        TieStep("last-session", (("1EW", "100"), ("1NS", "0"))),
    )
    assert ranks(found)["1NS"] == ranks(found)["1EW"] + 1
    others = next(split for split in found.ties if "2NS" in split.tied)
    assert others.steps[0].skipped == "2NS and 3EW have not met"


def test_a_lot_splits_what_nothing_else_does_until_it_is_taken_back():
    congress = congress_of(StageRules(ties=("draw",), winners=2), ("friday", 1, ""))
    room = played("friday", (420, 420))
    assert ranks(stood(scores_of(congress, room)))["1NS"] == 1
    congress.do(DrawLot("only", ("2NS", "1NS"), playing=("1NS", "2NS")))
    drawn = stood(scores_of(congress, room))
    assert (ranks(drawn)["2NS"], ranks(drawn)["1NS"]) == (1, 2)
    congress.do(Undo(congress.log[-1]))
    assert ranks(stood(scores_of(congress, room)))["2NS"] == 1
    congress.refuses(Undo(congress.log[-2]), "undo-nothing")


# Who has a place


def test_who_was_disqualified_in_a_session_has_no_place_in_the_stage():
    one, two = played("friday", (420, 450)), played("saturday", (420, 450))
    two.do(DisqualifyContestant("2NS", "the chief director"))
    found = stood(scores_of(congress_of(StageRules(), *TWO), one, two))
    mark = found.row("2NS").mark
    expected = ("disqualified", "saturday", False, None)
    assert (mark.standing, mark.session, mark.ranked, found.row("2NS").rank) == expected


def test_a_session_without_standing_costs_that_session_alone():
    one, two = played("friday", (420, 450)), played("saturday", (420, 450))
    two.do(WithholdStanding("2NS"))
    found = stood(scores_of(congress_of(StageRules(adds="matchpoints", least_boards="0"), *TWO), one, two))
    assert (totals(found)["2NS"], found.row("2NS").rank) == (2, 2)
    one.do(WithholdStanding("2NS"))
    found = stood(scores_of(congress_of(StageRules(adds="matchpoints", least_boards="0"), *TWO), one, two))
    assert (found.row("2NS").rank, found.row("2NS").mark.standing) == (None, "without-standing")


def test_who_withdrew_is_not_ranked():
    one, two = played("friday", (420, 450)), played("saturday", (420, 450))
    two.do(WithdrawContestant("2NS"))
    found = stood(scores_of(congress_of(StageRules(), *TWO), one, two))
    assert (found.row("2NS").rank, found.row("2NS").mark.standing) == (None, "withdrawn")


def test_too_few_boards_or_sessions_give_no_place_and_who_is_not_entered_has_none():
    one, two = played("friday", (420, 450), (420, 450), (420, 450)), played("saturday", (420, 450, 110))
    for rules, mark in ((StageRules(), "too-few-boards"), (StageRules(least_sessions=2), "too-few-sessions")):
        found = stood(scores_of(congress_of(rules, *TWO), one, two))
        assert (found.row("3NS").mark.standing, found.row("3NS").rank) == (mark, None)
    assert stood(scores_of(congress_of(StageRules(least_boards="1"), *TWO), one, two)).row("3NS").rank
    more = stood(scores_of(congress_of(StageRules(least_boards="500", winners=2), *TWO), one, two))
    assert more.notes == ["500 boards are wanted for a place, and nobody has more than 4: so 4 will do"]
    assert {row.entrant for row in more.rows if row.rank} == {"1NS", "2NS", "1EW", "2EW"}
    congress = congress_of(StageRules(), *TWO)
    congress.do(EnterEntrants((Entrant("1NS"), Entrant("2NS"))))
    found = stood(scores_of(congress, one, two))
    assert {row.entrant for row in found.rows if row.rank} == {"1NS", "2NS"}
    assert found.row("1EW").mark.standing == "not-entered"


def test_a_stratum_is_ranked_with_those_below_it_or_by_itself():
    congress = congress_of(StageRules(), ("friday", 1, ""))
    congress.do(EnterEntrants((Entrant("1NS", "A"), Entrant("2NS", "B"), Entrant("3NS", "C"), Entrant("1EW", "B"))))
    found = stood(scores_of(congress, played("friday", (420, 450, 110))))
    parts = {part.name: [row.entrant for _, row in part.rows] for part in rankings(found, "stratum")}
    assert parts == {"A": ["2NS", "1EW", "1NS", "3NS"], "B": ["2NS", "1EW", "3NS"], "C": ["3NS"]}


def test_a_substitute_is_told_with_the_session_he_sat_in():
    one, two = played("friday", (420, 450)), played("saturday", (420, 450))
    two.do(SeatSubstitute("1NS", "S", 3))
    congress = congress_of(StageRules(), *TWO)
    congress.do(LinkContestants("saturday", (("1NS", "7NS"),)))
    found = stood(scores_of(congress, one, two))
    (seated,) = substitutes(found)
    assert (seated.entrant, seated.session.id, seated.fact.seat) == ("7NS", "saturday", "S")
    assert (found.row("7NS").mark.standing, found.row("7NS").rank is not None) == ("substitute", True)


def test_points_of_board_a_match_are_added_up_as_points_and_not_as_matchpoints():
    congress = Congress("rr", rules=StageRules("matchpoints"))
    congress.do(AddSession("rr", "friday"))
    friday = Evening((1,), 1, contestants=("X", "Y"), scoring="board-a-match")
    friday.do(RecordResult(Where(1, "open", "X", "Y", 1), Result("+420")))
    friday.do(RecordResult(Where(1, "closed", "Y", "X", 1), Result("-50")))
    found = overall(congress.over(friday=friday), congress.tournament.stages["rr"])
    assert (found.unit, found.rows[0].total.value, found.rows[0].total.derivation().unit) == ("points", 1, "points")


def test_imps_are_ranked_by_the_board_where_not_everybody_played_as_many():
    """X and Y played two boards, P and Q one: X won 10 and lost 1, 4.5 a board; P won 6 on its one."""
    friday = Evening((1, 2), 1, contestants=("X", "Y", "P", "Q"), scoring="teams")
    for board, one, two, imps in ((1, "X", "Y", "+430"), (2, "Y", "X", "+20"), (1, "P", "Q", "+220")):
        friday.do(RecordResult(Where(board, f"{one}a", one, two, 1), Result(imps)))
        friday.do(RecordResult(Where(board, f"{one}b", two, one, 1), Result("+0")))
    found = {}
    for per_board in (False, True):
        congress = Congress("rr", rules=StageRules("imps", per_board=per_board))
        congress.do(AddSession("rr", "friday"))
        standing = overall(congress.over(friday=friday), congress.tournament.stages["rr"])
        assert all(recompute(row.total.derivation()) == row.total.value for row in standing.rows)
        found[standing.unit] = [(row.entrant, row.rank, row.total.value) for row in standing.rows][:2]
    assert found == {"IMP": [("X", 1, 9), ("P", 2, 6)], "IMP a board": [("P", 1, 6), ("X", 2, Fraction(9, 2))]}


@pytest.mark.parametrize(("format_", "adds"), [("sessions", "percent"), ("all-play-all", "imps")])
def test_only_imps_that_add_up_are_ranked_by_the_board(format_, adds):
    Congress().refuses(AddStage("rr", format_, StageRules(adds, per_board=True)), "bad-stage-rules")
