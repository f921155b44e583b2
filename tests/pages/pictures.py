"""The picture of the README: the demonstration evening in the replay, at the appeal's decision.

    python -m tests.pages.pictures

It needs a Chromium. The picture keeps the SHA-256 of the page it is of, so that the tests, which print that page again,
tell when it is of another.
"""

import struct
import sys
import tempfile
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from tests.needs import CHROMIUM
from tests.pages.conftest import at_the_desk

PICTURE = Path(__file__).parent / "pictures" / "replay.png"
_SIGNATURE_AND_HEADER = 8 + 25
_OF = b"Source\0sha256 "


def replay_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page that the picture is of."""
    at_the_desk(folder, monkeypatch)("demo --keep .\n--db evening.db report replay -o replay.html")
    return folder / "replay.html"


def with_source(png: bytes, page: bytes) -> bytes:
    """A picture that says which page it is of, in a text chunk behind its header (PNG, 11.3.3.2)."""
    said = b"tEXt" + _OF + sha256(page).hexdigest().encode()
    chunk = struct.pack(">I", len(said) - 4) + said + struct.pack(">I", zlib.crc32(said))
    return png[:_SIGNATURE_AND_HEADER] + chunk + png[_SIGNATURE_AND_HEADER:]


def is_of(png: bytes, page: bytes) -> bool:
    """Whether a picture says that it is of this page."""
    return _OF + sha256(page).hexdigest().encode() in png


def main() -> int:
    """Take the picture."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as monkeypatch,
        sync_playwright() as driver,
    ):
        page = replay_page(Path(folder), monkeypatch)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        shown = browser.new_context(viewport={"width": 1280, "height": 1300}, device_scale_factor=0.75).new_page()
        shown.goto(page.as_uri() + "#e359")
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(with_source(shown.screenshot(), page.read_bytes()))
        browser.close()
    print(f"{PICTURE}: {len(PICTURE.read_bytes()) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
