"""A page as a PDF, printed by the Chromium of this machine: A4, page numbers and all, as any browser prints it.

Chromium rather than a library: its print is the one the pages are made for and looked at in. WeasyPrint, tried beside
it, knows no custom properties in SVG, so that the charts came out black, lays out no table that is too wide, and took
four times as long.

The browser has a folder of its own for the page and its profile, gone afterwards, finds no host, and is stopped where
it takes too long. PDF dates are set to the last event's: the same log makes the same bytes with the same Chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.errors import Unavailable
from ledger.session.moment import MICROSECONDS

CREATOR = "bridge-ledger"
"""What a PDF of ours says it was made by: Chromium writes its user agent there."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_LONGEST_SECONDS = 300
_QUIET = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    f"--user-agent={CREATOR}",
)
_PARTS = re.compile(rb"node[0-9]{8}")
_DATES = re.compile(rb"(?<=Date \()D:[0-9]{14}\+00'00'(?=\))")
_HINT = "`apt install chromium`; or write an .html, and print it from any browser"


def printed(page: str, moment: int) -> bytes:
    """The page as a PDF, dated by `moment` (µs UTC).

    Unavailable (tool-missing) where there is no Chromium, (tool-failed) where it printed nothing.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise Unavailable("tool-missing", "there is no Chromium on this machine, which makes the PDF", _HINT)
    with TemporaryDirectory(prefix="bridge-ledger-") as folder:
        Path(folder, "page.html").write_text(page, encoding="utf-8")
        _print(browser, Path(folder))
        paper = Path(folder, "page.pdf").read_bytes()
    date = datetime.fromtimestamp(moment // MICROSECONDS, UTC)
    return _DATES.sub(date.strftime("D:%Y%m%d%H%M%S+00'00'").encode(), _renumbered(paper))


def _renumbered(paper: bytes) -> bytes:
    """The parts of a page by numbers of their own, as long as Chromium's, which hang on what it did before."""
    found: dict[bytes, bytes] = {}
    return _PARTS.sub(lambda part: found.setdefault(part[0], b"node%08d" % (len(found) + 1)), paper)


def _print(browser: str, folder: Path) -> None:
    """Have page.html printed as page.pdf, both in the folder; root has no sandbox to print in."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    own = [f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'page.pdf'}"]
    command = [browser, *_QUIET, *sandbox, *own, (folder / "page.html").as_uri()]
    environment = {**os.environ, "HOME": str(folder), "TZ": "UTC"}
    with (folder / "said").open("wb") as said:
        try:
            subprocess.run(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=_LONGEST_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable("tool-failed", f"{browser} printed nothing: {error}"[:300], _HINT) from None
    if not (folder / "page.pdf").is_file():
        lines = (folder / "said").read_text(errors="replace").strip().splitlines() or ["it says nothing"]
        raise Unavailable("tool-failed", f"{browser} printed nothing: {lines[-1]}"[:300], _HINT)
