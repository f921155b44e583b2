"""A knockout over several sessions: segments, survivors, matches of three, and late rulings that turn a match."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.words.brackets import match_notes, status_text
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Split, parse_weighting
from ledger.laws.regulations import CarryRules, StageRules
from ledger.overall.aspects import aspects, overall_ripple
from ledger.overall.carry import carried_into
from ledger.overall.qualifying import list_placed, select
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket, overall
from ledger.scoring.forms import FormName
from ledger.subjects.brackets.decide import draw_by_seeds, draw_in_threes, draw_next_rounds
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket, KnownMeeting
from ledger.subjects.play.facts import CloseSession, CorrectResult, RecordResult, SetCarryOver
from ledger.subjects.qualifying.facts import Qualify, RuleCarryForward, SayCarryForward
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, DrawLot
from tests.core.congress import Congress
from tests.core.spec import Evening, blank

IMPS = {20: 1, 50: 2, 90: 3, 130: 4, 170: 5, 220: 6, 270: 7, 320: 8, 370: 9, 430: 10}
POINTS = {imps: points for points, imps in IMPS.items()}


def segment(*matches: tuple[str, str, int], more_boards: int = 0, scoring: FormName = "knockout") -> Evening:
    """Return a session in which the first of each two won board 1 by so many IMPs (negative: the second)."""
    evening = Evening(boards=range(1, 2 + more_boards), winners=1, scoring=scoring)
    for at, (one, two, imps) in enumerate(matches):
        swing = 0 if not imps else POINTS[abs(imps)] * (1 if imps > 0 else -1)
        evening.do(RecordResult(Where(1, f"{2 * at + 1}", one, two, 1), Result(f"{swing:+d}")))
        evening.do(RecordResult(Where(1, f"{2 * at + 2}", two, one, 1), Result("+0")))
    return evening


class Cup:
    """A knockout stage and its sessions, one a sitting."""

    def __init__(self, draw: DrawBracket, *evenings: Evening) -> None:
        self.congress = Congress(draw.stage, format_="knockout")
        self.congress.do(draw)
        self.evenings: dict[str, Evening] = {}
        for evening in evenings:
            self.play(evening)

    def play(self, evening: Evening) -> None:
        name = f"s{len(self.evenings) + 1}"
        self.congress.do(AddSession("ko", name))
        self.evenings[name] = evening

    @property
    def scores(self) -> TournamentScores:
        boards = {name: evening.scoreboard for name, evening in self.evenings.items()}
        return TournamentScores(self.congress.session, boards)

    @property
    def bracket(self):
        return bracket(self.scores, "ko")

    def match(self, name):
        return self.bracket.matches[name]

    def decide(self, winner, loser, how="director"):
        met = [
            KnownMeeting(name, each.teams, each.boards, each.leads)
            for name, match in self.bracket.matches.items()
            for each in match.meetings
        ]
        self.congress.do(DecideKnockout("ko", winner, loser, how, "because", tuple(met)))

    def carried(self, into):
        """Return the carry-forwards into a stage."""
        found = carried_into(self.scores, self.congress.tournament.stages[into], overall)
        return {entrant: each.value for entrant, each in found.items()}

    @property
    def places(self):
        return {each.entrant: (each.first, each.last) for each in self.bracket.places}


def four(**more) -> DrawBracket:
    return DrawBracket("ko", ("A", "B", "C", "D"), **more)


def test_segments_are_one_match_whose_imps_are_added_up_for_each_side():
    cup = Cup(four(segments=(2,)), segment(("A", "D", 10), ("B", "C", 3)))
    first = cup.match("SF1")
    assert not first.over
    assert not first.winners
    cup.play(segment(("D", "A", 4), ("B", "C", 2)))
    match = cup.match("SF1")
    assert {team: score.value for team, score in match.meetings[0].scores.items()} == {"A": 10, "D": 4}
    assert (match.winners, match.out) == (("A",), ["D"])
    assert cup.match("F").sides == ("A", "B")


def test_a_match_is_not_over_while_boards_of_it_are_to_be_played_unless_its_session_is_closed():
    unfinished = segment(("A", "D", 10), ("B", "C", 3), more_boards=1)
    cup = Cup(four(), unfinished)
    assert [cup.match("SF1").over, cup.match("SF1").meetings[0].missing] == [False, 1]
    unfinished.do(CloseSession("time"))
    assert cup.match("SF1").winners == ("A",)


def test_what_is_carried_in_counts_once_and_a_penalty_where_it_was_imposed():
    one, two = segment(("A", "D", -5), ("B", "C", 3)), segment(("A", "D", 0), ("B", "C", 0))
    for evening in (one, two):
        evening.do(SetCarryOver("A", Fraction(11, 2)))
    cup = Cup(four(segments=(2,)), one, two)
    meeting = cup.match("SF1").meetings[0]
    assert {team: score.value for team, score in meeting.scores.items()} == {"A": Fraction(11, 2), "D": 5}
    assert (meeting.lead("A"), meeting.leads) == (Fraction(1, 2), "A")
    twice = "SF1: A carries over once: the 5.5 IMPs that s2 says again are off"
    assert list(match_notes(cup.match("SF1"))) == [twice]
    two.do(ImposePenalty("A", Fraction(3), "IMP", ("90B2",), "late"))
    assert cup.match("SF1").winners == ("D",)


@pytest.mark.parametrize(
    ("scoring", "scores"),
    [("knockout", {"A": Fraction(15, 2), "D": Fraction(4)}), ("teams", {"A": Fraction(1), "D": Fraction(-6)})],
)
def test_a_board_that_does_not_balance_is_averaged_in_a_knockout_and_else_each_side_has_its_own(scoring, scores):
    """A has 5 of board 1 and D loses 10 there: A leads by 7.5, less the 4 IMPs of the second segment."""
    one = segment(("A", "D", 10), ("B", "C", 1), scoring=scoring)
    split = Split(parse_weighting("+170"), parse_weighting("+430"))
    one.do(GiveRuling(Where(1, "1", "A", "D", 1), split, Grounds(**blank())))
    cup = Cup(four(segments=(2,)), one, segment(("A", "D", -4), ("B", "C", 1), scoring=scoring))
    meeting = cup.match("SF1").meetings[0]
    assert {team: score.value for team, score in meeting.scores.items()} == scores
    assert meeting.lead("A") == Fraction(7, 2)


def test_a_tie_is_broken_by_extra_boards_or_by_the_directors_word():
    cup = Cup(four(), segment(("A", "D", 0), ("B", "C", 3)))
    match = cup.match("SF1")
    assert (match.over, match.tied, match.winners) == (True, True, ())
    cup.decide("D", "A")
    assert cup.match("SF1").winners == ("D",)
    cup = Cup(four(), segment(("A", "D", 0), ("B", "C", 3)), segment(("A", "D", 1)))
    assert cup.match("SF1").winners == ("A",)


def test_a_walk_over_and_a_concession_go_on_whatever_the_boards_say():
    cup = Cup(four(segments=(2,)), segment(("A", "D", -10)))
    cup.decide("A", "D", "conceded")
    cup.decide("B", "C", "walk-over")
    assert cup.match("F").sides == ("A", "B")
    assert cup.places == {"A": (None, None), "B": (None, None), "C": (3, 4), "D": (3, 4)}


def test_places_are_by_rounds_survived_and_shared_by_those_who_went_out_together():
    cup = Cup(four(), segment(("A", "D", 10), ("B", "C", 3)), segment(("A", "B", 1)))
    assert cup.places == {"A": (1, 1), "B": (2, 2), "C": (3, 4), "D": (3, 4)}
    rows = overall(cup.scores, cup.congress.tournament.stages["ko"]).rows
    expected = [("A", 1, 2), ("B", 2, 1), ("D", 3, 0), ("C", 3, 0)]
    assert [(row.entrant, row.rank, row.total.value) for row in rows] == expected


def test_a_match_that_is_turned_after_its_winner_played_on_stays_played_by_it():
    late = segment(("A", "D", 10), ("B", "C", 3))
    cup = Cup(four(), late)
    late.do(ImposePenalty("A", Fraction(12), "IMP", ("90B2",), "late"))
    assert cup.match("F").sides == ("D", "B")
    assert cup.bracket.turned == []
    cup.play(segment(("A", "B", 1)))
    assert cup.match("F").sides == ("A", "B")
    expected = [("SF1", "A", "D", "F")]
    assert [(each.match, each.went_on, each.winner, each.into) for each in cup.bracket.turned] == expected
    expected = {"SF1": ("D",), "SF2": ("B",), "F": ("A",)}
    assert {name: match.winners for name, match in cup.bracket.matches.items()} == expected
    assert cup.places == {"A": (1, 1), "B": (2, 2), "C": (3, 4), "D": (3, 4)}
    assert [status_text(cup.match("SF1"), team) for team in ("A", "D")] == ["went on", "would go on now"]
    late.do(ImposePenalty("D", Fraction(2), "IMP", ("90B2",), "late"))
    assert cup.match("SF1").tied
    assert [status_text(cup.match("SF1"), team) for team in ("A", "D")] == ["goes on", "out"], "nobody else won it"


def test_a_match_for_the_third_place_is_beside_the_bracket():
    cup = Cup(four(), segment(("A", "D", 10), ("B", "C", 3)), segment(("A", "B", 1), ("C", "D", 5)))
    assert cup.match("F").sides == ("A", "B")
    assert [each.teams for each in cup.bracket.beside] == [("C", "D")]


def test_of_three_two_go_on_by_matches_won_and_then_by_imps():
    """Each wins one: A has 3 - 1 = 2 IMPs, B 2 - 3 = -1, C 1 - 2 = -1; then C wins by a board more."""
    three = DrawBracket("ko", ("A", "B", "C"), three_way="wins")
    cup = Cup(three, segment(("A", "B", 3), ("B", "C", 2), ("C", "A", 1)))
    match = cup.match("SF1")
    assert [(score.team, score.won, score.imps) for score in match.scores] == [("A", 1, 2), ("B", 1, -1), ("C", 1, -1)]
    assert (match.tied, match.winners) == (True, ())
    cup.decide("C", "B")
    assert cup.match("SF1").winners == ("C", "A")
    assert cup.match("SF1").out == ["B"]


def test_of_three_who_tie_each_has_half_a_match():
    three = DrawBracket("ko", ("A", "B", "C"), three_way="wins")
    match = Cup(three, segment(("A", "B", 0), ("B", "C", 2), ("C", "A", 1))).match("SF1")
    expected = [("B", Fraction(3, 2)), ("C", 1), ("A", Fraction(1, 2))]
    assert [(score.team, score.won) for score in match.scores] == expected


@pytest.mark.parametrize(("by", "first"), [("wins", "A"), ("imps", "B")])
def test_what_counts_first_among_three_is_a_regulation(by, first):
    """A beats both by 1; B loses to A by 1 and beats C by 10."""
    three = DrawBracket("ko", (), ((("A", "B", "C"), 1),), three_way=by)
    cup = Cup(three, segment(("A", "B", 1), ("B", "C", 10), ("A", "C", 1)))
    assert cup.match("F").winners == (first,)
    assert cup.places[first] == (1, 1)
    assert {place for team, place in cup.places.items() if team != first} == {(2, 3)}


@pytest.mark.parametrize("drawn", [draw_by_seeds, draw_in_threes])
@pytest.mark.parametrize("field", range(3, 65))
def test_where_the_better_seed_always_wins_the_best_of_them_meet_last(drawn, field):
    """Seeds 1 and 2 in the final, 1 to 4 in the semi-finals, and so on, also where three meet in the first round."""
    bracket_, through = drawn(tuple(map(str, range(1, field + 1)))), dict[tuple[str, int], int]()
    first = sum(match.round == 1 for match in bracket_)
    for match in bracket_:
        playing = sorted(int(side.entrant or 0) or through[side.feeder, side.place] for side in match.sides)
        through |= {(match.name, place): who for place, who in enumerate(playing, start=1)}
        left = {"F": 2, "S": 4, "Q": 8}.get(match.name[0]) or int(match.name[1:].partition("-")[0])
        if match.round > 1 and left <= first:
            assert playing[0] + playing[1] == left + 1
    assert through["F", 1] + through["F", 2] == 3


def test_two_who_go_on_from_a_match_of_three_may_meet_again_in_the_final():
    three = DrawBracket("ko", ("A", "B", "C"), three_way="wins")
    cup = Cup(three, segment(("A", "B", 3), ("B", "C", 2), ("A", "C", 1)), segment(("A", "B", -4)))
    assert cup.match("SF1").winners == ("A", "B")
    assert {team: score.value for team, score in cup.match("F").meetings[0].scores.items()} == {"A": 0, "B": 4}
    assert cup.places == {"B": (1, 1), "A": (2, 2), "C": (3, 3)}


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 9), st.lists(st.integers(-10, 10).filter(bool), min_size=16, max_size=16), st.booleans())
def test_whatever_is_played_one_wins_and_the_places_are_all_given_out(field, imps, threes):
    """Round by round every match that is known is played; nobody is left over, and the places are 1 to the last."""
    teams = tuple(f"T{number}" for number in range(1, field + 1))
    cup = Cup(DrawBracket("ko", teams, three_way="wins" if threes else None))
    swings = iter(imps)
    for _ in range(5):
        open_ = [match for match in cup.bracket.matches.values() if None not in match.sides and not match.begun]
        pairs = [meeting.teams for match in open_ for meeting in match.meetings]
        if pairs:
            cup.play(segment(*((*pair, next(swings)) for pair in pairs)))
        for match in cup.bracket.matches.values():
            if match.over and match.tied:
                cup.decide(match.scores[match.drawn.survivors - 1].team, match.scores[match.drawn.survivors].team)
    taken = sorted(cup.places.values())
    assert taken[0] == (1, 1)
    assert all(one == two or one[1] + 1 == two[0] for one, two in pairwise(taken))
    assert taken[-1][1] == field
    assert cup.bracket.beside == ()


def test_a_cut_out_of_a_knockout_names_who_is_still_in_before_who_is_out():
    cup = Cup(four(), segment(("A", "D", 10), ("B", "C", 3)))
    standing = overall(cup.scores, cup.congress.tournament.stages["ko"])
    assert [(row.entrant, row.rank) for row in standing.rows] == [("A", 1), ("B", 1), ("D", 3), ("C", 3)]
    assert standing.still_in == {"A", "B"}
    assert select(list_placed(standing), 2).qualified == ("A", "B")
    assert select(list_placed(standing), 1).tied == ("A", "B")
    cup.play(segment(("A", "B", -1)))
    standing = overall(cup.scores, cup.congress.tournament.stages["ko"])
    assert select(list_placed(standing), 1).qualified == ("B",)
    assert not standing.still_in


def test_matches_won_against_those_who_go_on_are_carried_out_of_a_knockout():
    """A beat D over two segments, and the final; B beat C. D does not go on: nobody carries a match against it."""
    cup = Cup(four(segments=(2, 1)), segment(("A", "D", 10), ("B", "C", 3)), segment(("A", "D", -4), ("B", "C", 1)))
    cup.congress.do(AddStage("final", "sessions", StageRules("wins")))
    cup.congress.do(RuleCarryForward("ko", "final", CarryRules("matches", Fraction(1))))
    everybody = {"A": 1, "B": 1, "C": 0, "D": 0}
    assert cup.carried("final") == everybody
    cup.play(segment(("A", "B", 1)))
    assert cup.carried("final") == everybody | {"A": 2}
    field = list_placed(overall(cup.scores, cup.congress.tournament.stages["ko"]))
    cup.congress.do(Qualify("ko", "final", 2, also=("C",), reason="invited", placed=field))
    assert cup.carried("final") == {"A": 1, "B": 1, "C": 0}


def test_of_three_in_a_knockout_each_carries_the_meetings_it_won():
    """A beat both, B beat C; A and B go on, and B wins the final."""
    cup = Cup(
        DrawBracket("ko", ("A", "B", "C"), three_way="wins"), segment(("A", "B", 3), ("B", "C", 2), ("A", "C", 1))
    )
    cup.congress.do(AddStage("final", "sessions", StageRules("wins")))
    cup.congress.do(RuleCarryForward("ko", "final", CarryRules("matches", Fraction(1))))
    assert cup.carried("final") == {"A": 2, "B": 1, "C": 0}
    cup.play(segment(("A", "B", -4)))
    assert cup.carried("final") == {"A": 2, "B": 2, "C": 0}


def test_the_sections_of_a_bracket_are_all_one():
    cup = Cup(four(), segment(("A", "D", 10), ("B", "C", 3)))
    standing = overall(cup.scores, cup.congress.tournament.stages["ko"])
    assert {each.group for each in list_placed(standing, "section")} == {""}
    assert select(list_placed(standing, "section"), 2).qualified == ("A", "B")


def test_what_moves_is_told_of_the_matches_of_the_bracket_and_of_those_a_ruling_turned():
    """A leads its first segment by 10, which wins nothing yet; after the final a penalty makes D the winner of SF1."""
    first, second = segment(("A", "D", 10), ("B", "C", 3)), segment(("A", "D", 0), ("B", "C", 0))
    cup = Cup(four(segments=(2, 1)), first)
    assert not [key for key in aspects(cup.scores) if key.kind == "winner"]
    cup.play(second)
    cup.play(segment(("A", "B", 1)))
    before = cup.scores
    won = {key.whose: who for key, who in aspects(before).items() if key.kind == "winner"}
    assert won == {"SF1": "A", "SF2": "B", "F": "A"}
    second.do(ImposePenalty("A", Fraction(12), "IMP", ("90B2",), "late"))
    moved = {(each.kind, each.whose): (each.before, each.after) for each in overall_ripple(before, cup.scores).moved}
    assert moved["winner", "SF1"] == ("A", "D")
    assert moved["turned", "SF1"] == (None, "won by D, and A has played F")
    assert ("winner", "F") not in moved


def after_a_league(by, figures=(), *, share=None, best=4, word: tuple[str, Fraction] | None = None) -> Cup:
    """A league of one round each, in which A beat D by 8 and B beat C by 4, then a cup of A, B, C, D."""
    cup = Cup.__new__(Cup)
    cup.congress = Congress("rr", format_="all-play-all", rules=StageRules("imps"))
    cup.congress.do(AddStage("ko", "knockout"))
    cup.congress.do(AddSession("rr", "league"))
    cup.evenings = {"league": segment(("A", "D", 8), ("B", "C", 4), scoring="teams")}
    cup.congress.do(RuleCarryForward("rr", "ko", CarryRules(by, share, tuple(map(Fraction, figures)))))
    if word:
        cup.congress.do(SayCarryForward("rr", "ko", *word, "as announced", playing=("A",)))
    cup.congress.do(four())
    return cup


def stage(cup: Cup, name: str):
    return cup.congress.tournament.stages[name]


def had(cup: Cup, name: str) -> dict[str, Fraction]:
    """Return the figures of the two in a match."""
    return {team: score.value for team, score in cup.match(name).meetings[0].scores.items()}


def test_what_a_rule_carries_into_a_knockout_counts_in_the_first_match_of_each_and_once():
    """Carried by place: A 10, B 6, C 3, D 1; D wins its segment against A by 5, so 10 : 6."""
    cup = after_a_league("table", (10, 6, 3, 1))
    assert had(cup, "SF1") == {"A": 10, "D": 1}
    assert not cup.match("SF1").begun
    cup.play(segment(("D", "A", 5), ("B", "C", 1)))
    assert had(cup, "SF1") == {"A": 10, "D": 6}
    assert (cup.match("SF1").winners, cup.match("SF1").meetings[0].lead("A")) == (("A",), 4)
    assert had(cup, "F") == {"A": 0, "B": 0}


def test_a_match_between_the_two_is_carried_by_who_won_it_into_every_match_of_theirs():
    """Half of the 8 IMPs by which A beat D, of the 4 by which B beat C; A and B have not met."""
    cup = after_a_league("matches", share=Fraction(1, 2))
    assert (had(cup, "SF1"), had(cup, "SF2")) == ({"A": 4, "D": 0}, {"B": 2, "C": 0})
    assert cup.carried("ko") == {}
    cup.play(segment(("D", "A", 3), ("C", "B", 2)))
    assert cup.match("SF1").winners == ("A",)
    assert cup.match("SF2").tied


def test_a_ruling_in_the_league_moves_the_match_of_the_knockout_and_who_wins_it():
    cup = after_a_league("matches", share=Fraction(1))
    cup.play(segment(("D", "A", 5), ("B", "C", 1)))
    before = cup.scores
    cup.evenings["league"].do(CorrectResult(Where(1, "1", "A", "D", 1), Result("+90")))
    moved = {(each.kind, each.whose): (each.before, each.after) for each in overall_ripple(before, cup.scores).of("ko")}
    assert moved["winner", "SF1"] == ("A", "D")
    assert moved["score", "A (SF1)"] == (8, 3)


def test_where_a_session_says_the_carry_over_of_either_the_rule_counts_for_neither():
    cup = after_a_league("table", (10, 6, 3, 1))
    played = segment(("D", "A", 5), ("B", "C", 1))
    played.do(SetCarryOver("A", Fraction(2)))
    cup.play(played)
    meeting = cup.match("SF1").meetings[0]
    assert (had(cup, "SF1"), meeting.lead("A")) == ({"A": 2, "D": 5}, -3)
    assert {team: each.value for team, each in meeting.carried.items()} == {"A": 2}
    assert had(cup, "SF2") == {"B": 7, "C": 3}


def test_the_word_of_the_director_counts_in_place_of_the_rule():
    cup = after_a_league("matches", word=("A", Fraction(1)))
    assert had(cup, "SF1") == {"A": 1, "D": 0}


def test_in_three_way_matches_everybody_carries_into_each_meeting():
    cup = after_a_league("table", (10, 6, 3, 1))
    cup.congress.do(Undo(cup.congress.log[-1]))
    cup.congress.do(DrawBracket("ko", first_round=((("A", "B", "C"), 1),)))
    found = {meeting.teams: [score.value for score in meeting.scores.values()] for meeting in cup.match("F").meetings}
    assert found == {("A", "B"): [10, 6], ("A", "C"): [10, 3], ("B", "C"): [6, 3]}


# Brackets: drawn by seeds, in threes, or elsewhere; what is refused


FIELDS = st.integers(2, 70).map(lambda size: [f"T{seed}" for seed in range(1, size + 1)])
UNEVEN = FIELDS.filter(lambda field: len(field).bit_count() > 1)
MET = (KnownMeeting("SF1", ("Norway", "Wales"), 0, None), KnownMeeting("SF2", ("Malta", "Italy"), 16, "Malta"))
FOUR = DrawBracket("knockout", ("Norway", "Malta", "Italy", "Wales"))


def entrants(matches):
    return [side.entrant for match in matches for side in match.sides if side.entrant]


@given(FIELDS)
def test_by_seeds_everybody_is_placed_once_and_one_goes_out_of_each_match(field):
    matches = draw_by_seeds(field)
    assert sorted(entrants(matches)) == sorted(field)
    assert len(matches) == len(field) - 1


@given(FIELDS)
def test_the_best_have_the_byes_and_the_two_best_meet_in_the_final_alone(field):
    matches = draw_by_seeds(field)
    first = {side.entrant for match in matches if match.round == 1 for side in match.sides}
    byes = [team for team in field if team not in first]
    assert byes == field[: len(byes)]
    under = {match.name: {*entrants([match])} for match in matches}
    for match in matches:
        under[match.name] |= {team for side in match.sides if side.feeder for team in under[side.feeder]}
        assert match is matches[-1] or not {*field[:2]} <= under[match.name]


@given(UNEVEN)
def test_in_threes_everybody_plays_in_the_first_round_and_a_power_of_two_goes_on(field):
    first = [match for match in draw_in_threes(field) if match.round == 1]
    assert sorted(entrants(first)) == sorted(field)
    assert sum(match.survivors for match in first).bit_count() == 1
    assert {len(match.sides) for match in first} <= {2, 3}


@given(UNEVEN.filter(lambda field: len(field) > 3))
def test_two_who_go_on_from_one_match_do_not_meet_at_once(field):
    for match in draw_in_threes(field):
        feeders = [side.feeder for side in match.sides if side.feeder]
        assert len(feeders) == len(set(feeders))


def test_neighbours_meet_after_a_first_round_that_was_drawn_elsewhere_and_one_alone_has_a_bye():
    found = draw_next_rounds([(("Norway",), 1), (("Italy", "Malta"), 1)])
    expected = [("SF1", ["Italy", "Malta"]), ("F", ["Norway", "SF1"])]
    assert [(match.name, [side.entrant or side.feeder for side in match.sides]) for match in found] == expected


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
