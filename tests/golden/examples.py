"""The worked examples of the Laws, the White Book and the appeals, by id, exact: golden.json.

`@golden(id, …)` makes a test of each of these examples: what is given, what is expected. An example has one test.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.bridge import Result
from ledger.laws.adjustment import Component

EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in json.loads((Path(__file__).parent / "golden.json").read_text())["examples"]
}
VULNERABLE = {"none": 1, "NS": 2, "EW": 3, "both": 4}  # a board of that vulnerability
PROVED: dict[str, str] = {}
"""The module of the test that proves an example."""


def golden(*ids: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test function, once for each of these examples, under its id."""

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        for id_ in ids:
            assert id_ not in PROVED, f"{id_} is proved in {PROVED[id_]} too"
            PROVED[id_] = function.__module__
        cases = [pytest.param(EXAMPLES[id_]["inputs"], EXAMPLES[id_]["expected"], id=id_) for id_ in ids]
        return pytest.mark.parametrize(("given", "expected"), cases)(function)

    return mark


def exact(value: Any) -> Any:
    """'58/5' → 58/5, through lists."""
    return [exact(each) for each in value] if isinstance(value, list) else Fraction(value)


def score(ns: int) -> Result:
    return Result(f"{ns:+d}")


def mixture(parts: list) -> tuple[Component, ...]:
    return tuple(Component(Fraction(weight), score(ns)) for weight, ns in parts)


def as_weighting(stated: Any) -> tuple[Component, ...]:
    return mixture(stated) if isinstance(stated, list) else mixture([[1, stated]])


def results(text: str, declarer: str = "N") -> Result:
    """'4H N 10', '5DX=' (by North), '4HX-1'."""
    if " " in text:
        contract, seat, tricks = text.split()
        return Result(f"{contract}{seat}{tricks} tricks")
    contract = text.rstrip("=+-0123456789")
    return Result(f"{contract}{declarer}{text[len(contract) :]}")
