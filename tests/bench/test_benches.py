"""Every bench runs, on very little data that it makes itself, and what it prints was measured."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import doubts, short

ROOT = Path(__file__).parents[2]
BENCHES = {
    "doubts": ("1", "--known"),
    "scoring": ("5",),
    "serving": ("--streams", "2", "--seconds", "6", "--workers", "1"),
    "startup": ("1", "3"),
    "tournaments": ("1", "--small"),
}
NO_BENCH = {"__init__", "__main__", "contenders", "databases", "desks", "scale", "short", "stores", "test_benches"} | {
    *("durability", "keepers", "power", "test_durability")
}
"""Parts of `python -m tests.bench`, which is run as a whole, and of the one in `test_durability.py`."""


def printed(module: str, *arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=cwd,
        env={**short.as_installed(), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_bench_is_among_those_that_are_run():
    assert {path.stem for path in Path(__file__).parent.glob("*.py")} - NO_BENCH == BENCHES.keys()


@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_measures_what_it_makes(name, tmp_path):
    text = printed(f"tests.bench.{name}", *BENCHES[name], cwd=tmp_path)
    assert len(re.findall(r"\d+\.?\d* ?(?:ms|s|MB|MiB|%)\b|\d+/\d+", text)) > 2, text


def test_the_whole_bench_measures_both_databases(tmp_path):
    text = printed("tests.bench", "--small", cwd=tmp_path)
    assert "| SQLite | ledger | eventsourcing |" in text
    assert "| PostgreSQL | ledger | eventsourcing |" in text
    assert len(re.findall(r"lost 0; doubled 0; missed by the follower 0; out of order 0", text)) == 4


def test_the_short_bench_measures_each_ratio_that_is_kept(tmp_path):
    text = printed("tests.bench", "--short", "--small", cwd=tmp_path)
    actual = set(re.findall(r"^ *[\d.e-]+ +[\d.e–-]+  (.+? : .+?)(?:   a tenth.*)?$", text, re.MULTILINE))
    assert actual == short.kept().keys()


def test_a_ratio_that_fell_by_a_tenth_is_marked(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(short, "RATIOS", tmp_path / "ratios.txt")
    monkeypatch.setattr(short, "ratios", lambda size: iter([short.Ratio("append", "driver", 2.0)]))
    short.main(short.SMALL, write=True)
    assert short.kept() == {"append : driver": 2.0}
    capsys.readouterr()
    fallen = ["FALLEN BY A TENTH OR MORE, to be explained or mended: 1 of 1", "  2 → 1.79  append : driver"]
    for value, ending in ((1.81, ["no ratio fell by a tenth"]), (1.79, fallen)):
        monkeypatch.setattr(short, "ratios", lambda size, value=value: iter([short.Ratio("append", "driver", value)]))
        short.main(short.SMALL, write=False)
        _, _, line, *summary = capsys.readouterr().out.splitlines()
        assert line.endswith("a tenth slower or more") is (ending is fallen)
        assert summary == ending
    assert short.kept() == {"append : driver": 2.0}


def test_slips_are_made_in_an_evening_of_its_own_where_no_files_are(monkeypatch, tmp_path):
    monkeypatch.setattr(doubts, "SHARED", tmp_path / "nowhere")
    [(name, evening)] = doubts.evenings(known=True)
    assert name == "made"
    assert len(list(evening.session.table_boards())) == 12 * 24
