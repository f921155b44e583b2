"""The script that changes statements notices what a test notices, and prints what none does."""

from pathlib import Path

import pytest

from tests import mutations

MODULE = '''
"""A module of 3 words."""

def larger(one: int, other: int = 0) -> int:
    """Return the larger one, or 7."""
    if one > other:
        return one
    raise ValueError(f"{one + 1} is not larger")

class Kept:
    def __repr__(self) -> str:
        return str(1 + 1)
'''


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "module.py").write_text(MODULE)
    return tmp_path


def test_statements_of_functions_are_drawn_and_no_texts(tree):
    drawn = [mutations.drawn(["room"], seed, 9, tree) for seed in range(30)]
    assert {len(each) for each in drawn} == {3}  # the if, the return, the raise
    source = (tree / "room" / "module.py").read_bytes()
    told = {change.told(source).partition(" ")[2] for each in drawn for change in each}
    assert told == {
        "larger: one > other → one >= other",
        "larger: one > other → not ((one > other))",
        "larger: one → None",
        'larger: raise ValueError(f"{one + 1} is not larger") → pass',
    }
    assert [each.told(source) for each in drawn[1]] == [
        each.told(source) for each in mutations.drawn(["room/module.py"], 1, 9, tree)
    ]


def test_what_no_test_notices_survives(tree, capsys):
    (tree / "test_module.py").write_text(
        "from room.module import larger\ndef test_larger():\n    assert larger(2, 1) == 2\n"
    )
    (tree / "tests").mkdir()
    (tree / "tests" / "__init__.py").touch()
    (tree / "tests" / "mutations.py").write_bytes(Path(mutations.__file__).read_bytes())
    asked = mutations.options().parse_args(["room", "--count", "3", "--tests", "test_module.py"])
    survivors = mutations.main(asked, tree)
    said = capsys.readouterr().out
    assert "SURVIVED room/module.py:8 larger: raise" in said
    assert f"noticed {3 - survivors} of 3" in said
