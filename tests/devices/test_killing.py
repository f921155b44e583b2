"""Followers are killed at every point, and nothing is lost, nothing recorded twice, nothing accepted on trust."""

import pytest

from tests.devices.killing import lived

ENDS = {
    "before it was asked",
    "before it was heard",
    "before it was stored",
    "after it was stored",
    "before it was accepted",
    "after it was accepted",
}


@pytest.mark.parametrize("seed", [1, 2])
def test_thirty_lives(tmp_path, seed):
    lives, ended = lived(tmp_path, 30, seed)
    assert ended.total() == 30
    assert ended.keys() <= ENDS
    assert lives.said.total() > 50
