"""Findings on matches: refusals, scores in any order of typing, and undoing."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result, Side
from ledger.bridge.scales import squarefree, ximpq
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import StageRules
from ledger.overall.qualifying import open_concerns
from ledger.overall.standing import bracket
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest, standings
from ledger.scoring.derivation import Derivation, recompute
from ledger.scoring.line import Seating
from ledger.scoring.teams import other_room
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.matches.facts import FindMismatch, ScoreMatch, ShortenMatch, VoidMatch
from ledger.subjects.play.facts import (
    BoardFouled,
    CorrectResult,
    FoulBoard,
    OpenSession,
    RecordResult,
    ResultCorrected,
    ResultVoided,
    SetCarryOver,
    VoidResult,
)
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, RulingGiven, Undo
from ledger.subjects.sheets import ImportSheet, SheetLine
from ledger.subjects.tournaments.facts import AddSession
from tests.core.congress import Congress
from tests.core.spec import Evening
from tests.golden.boards import amended

EIGHT = tuple(range(1, 9))
SWISS = "ebu-swiss-pairs"


def swiss() -> Evening:
    """Pairs 1 v 2 and 3 v 4 in round 1, 1 v 3 and 2 v 4 in round 2, a board each."""
    evening = Evening((1, 2), 1, SWISS, ("1", "2", "3", "4"))
    for board, table, ns, ew, score in (
        (1, "1", "1", "2", "+420"),
        (1, "2", "3", "4", "-50"),
        (2, "1", "1", "3", "+100"),
        (2, "2", "2", "4", "+200"),
    ):
        evening.do(RecordResult(Where(board, table, ns, ew, board), Result(score)))
    return evening


def totals(evening: Evening) -> dict[str, Fraction]:
    (field,) = standings(evening.scoreboard)
    return {row.contestant: row.total for row in field.rows}


def mismatch(**said) -> FindMismatch:
    asked = {"contestant": "1", "opponent": "3", "round": 2, "correct": ("4",), "at_fault": False}
    return FindMismatch(**{**asked, **said})


@pytest.mark.parametrize(
    ("command", "code", "named"),
    [
        (ShortenMatch(("1", "2"), EIGHT[:2], removed=(3,)), "no-such-board", "board 3 is not"),
        (ShortenMatch(("1", "2"), (1, 2), removed=(1, 2)), "too-few-boards", "0 of 2"),
        (VoidMatch(("1", "2"), (1,), fault="3"), "no-such-contestant", "neither 1 nor 2"),
        (VoidMatch(("1", "9"), (1,)), "no-such-contestant", "9"),
        (VoidMatch(("1", "1"), (1,)), "pair-against-itself", "1"),
        (mismatch(round=1, opponent="2"), "no-mismatch", "round 1"),
        (mismatch(opponent="2"), "no-such-match", "1 did not meet 2 in round 2; it met 3"),
        (mismatch(round=3), "no-such-match", "it met nobody"),
        (mismatch(correct=("3",)), "no-mismatch", "3 cannot be"),
        (mismatch(correct=("8",)), "no-such-contestant", "8"),
        (ImposePenalty("1", 25, "%"), "wrong-unit", "taken in a match"),
        (ImposePenalty("1", 3, "IMP"), "wrong-unit", "IMP is no unit"),
        (ImposePenalty("1", 0, "%", named="slow"), "no-such-penalty", "slow"),
    ],
)
def test_what_is_refused(command, code, named):
    assert named in swiss().refuses(command, code).message


@pytest.mark.parametrize("command", [VoidMatch(("1", "2"), (1,), fault="both"), mismatch()])
def test_something_is_found_of_a_match_once(command):
    evening = swiss()
    (event,) = evening.do(command)
    assert f"#{event.number}" in evening.refuses(command, "found-already").message
    evening.do(Undo(event))
    evening.do(command)
    assert [*evening.session.findings.facts] == [event.number + 2]


def test_only_who_is_ranked_by_matches_has_any():
    pairs = Evening()
    pairs.play(1, [420, -50])
    pairs.refuses(VoidMatch(("1NS", "1EW"), (1,)), "no-matches")
    knockout = Evening(winners=1, contestants=("X", "Y"), scoring="knockout")
    knockout.refuses(VoidMatch(("X", "Y"), (1,), wrong_seating=True), "no-matches")
    knockout.refuses(mismatch(contestant="X", opponent="Y"), "no-matches")
    opening = OpenSession("", None, (1,), 2, load_profile(SWISS))
    Evening.refuses(Blank(), opening, "needs-one-field")


class Blank(Evening):
    """A session that is not opened."""

    def __init__(self):
        self.log = []


def test_a_match_that_nobody_played_is_worth_what_was_found_of_it():
    evening = Evening(EIGHT, 1, "ebu", scoring="teams")
    evening.do(VoidMatch(("Norway", "Iceland"), EIGHT, fault="Iceland", round=1))
    assert totals(evening) == {"Norway": 14, "Iceland": 6}
    assert [match.note for match in evening.scoreboard.matches.values()] == ["void"]


def test_a_void_match_makes_no_half_match_of_the_other():
    """Pair 1 was to meet 4 in round 1, and met 2 in the end."""
    evening = swiss()
    evening.do(VoidMatch(("1", "4"), (1,), wrong_seating=True, fault="director", round=1))
    expected = {("1", "2"): 20, ("1", "4"): 20, ("3", "4"): 20}
    assert {match.teams: match.pool for match in evening.scoreboard.matches.values() if match.round == 1} == expected


def test_a_knockout_match_is_shortened_in_imps():
    evening = Evening((1, 2), 1, contestants=("X", "Y"), scoring="knockout")
    for room, (ns, ew) in enumerate((("X", "Y"), ("Y", "X")), start=1):
        evening.do(RecordResult(Where(1, str(room), ns, ew), Result("+50")))
    evening.do(ShortenMatch(("X", "Y"), (1, 2), removed=(2,), fault="X"))
    (match,) = evening.scoreboard.matches.values()
    assert [match.nets[team].value for team in "XY"] == [-3, 3]
    assert (match.winner, match.boards) == ("Y", 2)


@pytest.mark.parametrize(("fault", "score"), [("X", (0, Fraction(5, 2))), ("none", (0, 0)), ("both", (0, 0))])
def test_awards_for_a_removed_board_of_a_knockout_are_averaged(fault, score):
    """Law 12C4, as golden D43: +3 and +3 come to nothing, +2 against −3 to 2.5 for each side's own figure."""
    evening = amended(
        Evening((1, 2), 1, contestants=("X", "Y"), scoring="knockout"), "artificial", imps_plus=2, imps_minus=-3
    )
    for room, (ns, ew) in enumerate((("X", "Y"), ("Y", "X")), start=1):
        evening.do(RecordResult(Where(1, str(room), ns, ew), Result("+50")))
    evening.do(ShortenMatch(("X", "Y"), (1, 2), removed=(2,), fault=fault))
    (match,) = evening.scoreboard.matches.values()
    assert (match.balanced, tuple(match.scores[team].value for team in "XY")) == (True, score)
    assert match.nets["X"].value == -match.nets["Y"].value


def test_taking_a_finding_back_restores_every_number():
    evening = swiss()
    for command in (
        ShortenMatch(("1", "2"), (1, 2), removed=(2,), fault="2"),
        VoidMatch(("1", "2"), (1,), wrong_seating=True, fault="1"),
        mismatch(),
    ):
        before = evening.scoreboard
        (event,) = evening.do(command)
        assert [match.note for match in before.matches.values()] != [
            match.note for match in evening.scoreboard.matches.values()
        ]
        evening.do(Undo(event))
        assert not ripple(before, evening.scoreboard)
        assert totals(evening) == {row.contestant: row.total for row in standings(before)[0].rows}


_RESULTS = [
    RecordResult(Where(board, str(table), ns, ew, round_), Result(f"{score:+d}" if score else "PASS"))
    for board, round_, table, ns, ew, score in (
        (1, 1, 1, "1", "2", 420),
        (1, 1, 2, "3", "4", -50),
        (2, 1, 1, "1", "2", -100),
        (2, 1, 2, "3", "4", 0),
        (3, 2, 1, "1", "3", 100),
        (3, 2, 2, "2", "4", 200),
        (4, 2, 1, "1", "3", 620),
        (4, 2, 2, "2", "4", 620),
    )
]
_FINDINGS = [
    ShortenMatch(("2", "1"), (1, 2), removed=(2,), fault="2", round=1),
    VoidMatch(("2", "4"), (3, 4), fault="both", round=2),
    ImposePenalty("1", Fraction(1), "VP"),
]


@settings(max_examples=20, deadline=None)
@given(st.permutations(_RESULTS + _FINDINGS), st.sampled_from(["matchpoints", "cross-imps"]))
def test_the_order_of_typing_changes_no_score(commands, scoring):
    """A removed board does not count in its match, typed before or after it was removed."""
    found = []
    for order in (commands, _RESULTS + _FINDINGS):
        evening = Evening(range(1, 5), 1, SWISS, ("1", "2", "3", "4"), scoring)
        for command in order:
            evening.do(command)
        drawn = [
            (match.round, {*match.teams}, match.boards, match.note) for match in evening.scoreboard.matches.values()
        ]
        found.append((totals(evening), drawn))
    assert found[0] == found[1]


def test_a_scoreboard_goes_on_from_an_earlier_one_to_the_same_totals():
    evening = swiss()
    before = replay(evening.log[:-1], "evening")
    on = Scoreboard(evening.session, Scoreboard(before).completed())
    assert standings(on) == standings(evening.scoreboard)


sums = st.lists(
    st.tuples(st.fractions(-500, 500, max_denominator=4), st.integers(2, 20).map(lambda r: r * (r - 1) // 2)),
    min_size=1,
    max_size=4,
)


@given(sums)
def test_ximpq_is_the_sum_of_the_roots_rounded(each):
    """Compared with fifty digits, which separate every sum of four such roots from a half."""
    with localcontext() as context:
        context.prec = 60
        total = sum(
            (Decimal(s.numerator) / s.denominator / Decimal(pairings).sqrt() for s, pairings in each), Decimal(0)
        )
        rounded = total.quantize(Decimal("1e-40")).quantize(Decimal(1), ROUND_HALF_UP)
    assert ximpq(each) == rounded
    assert ximpq([(-s, pairings) for s, pairings in each]) == -rounded


@given(st.integers(1, 5000))
def test_a_number_is_a_square_and_what_is_left(number):
    outside, inside = squarefree(number)
    assert outside * outside * inside == number
    assert all(inside % (factor * factor) for factor in range(2, 72))


def test_the_first_result_of_an_evening_is_an_average():
    evening = Evening(winners=1, profile="ebu-swiss-pairs", contestants=("1", "2", "3", "4"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+420")))
    assert [(row.contestant, row.total) for row in standings(evening.scoreboard)[0].rows] == [("1", 10), ("2", 10)]


# Matches of which nothing but the result is known: in IMPs, in points of board-a-match, in victory points


def teams(scoring="teams", *, boards=EIGHT) -> Evening:
    return Evening(boards, 1, contestants=("A", "B", "C", "D"), scoring=scoring)


def told(one: str, two: str, *scores: str, boards=EIGHT, **more) -> ScoreMatch:
    return ScoreMatch((one, two), boards, scores=tuple(map(Fraction, scores)), **more)


def only(evening: Evening):
    (match,) = evening.scoreboard.matches.values()
    return match


def test_imps_are_told_for_each_side_and_converted_by_the_number_of_boards():
    evening = teams()
    evening.do(told("A", "B", "34", "20", round=1))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": 34, "B": 20}
    assert {team: score.value for team, score in match.nets.items()} == {"A": 14, "B": -14}
    assert (match.boards, match.winner, match.lead, match.balanced) == (8, "A", 14, True)
    assert sum(points.value for points in match.victory_points.values()) == 20
    assert match.victory_points["A"].value > 13
    assert all(recompute(each) == each.value for each in (*match.scores.values(), *match.victory_points.values()))
    (field,) = standings(evening.scoreboard)
    assert [(row.contestant, row.boards) for row in field.rows][:2] == [("A", 8), ("B", 8)]


def test_of_a_match_without_boards_the_sides_stand_as_they_were_typed():
    evening = teams()
    evening.do(told("B", "A", "20", "34", round=1))
    assert only(evening).teams == ("B", "A")


@pytest.mark.parametrize(("scoring", "scores"), [("teams", ("34", "20")), ("board-a-match", ("5.5", "2.5"))])
def test_what_was_told_names_the_event_that_told_it(scoring, scores):
    evening = teams(scoring)
    event = evening.do(told("A", "B", *scores, round=1))[-1].number
    for score, text in zip(only(evening).scores.values(), scores, strict=True):
        found = [part for part in given_in(score) if part.text.endswith("on 8 boards not kept")]
        assert Fraction(text) in {abs(part.value) for part in found}
        assert {part.events for part in found} == {(event,)}


def given_in(derivation: Derivation) -> list[Derivation]:
    """Return the numbers at the leaves of a derivation."""
    return [each for part in derivation.parts for each in given_in(part)] if derivation.parts else [derivation]


def test_victory_points_are_as_they_were_told_and_say_who_won():
    evening = teams()
    evening.do(told("A", "B", "5.5", "14.5", round=1, in_points=True))
    match = only(evening)
    assert {team: points.value for team, points in match.victory_points.items()} == {"A": Fraction(11, 2), "B": 14.5}
    assert (match.winner, match.lead, match.boards) == ("B", 0, 8)


def test_of_board_a_match_they_are_points():
    evening = teams("board-a-match")
    evening.do(told("A", "B", "5.5", "2.5", round=1))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": Fraction(11, 2), "B": Fraction(5, 2)}
    assert (match.winner, match.balanced) == ("A", True)
    evening.refuses(told("C", "D", "5.5", "3", round=1), "bad-number")


def test_what_was_recorded_of_its_boards_counts_for_nothing_and_other_boards_count_beside_it():
    evening = teams("knockout", boards=(1, 2))
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "1", "A", "B", 1), Result("+420")))
        evening.do(RecordResult(Where(board, "2", "B", "A", 1), Result("-50")))
    evening.do(told("A", "B", "3", "1", boards=(1,)))
    evening.do(SetCarryOver("B", Fraction(5, 2)))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": 13, "B": Fraction(7, 2)}
    evening.do(Undo(next(each for each in evening.log if each.name.startswith("match-scored"))))
    assert only(evening).scores["A"].value == 20


def test_a_match_of_a_bracket_is_won_by_it_with_what_is_carried_in():
    congress = Congress("ko", format_="knockout")
    congress.do(DrawBracket("ko", ("A", "D", "C", "B")))
    congress.do(AddSession("ko", "friday"))
    evening = teams("knockout")
    evening.do(told("A", "B", "34", "20"))
    evening.do(SetCarryOver("B", Fraction(29, 2)))
    found = bracket(congress.over(friday=evening), "ko")
    assert found.matches["SF1"].winners == ("B",)
    assert found.matches["SF1"].meetings[0].missing == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (told("A", "B", "34", "-20", round=1), "bad-number"),
        (told("A", "B", "14", "7", round=1, in_points=True), "bad-number"),
        (told("A", "B", "3", "2", boards=(), round=1), "no-such-board"),
    ],
)
def test_what_is_no_result_of_a_match_is_refused(command, code):
    teams().refuses(command, code)


def test_a_second_result_of_the_same_match_is_refused():
    evening = teams()
    evening.do(told("A", "B", "34", "20", round=1))
    evening.refuses(told("B", "A", "20", "34", round=1), "found-already")
    Evening((1,)).refuses(told("1", "2", "3", "2", boards=(1,)), "no-matches")
    teams("knockout").refuses(told("A", "B", "12", "8", in_points=True), "no-matches")


def test_scores_that_are_of_such_matches_alone_are_given_out_and_taken_back_with_them():
    evening = teams()
    evening.refuses(PublishScores(), "no-result")
    (told_in,) = evening.do(told("A", "B", "34", "20", round=1))
    evening.do(PublishScores())
    evening.do(Undo(told_in))
    evening.refuses(PublishScores(), "no-result")


@pytest.mark.parametrize("format_", ["sessions", "swiss", "all-play-all"])
def test_a_cut_waits_for_nothing_where_matches_are_known_by_their_results(format_):
    congress, evening = Congress("league", format_=format_, rules=StageRules("victory-points")), teams()
    congress.do(AddSession("league", "friday"))
    assert [each.code for each in open_concerns(congress.over(friday=evening), "league")] == ["no-results"]
    evening.do(told("A", "B", "34", "20", round=1))
    unplayed = ["to-play"] * 5 if format_ == "all-play-all" else []  # the other matches of the four teams
    assert [each.code for each in open_concerns(congress.over(friday=evening), "league")] == unplayed


# What tells one score of a board from another: board, round, table and seats


MADE, DOWN, GAME, EVEN = Result("4SN="), Result("4SN-1"), Result("3NTN="), Result("PASS")


def rounds_of_teams(*boards: int, scoring="teams") -> Evening:
    return Evening(boards=boards or (1,), winners=1, contestants=("H", "A", "Z"), scoring=scoring)


def room(table, round_=None, ns="H", ew="A", board=1) -> Where:
    return Where(board, table, ns, ew, round_)


def back(table, round_=None, board=1) -> Where:
    return room(table, round_, "A", "H", board)


def test_both_rooms_sitting_the_same_way_are_two_lines_and_neither_counts():
    evening = rounds_of_teams()
    evening.do(RecordResult(room("open", 1), MADE))
    evening.do(RecordResult(room("closed", 1), DOWN))
    assert {played.table: played.result for played in evening.session.table_boards()} == {"open": MADE, "closed": DOWN}
    assert not any(evening.scoreboard.score(played, Side.NS).counts for played in evening.session.table_boards())
    assert [match.boards for match in evening.scoreboard.matches.values()] == [0]


def test_a_result_is_never_replaced_by_another_that_is_added():
    evening = rounds_of_teams()
    evening.do(RecordResult(room("open", 1), MADE))
    for again in (room("open", 1), room("open"), room(None, 1), Where(1, "open"), Where(1, "open", None, None, 1)):
        assert "result correct" in evening.refuses(RecordResult(again, DOWN), "result-exists").hint
    assert "result correct" in evening.refuses(RecordResult(back("open", 1), DOWN), "table-twice").hint


@pytest.fixture
def twice() -> Evening:
    """Two teams meet twice, in the same rooms with the same board: H wins the first by 10 IMPs, A the second by 10."""
    evening = rounds_of_teams()
    for round_, ours, theirs in ((1, MADE, DOWN), (2, DOWN, MADE)):
        evening.do(RecordResult(room("open", round_), ours))
        evening.do(RecordResult(back("closed", round_), theirs))
    return evening


def test_a_second_meeting_is_another_match(twice):
    found = [(match.round, match.boards, match.nets["H"].value) for match in twice.scoreboard.matches.values()]
    assert found == [(1, 1, 10), (2, 1, -10)]
    assert {row.contestant: row.boards for row in standings(twice.scoreboard)[0].rows} == {"H": 2, "A": 2}


def test_a_knockout_over_all_its_sets_counts_every_board_of_each_once():
    evening = rounds_of_teams(scoring="knockout")
    for round_ in (1, 2, 3):
        evening.do(RecordResult(room("open", round_), MADE))
        evening.do(RecordResult(back("closed", round_), DOWN))
    (match,) = evening.scoreboard.matches.values()
    assert (match.boards, match.scores["H"].value, match.scores["A"].value) == (3, 30, 0)


def test_what_is_done_to_one_meeting_leaves_the_other(twice):
    twice.refuses(CorrectResult(Where(1, "open"), GAME), "bad-table")
    (corrected,) = twice.do(CorrectResult(Where(1, "open", round=2), GAME))
    assert corrected.event == ResultCorrected(1, "H", "A", GAME, round=2, table="open")
    (voided,) = twice.do(VoidResult(Where(1, "closed", round=1)))
    assert voided.event == ResultVoided(1, "A", "H", round=1, table="closed")
    (ruled,) = twice.do(GiveRuling(Where(1, "open", round=2), Assigned(EVEN), Grounds()))
    assert ruled.event.seating == Seating("H", "A", 2, "open")
    by_round = {(each.round, each.table): (each.result, each.cases) for each in twice.session.table_boards()}
    assert by_round == {(1, "open"): (MADE, ()), (2, "open"): (GAME, ("R-0001",)), (2, "closed"): (MADE, ())}
    twice.do(Undo(voided))
    assert [(match.round, match.boards) for match in twice.scoreboard.matches.values()] == [(1, 1), (2, 1)]


def test_the_round_is_filled_in_where_two_teams_have_met_in_one_only(twice):
    evening = rounds_of_teams(1, 2)
    evening.do(RecordResult(room("open", 3), MADE))
    assert evening.do(RecordResult(back("closed"), DOWN))[-1].event.round == 3
    plus = Artificial(Grade("A+"), Grade("A-"))
    assert evening.do(GiveRuling(room(None, board=2), plus, Grounds()))[-1].event.round == 3
    assert [(match.round, match.boards) for match in evening.scoreboard.matches.values()] == [(3, 2)]
    assert twice.do(RecordResult(room("third", ns="H", ew="Z"), MADE))[-1].event.round is None


def test_a_result_completes_the_line_a_ruling_began():
    evening = rounds_of_teams()
    evening.do(GiveRuling(room(None), Artificial(Grade("A+"), Grade("A-")), Grounds()))
    evening.do(RecordResult(room("open", 1), MADE))
    (played,) = evening.session.table_boards()
    assert (played.result, played.cases, played.table, played.round) == (MADE, ("R-0001",), "open", 1)
    evening.do(CorrectResult(room("open", 1), DOWN))
    (played,) = evening.session.table_boards()
    assert played.result == DOWN


# The other room


H, A = ("H", "A"), ("A", "H")


def paired(*rooms: tuple[tuple[str, str], int | None]) -> set[frozenset[int]]:
    """Return which rooms belong together, by their positions in the list."""
    board = {Seating(*seats, round_, str(at)): at for at, (seats, round_) in enumerate(rooms)}
    found = {frozenset((at, other_room(board, seating))) for seating, at in board.items()}
    return {pair for pair in found if None not in pair}


@pytest.mark.parametrize(
    ("rooms", "pairs"),
    [
        ([(H, 1), (A, 1)], [(0, 1)]),
        ([(H, None), (A, None)], [(0, 1)]),
        ([(H, 1), (A, 2)], []),
        ([(H, 1), (H, 1)], []),
        ([(H, 1), (H, 1), (A, 1)], []),
        ([(H, 1), (A, 1), (H, 2), (A, 2)], [(0, 1), (2, 3)]),
        ([(H, None), (A, 1)], [(0, 1)]),
        ([(H, None), (A, 1), (A, 2)], []),
        ([(H, None), (A, 1), (H, 2), (A, 2)], [(0, 1), (2, 3)]),
        ([(H, None), (A, 1), (H, 2)], [(0, 1)]),
        ([(H, None), (H, None), (A, 1)], []),
        ([(H, 1), (A, 1), (H, None)], [(0, 1)]),
        ([(("H", "Z"), 1), (A, 1)], []),
    ],
)
def test_the_other_room(rooms, pairs):
    for order in (range(len(rooms)), range(len(rooms) - 1, -1, -1)):
        found = paired(*(rooms[at] for at in order))
        assert {frozenset(order[each] for each in pair) for pair in found} == {frozenset(pair) for pair in pairs}


lines = st.lists(
    st.tuples(st.sampled_from([H, A, ("H", "Z"), ("Z", "H")]), st.sampled_from([1, 2, 3]), st.sampled_from("oc")),
    min_size=2,
    max_size=10,
    unique_by=lambda line: (line[1], line[2], frozenset(line[0])),
)


@settings(max_examples=60, deadline=None)
@given(lines=lines, data=st.data(), scoring=st.sampled_from(["teams", "knockout", "board-a-match"]))
def test_the_order_of_typing_never_changes_a_score(lines, data, scoring):
    """Rooms and rounds in any order: the same boards, matches and places."""
    results = [data.draw(st.sampled_from([MADE, DOWN, GAME, EVEN])) for _ in lines]
    typed = [
        RecordResult(Where(1, table, *seats, round_), result)
        for (seats, round_, table), result in zip(lines, results, strict=True)
    ]
    shown = []
    for order in (typed, data.draw(st.permutations(typed))):
        evening = rounds_of_teams(scoring=scoring)
        for command in order:
            evening.do(command)
        assert len(list(evening.session.table_boards())) == len(lines)
        shown.append((numbers_digest(evening.scoreboard), by_match(evening)))
    assert shown[0] == shown[1]


def by_match(evening):
    return [
        (match.round, frozenset(match.teams), match.boards, {team: score.value for team, score in match.scores.items()})
        for match in evening.scoreboard.matches.values()
    ]


# Result files


def sheet(*lines: SheetLine, **more) -> ImportSheet:
    opening = OpenSession("cup", None, (1, 2), 1, profile_loader.load_profile("default"), ("H", "A", "Z"), "teams")
    return ImportSheet(opening, lines, **more)


def round_robin(made=MADE) -> list[SheetLine]:
    """A double round robin of three teams, both rounds with boards 1 and 2 in the same rooms."""
    found = []
    for leg, board in product((0, 3), (1, 2)):
        for at, (one, two) in enumerate((("H", "A"), ("A", "Z"), ("Z", "H")), start=1):
            for table, seats in (("open", (one, two)), ("closed", (two, one))):
                line = f"line {len(found)}"
                found.append(SheetLine(line, Where(board, table, *seats, leg + at), made if table == "open" else DOWN))
    return found


def imported(*lines: SheetLine) -> Evening:
    evening = Evening.__new__(Evening)
    evening.log = []
    evening.do(sheet(*lines))
    return evening


def test_a_double_round_robin_keeps_every_result():
    lines = round_robin()
    evening = imported(*lines)
    assert len(list(evening.session.table_boards())) == len(lines) == 24
    assert [(match.round, match.boards) for match in evening.scoreboard.matches.values()] == [
        (at, 2) for at in range(1, 7)
    ]
    assert evening.decide(sheet(*lines)).uncommitted == ()


def test_a_file_that_was_changed_corrects_the_meeting_it_changed():
    lines = round_robin()
    evening = imported(*lines)
    at = next(at for at, line in enumerate(lines) if line.where.round == 4)
    lines[at] = SheetLine("line", lines[at].where, GAME)
    (corrected,) = evening.do(sheet(*lines))
    where = lines[at].where
    assert corrected.event.seating == Seating(where.ns, where.ew, 4, where.table)


def test_a_file_that_contradicts_more_than_half_of_what_is_recorded_is_of_another_evening():
    evening, half = imported(*round_robin()), round_robin(GAME)
    assert len(evening.decide(sheet(*half)).uncommitted) == 12
    one_more = [half[0], SheetLine("one more", half[1].where, GAME), *half[2:]]
    assert "contradicts 13 of the 24" in evening.refuses(sheet(*one_more), "other-event").message


def test_lines_of_a_file_that_are_one_tables_or_may_be_two():
    where = Where(1, "open", "H", "A", 1)
    again = sheet(SheetLine("one", where, MADE), SheetLine("two", where, DOWN))
    assert "stands twice" in rounds_of_teams(1, 2).refuses(again, "bad-lines").message
    evening = imported(*round_robin())
    refusal = evening.refuses(sheet(SheetLine("one", Where(1, None, "H", "A"), MADE)), "bad-lines")
    assert "which round" in refusal.message
    turned = sheet(SheetLine("one", where, MADE), SheetLine("two", Where(1, "open", "A", "H", 1), DOWN))
    assert "another line" in rounds_of_teams(1, 2).refuses(turned, "bad-lines").message


# Events that name a table's play by its seats alone


def test_what_was_recorded_by_seats_alone_is_found_by_them():
    evening = Evening()
    evening.play(1, [420, -50])
    after = evolve(evening.session, envelope(evening, ResultCorrected(1, "1NS", "1EW", EVEN)))
    assert after.boards[1][Seating("1NS", "1EW", table="1")].result == EVEN
    after = evolve(after, envelope(evening, ResultVoided(1, "1NS", "1EW")))
    assert [played.table for played in after.table_boards()] == ["2"]


def test_what_names_a_table_no_longer_there_changes_nothing(twice):
    """`evolve` is total: seats that two meetings share name neither."""
    for event in (
        ResultCorrected(1, "H", "A", EVEN),
        ResultVoided(1, "H", "A"),
        BoardFouled(1, "B", (Seating("H", "A"),)),
    ):
        assert evolve(twice.session, envelope(twice, event)).boards == twice.session.boards


def test_a_ruling_without_round_and_table_is_on_the_table_its_seats_name():
    evening = Evening()
    evening.play(1, [420])
    given_ = RulingGiven(case="R-0001", board=1, ns="1NS", ew="1EW", adjustment=Stands())
    session = evolve(evening.session, envelope(evening, given_))
    (played,) = session.table_boards()
    assert (played.cases, session.rulings["R-0001"].seating) == (("R-0001",), Seating("1NS", "1EW", table="1"))
    assert BoardReopened("authority", "WHO", 1, Seating("1NS", "1EW")).at.may_be(played.seating)


def test_fouled_tables_are_named_in_full():
    evening = Evening()
    evening.play(1, [420, -50])
    assert evening.do(FoulBoard(1, "B", ("2",)))[0].event.tables == (Seating("2NS", "2EW", table="2"),)


def envelope(evening: Evening, event) -> Envelope:
    return Envelope("evening", evening.session.number + 1, "", event, "", 0, 0, 0, "spec", ())
