"""The picture in the README is of the page as it is now; `python -m tests.pages.pictures` takes it again."""

from pathlib import Path

from tests.pages.pictures import PICTURE, is_of, replay_page

ROOT = Path(__file__).parents[2]


def test_the_picture_is_of_the_page(tmp_path, monkeypatch):
    assert str(PICTURE.relative_to(ROOT)) in (ROOT / "README.md").read_text()
    page = replay_page(tmp_path, monkeypatch).read_bytes()
    assert is_of(PICTURE.read_bytes(), page)
    assert not is_of(PICTURE.read_bytes(), page + b" ")
