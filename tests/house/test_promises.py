"""Every numbered promise of the help has a test with its number, and every such number is on a page."""

import ast
import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]
HELP = TESTS.parent / "cli" / "help"
PAGES = {"attacks": "A", "trust": "T", "postgresql": "P", "backups": "B", "signing": "S"}
NUMBER = re.compile(r"(?:^    |\[)([ABPST]\d+)\b")


def on_the_page(name: str) -> list[str]:
    return [number for line in (HELP / f"{name}.md").read_text().splitlines() for number in NUMBER.findall(line)]


def promised() -> dict[str, list[str]]:
    """Return the tests of each number by their decorators, even if this machine cannot run them."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "promise":
                    assert node.name.startswith("test_"), f"{path.name}: {node.name} is no test"
                    for number in map(ast.literal_eval, mark.args):
                        found.setdefault(number, []).append(f"{path.name}: {node.name}")
    return found


def test_the_promises_of_each_page_are_numbered_in_their_order():
    for name, letter in PAGES.items():
        numbers = on_the_page(name)
        assert sorted(numbers, key=lambda number: int(number[1:])) == [
            f"{letter}{at}" for at in range(1, len(numbers) + 1)
        ], name
        assert [each for each, times in Counter(numbers).items() if times > 1] == []


def test_every_promise_has_a_test_and_every_such_test_a_promise():
    numbers = {number for name in PAGES for number in on_the_page(name)}
    carried = promised()
    assert len(numbers) > 100
    assert sorted(numbers - carried.keys()) == []
    assert {number: carried[number] for number in carried.keys() - numbers} == {}


def test_nobody_promises_elsewhere():
    """A number on any further page would have no test."""
    for path in HELP.glob("*.md"):
        if path.stem not in PAGES:
            assert not re.search(r"\[[ABPST]\d+\]", path.read_text()), path.stem
