"""Events of several sessions: what is carried forward, and what half matches and byes of a Swiss are worth."""

from fractions import Fraction

from ledger.bridge import Result
from ledger.bridge.scales import continuous_vp, discrete_vp, half_vp
from ledger.kernel.at_table import Where
from ledger.laws.regulations import CarryRules, StageRules
from ledger.laws.rounding import Rounding, RoundTo
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall, percentages
from ledger.scoring.derivation import recompute
from ledger.subjects.matches.facts import ShortenMatch
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.qualifying.facts import RuleCarryForward
from tests.core.spec import Evening
from tests.core.stages import BOTH, Weekend
from tests.core.swiss_stage import Swiss
from tests.golden.boards import amended
from tests.golden.examples import exact, golden

NS_SCORES = {12: ("+620", "+0"), 10: ("+420", "-50"), 7: ("+300", "+0"), 3: ("+150", "+50"), 0: ("+420", "+420")}
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
    assert all(recompute(row.total.derivation()) == row.total.value for row in standing.rows)
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


@golden("E07-wb-carry-forward-percentages")
def test_a_percentage_is_of_the_final_and_of_the_most_there_was_to_carry(given, expected):
    found = friday(given["qualifier"])
    found.do(RuleCarryForward(*BOTH, CarryRules("white-book", exact(given["share"]))))
    found.final()
    found.qualify(3)
    percent = percentages(found.standing("final"))
    assert all(recompute(each) == each.value for each in percent.values())
    assert {entrant: each.value for entrant, each in percent.items()} == by_name(expected["percent"])
    assert not percentages(found.standing("qualifying"))


@golden("E02-wb-carry-forward-announced")
def test_a_top_that_was_announced_is_the_finals_whatever_is_played(given, expected):
    for share, carries in zip(given["shares"], expected["carried"], strict=True):
        found = friday(given["qualifier"])
        found.do(RuleCarryForward(*BOTH, CarryRules("white-book", exact(share), top=Fraction(given["top"]))))
        found.final()
        found.qualify(3)
        assert carried(found.standing("final")) == by_name(carries)


def three(
    given: dict, scale: dict[str, str] | None = None, finding: ShortenMatch | None = None, **rules
) -> dict[str, Fraction]:
    """A round of a triangle, each half match on boards of its own, of one of which something is found.

    What everybody has of it.
    """
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
    if scale:
        amended(evening, "matches", **scale)
    if finding:
        evening.do(finding)
    swiss = Swiss(3, odd="triangle", **rules)
    swiss.draw()
    swiss.evenings["saturday"] = evening
    after, standing = swiss.totals(1), overall(swiss.scores, swiss.stage)
    assert {row.entrant: row.total.value for row in standing.rows} == after
    assert all(recompute(row.total.derivation()) == row.total.value for row in standing.rows)
    return {each: after[number] for each, number in name.items()}


@golden("E03-half-matches-of-three")
def test_three_teams_play_half_matches_each_by_the_scale_of_its_boards(given, expected):
    found = three(given)
    assert found == by_name(expected["vp"])
    assert sum(found.values()) == exact(expected["sum"])
    assert three(given, adds="wins") == by_name(expected["wins"])


@golden("P28-half-match-10-0")
def test_a_half_match_is_as_one_of_twice_the_boards_won_by_twice_the_margin(given, expected):
    assert three(given, {"vp": "discrete", "half": "doubled"}) == by_name(expected["vp"])
    assert three(given, {"vp": "discrete"}) == by_name(expected["halved"])
    in_common = 0
    for boards, margins in given["margins"].items():
        found = [half_vp(margin, int(boards)) for margin in range(margins)]
        assert found == exact(expected["scale"][boards])
        assert [10 - vp for vp in found] == [half_vp(-margin, int(boards)) for margin in range(margins)]
        in_common += sum(vp == discrete_vp(margin, int(boards)) / 2 for margin, vp in enumerate(found))
    assert in_common == expected["in_common"]
    continuous = three(given, {"vp": "continuous", "half": "doubled"})
    doubled = sum(continuous_vp(2 * margin, 2 * given["boards"]) / 2 for margin in (7, 12))
    assert continuous["X"] == RoundTo(Fraction(1, 100), Rounding.HALF_UP).of(Fraction(doubled))


def test_a_half_match_that_was_shortened_has_the_scale_of_half_matches_too():
    """Over four boards X beats Y by 7 and 3 for a removed one, 10 in all: 8–2. Elsewhere 12 are 9–1, or nothing."""
    given = {"boards": 4, "imps": {"X v Y": 7, "Y v Z": 12, "X v Z": 0}}
    removed = ShortenMatch(("1", "2"), (1, 2, 3, 4), removed=(2,), fault="2", round=1)
    scale = {"vp": "discrete", "half": "doubled"}
    assert three(given, scale, removed) == {"X": 8 + 5, "Y": 2 + 9, "Z": 1 + 5}


@golden("E04-bye")
def test_a_bye_is_worth_what_the_stage_says(given, expected):
    for adds, bye, worth in zip(given["adds"], given["bye"], expected["worth"], strict=True):
        swiss = Swiss(3, adds=adds, **({} if bye is None else {"bye": bye}))
        drawn = swiss.draw()
        swiss.play(drawn)
        assert swiss.totals(1)[drawn.bye] == exact(worth)
