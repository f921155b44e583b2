"""Events of several sessions: what is carried forward, and what half matches and byes of a Swiss are worth."""

from fractions import Fraction

from ledger.bridge import Result
from ledger.facts import RecordResult, RuleCarryForward, Where
from ledger.laws.stage_rules import CarryRules, StageRules
from ledger.overall.standing import Overall, overall
from ledger.scoring.derivation import recomputed
from tests.core.spec import Evening
from tests.core.stages import BOTH, Weekend
from tests.core.swiss_stage import Swiss
from tests.golden.examples import exact, golden

NS_SCORES = {10: ("+420", "-50"), 3: ("+150", "+50"), 0: ("+420", "+420")}
"""What a team has North–South in one room, and its opponents in the other, by what it wins on the board."""


def friday(boards: list[list[int]]) -> Weekend:
    evening = Evening(range(1, len(boards) + 1), winners=1)
    for board, scores in enumerate(boards, start=1):
        evening.play(board, scores)
    return Weekend(StageRules(adds="matchpoints"), evening)


def by_name(found: dict[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(number) for name, number in found.items()}


def carried(standing: Overall) -> dict[str, Fraction]:
    """What everybody carries; every total is what its derivation comes to."""
    assert all(recomputed(row.total) == row.total.value for row in standing.rows)
    return {row.entrant: row.carried.value for row in standing.rows if row.carried}


@golden("E01-wb-carry-forward")
def test_a_qualifying_board_weighs_half_a_boards_of_the_final(given, expected):
    found = friday(given["qualifier"])
    found.do(RuleCarryForward(*BOTH, CarryRules("white-book", exact(given["share"]))))
    found.final()
    found.qualify(3)
    had = {row.entrant: row.total.value for row in found.standing("qualifying").rows}
    assert {each: had[each] for each in given["sq"]} == by_name(given["sq"])
    final = found.standing("final")
    assert carried(final) == by_name(expected["carried"])
    assert {row.entrant: row.total.value for row in final.rows if row.rank} == by_name(expected["totals"])


@golden("E02-wb-carry-forward-announced")
def test_a_top_that_was_announced_is_the_finals_whatever_is_played(given, expected):
    for share, carries in zip(given["shares"], expected["carried"], strict=True):
        found = friday(given["qualifier"])
        found.do(RuleCarryForward(*BOTH, CarryRules("white-book", exact(share), top=Fraction(given["top"]))))
        found.final()
        found.qualify(3)
        assert carried(found.standing("final")) == by_name(carries)


def three(given: dict, **rules) -> dict[str, Fraction]:
    """A round of a triangle, each half match on boards of its own; what everybody has of it."""
    boards = given["boards"]
    evening = Evening(range(1, 3 * boards + 1), 1, contestants=("1", "2", "3"), scoring="teams")
    name = dict(zip("XYZ", "123", strict=True))
    for at, (match, imps) in enumerate(given["imps"].items()):
        one, other = (name[each] for each in match.split(" v "))
        for board in range(boards):
            here, there = NS_SCORES[0 if board else imps]
            for table, seats, score in (("o", (one, other), here), ("c", (other, one), there)):
                where = Where(at * boards + board + 1, table + match, *seats, 1)
                evening.do(RecordResult(where, Result(score)))
    swiss = Swiss(3, odd="triangle", **rules)
    swiss.draw()
    swiss.evenings["saturday"] = evening
    after, standing = swiss.totals(1), overall(swiss.scores, swiss.stage)
    assert {row.entrant: row.total.value for row in standing.rows} == after
    assert all(recomputed(row.total) == row.total.value for row in standing.rows)
    return {each: after[number] for each, number in name.items()}


@golden("E03-half-matches-of-three")
def test_three_teams_play_half_matches_each_by_the_scale_of_its_boards(given, expected):
    found = three(given)
    assert found == by_name(expected["vp"])
    assert sum(found.values()) == exact(expected["sum"])
    assert three(given, adds="wins") == by_name(expected["wins"])


@golden("E04-bye")
def test_a_bye_is_worth_what_the_stage_says(given, expected):
    for adds, bye, worth in zip(given["adds"], given["bye"], expected["worth"], strict=True):
        swiss = Swiss(3, adds=adds, **({} if bye is None else {"bye": bye}))
        drawn = swiss.draw()
        swiss.play(drawn)
        assert swiss.totals(1)[drawn.bye] == exact(worth)
