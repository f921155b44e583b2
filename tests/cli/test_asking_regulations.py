"""A profile made choice by choice: whatever is answered, what comes of it can be loaded, or was refused at once."""

import re
import shlex

import pytest

from cli.main import run
from cli.terminal import prompts
from ledger.laws.profile_loader import load_profile, read_profile
from ledger.laws.regulation_names import described, value_text, values

TABLE = '[[10, "15", "5"], [99, "20", "0"]]'
PERCENT = '[[8, ["50.65", "51.98"]]]'
OWN_TABLE = ("--set", "matches.vp=table", "--set", f"matches.table={TABLE}")
WANTED = {"matches.table": TABLE, "matches.percent_full": PERCENT}


@pytest.fixture
def made(monkeypatch, tmp_path, capsys):
    """The regulations that come of answers by name; their subjects are gone through, Enter at all else."""

    def make(typed, answers):
        file, again = tmp_path / "our.toml", tmp_path / "again" / "our.toml"
        again.parent.mkdir(exist_ok=True)
        for each in (file, again):
            each.unlink(missing_ok=True)
        left, refused = {name: [*said] for name, said in answers.items()}, []
        subjects = {described()[name].subject for name in answers}
        monkeypatch.setattr(prompts, "can_ask", lambda settings: not (settings.yes or settings.no_input))

        def line(_prompt, before=""):
            asked = capsys.readouterr().err
            if "error[" in asked:
                refused.append(re.findall(r"error\[([a-z-]+)\]", asked)[-1])
            else:
                line.name = (re.findall(r"^([a-z_]+(?:\.[a-z_]+)+):", asked, re.MULTILINE) or [""])[-1]
                if not line.name:
                    return "y" if any(f"{each}: go through" in " ".join(asked.split()) for each in subjects) else ""
            if left.get(line.name):
                return left[line.name].pop(0)
            assert "error[" not in asked, f"{line.name} is needed"
            return ""

        monkeypatch.setattr(prompts, "line", line)
        assert run(["regulations", "new", str(file), *typed]) == 0, capsys.readouterr().err
        assert not any(left.values()), left
        same = re.search(r"The same in one line: bridge-ledger (.*)", capsys.readouterr().err)
        if same:
            assert run([*shlex.split(same[1].replace(str(file), str(again))), "--no-input"]) == 0
            assert again.read_text() == file.read_text()
        return values(load_profile(str(file))), refused

    return make


BASES = {"of everybody": (), "with percentages": ("--from", "ebu-swiss-pairs"), "with a table of its own": OWN_TABLE}


@pytest.mark.parametrize("base", BASES)
def test_whatever_single_value_is_chosen_the_profile_can_be_loaded(base, made):
    """Beside it one more is typed, which nothing before it may spoil."""
    typed = {word.partition("=")[0] for word in BASES[base]}
    for name, each in described().items():
        asked_here = name not in typed and (base == "of everybody" or name.startswith("matches."))
        for value in each.choices if asked_here else ():
            answers = {name: [str([*each.values].index(value) + 1)], "periods.appeal_minutes": ["21"]}
            wanted = {("matches.vp", "table"): "matches.table", ("matches.pairs", "converted"): "matches.percent_full"}
            if (asked := wanted.get((name, value))) and not (base == "with percentages" and asked.endswith("_full")):
                answers[asked] = ["", WANTED[asked]]
            found, refused = made(BASES[base], answers)
            assert (value_text(found[name]), found["periods.appeal_minutes"]) == (value, 21), name
            assert refused == (["usage"] if asked in answers else []), name


def test_where_the_condition_goes_the_table_goes_with_it(made):
    found, refused = made(BASES["with percentages"], {"matches.pairs": ["none"], "artificial.imps_plus": ["2"]})
    assert (found["matches.percent_full"], found["matches.percent_half"], refused) == ((), (), [])


def test_what_was_typed_wants_its_table_before_anything_else(made):
    found, refused = made(("--set", "matches.vp=table"), {"matches.table": ["", "[]", TABLE]})
    assert (value_text(found["matches.table"]), refused) == (TABLE, ["usage", "bad-profile"])


@pytest.mark.parametrize("wrong", ["periods.appeal_minutes=0", f"matches.table={TABLE}"])
def test_what_was_typed_wrong_is_refused_before_anything_is_asked(wrong, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(prompts, "can_ask", lambda settings: True)
    monkeypatch.setattr(prompts, "line", lambda *_: pytest.fail("asked"))
    assert run(["regulations", "new", str(tmp_path / "our.toml"), "--set", wrong]) == 2
    assert "bad-profile" in capsys.readouterr().err


def test_nothing_is_said_of_where_a_table_was_from_that_went(tmp_path):
    file = tmp_path / "our.toml"
    typed = ["regulations", "new", str(file), "--from", "ebu-swiss-pairs", "--set", "matches.pairs=none", "--no-input"]
    assert run(typed) == 0
    assert not load_profile(str(file)).matches.percent_full
    assert "matches.percent_half" in read_profile("ebu-swiss-pairs").sources
    assert "matches.percent_half" not in read_profile(str(file)).sources
