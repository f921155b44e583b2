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

from ledger.bridge import Result, Side, contract_score
from ledger.derivation import Rule, follow
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Grade, Split, Weighted
from ledger.laws.weighting import Component, certain, in_protocol_order, weight_text
from ledger.scoring.matchpoints import neuberg
from tests.core.spec import Evening

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
    (outcome,) = line.charts[next(iter(line.charts))]
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
    charts = evening.scoreboard.line(evening.at(1, 1)).charts
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
        for outcome in next(iter(evening.scoreboard.line(played).charts.values())):
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
