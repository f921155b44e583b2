"""Files that only who made them may read and write: nobody else has them written elsewhere, or sees them before."""

import os
import stat

import pytest

from ledger import files
from ledger.errors import Misuse
from ledger.files import temporary_path
from ledger.store.own_files import write_whole
from ledger.trust.keys import new_key
from tests.promises import promise


def write_key(path):
    new_key(path, "ebu.example")


WRITERS = {
    "a whole file": lambda path: write_whole(path, "ours"),
    "a new one": lambda path: write_whole(path, "ours", new=True),
    "a key": write_key,
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_link_that_waits_under_the_name_of_what_is_half_written_is_not_followed(tmp_path, monkeypatch, write):
    """Though somebody had guessed it: nothing is written where it leads, and no file is made."""
    monkeypatch.setattr(files, "token_hex", lambda _: "guessed")
    path, stolen = tmp_path / "k", tmp_path / "stolen"
    temporary_path(path).symlink_to(stolen)
    with pytest.raises((FileExistsError, Misuse)):
        write(path)
    assert not stolen.exists()
    assert not path.exists()


def test_a_new_file_takes_nobodys_place_and_another_does(tmp_path):
    """Though it came between looking and writing: a key that is there is not lost."""
    path = tmp_path / "k"
    path.write_text("theirs")
    with pytest.raises(FileExistsError):
        write_whole(path, "ours", new=True)
    assert path.read_text() == "theirs"
    write_whole(path, "ours")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["ours"]


def test_nobody_guesses_the_name_of_what_is_half_written(tmp_path):
    assert len({temporary_path(tmp_path / "k") for _ in range(100)}) == 100


@promise("T35")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_is_written_is_its_owners_alone_and_nothing_is_left(tmp_path, write):
    before = os.umask(0)
    try:
        write(tmp_path / "k")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "k").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))
