"""What splits equal totals, by matches and boards (White Book 143.5–143.7), every figure worked out by hand."""

from fractions import Fraction

import pytest

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.regulations import StageRules
from ledger.overall.places import Ties
from ledger.subjects.matches.facts import ScoreMatch
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.tournaments.facts import AddSession
from tests.core.congress import Congress
from tests.core.spec import Evening


def told(rule: str, evening: Evening, tied: tuple[str, ...], totals=None) -> tuple[dict[str, str] | str, tuple]:
    """The figures of a rule for these contestants, or why it is passed over; and the order that comes of it."""
    congress = Congress("only", rules=StageRules("victory-points", ties=(rule,)))
    congress.do(AddSession("only", "session"))
    scores = congress.over(session=evening)
    stage = congress.tournament.stages["only"]
    split = Ties(congress.tournament, stage, scores.fields(stage), {}, totals or {}).split(tied)
    (step,) = split.steps
    return step.skipped or dict(step.has), split.order


def teams(*rounds: dict[tuple[str, str], tuple[int, ...]], profile="ebu") -> Evening:
    """Matches by round: what the first team made North–South on each board; every second room is passed out."""
    names = sorted({team for matches in rounds for pair in matches for team in pair})
    evening = Evening(range(1, 17), 1, profile, names, "teams")
    for round_, matches in enumerate(rounds, start=1):
        for (one, two), scores in matches.items():
            for board, score in enumerate(scores, start=1):
                evening.do(
                    RecordResult(Where(board, "o" + one, one, two, round_), Result(f"{score:+d}" if score else "PASS"))
                )
                evening.do(RecordResult(Where(board, "c" + one, two, one, round_), Result("PASS")))
    return evening


LEVEL = (0,) * 14


def test_two_level_in_victory_points_go_by_the_imps_of_their_match():
    """+430 and −400 are 10 IMPs to 9: 10–10 by the discrete scale over 16 boards, and Bern is one IMP up."""
    evening = teams({("Bern", "Oslo"): (430, -400, *LEVEL)})
    assert told("between", evening, ("Bern", "Oslo")) == (
        {"Bern": "10 and +1 IMP", "Oslo": "10 and -1 IMP"},
        (("Bern",), ("Oslo",)),
    )
    level = teams({("Bern", "Oslo"): (430, -430, *LEVEL)})
    assert told("between", level, ("Bern", "Oslo"))[1] == (("Bern", "Oslo"),)


def test_imps_do_not_separate_three_nor_what_victory_points_have_separated():
    """Of three the White Book compares victory points alone; a match of 13–7 needs no IMPs."""
    small = (430, -400, *LEVEL)
    round_robin = teams({("A", "B"): small}, {("B", "C"): small}, {("A", "C"): small})
    assert told("between", round_robin, ("A", "B", "C")) == ({"A": "20", "B": "20", "C": "20"}, (("A", "B", "C"),))
    won = teams({("A", "B"): (430, 0, *LEVEL)})
    assert told("between", won, ("A", "B"))[0] == {"A": "13", "B": "7"}


def test_net_imps_are_of_all_boards():
    """A has +10 −4 +10, B −10 +4 and +5 −1: 16 and −2."""
    evening = teams({("A", "B"): (430, -130)}, {("A", "C"): (430,), ("B", "D"): (170, -40)})
    assert told("net-imps", evening, ("A", "B"))[0] == {"A": "+16", "B": "-2"}
    unknown = Evening(range(1, 17), 1, "ebu", ("A", "B"), "teams")
    unknown.do(ScoreMatch(("A", "B"), (1, 2), round=1, scores=(Fraction(12), Fraction(8)), in_points=True))
    assert told("net-imps", unknown, ("A", "B"))[0] == "A has no match whose IMPs are known"


def test_matches_won_are_a_share_where_not_all_played_as_many():
    """A wins one and ties one of two; B has won one of three and lost two: ¾ and ⅓."""
    evening = teams({("A", "B"): (430,)}, {("A", "C"): (0,), ("B", "D"): (430,)}, {("B", "E"): (-430,)})
    assert told("wins-share", evening, ("A", "B")) == ({"A": "1.5 of 2", "B": "1 of 3"}, (("A",), ("B",)))


def test_boards_are_won_by_imps_and_a_drawn_one_is_half():
    """Ten points are no IMP: A wins one board of three and ties two, B loses one and ties two."""
    evening = teams({("A", "B"): (430, 10, 0)})
    assert told("count-back", evening, ("A", "B")) == ({"A": "2 of 3", "B": "1 of 3"}, (("A",), ("B",)))


def test_pairs_win_the_boards_on_which_they_score_more_than_half():
    """Board 1: 1NS has 4 of 4, 2NS 2 and 3NS 0; board 2: all equal."""
    evening = Evening((1, 2), 2)
    evening.play(1, (450, 420, -50))
    evening.play(2, (100, 100, 100))
    assert told("count-back", evening, ("1NS", "2NS", "3NS")) == (
        {"1NS": "1.5 of 2", "2NS": "1 of 2", "3NS": "0.5 of 2"},
        (("1NS",), ("2NS",), ("3NS",)),
    )


def individuals(*tables: tuple[str, str]) -> Evening:
    evening = Evening((1, 2), 1)
    for table, (ns, ew) in enumerate(tables, start=1):
        evening.do(RecordResult(Where(1, str(table), ns, ew, 1), Result("+420")))
        evening.do(RecordResult(Where(2, str(table), ns, ew, 1), Result("+420")))
    return evening


def test_individuals_go_by_their_opponents_totals_over_their_partners():
    """The White Book's example: partner Z with 30, opponents X and Y with 50 and 40: 90 by 30 is 3.

    W's partner has 40, the opponents 50 and 30: 2. That two boards were played with them changes nothing.
    """
    evening = individuals(("1+4", "2+3"), ("5+7", "6+8"))
    scores = {"2": 50, "3": 40, "4": 30, "6": 50, "8": 30, "7": 40}
    totals = {who: Fraction(score) for who, score in scores.items()}
    assert told("opponents-by-partners", evening, ("1", "5"), totals) == ({"1": "3", "5": "2"}, (("1",), ("5",)))
    pairs = Evening((1,), 2)
    pairs.play(1, (420, 420))
    why, _ = told("opponents-by-partners", pairs, ("1NS", "2NS"), {"1NS": Fraction(1)})
    assert why == "1NS has played with no partner who has a score"


@pytest.mark.parametrize("rule", ["wins-share", "net-imps"])
def test_rules_of_matches_say_that_there_is_none(rule):
    pairs = Evening((1,), 2)
    pairs.play(1, (420, 420))
    assert told(rule, pairs, ("1NS", "2NS"))[0] == "1NS has played no match"
