"""A key is made whole or not at all."""

import errno
import os

import pytest

from ledger.errors import Misuse, Refusal
from ledger.trust.keys import new_key, read_key


@pytest.mark.parametrize("half", ["fsync", "pub"])
def test_a_disk_that_is_full_leaves_no_half_a_key(tmp_path, monkeypatch, half):
    """Once there is room the same command makes the key: an empty file would have stood in its way."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(*(("os.fsync", full) if half == "fsync" else ("pathlib.Path.write_text", full)))
        with pytest.raises(Misuse) as caught:
            new_key(tmp_path / "key", "ebu.example")
    said = f"{tmp_path / 'key'} cannot be written: No space left on device"
    assert (caught.value.code, caught.value.message, caught.value.hint) == (
        "bad-file",
        said,
        "name a file in a folder that you may write to: --key FILE",
    )
    assert list(tmp_path.iterdir()) == []
    made = new_key(tmp_path / "key", "ebu.example")
    assert read_key(tmp_path / "key").public == made.public
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "key").read_bytes()
    with pytest.raises(Refusal, match="holds a key already"):
        new_key(tmp_path / "key", "ebu.example")
    assert (tmp_path / "key").read_bytes() == before


def test_a_key_that_another_makes_at_the_same_moment_is_not_written_over(tmp_path, monkeypatch):
    (tmp_path / "key").write_text("another's")
    monkeypatch.setattr("pathlib.Path.exists", lambda _: False)  # so it was when it was looked for
    with pytest.raises(Misuse, match="cannot be written: File exists"):
        new_key(tmp_path / "key", "ebu.example")
    assert (tmp_path / "key").read_text() == "another's"
