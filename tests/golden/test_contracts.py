"""Contracts scored (Law 77), and one result assigned to both sides."""

from ledger.bridge import Result, contract_score
from ledger.bridge.imp import imps
from ledger.laws.adjustment import Assigned
from tests.core.spec import Evening
from tests.golden.boards import ns_of
from tests.golden.examples import VULNERABLE, golden, results


@golden("S01-assigned-5C-to-4C", "S07-abf-ex1-assigned")
def test_assigned(given, expected):
    board = VULNERABLE[given["vul"]]
    evening = Evening(boards=[board])

    def stated(what: dict) -> Result:
        return Result(f"{what['contract']}{what['declarer']}{what['tricks']} tricks")

    evening.play(board, [str(stated(given["table"]))])
    assert ns_of(evening, board) == expected["table_score_ns"]
    evening.rule(board, 1, Assigned(stated(given["assigned_both_sides"])))
    assert ns_of(evening, board) == expected["assigned_score_ns"]


@golden("S19-ebl-660")
def test_assigned_alone(given, expected):
    assigned = given["assigned_both_sides"]
    result = Result(f"{assigned['contract']}{assigned['declarer']}{assigned['tricks']} tricks")
    evening = Evening(boards=[2])
    evening.play(2, ["PASS"])
    evening.rule(2, 1, Assigned(result))
    assert ns_of(evening, 2) == expected["assigned_score_ns"]


@golden("S20-ebl-split-1NTx")
def test_split_undertricks(given, expected):
    for name, vulnerable in (("non_vul", False), ("vul", True)):
        for who, sign in (("nos", -1), ("os", 1)):
            played = results(given["split"][who].replace("x", "X"), "E").played
            assert sign * contract_score(played, vulnerable) == expected[name][who]


@golden("S25b-ebl-550-check", "D40-contract-scores")
def test_contract_scores(given, expected):
    for text, wanted in zip(given.get("results") or given["cases"], expected["scores"], strict=True):
        contract, _, vul = text.replace("(8 tricks)", "").strip().partition(" ")
        assert contract_score(results(contract).played, vul == "vul") == wanted, text


@golden("D39-imp-table")
def test_imp_table(given, expected):
    assert [imps(difference) for difference in given["diffs"]] == expected["imps"]
    assert [imps(-difference) for difference in given["diffs"]] == [-worth for worth in expected["imps"]]
