"""Whole evenings, typed and read as the office would."""

from pathlib import Path

import pytest

from tests.scenarios.runner import play

SCENARIOS = sorted(Path(__file__).parent.glob("*.session"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(path, tmp_path, capsys, monkeypatch):
    written, played = play(path, tmp_path, capsys, monkeypatch)
    assert played == written
