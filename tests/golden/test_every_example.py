"""Every example is proved by one test, that reads what is given and what is expected."""

import ast
import importlib
from pathlib import Path

import pytest

from tests.golden.examples import EXAMPLES, PROVED

HERE = Path(__file__).parent
MODULES = sorted(path for path in HERE.glob("test_*.py") if path.name != Path(__file__).name)
RULES = {
    "D30-11A-one-side",
    "D38-12c2d-third-board",
    "S04-artificial-imps",
    "S09-abf-reveley-5C",
    "S17-abf-more-than-four",
    "S30-ebl-claim-not-assigned",
    "P21-ebu-scoring-wrong-board",
    "P23-ebl-review-2018",
    "P24-ebu-deposits",
}
"""Examples that are a rule and no arithmetic: their tests put the rule to the program."""


def claims(path: Path) -> dict[str, ast.FunctionDef]:
    """The ids a module says it proves, and the test that does."""
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "golden":
                    found.update(dict.fromkeys(map(ast.literal_eval, mark.args), node))
    return found


def test_every_example_is_proved_once():
    for path in MODULES:
        importlib.import_module(f"tests.golden.{path.stem}")
    assert set(PROVED) == set(EXAMPLES)
    claimed = [id_ for path in MODULES for id_ in claims(path)]
    assert sorted(claimed) == sorted(EXAMPLES)


def test_what_is_a_rule_alone_is_named_so():
    assert {id_ for id_, example in EXAMPLES.items() if "rule_only" in example} == RULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_proof_reads_its_example(path):
    for id_, function in claims(path).items():
        read = [node.id for node in ast.walk(function) if isinstance(node, ast.Name)]
        assert function.name.startswith("test_"), id_
        assert read.count("expected"), f"{id_}: what is expected is not looked at"
        if id_ not in RULES:
            assert read.count("given"), f"{id_}: what is given is not looked at"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_example_is_held_against_itself(path):
    """An assertion that names nothing but the example calls nothing of the program."""
    data = {"given", "expected", "exact", "Fraction", "EXAMPLES", "sum", "sorted", "list", "map", "len", "int", "zip"}
    for function in ast.parse(path.read_text()).body:
        for node in ast.walk(function):
            if isinstance(node, ast.Assert):
                names = {each.id for each in ast.walk(node.test) if isinstance(each, ast.Name)}
                if names & {"given", "expected"}:
                    assert names - data, f"{path.name}:{node.lineno} compares the example with itself"
