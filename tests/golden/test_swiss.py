"""Swiss events: matches of pairs in victory points, shortened and void matches, mismatches, standard penalties."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge.scales import PercentScale, discrete_vp, ximpq
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Awarded
from ledger.laws.regulations import Matches
from ledger.projections.match_boards import percentage
from ledger.projections.matches import Match
from ledger.projections.standings import standings, total_derivation
from ledger.subjects.matches.facts import FindMismatch, ShortenMatch, VoidMatch
from ledger.subjects.participation.facts import SitOut
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, ImposePenalty
from tests.core.spec import Evening
from tests.golden.boards import amended
from tests.golden.examples import exact, golden, score
from tests.golden.rooms import in_rooms, teams
from tests.trust_checks import holds

SWISS = "ebu-swiss-pairs"


def pairs(boards: int, contestants: int = 4, scoring: str = "matchpoints") -> Evening:
    labels = tuple(map(str, range(1, contestants + 1)))
    return Evening(range(1, boards + 1), 1, SWISS, labels, scoring)


def at(board: int, table: int, ns: int, ew: int, round_: int = 1) -> Where:
    return Where(board, str(table), str(ns), str(ew), round_)


def play(evening: Evening, board: int, table: int, ns: int, ew: int, points: int, round_: int = 1) -> None:
    evening.do(RecordResult(at(board, table, ns, ew, round_), score(points)))


def match_of(evening: Evening, one: str, round_: int | None = None) -> Match:
    (found,) = (
        each for each in evening.scoreboard.matches.values() if one in each.teams and round_ in (None, each.round)
    )
    return found


def points(evening: Evening, *who: str, round_: int | None = None) -> list[Fraction]:
    """Victory points in a match, each derived from its parts."""
    found = [match_of(evening, each, round_).victory_points[each] for each in who]
    assert all(map(holds, found))
    return [each.value for each in found]


def totals(evening: Evening) -> dict[str, Fraction]:
    """Everybody's total as it is ranked, which is as it is derived."""
    (field,) = standings(evening.scoreboard)
    for row in field.rows:
        assert total_derivation(evening.scoreboard, row.contestant).value == row.total
    return {row.contestant: row.total for row in field.rows}


@golden("T01-swiss-pairs-on-a-limit")
def test_on_a_limit(given, expected):
    """At one table of two, with a board awarded so that the percentage of the match is exactly this."""
    found = []
    for percent in map(Fraction, given["percentages"]):
        evening = pairs(given["boards"])
        for board in range(1, given["boards"] + 1):
            own = percent / 50  # of a top of 2
            play(evening, board, 1, 1, 2, 100)
            play(evening, board, 2, 3, 4, 100)
            evening.do(GiveRuling(at(board, 1, 1, 2), Awarded(own, 2 - own, "out")))
        (winner, loser) = points(evening, "1", "2")
        assert winner + loser == 20
        found.append(winner)
    assert found == exact(expected["vp"])


@golden("T02-swiss-pairs-half-match")
def test_half_matches(given, expected):
    """Pair 1 meets two opponents in the round: both are half matches."""
    evening = pairs(2 * given["boards"], contestants=5)
    for board in range(1, 2 * given["boards"] + 1):
        opponent = 2 if board <= given["boards"] else 3
        play(evening, board, 1, 1, opponent, 100 if board % 4 else -100)
        play(evening, board, 2, 4, 5, 0)
    half = match_of(evening, "2")
    shares = [percentage(evening.scoreboard, half.nets[each], half.boards).value for each in "12"]
    assert (evening.scoreboard.top, shares) == (given["top"], exact(given["percentages"]))
    assert [half.victory_points[each].value for each in "12"] == exact(expected["vp"])
    assert half.pool == 10
    assert match_of(evening, "4").pool == 20


@golden("T03-swiss-pairs-table")
def test_the_table(given, expected):
    scale = PercentScale(profile_loader.load_profile(SWISS).matches.percent_full)
    found = [scale.points(Fraction(percent), boards) for boards, percent in given["lookups"]]
    assert found == exact(expected["vp"])
    converse = [scale.points(100 - Fraction(percent), boards) for boards, percent in given["lookups"]]
    assert converse == [20 - vp for vp in found]


@golden("T14-swiss-pairs-long-matches")
def test_the_columns_of_long_matches_go_on_as_the_others_do(given, expected):
    lines = profile_loader.load_profile(SWISS).matches.percent_full
    found = [PercentScale(lines).points(Fraction(percent), boards) for boards, percent in given["lookups"]]
    assert found == exact(expected["vp"])
    for limits in zip(*(limits for _, limits in lines), strict=True):
        scaled = [
            (Fraction(each) - 50, Fraction(boards)) for each, boards in zip(limits, given["columns"], strict=True)
        ]
        (first, boards), apart = scaled[0], exact(expected["apart"])
        for limit, of in scaled[1:]:  # (limit ± ½ unit)² × boards is the same in every column
            low, high = ((first + half) ** 2 * boards / of for half in (-apart / 2, apart / 2))
            assert low <= (limit + apart) ** 2
            assert (limit - apart) ** 2 <= high


@golden("T04-ximpq-several-roots")
def test_several_roots(given, expected):
    assert [ximpq((Fraction(total), pairings) for total, pairings in sums) for sums in given["sums"]] == expected[
        "imps"
    ]


@pytest.mark.parametrize("divisor", ["comparisons", "results", "none"])
def test_the_divisor_of_a_board_does_not_matter_to_a_match(divisor):
    evening = amended(four_tables([620, -100, 140, 170]), "cross_imps", divisor=divisor)
    assert [match_of(evening, each).nets[each].value for each in "12"] == [13, -13]


def four_tables(scores: list[int]) -> Evening:
    evening = pairs(1, contestants=8, scoring="cross-imps")
    for table, ns in enumerate(scores, start=1):
        play(evening, 1, table, 2 * table - 1, 2 * table, ns)
    return evening


@golden("T05-swiss-pairs-ximpq")
def test_ximpq_of_a_match(given, expected):
    evening = four_tables(given["ns"])
    match = match_of(evening, "1")
    assert match.nets["1"].value == expected["imps"]
    assert points(evening, "1") == [discrete_vp(Fraction(expected["vp_of_imps"]), 1)]
    assert sum(totals(evening).values()) == 4 * 20


def test_two_results_are_one_comparison():
    """Making against one down: 470 apart are 10 IMPs (Law 78B), of the match as they are of the board."""
    assert match_of(four_tables([420, -50]), "1").nets["1"].value == 10


@pytest.mark.parametrize("divisor", ["comparisons", "none"])
def test_a_board_removed_is_3_imps_of_the_match_however_boards_are_scored(divisor):
    """Four tables level on board 1, so nothing else is in the match; board 2 was removed by the fault of pair 2."""
    evening = amended(pairs(2, contestants=8, scoring="cross-imps"), "cross_imps", divisor=divisor)
    for table in range(1, 5):
        play(evening, 1, table, 2 * table - 1, 2 * table, 420)
    evening.do(ShortenMatch(("1", "2"), (1, 2), removed=(2,), fault="2", round=1))
    assert {team: net.value for team, net in match_of(evening, "1").nets.items()} == {"1": 3, "2": -3}


@golden("T15-swiss-pairs-half-missed")
def test_half_a_match_missed(given, expected):
    """Round 2: pair 1 meets 2 on four boards and 3 on four others, which these two miss; 4 meets 5."""
    boards, evening = given["boards"], pairs(2 * given["boards"], contestants=6)
    share = Fraction(given["percent"]) / 25  # of a top of 4
    for board in range(1, boards + 1):
        for table, (ns, ew) in enumerate(((3, 2), (1, 4), (5, 6)), start=1):
            play(evening, board, table, ns, ew, 100)
        evening.do(GiveRuling(at(board, 1, 3, 2), Awarded(share, 4 - share, "out")))
    assert points(evening, "3", "2", round_=1) == exact(expected["first"])
    second = range(boards + 1, 2 * boards + 1)
    halves = {"2": tuple(second[: boards // 2]), "3": tuple(second[boards // 2 :])}
    for board in second:
        play(evening, board, 1, 1, 2 if board in halves["2"] else 3, 100, 2)
        play(evening, board, 2, 4, 5, 100, 2)
    before = totals(evening)
    for contestant, other in ("23", "32"):
        evening.do(SitOut(contestant, halves[other], None, 2))
    worth = {each.fact.contestant: each.worth for each in evening.scoreboard.missed_matches}
    assert all(map(holds, worth.values()))
    assert {each: found.value for each, found in worth.items()} == {
        each: Fraction(vp) for each, vp in expected["missed"].items()
    }
    assert points(evening, "3", round_=2) == [exact(expected["half_match"])]
    after = totals(evening)
    assert {each: after[each] - before[each] for each in worth} == {each: vp.value for each, vp in worth.items()}
    assert {each: after[each] for each in worth} == {each: Fraction(vp) for each, vp in expected["totals"].items()}


def flat(boards: int, played: int, scale: str) -> Evening:
    evening = amended(teams(boards=boards), "matches", vp=scale)
    for board in range(1, played + 1):
        in_rooms(evening, 0, 0, board)
    return evening


@golden("T06-shortened-match")
def test_shortened(given, expected):
    boards = tuple(range(1, given["boards"] + 1))
    removed = boards[-given["removed"] :]
    for fault, wanted in (("Y", "vp"), ("director", "director"), ("none", "director"), ("both", "both")):
        evening = flat(given["boards"], given["boards"] - given["removed"], given["scale"])
        evening.do(ShortenMatch(("X", "Y"), boards, removed=removed, fault=fault))
        assert dict(zip("XY", points(evening, "X", "Y"), strict=True)) == {
            team: Fraction(vp) for team, vp in expected[wanted].items()
        }
        if fault == "Y":
            found = {team: each.value for team, each in match_of(evening, "X").nets.items()}
            assert found == {team: Fraction(imps) for team, imps in expected["imps"].items()}
        assert match_of(evening, "X").boards == given["boards"]


@golden("T07-void-match")
def test_void(given, expected):
    boards = tuple(range(1, given["boards"] + 1))
    for fault, wanted in (("Y", "imps"), ("both", "both")):
        evening = flat(given["boards"], 3, given["scale"])
        evening.do(VoidMatch(("X", "Y"), boards, fault=fault))
        match = match_of(evening, "X")
        imps = {team: Fraction(each) for team, each in expected[wanted].items()}
        assert {team: each.value for team, each in match.nets.items()} == imps
        assert points(evening, "X", "Y") == [discrete_vp(imps[team], given["boards"]) for team in "XY"]
        assert (match.boards, match.winner, match.note) == (given["boards"], None, "void")


@golden("T08-void-match-of-pairs")
def test_void_match_of_pairs(given, expected):
    evening = pairs(given["boards"])
    for board in range(1, given["boards"] + 1):
        play(evening, board, 2, 3, 4, 100)
    play(evening, 1, 1, 1, 2, 500)
    evening.do(VoidMatch(("1", "2"), tuple(range(1, given["boards"] + 1)), fault="2", round=1))
    match = match_of(evening, "1")
    shares = [percentage(evening.scoreboard, match.nets[each], match.boards).value for each in "12"]
    assert shares == exact(expected["percent"])
    assert points(evening, "1", "2") == exact(expected["vp"])


@golden("T09-wrong-seating")
def test_wrong_seating(given, expected):
    for fault, wanted in expected.items():
        evening = flat(8, 8, "discrete")
        evening.do(VoidMatch(("X", "Y"), tuple(range(1, 9)), wrong_seating=True, fault=fault, round=1))
        assert match_of(evening, "X").pool == given["pool"]
        assert totals(evening) == {team: Fraction(vp) for team, vp in wanted.items()}


@golden("T10-standard-penalties")
def test_standard_penalties(given, expected):
    found = []
    for profile, scoring, against in given["of"]:
        evening = Evening(winners=1, profile=profile, scoring=scoring)
        one, other = ("X", "Y") if scoring in ("teams", "knockout") else ("1", "2")
        for table, (ns, ew) in enumerate(((one, other), (other, one)) if one == "X" else ((one, other), ("3", "4"))):
            evening.do(RecordResult(Where(1, str(table + 1), ns, ew, 1), score(0)))
        evening.do(ImposePenalty(one, 0, "%", opponent=against, named="standard"))
        (penalty,) = evening.session.penalties_in_force()
        assert penalty.name == "standard penalty"
        found.append([str(penalty.imposed.amount), penalty.imposed.unit])
    assert found == expected["amounts"]


# Mismatches: A has 20 VPs after the first round, B none, C and D 10; C meets one of them though the other was right

_TABLE = ((0, "10", "10"), (3, "12", "8"), (6, "13", "7"), (24, "20", "0"))
_MARGIN = {"12": 3, "13": 6, "4": -20}


def draw(actual: str, opponent: str) -> Evening:
    evening = Evening((1, 2), 1, contestants=tuple("ABCD"), scoring="teams")
    now = evening.session.regulations
    evening.do(AmendRegulations(structs.replace(now, matches=Matches("table", _TABLE))))
    for board, one, other, margin, round_ in (
        (1, "A", "B", 24, 1),
        (1, "C", "D", 0, 1),
        (2, "C", opponent, _MARGIN[actual], 2),
    ):
        award = Awarded(Fraction(margin), Fraction(-margin), "out")
        evening.do(GiveRuling(Where(board, f"{one}{other}", one, other, round_), award))
    return evening


def of_points(points_: int) -> str:
    return {20: "A", 0: "B", 10: "D"}[points_]


@golden("T11-mismatch-against-more", "T12-mismatch-against-fewer")
def test_mismatch(given, expected):
    met, correct = of_points(given["opponent"]), of_points(given["correct"])
    evening = draw(given["actual"], met)
    before = points(evening, met, round_=2)
    assert points(evening, "C", round_=2) == [Fraction(given["actual"])]
    evening.do(FindMismatch(contestant="C", opponent=met, round=2, correct=(correct,), at_fault=given["at_fault"]))
    assert points(evening, "C", round_=2) == [Fraction(expected["vp"])]
    assert points(evening, met, round_=2) == before
    assert totals(evening)["C"] == 10 + Fraction(expected["vp"])


@pytest.mark.parametrize(
    ("met", "correct", "at_fault", "why"),
    [
        ("A", "B", True, "against more points"),
        ("B", "A", False, "against fewer points"),
        ("A", "BD", False, None),  # 20 and 10 apart: whichever draw was right
        ("B", "AD", True, None),
        ("D", "AB", False, "not more than 5 apart"),
        ("D", "AB", True, "not more than 5 apart"),
    ],
)
def test_a_mismatch_changes_what_was_wrong_whichever_draw_was_right(met, correct, at_fault, why):
    evening = draw("12", met)
    evening.do(FindMismatch(contestant="C", opponent=met, round=2, correct=tuple(correct), at_fault=at_fault))
    (derivation,) = (match_of(evening, "C", 2).victory_points["C"],)
    assert holds(derivation)
    assert (derivation.value == 12) is (why is not None)
    assert why is None or why in derivation.text
