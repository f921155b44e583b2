"""The worked examples of the Laws, the White Book and the appeals, by id, as exact fractions.

Each is driven through events and projections wherever it states a board; a bare formula goes to the
public function that holds it.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ledger.bridge import Result, Side, Unreadable, contract_score, imps, ns_score
from ledger.bridge.vp import continuous_vp, discrete_bands
from ledger.commands import (
    AddCall,
    AmendRegulations,
    AmendRuling,
    AppealFurther,
    CorrectResult,
    DecideAppeal,
    Finding,
    FoulBoard,
    GiveRuling,
    Grounds,
    ImposePenalty,
    LodgeAppeal,
    PublishScores,
    RecordResult,
    Reopening,
    ReviewDecision,
    SetCarryOver,
    VoidResult,
    Where,
)
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Grade, SelfInflicted, Split, Stands, Weighted
from ledger.laws.regulations import BoardRounding, Butler
from ledger.laws.rounding import Rounding, round_for, round_to
from ledger.laws.self_inflicted import damage_case, damaged_side_score
from ledger.laws.weighting import Component, certain, in_protocol_order, parse_weighting, weight_text
from ledger.projections.matches import matches
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.butler import datum
from ledger.scoring.cross_imps import ximpq
from ledger.scoring.line import Outcome
from ledger.scoring.matchpoints import Frequencies
from ledger.scoring.rule import Rule, follow, neuberg
from ledger.session.appeal_states import deposit_state
from ledger.trust.checks import holds
from tests.core.spec import Evening, blank

EXAMPLES = {
    example["id"]: example for example in json.loads((Path(__file__).parent / "golden.json").read_text())["examples"]
}
VULNERABLE = {"none": 1, "NS": 2, "EW": 3, "both": 4}  # a board of that vulnerability
PROVED: dict[str, Callable[[dict, dict], None]] = {}


def proves(*ids: str):
    """Mark the function that proves these examples."""

    def keep(function):
        PROVED.update(dict.fromkeys(ids, function))
        return function

    return keep


@pytest.mark.parametrize("id_", PROVED)
def test_golden(id_):
    PROVED[id_](EXAMPLES[id_]["inputs"], EXAMPLES[id_]["expected"])


# Reading the examples


def exact(value: Any) -> Any:
    """'58/5' → 58/5, through lists."""
    return [exact(each) for each in value] if isinstance(value, list) else Fraction(value)


def score(ns: int) -> Result:
    return Result(f"{ns:+d}")


def mixture(parts: list) -> tuple[Component, ...]:
    return tuple(Component(Fraction(weight), score(ns)) for weight, ns in parts)


def results(text: str, declarer: str = "N") -> Result:
    """'4H N 10', '5DX=' (by North), '4HX-1'."""
    if " " in text:
        contract, seat, tricks = text.split()
        return Result(f"{contract}{seat}{tricks} tricks")
    contract = text.rstrip("=+-0123456789")
    return Result(f"{contract}{declarer}{text[len(contract) :]}")


def field(entries: list, **session) -> Evening:
    """A board whose tables have these entries: scores, weightings, or artificial scores."""
    evening = Evening(**session)
    evening.play(1, [entry if isinstance(entry, int) else None for entry in entries])
    for table, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            kind, value = next(iter(entry.items()))
            evening.rule(1, table, Weighted(mixture(value)) if kind == "weighted" else Artificial(*map(Grade, value)))
    return evening


def split(evening_scores: list[int], ns: Any, ew: Any) -> Evening:
    """Table 1 is ruled split; the other tables have these scores."""
    evening = Evening()
    evening.play(1, [0, *evening_scores])
    evening.rule(1, 1, Split(ns, ew), laws=("82C",))
    return evening


# Contract scores


@proves("S01-assigned-5C-to-4C", "S07-abf-ex1-assigned")
def _assigned(given, expected):
    board = VULNERABLE[given["vul"]]
    evening = Evening(boards=[board])

    def stated(what: dict) -> Result:
        return Result(f"{what['contract']}{what['declarer']}{what['tricks']} tricks")

    evening.play(board, [str(stated(given["table"]))])
    assert ns_of(evening, board) == expected["table_score_ns"]
    evening.rule(board, 1, Assigned(stated(given["assigned_both_sides"])))
    assert ns_of(evening, board) == expected["assigned_score_ns"]


def ns_of(evening: Evening, board: int) -> int:
    """The score table 1 counts with in the North–South chart."""
    line = evening.scoreboard.line(evening.at(board, 1))
    (outcome,) = line.entries[next(iter(line.entries))]
    return outcome.ns_score


@proves("S19-ebl-660")
def _assigned_alone(given, expected):
    assigned = given["assigned_both_sides"]
    result = Result(f"{assigned['contract']}{assigned['declarer']}{assigned['tricks']} tricks")
    evening = Evening(boards=[2])
    evening.play(2, ["PASS"])
    evening.rule(2, 1, Assigned(result))
    assert ns_of(evening, 2) == expected["assigned_score_ns"]


@proves("S20-ebl-split-1NTx")
def _split_undertricks(given, expected):
    for name, vulnerable in (("non_vul", False), ("vul", True)):
        for who, sign in (("nos", -1), ("os", 1)):
            played = results(given["split"][who].replace("x", "X"), "E").played
            assert sign * contract_score(played, vulnerable) == expected[name][who]


@proves("S21-ebl-82C-split", "D30-11A-one-side")
def _split_sides(given, expected):
    wanted = [expected["ns_score"], expected.get("ew_side_score_as_ns", expected.get("ew_score_as_ns"))]
    assigned = ["4HN=", "3HN+1"] if "assigned_ns" in given else [f"{ns:+d}" for ns in wanted]
    evening = Evening()
    evening.play(1, [given.get("table_ns", -50)])
    evening.rule(1, 1, Split(*(certain(Result(each)) for each in assigned)), laws=("82C",))
    charts = evening.scoreboard.line(evening.at(1, 1)).entries
    assert [charts[side][0].ns_score for side in Side] == wanted


@proves("S25b-ebl-550-check", "D40-contract-scores")
def _contract_scores(given, expected):
    for text, wanted in zip(given.get("results") or given["cases"], expected["scores"], strict=True):
        contract, _, vul = text.replace("(8 tricks)", "").strip().partition(" ")
        assert contract_score(results(contract).played, vul == "vul") == wanted, text


@proves("S24-ebl-maastricht-order")
def _maastricht(given, expected):
    weighting = tuple(Component(Fraction(part["weight"]), score(part["score_ns"])) for part in given["components"])
    ordered = in_protocol_order(weighting, 1)
    assert [part.result.bare_score for part in ordered] == expected["order_ns_scores"]
    assert [weight_text(part.weight) for part in ordered] == expected["weights"]


# Matchpoints


@proves("S02-weighted-mp-slide8")
def _slide_8(given, expected):
    # A field in which 4HN= is worth 14 and 4HN-1 is worth 6 of 24: the other twelve tables.
    others = ["4SE=", "4HN-1", "4HN=", "4HN+1", "5CE-2", "4HN+2", "3HN+1", "4HN-1", "4HN+1", "5CXE-3", "4HN=", "4SE+1"]
    evening = Evening(boards=[4])
    evening.play(4, ["5CE-1", *others])
    assert evening.scoreboard.top == given["top"]
    weights = [(part["weight"], results(part["result"])) for part in given["ruling"]["components"]]
    evening.rule(
        4, 1, Weighted(tuple(Component(Fraction(weight), result) for weight, result in weights)), offender="EW"
    )
    assert evening.score(4, 1) == exact(expected["ns_mp"])
    assert evening.score(4, 1, "EW") == exact(expected["ew_mp"])
    told = evening.scoreboard.score(evening.at(4, 1), Side.NS).derivation()
    assert [part.value for part in told.parts] == exact(expected["component_products"])
    assert [part.parts[1].value for part in told.parts] == [part["ns_mp"] for part in given["ruling"]["components"]]


@proves("S03-artificial-60-50-40")
def _artificial(given, expected):
    for grade, share, mp in zip(given["artificial"], expected["fractions_of_top"], exact(expected["mp"]), strict=True):
        evening = field([420] * 12 + [{"artificial": [grade, "A"]}])
        assert evening.scoreboard.top == given["top"]
        assert Grade(grade).flat == Fraction(share)
        assert evening.score(1, 13) == mp


@proves(
    "S10-abf-freq-B-without-infraction",
    "S10-abf-freq-C-after-infraction",
    "S10-abf-freq-A-after-gamble",
    "P07-nationwide-field",
)
def _frequencies(given, expected):
    evening = field(given["ns_scores"])
    assert evening.column(1) == expected["ns_mp"]
    assert evening.scoreboard.top == expected.get("top", evening.scoreboard.top)


@proves("P01-wb-weighted-mp", "P02-wb-field-reconstructed")
def _white_book_field(given, expected):
    example = EXAMPLES["P02-wb-field-reconstructed"]
    evening = field(example["inputs"]["entries_ns"])
    if "frequency" not in expected:  # P01: the same field, by its frequency table
        products = [Fraction(part["weight"]) * Fraction(part["freq_table_mp"]) for part in given["components"]]
        assert products == exact(expected["products"])
        assert [evening.score(1, 1), evening.score(1, 1, "EW")] == [exact(expected["ns_mp"]), exact(expected["ew_mp"])]
        return
    assert evening.column(1) == exact(expected["ns_mp"])
    assert sum(evening.column(1)) == expected["sum"]
    assert frequencies(evening) == {int(ns): exact(count) for ns, count in expected["frequency"].items()}


def frequencies(evening: Evening) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for played in evening.session.boards[1].values():
        for outcome in next(iter(evening.scoreboard.line(played).entries.values())):
            found[outcome.ns_score] = found.get(outcome.ns_score, Fraction(0)) + outcome.weight
    return found


@proves("D01-weighted-mp-full-field")
def _weighted_full_field(given, expected):
    evening = field(given["entries_ns"])
    assert evening.column(1) == exact(expected["ns_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_mp"])
    assert sum(evening.column(1)) == expected["sum_ns"]
    assert frequencies(evening) == {int(ns): exact(count) for ns, count in expected["frequency"].items()}


@proves("D05-half-scale")
def _half_scale(given, expected):
    evening = field(given["entries_ns"], profile="acblscore")
    assert evening.score(1, 1) == exact(expected["ruling_table_ns_mp"])
    assert evening.scoreboard.top == expected["top"]


@proves("D03-split-mp")
def _split_mp(given, expected):
    ns, ew = (mixture([[1, given[key]]]) for key in ("ruling_ns_side", "ruling_ew_side_as_ns"))
    evening = split(given["other_tables_ns"], ns, ew)
    assert evening.column(1) == exact(expected["ns_chart_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_chart_ew_mp"])


@proves("D04-split-and-weighted-mp")
def _split_weighted_mp(given, expected):
    evening = split(given["other_tables_ns"], mixture(given["ruling_ns"]), mixture(given["ruling_ew_as_ns"]))
    assert evening.column(1) == exact(expected["ns_mp"])
    assert evening.column(1, "EW") == exact(expected["ew_mp"])


@proves("D29-79B3-one-sided")
def _one_sided(given, expected):
    ns, ew = (mixture([[1, expected[key]]]) for key in ("ns_score", "ew_score_as_ns"))
    evening = split(given["other_ns"], ns, ew)
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["ns_mp"], expected["ew_mp"])


@proves("D06-artificial-and-neuberg")
def _artificial_and_neuberg(given, expected):
    evening = field(given["entries_ns"])
    assert evening.column(1)[:6] == exact(expected["ns_mp"])
    assert evening.score(1, 7) == exact(expected["artificial_ns_mp"])
    assert evening.score(1, 7, "EW") == exact(expected["artificial_ew_mp"])
    assert evening.scoreboard.top == expected["top"]
    assert [follow(Rule.NEUBERG, exact([mp, 7, 6])) for mp in expected["base_mp"]] == exact(expected["ns_mp"])


@proves("P06-wikipedia-neuberg")
def _neuberg(given, expected):
    assert [neuberg(mp, given["E"], given["A"]) for mp in given["M"]] == exact(expected["exact"])


@proves("P18-acbl-neuberg-half-scale")
def _neuberg_half_scale(given, expected):
    # Five results where thirteen are expected: best, middle, worst; board 2 has them all.
    evening = Evening(boards=[1, 2], profile="acblscore")
    evening.play(2, [0] * given["N"])
    evening.play(1, [600, 500, 400, 300, 200])
    column = evening.column(1)
    exacts = dict(zip([4, 3, 2, 1, 0], column, strict=True))
    assert exacts[4] == exact(expected["exact"][0])
    assert exacts[0] == exact(expected["exact"][2])
    tied = Evening(boards=[1, 2], profile="acblscore")
    tied.play(2, [0] * given["N"])
    tied.play(1, [600, 500, 500, 300, 200])
    assert tied.score(1, 2) == exact(expected["exact"][1])


# Law 12C2(c): the contestant's other boards


def session_of(percent: int, boards: int, awards: dict[int, str]) -> Evening:
    """Pair 1NS averages `percent` on its real boards and is given artificial scores on others."""
    evening = Evening(boards=range(1, boards + 1))
    for board in range(1, boards + 1):
        evening.play(board, [None if board in awards else 0, 0])
    for board, grade in awards.items():
        evening.rule(board, 1, Artificial(Grade(grade), Grade("A")))
    top = evening.scoreboard.top
    for board in range(1, boards + 1):
        if board not in awards:
            evening.rule(board, 1, Awarded(top * percent / 100, top * (100 - percent) / 100, "keep"))
    return evening


def percent_of(evening: Evening, board: int) -> Fraction:
    return 100 * evening.score(board, 1) / evening.scoreboard.top


@proves("S12-abf-12c2c-nos-64", "S13-abf-12c2c-os-38")
def _other_boards(given, expected):
    evening = session_of(given["other_boards_pct"], 4, {1: given["award"]})
    assert percent_of(evening, 1) == expected["awarded_pct"]


@proves("S31-ebl-session-average")
def _session_average(given, expected):
    for (grade, percent), awarded in zip(given["cases"], expected["awarded_pct"], strict=True):
        assert percent_of(session_of(percent, 4, {1: grade}), 1) == awarded


@proves("D07-12c2c-two-aplus")
def _two_aplus(given, expected):
    evening = session_of(
        65, given["boards"], {int(board): grade for board, grade in given["artificial_boards"].items()}
    )
    assert [percent_of(evening, 5), percent_of(evening, 6)] == [expected["awarded_pct_each"]] * 2
    assert sum(percent_of(evening, board) for board in range(1, 25)) / 24 == expected["session_pct"]


@proves("D08-12c2c-equivalence")
def _equivalence(given, expected):
    evening = session_of(given["other_pct"], given["other_boards"] + 1, {1: "A+"})
    assert percent_of(evening, 1) == expected["awarded"]
    with_flat = Fraction(given["other_boards"] * given["other_pct"] + given["flat"], given["other_boards"] + 1)
    assert with_flat == exact(expected["session_pct_with_flat"])
    assert (with_flat > 60) is expected["exceeds_60"]


@proves("D09-12c2c-aplus-and-aminus")
def _plus_and_minus(given, expected):
    for case, awarded in zip(given["cases"], expected["awarded"], strict=True):
        evening = session_of(case["other_pct"], 5, dict(enumerate(case["boards"], start=1)))
        assert [percent_of(evening, 1), percent_of(evening, 2)] == awarded


# Teams, IMPs and victory points


def teams(scoring: str = "teams", boards: int = 1, profile: str = "default") -> Evening:
    """A match of X against Y. X sits North–South at table 1 ('open'), Y at table 2 ('closed')."""
    return Evening(boards=range(1, boards + 1), winners=1, profile=profile, contestants=("X", "Y"), scoring=scoring)


def seat(board: int, room: int) -> Where:
    return Where(board, f"{board}-{room}", *(("X", "Y") if room == 1 else ("Y", "X")))


def rooms(evening: Evening, open_ns: int | None, closed_ns: int | None, board: int = 1) -> None:
    """North–South's scores in the two rooms."""
    for room, ns in ((1, open_ns), (2, closed_ns)):
        if ns is not None:
            evening.do(RecordResult(seat(board, room), score(ns), round=1))


def rule_room(evening: Evening, adjustment, *, room: int = 1, board: int = 1, **said) -> None:
    evening.do(GiveRuling(seat(board, room), adjustment, Grounds(**{**blank(), **said})))


def imps_of(evening: Evening, team: str, board: int = 1) -> Fraction:
    """A team's score on a board, the same from either room, with its explanation."""
    found = set()
    for played in evening.session.boards[board].values():
        told = evening.scoreboard.score(played, Side.NS if played.seating.ns == team else Side.EW)
        assert told.derivation().value == told.value
        assert holds(told.derivation())
        found.add(told.value)
    (value,) = found
    return value


def as_weighting(stated: Any) -> tuple[Component, ...]:
    return mixture(stated) if isinstance(stated, list) else mixture([[1, stated]])


def abc(given: dict, a: int, b: Any, c: Any, profile: str = "default") -> Evening:
    """12C1(e) in the open room: X (North–South) is the non-offending side."""
    evening = teams(profile=profile)
    rooms(evening, a, given["other_table_ns"])
    rule_room(evening, SelfInflicted("NS", as_weighting(b), as_weighting(c)), offender="EW", laws=("12C1(e)",))
    return evening


def check_abc(evening: Evening, expected: dict) -> None:
    assert imps_of(evening, "X") == exact(expected["nos"])
    assert imps_of(evening, "Y") == exact(expected["os"])


def imps_against(own: int, other: int) -> Fraction:
    return Fraction(imps(own - other))


@proves(
    "S05-1-barker-2009-case1",
    "S05-2-barker-2009-case2",
    "S05-3-barker-2009-case3",
    "S05-4-barker-2009-case4",
    "P15-barker-2011",
)
def _barker(given, expected):
    check_abc(abc(given, given["table_A_ns"], given["normal_B_ns"], given["could_C_ns"]), expected)
    a, b, c = (imps_against(given[key], given["other_table_ns"]) for key in ("table_A_ns", "normal_B_ns", "could_C_ns"))
    assert (a, b, c) == (expected["A"], expected["B"], expected["C"])
    assert damage_case(a, b, c) == expected["case"].replace("_", "-")
    assert (b - c, c - a) == (expected["DR"], expected["DS"])


@proves("S06-barker-identity")
def _barker_identity(given, expected):
    a, b, c = (Fraction(given[key]) for key in "ABC")
    assert (
        damaged_side_score(a, b, c) == expected["A_plus_DR"] == expected["B_minus_DS"] == expected["A_plus_B_minus_C"]
    )


@proves("P14-kooijman-A")
def _kooijman(given, expected):
    # Vulnerable North–South: the contracts are scored by the ledger on board 2.
    evening = Evening(boards=[2], winners=1, contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(seat(2, 1), Result("5HXN-2")))
    evening.do(RecordResult(seat(2, 2), score(given["other_table_ns"])))
    damage = SelfInflicted("NS", certain(Result("4HN-1")), certain(Result("4SE-2")))
    rule_room(evening, damage, board=2, offender="EW")
    assert imps_of(evening, "X", 2) == expected["nos"]
    assert imps_of(evening, "Y", 2) == expected["os"]


@proves("D26-abc-weighted-B", "D27-abc-weighted-C")
def _abc_weighted(given, expected):
    evening = abc(given, given["A_ns"], given["B_ns"], given["C_ns"])
    nos = expected.get("nos", expected.get("nos_default_weight_then_formula"))
    check_abc(evening, {"nos": nos, "os": expected["os"]})
    if option := expected.get("nos_option_formula_per_component"):
        other = amended(evening, "self_inflicted", weighted="per-component")
        assert imps_of(other, "X") == exact(option)


def amended(evening: Evening, table: str, **values) -> Evening:
    """The evening under regulations changed in one table."""
    now = evening.session.regulations
    then = structs.replace(now, **{table: structs.replace(getattr(now, table), **values)})
    if then != now:
        evening.do(AmendRegulations(then))
    return evening


@proves("S16-abf-philadelphia-6S")
def _philadelphia(given, expected):
    # Defenders (East–West here are the non-offenders) keep −980; declarers go back to five spades.
    for tricks, score_of_os in expected["example_os_scores_by_tricks"].items():
        evening = Evening()
        evening.play(1, ["6SN=", 0])
        declared = Result(f"5SN {tricks} tricks")
        evening.rule(1, 1, Split(certain(declared), certain(Result("6SN="))), laws=("12C1(e)",), offender="NS")
        charts = evening.scoreboard.line(evening.at(1, 1)).entries
        assert charts[Side.NS][0].ns_score == score_of_os
        assert -charts[Side.EW][0].ns_score == expected["nos_score"]


@proves("S14-abf-12c2c-imps-28", "S14b-options")
def _twelve_c2c_imps(given, expected):
    def match(awards, **artificial) -> tuple[Fraction, Fraction]:
        evening = teams(boards=8)
        for board in range(2, 9):
            rooms(evening, 170, 0, board)  # 5 IMPs to X …
            rule_room(evening, Awarded(Fraction(4), Fraction(-4), "keep"), board=board)
        rule_room(evening, Artificial(*map(Grade, awards)), laws=("86B2(b)",))
        if artificial:
            amended(evening, "artificial", **artificial)
        (played,) = matches(evening.scoreboard)
        return played.scores["X"].value, played.scores["Y"].value

    if "option_os_flat_minus3" in expected:
        assert match(("A+", "A-"), session_imps="plus")[1] == expected["option_os_flat_minus3"]
        assert match(("A+", "A+")) == (expected["option_both_A_plus_nos"], expected["option_both_A_plus_os"])
        return
    nos, os = match(("A+", "A-"))
    assert (nos, os) == (expected["nos_match_imps"], expected["os_match_imps"])
    assert os != expected["seed_states_os_match_imps"]  # the seed's figure would give the offenders 4 IMPs


@proves("S18-ebl-teams-23-to-26")
def _lead_with_a_plus(given, expected):
    evening = teams(boards=24)
    rule_room(evening, Awarded(Fraction(given["lead_without_board"]), Fraction(-23), "out"), board=2)
    for board in range(3, 25):
        rooms(evening, 0, 0, board)
    rule_room(evening, Artificial(Grade(given["award"]), Grade("A-")), board=1)
    assert matches(evening.scoreboard)[0].scores["X"].value == expected["lead_with_board"]


@proves("S23-ebl-weighted-imps")
def _weighted_imps(given, expected):
    evening = teams()
    rooms(evening, -50, given["other_table_ns"])
    weighting = tuple(Component(Fraction(part["weight"]), score(part["score_ns"])) for part in given["components"])
    rule_room(evening, Weighted(weighting), offender="EW")
    assert [imps_against(part["score_ns"], given["other_table_ns"]) for part in given["components"]] == expected[
        "component_imps"
    ]
    told = evening.scoreboard.score(next(iter(evening.session.boards[1].values())), Side.NS).derivation()
    assert [part.value for part in told.parts] == exact(expected["products"])
    assert imps_of(evening, "X") == exact(expected["exact"])
    rounded_ = rounding(evening, imps=("1", Rounding.TOWARD_NOS))
    assert (imps_of(rounded_, "X"), imps_of(rounded_, "Y")) == (expected["rounded"], expected["os_imps"])


def rounding(evening: Evening, *, board: tuple | None = None, imps: tuple | None = None) -> Evening:
    now = evening.session.regulations
    if board:
        now = structs.replace(now, board=BoardRounding(*board))
    if imps:
        now = structs.replace(now, imps=structs.replace(now.imps, board=BoardRounding(*imps)))
    evening.do(AmendRegulations(now))
    return evening


@proves("P19-ebl2009-split-weighted")
def _split_weighted_teams(given, expected):
    evening = teams()
    rooms(evening, 50, given["assumed_other_table_ns"])
    rule_room(evening, Split(mixture(given["ns_ruling"]), mixture(given["ew_ruling"])), laws=("73C",))
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (
        exact(expected["ns_team_exact"]),
        exact(expected["ew_team_exact"]),
    )


@proves("D14-86B1-favourable")
def _one_room_only(given, expected):
    evening = Evening(boards=[2], winners=1, contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(seat(2, 1), score(given["table1_ns"])))
    rule_room(evening, Weighted(mixture(given["assigned_table2_ns"])), room=2, board=2, laws=("86B1",))
    assert imps_of(evening, "X", 2) == exact(expected["exact_for_X"])
    assert (
        imps_of(rounding(evening, imps=("1", Rounding.HALF_AWAY_FROM_AVERAGE)), "X", 2) == expected["rounded_nearest"]
    )


@proves("D15-86B2b")
def _better_of_two(given, expected):
    for board, nos, os in zip(given["boards"], exact(expected["nos"]), exact(expected["os"]), strict=True):
        worth = Fraction(board["assigned_imps_for_nos"])
        evening = teams()
        rooms(evening, None, 0)
        weighting = {Fraction(26, 5): [["13/15", 240], ["2/15", 0]], Fraction(-4): [[1, -130]], Fraction(3): [[1, 90]]}[
            worth
        ]
        rule_room(evening, Artificial(Grade("A+"), Grade("A-"), mixture(weighting)), laws=("86B2(b)",), offender="EW")
        assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (nos, os)


@proves("D36-ledger-second-thoughts")
def _second_thoughts(given, expected):
    """R-0002 supersedes R-0001 by second thoughts; both stay in the log."""
    evening = teams()
    rooms(evening, given["events"][0]["ns"], given["other_table_ns"])
    seen = [imps_of(evening, "X")]
    rule_room(evening, Assigned(score(-50)))
    seen.append(imps_of(evening, "X"))
    evening.do(AmendRuling("R-0001", Weighted(mixture(given["events"][2]["both"])), cause="second-thoughts"))
    seen.append(imps_of(evening, "X"))
    assert seen == [exact(value) for value in expected["ns_imps_after_seq"].values()]
    assert evening.session.rulings["R-0001"].superseded_by == "R-0002"


@proves("D34-ledger-appeal-overturned")
def _score_in_force(given, expected):
    """An appeal does not suspend the ruling; the committee's decision replaces its score, the authority's that one's."""
    evening, after = Evening(), {}
    evening.play(1, [given["events"][0]["ns"], *given["other_tables_ns"]])
    ruled, decided = (Weighted(mixture(given["events"][at]["both"])) for at in (2, 4))
    steps = {
        "1": [],
        "2": [AddCall(evening.where(1, 1), "a hesitation", "N", "auction")],
        "3": [GiveRuling(Where(1, "1"), ruled, Grounds(laws=("16B",)), call="C-0001")],
        "4": [LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), deposit="20 GBP")],
        "5": [DecideAppeal("A-0001", Finding("varied", decided))],
        "6": [
            AppealFurther("A-0001", "NS", "the national authority", "a principle", ("N", "S")),
            ReviewDecision("A-0001", Finding("table-result-restored")),
        ],
    }
    for seq, commands in steps.items():
        for command in commands:
            evening.do(command)
        after[seq] = columns(evening)
    for seq, value in expected["ns_mp_of_table_after_seq"].items():
        assert after[seq][0] == exact(value)
    for seq, value in expected["other_table_620_ns_mp_after_seq"].items():
        assert after[seq][1] == exact(value)
    assert deposit_state(evening.session.appeals["A-0001"]) == given["events"][4]["deposit"]


def columns(evening: Evening) -> list[Fraction]:
    return evening.column(1)


@proves("P22-vanderbilt-2013")
def _vanderbilt(given, expected):
    """A decision after the match takes 11 IMPs from one team only: the winner changes."""
    evening = amended(teams(boards=7), "matches", vp="none")
    for board, (x, y) in enumerate(zip([21] * 6, [24] * 5 + [11], strict=True), start=1):
        rule_room(evening, Awarded(Fraction(x), Fraction(y), "out"), board=board)
    rule_room(evening, Awarded(Fraction(11), Fraction(0), "out"), board=7)
    (before,) = matches(evening.scoreboard)
    evening.do(PublishScores())
    evening.do(LodgeAppeal("R-0007", "EW", "the heart lead was to be found", captain=True))
    evening.do(DecideAppeal("A-0001", Finding("overturned", Awarded(Fraction(0), Fraction(0), "out"))))
    (after,) = matches(evening.scoreboard)
    names = {"Monaco": "X", "Auken": "Y"}
    for match, key in ((before, "before"), (after, "after")):
        assert {name: match.scores[team].value for name, team in names.items()} == (
            given["match_before"] if key == "before" else expected["match_after"]
        )
        assert match.winner == names[expected[f"winner_{key}"]]


# Knockout


def knockout(x: Fraction, y: Fraction) -> tuple[Fraction, Fraction]:
    """Law 12C4 on two own scores, given as awards."""
    evening = teams("knockout")
    rule_room(evening, Awarded(x, y, "out"))
    return imps_of(evening, "X"), imps_of(evening, "Y")


@proves("D10-ko-average-brief")
def _knockout_average(given, expected):
    assert knockout(Fraction(given["nos_own_imps"]), Fraction(given["os_own_imps"])) == (
        exact(expected["nos"]),
        exact(expected["os"]),
    )


@proves("D11-ko-average-artificial")
def _knockout_artificial(given, expected):
    for (x, y), first, second in zip(given["cases"], exact(expected["first"]), exact(expected["second"]), strict=True):
        assert knockout(Fraction(x), Fraction(y)) == (first, second)
    evening = teams("knockout")
    rule_room(evening, Artificial(Grade("A+"), Grade("A+")))
    assert imps_of(evening, "X") == 0


@proves("D12-ko-split-weighted-order")
def _knockout_order(given, expected):
    evening = teams("knockout")
    rooms(evening, 0, given["other_table_ns"])
    rule_room(evening, Split(mixture(given["nos_ruling"]), mixture(given["os_ruling_as_ns"])), laws=("12C4",))
    assert imps_of(evening, "X") == -imps_of(evening, "Y") == exact(expected["exact_average_nos"])
    rounding(evening, imps=("1", Rounding.HALF_AWAY_FROM_AVERAGE))
    assert imps_of(amended(evening, "knockout", rounded="before"), "X") == exact(
        expected["round_first_unit1_then_average"]
    )


@proves("D19-pp-ko-not-averaged")
def _penalty_is_not_averaged(given, expected):
    evening = teams("knockout", boards=2)
    rule_room(evening, Awarded(Fraction(2), Fraction(-2), "out"))
    evening.do(SetCarryOver("X", Fraction(38)))
    evening.do(SetCarryOver("Y", Fraction(40)))
    (before,) = matches(evening.scoreboard)
    assert [before.scores[team].value for team in "XY"] == list(given["match"].values())
    evening.do(ImposePenalty("X", Fraction(given["offender_penalty_imps"]), "IMP"))
    (after,) = matches(evening.scoreboard)
    assert [after.scores[team].value for team in "XY"] == [expected["home"], expected["away"]]


# Victory points


@proves("P10-wbf-continuous-24", "P11-wbf-continuous-4")
def _continuous(given, expected):
    assert [continuous_vp(Fraction(margin), given["boards"]) for margin in given["imps"]] == exact(
        expected["winner_vp"]
    )


@proves("P13-ebu-discrete-uppers")
def _discrete(given, expected):
    for boards, bands in expected["largest_margin_for_10_to_19"].items():
        assert list(discrete_bands(int(boards))) == bands


def match_of(own: dict[int, tuple[Fraction, Fraction]], boards: int, **vp) -> Evening:
    """A match with these own scores on some boards and flat ones on the others."""
    evening = amended(teams(boards=boards), "matches", **vp) if vp else teams(boards=boards)
    for board in range(1, boards + 1):
        if board in own:
            rule_room(evening, Awarded(*own[board], "out"), board=board)
        else:
            rooms(evening, 0, 0, board)
    return evening


def points_of(evening: Evening) -> dict[str, Fraction]:
    (played,) = matches(evening.scoreboard)
    return {team: told.value for team, told in played.victory_points.items()}


@proves("P12-wb-removed-boards")
def _removed_boards(given, expected):
    three = Fraction(given["imps_per_removed_board"])
    evening = match_of(
        dict.fromkeys(range(1, given["removed_boards"] + 1), (three, -three)), given["boards"], vp="discrete"
    )
    assert list(points_of(evening).values()) == list(map(int, expected["vp"].split("-")))


@proves("D13-split-at-vps")
def _split_at_vps(given, expected):
    board = given["board"]
    five = Fraction(given["home_imps_other_boards"])
    evening = match_of({1: (Fraction(board["nos_own"]), Fraction(board["os_own"])), 2: (five, -five)}, given["boards"])
    points = points_of(evening)
    assert (points["X"], points["Y"]) == (exact(expected["home_vp"]), exact(expected["away_vp"]))
    assert sum(points.values()) == exact(expected["sum"])


@proves("D16-86B2c")
def _both_at_fault(given, expected):
    net = given["other_boards_net"]
    evening = match_of({2: (Fraction(net["home"]), Fraction(net["away"]))}, given["boards"])
    evening.do(VoidResult(Where(1, "1-1")))
    evening.do(VoidResult(Where(1, "1-2")))
    rule_room(evening, Artificial(Grade("A-"), Grade("A-")), laws=("86B2(c)",), offender="both")
    (played,) = matches(evening.scoreboard)
    assert [played.scores[team].value for team in "XY"] == [expected["home_imps"], expected["away_imps"]]
    assert [played.victory_points[team].value for team in "XY"] == exact([expected["home_vp"], expected["away_vp"]])


@proves("D18-pp-vp-vs-imp")
def _penalty_units(given, expected):
    def after(*penalties) -> dict[str, Fraction]:
        evening = match_of({1: (Fraction(given["home_imps"]), Fraction(-given["home_imps"]))}, given["boards"])
        for amount, unit in penalties:
            evening.do(ImposePenalty("X", Fraction(amount), unit, opponent="Y" if unit == "IMP" else None))
        return {row.contestant: row.total for field_ in standings(evening.scoreboard) for row in field_.rows}

    assert after()["X"] == exact(expected["vp_without"])
    assert after((given["penalty"]["vp"], "VP"))["X"] == exact(expected["vp_if_penalty_in_vp"])
    in_imps = after((given["penalty"]["imps"], "IMP"))
    assert (in_imps["X"], in_imps["Y"]) == (exact(expected["vp_if_penalty_in_imps"]), exact(expected["opponents_vp"]))


@proves("D43-86B2-fouled-both-tables")
def _fouled_in_both_rooms(given, expected):
    ten = Fraction(given["home_net_other_boards"])
    for scoring, wanted in (
        ("teams", (expected["home_imps"], expected["away_imps"])),
        ("knockout", tuple(expected["ko_after_12c4"].values())),
    ):
        evening = Evening(boards=(1, 2), winners=1, contestants=("X", "Y"), scoring=scoring)
        amended(evening, "artificial", session_imps="plus")
        rule_room(evening, Awarded(ten, -ten, "out"), board=2)
        rule_room(evening, Artificial(Grade("60"), Grade("60")), laws=("86B2(a)",), offender="outside")
        (played,) = matches(evening.scoreboard)
        assert tuple(played.scores[team].value for team in "XY") == wanted


# Board-a-match, Butler, cross-IMPs


@proves("D20-bam-weighted", "D21-bam-split")
def _board_a_match(given, expected):
    evening = teams("board-a-match")
    rooms(evening, 0, given["other_table_ns"])
    if "components" in given:
        rule_room(evening, Weighted(mixture(given["components"])))
    else:
        rule_room(
            evening, Split(mixture([[1, given["nos_score"]]]), mixture([[1, given["os_score_as_ns"]]])), laws=("82C",)
        )
    assert (imps_of(evening, "X"), imps_of(evening, "Y")) == (exact(expected["nos"]), exact(expected["os"]))


@proves("P08-bbo-butler")
def _butler(given, expected):
    evening = field(given["ns_scores"], scoring="butler")
    told = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert evening.scoreboard.datum(1) == expected["datum"]
    assert told.parts[1].parts[0].value == exact(expected["mean"])
    column = dict(zip(given["ns_scores"], evening.column(1), strict=True))
    assert column == {int(ns): worth for ns, worth in expected["imps"].items()}


@proves("P16-acbl-datum-ties")
def _datum_ties(given, expected):
    for mean, wanted in zip(given["means"], expected["datum"], strict=True):
        assert round_to(Fraction(mean), Fraction(10), Rounding.HALF_EVEN) == wanted
        chart = {mean - 5: 1, mean + 5: 1}
        assert datum(chart, Butler("0", "10", Rounding.HALF_EVEN)).value == wanted


@proves("D22-butler-weighted")
def _butler_weighted(given, expected):
    for mode, key in (
        (Rounding.HALF_AWAY_FROM_AVERAGE, "datum_half_away"),
        (Rounding.HALF_TOWARD_AVERAGE, "datum_half_toward"),
        (Rounding.HALF_EVEN, "datum_half_even"),
    ):
        evening = field(given["entries_ns"], scoring="butler")
        amended(evening, "butler", rounding=mode)
        assert evening.scoreboard.datum(1) == expected[key]
        if key == "datum_half_away":
            wanted = expected["imps_datum_230"]
            assert [evening.score(1, 3), evening.score(1, 1), evening.score(1, 6)] == exact(
                [wanted["weighted_table"], wanted["table1"], wanted["table6"]]
            )


@proves("P09-bridge55-ximp")
def _cross_imps(given, expected):
    evening = field([given["own_ns"], *given["other_ns"]], scoring="cross-imps")
    assert [imps_against(given["own_ns"], other) for other in given["other_ns"]] == expected["imps"]
    assert evening.score(1, 1) == exact(expected["divided_by_comparisons"])
    assert amended(evening, "cross_imps", divisor="none").score(1, 1) == expected["total"]


@proves("D23-ximp-weighted")
def _cross_imps_weighted(given, expected):
    evening = field(given["entries_ns"], scoring="cross-imps")
    for divisor, key in (("comparisons", "per_comparison"), ("results", "per_result"), ("none", "total_ns")):
        if divisor != "comparisons":
            amended(evening, "cross_imps", divisor=divisor)
        assert evening.column(1) == exact(expected[key])
        assert sum(evening.column(1)) == expected["sum"]


@proves("D24-ximpq")
def _ximpq(given, expected):
    assert ximpq(Fraction(given["ximp_sum"]), given["results"]) == expected["ximpq"]


@proves("P17-acbl-total-imps-aplus")
def _a_plus_in_cross_imps(given, expected):
    for divisor, variant in (("comparisons", "average"), ("none", "total")):
        evening = field(
            [*range(0, 10 * (given["results"] - 1), 10), {"artificial": [given["award"], "A-"]}], scoring="cross-imps"
        )
        if divisor == "none":
            amended(evening, "cross_imps", divisor="none")
        flat = evening.scoreboard.score(evening.at(1, given["results"]), Side.NS).value
        assert flat == expected["imps"][variant]


# More matchpoints: 12C1(e), penalties, fewer results, individuals


def abc_pairs(given: dict, **damage) -> Evening:
    evening = Evening()
    evening.play(1, [given["A_ns"], *given.get("other_ns_scores", [])])
    evening.rule(1, 1, SelfInflicted("NS", as_weighting(given["B_ns"]), as_weighting(given["C_ns"])), offender="EW")
    return amended(evening, "self_inflicted", **damage) if damage else evening


@proves("S11-abf-double-shot")
def _double_shot(given, expected):
    evening = abc_pairs(given)
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["nos_mp"], expected["os_mp"])
    told = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
    assert [part.value for part in told.parts] == [expected["A_mp"], expected["B_mp"], expected["C_mp"]]
    assert expected["case"] in told.text
    assert f"B − C = {expected['real_damage']}, self-inflicted C − A = {expected['self_inflicted']}" in told.text


@proves("D41-ms-abc-field")
def _damage_and_the_field(given, expected):
    evening = abc_pairs(given)
    assert evening.column(1)[1:] == expected["others_ns_mp"]
    assert evening.column(1, "EW")[1:] == expected["others_ew_mp"]
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["table_nos_mp"], expected["table_os_mp"])


@proves("D42-ms-abc-field-signed-mixture")
def _signed_mixture(given, expected):
    (_, a), (_, b), (_, c) = given["nos_entry_signed_weights"]
    evening = abc_pairs(
        {"A_ns": a, "B_ns": b, "C_ns": c, "other_ns_scores": given["other_ns_scores"]}, field="signed-mixture"
    )
    assert evening.score(1, 1) == expected["table_nos_mp"]
    assert evening.column(1)[1:] == exact(expected["others_ns_mp"])
    assert sum(evening.column(1)) == expected["sum"]


@proves("D25-1-abc-mp", "D25-2-abc-mp", "D25-3-abc-mp", "D25-4-abc-mp")
def _abc_matchpoints(given, expected):
    """Eight tables: the other seven score 0, 20 … 120, so a score of 10m − 10 is worth m matchpoints."""
    evening = Evening()
    others = [20 * at for at in range(7)]
    scores = {key: 10 * (given[f"{key}_mp"]) - 10 for key in "ABC"}
    evening.play(1, [scores["A"], *others])
    evening.rule(1, 1, SelfInflicted("NS", as_weighting(scores["B"]), as_weighting(scores["C"])), offender="EW")
    assert evening.scoreboard.top == given["top"]
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (expected["nos_mp"], expected["os_mp"])
    a, b, c = (Fraction(given[f"{key}_mp"]) for key in "ABC")
    assert damage_case(a, b, c) == expected["case"].replace("_", "-")


@proves("D25-5-abc-ties")
def _abc_ties(given, expected):
    for (a, b, c), nos, case in zip(given["cases"], expected["nos"], expected["case"], strict=True):
        numbers = Fraction(a), Fraction(b), Fraction(c)
        assert damaged_side_score(*numbers) == nos
        assert damage_case(*numbers) == case.replace("_", "-")


@proves("S15-abf-30pct", "D17-pp-mp")
def _penalties_in_matchpoints(given, expected):
    tables = given["top"] // 2 + 1
    evening = Evening(boards=(1, 2))
    evening.play(1, [0] * tables)
    if "intended_pct" in given:
        evening.rule(1, 1, Artificial(Grade("40"), Grade("60")))
        assert evening.score(1, 1) == exact(expected["artificial_mp"])
        percent, net = expected["procedural_penalty_pct_of_top"], exact(expected["net_mp"])
    else:
        evening.rule(1, 1, Awarded(Fraction(given["top"]), Fraction(0), "keep"))
        percent, net = given["penalty_pct_top"], Fraction(given["top"]) - exact(expected["penalty_mp"])
        assert exact(expected["net"]) == given["session_mp"] - exact(expected["penalty_mp"])
    before = totals(evening)
    evening.do(ImposePenalty("1NS", Fraction(percent), "%", ("90A",)))
    after = totals(evening)
    assert before["1NS"] - after["1NS"] == exact(expected["penalty_mp"])
    assert after["1NS"] == net
    assert {contestant for contestant in before if before[contestant] != after[contestant]} == {"1NS"}


def totals(evening: Evening) -> dict[str, Fraction]:
    found = {row.contestant: row.exact for field_ in standings(evening.scoreboard) for row in field_.rows}
    for contestant, exact_ in found.items():
        assert holds(total_derivation(evening.scoreboard, contestant)), exact_
    return found


@proves("S27-ebl-fielded-psyche", "S28-ebl-fielded-psyche-nos-better")
def _fielded_psyche(given, expected):
    """A+/A− unless the table result is better for the non-offenders; the penalty either way."""
    tables = given["top"] // 2 + 1
    own = Fraction(given.get("nos_table_mp", given.get("nos_table_pct", 0) * Fraction(given["top"]) / 100))
    others = [20 * at for at in range(tables - 1)]
    evening = Evening()
    table_result = 10 * int(own) - 10
    evening.play(1, [table_result, *others])
    evening.rule(1, 1, Artificial(Grade("60"), Grade("40"), as_weighting(table_result)), offender="EW", laws=("40C",))
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (exact(expected["nos_mp"]), exact(expected["os_mp"]))
    evening.do(ImposePenalty("1EW", Fraction(10), "%", ("90A",)))
    net = exact(expected["os_mp"]) - exact(expected["os_penalty_mp"])
    assert totals(evening)["1EW"] == net
    assert net == exact(expected.get("os_net_mp", net))


@proves("S22-ebl-weighted-mp")
def _toward_nos(given, expected):
    weights = [Fraction(part["weight"]) for part in given["components"]]
    products = [weight * Fraction(part["ns_mp"]) for weight, part in zip(weights, given["components"], strict=True)]
    assert products == exact(expected["products"])
    assert sum(products) == exact(expected["exact"])
    assert round_for(sum(products), Fraction("0.1"), up=True) == exact(expected["rounded"])
    assert exact(expected["rounded"]) - given["average_entered"] == exact(expected["adjustment_to_ns"])
    # The seed's field cannot exist (17.1 of a top of 16), so the rounding is shown on one that can: 11/3 of 6.
    evening = Evening()
    evening.play(1, [0, 100, 200, 300])
    evening.rule(1, 1, Weighted(mixture([["1/3", 100], ["2/3", 300]])), offender="EW")
    rounding(evening, board=("0.1", Rounding.TOWARD_NOS))
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (Fraction("3.7"), Fraction("2.3"))


@proves("P03-wb-intermediate")
def _intermediate(given, expected):
    """A score between those that occurred earns next lower plus its frequency: what the chart says by itself."""
    chart = Frequencies([((Outcome(1, ns),), 1) for ns in (500, 450, 450, *[420] * 5)], Side.NS)
    assert {str(ns): chart.matchpoints(ns, (Outcome(1, ns),)) for ns in (500, 450, 420)} == given["mp"]
    lower, higher = given["freq"]["420"], given["freq"]["450"]
    assert given["mp"]["420"] + lower == given["mp"]["450"] - higher == expected["mp"]
    # 2·below + frequency − 1, the frequency of a score that did not occur being 0
    assert chart.matchpoints(given["assigned"], ()) - 1 == expected["mp"]


@proves("P04-doe-fouled-group7", "P04-doe-fouled-group3")
def _fouled_groups(given, expected):
    """Ten tables, of which so many played another version of the board."""
    group = len(given["group_mp"])
    evening = Evening()
    evening.play(1, [100 * at for at in range(given["E"])])
    evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(1, group + 1))))
    column = evening.column(1)[:group]
    assert sorted(column, reverse=True) == exact(expected["exact"])
    assert sum(column) == exact(expected["exact_sum"])
    rounding(evening, board=("0.1", Rounding.HALF_TOWARD_AVERAGE))
    assert sorted(evening.column(1)[:group], reverse=True) == exact(expected["rounded_tenth"])


@proves("P05-wb-small-groups")
def _small_groups(given, expected):
    for case, wanted in zip(given["cases"], expected["mp_E10"], strict=True):
        found = {}
        for tied in (False, True):
            evening = Evening()
            size = case["A"]
            evening.play(
                1, [*([0] * 2 if tied else [0, 100]), *([200] if size == 3 else []), *[50] * (given["E_for_mp"] - size)]
            )
            amended(evening, "matchpoints", fewer_results="small-groups")
            evening.do(FoulBoard(1, "B", tuple(str(table) for table in range(1, size + 1))))
            raw = {0: 1 if tied else 0, 1: 1 if tied else 2, 2: 4}
            found.update({raw[at]: value for at, value in enumerate(evening.column(1)[:size])})
        for m, mp in zip(case["M"], exact(wanted), strict=True):
            if m in found:
                assert found[m] == mp
            assert (
                follow(Rule.SMALL_GROUP, [Fraction(m), Fraction(case["A"]), Fraction(2 * (given["E_for_mp"] - 1))])
                == mp
            )


@proves("P20-blakjak-manual-average")
def _manual_average(given, expected):
    evening = field([*given["real_ns_scores"], {"artificial": ["A", "A"]}])
    amended(evening, "matchpoints", fewer_results="shrink")
    column = evening.column(1)
    assert column == [*expected["real_mp"], expected["average_mp"]]
    assert sum(column) == expected["total"]


@proves("D02-weighted-mp-excluded-neuberg")
def _excluded(given, expected):
    evening = amended(field(given["entries_ns"]), "matchpoints", weighted_field="excluded")
    assert evening.score(1, 1) == exact(expected["ruling_table_ns_mp"])
    assert evening.column(1)[1:] == exact(expected["others_ns_mp"])


@proves("D33-ascherman")
def _ascherman(given, expected):
    evening = amended(field(given["ns_scores"]), "matchpoints", scale="ascherman")
    assert evening.column(1) == exact(expected["points"])
    assert [100 * value / evening.scoreboard.top for value in evening.column(1)] == exact(expected["pct_of_2N"])
    larger = Evening(boards=(1, 2))
    larger.play(2, [0] * 5)
    larger.play(1, given["ns_scores"])
    amended(larger, "matchpoints", scale="ascherman")
    assert larger.column(1) == exact(expected["scaled_to_E5"])


@proves("D28-12c3-individual")
def _individual(given, expected):
    evening = Evening(boards=(1,), winners=1)
    for table, (ns, ew) in enumerate(
        [("7+12", "1+2"), ("3+4", "5+6"), ("8+9", "10+11"), ("13+14", "15+16"), ("17+18", "19+20")], start=1
    ):
        evening.do(RecordResult(Where(1, str(table), ns, ew), score(20 * table)))
    assert evening.scoreboard.top == given["top"]
    evening.do(GiveRuling(Where(1, "1"), Assigned(score(50)), Grounds(**{**blank(), "offender": "NS"})))
    evening.do(ImposePenalty("7", Fraction(given["pp_mp"]), "MP", ("90A",)))
    found = totals(evening)
    assert (found["7"], found["12"]) == (exact(expected["player7"]), expected["player12"])
    assert found["1"] == found["2"] == expected["each_nos_player"]


@proves("D38-12c2d-third-board")
def _third_board(given, expected):
    evening = session_of(given["other_pct"], 10, dict.fromkeys(range(1, given["boards_not_played"] + 1), "A+"))
    amended(evening, "artificial", first=given["option"]["first_n"], then=given["option"]["then"])
    assert [percent_of(evening, board) for board in range(1, 5)] == expected["awarded_pct"]


# Scales, rounding, legality


@proves("D39-imp-table")
def _imp_table(given, expected):
    assert [imps(difference) for difference in given["diffs"]] == expected["imps"]
    assert [imps(-difference) for difference in given["diffs"]] == [-worth for worth in expected["imps"]]


@proves("D31-rounding-directions")
def _rounding_directions(given, expected):
    values = exact(given["nos_exact"])
    assert [round_for(value, Fraction(1), up=True) for value in values] == expected["toward_nos"]
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        assert [round_to(value, Fraction(1), mode) for value in values] == expected[
            f"nearest_{mode.value.replace('-', '_')}"
        ]


@proves("D32-rounding-mp-away")
def _rounding_matchpoints(given, expected):
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE):
        rounded_ = [
            round_to(Fraction(value), Fraction(given["unit"]), mode, Fraction(given["average"]))
            for value in given["values"]
        ]
        assert rounded_ == exact(expected[mode.value.replace("-", "_")])


@proves("D37-weights-must-sum")
def _weights_sum(given, expected):
    total = sum(map(Fraction, given["weights"]))
    assert total == exact(expected["sum"])
    with pytest.raises(Unreadable, match=expected["sum"]) as caught:
        parse_weighting(
            ", ".join(
                f"{weight} 4SN{outcome}" for weight, outcome in zip(given["weights"], ("=", "-1", "-2"), strict=True)
            )
        )
    assert caught.value.code == "weights-sum"


@proves("S08-abf-ex2-weighted-legality", "S25-ebl-disallowed-call-ok", "S26-ebl-disallowed-call-bad")
def _legality(given, expected):
    evening = Evening(boards=[2])
    evening.play(2, ["4SE-1", "PASS"])
    if "components" in given and "contract" in given["components"][0]:
        results_ = [
            Result(f"{part['contract']}{part['declarer']}{part['tricks']} tricks") for part in given["components"]
        ]
        assert [ns_score(result, 2) for result in results_] == expected["component_scores_ns"]
        refused = Weighted((Component(Fraction(1, 2), Result("4SE-1")), Component(Fraction(1, 2), results_[0])))
        evening.refuses(
            GiveRuling(evening.where(2, 1), refused, Grounds(**{**blank(), "disallowed": ("4S",)})),
            "disallowed-outcome",
        )
    else:
        results_ = [
            results(part["result"].replace("m", "D"), "W" if part["result"].startswith("4S") else "N")
            for part in given["components"]
        ]
    weighting = tuple(
        Component(Fraction(part["weight"]), result) for part, result in zip(given["components"], results_, strict=True)
    )
    command = GiveRuling(evening.where(2, 1), Weighted(weighting), Grounds(**{**blank(), "disallowed": ("4SW", "4SE")}))
    if expected["legal"]:
        evening.do(command)
    else:
        assert (
            str(weighting[expected["offending_component"]].result)
            in evening.refuses(command, "disallowed-outcome").message
        )


@proves("S29-ebl-over-100")
def _over_100(given, expected):
    for case, percent, warned in zip(given["cases"], expected["sum_pct"], expected["warn"], strict=True):
        evening = Evening()
        evening.play(1, [0, 0])
        adjustment = Artificial(Grade(case["ns"]), Grade(case["ew"]))
        assert 100 * (adjustment.ns.flat + adjustment.ew.flat) == percent
        evening.rule(1, 1, adjustment, offender="outside" if case["outside_agency"] else "none")
        assert ("OVER_100_NEEDS_OUTSIDE_AGENCY" in evening.log[-1].event.advice) is warned


# The periods and who appeals


@proves("D35-ledger-79C")
def _correction_period(given, expected):
    """A result, and three corrections of it: in time, too late, and too late but approved and beyond doubt."""
    evening = Evening()
    evening.do(AmendRegulations(period(evening, given["correction_period_minutes"])))
    evening.do(RecordResult(evening.where(1, 1), score(given["events"][0]["ns"])))
    evening.do(PublishScores(), at=0)
    in_force = [ns_of(evening, 1)]
    for event, accepted in zip(given["events"][1:], expected["accepted"][1:], strict=True):
        approved = Reopening("79C2", "the organiser", event.get("beyond_reasonable_doubt", False))
        command = CorrectResult(
            Where(1, "1"),
            score(event["ns"]),
            None,
            event["reason"],
            approved if event.get("organizer_approval") else None,
        )
        at = int(event["at"].removeprefix("T0"))
        if accepted:
            evening.do(command, at=at)
        else:
            evening.refuses(command, {"CORRECTION_PERIOD_EXPIRED": "correction-late"}[expected["reject_code"]], at=at)
        in_force.append(ns_of(evening, 1))
    assert (expected["accepted"][0], in_force) == (True, expected["ns_after"])


def period(evening: Evening, minutes: int):
    now = evening.session.regulations
    return structs.replace(now, periods=structs.replace(now.periods, correction_minutes=minutes), profile="as given")


@proves("D44-appeal-concurrence")
def _concurrence(given, expected):
    codes = {"CONCURRENCE_92D1": "concurrence", "TIME_92B": "appeal-late"}
    for case, accepted, code in zip(given["cases"], expected["accepted"], expected["reject_codes"], strict=True):
        evening, ns, ew = {
            "pairs": (Evening(), "1NS", "1EW"),
            "teams": (Evening(winners=1, contestants=("X", "Y"), scoring="teams"), "X", "Y"),
            "individual": (Evening(winners=1), "1+2", "3+4"),
        }[case["event"]]
        where = Where(1, "1", ns, ew)
        evening.do(RecordResult(where, score(420)))
        evening.do(GiveRuling(where, Stands(), Grounds()))
        evening.do(PublishScores())
        command = LodgeAppeal(
            "R-0001", "NS", "damaged", tuple(case.get("signed_by", ())), captain=case.get("captain_concurs", False)
        )
        if accepted:
            evening.do(command, at=case["minutes_after_official_score"])
        else:
            evening.refuses(command, codes[code], at=case["minutes_after_official_score"])


NOT_NUMBERS = {
    "S04-artificial-imps",
    "S09-abf-reveley-5C",
    "S17-abf-more-than-four",
    "S30-ebl-claim-not-assigned",
    "P21-ebu-scoring-wrong-board",
    "P23-ebl-review-2018",
    "P24-ebu-deposits",
}


def test_golden_every_example_is_proved_or_named():
    assert set(EXAMPLES) == set(PROVED) | NOT_NUMBERS
